/* Sum types, and operations on types as trees: substituting variables, searching for functions.

   A sum is nominal: an instance is found by its declaration and its arguments, never by its
   alternatives, so that a recursive one can exist before they do.  The code that makes a
   declaration determines whether it is recursive.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ctx-int.h"

#include <string.h>

/* --- Declarations and instances -------------------------------------------------------------- */

struct sum_decl *
type_sum_declare (struct nova_ctx *ctx, const char *tag, unsigned nparams, bool boxed,
		  uint32_t origin)
{
  struct sum_decl *d = CTX_NEW (ctx, struct sum_decl);

  d->tag = tag ? ctx_intern (ctx, tag) : NULL;
  d->origin = origin;
  d->nparams = nparams;
  d->boxed = boxed;
  return d;
}

/* The type for parameter M of the declaration whose arguments are DATA.  */
static const struct type *
argument (void *data, const struct type *m)
{
  const struct type *const *args = (const struct type *const *) data;

  return args[m->meta];
}

/* Give T the alternatives of its declaration, which is defined.  */
static void
complete (struct nova_ctx *ctx, struct type *t)
{
  const struct sum_decl *d = t->sum;
  struct type_field *f = CTX_NEWV (ctx, struct type_field, d->nalts);
  unsigned k;

  for (k = 0; k < d->nalts; k++)
    {
      f[k] = d->alts[k];
      if (f[k].type && d->nparams)
	f[k].type = type_replace (ctx, f[k].type, argument, (void *) (uintptr_t) t->targs);
    }
  t->nfields = d->nalts;
  t->fields = f;
  if (!d->boxed)
    {
      const struct type *r = type_sum_record (ctx, t);

      t->size = r->size;
      t->align = r->align;
    }
}

const struct type *
type_sum_of (struct nova_ctx *ctx, struct sum_decl *d, const struct type *const *args)
{
  const struct type **copy;
  struct type *t;
  unsigned k;

  for (t = d->instances; t; t = t->next)
    {
      for (k = 0; k < d->nparams && t->targs[k] == args[k]; k++)
	;
      if (k == d->nparams)
	return t;
    }
  if (!d->defined && !d->boxed)
    ctx_fatal (ctx, "sum type %s is used before it is defined", d->tag ? d->tag : "?");
  copy = CTX_NEWV (ctx, const struct type *, d->nparams);
  for (k = 0; k < d->nparams; k++)
    copy[k] = args[k];
  t = CTX_NEW (ctx, struct type);
  t->kind = TYPE_SUM;
  t->sum = d;
  t->tag = d->tag;
  t->origin = d->origin;
  t->targs = copy;
  t->size = t->align = 8;
  t->next = d->instances;
  d->instances = t;
  if (d->defined)
    complete (ctx, t);
  return t;
}

void
type_sum_define (struct nova_ctx *ctx, struct sum_decl *d, unsigned n,
		 const struct type_field *alts)
{
  struct type_field *f = CTX_NEWV (ctx, struct type_field, n);
  struct type *t;
  unsigned k;

  for (k = 0; k < n; k++)
    {
      f[k].name = ctx_intern (ctx, alts[k].name);
      f[k].type = alts[k].type;
    }
  d->nalts = n;
  d->alts = f;
  d->defined = true;
  /* Instances made meanwhile are put before those that are here, and are complete.  */
  for (t = d->instances; t; t = t->next)
    complete (ctx, t);
}

const struct type *
type_sum (struct nova_ctx *ctx, const char *tag, unsigned n, const struct type_field *alts,
	  uint32_t origin)
{
  struct sum_decl *d = type_sum_declare (ctx, tag, 0, false, origin);

  type_sum_define (ctx, d, n, alts);
  return type_sum_of (ctx, d, NULL);
}

/* --- Representation -------------------------------------------------------------------------- */

const struct type *
type_sum_record (struct nova_ctx *ctx, const struct type *t)
{
  struct type_field *f = CTX_NEWV (ctx, struct type_field, t->nfields + 1);
  unsigned n = 1, i;

  f[0].name = "tag";
  f[0].type = type_i32 (ctx);
  for (i = 0; i < t->nfields; i++)
    if (t->fields[i].type)
      f[n++] = t->fields[i];
  return type_record (ctx, t->tag, n, f, 0, 0, t->origin);
}

unsigned
type_sum_slot (const struct type *t, unsigned k)
{
  unsigned n = 1, i;

  if (!t->fields[k].type)
    return 0;
  for (i = 0; i < k; i++)
    n += t->fields[i].type != NULL;
  return n;
}

unsigned
type_sum_find (const struct type *t, const char *name)
{
  unsigned k;

  for (k = 0; k < t->nfields; k++)
    if (strcmp (t->fields[k].name, name) == 0)
      break;
  return k;
}

/* --- Trees ----------------------------------------------------------------------------------- */

/* The N fields F with their variables replaced, in a new array.  */
static struct type_field *
replace_fields (struct nova_ctx *ctx, unsigned n, const struct type_field *f,
		const struct type *(*map) (void *, const struct type *), void *data)
{
  struct type_field *to = CTX_NEWV (ctx, struct type_field, n);
  unsigned k;

  for (k = 0; k < n; k++)
    {
      to[k] = f[k];
      to[k].type = type_replace (ctx, f[k].type, map, data);
    }
  return to;
}

static const struct type *
replace_fn (struct nova_ctx *ctx, const struct type *t,
	    const struct type *(*f) (void *, const struct type *), void *data)
{
  const struct type **v = CTX_NEWV (ctx, const struct type *, t->nfields);
  unsigned k;

  for (k = 0; k < t->nfields; k++)
    v[k] = type_replace (ctx, t->fields[k].type, f, data);
  return type_fn (ctx, t->nparams, v, t->nfields - t->nparams, v + t->nparams);
}

static const struct type *
replace_sum (struct nova_ctx *ctx, const struct type *t,
	     const struct type *(*f) (void *, const struct type *), void *data)
{
  const struct type **v = CTX_NEWV (ctx, const struct type *, t->sum->nparams);
  unsigned k;

  for (k = 0; k < t->sum->nparams; k++)
    v[k] = type_replace (ctx, t->targs[k], f, data);
  return type_sum_of (ctx, t->sum, v);
}

const struct type *
type_replace (struct nova_ctx *ctx, const struct type *t,
	      const struct type *(*f) (void *, const struct type *), void *data)
{
  if (!type_has_meta (t))
    return t;
  switch (t->kind)
    {
    case TYPE_META:
      return f (data, t);
    case TYPE_VEC:
      return type_vec (ctx, type_replace (ctx, t->elem, f, data));
    case TYPE_PTR:
      return type_ptr_in (ctx, t->space, type_replace (ctx, t->elem, f, data), t->origin);
    case TYPE_RECORD:
      return type_record (ctx, t->tag, t->nfields,
			  replace_fields (ctx, t->nfields, t->fields, f, data), 0, 0, t->origin);
    case TYPE_FN:
      return replace_fn (ctx, t, f, data);
    default:
      return replace_sum (ctx, t, f, data);
    }
}

bool
type_has_meta (const struct type *t)
{
  unsigned k;

  if (!t)
    return false;
  if (t->kind == TYPE_META)
    return true;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    return type_has_meta (t->elem);
  /* What the alternatives of a sum mention came in by its arguments.  */
  if (t->kind == TYPE_SUM)
    {
      for (k = 0; k < t->sum->nparams; k++)
	if (type_has_meta (t->targs[k]))
	  return true;
      return false;
    }
  for (k = 0; k < t->nfields; k++)
    if (type_has_meta (t->fields[k].type))
      return true;
  return false;
}

/* The sums that a walk is inside of.  */
struct inside
{
  const struct type *sum;
  bool elem;			/* the types searched for there */
  const struct inside *outer;
};

/* Is T, or has it in it, a function; if ELEM, a vector or memory of such.  */
static bool
has_fn (const struct type *t, bool elem, const struct inside *in)
{
  struct inside here = { t, elem, in };
  unsigned k;

  if (!t)
    return false;
  if (t->kind == TYPE_FN && !elem)
    return true;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    return has_fn (t->elem, false, in);
  if (t->kind == TYPE_SUM)
    {
      for (; in; in = in->outer)
	if (in->sum == t && in->elem == elem)
	  return false;
      in = &here;
    }
  for (k = 0; k < t->nfields; k++)
    if (has_fn (t->fields[k].type, elem, in))
      return true;
  return false;
}

bool
type_has_fn (const struct type *t)
{
  return has_fn (t, false, NULL);
}

bool
type_has_fn_elem (const struct type *t)
{
  return has_fn (t, true, NULL);
}

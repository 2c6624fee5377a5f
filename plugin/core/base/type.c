/* Types: interning, layout, and the table of scalars.

   A record without given size is laid out as C lays out a struct on x86-64.  Sums are in
   type-sum.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ctx-int.h"

#include <stdlib.h>
#include <string.h>

const struct scalar_info scalar_info[SCALAR_LAST] = {
#define NOVA_SCALAR(NAME, TEXT, CLASS, BYTES, SIGNED, C) { TEXT, SC_##CLASS, BYTES, SIGNED, C },
#include "type.def"
#undef NOVA_SCALAR
};

static uint64_t
hash_type (const struct type *t)
{
  uint64_t h = ctx_hash (t->kind, &t->elem, sizeof t->elem);
  unsigned i;

  h = ctx_hash (h + t->scalar, &t->tag, sizeof t->tag);
  h = ctx_hash (h + t->origin, &t->size, sizeof t->size);
  h = ctx_hash (h + t->nparams, &t->meta, sizeof t->meta);
  for (i = 0; i < t->nfields; i++)
    h = ctx_hash (h + t->fields[i].offset, &t->fields[i].type, sizeof t->fields[i].type);
  return h;
}

static bool
same_type (const struct type *a, const struct type *b)
{
  unsigned i;

  if (a->kind != b->kind || a->scalar != b->scalar || a->elem != b->elem || a->space != b->space
      || a->nfields != b->nfields || a->tag != b->tag || a->size != b->size
      || a->align != b->align || a->origin != b->origin || a->nparams != b->nparams
      || a->meta != b->meta)
    return false;
  for (i = 0; i < a->nfields; i++)
    if (a->fields[i].name != b->fields[i].name || a->fields[i].type != b->fields[i].type
	|| a->fields[i].offset != b->fields[i].offset)
      return false;
  return true;
}

static void
types_grow (struct nova_ctx *ctx)
{
  size_t slots = ctx->type_slots * 2, i;
  struct type **table, *t, *next;

  table = (struct type **) calloc (slots, sizeof *table);
  if (!table)
    ctx_fatal (ctx, "out of memory");
  for (i = 0; i < ctx->type_slots; i++)
    for (t = ctx->types[i]; t; t = next)
      {
	struct type **slot = &table[hash_type (t) & (slots - 1)];

	next = t->next;
	t->next = *slot;
	*slot = t;
      }
  free (ctx->types);
  ctx->types = table;
  ctx->type_slots = slots;
}

/* The one type that equals T.  T's fields are copied when it is new.  */
static const struct type *
intern (struct nova_ctx *ctx, const struct type *t)
{
  uint64_t h = hash_type (t);
  struct type *n;

  for (n = ctx->types[h & (ctx->type_slots - 1)]; n; n = n->next)
    if (same_type (n, t))
      return n;
  if (ctx->type_count++ >= ctx->type_slots)
    types_grow (ctx);
  n = CTX_NEW (ctx, struct type);
  *n = *t;
  if (t->nfields)
    {
      struct type_field *f = CTX_NEWV (ctx, struct type_field, t->nfields);

      memcpy (f, t->fields, t->nfields * sizeof *f);
      n->fields = f;
    }
  n->next = ctx->types[h & (ctx->type_slots - 1)];
  ctx->types[h & (ctx->type_slots - 1)] = n;
  return n;
}

const struct type *
type_scalar (struct nova_ctx *ctx, enum scalar s)
{
  struct type t;

  if (ctx->scalars[s])
    return ctx->scalars[s];
  memset (&t, 0, sizeof t);
  t.kind = TYPE_SCALAR;
  t.scalar = s;
  t.size = t.align = scalar_info[s].bytes;
  /* A complex number is aligned as its parts.  */
  if (scalar_info[s].cls == SC_COMPLEX)
    t.align /= 2;
  return ctx->scalars[s] = intern (ctx, &t);
}

const struct type *
type_ptr (struct nova_ctx *ctx, const struct type *pointee, uint32_t origin)
{
  return type_ptr_in (ctx, SPACE_PROGRAM, pointee, origin);
}

const struct type *
type_ptr_in (struct nova_ctx *ctx, enum mem_space space, const struct type *pointee,
	     uint32_t origin)
{
  struct type t;

  memset (&t, 0, sizeof t);
  t.kind = TYPE_PTR;
  t.elem = pointee;
  t.space = space;
  t.size = t.align = 8;
  t.origin = origin;
  return intern (ctx, &t);
}

/* Give the N fields F their offsets as C does, and T its size and alignment.  */
static void
lay_out (struct type *t, unsigned n, struct type_field *f)
{
  unsigned i;

  t->size = 0;
  t->align = 1;
  for (i = 0; i < n; i++)
    {
      uint64_t a = f[i].type->align;

      f[i].offset = (t->size + a - 1) / a * a;
      t->size = f[i].offset + f[i].type->size;
      if (a > t->align)
	t->align = a;
    }
  t->size = (t->size + t->align - 1) / t->align * t->align;
}

const struct type *
type_record (struct nova_ctx *ctx, const char *tag, unsigned nfields,
	     const struct type_field *fields, uint64_t size, uint64_t align, uint32_t origin)
{
  struct type_field *f = CTX_NEWV (ctx, struct type_field, nfields);
  struct type t;
  unsigned i;

  memset (&t, 0, sizeof t);
  for (i = 0; i < nfields; i++)
    {
      f[i] = fields[i];
      f[i].name = ctx_intern (ctx, f[i].name ? f[i].name : "_");
    }
  t.kind = TYPE_RECORD;
  t.nfields = nfields;
  t.fields = f;
  t.tag = tag ? ctx_intern (ctx, tag) : NULL;
  t.origin = origin;
  if (size || align)
    {
      t.size = size;
      t.align = align ? align : 1;
    }
  else
    lay_out (&t, nfields, f);
  return intern (ctx, &t);
}

const struct type *
type_blob (struct nova_ctx *ctx, const char *tag, uint64_t size, uint64_t align, uint32_t origin)
{
  struct type t;

  memset (&t, 0, sizeof t);
  t.kind = TYPE_BLOB;
  t.tag = tag ? ctx_intern (ctx, tag) : NULL;
  t.size = size;
  t.align = align;
  t.origin = origin;
  return intern (ctx, &t);
}

const struct type *
type_vec (struct nova_ctx *ctx, const struct type *elem)
{
  struct type t;

  memset (&t, 0, sizeof t);
  t.kind = TYPE_VEC;
  t.elem = elem;
  t.size = t.align = 8;
  return intern (ctx, &t);
}

const struct type *
type_fn (struct nova_ctx *ctx, unsigned nparams, const struct type *const *params,
	 unsigned nresults, const struct type *const *results)
{
  struct type_field *f = CTX_NEWV (ctx, struct type_field, nparams + nresults);
  struct type t;
  unsigned i;

  memset (&t, 0, sizeof t);
  for (i = 0; i < nparams; i++)
    f[i].type = params[i];
  for (i = 0; i < nresults; i++)
    f[nparams + i].type = results[i];
  t.kind = TYPE_FN;
  t.nparams = nparams;
  t.nfields = nparams + nresults;
  t.fields = f;
  t.size = t.align = 8;
  return intern (ctx, &t);
}

const struct type *
type_meta (struct nova_ctx *ctx, unsigned meta)
{
  struct type t;

  memset (&t, 0, sizeof t);
  t.kind = TYPE_META;
  t.meta = meta;
  t.size = t.align = 1;
  return intern (ctx, &t);
}

const struct type *
type_base (const struct type *t)
{
  while (t->kind == TYPE_VEC)
    t = t->elem;
  return t;
}

unsigned
type_levels (const struct type *t)
{
  unsigned n = 0;

  for (; t->kind == TYPE_VEC; t = t->elem)
    n++;
  return n;
}

bool
type_has_space (const struct type *t)
{
  if (!t)
    return false;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    return t->space != SPACE_PROGRAM || type_has_space (t->elem);
  for (unsigned k = 0; t->kind == TYPE_RECORD && k < t->nfields; k++)
    if (type_has_space (t->fields[k].type))
      return true;
  return false;
}

bool
type_fits_space (const struct type *t, enum mem_space space)
{
  for (; t && t->kind == TYPE_PTR; t = t->elem)
    {
      if (!(space_holds[space] & NOVA_SET (t->space)))
	return false;
      space = t->space;
    }
  return !type_has_space (t);
}

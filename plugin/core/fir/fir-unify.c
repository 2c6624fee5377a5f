/* Type variables and unification.

   Union-find on an array, with path compression.  A variable has the set of kinds of types that it
   may be (the classes of fir-sig.def), as in qualified types; when two variables are unified the
   sets are intersected.

   Robinson, A machine-oriented logic based on the resolution principle, 1965; Jones, A theory of
   qualified types, 1992, section 2, with classes for predicates; NOVA, section 3.3.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

#include <string.h>

static struct meta *
meta_of (struct infer *in, const struct type *t)
{
  return &in->metas[t->meta];
}

const struct type *
infer_fresh (struct infer *in)
{
  struct meta *m;

  CTX_MORE (in->ctx, in->metas, in->nmetas, in->metas_cap);
  m = &in->metas[in->nmetas];
  m->type = type_meta (in->ctx, in->nmetas++);
  m->mask = sig_class_mask (SIG_ANY);
  m->prefer = SCALAR_LAST;
  return m->type;
}

const struct type *
infer_named (struct infer *in, const char *name)
{
  const struct type *t = infer_fresh (in);

  meta_of (in, t)->name = name;
  return t;
}

const struct type *
infer_prune (struct infer *in, const struct type *t)
{
  const struct type *root = t, *next;

  while (root->kind == TYPE_META && meta_of (in, root)->to)
    root = meta_of (in, root)->to;
  for (; t != root; t = next)
    {
      next = meta_of (in, t)->to;
      meta_of (in, t)->to = root;
    }
  return root;
}

static const struct type *
known (void *data, const struct type *t)
{
  struct infer *in = (struct infer *) data;
  const struct type *root = infer_prune (in, t);

  return root->kind == TYPE_META ? root : infer_resolve (in, root);
}

const struct type *
infer_resolve (struct infer *in, const struct type *t)
{
  return type_has_meta (t) ? type_replace (in->ctx, t, known, in) : t;
}

/* Variables have names in messages: those that were written, else 't, 'u, ... in order.  */
static const struct type *
shown (void *data, const struct type *t)
{
  struct infer *in = (struct infer *) data;
  const struct meta *m = meta_of (in, t);
  unsigned k;

  if (m->prefer != SCALAR_LAST)
    return type_scalar (in->ctx, m->prefer);
  if (m->name && m->name[1] >= 'a' && m->name[1] <= 'z' && !m->name[2])
    return type_meta (in->ctx, (unsigned) (m->name[1] - 'a'));
  for (k = 0; k < in->nshown && in->shown[k] != t; k++)
    ;
  if (k == INFER_SHOWN)
    return type_meta (in->ctx, k - 1 + 't' - 'a');
  if (k == in->nshown)
    in->shown[in->nshown++] = t;
  return type_meta (in->ctx, k + 't' - 'a');
}

const struct type *
infer_show (struct infer *in, const struct type *t)
{
  t = infer_resolve (in, t);
  return type_has_meta (t) ? type_replace (in->ctx, t, shown, in) : t;
}

bool
infer_is_named (struct infer *in, const struct type *t)
{
  t = infer_prune (in, t);
  return t->kind == TYPE_META && meta_of (in, t)->name;
}

const char *
infer_any_of (struct infer *in, const struct type *t)
{
  const struct meta *m;
  unsigned c;

  t = infer_prune (in, t);
  if (t->kind != TYPE_META)
    return NULL;
  m = meta_of (in, t);
  for (c = SIG_ANY + 1; c < SIG_LAST && !m->name; c++)
    if (sig_class_mask ((enum sig_class) c) == m->mask)
      return sig_class_one ((enum sig_class) c);
  return NULL;
}

/* --- Unification ----------------------------------------------------------------------------- */

/* Is variable M in T?  */
static bool
occurs (struct infer *in, const struct type *m, const struct type *t)
{
  unsigned k, n;

  t = infer_prune (in, t);
  if (t->kind == TYPE_META)
    return t == m;
  if (!type_has_meta (t))
    return false;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    return occurs (in, m, t->elem);
  n = t->kind == TYPE_SUM ? t->sum->nparams : t->nfields;
  for (k = 0; k < n; k++)
    if (occurs (in, m, t->kind == TYPE_SUM ? t->targs[k] : t->fields[k].type))
      return true;
  return false;
}

/* Both are variables, FROM has no name.  */
static bool
join (struct infer *in, struct meta *from, struct meta *to)
{
  unsigned mask = from->mask & to->mask;

  if (!mask)
    return false;
  to->mask = mask;
  if (from->prefer != SCALAR_LAST
      && (to->prefer == SCALAR_LAST || to->prefer == SCALAR_I32
	  || !sig_mask_holds (mask, type_scalar (in->ctx, to->prefer))))
    to->prefer = from->prefer;
  from->to = to->type;
  return true;
}

static bool
bind_meta (struct infer *in, const struct type *v, const struct type *t)
{
  struct meta *m = meta_of (in, v);

  if (t->kind == TYPE_META && m->name)
    {
      const struct type *swap = v;

      v = t;
      t = swap;
      m = meta_of (in, v);
    }
  if (m->name)
    return false;
  in->bindings++;
  if (t->kind == TYPE_META)
    return join (in, m, meta_of (in, t));
  if (!sig_mask_holds (m->mask, t))
    return false;
  if (occurs (in, v, t))
    {
      in->circular = true;
      return false;
    }
  m->to = t;
  return true;
}

static bool
unify_sums (struct infer *in, const struct type *a, const struct type *b)
{
  unsigned k;

  if (a->sum != b->sum)
    return false;
  for (k = 0; k < a->sum->nparams; k++)
    if (!infer_unify (in, a->targs[k], b->targs[k]))
      return false;
  return true;
}

/* Records, functions.  */
static bool
unify_fields (struct infer *in, const struct type *a, const struct type *b)
{
  unsigned k;

  if (a->nfields != b->nfields || a->nparams != b->nparams || a->tag != b->tag
      || a->origin != b->origin)
    return false;
  for (k = 0; k < a->nfields; k++)
    if (a->fields[k].name != b->fields[k].name
	|| !infer_unify (in, a->fields[k].type, b->fields[k].type))
      return false;
  return true;
}

bool
infer_unify (struct infer *in, const struct type *a, const struct type *b)
{
  a = infer_prune (in, a);
  b = infer_prune (in, b);
  if (a == b)
    return true;
  if (a->kind == TYPE_META)
    return bind_meta (in, a, b);
  if (b->kind == TYPE_META)
    return bind_meta (in, b, a);
  if (a->kind != b->kind || (!type_has_meta (a) && !type_has_meta (b)))
    return false;
  switch (a->kind)
    {
    case TYPE_VEC:
      return infer_unify (in, a->elem, b->elem);
    case TYPE_PTR:
      return a->origin == b->origin && a->elem && b->elem && infer_unify (in, a->elem, b->elem);
    case TYPE_SUM:
      return unify_sums (in, a, b);
    default:
      return unify_fields (in, a, b);
    }
}

/* --- Classes, preferences -------------------------------------------------------------------- */

bool
infer_class (struct infer *in, const struct type *t, enum sig_class c)
{
  struct meta *m;
  unsigned mask;

  t = infer_prune (in, t);
  if (t->kind != TYPE_META)
    return sig_class_holds (c, t);
  m = meta_of (in, t);
  mask = m->mask & sig_class_mask (c);
  if (!mask)
    return false;
  in->bindings += mask != m->mask;
  m->mask = mask;
  if (m->prefer != SCALAR_LAST && !sig_mask_holds (mask, type_scalar (in->ctx, m->prefer)))
    m->prefer = SCALAR_LAST;
  return true;
}

void
infer_prefer (struct infer *in, const struct type *t, enum scalar s)
{
  t = infer_prune (in, t);
  if (t->kind == TYPE_META && meta_of (in, t)->prefer != SCALAR_LAST)
    meta_of (in, t)->prefer = s;
}

bool
infer_is_number (struct infer *in, const struct type *t)
{
  t = infer_prune (in, t);
  return t->kind == TYPE_META && meta_of (in, t)->prefer != SCALAR_LAST;
}

bool
infer_default (struct infer *in, const struct type *t)
{
  struct meta *m;

  t = infer_prune (in, t);
  if (t->kind != TYPE_META)
    return false;
  m = meta_of (in, t);
  if (m->prefer == SCALAR_LAST || m->name)
    return false;
  m->to = type_scalar (in->ctx, m->prefer);
  in->bindings++;
  return true;
}

void
infer_metas (struct infer *in, const struct type *t,
	     void (*f) (struct infer *in, struct meta *m, void *data), void *data)
{
  unsigned k, n;

  if (!t || !type_has_meta (t))
    return;
  if (t->kind == TYPE_META)
    f (in, meta_of (in, t), data);
  else if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    infer_metas (in, t->elem, f, data);
  else
    for (k = 0, n = t->kind == TYPE_SUM ? t->sum->nparams : t->nfields; k < n; k++)
      infer_metas (in, t->kind == TYPE_SUM ? t->targs[k] : t->fields[k].type, f, data);
}

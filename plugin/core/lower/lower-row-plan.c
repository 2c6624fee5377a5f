/* Lowering of outputs whose values are vectors: what is known of the values before they are made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   How long they are; whether each has its place, and is made there; whether they are flattened, or
   flattened and stored, so that there is no nested vector: see lower-row-output.c.  */

#include "lower-row-output.h"

/* --- Extents -------------------------------------------------------------------------------- */

bool
rowout_invariant_p (struct loop *lp, struct fir_atom n)
{
  if (n.cst)
    return true;
  struct bind *b = lower_bind (lp->l, n.var);
  bool known = type_is_vec (n.var->type) ? b->vec && b->vec->n[0] : b->e != NULL;
  return known && b->depth <= lower_bind (lp->l, lp->s->res[0])->depth;
}

static unsigned extents (struct loop *lp, struct fir_atom a, struct fir_atom *ext);

/* The number of elements of A's rows, if that is a constant; else none.  */
static struct fir_atom
elements (struct loop *lp, struct fir_atom a)
{
  struct fir_atom ext[2];
  __int128 n, m;
  if (type_levels (fir_atom_type (a)) != 2 || extents (lp, a, ext) != 2
      || !fir_atom_value (ext[0], &n) || !fir_atom_value (ext[1], &m) || n > UINT32_MAX
      || m > UINT32_MAX)
    return FIR_NONE;
  return fir_atom_size (lp->l->prog, n * m);
}

/* The length of A, as an extent.  What writes at indices is measured too: column LENGTH of fir.def
   leaves that out, since an index may fail, but here the elements are made in any case.  */
static struct fir_atom
length (struct loop *lp, struct fir_atom a)
{
  struct fir_atom n;
  for (;;)
    {
      bool known = fir_vec_length (&a, &n);
      struct fir_stmt *s = fir_atom_def (known ? n : a);
      if (known && (!s || s->op != FIR_LEN || rowout_invariant_p (lp, n)))
	return n;
      if (!s || (!known && s->op != FIR_PERMUTE && !shape_over (s, 0)))
	{
	  n = s && s->op == FIR_FLATTEN ? elements (lp, s->args[0]) : FIR_NONE;
	  return !fir_atom_none (n) ? n : s && s->op == FIR_BINS ? s->args[1] : a;
	}
      a = s->args[0];
    }
}

/* The extents of A, a vector of LEVELS levels, as far as they are invariant; returns their
   number.  */
static unsigned
extents (struct loop *lp, struct fir_atom a, struct fir_atom *ext)
{
  struct fir_stmt *def = fir_atom_def (a);
  unsigned levels = type_levels (fir_atom_type (a)), n = 1;
  ext[0] = length (lp, a);
  while (n < levels && fir_vec_extent (a, n, &ext[n]))
    n++;
  /* Rows that a loop makes have the extents of its values.  */
  for (unsigned k = 0; def && k < def->nouts && n == 1 && levels > 1; k++)
    if (def->outs[k].res == a.var)
      n += extents (lp, def->outs[k].value, ext + 1);
  for (unsigned k = 0; k < n; k++)
    if (!rowout_invariant_p (lp, ext[k]))
      return 0;
  return n;
}

/* A term of the body is used before and behind the loop: it needs a name.  */
struct imp_expr *
rowout_extent (struct loop *lp, struct fir_atom n)
{
  bool vec = n.var && type_is_vec (n.var->type);
  struct imp_expr *e = vec ? vec_len (lp->l, lower_vec (lp->l, n)) : lower_atom (lp->l, n);
  return lower_name (lp->l, e, "n");
}

/* --- Places --------------------------------------------------------------------------------- */

void
rowout_plan (struct loop *lp, struct out *o)
{
  struct nova_ctx *ctx = lp->l->ctx;
  struct fir_atom *ext;
  const struct type *t = fir_atom_type (o->o->value);
  o->vecs = rowcomb_is (o->o);
  rowcomb_plan (lp, o);
  o->keeps = rowkeep_is (lp, o->o);
  o->rows = type_is_vec (t) && o->o->kind != OUT_REDUCE && !o->keeps;
  if (!o->rows)
    return;
  o->vals = CTX_NEW (ctx, struct values);
  o->vals->deep = type_levels (t);
  ext = CTX_NEWV (ctx, struct fir_atom, o->vals->deep);
  o->vals->ext = CTX_NEWV (ctx, struct imp_expr *, o->vals->deep);
  o->vals->tot = CTX_NEWV (ctx, struct imp_var *, o->vals->deep + 1);
  o->vals->totpart = CTX_NEWV (ctx, struct imp_var *, o->vals->deep + 1);
  o->vals->all = CTX_NEWV (ctx, struct imp_expr *, o->vals->deep + 1);
  o->vals->offs = CTX_NEWV (ctx, struct vecval *, o->vals->deep + 1);
  o->vals->even = !o->vecs && extents (lp, o->o->value, ext) == o->vals->deep;
  bool given = lp->nested && lp->nouts == 1 && !o->vecs && lower_bind (lp->l, o->o->res)->place;
  o->vals->joined = given && !o->vals->even;
  o->vals->given_place = given && o->vals->even && o->o->kind == OUT_VEC;
  for (unsigned k = 0; o->vals->even && k < o->vals->deep; k++)
    o->vals->ext[k] = rowout_extent (lp, ext[k]);
}

/* The uses of rows that need no offsets.  */
static const enum fir_op flattens[] = { FIR_FLATTEN, FIR_LEN };

/* Is O's result flattened, and not used otherwise?  */
static bool
is_flat (struct loop *lp, struct out *o)
{
  unsigned n;
  if (o->vals->even || o->vals->deep != 1 || o->o->kind != OUT_VEC || lp->once)
    return false;
  n = fir_count_uses_by (lp->l->region->body, o->o->res, flattens,
			 sizeof flattens / sizeof *flattens);
  return n == fir_count_uses (lp->l->region->body, o->o->res);
}

void
rowout_plan_places (struct loop *lp, struct out *o)
{
  if (lp->nested || o->vecs)
    return;
  if (!o->vals->even && o->vals->deep == 1 && o->o->kind == OUT_VEC && !lp->leaf_fails)
    o->vals->places = rowplace_find (lp, length (lp, o->o->value));
  if (o->vals->places)
    o->vals->all[1] = rowplace_all (lp, o->vals->places);
  if (lp->leaf_fails && o->vals->even)
    return;
  bool offsets = false;
  o->vals->read = false;
  o->vals->store = lower_rows_stored (lp->l, lp->s, o->o->res, &offsets, &o->vals->read);
  /* A row that is not written in its place needs memory: all share it if it does not grow.  */
  if (o->vals->store && !rowout_fixed_p (o) && lower_rows_convert (o->vals->store))
    o->vals->store = NULL;
  o->vals->flat = !o->vals->store && is_flat (lp, o);
  o->vals->joined = o->vals->flat || (o->vals->store && !offsets);
}

bool
rowout_fixed_p (const struct out *o)
{
  return o->vals->even || o->vals->places;
}

bool
rowout_as_read_p (const struct out *o)
{
  return o->vals && o->vals->places;
}

bool
rowout_joined_p (const struct out *o)
{
  return o->vals && o->vals->joined && !o->vals->flat;
}

bool
rowout_stored_p (const struct out *o)
{
  return o->vals && o->vals->store;
}

/* The loop in LP's body that makes O's value, or NULL.  */
static struct fir_stmt *
maker (struct loop *lp, struct out *o)
{
  struct fir_stmt *def = fir_atom_def (o->o->value);
  return def && def->op == FIR_LOOP && def->parent == lp->body ? def : NULL;
}

struct fir_atom
rowout_length (struct loop *lp, struct out *o)
{
  struct fir_stmt *def = o->vecs ? NULL : maker (lp, o);
  for (unsigned k = 0; def && k < def->nouts; k++)
    if (def->outs[k].res == o->o->value.var && def->outs[k].kind != OUT_FILTER
	&& !type_is_vec (fir_atom_type (def->outs[k].value)))
      return def->args[0];
  return FIR_NONE;
}

/* --- What is made there --------------------------------------------------------------------- */

/* The vector made by a loop in LP's body whose only use is to be flattened into O's value; NULL if
   there is none.  */
static struct fir_var *
made_flat (struct loop *lp, struct out *o)
{
  struct fir_var *v = o->o->value.var;
  bool only = o->vals->deep == 1
	      || ((o->vals->joined || o->vals->given_place) && lower_bind (lp->l, v)->uses == 1);
  while (v && v->def && v->def->parent == lp->body && v->def->op == FIR_FLATTEN && only)
    {
      v = v->def->args[0].var;
      only = v && lower_bind (lp->l, v)->uses == 1;
    }
  return only && v && v->def && v->def->parent == lp->body && v->def->op == FIR_LOOP ? v : NULL;
}

/* How often O's value is used for more than its length, as a value of O, too.  */
static unsigned
value_uses (struct loop *lp, struct out *o)
{
  struct fir_var *v = o->o->value.var;
  unsigned uses = lower_bind (lp->l, v)->uses;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    uses -= s->op == FIR_LEN && s->args[0].var == v;
  return uses;
}

/* O's value, if a skeleton makes it that may write it in its place; else NULL.  A loop of two
   passes makes it twice, and the first time, when nothing is written, none may be read there.
   Where rows are even it must be seen that it stays in its place.  */
static struct fir_var *
made_whole (struct loop *lp, struct out *o)
{
  struct fir_var *v = o->o->value.var;
  struct fir_stmt *s = v && v->def && v->def->parent == lp->body ? v->def : NULL;
  if (!s || o->vals->deep > 1 || o->mem.grow || value_uses (lp, o) > 1)
    return NULL;
  switch (s->op)
    {
    case FIR_PERMUTE:
    case FIR_MERGE: return o->vals->even ? NULL : v;
    case FIR_BINS:
    case FIR_BINS_INTO:
    case FIR_SCATTER: return lp->passes == 1 ? v : NULL;
    case FIR_SORT:
    case FIR_RADIX: return lp->passes == 1 && !o->vals->even ? v : NULL;
    default: return NULL;
    }
}

/* O's value, if branches make it; else NULL.  */
static struct fir_var *
made_in_branches (struct loop *lp, struct out *o)
{
  struct fir_var *v = o->o->value.var;
  struct fir_stmt *s = v && v->def && v->def->parent == lp->body ? v->def : NULL;
  return s && (s->op == FIR_IF || s->op == FIR_CASE) && o->vals->deep == 1 && !o->mem.grow
	 && value_uses (lp, o) == 1 ? v : NULL;
}

struct fir_var *
rowout_made_there (struct loop *lp, struct out *o)
{
  struct fir_var *v = made_flat (lp, o);
  if (!v)
    v = made_whole (lp, o);
  return v ? v : made_in_branches (lp, o);
}

bool
rowout_read_p (struct loop *lp, struct out *o)
{
  return made_flat (lp, o) && value_uses (lp, o) > 1;
}

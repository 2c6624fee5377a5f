/* Lowering of vectors, DPIA's continuation translation of data layout: how elements are reached.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The data layout combinators of DPIA (section 4.3): view, row, flatten, range, reverse and the
   like need no code; they change the meaning of `at x i'.  A handle is built only for a leaf's
   argument or a region's result.

   Does not: lower the terms (lower-index.c).  */

#include "lower-int.h"

struct vecval *
vec_new (struct lower *l, enum vec_kind kind, const struct type *t)
{
  struct vecval *v = CTX_NEW (l->ctx, struct vecval);
  unsigned levels = type_levels (t);
  struct imp_expr **a = CTX_NEWV (l->ctx, struct imp_expr *, 5 * levels);
  v->kind = kind;
  v->type = t;
  v->n = a;
  v->off = a + levels;
  v->step = a + 2 * levels;
  v->count = a + 3 * levels;
  v->slope = a + 4 * levels;
  return v;
}

/* A pointer to the base elements of vector type T.  */
static const struct type *
data_type (struct lower *l, const struct type *t)
{
  return type_ptr (l->ctx, type_base (t), 0);
}

/* Release owned handle H at the end of its lifetime.  */
void
vec_own (struct lower *l, struct imp_var *h)
{
  if (!l->elem)
    {
      lower_live_add (l, h);
      return;
    }
  struct row *r = CTX_NEW (l->ctx, struct row);
  r->block = l->b;
  r->handle = h;
  r->next = l->elem->rows;
  l->elem->rows = r;
}

void
vec_disown (struct lower *l, struct imp_var *h)
{
  if (!l->elem)
    lower_live_remove (l, h);
  else
    for (struct row **r = &l->elem->rows; *r; r = &(*r)->next)
      if ((*r)->handle == h)
	{
	  *r = (*r)->next;
	  return;
	}
}

/* The vecval of handle H, without the offsets of its irregular levels.  */
static struct vecval *
handle_vec (struct lower *l, struct imp_var *h, const struct type *t, bool owned)
{
  struct vecval *v = vec_new (l, VEC_MEM, t);
  v->handle = h;
  v->owned = owned;
  v->n[0] = imp_use (l->p, s_new (l, "n", type_size (l->ctx),
				  e_call (l, IMP_FN_LEN, NULL, 1, imp_use (l->p, h))));
  v->data = imp_use (l->p, s_new (l, "d", data_type (l, t),
				  e_call (l, IMP_FN_DATA, data_type (l, t), 1,
					  imp_use (l->p, h))));
  if (owned)
    vec_own (l, h);
  return v;
}

struct vecval *
vec_alloc (struct lower *l, const char *name, const struct type *t, struct imp_expr *n,
	   uint32_t site)
{
  return vec_alloc_in (l, name, t, n, site, NULL, NULL);
}

struct vecval *
vec_alloc_in (struct lower *l, const char *name, const struct type *t, struct imp_expr *n,
	      uint32_t site, struct vecval *in, struct imp_var *unless)
{
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_VECNEW, site);
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, name, t);
  s->e[0] = n;
  s->e[1] = in ? imp_use (l->p, in->handle) : NULL;
  s->e[2] = unless ? imp_use (l->p, unless) : NULL;
  struct vecval *v = vec_new (l, VEC_MEM, t);
  v->handle = s->var;
  v->owned = true;
  v->n[0] = e_again (l, n);
  v->data = imp_use (l->p, s_new (l, "d", data_type (l, t),
				  e_call (l, IMP_FN_DATA, data_type (l, t), 1,
					  imp_use (l->p, s->var))));
  vec_own (l, s->var);
  return v;
}

struct vecval *
vec_of_handle (struct lower *l, struct imp_var *h, const struct type *t, bool owned)
{
  struct vecval *v = handle_vec (l, h, t, owned);
  if (type_levels (t) > 1)
    rows_offsets (l, v);
  return v;
}

/* Whether more of a vector than its lengths is needed.  */
struct counting
{
  struct lower *l;
  struct fir_var *var;
  bool inner;			/* it is segments of segments: only offsets have their number */
  bool more;
};

static bool counted_only (struct lower *l, struct fir_var *var, bool flat);

static void
count_use (struct fir_stmt *s, void *data)
{
  struct counting *k = (struct counting *) data;
  for (unsigned a = 0; a < s->nargs; a++)
    if (s->args[a].var == k->var)
      k->more |= s->op == FIR_LEN ? k->inner
		 : s->op != FIR_FLATTEN || !counted_only (k->l, s->res[0], true);
  for (unsigned o = 0; o < s->nouts; o++)
    k->more |= s->outs[o].value.var == k->var || s->outs[o].init.var == k->var;
  for (unsigned f = 0; f < s->nfns; f++)
    for (unsigned r = 0; r < s->fns[f]->body->nrets; r++)
      k->more |= s->fns[f]->body->rets[r].var == k->var;
}

/* Does the region need only lengths of VAR, as checks do, that its handle has?  FLAT: it is a
   vector without its outermost level.  */
static bool
counted_only (struct lower *l, struct fir_var *var, bool flat)
{
  struct counting k = { l, var, flat && type_is_vec (var->type->elem), false };
  fir_walk (l->region->body, count_use, &k);
  for (unsigned r = 0; r < l->region->body->nrets; r++)
    k.more |= l->region->body->rets[r].var == var;
  return !k.more;
}

/* VAR, whose handle is E: a parameter of the region, or a member of a record.  It is made
   contiguous here, or is loose, which the versions of the region allow for parameters only.  One
   whose elements are not needed stays as it is, since it may take no memory.  */
static struct vecval *
vec_given (struct lower *l, struct fir_var *var, struct imp_expr *e)
{
  bool param = !var->def && e->kind == IMP_EXPR_VAR;

  if (e->kind == IMP_EXPR_VAR && counted_only (l, var, false))
    {
      struct vecval *v = vec_new (l, VEC_MEM, var->type);
      v->handle = e->var;
      v->n[0] = imp_use (l->p, s_new (l, "n", type_size (l->ctx),
				      e_call (l, IMP_FN_LEN, NULL, 1, e)));
      return v;
    }
  struct vecval *v = param ? strided_param (l, var, e->var) : NULL;
  if (v)
    return v;
  if (param && strided_known_dense (l, var))
    v = handle_vec (l, e->var, var->type, false);
  else
    {
      struct imp_var *h = s_new (l, var->name, var->type,
				 e_call (l, IMP_FN_CONTIGUOUS, var->type, 1, e));
      v = handle_vec (l, h, var->type, true);
    }
  v->origin = fir_atom_var (var);
  if (type_levels (var->type) > 1 && rows_wanted (l, var))
    rows_offsets (l, v);
  return v;
}

struct vecval *
lower_vec (struct lower *l, struct fir_atom a)
{
  if (!a.var)
    ctx_fatal (l->ctx, "lower: a vector constant");
  struct bind *b = lower_bind (l, a.var);
  if (!b->vec && b->e)
    b->vec = vec_given (l, a.var, e_again (l, b->e));
  if (!b->vec)
    ctx_fatal (l->ctx, "lower: vector %s.%u is used before it has a value", a.var->name,
	       a.var->id);
  return b->vec;
}

struct imp_expr *
vec_len (struct lower *l, struct vecval *v)
{
  if (!v->n[0])
    ctx_fatal (l->ctx, "lower: segments inside irregular segments are not counted");
  return e_again (l, v->n[0]);
}

/* I times the step of V's outermost level.  */
static struct imp_expr *
strided_index (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  if (i->type != i64)
    i = imp_prim (l->p, FIR_CONV, i64, 1, &i);
  return e_op (l, FIR_MUL, i, e_again (l, v->step[0]));
}

/* Are all extents below the outermost level known?  */
bool
vec_regular (struct vecval *v)
{
  for (unsigned k = 1; k < type_levels (v->type); k++)
    if (!v->n[k])
      return false;
  return v->kind == VEC_MEM;
}

bool
vec_placed (struct vecval *v)
{
  for (unsigned k = 1; k < type_levels (v->type); k++)
    if (!v->n[k] && !v->off[k])
      return false;
  return v->kind == VEC_MEM;
}

/* Base elements of a segment of V, or NULL for 1.  */
static struct imp_expr *
segment_size (struct lower *l, struct vecval *v)
{
  struct imp_expr *e = NULL;
  for (unsigned k = 1; k < type_levels (v->type); k++)
    e = e ? e_op (l, FIR_MUL, e, e_again (l, v->n[k])) : e_again (l, v->n[k]);
  return e;
}

struct imp_expr *
vec_total (struct lower *l, struct vecval *v)
{
  if (v->kind == VEC_MEM && v->of)
    return vec_total (l, v->of);
  if (!vec_regular (v) && vec_placed (v))
    {
      struct imp_expr *lo = e_size (l, 0), *hi = vec_len (l, v);
      for (unsigned k = 1; k < type_levels (v->type); k++)
	rows_descend (l, v, k, &lo, &hi);
      return e_op (l, FIR_SUB, hi, lo);
    }
  if (!vec_regular (v) && type_levels (v->type) > 1)
    return e_call (l, IMP_FN_TOTAL, NULL, 1, imp_use (l->p, v->handle));
  struct imp_expr *e = segment_size (l, v);
  return e ? e_op (l, FIR_MUL, vec_len (l, v), e) : vec_len (l, v);
}

struct imp_expr *
vec_reshaped (struct lower *l, struct vecval *v, struct imp_expr *flat)
{
  struct imp_expr *args[4] = { flat };
  if (v->cuts)
    return rows_cut (l, v->cuts, flat);
  unsigned levels = type_levels (v->type), k = levels;
  /* The runtime takes three levels at a time: the inner ones first, one by one.  */
  for (; k > 3; k--)
    {
      struct imp_expr *n = e_again (l, v->n[0]);
      for (unsigned j = 1; j + 1 < k; j++)
	n = e_op (l, FIR_MUL, n, e_again (l, v->n[j]));
      args[0] = e_call (l, IMP_FN_RESHAPE, type_vec (l->ctx, args[0]->type), 3, args[0], n,
			e_again (l, v->n[k - 1]));
    }
  for (unsigned j = 0; j < k; j++)
    args[1 + j] = e_again (l, v->n[j]);
  return imp_call (l->p, IMP_FN_RESHAPE, v->type, 1 + k, args);
}

struct imp_expr *
vec_handle (struct lower *l, struct vecval *v, bool *fresh)
{
  *fresh = false;
  if (v->handle)
    return imp_use (l->p, v->handle);
  if (v->flat && v->flat->handle)
    {
      *fresh = true;
      return vec_reshaped (l, v, e_call (l, IMP_FN_RETAIN, v->flat->type, 1,
					 imp_use (l->p, v->flat->handle)));
    }
  if (v->kind != VEC_MEM || v->step[0])
    ctx_fatal (l->ctx, "lower: a vector that is only indexed needs a handle");
  *fresh = true;
  if (v->parent && v->parent->handle && !l->elem)
    return e_call (l, IMP_FN_ROW, v->type, 2, imp_use (l->p, v->parent->handle),
		   e_again (l, v->at));
  if (type_levels (v->type) == 1 && v->keeper)
    return rows_base (l, v, e_size (l, 0), vec_len (l, v));
  if (!vec_regular (v) || v->keeper || type_levels (v->type) > 3)
    return rows_handle (l, v);
  struct imp_expr *args[5] = { e_again (l, v->data), e_size (l, type_base (v->type)->size) };
  unsigned levels = type_levels (v->type);
  for (unsigned k = 0; k < levels; k++)
    args[2 + k] = e_again (l, v->n[k]);
  return imp_call (l->p, IMP_FN_VIEW, v->type, 2 + levels, args);
}

/* --- Elements ------------------------------------------------------------------------------- */

/* Segment I of V, which is strided.  */
static struct vecval *
strided_row (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  struct vecval *r = vec_new (l, VEC_MEM, v->type->elem);
  struct imp_expr *args[2] = { e_again (l, v->data), strided_index (l, v, e_again (l, i)) };
  r->data = imp_use (l->p, s_new (l, "row", v->data->type,
				  imp_prim (l->p, FIR_PADD, v->data->type, 2, args)));
  for (unsigned k = 1; k < type_levels (v->type); k++)
    {
      r->n[k - 1] = v->n[k];
      r->step[k - 1] = v->step[k];
    }
  r->origin = v->origin;
  r->alias = v->alias;
  strided_slopes (l, r, v, i);
  return r;
}

struct vecval *
vec_row (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  if (v->kind == VEC_REVERSE)
    {
      struct imp_expr *last = e_op (l, FIR_SUB, vec_len (l, v->of), e_size (l, 1));
      return vec_row (l, v->of, e_op (l, FIR_SUB, last, i));
    }
  if (v->kind == VEC_REPLICATE)
    return v->of;
  if (v->kind == VEC_KEPT)
    {
      const struct type *t = v->type->elem;
      struct imp_expr *row = e_call (l, IMP_FN_KEPT_ROW, t, 2, imp_use (l->p, v->handle), i);
      return vec_of_handle (l, s_new (l, "row", t, row), t, false);
    }
  if (v->step[0])
    return strided_row (l, v, lower_name (l, i, "i"));
  i = lower_name (l, i, "i");
  struct imp_expr *lo = e_again (l, i), *hi = NULL, *n = NULL;
  if (v->n[1])
    {
      lo = e_op (l, FIR_MUL, lo, e_again (l, v->n[1]));
      n = v->n[1];
    }
  else
    {
      hi = e_op (l, FIR_ADD, e_again (l, i), e_size (l, 1));
      rows_descend (l, v, 1, &lo, &hi);
      n = lower_name (l, e_op (l, FIR_SUB, hi, e_again (l, lo)), "n");
    }
  struct vecval *r = rows_part (l, v, lo, n);
  r->parent = v;
  r->at = i;
  return r;
}

struct imp_expr *
vec_element (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  struct imp_expr *e;
  switch (v->kind)
    {
    case VEC_MEM:
      if (!v->step[0])
	return imp_load (l->p, e_again (l, v->data), i);
      if (v->slope[0])
	i = lower_name (l, i, "i");
      e = imp_load (l->p, e_again (l, v->data),
		    strided_index (l, v, v->slope[0] ? e_again (l, i) : i));
      return strided_element (l, v, e, i);
    case VEC_FLAT:
      i = lower_name (l, i, "i");
      e = e_op (l, FIR_DIV, e_again (l, i), e_again (l, v->of->n[1]));
      return vec_element (l, vec_row (l, v->of, lower_name (l, e, "r")),
			  e_op (l, FIR_REM, i, e_again (l, v->of->n[1])));
    case VEC_RANGE:
      e = i->type == v->a->type ? i : imp_prim (l->p, FIR_CONV, v->a->type, 1, &i);
      e = e_op (l, FIR_MUL, e, e_again (l, v->s));
      e->wrap = true;
      e = e_op (l, FIR_ADD, e_again (l, v->a), e);
      e->wrap = true;
      return e;
    case VEC_REPLICATE:
      return e_again (l, v->a);
    case VEC_KEPT:
      break;
    case VEC_OWNERS:
      return e_call (l, IMP_FN_OWNER, NULL, 5, e_again (l, v->a), e_again (l, v->data),
		     e_again (l, v->of->data), vec_len (l, v->of), i);
    case VEC_REVERSE:
      e = e_op (l, FIR_SUB, vec_len (l, v->of), e_size (l, 1));
      return vec_element (l, v->of, e_op (l, FIR_SUB, e, i));
    }
  ctx_fatal (l->ctx, "lower: a vector of unknown kind");
}

/* A contiguous copy of strided V.  */
static struct vecval *
strided_memory (struct lower *l, struct vecval *v)
{
  unsigned levels = type_levels (v->type);
  struct imp_block *after = l->b;
  struct vecval *m = vec_alloc (l, "v", type_vec (l->ctx, type_base (v->type)),
				lower_name (l, vec_total (l, v), "n"), l->region->site);
  struct imp_expr *from = NULL, *to = NULL;
  struct imp_expr *more = v->more ? e_again (l, v->more) : NULL;
  for (unsigned k = 0; k < levels; k++)
    {
      struct imp_stmt *f = s_for (l, "i", e_size (l, 0), e_again (l, v->n[k]), 1, true);
      struct imp_expr *i = imp_use (l->p, f->var);
      struct imp_expr *at = imp_prim (l->p, FIR_CONV, v->step[k]->type, 1, &i);
      l->b = &f->body;
      at = e_op (l, FIR_MUL, at, e_again (l, v->step[k]));
      from = lower_name (l, from ? e_op (l, FIR_ADD, from, at) : at, "from");
      i = imp_use (l->p, f->var);
      to = lower_name (l, to ? e_op (l, FIR_ADD, e_op (l, FIR_MUL, to, e_again (l, v->n[k])), i)
		       : i, "to");
      if (v->slope[k])
	more = lower_name (l, strided_slope (l, v->slope[k], imp_use (l->p, f->var), more), "more");
    }
  struct imp_expr *x = imp_load (l->p, e_again (l, v->data), from);
  s_store (l, e_again (l, m->data), to, more ? strided_sum (l, x, more) : x);
  l->b = after;
  if (levels == 1)
    return m;
  struct vecval *r = vec_new (l, VEC_MEM, v->type);
  r->data = e_again (l, m->data);
  r->flat = m;
  for (unsigned k = 0; k < levels; k++)
    r->n[k] = e_again (l, v->n[k]);
  return r;
}

struct vecval *
vec_memory (struct lower *l, struct vecval *v)
{
  if (v->kind == VEC_MEM)
    return v->step[0] ? strided_memory (l, v) : v;
  if (type_is_vec (v->type->elem))
    ctx_fatal (l->ctx, "lower: a nested vector that is only indexed needs memory");
  struct vecval *m = vec_alloc (l, "v", v->type, vec_len (l, v), l->region->site);
  struct imp_stmt *f = s_for (l, "i", e_size (l, 0), vec_len (l, v), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  s_store (l, e_again (l, m->data), imp_use (l->p, f->var),
	   vec_element (l, v, imp_use (l->p, f->var)));
  l->b = after;
  return m;
}

/* Is V, or the vector that it is a part of, a leaf's result that may be lent?  */
static bool
is_lent (struct vecval *v)
{
  return v->lent || (v->keeper && v->keeper->lent) || (v->parent && v->parent->lent)
	 || (v->flat && v->flat->lent);
}

/* FN of H, an owned handle of V, replacing it.  */
static struct imp_expr *
kept_instead (struct lower *l, struct vecval *v, struct imp_expr *h, enum imp_fn fn)
{
  struct imp_var *view = s_new (l, "h", v->type, h);
  struct imp_var *kept = s_new (l, "v", v->type,
				e_call (l, fn, v->type, 1, imp_use (l->p, view)));
  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = view;
  return imp_use (l->p, kept);
}

/* The elements of a view of the program live as long as the region, those of other vectors only as
   long as their handle.  */
struct imp_expr *
vec_owned (struct lower *l, struct vecval *v)
{
  bool fresh, made = fir_atom_none (v->origin) && !v->handle;
  struct vecval *m = vec_memory (l, v);
  struct imp_expr *h = vec_handle (l, m, &fresh);
  if (!fresh)
    return e_call (l, is_lent (v) ? IMP_FN_KEEP : IMP_FN_RETAIN, v->type, 1, h);
  if (is_lent (v))
    return kept_instead (l, v, h, IMP_FN_KEEP);
  if (!made || m != v || v->kind != VEC_MEM || (v->flat && v->flat->handle)
      || (v->keeper && v->keeper->handle && (!l->elem || v->keeper->grown)))
    return h;
  return kept_instead (l, v, h, IMP_FN_COPY);
}

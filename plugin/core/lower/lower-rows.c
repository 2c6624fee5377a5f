/* Lowering of nested vectors: offsets, parts, and handles of irregular ones.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A nested vector is one array of base elements and, for each irregular level, one of offsets
   (Blelloch, "Programming Parallel Algorithms", section 5).  A segment, or the result of flattening
   the outer level, is a pair of positions in the level below: offsets of deeper levels are read
   from there on, and base elements only when no irregular level is left.  Nothing is copied, unless
   a part that has no handle needs one.  */

#include "lower-int.h"

static const struct type *
offsets_type (struct lower *l)
{
  return type_vec (l->ctx, type_size (l->ctx));
}

/* BASE + I elements, named.  */
static struct imp_expr *
shifted (struct lower *l, struct imp_expr *base, struct imp_expr *i, const char *name)
{
  struct imp_expr *args[2] = { e_again (l, base), e_again (l, i) };
  struct imp_expr *p = imp_prim (l->p, FIR_PADD, base->type, 2, args);
  return imp_use (l->p, s_new (l, name, base->type, p));
}

void
rows_offsets (struct lower *l, struct vecval *v)
{
  const struct type *t = offsets_type (l), *ptr = type_ptr (l->ctx, type_size (l->ctx), 0);
  for (unsigned k = 1; k < type_levels (v->type); k++)
    {
      struct imp_var *o = s_new (l, "offs", t,
				 e_call (l, IMP_FN_OFFSETS, t, 2, imp_use (l->p, v->handle),
					 e_size (l, k - 1)));
      vec_own (l, o);
      v->off[k] = imp_use (l->p, s_new (l, "off", ptr, e_call (l, IMP_FN_DATA, ptr, 1,
							       imp_use (l->p, o))));
    }
}

/* --- Who looks at segments ------------------------------------------------------------------ */

struct looking
{
  struct fir_var *var;
  bool found;
};

static void
look (struct fir_stmt *s, void *data)
{
  struct looking *k = (struct looking *) data;
  bool blind = s->op == FIR_LEN || s->op == FIR_COPY || s->op == FIR_LEAF || s->op == FIR_OFFSETS
	       || s->op == FIR_STORE
	       || (s->op == FIR_FLATTEN && type_levels (s->res[0]->type) == 1);
  for (unsigned a = 0; a < s->nargs; a++)
    k->found |= s->args[a].var == k->var && !blind;
  for (unsigned o = 0; o < s->nouts; o++)
    k->found |= s->outs[o].value.var == k->var || s->outs[o].init.var == k->var;
  for (unsigned f = 0; f < s->nfns; f++)
    for (unsigned r = 0; r < s->fns[f]->body->nrets; r++)
      k->found |= s->fns[f]->body->rets[r].var == k->var;
}

bool
rows_wanted (struct lower *l, struct fir_var *var)
{
  struct looking k = { var, false };
  fir_walk (l->region->body, look, &k);
  return k.found;
}

/* --- Parts ---------------------------------------------------------------------------------- */

void
rows_descend (struct lower *l, struct vecval *v, unsigned k, struct imp_expr **lo,
	      struct imp_expr **hi)
{
  struct imp_expr **ends[2] = { lo, hi };
  const struct imp_expr *all = k == 1 ? v->n[0] : v->count[k - 1];
  uint64_t first;
  if (v->count[k] && all && imp_is_const (*lo, &first) && first == 0 && imp_expr_equal (*hi, all))
    {
      *hi = e_again (l, v->count[k]);
      return;
    }
  for (unsigned e = 0; e < 2; e++)
    {
      struct imp_expr *x = *ends[e];
      if (v->off[k])
	x = imp_load (l->p, e_again (l, v->off[k]), x);
      else
	x = e_op (l, FIR_MUL, x, e_again (l, v->n[k]));
      *ends[e] = lower_name (l, x, e ? "hi" : "lo");
    }
}

/* LO NULL: from the beginning.  */
struct vecval *
rows_part (struct lower *l, struct vecval *v, struct imp_expr *lo, struct imp_expr *n)
{
  struct vecval *r = vec_new (l, VEC_MEM, v->type->elem);
  unsigned levels = type_levels (v->type), k;
  r->origin = v->origin;
  r->alias = v->alias;
  r->keeper = v->keeper ? v->keeper : v;
  r->lo = v->lo;
  r->data = e_again (l, v->data);
  r->n[0] = e_again (l, n);
  for (k = 2; k < levels; k++)
    {
      r->n[k - 1] = v->n[k];
      r->off[k - 1] = v->off[k];
    }
  if (!lo)
    return r;
  for (k = 2; k < levels && !v->off[k]; k++)
    lo = e_op (l, FIR_MUL, lo, e_again (l, v->n[k]));
  lo = lower_name (l, lo, "lo");
  if (k < levels)
    r->off[k - 1] = shifted (l, v->off[k], lo, "off");
  else
    {
      r->data = shifted (l, v->data, lo, "row");
      r->lo = v->lo ? e_op (l, FIR_ADD, v->lo, e_again (l, lo)) : lo;
    }
  return r;
}

/* --- Handles -------------------------------------------------------------------------------- */

struct imp_expr *
rows_cut (struct lower *l, struct vecval *o, struct imp_expr *h)
{
  bool fresh;
  const struct type *t = type_vec (l->ctx, h->type);
  struct imp_expr *e = vec_handle (l, o, &fresh);
  struct imp_var *x = fresh ? s_new (l, "offs", e->type, e) : e->var;
  struct imp_var *c = s_new (l, "offs", x->type, e_call (l, IMP_FN_COPY, x->type, 1,
							 imp_use (l->p, x)));
  if (fresh)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = x;
  return e_call (l, IMP_FN_SEGMENTS, t, 2, h, imp_use (l->p, c));
}

/* A new vector of the offsets LO to HI of level K of V, minus the first of them.  */
static struct imp_var *
rebased (struct lower *l, struct vecval *v, unsigned k, struct imp_expr *lo, struct imp_expr *hi)
{
  const struct type *t = offsets_type (l), *ptr = type_ptr (l->ctx, type_size (l->ctx), 0);
  struct imp_expr *n = e_op (l, FIR_SUB, e_again (l, hi), e_again (l, lo));
  n = lower_name (l, e_op (l, FIR_ADD, n, e_size (l, 1)), "n");
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_VECNEW, 0);
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "offs", t);
  s->e[0] = n;
  struct imp_expr *d = imp_use (l->p, s_new (l, "d", ptr, e_call (l, IMP_FN_DATA, ptr, 1,
								  imp_use (l->p, s->var))));
  struct imp_expr *from = shifted (l, v->off[k], lo, "off");
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0), e_again (l, n), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *x = imp_load (l->p, e_again (l, from), imp_use (l->p, f->var));
  s_store (l, d, imp_use (l->p, f->var),
	   e_op (l, FIR_SUB, x, imp_load (l->p, e_again (l, from), e_size (l, 0))));
  l->b = after;
  return s->var;
}

struct imp_expr *
rows_base (struct lower *l, struct vecval *v, struct imp_expr *lo, struct imp_expr *n)
{
  const struct type *t = type_vec (l->ctx, type_base (v->type));
  struct vecval *k = v->keeper ? v->keeper : v;
  if (k->handle && (!l->elem || k->grown))
    {
      if (v->lo)
	lo = e_op (l, FIR_ADD, lo, v->lo);
      return e_call (l, IMP_FN_PART, t, 3, imp_use (l->p, k->handle), lo, n);
    }
  struct imp_expr *args[2] = { e_again (l, v->data), lo };
  struct imp_expr *p = imp_prim (l->p, FIR_PADD, v->data->type, 2, args);
  return e_call (l, IMP_FN_VIEW, t, 3, p, e_size (l, type_base (t)->size), n);
}

struct imp_expr *
rows_handle (struct lower *l, struct vecval *v)
{
  unsigned levels = type_levels (v->type);
  struct imp_expr **lo = CTX_NEWV (l->ctx, struct imp_expr *, levels);
  struct imp_expr **hi = CTX_NEWV (l->ctx, struct imp_expr *, levels), *h;
  lo[0] = e_size (l, 0);
  hi[0] = vec_len (l, v);
  for (unsigned k = 1; k < levels; k++)
    {
      lo[k] = lo[k - 1];
      hi[k] = hi[k - 1];
      rows_descend (l, v, k, &lo[k], &hi[k]);
    }
  h = rows_base (l, v, e_again (l, lo[levels - 1]),
		 e_op (l, FIR_SUB, e_again (l, hi[levels - 1]), e_again (l, lo[levels - 1])));
  for (unsigned k = levels - 1; k > 0; k--)
    {
      const struct type *t = type_vec (l->ctx, h->type);
      struct imp_expr *n = e_op (l, FIR_SUB, e_again (l, hi[k - 1]), e_again (l, lo[k - 1]));
      if (v->off[k])
	h = e_call (l, IMP_FN_SEGMENTS, t, 2, h,
		    imp_use (l->p, rebased (l, v, k, lo[k - 1], hi[k - 1])));
      else
	h = e_call (l, IMP_FN_RESHAPE, t, 3, h, n, e_again (l, v->n[k]));
    }
  return h;
}

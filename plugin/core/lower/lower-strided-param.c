/* Lowering of loose parameters: strided ones, which are read in place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A handle from elsewhere may be a range, a replicated value, a slice.  A region is lowered for
   contiguous handles, and again for those that are not (enum lower_reads): then parameters of which
   only elements, rows and lengths are used are loose: the stride of each level is known at run
   time, and of a range the slope, the difference of consecutive values.  All others are made
   contiguous as in the other versions.  doc/imp.txt, section 7, says why there are several.

   Does not: handle ragged rows: the version for loose rows is called with even ones.  */

#include "lower-int.h"

/* How a vector is used.  */
struct use
{
  struct lower *l;
  struct fir_var *var;
  bool param;			/* it has a handle */
  unsigned levels;		/* the number of loops that read each element once */
  bool loose;			/* all its uses are possible for a loose vector */
  bool often;			/* an element may be read several times */
};

static void look (struct fir_stmt *s, void *data);

static void
look_at_uses (struct use *u)
{
  struct fir_block *b = u->l->region->body;
  fir_walk (b, look, u);
  for (unsigned r = 0; r < b->nrets; r++)
    u->loose &= b->rets[r].var != u->var;
}

/* Add the uses of R, which has the rows or elements of U's vector.  */
static void
look_at_part (struct use *u, struct fir_var *r, bool is_flat)
{
  struct use v = { .l = u->l, .var = r, .loose = true, .levels = is_flat ? 1 : u->levels };
  /* A row has fewer levels than the vector, so fewer loops read its elements once.  */
  if (v.levels < type_levels (r->type))
    v.levels = type_levels (r->type);
  look_at_uses (&v);
  u->loose &= v.loose && !(is_flat && type_is_vec (r->type->elem));
  u->often |= v.often;
}

/* Record the use of U's vector as argument A of S.  */
static void
look_at_arg (struct use *u, struct fir_stmt *s, unsigned a)
{
  const struct type *t = u->var->type;
  if (fir_reads (s))
    {
      u->loose &= a == 0;
      if (type_is_vec (s->res[0]->type))
	look_at_part (u, s->res[0], false);
      else
	u->often |= lower_bind (u->l, s->res[0])->depth > u->levels;
      return;
    }
  switch (s->op)
    {
    case FIR_LEN: return;
    case FIR_FLATTEN:
      look_at_part (u, s->res[0], true);
      return;
    case FIR_RESHAPE:
      /* A flattened level no longer has a stride.  */
      u->loose &= u->param || u->var->def->op != FIR_FLATTEN;
      look_at_part (u, s->res[0], false);
      return;
    case FIR_LEAF:
      u->loose &= u->param || !type_is_vec (t->elem);
      return;
    case FIR_PERMUTE:
      return;
    case FIR_SCATTER:
    case FIR_BINS:
    case FIR_BINS_INTO:
    case FIR_BINS_ROWS:
      /* Not a vector that is to be updated.  */
      u->loose &= !type_is_vec (t->elem) && !shape_over (s, a);
      return;
    default:
      u->loose = false;
    }
}

static void
look (struct fir_stmt *s, void *data)
{
  struct use *u = (struct use *) data;
  for (unsigned a = 0; a < s->nargs; a++)
    if (s->args[a].var == u->var)
      look_at_arg (u, s, a);
  for (unsigned o = 0; o < s->nouts; o++)
    {
      bool row = s->outs[o].kind == OUT_VEC || s->outs[o].kind == OUT_FILTER;
      u->loose &= s->outs[o].init.var != u->var && (s->outs[o].value.var != u->var || row);
    }
  for (unsigned f = 0; f < s->nfns; f++)
    for (unsigned r = 0; r < s->fns[f]->body->nrets; r++)
      u->loose &= s->fns[f]->body->rets[r].var != u->var;
}

static struct use
use_of (struct lower *l, struct fir_var *var)
{
  struct use u = { .l = l, .var = var, .param = true, .loose = true,
		   .levels = type_levels (var->type) };
  look_at_uses (&u);
  return u;
}

bool
strided_known_dense (struct lower *l, struct fir_var *var)
{
  return l->reads == READS_DENSE && !var->dies && type_levels (var->type) == 1
	 && use_of (l, var).loose;
}

/* FN (HANDLE, K), named.  */
static struct imp_expr *
about_level (struct lower *l, enum imp_fn fn, const char *name, struct imp_var *h, unsigned k,
	     const struct type *t)
{
  struct imp_expr *e = e_call (l, fn, NULL, 2, imp_use (l->p, h), e_size (l, k));
  if (t != type_size (l->ctx))
    e = imp_prim (l->p, FIR_CONV, t, 1, &e);
  return imp_use (l->p, s_new (l, name, t, e));
}

struct vecval *
strided_param (struct lower *l, struct fir_var *var, struct imp_var *param)
{
  const struct type *base = type_base (var->type);
  const struct type *ptr = type_ptr (l->ctx, base, 0), *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct use u = use_of (l, var);
  bool here = u.loose && (l->reads == READS_EVEN
			  || (l->reads == READS_FLAT && type_levels (var->type) == 1));
  for (unsigned k = 0; k < l->proc->nparams; k++)
    if (l->proc->params[k] == param)
      {
	l->proc->may_be_loose[k] = u.loose;
	l->proc->loose[k] = here;
      }
  if (!here)
    return NULL;
  struct vecval *v = vec_new (l, VEC_MEM, var->type);
  struct imp_var *h = s_new (l, var->name, var->type,
			     e_call (l, IMP_FN_LOOSE, var->type, 2, imp_use (l->p, param),
				     e_size (l, u.often)));
  vec_own (l, h);
  v->handle = param;
  v->origin = fir_atom_var (var);
  v->data = imp_use (l->p, s_new (l, "d", ptr, e_call (l, IMP_FN_BASE, ptr, 1,
						       imp_use (l->p, h))));
  for (unsigned k = 0; k < type_levels (var->type); k++)
    {
      v->n[k] = about_level (l, IMP_FN_EXTENT, "n", h, k, type_size (l->ctx));
      v->step[k] = about_level (l, IMP_FN_STRIDE, "step", h, k, i64);
      /* Ranges are of these.  */
      if (type_is_integral (base) && (base->size == 4 || base->size == 8))
	v->slope[k] = about_level (l, IMP_FN_SLOPE, "slope", h, k, base);
    }
  return v;
}

/* X + Y, of values that may wrap.  */
struct imp_expr *
strided_sum (struct lower *l, struct imp_expr *x, struct imp_expr *y)
{
  struct imp_expr *e = e_op (l, FIR_ADD, x, y);
  e->wrap = true;
  return e;
}

/* I SLOPE, plus MORE if there is any.  */
struct imp_expr *
strided_slope (struct lower *l, struct imp_expr *slope, struct imp_expr *i, struct imp_expr *more)
{
  const struct type *t = slope->type;
  struct imp_expr *e = i->type == t ? i : imp_prim (l->p, FIR_CONV, t, 1, &i);
  e = e_op (l, FIR_MUL, e, e_again (l, slope));
  e->wrap = true;
  return more ? strided_sum (l, e, e_again (l, more)) : e;
}

/* ELEMENT, loaded from V[I], plus the slope's part.  */
struct imp_expr *
strided_element (struct lower *l, struct vecval *v, struct imp_expr *element, struct imp_expr *i)
{
  return v->slope[0] ? strided_sum (l, element, strided_slope (l, v->slope[0], i, v->more))
		     : element;
}

/* R, segment I of V, gets V's slopes.  */
void
strided_slopes (struct lower *l, struct vecval *r, struct vecval *v, struct imp_expr *i)
{
  if (!v->slope[0])
    return;
  for (unsigned k = 0; k < type_levels (r->type); k++)
    r->slope[k] = v->slope[k + 1];
  r->more = lower_name (l, strided_slope (l, v->slope[0], i, v->more), "more");
}

struct vecval *
strided_reshape (struct lower *l, struct fir_stmt *s, struct vecval *x)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  unsigned k = s->nargs - 1;
  v->data = e_again (l, x->data);
  v->origin = x->origin;
  v->alias = x->alias;
  v->more = x->more;
  for (unsigned j = 1; j < type_levels (x->type); j++)
    {
      v->n[k + j - 1] = x->n[j];
      v->step[k + j - 1] = x->step[j];
      v->slope[k + j - 1] = x->slope[j];
    }
  /* The innermost new level has the step of x, each outer one that times the elements inside.  */
  struct imp_expr *step = x->step[0], *slope = x->slope[0];
  while (k-- > 0)
    {
      struct imp_expr *n = lower_name (l, lower_atom (l, s->args[k + 1]), "n"), *m = n;
      v->n[k] = n;
      v->step[k] = step;
      v->slope[k] = slope;
      if (k == 0)
	break;
      m = imp_prim (l->p, FIR_CONV, step->type, 1, (struct imp_expr *[]) { e_again (l, n) });
      m = e_op (l, FIR_MUL, m, e_again (l, step));
      m->wrap = true;
      step = lower_name (l, m, "step");
      if (slope)
	slope = lower_name (l, strided_slope (l, slope, e_again (l, n), NULL), "slope");
    }
  return v;
}

/* fn (k) { at A k }  */
struct fir_fn *
strided_element_fn (struct lower *l, struct fir_atom a)
{
  struct fir_prog *p = l->p->fir;
  const struct type *size = type_size (l->ctx);
  struct fir_fn *fn = fir_fn_new (p, 1, &size);
  struct fir_stmt *s = fir_stmt_new (p, fn->body, FIR_AT, 0, 2, 0, a.var->type->elem, "x");
  s->args[0] = a;
  s->args[1] = fir_atom_var (fn->params[0]);
  struct fir_atom x = fir_atom_var (s->res[0]);
  fir_block_return (p, fn->body, 1, &x);
  lower_count_fn (l, fn);
  return fn;
}

/* Lowering of at, get, and of index-only operations, whose result is a layout (struct vecval).
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Only at and get read memory: view, flatten, reverse and the like map an index of theirs to one of
   their operand (lower-vec.c).  */

#include <string.h>
#include "lower-int.h"

/* --- Elements ------------------------------------------------------------------------------- */

/* Bind RES to V[I].  */
static void
let_element (struct lower *l, struct fir_var *res, struct vecval *v, struct imp_expr *i)
{
  struct bind *b = lower_bind (l, res);
  if (type_is_vec (res->type))
    b->vec = b->copy ? b->copy : vec_row (l, v, i);
  else if (b->column)
    lower_let (l, res, kept_element (l, b->column));
  else
    lower_let (l, res, vec_element (l, v, i));
}

void
lower_at (struct lower *l, struct fir_stmt *s)
{
  let_element (l, s->res[0], lower_vec (l, s->args[0]), lower_atom (l, s->args[1]));
}

/* The integer A as an index.  One that needs more than 64 bits becomes the largest, which is below
   no length.  */
static struct imp_expr *
index_of (struct lower *l, struct fir_atom a)
{
  const struct type *size = type_size (l->ctx), *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr *i = lower_atom (l, a), *low;
  if (i->type == size)
    return i;
  if (i->type->size <= size->size)
    return imp_prim (l->p, FIR_CONV, size, 1, &i);
  i = lower_name (l, i, "ix");
  low = lower_name (l, imp_prim (l->p, FIR_CONV, size, 1, &i), "ix");
  struct imp_expr *sign
      = imp_prim (l->p, FIR_CONV, i64, 1, (struct imp_expr *[]){ e_again (l, low) });
  struct imp_expr *fits = e_op (
      l, FIR_BOR,
      e_op (l, FIR_EQ, e_again (l, i),
	    imp_prim (l->p, FIR_CONV, i->type, 1, (struct imp_expr *[]){ e_again (l, low) })),
      e_op (l, FIR_EQ, e_again (l, i), imp_prim (l->p, FIR_CONV, i->type, 1, &sign)));
  return e_select (l, fits, e_again (l, low), e_size (l, INT64_MAX));
}

/* I < N for index I, of which A is the value as written.  An index of 32 bits is compared in 32
   bits where the comparison should vectorise: twice as many fit into a register.  */
static struct imp_expr *
in_bounds (struct lower *l, struct fir_atom a, struct imp_expr *i, struct imp_expr *n)
{
  const struct type *u32 = type_scalar (l->ctx, SCALAR_U32), *t = fir_atom_type (a);
  if (!l->elem || !l->elem->needs || t->kind != TYPE_SCALAR || t->scalar != SCALAR_I32)
    return e_op (l, FIR_LT, i, n);
  struct imp_expr *low = lower_atom (l, a);
  struct imp_expr *most = e_op (l, FIR_MIN, n, e_size (l, (uint64_t) INT32_MAX + 1));
  return e_op (l, FIR_LT, imp_prim (l->p, FIR_CONV, u32, 1, &low),
	       imp_prim (l->p, FIR_CONV, u32, 1, &most));
}

/* get x i [k]: checked, i of any integer type.  Outside loops a failing check raises at once.  */
void
lower_get (struct lower *l, struct fir_stmt *s)
{
  struct vecval *v = lower_vec (l, s->args[0]);
  struct imp_expr *i = index_of (l, s->args[1]);
  if (l->elem && !l->elem->checked)
    {
      let_element (l, s->res[0], v, i);
      return;
    }
  i = lower_name (l, i, "ix");
  struct imp_expr *k = s->nargs > 2 ? lower_name (l, lower_atom (l, s->args[2]), "k")
			: l->elem ? e_again (l, l->elem->index) : e_size (l, 0);
  unsigned nargs = s->check == CHECK_INDEX_AT ? 4 : 3;
  struct imp_expr *args[4] = { e_size (l, 2), e_again (l, i), vec_len (l, v) };
  if (nargs == 4)
    {
      args[0] = e_size (l, 1);
      args[1] = e_again (l, k);
      args[2] = e_again (l, i);
      args[3] = vec_len (l, v);
    }
  struct imp_expr *holds = in_bounds (l, s->args[1], e_again (l, i), vec_len (l, v));
  if (l->elem)
    lower_guard_element (l, s, holds, e_again (l, s->nargs > 2 ? k : l->elem->outer), s->check,
			 nargs, args);
  else
    {
      struct imp_stmt *c = imp_stmt_new (l->p, l->b, IMP_CHECK, s->site);
      c->check = s->check;
      c->nargs = nargs;
      c->args = CTX_NEWV (l->ctx, struct imp_expr *, nargs);
      memcpy (c->args, args, nargs * sizeof *args);
      lower_unwind (l, s, &c->body);
    }
  if (!l->elem || !l->elem->needs || l->elem->values)
    let_element (l, s->res[0], v, e_again (l, i));
}

/* --- Index-only operations ------------------------------------------------------------------ */

static struct vecval *
lower_view (struct lower *l, struct fir_stmt *s)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  v->data = lower_name (l, lower_atom (l, s->args[0]), "p");
  for (unsigned k = 1; k < s->nargs; k++)
    v->n[k - 1] = lower_name (l, lower_atom (l, s->args[k]), "n");
  v->origin = s->args[0];
  return v;
}

static struct vecval *
lower_strided (struct lower *l, struct fir_stmt *s)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  v->data = lower_name (l, lower_atom (l, s->args[0]), "p");
  for (unsigned k = 0; 2 * k + 2 < s->nargs; k++)
    {
      v->n[k] = lower_name (l, lower_atom (l, s->args[2 * k + 1]), "n");
      v->step[k] = lower_name (l, lower_atom (l, s->args[2 * k + 2]), "s");
    }
  v->origin = s->args[0];
  return v;
}

/* The product of the extents, named.  */
static struct imp_expr *
named_total (struct lower *l, struct vecval *v)
{
  return lower_name (l, vec_total (l, v), "n");
}

/* X is a loop's result the beginnings of whose rows are not known.  */
static struct vecval *
flatten_counted (struct lower *l, struct fir_stmt *s, struct vecval *x)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  unsigned levels = type_levels (v->type);
  v->data = x->data ? e_again (l, x->data) : NULL;
  v->counted = !x->data || levels > 1;
  v->keeper = x->data ? x->keeper : NULL;
  v->n[0] = e_again (l, x->count[1]);
  for (unsigned k = 1; k < levels; k++)
    v->count[k] = e_again (l, x->count[k + 1]);
  return v;
}

static struct vecval *
lower_flatten (struct lower *l, struct fir_stmt *s)
{
  struct vecval *x = lower_vec (l, s->args[0]), *v;
  if (x->counted)
    return flatten_counted (l, s, x);
  if (x->kind == VEC_MEM && x->step[0] && type_levels (x->type) == 2)
    {
      v = vec_new (l, VEC_FLAT, s->res[0]->type);
      v->of = x;
      v->n[0] = named_total (l, x);
      return v;
    }
  if (x->kind != VEC_MEM || x->step[0])
    ctx_fatal (l->ctx, "lower: flatten of a vector that is not in memory");
  if (!vec_placed (x))
    {
      v = vec_new (l, VEC_MEM, s->res[0]->type);
      /* Without, if only lengths are needed.  */
      v->data = x->data ? e_again (l, x->data) : NULL;
      v->origin = x->origin;
      v->alias = x->alias;
      if (type_levels (v->type) == 1)
	v->n[0] = named_total (l, x);
      else
	v->of = x;
      return v;
    }
  if (x->n[1])
    {
      v = rows_part (l, x, NULL,
		     lower_name (l, e_op (l, FIR_MUL, vec_len (l, x), e_again (l, x->n[1])), "n"));
      return v;
    }
  struct imp_expr *lo = e_size (l, 0), *hi = vec_len (l, x);
  rows_descend (l, x, 1, &lo, &hi);
  return rows_part (l, x, lo,
		    lower_name (l, e_op (l, FIR_SUB, hi, e_again (l, lo)), "n"));
}

static struct vecval *
lower_reshape (struct lower *l, struct fir_stmt *s)
{
  struct vecval *x = lower_vec (l, s->args[0]);
  if (x->kind == VEC_MEM && x->step[0])
    return strided_reshape (l, s, x);
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  if (x->kind != VEC_MEM)
    ctx_fatal (l->ctx, "lower: reshape of a vector that is not in memory");
  v->data = e_again (l, x->data);
  v->origin = x->origin;
  v->alias = x->alias;
  v->flat = x;
  for (unsigned k = 1; k < s->nargs; k++)
    v->n[k - 1] = lower_name (l, lower_atom (l, s->args[k]), "n");
  return v;
}

static struct vecval *
lower_segments (struct lower *l, struct fir_stmt *s)
{
  struct vecval *x = lower_vec (l, s->args[0]), *o = lower_vec (l, s->args[1]);
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  if (x->kind != VEC_MEM || o->kind != VEC_MEM)
    ctx_fatal (l->ctx, "lower: segments of a vector that is not in memory");
  v->data = e_again (l, x->data);
  v->origin = x->origin;
  v->alias = x->alias;
  v->flat = x;
  v->cuts = o;
  v->n[0] = lower_name (l, e_op (l, FIR_SUB, vec_len (l, o), e_size (l, 1)), "n");
  v->off[1] = e_again (l, o->data);
  for (unsigned k = 2; k < type_levels (v->type); k++)
    {
      v->n[k] = x->n[k - 1];
      v->off[k] = x->off[k - 1];
    }
  return v;
}

/* offsets x: the runtime has or computes them.  */
static struct vecval *
lower_offsets (struct lower *l, struct fir_stmt *s)
{
  bool fresh;
  struct vecval *v = lower_vec (l, s->args[0]);
  if (v->offsets)
    return v->offsets;
  struct imp_expr *x = vec_handle (l, v, &fresh);
  struct imp_var *h = fresh ? s_new (l, "x", x->type, x) : x->var;
  const struct type *t = s->res[0]->type;
  struct imp_var *o = s_new (l, s->res[0]->name, t,
			     e_call (l, IMP_FN_OFFSETS, t, 2, imp_use (l->p, h), e_size (l, 0)));
  if (fresh)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = h;
  return vec_of_handle (l, o, t, true);
}

/* Fuse turns all copies into loops except those of vectors whose extents only the handle has.  */
static struct vecval *
lower_copy (struct lower *l, struct fir_stmt *s)
{
  bool fresh;
  struct imp_expr *x = vec_handle (l, lower_vec (l, s->args[0]), &fresh);
  struct imp_var *h = fresh ? s_new (l, "x", x->type, x) : x->var;
  struct imp_var *c = s_new (l, s->res[0]->name, x->type,
			     e_call (l, IMP_FN_COPY, x->type, 1, imp_use (l->p, h)));
  if (fresh)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = h;
  return vec_of_handle (l, c, c->type, true);
}

void
lower_index_op (struct lower *l, struct fir_stmt *s)
{
  struct vecval *v = NULL;
  switch (s->op)
    {
    case FIR_VIEW: v = lower_view (l, s); break;
    case FIR_VIEWS: v = lower_strided (l, s); break;
    case FIR_FLATTEN: v = lower_flatten (l, s); break;
    case FIR_RESHAPE: v = lower_reshape (l, s); break;
    case FIR_COPY: v = lower_copy (l, s); break;
    case FIR_SEGMENTS: v = lower_segments (l, s); break;
    case FIR_OFFSETS: v = lower_offsets (l, s); break;
    case FIR_RANGE:
      v = vec_new (l, VEC_RANGE, s->res[0]->type);
      v->n[0] = lower_name (l, lower_atom (l, s->args[0]), "n");
      v->a = lower_name (l, lower_atom (l, s->args[1]), "a");
      v->s = lower_name (l, lower_atom (l, s->args[2]), "s");
      break;
    case FIR_REPLICATE:
      v = vec_new (l, VEC_REPLICATE, s->res[0]->type);
      v->n[0] = lower_name (l, lower_atom (l, s->args[0]), "n");
      if (type_is_vec (fir_atom_type (s->args[1])))
	v->of = lower_vec (l, s->args[1]);
      else
	v->a = lower_name (l, lower_atom (l, s->args[1]), "a");
      break;
    case FIR_REVERSE:
      v = vec_new (l, VEC_REVERSE, s->res[0]->type);
      v->of = lower_vec (l, s->args[0]);
      v->n[0] = vec_len (l, v->of);
      break;
    case FIR_LEN:
      lower_let (l, s->res[0], vec_len (l, lower_vec (l, s->args[0])));
      return;
    default:
      ctx_fatal (l->ctx, "lower: %s is left; fuse makes loops of it", fir_op_info[s->op].text);
    }
  lower_bind (l, s->res[0])->vec = v;
}

/* Types that may be left out of FIR text because the operation decides them.

   The rules are those of doc/fir.txt read from the known to the unknown; whether what was written
   agrees with them is for fir-check.c to say.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-parse.h"

/* The type of operand K of S, NULL if there is no such operand or it has none yet.  */
static const struct type *
arg_type (const struct fir_stmt *s, unsigned k)
{
  return k < s->nargs ? fir_atom_type (s->args[k]) : NULL;
}

/* Element type of T, a vector; else NULL.  */
static const struct type *
elem (const struct type *t)
{
  return t && t->kind == TYPE_VEC ? t->elem : NULL;
}

/* The type of some operand of S from FIRST on that has one and does not stand at K.  */
static const struct type *
sibling (const struct fir_stmt *s, unsigned k, unsigned first)
{
  unsigned i;

  for (i = first; i < s->nargs; i++)
    if (i != k && arg_type (s, i))
      return arg_type (s, i);
  return NULL;
}

static const struct type *
infer_prim_operand (struct parser *ps, const struct fir_stmt *s, unsigned k,
		    const struct type *declared)
{
  const struct type *t;

  switch (s->op)
    {
    case FIR_CONV:
    case FIR_FIELD:
      return NULL;
    case FIR_SELECT:
      if (k == 0)
	return NULL;
      t = sibling (s, k, 1);
      return t ? t : declared;
    case FIR_RECORD:
      return declared && declared->kind == TYPE_RECORD && k < declared->nfields
	     ? declared->fields[k].type : NULL;
    case FIR_STEPS:
      t = sibling (s, k, 0);
      return t ? t : type_scalar (ps->p->ctx, SCALAR_I64);
    case FIR_PADD:
      return k == 1 ? type_scalar (ps->p->ctx, SCALAR_I64) : declared;
    case FIR_SHL:
    case FIR_SHR:
      return k == 1 ? type_i32 (ps->p->ctx) : declared;
    default:
      t = sibling (s, k, 0);
      return t || (fir_op_info[s->op].flags & FIR_FLAG_CMP) ? t : declared;
    }
}

const struct type *
infer_operand (struct parser *ps, const struct fir_stmt *s, unsigned k, const struct operand *ops,
	       const struct type *declared)
{
  const struct type *size = type_size (ps->p->ctx);
  const struct fun_info *info;

  (void) ops;
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return infer_prim_operand (ps, s, k, declared);
  switch (s->op)
    {
    case FIR_CALL:
      info = (const struct fun_info *) *ptrmap_at (&ps->funs, s->callee->name);
      return k < info->nparams ? info->types[k] : NULL;
    case FIR_LEAF:
      return k < s->leaf->nparams ? s->leaf->params[k] : NULL;
    case FIR_RANGE:
      if (k == 0)
	return size;
      return sibling (s, k, 1) ? sibling (s, k, 1) : elem (declared);
    case FIR_REPLICATE:
      return k == 0 ? size : elem (declared);
    case FIR_REDUCE:
    case FIR_SCAN:
    case FIR_EXSCAN:
      return k == 0 ? elem (arg_type (s, 1)) : NULL;
    case FIR_SLICE:
      return type_scalar (ps->p->ctx, SCALAR_I64);
    case FIR_GET:
      return k == 2 ? size : NULL;
    case FIR_CHECK:
    case FIR_VIEW:
    case FIR_RESHAPE:
    case FIR_TABULATE:
    case FIR_ROW:
    case FIR_STORE:
    case FIR_AT:
      return size;
    default:
      return NULL;
    }
}

const struct type *
infer_param (const struct fir_stmt *s, unsigned k, struct parser *ps)
{
  switch (s->op)
    {
    case FIR_MAP:
    case FIR_FILTER:
      return elem (arg_type (s, k));
    case FIR_TABULATE:
      return type_size (ps->p->ctx);
    case FIR_REDUCE:
    case FIR_SCAN:
    case FIR_EXSCAN:
      return elem (arg_type (s, 1));
    default:
      return NULL;
    }
}

/* N times a vector of T, NULL if T is not known.  */
static const struct type *
vec_of (struct parser *ps, const struct type *t, unsigned n)
{
  while (t && n--)
    t = type_vec (ps->p->ctx, t);
  return t;
}

/* The type of result K of function operand F of S.  */
static const struct type *
ret_type (const struct fir_stmt *s, unsigned f, unsigned k)
{
  return f < s->nfns && k < s->fns[f]->body->nrets ? fir_atom_type (s->fns[f]->body->rets[k])
	 : NULL;
}

static const struct type *
infer_prim_result (struct parser *ps, const struct fir_stmt *s)
{
  const struct type *t = arg_type (s, 0);

  if (fir_op_info[s->op].flags & FIR_FLAG_CMP)
    return type_i32 (ps->p->ctx);
  switch (s->op)
    {
    case FIR_CONV:
    case FIR_RECORD:
      return NULL;
    case FIR_SELECT:
      return arg_type (s, 1);
    case FIR_FIELD:
      return t && t->kind == TYPE_RECORD && s->index < t->nfields ? t->fields[s->index].type : NULL;
    case FIR_STEPS:
      return type_size (ps->p->ctx);
    default:
      return t;
    }
}

static const struct type *
infer_out (struct parser *ps, const struct fir_out *o)
{
  const struct type *t = fir_atom_type (o->value);

  if (!fir_atom_none (o->dest))
    return type_size (ps->p->ctx);
  return o->kind == OUT_REDUCE ? t : vec_of (ps, t, 1);
}

const struct type *
infer_result (struct parser *ps, const struct fir_stmt *s, unsigned k)
{
  const struct fun_info *info;
  const struct type *t = arg_type (s, 0);

  if (s->op == FIR_CALL)
    {
      info = (const struct fun_info *) *ptrmap_at (&ps->funs, s->callee->name);
      return (info->declared || info->done) && k < info->nrets ? info->rets[k] : NULL;
    }
  if (s->op == FIR_IF)
    return ret_type (s, 0, k);
  if (s->op == FIR_LOOP)
    return k < s->nouts ? infer_out (ps, &s->outs[k]) : NULL;
  if (k)
    return NULL;
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return infer_prim_result (ps, s);
  switch (s->op)
    {
    case FIR_LEAF:
      return s->leaf->ret;
    case FIR_VIEW:
      return t && t->kind == TYPE_PTR && s->nargs ? vec_of (ps, t->elem, s->nargs - 1) : NULL;
    case FIR_RANGE:
    case FIR_REPLICATE:
      return vec_of (ps, arg_type (s, 1), 1);
    case FIR_LEN:
    case FIR_STORE:
      return type_size (ps->p->ctx);
    case FIR_MAP:
      return vec_of (ps, ret_type (s, 0, 0), 1);
    case FIR_TABULATE:
      return vec_of (ps, ret_type (s, 0, 0), s->nargs);
    case FIR_REDUCE:
      return elem (arg_type (s, 1));
    case FIR_SCAN:
    case FIR_EXSCAN:
    case FIR_GATHER:
      return arg_type (s, 1);
    case FIR_SLICE:
      return arg_type (s, 3);
    case FIR_FILTER:
    case FIR_REVERSE:
    case FIR_COPY:
      return t;
    case FIR_RESHAPE:
      return t && t->kind == TYPE_VEC && s->nargs > 1 ? vec_of (ps, t->elem, s->nargs - 1) : NULL;
    case FIR_FLATTEN:
    case FIR_ROW:
    case FIR_AT:
    case FIR_GET:
      return elem (t);
    default:
      return NULL;
    }
}

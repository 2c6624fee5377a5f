/* Types that may be left out of FIR text because the operation decides them.

   The rules are those of doc/fir.txt (where fir.def states them: fir-sig.c) read from the known to
   the unknown; whether what was written agrees with them is for fir-check.c to say.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-parse.h"
#include "fir-sig.h"

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

/* Bind in BOUND what operands, complete functions and, if it is not NULL, the written result
   DECLARED of S tell about the variables of its rule SIG.  */
static void
bind_known (const struct fir_stmt *s, const struct fir_sig *sig, const struct type *declared,
	    const struct type **bound)
{
  unsigned f, k;

  for (k = 0; k < s->nargs && k < sig->nargs; k++)
    if (arg_type (s, k))
      sig_match (NULL, &sig->arg[k], arg_type (s, k), bound);
  for (f = 0; f < s->nfns && f < sig->nfns; f++)
    {
      for (k = 0; k < s->fns[f]->nparams && k < sig->fn[f].nparams; k++)
	sig_match (NULL, &sig->fn[f].param[k], s->fns[f]->params[k]->type, bound);
      if (s->fns[f]->body->nrets == 1)
	sig_match (NULL, &sig->fn[f].ret, fir_atom_type (s->fns[f]->body->rets[0]), bound);
    }
  if (declared)
    sig_match (NULL, &sig->ret, declared, bound);
}

static const struct type *
sig_decides (struct parser *ps, const struct fir_stmt *s, const struct fir_sig *sig,
	     const struct type *declared, const struct sig_type *what)
{
  const struct type *bound[SIG_VARS] = { NULL };

  bind_known (s, sig, declared, bound);
  return sig_type_of (ps->p->ctx, what, bound);
}

static const struct type *
infer_prim_operand (struct parser *ps, const struct fir_stmt *s, unsigned k,
		    const struct type *declared)
{
  switch (s->op)
    {
    case FIR_CONV:
    case FIR_FIELD:
      return NULL;
    case FIR_RECORD:
      return declared && declared->kind == TYPE_RECORD && k < declared->nfields
	     ? declared->fields[k].type : NULL;
    case FIR_PADD:
      return k == 1 ? type_scalar (ps->p->ctx, SCALAR_I64) : declared;
    case FIR_SHL:
    case FIR_SHR:
      return k == 1 ? type_i32 (ps->p->ctx) : declared;
    default:
      return NULL;
    }
}

const struct type *
infer_operand (struct parser *ps, const struct fir_stmt *s, unsigned k, const struct operand *ops,
	       const struct type *declared)
{
  const struct type *size = type_size (ps->p->ctx);
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);
  const struct fun_info *info;
  const struct type *t;

  (void) ops;
  if (sig && k < sig->nargs)
    {
      t = sig_decides (ps, s, sig, declared, &sig->arg[k]);
      return t || s->op != FIR_STEPS ? t : type_scalar (ps->p->ctx, SCALAR_I64);
    }
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return infer_prim_operand (ps, s, k, declared);
  switch (s->op)
    {
    case FIR_CALL:
      info = (const struct fun_info *) *ptrmap_at (&ps->funs, s->callee->name);
      return k < info->nparams ? info->types[k] : NULL;
    case FIR_LEAF:
      return k < s->leaf->nparams ? s->leaf->params[k] : NULL;
    case FIR_APPLY:
      t = arg_type (s, 0);
      return k && t && t->kind == TYPE_FN && k <= t->nparams ? t->fields[k - 1].type : NULL;
    case FIR_GET:
      return k == 2 ? size : NULL;
    case FIR_STORES:
    case FIR_UPDATE_ROWS:
      return (s->op == FIR_STORES ? k % 2 : k != 2) ? size : type_scalar (ps->p->ctx, SCALAR_I64);
    case FIR_VIEWS:
      return k % 2 ? size : type_scalar (ps->p->ctx, SCALAR_I64);
    case FIR_FOLD:
      return k == 0 ? declared : NULL;
    case FIR_CHECK:
    case FIR_VIEW:
    case FIR_RESHAPE:
    case FIR_TABULATE:
    case FIR_STORE:
      return size;
    default:
      return NULL;
    }
}

const struct type *
infer_param (struct parser *ps, const struct fir_stmt *s, unsigned f, unsigned k)
{
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);

  if (sig)
    return k < sig->fn[f].nparams ? sig_decides (ps, s, sig, NULL, &sig->fn[f].param[k]) : NULL;
  switch (s->op)
    {
    case FIR_MAP:
    case FIR_FILTER:
    case FIR_FIND:
      return elem (arg_type (s, k));
    case FIR_FOLD:
      return k == 0 || f == 1 ? arg_type (s, 0) : elem (arg_type (s, k));
    case FIR_TABULATE:
      return type_size (ps->p->ctx);
    default:
      return NULL;
    }
}

unsigned
infer_nparams (struct parser *ps, const struct fir_stmt *s, unsigned f)
{
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);

  if (s->op == FIR_FOLD && f == 1)
    return 2;
  return sig ? sig->fn[f].nparams : s->nargs;
}

const struct type *
infer_ret (struct parser *ps, const struct fir_stmt *s, unsigned f, const struct type *declared)
{
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);
  unsigned k;

  if (sig)
    return sig_decides (ps, s, sig, declared, &sig->fn[f].ret);
  switch (s->op)
    {
    case FIR_FOLD:
      return arg_type (s, 0);
    case FIR_MAP:
      return elem (declared);
    case FIR_TABULATE:
      for (k = 0; k < s->nargs; k++)
	declared = elem (declared);
      return declared;
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

  switch (s->op)
    {
    case FIR_CONV:
    case FIR_RECORD:
      return NULL;
    case FIR_FIELD:
      return t && t->kind == TYPE_RECORD && s->index < t->nfields ? t->fields[s->index].type : NULL;
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
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);
  const struct fun_info *info;
  const struct type *t = arg_type (s, 0);

  if (s->op == FIR_CALL)
    {
      info = (const struct fun_info *) *ptrmap_at (&ps->funs, s->callee->name);
      return (info->declared || info->done) && k < info->nrets ? info->rets[k] : NULL;
    }
  if (s->op == FIR_IF)
    return ret_type (s, 0, k);
  if (s->op == FIR_APPLY)
    return t && t->kind == TYPE_FN && k < t->nfields - t->nparams
	   ? t->fields[t->nparams + k].type : NULL;
  if (s->op == FIR_LOOP)
    return k < s->nouts ? infer_out (ps, &s->outs[k]) : NULL;
  if (k)
    return NULL;
  if (sig)
    return sig_decides (ps, s, sig, NULL, &sig->ret);
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return infer_prim_result (ps, s);
  switch (s->op)
    {
    case FIR_LEAF:
      return s->leaf->ret;
    case FIR_VIEW:
      return t && t->kind == TYPE_PTR && s->nargs ? vec_of (ps, t->elem, s->nargs - 1) : NULL;
    case FIR_VIEWS:
      return t && t->kind == TYPE_PTR && s->nargs ? vec_of (ps, t->elem, (s->nargs - 1) / 2)
	     : NULL;
    case FIR_FOLD:
    case FIR_CONCAT:
      return t;
    case FIR_FIND:
    case FIR_STORE:
    case FIR_STORES:
      return type_size (ps->p->ctx);
    case FIR_MAP:
      return vec_of (ps, ret_type (s, 0, 0), 1);
    case FIR_TABULATE:
      return vec_of (ps, ret_type (s, 0, 0), s->nargs);
    case FIR_FILTER:
      return t;
    case FIR_RESHAPE:
      return t && t->kind == TYPE_VEC && s->nargs > 1 ? vec_of (ps, t->elem, s->nargs - 1) : NULL;
    case FIR_GET:
      return elem (t);
    default:
      return NULL;
    }
}

/* What is known of operators: which primitive a function of two parameters is, whether it returns
   one of them, and its neutral element.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <float.h>
#include <math.h>
#include "fir-term.h"

enum fir_op
fir_fn_operator (struct fir_fn *fn)
{
  struct fir_stmt *s = fn->body->first;
  struct fir_var *p, *q;

  if (!s || s->next || fn->nparams != 2 || fn->body->nrets != 1 || s->nargs != 2 || s->nres != 1
      || fn->body->rets[0].var != s->res[0])
    return FIR_LAST;
  p = s->args[0].var;
  q = s->args[1].var;
  if (!(p == fn->params[0] && q == fn->params[1]) && !(p == fn->params[1] && q == fn->params[0]))
    return FIR_LAST;
  if (s->op == FIR_LEAF)
    return s->leaf->flags & LEAF_COMM ? FIR_LEAF : FIR_LAST;
  return fir_op_info[s->op].cls == FIR_CLASS_PRIM && (fir_op_info[s->op].flags & FIR_FLAG_COMM)
	 ? s->op : FIR_LAST;
}

/* --- Operators that return one of their operands ---------------------------------------------- */

/* How deep the choices of an operator may be nested.  */
#define DEEP 8

/* Is A, in the body of FN, one of FN's parameters, whatever they are?  */
static bool
chosen (const struct fir_fn *fn, struct fir_atom a, unsigned deep)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (a.var && (a.var == fn->params[0] || a.var == fn->params[1]))
    return true;
  if (!s || !deep)
    return false;
  if (s->op == FIR_MIN || s->op == FIR_MAX)
    return type_is_integral (a.var->type) && chosen (fn, s->args[0], deep - 1)
	   && chosen (fn, s->args[1], deep - 1);
  if (s->op == FIR_SELECT)
    return chosen (fn, s->args[1], deep - 1) && chosen (fn, s->args[2], deep - 1);
  return s->op == FIR_IF && s->nres == 1 && chosen (fn, s->fns[0]->body->rets[0], deep - 1)
	 && chosen (fn, s->fns[1]->body->rets[0], deep - 1);
}

bool
fir_fn_chooses (const struct fir_fn *fn)
{
  return fn->nparams == 2 && fn->body->nrets == 1 && chosen (fn, fn->body->rets[0], DEEP);
}

/* --- Neutral elements ------------------------------------------------------------------------ */

static __int128
int_min (enum scalar s)
{
  return scalar_info[s].is_signed
	 ? (__int128) (-(unsigned __int128) 1 << (scalar_info[s].bytes * 8 - 1)) : 0;
}

static __int128
int_max (enum scalar s)
{
  unsigned bits = scalar_info[s].bytes * 8;
  if (s == SCALAR_BOOL)
    return 1;
  if (scalar_info[s].is_signed)
    return ~int_min (s);
  return bits == 128 ? (__int128) -1 : ((__int128) 1 << bits) - 1;
}

/* The greatest finite float of type S; 0 if a constant of FIR cannot hold it.  */
static long double
float_max (enum scalar s)
{
  switch (s)
    {
    case SCALAR_F16: return 65504.0L;
    case SCALAR_F32: return FLT_MAX;
    case SCALAR_F64: return DBL_MAX;
    case SCALAR_F80: return LDBL_MAX;
    default: return 0;
    }
}

/* The neutral element of the minimum (SIGN 1) or maximum (-1) of floats of type T.  It is OTHER, a
   NaN, or an infinity where NaNs must be propagated; but if the user promises that there are none,
   it is the greatest finite value, since the compiler relies on that.  */
static struct fir_atom
extreme (struct fir_prog *p, const struct type *t, bool finite, long double other, int sign)
{
  long double most = float_max (t->scalar);

  if (!finite)
    return fir_atom_float (p, t, other);
  return most > 0 ? fir_atom_float (p, t, sign * most) : FIR_NONE;
}

struct fir_atom
fir_neutral (struct fir_prog *p, enum fir_op op, const struct type *t, bool finite)
{
  if (t->kind != TYPE_SCALAR || scalar_info[t->scalar].cls == SC_COMPLEX)
    return FIR_NONE;
  bool f = scalar_info[t->scalar].cls == SC_FLOAT;
  switch (op)
    {
    case FIR_ADD: return f ? fir_atom_float (p, t, -0.0L) : fir_atom_int (p, t, 0);
    case FIR_MUL: return f ? fir_atom_float (p, t, 1) : fir_atom_int (p, t, 1);
    case FIR_BOR:
    case FIR_BXOR: return fir_atom_int (p, t, 0);
    case FIR_BAND: return fir_atom_int (p, t, t->scalar == SCALAR_BOOL ? 1 : -1);
    case FIR_MIN:
      return f ? extreme (p, t, finite, NAN, 1) : fir_atom_int (p, t, int_max (t->scalar));
    case FIR_MAX:
      return f ? extreme (p, t, finite, NAN, -1) : fir_atom_int (p, t, int_min (t->scalar));
    case FIR_MIN_NAN:
      return f ? extreme (p, t, finite, INFINITY, 1) : fir_atom_int (p, t, int_max (t->scalar));
    case FIR_MAX_NAN:
      return f ? extreme (p, t, finite, -INFINITY, -1) : fir_atom_int (p, t, int_min (t->scalar));
    default: return FIR_NONE;
    }
}

/* Identities of primitives: x + 0, x & x, select on a constant, conversions back and forth, fields
   of records.

   Identities of floats are only those that hold for every value, -0.0, infinities and quiet NaNs
   included, in round to nearest: x * 1, x / 1, x - 0.0, x + -0.0.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

#include <string.h>

static bool
is_float_const (struct fir_atom a, long double f)
{
  return a.cst && !a.cst->origin && type_is_float (a.cst->type) && a.cst->f == f
	 && __builtin_signbit (a.cst->f) == __builtin_signbit (f);
}

static bool
give (struct fir_atom a, struct fir_atom *res)
{
  *res = a;
  return true;
}

static bool
give_int (struct fir_prog *p, struct fir_stmt *s, int i, struct fir_atom *res)
{
  *res = fir_atom_int (p, s->res[0]->type, i);
  return true;
}

/* X OP Y on floats.  */
static bool
float_identity (struct fir_stmt *s, struct fir_atom *res)
{
  struct fir_atom x = s->args[0], y = s->args[1];

  switch (s->op)
    {
    case FIR_ADD:
      return (is_float_const (y, -0.0L) && give (x, res))
	     || (is_float_const (x, -0.0L) && give (y, res));
    case FIR_SUB:
      return is_float_const (y, 0.0L) && give (x, res);
    case FIR_MUL:
      return (is_float_const (y, 1.0L) && give (x, res))
	     || (is_float_const (x, 1.0L) && give (y, res));
    case FIR_DIV:
      return is_float_const (y, 1.0L) && give (x, res);
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
      return fir_atom_equal (x, y) && give (x, res);
    default:
      return false;
    }
}

/* X OP C, C an integer constant; for commutative operations C may come first.  */
static bool
int_const_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom x, struct fir_atom c,
		    bool first, struct fir_atom *res)
{
  const struct type *t = s->res[0]->type;
  bool comm = (fir_op_info[s->op].flags & FIR_FLAG_COMM) != 0;

  if (first && !comm)
    return false;
  if (fir_atom_is_int (c, 0))
    switch (s->op)
      {
      case FIR_ADD: case FIR_SUB: case FIR_SHL: case FIR_SHR: case FIR_BOR: case FIR_BXOR:
	return give (x, res);
      case FIR_MUL: case FIR_BAND:
	return give_int (p, s, 0, res);
      default:
	return false;
      }
  if (fir_atom_is_int (c, 1) && (s->op == FIR_MUL || s->op == FIR_DIV))
    return give (x, res);
  if (fir_atom_is_int (c, 1) && s->op == FIR_REM)
    return give_int (p, s, 0, res);
  if (fir_atom_equal (c, fir_atom_int (p, t, -1)) && t->scalar != SCALAR_BOOL)
    {
      if (s->op == FIR_BAND)
	return give (x, res);
      if (s->op == FIR_BOR)
	return give (c, res);
    }
  return false;
}

/* X OP X on integers; comparisons of pointers too.  */
static bool
same_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  switch (s->op)
    {
    case FIR_SUB: case FIR_BXOR: case FIR_NE: case FIR_LT: case FIR_GT:
      return give_int (p, s, 0, res);
    case FIR_EQ: case FIR_LE: case FIR_GE:
      return give_int (p, s, 1, res);
    case FIR_BAND: case FIR_BOR: case FIR_MIN: case FIR_MAX: case FIR_MIN_NAN: case FIR_MAX_NAN:
      return give (s->args[0], res);
    default:
      return false;
    }
}

/* Is A 0 or 1, as far as DEPTH steps back show?  */
static bool
truth (struct fir_atom a, unsigned depth)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (fir_atom_is_int (a, 0) || fir_atom_is_int (a, 1))
    return true;
  if (!s || s->nres != 1 || !depth)
    return false;
  if (s->op == FIR_CONV)
    return type_is_integral (s->res[0]->type) && s->args[0].var && truth (s->args[0], depth - 1);
  if (s->op == FIR_BAND || s->op == FIR_BOR)
    return truth (s->args[0], depth - 1) && truth (s->args[1], depth - 1);
  if (s->op == FIR_SELECT)
    return truth (s->args[1], depth - 1) && truth (s->args[2], depth - 1);
  if (s->op == FIR_IF)
    return truth (s->fns[0]->body->rets[0], depth - 1)
	   && truth (s->fns[1]->body->rets[0], depth - 1);
  return (fir_op_info[s->op].flags & FIR_FLAG_CMP) != 0;
}

bool
simplify_truth (struct fir_atom a)
{
  return a.var && truth (a, ATOM_STEPS);
}

/* The int from which truth value A was converted.  */
static struct fir_atom
truth_of (struct fir_atom a)
{
  while (fir_atom_def (a)->op == FIR_CONV)
    a = fir_atom_def (a)->args[0];
  return a;
}

/* Are A and B the product of X / Y and Y, and X % Y?  Set *X.  */
static bool
quotient_and_rest (struct fir_atom a, struct fir_atom b, struct fir_atom *x)
{
  struct fir_stmt *product = fir_atom_def (a), *rest = fir_atom_def (b);

  if (!product || product->op != FIR_MUL || !rest || rest->op != FIR_REM)
    return false;
  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_stmt *quotient = fir_atom_def (product->args[k]);

      if (quotient && quotient->op == FIR_DIV
	  && fir_atom_equal (quotient->args[0], rest->args[0])
	  && fir_atom_equal (quotient->args[1], rest->args[1])
	  && fir_atom_equal (product->args[1 - k], rest->args[1]))
	return give (rest->args[0], x);
    }
  return false;
}

static bool
two_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  struct fir_atom x = s->args[0], y = s->args[1];
  const struct type *t = fir_atom_type (x);

  if (type_is_float (t))
    return float_identity (s, res);
  if (!type_is_integral (t) && t->kind != TYPE_PTR)
    return false;
  if (fir_atom_equal (x, y) && same_identity (p, s, res))
    return true;
  if (s->op == FIR_ADD && (quotient_and_rest (x, y, res) || quotient_and_rest (y, x, res)))
    return true;
  if (s->op == FIR_NE && fir_atom_is_int (y, 0) && simplify_truth (x)
      && fir_atom_type (truth_of (x)) == s->res[0]->type)
    return give (truth_of (x), res);
  if (t->kind == TYPE_PTR)
    return s->op == FIR_PADD && fir_atom_is_int (y, 0) && give (x, res);
  return (y.cst && int_const_identity (p, s, x, y, false, res))
	 || (x.cst && int_const_identity (p, s, y, x, true, res));
}

bool
simplify_embeds (const struct type *a, const struct type *b)
{
  bool sa, sb;

  if (a == b)
    return true;
  if (type_is_float (a))
    return type_is_float (b)
	   && (a->size < b->size || (a->scalar == SCALAR_F80 && b->scalar == SCALAR_F128));
  if (!type_is_integral (a))
    return false;
  sa = scalar_info[a->scalar].is_signed;
  if (type_is_float (b))
    return (b->scalar == SCALAR_F32 && a->size <= 2) || (b->scalar == SCALAR_F64 && a->size <= 4)
	   || ((b->scalar == SCALAR_F80 || b->scalar == SCALAR_F128) && a->size <= 8);
  if (!type_is_integral (b) || b->scalar == SCALAR_BOOL)
    return false;
  sb = scalar_info[b->scalar].is_signed;
  if (a->scalar == SCALAR_BOOL)
    return true;
  return sa == sb ? a->size <= b->size : sb && a->size < b->size;
}

/* conv (conv x: A to B) to C.  */
static bool
conv_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  const struct type *c = s->res[0]->type, *b = fir_atom_type (s->args[0]), *a;
  struct fir_stmt *inner = fir_atom_def (s->args[0]);

  if (b == c)
    return give (s->args[0], res);
  if (!inner || inner->op != FIR_CONV)
    return false;
  a = fir_atom_type (inner->args[0]);
  if (a == c && simplify_embeds (a, b))
    return give (inner->args[0], res);
  /* A comparison's 0 or 1 survives any integer type.  */
  if (a == c && type_is_integral (b) && simplify_truth (inner->args[0]))
    return give (inner->args[0], res);
  /* Through a type that loses nothing, or to an integer no wider than all before it.  */
  if (simplify_embeds (a, b)
      || (type_is_integral (a) && type_is_integral (b) && type_is_integral (c)
	  && b->scalar != SCALAR_BOOL && c->scalar != SCALAR_BOOL && c->size <= b->size))
    {
      s->args[0] = inner->args[0];
      law_fired (p->ctx, LAW_S5);
    }
  return fir_atom_type (s->args[0]) == c && give (s->args[0], res);
}

/* What A was before it was converted from T, an integer type of as many bits; or constant A as T.
   False: it is neither.  */
static bool
unconverted (struct fir_prog *p, struct fir_atom a, const struct type *t, struct fir_atom *res)
{
  struct fir_stmt *def = fir_atom_def (a);
  __int128 i;

  if (def)
    return def->op == FIR_CONV && fir_atom_type (def->args[0]) == t && give (def->args[0], res);
  if (!fir_atom_value (a, &i))
    return false;
  *res = fir_atom_int (p, t, i);
  return true;
}

bool
simplify_conv (struct fir_prog *p, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type, *b = fir_atom_type (s->args[0]);
  struct fir_stmt *inner = fir_atom_def (s->args[0]);
  struct fir_atom args[2];

  if (!inner || (inner->op != FIR_ADD && inner->op != FIR_SUB && inner->op != FIR_MUL)
      || !type_is_integral (t) || scalar_info[t->scalar].is_signed || t->scalar == SCALAR_BOOL
      || !type_is_integral (b) || b->size != t->size
      || !unconverted (p, inner->args[0], t, &args[0])
      || !unconverted (p, inner->args[1], t, &args[1]))
    return false;
  s->op = inner->op;
  s->wrap = false;
  s->nargs = 2;
  s->args = CTX_NEWV (p->ctx, struct fir_atom, 2);
  memcpy (s->args, args, sizeof args);
  return true;
}

static bool
select_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  __int128 c;

  if (fir_atom_value (s->args[0], &c))
    return give (c ? s->args[1] : s->args[2], res);
  if (fir_atom_equal (s->args[1], s->args[2]))
    return give (s->args[1], res);
  return s->res[0]->type == type_i32 (p->ctx) && fir_atom_is_int (s->args[1], 1)
	 && fir_atom_is_int (s->args[2], 0) && fir_atom_type (s->args[0]) == s->res[0]->type
	 && simplify_truth (s->args[0]) && give (s->args[0], res);
}

/* record of all fields of one record of the same type.  */
static bool
record_identity (struct fir_stmt *s, struct fir_atom *res)
{
  struct fir_atom whole = FIR_NONE;

  for (unsigned k = 0; k < s->nargs; k++)
    {
      struct fir_stmt *f = fir_atom_def (s->args[k]);

      if (!f || f->op != FIR_FIELD || f->index != k
	  || fir_atom_type (f->args[0]) != s->res[0]->type
	  || (k && !fir_atom_equal (f->args[0], whole)))
	return false;
      whole = f->args[0];
    }
  return s->nargs && give (whole, res);
}

bool
simplify_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  struct fir_stmt *inner = s->nargs ? fir_atom_def (s->args[0]) : NULL;

  switch (s->op)
    {
    case FIR_NEG:
    case FIR_NOT:
      return inner && inner->op == s->op && give (inner->args[0], res);
    case FIR_CONV:
      return conv_identity (p, s, res);
    case FIR_SELECT:
      return select_identity (p, s, res);
    case FIR_FIELD:
      return inner && inner->op == FIR_RECORD && give (inner->args[s->index], res);
    case FIR_RECORD:
      return record_identity (s, res);
    case FIR_STEPS:
      /* Of an unsigned type: as many as the end says.  */
      return fir_atom_is_int (s->args[0], 0) && fir_atom_is_int (s->args[2], 1)
	     && fir_atom_type (s->args[1]) == s->res[0]->type && give (s->args[1], res);
    default:
      return s->nargs == 2 && two_identity (p, s, res);
    }
}

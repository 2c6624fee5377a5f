/* Selections that are other primitives: min, max, band, bor.

     c = lt a b   r = select c a b      =>   r = min a b        a, b integers
     c = le a 9   r = select c a 10     =>   r = min a 10
     r = select c d 0                   =>   r = band c d       c, d comparisons
     x = select c y z  r = select c x w =>   r = select c y w
     x = select c 4 0  r = eq x 4       =>   r = ne c 0

   A user's function written as a comparison and a selection is then known to commute.  Not on
   floats: a < b ? a : b is b if either is a NaN, and of -0.0 and 0.0 the result depends on the
   order, so it does not commute.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"
#include "base/scalar.h"

#include <string.h>

static void
become (struct fir_prog *p, struct fir_stmt *s, enum fir_op op, struct fir_atom x,
	struct fir_atom y)
{
  s->args = CTX_NEWV (p->ctx, struct fir_atom, 2);
  s->args[0] = x;
  s->args[1] = y;
  s->nargs = 2;
  s->op = op;
}

/* The constant C + D of C's type; false if C is none or that leaves the type.  */
static bool
next_to (struct fir_prog *p, struct fir_atom c, int d, struct fir_atom *res)
{
  __int128 i, n;

  if (!fir_atom_value (c, &i) || __builtin_add_overflow (i, (__int128) d, &n))
    return false;
  *res = fir_atom_int (p, c.cst->type, n);
  return (__int128) res->cst->i == n;
}

/* CMP A B: *LESS if A is the lesser one where it holds; *STRICT: not if both are equal.  */
static bool
ordering (const struct fir_stmt *cmp, bool *less, bool *strict)
{
  if (cmp->op != FIR_LT && cmp->op != FIR_LE && cmp->op != FIR_GT && cmp->op != FIR_GE)
    return false;
  *less = cmp->op == FIR_LT || cmp->op == FIR_LE;
  *strict = cmp->op == FIR_LT || cmp->op == FIR_GT;
  return true;
}

/* select (A < B) X Y as the lesser or the greater of two.  */
static bool
least_or_most (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_stmt *cmp = fir_atom_def (s->args[0]);
  struct fir_atom x = s->args[1], y = s->args[2], a, b, c;
  bool less, strict;

  if (!cmp || !ordering (cmp, &less, &strict) || !type_is_integral (s->res[0]->type)
      || fir_atom_type (cmp->args[0]) != s->res[0]->type || s->res[0]->type->scalar == SCALAR_BOOL)
    return false;
  a = cmp->args[0];
  b = cmp->args[1];
  /* a < 10 ? a : 9 is written with another constant.  */
  if (next_to (p, b, less == strict ? -1 : 1, &c)
      && (fir_atom_equal (c, x) || fir_atom_equal (c, y)))
    b = c;
  if (fir_atom_equal (x, a) && fir_atom_equal (y, b))
    become (p, s, less ? FIR_MIN : FIR_MAX, a, b);
  else if (fir_atom_equal (x, b) && fir_atom_equal (y, a))
    become (p, s, less ? FIR_MAX : FIR_MIN, a, b);
  else
    return false;
  return true;
}

/* select C X 0 and select C 1 X of truth values.  */
static bool
both_or_either (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_atom c = s->args[0], x = s->args[1], y = s->args[2];
  const struct type *t = s->res[0]->type;

  if (fir_atom_type (c) != t || !type_is_integral (t) || !simplify_truth (c))
    return false;
  if (simplify_truth (x) && fir_atom_is_int (y, 0))
    become (p, s, FIR_BAND, c, x);
  else if (fir_atom_is_int (x, 1) && simplify_truth (y))
    become (p, s, FIR_BOR, c, y);
  else
    return false;
  return true;
}

/* --- Selections of selections ----------------------------------------------------------------- */

/* C holds where the result differs from 0, or equals it (*NOT).  */
static struct fir_atom
condition (struct fir_atom c, bool *not)
{
  struct fir_stmt *s;

  *not = false;
  while ((s = fir_atom_def (c)) != NULL && s->nargs == 2)
    {
      bool zero = fir_atom_is_int (s->args[1], 0);

      if (zero && (s->op == FIR_EQ || s->op == FIR_NE)
	  && type_is_integral (fir_atom_type (s->args[0])))
	{
	  *not ^= s->op == FIR_EQ;
	  c = s->args[0];
	}
      /* Of unsigned integers: 0 < n.  */
      else if (s->op == FIR_LT && fir_atom_is_int (s->args[0], 0)
	       && type_is_integral (fir_atom_type (s->args[1]))
	       && !scalar_info[fir_atom_type (s->args[1])->scalar].is_signed)
	c = s->args[1];
      else
	break;
    }
  return c;
}

bool
simplify_chosen (struct fir_atom *x, struct fir_atom c, bool holds)
{
  struct fir_stmt *in = fir_atom_def (*x);
  bool not, not_in;

  if (!in || in->op != FIR_SELECT || !c.var || !in->args[0].var
      || !fir_atom_equal (condition (c, &not), condition (in->args[0], &not_in)))
    return false;
  *x = in->args[(not == not_in) == holds ? 1 : 2];
  return true;
}

/* X OP Y of constants of one integer type.  */
static bool
compared (enum fir_op op, __int128 x, __int128 y)
{
  switch (op)
    {
    case FIR_EQ: return x == y;
    case FIR_NE: return x != y;
    case FIR_LT: return x < y;
    case FIR_LE: return x <= y;
    case FIR_GT: return x > y;
    default: return x >= y;
    }
}

/* S compares a constant with one of two, as a condition says: it is that, or its opposite.  */
static bool
compare_selected (struct fir_prog *p, struct fir_stmt *s)
{
  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_stmt *in = fir_atom_def (s->args[k]);
      struct fir_atom c;
      __int128 x, y, z;
      bool yes, no;

      if (!in || in->op != FIR_SELECT || !type_is_integral (in->res[0]->type)
	  || !fir_atom_value (in->args[1], &x) || !fir_atom_value (in->args[2], &y)
	  || !fir_atom_value (s->args[1 - k], &z))
	continue;
      c = in->args[0];
      yes = k ? compared (s->op, z, x) : compared (s->op, x, z);
      no = k ? compared (s->op, z, y) : compared (s->op, y, z);
      if (yes == no || !type_is_integral (fir_atom_type (c)))
	continue;
      become (p, s, yes ? FIR_NE : FIR_EQ, c, fir_atom_int (p, fir_atom_type (c), 0));
      return true;
    }
  return false;
}

/* --- Narrow integers ------------------------------------------------------------------------- */

/* X, of a wider type, as a value of T, if it is one: the operand of X's conversion, or a
   constant.  */
static bool
narrow (struct fir_prog *p, struct fir_atom x, const struct type *t, struct fir_atom *res)
{
  struct fir_stmt *def = fir_atom_def (x);
  __int128 i;

  if (def)
    {
      *res = def->op == FIR_CONV ? def->args[0] : x;
      return def->op == FIR_CONV && fir_atom_type (*res) == t;
    }
  if (!fir_atom_value (x, &i) || fir_atom_type (x)->kind == TYPE_PTR)
    return false;
  *res = fir_atom_int (p, t, i);
  return (__int128) res->cst->i == i;
}

/* The operands of S, a comparison or a choice of converted integers, as they were before; *T: their
   type.  */
static bool
narrowed (struct fir_prog *p, struct fir_stmt *s, const struct type **t, struct fir_atom *a,
	  struct fir_atom *b)
{
  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_stmt *def = fir_atom_def (s->args[k]);

      if (!def || def->op != FIR_CONV)
	continue;
      *t = fir_atom_type (def->args[0]);
      return type_is_integral (*t) && (*t)->scalar != SCALAR_BOOL
	     && type_is_integral (fir_atom_type (s->args[k]))
	     && simplify_embeds (*t, fir_atom_type (s->args[k])) && narrow (p, s->args[0], *t, a)
	     && narrow (p, s->args[1], *t, b);
    }
  return false;
}

/* A comparison of two integers that were made wider before.  */
static bool
compare_narrow (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_atom a, b;
  const struct type *t;

  if (!narrowed (p, s, &t, &a, &b))
    return false;
  become (p, s, s->op, a, b);
  return true;
}

struct fir_atom
simplify_beside_zero (const struct fir_stmt *d)
{
  struct fir_stmt *conv = fir_atom_def (d->args[0]);

  if (!conv || conv->op != FIR_CONV || !type_is_float (fir_atom_type (d->args[0]))
      || !d->args[1].cst || d->args[1].cst->f != 0
      || !type_is_integral (fir_atom_type (conv->args[0])))
    return FIR_NONE;
  return conv->args[0];
}

/* A comparison of a float that an integer was converted to with 0: the integer has its sign.  */
static bool
compare_zero (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_atom x = simplify_beside_zero (s);

  if (fir_atom_none (x) || fir_atom_type (x)->scalar == SCALAR_BOOL)
    return false;
  become (p, s, s->op, x, fir_atom_int (p, fir_atom_type (x), 0));
  return true;
}

/* conv (select c (conv a) (conv b)) to the type of a and b.  */
static bool
select_narrow (struct fir_prog *p, struct fir_stmt *s, const struct fir_stmt *m)
{
  const struct type *t = s->res[0]->type;
  struct fir_atom args[3] = { m->args[0] };

  if (!type_is_integral (t) || t->scalar == SCALAR_BOOL
      || !type_is_integral (m->res[0]->type) || m->res[0]->type->scalar == SCALAR_BOOL
      || t->size > m->res[0]->type->size
      || !narrow (p, m->args[1], t, &args[1]) || !narrow (p, m->args[2], t, &args[2]))
    return false;
  s->args = CTX_NEWV (p->ctx, struct fir_atom, 3);
  memcpy (s->args, args, sizeof args);
  s->nargs = 3;
  s->op = FIR_SELECT;
  return true;
}

/* conv (min (conv a) (conv b)) to the type of a and b.  */
static bool
choose_narrow (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_stmt *m = fir_atom_def (s->args[0]);
  struct fir_atom a, b;
  const struct type *t;

  if (m && m->op == FIR_SELECT)
    return select_narrow (p, s, m);
  if (!m || (m->op != FIR_MIN && m->op != FIR_MAX) || !narrowed (p, m, &t, &a, &b)
      || t != s->res[0]->type)
    return false;
  become (p, s, m->op, a, b);
  return true;
}

bool
simplify_select (struct fir_prog *p, struct fir_stmt *s)
{
  if (s->op == FIR_SELECT)
    return least_or_most (p, s) || both_or_either (p, s)
	   || simplify_chosen (&s->args[1], s->args[0], true)
	   || simplify_chosen (&s->args[2], s->args[0], false);
  if (s->op == FIR_CONV)
    return choose_narrow (p, s);
  return (fir_op_info[s->op].flags & FIR_FLAG_CMP) && s->nargs == 2
	 && (compare_narrow (p, s) || compare_zero (p, s) || compare_selected (p, s));
}

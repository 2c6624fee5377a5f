/* Products, quotients and steps, as far as differences of two numbers say something of them.

     n = div (add k 3) 4   loop n { (i)  b = mul i 4  e = min k (add b 4) ... }     b < k, b < e

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Does not: know products of two unknown numbers but those of the extents a loop runs over.  */

#include "facts-sum.h"

/* The product that N, a number of turns of a loop that runs, is, or is a conversion of, if that has
   N's value; else NULL.  */
static struct fir_stmt *
product_of (struct facts *f, struct fir_atom n, unsigned depth)
{
  struct fir_stmt *d = fir_atom_def (n);
  if (d && d->op == FIR_CONV)
    {
      /* As a size it would be another number if it were negative.  */
      struct sum m = facts_value (f, d->args[0], depth);
      d = m.known && least_negated (f, m) <= 0 ? fir_atom_def (d->args[0]) : NULL;
      d = d && fir_overflows (d) ? d : NULL;
    }
  else if (d && d->op == FIR_STEPS)
    {
      d = fir_atom_is_int (d->args[0], 0) && fir_atom_is_int (d->args[2], 1)
	  ? fir_atom_def (d->args[1]) : NULL;
      d = d && fir_overflows (d) ? d : NULL;
    }
  /* A product of sizes may wrap: an index below h w modulo 2^64 is below h w, too.  */
  return d && d->op == FIR_MUL ? d : NULL;
}

/* C times DISTANCE, unless that is too much to count, or no bound.  */
static __int128
times (__int128 c, __int128 distance)
{
  return distance > INT64_MAX || distance < INT64_MIN ? NO_BOUND : c * distance;
}

/* S is C, positive, times X, which is not negative and so small that D, which multiplies, does not
   wrap.  If X is at most a quotient by C, S is at most what that divides; and other multiples by C
   lie C times as far from S as what they multiply from X.  */
void
facts_multiple (struct facts *f, struct sum s, const struct fir_stmt *d, struct sum x, __int128 c,
	  unsigned depth)
{
  __int128 low, high;
  if (c > INT32_MAX || !range_of (d->res[0]->type, &low, &high) || greatest (f, x) > high / c)
    return;
  at_most (f, s, number (c * greatest (f, x)), 0);
  at_most (f, number (-c * least_negated (f, x)), s, 0);
  at_most (f, x, s, 0);
  for (unsigned k = 1, n = f->n; k < n; k++)
    {
      struct fir_stmt *o = f->length[k] ? NULL : fir_atom_def (f->of[k]);
      struct sum of, q = { true, k, 0 };
      if (!o || o == d || (o->op != FIR_DIV && o->op != FIR_MUL)
	  || !fir_atom_is_int (o->args[1], c))
	continue;
      of = facts_value (f, o->args[0], depth);
      if (!of.known || least_negated (f, of) > 0)
	continue;
      if (o->op == FIR_DIV)
	at_most (f, s, of, times (c, difference (f, x, q)));
      else if (range_of (o->res[0]->type, &low, &high) && greatest (f, of) <= high / c)
	{
	  at_most (f, s, q, times (c, difference (f, x, of)));
	  at_most (f, q, s, times (c, difference (f, of, x)));
	}
    }
}

/* S is how many steps of 1 lead from X to Y.  */
void
facts_steps (struct facts *f, struct sum s, struct sum x, struct sum y)
{
  __int128 least = -difference (f, x, y);
  at_most (f, number (0), s, 0);
  if (difference (f, y, x) < NO_BOUND)
    at_most (f, s, number (greater (difference (f, y, x), 0)), 0);
  if (least < 0)
    return;
  at_most (f, number (least), s, 0);
  at_most (f, s, y, least_negated (f, x));
}

/* The product that X, which is not negative, is below: X is the index of a loop that has so many
   turns, or what remains of a division of unsigned numbers by it; else NULL.  */
static struct fir_stmt *
below_product (struct facts *f, struct sum x, unsigned depth)
{
  struct fir_stmt *n, *rest;
  if (!x.sym || x.off)
    return NULL;
  n = product_of (f, f->turns[x.sym], depth);
  rest = n || f->length[x.sym] ? NULL : fir_atom_def (f->of[x.sym]);
  if (!rest || rest->op != FIR_REM || scalar_info[rest->res[0]->type->scalar].is_signed)
    return n;
  return product_of (f, rest->args[1], depth);
}

/* S is the quotient of X, which is not negative, by Y, the value of D, which is POSITIVE or
   negative.  If X is below a product of D and something else, S is nearer to 0 than that.  */
static void
quotient (struct facts *f, struct sum s, struct sum x, struct sum y, bool positive,
	  struct fir_atom d, unsigned depth)
{
  struct fir_stmt *n = below_product (f, x, depth);
  if (positive)
    at_most (f, number (0), s, 0), at_most (f, s, x, 0);
  else
    at_most (f, s, number (0), 0);
  if (positive && !y.sym && y.off && greatest (f, x) < NO_BOUND)
    at_most (f, s, number (greatest (f, x) / y.off), 0);
  for (unsigned k = 0; n && k < 2; k++)
    if (fir_atom_equal (n->args[k], d))
      {
	struct sum all = facts_value (f, n->args[1 - k], depth);
	if (positive)
	  at_most (f, s, all, -1);
	else
	  at_most (f, all, s, -1);
      }
}

/* S is the quotient, or (REST) what remains, of X, which is not negative, by Y, the value of D,
   which may be.  A quotient that is positive says that Y is, and not above X.  */
void
facts_divided (struct facts *f, struct sum s, bool rest, struct sum x, struct sum y, bool positive,
	 struct fir_atom d, unsigned depth)
{
  if (rest)
    {
      at_most (f, number (0), s, 0);
      at_most (f, s, x, 0);
      if (positive)
	at_most (f, s, y, -1);
      return;
    }
  if (positive || greatest (f, y) <= -1)
    quotient (f, s, x, y, positive, d, depth);
  if (least_negated (f, s) <= -1)
    {
      at_most (f, number (1), y, 0);
      at_most (f, y, x, 0);
    }
}

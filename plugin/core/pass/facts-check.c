/* Checks of sizes and indices that the facts known where they stand imply.

     c = le k m   i = select c 0 m   n = select c 1 m   check indexat _ _ i n

   is looked into once for each value that c can have.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Does not: know sums or products of two unknown numbers but by the most that they can be.  */

#include "facts-sum.h"

/* So many conditions that selects choose by are looked into, one in the other.  */
#define MAX_CHOICES 2

/* --- Conditions ----------------------------------------------------------------------------- */

/* The begin and the end of what D counts: a difference, or steps of 1; false if it is neither.  */
static bool
begin_end (const struct fir_stmt *d, struct fir_atom *b, struct fir_atom *e)
{
  if (!d || (d->op != FIR_SUB && (d->op != FIR_STEPS || !fir_atom_is_int (d->args[2], 1))))
    return false;
  *b = d->args[d->op == FIR_SUB];
  *e = d->args[d->op == FIR_STEPS];
  return true;
}

/* Is X certainly not above Y?  So it is if both count what lies between two numbers, and those of X
   lie between those of Y.  */
static bool
ordered (struct facts *f, struct fir_atom x, struct fir_atom y)
{
  struct fir_atom b, e, from, to;
  struct fir_stmt *d = fir_atom_def (y);
  if (facts_ordered (f, x, y))
    return true;
  /* If the difference wraps it may be less.  */
  if (d && d->op == FIR_SUB && scalar_info[d->res[0]->type->scalar].is_signed
      && !fir_overflows (d))
    return false;
  return begin_end (fir_atom_def (x), &b, &e) && begin_end (fir_atom_def (y), &from, &to)
	 && (fir_atom_def (x)->op == FIR_STEPS || facts_ordered (f, b, e))
	 && facts_ordered (f, from, to) && facts_ordered (f, from, b) && facts_ordered (f, e, to);
}

/* Can C be what HOLDS says?  */
static bool
can_be (struct facts *f, struct fir_atom c, bool holds)
{
  struct fir_stmt *d = fir_atom_def (c);
  return holds || !d || d->op != FIR_LE || !ordered (f, d->args[0], d->args[1]);
}

/* --- Checks --------------------------------------------------------------------------------- */

static __int128
most_of (struct facts *f, struct fir_atom x)
{
  return greatest (f, facts_value (f, x, FACTS_DEPTH));
}

/* Is X + Y at most the largest i64?  */
static bool
countable (struct facts *f, struct fir_atom x, struct fir_atom y)
{
  __int128 n = most_of (f, x), m = most_of (f, y);
  return n < NO_BOUND && m < NO_BOUND && n + m <= INT64_MAX;
}

/* Is X times Y at most the largest i64, and X?  */
static bool
product_countable (struct facts *f, struct fir_atom x, struct fir_atom y)
{
  __int128 n = most_of (f, x), m = most_of (f, y);
  return n <= INT64_MAX && m <= INT64_MAX && n * m <= INT64_MAX;
}

/* Does the check KIND of A, operands of S with choices made, certainly hold?  */
static bool
holds (struct facts *f, const struct fir_stmt *s, const struct fir_atom *a)
{
  switch (s->check)
    {
    case CHECK_NONEMPTY:
      return facts_positive (f, a[1]);
    case CHECK_SIZE:
      return product_countable (f, a[1], a[2]);
    case CHECK_TOTAL:
      return countable (f, a[1], a[2]);
    case CHECK_INDEX_AT:
      return facts_below (f, a[2], 0, a[3]);
    default:
      return false;
    }
}

/* The same of operands A, of which MORE choices may be looked into.  */
static bool
holds_whatever (struct facts *f, const struct fir_stmt *s, const struct fir_atom *a, unsigned more)
{
  struct fir_stmt *chosen = NULL;
  for (unsigned k = 0; k < s->nargs && !chosen; k++)
    if (fir_atom_def (a[k]) && fir_atom_def (a[k])->op == FIR_SELECT)
      chosen = fir_atom_def (a[k]);
  if (!chosen || !more)
    return holds (f, s, a);
  for (unsigned arm = 0; arm < 2; arm++)
    {
      struct fir_atom b[4];
      struct facts in = *f;
      if (!can_be (&in, chosen->args[0], !arm))
	continue;
      for (unsigned k = 0; k < s->nargs; k++)
	{
	  struct fir_stmt *d = fir_atom_def (a[k]);
	  b[k] = d && d->op == FIR_SELECT && fir_atom_equal (d->args[0], chosen->args[0])
		 ? d->args[1 + arm] : a[k];
	}
      for (unsigned again = 0; again < 2; again++)
	facts_assume (&in, chosen->args[0], !arm);
      if (!facts_never (&in) && !holds_whatever (&in, s, b, more - 1))
	return false;
    }
  return true;
}

bool
facts_check_holds (struct facts *f, const struct fir_stmt *s)
{
  return s->nargs <= 4 && !facts_never (f) && holds_whatever (f, s, s->args, MAX_CHOICES);
}

/* Slices whose elements all exist: their element checks hold whatever the variables are.

   slice b e s x reads x[b + k s] for those k that stay before e.  With b and s constants, b >= 0,
   s > 0, all indices lie in [b, e), so it suffices that e is at most the length n of x: e is n
   minus something, or the minimum of several terms of which one is, or not positive.  Differences
   of sizes may have wrapped: as an i64 they are then negative, and the slice is empty.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* X is an integer constant of at least MIN; of a signed type, so that it has not wrapped.  */
static bool
at_least (struct fir_atom x, __int128 min)
{
  __int128 i;

  return fir_atom_value (x, &i) && i >= min && i <= INT64_MAX;
}

/* Is E, where it is not negative as an i64, at most N, a size?  */
static bool
at_most (struct fir_atom e, struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (e);
  const struct type *t = fir_atom_type (e);
  __int128 c, m;

  if (fir_atom_equal (e, n))
    return true;
  if (fir_atom_value (e, &c) && (c <= 0 || fir_atom_value (n, &m)))
    return c <= 0 || c <= m;
  /* Narrower integers may have lost what a size has.  */
  if (!s || !type_is_integral (t) || t->size != 8)
    return false;
  switch (s->op)
    {
    case FIR_CONV:
      return at_most (s->args[0], n);
    case FIR_SUB:
      return at_least (s->args[1], 0) && at_most (s->args[0], n);
    case FIR_ADD:
      /* n - 1 as it may be written.  */
      return fir_atom_value (s->args[1], &c) && (int64_t) c <= 0 && at_most (s->args[0], n);
    case FIR_MIN:
      /* A wrapped difference is the greater of two sizes, and would hide the other.  */
      return scalar_info[t->scalar].is_signed
	     && (at_most (s->args[0], n) || at_most (s->args[1], n));
    default:
      return false;
    }
}

bool
fuse_slice_in_bounds (struct fir_stmt *s, struct fir_atom n)
{
  return at_least (s->args[0], 0) && at_least (s->args[2], 1) && at_most (s->args[1], n);
}

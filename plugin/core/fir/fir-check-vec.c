/* The typing rules of vector operations with any number of operands: fold, find, concat,
   strided views.  The TYPE column of fir.def cannot express them; their numbers are those of
   doc/fir.txt.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-check.h"

/* viewstrided: ptr T, (u64, i64)... -> V^k T  */
static void
check_strided (struct checker *ck, struct fir_stmt *s)
{
  const char *rule = fir_op_info[s->op].rule;
  const struct type *t, *want;
  unsigned k;

  if (s->nargs < 3 || s->nargs % 2 == 0)
    check_bad (ck, rule, "%u operands: a pointer and pairs of size and step are wanted", s->nargs);
  else if ((t = want_ptr (ck, rule, s, 0, true)) != NULL)
    {
      for (k = 1; k < s->nargs; k++)
	{
	  want = k % 2 ? type_size (ck->p->ctx) : type_scalar (ck->p->ctx, SCALAR_I64);
	  if (!want_arg (ck, rule, s, k, want))
	    return;
	}
      want_res (ck, rule, s, 0, check_vec_of (ck, t, s->nargs / 2));
    }
}

/* fold: (R, T1, ..., Tn) -> R, (R, R) -> R, R, V T1, ..., V Tn -> R  */
static void
check_fold (struct checker *ck, struct fir_stmt *s)
{
  const char *rule = fir_op_info[s->op].rule;
  const struct type **types, *pair[2];

  if (s->nargs < 2)
    {
      check_bad (ck, rule, "%u operands: an initial value and vectors are wanted", s->nargs);
      return;
    }
  if (!(types = check_elem_types (ck, rule, s, 1)))
    return;
  pair[0] = pair[1] = types[0] = check_arg (s, 0);
  if (want_fn (ck, rule, "the step", s->fns[0], s->nargs, types, 1, types)
      && want_fn (ck, rule, "the join", s->fns[1], 2, pair, 1, pair))
    want_res (ck, rule, s, 0, types[0]);
}

/* find: (T1, ..., Tn) -> scalar, V T1, ..., V Tn -> u64  */
static void
check_find (struct checker *ck, struct fir_stmt *s)
{
  const char *rule = fir_op_info[s->op].rule;
  const struct type **types, *ret = NULL;

  if (!s->nargs)
    {
      check_bad (ck, rule, "%u operands: vectors are wanted", s->nargs);
      return;
    }
  if (!(types = check_elem_types (ck, rule, s, 0))
      || !want_fn (ck, rule, "the predicate", s->fns[0], s->nargs, types, 1, &ret))
    return;
  ret = fir_atom_type (s->fns[0]->body->rets[0]);
  if (!ck->entering && !check_class (ck, ret, SIG_SCALAR))
    check_bad_at (ck, PLACE_FN, 0, rule, "the predicate returns %s, not a scalar",
		  check_text (ck, ret));
  else
    want_res (ck, rule, s, 0, type_size (ck->p->ctx));
}

/* concat: V T, ... -> V T  */
static void
check_concat (struct checker *ck, struct fir_stmt *s)
{
  const char *rule = fir_op_info[s->op].rule;
  unsigned k;

  if (!s->nargs)
    check_bad (ck, rule, "%u operands: vectors are wanted", s->nargs);
  else if (want_vec (ck, rule, s, 0))
    {
      for (k = 1; k < s->nargs; k++)
	if (!want_arg (ck, rule, s, k, check_arg (s, 0)))
	  return;
      want_res (ck, rule, s, 0, check_arg (s, 0));
    }
}

void
check_vec_op (struct checker *ck, struct fir_stmt *s)
{
  switch (s->op)
    {
    case FIR_VIEWS:
      check_strided (ck, s);
      break;
    case FIR_FOLD:
      check_fold (ck, s);
      break;
    case FIR_FIND:
      check_find (ck, s);
      break;
    case FIR_CONCAT:
      check_concat (ck, s);
      break;
    default:
      check_bad (ck, "S3", "it is no operation of a program");
    }
}

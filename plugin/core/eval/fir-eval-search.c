/* The vector operations that search for an element, and fold, evaluated.

   fold is one part from the first element to the last: join is never called.  search is the binary
   search that doc/fir.txt prescribes, so that it has a meaning even if x is not sorted.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

static struct value
size_value (struct eval *e, uint64_t n)
{
  return value_int (type_size (e->ctx), (__int128) n);
}

/* The vectors of S from operand FIRST on must be of one length, which is returned.  */
static uint64_t
common_length (struct eval *e, const struct fir_stmt *s, const struct value *a, unsigned first)
{
  unsigned k;

  for (k = first + 1; k < s->nargs; k++)
    if (a[k].vec->n != a[first].vec->n)
      eval_error (e, "vectors of different lengths");
  return a[first].vec->n;
}

static struct value
op_fold (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = common_length (e, s, a, 1), i;
  struct value *x = CTX_NEWV (e->ctx, struct value, s->nargs), acc = a[0];
  uint64_t alive = e->alive;
  unsigned k;

  for (i = 0; i < n; i++)
    {
      x[0] = acc;
      for (k = 1; k < s->nargs; k++)
	x[k] = value_vec_at (e, &a[k], i);
      if (!eval_fn (e, s->fns[0], i, x, 1, &acc))
	acc = value_failed (s->res[0]->type);
      eval_keep (e, alive, eval_elements (&acc));
    }
  return acc;
}

/* Stops at the first element with p, or at the first that fails: those behind it are not
   needed.  */
static struct value
op_find (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = common_length (e, s, a, 0), i;
  struct value *x = CTX_NEWV (e->ctx, struct value, s->nargs), c;
  unsigned k;

  for (i = 0; i < n; i++)
    {
      for (k = 0; k < s->nargs; k++)
	x[k] = value_vec_at (e, &a[k], i);
      if (!eval_fn (e, s->fns[0], i, x, 1, &c))
	return value_failed (s->res[0]->type);
      if (value_true (e, &c))
	break;
    }
  return size_value (e, i);
}

/* Is X less than Y by S's function?  *FAILED is set if it fails.  */
static bool
is_less (struct eval *e, struct fir_stmt *s, uint64_t elem, struct value x, struct value y,
	 bool *failed)
{
  struct value pair[2] = { x, y }, c;

  if (!eval_fn (e, s->fns[0], elem, pair, 1, &c))
    {
      *failed = true;
      return false;
    }
  return value_true (e, &c);
}

static struct value
op_argmin (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[0].vec->n, best = 0, i;
  bool failed = false;

  if (!n)
    eval_error (e, "%s of an empty vector", fir_op_info[s->op].text);
  failed = value_vec_at (e, &a[0], 0).kind == VAL_NONE;
  for (i = 1; i < n; i++)
    {
      struct value x = value_vec_at (e, &a[0], i), b = value_vec_at (e, &a[0], best);

      if (s->op == FIR_ARGMIN ? is_less (e, s, i, x, b, &failed)
	  : is_less (e, s, i, b, x, &failed))
	best = i;
    }
  return failed ? value_failed (s->res[0]->type) : size_value (e, best);
}

/* The lower bound of each element of operand 1 in operand 0.  It looks where the compiled program
   does (X2), so that both find the same in a few elements that are not in order.  */
static struct value
op_search (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  bool exact = fir_may_fail (s);
  uint64_t n = a[1].vec->n, i;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (i = 0; i < n; i++)
    {
      struct value key = value_vec_at (e, &a[1], i), *to = value_vec_place (e, &v, i);
      uint64_t lo = 0, left = a[0].vec->n;
      bool failed = key.kind == VAL_NONE;

      while (left && !failed)
	{
	  uint64_t half = left / 2, up = exact ? half + 1 : left - half;

	  if (is_less (e, s, i, value_vec_at (e, &a[0], lo + up - 1), key, &failed))
	    {
	      lo += up;
	      left -= up;
	    }
	  else
	    left = half;
	}
      *to = failed ? value_failed (s->res[0]->type->elem) : size_value (e, lo);
    }
  return v;
}

bool
eval_search_op (struct eval *e, struct fir_stmt *s, const struct value *a, struct value *res)
{
  switch (s->op)
    {
    case FIR_FOLD:
      *res = op_fold (e, s, a);
      return true;
    case FIR_FIND:
      *res = op_find (e, s, a);
      return true;
    case FIR_ARGMIN:
    case FIR_ARGMAX:
      *res = op_argmin (e, s, a);
      return true;
    case FIR_SEARCH:
      *res = op_search (e, s, a);
      return true;
    default:
      return false;
    }
}

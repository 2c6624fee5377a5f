/* Lowering of offsets: which of them are known to be in order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Offsets are in order if none is below the one before it.  Then their differences, as sizes, are
   lengths, and add up without wrapping.  Those of the program are looked at before they cut a
   vector (fir-order.c).

   Others are in order by what makes them; the table is at the end.
   Does not: look into functions of elements, or know sums of numbers that may wrap.  */

#include "lower-loop.h"
#include "fir/fir-order.h"

/* --- What makes them -------------------------------------------------------------------------- */

static bool
by_check (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  for (struct fir_stmt *s = before->prev; s; s = s->prev)
    if (s->op == FIR_CHECK && s->check == CHECK_ORDERED && fir_orders (s, o, n))
      return true;
  return false;
}

/* They cut a vector; whoever made that made sure of them.  */
static bool
by_segments (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  (void) n;
  for (struct fir_stmt *s = before->prev; s; s = s->prev)
    if (s->op == FIR_SEGMENTS && fir_atom_equal (s->args[1], o))
      return true;
  return false;
}

/* They are those of rows.  */
static bool
by_rows (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (o);
  (void) before, (void) n;
  return s && s->op == FIR_OFFSETS;
}

static bool
as_wide_as_sizes (const struct type *t)
{
  return type_is_integral (t) && scalar_info[t->scalar].bytes == 8;
}

/* They are copies of others; a conversion to sizes keeps the differences.  */
static bool
by_copy (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  struct fir_stmt *s;
  struct fir_out *out = fir_loop_output (o, &s);
  struct fir_stmt *at = out && out->kind == OUT_VEC ? fir_atom_def (out->value) : NULL;
  if (at && at->op == FIR_CONV && as_wide_as_sizes (at->res[0]->type)
      && type_is_integral (fir_atom_type (at->args[0])))
    at = fir_atom_def (at->args[0]);
  return at && at->op == FIR_AT && at->args[1].var == s->fns[0]->params[0]
	 && order_known (before, at->args[0], n);
}

/* They are the indices at which something holds.  */
static bool
by_filter (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  struct fir_stmt *s;
  struct fir_out *out = fir_loop_output (o, &s);
  (void) before, (void) n;
  return out && out->kind == OUT_FILTER && out->value.var == s->fns[0]->params[0];
}

/* Is V a vector of ones, or of zeros, as wide as sizes?  */
static bool
only_ones (struct fir_atom v)
{
  struct fir_stmt *s;
  struct fir_out *out = fir_loop_output (v, &s);
  return out && out->kind == OUT_VEC && as_wide_as_sizes (fir_atom_type (out->value))
	 && (fir_atom_is_int (out->value, 1) || fir_atom_is_int (out->value, 0));
}

/* They are sums of how many elements fall into bins, of which there are no more in all than there
   are elements.  */
static bool
by_counts (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  struct fir_stmt *s;
  struct fir_out *out = fir_loop_output (o, &s);
  struct fir_stmt *at = out && (out->kind == OUT_SCAN || out->kind == OUT_EXSCAN)
			? fir_atom_def (out->value) : NULL;
  struct fir_stmt *bins = at && at->op == FIR_AT ? fir_atom_def (at->args[0]) : NULL;
  (void) before, (void) n;
  return bins && bins->op == FIR_BINS && at->args[1].var == s->fns[0]->params[0]
	 && fir_fn_operator (out->combine) == FIR_ADD && fir_fn_operator (bins->fns[0]) == FIR_ADD
	 && fir_atom_is_int (out->init, 0) && fir_atom_is_int (bins->args[0], 0)
	 && only_ones (bins->args[3]);
}

static bool (*const facts[]) (struct fir_stmt *, struct fir_atom, struct fir_atom) = {
  by_check, by_segments, by_rows, by_copy, by_filter, by_counts
};

bool
order_known (struct fir_stmt *before, struct fir_atom o, struct fir_atom n)
{
  for (unsigned k = 0; k < sizeof facts / sizeof *facts; k++)
    if (facts[k] (before, o, n))
      return true;
  return false;
}

/* Records too large for registers: a call that gives one as the result of its caller is read, and
   so are those that are constants or variables of the program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

struct range { double low, high; };
struct stats { struct range range; double sum; };

static const struct stats none = { { 1e300, -1e300 }, 0 };
static struct stats changed = { { 1, 2 }, 3 };

static struct stats
add (struct stats s, struct stats t)
{
  return (struct stats) { { s.range.low < t.range.low ? s.range.low : t.range.low,
			    s.range.high > t.range.high ? s.range.high : t.range.high },
			  s.sum + t.sum };
}
static struct stats
step (struct stats s, double v) { struct stats t = { { v, v }, v }; return add (s, t); }
static struct stats row (nova_vec (double) r) { return nova_fold (step, add, none, r); }
static struct stats first (double v) { return v > 0 ? add (none, none) : none; }
static struct stats variable (double v) { return v > 0 ? none : changed; }

void
rows (struct stats *out, size_t n, size_t m, const double *x)
{
  nova_store (out, n, nova_map (row, nova_view (x, n, m)));
}

void
elements (struct stats *out, size_t n, const double *x)
{
  nova_vec (double) v = nova_view (x, n);
  nova_store (out, n, nova_map (first, v));
  nova_store (out, n, nova_map (variable, v));
}

void
set (double sum)
{
  changed.sum = sum;
}

/* { dg-final { scan-report {^  row .25. is read$} } } */
/* { dg-final { scan-report {^  step .24. is read$} } } */
/* { dg-final { scan-report {^  first .26. is read$} } } */
/* { dg-final { scan-report {^  variable .27. is read$} } } */

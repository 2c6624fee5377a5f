/* Which functions with builtins are read into the loop over the rows, and why others stay calls.  The
   sum of a column has no handle of it, and no copy.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec(double) vec;
typedef nova_vec(vec) rows;
struct span { double lo, hi; };

static double square (double a) { return a * a; }
static int positive (double a) { return a > 0; }
static double inner (vec r) { return nova_sum (r); }
static double norm (vec r) { return nova_sum (nova_map (square, r)); }
static double local (vec r) { vec s = nova_map (square, r), t = s; t = nova_scan (nova_add, 0.0, t); return nova_sum (t) / nova_length (s); }
static double early (vec r) { if (nova_length (r) == 0) return 0; return nova_get (r, 0) > 0 ? nova_maximum (r) : nova_count (positive, r); }
static struct span span (vec r) { struct span s = { nova_minimum (r), nova_maximum (r) }; return s; }
static double turns (vec r) { double s = 0; for (int k = 0; k < 3; k++) s += k * nova_sum (r); return s; }
static double calls (vec r) { return inner (r) + norm (r); }
static vec kept (vec r) { return nova_filter (positive, r); }
static vec one (vec r) { vec e; if (nova_length (r) < 2) return e; return r; }
static double levels (rows x) { return nova_sum (nova_map (inner, x)); }
static double shape (vec r) { rows x = nova_split (2, r); return nova_length (nova_transpose (x)) + nova_sum (nova_get (x, 1)); }
static double itself (vec r) { return nova_length (r) == 0 ? 0 : itself (nova_slice (1, nova_length (r), r)) + 1; }
static double array (vec r) { double a[3] = { 0, 1, nova_sum (r) }; return nova_sum (nova_view (a, 3)); }
__attribute__ ((noinline)) static double apart (vec r) { return nova_sum (r); }

vec
all (rows m, nova_vec (rows) mm, vec k)
{
  double dot (vec r)
    {
      double times (double a, double b) { return a * b; }
      return nova_reduce (nova_add, 0.0, nova_map (times, r, k));
    }
  nova_vec (struct span) s = nova_map (span, m);
  (void) s;
  return nova_concat (nova_map (inner, m), nova_map (norm, m), nova_map (local, m),
		      nova_map (early, m), nova_map (turns, m), nova_map (calls, m),
		      nova_map (dot, m), nova_map (itself, m), nova_map (array, m),
		      nova_map (apart, m), nova_map (levels, mm), nova_map (shape, m),
		      nova_flatten (nova_map (kept, m)), nova_flatten (nova_map (one, m)));
}

void
columns (size_t n, size_t m, const double *restrict a, double *restrict to)
{
  nova_store (to, m, nova_map (inner, nova_transpose (nova_view (a, n, m))));
}

/* { dg-final { scan-report {^  inner .16. is read$} } } */
/* { dg-final { scan-report {^  norm .17. is read$} } } */
/* { dg-final { scan-report {^  local .18. is read$} } } */
/* { dg-final { scan-report {^  early .19. is read$} } } */
/* { dg-final { scan-report {^  span .20. is read$} } } */
/* { dg-final { scan-report {^  turns .21. is read$} } } */
/* { dg-final { scan-report {^  calls .22. is read$} } } */
/* { dg-final { scan-report {^  kept .23. is read$} } } */
/* { dg-final { scan-report {^  one .24. is read$} } } */
/* { dg-final { scan-report {^  levels .25. is read$} } } */
/* { dg-final { scan-report {^  shape .26. is read$} } } */
/* { dg-final { scan-report {^  dot .34. is read$} } } */
/* { dg-final { scan-report {^  itself .27. stays a call: recursion .27.$} } } */
/* { dg-final { scan-report {^  array .28. stays a call: a local array in memory, .a. .28.$} } } */
/* { dg-final { scan-report {^  apart .29. stays a call: its attribute noinline$} } } */

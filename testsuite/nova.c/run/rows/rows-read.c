/* Functions of rows that use builtins are read, and run inside the loop over the rows: rows that
   lie side by side, columns, strided ones, windows, ragged segments, copies, rows turned round.
   Each beside what plain loops give over the same elements; numbers are such that sums are exact.
   report/rows-read.c says which of them are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "^180 alike\n$" } */

#include <nova.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef nova_vec(double) vec;
typedef nova_vec(vec) rows;
struct span { double lo, hi; size_t n; };

/* The same rows in plain memory.  */
static double p[64][64];
static size_t len[64], nrows;
static unsigned alike;

static void
same (double x, double y)
{
  if (x != y)
    {
      fprintf (stderr, "%g is not %g\n", x, y);
      abort ();
    }
}

static void
numbers (vec x, double (*f) (const double *, size_t))
{
  same (nova_length (x), nrows);
  for (size_t i = 0; i < nrows; i++)
    same (nova_get (x, i), f (p[i], len[i]));
  alike++;
}

/* F writes a row to its first argument, and says how long it is.  */
static void
vectors (rows x, size_t (*f) (double *, const double *, size_t))
{
  double y[64];

  same (nova_length (x), nrows);
  for (size_t i = 0; i < nrows; i++)
    {
      size_t n = f (y, p[i], len[i]);

      same (nova_length (nova_get (x, i)), n);
      for (size_t j = 0; j < n; j++)
	same (nova_get (nova_get (x, i), j), y[j]);
    }
  alike++;
}

static double square (double a) { return a * a; }
static double times (double a, double b) { return a * b; }
static int positive (double a) { return a > 0; }

static double sum (vec r) { return nova_sum (r); }
static double p_sum (const double *r, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += r[i]; return s; }

static double largest (vec r) { return nova_length (r) == 0 ? -1 : nova_maximum (r); }
static double p_largest (const double *r, size_t n) { double s = n ? r[0] : -1; for (size_t i = 1; i < n; i++) s = r[i] > s ? r[i] : s; return s; }

static double norm (vec r) { return sqrt (nova_reduce (nova_add, 0.0, nova_map (square, r))); }
static double p_norm (const double *r, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += r[i] * r[i]; return sqrt (s); }

static double several (vec r)
{
  vec s = nova_map (square, r), t = s;
  double a = nova_sum (t);

  t = nova_scan (nova_add, 1.0, t);
  return a + nova_length (s) + 3 * nova_sum (t) + nova_count (positive, r) * 100 + nova_find (positive, r)
	 + nova_any (positive, r) * 7 + nova_all (positive, r) * 5;
}
static double p_several (const double *r, size_t n)
{
  double a = 0, t = 1, u = 0;
  size_t count = 0, find = n;

  for (size_t i = 0; i < n; i++)
    {
      a += r[i] * r[i];
      t += r[i] * r[i];
      u += t;
      count += r[i] > 0;
      if (r[i] > 0 && find == n)
	find = i;
    }
  return a + n + 3 * u + count * 100 + find + (count > 0) * 7 + (count == n) * 5;
}

static double early (vec r)
{
  if (nova_length (r) < 3)
    return -7;
  if (nova_get (r, 1) > 0)
    return nova_sum (r);
  return nova_fold (nova_add, nova_add, 0.0, nova_map (square, r));
}
static double p_early (const double *r, size_t n)
{
  double s = 0;

  if (n < 3)
    return -7;
  for (size_t i = 0; i < n; i++)
    s += r[1] > 0 ? r[i] : r[i] * r[i];
  return s;
}

static double again (vec r)
{
  vec v = r;
  double s = 0;

  for (int k = 0; k < 3; k++)
    {
      v = nova_scan (nova_add, 0.0, v);
      s += nova_sum (v) * k;
    }
  return s;
}
static double p_again (const double *r, size_t n)
{
  double v[64], s = 0;

  for (size_t i = 0; i < n; i++)
    v[i] = r[i];
  for (int k = 0; k < 3; k++)
    for (size_t i = 0; i < n; i++)
      {
	v[i] += i ? v[i - 1] : 0;
	s += v[i] * k;
      }
  return s;
}

static double halves (vec r)
{
  size_t n = nova_length (r);

  return n == 0 ? 0 : n == 1 ? nova_get (r, 0)
	 : halves (nova_slice (0, n / 2, r)) - halves (nova_slice (n / 2, n, r));
}
static double p_halves (const double *r, size_t n)
{
  return n == 0 ? 0 : n == 1 ? r[0] : p_halves (r, n / 2) - p_halves (r + n / 2, n - n / 2);
}

static double table[4] = { 1, 2, 3, 4 };
static double near (vec r) { return nova_sum (nova_view (table, 4)) * nova_length (r); }
static double p_near (const double *r, size_t n) { (void) r; return 10.0 * n; }

static struct span span (vec r)
{
  struct span s = { 0, 0, nova_length (r) };

  if (s.n)
    s.lo = nova_minimum (r), s.hi = nova_maximum (r);
  return s;
}
static double width (struct span s) { return s.hi - s.lo + s.n; }
static double p_width (const double *r, size_t n)
{
  double lo = n ? r[0] : 0, hi = lo;

  for (size_t i = 1; i < n; i++)
    lo = r[i] < lo ? r[i] : lo, hi = r[i] > hi ? r[i] : hi;
  return hi - lo + n;
}

static vec sums (vec r) { return nova_scan (nova_add, 0.0, r); }
static size_t p_sums (double *y, const double *r, size_t n) { for (size_t i = 0; i < n; i++) y[i] = r[i] + (i ? y[i - 1] : 0); return n; }

static vec kept (vec r) { return nova_filter (positive, r); }
static size_t p_kept (double *y, const double *r, size_t n) { size_t m = 0; for (size_t i = 0; i < n; i++) if (r[i] > 0) y[m++] = r[i]; return m; }

static vec some (vec r) { vec e; if (nova_length (r) > 12) return e; if (nova_length (r) > 5) return nova_map (square, r); return r; }
static size_t p_some (double *y, const double *r, size_t n)
{
  for (size_t i = 0; i < n; i++)
    y[i] = n > 5 ? r[i] * r[i] : r[i];
  return n > 12 ? 0 : n;
}

static vec sorted (vec r) { return nova_sort (nova_lt, nova_reverse (r)); }
static int compare (const void *a, const void *b) { double x = *(const double *) a, y = *(const double *) b; return x < y ? -1 : x > y; }
static size_t p_sorted (double *y, const double *r, size_t n) { for (size_t i = 0; i < n; i++) y[i] = r[i]; qsort (y, n, sizeof *y, compare); return n; }

static vec same_row (vec r) { vec t = r; return t; }
static size_t p_same (double *y, const double *r, size_t n) { for (size_t i = 0; i < n; i++) y[i] = r[i]; return n; }

static const double *factors;
static double p_dot (const double *r, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += r[i] * factors[i]; return s; }
static double p_inner (const double *r, size_t n) { return p_sum (r, n) * 3; }
static size_t p_turned (double *y, const double *r, size_t n) { for (size_t i = 0; i < n; i++) y[i] = r[n - 1 - i] * factors[i]; return n; }

static void
all (rows m, vec f)
{
  double dot (vec r) { return nova_sum (nova_map (times, r, nova_slice (0, nova_length (r), f))); }
  double k = 3;

  nrows = nova_length (m);
  for (size_t i = 0; i < nrows; i++)
    {
      len[i] = nova_length (nova_get (m, i));
      nova_store (p[i], 64, nova_get (m, i));
    }
  numbers (nova_map (sum, m), p_sum);
  numbers (nova_map (largest, m), p_largest);
  numbers (nova_map (norm, m), p_norm);
  numbers (nova_map (several, m), p_several);
  numbers (nova_map (early, m), p_early);
  numbers (nova_map (again, m), p_again);
  numbers (nova_map (halves, m), p_halves);
  numbers (nova_map (near, m), p_near);
  numbers (nova_map (width, nova_map (span, m)), p_width);
  numbers (nova_map (dot, m), p_dot);
  numbers (nova_map (nova_lambda (double, (vec r), {
    return nova_sum (nova_map (nova_lambda (double, (double x), { return x * k; }), r)); }), m), p_inner);
  vectors (nova_map (sums, m), p_sums);
  vectors (nova_map (kept, m), p_kept);
  vectors (nova_map (some, m), p_some);
  vectors (nova_map (sorted, m), p_sorted);
  vectors (nova_map (same_row, m), p_same);
  vectors (nova_map (nova_lambda (vec, (vec r), {
    return nova_map (times, nova_reverse (r), nova_slice (0, nova_length (r), f)); }), m), p_turned);
  /* Two levels of rows at once.  */
  {
    double whole (rows x) { return nova_sum (nova_map (sum, x)) + nova_maximum (nova_map (largest, x)); }
    rows two = nova_replicate (2, nova_map (sum, m));
    double s = 0, l = 0;

    nova_vec (rows) both = nova_split (nrows, nova_concat (m, m));
    vec w = nova_map (whole, both);
    for (size_t i = 0; i < nrows; i++)
      {
	s += p_sum (p[i], len[i]);
	l = i == 0 || p_largest (p[i], len[i]) > l ? p_largest (p[i], len[i]) : l;
      }
    same (nova_length (w), 2);
    same (nova_get (w, 1), s + l);
    same (nova_get (nova_map (sum, two), 1), s);
    alike++;
  }
}

int
main (void)
{
  static double a[64 * 64], b[64];
  size_t o[] = { 0, 4, 4, 5, 40, 41, 90 };

  for (size_t i = 0; i < 64 * 64; i++)
    a[i] = (double) (i * 7919 % 101) - 40;
  for (size_t i = 0; i < 64; i++)
    b[i] = i % 5;
  factors = b;
  vec f = nova_view (b, 64);
  rows v = nova_view (a, 37, 53);

  all (v, f);
  all (nova_transpose (v), f);
  all (nova_window (9, nova_view (a, 60)), f);
  all (nova_view_strided (a + 60, 20, -3, 11, 5), f);
  all (nova_view_strided (a, 20, 3, 11, 0), f);
  all (nova_segments (nova_view (a, 90), nova_view (o, 6 + 1)), f);
  all (nova_copy (nova_transpose (v)), f);
  all (nova_reverse (nova_transpose (v)), f);
  all (nova_map (sums, v), f);
  all (nova_split (1, nova_view (a, 64)), f);
  printf ("%u alike\n", alike);
}

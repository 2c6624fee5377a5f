/* Signals: each row is one, or all elements are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "nested.h"

enum { WIDE = 5, BLOCK = 4 };

struct affine { double a, b; };
struct run { int value, length; };

/* Runs are of these.  */
static inline int
level (int k)
{
  return k >= BINS / 2;
}

/* Tick J of N below WIDTH.  */
static inline int
tick_at (size_t width, size_t j, size_t n)
{
  return width * j / n;
}

#ifdef __NOVA__

/* A signal of numbers at ascending times, interpolated at as many ticks.  */
PROGRAM (resample)
{
  size_t width = d->width;
  reals resampled (ints time, reals value)
  {
    size_t n = nova_length (time);
    int tick (size_t j) { return tick_at (width, j, n); }
    double between (int t, size_t p)
    {
      if (p == 0 || p == n)
	return nova_get (value, p == 0 ? 0 : n - 1);
      int t0 = nova_get (time, p - 1), t1 = nova_get (time, p);
      double v0 = nova_get (value, p - 1), v1 = nova_get (value, p);
      return v0 + (v1 - v0) * (t - t0) / (t1 - t0);
    }
    ints ticks = nova_map (tick, nova_range (n));
    return nova_map (between, ticks, nova_search (nova_lt, time, ticks));
  }
  d->made = nova_store (d->out, d->n, nova_map (resampled, ROWS (d->column), ROWS (d->x)));
}

/* Exponential smoothing of each row, a scan of affine functions.  */
PROGRAM (ewma)
{
  reals smoothed (reals row)
  {
    struct affine step (double x) { return (struct affine) { 0.75, 0.25 * x }; }
    struct affine then (struct affine f, struct affine g)
    {
      return (struct affine) { g.a * f.a, g.a * f.b + g.b };
    }
    struct affine same = { 1, 0 };
    return nova_field (nova_scan (then, same, nova_map (step, row)), b);
  }
  d->made = nova_store (d->out, d->n, nova_map (smoothed, ROWS (d->x)));
}

/* How often each row crosses a level.  */
PROGRAM (crossings)
{
  int crossings (reals row)
  {
    size_t n = nova_length (row);
    int crosses (double a, double b) { return (a < 32) != (b < 32); }
    if (n < 2)
      return 0;
    return nova_sum (nova_map (crosses, nova_slice (0, n - 1, row), nova_slice (1, n, row)));
  }
  d->imade = nova_store (d->iout, d->m, nova_map (crossings, ROWS (d->x)));
}

/* The median of each few neighbours.  */
PROGRAM (medians)
{
  int median (ints near) { return nova_get (nova_sort (nova_lt, near), WIDE / 2); }
  d->imade = nova_store (d->iout, d->n,
			 nova_map (median, nova_window (WIDE, nova_view (d->number, d->n))));
}

/* The root mean square of those before, in each row.  */
PROGRAM (rmsprev)
{
  reals before (reals row)
  {
    double square (double v) { return v * v; }
    double root (double sum, size_t j) { return j ? sqrt (sum / j) : 0; }
    return nova_map (root, nova_exscan (nova_add, 0.0, nova_map (square, row)),
		     nova_range (nova_length (row)));
  }
  d->made = nova_store (d->out, d->n, nova_map (before, ROWS (d->x)));
}

/* Each row as runs of the same level.  */
PROGRAM (runs)
{
  nova_vec (struct run) packed (ints row)
  {
    size_t n = nova_length (row);
    int at (size_t i) { return level (nova_get (row, i)); }
    int begins (size_t i) { return i == 0 || at (i) != at (i - 1); }
    int ends (size_t i) { return i + 1 == n || at (i) != at (i + 1); }
    struct run run (size_t begin, size_t end)
    {
      return (struct run) { at (begin), end - begin + 1 };
    }
    sizes places = nova_range (n);
    return nova_map (run, nova_filter (begins, places), nova_filter (ends, places));
  }
  struct run *out = (struct run *) d->iout;
  d->imade = 2 * nova_store (out, d->n, nova_map (packed, ROWS (d->k)));
}

/* Runs to numbers.  */
PROGRAM (unpack)
{
  size_t n = d->n / 2;
  int length (struct run r) { return r.length; }
  int value (struct run r, int i) { return r.value; }
  nova_vec (struct run) runs
    = nova_zip (struct run, nova_view (d->number, n), nova_view (d->k, n));
  d->imade = nova_store (d->iout, 2 * d->n, nova_expand (length, value, runs));
}

/* The mean of each with its neighbours in the row.  */
PROGRAM (smooth)
{
  reals smoothed (reals row)
  {
    double mean (reals near) { return nova_sum (near) / 3; }
    if (nova_length (row) == 0)
      return row;
    return nova_map (mean, nova_window (3, nova_pad (NOVA_CLAMP, 1, row)));
  }
  d->made = nova_store (d->out, d->n, nova_map (smoothed, ROWS (d->x)));
}

/* Where each row is higher than on both sides.  */
PROGRAM (peaks)
{
  int_rows found = nova_for (ints, (row, ROWS (d->x)),
			     nova_for (int, (i, nova_range (1, (int) nova_length (row) - 1)),
				       nova_let (double, v, nova_get (row, i)),
				       nova_when (v > nova_get (row, i - 1)
						  && v > nova_get (row, i + 1)),
				       i));
  d->imade = nova_store (d->iout, d->n, found);
}

/* The highest of each block of each row, the last of which may be shorter.  */
PROGRAM (thin)
{
  reals highest (reals row)
  {
    size_t n = nova_length (row);
    double top (size_t b)
    {
      size_t end = BLOCK * (b + 1);
      return nova_maximum (nova_slice (BLOCK * b, end < n ? end : n, row));
    }
    return nova_tabulate (top, (n + BLOCK - 1) / BLOCK);
  }
  d->made = nova_store (d->out, d->n, nova_map (highest, ROWS (d->x)));
}

#else

PROGRAM (resample)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      const int *time = d->column + d->at[i];
      const double *value = d->x + d->at[i];
      size_t n = d->at[i + 1] - d->at[i], p = 0;
      for (size_t j = 0; j < n; j++)
	{
	  int t = tick_at (d->width, j, n);
	  while (p < n && time[p] < t)
	    p++;
	  d->out[d->at[i] + j]
	    = p == 0 ? value[0] : p == n ? value[n - 1]
	      : value[p - 1] + (value[p] - value[p - 1]) * (t - time[p - 1]) / (time[p] - time[p - 1]);
	}
    }
  d->made = d->n;
}

PROGRAM (ewma)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double v = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	d->out[j] = v = 0.75 * v + 0.25 * d->x[j];
    }
  d->made = d->n;
}

PROGRAM (crossings)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int s = 0;
      for (size_t j = d->at[i] + 1; j < d->at[i + 1]; j++)
	s += (d->x[j - 1] < 32) != (d->x[j] < 32);
      d->iout[i] = s;
    }
  d->imade = d->m;
}

PROGRAM (medians)
{
  d->imade = d->n < WIDE ? 0 : d->n - WIDE + 1;
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->imade; i++)
    {
      int near[WIDE];
      for (int j = 0; j < WIDE; j++)
	{
	  int v = d->number[i + j], p = j;
	  for (; p > 0 && near[p - 1] > v; p--)
	    near[p] = near[p - 1];
	  near[p] = v;
	}
      d->iout[i] = near[WIDE / 2];
    }
}

PROGRAM (rmsprev)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double sum = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	{
	  d->out[j] = j > d->at[i] ? sqrt (sum / (j - d->at[i])) : 0;
	  sum += d->x[j] * d->x[j];
	}
    }
  d->made = d->n;
}

PROGRAM (runs)
{
  struct run *out = (struct run *) d->iout;
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
      if (j > d->at[i] && level (d->k[j]) == out[to - 1].value)
	out[to - 1].length++;
      else
	out[to++] = (struct run) { level (d->k[j]), 1 };
  d->imade = 2 * to;
}

PROGRAM (unpack)
{
  size_t to = 0;
  for (size_t i = 0; i < d->n / 2; i++)
    for (int j = 0; j < d->k[i]; j++)
      d->iout[to++] = d->number[i];
  d->imade = to;
}

PROGRAM (smooth)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    for (size_t begin = d->at[i], end = d->at[i + 1], j = begin; j < end; j++)
      d->out[j] = (d->x[j > begin ? j - 1 : j] + d->x[j] + d->x[j + 1 < end ? j + 1 : j]) / 3;
  d->made = d->n;
}

PROGRAM (peaks)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i] + 1; j + 1 < d->at[i + 1]; j++)
      if (d->x[j] > d->x[j - 1] && d->x[j] > d->x[j + 1])
	d->iout[to++] = j - d->at[i];
  d->imade = to;
}

PROGRAM (thin)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i], end = d->at[i + 1]; j < end; j += BLOCK)
      {
	double top = d->x[j];
	for (size_t l = j + 1; l < end && l < j + BLOCK; l++)
	  top = d->x[l] > top ? d->x[l] : top;
	d->out[to++] = top;
      }
  d->made = to;
}

#endif

/* Operations on ragged rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "nested.h"

struct moments { double mean, variance, most; };

#ifdef __NOVA__

static double
sum (reals row)
{
  return nova_sum (row);
}

PROGRAM (rowsums)
{
  d->made = nova_store (d->out, d->m, nova_map (sum, ROWS (d->x)));
}

PROGRAM (stats)
{
  struct moments moments (reals row)
  {
    double n = nova_length (row), mean = nova_sum (row) / n;
    double square (double v) { return (v - mean) * (v - mean); }
    if (n == 0)
      return (struct moments) { 0, 0, 0 };
    return (struct moments) { mean, nova_sum (nova_map (square, row)) / n, nova_maximum (row) };
  }
  struct moments *out = (struct moments *) d->out;
  d->made = 3 * nova_store (out, d->m, nova_map (moments, ROWS (d->x)));
}

PROGRAM (branches)
{
  double result (int kind, reals row)
  {
    double square (double v) { return v * v; }
    switch (kind)
      {
      case 0:
	return nova_sum (row);
      case 1:
	return nova_reduce (nova_max, 0.0, row);
      default:
	return sqrt (nova_sum (nova_map (square, row)));
      }
  }
  d->made = nova_store (d->out, d->m,
			nova_map (result, nova_view (d->kind, d->m), ROWS (d->x)));
}

PROGRAM (segscan)
{
  reals sums (reals row) { return nova_scan (nova_add, 0.0, row); }
  d->made = nova_store (d->out, d->n, nova_map (sums, ROWS (d->x)));
}

PROGRAM (heavy)
{
  int heavy (reals row) { return nova_sum (row) > 31.5 * nova_length (row); }
  real_rows kept = nova_filter (heavy, ROWS (d->x));
  d->made = nova_store (d->out, d->n, kept);
  d->imade = nova_store (d->iout, d->m, nova_lengths (kept));
}

PROGRAM (inrows)
{
  int large (double v) { return v > 20; }
  reals larger (reals row) { return nova_filter (large, row); }
  real_rows kept = nova_map (larger, ROWS (d->x));
  d->made = nova_store (d->out, d->n, kept);
  d->imade = nova_store (d->iout, d->m, nova_lengths (kept));
}

PROGRAM (histrows)
{
  ints histogram (ints row)
  {
    return nova_reduce_by_index (nova_add, 0, BINS, row, nova_replicate (nova_length (row), 1));
  }
  d->imade = nova_store (d->iout, d->m * BINS, nova_map (histogram, ROWS (d->k)));
}

PROGRAM (concatrows)
{
  reals both (reals a, reals b) { return nova_concat (a, b); }
  d->made = nova_store (d->out, 2 * d->n, nova_map (both, ROWS (d->x), ROWS (d->y)));
}

PROGRAM (flatmap)
{
  reals centred (reals row)
  {
    double mean = nova_sum (row) / nova_length (row);
    double less (double v) { return v - mean + 64; }
    return nova_map (less, row);
  }
  d->made = nova_store (d->out, d->n, nova_flatten (nova_map (centred, ROWS (d->x))));
}

PROGRAM (gatherrows)
{
  real_rows taken = nova_gather (nova_view (d->perm, d->m), ROWS (d->x));
  d->made = nova_store (d->out, d->n, nova_flatten (taken));
}

PROGRAM (sortrows)
{
  ints sorted (ints row) { return nova_sort (nova_lt, row); }
  d->imade = nova_store (d->iout, d->n, nova_map (sorted, ROWS (d->number)));
}

PROGRAM (sums3)
{
  double sums (real_rows block) { return nova_sum (nova_map (sum, block)); }
  sizes over = nova_view (d->over, d->blocks + 1);
  nova_vec (real_rows) blocks = nova_segments (ROWS (d->x), over);
  d->out[0] = nova_sum (nova_map (sums, blocks));
  d->made = 1;
}

PROGRAM (map3)
{
  double step (double v) { return 3 * v + 1; }
  reals row_steps (reals row) { return nova_map (step, row); }
  real_rows block_steps (real_rows block) { return nova_map (row_steps, block); }
  sizes over = nova_view (d->over, d->blocks + 1);
  nova_vec (real_rows) blocks = nova_segments (ROWS (d->x), over);
  d->made = nova_store (d->out, d->n, nova_map (block_steps, blocks));
}

#else

PROGRAM (rowsums)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double s = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	s += d->x[j];
      d->out[i] = s;
    }
  d->made = d->m;
}

PROGRAM (stats)
{
  struct moments *out = (struct moments *) d->out;
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t n = d->at[i + 1] - d->at[i];
      const double *row = d->x + d->at[i];
      double s = 0, v = 0, most = -INFINITY;
      for (size_t j = 0; j < n; j++)
	{
	  s += row[j];
	  most = row[j] > most ? row[j] : most;
	}
      s /= n;
      for (size_t j = 0; j < n; j++)
	v += (row[j] - s) * (row[j] - s);
      out[i] = n ? (struct moments) { s, v / n, most } : (struct moments) { 0, 0, 0 };
    }
  d->made = 3 * d->m;
}

PROGRAM (branches)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double s = 0;
      switch (d->kind[i])
	{
	case 0:
	  for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	    s += d->x[j];
	  break;
	case 1:
	  for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	    s = d->x[j] > s ? d->x[j] : s;
	  break;
	default:
	  for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	    s += d->x[j] * d->x[j];
	  s = sqrt (s);
	}
      d->out[i] = s;
    }
  d->made = d->m;
}

PROGRAM (segscan)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double s = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	d->out[j] = s += d->x[j];
    }
  d->made = d->n;
}

PROGRAM (heavy)
{
  size_t to = 0, rows = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      size_t n = d->at[i + 1] - d->at[i];
      const double *row = d->x + d->at[i];
      double s = 0;
      for (size_t j = 0; j < n; j++)
	s += row[j];
      if (s > 31.5 * n)
	{
	  memcpy (d->out + to, row, n * sizeof *row);
	  to += n;
	  d->iout[rows++] = n;
	}
    }
  d->made = to;
  d->imade = rows;
}

PROGRAM (inrows)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = to;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	if (d->x[j] > 20)
	  d->out[to++] = d->x[j];
      d->iout[i] = to - begin;
    }
  d->made = to;
  d->imade = d->m;
}

PROGRAM (histrows)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int *out = d->iout + i * BINS;
      memset (out, 0, BINS * sizeof *out);
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	out[d->k[j]]++;
    }
  d->imade = d->m * BINS;
}

PROGRAM (concatrows)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[i], n = d->at[i + 1] - begin;
      memcpy (d->out + 2 * begin, d->x + begin, n * sizeof *d->x);
      memcpy (d->out + 2 * begin + n, d->y + begin, n * sizeof *d->y);
    }
  d->made = 2 * d->n;
}

PROGRAM (flatmap)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double mean = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	mean += d->x[j];
      mean /= d->at[i + 1] - d->at[i];
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	d->out[j] = d->x[j] - mean + 64;
    }
  d->made = d->n;
}

PROGRAM (gatherrows)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[d->perm[i]], n = d->at[d->perm[i] + 1] - begin;
      memcpy (d->out + to, d->x + begin, n * sizeof *d->x);
      to += n;
    }
  d->made = to;
}

static int
compare (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return (a > b) - (a < b);
}

PROGRAM (sortrows)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[i], n = d->at[i + 1] - begin;
      memcpy (d->iout + begin, d->number + begin, n * sizeof *d->iout);
      qsort (d->iout + begin, n, sizeof *d->iout, compare);
    }
  d->imade = d->n;
}

PROGRAM (sums3)
{
  double s = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : s)
  for (size_t b = 0; b < d->blocks; b++)
    for (size_t i = d->over[b]; i < d->over[b + 1]; i++)
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	s += d->x[j];
  d->out[0] = s;
  d->made = 1;
}

PROGRAM (map3)
{
#pragma omp parallel for schedule(runtime)
  for (size_t b = 0; b < d->blocks; b++)
    for (size_t i = d->over[b]; i < d->over[b + 1]; i++)
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	d->out[j] = 3 * d->x[j] + 1;
  d->made = d->n;
}

#endif

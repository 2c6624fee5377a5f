/* Tables whose rows are grouped, ranked, joined and counted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An interval begins at its column and ends some gaps later; those of a row ascend.  */

#include "nested.h"

enum { TOP = 3, KINDS = 3 };

struct span { int begin, end; };

/* About half the distance between neighbours in a row of N columns below WIDTH.  */
static inline int
half_gap (size_t width, size_t n)
{
  return width / (2 * n + 1) + 1;
}

#ifdef __NOVA__

/* How many later intervals of the row begin before each one ends.  */
PROGRAM (sweep)
{
  size_t width = d->width;
  ints overlaps (ints begins, ints stays)
  {
    size_t n = nova_length (begins);
    int gap = half_gap (width, n);
    int later (size_t i)
    {
      int end = nova_get (begins, i) + gap * nova_get (stays, i);
      size_t j = i + 1;
      while (j < n && nova_get (begins, j) < end)
	j++;
      return j - i - 1;
    }
    return nova_map (later, nova_range (n));
  }
  d->imade = nova_store (d->iout, d->n, nova_map (overlaps, ROWS (d->column), ROWS (d->k)));
}

/* The intervals of each row united where they overlap.  */
PROGRAM (intervals)
{
  size_t width = d->width;
  nova_vec (struct span) united (ints begins, ints stays)
  {
    size_t n = nova_length (begins);
    int gap = half_gap (width, n);
    int end (int begin, int stay) { return begin + gap * stay; }
    ints reached = nova_scan (nova_max, -1, nova_map (end, begins, stays));
    int opens (size_t i) { return i == 0 || nova_get (begins, i) > nova_get (reached, i - 1); }
    int closes (size_t i) { return i + 1 == n || opens (i + 1); }
    struct span span (size_t first, size_t last)
    {
      return (struct span) { nova_get (begins, first), nova_get (reached, last) };
    }
    sizes places = nova_range (n);
    return nova_map (span, nova_filter (opens, places), nova_filter (closes, places));
  }
  struct span *out = (struct span *) d->iout;
  d->imade = 2 * nova_store (out, d->n, nova_map (united, ROWS (d->column), ROWS (d->k)));
}

/* The widest gap of each row.  */
PROGRAM (gaps)
{
  int widest (ints row)
  {
    size_t n = nova_length (row);
    int gap (int a, int b) { return b - a; }
    if (n < 2)
      return 0;
    return nova_maximum (nova_map (gap, nova_slice (0, n - 1, row), nova_slice (1, n, row)));
  }
  d->imade = nova_store (d->iout, d->m, nova_map (widest, ROWS (d->column)));
}

/* Two rows joined: a number for each pair of equal keys.  */
PROGRAM (matches)
{
  ints pairs (ints a, ints b)
  {
    int key (int column) { return column / 2; }
    int next (int key) { return key + 1; }
    ints keys = nova_map (key, a), others = nova_map (key, b);
    sizes from = nova_search (nova_lt, others, keys);
    sizes to = nova_search (nova_lt, others, nova_map (next, keys));
    return nova_for (int, (k, keys, f, from, t, to), (j, nova_range (f, t)), k + (int) j);
  }
  d->imade = nova_store (d->iout, 2 * d->n,
			 nova_map (pairs, ROWS (d->column), ROWS (d->column2)));
}

/* The means of the numbers with the same key, in each row.  */
PROGRAM (kgroup)
{
  reals means (ints keys, reals numbers)
  {
    return nova_for (double, (k, keys, x, numbers), nova_grouped (k),
		     nova_sum (x) / nova_length (x));
  }
  real_rows result = nova_map (means, ROWS (d->k), ROWS (d->x));
  d->made = nova_store (d->out, d->n, result);
  d->imade = nova_store (d->iout, d->m, nova_lengths (result));
}

/* Those of a row that are higher than all before.  */
PROGRAM (skyline)
{
  reals seen (reals heights)
  {
    int above (double height, double before) { return height > before; }
    return nova_filter (above, heights, nova_exscan (nova_max, -1.0, heights));
  }
  d->made = nova_store (d->out, d->n, nova_map (seen, ROWS (d->y)));
}

/* How many of the row are less than each.  */
PROGRAM (rowrank)
{
  sizes ranks (ints row) { return nova_search (nova_lt, nova_sort (nova_lt, row), row); }
  d->imade = nova_store (d->iout, d->n, nova_map (ranks, ROWS (d->number)));
}

/* The largest few of each row.  */
PROGRAM (topk)
{
  ints best (ints row)
  {
    size_t n = nova_length (row);
    return nova_slice (0, n < TOP ? n : TOP, nova_sort (nova_gt, row));
  }
  d->imade = nova_store (d->iout, d->n, nova_map (best, ROWS (d->number)));
}

/* Where in its row each key stands last, -1 if nowhere.  */
PROGRAM (lastpos)
{
  ints last (ints keys)
  {
    return nova_scatter (nova_replicate (BINS, -1), keys, nova_range ((int) nova_length (keys)));
  }
  d->imade = nova_store (d->iout, d->m * BINS, nova_map (last, ROWS (d->k)));
}

/* The sums of the first ones of all rows, of the second ones, ...  */
PROGRAM (byplace)
{
  size_t longest = d->length[d->start];
  sizes place = nova_for (size_t, (n, nova_view (d->length, d->m)), (j, nova_range (n)), j);
  d->made = nova_store (d->out, longest,
			nova_reduce_by_index (nova_add, 0.0, longest, place,
					      nova_view (d->x, d->n)));
}

/* How many there are of each key in all rows of a kind.  */
PROGRAM (kflat)
{
  ints place = nova_for (int, (kind, nova_view (d->kind, d->m), row, ROWS (d->k)), (k, row),
			 kind * BINS + k);
  d->imade = nova_store (d->iout, KINDS * BINS,
			 nova_reduce_by_index (nova_add, 0, KINDS * BINS, place,
					       nova_replicate (d->n, 1)));
}

/* The sum of some rows, each with a weight.  */
PROGRAM (gwsum)
{
  double weighted (reals row, double weight) { return weight * nova_sum (row); }
  real_rows rows = nova_gather (nova_view (d->pick, d->picks), ROWS (d->x));
  d->out[0] = nova_sum (nova_map (weighted, rows, nova_view (d->weight, d->picks)));
  d->made = 1;
}

/* How many pairs of each row have the same key.  */
PROGRAM (samepairs)
{
  int pairs (ints row)
  {
    int partners (int a)
    {
      int same (int b) { return a == b; }
      return nova_count (same, row) - 1;
    }
    return nova_sum (nova_map (partners, row)) / 2;
  }
  d->imade = nova_store (d->iout, d->m, nova_map (pairs, ROWS (d->k)));
}

#else

PROGRAM (sweep)
{
#pragma omp parallel for schedule(runtime)
  for (size_t r = 0; r < d->m; r++)
    {
      int gap = half_gap (d->width, d->at[r + 1] - d->at[r]);
      for (size_t i = d->at[r]; i < d->at[r + 1]; i++)
	{
	  int end = d->column[i] + gap * d->k[i];
	  size_t j = i + 1;
	  while (j < d->at[r + 1] && d->column[j] < end)
	    j++;
	  d->iout[i] = j - i - 1;
	}
    }
  d->imade = d->n;
}

PROGRAM (intervals)
{
  struct span *out = (struct span *) d->iout;
  size_t to = 0;
  for (size_t r = 0; r < d->m; r++)
    {
      int gap = half_gap (d->width, d->at[r + 1] - d->at[r]), reached = -1;
      for (size_t i = d->at[r]; i < d->at[r + 1]; i++)
	{
	  int begin = d->column[i], end = begin + gap * d->k[i];
	  if (begin > reached)
	    out[to++].begin = begin;
	  reached = end > reached ? end : reached;
	  out[to - 1].end = reached;
	}
    }
  d->imade = 2 * to;
}

PROGRAM (gaps)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int widest = 0;
      for (size_t j = d->at[i] + 1; j < d->at[i + 1]; j++)
	{
	  int gap = d->column[j] - d->column[j - 1];
	  widest = gap > widest ? gap : widest;
	}
      d->iout[i] = widest;
    }
  d->imade = d->m;
}

PROGRAM (matches)
{
  size_t to = 0;
  for (size_t r = 0; r < d->m; r++)
    {
      const int *a = d->column + d->at[r], *b = d->column2 + d->at[r];
      size_t n = d->at[r + 1] - d->at[r], from = 0;
      for (size_t i = 0; i < n; i++)
	{
	  int key = a[i] / 2;
	  while (from < n && b[from] / 2 < key)
	    from++;
	  for (size_t j = from; j < n && b[j] / 2 == key; j++)
	    d->iout[to++] = key + j;
	}
    }
  d->imade = to;
}

PROGRAM (kgroup)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      double sum[BINS] = { 0 };
      int number[BINS] = { 0 };
      size_t begin = to;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	{
	  sum[d->k[j]] += d->x[j];
	  number[d->k[j]]++;
	}
      for (int k = 0; k < BINS; k++)
	if (number[k])
	  d->out[to++] = sum[k] / number[k];
      d->iout[i] = to - begin;
    }
  d->made = to;
  d->imade = d->m;
}

PROGRAM (skyline)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      double highest = -1;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	if (d->y[j] > highest)
	  d->out[to++] = highest = d->y[j];
    }
  d->made = to;
}

static int
compare (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return (a > b) - (a < b);
}

PROGRAM (rowrank)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[i], n = d->at[i + 1] - begin;
      int *sorted = d->scratch + begin;
      memcpy (sorted, d->number + begin, n * sizeof *sorted);
      qsort (sorted, n, sizeof *sorted, compare);
      for (size_t j = 0; j < n; j++)
	{
	  size_t low = 0, high = n;
	  while (low < high)
	    {
	      size_t middle = (low + high) / 2;
	      if (sorted[middle] < d->number[begin + j])
		low = middle + 1;
	      else
		high = middle;
	    }
	  d->iout[begin + j] = low;
	}
    }
  d->imade = d->n;
}

PROGRAM (topk)
{
  size_t to = 0;
  for (size_t i = 0; i < d->m; i++)
    {
      int best[TOP + 1], n = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	if (n < TOP || d->number[j] > best[TOP - 1])
	  {
	    int p = n;
	    for (; p > 0 && best[p - 1] < d->number[j]; p--)
	      best[p] = best[p - 1];
	    best[p] = d->number[j];
	    n += n < TOP;
	  }
      for (int p = 0; p < n; p++)
	d->iout[to++] = best[p];
    }
  d->imade = to;
}

PROGRAM (lastpos)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int *last = d->iout + i * BINS;
      memset (last, -1, BINS * sizeof *last);
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	last[d->k[j]] = j - d->at[i];
    }
  d->imade = d->m * BINS;
}

PROGRAM (byplace)
{
  d->made = d->length[d->start];
  memset (d->out, 0, d->made * sizeof *d->out);
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
      d->out[j - d->at[i]] += d->x[j];
}

PROGRAM (kflat)
{
  int number[KINDS * BINS] = { 0 };
#pragma omp parallel for schedule(runtime) reduction(+ : number)
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
      number[d->kind[i] * BINS + d->k[j]]++;
  memcpy (d->iout, number, sizeof number);
  d->imade = KINDS * BINS;
}

PROGRAM (gwsum)
{
  double s = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : s)
  for (size_t p = 0; p < d->picks; p++)
    {
      double t = 0;
      for (size_t j = d->at[d->pick[p]]; j < d->at[d->pick[p] + 1]; j++)
	t += d->x[j];
      s += d->weight[p] * t;
    }
  d->out[0] = s;
  d->made = 1;
}

PROGRAM (samepairs)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int s = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	for (size_t l = d->at[i]; l < j; l++)
	  s += d->k[j] == d->k[l];
      d->iout[i] = s;
    }
  d->imade = d->m;
}

#endif

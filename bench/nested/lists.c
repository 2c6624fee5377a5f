/* Words, merging, sorting, groups, clusters.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "nested.h"

struct record { int key; double value; };
struct summary { int key; double count, mean, most; };

static inline int
letter (char c)
{
  return c > ' ';
}

#ifdef __NOVA__

static ints
word_lengths (size_t n, const char *p)
{
  nova_vec (char) text = nova_view (p, n);
  sizes place = nova_range (n);
  int begins (size_t i, char c)
  {
    return letter (c) && (i == 0 || !letter (nova_get (text, i - 1)));
  }
  int ends (size_t i, char c)
  {
    return letter (c) && (i + 1 == n || !letter (nova_get (text, i + 1)));
  }
  int length (size_t begin, size_t end) { return end - begin + 1; }
  return nova_map (length, nova_filter (begins, place, text), nova_filter (ends, place, text));
}

PROGRAM (words)
{
  d->imade = nova_store (d->iout, d->n, word_lengths (d->n, d->text));
}

PROGRAM (wordhist)
{
  ints lengths = word_lengths (d->n, d->text);
  d->imade = nova_store (d->iout, 16,
			 nova_reduce_by_index (nova_add, 0, 16, lengths,
					       nova_replicate (nova_length (lengths), 1)));
}

/* Each element goes where its own index and the number of the other list's before it say; of equal
   ones those of A come first.  */
static ints
merged (ints a, ints b)
{
  size_t na = nova_length (a), nb = nova_length (b);
  size_t up (size_t rest) { return na - rest; }
  sizes before = nova_search (nova_lt, b, a);
  sizes behind = nova_map (up, nova_search (nova_gt, nova_reverse (a), b));
  sizes place = nova_concat (nova_map (nova_add, before, nova_range (na)),
			     nova_map (nova_add, behind, nova_range (nb)));
  return nova_permute (place, nova_concat (a, b));
}

PROGRAM (merge)
{
  size_t half = d->n / 2;
  d->imade = nova_store (d->iout, d->n,
			 merged (nova_view (d->sorted, half), nova_view (d->sorted2, half)));
}

PROGRAM (mergerows)
{
  int_rows a = ROWS (d->column), b = ROWS (d->column2);
  d->imade = nova_store (d->iout, 2 * d->n, nova_map (merged, a, b));
}

/* As in NESL.  */
static ints
sorted (ints x)
{
  if (nova_length (x) <= 1)
    return x;
  int pivot = nova_get (x, nova_length (x) / 2);
  int below (int v) { return v < pivot; }
  int same (int v) { return v == pivot; }
  int above (int v) { return v > pivot; }
  ints less = nova_filter (below, x), equal = nova_filter (same, x), more = nova_filter (above, x);
  size_t n = nova_length (less), cuts[3] = { 0, n, n + nova_length (more) };
  int_rows parts = nova_segments (nova_concat (less, more), nova_view (cuts, 3));
  int_rows done = nova_map (sorted, parts);
  return nova_concat (nova_get (done, 0), equal, nova_get (done, 1));
}

PROGRAM (quicksort)
{
  d->imade = nova_store (d->iout, d->n, sorted (nova_view (d->number, d->n)));
}

PROGRAM (groups)
{
  int key (struct record r) { return r.key; }
  struct summary summary (nova_vec (struct record) group)
  {
    reals values = nova_field (group, value);
    double n = nova_length (group);
    return (struct summary) { nova_get (group, 0).key, n, nova_sum (values) / n,
			      nova_maximum (values) };
  }
  nova_vec (struct record) records
    = nova_zip (struct record, nova_view (d->owner, d->n), nova_view (d->x, d->n));
  nova_vec (struct summary) result = nova_map (summary, nova_group_by (key, records));
  size_t n = nova_length (result);
  d->imade = nova_store (d->iout, n, nova_field (result, key));
  nova_store_all (n, d->out, nova_field (result, count), d->out + n, nova_field (result, mean),
		  d->out + 2 * n, nova_field (result, most));
  d->made = 3 * n;
}

/* A step: each point to its centre, then the centres' new places, by dimension.  */
PROGRAM (kmeans)
{
  size_t n = d->n / DIMENSIONS;
  real_rows points = nova_view (d->x, n, DIMENSIONS);
  real_rows centres = nova_view (d->centre, CENTRES, DIMENSIONS);
  size_t nearest (reals point)
  {
    double square (double a, double b) { return (a - b) * (a - b); }
    double distance (reals centre) { return nova_sum (nova_map (square, point, centre)); }
    return nova_argmin (nova_lt, nova_map (distance, centres));
  }
  sizes centre = nova_map (nearest, points);
  reals number = nova_reduce_by_index (nova_add, 0.0, CENTRES, centre, nova_replicate (n, 1.0));
  reals means (reals coordinate)
  {
    double mean (double sum, double number) { return number > 0 ? sum / number : 0; }
    reals sums = nova_reduce_by_index (nova_add, 0.0, CENTRES, centre, coordinate);
    return nova_map (mean, sums, number);
  }
  d->made = nova_store (d->out, CENTRES * DIMENSIONS, nova_map (means, nova_transpose (points)));
}

#else

PROGRAM (words)
{
  size_t words = 0;
  int length = 0;
  for (size_t i = 0; i < d->n; i++)
    if (letter (d->text[i]))
      length++;
    else if (length)
      {
	d->iout[words++] = length;
	length = 0;
      }
  if (length)
    d->iout[words++] = length;
  d->imade = words;
}

PROGRAM (wordhist)
{
  int length = 0;
  memset (d->iout, 0, 16 * sizeof *d->iout);
  for (size_t i = 0; i < d->n; i++)
    if (letter (d->text[i]))
      length++;
    else if (length)
      {
	d->iout[length]++;
	length = 0;
      }
  if (length)
    d->iout[length]++;
  d->imade = 16;
}

static void
merged (int *restrict out, size_t na, const int *a, size_t nb, const int *b)
{
  size_t i = 0, j = 0;
  while (i < na && j < nb)
    *out++ = b[j] < a[i] ? b[j++] : a[i++];
  memcpy (out, a + i, (na - i) * sizeof *a);
  memcpy (out + (na - i), b + j, (nb - j) * sizeof *b);
}

PROGRAM (merge)
{
  merged (d->iout, d->n / 2, d->sorted, d->n / 2, d->sorted2);
  d->imade = d->n / 2 * 2;
}

PROGRAM (mergerows)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[i], n = d->at[i + 1] - begin;
      merged (d->iout + 2 * begin, n, d->column + begin, n, d->column2 + begin);
    }
  d->imade = 2 * d->n;
}

static void
sort (int *x, ptrdiff_t n)
{
  if (n <= 1)
    return;
  int pivot = x[n / 2];
  ptrdiff_t i = 0, j = n - 1;
  while (i <= j)
    {
      while (x[i] < pivot)
	i++;
      while (x[j] > pivot)
	j--;
      if (i <= j)
	{
	  int t = x[i];
	  x[i++] = x[j];
	  x[j--] = t;
	}
    }
#pragma omp task if (n > 10000)
  sort (x, j + 1);
#pragma omp task if (n > 10000)
  sort (x + i, n - i);
}

PROGRAM (quicksort)
{
  memcpy (d->iout, d->number, d->n * sizeof *d->iout);
#pragma omp parallel
#pragma omp single
  sort (d->iout, d->n);
  d->imade = d->n;
}

/* The keys are known to be below M.  */
PROGRAM (groups)
{
  double *sum = calloc (d->m, sizeof *sum), *most = calloc (d->m, sizeof *most);
  int *number = calloc (d->m, sizeof *number);
  size_t groups = 0, g = 0;
  for (size_t i = 0; i < d->n; i++)
    {
      int key = d->owner[i];
      groups += !number[key]++;
      sum[key] += d->x[i];
      most[key] = d->x[i] > most[key] ? d->x[i] : most[key];
    }
  for (size_t key = 0; key < d->m; key++)
    if (number[key])
      {
	d->iout[g] = key;
	d->out[g] = number[key];
	d->out[groups + g] = sum[key] / number[key];
	d->out[2 * groups + g] = most[key];
	g++;
      }
  d->imade = groups;
  d->made = 3 * groups;
  free (sum), free (most), free (number);
}

PROGRAM (kmeans)
{
  double sum[CENTRES * DIMENSIONS] = { 0 }, number[CENTRES] = { 0 };
#pragma omp parallel for schedule(runtime) reduction(+ : sum, number)
  for (size_t i = 0; i < d->n / DIMENSIONS; i++)
    {
      const double *point = d->x + i * DIMENSIONS;
      double least = INFINITY;
      int nearest = 0;
      for (int c = 0; c < CENTRES; c++)
	{
	  double distance = 0;
	  for (int k = 0; k < DIMENSIONS; k++)
	    {
	      double t = point[k] - d->centre[c * DIMENSIONS + k];
	      distance += t * t;
	    }
	  if (distance < least)
	    {
	      least = distance;
	      nearest = c;
	    }
	}
      number[nearest]++;
      for (int k = 0; k < DIMENSIONS; k++)
	sum[k * CENTRES + nearest] += point[k];
    }
  for (int k = 0; k < CENTRES * DIMENSIONS; k++)
    d->out[k] = number[k % CENTRES] > 0 ? sum[k] / number[k % CENTRES] : 0;
  d->made = CENTRES * DIMENSIONS;
}

#endif

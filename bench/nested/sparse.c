/* Sparse matrices and graphs in compressed rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A graph's matrix has a column for each row.  BFS is not OpenMP's: threads that take the same
   vertex need atomic operations.  */

#include "nested.h"

#ifdef __NOVA__

PROGRAM (spmv)
{
  reals vector = nova_view (d->vector, d->width);
  double dot (reals values, ints columns)
  {
    return nova_sum (nova_map (nova_mul, values, nova_gather (columns, vector)));
  }
  d->made = nova_store (d->out, d->m,
			nova_map (dot, ROWS (d->x), ROWS (d->column)));
}

/* The same, with offsets that have a name.  */
PROGRAM (spmvat)
{
  reals vector = nova_view (d->vector, d->width);
  sizes at = nova_view (d->at, d->m + 1);
  real_rows values = nova_segments (nova_view (d->x, d->n), at);
  int_rows columns = nova_segments (nova_view (d->column, d->n), at);
  double dot (reals values, ints columns)
  {
    return nova_sum (nova_map (nova_mul, values, nova_gather (columns, vector)));
  }
  d->made = nova_store (d->out, d->m, nova_map (dot, values, columns));
}

/* A matrix by its columns: those that the vector picks, times its numbers, are added up.  */
PROGRAM (spspv)
{
  ints pick = nova_view (d->pick, d->picks);
  reals scaled (reals column, double w)
  {
    double times (double v) { return v * w; }
    return nova_map (times, column);
  }
  int_rows rows = nova_gather (pick, ROWS (d->column));
  real_rows values = nova_gather (pick, ROWS (d->x));
  real_rows products = nova_map (scaled, values, nova_view (d->weight, d->picks));
  d->made = nova_store (d->out, d->width,
			nova_reduce_by_index (nova_add, 0.0, d->width, nova_flatten (rows),
					      nova_flatten (products)));
}

/* The product of each sparse row with another one.  */
PROGRAM (spdot)
{
  double dot (ints c, reals v, ints c2, reals v2)
  {
    size_t i = 0, j = 0;
    double s = 0;
    while (i < nova_length (c) && j < nova_length (c2))
      {
	int a = nova_get (c, i), b = nova_get (c2, j);
	if (a == b)
	  s += nova_get (v, i) * nova_get (v2, j);
	i += a <= b;
	j += b <= a;
      }
    return s;
  }
  d->made = nova_store (d->out, d->m,
			nova_map (dot, ROWS (d->column), ROWS (d->x),
				  ROWS (d->column2), ROWS (d->y)));
}

/* The level of each vertex, -1 if it is not reached.  Of those that find a vertex one owns it.  */
PROGRAM (bfs)
{
  size_t m = d->m;
  int *level = d->iout, *owner = d->scratch;
  int_rows near = ROWS (d->column);
  nova_store (level, m, nova_replicate (m, -1));
  level[d->start] = 0;
  ints front = nova_replicate (1, d->start);
  for (int l = 1; nova_length (front) > 0; l++)
    {
      ints levels = nova_view (level, m);
      int fresh (int v) { return nova_get (levels, v) < 0; }
      ints found = nova_filter (fresh, nova_flatten (nova_gather (front, near)));
      ints place = nova_range ((int) nova_length (found));
      nova_store (owner, m, nova_scatter (nova_view (owner, m), found, place));
      ints owners = nova_view (owner, m);
      int owns (int v, int i) { return nova_get (owners, v) == i; }
      front = nova_filter (owns, found, place);
      nova_store (level, m, nova_scatter (levels, front, nova_replicate (nova_length (front), l)));
    }
  d->imade = m;
}

/* How many ways there are from a vertex to another one, both directly and by a third.  */
PROGRAM (triangles)
{
  int_rows near = ROWS (d->column);
  int from (ints a)
  {
    int by (int v)
    {
      ints b = nova_get (near, v);
      int both (int w, size_t p) { return p < nova_length (a) && nova_get (a, p) == w; }
      return nova_sum (nova_map (both, b, nova_search (nova_lt, a, b)));
    }
    return nova_sum (nova_map (by, a));
  }
  d->imade = nova_store (d->iout, d->m, nova_map (from, near));
}

/* The same, going through both lists at once.  */
PROGRAM (trimerge)
{
  int_rows near = ROWS (d->column);
  int from (ints a)
  {
    int by (int v)
    {
      ints b = nova_get (near, v);
      size_t i = 0, j = 0;
      int s = 0;
      while (i < nova_length (a) && j < nova_length (b))
	{
	  int p = nova_get (a, i), q = nova_get (b, j);
	  s += p == q;
	  i += p <= q;
	  j += q <= p;
	}
      return s;
    }
    return nova_sum (nova_map (by, a));
  }
  d->imade = nova_store (d->iout, d->m, nova_map (from, near));
}

#else

PROGRAM (spmv)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double s = 0;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	s += d->x[j] * d->vector[d->column[j]];
      d->out[i] = s;
    }
  d->made = d->m;
}

PROGRAM (spmvat)
{
  spmv (d);
}

PROGRAM (spspv)
{
  memset (d->out, 0, d->width * sizeof *d->out);
  for (size_t p = 0; p < d->picks; p++)
    for (size_t j = d->at[d->pick[p]]; j < d->at[d->pick[p] + 1]; j++)
      d->out[d->column[j]] += d->x[j] * d->weight[p];
  d->made = d->width;
}

PROGRAM (spdot)
{
#pragma omp parallel for schedule(runtime)
  for (size_t r = 0; r < d->m; r++)
    {
      double s = 0;
      for (size_t i = d->at[r], j = i, end = d->at[r + 1]; i < end && j < end;)
	{
	  int a = d->column[i], b = d->column2[j];
	  if (a == b)
	    s += d->x[i] * d->y[j];
	  i += a <= b;
	  j += b <= a;
	}
      d->out[r] = s;
    }
  d->made = d->m;
}

PROGRAM (bfs)
{
  int *level = d->iout, *queue = d->scratch;
  size_t head = 0, tail = 1;
  for (size_t i = 0; i < d->m; i++)
    level[i] = -1;
  level[d->start] = 0;
  queue[0] = d->start;
  while (head < tail)
    {
      int v = queue[head++];
      for (size_t j = d->at[v]; j < d->at[v + 1]; j++)
	if (level[d->column[j]] < 0)
	  {
	    level[d->column[j]] = level[v] + 1;
	    queue[tail++] = d->column[j];
	  }
    }
  d->imade = d->m;
}

static inline int
common (const int *a, const int *a_end, const int *b, const int *b_end)
{
  int s = 0;
  while (a < a_end && b < b_end)
    {
      int p = *a, q = *b;
      s += p == q;
      a += p <= q;
      b += q <= p;
    }
  return s;
}

PROGRAM (triangles)
{
#pragma omp parallel for schedule(runtime)
  for (size_t u = 0; u < d->m; u++)
    {
      const int *c = d->column, *a = c + d->at[u], *end = c + d->at[u + 1];
      int s = 0;
      for (const int *v = a; v < end; v++)
	s += common (a, end, c + d->at[*v], c + d->at[*v + 1]);
      d->iout[u] = s;
    }
  d->imade = d->m;
}

PROGRAM (trimerge)
{
  triangles (d);
}

#endif

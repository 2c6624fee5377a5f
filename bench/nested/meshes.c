/* Meshes, matrices, graphs and grids.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The corners of a mesh's faces are the owners of the elements.  The loops of spgemm, pagerank and
   components are not OpenMP's: what they write at a column they must not write at once.  */

#include <math.h>
#include "nested.h"

struct item { int row, column; double value; };
struct cell { int place, code; };
struct segment { int place, edges; };
struct vertex { double x, y, z; };
struct box { double x0, y0, x1, y1; };

enum { FAR = 1000 };

/* How many segments a cell has, by which of its corners are inside.  */
static const unsigned char segments[16] = { 0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0 };

static inline struct vertex
normal (struct vertex a, struct vertex b, struct vertex c)
{
  struct vertex u = { b.x - a.x, b.y - a.y, b.z - a.z }, v = { c.x - a.x, c.y - a.y, c.z - a.z };
  return (struct vertex) { u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x };
}

#ifdef __NOVA__

/* The border of what is above a level, in a square grid: segments, by cells.  */
PROGRAM (march)
{
  size_t side = sqrt (d->n);
  real_rows grid = nova_view (d->x, side, side);
  struct cell cell (size_t i, size_t j)
  {
    int in (size_t i, size_t j) { return nova_get (nova_get (grid, i), j) >= 32; }
    return (struct cell) { i * side + j, in (i, j) | in (i, j + 1) << 1 | in (i + 1, j + 1) << 2
					 | in (i + 1, j) << 3 };
  }
  int number (struct cell c) { return segments[c.code]; }
  struct segment segment (struct cell c, int i)
  {
    return (struct segment) { c.place, 2 * c.code + i };
  }
  struct segment *out = (struct segment *) d->iout;
  nova_vec (struct cell) cells = nova_flatten (nova_tabulate (cell, side - 1, side - 1));
  d->imade = 2 * nova_store (out, d->n + d->m, nova_expand (number, segment, cells));
}

/* The normals of vertices: the sums of those of their faces.  */
PROGRAM (normals)
{
  reals x = nova_view (d->x, d->m), y = nova_view (d->y, d->m);
  ints z = nova_view (d->k, d->m);
  int_rows faces = nova_view (d->owner, d->n / 3, 3);
  struct vertex at (int v)
  {
    return (struct vertex) { nova_get (x, v), nova_get (y, v), nova_get (z, v) };
  }
  struct vertex face_normal (ints corners)
  {
    return normal (at (nova_get (corners, 0)), at (nova_get (corners, 1)),
		   at (nova_get (corners, 2)));
  }
  struct vertex sum (struct vertex a, struct vertex b)
  {
    return (struct vertex) { a.x + b.x, a.y + b.y, a.z + b.z };
  }
  struct vertex zero = { 0, 0, 0 };
  nova_vec (struct vertex) of_corners
    = nova_for (struct vertex, (f, faces), nova_let (struct vertex, v, face_normal (f)),
		(c, f), v);
  struct vertex *out = (struct vertex *) d->out;
  d->made = 3 * nova_store (out, d->m, nova_reduce_by_index (sum, zero, d->m, nova_flatten (faces),
							     of_corners));
}

/* Some rows of the square of a matrix.  */
PROGRAM (spgemm)
{
  int_rows columns = ROWS (d->column);
  real_rows values = ROWS (d->x);
  nova_vec (struct item) product (int i)
  {
    ints row = nova_get (columns, i);
    ints to = nova_for (int, (j, row), (k, nova_get (columns, j)), k);
    reals by = nova_for (double, (j, row, a, nova_get (values, i)), (b, nova_get (values, j)),
			 a * b);
    return nova_for (struct item, (k, to, p, by), nova_grouped (k),
		     ((struct item) { i, nova_get (k, 0), nova_sum (p) }));
  }
  nova_vec (struct item) items
    = nova_flatten (nova_map (product, nova_view (d->pick, d->picks)));
  d->imade = nova_store (d->iout, 2 * d->n, nova_field (items, column));
  d->made = nova_store (d->out, 2 * d->n, nova_field (items, value));
}

/* The sum of two matrices.  */
PROGRAM (csradd)
{
  nova_vec (struct item) sum (int i, ints c, reals v, ints c2, reals v2)
  {
    return nova_for (struct item, (k, nova_concat (c, c2), x, nova_concat (v, v2)),
		     nova_grouped (k), ((struct item) { i, nova_get (k, 0), nova_sum (x) }));
  }
  nova_vec (struct item) items
    = nova_flatten (nova_map (sum, nova_range ((int) d->m), ROWS (d->column), ROWS (d->x),
			      ROWS (d->column2), ROWS (d->y)));
  d->imade = nova_store (d->iout, 2 * d->n, nova_field (items, column));
  d->made = nova_store (d->out, 2 * d->n, nova_field (items, value));
}

/* A matrix by columns: where these begin, and the row and number of each element.  */
PROGRAM (transposed)
{
  nova_vec (struct item) items
    = nova_for (struct item,
		(i, nova_range ((int) d->m), cs, ROWS (d->column), vs, ROWS (d->x)),
		(c, cs, v, vs), ((struct item) { i, c, v }));
  int column (struct item t) { return t.column; }
  nova_vec (nova_vec (struct item)) columns = nova_bucket (d->width, column, items);
  nova_vec (struct item) moved = nova_flatten (columns);
  d->imade = nova_store (d->iout, d->width + 1, nova_offsets (columns));
  d->imade += nova_store (d->iout + d->imade, d->n, nova_field (moved, row));
  d->made = nova_store (d->out, d->n, nova_field (moved, value));
}

/* A step: each vertex shares its rank among those it leads to.  */
PROGRAM (pagerank)
{
  int_rows next = ROWS (d->column);
  reals given = nova_for (double, (rank, nova_view (d->vector, d->m), to, next), (t, to),
			  rank / nova_length (to));
  double damped (double sum) { return 0.15 + 0.85 * sum; }
  d->made = nova_store (d->out, d->m,
			nova_map (damped, nova_reduce_by_index (nova_add, 0.0, d->m,
								nova_flatten (next), given)));
}

/* The least vertex that is connected with each: labels spread until none changes.  */
PROGRAM (components)
{
  int_rows near = ROWS (d->column);
  ints ends = nova_flatten (near), label = nova_range ((int) d->m);
  int spread = 1;
  while (spread)
    {
      int least (int l, ints row) { return nova_reduce (nova_min, l, nova_gather (row, label)); }
      int differ (int a, int b) { return a != b; }
      ints pulled = nova_map (least, label, near);
      ints pushed = nova_for (int, (l, pulled, row, near), (v, row), l);
      ints next = nova_reduce_into (nova_min, pulled, ends, pushed);
      spread = nova_find (differ, label, next) < d->m;
      label = next;
    }
  d->imade = nova_store (d->iout, d->m, label);
}

/* The box around the points of each owner.  */
PROGRAM (boxes)
{
  struct box point (double x, double y) { return (struct box) { x, y, x, y }; }
  struct box around (struct box a, struct box b)
  {
    return (struct box) { fmin (a.x0, b.x0), fmin (a.y0, b.y0), fmax (a.x1, b.x1),
			  fmax (a.y1, b.y1) };
  }
  struct box none = { FAR, FAR, -FAR, -FAR };
  struct box *out = (struct box *) d->out;
  nova_vec (struct box) points = nova_map (point, nova_view (d->x, d->n), nova_view (d->y, d->n));
  d->made = 4 * nova_store (out, d->m, nova_reduce_by_index (around, none, d->m,
							     nova_view (d->owner, d->n), points));
}

/* Twice the area of each row's polygon.  */
PROGRAM (areas)
{
  double area (reals x, reals y)
  {
    double cross (double x0, double y0, double x1, double y1) { return x0 * y1 - x1 * y0; }
    return nova_sum (nova_map (cross, x, y, nova_rotate (1, x), nova_rotate (1, y)));
  }
  d->made = nova_store (d->out, d->m, nova_map (area, ROWS (d->x), ROWS (d->y)));
}

#else

PROGRAM (march)
{
  size_t side = sqrt (d->n), to = 0;
  struct segment *out = (struct segment *) d->iout;
  for (size_t i = 0; i + 1 < side; i++)
    for (size_t j = 0; j + 1 < side; j++)
      {
	const double *x = d->x + i * side + j;
	int code = (x[0] >= 32) | (x[1] >= 32) << 1 | (x[side + 1] >= 32) << 2
		   | (x[side] >= 32) << 3;
	for (int s = 0; s < segments[code]; s++)
	  out[to++] = (struct segment) { i * side + j, 2 * code + s };
      }
  d->imade = 2 * to;
}

PROGRAM (normals)
{
  struct vertex *out = (struct vertex *) d->out;
  memset (out, 0, d->m * sizeof *out);
  for (size_t f = 0; f < d->n / 3; f++)
    {
      struct vertex corner[3];
      for (int c = 0; c < 3; c++)
	{
	  int v = d->owner[3 * f + c];
	  corner[c] = (struct vertex) { d->x[v], d->y[v], d->k[v] };
	}
      struct vertex n = normal (corner[0], corner[1], corner[2]);
      for (int c = 0; c < 3; c++)
	{
	  struct vertex *to = out + d->owner[3 * f + c];
	  *to = (struct vertex) { to->x + n.x, to->y + n.y, to->z + n.z };
	}
    }
  d->made = 3 * d->m;
}

static int
compare (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return (a > b) - (a < b);
}

/* As Gustavson's: the sums of a row are at their columns, which are then sorted.  */
PROGRAM (spgemm)
{
  double *sum = calloc (d->width, sizeof *sum);
  char *used = calloc (d->width, 1);
  size_t to = 0;
  for (size_t p = 0; p < d->picks; p++)
    {
      size_t i = d->pick[p], begin = to;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	for (size_t k = d->at[d->column[j]]; k < d->at[d->column[j] + 1]; k++)
	  {
	    int c = d->column[k];
	    if (!used[c])
	      d->iout[to++] = c;
	    used[c] = 1;
	    sum[c] += d->x[j] * d->x[k];
	  }
      qsort (d->iout + begin, to - begin, sizeof *d->iout, compare);
      for (size_t k = begin; k < to; k++)
	{
	  d->out[k] = sum[d->iout[k]];
	  sum[d->iout[k]] = used[d->iout[k]] = 0;
	}
    }
  d->imade = d->made = to;
  free (sum), free (used);
}

PROGRAM (csradd)
{
  size_t to = 0;
  for (size_t r = 0; r < d->m; r++)
    for (size_t end = d->at[r + 1], i = d->at[r], j = i; i < end || j < end; to++)
      {
	int a = i < end ? d->column[i] : INT32_MAX, b = j < end ? d->column2[j] : INT32_MAX;
	double v = 0;
	d->iout[to] = a < b ? a : b;
	if (a <= b)
	  v += d->x[i++];
	if (b <= a)
	  v += d->y[j++];
	d->out[to] = v;
      }
  d->imade = d->made = to;
}

PROGRAM (transposed)
{
  int *at = d->iout, *row = at + d->width + 1;
  memset (at, 0, (d->width + 1) * sizeof *at);
  for (size_t j = 0; j < d->n; j++)
    at[d->column[j] + 1]++;
  for (size_t c = 0; c < d->width; c++)
    at[c + 1] += at[c];
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
      {
	int to = at[d->column[j]]++;
	row[to] = i;
	d->out[to] = d->x[j];
      }
  for (size_t c = d->width; c > 0; c--)
    at[c] = at[c - 1];
  at[0] = 0;
  d->imade = d->width + 1 + d->n;
  d->made = d->n;
}

PROGRAM (pagerank)
{
  memset (d->out, 0, d->m * sizeof *d->out);
  for (size_t i = 0; i < d->m; i++)
    {
      double share = d->vector[i] / (d->at[i + 1] - d->at[i]);
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	d->out[d->column[j]] += share;
    }
  for (size_t i = 0; i < d->m; i++)
    d->out[i] = 0.15 + 0.85 * d->out[i];
  d->made = d->m;
}

static int
root (int *parent, int v)
{
  for (; parent[v] != v; v = parent[v])
    parent[v] = parent[parent[v]];
  return v;
}

/* Trees of vertices, the least at the root.  */
PROGRAM (components)
{
  int *parent = d->iout;
  for (size_t i = 0; i < d->m; i++)
    parent[i] = i;
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
      {
	int a = root (parent, i), b = root (parent, d->column[j]);
	parent[a > b ? a : b] = a > b ? b : a;
      }
  for (size_t i = 0; i < d->m; i++)
    parent[i] = root (parent, i);
  d->imade = d->m;
}

PROGRAM (boxes)
{
  struct box *out = (struct box *) d->out;
  for (size_t i = 0; i < d->m; i++)
    out[i] = (struct box) { FAR, FAR, -FAR, -FAR };
  for (size_t i = 0; i < d->n; i++)
    {
      struct box *b = out + d->owner[i];
      b->x0 = d->x[i] < b->x0 ? d->x[i] : b->x0;
      b->y0 = d->y[i] < b->y0 ? d->y[i] : b->y0;
      b->x1 = d->x[i] > b->x1 ? d->x[i] : b->x1;
      b->y1 = d->y[i] > b->y1 ? d->y[i] : b->y1;
    }
  d->made = 4 * d->m;
}

PROGRAM (areas)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      double s = 0;
      for (size_t begin = d->at[i], end = d->at[i + 1], j = begin; j < end; j++)
	{
	  size_t next = j + 1 < end ? j + 1 : begin;
	  s += d->x[j] * d->y[next] - d->x[next] * d->y[j];
	}
      d->out[i] = s;
    }
  d->made = d->m;
}

#endif

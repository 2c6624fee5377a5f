/* Rows of memory updated in place against loops: captured, bound and element operands, steps up and
   down, pointers to functions, scratch rows between.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

static void
wrong (const char *what, size_t n)
{
  printf ("%s of %zu is wrong\n", what, n);
  failed = 1;
}

#define M 7

/* Existing in-place code.  */
static void
smooth (float *row)
{
  for (int j = 1; j < M; j++)
    row[j] = (row[j - 1] + row[j]) / 2;
}

static void
scale (double by, float *row, int add)
{
  for (int j = 0; j < M; j++)
    row[j] = row[j] * by + add;
}

extern void outside (float *row, short k) nova_passive;

void
outside (float *row, short k)
{
  row[0] = k;
}

typedef void updater (float *, long) nova_passive;

static void
last (float *row, long k)
{
  row[M - 1] += k;
}

static void
insertion (void *p)
{
  float *row = p;

  for (int i = 1; i < M; i++)
    for (int j = i; j > 0 && row[j] < row[j - 1]; j--)
      {
	float t = row[j];

	row[j] = row[j - 1];
	row[j - 1] = t;
      }
}

static void
fill (float *x, size_t n)
{
  for (size_t i = 0; i < n; i++)
    x[i] = (i * 7919 + 13) % 101;
}

static void
compare (const float *x, const float *y, size_t n, const char *what, size_t rows)
{
  if (memcmp (x, y, n * sizeof *x))
    wrong (what, rows);
}

static void
rows (size_t n)
{
  size_t step = M + 2, all = n * step + 1;
  float *x = malloc (all * sizeof *x), *y = malloc (all * sizeof *y), half = 0.5f;
  int *k = malloc ((n + 1) * sizeof *k);
  float *end = n ? x + (n - 1) * step : x;
  updater *pointer = last;

  for (size_t i = 0; i < n; i++)
    k[i] = i % 17 - 5;
  fill (x, all);
  fill (y, all);
  nova_update_rows (smooth, x, n, step, M);
  for (size_t i = 0; i < n; i++)
    smooth (y + i * step);
  compare (x, y, all, "smooth", n);

  nova_update_rows (nova_bind (scale, 3), end, n, -(ptrdiff_t) step, M,
		    nova_reverse (nova_view (k, n)));
  for (size_t i = 0; i < n; i++)
    scale (3, y + i * step, k[i]);
  compare (x, y, all, "scale", n);

  nova_update_rows (outside, x, n, step, M, nova_range (n));
  nova_update_rows (pointer, x, n, step, M, nova_map (nova_add, nova_view (k, n), nova_view (k, n)));
  for (size_t i = 0; i < n; i++)
    {
      outside (y + i * step, i);
      last (y + i * step, k[i] * 2);
    }
  compare (x, y, all, "a function that is declared", n);

  nova_update_rows (insertion, x, n, step, M);
  for (size_t i = 0; i < n; i++)
    insertion (y + i * step);
  compare (x, y, all, "sorted rows", n);

  nova_update_rows (nova_lambda (void, (float *row, float a, int b),
				 { for (int j = 0; j < M; j++) row[j] = row[j] * half + a - b; }),
		    x, n, step, M, nova_replicate (n, 2.5f), nova_view (k, n));
  for (size_t i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      y[i * step + j] = y[i * step + j] * half + 2.5f - k[i];
  compare (x, y, all, "a lambda", n);
  free (x);
  free (y);
  free (k);
}

/* Elimination: the row of the pivot is a vector that the function captures.  */
#define N 24

static void
eliminate (void)
{
  static double a[N][N], b[N][N];

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = i == j ? N : (i * 31 + j * 17) % 11 / 10.0;
  for (int p = 0; p + 1 < N; p++)
    {
      nova_vec (double) pivot = nova_view (a[p], N);

      nova_update_rows (nova_lambda (void, (double *row),
				     {
				       double f = row[p] / nova_get (pivot, p);

				       for (int j = p; j < N; j++)
					 row[j] -= f * nova_get (pivot, j);
				     }), a[p + 1], N - 1 - p, N, N);
      for (int i = p + 1; i < N; i++)
	{
	  double f = b[i][p] / b[p][p];

	  for (int j = p; j < N; j++)
	    b[i][j] -= f * b[p][j];
	}
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (a[i][j] - b[i][j] > 1e-9 || b[i][j] - a[i][j] > 1e-9)
	{
	  wrong ("the elimination", N);
	  return;
	}
}

/* Elements that are rows; what the host reads before and after.  */
static void
sums (long *row, nova_vec (int) v)
{
  row[0] = nova_sum (v);
  row[1] = nova_length (v);
}

static int
key (int a)
{
  return a % 10;
}

static void
of_rows (size_t n)
{
  int *x = malloc ((n + 1) * sizeof *x);
  long before[20] = { 0 }, out[20] = { 0 };

  for (size_t i = 0; i < n; i++)
    x[i] = i;
  nova_vec (nova_vec (int)) g = nova_bucket (10, key, nova_view (x, n));
  out[0] = 99;
  before[0] = out[0];
  nova_update_rows (sums, out, 10, 2, 2, g);
  before[1] = out[19];
  for (size_t k = 0; k < 10; k++)
    {
      long sum = 0, count = 0;

      for (size_t i = k; i < n; i += 10)
	sum += i, count++;
      if (out[2 * k] != sum || out[2 * k + 1] != count)
	wrong ("elements that are rows", n);
    }
  if (before[0] != 99 || before[1] != out[19])
    wrong ("what is read", n);
  free (x);
}

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 3, 100, 4097, 20000 };

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      rows (sizes[k]);
      of_rows (sizes[k]);
    }
  eliminate ();
  return failed;
}

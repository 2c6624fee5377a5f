/* Functions that read elements with nova_get, in branches, loops and rows, as the same loops; what they
   raise names the builtin and its line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3" "-O2 -g" } */
/* { dg-nova-output "^[^:]*get-read.c:89: __nova_get: operand 2: index 1000 is not below 1000\n[^:]*get-read.c:95: __nova_get: operand 2: index 7 is not below 7\n[^:]*get-read.c:89: __nova_get: operand 2: index -1 is not below 1000\ndone$" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, M = 7 };

struct mass { char tag; double m; short k; };

static int u[N], w[N], z[N];
static float a[N * M], v[M], p[N], q[N];
static struct mass masses[N];
static int failed;
static jmp_buf out;

static void
handler (const char *line)
{
  puts (line);
  longjmp (out, 1);
}

static void
same (const char *what, const void *x, const void *y, size_t bytes)
{
  if (memcmp (x, y, bytes))
    printf ("%s differs\n", what), failed = 1;
}

static void
stencil (size_t n)
{
  nova_vec (int) x = nova_view (u, n);
  int step (size_t i)
  {
    if (i == 0 || i == n - 1)
      return nova_get (x, i);
    return nova_get (x, i - 1) + 2 * nova_get (x, i)
	   + (nova_get (x, i + 1) > 50 ? nova_get (x, 0) : 1);
  }
  nova_store (w, n, nova_tabulate (step, n));
  for (size_t i = 0; i < n; i++)
    z[i] = i == 0 || i == n - 1 ? u[i] : u[i - 1] + 2 * u[i] + (u[i + 1] > 50 ? u[0] : 1);
  same ("stencil", w, z, n * sizeof *w);
}

static void
rows (size_t n)
{
  nova_vec (float) x = nova_view (v, M);
  float dot (nova_vec (float) row)
  {
    float s = 0;
    for (size_t j = 0; j < nova_length (row); j++)
      s += nova_get (row, j) * nova_get (x, j);
    return s;
  }
  nova_vec (nova_vec (float)) m = nova_view (a, n, M);
  float trace (size_t i) { return nova_get (nova_get (m, i), i % M) + nova_length (nova_get (m, 0)); }
  nova_store (p, n, nova_map (dot, m));
  for (size_t i = 0; i < n; i++)
    {
      q[i] = 0;
      for (size_t j = 0; j < M; j++)
	q[i] += a[i * M + j] * v[j];
    }
  same ("dot", p, q, n * sizeof *p);
  nova_store (p, n, nova_tabulate (trace, n));
  for (size_t i = 0; i < n; i++)
    q[i] = a[i * M + i % M] + M;
  same ("trace", p, q, n * sizeof *p);
}

static void
failing (size_t n, int by, size_t most)
{
  nova_vec (int) x = nova_view (u, n);
  nova_vec (float) y = nova_view (v, M);
  int next (int i)
  { return i % 2 ? 0
	   : nova_get (x, i + by); }
  float far (size_t i)
  {
    float s = 0;
    size_t k;
    for (k = 0; k <= most; k++)
      s += nova_get (y, k);
    return s + i;
  }
  if (most)
    nova_store (p, n, nova_tabulate (far, n));
  else
    nova_store (w, n, nova_map (next, nova_range ((int) n)));
}

static void
others (size_t n)
{
  nova_vec (struct mass) x = nova_reverse (nova_view (masses, n));
  nova_vec (unsigned char) at = nova_convert (unsigned char, nova_view (u, n));
  double weigh (size_t i)
  {
    struct mass m = nova_get (x, n - 1 - i);
    return m.m * m.k + nova_get (x, 0).tag + nova_get (at, i);
  }
  int big (int k, unsigned char c) { return nova_get (x, k).m > 10 && nova_get (at, k) == c; }
  double sum = nova_sum (nova_tabulate (weigh, n)), want = 0;
  size_t count = nova_sum (nova_map (big, nova_range ((int) n), at)), k = 0;
  for (size_t i = 0; i < n; i++)
    want += masses[i].m * masses[i].k + masses[n - 1].tag + (unsigned char) u[i];
  for (size_t i = 0; i < n; i++)
    k += masses[n - 1 - i].m > 10;
  if (sum != want || count != k)
    printf ("masses: %g %g %zu %zu\n", sum, want, count, k), failed = 1;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    u[i] = rand () % 100, masses[i] = (struct mass) { i % 5, i % 21, i % 3 };
  for (int i = 0; i < N * M; i++)
    a[i] = rand () % 16;
  for (int i = 0; i < M; i++)
    v[i] = i;
  stencil (N);
  stencil (1);
  stencil (0);
  rows (N);
  rows (0);
  others (N);
  nova_set_error_handler (handler);
  if (!setjmp (out))
    failing (N, 500, 0);
  if (!setjmp (out))
    failing (N, 0, M);
  if (!setjmp (out))
    failing (N, -1, 0);
  if (!setjmp (out))
    failing (N, 0, M - 1);
  puts ("done");
  return failed;
}

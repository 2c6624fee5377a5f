/* What a store writes, and a function inside a later function operand reads, through a view made
   before: the store comes first.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define N 40

typedef nova_vec (float) reals;

static float t[N], out[N];

static float
twice (float v)
{
  return 2 * v;
}

/* The function reads the view that the operand captures, ... */
__attribute__ ((noipa)) static void
inside (size_t n, const float u[n], float t[n], float out[n])
{
  reals m = nova_view (t, n);
  float f (size_t i)
  {
    float at (size_t j)
    {
      return nova_get (m, j);
    }
    return at (i) + 1;
  }
  nova_store (t, n, nova_map (twice, nova_view (u, n)));
  nova_store (out, n, nova_tabulate (f, n));
}

/* ... or captures it itself, ... */
__attribute__ ((noipa)) static void
beside (size_t n, const float u[n], float t[n], float out[n])
{
  reals m = nova_view (t, n);
  float at (size_t j)
  {
    return nova_get (m, j);
  }
  float f (size_t i)
  {
    return at (i) + 1;
  }
  nova_store (t, n, nova_map (twice, nova_view (u, n)));
  nova_store (out, n, nova_tabulate (f, n));
}

/* ... or is given it.  */
static float
at (reals m, size_t i)
{
  return nova_get (m, i);
}

__attribute__ ((noipa)) static float
given (size_t n, const float u[n], float t[n])
{
  reals m = nova_view (t, n);
  float f (size_t i)
  {
    return at (m, i) + at (m, n - 1 - i);
  }
  nova_store (t, n, nova_map (twice, nova_view (u, n)));
  return nova_sum (nova_tabulate (f, n));
}

__attribute__ ((noipa)) static float
rows_updated (size_t n, const float u[n], float t[n])
{
  reals m = nova_view (u, n);
  float f (size_t i)
  {
    return at (m, i);
  }
  void one_more (float *row)
  {
    row[0] += 1;
  }
  nova_update_rows (one_more, t, n, 1, 1);
  return nova_sum (nova_tabulate (f, n));
}

__attribute__ ((noipa)) static float
strided (size_t n, const float u[n], float t[n])
{
  reals m = nova_view (u, n);
  float f (size_t i)
  {
    return at (m, i);
  }
  nova_store_strided (t, n / 2, 2, nova_replicate (n / 2, 1.f));
  return nova_sum (nova_tabulate (f, n));
}

static void
begin (float *u)
{
  for (int i = 0; i < N; i++)
    {
      t[i] = out[i] = -1;
      u[i] = i;
    }
}

static void
same (void)
{
  for (int i = 0; i < N; i++)
    if (out[i] != 2 * i + 1)
      __builtin_abort ();
}

int
main (void)
{
  float u[N];

  begin (u);
  inside (N, u, t, out);
  same ();
  begin (u);
  beside (N, u, t, out);
  same ();
  begin (u);
  if (given (N, u, t) != 2 * N * (N - 1))
    __builtin_abort ();
  begin (u);
  if (rows_updated (N, u, u) != N * (N - 1) / 2 + N)
    __builtin_abort ();
  begin (u);
  if (strided (N, u, u) != N / 2 * (N / 2) + N / 2)
    __builtin_abort ();
  return 0;
}

/* Loops of constant bounds in function operands: over the points of a stencil, by vectors, rows and
   pointers; over digits; one in another; with errors, of which the first is reported; and those that
   leave early.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3" } */

#include <assert.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <nova.h>

#define N 700

static int x[N], o[N], w[5] = { 1, -2, 30, 4, 5 };
static const int fixed[5] = { 3, 1, 4, 1, 5 };
static jmp_buf out;
static char said[200];

static inline int
clamp (int i, int n)
{
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* --- Stencils -------------------------------------------------------------------------------- */

__attribute__ ((noinline)) static void
of_view (size_t n)
{
  nova_vec (int) v = nova_view (x, n);
  int f (size_t i)
  {
    int s = 0;
    for (int k = 0; k < 5; k++)
      s += fixed[k] * nova_get (v, i + k);
    return s;
  }
  nova_store (o, n, nova_tabulate (f, n - 4));
}

__attribute__ ((noinline)) static void
of_pointers (size_t n, const int *p, const int *q)
{
  int f (size_t i)
  {
    int s = 0;
    for (int k = 0; k < 5; k++)
      s += q[k] * p[i + k];
    return s;
  }
  nova_store (o, n, nova_tabulate (f, n - 4));
}

__attribute__ ((noinline)) static void
clamped (int n, const int *q)
{
  nova_vec (int) v = nova_view (x, n);
  int f (int i)
  {
    int s = 0;
    for (int k = -2; k <= 2; k++)
      s += q[k + 2] * nova_get (v, clamp (i + k, n));
    return s;
  }
  nova_store (o, n, nova_map (f, nova_range (n)));
}

__attribute__ ((noinline)) static void
of_rows (int h, int m)
{
  nova_vec (nova_vec (int)) g = nova_view (x, h, m);
  int f (int i, int j)
  {
    int s = 0;
    for (int a = -1; a <= 1; a++)
      for (int b = -1; b <= 1; b++)
	s = 3 * s + nova_get (nova_get (g, clamp (i + a, h)), clamp (j + b, m));
    return s % 1000;
  }
  nova_store (o, h * m, nova_tabulate (f, h, m));
}

static void
stencils (size_t n)
{
  memset (o, 0, sizeof o);
  of_view (n);
  for (size_t i = 0; i + 4 < n; i++)
    assert (o[i] == 3 * x[i] + x[i + 1] + 4 * x[i + 2] + x[i + 3] + 5 * x[i + 4]);
  for (unsigned k = 0; k < 2; k++)
    {
      memset (o, 0, sizeof o);
      k ? clamped ((int) n, w) : of_pointers (n, x, w);
      for (int i = 0; i < (int) (k ? n : n - 4); i++)
	{
	  int s = 0;
	  for (int d = -2; d <= 2; d++)
	    s += w[d + 2] * (k ? x[clamp (i + d, (int) n)] : x[i + d + 2]);
	  assert (o[i] == s);
	}
    }
}

static void
planes (int h, int m)
{
  of_rows (h, m);
  for (int i = 0; i < h; i++)
    for (int j = 0; j < m; j++)
      {
	int s = 0;
	for (int a = -1; a <= 1; a++)
	  for (int b = -1; b <= 1; b++)
	    s = 3 * s + x[clamp (i + a, h) * m + clamp (j + b, m)];
	assert (o[i * m + j] == s % 1000);
      }
}

/* --- Other loops ----------------------------------------------------------------------------- */

/* As many turns as a number has digits, halved; and the triangle below a diagonal.  */
__attribute__ ((noinline)) static void
counted (size_t n)
{
  int digits (int a)
  {
    int s = 0;
    for (uint32_t k = 1000; k; k /= 2)
      s += a % (int) k;
    for (int k = 0; k < 4; k++)
      for (int l = 0; l <= k; l++)
	s = s * 3 % 1009 + a * l + k;
    return s;
  }
  nova_store (o, n, nova_map (digits, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    assert (o[i] == digits (x[i]));
}

/* Leaves early, takes many turns, or as many as the element says.  */
__attribute__ ((noinline)) static void
open (size_t n)
{
  int f (int a)
  {
    int s = 0;
    for (int k = 0; k < 8; k++)
      {
	if (s > 20)
	  break;
	s += a & 15;
      }
    for (int k = 0; k < 200; k++)
      s = (s * 5 + a) % 1013;
    for (int k = 0; k < (a & 7); k++)
      s ^= k;
    return s;
  }
  nova_store (o, n, nova_map (f, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    assert (o[i] == f (x[i]));
}

/* --- Errors ---------------------------------------------------------------------------------- */

static void
leave (const char *line)
{
  strcpy (said, line);
  longjmp (out, 1);
}

/* The element before the last three reads past the end first, at its last point.  */
__attribute__ ((noinline)) static void
past (size_t n)
{
  nova_vec (int) v = nova_view (x, n);
  int f (size_t i)
  {
    int s = 0;
    for (int k = 0; k < 5; k++)
      s += nova_get (v, i + k);
    return s;
  }
  nova_store (o, N, nova_tabulate (f, n));
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919 + 13) % 541;
  for (size_t n = 5; n <= N; n += n < 40 ? 1 : 131)
    {
      stencils (n);
      counted (n);
      open (n);
    }
  for (int m = 1; m < 20; m++)
    planes (m, 20 - m), planes (N / m / 2, m);
  nova_set_error_handler (leave);
  if (!setjmp (out))
    {
      past (600);
      return 1;
    }
  assert (strstr (said, "index 600 is not below 600"));
  return 0;
}

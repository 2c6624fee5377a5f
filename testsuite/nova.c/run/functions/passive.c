/* Functions that are passive, each in its own way: they are accepted and give what plain C gives.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* A nested function whose address is taken is GCC's trampoline, on the stack.  */
/* { dg-nova-options "-Wl,-z,execstack" } */

#include <nova.h>
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static const float table[4] = { 1, 2, 3, 4 };

/* Through a pointer to a caller's local.  */
static void
bump (float *p, float x)
{
  *p += x;
}

static float
f_handed_down (float x)
{
  float s = 0;
  for (int i = 0; i < 4; i++)
    bump (&s, x * table[i]);
  return s;
}

/* Library functions that write to locals; one that calls back.  */
static int
compare (const void *a, const void *b)
{
  float x = *(const float *) a, y = *(const float *) b;
  return (x > y) - (x < y);
}

static float
f_library (float x)
{
  float b[4] = { x, 2 * x, -x, 1 };
  char text[20];
  double whole;
  int e;
  qsort (b, 4, sizeof *b, compare);
  memset (text, 0, sizeof text);
  strcpy (text, "abc");
  return b[1] + frexpf (x, &e) + (float) modf (x, &whole) + (float) e + (float) whole
         + (float) strlen (text) + (float) toupper ('a');
}

/* A library function calls back a nested function, which reads and counts in the frame around it.  */
static float
f_nested_order (float x)
{
  float b[4] = { x, 2 * x, -x, 1 }, sign = x > 3 ? -1 : 1;
  int calls = 0;
  int
  order (const void *p, const void *q)
  {
    calls++;
    return compare (p, q) * (int) sign;
  }
  int
  plain (const void *p, const void *q)
  {
    return compare (p, q);
  }
  qsort (b, 4, sizeof *b, order);
  float first = b[0];
  qsort (b, 4, sizeof *b, plain);
  return first + 10 * b[0] + (float) (calls > 2);
}

/* Pointers in local structures, one of two locals, calls that do not return.  */
struct span
{
  float *p;
  size_t n;
};

static float
f_structure (float x)
{
  float b[3] = { 0 };
  struct span s = { b, 3 };
  for (size_t k = 0; k < s.n; k++)
    s.p[k] = x;
  assert (x > -1e30f);
  float *q = x > 5 ? b : b + 1;
  *q = 2;
  if (x > 1e20f)
    abort ();
  return b[0] + 2 * b[1] + 3 * b[2];
}

/* Recursion, and an array of variable length.  */
static unsigned
fibonacci (unsigned n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

static float
f_recursive (float x)
{
  int n = (int) x & 3;
  float v[n + 1];
  for (int i = 0; i <= n; i++)
    v[i] = x;
  return v[n] + (float) fibonacci ((unsigned) x % 10);
}

/* Nested parallelism.  */
static float
f_nested (float x)
{
  float b[5];
  nova_store (b, 5, nova_map (nova_lambda (float, (size_t i), { return x + (float) i; }),
                              nova_range ((size_t) 5)));
  return b[0] + b[4];
}

int
main (void)
{
  static float x[N], y[N];
  static float (*const f[]) (float)
    = { f_handed_down, f_library, f_structure, f_recursive, f_nested, sqrtf,
	f_nested_order };
  for (int i = 0; i < N; i++)
    x[i] = (float) (i % 37);
  nova_vec (float) v = nova_view (x, N);
#define TRY(K, F)                                               \
  nova_store (y, N, nova_map (F, v));                           \
  for (int i = 0; i < N; i++)                                   \
    if (fabsf (y[i] - f[K] (x[i])) > 1e-5f * fabsf (y[i]))      \
      {                                                         \
        printf (#F " %d: %g\n", i, (double) y[i]);              \
        return 1;                                               \
      }
  TRY (0, f_handed_down)
  TRY (1, f_library)
  TRY (2, f_structure)
  TRY (3, f_recursive)
  TRY (4, f_nested)
  TRY (5, sqrtf)
  TRY (6, f_nested_order)
  return 0;
}

/* Lifted functions compute what nested ones would: captures of every kind, recursion, lambdas in lambdas,
   nova_bind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define N 1000

static float x[N];
static int failures;

static void
expect (const char *what, double found, double wanted)
{
  if (found == wanted)
    return;
  printf ("%s: %g, wanted %g\n", what, found, wanted);
  failures++;
}

struct pair { float a, b; int k[3]; };

/* Scalars, structures and arrays; a static and a type of its own; control flow.  */
static void
kinds (float a, int m, struct pair s)
{
  float tab[4] = { 1, 2, 3, 4 };
  int mat[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  unsigned char uc = 200;
  _Bool bo = 1;
  float all (float p)
  {
    enum { K = 3 };
    typedef struct { float u; } one;
    one t = { p };
    float acc = 0;
    for (int i = 0; i < 4; i++)
      {
	if (i == 1)
	  continue;
	acc += tab[i] * p;
      }
    switch (m)
      {
      case 1: acc += 10; break;
      case 2: acc += 20;
      default: acc += K;
      }
    if (acc > 1e9f)
      goto out;
    acc += mat[1][2] + s.k[1] + s.a + uc + bo + t.u + sizeof tab / sizeof *tab;
  out:
    return acc;
  }
  double wanted = 0;
  for (int i = 0; i < N; i++)
    wanted += all (x[i]);
  expect ("kinds", nova_sum_as (double, nova_map (all, nova_view (x, N))), wanted);
  /* Captured when the builtin is called.  */
  tab[0] = 100;
  m = 2;
  wanted = 0;
  for (int i = 0; i < N; i++)
    wanted += all (x[i]);
  expect ("kinds again", nova_sum_as (double, nova_map (all, nova_view (x, N))), wanted);
  (void) a;
}

/* Functions that call each other and themselves.  */
static void
family (int base)
{
  int depth (int k) { return k <= 0 ? base : depth (k - 1) + 1; }
  int twice (int k) { return depth (k) * 2; }
  int f (int k) { return twice (k & 7) + depth (3); }
  long wanted = 0;
  for (int i = 0; i < N; i++)
    wanted += ((i & 7) + base) * 2 + 3 + base;
  expect ("family", nova_sum_as (long, nova_map (f, nova_range (N))), wanted);
}

/* A lambda inside a lambda sees the outer one's parameter.  */
static void
inside (float k)
{
  nova_vec (float) v = nova_view (x, 20);
  float r = nova_sum (nova_map (nova_lambda (float, (float a),
					     {
					       return nova_sum (nova_map (nova_lambda (float, (float b),
						 {
						   return a * b + k;
						 }), v));
					     }), v));
  float wanted = 0;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      wanted += x[i] * x[j] + k;
  expect ("inside", r, wanted);
}

/* Lengths from captured variables, addresses passed as pointers to const.  */
static void
sizes (int n)
{
  struct pair p = { 1, 2, { 3, 4, 5 } };
  float f (float a)
  {
    float loc[n];
    struct pair q;
    memcpy (&q, &p, sizeof q);
    for (int i = 0; i < n; i++)
      loc[i] = a + i;
    return loc[n - 1] + sizeof loc / sizeof *loc + q.k[2];
  }
  double wanted = 0;
  for (int i = 0; i < N; i++)
    wanted += x[i] + n - 1 + n + 5;
  expect ("sizes", nova_sum_as (double, nova_map (f, nova_view (x, N))), wanted);
}

static float axpy (float a, float b, float c) { return a * b + c; }

/* nova_bind of all sorts.  */
static void
bound (float k)
{
  float f (float a, float b) { return a * b + k; }
  nova_vec (float) v = nova_view (x, N);
  expect ("bind", nova_sum (nova_map (nova_bind (axpy, 2, 3), v)), nova_sum (v) + 6 * N);
  expect ("bind of bind", nova_sum (nova_map (nova_bind (nova_bind (axpy, 2), 3), v)),
	  nova_sum (v) + 6 * N);
  expect ("bind of nested", nova_sum (nova_map (nova_bind (f, 2), v)), 2 * nova_sum (v) + k * N);
  expect ("bind of operator", nova_sum (nova_map (nova_bind (nova_mul, 2.0f), v)), 2 * nova_sum (v));
  expect ("trust", nova_sum (nova_map (nova_trust (nova_bind (f, 2)), v)), 2 * nova_sum (v) + k * N);
}

/* A statement expression with more in it than the function.  */
static void
statement (void)
{
  int calls = 0;
  nova_vec (float) v = nova_map (__extension__ ({ float k = 3; calls++; float f (float a) { return a + 2; }
						  (void) k; f; }), nova_view (x, N));
  expect ("statement", nova_sum (v), nova_sum (nova_view (x, N)) + 2 * N);
  expect ("statement, calls", calls, 1);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  kinds (0.5f, 1, (struct pair) { 1.5f, 2.5f, { 7, 8, 9 } });
  family (5);
  inside (2);
  sizes (4);
  bound (3);
  statement ();
  return failures != 0;
}

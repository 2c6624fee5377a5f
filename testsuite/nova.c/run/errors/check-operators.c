/* NOVA_CHECK=1: operators that are not associative, and an initial value that is not neutral, are errors
   where they are used; an element that fails is the error that it is without.  Without NOVA_CHECK none
   of them is told.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-env "NOVA_CHECK=1" } */
/* { dg-nova-bare "nothing is told" } */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <complex.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static jmp_buf back;
static char said[400];
static int bad;
static bool told;		/* NOVA_CHECK=1 */

static void
handler (const char *line)
{
  const char *at = strrchr (line, '/');
  snprintf (said, sizeof said, "%s", at ? at + 1 : line);
  longjmp (back, 1);
}

/* What WHAT, on this line, says is TEXT; ALWAYS, or only if operators are looked at.  */
#define SAYS(WHAT, TEXT, ALWAYS)						\
  do										\
    {										\
      char wanted[400] = "";							\
      if (told || (ALWAYS))							\
	snprintf (wanted, sizeof wanted, "check-operators.c:%d: %s", __LINE__, TEXT); \
      said[0] = '\0';								\
      if (!setjmp (back))							\
	{ WHAT; }								\
      if (strcmp (said, wanted) != 0)						\
	{									\
	  printf ("said:   %s\nwanted: %s\n", said, wanted);			\
	  bad = 1;								\
	}									\
    }										\
  while (0)

#define DIFFER " combined from the left and from the right differ"
#define NOT(NAME, THREE)							\
  "__nova_" NAME ": operand 1 is not associative: elements " THREE DIFFER

/* In one expression, and in a loop, which is a call for each element.  */
static int sub (int a, int b) { return a - b; }

static int
often (int a, int b)
{
  for (int i = 0; i < b % 7; i++)
    a = a * 3 + i;
  return a;
}

struct pair { char c; int i; };
static struct pair pair (int a) { return (struct pair) { 'a', a }; }
static struct pair pairs (struct pair a, struct pair b)
{
  return (struct pair) { a.c, 2 * a.i + b.i };
}

struct grid { char name[3]; short v[2][2]; };
static struct grid grid (int a) { return (struct grid) { "x", { { 1, (short) a }, { 3, 4 } } }; }
static struct grid
grids (struct grid a, struct grid b)
{
  a.v[1][0] = a.v[1][0] + b.v[1][1] - a.v[0][1];
  return a;
}

struct bits { unsigned low : 3, high : 7; };
static struct bits bits (int a) { return (struct bits) { a & 7, a & 127 }; }
static struct bits
both (struct bits a, struct bits b)
{
  return (struct bits) { a.low, a.high - b.high };
}

static float subf (float a, float b) { return a - b; }
static float mean (float a, float b) { return (a + b) / 2; }
static long double meanl (long double a, long double b) { return (a + b) / 2; }
static _Complex double subc (_Complex double a, _Complex double b) { return a - 2 * b; }
static int odd (int a) { return a & 1; }
static int few (int a) { return a % 4; }
static int plus (int a, int k) { return a + k; }
static double step (double s, int x) { return s + x; }
static double join (double s, double t) { return s + t / 2; }
static double add (double s, double t) { return s + t + 0; }
static size_t bin (int a) { return (size_t) a % 5; }

static int
never (int a, int b)
{
  if (a != b + 12345)
    nova_fail ("never");
  return a - b;
}

static int
not_zero (int a)
{
  if (a == 0)
    nova_fail ("zero");
  return a;
}

static void
single (size_t n, const int *x, const unsigned char *ix)
{
  volatile long r;
  volatile double f;
  int offset = 3;
  int captures (int a, int b) { return a - b - offset; }
  nova_vec (int) v = nova_view (x, n), w;
  struct pair p;
  struct grid g;
  struct bits b;

  SAYS (r = nova_reduce (sub, 0, v), "__nova_reduce: operand 1 is not associative: elements 0, 1, 2 combined from the left and from the right differ", 0);
  SAYS (r = nova_reduce (often, 0, v), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (captures, 0, v), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (nova_lambda (int, (int a, int b), { return a - 2 * b; }), 0, v), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (sub, 0, nova_view (x + 1, 3)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (p = nova_reduce (pairs, pair (0), nova_map (pair, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (g = nova_reduce (grids, grid (0), nova_map (grid, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (b = nova_reduce (both, bits (0), nova_map (bits, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (f = nova_reduce (subf, 0, nova_convert (float, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (f = nova_reduce (mean, 0, nova_convert (float, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (f = nova_reduce (meanl, 0, nova_convert (long double, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (f = creal (nova_reduce (subc, 0, nova_convert (_Complex double, v))), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (w = nova_scan (sub, 0, v), NOT ("scan", "0, 1, 2"), 0);
  SAYS (w = nova_exscan (sub, 0, v), NOT ("exscan", "0, 1, 2"), 0);
  SAYS (w = nova_reduce_by_index (sub, 0, 13, nova_view (ix, n), v), NOT ("reduce_by_index", "0, 13, 26"), 0);
  SAYS (w = nova_reduce_into (sub, nova_view (x, 20), nova_view (ix, n), v), NOT ("reduce_into", "0, 13, 26"), 0);
  SAYS (f = nova_fold (step, join, 0.0, v), "__nova_fold: operand 2 is not associative: the states of elements 0, 1, 2 joined from the left and from the right differ", 0);
  SAYS (f = nova_fold (step, add, 1.0, v), "__nova_fold: operand 3 is not neutral: joined with it the state of element 0 of 1000 is another", 0);
  (void) r, (void) f, (void) w, (void) p, (void) g, (void) b;
}

static void
fused (size_t n, const int *x, const unsigned char *ix)
{
  volatile long r;
  nova_vec (int) v = nova_view (x, n), w;
  nova_vec (nova_vec (int)) rows = nova_split (10, v);

  SAYS (r = nova_reduce (sub, 0, nova_filter (odd, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (sub, 0, nova_expand (few, plus, v)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (w = nova_scan (sub, 0, nova_gather (nova_view (ix, n), v)), NOT ("scan", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (sub, 0, nova_scan (nova_add, 0, v)), NOT ("reduce", "0, 1, 2"), 0);
  /* Rows: some of them, each of them as a vector.  */
  SAYS (w = nova_map (nova_lambda (int, (nova_vec (int) a), { return nova_reduce (sub, 0, a); }), rows), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (r = nova_reduce (nova_add, 0, nova_map (nova_lambda (int, (nova_vec (int) a), { if (nova_length (a) > 5) return nova_reduce (sub, 0, a); return 0; }), rows)), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (rows = nova_filter (nova_lambda (int, (nova_vec (int) a), { return nova_reduce (sub, 0, a) > 0; }), rows), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (w = nova_tabulate (nova_lambda (int, (size_t i), { return nova_reduce (sub, (int) i, v); }), 100), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (rows = nova_group_by (nova_lambda (int, (int a), { return nova_reduce (sub, a, nova_range (5)) % 3; }), v), NOT ("reduce", "0, 1, 2"), 0);
  SAYS (rows = nova_bucket (5, nova_lambda (size_t, (int a), { return bin (nova_reduce (sub, a, nova_range (5, 9))); }), v), NOT ("reduce", "0, 1, 2"), 0);
  (void) r, (void) w;
}

/* Nothing is written before the error, and what is written later is not written.  */
static void
stores (size_t n, const int *x)
{
  static int y[N], z[N];
  nova_vec (int) v = nova_view (x, n);
  y[5] = z[5] = 77;

  SAYS (nova_store_all (n, y, nova_scan (sub, 0, v), z, nova_map (odd, v)), NOT ("scan", "0, 1, 2"), 0);
  if (told && (y[5] != 77 || z[5] != 77))
    bad = 1;
}

/* An element that fails is that error, whatever the operator.  */
static void
failures (size_t n, int *x)
{
  volatile long r;
  nova_vec (int) v = nova_view (x, n);

  x[0] = 0;
  SAYS (r = nova_reduce (sub, 0, nova_map (nova_lambda (int, (int a), { if (a == 0) nova_fail ("none"); return a; }), v)), "nova_fail: none", 1);
  x[0] = 3;
  SAYS (r = nova_reduce (sub, 0, nova_gather (nova_map (nova_lambda (int, (int a), { return a - 5; }), v), v)), "__nova_gather: operand 1: element 0, the index -2, is not below 1000", 1);
  SAYS (r = nova_reduce (sub, 0, nova_map (sub, v, nova_view (x, 7))), "__nova_map: operand 3 has 7 elements, operand 2 has 1000", 1);
  (void) r;
}

/* So is an operator that fails on elements that are combined in either order.  */
static void
failing_operators (size_t n, const int *x)
{
  volatile long r;

  said[0] = '\0';
  if (!setjmp (back))
    r = nova_reduce (never, 1, nova_view (x, n));
  if (!strstr (said, "nova_fail: never"))
    bad = printf ("said: %s\n", said);
  said[0] = '\0';
  if (!setjmp (back))
    r = nova_reduce (sub, 0, nova_map (not_zero, nova_view (x, 2)));
  if (!strstr (said, "nova_fail: zero"))
    bad = printf ("said: %s\n", said);
  (void) r;
}

int
main (void)
{
  static int x[N];
  static unsigned char ix[N];

  told = getenv ("NOVA_CHECK") != NULL;
  for (int i = 0; i < N; i++)
    {
      x[i] = 1 + i * 7 % 101;
      ix[i] = i % 13;
    }
  nova_set_error_handler (handler);
  single (N, x, ix);
  fused (N, x, ix);
  stores (N, x);
  failures (N, x);
  x[0] = 0;
  failing_operators (N, x);
  return bad;
}

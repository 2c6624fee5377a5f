/* NOVA_CHECK=1: operators that are associative but for rounding are no errors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -ffast-math" } */
/* { dg-nova-env "NOVA_CHECK=1" } */

#include <nova.h>
#include <complex.h>
#include <math.h>
#include <string.h>

#define N 5000

/* Magnitudes from 1e-BY to 1eBY, of either sign.  */
static double
wild (size_t i, int by)
{
  double x = pow (10, by * (2 * nova_uniform (1, i) - 1));
  return nova_random (2, i) & 1 ? -x : x;
}

/* --- Floats: sums of terms that cancel, through a call that is not inlined as one addition --- */

static float addf (float a, float b) { return a + b + 0 * a; }
static double twice (double a, double b) { return (2 * a + 2 * b) / 2; }
static long double addl (long double a, long double b) { return b + a + 0 * b; }
static _Complex float mulc (_Complex float a, _Complex float b) { return a * b + 0.0f; }
static _Complex double addc (_Complex double a, _Complex double b) { return a + b + 0.0; }
static double either (double a, double b) { return a + b - a * b; }
static double logs (double a, double b)
{
  return a > b ? a + log1p (exp (b - a)) : b + log1p (exp (a - b));
}

static void
floats (void)
{
  volatile double r;
  nova_vec (double) x = nova_tabulate (nova_lambda (double, (size_t i), { return wild (i, 12); }), N);
  nova_vec (float) f = nova_tabulate (nova_lambda (float, (size_t i), { return wild (i, 9); }), N);
  nova_vec (double) u = nova_tabulate (nova_lambda (double, (size_t i), { return nova_normal (1, i); }), N);
  nova_vec (float) tiny = nova_map (nova_lambda (float, (float a), { return a * 1e-42f; }), f);
  nova_vec (double) pm = nova_tabulate (nova_lambda (double, (size_t i),
    { return i % 3 == 0 ? 1e15 : i % 3 == 1 ? -1e15 : 1e-3; }), N);

  r = nova_reduce (addf, 0, f) + nova_reduce (addf, 0, tiny) + nova_reduce (twice, 0, x);
  r += nova_reduce (twice, 0, pm) + nova_reduce (addl, 0, nova_convert (long double, x));
  r += nova_reduce (either, 0, u) + nova_reduce (either, 0, pm) + nova_reduce (logs, 0, u);
  r += creal (nova_reduce (addc, 0, nova_convert (_Complex double, pm)));
  r += nova_get (nova_scan (addf, 0, f), 7) + nova_get (nova_exscan (twice, 0, x), 9);
  r += creal (nova_reduce (mulc, 1, nova_map (nova_lambda (_Complex float, (double a),
    { return cexp (a * 3.0i); }), u)));
  (void) r;
}

/* --- Structures ---------------------------------------------------------------------------------- */

struct welford { double mean, m2; long n; };
static struct welford one (double x) { return (struct welford) { x, 0, 1 }; }
static struct welford
together (struct welford a, struct welford b)
{
  long n = a.n + b.n;
  double d = b.mean - a.mean;
  if (n == 0)
    return a;
  return (struct welford) { a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n, n };
}

struct matrix { float m[2][2]; };
static struct matrix
matrix (double a)
{
  return (struct matrix) { { { a, -a }, { a + 1, 1 / (1 + fabs (a)) } } };
}
static struct matrix
times (struct matrix x, struct matrix y)
{
  struct matrix r;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      r.m[i][k] = x.m[i][0] * y.m[0][k] + x.m[i][1] * y.m[1][k];
  return r;
}

struct linear { double a, b; };
static struct linear linear (double a) { return (struct linear) { a, 1 - a }; }
static struct linear
after (struct linear f, struct linear g)
{
  return (struct linear) { f.a * g.a, f.a * g.b + f.b };
}

struct best { float v; int i; };
static struct best
better (struct best a, struct best b)
{
  return b.v > a.v || (b.v == a.v && b.i < a.i) ? b : a;
}

/* Strings of up to 200 letters, of which the first 7 and the last 7 are kept.  */
struct text { unsigned char n; char first[7], last[7]; };
static struct text
text (int c)
{
  struct text t;
  memset (&t, 0, sizeof t);
  t.n = 1;
  t.first[0] = t.last[6] = 'a' + c % 26;
  return t;
}
static struct text
cat (struct text a, struct text b)
{
  struct text t = a;
  int n = a.n + b.n;
  for (int k = 0; k < 7; k++)
    {
      if (k >= a.n)
	t.first[k] = k - a.n < b.n ? b.first[k - a.n] : 0;
      t.last[k] = k + b.n >= 7 ? b.last[k] : a.last[k + b.n];
    }
  t.n = n > 200 ? 200 : n;
  return t;
}

/* What is between the members, and what a union holds, is not looked at.  */
struct loose { char c; int i; union { int a; float b; } u; };
static struct loose
loose (struct loose a, struct loose b)
{
  struct loose r;
  memset (&r, a.i * 3 + b.i, sizeof r);
  r.c = a.c;
  r.i = a.i + b.i;
  return r;
}

static void
structures (void)
{
  nova_vec (double) u = nova_tabulate (nova_lambda (double, (size_t i), { return nova_normal (1, i); }), N);
  nova_vec (double) far = nova_map (nova_lambda (double, (double a), { return 1e8 + a; }), u);
  nova_vec (int) ix = nova_range (0, N);
  volatile double r;

  r = nova_reduce (together, ((struct welford) { 0, 0, 0 }), nova_map (one, u)).m2;
  r += nova_reduce (together, ((struct welford) { 0, 0, 0 }), nova_map (one, far)).m2;
  r += nova_reduce (times, matrix (0), nova_map (matrix, u)).m[0][1];
  r += nova_reduce (times, matrix (0), nova_map (matrix, nova_map (nova_lambda (double, (double a),
    { return a * 1e4; }), u))).m[0][1];
  r += nova_reduce (after, linear (1), nova_map (linear, u)).b;
  r += nova_reduce (after, linear (1), nova_map (linear, nova_map (nova_lambda (double, (double a),
    { return a * 1e6; }), u))).b;
  r += nova_reduce (better, ((struct best) { -INFINITY, -1 }),
		    nova_map (nova_lambda (struct best, (double v, int i),
					   { return (struct best) { (int) (v * 10), i }; }), u, ix)).i;
  r += nova_reduce (cat, ((struct text) { 0 }), nova_map (text, ix)).n;
  r += nova_reduce (loose, ((struct loose) { 0 }),
		    nova_map (nova_lambda (struct loose, (int i), { struct loose t;
		      memset (&t, i, sizeof t); t.c = 1; t.i = i; return t; }), ix)).i;
  r += nova_get (nova_reduce_by_index (better, ((struct best) { -1e9f, -1 }), 50,
		 nova_map (nova_lambda (int, (int i), { return i % 50; }), ix),
		 nova_zip (struct best, nova_convert (float, u), ix)), 7).v;
  (void) r;
}

/* --- NaNs, infinities, folds --------------------------------------------------------------------- */

static double step (double s, double x) { return s + x; }
static double join (double s, double t) { return s + t + 0 * s; }
static double first (double a, double b) { return a != 0 ? a : b; }
static double largest (double a, double b) { return a > b ? a : b; }

static void
others (void)
{
  volatile double r;
  nova_vec (double) x = nova_tabulate (nova_lambda (double, (size_t i), { return wild (i, 300); }), N);
  nova_vec (double) odd = nova_tabulate (nova_lambda (double, (size_t i),
    { return i % 5 == 1 ? NAN : i % 5 == 2 ? INFINITY : i % 5 == 3 ? -INFINITY : (double) i; }), N);

  r = nova_fold (step, join, 0, x) + nova_reduce (first, 0, x) + nova_reduce (largest, -1e308, x);
  r += nova_reduce (largest, -INFINITY, odd) + nova_reduce (twice, 0, odd);
  r += nova_fold (step, join, 0, odd);
  /* Fewer than three, and none.  */
  r += nova_reduce (first, 0, nova_slice (0, 2, x)) + nova_reduce (first, 0, nova_slice (0, 0, x));
  r += nova_fold (step, join, 0, nova_slice (0, 0, x));
  (void) r;
}

/* An operator need be associative only among elements of one bin.  */
struct keyed { int key, sum; };

static struct keyed
same_key (struct keyed a, struct keyed b)
{
  if (a.key >= 0 && b.key >= 0 && a.key != b.key)
    nova_fail ("two keys");
  return (struct keyed) { a.key < 0 ? b.key : a.key, a.sum + b.sum };
}

static void
bins (void)
{
  nova_vec (int) ix = nova_map (nova_lambda (int, (int i), { return i * 37 % 20; }), nova_range (0, N));
  nova_vec (struct keyed) x
    = nova_map (nova_lambda (struct keyed, (int i), { return (struct keyed) { i, 1 }; }), ix);

  nova_vec (struct keyed) r = nova_reduce_by_index (same_key, ((struct keyed) { -1, 0 }), 20, ix, x);
  r = nova_reduce_into (same_key, r, ix, x);
  (void) r;
}

int
main (void)
{
  floats ();
  structures ();
  others ();
  bins ();
  return 0;
}

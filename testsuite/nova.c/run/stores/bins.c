/* reduce_by_index and reduce_into against loops: operators that commute and do not, indices of every
   integer type, few bins and many, rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 100000
static const size_t sizes[] = { 0, 1, 2, 3, 17, 100, 1000, 4097, MAX };
static const size_t bins[] = { 0, 1, 2, 10, 120, 5000, MAX };

static unsigned state = 13;

static unsigned
next (void)
{
  return state = state * 1664525u + 1013904223u, state >> 8;
}

static int failed;

static void
wrong (const char *what, size_t n, size_t m)
{
  printf ("%s of %zu in %zu is wrong\n", what, n, m);
  failed = 1;
}

/* x -> a x + b: composition does not commute.  */
struct affine
{
  unsigned a, b;
};

static struct affine
then (struct affine f, struct affine g)
{
  return (struct affine) { g.a * f.a, g.a * f.b + g.b };
}

static int
same (struct affine f, struct affine g)
{
  return f.a == g.a && f.b == g.b;
}

#define AFFINE(V) ((struct affine) { (V) * 2 + 1, V })
#define NUMBER(V) (V)
#define EQUAL(X, Y) ((X) == (Y))
#define ADD(X, Y) ((X) + (Y))
#define MAX_OF(X, Y) ((X) > (Y) ? (X) : (Y))
#define XOR(X, Y) ((X) ^ (Y))

/* F, which C calculates as OF, of elements MAKE (...) by indices of type I; LIMIT is above all.  */
#define BINS(T, I, NAME, F, OF, MAKE, SAME, LIMIT) \
  static void \
  NAME##_test (size_t n, size_t m) \
  { \
    T *x = calloc (n + 1, sizeof (T)), *d = calloc (m + 1, sizeof (T)); \
    T *y = calloc (m + 1, sizeof (T)), init = MAKE (3); \
    I *ix = calloc (n + 1, sizeof (I)); \
    int good = 1; \
    if (m > LIMIT) \
      m = LIMIT; \
    for (size_t i = 0; i < n; i++) \
      { \
	x[i] = MAKE (next () % 1000); \
	ix[i] = m && next () % 8 ? (I) (next () % m) : (I) -1; \
      } \
    nova_vec (T) v = nova_reduce_by_index (F, init, m, nova_view (ix, n), nova_view (x, n)); \
    for (size_t i = 0; i < m; i++) \
      { \
	d[i] = MAKE (next () % 1000); \
	y[i] = init; \
      } \
    nova_vec (T) w = nova_reduce_into (F, nova_view (d, m), nova_view (ix, n), nova_view (x, n)); \
    for (size_t i = 0; i < n; i++) \
      if (ix[i] != (I) -1) \
	{ \
	  y[ix[i]] = OF (y[ix[i]], x[i]); \
	  d[ix[i]] = OF (d[ix[i]], x[i]); \
	} \
    /* W was complete before D changed.  */ \
    good = nova_length (v) == m && nova_length (w) == m; \
    for (size_t i = 0; i < m; i++) \
      good &= SAME (nova_get (v, i), y[i]) && SAME (nova_get (w, i), d[i]); \
    if (!good) \
      wrong (#F " of " #T " by " #I, n, m); \
    free (x); \
    free (y); \
    free (d); \
    free (ix); \
  }

BINS (int, signed char, schar, nova_add, ADD, NUMBER, EQUAL, 100)
BINS (unsigned char, unsigned char, uchar, nova_add, ADD, NUMBER, EQUAL, 200)
BINS (long, short, short, nova_max, MAX_OF, NUMBER, EQUAL, 30000)
BINS (unsigned, unsigned short, ushort, nova_bxor, XOR, NUMBER, EQUAL, 60000)
BINS (struct affine, int, int, then, then, AFFINE, same, MAX)
BINS (float, unsigned, unsigned, nova_max, MAX_OF, NUMBER, EQUAL, MAX)
BINS (double, long, long, nova_add, ADD, NUMBER, EQUAL, MAX)
BINS (__int128, size_t, size, nova_add, ADD, NUMBER, EQUAL, MAX)
BINS (short, __int128, int128, nova_add, ADD, NUMBER, EQUAL, MAX)
/* (_Bool) -1 is 1, the bin behind the only one.  */
BINS (long double, _Bool, bool, nova_add, ADD, NUMBER, EQUAL, 1)

/* A function of the file that captures.  */
static void
captured (size_t n, size_t m)
{
  unsigned *x = calloc (n + 1, sizeof *x), *y = calloc (m + 1, sizeof *y), by = 4;
  int good = 1;
  nova_vec (unsigned) v;
  nova_vec (size_t) ix = nova_map (nova_lambda (size_t, (size_t i), { return i % m; }),
				   nova_range (n));

  for (size_t i = 0; i < n; i++)
    x[i] = next () % 16;
  v = nova_reduce_by_index (nova_lambda (unsigned, (unsigned a, unsigned b),
					 { return (a * by + b * by) / by; }), 0, m, ix,
			    nova_map (nova_mul, nova_view (x, n), nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    y[i % m] += x[i] * x[i];
  for (size_t i = 0; i < m; i++)
    good &= nova_get (v, i) == y[i];
  if (!good)
    wrong ("a lambda", n, m);
  free (x);
  free (y);
}

/* Rows are added.  */
static nova_vec (int)
add_rows (nova_vec (int) a, nova_vec (int) b)
{
  return nova_map (nova_add, a, b);
}

static void
rows (size_t n, size_t m)
{
  int *x = calloc (2 * n + 1, sizeof *x), *y = calloc (2 * m + 1, sizeof *y), good = 1;
  int *d = calloc (2 * m + 1, sizeof *d);

  for (size_t i = 0; i < 2 * n; i++)
    x[i] = next () % 100;
  for (size_t i = 0; i < 2 * m; i++)
    d[i] = i;
  nova_vec (size_t) ix = nova_map (nova_lambda (size_t, (size_t i), { return i * i % m; }),
				   nova_range (n));
  nova_vec (nova_vec (int)) v
    = nova_reduce_by_index (add_rows, nova_replicate (2, 7), m, ix, nova_view (x, n, 2));
  nova_vec (nova_vec (int)) w = nova_reduce_into (add_rows, nova_view (d, m, 2), ix,
						  nova_view (x, n, 2));
  for (size_t i = 0; i < 2 * n; i++)
    y[i / 2 * (i / 2) % m * 2 + i % 2] += x[i];
  for (size_t i = 0; i < 2 * m; i++)
    good &= nova_get (nova_get (v, i / 2), i % 2) == y[i] + 7
	    && nova_get (nova_get (w, i / 2), i % 2) == y[i] + d[i];
  if (!good)
    wrong ("rows", n, m);
  free (x);
  free (y);
  free (d);
}

int
main (void)
{
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (unsigned j = 0; j < sizeof bins / sizeof *bins; j++)
      {
	size_t n = sizes[k], m = bins[j];

	schar_test (n, m);
	uchar_test (n, m);
	short_test (n, m);
	ushort_test (n, m);
	int_test (n, m);
	unsigned_test (n, m);
	long_test (n, m);
	size_test (n, m);
	int128_test (n, m);
	bool_test (n, m);
	if (m > 0)
	  captured (n, m);
	if (m > 0 && m < 1000 && n < 5000)
	  rows (n, m);
      }
  return failed;
}

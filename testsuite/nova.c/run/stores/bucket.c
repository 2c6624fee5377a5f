/* Buckets and partitions against loops: keys of every integer type, elements of several, rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 3
#include "../loops.h"

/* V has the elements of X in order whose KEY, below NB, is the segment's number.  */
#define SAME(T, V, X, N, NB, KEY, WHAT) \
  do \
    { \
      size_t *at_ = calloc ((NB) + 1, sizeof *at_), bad_ = nova_length (V) != (NB); \
      for (size_t i_ = 0; i_ < (N) && !bad_; i_++) \
	{ \
	  size_t k_ = KEY ((X)[i_]); \
	  if (k_ < (NB)) \
	    bad_ = at_[k_] >= nova_length (nova_get (V, k_)) \
		   || nova_get (nova_get (V, k_), at_[k_]++) != (X)[i_]; \
	} \
      for (size_t k_ = 0; k_ < (NB) && !bad_; k_++) \
	bad_ = nova_length (nova_get (V, k_)) != at_[k_]; \
      if (bad_) \
	wrong (WHAT, N); \
      free (at_); \
    } \
  while (0)

/* -1 for one in nine.  */
#define KEYS(I, NAME, NB) \
  static I \
  NAME##_key (int v) \
  { \
    return v % 9 == 0 ? (I) -1 : (I) (v % NB); \
  } \
  static void \
  NAME##_test (const int *x, size_t n) \
  { \
    nova_vec (nova_vec (int)) v = nova_bucket (NB, NAME##_key, nova_view (x, n)); \
    SAME (int, v, x, n, NB, (size_t) NAME##_key, "the bucket by " #I); \
  }

KEYS (signed char, schar, 100)
KEYS (unsigned char, uchar, 200)
KEYS (short, short, 1000)
KEYS (unsigned short, ushort, 3)
KEYS (int, int, 1)
KEYS (unsigned, unsigned, 777)
KEYS (long, long, 64)
KEYS (unsigned long long, ullong, 65)
KEYS (__int128, int128, 5)

enum kind { ODD, EVEN };

static enum kind
kind (long v)
{
  return v % 2 ? ODD : EVEN;
}

static _Bool
even (long v)
{
  return v % 2 == 0;
}

static int
parity (long v)
{
  return v % 2 == 0;
}

static double
positive (double v)
{
  return v > 0 ? v : 0;
}

static int
sign (double v)
{
  return !(v > 0);
}

static void
others (size_t n)
{
  long *x = malloc (n * sizeof *x + 1), *p, by = 10;
  double *y = malloc (n * sizeof *y + 1);
  const long **z = malloc (n * sizeof *z + 1);

  p = x;
  for (size_t i = 0; i < n; i++)
    {
      x[i] = next ();
      y[i] = next () % 7 - 3.0;
      z[i] = x + next () % n;
    }
  nova_vec (nova_vec (long)) v = nova_bucket (2, kind, nova_view (x, n));
  SAME (long, v, x, n, 2, parity, "the bucket by an enumeration");
  v = nova_bucket (2, even, nova_view (x, n));
  SAME (long, v, x, n, 2, parity, "the bucket by _Bool");
  v = nova_bucket (by, nova_lambda (long, (long a), { return a % by; }), nova_view (x, n));
#define MOD(A) ((A) % 10)
  SAME (long, v, x, n, 10, MOD, "the bucket by what captures");
  nova_vec (nova_vec (double)) w = nova_partition (positive, nova_view (y, n));
  SAME (double, w, y, n, 2, sign, "the partition by a double");
  nova_vec (nova_vec (const long *)) q
    = nova_partition (nova_lambda (int, (const long *a), { return a - p < 10; }),
		      nova_view (z, n));
#define FAR(A) ((A) - p >= 10)
  SAME (const long *, q, z, n, 2, FAR, "the partition of pointers");
  free (x);
  free (y);
  free (z);
}

/* Rows, irregular ones too: what is done with the segments is an operation of its own.  */
static int
total (nova_vec (int) r)
{
  return nova_sum (r);
}

static int
key (nova_vec (int) r)
{
  return nova_sum (r) % 4;
}

static void
rows (size_t n)
{
  int *x = malloc (2 * n * sizeof *x + 1);
  size_t at[4] = { 0 };
  nova_vec (nova_vec (nova_vec (int))) v, w;
  nova_vec (nova_vec (int)) g;
  nova_vec (long) sums;
  int good = 1;

  if (n > 5000)
    n = 5000;
  for (size_t i = 0; i < 2 * n; i++)
    x[i] = next () % 10;
  v = nova_bucket (4, key, nova_view (x, n, 2));
  w = nova_partition (total, nova_view (x, n, 2));
  good = nova_length (v) == 4 && nova_length (w) == 2;
  for (size_t i = 0; i < n; i++)
    {
      size_t k = (x[2 * i] + x[2 * i + 1]) % 4;
      nova_vec (int) r = nova_get (nova_get (v, k), at[k]++);

      good &= nova_get (r, 0) == x[2 * i] && nova_get (r, 1) == x[2 * i + 1];
    }
  if (!good || nova_length (nova_get (w, 0)) + nova_length (nova_get (w, 1)) != n)
    wrong ("the bucket of rows", n);

  g = nova_bucket (10, nova_lambda (int, (int a), { return a; }), nova_view (x, 2 * n));
  sums = nova_map (nova_lambda (long, (nova_vec (int) r), { return nova_sum (r); }), g);
  for (size_t k = 0; k < 10; k++)
    if (nova_get (sums, k) != (long) (k * nova_length (nova_get (g, k))))
      wrong ("the sums of buckets", n);
  free (x);
}

int
main (void)
{
  static int x[MAX];

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      for (size_t i = 0; i < n; i++)
	x[i] = next ();
      schar_test (x, n);
      uchar_test (x, n);
      short_test (x, n);
      ushort_test (x, n);
      int_test (x, n);
      unsigned_test (x, n);
      long_test (x, n);
      ullong_test (x, n);
      int128_test (x, n);
      others (n);
      rows (n);
    }
  if (nova_length (nova_bucket (0, kind, nova_view ((long *) x, 0))))
    wrong ("the bucket without segments", 0);
  return failed;
}

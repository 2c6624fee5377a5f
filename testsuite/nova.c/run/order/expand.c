/* Expansions against loops: sizes of several types, none, rows, records.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 5
#include "../loops.h"

struct span
{
  int from;
  unsigned char length;
};

#define SIZES(I, NAME) \
  static I \
  NAME##_size (struct span s) \
  { \
    return s.length % 7 * (s.length % 3 != 0); \
  } \
  static long \
  NAME##_get (struct span s, I k) \
  { \
    return s.from * 10L + k; \
  } \
  static void \
  NAME##_test (const struct span *x, size_t n) \
  { \
    nova_vec (long) v = nova_expand (NAME##_size, NAME##_get, nova_view (x, n)); \
    nova_vec (nova_vec (long)) w = nova_expand_nested (NAME##_size, NAME##_get, nova_view (x, n)); \
    size_t at = 0; \
    int good = nova_length (w) == n; \
    for (size_t i = 0; i < n && good; i++) \
      { \
	nova_vec (long) r = nova_get (w, i); \
	good = nova_length (r) == (size_t) NAME##_size (x[i]); \
	for (size_t k = 0; k < (size_t) NAME##_size (x[i]) && good; k++) \
	  { \
	    long e = x[i].from * 10L + k; \
	    good = at < nova_length (v) && nova_get (v, at++) == e && nova_get (r, k) == e; \
	  } \
      } \
    if (!good || at != nova_length (v)) \
      wrong ("the expansion by " #I, n); \
  }

SIZES (signed char, schar)
SIZES (unsigned char, uchar)
SIZES (short, short)
SIZES (int, int)
SIZES (unsigned, unsigned)
SIZES (long, long)
SIZES (size_t, size)
SIZES (__int128, int128)

static _Bool
some (struct span s)
{
  return s.length & 1;
}

static struct span
itself (struct span s, int k)
{
  s.length += k;
  return s;
}

/* Records, of sizes 0 and 1; all of size 0; elements, not indices, of captured rows.  */
static void
others (const struct span *x, size_t n)
{
  nova_vec (struct span) v = nova_expand (some, itself, nova_view (x, n));
  size_t at = 0;

  for (size_t i = 0; i < n; i++)
    if (x[i].length & 1)
      {
	if (at >= nova_length (v) || nova_get (v, at).from != x[i].from
	    || nova_get (v, at++).length != x[i].length)
	  {
	    wrong ("the expansion to records", n);
	    return;
	  }
      }
  if (at != nova_length (v))
    wrong ("the length of the expansion to records", n);
  v = nova_expand (nova_lambda (int, (struct span s), { return s.from * 0; }), itself,
		   nova_view (x, n));
  if (nova_length (v) != 0)
    wrong ("the expansion to nothing", n);
  nova_vec (int) base = nova_range (5);
  nova_vec (int) w = nova_expand (nova_lambda (int, (int a), { return a % 5; }),
				  nova_lambda (int, (int a, int k),
					       { return nova_get (base, k) + a; }),
				  nova_range ((int) n));
  at = 0;
  for (int i = 0; i < (int) n; i++)
    for (int k = 0; k < i % 5; k++)
      if (nova_get (w, at++) != k + i)
	{
	  wrong ("the expansion that captures a vector", n);
	  return;
	}
}

/* The sum of row times k.  */
static void
rows (size_t n)
{
  int *x = malloc (2 * n * sizeof *x + 1);
  size_t at = 0;

  if (n > 5000)
    n = 5000;
  for (size_t i = 0; i < 2 * n; i++)
    x[i] = next () % 4;
  nova_vec (int) v = nova_expand (nova_lambda (int, (nova_vec (int) r), { return nova_get (r, 0); }),
				  nova_lambda (int, (nova_vec (int) r, int k),
					       { return nova_sum (r) * k; }),
				  nova_view (x, n, 2));
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < x[2 * i]; k++)
      if (at >= nova_length (v) || nova_get (v, at++) != (x[2 * i] + x[2 * i + 1]) * k)
	{
	  wrong ("the expansion of rows", n);
	  free (x);
	  return;
	}
  free (x);
}

int
main (void)
{
  static struct span x[MAX];

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      for (size_t i = 0; i < n; i++)
	x[i] = (struct span) { next () % 1000, next () };
      schar_test (x, n);
      uchar_test (x, n);
      short_test (x, n);
      int_test (x, n);
      unsigned_test (x, n);
      long_test (x, n);
      size_test (x, n);
      int128_test (x, n);
      others (x, n);
      rows (n);
    }
  return failed;
}

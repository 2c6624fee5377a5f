/* Sorts against insertion by merging, which is stable, of elements of every kind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 100000
static const size_t sizes[] = { 0, 1, 2, 3, 16, 17, 255, 1000, 4097, MAX };

static unsigned state = 1;

static unsigned
next (void)
{
  return state = state * 1664525u + 1013904223u, state >> 8;
}

/* Stable: elements of WIDTH bytes by LESS, of their addresses.  */
static void
merge_sort (char *a, size_t n, size_t width, int (*less) (const void *, const void *))
{
  char *b = malloc (n * width + 1);

  for (size_t run = 1; run < n; run *= 2)
    {
      for (size_t from = 0; from < n; from += 2 * run)
	{
	  size_t m = from + run < n ? from + run : n, end = m + run < n ? m + run : n;
	  size_t i = from, j = m;

	  for (size_t k = from; k < end; k++)
	    {
	      int right = i == m || (j < end && less (a + j * width, a + i * width));

	      memcpy (b + k * width, a + (right ? j++ : i++) * width, width);
	    }
	}
      memcpy (a, b, n * width);
    }
  free (b);
}

static int failed;

static void
wrong (const char *what, size_t n)
{
  printf ("%s of %zu is wrong\n", what, n);
  failed = 1;
}

/* Arithmetic types, by the generic operators and by a function of the type's own.  */
#define NUMBERS(T, NAME, VALUE) \
  static int \
  NAME##_less (const void *a, const void *b) \
  { \
    return *(const T *) a < *(const T *) b; \
  } \
  static int \
  NAME##_greater (const void *a, const void *b) \
  { \
    return *(const T *) a > *(const T *) b; \
  } \
  static _Bool \
  NAME##_after (T a, T b) \
  { \
    return a > b; \
  } \
  static void \
  NAME##_test (size_t n) \
  { \
    T *x = malloc (n * sizeof (T) + 1), *y = malloc (n * sizeof (T) + 1); \
    for (size_t i = 0; i < n; i++) \
      x[i] = VALUE; \
    nova_vec (T) up = nova_sort (nova_lt, nova_view (x, n)); \
    nova_vec (T) down = nova_sort (nova_gt, nova_view (x, n)); \
    nova_vec (T) after = nova_sort (NAME##_after, nova_view (x, n)); \
    memcpy (y, x, n * sizeof (T)); \
    merge_sort ((char *) y, n, sizeof (T), NAME##_less); \
    for (size_t i = 0; i < n; i++) \
      if (nova_get (up, i) != y[i]) \
	{ \
	  wrong ("the sort up of " #T, n); \
	  break; \
	} \
    memcpy (y, x, n * sizeof (T)); \
    merge_sort ((char *) y, n, sizeof (T), NAME##_greater); \
    for (size_t i = 0; i < n; i++) \
      if (nova_get (down, i) != y[i] || nova_get (after, i) != y[i]) \
	{ \
	  wrong ("the sort down of " #T, n); \
	  break; \
	} \
    free (x); \
    free (y); \
  }

NUMBERS (int, int, (int) next () % 1000 - 500)
NUMBERS (unsigned char, uchar, next ())
NUMBERS (long, long, (long) next () * 12345678 - 99999)
NUMBERS (__int128, int128, ((__int128) next () << 80) - next ())
NUMBERS (float, float, next () % 5000 / 8.0f - 9)
NUMBERS (double, double, next () / 3.0)
NUMBERS (long double, ldouble, next () % 77 / 7.0L)

/* Records: equal keys stay in order.  */
struct card
{
  short rank;
  char suit;
  unsigned place;
};

static int
lower (struct card a, struct card b)
{
  return a.rank < b.rank;
}

static int
lower_at (const void *a, const void *b)
{
  return lower (*(const struct card *) a, *(const struct card *) b);
}

static void
records (size_t n)
{
  struct card *x = calloc (n + 1, sizeof *x);
  int turn = n % 2 ? 1 : -1;

  for (size_t i = 0; i < n; i++)
    {
      x[i].rank = next () % 50;
      x[i].suit = next () % 4;
      x[i].place = i;
    }
  nova_vec (struct card) v = nova_sort (lower, nova_view (x, n));
  nova_vec (struct card) w
    = nova_sort (nova_lambda (long, (struct card a, struct card b),
			      { return turn * a.suit < turn * b.suit; }), nova_view (x, n));

  for (size_t i = 1; i < n; i++)
    {
      struct card a = nova_get (w, i - 1), b = nova_get (w, i);

      if (turn * a.suit > turn * b.suit || (a.suit == b.suit && a.place >= b.place))
	{
	  wrong ("the sort of records by a captured order", n);
	  break;
	}
    }
  merge_sort ((char *) x, n, sizeof *x, lower_at);
  for (size_t i = 0; i < n; i++)
    if (nova_get (v, i).place != x[i].place || nova_get (v, i).suit != x[i].suit)
      {
	wrong ("the sort of records", n);
	break;
      }
  free (x);
}

/* Large elements move once.  */
struct large
{
  double key;
  char text[120];
};

static int
large_less (struct large a, struct large b)
{
  return a.key < b.key;
}

static void
large_ones (size_t n)
{
  struct large *x = calloc (n + 1, sizeof *x);

  if (n > 5000)
    n = 5000;
  for (size_t i = 0; i < n; i++)
    {
      x[i].key = next () % 100;
      sprintf (x[i].text, "%zu", i);
    }
  nova_vec (struct large) v = nova_sort (large_less, nova_view (x, n));
  for (size_t i = 1; i < n; i++)
    {
      struct large a = nova_get (v, i - 1), b = nova_get (v, i);

      if (a.key > b.key || (a.key == b.key && atoi (a.text) >= atoi (b.text)))
	{
	  wrong ("the sort of large elements", n);
	  break;
	}
    }
  free (x);
}

/* Pointers, by what they point to.  */
static int
before (const char *a, const char *b)
{
  return strcmp (a, b) < 0;
}

static int
before_at (const void *a, const void *b)
{
  return before (*(char *const *) a, *(char *const *) b);
}

static void
strings (size_t n)
{
  char (*text)[8] = calloc (n + 1, sizeof *text);
  const char **x = calloc (n + 1, sizeof *x);

  for (size_t i = 0; i < n; i++)
    {
      sprintf (text[i], "%u", next () % 2000);
      x[i] = text[i];
    }
  nova_vec (const char *) v = nova_sort (before, nova_view (x, n));
  merge_sort ((char *) x, n, sizeof *x, before_at);
  for (size_t i = 0; i < n; i++)
    if (nova_get (v, i) != x[i])
      {
	wrong ("the sort of strings", n);
	break;
      }
  free (x);
  free (text);
}

/* An order that is none gives some permutation: NaNs, and what says 1 always.  */
static int
always (int a, int b)
{
  return a != b + 1000000;
}

static void
no_orders (size_t n)
{
  int *x = malloc (n * sizeof *x + 1);
  float *y = malloc (n * sizeof *y + 1);
  char *seen = calloc (n + 1, 1);
  size_t nans = 0;

  for (size_t i = 0; i < n; i++)
    {
      x[i] = i;
      y[i] = next () % 3 ? next () : __builtin_nanf ("");
      nans += y[i] != y[i];
    }
  nova_vec (int) v = nova_sort (always, nova_view (x, n));
  nova_vec (float) w = nova_sort (nova_lt, nova_view (y, n));
  for (size_t i = 0; i < n; i++)
    {
      size_t at = nova_get (v, i);

      nans -= nova_get (w, i) != nova_get (w, i);
      if (at >= n || seen[at]++)
	{
	  wrong ("the sort without an order", n);
	  break;
	}
    }
  if (nans)
    wrong ("the sort with NaNs", n);
  free (x);
  free (y);
  free (seen);
}

/* Sorts are parts of expressions like any other operation.  */
static void
fused (size_t n)
{
  nova_vec (unsigned) v = nova_map (nova_lambda (unsigned, (size_t i),
						 { return (unsigned) i * 2654435761u >> 8; }),
				    nova_range (n));
  nova_vec (unsigned) s = nova_sort (nova_lt, v);
  unsigned last = 0;
  unsigned long sum = 0;

  for (size_t i = 0; i < n; i++)
    {
      if (nova_get (s, i) < last)
	wrong ("the sort of a map", n);
      last = nova_get (s, i);
      sum += nova_get (v, i);
    }
  if (nova_sum_as (unsigned long, nova_sort (nova_gt, nova_reverse (v))) != sum
      || nova_sum_as (unsigned long, nova_map (nova_mul, s, nova_replicate (n, 2u)))
	 != nova_sum_as (unsigned long, nova_map (nova_mul, v, nova_replicate (n, 2u))))
    wrong ("the sum of a sort", n);
}

int
main (void)
{
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      int_test (n);
      uchar_test (n);
      long_test (n);
      int128_test (n);
      float_test (n);
      double_test (n);
      ldouble_test (n);
      records (n);
      large_ones (n);
      strings (n);
      no_orders (n);
      fused (n);
    }
  return failed;
}

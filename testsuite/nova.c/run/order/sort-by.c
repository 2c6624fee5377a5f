/* Sorts and groups by keys of every real type and of enumerations.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 7
#include "../loops.h"

struct item
{
  unsigned value, place;
};

enum color { RED, GREEN = 7, BLUE = -3 };

/* The key of an item as a T.  -1, 0 or 1: how two keys compare, NaNs being equal and the last.  */
#define KEYS(T, NAME, KEY) \
  static T \
  NAME##_key (struct item v) \
  { \
    return KEY; \
  } \
  static int \
  NAME##_order (T a, T b) \
  { \
    int x = a != a, y = b != b; \
    return x || y ? x - y : (a > b) - (a < b); \
  } \
  static void \
  NAME##_test (const struct item *x, size_t n) \
  { \
    nova_vec (struct item) v = nova_sort_by (NAME##_key, nova_view (x, n)); \
    nova_vec (nova_vec (struct item)) g = nova_group_by (NAME##_key, nova_view (x, n)); \
    size_t groups = 0, at = 0; \
    char *seen = calloc (n + 1, 1); \
    if (nova_length (v) != n) \
      wrong ("the length by " #T, n); \
    for (size_t i = 0; i < n; i++) \
      { \
	struct item b = nova_get (v, i); \
	int good = b.place < n && x[b.place].value == b.value && !seen[b.place]++, order = -1; \
	if (i) \
	  { \
	    struct item a = nova_get (v, i - 1); \
	    order = NAME##_order (NAME##_key (a), NAME##_key (b)); \
	    good &= order < 0 || (order == 0 && a.place < b.place); \
	  } \
	if (order) \
	  groups++, at = 0; \
	good &= groups <= nova_length (g) && at < nova_length (nova_get (g, groups - 1)) \
		&& nova_get (nova_get (g, groups - 1), at).place == b.place; \
	at++; \
	if (!good) \
	  { \
	    wrong ("the sort and groups by " #T, n); \
	    break; \
	  } \
      } \
    if (groups != nova_length (g)) \
      wrong ("the number of groups by " #T, n); \
    if (n > 5 && n < 2000 && nova_sum (nova_map (nova_lambda (size_t, (nova_vec (struct item) r), \
							      { return nova_length (r); }), g)) != n) \
      wrong ("the sum of the groups by " #T, n); \
    free (seen); \
  }

KEYS (_Bool, bool, v.value & 1)
KEYS (char, char, v.value % 100)
KEYS (signed char, schar, v.value)
KEYS (unsigned char, uchar, v.value)
KEYS (short, short, v.value)
KEYS (unsigned short, ushort, v.value % 5)
KEYS (int, int, (int) (v.value % 2000) - 1000)
KEYS (unsigned, unsigned, v.value * 977u)
KEYS (long, long, (long) v.value * 10000000000 - 99)
KEYS (unsigned long long, ullong, (unsigned long long) v.value << 40)
KEYS (__int128, int128, ((__int128) (v.value % 300) << 90) - v.value % 7)
KEYS (enum color, color, v.value % 3 == 0 ? RED : v.value % 3 == 1 ? GREEN : BLUE)
KEYS (float, float,
      v.value % 11 == 0 ? __builtin_nanf ("") : v.value % 11 == 1 ? -0.0f : v.value % 11 == 2 ? 0.0f
      : v.value % 11 == 3 ? -__builtin_inff () : (int) (v.value % 1000) - 500.0f)
KEYS (double, double, v.value % 5 == 0 ? -__builtin_nan ("") : v.value / -7.0)
KEYS (long double, ldouble, v.value % 1000 / 3.0L)

/* The element as its own key, and what captures.  */
static void
plain (size_t n)
{
  double *x = malloc (n * sizeof *x + 1), by = 3, last = 0;
  size_t nans = 0, zeros = 0;

  for (size_t i = 0; i < n; i++)
    {
      x[i] = next () % 4 ? next () % 100 - 50.0 : next () % 2 ? __builtin_nan ("")
	     : next () % 2 ? -0.0 : 0.0;
      nans += x[i] != x[i];
      zeros += x[i] == 0;
    }
  nova_vec (double) v = nova_sort_by (nova_lambda (double, (double a), { return a; }),
				      nova_view (x, n));
  nova_vec (double) w = nova_sort_by (nova_bind (nova_mul, -1.0), nova_view (x, n));
  nova_vec (nova_vec (double)) g
    = nova_group_by (nova_lambda (int, (double a), { return a < by; }), nova_view (x, n));
  for (size_t i = 0; i < n - nans; i++)
    {
      if (nova_get (v, i) != nova_get (w, n - nans - 1 - i) || (i && nova_get (v, i) < last)
	  || nova_get (v, i) != nova_get (v, i))
	{
	  wrong ("the sort of doubles", n);
	  break;
	}
      last = nova_get (v, i);
    }
  for (size_t i = n - nans; i < n; i++)
    if (nova_get (v, i) == nova_get (v, i) || nova_get (w, i) == nova_get (w, i))
      {
	wrong ("the place of NaNs", n);
	break;
      }
  if (nova_length (g) > 2 || (n > 100 && nova_length (g) != 2))
    wrong ("groups by a captured bound", n);
  g = nova_group_by (nova_lambda (double, (double a), { return a; }), nova_view (x, n));
  if (n > 1000)
    {
      nova_vec (double) end = nova_get (g, nova_length (g) - 1);
      size_t found = 0;

      for (size_t k = 0; k < nova_length (g); k++)
	if (nova_get (nova_get (g, k), 0) == 0)
	  found = nova_length (nova_get (g, k));
      if (nova_length (end) != nans || nova_get (end, 0) == nova_get (end, 0) || found != zeros)
	wrong ("the groups of NaNs and zeros", n);
    }
  free (x);
}

/* Rows by their sums.  */
static int
total (nova_vec (int) row)
{
  return nova_sum (row);
}

static void
rows (size_t n)
{
  int *x = malloc (3 * n * sizeof *x + 1);

  if (n > 5000)
    n = 5000;
  for (size_t i = 0; i < 3 * n; i++)
    x[i] = next () % 9;
  nova_vec (nova_vec (int)) v = nova_sort_by (total, nova_view (x, n, 3));
  nova_vec (nova_vec (nova_vec (int))) g = nova_group_by (total, nova_view (x, n, 3));
  size_t k = 0, at = 0;
  int last = -1;

  for (size_t i = 0; i < n; i++)
    {
      nova_vec (int) r = nova_get (v, i);
      int sum = nova_get (r, 0) + nova_get (r, 1) + nova_get (r, 2);

      if (i && sum != last)
	k++, at = 0;
      nova_vec (int) s = nova_get (nova_get (g, k), at++);
      if (sum < last || nova_get (s, 0) != nova_get (r, 0) || nova_get (s, 1) != nova_get (r, 1)
	  || nova_get (s, 2) != nova_get (r, 2))
	{
	  wrong ("the order of rows", n);
	  break;
	}
      last = sum;
    }
  if (n && nova_length (g) != k + 1)
    wrong ("the groups of rows", n);
  free (x);
}

int
main (void)
{
  static struct item x[MAX];

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      for (size_t i = 0; i < n; i++)
	x[i] = (struct item) { next () % (n < 500 ? 20 : 40000), i };
      bool_test (x, n);
      char_test (x, n);
      schar_test (x, n);
      uchar_test (x, n);
      short_test (x, n);
      ushort_test (x, n);
      int_test (x, n);
      unsigned_test (x, n);
      long_test (x, n);
      ullong_test (x, n);
      int128_test (x, n);
      color_test (x, n);
      float_test (x, n);
      double_test (x, n);
      ldouble_test (x, n);
      plain (n);
      rows (n);
    }
  return failed;
}

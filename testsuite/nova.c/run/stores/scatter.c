/* Permute and scatter against loops: indices of every integer type, elements of several, rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 11
#include "../loops.h"

/* N numbers in some order.  */
static size_t *
shuffled (size_t n)
{
  size_t *p = malloc (n * sizeof *p + 1);

  for (size_t i = 0; i < n; i++)
    {
      size_t j = next () % (i + 1);

      p[i] = p[j];
      p[j] = i;
    }
  return p;
}

/* Elements of type T, made by OF and the same if SAME.  */
#define ELEMENTS(T, I, NAME, OF, SAME, LIMIT) \
  static void \
  NAME##_test (size_t n) \
  { \
    size_t *p = shuffled (n); \
    T *x = calloc (n + 1, sizeof (T)), *y = calloc (n + 1, sizeof (T)); \
    I *ix = calloc (n + 1, sizeof (I)); \
    size_t m = n / 2 + 1; \
    int good = 1; \
    for (size_t i = 0; i < n; i++) \
      x[i] = OF (next ()), ix[i] = (I) p[i]; \
    if (n <= LIMIT) \
      { \
	nova_vec (T) v = nova_permute (nova_view (ix, n), nova_view (x, n)); \
	for (size_t i = 0; i < n; i++) \
	  y[p[i]] = x[i]; \
	for (size_t i = 0; i < n; i++) \
	  good &= SAME (nova_get (v, i), y[i]); \
	if (!good || nova_length (v) != n) \
	  wrong ("the permutation of " #T " by " #I, n); \
      } \
    if (m > LIMIT) \
      m = LIMIT; \
    for (size_t i = 0; i < n; i++) \
      ix[i] = next () % 5 ? (I) (next () % m) : (I) -1; \
    nova_vec (T) w = nova_scatter (nova_view (x, m), nova_view (ix, n), nova_view (y, n)); \
    T *z = malloc (m * sizeof (T)); \
    memcpy (z, x, m * sizeof (T)); \
    for (size_t i = 0; i < n; i++) \
      if (ix[i] != (I) -1) \
	z[ix[i]] = y[i]; \
    good = nova_length (w) == m; \
    for (size_t i = 0; i < m; i++) \
      good &= SAME (nova_get (w, i), z[i]); \
    if (!good) \
      wrong ("the scatter of " #T " by " #I, n); \
    free (p); \
    free (x); \
    free (y); \
    free (ix); \
    free (z); \
  }

struct pair
{
  int a;
  double b;
};

#define NUMBER(V) (V)
#define PAIR(V) ((struct pair) { V, V / 3.0 })
#define POINTER(V) (&sizes[V % 9])
#define EQUAL(X, Y) ((X) == (Y))
#define EQUAL_PAIR(X, Y) ((X).a == (Y).a && (X).b == (Y).b)

ELEMENTS (int, signed char, schar, NUMBER, EQUAL, 100)
ELEMENTS (char, unsigned char, uchar, NUMBER, EQUAL, 200)
ELEMENTS (double, short, short, NUMBER, EQUAL, 30000)
ELEMENTS (long double, unsigned short, ushort, NUMBER, EQUAL, 60000)
ELEMENTS (float, int, int, NUMBER, EQUAL, MAX)
ELEMENTS (struct pair, unsigned, unsigned, PAIR, EQUAL_PAIR, MAX)
typedef const size_t *place;
ELEMENTS (place, long, long, POINTER, EQUAL, MAX)
ELEMENTS (__int128, size_t, size, NUMBER, EQUAL, MAX)
ELEMENTS (_Bool, __int128, int128, NUMBER, EQUAL, MAX)

/* Rows: irregular ones, cut by what was sorted.  */
static void
rows (size_t n)
{
  size_t *p = shuffled (n);
  int *x = malloc (2 * n * sizeof *x + 1), good = 1;

  if (n > 5000)
    {
      free (p);
      free (x);
      return;
    }
  for (size_t i = 0; i < 2 * n; i++)
    x[i] = next ();
  nova_vec (nova_vec (int)) v = nova_permute (nova_view (p, n), nova_view (x, n, 2));
  nova_vec (nova_vec (int)) w = nova_scatter (nova_view (x, n, 2), nova_view (p, n / 2),
					      nova_view (x, n / 2, 2));
  for (size_t i = 0; i < n; i++)
    {
      good &= nova_get (nova_get (v, p[i]), 1) == x[2 * i + 1];
      good &= nova_get (nova_get (w, p[i]), 0) == x[2 * (i < n / 2 ? i : p[i])];
    }
  if (!good)
    wrong ("rows", n);
  free (p);
  free (x);
}

/* The array that is scattered to is the one that is viewed.  */
static void
in_place (size_t n)
{
  int *x = calloc (n + 1, sizeof *x), *y = calloc (n + 1, sizeof *y), good = 1;
  size_t *p = shuffled (n);

  for (size_t i = 0; i < n; i++)
    x[i] = y[i] = next ();
  nova_store (x, n, nova_scatter (nova_view (x, n), nova_view (p, n),
				  nova_map (nova_lambda (int, (int a), { return a ^ 5; }),
					    nova_view (x, n))));
  for (size_t i = 0; i < n; i++)
    good &= x[p[i]] == (y[i] ^ 5);
  if (!good)
    wrong ("the scatter in place", n);
  free (x);
  free (y);
  free (p);
}

int
main (void)
{
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      schar_test (n);
      uchar_test (n);
      short_test (n);
      ushort_test (n);
      int_test (n);
      unsigned_test (n);
      long_test (n);
      size_test (n);
      int128_test (n);
      rows (n);
      in_place (n);
    }
  return failed;
}

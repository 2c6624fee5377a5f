/* Loops that end by what they carry, in functions of ragged rows and of numbers in them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int
hailstone (ints a)
{
  int steps (int v)
  {
    int k = 0;
    for (unsigned w = v < 0 ? -v : v; w > 1; k++)
      w = w % 2 ? 3 * w + 1 : w / 2;
    return k;
  }
  return nova_reduce (nova_max, 0, nova_map (steps, a));
}
static void
hailstone_plain (const int *a, size_t n)
{
  int most = 0;
  for (size_t i = 0; i < n; i++)
    {
      int k = 0;
      for (unsigned w = abs (a[i]); w > 1; k++)
	w = w % 2 ? 3 * w + 1 : w / 2;
      most = k > most ? k : most;
    }
  put (most);
}
OF_ROW (int, hailstone)

/* The row shrinks until nothing is left: those above the mean, each time.  */
static ints
shrinking (ints a)
{
  while (nova_length (a) > 2)
    {
      int n = nova_length (a), total = nova_sum (a);
      int above (int v) { return v * n > total; }
      a = nova_filter (above, a);
    }
  return a;
}
static void
shrinking_plain (const int *a, size_t n)
{
  int *b = malloc (n * sizeof *b + 1);
  if (n)
    memcpy (b, a, n * sizeof *b);
  while (n > 2)
    {
      int total = 0, k = 0;
      for (size_t i = 0; i < n; i++)
	total += b[i];
      for (size_t i = 0; i < n; i++)
	if (b[i] * (int) n > total)
	  b[k++] = b[i];
      n = k;
    }
  for (size_t i = 0; i < n; i++)
    put (b[i]);
  free (b);
}
OF_ROW (ints, shrinking)

/* How often, and what was seen on the way; the vector itself is not kept.  */
static int
sieved (ints a)
{
  int rounds = 0, s = 0;
  ints b = nova_range (2, (int) nova_length (a) % 40);
  while (nova_length (b) > 0)
    {
      int p = nova_get (b, 0);
      int stays (int v) { return v % p != 0; }
      s += p;
      b = nova_filter (stays, b);
      rounds++;
    }
  return 1000 * rounds + s;
}
static void
sieved_plain (const int *a, size_t n)
{
  int s = 0;
  (void) a;
  for (int v = 2; v < (int) n % 40; v++)
    {
      int prime = 1;
      for (int d = 2; d < v; d++)
	prime &= v % d != 0;
      s += prime ? 1000 + v : 0;
    }
  put (s);
}
OF_ROW (int, sieved)

/* Doubled until it is long enough.  */
static ints
doubling (ints a)
{
  ints b = nova_range (3);
  while (nova_length (b) < nova_length (a) % 50)
    b = nova_concat (b, b);
  return b;
}
static void
doubling_plain (const int *a, size_t n)
{
  size_t l = 3;
  (void) a;
  while (l < n % 50)
    l *= 2;
  for (size_t i = 0; i < l; i++)
    put (i % 3);
}
OF_ROW (ints, doubling)

/* Each number has such a loop of its own, over a vector of its own length.  */
static rows
own (ints a)
{
  ints of (int v)
  {
    ints b = nova_range (v < 0 ? 0 : v % 5);
    int i = 0;
    while (i < v)
      {
	int by (int w) { return (w * i + v) % 1000; }
	b = nova_map (by, b);
	i++;
      }
    return b;
  }
  return nova_map (of, a);
}
static void
own_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      for (int j = 0; j < (a[i] < 0 ? 0 : a[i] % 5); j++)
	{
	  int w = j;
	  for (int k = 0; k < a[i]; k++)
	    w = (w * k + a[i]) % 1000;
	  put (w);
	}
      end_row ();
    }
}
OF_ROW (rows, own)

/* While in a for: down to nothing, then up again.  */
static ints
nested (ints a)
{
  ints b = nova_slice (0, nova_length (a) < 6 ? nova_length (a) : 6, a);
  int up (int v) { return v + 3; }
  int down (int v) { return v - 2; }
  for (int i = 0; i < 3; i++)
    {
      while (nova_sum (b) > 0)
	b = nova_map (down, b);
      b = nova_map (up, b);
    }
  return b;
}
static void
nested_plain (const int *a, size_t n)
{
  int k = n < 6 ? n : 6, s = 0, d = 0;
  for (int i = 0; i < k; i++)
    s += a[i];
  for (int i = 0; i < 3; i++)
    {
      while (s + k * d > 0)
	d -= 2;
      d += 3;
    }
  for (int i = 0; i < k; i++)
    put (a[i] + d);
}
OF_ROW (ints, nested)

/* A fixed point: each number the least of itself and its neighbours.  */
static int
spreading (ints a)
{
  int rounds = 0, changed = nova_length (a) > 1;
  a = nova_slice (0, nova_length (a) < 12 ? nova_length (a) : 12, a);
  while (changed)
    {
      int n = nova_length (a);
      int least (int i)
      {
	int v = nova_get (a, i);
	if (i > 0 && nova_get (a, i - 1) < v)
	  v = nova_get (a, i - 1);
	if (i + 1 < n && nova_get (a, i + 1) < v)
	  v = nova_get (a, i + 1);
	return v;
      }
      int differ (int v, int w) { return v != w; }
      ints b = nova_map (least, nova_range (n));
      changed = nova_sum (nova_map (differ, a, b)) != 0;
      a = b;
      rounds++;
    }
  return rounds;
}
static void
spreading_plain (const int *a, size_t n)
{
  int b[12], c[12], k = n < 12 ? n : 12, rounds = 0, changed = n > 1;
  for (int i = 0; i < k; i++)
    b[i] = a[i];
  while (changed)
    {
      changed = 0;
      for (int i = 0; i < k; i++)
	{
	  c[i] = b[i];
	  if (i > 0 && b[i - 1] < c[i])
	    c[i] = b[i - 1];
	  if (i + 1 < k && b[i + 1] < c[i])
	    c[i] = b[i + 1];
	  changed |= c[i] != b[i];
	}
      memcpy (b, c, sizeof b);
      rounds++;
    }
  put (rounds);
}
OF_ROW (int, spreading)

/* Rows of rows are carried: each round drops those rows that are empty, and the others' first.  */
static int
layers (ints a)
{
  rows x = nova_map (nova_lambda (ints, (int v), { return nova_range (v < 0 ? 0 : v); }),
		     nova_slice (0, nova_length (a) < 8 ? nova_length (a) : 8, a));
  int not_empty (ints r) { return nova_length (r) > 0; }
  ints rest (ints r) { return nova_slice (1, nova_length (r), r); }
  int k = 0;
  while (nova_length (x) > 0)
    {
      x = nova_map (rest, nova_filter (not_empty, x));
      k = 2 * k + (int) nova_length (x);
    }
  return k;
}
static void
layers_plain (const int *a, size_t n)
{
  int k = 0, left = n < 8 ? n : 8, m = left;
  for (int round = 1; left > 0; round++)
    {
      left = 0;
      for (int i = 0; i < m; i++)
	left += a[i] >= round;
      k = 2 * k + left;
    }
  put (k);
}
OF_ROW (int, layers)

int
main (void)
{
  RUN (hailstone);
  RUN (shrinking);
  RUN (sieved);
  RUN (doubling);
  RUN (own);
  RUN (nested);
  RUN (spreading);
  RUN (layers);
  return failed != 0;
}

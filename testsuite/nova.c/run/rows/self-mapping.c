/* Functions that map themselves: with several regions, after one another or on two ways, in turn
   with another one, with captures, static, extern and nested.  A worker's copy of a function is made
   while its regions are being replaced.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O1" "-O2" "-O3" "-Os" "-O2 -fPIC -g" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include "../quicksort.h"

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

/* Quicksort by a partition of what is not equal; extern, so it may be replaced under -fPIC.  */
ints
halves (ints x)
{
  if (nova_length (x) <= 1)
    return x;
  int pivot = nova_get (x, 0);
  int below (int v) { return v < pivot; }
  int other (int v) { return v != pivot; }
  int_rows sorted = nova_map (halves, nova_partition (below, nova_filter (other, x)));
  ints equal = nova_replicate (nova_length (x) - nova_length (nova_flatten (sorted)), pivot);
  return nova_concat (nova_get (sorted, 0), equal, nova_get (sorted, 1));
}

static int
half (int k)
{
  return k / 2;
}

/* One region.  */
static int
one (int k)
{
  return k <= 0 ? 1 : 1 + nova_sum (nova_map (one, nova_map (half, nova_range (k))));
}

/* Two regions, the second maps the function.  */
static int
two (int k)
{
  int n = k > 0 ? k : 0, small = 0;
  ints a = nova_map (half, nova_range (n));

  for (int i = 0; i < n; i++)
    small += nova_get (a, i) < 1;
  return small + nova_sum (nova_map (two, a));
}

/* Three regions, the first and the last map the function, with a capture in between.  */
static int
three (int k)
{
  if (k <= 0)
    return 1;
  int first = nova_sum (nova_map (three, nova_range (k / 2)));
  if (first % 2)
    first = -first;
  int plus (int v) { return v + first; }
  int middle = nova_sum (nova_map (plus, nova_range (k)));
  if (middle % 3 == 0)
    middle++;
  return middle % 1000 + nova_sum (nova_map (three, nova_map (half, nova_range (k - 1, k))));
}

/* Two that map each other, each with a region of its own before.  */
static int odd (int);

static int
even (int k)
{
  if (k <= 0)
    return 1;
  int s = nova_sum (nova_map (half, nova_range (k)));
  if (s > 5)
    s = 5;
  return s + nova_sum (nova_map (odd, nova_range (k - 2, k)));
}

static int
odd (int k)
{
  if (k <= 0)
    return 2;
  int s = nova_maximum (nova_map (half, nova_range (k + 1)));
  if (s > 3)
    s = 3;
  return s + nova_sum (nova_map (even, nova_range (k - 1, k + 1)))
	 - nova_sum (nova_map (even, nova_range (k - 1, k)));
}

/* What they give, in plain C.  */
static int
plain_one (int k)
{
  int r = 1;

  for (int i = 0; i < k; i++)
    r += plain_one (i / 2);
  return r;
}

static int
plain_two (int k)
{
  int r = 0;

  for (int i = 0; i < k; i++)
    r += (i / 2 < 1) + plain_two (i / 2);
  return r;
}

static int
plain_three (int k)
{
  int first = 0, middle = 0;

  if (k <= 0)
    return 1;
  for (int i = 0; i < k / 2; i++)
    first += plain_three (i);
  if (first % 2)
    first = -first;
  for (int i = 0; i < k; i++)
    middle += i + first;
  if (middle % 3 == 0)
    middle++;
  return middle % 1000 + plain_three ((k - 1) / 2);
}

static int plain_odd (int);

static int
plain_even (int k)
{
  int s = 0;

  if (k <= 0)
    return 1;
  for (int i = 0; i < k; i++)
    s += i / 2;
  if (s > 5)
    s = 5;
  return s + plain_odd (k - 2) + plain_odd (k - 1);
}

static int
plain_odd (int k)
{
  return k <= 0 ? 2 : (k / 2 > 3 ? 3 : k / 2) + plain_even (k);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void
sorts (int n)
{
  int a[n + 1];

  for (int k = 0; k < n; k++)
    a[k] = (k * 7919u + 13) % 41 - 20;
  ints s = quicksort (nova_view (a, n)), h = halves (nova_view (a, n));
  qsort (a, n, sizeof *a, compare);
  CHECK (nova_length (s) == (size_t) n && nova_length (h) == (size_t) n);
  for (int k = 0; k < n; k++)
    CHECK (nova_get (s, k) == a[k] && nova_get (h, k) == a[k]);
}

int
main (void)
{
  for (int n = 0; n <= 40; n += 8)
    sorts (n);
  for (int k = 0; k < 9; k++)
    {
      CHECK (one (k) == plain_one (k));
      CHECK (two (k) == plain_two (k));
      CHECK (three (k) == plain_three (k));
      CHECK (even (k) == plain_even (k));
      CHECK (odd (k) == plain_odd (k));

      int shift = k;
      int nested (int v)
      {
	if (v <= 0)
	  return shift;
	int s = nova_sum (nova_map (half, nova_range (v)));
	if (s > shift)
	  s = shift;
	return s + nova_sum (nova_map (nested, nova_range (v - 1)));
      }
      int plain (int v)
      {
	int s = 0;

	if (v <= 0)
	  return shift;
	for (int i = 0; i < v; i++)
	  s += i / 2;
	if (s > shift)
	  s = shift;
	for (int i = 0; i < v - 1; i++)
	  s += plain (i);
	return s;
      }
      CHECK (nested (6) == plain (6));
    }
  return 0;
}

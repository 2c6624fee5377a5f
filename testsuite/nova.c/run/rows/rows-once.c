/* A function that gives a row of any length is called once for each row, though rows are counted before
   they are written; so one that maps itself is called as often as there are elements.  So is a dear
   predicate.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static int calls;

static void
called (void)
{
  __atomic_fetch_add (&calls, 1, __ATOMIC_RELAXED);
}

static int
calls_since (void)
{
  int n = calls;
  calls = 0;
  return n;
}

__attribute__ ((noinline)) static ints
upto (int n)
{
  called ();
  return nova_range (n);
}

__attribute__ ((noinline)) static ints
odd (ints x)
{
  called ();
  int is_odd (int v) { return v % 2; }
  return nova_filter (is_odd, x);
}

static int
longer (ints x)
{
  return nova_length (x) > 1;
}

static ints
odd_upto (int n)
{
  return odd (upto (n));
}

static ints
odd_if_long (ints x)
{
  return nova_length (x) > 1 ? odd (x) : x;
}

static rows
upto_all (ints x)
{
  return nova_map (nova_trust (upto), x);
}

static ints
joined (ints x)
{
  return nova_flatten (nova_map (nova_trust (upto), x));
}

static int
total (rows x)
{
  return nova_sum (nova_flatten (x));
}

static void
plain (void)
{
  int n[] = { 3, 0, 2, 5 };
  size_t cuts[] = { 0, 2, 2, 4 };
  ints x = nova_view (n, 4);
  rows r = nova_map (nova_trust (upto), x);
  CHECK (calls_since () == 4 && nova_length (r) == 4 && total (r) == 3 + 1 + 10);

  rows o = nova_map (nova_trust (odd), r);
  CHECK (calls_since () == 4 && total (o) == 1 + 1 + 4);

  rows c = nova_map (nova_trust (odd_upto), x);
  CHECK (calls_since () == 8 && total (c) == 1 + 1 + 4);

  rows l = nova_filter (longer, nova_map (nova_trust (upto), x));
  CHECK (calls_since () == 4 && nova_length (l) == 3 && total (l) == 14);

  rows b = nova_map (nova_trust (odd_if_long), nova_map (nova_trust (upto), x));
  CHECK (calls_since () == 4 + 3 && total (b) == 1 + 1 + 4);

  rows cut = nova_segments (x, nova_view (cuts, 4));
  nova_vec (rows) deep = nova_map (nova_trust (upto_all), cut);
  CHECK (calls_since () == 4 && nova_length (deep) == 3 && total (nova_flatten (deep)) == 14);

  rows j = nova_map (nova_trust (joined), cut);
  CHECK (calls_since () == 4 && nova_length (j) == 3 && total (j) == 14);
}

/* One call for each level, not two for each above it.  */
static ints
down (ints x)
{
  called ();
  if (nova_length (x) <= 1)
    return x;
  size_t cuts[2] = { 0, nova_length (x) - 1 };
  rows rest = nova_segments (nova_slice (1, 1, nova_length (x), x), nova_view (cuts, 2));
  rows r = nova_map (nova_trust (down), rest);
  return nova_concat (nova_flatten (r), nova_slice (0, 1, 1, x));
}

static ints
quicksort (ints x)
{
  called ();
  if (nova_length (x) <= 1)
    return x;
  int pivot = nova_get (x, nova_length (x) / 2);
  int below (int v) { return v < pivot; }
  int same (int v) { return v == pivot; }
  int above (int v) { return v > pivot; }
  ints less = nova_filter (below, x), equal = nova_filter (same, x);
  ints greater = nova_filter (above, x);
  size_t nl = nova_length (less), ng = nova_length (greater);
  size_t cuts[3] = { 0, nl, nl + ng };
  rows parts = nova_segments (nova_concat (less, greater), nova_view (cuts, 3));
  rows sorted = nova_map (nova_trust (quicksort), parts);
  return nova_concat (nova_get (sorted, 0), equal, nova_get (sorted, 1));
}

/* A predicate that filters by another one.  */
__attribute__ ((noinline)) static int
positive (int v)
{
  called ();
  return v > 0;
}

__attribute__ ((noinline)) static int
several (ints x)
{
  return nova_length (nova_filter (nova_trust (positive), x)) > 1;
}

/* Does the player who is to move win?  A move takes one or two.  */
static int
wins (int left)
{
  called ();
  int moves[] = { left - 1, left - 2 };
  int loses (int after) { return after >= 0 && !wins (after); }
  return nova_length (nova_filter (nova_trust (loses), nova_view (moves, 2))) > 0;
}

static void
guards (void)
{
  int v[] = { 1, 2, -1, 0, 3, 1 };
  size_t cuts[] = { 0, 2, 3, 3, 6 };
  rows r = nova_segments (nova_view (v, 6), nova_view (cuts, 5));
  rows s = nova_filter (nova_trust (several), r);
  CHECK (calls_since () == 6 && nova_length (s) == 2 && total (s) == 1 + 2 + 0 + 3 + 1);
  ints p = nova_filter (nova_trust (positive), nova_view (v, 6));
  CHECK (calls_since () <= 12 && nova_length (p) == 4);
  for (int left = 0; left < 12; left++)
    CHECK (wins (left) == (left % 3 != 0));
  /* Of 0 to 11: as many calls as there are ways of playing, whatever the depth.  */
  CHECK (calls_since () <= 1000);
}

/* A thousand levels, each of which maps over the rows of the next.  */
static ints
chain (int depth)
{
  called ();
  if (depth == 0)
    return nova_range (3);
  int next[1] = { depth - 1 };
  int more (int v) { return v + 1; }
  return nova_map (more, nova_flatten (nova_map (nova_trust (chain), nova_view (next, 1))));
}

/* The leaves of a tree.  */
static ints
leaves (int depth)
{
  called ();
  if (depth == 0)
    return nova_range (1);
  int next[2] = { depth - 1, depth - 1 };
  return nova_flatten (nova_map (nova_trust (leaves), nova_view (next, 2)));
}

/* Four maps deep an element is mapped once, and a predicate asked twice.  */
typedef nova_vec (rows) rows3;
typedef nova_vec (rows3) rows4;

__attribute__ ((noinline)) static int
twice (int v)
{
  called ();
  return 2 * v;
}

static ints map1 (ints x) { return nova_map (nova_trust (twice), x); }
static rows map2 (rows x) { return nova_map (map1, x); }
static rows3 map3 (rows3 x) { return nova_map (map2, x); }
static ints keep1 (ints x) { return nova_filter (nova_trust (positive), x); }
static rows keep2 (rows x) { return nova_map (keep1, x); }
static rows3 keep3 (rows3 x) { return nova_map (keep2, x); }

static int
sum4 (rows4 x)
{
  return nova_sum (nova_flatten (nova_flatten (nova_flatten (x))));
}

static void
deep (void)
{
  int v[] = { 1, 2, -1, 0, 3, 1 };
  size_t cuts[] = { 0, 2, 3, 3, 6 }, cuts2[] = { 0, 1, 4 }, cuts3[] = { 0, 2 };
  rows r = nova_segments (nova_view (v, 6), nova_view (cuts, 5));
  rows3 s = nova_segments (r, nova_view (cuts2, 3));
  rows4 t = nova_segments (s, nova_view (cuts3, 2));
  rows4 m = nova_map (map3, t);
  CHECK (sum4 (m) == 12);
  CHECK (calls_since () == 6);
  rows4 k = nova_map (keep3, t);
  CHECK (sum4 (k) == 7);
  CHECK (calls_since () <= 12);
}

static void
recursive (void)
{
  static int v[1000];
  ints d = down (nova_range (30));
  CHECK (calls_since () == 30 && nova_length (d) == 30 && nova_get (d, 0) == 29
	 && nova_get (d, 29) == 0);
  for (int i = 0; i < 1000; i++)
    v[i] = i * 7919 % 1000;
  ints s = quicksort (nova_view (v, 1000));
  CHECK (nova_length (s) == 1000);
  for (int i = 0; i < 1000; i++)
    CHECK (nova_get (s, i) == i);
  /* One for each element that was a pivot, and for each part that was empty or of one.  */
  CHECK (calls_since () <= 2001);
  ints c = chain (1000);
  CHECK (calls_since () == 1001 && nova_length (c) == 3 && nova_get (c, 2) == 1002);
  ints l = leaves (10);
  CHECK (calls_since () == 2047 && nova_length (l) == 1024);
}

int
main (void)
{
  plain ();
  guards ();
  deep ();
  recursive ();
  return 0;
}

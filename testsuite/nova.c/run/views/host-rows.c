/* Vectors of vectors in host code: print, data, copy, length, get; convert; functions with branches
   and loops that take and give rows; captured; of structs; generic operators.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

typedef nova_vec (int) row;
typedef nova_vec (row) rows;
struct pt { int x; double y; };
typedef nova_vec (struct pt) ptrow;

static row upto (int n) { return nova_range (n); }
static struct pt point (int i) { struct pt p = { i, i / 2.0 }; return p; }
static ptrow points (int n) { return nova_map (point, nova_range (n)); }
static double heights (ptrow r)
{
  double h (struct pt p) { return p.y; }
  return nova_reduce (nova_add, 0.0, nova_map (h, r));
}

/* Branches.  */
static row
pick (row a, row b)
{
  if (nova_length (a) > nova_length (b))
    return a;
  else
    return nova_reverse (b);
}

static row
some (int n)
{
  if (n % 3 == 0)
    return nova_range (n);
  if (n % 3 == 1)
    return nova_replicate (n, n);
  return nova_range (0);
}

/* Loops over rows.  */
static long
walk (row r)
{
  long s = 0;
  for (size_t i = 0; i < nova_length (r); i++)
    s += (long) i * nova_get (r, i);
  return s;
}

static long
walk_all (rows m)
{
  long s = 0;
  for (size_t i = 0; i < nova_length (m); i++)
    {
      row r = nova_get (m, i);
      for (size_t j = 0; j < nova_length (r); j++)
	s += nova_get (r, j);
    }
  return s;
}

static row second (rows m) { return nova_get (m, 1); }

static int
longest (rows m)
{
  int best = 0;
  for (size_t i = 1; i < nova_length (m); i++)
    if (nova_length (nova_get (m, i)) > nova_length (nova_get (m, best)))
      best = i;
  return best;
}

/* Host functions that take and give vectors.  */
static rows triangle (int n) { return nova_map (upto, nova_range (n)); }
static row twice (row r) { int f (int x) { return 2 * x; } return nova_map (f, r); }

int
main (void)
{
  rows t = triangle (9);
  CHECK (nova_length (t) == 9);
  rows c = nova_copy (t);
  CHECK (nova_length (c) == 9 && nova_length (nova_get (c, 8)) == 8);
  CHECK (nova_get (nova_get (c, 8), 7) == 7);
  const int *d = nova_data (t);
  CHECK (d[0] == 0 && d[1] == 0 && d[2] == 1 && d[35] == 7);
  const int *e = nova_data (nova_get (t, 5));
  CHECK (e[0] == 0 && e[4] == 4);

  nova_vec (nova_vec (double)) cv = nova_convert (double, t);
  CHECK (nova_length (cv) == 9 && nova_get (nova_get (cv, 4), 3) == 3.0);
  nova_vec (nova_vec (unsigned char)) cc = nova_convert (unsigned char, t);
  CHECK (nova_get (nova_get (cc, 8), 7) == 7);
  static int a[3][4][5];
  for (int i = 0; i < 60; i++)
    a[i / 20][i / 5 % 4][i % 5] = i;
  nova_vec (rows) a3 = nova_view (&a[0][0][0], 3, 4, 5);
  nova_vec (nova_vec (nova_vec (float))) f3 = nova_convert (float, a3);
  CHECK (nova_get (nova_get (nova_get (f3, 2), 3), 4) == 59.0f);
  CHECK (nova_length (nova_get (f3, 1)) == 4);

  rows p = nova_map (pick, t, nova_reverse (t));
  CHECK (nova_length (nova_get (p, 0)) == 8 && nova_get (nova_get (p, 0), 0) == 7);
  CHECK (nova_length (nova_get (p, 8)) == 8 && nova_get (nova_get (p, 8), 0) == 0);
  rows s = nova_map (some, nova_range (20));
  for (int i = 0; i < 20; i++)
    {
      CHECK (nova_length (nova_get (s, i)) == (size_t) (i % 3 == 2 ? 0 : i));
      if (i % 3 == 1)
	CHECK (nova_get (nova_get (s, i), i - 1) == i);
    }
  nova_vec (long) w = nova_map (walk, t);
  CHECK (nova_get (w, 4) == 0 + 1 + 4 + 9);
  CHECK (walk_all (t) == 84);
  nova_vec (rows) tt = nova_map (triangle, nova_range (2, 8));
  CHECK (nova_length (tt) == 6 && nova_length (nova_get (tt, 5)) == 7);
  CHECK (nova_get (nova_map (walk_all, tt), 5) == 35);
  CHECK (nova_get (nova_map (longest, tt), 5) == 6);
  CHECK (nova_length (nova_get (nova_map (second, tt), 3)) == 1);
  CHECK (walk (second (t)) == 0 && longest (t) == 8);

  /* Captured.  */
  int from (int i) { return (int) nova_length (nova_get (t, i)); }
  CHECK (nova_get (nova_map (from, nova_range (9)), 6) == 6);
  row g = nova_get (t, 7);
  int at (int i) { return nova_get (g, i); }
  CHECK (nova_get (nova_map (at, nova_range (7)), 6) == 6);
  row shifted (int k) { int add (int x) { return x + k; } return nova_map (add, g); }
  CHECK (nova_get (nova_get (nova_map (shifted, nova_range (3)), 2), 6) == 8);
  int total (int i) { return nova_sum (nova_get (t, i)); }
  CHECK (nova_get (nova_map (total, nova_range (9)), 5) == 10);

  /* Structs inside rows.  */
  nova_vec (ptrow) ps = nova_map (points, nova_range (6));
  CHECK (nova_length (ps) == 6 && nova_get (nova_get (ps, 5), 3).y == 1.5);
  CHECK (nova_get (nova_map (heights, ps), 5) == 5.0);
  nova_vec (ptrow) ps2 = nova_reverse (ps);
  CHECK (nova_get (nova_get (ps2, 0), 4).x == 4);

  /* Functions of the header inside.  */
  int biggest (row r) { return nova_length (r) ? nova_maximum (r) : -1; }
  CHECK (nova_get (nova_map (biggest, t), 8) == 7 && nova_get (nova_map (biggest, t), 0) == -1);
  int evens (row r) { int ev (int x) { return x % 2 == 0; } return nova_count (ev, r); }
  CHECK (nova_get (nova_map (evens, t), 8) == 4);
  int full (row r) { return nova_length (r) == 8; }
  CHECK (nova_any (full, t) && !nova_all (full, t) && nova_count (full, t) == 1);
  CHECK (nova_length (twice (nova_get (t, 4))) == 4 && nova_get (twice (nova_get (t, 4)), 3) == 6);
  CHECK (nova_get (twice (twice (nova_get (t, 4))), 3) == 12);
  row cat (row x, row y) { return nova_length (x) > nova_length (y) ? x : y; }
  row longestrow = nova_reduce (cat, nova_range (0), t);
  CHECK (nova_length (longestrow) == 8);
  rows sc = nova_scan (cat, nova_range (3), t);
  CHECK (nova_length (nova_get (sc, 0)) == 3 && nova_length (nova_get (sc, 8)) == 8);
  nova_print (t);
  nova_print (nova_get (t, 3));
  nova_print (ps);
  nova_print (tt);
  rows none = nova_map (upto, nova_range (0));
  CHECK (nova_length (none) == 0);
  nova_print (none);
  return bad;
}

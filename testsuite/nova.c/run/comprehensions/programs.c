/* Programs that nova_for is for, each against loops: Elsman and Larsen's among them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;
#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

/* --- Pythagorean triples ---------------------------------------------------------------------- */

struct triple { int x, y, z; };

static void
triples (int n)
{
  nova_vec (struct triple) t
    = nova_for (struct triple, (x, nova_range (1, n)), (y, nova_range (x, n)),
		(z, nova_range (y, x + y)), nova_when (z < n && x * x + y * y == z * z),
		((struct triple) { x, y, z }));
  size_t k = 0;
  for (int x = 1; x < n; x++)
    for (int y = x; y < n; y++)
      for (int z = y; z < x + y && z < n; z++)
	if (x * x + y * y == z * z)
	  {
	    CHECK (k < nova_length (t) && nova_get (t, k).x == x && nova_get (t, k).z == z);
	    k++;
	  }
  CHECK (k == nova_length (t));
}

/* --- Primes: the multiples of those below the root are struck out ----------------------------- */

static nova_vec (int)
primes (int n)
{
  if (n <= 2)
    return nova_range (0);
  int root = (int) sqrt (n - 1) + 1;
  nova_vec (int) hits = nova_for (int, (p, primes (root)), (m, nova_range (p * p, n, p)), m);
  nova_vec (char) composite = nova_scatter (nova_replicate (n, (char) 0), hits,
					    nova_replicate (nova_length (hits), (char) 1));
  return nova_for (int, (i, nova_range (2, n), c, nova_slice (2, n, composite)), nova_when (!c), i);
}

static void
check_primes (int n)
{
  nova_vec (int) p = primes (n);
  size_t k = 0;
  for (int i = 2; i < n; i++)
    {
      int prime = 1;
      for (int d = 2; d * d <= i; d++)
	prime &= i % d != 0;
      if (prime)
	{
	  CHECK (k < nova_length (p) && nova_get (p, k) == i);
	  k++;
	}
    }
  CHECK (k == nova_length (p));
}

/* --- Lines, filled triangles and filled circles ----------------------------------------------- */

struct point { int x, y; };
struct line { struct point a, b; };
struct disk { struct point c; int r; };
#define SIDE 64
typedef nova_vec (struct point) points;

static int largest (int a, int b) { return a > b ? a : b; }

/* Point I of N + 1 on the line L.  */
static struct point
on_line (struct line l, int i, int n)
{
  if (n == 0)
    return l.a;
  return (struct point) { l.a.x + (int) floor ((double) (l.b.x - l.a.x) * i / n + 0.5),
			  l.a.y + (int) floor ((double) (l.b.y - l.a.y) * i / n + 0.5) };
}

static points
of_lines (nova_vec (struct line) lines)
{
  return nova_for (struct point, (l, lines),
		   nova_let (int, n, largest (abs (l.b.x - l.a.x), abs (l.b.y - l.a.y))),
		   (i, nova_range (n + 1)), on_line (l, i, n));
}

static points
of_disks (nova_vec (struct disk) disks)
{
  return nova_for (struct point, (d, disks), (y, nova_range (-d.r, d.r + 1)),
		   nova_let (int, w, (int) sqrt ((double) (d.r * d.r - y * y))),
		   (x, nova_range (-w, w + 1)), ((struct point) { d.c.x + x, d.c.y + y }));
}

/* On which side of the line from A to B P is.  */
static int
side (struct point a, struct point b, struct point p)
{
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}
struct triangle { struct point a, b, c; };
static int least (int a, int b) { return a < b ? a : b; }

static points
of_triangles (nova_vec (struct triangle) triangles)
{
  return nova_for (struct point, (t, triangles),
		   (y, nova_range (least (t.a.y, least (t.b.y, t.c.y)),
				   largest (t.a.y, largest (t.b.y, t.c.y)) + 1)),
		   (x, nova_range (least (t.a.x, least (t.b.x, t.c.x)),
				   largest (t.a.x, largest (t.b.x, t.c.x)) + 1)),
		   nova_let (struct point, p, ((struct point) { x, y })),
		   nova_let (int, u, side (t.a, t.b, p)), nova_let (int, v, side (t.b, t.c, p)),
		   nova_let (int, w, side (t.c, t.a, p)),
		   nova_when ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)), p);
}

/* How often each pixel is painted.  */
static void
paint (int picture[SIDE][SIDE], points p)
{
  nova_vec (int) at = nova_for (int, (q, p), q.y * SIDE + q.x);
  nova_store (picture[0], SIDE * SIDE,
	      nova_reduce_into (nova_add, nova_view (picture[0], SIDE * SIDE), at,
				nova_replicate (nova_length (at), 1)));
}

static void
shapes (void)
{
  static const struct line lines[] = { { { 0, 0 }, { 63, 20 } }, { { 5, 60 }, { 5, 3 } },
				       { { 9, 9 }, { 9, 9 } }, { { 60, 1 }, { 2, 40 } } };
  static const struct disk disks[] = { { { 30, 30 }, 12 }, { { 10, 50 }, 0 }, { { 40, 20 }, 7 } };
  static const struct triangle triangles[] = { { { 1, 1 }, { 30, 5 }, { 8, 40 } },
					       { { 50, 50 }, { 60, 62 }, { 40, 63 } } };
  static int is[SIDE][SIDE], wanted[SIDE][SIDE];
  paint (is, of_lines (nova_view (lines, 4)));
  paint (is, of_disks (nova_view (disks, 3)));
  paint (is, of_triangles (nova_view (triangles, 2)));
  for (int k = 0; k < 4; k++)
    {
      int n = largest (abs (lines[k].b.x - lines[k].a.x), abs (lines[k].b.y - lines[k].a.y));
      for (int i = 0; i <= n; i++)
	wanted[on_line (lines[k], i, n).y][on_line (lines[k], i, n).x]++;
    }
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
	for (int k = 0; k < 3; k++)
	  {
	    int dx = x - disks[k].c.x, dy = y - disks[k].c.y;
	    wanted[y][x] += dx * dx + dy * dy <= disks[k].r * disks[k].r;
	  }
	for (int k = 0; k < 2; k++)
	  {
	    struct triangle t = triangles[k];
	    struct point p = { x, y };
	    int u = side (t.a, t.b, p), v = side (t.b, t.c, p), w = side (t.c, t.a, p);
	    wanted[y][x] += (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
	  }
      }
  CHECK (memcmp (is, wanted, sizeof is) == 0);
}

/* --- A sparse matrix, times a vector ---------------------------------------------------------- */

static void
sparse (void)
{
  enum { ROWS = 500 };
  static double value[5000], v[ROWS], is[ROWS];
  static int column[5000];
  static size_t start[ROWS + 1];
  for (size_t i = 0; i < ROWS; i++)
    {
      start[i + 1] = start[i] + (i == 100 ? 900 : i % 7);
      v[i] = (double) (i % 13) - 5;
    }
  size_t n = start[ROWS];
  for (size_t k = 0; k < n; k++)
    {
      value[k] = k % 9;
      column[k] = k * 101 % ROWS;
    }
  nova_vec (size_t) o = nova_view (start, ROWS + 1);
  nova_vec (nova_vec (double)) a = nova_segments (nova_view (value, n), o);
  nova_vec (nova_vec (int)) c = nova_segments (nova_view (column, n), o);
  nova_vec (double) x = nova_view (v, ROWS);
  nova_store (is, ROWS,
	      nova_for (double, (row, a, columns, c),
			nova_sum (nova_for (double, (e, row, j, columns), e * nova_get (x, j)))));
  for (int i = 0; i < ROWS; i++)
    {
      double s = 0;
      for (size_t k = start[i]; k < start[i + 1]; k++)
	s += value[k] * v[column[k]];
      CHECK (is[i] == s);
    }
}

/* --- Tables ----------------------------------------------------------------------------------- */

struct person { int id, town, age; };
struct town { int id, people; };
struct lives { int person, town; };

/* A join; the number and the oldest of each town, the largest first.  */
static void
tables (void)
{
  enum { PEOPLE = 300, TOWNS = 9 };
  static struct person people[PEOPLE];
  static struct town towns[TOWNS];
  for (int i = 0; i < TOWNS; i++)
    towns[i] = (struct town) { 10 * i, 1000 * (i * 5 % 9) };
  for (int i = 0; i < PEOPLE; i++)
    people[i] = (struct person) { i, i * i % 11 * 10, i * 7 % 90 };
  nova_vec (struct person) p = nova_view (people, PEOPLE);
  nova_vec (struct town) t = nova_view (towns, TOWNS);

  nova_vec (struct lives) l
    = nova_for (struct lives, (a, p), nova_when (a.age > 30), (b, t),
		nova_when (b.id == a.town && b.people > 2000), ((struct lives) { a.id, b.id }));
  size_t k = 0;
  for (int i = 0; i < PEOPLE; i++)
    for (int j = 0; j < TOWNS; j++)
      if (people[i].age > 30 && towns[j].id == people[i].town && towns[j].people > 2000)
	{
	  CHECK (k < nova_length (l) && nova_get (l, k).person == i
		 && nova_get (l, k).town == towns[j].id);
	  k++;
	}
  CHECK (k == nova_length (l));

  int older (struct person a, struct person b) { return a.age > b.age; }
  nova_vec (struct person) oldest
    = nova_for (struct person, (a, p), nova_grouped (a.town),
		nova_sorted (-(int) nova_length (a)), nova_get (nova_sort (older, a), 0));
  int size_before = PEOPLE;
  for (size_t i = 0; i < nova_length (oldest); i++)
    {
      struct person a = nova_get (oldest, i);
      int size = 0;
      for (int j = 0; j < PEOPLE; j++)
	if (people[j].town == a.town)
	  {
	    size++;
	    CHECK (people[j].age < a.age || (people[j].age == a.age && j >= a.id));
	  }
      CHECK (size <= size_before);
      size_before = size;
    }
}

/* --- Words ------------------------------------------------------------------------------------ */

struct words { int length, count; };

static void
words (void)
{
  static const char text[] = "the rain in spain stays  mainly in the plain ";
  int n = sizeof text - 1;
  nova_vec (char) c = nova_view (text, n);
  int letter (int i) { return i >= 0 && nova_get (c, i) != ' '; }
  nova_vec (int) starts = nova_for (int, (i, nova_range (n)),
				    nova_when (letter (i) && !letter (i - 1)), i);
  nova_vec (int) ends = nova_for (int, (i, nova_range (n)),
				  nova_when (!letter (i) && letter (i - 1)), i);
  nova_vec (struct words) w
    = nova_for (struct words, (l, nova_for (int, (s, starts, e, ends), e - s)), nova_grouped (l),
		((struct words) { nova_get (l, 0), (int) nova_length (l) }));
  static const struct words wanted[] = { { 2, 2 }, { 3, 2 }, { 4, 1 }, { 5, 3 }, { 6, 1 } };
  CHECK (nova_length (w) == 5 && memcmp (nova_data (w), wanted, sizeof wanted) == 0);
}

int
main (void)
{
  triples (100);
  check_primes (1);
  check_primes (1000);
  shapes ();
  sparse ();
  tables ();
  words ();
  return bad;
}

/* Strided stores of two and three levels: whatever makes the elements, and however what it reads
   overlaps where they go, the result is as if they were complete first, and nothing else changes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 1000000

static size_t room;
static int *arena, *wanted, *x;
static unsigned long state = 12345;

static size_t
any (size_t n)
{
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (state >> 33) % n;
}

static int f (int a) { return a * 3 + 1; }
static int at2 (size_t i, size_t j) { return (int) (i * 7 + j); }
static int at3 (size_t i, size_t j, size_t k) { return (int) (i * 70 + j * 7 + k); }
static int dear (int a)
{
  for (int k = 1; k < 12; k++)
    a = a / k * (k + 1) % (1000 + k);
  return a;
}

/* Three levels; those not wanted have one element.  */
struct place
{
  size_t n[3];
  ptrdiff_t s[3], first;
};

/* Steps for P's extents, so that no two elements have one address and all are in the arena, from
   about BASE on.  */
static void
lay_out (struct place *p, size_t base)
{
  unsigned order[3] = { 0, 1, 2 };
  size_t span = 1 + any (3);

  for (unsigned k = 3; k-- > 1;)
    {
      unsigned j = any (k + 1), t = order[k];

      /* Mostly as rows lie.  */
      if (any (3))
	continue;
      order[k] = order[j];
      order[j] = t;
    }
  p->first = base;
  for (unsigned k = 3; k-- > 0;)
    {
      unsigned o = order[k];

      p->s[o] = span;
      if (p->n[o])
	span = span * p->n[o] + (any (2) ? 0 : any (4));
      if (any (4))
	continue;
      p->first += p->n[o] ? (ptrdiff_t) (p->n[o] - 1) * p->s[o] : 0;
      p->s[o] = -p->s[o];
    }
}

static ptrdiff_t
at (const struct place *p, size_t i, size_t j, size_t k)
{
  return p->first + (ptrdiff_t) i * p->s[0] + (ptrdiff_t) j * p->s[1] + (ptrdiff_t) k * p->s[2];
}

#define STORE2(E) nova_store_strided (arena + d.first, n, d.s[0], m, d.s[1], E)
#define STORE3(E) nova_store_strided (arena + d.first, n, d.s[0], m, d.s[1], h, d.s[2], E)
#define FILL(E) \
  for (size_t i = 0; i < n; i++) \
    for (size_t j = 0; j < m; j++) \
      for (size_t k = 0; k < h; k++) \
	x[(i * m + j) * h + k] = (E)

enum { KINDS = 17 };

/* KIND of elements of D's extents, read at Q if at all, stored as D says; *WHAT: combined.  */
static void
store (unsigned kind, struct place d, struct place q, int *what)
{
  size_t n = d.n[0], m = d.n[1], h = d.n[2];
  const int *p = arena + q.first;

  *what = 0;
  switch (kind)
    {
    case 0: STORE2 (nova_view (p, n, m)); break;
    case 1: STORE2 (nova_view_strided (p, n, q.s[0], m, q.s[1])); break;
    case 2: STORE2 (nova_split (m, nova_map (f, nova_view (p, n * m)))); break;
    case 3: STORE2 (nova_split (m, nova_map (f, nova_flatten (nova_view_strided (p, n, q.s[0], m, q.s[1])))));
      break;
    case 4: STORE2 (nova_tabulate (at2, n, m)); break;
    case 5: STORE2 (nova_transpose (nova_view (p, m, n))); break;
    case 6: STORE2 (nova_replicate (n, nova_view (p, m))); break;
    case 7: STORE2 (nova_reverse (nova_view (p, n, m))); break;
    case 8: STORE2 (nova_window (m, nova_view (p, n + m - 1))); break;
    case 9: STORE2 (nova_convert (int, nova_view ((const unsigned char *) p, n, m))); break;
    case 10:
      {
	nova_vec (int) y = nova_map (f, nova_view (p, n * m));

	STORE2 (nova_split (m, y));
	*what = nova_reduce (nova_max, -1, y);
      }
      break;
    case 11: STORE2 (nova_split (m, nova_map (dear, nova_view (p, n * m)))); break;
    case 12:
      {
	nova_vec (nova_vec (int)) y = nova_view (p, n, m);

	STORE2 (y);
      }
      break;
    case 13: STORE3 (nova_view_strided (p, n, q.s[0], m, q.s[1], h, q.s[2])); break;
    case 14: STORE3 (nova_tabulate (at3, n, m, h)); break;
    case 15: STORE3 (nova_view (p, n, m, h)); break;
    case 16: STORE3 (nova_split (m, nova_split (h, nova_map (f, nova_view (p, n * m * h))))); break;
    }
}

/* The same, one element after the other, before anything is stored.  */
static void
reference (unsigned kind, struct place d, struct place q, int *what)
{
  size_t n = d.n[0], m = d.n[1], h = d.n[2];
  const int *p = arena + q.first;

  *what = 0;
  switch (kind)
    {
    case 0: case 12: case 15: FILL (p[(i * m + j) * h + k]); break;
    case 1: case 13: FILL (arena[at (&q, i, j, k)]); break;
    case 2: case 10: case 16: FILL (f (p[(i * m + j) * h + k])); break;
    case 3: FILL (f (arena[at (&q, i, j, 0)])); break;
    case 4: FILL (at2 (i, j)); break;
    case 5: FILL (p[j * n + i]); break;
    case 6: FILL (p[j]); break;
    case 7: FILL (p[(n - 1 - i) * m + j]); break;
    case 8: FILL (p[i + j]); break;
    case 9: FILL (((const unsigned char *) p)[i * m + j]); break;
    case 11: FILL (dear (p[i * m + j])); break;
    case 14: FILL (at3 (i, j, k)); break;
    }
  if (kind == 10)
    {
      *what = -1;
      for (size_t i = 0; i < n * m; i++)
	*what = x[i] > *what ? x[i] : *what;
    }
  memcpy (wanted, arena, room * sizeof *arena);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      for (size_t k = 0; k < h; k++)
	wanted[at (&d, i, j, k)] = x[(i * m + j) * h + k];
}

int
main (void)
{
  unsigned done = 0;

  arena = malloc (ROOM * sizeof *arena);
  wanted = malloc (ROOM * sizeof *wanted);
  x = malloc (ROOM * sizeof *x);
  for (unsigned t = 0; t < 60 * KINDS; t++)
    {
      unsigned kind = t % KINDS, way = any (4);
      size_t most = t < 50 * KINDS ? 6 : t < 55 * KINDS ? 20 : 150;
      struct place d = { { any (most), 1 + any (most), 1 }, { 0 }, 0 }, q;
      int got, want;

      room = t < 50 * KINDS ? 4000 : t < 55 * KINDS ? 40000 : ROOM;
      if (t >= 59 * KINDS)
	d.n[0] = 3, d.n[1] = 9000;
      if (kind >= 13)
	d.n[2] = kind < 16 && t < 50 * KINDS ? any (5) : 1 + any (5);
      for (size_t i = 0; i < room; i++)
	arena[i] = (int) any (1000);
      /* Apart; overlapping; the same layout at the same place; the same a little off.  */
      q = d;
      lay_out (&d, 1000);
      lay_out (&q, way == 0 ? room / 2 : 1000 + any (8));
      if (way >= 2)
	q = d;
      if (way == 3)
	q.first += (ptrdiff_t) any (5) - 2;
      if (way == 1 && (d.n[2] == 1) && any (2))
	{
	  /* As a view without steps lies.  */
	  d.s[0] = d.n[1], d.s[1] = 1, d.first = 1000, q = d;
	  q.first += any (2);
	}
      if (kind == 8 && !d.n[0])
	continue;
      reference (kind, d, q, &want);
      store (kind, d, q, &got);
      if (got != want || memcmp (wanted, arena, room * sizeof *arena))
	{
	  printf ("kind %u, %zu x %zu x %zu, way %u: differs\n", kind, d.n[0], d.n[1], d.n[2], way);
	  return 1;
	}
      done++;
    }
  printf ("%u stores\n", done);
  return 0;
}

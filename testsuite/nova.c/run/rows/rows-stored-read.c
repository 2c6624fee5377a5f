/* Rows that are stored, then read by functions of rows: one region if memory does not overlap.  As
   loops in C where it does and where not; a handler finds stored what comes before an error.  The
   harness compares the texts of 1, 2 and 5 threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../fails.h"

#define MOST 6000

typedef nova_vec (int) ints;
struct result
{
  size_t rows, made;
  int *rows_to;
  int *most_to;
};
static int x[MOST], memory[4 * MOST], want[4 * MOST], room[2];
static size_t at[MOST + 1];
static int bad;

static int gap (int a, int b) { return b - a; }

static ints
gaps (ints r)
{
  size_t n = nova_length (r);
  return n < 2 ? nova_slice (0, 0, r) : nova_map (gap, nova_slice (0, n - 1, r),
						 nova_slice (1, n, r));
}

static int most (ints r) { return nova_reduce (nova_max, -100, r); }

/* Through pointers in a structure, whose counts are stored in between.  */
static void __attribute__ ((noipa))
both (struct result *r, size_t n, size_t m)
{
  nova_vec (ints) all = nova_map (gaps, nova_segments (nova_view (x, n), nova_view (at, m + 1)));
  r->rows = nova_store (r->rows_to, n, all);
  r->made = nova_store (r->most_to, m, nova_map (most, all));
}

static void
both_loops (struct result *r, size_t n, size_t m)
{
  static int made[MOST], best[MOST];
  size_t to = 0;
  for (size_t i = 0; i < m; i++)
    {
      best[i] = -100;
      for (size_t k = at[i]; k + 1 < at[i + 1]; k++)
	{
	  made[to] = x[k + 1] - x[k];
	  best[i] = made[to] > best[i] ? made[to] : best[i];
	  to++;
	}
    }
  memcpy (r->rows_to, made, to * sizeof *made);
  memcpy (r->most_to, best, m * sizeof *best);
  r->rows = to;
  r->made = m;
}

/* Pointers that are known to be apart.  */
static void __attribute__ ((noipa))
apart (int *restrict p, int *restrict q, size_t n, size_t m)
{
  nova_vec (ints) all = nova_map (gaps, nova_segments (nova_view (x, n), nova_view (at, m + 1)));
  nova_store (p, n, all);
  nova_store (q, m, nova_map (most, all));
}

/* Rows that hold pointers: what they point to is stored to before it is read.  */
struct one
{
  const int *of;
};
typedef nova_vec (struct one) ones;

static int points (struct one o) { return *o.of; }

static int
first (ones r)
{
  ints v = nova_map (points, r);
  return nova_length (v) ? nova_get (v, 0) : -1;
}

static void __attribute__ ((noipa))
pointed (int *p, int *q, const struct one *all, size_t n)
{
  nova_vec (ones) rows = nova_split (2, nova_view (all, n));
  int plus (int v) { return v + 100; }
  nova_store (p, n, nova_map (plus, nova_view (x, n)));
  nova_store (q, n / 2, nova_map (first, rows));
}

/* A function of rows that fails: the handler has seen the rows.  */
static int
third (ints r)
{
  return nova_get (r, 2);
}

static void __attribute__ ((noipa))
failing (struct result *r, size_t n, size_t m)
{
  nova_vec (ints) all = nova_map (gaps, nova_segments (nova_view (x, n), nova_view (at, m + 1)));
  r->rows = nova_store (r->rows_to, n, all);
  r->made = nova_store (r->most_to, m, nova_map (third, all));
}

static void
check (const char *what, size_t m, size_t p, size_t q)
{
  if (!memcmp (memory, want, sizeof memory))
    return;
  printf ("%s: %zu rows, %zu %zu\n", what, m, p, q);
  bad = 1;
}

int
main (void)
{
  static const size_t places[][2] = { { 0, MOST }, { MOST, 0 }, { 0, 1 }, { 1, 0 }, { 0, 0 }, { 5, 3 } };
  static const unsigned lengths[] = { 0, 1, 2, 3, 9, 40 };
  nova_set_error_handler (handler);
  for (size_t i = 0; i < MOST; i++)
    x[i] = (i * i * 7 + i / 3) % 61;
  for (unsigned seed = 0; seed < 3; seed++)
    {
      size_t m = 0;
      while (at[m] < MOST)
	{
	  size_t l = lengths[(m * 7 + seed + m / 5) % (seed == 2 ? 4 : 6)];
	  at[m + 1] = at[m] + l > MOST || m + 2 > MOST ? MOST : at[m] + l;
	  m++;
	}
      for (size_t k = 0; k < sizeof places / sizeof *places; k++)
	{
	  size_t p = places[k][0], q = places[k][1];
	  struct result r = { 0, 0, memory + p, memory + q }, w = { 0, 0, want + p, want + q };
	  memset (memory, 1, sizeof memory);
	  memset (want, 1, sizeof want);
	  both_loops (&w, MOST, m);
	  both (&r, MOST, m);
	  check ("both", m, p, q);
	  if (r.rows != w.rows || r.made != w.made)
	    printf ("%zu %zu, not %zu %zu\n", r.rows, r.made, w.rows, w.made), bad = 1;
	}
      struct result w = { 0, 0, want, want + MOST };
      memset (memory, 1, sizeof memory);
      memset (want, 1, sizeof want);
      both_loops (&w, MOST, m);
      apart (memory, memory + MOST, MOST, m);
      check ("apart", m, 0, MOST);
    }

  /* The array that the rows are made of is the destination.  */
  {
    size_t n = 12;
    static int old[MOST];
    static const size_t cuts[] = { 0, 4, 4, 9, 12 };
    memcpy (old, x, sizeof x);
    memcpy (at, cuts, sizeof cuts);
    struct result w = { 0, 0, want, want + 100 }, r = { 0, 0, x, memory };
    both_loops (&w, n, 4);
    both (&r, n, 4);
    if (memcmp (x, want, w.rows * sizeof *x) || memcmp (memory, want + 100, 4 * sizeof *memory))
      printf ("in place\n"), bad = 1;
    memcpy (x, old, sizeof x);
    /* What the host stores in between is what the last store destroys.  */
    r.rows_to = memory;
    r.most_to = (int *) &r.rows;
    both (&r, 4, 2);
    if (((int *) &r.rows)[0] != want[100] || ((int *) &r.rows)[1] != want[101] || r.made != 2)
      printf ("over the count\n"), bad = 1;
  }

  /* Errors.  */
  {
    struct result r = { 77, 77, memory, room };
    memset (memory, 0, sizeof memory);
    FAILS (failing (&r, 4, 2), "index 2 is not below");
    if (r.rows != 3)
      printf ("rows %zu\n", r.rows), bad = 1;
    if (r.made != 77 || memory[0] != x[1] - x[0] || memory[2] != x[3] - x[2])
      printf ("not stored before the error\n"), bad = 1;
  }
  {
    struct one all[8];
    for (int i = 0; i < 8; i++)
      all[i].of = &memory[i], memory[i] = i;
    pointed (memory, memory + 100, all, 8);
    for (int i = 0; i < 4; i++)
      if (memory[100 + i] != x[2 * i] + 100)
	printf ("pointed %d: %d\n", i, memory[100 + i]), bad = 1;
  }
  return bad;
}

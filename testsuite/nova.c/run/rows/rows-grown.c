/* Rows that are dear to make, against loops: the groups of a row by a key, of which only folds are
   needed, keys being close together, negative or far apart; what is distinct in a sorted row; of rows
   that are empty, short, or longer than what a chunk has room for at first.  The first element that
   fails is the one that says so.  The harness compares the texts of 1, 2 and 5 threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdint.h>
#include <stdlib.h>
#include "../fails.h"

struct item
{
  int key, value;
};

struct group
{
  int key, first;
  uint64_t count;
  long sum;
};

#define MOST 60000
#define ROWS 400

static struct item x[MOST];
static struct group got[MOST], want[MOST];
static int distinct[MOST], sorted[MOST], table[64];
static size_t at[ROWS + 1];
static int bad;

typedef nova_vec (struct item) items;
typedef nova_vec (int) ints;

static int
by_key (const void *a, const void *b)
{
  const struct item *p = a, *q = b;

  return p->key != q->key ? (p->key < q->key ? -1 : 1) : p < q ? -1 : p > q;
}

static int
by_value (const void *a, const void *b)
{
  return *(const int *) a < *(const int *) b ? -1 : *(const int *) a > *(const int *) b;
}

/* ROWS rows of at most MEAN elements, but for a long one; keys of SPAN values from LEAST on, FACTOR
   apart.  */
static size_t
make (size_t mean, unsigned span, int least, int factor)
{
  unsigned seed = 7;
  size_t n = 0;

  for (size_t r = 0; r < ROWS; r++)
    {
      at[r] = n;
      seed = seed * 1103515245 + 12345;
      n += r == 17 ? 9000 : (seed >> 16) % (mean + 1);
    }
  at[ROWS] = n;
  for (size_t k = 0; k < n; k++)
    {
      seed = seed * 1103515245 + 12345;
      x[k].key = least + factor * (int) ((seed >> 16) % span);
      x[k].value = (int) (seed >> 20) % 1000 - 500;
    }
  return n;
}

static size_t
loops (void)
{
  static struct item row[MOST];
  size_t o = 0;

  for (size_t r = 0; r < ROWS; r++)
    {
      size_t m = at[r + 1] - at[r];

      memcpy (row, x + at[r], m * sizeof *row);
      for (size_t i = 1; i < m && m < 500; i++)
	for (size_t j = i; j > 0 && row[j].key < row[j - 1].key; j--)
	  {
	    struct item t = row[j];

	    row[j] = row[j - 1];
	    row[j - 1] = t;
	  }
      /* qsort is not stable.  */
      if (m >= 500)
	{
	  qsort (row, m, sizeof *row, by_key);
	  for (size_t i = 0, e; i < m; i = e)
	    {
	      e = i;
	      for (size_t k = at[r]; k < at[r + 1]; k++)
		if (x[k].key == row[i].key && e < m)
		  row[e++] = x[k];
	    }
	}
      for (size_t i = 0; i < m; i++)
	{
	  if (i == 0 || row[i].key != row[i - 1].key)
	    want[o++] = (struct group) { row[i].key, row[i].value, 0, 0 };
	  want[o - 1].count++;
	  want[o - 1].sum += row[i].value;
	}
    }
  return o;
}

static void
groups (size_t mean, unsigned span, int least, int factor)
{
  size_t n = make (mean, span, least, factor), wanted = loops (), made, o = 0;
  nova_vec (items) rows = nova_segments (nova_view (x, n), nova_view (at, ROWS + 1));
  nova_vec (struct group) row (items r)
  {
    int key (struct item e) { return e.key; }
    struct group all (items g)
    {
      return (struct group) { nova_get (g, 0).key, nova_get (g, 0).value, nova_length (g),
			      nova_sum (nova_map (nova_lambda (long, (struct item e),
							       { return e.value; }), g)) };
    }
    return nova_map (all, nova_group_by (key, r));
  }

  made = nova_store (got, MOST, nova_flatten (nova_map (row, rows)));
  for (; o < wanted; o++)
    if (o >= made || got[o].key != want[o].key || got[o].first != want[o].first
	|| got[o].count != want[o].count || got[o].sum != want[o].sum)
      break;
  if (made != wanted || o < wanted)
    printf ("%zu %u %d: group %zu of %zu, %zu\n", mean, span, factor, o, wanted, made), bad = 1;
}

/* What is distinct in the sorted rows.  */
static void
few (size_t mean, unsigned span)
{
  size_t n = make (mean, span, -5, 3), made, o = 0;
  nova_vec (items) rows = nova_segments (nova_view (x, n), nova_view (at, ROWS + 1));
  ints row (items r)
  {
    ints k = nova_sort (nova_lt, nova_field (r, key));
    int begins_here (size_t i) { return i == 0 || nova_get (k, i) != nova_get (k, i - 1); }

    return nova_map (nova_lambda (int, (size_t i), { return nova_get (k, i); }),
		     nova_filter (begins_here, nova_range (nova_length (k))));
  }

  made = nova_store (distinct, MOST, nova_flatten (nova_map (row, rows)));
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t m = at[r + 1] - at[r];

      for (size_t k = 0; k < m; k++)
	sorted[k] = x[at[r] + k].key;
      qsort (sorted, m, sizeof *sorted, by_value);
      for (size_t k = 0; k < m; k++)
	if (k == 0 || sorted[k] != sorted[k - 1])
	  {
	    if (o >= made || distinct[o] != sorted[k])
	      bad = 1;
	    o++;
	  }
    }
  if (bad || o != made)
    printf ("distinct %zu %u: %zu %zu\n", mean, span, o, made), bad = 1;
}

/* The sums of what the table has for each, by key.  */
static size_t
looked_up (size_t n)
{
  nova_vec (items) rows = nova_segments (nova_view (x, n), nova_view (at, ROWS + 1));
  ints t = nova_view (table, 64);
  nova_vec (struct item) row (items r)
  {
    items y = nova_map (nova_lambda (struct item, (struct item e),
				     { return (struct item) { e.key, nova_get (t, e.key) }; }), r);
    int key (struct item e) { return e.key; }
    struct item sum (items g)
    {
      return (struct item) { nova_get (g, 0).key, nova_sum (nova_field (g, value)) };
    }
    return nova_map (sum, nova_group_by (key, y));
  }
  items all = nova_flatten (nova_map (row, rows));

  return nova_store (distinct, MOST, nova_field (all, value));
}

int
main (void)
{
  size_t n;

  nova_set_error_handler (handler);
  groups (8, 20, -3, 1);
  groups (8, 400, 0, 100000);
  groups (100, 26, 0, 1);
  groups (100, 150, -70, 1);
  groups (90, 3000, 0, 1);
  groups (0, 9000, 0, 1);
  few (10, 20);
  few (90, 8000);
  few (0, 1);
  for (int k = 0; k < 64; k++)
    table[k] = 3 * k + 1;
  n = make (40, 64, 0, 1);
  printf ("%zu\n", looked_up (n));
  x[at[200] - 1].key = -1;
  x[at[100] - 1].key = 64;
  x[at[300]].key = 99;
  FAILS (looked_up (n), "index 64 is not below 64");
  return bad;
}

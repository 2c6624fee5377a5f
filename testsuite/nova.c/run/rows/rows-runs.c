/* Rows that are sorted, or grouped, of two sorted rows, one behind the other: short ones, a long one,
   and some that are no two runs.  Equal keys keep their order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 400
#define LONG 100000
#define MOST (LONG + 40 * ROWS)

struct entry { int key; double value; };
typedef nova_vec (int) ints;
typedef nova_vec (double) reals;
typedef nova_vec (size_t) sizes;
typedef nova_vec (struct entry) entries;
typedef nova_vec (entries) entry_rows;

static size_t at[ROWS + 1], n;
static int key[2][MOST], got[2 * MOST];
static double value[2][MOST], sum[2 * MOST];
static struct entry wanted[2 * MOST];

static int
key_of (struct entry e)
{
  return e.key;
}

static struct entry
total (entries g)
{
  return (struct entry) { nova_get (g, 0).key, nova_sum (nova_field (g, value)) };
}

static nova_vec (entries)
rows (unsigned k)
{
  return nova_segments (nova_zip (struct entry, nova_view (key[k], n), nova_view (value[k], n)),
			nova_view (at, ROWS + 1));
}

static entry_rows
sorted (void)
{
  entries both (entries a, entries b) { return nova_sort_by (key_of, nova_concat (a, b)); }
  return nova_map (both, rows (0), rows (1));
}

static entry_rows
added (void)
{
  entries both (entries a, entries b)
  {
    return nova_map (total, nova_group_by (key_of, nova_concat (a, b)));
  }
  return nova_map (both, rows (0), rows (1));
}

/* Rows as the loop over them makes them, by insertion from the end, which is soon done for two
   runs; SUM: of each key.  How many elements.  */
static size_t
expect (int sums)
{
  size_t m = 0;
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t i = at[r], j = at[r], begin = m;
      while (i < at[r + 1] || j < at[r + 1])
	{
	  unsigned k = j < at[r + 1] && (i == at[r + 1] || key[1][j] < key[0][i]);
	  size_t p = k ? j++ : i++, q = m;
	  struct entry e = { key[k][p], value[k][p] };
	  for (; q > begin && wanted[q - 1].key > e.key; q--)
	    wanted[q] = wanted[q - 1];
	  wanted[q] = e;
	  m++;
	}
      if (!sums)
	continue;
      size_t end = begin;
      for (size_t p = begin; p < m; p++)
	if (end > begin && wanted[end - 1].key == wanted[p].key)
	  wanted[end - 1].value += wanted[p].value;
	else
	  wanted[end++] = wanted[p];
      m = end;
    }
  return m;
}

static void
check (entry_rows x, int sums, const char *what)
{
  entries all = nova_flatten (x);
  size_t m = nova_length (all), e = expect (sums);
  nova_store (got, m, nova_field (all, key));
  nova_store (sum, m, nova_field (all, value));
  if (m != e)
    printf ("%s: %zu elements, not %zu\n", what, m, e), exit (1);
  for (size_t i = 0; i < m; i++)
    if (got[i] != wanted[i].key || sum[i] != wanted[i].value)
      printf ("%s: element %zu\n", what, i), exit (1);
}

int
main (void)
{
  for (int threads = 1; threads <= 3; threads++)
    {
      nova_set_num_threads (threads);
      n = 0;
      for (size_t r = 0; r < ROWS; r++)
	{
	  size_t m = r == 7 ? LONG : r % 37;
	  for (unsigned k = 0; k < 2; k++)
	    for (size_t i = 0; i < m; i++)
	      {
		/* Far from each other, and some equal.  */
		key[k][n + i] = (int) (1000 * i + 700 * nova_uniform (k, n + i)) / 500 * 500;
		value[k][n + i] = 1 + (double) ((n + i) % 64) / 2 + k / 4.0;
	      }
	  at[r] = n;
	  n += m;
	  at[r + 1] = n;
	}
      check (sorted (), 0, "sorted");
      check (added (), 1, "added");
    }
  /* Rows that are three runs, but for one that has fewer.  */
  for (size_t r = 8; r < ROWS; r++)
    if (at[r + 1] - at[r] > 4)
      key[0][at[r] + 2] = -5;
  size_t long_row = at[8];
  for (size_t r = 0; r <= ROWS; r++)
    at[r] = r < 8 ? 0 : at[r] - long_row;
  for (unsigned k = 0; k < 2; k++)
    for (size_t i = 0; i + long_row < n; i++)
      {
	key[k][i] = key[k][i + long_row];
	value[k][i] = value[k][i + long_row];
      }
  n -= long_row;
  check (sorted (), 0, "other rows sorted");
  check (added (), 1, "other rows added");
  return 0;
}

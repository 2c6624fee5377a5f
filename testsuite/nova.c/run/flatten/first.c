/* Rows whose first element is counted, kept or stored in another way than the others, which look at
   the one before; the condition in several spellings.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 17
#include "../loops.h"

typedef nova_vec (int) ints;

/* Repetitions in each row go; how many runs has it; the differences, of the first one from F.  */
static void
test (size_t n, size_t most)
{
  int *x = malloc ((n + 1) * sizeof *x), *y = malloc ((n + 1) * sizeof *y);
  int *r = malloc ((n + 1) * sizeof *r), *d = malloc ((n + 1) * sizeof *d);
  size_t *o = malloc ((n + 2) * sizeof *o), m = 0, kept = 0, made;
  int f = (int) (next () % 10);
  ints fresh (ints s)
  {
    int is (int v, size_t i) { return i == 0 || nova_get (s, i - 1) != v; }
    return nova_filter (is, s, nova_range (nova_length (s)));
  }
  int runs (ints s)
  {
    int begins (size_t i) { return i > 0 ? nova_get (s, i) != nova_get (s, i - 1) : 1; }
    return (int) nova_count (begins, nova_range (nova_length (s)));
  }
  ints differences (ints s)
  {
    int from (int v, size_t i) { return 0 != i ? v - nova_get (s, i - 1) : v - f; }
    return nova_map (from, s, nova_range (nova_length (s)));
  }

  o[0] = 0;
  while (o[m] < n && m < n)
    {
      size_t k = next () % (most + 1);
      o[m + 1] = o[m] + (k < n - o[m] ? k : n - o[m]);
      m++;
    }
  for (size_t i = 0; i < n; i++)
    x[i] = next () % 3;
  nova_vec (ints) s = nova_segments (nova_view (x, o[m]), nova_view (o, m + 1));
  made = nova_store (y, n, nova_map (fresh, s));
  nova_store (r, n, nova_map (runs, s));
  nova_store (d, n, nova_map (differences, s));
  for (size_t k = 0; k < m; k++)
    {
      int count = 0;
      for (size_t i = o[k]; i < o[k + 1]; i++)
	{
	  int first = i == o[k];
	  if (first || x[i] != x[i - 1])
	    {
	      if (kept >= made || y[kept] != x[i])
		wrong ("an element that is kept", i);
	      kept++;
	      count++;
	    }
	  if (d[i] != x[i] - (first ? f : x[i - 1]))
	    wrong ("a difference", i);
	}
      if (r[k] != count)
	wrong ("a number of runs", k);
    }
  if (kept != made)
    wrong ("the number of elements", made);
  free (x);
  free (y);
  free (r);
  free (d);
  free (o);
}

int
main (void)
{
  test (0, 3);
  test (1, 1);
  test (3000, 3);
  test (3000, 12);
  test (40000, 40000);
  test (20000, 200);
  return failed;
}

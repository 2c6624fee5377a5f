/* Groups of which only folds are needed: keys that lie close together, and far apart.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 31
#include "../loops.h"

struct item { long key; int value; float weight; };
struct summary { long key; size_t count; int sum, most, positive; struct item first, last; };

static size_t
folded (const struct item *x, size_t n, struct summary *out)
{
  long key (struct item v) { return v.key; }
  int value (struct item v) { return v.value; }
  int positive (struct item v) { return v.value > 0; }
  struct summary summary (nova_vec (struct item) g)
  {
    size_t count = nova_length (g);
    nova_vec (int) values = nova_map (value, g);
    return (struct summary) { nova_get (g, 0).key, count, nova_sum (values),
			      nova_maximum (values), nova_length (nova_filter (positive, g)),
			      nova_get (g, 0), nova_get (g, count - 1) };
  }
  return nova_store (out, n, nova_map (summary, nova_group_by (key, nova_view (x, n))));
}

/* The first of each group's elements of the greatest value.  */
static size_t
best (const struct item *x, size_t n, struct item *out)
{
  long key (struct item v) { return v.key; }
  int less (struct item a, struct item b) { return a.value < b.value; }
  struct item most (nova_vec (struct item) g) { return nova_get (g, nova_argmax (less, g)); }
  return nova_store (out, n, nova_map (most, nova_group_by (key, nova_view (x, n))));
}

/* The groups of X, whose keys are multiples of STEP from -2 to 2 or so, in order.  */
static void
test (size_t n, long keys, long step)
{
  struct item *x = malloc ((n + 1) * sizeof *x);
  struct summary *out = malloc ((n + 1) * sizeof *out);
  struct item *top = malloc ((n + 1) * sizeof *top);
  size_t made, groups = 0;

  for (size_t i = 0; i < n; i++)
    x[i] = (struct item) { ((long) (next () % (unsigned long) keys) - 2) * step, (int) (next () % 100) - 50, i };
  made = folded (x, n, out);
  if (best (x, n, top) != made)
    wrong ("the number of best elements", made);
  for (long k = -2; k < keys - 2; k++)
    {
      struct summary s = { .key = k * step, .most = -100 };
      float where = -1;

      for (size_t i = 0; i < n; i++)
	if (x[i].key == s.key)
	  {
	    if (s.count++ == 0)
	      s.first = x[i];
	    s.last = x[i];
	    s.sum += x[i].value;
	    where = x[i].value > s.most ? x[i].weight : where;
	    s.most = x[i].value > s.most ? x[i].value : s.most;
	    s.positive += x[i].value > 0;
	  }
      if (s.count == 0)
	continue;
      if (groups >= made || out[groups].key != s.key || out[groups].count != s.count
	  || out[groups].sum != s.sum || out[groups].most != s.most
	  || out[groups].positive != s.positive || out[groups].first.weight != s.first.weight
	  || out[groups].last.weight != s.last.weight)
	wrong ("a group", s.key);
      else if (top[groups].key != s.key || top[groups].weight != where)
	wrong ("a best element", s.key);
      groups++;
    }
  if (made != groups)
    wrong ("the number of groups", made);
  free (x);
  free (out);
  free (top);
}

int
main (void)
{
  for (size_t n = 0; n < 40; n++)
    {
      test (n, 7, 1);
      test (n, 3, 1000000007);
      test (n, 5, 1L << 60);
    }
  test (20000, 100, 1);
  test (20000, 100, 123456789);
  return failed;
}

/* Functions that map themselves over parts of very different sizes, large enough for several
   threads: a sort, the sum of a tree, a search by levels inside elements, errors deep inside.  All
   give the same bits on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O2" }  */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number near the begin: the parts are uneven where X is nearly sorted.  A negative one fails where
   it has become a pivot.  */
#define PIVOT(X)							\
  ({									\
    int v_ = nova_get (X, nova_length (X) / 16);			\
    if (v_ < 0)								\
      nova_fail ("a negative number");					\
    v_;									\
  })
#include "../quicksort.h"

enum { N = 60000 };

typedef nova_vec (double) reals;
typedef nova_vec (size_t) sizes;

struct node
{
  unsigned depth, seed;
};

static unsigned
mixed (unsigned x, unsigned y)
{
  return (x * 2654435761u + y) * 40503u + (x >> 13);
}

/* The sum of a tree of which most nodes have no children, and few have many; of floats, whose order
   shows.  */
static double
tree (struct node t)
{
  size_t n = t.depth == 0 ? 0 : t.seed % 7 == 0 ? 40 : t.seed % 3;
  struct node child (unsigned i) { return (struct node) { t.depth - 1, mixed (t.seed, i) }; }
  reals below = nova_map (tree, nova_map (child, nova_range ((unsigned) n)));
  double work (size_t i) { return 1.0 / (double) (i + t.seed % 1000 + 1); }
  return nova_sum (below) + nova_sum (nova_map (work, nova_range ((size_t) (t.seed % 50 * 400))));
}

/* How far the numbers of a ring with chords are from place S, level by level; chords may not be.  */
static size_t
farthest (size_t s)
{
  size_t n = 2000 + s % 3 * 20000;
  sizes at = nova_replicate (1, s % n);
  sizes far = nova_scatter (nova_replicate (n, n), at, nova_replicate (1, (size_t) 0));
  size_t level = 0;
  for (; nova_length (at) > 0 && level < 12; level++)
    {
      int unseen (size_t i) { return nova_get (far, i) == n; }
      size_t left (size_t i) { return (i + n - 1) % n; }
      size_t right (size_t i) { return i * 3 % n; }
      sizes next = nova_concat (nova_map (left, at), nova_map (right, at));
      next = nova_filter (unseen, next);
      far = nova_scatter (far, next, nova_replicate (nova_length (next), level + 1));
      at = next;
    }
  size_t reached (size_t d) { return d < n; }
  return nova_sum (nova_map (reached, far));
}

static jmp_buf back;

static void
handler (const char *line)
{
  puts (strrchr (line, '/') ? strrchr (line, '/') + 1 : line);
  longjmp (back, 1);
}

int
main (void)
{
  static int x[N], y[N];
  unsigned s = 1;
  for (size_t i = 0; i < N; i++)
    x[i] = i % 3 ? (int) i : (int) ((s = mixed (s, 7)) >> 8);
  nova_store (y, N, quicksort (nova_view (x, N)));
  for (size_t i = 1; i < N; i++)
    if (y[i - 1] > y[i])
      printf ("%zu\n", i);
  struct node top (unsigned i) { return (struct node) { 4, mixed (i, 5) }; }
  double sum = nova_sum (nova_map (tree, nova_map (top, nova_range (9u))));
  printf ("%a\n", sum);
  sizes reached = nova_map (farthest, nova_range ((size_t) 6));
  for (size_t i = 0; i < 6; i++)
    printf ("%zu\n", nova_get (reached, i));
  nova_set_error_handler (handler);
  for (volatile size_t k = 0; k < 4; k++)
    {
      x[k * 17000 + 5] = -1;
      if (!setjmp (back))
	nova_store (y, N, quicksort (nova_view (x, N)));
    }
  return 0;
}

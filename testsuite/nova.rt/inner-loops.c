/* Loops three deep, of very different lengths: every element of every depth is worked on once, on
   any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

enum { N = 7, ROUNDS = 150 };

/* How many chunks the inner loops have: mostly few, some of them many.  */
static size_t
width (size_t i, unsigned depth)
{
  return (i * 7 + depth) % 5 == 0 ? 60 : (i + depth) % 3;
}

static atomic_size_t count, sum;

struct node
{
  size_t place, cost;
  unsigned depth;
};

static void
chunk (void *p, size_t c)
{
  const struct node *above = p;
  struct node n = { above->place * 64 + c, above->cost, above->depth + 1 };
  struct nova_frame frame = { 0 };
  count++;
  sum += n.place;
  if (n.depth < 3)
    nova_parfor (chunk, &n, width (c, n.depth), n.cost, c % 2 ? &frame : NULL);
  CHECK (!frame.failed);
}

/* The same without the pool.  */
static void
expect (size_t place, unsigned depth, size_t chunks, size_t *n, size_t *s)
{
  for (size_t c = 0; c < chunks; c++)
    {
      ++*n;
      *s += place * 64 + c;
      if (depth + 1 < 3)
        expect (place * 64 + c, depth + 1, width (c, depth + 1), n, s);
    }
}

int
main (void)
{
  static const int threads[] = { 0, 1, 2, 3, 8 };
  size_t n = 0, s = 0;
  expect (1, 0, N, &n, &s);
  for (int k = 0; k < ROUNDS; k++)
    {
      /* Costs at which loops are shared chunk by chunk, several chunks at once, or not at all.  */
      struct node top = { 1, k % 3 == 0 ? LARGE : k % 3 == 1 ? 2000 : 10, 0 };
      nova_set_num_threads (threads[k % 5]);
      count = sum = 0;
      nova_parfor (chunk, &top, N, LARGE, NULL);
      CHECK (count == n && sum == s);
    }
  return 0;
}

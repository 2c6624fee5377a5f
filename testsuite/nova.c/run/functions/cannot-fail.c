/* A function operand whose builtins can raise nothing is called without what an error would need;
   beside it those that can: by a check of theirs, by a function of theirs, or by one that they
   call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2" "-O3" } */
/* { dg-nova-output "\\A2377 915\n56 21\n6 20\n130 168\n2377\n" } */

#include <nova.h>
#include "../fails.h"

typedef nova_vec (int) ints;
typedef nova_vec (long) longs;

static int table[4] = { 1, 2, 3, 4 };

/* The leaves of a tree: nothing can fail.  */
static long
leaves (int depth)
{
  int child (int i) { return depth - 1 - i % 2 * (depth > 1); }
  if (depth <= 0)
    return 1;
  return nova_sum (nova_map (leaves, nova_map (child, nova_range (3))));
}

/* Its function fails.  */
static long
failing (int k)
{
  int bad (int i) { if (i == 7) nova_fail ("seven"); return i; }
  return nova_sum (nova_map (bad, nova_range (k)));
}

/* One that it calls does, far below.  */
static long
deep (int depth)
{
  int child (int i) { return depth - 1 - i; }
  if (depth <= 0)
    return failing (depth + 8);
  return nova_sum (nova_map (deep, nova_map (child, nova_range (2))));
}

/* A check: of lengths, of an index, of a step.  */
static long
lengths (int k)
{
  return nova_sum (nova_map (nova_add, nova_range (k), nova_range (3)));
}

static long
index_of (int k)
{
  int get (int i) { return nova_get (nova_view (table, 4), i); }
  return nova_sum (nova_map (get, nova_range (k)));
}

static long
steps (int k)
{
  int same (int i) { return i; }
  return nova_sum (nova_map (same, nova_range (0, 10, k)));
}

/* The map's vector is the result.  */
static ints
made (int k)
{
  int twice (int i) { return 2 * i; }
  return nova_map (twice, nova_range (k));
}

/* A function for each of N numbers from K on.  */
static long
total (int which, int k, int n)
{
  ints v = nova_range (k, k + n);
  switch (which)
    {
    case 0: return nova_sum (nova_map (leaves, v));
    case 1: return nova_sum (nova_map (failing, v));
    case 2: return nova_sum (nova_map (deep, v));
    case 3: return nova_sum (nova_map (lengths, v));
    case 4: return nova_sum (nova_map (index_of, v));
    case 5: return nova_sum (nova_map (steps, v));
    default: return nova_sum (nova_flatten (nova_map (made, v)));
    }
}

int
main (void)
{
  nova_set_error_handler (handler);
  printf ("%ld %ld\n", total (0, 0, 9), total (0, 5, 3));
  printf ("%ld %ld\n", total (1, 0, 8), total (2, -1, 1));
  printf ("%ld %ld\n", total (3, 3, 1), total (4, 0, 5));
  printf ("%ld %ld\n", total (5, 1, 9), total (6, 0, 9));
  GIVES_NONE (total (1, 0, 2000), "nova_fail: seven");
  GIVES_NONE (total (2, 0, 9), "nova_fail: seven");
  GIVES_NONE (total (3, 0, 2000), "__nova_map: operand 3 has 3 elements, operand 2 has 0");
  GIVES_NONE (total (4, 0, 2000), "__nova_get: operand 2: index 4 is not below 4");
  GIVES_NONE (total (5, -2, 2000), "__nova_range: operand 3, the step, is 0");
  printf ("%ld\n", total (0, 0, 9));
  return 0;
}

/* A level of a function that maps itself takes little of the stack: what a loop needs a chunk of is
   as large as there are chunks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O1" "-O2" "-O3" } */

#include <nova.h>
#include <stdio.h>

#define LEVELS 40

/* Instrumented frames are larger.  */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
# define MOST 100000
#else
# define MOST 1000
#endif

static char *top;
static size_t deepest;

static void note (void) nova_passive;

static void __attribute__ ((noinline))
note (void)
{
  size_t depth = top - (char *) __builtin_frame_address (0);

  if (depth > deepest)
    deepest = depth;
}

static int
sum (int k)
{
  note ();
  return k <= 0 ? 1 : 1 + nova_sum (nova_map (sum, nova_range (k - 1, k)));
}

static nova_vec (int)
vector (int k)
{
  note ();
  return k <= 0 ? nova_range (2) : nova_flatten (nova_map (vector, nova_range (k - 1, k)));
}

int
main (void)
{
  int bad = 0;

  top = __builtin_frame_address (0);
  bad |= sum (LEVELS) != LEVELS + 1;
  if (deepest / LEVELS > MOST)
    printf ("sum: %zu bytes a level\n", deepest / LEVELS), bad = 1;
  deepest = 0;
  bad |= nova_length (vector (10)) != 2;
  if (deepest / 10 > MOST)
    printf ("vector: %zu bytes a level\n", deepest / 10), bad = 1;
  return bad;
}

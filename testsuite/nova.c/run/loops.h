/* What tests against plain loops share: lengths, numbers in an order that is the same in every run, and
   a word on what was wrong.  SEED is defined by the test.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 100000
static const size_t sizes[] = { 0, 1, 2, 3, 17, 256, 1000, 4097, MAX };

static unsigned state = SEED;

static unsigned
next (void)
{
  return state = state * 1664525u + 1013904223u, state >> 8;
}

static int failed;

static void
wrong (const char *what, size_t n)
{
  printf ("%s of %zu is wrong\n", what, n);
  failed = 1;
}

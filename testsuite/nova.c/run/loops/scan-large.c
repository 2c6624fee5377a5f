/* A scan of no elements that are large: there are no partial results.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

struct big
{
  long a[8];
  unsigned short s;
};

static struct big a[4], b[4];

static struct big
first (struct big x, struct big y)
{
  (void) y;
  return x;
}

static __attribute__ ((noinline)) size_t
scan (size_t n)
{
  struct big i = { { 1 }, 7 };

  return nova_store (b, n, nova_scan (first, i, nova_view (a, n)));
}

int
main (void)
{
  return !(scan (0) == 0 && b[0].s == 0 && scan (3) == 3 && b[2].s == 7 && b[3].s == 0);
}

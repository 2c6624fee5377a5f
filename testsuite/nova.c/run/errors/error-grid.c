/* A function that is called for the elements of rows of one length raises, in the first row, in the
   midst of a later one, and in the last: the first such element is reported.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../fails.h"

enum { MOST = 3000 };

static int from[MOST], to[MOST];

/* Of H rows of W the elements from row FIRST on read behind X.  */
static void
grid (size_t h, size_t w, size_t first)
{
  nova_vec (int) x = nova_view (from, h * w);
  int __attribute__ ((noinline)) step (size_t i, size_t j)
  {
    return nova_get (x, i < first ? i * w + j : h * w + i + j);
  }
  nova_store (to, h * w, nova_tabulate (step, h, w));
}

static int
wrong (size_t h, size_t w, size_t first)
{
  char text[100];
  snprintf (text, sizeof text, "index %zu is not below %zu", h * w + first, h * w);
  FAILS (grid (h, w, first), text);
  return 0;
}

int
main (void)
{
  for (int i = 0; i < MOST; i++)
    from[i] = i;
  nova_set_error_handler (handler);
  grid (30, 100, 30);
  if (memcmp (from, to, sizeof to))
    return 1;
  return wrong (5, 7, 0) || wrong (5, 7, 2) || wrong (5, 7, 4) || wrong (30, 100, 17)
	 || wrong (3, 1000, 2) || wrong (1000, 3, 999);
}

/* A grid whose size is a product that has wrapped: as many elements as the product says, each at the
   place that its divisions say.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>

enum { ROOM = 100 };
static long to[ROOM];

__attribute__ ((noipa)) static size_t
grid (size_t w, size_t h)
{
  long place (size_t i) { return (long) (i / w * 7 + i % w); }
  return nova_store (to, ROOM, nova_tabulate (place, w * h));
}

__attribute__ ((noipa)) static size_t
solid (size_t w, size_t h, size_t d)
{
  long place (size_t i) { return (long) (i / (w * h) * 49 + i % (w * h) / w * 7 + i % w); }
  return nova_store (to, ROOM, nova_tabulate (place, w * h * d));
}

static void
check_grid (size_t w, size_t h)
{
  size_t n = grid (w, h);

  if (n != w * h)
    abort ();
  for (size_t i = 0; i < n; i++)
    if (to[i] != (long) (i / w * 7 + i % w))
      abort ();
}

static void
check_solid (size_t w, size_t h, size_t d)
{
  size_t n = solid (w, h, d);

  if (n != w * h * d)
    abort ();
  for (size_t i = 0; i < n; i++)
    if (to[i] != (long) (i / (w * h) * 49 + i % (w * h) / w * 7 + i % w))
      abort ();
}

int
main (void)
{
  size_t half = (size_t) -1 / 2 + 1;	/* twice this is 0 */

  for (int t = 1; t <= 3; t++)
    {
      nova_set_num_threads (t);
      check_grid (5, 7);
      check_grid (0, 7);
      check_grid (7, 0);
      check_grid ((size_t) 1 << (sizeof (size_t) * 4), (size_t) 1 << (sizeof (size_t) * 4));
      check_grid (half + 1, 2);
      check_grid (2, half + 1);
      check_grid (2, half + 10);
      check_solid (2, 3, 4);
      check_solid (half + 1, 2, 3);
      check_solid (2, half + 1, 3);
      check_solid (2, 3, half + 1);
    }
  return 0;
}

/* Ranges of 128-bit numbers take no memory either: as handles, cut, turned and read in host code.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-levels "-O0" "-O2" } */

#include <nova.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static __attribute__ ((noipa)) nova_vec (wide)
make (wide b, wide e, wide s)
{
  return nova_range (b, e, s);
}

static __attribute__ ((noipa)) nova_vec (uwide)
from (uwide b, uwide e)
{
  return nova_range (b, e);
}

static int
is (nova_vec (wide) v, size_t n, size_t i, wide x)
{
  return nova_length (v) == n && nova_get (v, i) == x;
}

int
main (void)
{
  wide far = (wide) 1 << 100, least = (wide) ((uwide) 1 << 127), most = ~least;
  uwide top = ~(uwide) 0;
  size_t many = (size_t) 1 << 62;
  nova_vec (wide) v = make (-5, 3 * (wide) many - 5, 3), r = nova_reverse (v);
  nova_vec (nova_vec (wide)) w = nova_split (1 << 10, v);
  nova_vec (uwide) u = from (top - 9, top);
  wide sum = 0;
  if (nova_get (nova_range ((wide) -5, (wide) 1 << 40), 7) != 2)
    return puts ("get"), 1;
  if (!is (v, many, 0, -5) || !is (v, many, 1000000000000, 3 * (wide) 1000000000000 - 5)
      || !is (r, many, 0, 3 * (wide) (many - 1) - 5) || !is (r, many, many - 1, -5))
    return puts ("made"), 1;
  if (!is (nova_slice (5, 10, 100, r), 10, 9, 3 * (wide) (many - 1 - 95) - 5)
      || !is (nova_rotate (7, v), many, many - 7, -5)
      || !is (nova_get (w, 3), 1 << 10, 1, 3 * 3073 - 5))
    return puts ("cut"), 1;
  if (!is (make (far, -far, -far), 2, 1, 0) || !is (make (0, far, far / 3), 4, 3, far / 3 * 3)
      || !is (make (least, most, most), 3, 2, most - 1) || !is (make (most, least, least), 2, 1, -1)
      || nova_length (make (1, 1, 1)) || nova_length (make (far, -far, far))
      || nova_length (make (-far, far, -1)))
    return puts ("steps"), 1;
  if (nova_length (u) != 9 || nova_get (u, 8) != top - 1 || nova_length (from (top, 0)))
    return puts ("unsigned"), 1;
  for (size_t k = 0; k < 100; k++)
    sum += nova_get (v, k);
  if (sum != nova_sum (nova_slice (0, 100, nova_range ((wide) -5, (wide) many, (wide) 3)))
      || sum != nova_sum (make (-5, 295, 3)) || sum != 3 * 4950 - 500)
    return puts ("sum"), 1;
  nova_release (w);
  puts ("done");
  return 0;
}

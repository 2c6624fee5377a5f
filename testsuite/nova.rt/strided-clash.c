/* The least element of a strided array with the address of one before it: all small grids against a
   table of addresses, and sizes that no array has, which must not take for ever.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdlib.h>
#include <string.h>

#define MIDDLE 256

static size_t
by_table (const size_t n[3], const ptrdiff_t s[3])
{
  char taken[2 * MIDDLE] = { 0 };
  size_t e = 0;
  for (size_t i = 0; i < n[0]; i++)
    for (size_t j = 0; j < n[1]; j++)
      for (size_t k = 0; k < n[2]; k++, e++)
        {
          char *at = taken + MIDDLE + (ptrdiff_t) i * s[0] + (ptrdiff_t) j * s[1]
                     + (ptrdiff_t) k * s[2];
          if (*at)
            return e;
          *at = 1;
        }
  return e;
}

static size_t
clash (size_t n1, ptrdiff_t s1, size_t n2, ptrdiff_t s2, size_t n3, ptrdiff_t s3)
{
  return nova_strided_clash (3, n1, s1, n2, s2, n3, s3);
}

int
main (void)
{
  static const ptrdiff_t steps[] = { -7, -6, -4, -3, -1, 0, 1, 2, 5, 6, 10 };
  enum { STEPS = sizeof steps / sizeof *steps };
  for (size_t c = 0; c < 6 * 6 * 6 * STEPS * STEPS * STEPS; c++)
    {
      size_t n[3], rest = c;
      ptrdiff_t s[3];
      for (unsigned k = 0; k < 3; k++, rest /= STEPS)
        n[k] = rest % 6, rest /= 6, s[k] = steps[rest % STEPS];
      size_t got = clash (n[0], s[0], n[1], s[1], n[2], s[2]);
      if (got == by_table (n, s))
        continue;
      printf ("%zu x %zd, %zu x %zd, %zu x %zd: %zu, not %zu\n", n[0], s[0], n[1], s[1], n[2], s[2],
              got, by_table (n, s));
      return 1;
    }
  const size_t much = PTRDIFF_MAX;
  CHECK (clash (much, 1, much, 1, 1, 0) == 1 * much);
  CHECK (clash (much, 3, much, 1000000007, 1, 0) == much * 1000000007);
  CHECK (clash (much, PTRDIFF_MIN, much, 1, much, -1) == much + 1);
  CHECK (clash (2, PTRDIFF_MIN, 2, PTRDIFF_MIN, 1, 0) == 2);
  CHECK (clash (much, 0, 1, 0, 1, 0) == 1);
  CHECK (clash (much, PTRDIFF_MAX, 5, PTRDIFF_MIN, much, 0) == 1);
  CHECK (clash (SIZE_MAX, 1, 0, 1, 3, 1) == 0);
  return 0;
}

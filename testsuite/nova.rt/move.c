/* nova_move is memmove, whatever the sizes and overlaps.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 3000000 };

static unsigned char to[N], from[N], want[N];

static void
check (size_t at, size_t src, size_t n)
{
  for (size_t i = 0; i < N; i++)
    want[i] = to[i] = (unsigned char) (i * 7 + i / 251);
  memmove (want + at, want + src, n);
  nova_move (to + at, to + src, n);
  CHECK (!memcmp (to, want, N));
}

int
main (void)
{
  check (0, 0, N);
  check (1, 0, N - 1);
  check (0, 1, N - 1);
  check (0, N / 2, N / 2);
  check (N / 2, 0, N / 2);
  check (5, 77, 1);
  check (5, 77, 0);
  for (size_t i = 0; i < N; i++)
    from[i] = (unsigned char) (i * 3);
  nova_move (to, from, N);
  CHECK (!memcmp (to, from, N));
  nova_move (NULL, NULL, 0);
  return 0;
}

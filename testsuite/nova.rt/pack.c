/* nova_pack, by any version of it: what is kept, in their order, and nothing else is written behind
   the room.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 300, MOST = 24 };

static unsigned char from[N * MOST], to[N * MOST + 1], want[N * MOST];
static int32_t keep[N];

/* N values of SIZE bytes, of which one in EVERY is kept, and after GAP none for a while.  */
static void
check (size_t n, size_t size, unsigned every, size_t gap)
{
  size_t q = 0;

  for (size_t i = 0; i < n; i++)
    {
      int some = every && (i * 7 + i / 5) % every == 0 && (i < gap || i > 3 * gap);
      keep[i] = some ? (int32_t) i + 1 : 0;
      if (some)
	memcpy (want + q++ * size, from + i * size, size);
    }
  memset (to, 0xee, sizeof to);
  CHECK (nova_pack (to, from, keep, n, size) == q);
  CHECK (!memcmp (to, want, q * size));
  for (size_t i = n * size; i < sizeof to; i++)
    CHECK (to[i] == 0xee);
}

static void
check_all (void)
{
  static const size_t sizes[] = { 1, 2, 4, 8, 16, 24, 3 };

  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (size_t n = 0; n <= N; n += n < 40 ? 1 : 13)
      for (unsigned every = 0; every < 7; every++)
	{
	  check (n, sizes[k], every, n);
	  check (n, sizes[k], every, 50);
	}
}

int
main (void)
{
  /* What names this links the code that sets the other.  */
  int best = nova_watching < 0 ? 0 : nova_march;

  for (size_t i = 0; i < sizeof from; i++)
    from[i] = (unsigned char) (i * 31 + i / 256);
  for (nova_march = 0; nova_march < best; nova_march++)
    check_all ();
  check_all ();
  return 0;
}

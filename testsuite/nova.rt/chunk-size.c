/* nova_chunk_size: few chunks, all of the input, whatever the cost; small ones only where they pay.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

int
main (void)
{
  static const size_t costs[] = { 0, 1, 2, 10, 100, 1000, 1023, 1024, 100000, SIZE_MAX };
  for (size_t n = 0; n < ((size_t) 1 << 62); n += n / 3 + 1)
    for (unsigned k = 0; k < sizeof costs / sizeof *costs; k++)
      {
        size_t size = nova_chunk_size (n, costs[k]), chunks = nova_chunks (n, size);
        CHECK (size > 0 && (size % 64 == 0 || costs[k] >= 1000));
        CHECK (chunks <= 1 || costs[k] >= SIZE_MAX / size || size * (costs[k] + 3) >= 16384);
        CHECK (chunks <= NOVA_MAX_CHUNKS);
        CHECK (nova_chunks_size (n, costs[k]) == size);
        CHECK (n == 0 ? chunks == 0 : (chunks - 1) * size < n && n - (chunks - 1) * size <= size);
      }
  return 0;
}

/* Counter-based random numbers: functions of a seed and an index.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Included by nova.h and by the library.  */

#ifndef NOVA_RANDOM_H
#define NOVA_RANDOM_H 1

#include <stdint.h>

/* Random numbers: number I of the sequence SEED, which is the same everywhere.  They are those of
   Threefry-2x64 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1,
   2, 3, 2011), the key being (SEED, 0) and the counter (I, 0): its first word.  */
static __inline__ __attribute__ ((__const__, __unused__)) uint64_t
nova_random (uint64_t seed, uint64_t i)
{
#define NOVA_ROUND(R) y0 += y1, y1 = (y1 << R | y1 >> (64 - R)) ^ y0
  uint64_t k2 = seed ^ (uint64_t) 0x1bd11bdaa9fc1a22, y0 = i + seed, y1 = 0;

  NOVA_ROUND (16), NOVA_ROUND (42), NOVA_ROUND (12), NOVA_ROUND (31), y1 += k2 + 1;
  NOVA_ROUND (16), NOVA_ROUND (32), NOVA_ROUND (24), NOVA_ROUND (21), y0 += k2, y1 += seed + 2;
  NOVA_ROUND (16), NOVA_ROUND (42), NOVA_ROUND (12), NOVA_ROUND (31), y0 += seed, y1 += 3;
  NOVA_ROUND (16), NOVA_ROUND (32), NOVA_ROUND (24), NOVA_ROUND (21), y1 += k2 + 4;
  NOVA_ROUND (16), NOVA_ROUND (42), NOVA_ROUND (12), NOVA_ROUND (31), y0 += k2;
  return y0;
#undef NOVA_ROUND
}

/* A multiple of 2^-53 from 0 to below 1.  */
static __inline__ __attribute__ ((__const__, __unused__)) double
nova_uniform (uint64_t seed, uint64_t i)
{
  return (double) (nova_random (seed, i) >> 11) * 1.1102230246251565404e-16;
}

#endif

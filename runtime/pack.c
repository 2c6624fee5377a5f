/* What a filter keeps of a block.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   With AVX-512 a vector at a time: its values that are kept go to its front (compress), and all of
   it behind what has been kept so far, of which the next vector's cover what is of no use.  Else
   one by one, without a branch; but parts in which none is kept are passed over where the part
   before had none either.

   Does not: have code for AVX2, which needs a table of permutations.  */

#include <string.h>
#include "rt.h"

/* So many values are looked through at once for one that is kept.  */
#define PART 64

/* --- Any processor --------------------------------------------------------------------------- */

/* Is any of the PART values of KEEP not 0?  */
static bool
any (const int32_t *keep)
{
  int32_t some = 0;

  for (size_t i = 0; i < PART; i++)
    some |= keep[i];
  return some != 0;
}

#define ONE_BY_ONE(NAME, TYPE)                                                                    \
  static size_t NAME (void *to, const void *from, const int32_t *keep, size_t n)                  \
  {                                                                                               \
    TYPE *t = to;                                                                                 \
    const TYPE *f = from;                                                                         \
    size_t q = 0;                                                                                 \
    bool none = true;                                                                             \
    for (size_t b = 0; b < n; b += PART)                                                          \
      {                                                                                           \
	size_t e = n - b < PART ? n : b + PART, was = q;                                          \
	if (none && e - b == PART && !any (keep + b))                                             \
	  continue;                                                                               \
	for (size_t i = b; i < e; i++)                                                            \
	  {                                                                                       \
	    t[q] = f[i];                                                                          \
	    q += keep[i] != 0;                                                                    \
	  }                                                                                       \
	none = q - was < 2;                                                                       \
      }                                                                                           \
    return q;                                                                                     \
  }

ONE_BY_ONE (pack_1, uint8_t)
ONE_BY_ONE (pack_2, uint16_t)
ONE_BY_ONE (pack_4, uint32_t)
ONE_BY_ONE (pack_8, uint64_t)

/* The same of values of SIZE bytes.  */
static size_t
pack_any (char *to, const char *from, const int32_t *keep, size_t n, size_t size)
{
  size_t q = 0;

  for (size_t i = 0; i < n; i++)
    if (keep[i])
      memcpy (to + q++ * size, from + i * size, size);
  return q;
}

/* --- AVX-512 --------------------------------------------------------------------------------- */

#if defined __x86_64__
# include <immintrin.h>

# define WIDE __attribute__ ((target ("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")))
# define LANES 16

/* Which of the N values of KEEP, at most LANES, are not 0.  */
WIDE static inline __mmask16
kept (const int32_t *keep, size_t n)
{
  __m512i k = _mm512_maskz_loadu_epi32 ((__mmask16) ((1u << n) - 1), keep);

  return _mm512_test_epi32_mask (k, k);
}

/* LANES values a turn, of type TYPE, those whose bit of K is set: STORE stores a whole vector, for
   which there is room, since what is before it has been looked through; REST only these values.  */
# define BY_VECTORS(NAME, TYPE, STORE, REST)                                                      \
  WIDE static size_t NAME (void *to, const void *from, const int32_t *keep, size_t n)             \
  {                                                                                               \
    TYPE *t = to;                                                                                 \
    const TYPE *f = from;                                                                         \
    size_t q = 0, i = 0;                                                                          \
    for (; i + LANES <= n; i += LANES)                                                            \
      {                                                                                           \
	__mmask16 k = kept (keep + i, LANES);                                                     \
	STORE (t + q, k, f + i);                                                                  \
	q += (size_t) __builtin_popcount (k);                                                     \
      }                                                                                           \
    if (i < n)                                                                                    \
      {                                                                                           \
	__mmask16 k = kept (keep + i, n - i);                                                     \
	REST (t + q, k, f + i);                                                                   \
	q += (size_t) __builtin_popcount (k);                                                     \
      }                                                                                           \
    return q;                                                                                     \
  }

/* STORE and REST of a TYPE of BITS: LANES of them fill a vector, whose instructions have names that
   begin with MM.  */
# define ONE_VECTOR(NAME, TYPE, MM, BITS)                                                         \
  WIDE static inline void store_##NAME (TYPE *t, __mmask16 k, const TYPE *f)                      \
  {                                                                                               \
    MM##_storeu_epi##BITS (t, MM##_maskz_compress_epi##BITS (k, MM##_loadu_epi##BITS (f)));       \
  }                                                                                               \
  WIDE static inline void rest_##NAME (TYPE *t, __mmask16 k, const TYPE *f)                       \
  {                                                                                               \
    MM##_mask_compressstoreu_epi##BITS (t, k, MM##_maskz_loadu_epi##BITS (k, f));                 \
  }

ONE_VECTOR (1, uint8_t, _mm, 8)
ONE_VECTOR (2, uint16_t, _mm256, 16)
ONE_VECTOR (4, uint32_t, _mm512, 32)

/* These fill two.  */
WIDE static inline void
store_8 (uint64_t *t, __mmask16 k, const uint64_t *f)
{
  __mmask8 low = (__mmask8) k, high = (__mmask8) (k >> 8);

  _mm512_storeu_epi64 (t, _mm512_maskz_compress_epi64 (low, _mm512_loadu_epi64 (f)));
  t += __builtin_popcount (low);
  _mm512_storeu_epi64 (t, _mm512_maskz_compress_epi64 (high, _mm512_loadu_epi64 (f + 8)));
}

WIDE static inline void
rest_8 (uint64_t *t, __mmask16 k, const uint64_t *f)
{
  __mmask8 low = (__mmask8) k, high = (__mmask8) (k >> 8);

  _mm512_mask_compressstoreu_epi64 (t, low, _mm512_maskz_loadu_epi64 (low, f));
  t += __builtin_popcount (low);
  _mm512_mask_compressstoreu_epi64 (t, high, _mm512_maskz_loadu_epi64 (high, f + 8));
}

BY_VECTORS (wide_1, uint8_t, store_1, rest_1)
BY_VECTORS (wide_2, uint16_t, store_2, rest_2)
BY_VECTORS (wide_4, uint32_t, store_4, rest_4)
BY_VECTORS (wide_8, uint64_t, store_8, rest_8)
#endif

size_t
nova_pack (void *to, const void *from, const int32_t *keep, size_t n, size_t size)
{
#if defined __x86_64__
  if (nova_march > 1)
    switch (size)
      {
      case 1: return wide_1 (to, from, keep, n);
      case 2: return wide_2 (to, from, keep, n);
      case 4: return wide_4 (to, from, keep, n);
      case 8: return wide_8 (to, from, keep, n);
      }
#endif
  switch (size)
    {
    case 1: return pack_1 (to, from, keep, n);
    case 2: return pack_2 (to, from, keep, n);
    case 4: return pack_4 (to, from, keep, n);
    case 8: return pack_8 (to, from, keep, n);
    default: return pack_any (to, from, keep, n, size);
    }
}

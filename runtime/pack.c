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

WIDE static inline void
store_1 (uint8_t *t, __mmask16 k, const uint8_t *f)
{
  _mm_storeu_epi8 (t, _mm_maskz_compress_epi8 (k, _mm_loadu_epi8 (f)));
}

WIDE static inline void
rest_1 (uint8_t *t, __mmask16 k, const uint8_t *f)
{
  _mm_mask_compressstoreu_epi8 (t, k, _mm_maskz_loadu_epi8 (k, f));
}

WIDE static inline void
store_2 (uint16_t *t, __mmask16 k, const uint16_t *f)
{
  _mm256_storeu_epi16 (t, _mm256_maskz_compress_epi16 (k, _mm256_loadu_epi16 (f)));
}

WIDE static inline void
rest_2 (uint16_t *t, __mmask16 k, const uint16_t *f)
{
  _mm256_mask_compressstoreu_epi16 (t, k, _mm256_maskz_loadu_epi16 (k, f));
}

WIDE static inline void
store_4 (uint32_t *t, __mmask16 k, const uint32_t *f)
{
  _mm512_storeu_epi32 (t, _mm512_maskz_compress_epi32 (k, _mm512_loadu_epi32 (f)));
}

WIDE static inline void
rest_4 (uint32_t *t, __mmask16 k, const uint32_t *f)
{
  _mm512_mask_compressstoreu_epi32 (t, k, _mm512_maskz_loadu_epi32 (k, f));
}

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

/* What a filter keeps of a block.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   A vector at a time: its values that are kept go to its front, and all of it is stored behind what
   has been kept so far; the next one overwrites the part that is of no use.  AVX-512 has an
   instruction for that (compress); for AVX2 a table says from where each place takes its value.  On
   other processors one by one, without a branch; but parts in which none is kept are passed over
   where the part before had none either.  */

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

#if defined __x86_64__
# include <immintrin.h>

/* --- AVX2 ------------------------------------------------------------------------------------ */

# define NARROW __attribute__ ((target ("avx2,popcnt")))
# define EIGHT 8

/* The numbers of the bits set in M, in order, one byte each.  */
# define PLACE(M, I)                                                                              \
  ((M) >> (I) & 1 ? (uint64_t) (I) << 8 * __builtin_popcount ((M) & ((1u << (I)) - 1)) : 0)
# define PLACES(M)                                                                                \
  (PLACE (M, 0) | PLACE (M, 1) | PLACE (M, 2) | PLACE (M, 3) | PLACE (M, 4) | PLACE (M, 5)        \
   | PLACE (M, 6) | PLACE (M, 7))
# define PLACES_4(M) PLACES (M), PLACES ((M) + 1), PLACES ((M) + 2), PLACES ((M) + 3)
# define PLACES_16(M) PLACES_4 (M), PLACES_4 ((M) + 4), PLACES_4 ((M) + 8), PLACES_4 ((M) + 12)
# define PLACES_64(M)                                                                             \
  PLACES_16 (M), PLACES_16 ((M) + 16), PLACES_16 ((M) + 32), PLACES_16 ((M) + 48)

static const uint64_t places[256]
  = { PLACES_64 (0u), PLACES_64 (64u), PLACES_64 (128u), PLACES_64 (192u) };

/* Which of the eight values of KEEP are not 0.  */
NARROW static inline unsigned
kept_of_eight (const int32_t *keep)
{
  __m256i k = _mm256_loadu_si256 ((const __m256i *) keep);
  __m256i none = _mm256_cmpeq_epi32 (k, _mm256_setzero_si256 ());

  return (unsigned) _mm256_movemask_ps (_mm256_castsi256_ps (none)) ^ 0xff;
}

/* Eight values of F, those of the places that M says first, to T.  */
NARROW static inline void
eight_1 (uint8_t *t, unsigned m, const uint8_t *f)
{
  __m128i from = _mm_loadl_epi64 ((const __m128i *) (places + m));

  _mm_storel_epi64 ((__m128i *) t, _mm_shuffle_epi8 (_mm_loadl_epi64 ((const __m128i *) f), from));
}

NARROW static inline void
eight_2 (uint16_t *t, unsigned m, const uint16_t *f)
{
  __m128i from = _mm_loadl_epi64 ((const __m128i *) (places + m));
  __m128i low = _mm_add_epi8 (from, from), high = _mm_add_epi8 (low, _mm_set1_epi8 (1));
  __m128i v = _mm_loadu_si128 ((const __m128i *) f);

  _mm_storeu_si128 ((__m128i *) t, _mm_shuffle_epi8 (v, _mm_unpacklo_epi8 (low, high)));
}

NARROW static inline void
eight_4 (uint32_t *t, unsigned m, const uint32_t *f)
{
  __m256i from = _mm256_cvtepu8_epi32 (_mm_loadl_epi64 ((const __m128i *) (places + m)));
  __m256i v = _mm256_loadu_si256 ((const __m256i *) f);

  _mm256_storeu_si256 ((__m256i *) t, _mm256_permutevar8x32_epi32 (v, from));
}

/* Four of them, by their halves.  */
NARROW static inline void
four_8 (uint64_t *t, unsigned m, const uint64_t *f)
{
  __m128i at = _mm_loadl_epi64 ((const __m128i *) (places + m));
  __m256i low = _mm256_slli_epi64 (_mm256_cvtepu8_epi64 (at), 1);
  __m256i from = _mm256_or_si256 (low, _mm256_slli_epi64 (low, 32));
  __m256i v = _mm256_loadu_si256 ((const __m256i *) f);

  from = _mm256_or_si256 (from, _mm256_set1_epi64x ((int64_t) 1 << 32));
  _mm256_storeu_si256 ((__m256i *) t, _mm256_permutevar8x32_epi32 (v, from));
}

NARROW static inline void
eight_8 (uint64_t *t, unsigned m, const uint64_t *f)
{
  four_8 (t, m & 15, f);
  four_8 (t + __builtin_popcount (m & 15), m >> 4, f + 4);
}

/* Whole vectors: there is room for them, since what is before them has been looked through.  The
   values behind the last one by one.  */
# define BY_EIGHT(NAME, TYPE, STORE)                                                              \
  NARROW static size_t NAME (void *to, const void *from, const int32_t *keep, size_t n)           \
  {                                                                                               \
    TYPE *t = to;                                                                                 \
    const TYPE *f = from;                                                                         \
    size_t q = 0, i = 0;                                                                          \
    for (; i + EIGHT <= n; i += EIGHT)                                                            \
      {                                                                                           \
	unsigned m = kept_of_eight (keep + i);                                                    \
	STORE (t + q, m, f + i);                                                                  \
	q += (size_t) __builtin_popcount (m);                                                     \
      }                                                                                           \
    for (; i < n; i++)                                                                            \
      {                                                                                           \
	t[q] = f[i];                                                                              \
	q += keep[i] != 0;                                                                        \
      }                                                                                           \
    return q;                                                                                     \
  }

BY_EIGHT (narrow_1, uint8_t, eight_1)
BY_EIGHT (narrow_2, uint16_t, eight_2)
BY_EIGHT (narrow_4, uint32_t, eight_4)
BY_EIGHT (narrow_8, uint64_t, eight_8)

/* --- AVX-512 --------------------------------------------------------------------------------- */

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
  else if (nova_march > 0)
    switch (size)
      {
      case 1: return narrow_1 (to, from, keep, n);
      case 2: return narrow_2 (to, from, keep, n);
      case 4: return narrow_4 (to, from, keep, n);
      case 8: return narrow_8 (to, from, keep, n);
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

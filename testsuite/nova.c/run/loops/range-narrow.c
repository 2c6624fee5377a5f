/* What is made of the place of an element in a narrower type is that modulo its values: of ranges
   that begin anywhere, over several chunks, in branches, filters, sums, and of shorter types.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <limits.h>
#include <stdint.h>
#include "../check.h"

enum { N = 30011 };

#define TYPE(NAME, T, FROM)                                                     \
static void                                                                     \
NAME (size_t from, size_t n)                                                    \
{                                                                               \
  static T out[N], some[N];                                                     \
  T made (size_t i) { return (T) (i - from + (FROM)); }                         \
  T twice (size_t i) { return (T) ((T) (FROM + i) * 2u); }                      \
  int third (T v) { return (v & 3) == 3; }                                      \
  int64_t wide (size_t i) { return i % 7 ? (int64_t) (T) (i + (FROM)) : 1; }    \
  nova_vec (size_t) places = nova_range (from, from + n);                       \
  size_t kept = 0;                                                              \
  int64_t sum = 0;                                                              \
  CHECK (nova_store (out, n, nova_map (made, places)) == n, 1);                 \
  for (size_t i = 0; i < n; i++)                                                \
    CHECK (out[i] == (T) (i + (FROM)), 1);                                      \
  nova_store (out, n, nova_map (twice, places));                                \
  for (size_t i = from; i < from + n; i++)                                      \
    {                                                                           \
      T v = (T) ((T) (FROM + i) * 2u), w = (T) (i - from + (FROM));             \
      CHECK (out[i - from] == v, 1);                                            \
      kept += third (w);                                                        \
      sum += wide (i);                                                          \
    }                                                                           \
  CHECK (nova_store (some, n, nova_filter (third, nova_map (made, places))) == kept, 1); \
  for (size_t i = 0, k = 0; i < n; i++)                                         \
    if (third ((T) (i + (FROM))))                                               \
      CHECK (some[k++] == (T) (i + (FROM)), 1);                                 \
  CHECK (nova_sum (nova_map (wide, places)) == sum, 1);                         \
}

TYPE (ints, int, 0)
TYPE (uints, unsigned, 4294960000u)
TYPE (shorts, short, 31000)
TYPE (bytes, unsigned char, 250)

/* An expansion, whose places are differences of two indices.  */
static void
expanded (void)
{
  static int lengths[500], out[N];
  int size (int n) { return n; }
  int item (int n, int i) { return n * 1000 + i; }
  size_t k = 0;
  for (int i = 0; i < 500; i++)
    lengths[i] = i % 97;
  size_t n = nova_store (out, N, nova_expand (size, item, nova_view (lengths, 500)));
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < lengths[i]; j++, k++)
      CHECK (out[k] == lengths[i] * 1000 + j, 1);
  CHECK (k == n, 1);
}

int
main (void)
{
  static const size_t from[] = { 0, 1, 4294967290u, (size_t) 1 << 40, SIZE_MAX - N };
  for (size_t k = 0; k < sizeof from / sizeof *from; k++)
    for (size_t n = 0; n <= N; n = n * 7 + 1 > N && n < N ? N : n * 7 + 1)
      {
	ints (from[k], n);
	uints (from[k], n);
	shorts (from[k], n);
	bytes (from[k], n);
      }
  expanded ();
  return 0;
}

/* Absolute values of all signed types: GCC computes those of narrow ones, and of what is converted to
   unsigned, in the unsigned type.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };

#define TYPE(NAME, T, ABS, LEAST)                                               \
static int                                                                      \
NAME (void)                                                                     \
{                                                                               \
  static T x[N];                                                                \
  T limit = 100;                                                                \
  int far (T a) { return ABS (a) >= limit; }                                    \
  unsigned long size (T a) { return (unsigned long) ABS (a); }                  \
  size_t count = 0;                                                             \
  unsigned long sum = 0;                                                        \
  for (int i = 0; i < N; i++)                                                   \
    {                                                                           \
      x[i] = (T) (i * 37 - 12345);                                              \
      if (i % 1000 == 999)                                                      \
        x[i] = (T) (LEAST);                                                     \
      count += ABS (x[i]) >= limit;                                             \
      sum += (unsigned long) ABS (x[i]);                                        \
    }                                                                           \
  return count == nova_count (far, nova_view (x, N))                            \
         && sum == nova_sum (nova_map (size, nova_view (x, N)));                \
}

TYPE (of_char, signed char, abs, SCHAR_MIN)
TYPE (of_short, short, abs, SHRT_MIN)
TYPE (of_int, int, abs, INT_MIN + 1)
TYPE (of_long, long, labs, LONG_MIN + 1)
TYPE (of_llong, long long, llabs, LLONG_MIN + 1)

int
main (void)
{
  int good = of_char () && of_short () && of_int () && of_long () && of_llong ();
  puts (good ? "good" : "wrong");
  return !good;
}

/* Scans by the machine's own operators, which are swept in vectors: every type and length, at the
   ends of segments and blocks, of loaded and of computed values, in place; and in wider vectors,
   where the machine has them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 5000

static unsigned
drawn (void)
{
  static uint64_t i;
  return nova_random (3, i++) >> 40;
}

/* WITH, attributes: the scans; then the test of those of N elements.  A OP B is C, the elements are
   DRAWN.  */
#define SCANS(NAME, T, OP, WITH) \
  WITH static void \
  NAME (T *d, T *x, T *e, const T *p, size_t n) \
  { \
    T next (T a) { return a + 1; } \
    nova_store (d, n, nova_scan (OP, (T) 1, nova_view (p, n))); \
    nova_store (x, n, nova_exscan (OP, (T) 1, nova_view (x, n))); \
    nova_store (e, n, nova_exscan (OP, (T) 1, nova_map (next, nova_view (p, n)))); \
  }
#define TEST(NAME, T, C, DRAWN) \
  static void \
  NAME##_test (void (*scans) (T *, T *, T *, const T *, size_t), size_t n) \
  { \
    static T p[MOST], d[MOST], x[MOST], e[MOST]; \
    T at = 1, from = 1; \
    for (size_t i = 0; i < n; i++) \
      x[i] = p[i] = (T) DRAWN; \
    scans (d, x, e, p, n); \
    for (size_t i = 0; i < n; i++) \
      { \
	T a = at, b = p[i]; \
	int good = !memcmp (&x[i], &a, sizeof a); \
	at = C; \
	good &= !memcmp (&d[i], &at, sizeof at) && !memcmp (&e[i], &from, sizeof from); \
	a = from, b = p[i] + 1; \
	from = C; \
	if (!good) \
	  { \
	    printf (#NAME ": element %zu of %zu\n", i, n); \
	    exit (1); \
	  } \
      } \
  }
#if defined __x86_64__
# define WIDE(NAME, T, OP) SCANS (NAME##_wide, T, OP, __attribute__ ((target ("avx2"))))
# define IS_WIDE __builtin_cpu_supports ("avx2")
#else
# define WIDE(NAME, T, OP) SCANS (NAME##_wide, T, OP, )
# define IS_WIDE 0
#endif
#define ALL(NAME, T, OP, C, DRAWN) \
  SCANS (NAME, T, OP, ) WIDE (NAME, T, OP) TEST (NAME, T, C, DRAWN)

ALL (i8_add, signed char, nova_add, a + b, drawn ())
ALL (u8_max, unsigned char, nova_max, a > b ? a : b, (drawn () % 200))
ALL (i16_mul, short, nova_mul, a * b, drawn ())
ALL (i32_add, int, nova_add, (int) ((unsigned) a + b), (drawn () << 8))
ALL (u32_min, unsigned, nova_min, a < b ? a : b, drawn ())
ALL (i32_xor, int, nova_bxor, a ^ b, drawn ())
ALL (i64_add, long, nova_add, a + b, drawn ())
ALL (u64_and, uint64_t, nova_band, a & b, ~(uint64_t) drawn ())
ALL (f32_add, float, nova_add, a + b, (drawn () % 4))
ALL (f32_max, float, nova_max, fmaxf (a, b), (drawn () % 7 ? drawn () : NAN))
ALL (f64_add, double, nova_add, a + b, (drawn () % 8))
ALL (f64_min, double, nova_min, fmin (a, b), (drawn () % 7 ? -(double) drawn () : NAN))

int
main (void)
{
  static const size_t lengths[] = { 0, 1, 2, 15, 16, 17, 33, 255, 256, 257, 300, 4099 };

  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
    {
#define RUN(NAME) \
      NAME##_test (NAME, lengths[k]); \
      if (IS_WIDE) \
	NAME##_test (NAME##_wide, lengths[k]);
      RUN (i8_add) RUN (u8_max) RUN (i16_mul) RUN (i32_add) RUN (u32_min) RUN (i32_xor)
      RUN (i64_add) RUN (u64_and) RUN (f32_add) RUN (f32_max) RUN (f64_add) RUN (f64_min)
    }
  return 0;
}

/* Arithmetic types that FIR knows no scalar for: generic operators, conversions, sums, predicates.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define N 120
#define MUST(C) do { if (!(C)) return __LINE__; } while (0)

/* Element number I of all types; their sum is below 2048, so that _Float16 holds it.  */
static int number (size_t i) { return (int) (i * 7 % 30); }

#define TYPES(DO)				\
  DO (_Decimal32, d32, long)			\
  DO (_Decimal64, d64, unsigned char)		\
  DO (_Decimal128, d128, int)			\
  DO (_Complex signed char, c8, int)		\
  DO (_Complex int, c32, _Complex double)	\
  DO (_Complex unsigned long, c64, unsigned)	\
  DO (_Complex __int128, c128, long double)	\
  DO (_Complex _Float128, cf128, _Float128)	\
  HALF (DO)
#ifdef __FLT16_MAX__
# define HALF(DO) DO (_Complex _Float16, cf16, float)
#else
# define HALF(DO)
#endif

/* Of type T, mixed and converted with type U.  */
#define FUNCTION(T, ID, U)							\
static T take_##ID (T x) { return x; }						\
										\
static int									\
run_##ID (void)									\
{										\
  static T a[N], b[N];								\
  static U u[N];								\
  static _Bool t[N];								\
  T sum = 2;									\
  nova_vec (T) x = nova_view (a, N), y = nova_reverse (x);			\
  for (int i = 0; i < N; i++)							\
    a[i] = number (i);								\
  nova_store (b, N, nova_map (nova_add, x, nova_map (nova_mul, x, y)));		\
  for (int i = 0; i < N; i++)							\
    MUST (b[i] == a[i] + (T) (a[i] * a[N - 1 - i]));				\
  nova_store (b, N, nova_scan (nova_add, 2, x));				\
  for (int i = 0; i < N; i++)							\
    MUST (b[i] == (sum += a[i]));						\
  MUST (nova_reduce (nova_add, 2, x) == sum);					\
  MUST (nova_reduce (nova_add, 0, nova_range (0)) == 0);			\
  MUST (nova_sum (nova_map (take_##ID, nova_map (number, nova_range (3)))) == 21);	\
  MUST (nova_product (nova_slice (1, 3, x)) == 98);				\
  nova_store (b, N, nova_map (nova_bind (nova_mul, (U) 3), x));			\
  for (int i = 0; i < N; i++)							\
    MUST (b[i] == (T) ((U) 3 * a[i]));						\
  MUST (nova_store (u, N, x) == N);						\
  for (int i = 0; i < N; i++)							\
    MUST (u[i] == (U) a[i]);							\
  MUST (nova_get (nova_convert (T, nova_view (u, N)), 4) == 28);		\
  nova_store (t, N, nova_map (nova_lor, x, nova_map (nova_land, x, y)));	\
  for (int i = 0; i < N; i++)							\
    MUST (t[i] == (a[i] || (a[i] && a[N - 1 - i])));				\
  MUST (nova_count (take_##ID, x) == N - 4 && nova_length (nova_filter (take_##ID, x)) == N - 4);	\
  MUST (nova_find (take_##ID, x) == 1 && !nova_all (take_##ID, x) && nova_any (take_##ID, x));	\
  MUST (nova_length (nova_get (nova_partition (take_##ID, x), 1)) == 4);	\
  nova_vec (T) bins = nova_reduce_by_index (nova_add, 0, 30, nova_map (number, nova_range (N)), x);	\
  MUST (nova_get (bins, 7) == 4 * 7 && nova_get (bins, 29) == 4 * 29);	\
  return 0;									\
}
TYPES (FUNCTION)

/* What only real numbers have.  */
#define REAL(T, ID)								\
static int									\
order_##ID (void)								\
{										\
  static T a[N];								\
  T nan = (T) __builtin_nan ("");						\
  nova_vec (T) x = nova_view (a, N);						\
  for (int i = 0; i < N; i++)							\
    a[i] = number (i + 1);							\
  MUST (nova_minimum (x) == 0 && nova_maximum (x) == 29);			\
  MUST (nova_argmin (nova_lt, x) == 29 && nova_argmax (nova_lt, x) == 16);	\
  nova_vec (T) s = nova_sort (nova_gt, x);					\
  for (int i = 1; i < N; i++)							\
    MUST (nova_get (s, i) <= nova_get (s, i - 1));				\
  MUST (nova_get (nova_search (nova_gt, s, nova_replicate (1, (T) 28)), 0) == 4);	\
  a[3] = nan;									\
  MUST (nova_minimum (x) == 0 && nova_maximum (x) == 29);			\
  MUST (nova_reduce (nova_min, nan, x) == 0);					\
  T n = nova_reduce (nova_max_nan, 0, x);					\
  MUST (n != n);								\
  return 0;									\
}
REAL (_Decimal32, d32)
REAL (_Decimal64, d64)
REAL (_Decimal128, d128)

int
main (void)
{
  int line;
#define CALL(T, ID, U)			\
  if ((line = run_##ID ()))		\
    return line;
  TYPES (CALL)
  if ((line = order_d32 ()) || (line = order_d64 ()) || (line = order_d128 ()))
    return line;
  return 0;
}

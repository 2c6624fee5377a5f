/* Element types: every arithmetic type, with C's conversions in sums, conversions and comparisons.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <complex.h>
#include <stdio.h>

#define N 300

/* Sum in the promoted type, sum in the type itself, least, most; against plain C.  */
#define TEST(T, S, NAME)						\
  static int								\
  NAME (void)								\
  {									\
    static T x[N];							\
    T least, most, wrapped = 0;						\
    S sum = 0;								\
    int count = 0, good = 1;						\
    int positive (T v) { return v > 3; }				\
    for (int i = 0; i < N; i++)						\
      x[i] = (T) (i * 37 % 101);					\
    least = most = x[0];						\
    for (int i = 0; i < N; i++)						\
      {									\
	sum += x[i];							\
	wrapped = (T) (wrapped + x[i]);					\
	least = x[i] < least ? x[i] : least;				\
	most = x[i] > most ? x[i] : most;				\
	count += x[i] > 3;						\
      }									\
    good &= nova_sum (nova_view (x, N)) == sum;				\
    good &= __builtin_types_compatible_p (__typeof__ (nova_sum (nova_view (x, N))), S); \
    good &= nova_reduce (nova_add, (T) 0, nova_view (x, N)) == wrapped;	\
    good &= nova_minimum (nova_view (x, N)) == least;			\
    good &= nova_maximum (nova_view (x, N)) == most;			\
    good &= nova_count (positive, nova_view (x, N)) == (size_t) count;	\
    good &= nova_sum (nova_convert (double, nova_view (x, N)))		\
	    == (double) nova_sum_as (long double, nova_view (x, N));	\
    good &= nova_any (positive, nova_view (x, N)) == (count > 0);	\
    good &= nova_all (positive, nova_view (x, N)) == (count == N);	\
    if (!good)								\
      puts (#T);							\
    return good;							\
  }

TEST (_Bool, int, test_bool)
TEST (signed char, int, test_schar)
TEST (unsigned char, int, test_uchar)
TEST (short, int, test_short)
TEST (unsigned short, int, test_ushort)
TEST (int, int, test_int)
TEST (unsigned, unsigned, test_unsigned)
TEST (long, long, test_long)
TEST (unsigned long, unsigned long, test_ulong)
TEST (float, float, test_float)
TEST (double, double, test_double)
TEST (long double, long double, test_ldouble)
TEST (__int128, __int128, test_int128)

enum color { RED, GREEN, BLUE };

static int
others (void)
{
  static double complex z[N];
  static enum color e[N];
  static short s[N];
  static unsigned u[N];
  double complex sum = 0;
  int good = 1, reds = 0;
  long lower = 0;

  for (int i = 0; i < N; i++)
    {
      sum += z[i] = i + (N - i) * I;
      e[i] = i % 3;
      reds += e[i] == RED;
      s[i] = i % 5 - 2;
      u[i] = i % 4;
      lower += s[i] < u[i];
    }
  int red (enum color c) { return c == RED; }
  good &= nova_sum (nova_view (z, N)) == sum;
  good &= nova_count (red, nova_view (e, N)) == (size_t) reds;
  /* short < unsigned compares as unsigned.  */
  good &= nova_sum (nova_map (nova_lt, nova_view (s, N), nova_view (u, N))) == lower;
  nova_vec (unsigned) su = nova_map (nova_mul, nova_view (s, N), nova_view (u, N));
  good &= nova_get (su, 1) == s[1] * u[1];
  if (!good)
    puts ("others");
  return good;
}

/* Ranges and replicates of enumerated values and bit-fields: promoted, and as in memory.  */
static int
promotions (void)
{
  enum some { NONE, ONE } e = ONE;
  enum less { MINUS = -1 } m = MINUS;
  struct { unsigned three : 3; unsigned long most : 40; } b = { 5, 1ul << 39 };
#define IS(X, T) __builtin_types_compatible_p (__typeof__ (X), nova_vec (T))
  return IS (nova_range (e), unsigned) && IS (nova_range (m, 1), int)
	 && IS (nova_range (b.three), int) && IS (nova_range (b.most), unsigned long)
	 && IS (nova_replicate (2, b.three), unsigned)
	 && nova_length (nova_range (m, 3)) == 4 && nova_length (nova_range (b.three)) == 5
	 && nova_length (nova_range (b.most)) == 1ul << 39
	 && nova_sum (nova_replicate (3, b.three)) == 15;
}

int
main (void)
{
  int good = test_bool () & test_schar () & test_uchar () & test_short () & test_ushort ()
	     & test_int () & test_unsigned () & test_long () & test_ulong () & test_float ()
	     & test_double () & test_ldouble () & test_int128 () & others () & promotions ();

  return !good;
}

/* Functions of the C library that are known by their names alone: of floats with a width in their
   type, of complex numbers where GCC's own are switched off, of wide characters.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-D_GNU_SOURCE -fno-builtin" } */

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <nova.h>
#include <search.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static double of_complex (double x)
{
  _Complex double z = cexp (x * I);
  return creal (z * conj (z)) + cimag (z) + cabs (z);
}

static _Float128 of_wide_float (_Float128 x)
{
  int e;
  return sinf128 (x) + frexpf128 (x, &e) + e + cimagf128 (csqrtf128 (-x));
}

static double of_narrow_float (_Float32 x)
{
  return sqrtf32 (x) + fmaxmag (x, -2) + nextup (x) + llogb (x + 1) + isnan (x) + finite (x);
}

static int of_wide_characters (wchar_t c)
{
  wchar_t own[4];
  wmemset (own, towupper (c), 3);
  own[3] = 0;
  return (iswalpha (own[1]) ? 100 : 0) + (int) wcslen (own) + (wcschr (own, own[0]) == own);
}

static int same (const void *a, const void *b)
{
  return *(const int *) a != *(const int *) b;
}

static intmax_t of_numbers (int x)
{
  static const int all[4] = { 3, 1, 4, 1 };
  size_t n = 4;
  const int *found = lfind (&x, all, &n, sizeof x, same);
  return imaxabs (-x) + strtoimax ("12", NULL, 10) + (found ? found - all : 7);
}

#define N 300

int
main (void)
{
  static double d[N];
  static _Float128 q[N];
  static int n[N];
  nova_vec (int) x = nova_range (N);

  nova_store (d, N, nova_map (of_complex, x));
  for (int i = 0; i < N; i++)
    if (d[i] != of_complex (i))
      return 1;
  nova_store (q, N, nova_map (of_wide_float, x));
  for (int i = 0; i < N; i++)
    if (q[i] != of_wide_float (i))
      return 2;
  nova_store (d, N, nova_map (of_narrow_float, x));
  for (int i = 0; i < N; i++)
    if (d[i] != of_narrow_float (i))
      return 3;
  nova_store (n, N, nova_map (of_wide_characters, x));
  for (int i = 0; i < N; i++)
    if (n[i] != of_wide_characters (i))
      return 4;
  nova_store (n, N, nova_map (of_numbers, x));
  for (int i = 0; i < N; i++)
    if (n[i] != of_numbers (i))
      return 5;
  return 0;
}

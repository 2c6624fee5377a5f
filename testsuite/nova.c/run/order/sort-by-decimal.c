/* Sorts and groups by keys that are decimal floats: stable, NaNs last and one group, and so zeros.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static int failed;

struct item { int value; size_t place; };

static int
order (_Decimal128 a, _Decimal128 b)
{
  int x = a != a, y = b != b;
  return x || y ? x - y : (a > b) - (a < b);
}

#define KEYS(T, KEY) \
  static T T##_key (struct item v) { return KEY; } \
  static void \
  T##_test (const struct item *x, size_t n) \
  { \
    nova_vec (struct item) v = nova_sort_by (T##_key, nova_view (x, n)); \
    nova_vec (nova_vec (struct item)) g = nova_group_by (T##_key, nova_view (x, n)); \
    size_t k = 0, at = 0; \
    int good = nova_length (v) == n; \
    for (size_t i = 0; i < n; i++) \
      { \
	struct item b = nova_get (v, i), a = i ? nova_get (v, i - 1) : b; \
	int o = i ? order (T##_key (a), T##_key (b)) : 0; \
	good &= o < 0 || i == 0 || (o == 0 && a.place < b.place); \
	if (o) \
	  k++, at = 0; \
	good &= nova_get (nova_get (g, k), at++).place == b.place; \
      } \
    good &= nova_length (g) == k + (n != 0); \
    if (!good) \
      { \
	printf ("%zu elements by " #T "\n", n); \
	failed = 1; \
      } \
  }

KEYS (_Decimal32, v.value % 7 == 0 ? __builtin_nand32 ("") : v.value % 7 == 1 ? -0.0DF
		  : (_Decimal32) (v.value % 50) / 8 - 3)
KEYS (_Decimal64, v.value % 9 == 0 ? -__builtin_infd64 () : v.value % 9 == 1 ? 1.0DD
		  : v.value % 9 == 2 ? 1.00DD : v.value / -7.0DD)
KEYS (_Decimal128, v.value % 3 ? v.value % 30 * 1e6000DL : -0.1DL * (v.value % 4))

/* Rows by their sums, and a key with a captured factor.  */
static _Decimal64
total (nova_vec (int) r)
{
  return (_Decimal64) nova_sum (r) / 8;
}

static int
rows_test (const int *rows, size_t n, _Decimal64 by)
{
  _Decimal64 scaled (int a) { return a * by; }
  nova_vec (nova_vec (nova_vec (int))) h = nova_group_by (total, nova_view (rows, n, 3));
  nova_vec (int) s = nova_sort_by (scaled, nova_view (rows, n));
  int good = nova_length (nova_flatten (h)) == n;
  for (size_t i = 1; i < nova_length (h); i++)
    good &= total (nova_get (nova_get (h, i - 1), 0)) < total (nova_get (nova_get (h, i), 0));
  for (size_t i = 1; i < n; i++)
    good &= nova_get (s, i - 1) >= nova_get (s, i);
  if (!good)
    printf ("%zu rows\n", n);
  return !good;
}

int
main (void)
{
  static struct item x[3000];
  static int rows[9000];
  static const size_t sizes[] = { 0, 1, 2, 17, 3000 };

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      for (size_t i = 0; i < sizes[k]; i++)
	x[i] = (struct item) { (int) (nova_random (k, i) % 400), i };
      for (size_t i = 0; i < 3 * sizes[k]; i++)
	rows[i] = (int) (nova_random (k, i) % 9);
      _Decimal32_test (x, sizes[k]);
      _Decimal64_test (x, sizes[k]);
      _Decimal128_test (x, sizes[k]);
      failed |= rows_test (rows, sizes[k], -0.1DD);
    }
  return failed;
}

/* Whether the parity of a number agrees with a condition: GCC compares the lowest bit, by converting
   the number to bool, which in GIMPLE is no comparison with 0.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../good.h"

#define N 1000

static int a[N], b[N];
static unsigned char c[N];

static int alike (int x, int y) { return (x & 1) == !(y & 1); }
static int flag (int x, int y) { return (x & 1) == (y > 3); }
static int apart (unsigned char x, int y) { return (x & 1) != (y > 3); }
static int last (long x, int y) { return (_Bool) (x & 1) == (_Bool) y; }

int
main (void)
{
  int sums[5] = { 0 };

  for (int i = 0; i < N; i++)
    {
      a[i] = i * 7 % 64 - 20;
      b[i] = i * 5 % 8;
      c[i] = i * 11;
    }
  nova_vec (int) x = nova_view (a, N), y = nova_view (b, N);
  for (int i = 0; i < N; i++)
    {
      sums[0] += alike (a[i], b[i]);
      sums[1] += flag (a[i], b[i]);
      sums[2] += apart (c[i], b[i]);
      sums[3] += last (a[i], b[i]);
      sums[4] += (a[i] & 1) == !(b[1] & 1);
    }
  check ("parities", nova_sum (nova_map (alike, x, y)) == sums[0]);
  check ("a condition", nova_sum (nova_map (flag, x, y)) == sums[1]);
  check ("a difference", nova_sum (nova_map (apart, nova_view (c, N), y)) == sums[2]);
  check ("bool", nova_sum (nova_map (last, x, y)) == sums[3]);

  int i = b[1];
  int odd (int v) { return (v & 1) == !(i & 1); }
  check ("captured", nova_sum (nova_map (odd, x)) == sums[4]);
  return 0;
}

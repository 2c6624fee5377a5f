/* Functions that compare what they make of one element with what they make of the other are orders: they
   are not tried, and take no code for it.  Others are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler-not {\mplain_(lt|down|key|half)\.check} } } */
/* { dg-final { scan-assembler {\mtried_sum\.check} } } */
/* { dg-final { scan-assembler {\mtried_other\.check} } } */

#include <nova.h>

struct pair { int key, value; };

size_t
plain_lt (size_t n, const float *x)
{
  return nova_argmin (nova_lt, nova_view (x, n));
}

size_t
plain_down (size_t n, const int *x)
{
  int down (int a, int b) { return b < a; }
  return nova_argmin (down, nova_view (x, n));
}

nova_vec (struct pair)
plain_key (size_t n, const struct pair *x, int k)
{
  int less (struct pair a, struct pair b) { return a.value * k > b.value * k; }
  return nova_sort (less, nova_view (x, n));
}

size_t
plain_half (size_t n, const double *x)
{
  _Bool less (double a, double b) { return a / 2 < b / 2; }
  return nova_argmax (less, nova_view (x, n));
}

size_t
tried_sum (size_t n, const int *x)
{
  int less (int a, int b) { return a + b < b + a + 1; }
  return nova_argmin (less, nova_view (x, n));
}

nova_vec (struct pair)
tried_other (size_t n, const struct pair *x)
{
  int less (struct pair a, struct pair b) { return a.value < b.key; }
  return nova_sort (less, nova_view (x, n));
}

/* Where pointers have 32 bits one error says so, whatever follows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */
/* { dg-options "-O2 -m32" } */

int
length (int n)
{
  return __nova_length (__nova_range (n)); /* { dg-error "25: '__nova_range' needs a target with pointers of 64 bits, not of 32" } */
}

int
others (int n, const int *p)
{
  int add (int a, int b) { return a + b; }
  return __nova_reduce (add, 0, __nova_map (__nova_add, __nova_view (p, n), __nova_range (n)))
	 + __nova_get (__nova_view (p, n), 2);
}

typedef __typeof__ (__typeof__ (int) __attribute__ ((nova_vector))) ints;

ints
given (ints x)
{
  ints y = x, z;
  z = y;
  return __nova_concat (z, x);
}

/* The same, if it is a vector's type that is met first; no builtin is needed.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */
/* { dg-options "-O2 -m32" } */

typedef __typeof__ (__typeof__ (int) __attribute__ ((nova_vector))) ints; /* { dg-error "1: 'nova_vec' needs a target with pointers of 64 bits, not of 32" } */

ints
same (ints x)
{
  ints y = x;
  return y;
}

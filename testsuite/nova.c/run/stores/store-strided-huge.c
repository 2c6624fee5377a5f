/* Sizes of a strided store that no vector has are an error at once, whatever the steps.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O2" } */
/* { dg-nova-fails "store-strided-huge.c:18: __nova_store_strided: operand 2 is 9223372036854775807, operand 6 has 2 elements" } */

#include <nova.h>
#include <stdint.h>

static int x[4], y[4];

int
main (void)
{
  nova_vec (nova_vec (int)) v = nova_view (x, 2, 2);
  /* Steps of 1 at both levels: elements share addresses as soon as there are several.  */
  volatile size_t much = PTRDIFF_MAX;
  nova_store_strided (y, much, 1, much, 1, v);
  return 0;
}

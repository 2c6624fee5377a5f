/* A loop of nova_get over a view keeps what it knows of other memory: where elements are that are not simply
   in memory is asked of the library, and that changes nothing.  So half the length is computed once.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler "nova_vec_place" } } */
/* { dg-final { scan-assembler-times {\tshrq\t%r} 1 } } */

#include <nova.h>

struct data { size_t n; float *x; };

float
every_second (const struct data *d)
{
  nova_vec (float) v = nova_slice (0, 2, d->n, nova_view (d->x, d->n));
  float s = 0;
  for (size_t i = 0; i < d->n / 2; i++)
    s += nova_get (v, i);
  return s;
}

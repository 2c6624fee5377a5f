/* What is nearest to each element, in vectors: the least distance, and of which it is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler {\tcmp[a-z]+ps\t} } } */

#include <nova.h>

struct place { float x, y; };

size_t
nearest (size_t n, const struct place *p, size_t m, const struct place *c, int *out)
{
  nova_vec (struct place) centres = nova_view (c, m);
  int which (struct place a)
  {
    float apart (struct place b) { return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y); }
    return nova_argmin (nova_lt, nova_map (apart, centres));
  }
  return nova_store (out, n, nova_map (which, nova_view (p, n)));
}

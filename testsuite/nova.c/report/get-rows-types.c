/* A row that nova_get takes is not copied for a store to elements of another type, and that of a view
   that is known is copied without a handle of the row.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler-not "nova_vec_keep" } } */
/* { dg-final { scan-assembler-times "call\[ \t\]*_?nova_vec_copy_in" 1 } } */
/* { dg-final { scan-assembler-not "call\[ \t\]*_?nova_vec_view" } } */

#include <nova.h>

typedef nova_vec (float) vec;

/* What is written is no float.  */
void
rounded (nova_vec (vec) m, int *to)
{
  for (size_t i = 0; i < nova_length (m); i++)
    {
      vec r = nova_get (m, i);
      for (size_t j = 0; j < nova_length (r); j++)
	*to++ = nova_get (r, j);
    }
}

/* TO may be where the rows are.  */
void
doubled (const float *from, size_t n, size_t k, float *to)
{
  nova_vec (vec) m = nova_view (from, n, k);
  for (size_t i = 0; i < n; i++)
    {
      vec r = nova_get (m, i);
      for (size_t j = 0; j < k; j++)
	*to++ = 2 * nova_get (r, j);
    }
}

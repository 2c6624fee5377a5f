/* The same element type is the same vector type.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

typedef float real;
typedef const real constant_real;
typedef nova_vec (float) fvec;

extern fvec a;
extern nova_vec (float) a;
extern nova_vec (const float) a;
extern nova_vec (constant_real) a;
extern nova_vec (nova_vec (float)) b;
extern nova_vec (fvec) b;
extern nova_vec (const fvec) b;
extern nova_vec (real *) c;
extern nova_vec (float *) c;
extern nova_vec (int (*) (real)) d;
extern nova_vec (int (*) (float)) d;
extern nova_vec (double) e;		/* { dg-message "previous declaration of 'e'" } */
extern nova_vec (float) e;		/* { dg-error "conflicting types for 'e'; have 'nova_vec\\(float\\)'" } */

_Static_assert (__builtin_types_compatible_p (fvec, nova_vec (real)), "");
_Static_assert (!__builtin_types_compatible_p (fvec, nova_vec (double)), "");
_Static_assert (sizeof (fvec) == sizeof (void *), "");

float neg (float x);
void
f (fvec v, int i)
{
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_map (neg, v)), fvec), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_length (v)), size_t), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_get (v, i++)), float), "");
  _Static_assert (sizeof (nova_data (v)) == sizeof (void *), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_range ((char) 3)), nova_vec (int)), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_map (nova_lt, v, v)), nova_vec (int)), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_sum (nova_replicate (3, (char) 1))), int), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_sum (v)), float), "");
  _Static_assert (__builtin_types_compatible_p (__typeof__ (nova_map (nova_mul, v, v)), fvec), "");
}

/* nova_release needs a place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

void
f (nova_vec (float) v, const nova_vec (float) c, float *p)
{
  nova_release (v);
  nova_release (nova_copy (v));		/* { dg-error "operand 1 of '__nova_release' is not an lvalue" } */
  nova_release (c);			/* { dg-error "operand 1 of '__nova_release' is read-only" } */
  nova_release (p);			/* { dg-error "operand 1 of '__nova_release' has type 'float \\*', wanted a vector" } */
}

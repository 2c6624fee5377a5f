/* nova_bind and nova_trust stand only where a function operand is wanted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float neg (float a);

void
f (void)
{
  float (*p) (float) = nova_trust (neg);	/* { dg-error "'__nova_trust' stands where no function operand is wanted" } */
  p (1);
}

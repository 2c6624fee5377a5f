/* No more errors than are wanted, also where some that are found late come before one of the front end's.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fmax-errors=2" } */

#include <nova.h>

void
late (nova_vec (int) v, int *p)
{
  p = v;	/* { dg-error "7: incompatible types when assigning to type 'int \\*' from type 'nova_vec\\(int\\)'" } */
  asm ("" : : "r" (v));	/* { dg-error "20: a value of type 'nova_vec\\(int\\)' cannot be an operand of 'asm'" } */
  p = v;
  v = p;
}

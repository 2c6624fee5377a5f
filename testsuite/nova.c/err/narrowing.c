/* An initial value that the element type cannot hold.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float
f (size_t n, int i, double d, nova_vec (float) v, nova_vec (unsigned) u, nova_vec (char) c)
{
  float s = 0;
  s += nova_reduce (nova_add, 0.1, v);		/* { dg-warning "31: operand 2 of '__nova_reduce' has type 'double' and changes its value when converted to 'float'" } */
  s += nova_reduce (nova_add, d, v);		/* { dg-warning "31: operand 2 of '__nova_reduce' has type 'double' and may change its value when converted to 'float'" } */
  s += nova_reduce (nova_add, 1000, c);		/* { dg-warning "31: operand 2 of '__nova_reduce' has type 'int' and changes its value when converted to 'char'" } */
  s += nova_reduce (nova_add, n, u);		/* { dg-warning "31: and may change its value when converted to 'unsigned int'" } */
  s += nova_reduce (nova_add, 0, v) + nova_reduce (nova_add, 0.5, v);
  s += nova_reduce (nova_band, -1, u) + nova_reduce (nova_max, i, u) + nova_reduce (nova_add, 1, c);
  s += nova_reduce (nova_add,			/* ) */
		    0.1, v);			/* { dg-warning "21: operand 2 of '__nova_reduce'" } */
  s += nova_reduce (nova_add,
		    0.1, v);			/* { dg-warning "21: operand 2 of '__nova_reduce'" } */
  return s;
}

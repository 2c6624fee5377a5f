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

/* Decimal floats hold what has no more digits.  */
_Decimal32
decimal (short h, int i, nova_vec (_Decimal32) v, nova_vec (_Decimal64) w)
{
  v = nova_scan (nova_add, 1234567, nova_scan (nova_add, h, v));
  v = nova_scan (nova_add, i, v);	/* { dg-warning "28: and may change its value when converted to '_Decimal32'" } */
  v = nova_scan (nova_add, 12345678, v);	/* { dg-warning "28: operand 2 of '__nova_scan' has type 'int' and changes its value when converted to '_Decimal32'" } */
  w = nova_scan (nova_add, i, nova_scan (nova_add, -5, w));
  return nova_sum (v) + (_Decimal32) nova_sum (w);
}

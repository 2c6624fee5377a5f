/* Operands of views with strides, cuts, windows, padding, and of the stores to several places.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x; };

void
f (float *p, const float *c, double d, nova_vec (float) v, nova_vec (nova_vec (float)) m,
   nova_vec (int) i, nova_vec (struct point) s)
{
  nova_view_strided (p, 3);		/* { dg-error "'__nova_view_strided' takes at least 3 operands, 2 given" } */
  nova_view_strided (p, 3, 1, 4);	/* { dg-error "'__nova_view_strided' takes a stride for each size, none given for operand 4" } */
  nova_view_strided (v, 3, 1);		/* { dg-error "22: operand 1 of '__nova_view_strided' has type 'nova_vec\\(float\\)', wanted a pointer to elements" } */
  nova_view_strided (p, 3, d);		/* { dg-error "28: operand 3 of '__nova_view_strided' has type 'double', wanted an integer" } */
  nova_store_strided (p, 3, 1, m);	/* { dg-error "32: operand 4 of '__nova_store_strided' has type 'nova_vec\\(nova_vec\\(float\\)\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_store_strided (p, 3, 1, 2, 2, v);	/* { dg-error "38: operand 6 of '__nova_store_strided' has type 'nova_vec\\(float\\)', wanted 'nova_vec\\(nova_vec\\(float\\)\\)'" } */
  nova_store_strided (c, 3, 1, v);	/* { dg-error "operand 1 of '__nova_store_strided' has type 'const float \\*', wanted a pointer to elements that are not const" } */
  nova_store_strided (p, 3, 1, s);	/* { dg-error "operand 4 of '__nova_store_strided' has type 'nova_vec\\(struct point\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_store_strided (p, 3, 1, 2, v);	/* { dg-error "'__nova_store_strided' takes a stride for each size, none given for operand 4" } */
  nova_store_all (3, p);		/* { dg-error "'__nova_store_all' takes at least 3 operands, 2 given" } */
  nova_store_all (3, p, v, p);		/* { dg-error "'__nova_store_all' takes a vector for each pointer, none given for operand 4" } */
  nova_store_all (3, p, v, c, v);	/* { dg-error "28: operand 4 of '__nova_store_all' has type 'const float \\*', wanted a pointer to elements that are not const" } */
  nova_store_all (3, p, s);		/* { dg-error "25: operand 3 of '__nova_store_all' has type 'nova_vec\\(struct point\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_store_all (d, p, v);		/* { dg-error "19: operand 1 of '__nova_store_all' has type 'double', wanted an integer" } */
  nova_segments (v, v);			/* { dg-error "21: operand 2 of '__nova_segments' has type 'nova_vec\\(float\\)', wanted a vector of integers" } */
  nova_segments (p, i);			/* { dg-error "18: operand 1 of '__nova_segments' has type 'float \\*', wanted a vector" } */
  nova_split (v, 3);			/* { dg-error "15: operand 1 of '__nova_split' has type 'nova_vec\\(float\\)', wanted an integer" } */
  nova_split (3, 3);			/* { dg-error "operand 2 of '__nova_split' has type 'int', wanted a vector" } */
  nova_flatten (v);			/* { dg-error "17: operand 1 of '__nova_flatten' has type 'nova_vec\\(float\\)', wanted a vector of vectors" } */
  nova_lengths (v);			/* { dg-error "operand 1 of '__nova_lengths' has type 'nova_vec\\(float\\)', wanted a vector of vectors" } */
  nova_offsets (p);			/* { dg-error "operand 1 of '__nova_offsets' has type 'float \\*', wanted a vector" } */
  nova_rotate (d, v);			/* { dg-error "16: operand 1 of '__nova_rotate' has type 'double', wanted an integer" } */
  nova_rotate (1, p);			/* { dg-error "operand 2 of '__nova_rotate' has type 'float \\*', wanted a vector" } */
  nova_concat (v, i);			/* { dg-error "19: operand 2 of '__nova_concat' has type 'nova_vec\\(int\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_concat (v, v, m);		/* { dg-error "operand 3 of '__nova_concat' has type 'nova_vec\\(nova_vec\\(float\\)\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_concat (p);			/* { dg-error "operand 1 of '__nova_concat' has type 'float \\*', wanted a vector" } */
  nova_transpose (v);			/* { dg-error "operand 1 of '__nova_transpose' has type 'nova_vec\\(float\\)', wanted a vector of vectors" } */
  nova_window (d, v);			/* { dg-error "operand 1 of '__nova_window' has type 'double', wanted an integer" } */
  nova_window (3, p);			/* { dg-error "operand 2 of '__nova_window' has type 'float \\*', wanted a vector" } */
  nova_pad (d, 1, v);			/* { dg-error "13: operand 1 of '__nova_pad' has type 'double', wanted an integer" } */
  nova_pad (4, 1, v);			/* { dg-error "13: operand 1 of '__nova_pad' is 4, wanted one of 'NOVA_CLAMP', 'NOVA_WRAP', 'NOVA_REFLECT', 'NOVA_ZERO'" } */
  nova_pad (NOVA_WRAP, 1, p);		/* { dg-error "operand 3 of '__nova_pad' has type 'float \\*', wanted a vector" } */
  nova_pad (NOVA_WRAP, v, v);		/* { dg-error "operand 2 of '__nova_pad' has type 'nova_vec\\(float\\)', wanted an integer" } */
}

nova_vec (float)
g (void)
{
  float local[4] = { 0 };	/* { dg-message "declared here" } */
  return nova_rotate (1, nova_view_strided (local, 2, 2));	/* { dg-warning "function returns a view of local variable 'local'" } */
}

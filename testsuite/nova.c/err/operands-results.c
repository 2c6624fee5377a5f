/* Functions that give what nobody wants, and more bound values than there is room for.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x; };
struct sum { double s; };
typedef float four __attribute__ ((vector_size (16)));
float m17 (float a, float b, float c, float d, float e, float f, float g, float h, float i, float j, float k, float l, float m, float n, float o, float p, float q, float r) __attribute__ ((const));
struct point pair (float a, float b) __attribute__ ((const));	/* { dg-message "'pair' declared here" } */
float *join (float a, float b) __attribute__ ((const));	/* { dg-message "'join' declared here" } */
float step (float r, float a) __attribute__ ((const));

void
f (nova_vec (float) v)
{
  nova_vec (four) w;			/* { dg-error {3: 'four' {aka '__vector\(4\) float'} cannot be the element type of a vector: it is not arithmetic, enumerated, a pointer, a structure or a union} } */
  nova_reduce (pair, 0, v);		/* { dg-error "16: operand 1 of '__nova_reduce' gives 'struct point', wanted 'float', the element type of operand 3" } */
  nova_fold (step, join, 0, v);		/* { dg-error {20: operand 2 of '__nova_fold' gives 'float \*', wanted 'float', the type of the result} } */
  nova_fold (step, pair, 0, v);		/* { dg-error "20: operand 2 of '__nova_fold' gives 'struct point', wanted 'float', the type of the result" } */
  nova_map (nova_bind (m17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17), v);	/* { dg-error "13: operand 1 of '__nova_map' fixes more than 16 parameters" } */
}

/* Functions that give what nobody wants.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x; };
struct sum { double s; };
typedef float four __attribute__ ((vector_size (16)));
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
}

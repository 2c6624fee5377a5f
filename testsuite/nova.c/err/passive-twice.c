/* A macro that has its operand twice: a function that is not passive in it is one mistake.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

#define MAX(A, B) ((A) > (B) ? (A) : (B))

static int calls;

static float
counted (float a)
{
  calls++;	/* { dg-message "8: here" } */
  return a;
}

float
twice (nova_vec (float) v)
{
  float m = MAX (nova_sum (nova_map (counted, v)), 1);	/* { dg-error "38: function 'counted' passed to '__nova_map' writes to 'calls'" } */
  return MAX (nova_sum (nova_map (counted, v)), m);	/* { dg-error "35: function 'counted' passed to '__nova_map' writes to 'calls'" } */
}

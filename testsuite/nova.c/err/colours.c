/* On a terminal the compiler colours what it quotes: what says nothing new is left out there, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fdiagnostics-color=always" } */

#include <nova.h>

#define LENGTH(E) ({ __auto_type v_ = (E); nova_length (v_); })

float neg (float a);

size_t
colours (nova_vec (float) v)
{
  nova_map (nova_lambda (float), v);	/* { dg-error "13: 'nova_lambda' takes a result type, parameters and a body" } */
  nova_field (v);	/* { dg-error "3: 'nova_field' takes 2 operands, 1 given" } */
  __auto_type w = nova_map (neg, 3);	/* { dg-error "34: operand 2 of '__nova_map' has type 'int', wanted a vector" } */
  if (v)	/* { dg-error "7: a value of type 'nova_vec\\(float\\)' cannot be a condition" } */
    nova_map (neg, w);
  return LENGTH (nova_map (neg, v, v));	/* { dg-error "28: operand 1 of '__nova_map': 'neg' takes 1 argument, wanted 2" } */
  /* { dg-message "7: 'neg' declared here" "" {} 11 } */
}

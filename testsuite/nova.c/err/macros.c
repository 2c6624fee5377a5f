/* The header's macros with parameters: too few or too many operands, and operands that are nonsense.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=c11 -pedantic-errors" } */

#include <nova.h>

struct s { float a; int b; };

extern void few (nova_vec (float), nova_vec (struct s));
extern void many (nova_vec (float), nova_vec (struct s));
extern void others (nova_vec (float), nova_vec (struct s), nova_vec (int));

void
few (nova_vec (float) v, nova_vec (struct s) p)
{
  nova_field (p);		/* { dg-error "3: 'nova_field' takes 2 operands, 1 given" } */
  nova_field ();		/* { dg-error "3: 'nova_field' takes 2 operands, 0 given" } */
  nova_field (p, );		/* { dg-error "18: operand 2 of 'nova_field' names no member of 'struct s'" } */
  nova_convert (int);		/* { dg-error "3: 'nova_convert' takes 2 operands, 1 given" } */
  nova_convert ();		/* { dg-error "3: 'nova_convert' takes 2 operands, 0 given" } */
  nova_sum_as (int);		/* { dg-error "3: 'nova_sum_as' takes 2 operands, 1 given" } */
  nova_zip (struct s);		/* { dg-error "3: 'nova_zip' takes at least 2 operands, 1 given" } */
  float *q = nova_scratch (float);	/* { dg-error "14: 'nova_scratch' takes 2 operands, 1 given" } */
  nova_vec () w = v;		/* { dg-error "3: 'nova_vec' takes 1 operand, 0 given" } */
  nova_print (nova_field (
    p
  ));				/* { dg-error "15: 'nova_field' takes 2 operands, 1 given" "" {} .-2 } */
  *q = 0;
}

void
many (nova_vec (float) v, nova_vec (struct s) p)
{
  nova_field (p, a, b);		/* { dg-error "3: 'nova_field' takes 2 operands, 3 given" } */
  nova_convert (int, v, v);	/* { dg-error "3: 'nova_convert' takes 2 operands, 3 given" } */
  nova_sum_as (int, v, v);	/* { dg-error "3: 'nova_sum_as' takes 2 operands, 3 given" } */
  nova_vec (int, float) w = v;	/* { dg-error "3: 'nova_vec' takes 1 operand, 2 given" } */
  float *q = nova_scratch (float, 3, 4);	/* { dg-error "14: 'nova_scratch' takes 2 operands, 3 given" } */
  *q = 0;
}

void
others (nova_vec (float) v, nova_vec (struct s) p, nova_vec (int) iv)
{
  nova_zip (int, v);		/* { dg-error "13: operand 1 of 'nova_zip' is the type 'int', wanted a structure" } */
  nova_zip (v, v);		/* { dg-error "13: operand 1 of 'nova_zip' is the type 'nova_vec\\(float\\)', wanted a structure" } */
  nova_zip (struct s, v, iv, iv);	/* { dg-error "13: operand 1 of 'nova_zip' is the type 'struct s', which has 2 members, wanted 3" } */
  nova_convert (struct s, v);	/* { dg-error "27: operand 2 of 'nova_convert' has type 'nova_vec\\(float\\)', wanted 'nova_vec\\(struct s\\)'" } */
  nova_field (p, 3);		/* { dg-error "18: operand 2 of 'nova_field': 'struct s' has no member named '3'" } */
  nova_zip (nosuch, v);		/* { dg-error "13: 'nosuch' undeclared" } */
  (void) sizeof (nova_sum_as (struct s, v));	/* { dg-error "31: operand 1 of 'nova_sum_as' is the type 'struct s', wanted an arithmetic type" } */
}

/* -plain-errors: the same errors at the same lines, in the words of the front end where they are its
   own, and what follows from a mistake is said, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-plain-errors" } */

#include <nova.h>

float neg (float a) { return -a; }
void take (int, ...);

void
operands (nova_vec (float) v, float *p)
{
  nova_map (3, v);		/* { dg-error "operand 1 of '__nova_map' has type 'int', wanted a function" } */
  nova_map (neg, p);		/* { dg-error "operand 2 of '__nova_map' has type 'float \\*', wanted a vector" } */
  nova_map (neg);		/* { dg-error "'__nova_map' takes at least 2 operands, 1 given" } */
  nova_pad (4, 1, v);		/* { dg-error "operand 1 of '__nova_pad' is 4, wanted one of 'NOVA_CLAMP', 'NOVA_WRAP', 'NOVA_REFLECT', 'NOVA_ZERO'" } */
}

/* Not with the vector's type, nor as an operand of the macro.  */
void
front_end (nova_vec (float) v, float *p)
{
  p[v];				/* { dg-error "array subscript is not an integer" } */
  if (v)			/* { dg-error "invalid operands to binary != \\(have 'nova_vec\\(float\\)' and 'int'\\)" } */
    v = 3;			/* { dg-error "incompatible types when assigning to type 'nova_vec\\(float\\)' from type 'int'" } */
  p = nova_scratch (void, 3);	/* { dg-error "declaration of type name as array of voids" } */
  p = nova_print (v);		/* { dg-error "void value not ignored as it ought to be" } */
}

/* The trees tell these: in the order of the program.  */
void
late (nova_vec (float) v)
{
  take (1, v);			/* { dg-error "argument 2 of type 'nova_vec\\(float\\)' cannot be passed to '...'" } */
  asm ("" : : "r" (v));		/* { dg-error "a value of type 'nova_vec\\(float\\)' cannot be an operand of 'asm'" } */
}

/* The parser's next token tells this one.  */
void
lambda (nova_vec (float) v)
{
  nova_map (nova_lambda (float, (float a), return a;), v);	/* { dg-error "operand 3 of 'nova_lambda' is no block in braces" } */
#define BODY { return a; }
  nova_map (nova_lambda (float, (float a), BODY), v);
  nova_map (nova_lambda (float, (float a), { return a; }), v);
}

/* The second is what follows from the first.  */
void
again (nova_vec (float) v)
{
  __auto_type w = nova_map (neg, 3);	/* { dg-error "operand 2 of '__nova_map' has type 'int', wanted a vector" } */
  nova_map (neg, w);		/* { dg-error "'w' undeclared" } */
  /* { dg-message "each undeclared identifier is reported only once" "" {} .-1 } */
}

/* A lambda that cannot be read is one mistake, and what its body says is said of the function around it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct s { float a; };

void
heads (nova_vec (float) v)
{
  nova_map (nova_lambda (float), v);			/* { dg-error "13: 'nova_lambda' takes a result type, parameters and a body" } */
  nova_map (nova_lambda (), v);				/* { dg-error "13: 'nova_lambda' takes a result type, parameters and a body" } */
  nova_map (nova_lambda (float, (float a)), v);		/* { dg-error "13: operand 1 of '__nova_map': the lambda has no body that gives a value" } */
  nova_map (nova_lambda (float, (float a), {}), v);	/* { dg-error "13: operand 1 of '__nova_map': the lambda has no body that gives a value" } */
  nova_map (nova_lambda (float, (void), { return 1; }), v);	/* { dg-error "13: operand 1 of '__nova_map': the function takes 0 arguments, wanted 1" } */
  nova_map (nova_lambda (float, (void a), { return 1; }), v);	/* { dg-error "39: parameter 1 \\('a'\\) has incomplete type" } */
  nova_map (nova_lambda (float, float a, { return a; }), v);	/* { dg-error "33: operand 2 of 'nova_lambda' is no list of parameters in brackets" } */
  nova_map (nova_lambda ((float a), { return a; }), v);	/* { dg-error "13: 'nova_lambda' takes a result type, parameters and a body" } */
  nova_map (nova_lambda ((float a), float, { return a; }), v);	/* { dg-error "37: operand 2 of 'nova_lambda' is no list of parameters in brackets" } */
  nova_map (nova_lambda (, (float a), { return a; }), v);	/* { dg-error "26: operand 1 of 'nova_lambda' is missing" } */
  nova_map (nova_lambda (float, , { return 1; }), v);	/* { dg-error "33: operand 2 of 'nova_lambda' is missing" } */
  nova_map (nova_lambda (float[3], (float a), { return a; }), v);	/* { dg-error "31: expected identifier or '\\(' before '.' token" } */
  nova_map (nova_lambda (float, (nosuch a), { return 1; }), v);	/* { dg-error "34: unknown type name 'nosuch'" } */
  nova_map (nova_lambda (nosuch, (float a), { return 1; }), v);	/* { dg-error "26: 'nosuch' undeclared" } */
}

void
bodies (nova_vec (float) v, nova_vec (struct s) p)
{
  nova_map (nova_lambda (float, (float a), { return a }), v);	/* { dg-error "55: expected ';' before '.' token" } */
  nova_map (nova_lambda (float, (float a), a * 2), v);	/* { dg-error "44: operand 3 of 'nova_lambda' is no block in braces" } */
  nova_map (nova_lambda (float, (struct s a),
			 {
			   a.zz = 1;			/* { dg-error "29: 'struct s' has no member named 'zz'" } */
			   nova_vec (float) w = nova_map (3, v);	/* { dg-error "59: operand 1 of '__nova_map' has type 'int', wanted a function" } */
			   return v;			/* { dg-error "35: incompatible types when returning type 'nova_vec\\(float\\)' but 'float' was expected" } */
			 }), p);
  nova_map (nova_lambda (float, (float a),
			 { return nova_sum (nova_map (nova_lambda (float, (float b), { return b[0]; }), v)); }), v);	/* { dg-error "96: subscripted value is neither array nor pointer nor vector" } */
}

/* { dg-context {In function 'heads':\n\S+13:13: error} } */
/* { dg-context {In function 'bodies':\n\S+32:55: error} } */

/* Errors of GCC's that name no type, or stand at a macro of nova.h's: the type, and the operand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=gnu11" } */

#include <nova.h>

struct s { float a; int b; };
typedef nova_vec (float) VF;
extern VF gv;
extern struct h { VF v; } gh;

struct fields { nova_vec (int) b : 3; VF c : 2; int n : gv, m : 1 + 1; };	/* { dg-error {32: bit-field 'b' has invalid type \(have 'nova_vec\(int\)'\)} } */
  /* { dg-error {42: bit-field 'c' has invalid type \(have 'nova_vec\(float\)'\)} "" {} .-1 } */
  /* { dg-error {53: bit-field 'n' width not an integer constant \(have 'nova_vec\(float\)'\)} "" {} .-2 } */


_Alignas (gv) int al;	/* { dg-error {11: requested alignment is not an integer constant \(have 'nova_vec\(float\)'\)} } */
int at __attribute__ ((aligned (gh.v)));	/* { dg-error {33: requested alignment is not an integer constant \(have 'nova_vec\(float\)'\)} } */
typedef int vs __attribute__ ((vector_size (gv)));	/* { dg-error {45: 'vector_size' attribute argument value 'gv' is not an integer constant \(have 'nova_vec\(float\)'\)} } */
int in[3] = { [gv] = 1 };	/* { dg-error {16: array index in initializer not of integer type \(have 'nova_vec\(float\)'\)} } */
  /* { dg-message {16: \(near initialization for 'in'\)} "" {} .-1 } */


extern void texts (VF, int);
extern void macros (VF, float *);
extern void lambdas (VF);

void
texts (VF v, int k)
{
  VF *pv = &v;
  switch (k)
    {
    case v: break;	/* { dg-error {5: case label does not reduce to an integer constant \(have 'nova_vec\(float\)'\)} } */
    }
  __builtin_choose_expr (v, 1, 2);	/* { dg-error {26: first argument to '__builtin_choose_expr' not a constant \(have 'nova_vec\(float\)'\)} } */
  __builtin_complex (1.0, v);	/* { dg-error {27: '__builtin_complex' operand not of real binary floating-point type \(have 'nova_vec\(float\)'\)} } */
  __builtin_shuffle (v, v);	/* { dg-error {22: '__builtin_shuffle' last argument must be an integer vector \(have 'nova_vec\(float\)'\)} } */
  __builtin_isnan (v);	/* { dg-error {20: non-floating-point argument in call to function '__builtin_isnan' \(have 'nova_vec\(float\)'\)} } */
  __builtin_add_overflow (k, v, &k);	/* { dg-error {30: argument 2 in call to function '__builtin_add_overflow' does not have integral type \(have 'nova_vec\(float\)'\)} } */
  v[&k];	/* { dg-error {4: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
  pv->n;	/* { dg-error {5: request for member 'n' in something not a structure or union \(have 'nova_vec\(float\)'\)} } */
  (v)[1];	/* { dg-error {6: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
}

void
macros (VF v, float *p)
{
  void *q;
  p = nova_scratch (void, 3);	/* { dg-error {21: operand 1 of 'nova_scratch' is the type 'void', wanted one that has values} } */
  p = nova_scratch (float, 2.5);	/* { dg-error {28: operand 2 of 'nova_scratch' has type 'double', wanted an integer} } */
  q = nova_scratch (struct nosuch, 2);	/* { dg-error {21: operand 1 of 'nova_scratch' is the type 'struct nosuch', wanted one that has values} } */
  q = nova_scratch (float (int), 2);	/* { dg-error {21: operand 1 of 'nova_scratch' is the type 'float \(int\)', wanted one that has values} } */
  p = nova_scratch (float, p);	/* { dg-error {28: operand 2 of 'nova_scratch' has type 'float \*', wanted an integer} } */
  p = nova_scratch (, 3);	/* { dg-error {21: operand 1 of 'nova_scratch' is missing} } */
  p = nova_scratch (float,);	/* { dg-error {27: operand 2 of 'nova_scratch' is missing} } */
  nova_zip ();	/* { dg-error {3: 'nova_zip' takes at least 2 operands, 0 given} } */
  nova_zip (, v);	/* { dg-error {13: operand 1 of 'nova_zip' is missing} } */
  nova_zip (struct s,);	/* { dg-error {22: operand 2 of 'nova_zip' is missing} } */
  nova_convert (, v);	/* { dg-error {17: operand 1 of 'nova_convert' is missing} } */
  nova_sum_as (, v);	/* { dg-error {16: operand 1 of 'nova_sum_as' is missing} } */
  nova_vec () w = v;	/* { dg-error {3: 'nova_vec' takes 1 operand, 0 given} } */
  p = nova_scratch (float, (unsigned char) 3);
  p = nova_scratch (float[2], sizeof v)[0];
}

#define AT(A, I) ((A)[(I)])	/* { dg-error {22: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
/* { dg-error {22: array subscript is not an integer \(have 'nova_vec\(float\)'\)} "" {} .-1 } */

float
subscripts (struct h *h, VF v, float *p)
{
  return AT (h->v, 1) + AT (p, v) + nova_reduce (nova_lambda (float, (float a, float b), { return v[a]; }), 0, v);	/* { dg-error {100: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
}

#define BODY { return a; }
#define OWN(B) nova_lambda (float, (float a), B)

void
lambdas (VF v)
{
  nova_map (nova_lambda (float, (float a), return a;), v);	/* { dg-error {44: operand 3 of 'nova_lambda' is no block in braces} } */
  nova_map (nova_lambda (float, (float a), return a), v);	/* { dg-error {44: operand 3 of 'nova_lambda' is no block in braces} } */
  nova_map (nova_lambda (float, (float a), a * 2), v);	/* { dg-error {44: operand 3 of 'nova_lambda' is no block in braces} } */
  nova_map (nova_lambda (float, (float a), float b = a; return b;), v);	/* { dg-error {44: operand 3 of 'nova_lambda' is no block in braces} } */
  nova_map (nova_lambda (float, (float a), BODY), v);
  nova_map (OWN ({ return a; }), v);
  float (*f) (float) = nova_lambda (float, (float a),
				    return a;);	/* { dg-error {37: operand 3 of 'nova_lambda' is no block in braces} } */
  f (3);
}

/* Operands that come through several levels of macros: what the user wrote has its own line, what a
   macro brings in the line where the macro is used, and a note where the macro has it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };
typedef struct point point;
float addf (float a, float b) __attribute__ ((const));
float negf (float a) __attribute__ ((const));	/* { dg-message "7: 'negf' declared here" } */
double addd (double a, double b, double c) __attribute__ ((const));	/* { dg-message "8: 'addd' declared here" } */
double negd (double *a) __attribute__ ((pure));	/* { dg-message "8: 'negd' declared here" } */
int many (const char *, ...);

/* Macros that define functions.  */
#define DEFINE_SUM(T, OP, Z) \
  T sum_##T (size_t n, const T *x) { return nova_reduce (OP, Z, nova_view (x, n)); }
#define VIEW(X, N) nova_view (X, N)
#define APPLY(F, X, N) nova_map (F, VIEW (X, N))
#define DEFINE_MAP(T, F) void map_##T (size_t n, T *x) { nova_store (x, n, APPLY (F, x, n)); }
#define DEFINE(T, OP, Z, F) DEFINE_SUM (T, OP, Z) DEFINE_MAP (T, F)

DEFINE (float, addf, 0, negf)
DEFINE (double,		/* { dg-error "1: operand 2 of '__nova_map' has elements of type 'double', wanted 'double \\*' for parameter 1 of 'negd'" } */
	addd, 0,	/* { dg-error "9: operand 1 of '__nova_reduce': 'addd' takes 3 arguments, wanted 2" } */
	negd)
DEFINE (point, nova_add, (point) { 0 }, negf)	/* { dg-error "1: operand 3 of '__nova_reduce' has type 'nova_vec\\(struct point\\)', but '__nova_add' works on numbers" } */
/* { dg-error "1: operand 2 of '__nova_map' has elements of type 'struct point', wanted 'float' for parameter 1 of 'negf'" "" {} .-1 } */

/* { dg-context {In function 'sum_double':\n\S+27:9: error} } */
/* { dg-context {In function 'map_double':\n\S+26:1: error: [^\n]+\n\S+20:20: note: in definition of macro 'VIEW'\n} } */
/* { dg-context {In function 'sum_point':\n\S+29:1: error: [^\n]+\n\S+19:65: note: in definition of macro 'DEFINE_SUM'\n} } */
/* { dg-context {In function 'map_point':\n\S+29:1: error: [^\n]+\n\S+20:20: note: in definition of macro 'VIEW'\n} } */

/* Builtins under names of the user's own, also pasted ones.  */
#define MY_MAP nova_map
#define TWICE(F, X) MY_MAP (F, MY_MAP (F, X))
#define BODY(F, P, N) (TWICE (F, nova_view (P, N)))
#define CAT(A, B) A##B
#define CAT2(A, B) CAT (A, B)

void
renamed (float *p, size_t n, struct point *c, nova_vec (point) ps, nova_vec (float) v)
{
  nova_store (p, n, BODY (negf, p, n));
  nova_store (p, n, BODY (negf, c, n));	/* { dg-error "21: operand 2 of '__nova_map' has elements of type 'struct point', wanted 'float' for parameter 1 of 'negf'" } */
  nova_store (p, BODY (negf, p, n), n);	/* { dg-error "18: operand 2 of '__nova_store' has type 'nova_vec\\(float\\)', wanted an integer" } */
  nova_store (p, n,
	      BODY (negf,
		    n,			/* { dg-error "21: operand 1 of '__nova_view' has type 'size_t'.*, wanted a pointer to elements" } */
		    n));
  CAT2 (nova_, sum) (ps);		/* { dg-error "22: operand 1 of 'nova_sum' has type 'nova_vec\\(struct point\\)', wanted a vector of arithmetic elements" } */
  CAT2 (__nova_, get) (v, v);		/* { dg-error "27: operand 2 of '__nova_get' has type 'nova_vec\\(float\\)', wanted an integer" } */
  (MY_MAP) (negf);			/* { dg-error "3: '__nova_map' takes at least 2 operands, 1 given" } */
}

/* Operands in operands.  */
#define SUM(V) nova_sum (V)
#define CONVERT(T, V) nova_convert (T, V)
#define FIELD(V, M) nova_field (V, M)
#define XSUM(V) SUM (FIELD (CONVERT (int, V), x))
#define ZIP(S, A, B) nova_zip (S, A, B)
#define MEAN(V, N) (nova_reduce (nova_add, 0.5, V) / (N))
#define MEANS(P, N) (MEAN (nova_view (P, N), N) + 1)
#define SHORT(V) nova_reduce (nova_add, V)
#define VECTOR(T) nova_vec (T)
#define ASSIGN(A, B) A = B
#define PLUS(A, B) ((A) + (B))
#define PASS(...) many (__VA_ARGS__)

void
nested (nova_vec (float) v, nova_vec (point) ps, nova_vec (int) ix, int *p, size_t n)
{
  XSUM (v);		/* { dg-error "3: operand 1 of 'nova_field' has type 'nova_vec\\(int\\)', wanted a vector of structures" } */
  SUM (ps);		/* { dg-error "8: operand 1 of 'nova_sum' has type 'nova_vec\\(struct point\\)', wanted a vector of arithmetic elements" } */
  SUM (FIELD (ps,
	      z));	/* { dg-error "operand 2 of 'nova_field': 'struct point' has no member named 'z'" } */
  ZIP (struct point, v,
       ps);		/* { dg-error "8: operand 3 of 'nova_zip' has elements of type 'struct point', wanted 'float' for member 'y'" } */
  MEANS (p, n);		/* { dg-warning "3: operand 2 of '__nova_reduce' has type 'double' and changes its value when converted to 'int'" } */
  SHORT (v);		/* { dg-error "3: '__nova_reduce' takes 3 operands, 2 given" } */
  VECTOR (volatile int) w;	/* { dg-error "3: 'volatile int' cannot be the element type of a vector: it is volatile" } */
  ASSIGN (v, ix);	/* { dg-error "14: incompatible types when assigning to type 'nova_vec\\(float\\)' from type 'nova_vec\\(int\\)'" } */
}

void
passed (nova_vec (float) v)
{
  PASS ("%p", v);		/* { dg-error "15: argument 2 of type 'nova_vec\\(float\\)' cannot be passed to '\\.\\.\\.'" } */
}

/* { dg-context {:76:3: error: [^\n]+\n\S+61:23: note: in definition of macro 'CONVERT'\n} } */
/* { dg-context {:82:3: warning: [^\n]+\n\S+65:21: note: in definition of macro 'MEAN'\n} } */
/* { dg-context {:83:3: error: [^\n]+\n\S+67:18: note: in definition of macro 'SHORT'\n} } */
/* { dg-context {:91:15: error: [^\n]+\n\S+71:19: note: in definition of macro 'PASS'\n} } */

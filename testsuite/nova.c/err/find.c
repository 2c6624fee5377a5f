/* Operands of searches and folds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x; };
struct sum { double s; };

int less (float a, float b);		/* { dg-message "'less' declared here" } */
int is (float a);			/* { dg-message "'is' declared here" } */
struct point make (float a);		/* { dg-message "'make' declared here" } */
struct sum add (struct sum s, float a) __attribute__ ((__const__));	/* { dg-message "'add' declared here" } */
struct sum join (struct sum s, struct sum t) __attribute__ ((__const__));	/* { dg-message "'join' declared here" } */
float other (float a, float b) __attribute__ ((__const__));	/* { dg-message "'other' declared here" } */
void nothing (struct sum s, float a);	/* { dg-message "'nothing' declared here" } */

void
f (float *p, nova_vec (float) v, nova_vec (struct point) s, nova_vec (nova_vec (float)) m,
   nova_vec (double) d)
{
  struct sum none = { 0 };
  nova_find (is, p);		/* { dg-error "18: operand 2 of '__nova_find' has type 'float \\*', wanted a vector" } */
  nova_find (is, v, v);		/* { dg-error "14: operand 1 of '__nova_find': 'is' takes 1 argument, wanted 2" } */
  nova_find (is, s);		/* { dg-error "operand 2 of '__nova_find' has elements of type 'struct point', wanted 'float' for parameter 1 of 'is'" } */
  nova_find (make, v);		/* { dg-error "operand 1 of '__nova_find' gives 'struct point', wanted a scalar to compare with 0" } */
  nova_argmin (is, v);		/* { dg-error "operand 1 of '__nova_argmin': 'is' takes 1 argument, wanted 2" } */
  nova_argmax (nova_lt, s);	/* { dg-error "25: operand 2 of '__nova_argmax' has type 'nova_vec\\(struct point\\)', but '__nova_lt' works on real numbers" } */
  nova_argmax (less, m);	/* { dg-error "operand 2 of '__nova_argmax' has elements of type 'nova_vec\\(float\\)', wanted 'float' for parameter 1 of 'less'" } */
  nova_argmin (v, less);	/* { dg-error "16: operand 1 of '__nova_argmin' has type 'nova_vec\\(float\\)', wanted a function" } */
  nova_search (less, v, d);	/* { dg-error "25: operand 3 of '__nova_search' has type 'nova_vec\\(double\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_search (less, v, 1.0f);	/* { dg-error "operand 3 of '__nova_search' has type 'float', wanted a vector" } */
  nova_search (is, v, v);	/* { dg-error "operand 1 of '__nova_search': 'is' takes 1 argument, wanted 2" } */
  nova_fold (add, join, none);	/* { dg-error "'__nova_fold' takes at least 4 operands, 3 given" } */
  nova_fold (add, join, 0.0, v);	/* { dg-error "25: operand 3 of '__nova_fold' has type 'double', wanted 'struct sum'" } */
  nova_fold (add, join, none, s);	/* { dg-error "operand 4 of '__nova_fold' has elements of type 'struct point', wanted 'float' for parameter 2 of 'add'" } */
  nova_fold (add, other, none, v);	/* { dg-error "19: operand 2 of '__nova_fold': parameter 1 of 'other' has type 'float', wanted 'struct sum' for the result so far" } */
  nova_fold (other, join, 0, v);	/* { dg-error "operand 2 of '__nova_fold': parameter 1 of 'join' has type 'struct sum', wanted 'float' for the result so far" } */
  nova_fold (make, join, none, v);	/* { dg-error "operand 1 of '__nova_fold': 'make' takes 1 argument, wanted 2" } */
  nova_fold (nothing, join, none, v);	/* { dg-error "operand 1 of '__nova_fold' gives 'void', which cannot be a result: it has no values" } */
  nova_fold (nova_add, join, none, v);	/* { dg-error "operand 1 of '__nova_fold' has type 'struct sum', but '__nova_add' works on numbers" } */
  nova_fold (add, nova_add, none, v);	/* { dg-error "operand 2 of '__nova_fold' has type 'struct sum', but '__nova_add' works on numbers" } */
}

/* Every way to misuse an operand of maps, reductions, filters and of vectors laid out anew: one error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
struct incomplete;
struct holder { nova_vec (float) v; };
struct point { float x, y; };
float mul (float a, float b) __attribute__ ((const));	/* { dg-message "'mul' declared here" } */
float neg (float a) __attribute__ ((const));	/* { dg-message "'neg' declared here" } */
void nothing (float a);			/* { dg-message "'nothing' declared here" } */
struct incomplete giveinc (float a);	/* { dg-message "'giveinc' declared here" } */
int r_int (float a) __attribute__ ((const));
nova_vec (float) rowf (float a);	/* { dg-message "'rowf' declared here" } */
struct holder giveh (float a);		/* { dg-message "'giveh' declared here" } */
float takeinc (struct incomplete a);	/* { dg-message "'takeinc' declared here" } */
float takeptr (float *a);		/* { dg-message "'takeptr' declared here" } */
float takeblk (nova_vec (float) a) __attribute__ ((const));	/* { dg-message "'takeblk' declared here" } */
void row (float *a, float b);
void rowc (const float *a);
int rowi (int *a);
void
f (int n, float *p, double d, nova_vec (float) v, nova_vec (nova_vec (float)) m, struct
   incomplete *inc, void *vp, struct holder *hp, int (*arr)[n], float (*fp) (float), struct
   point pt, nova_vec (struct point) pv, float _Complex cx, nova_vec (int) iv, const float *cp,
   nova_vec (float _Complex) cv, nova_vec (float *) ptrv, nova_vec (nova_vec (int)) im)
{
  nova_map (giveinc, v);		/* { dg-error "13: operand 1 of '__nova_map' gives 'struct incomplete', which cannot be the element type of a vector: it is incomplete" } */
  nova_map (giveh, v);			/* { dg-error "13: operand 1 of '__nova_map' gives 'struct holder', which cannot be the element type of a vector: it holds a vector" } */
  nova_map (takeinc, v);		/* { dg-error "22: operand 2 of '__nova_map' has elements of type 'float', wanted 'struct incomplete' for parameter 1 of 'takeinc'" } */
  nova_map (takeptr, v);		/* { dg-error {22: operand 2 of '__nova_map' has elements of type 'float', wanted 'float \*' for parameter 1 of 'takeptr'} } */
  nova_map (takeblk, v);		/* { dg-error {22: operand 2 of '__nova_map' has elements of type 'float', wanted 'nova_vec\(float\)' for parameter 1 of 'takeblk'} } */
  nova_map (neg, m);			/* { dg-error {18: operand 2 of '__nova_map' has elements of type 'nova_vec\(float\)', wanted 'float' for parameter 1 of 'neg'} } */
  nova_map (neg, ptrv);			/* { dg-error {18: operand 2 of '__nova_map' has elements of type 'float \*', wanted 'float' for parameter 1 of 'neg'} } */
  nova_map (neg);			/* { dg-error "3: '__nova_map' takes at least 2 operands, 1 given" } */
  nova_map (mul, v);			/* { dg-error "13: operand 1 of '__nova_map': 'mul' takes 2 arguments, wanted 1" } */
  nova_map (nova_bind (mul), v);	/* { dg-error "13: '__nova_bind' takes at least 2 operands, 1 given" } */
  nova_map (nova_bind (mul, 1, 2), v);	/* { dg-error "13: operand 1 of '__nova_map': 'mul' takes 2 arguments, 2 of them bound, wanted 1 more" } */
  nova_map (nova_bind (mul, 1, 2, 3), v);	/* { dg-error "35: operand 4 of '__nova_bind' is one too many: 'mul' takes 2 arguments" } */
  nova_map (nova_bind (mul, pt), v);	/* { dg-error "29: operand 2 of '__nova_bind' has type 'struct point', wanted 'float'" } */
  nova_map (nova_bind (mul, v), v);	/* { dg-error {29: operand 2 of '__nova_bind' has type 'nova_vec\(float\)', wanted 'float'} } */
  nova_map (nova_bind (v, 1), v);	/* { dg-error {24: operand 1 of '__nova_bind' has type 'nova_vec\(float\)', wanted a function} } */
  nova_map (nova_bind (nova_add, 1, 2, 3), v);	/* { dg-error "40: operand 4 of '__nova_bind' is one too many: '__nova_add' takes 2 arguments" } */
  nova_map (nova_bind (nova_add, pt), v);	/* { dg-error "34: operand 2 of '__nova_bind' has type 'struct point', but '__nova_add' works on numbers" } */
  nova_map (nova_trust (v), v);		/* { dg-error {25: operand 1 of '__nova_trust' has type 'nova_vec\(float\)', wanted a function} } */
  nova_map (nova_trust (), v);		/* { dg-error "13: '__nova_trust' takes 1 operand, 0 given" } */
  nova_map (nova_trust (neg, neg), v);	/* { dg-error "13: '__nova_trust' takes 1 operand, 2 given" } */
  nova_map (nova_trust (3), v);		/* { dg-error "25: operand 1 of '__nova_trust' has type 'int', wanted a function" } */
  nova_map (pt, v);			/* { dg-error "13: operand 1 of '__nova_map' has type 'struct point', wanted a function" } */
  nova_map (vp, v);			/* { dg-error {13: operand 1 of '__nova_map' has type 'void \*', wanted a function} } */
  nova_map ("neg", v);			/* { dg-error {13: operand 1 of '__nova_map' has type 'char \*', wanted a function} } */
  nova_tabulate (neg);			/* { dg-error "3: '__nova_tabulate' takes at least 2 operands, 1 given" } */
  nova_tabulate (neg, d);		/* { dg-error "23: operand 2 of '__nova_tabulate' has type 'double', wanted an integer" } */
  nova_tabulate (neg, p);		/* { dg-error {23: operand 2 of '__nova_tabulate' has type 'float \*', wanted an integer} } */
  nova_tabulate (neg, 1, 2);		/* { dg-error "18: operand 1 of '__nova_tabulate': 'neg' takes 1 argument, wanted 2" } */
  nova_tabulate (nothing, 1);		/* { dg-error "18: operand 1 of '__nova_tabulate' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_tabulate (giveh, 1);		/* { dg-error "18: operand 1 of '__nova_tabulate' gives 'struct holder', which cannot be the element type of a vector: it holds a vector" } */
  nova_tabulate (nova_add, 1);		/* { dg-error "18: operand 1 of '__nova_tabulate', '__nova_add', takes 2 arguments, 1 given" } */
  nova_tabulate (takeptr, 1);		/* { dg-error {18: operand 1 of '__nova_tabulate': parameter 1 of 'takeptr' has type 'float \*', wanted 'long unsigned int' for an index} } */
  nova_reduce (mul, pt, v);		/* { dg-error "21: operand 2 of '__nova_reduce' has type 'struct point', wanted 'float'" } */
  nova_reduce (mul, p, v);		/* { dg-error {21: operand 2 of '__nova_reduce' has type 'float \*', wanted 'float'} } */
  nova_reduce (mul, v, v);		/* { dg-error {21: operand 2 of '__nova_reduce' has type 'nova_vec\(float\)', wanted 'float'} } */
  nova_reduce (mul, 0, m);		/* { dg-error {24: operand 3 of '__nova_reduce' has elements of type 'nova_vec\(float\)', wanted 'float' for parameter 1 of 'mul'} } */
  nova_reduce (neg, 0, v);		/* { dg-error "16: operand 1 of '__nova_reduce': 'neg' takes 1 argument, wanted 2" } */
  nova_reduce (nothing, 0, v);		/* { dg-error "16: operand 1 of '__nova_reduce': 'nothing' takes 1 argument, wanted 2" } */
  nova_reduce (nova_add, 0, ptrv);	/* { dg-error {29: operand 3 of '__nova_reduce' has type 'nova_vec\(float \*\)', but '__nova_add' works on numbers} } */
  nova_reduce (nova_add, 0, m);		/* { dg-error {29: operand 3 of '__nova_reduce' has type 'nova_vec\(nova_vec\(float\)\)', but '__nova_add' works on numbers} } */
  nova_reduce (nova_add, 0);		/* { dg-error "3: '__nova_reduce' takes 3 operands, 2 given" } */
  nova_reduce (nova_add, v, 0);		/* { dg-error "29: operand 3 of '__nova_reduce' has type 'int', wanted a vector" } */
  nova_reduce (3, 0, v);		/* { dg-error "16: operand 1 of '__nova_reduce' has type 'int', wanted a function" } */
  nova_scan (nova_add, 0, p);		/* { dg-error {27: operand 3 of '__nova_scan' has type 'float \*', wanted a vector} } */
  nova_scan (neg, 0, v);		/* { dg-error "14: operand 1 of '__nova_scan': 'neg' takes 1 argument, wanted 2" } */
  nova_exscan (nova_add, pt, v);	/* { dg-error "26: operand 2 of '__nova_exscan' has type 'struct point', wanted 'float'" } */
  nova_exscan (nova_add, 0, pv);	/* { dg-error {29: operand 3 of '__nova_exscan' has type 'nova_vec\(struct point\)', but '__nova_add' works on numbers} } */
  nova_fold (mul, mul, pt, v);		/* { dg-error "24: operand 3 of '__nova_fold' has type 'struct point', wanted 'float'" } */
  nova_fold (mul, mul, 0, p);		/* { dg-error {27: operand 4 of '__nova_fold' has type 'float \*', wanted a vector} } */
  nova_fold (mul, 3, 0, v);		/* { dg-error "19: operand 2 of '__nova_fold' has type 'int', wanted a function" } */
  nova_fold (3, mul, 0, v);		/* { dg-error "14: operand 1 of '__nova_fold' has type 'int', wanted a function" } */
  nova_fold (mul, neg, 0, v);		/* { dg-error "19: operand 2 of '__nova_fold': 'neg' takes 1 argument, wanted 2" } */
  nova_fold (nova_add, nova_add, 0.0, pv);	/* { dg-error {39: operand 4 of '__nova_fold' has type 'nova_vec\(struct point\)', but '__nova_add' works on numbers} } */
  nova_fold (nova_add, nova_add, pt, v);	/* { dg-error "34: operand 3 of '__nova_fold' has type 'struct point', but '__nova_add' works on numbers" } */
  nova_fold (mul, nothing, 0, v);	/* { dg-error "19: operand 2 of '__nova_fold': 'nothing' takes 1 argument, wanted 2" } */
  nova_filter (nothing, v);		/* { dg-error "16: operand 1 of '__nova_filter' gives 'void', wanted a scalar to compare with 0" } */
  nova_filter (neg, p);			/* { dg-error {21: operand 2 of '__nova_filter' has type 'float \*', wanted a vector} } */
  nova_filter (neg, v, v);		/* { dg-error "16: operand 1 of '__nova_filter': 'neg' takes 1 argument, wanted 2" } */
  nova_filter (mul, v, p);		/* { dg-error {24: operand 3 of '__nova_filter' has type 'float \*', wanted a vector} } */
  nova_filter (mul, v, pv);		/* { dg-error "24: operand 3 of '__nova_filter' has elements of type 'struct point', wanted 'float' for parameter 2 of 'mul'" } */
  nova_filter (rowf, v);		/* { dg-error {16: operand 1 of '__nova_filter' gives 'nova_vec\(float\)', wanted a scalar to compare with 0} } */
  nova_partition (nothing, v);		/* { dg-error "19: operand 1 of '__nova_partition' gives 'void', wanted a scalar to compare with 0" } */
  nova_partition (mul, v);		/* { dg-error "19: operand 1 of '__nova_partition': 'mul' takes 2 arguments, wanted 1" } */
  nova_partition (neg, n);		/* { dg-error "24: operand 2 of '__nova_partition' has type 'int', wanted a vector" } */
  nova_partition (rowf, v);		/* { dg-error {19: operand 1 of '__nova_partition' gives 'nova_vec\(float\)', wanted a scalar to compare with 0} } */
  nova_count (nothing, v);		/* { dg-error "15: operand 1 of 'nova_count' gives 'void', wanted a scalar to compare with 0" } */
  nova_any (nothing, v);		/* { dg-error "13: operand 1 of 'nova_any' gives 'void', wanted a scalar to compare with 0" } */
  nova_all (rowf, v);			/* { dg-error {13: operand 1 of 'nova_all' gives 'nova_vec\(float\)', wanted a scalar to compare with 0} } */
  nova_any (mul, v);			/* { dg-error "13: operand 1 of 'nova_any': 'mul' takes 2 arguments, wanted 1" } */
  nova_gather (iv, p);			/* { dg-error {20: operand 2 of '__nova_gather' has type 'float \*', wanted a vector} } */
  nova_gather (m, v);			/* { dg-error {16: operand 1 of '__nova_gather' has type 'nova_vec\(nova_vec\(float\)\)', wanted a vector of integers} } */
  nova_gather (3, v);			/* { dg-error "16: operand 1 of '__nova_gather' has type 'int', wanted a vector" } */
  nova_gather (im, v);			/* { dg-error {16: operand 1 of '__nova_gather' has type 'nova_vec\(nova_vec\(int\)\)', wanted a vector of integers} } */
  nova_permute (iv, p);			/* { dg-error {21: operand 2 of '__nova_permute' has type 'float \*', wanted a vector} } */
  nova_permute (3, v);			/* { dg-error "17: operand 1 of '__nova_permute' has type 'int', wanted a vector" } */
  nova_scatter (p, iv, v);		/* { dg-error {17: operand 1 of '__nova_scatter' has type 'float \*', wanted a vector} } */
  nova_scatter (v, v, v);		/* { dg-error {20: operand 2 of '__nova_scatter' has type 'nova_vec\(float\)', wanted a vector of integers} } */
  nova_scatter (v, iv, p);		/* { dg-error {24: operand 3 of '__nova_scatter' has type 'float \*', wanted a vector} } */
  nova_scatter (v, iv, iv);		/* { dg-error {24: operand 3 of '__nova_scatter' has type 'nova_vec\(int\)', wanted 'nova_vec\(float\)'} } */
  nova_scatter (m, iv, v);		/* { dg-error {24: operand 3 of '__nova_scatter' has type 'nova_vec\(float\)', wanted 'nova_vec\(nova_vec\(float\)\)'} } */
  nova_slice (1, v);			/* { dg-error "3: '__nova_slice' takes at least 3 operands, 2 given" } */
  nova_slice (1, d, v);			/* { dg-error "18: operand 2 of '__nova_slice' has type 'double', wanted an integer" } */
  nova_slice (pt, 1, v);		/* { dg-error "15: operand 1 of '__nova_slice' has type 'struct point', wanted an integer" } */
  nova_slice (1, 2, 3.0, v);		/* { dg-error "21: operand 3 of '__nova_slice' has type 'double', wanted an integer" } */
  nova_slice (1, 2, 3, p);		/* { dg-error {24: operand 4 of '__nova_slice' has type 'float \*', wanted a vector} } */
  nova_slice (1, 2, 3, 4, p);		/* { dg-error "3: '__nova_slice' takes at most 4 operands, 5 given" } */
  nova_reverse (p);			/* { dg-error {17: operand 1 of '__nova_reverse' has type 'float \*', wanted a vector} } */
  nova_rotate (d, v);			/* { dg-error "16: operand 1 of '__nova_rotate' has type 'double', wanted an integer" } */
  nova_rotate (1, p);			/* { dg-error {19: operand 2 of '__nova_rotate' has type 'float \*', wanted a vector} } */
  nova_rotate (v, 1);			/* { dg-error {16: operand 1 of '__nova_rotate' has type 'nova_vec\(float\)', wanted an integer} } */
  nova_concat ();			/* { dg-error "3: '__nova_concat' takes at least 1 operand, 0 given" } */
  nova_concat (p);			/* { dg-error {16: operand 1 of '__nova_concat' has type 'float \*', wanted a vector} } */
  nova_concat (v, iv);			/* { dg-error {19: operand 2 of '__nova_concat' has type 'nova_vec\(int\)', wanted 'nova_vec\(float\)'} } */
  nova_concat (v, v, m);		/* { dg-error {22: operand 3 of '__nova_concat' has type 'nova_vec\(nova_vec\(float\)\)', wanted 'nova_vec\(float\)'} } */
  nova_concat (v, 3);			/* { dg-error {19: operand 2 of '__nova_concat' has type 'int', wanted 'nova_vec\(float\)'} } */
  nova_transpose (v);			/* { dg-error {19: operand 1 of '__nova_transpose' has type 'nova_vec\(float\)', wanted a vector of vectors} } */
  nova_transpose (3);			/* { dg-error "19: operand 1 of '__nova_transpose' has type 'int', wanted a vector" } */
  nova_window (d, v);			/* { dg-error "16: operand 1 of '__nova_window' has type 'double', wanted an integer" } */
  nova_window (3, p);			/* { dg-error {19: operand 2 of '__nova_window' has type 'float \*', wanted a vector} } */
  nova_pad (NOVA_CLAMP, d, v);		/* { dg-error "25: operand 2 of '__nova_pad' has type 'double', wanted an integer" } */
  nova_pad (d, 1, v);			/* { dg-error "13: operand 1 of '__nova_pad' has type 'double', wanted an integer" } */
  nova_pad (4, 1, v);			/* { dg-error "13: operand 1 of '__nova_pad' is 4, wanted one of 'NOVA_CLAMP', 'NOVA_WRAP', 'NOVA_REFLECT', 'NOVA_ZERO'" } */
  nova_pad (-1, 1, v);			/* { dg-error "13: operand 1 of '__nova_pad' is -1, wanted one of 'NOVA_CLAMP', 'NOVA_WRAP', 'NOVA_REFLECT', 'NOVA_ZERO'" } */
  nova_pad (0, 1, p);			/* { dg-error {19: operand 3 of '__nova_pad' has type 'float \*', wanted a vector} } */
}

/* Every way to misuse an operand of sorts, bins, places, rows and the header's own: one error.
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
int r_int (float a) __attribute__ ((const));	/* { dg-message "'r_int' declared here" } */
int r_less (float a, float b) __attribute__ ((const));	/* { dg-message "'r_less' declared here" } */
nova_vec (float) rowf (float a);	/* { dg-message "'rowf' declared here" } */
struct holder giveh (float a);
float takeptr (float *a);
struct point mkpt (float a) __attribute__ ((const));	/* { dg-message "'mkpt' declared here" } */
float getp (struct point a, int i) __attribute__ ((const));	/* { dg-message "'getp' declared here" } */
float getf (float a, int i) __attribute__ ((const));
float getbad (float a, float *i) __attribute__ ((const));	/* { dg-message "'getbad' declared here" } */
float _Complex ckey (float a) __attribute__ ((const));	/* { dg-message "'ckey' declared here" } */
float *pkey (float a) __attribute__ ((const));	/* { dg-message "'pkey' declared here" } */
void getv (float a, int i);		/* { dg-message "'getv' declared here" } */
void row (float *a, float b);		/* { dg-message "'row' declared here" } */
void rowc (const float *a);
int rowi (int *a);			/* { dg-message "'rowi' declared here" } */
int rowr (float *a);			/* { dg-message "'rowr' declared here" } */
void
f (int n, float *p, double d, nova_vec (float) v, nova_vec (nova_vec (float)) m, struct
   incomplete *inc, void *vp, struct holder *hp, int (*arr)[n], float (*fp) (float), struct
   point pt, nova_vec (struct point) pv, float _Complex cx, nova_vec (int) iv, const float *cp,
   nova_vec (float _Complex) cv, nova_vec (float *) ptrv, nova_vec (nova_vec (int)) im, const
   nova_vec (float) cvec)
{
  nova_expand (nothing, getf, v);	/* { dg-error "16: operand 1 of '__nova_expand' gives 'void', wanted an integer" } */
  nova_expand (neg, getf, v);		/* { dg-error "16: operand 1 of '__nova_expand' gives 'float', wanted an integer" } */
  nova_expand (r_int, getbad, v);	/* { dg-error {23: operand 2 of '__nova_expand': parameter 2 of 'getbad' has type 'float \*', wanted 'int' for an index} } */
  nova_expand (r_int, getp, v);		/* { dg-error "29: operand 3 of '__nova_expand' has elements of type 'float', wanted 'struct point' for parameter 1 of 'getp'" } */
  nova_expand (r_int, getv, v);		/* { dg-error "23: operand 2 of '__nova_expand' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_expand (r_int, neg, v);		/* { dg-error "23: operand 2 of '__nova_expand': 'neg' takes 1 argument, wanted 2" } */
  nova_expand (r_int, getf, p);		/* { dg-error {29: operand 3 of '__nova_expand' has type 'float \*', wanted a vector} } */
  nova_expand (r_int, 3, v);		/* { dg-error "23: operand 2 of '__nova_expand' has type 'int', wanted a function" } */
  nova_expand (3, getf, v);		/* { dg-error "16: operand 1 of '__nova_expand' has type 'int', wanted a function" } */
  nova_expand (r_int, getf, m);		/* { dg-error {29: operand 3 of '__nova_expand' has elements of type 'nova_vec\(float\)', wanted 'float' for parameter 1 of 'r_int'} } */
  nova_expand_nested (r_int, getv, v);	/* { dg-error "30: operand 2 of '__nova_expand_nested' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_expand_nested (neg, getf, v);	/* { dg-error "23: operand 1 of '__nova_expand_nested' gives 'float', wanted an integer" } */
  nova_sort (neg, v);			/* { dg-error "14: operand 1 of '__nova_sort': 'neg' takes 1 argument, wanted 2" } */
  nova_sort (nothing, v);		/* { dg-error "14: operand 1 of '__nova_sort': 'nothing' takes 1 argument, wanted 2" } */
  nova_sort (r_less, p);		/* { dg-error {22: operand 2 of '__nova_sort' has type 'float \*', wanted a vector} } */
  nova_sort (r_less, pv);		/* { dg-error "22: operand 2 of '__nova_sort' has elements of type 'struct point', wanted 'float' for parameter 1 of 'r_less'" } */
  nova_sort (nova_lt, pv);		/* { dg-error {23: operand 2 of '__nova_sort' has type 'nova_vec\(struct point\)', but '__nova_lt' works on real numbers} } */
  nova_sort (nova_lt, cv);		/* { dg-error {23: operand 2 of '__nova_sort' has type 'nova_vec\(complex float\)', but '__nova_lt' works on real numbers} } */
  nova_sort_by (nothing, v);		/* { dg-error "17: operand 1 of '__nova_sort_by' gives 'void', wanted a key: a real or enumerated type" } */
  nova_sort_by (mkpt, v);		/* { dg-error "17: operand 1 of '__nova_sort_by' gives 'struct point', wanted a key: a real or enumerated type" } */
  nova_sort_by (ckey, v);		/* { dg-error "17: operand 1 of '__nova_sort_by' gives 'complex float', wanted a key: a real or enumerated type" } */
  nova_sort_by (pkey, v);		/* { dg-error {17: operand 1 of '__nova_sort_by' gives 'float \*', wanted a key: a real or enumerated type} } */
  nova_sort_by (rowf, v);		/* { dg-error {17: operand 1 of '__nova_sort_by' gives 'nova_vec\(float\)', wanted a key: a real or enumerated type} } */
  nova_sort_by (neg, n);		/* { dg-error "22: operand 2 of '__nova_sort_by' has type 'int', wanted a vector" } */
  nova_group_by (mkpt, v);		/* { dg-error "18: operand 1 of '__nova_group_by' gives 'struct point', wanted a key: a real or enumerated type" } */
  nova_group_by (mul, v);		/* { dg-error "18: operand 1 of '__nova_group_by': 'mul' takes 2 arguments, wanted 1" } */
  nova_group_by (neg, p);		/* { dg-error {23: operand 2 of '__nova_group_by' has type 'float \*', wanted a vector} } */
  nova_bucket (d, r_int, v);		/* { dg-error "16: operand 1 of '__nova_bucket' has type 'double', wanted an integer" } */
  nova_bucket (3, neg, v);		/* { dg-error "19: operand 2 of '__nova_bucket' gives 'float', wanted an integer" } */
  nova_bucket (3, 3, v);		/* { dg-error "19: operand 2 of '__nova_bucket' has type 'int', wanted a function" } */
  nova_bucket (3, r_int, p);		/* { dg-error {26: operand 3 of '__nova_bucket' has type 'float \*', wanted a vector} } */
  nova_bucket (3, r_int, pv);		/* { dg-error "26: operand 3 of '__nova_bucket' has elements of type 'struct point', wanted 'float' for parameter 1 of 'r_int'" } */
  nova_bucket (r_int, 3, v);		/* { dg-error "23: operand 2 of '__nova_bucket' has type 'int', wanted a function" } */
  nova_reduce_by_index (mul, 0, 3, iv, p);	/* { dg-error {40: operand 5 of '__nova_reduce_by_index' has type 'float \*', wanted a vector} } */
  nova_reduce_by_index (mul, 0, d, iv, v);	/* { dg-error "33: operand 3 of '__nova_reduce_by_index' has type 'double', wanted an integer" } */
  nova_reduce_by_index (mul, 0, 3, v, v);	/* { dg-error {36: operand 4 of '__nova_reduce_by_index' has type 'nova_vec\(float\)', wanted a vector of integers} } */
  nova_reduce_by_index (mul, pt, 3, iv, v);	/* { dg-error "30: operand 2 of '__nova_reduce_by_index' has type 'struct point', wanted 'float'" } */
  nova_reduce_by_index (neg, 0, 3, iv, v);	/* { dg-error "25: operand 1 of '__nova_reduce_by_index': 'neg' takes 1 argument, wanted 2" } */
  nova_reduce_by_index (nothing, 0, 3, iv, v);	/* { dg-error "25: operand 1 of '__nova_reduce_by_index': 'nothing' takes 1 argument, wanted 2" } */
  nova_reduce_by_index (3, 0, 3, iv, v);	/* { dg-error "25: operand 1 of '__nova_reduce_by_index' has type 'int', wanted a function" } */
  nova_reduce_into (mul, p, iv, v);	/* { dg-error {26: operand 2 of '__nova_reduce_into' has type 'float \*', wanted a vector} } */
  nova_reduce_into (mul, iv, iv, v);	/* { dg-error {26: operand 2 of '__nova_reduce_into' has type 'nova_vec\(int\)', wanted 'nova_vec\(float\)'} } */
  nova_reduce_into (mul, v, v, v);	/* { dg-error {29: operand 3 of '__nova_reduce_into' has type 'nova_vec\(float\)', wanted a vector of integers} } */
  nova_reduce_into (mul, v, iv, 3);	/* { dg-error "33: operand 4 of '__nova_reduce_into' has type 'int', wanted a vector" } */
  nova_reduce_into (mul, v, iv, iv);	/* { dg-error {26: operand 2 of '__nova_reduce_into' has type 'nova_vec\(float\)', wanted 'nova_vec\(int\)'} } */
  nova_update_rows (row, p, 1, 1, 1);	/* { dg-error "21: operand 1 of '__nova_update_rows': 'row' takes 2 arguments, wanted 1" } */
  nova_update_rows (row, p, 1, 1, 1, v, v);	/* { dg-error "21: operand 1 of '__nova_update_rows': 'row' takes 2 arguments, wanted 3" } */
  nova_update_rows (row, cp, 1, 1, 1, v);	/* { dg-error {26: operand 2 of '__nova_update_rows' has type 'const float \*', wanted a pointer to elements that are not const} } */
  nova_update_rows (row, v, 1, 1, 1, v);	/* { dg-error {26: operand 2 of '__nova_update_rows' has type 'nova_vec\(float\)', wanted a pointer to elements} } */
  nova_update_rows (row, p, d, 1, 1, v);	/* { dg-error "29: operand 3 of '__nova_update_rows' has type 'double', wanted an integer" } */
  nova_update_rows (row, p, 1, d, 1, v);	/* { dg-error "32: operand 4 of '__nova_update_rows' has type 'double', wanted an integer" } */
  nova_update_rows (row, p, 1, 1, d, v);	/* { dg-error "35: operand 5 of '__nova_update_rows' has type 'double', wanted an integer" } */
  nova_update_rows (row, p, 1, 1, 1, p);	/* { dg-error {38: operand 6 of '__nova_update_rows' has type 'float \*', wanted a vector} } */
  nova_update_rows (row, p, 1, 1, 1, pv);	/* { dg-error "38: operand 6 of '__nova_update_rows' has elements of type 'struct point', wanted 'float' for parameter 2 of 'row'" } */
  nova_update_rows (rowr, p, 1, 1, 1);	/* { dg-error "21: operand 1 of '__nova_update_rows' gives 'int', wanted no result" } */
  nova_update_rows (rowi, p, 1, 1, 1);	/* { dg-error {27: operand 2 of '__nova_update_rows' has type 'float \*', wanted 'int \*' for parameter 1 of 'rowi'} } */
  nova_update_rows (nova_add, p, 1, 1, 1);	/* { dg-error {21: operand 1 of '__nova_update_rows' has type 'int \(\*\)\(\)', wanted a function without result} } */
  int r0 = nova_update_rows (row, p, 1, 1, 1, v);	/* { dg-error "12: '__nova_update_rows' has no result" } */
  int r1 = nova_store_strided (p, 3, 1, v);	/* { dg-error "12: '__nova_store_strided' has no result" } */
  nova_sum (p);				/* { dg-error {13: operand 1 of 'nova_sum' has type 'float \*', wanted a vector} } */
  nova_sum (ptrv);			/* { dg-error {13: operand 1 of 'nova_sum' has type 'nova_vec\(float \*\)', wanted a vector of arithmetic elements} } */
  nova_product (pv);			/* { dg-error {17: operand 1 of 'nova_product' has type 'nova_vec\(struct point\)', wanted a vector of arithmetic elements} } */
  nova_sum (m);				/* { dg-error {13: operand 1 of 'nova_sum' has type 'nova_vec\(nova_vec\(float\)\)', wanted a vector of arithmetic elements} } */
  nova_sum_as (struct point, v);	/* { dg-error "16: operand 1 of 'nova_sum_as' is the type 'struct point', wanted an arithmetic type" } */
  nova_sum_as (float, p);		/* { dg-error {23: operand 2 of 'nova_sum_as' has type 'float \*', wanted a vector} } */
  nova_sum_as (float, pv);		/* { dg-error {23: operand 2 of 'nova_sum_as' has type 'nova_vec\(struct point\)', wanted a vector of arithmetic elements} } */
  nova_sum_as (struct incomplete, v);	/* { dg-error "16: operand 1 of 'nova_sum_as' is the type 'struct incomplete', wanted an arithmetic type" } */
  nova_sum_as (nova_vec (float), v);	/* { dg-error {16: operand 1 of 'nova_sum_as' is the type 'nova_vec\(float\)', wanted an arithmetic type} } */
  nova_minimum (m);			/* { dg-error {17: operand 1 of 'nova_minimum' has type 'nova_vec\(nova_vec\(float\)\)', wanted a vector of real elements} } */
  nova_minimum (cv);			/* { dg-error {17: operand 1 of 'nova_minimum' has type 'nova_vec\(complex float\)', wanted a vector of real elements} } */
  nova_maximum (ptrv);			/* { dg-error {17: operand 1 of 'nova_maximum' has type 'nova_vec\(float \*\)', wanted a vector of real elements} } */
  nova_maximum (3);			/* { dg-error "17: operand 1 of 'nova_maximum' has type 'int', wanted a vector" } */
  nova_convert (struct point, v);	/* { dg-error {31: operand 2 of 'nova_convert' has type 'nova_vec\(float\)', wanted 'nova_vec\(struct point\)'} } */
  nova_convert (float, p);		/* { dg-error {24: operand 2 of 'nova_convert' has type 'float \*', wanted a vector} } */
  nova_convert (struct incomplete, v);	/* { dg-error "17: operand 1 of 'nova_convert' gives 'struct incomplete', which cannot be the element type of a vector: it is incomplete" } */
  nova_convert (nova_vec (int), v);	/* { dg-error {33: operand 2 of 'nova_convert' has type 'nova_vec\(float\)', wanted 'nova_vec\(nova_vec\(int\)\)'} } */
  nova_convert (void, v);		/* { dg-error "17: operand 1 of 'nova_convert' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_convert (volatile int, v);	/* { dg-error "17: operand 1 of 'nova_convert' gives 'volatile int', which cannot be the element type of a vector: it is volatile" } */
  nova_convert (int [n], v);		/* { dg-error {17: operand 1 of 'nova_convert' gives 'int\[n\]', which cannot be the element type of a vector: it has a variable length} } */
  nova_convert (struct holder, v);	/* { dg-error "17: operand 1 of 'nova_convert' gives 'struct holder', which cannot be the element type of a vector: it holds a vector" } */
  nova_convert (int *, v);		/* { dg-error {24: operand 2 of 'nova_convert' has type 'nova_vec\(float\)', wanted 'nova_vec\(int \*\)'} } */
  nova_print (p);			/* { dg-error {15: operand 1 of 'nova_print' has type 'float \*', wanted a vector} } */
  nova_print ();			/* { dg-error "3: 'nova_print' takes 1 operand, 0 given" } */
  nova_retain (p);			/* { dg-error {16: operand 1 of '__nova_retain' has type 'float \*', wanted a vector} } */
  nova_release (p);			/* { dg-error {17: operand 1 of '__nova_release' has type 'float \*', wanted a vector} } */
  nova_release (nova_map (neg, v));	/* { dg-error "17: operand 1 of '__nova_release' is not an lvalue" } */
  nova_release (cvec);			/* { dg-error "17: operand 1 of '__nova_release' is read-only" } */
  nova_release (m, m);			/* { dg-error "3: '__nova_release' takes 1 operand, 2 given" } */
  nova_fail (3);			/* { dg-error {14: operand 1 of 'nova_fail' has type 'int', wanted 'const char \*'} } */
  nova_fail (p);			/* { dg-error {14: operand 1 of 'nova_fail' has type 'float \*', wanted 'const char \*'} } */
  nova_fail ();				/* { dg-error "3: 'nova_fail' takes 1 operand, 0 given" } */
  nova_fail (v);			/* { dg-error {14: operand 1 of 'nova_fail' has type 'nova_vec\(float\)', wanted 'const char \*'} } */
  nova_bind (mul, 1);			/* { dg-error "3: '__nova_bind' stands where no function operand is wanted" } */
  nova_trust (mul);			/* { dg-error "3: '__nova_trust' stands where no function operand is wanted" } */
  fp = nova_bind (mul, 1);		/* { dg-error "8: '__nova_bind' stands where no function operand is wanted" } */
  nova_store_all (3);			/* { dg-error "3: '__nova_store_all' takes at least 3 operands, 1 given" } */
  nova_store_all (3, p);		/* { dg-error "3: '__nova_store_all' takes at least 3 operands, 2 given" } */
  nova_store_all (3, p, v, p);		/* { dg-error "3: '__nova_store_all' takes a vector for each pointer, none given for operand 4" } */
  nova_store_all (d, p, v);		/* { dg-error "19: operand 1 of '__nova_store_all' has type 'double', wanted an integer" } */
  nova_store_all (3, p, p);		/* { dg-error {25: operand 3 of '__nova_store_all' has type 'float \*', wanted a vector} } */
  nova_store_all (3, cp, v);		/* { dg-error {22: operand 2 of '__nova_store_all' has type 'const float \*', wanted a pointer to elements that are not const} } */
  nova_store_all (3, p, pv);		/* { dg-error {25: operand 3 of '__nova_store_all' has type 'nova_vec\(struct point\)', wanted 'nova_vec\(float\)'} } */
  nova_store_all (3, v, v);		/* { dg-error {22: operand 2 of '__nova_store_all' has type 'nova_vec\(float\)', wanted a pointer to elements} } */
  nova_store_strided (p, 3, 1, m);	/* { dg-error {32: operand 4 of '__nova_store_strided' has type 'nova_vec\(nova_vec\(float\)\)', wanted 'nova_vec\(float\)'} } */
  nova_store_strided (p, 3, 1, 3, 1, v);	/* { dg-error {38: operand 6 of '__nova_store_strided' has type 'nova_vec\(float\)', wanted 'nova_vec\(nova_vec\(float\)\)'} } */
  nova_store_strided (p, 3, 1, pv);	/* { dg-error {32: operand 4 of '__nova_store_strided' has type 'nova_vec\(struct point\)', wanted 'nova_vec\(float\)'} } */
  nova_store_strided (p, 3, v);		/* { dg-error "3: '__nova_store_strided' takes at least 4 operands, 3 given" } */
  nova_store_strided (cp, 3, 1, v);	/* { dg-error {23: operand 1 of '__nova_store_strided' has type 'const float \*', wanted a pointer to elements that are not const} } */
  nova_store_strided (p, d, 1, v);	/* { dg-error "26: operand 2 of '__nova_store_strided' has type 'double', wanted an integer" } */
  nova_store_strided (p, 3, d, v);	/* { dg-error "29: operand 3 of '__nova_store_strided' has type 'double', wanted an integer" } */
  nova_store_strided (p, 3, 1, p);	/* { dg-error {32: operand 4 of '__nova_store_strided' has type 'float \*', wanted a vector} } */
  nova_view_strided (p, 3, 1, 3);	/* { dg-error "3: '__nova_view_strided' takes a stride for each size, none given for operand 4" } */
  nova_view_strided (p, d, 1);		/* { dg-error "25: operand 2 of '__nova_view_strided' has type 'double', wanted an integer" } */
  nova_view_strided (p, 1, d);		/* { dg-error "28: operand 3 of '__nova_view_strided' has type 'double', wanted an integer" } */
  nova_view_strided (vp, 1, 1);		/* { dg-error "22: operand 1 of '__nova_view_strided' points to 'void', wanted elements in memory: it has no values" } */
  nova_view_strided (v, 1, 1);		/* { dg-error {22: operand 1 of '__nova_view_strided' has type 'nova_vec\(float\)', wanted a pointer to elements} } */
  nova_search (r_less, v, iv);		/* { dg-error {27: operand 3 of '__nova_search' has type 'nova_vec\(int\)', wanted 'nova_vec\(float\)'} } */
  nova_search (neg, v, v);		/* { dg-error "16: operand 1 of '__nova_search': 'neg' takes 1 argument, wanted 2" } */
  nova_search (r_less, p, v);		/* { dg-error {24: operand 2 of '__nova_search' has type 'float \*', wanted a vector} } */
  nova_search (r_less, v, p);		/* { dg-error {27: operand 3 of '__nova_search' has type 'float \*', wanted a vector} } */
  nova_argmin (r_less, p);		/* { dg-error {24: operand 2 of '__nova_argmin' has type 'float \*', wanted a vector} } */
  nova_argmin (nothing, v);		/* { dg-error "16: operand 1 of '__nova_argmin': 'nothing' takes 1 argument, wanted 2" } */
  nova_argmax (nova_lt, pv);		/* { dg-error {25: operand 2 of '__nova_argmax' has type 'nova_vec\(struct point\)', but '__nova_lt' works on real numbers} } */
  nova_find (nothing, v);		/* { dg-error "14: operand 1 of '__nova_find' gives 'void', wanted a scalar to compare with 0" } */
  nova_find (neg, p);			/* { dg-error {19: operand 2 of '__nova_find' has type 'float \*', wanted a vector} } */
  nova_find (mul, v, p);		/* { dg-error {22: operand 3 of '__nova_find' has type 'float \*', wanted a vector} } */
  nova_field (v, x);			/* { dg-error {15: operand 1 of 'nova_field' has type 'nova_vec\(float\)', wanted a vector of structures} } */
  nova_field (pv, z);			/* { dg-error "19: operand 2 of 'nova_field': 'struct point' has no member named 'z'" } */
  nova_field (p, x);			/* { dg-error {15: operand 1 of 'nova_field' has type 'float \*', wanted a vector} } */
  nova_zip (struct point, v);		/* { dg-error "13: operand 1 of 'nova_zip' is the type 'struct point', which has 2 members, wanted 1" } */
  nova_zip (struct point, v, p);	/* { dg-error {30: operand 3 of 'nova_zip' has type 'float \*', wanted a vector} } */
  nova_zip (float, v);			/* { dg-error "13: operand 1 of 'nova_zip' is the type 'float', wanted a structure" } */
  nova_zip (struct incomplete, v);	/* { dg-error "13: operand 1 of 'nova_zip' gives 'struct incomplete', which cannot be the element type of a vector: it is incomplete" } */
  nova_zip (struct point, v, pv);	/* { dg-error "30: operand 3 of 'nova_zip' has elements of type 'struct point', wanted 'float' for member 'y'" } */
}

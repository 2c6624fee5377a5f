/* Every way to misuse an operand of the builtins that make, read and write vectors: one error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
struct incomplete;
struct holder { nova_vec (float) v; };
struct point { float x, y; };
struct pads { float x; };
float mul (float a, float b) __attribute__ ((const));
float neg (float a) __attribute__ ((const));
void nothing (float a);
struct incomplete giveinc (float a);
int r_int (float a);
nova_vec (float) rowf (float a);
struct holder giveh (float a);
void
f (int n, float *p, double d, nova_vec (float) v, nova_vec (nova_vec (float)) m, struct
   incomplete *inc, void *vp, struct holder *hp, int (*arr)[n], float (*fp) (float), struct
   point pt, nova_vec (struct point) pv, float _Complex cx, nova_vec (int) iv)
{
  nova_view (inc, 3);			/* { dg-error "14: operand 1 of '__nova_view' points to 'struct incomplete', wanted elements in memory: it is incomplete" } */
  nova_view (vp, 3);			/* { dg-error "14: operand 1 of '__nova_view' points to 'void', wanted elements in memory: it has no values" } */
  nova_view (hp, 3);			/* { dg-error "14: operand 1 of '__nova_view' points to 'struct holder', wanted elements in memory: it holds a vector" } */
  nova_view (arr, 3);			/* { dg-error {14: operand 1 of '__nova_view' points to 'int\[n\]', wanted elements in memory: it is an array, give the address of its first element} } */
  nova_view (fp, 3);			/* { dg-error {14: operand 1 of '__nova_view' has type 'float \(\*\)\(float\)', wanted a pointer to elements} } */
  nova_view (p);			/* { dg-error "3: '__nova_view' takes at least 2 operands, 1 given" } */
  nova_view (p, d);			/* { dg-error "17: operand 2 of '__nova_view' has type 'double', wanted an integer" } */
  nova_view (p, pt);			/* { dg-error "17: operand 2 of '__nova_view' has type 'struct point', wanted an integer" } */
  nova_view (p, p);			/* { dg-error {17: operand 2 of '__nova_view' has type 'float \*', wanted an integer} } */
  nova_view (v, 3);			/* { dg-error {14: operand 1 of '__nova_view' has type 'nova_vec\(float\)', wanted a pointer to elements} } */
  nova_view (&v, 3);			/* { dg-error {14: operand 1 of '__nova_view' points to 'nova_vec\(float\)', wanted elements in memory: it is a vector} } */
  nova_view (n, 3);			/* { dg-error "14: operand 1 of '__nova_view' has type 'int', wanted a pointer to elements" } */
  nova_view (pt, 3);			/* { dg-error "14: operand 1 of '__nova_view' has type 'struct point', wanted a pointer to elements" } */
  nova_segments (p, iv);		/* { dg-error {18: operand 1 of '__nova_segments' has type 'float \*', wanted a vector} } */
  nova_segments (v, v);			/* { dg-error {21: operand 2 of '__nova_segments' has type 'nova_vec\(float\)', wanted a vector of integers} } */
  nova_segments (v, 3);			/* { dg-error "21: operand 2 of '__nova_segments' has type 'int', wanted a vector" } */
  nova_segments (v, m);			/* { dg-error {21: operand 2 of '__nova_segments' has type 'nova_vec\(nova_vec\(float\)\)', wanted a vector of integers} } */
  nova_split (v, 3);			/* { dg-error {15: operand 1 of '__nova_split' has type 'nova_vec\(float\)', wanted an integer} } */
  nova_split (3.0, v);			/* { dg-error "15: operand 1 of '__nova_split' has type 'double', wanted an integer" } */
  nova_split (3, p);			/* { dg-error {18: operand 2 of '__nova_split' has type 'float \*', wanted a vector} } */
  nova_flatten (v);			/* { dg-error {17: operand 1 of '__nova_flatten' has type 'nova_vec\(float\)', wanted a vector of vectors} } */
  nova_flatten (p);			/* { dg-error {17: operand 1 of '__nova_flatten' has type 'float \*', wanted a vector} } */
  nova_range ();			/* { dg-error "3: '__nova_range' takes at least 1 operand, 0 given" } */
  nova_range (1,2,3,4);			/* { dg-error "3: '__nova_range' takes at most 3 operands, 4 given" } */
  nova_range (d);			/* { dg-error "15: operand 1 of '__nova_range' has type 'double', wanted an integer" } */
  nova_range (1, p);			/* { dg-error {18: operand 2 of '__nova_range' has type 'float \*', wanted an integer} } */
  nova_range (1, 2, v);			/* { dg-error {21: operand 3 of '__nova_range' has type 'nova_vec\(float\)', wanted an integer} } */
  nova_range (pt);			/* { dg-error "15: operand 1 of '__nova_range' has type 'struct point', wanted an integer" } */
  nova_range (cx);			/* { dg-error "15: operand 1 of '__nova_range' has type 'complex float', wanted an integer" } */
  nova_replicate (d, 1);		/* { dg-error "19: operand 1 of '__nova_replicate' has type 'double', wanted an integer" } */
  nova_replicate (3, nothing (1.f));	/* { dg-error "22: operand 2 of '__nova_replicate' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_replicate (3, *hp);		/* { dg-error "22: operand 2 of '__nova_replicate' gives 'struct holder', which cannot be the element type of a vector: it holds a vector" } */
  nova_replicate (3, arr);		/* { dg-error {22: operand 2 of '__nova_replicate' gives 'int \(\*\)\[n\]', which cannot be the element type of a vector: it has a variable length} } */
  nova_replicate (3);			/* { dg-error "3: '__nova_replicate' takes 2 operands, 1 given" } */
  nova_length (n);			/* { dg-error "16: operand 1 of '__nova_length' has type 'int', wanted a vector" } */
  nova_lengths (v);			/* { dg-error {17: operand 1 of '__nova_lengths' has type 'nova_vec\(float\)', wanted a vector of vectors} } */
  nova_lengths (n);			/* { dg-error "17: operand 1 of '__nova_lengths' has type 'int', wanted a vector" } */
  nova_offsets (v);			/* { dg-error {17: operand 1 of '__nova_offsets' has type 'nova_vec\(float\)', wanted a vector of vectors} } */
  nova_offsets (pt);			/* { dg-error "17: operand 1 of '__nova_offsets' has type 'struct point', wanted a vector" } */
  nova_get (v, d);			/* { dg-error "16: operand 2 of '__nova_get' has type 'double', wanted an integer" } */
  nova_get (v, pt);			/* { dg-error "16: operand 2 of '__nova_get' has type 'struct point', wanted an integer" } */
  nova_get (p, 1);			/* { dg-error {13: operand 1 of '__nova_get' has type 'float \*', wanted a vector} } */
  nova_get (v);				/* { dg-error "3: '__nova_get' takes 2 operands, 1 given" } */
  nova_get (v, v);			/* { dg-error {16: operand 2 of '__nova_get' has type 'nova_vec\(float\)', wanted an integer} } */
  nova_get (v, cx);			/* { dg-error "16: operand 2 of '__nova_get' has type 'complex float', wanted an integer" } */
  nova_data (p);			/* { dg-error {14: operand 1 of '__nova_data' has type 'float \*', wanted a vector} } */
  nova_data (n);			/* { dg-error "14: operand 1 of '__nova_data' has type 'int', wanted a vector" } */
  nova_store (v, 3, v);			/* { dg-error {15: operand 1 of '__nova_store' has type 'nova_vec\(float\)', wanted a pointer to elements} } */
  nova_store (p, p, v);			/* { dg-error {18: operand 2 of '__nova_store' has type 'float \*', wanted an integer} } */
  nova_store (p, d, v);			/* { dg-error "18: operand 2 of '__nova_store' has type 'double', wanted an integer" } */
  nova_store (p, 3, p);			/* { dg-error {21: operand 3 of '__nova_store' has type 'float \*', wanted a vector} } */
  nova_store (p, 3, pv);		/* { dg-error {21: operand 3 of '__nova_store' has type 'nova_vec\(struct point\)', wanted 'nova_vec\(float\)'} } */
  nova_store (vp, 3, v);		/* { dg-error "15: operand 1 of '__nova_store' points to 'void', wanted elements in memory: it has no values" } */
  nova_store (inc, 3, v);		/* { dg-error "15: operand 1 of '__nova_store' points to 'struct incomplete', wanted elements in memory: it is incomplete" } */
  nova_store ((const float *) p, 3, v);	/* { dg-error {15: operand 1 of '__nova_store' has type 'const float \*', wanted a pointer to elements that are not const} } */
  nova_store (hp, 3, v);		/* { dg-error "15: operand 1 of '__nova_store' points to 'struct holder', wanted elements in memory: it holds a vector" } */
  nova_store (&v, 3, v);		/* { dg-error {15: operand 1 of '__nova_store' points to 'nova_vec\(float\)', wanted elements in memory: it is a vector} } */
  nova_store (p, 3, v, v);		/* { dg-error "3: '__nova_store' takes 3 operands, 4 given" } */
  nova_copy (p);			/* { dg-error {14: operand 1 of '__nova_copy' has type 'float \*', wanted a vector} } */
  nova_copy (nova_map);			/* { dg-error {14: operand 1 of '__nova_copy' has type 'int \(\*\)\(\)', wanted a vector} } */
  nova_copy (nova_add);			/* { dg-error {14: operand 1 of '__nova_copy' has type 'int \(\*\)\(\)', wanted a vector} } */
  nova_copy (nova_bind (mul, 1.0f));	/* { dg-error {14: operand 1 of '__nova_copy' has type 'float \(\*\)\(float\)', wanted a vector} } */
  nova_copy (neg);			/* { dg-error {14: operand 1 of '__nova_copy' has type '__attribute__\(\(const\)\) float \(\*\)\(float\)', wanted a vector} } */
  nova_copy ();				/* { dg-error "3: '__nova_copy' takes 1 operand, 0 given" } */
}

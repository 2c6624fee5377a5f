/* What a view may look at, and where a store may write.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct incomplete;
struct point { int x; };

void
f (void *p, const float *c, struct incomplete *s, nova_vec (float) *h, int (*fn) (void),
   volatile int *d, size_t n, nova_vec (float) v, struct point *q, float m[][20])
{
  nova_view (p, n);		/* { dg-error "operand 1 of '__nova_view' points to 'void', wanted elements in memory: it has no values" } */
  nova_view (s, n);		/* { dg-error "operand 1 of '__nova_view' points to 'struct incomplete', wanted elements in memory: it is incomplete" } */
  nova_view (h, n);		/* { dg-error "operand 1 of '__nova_view' points to 'nova_vec\\(float\\)', wanted elements in memory: it is a vector" } */
  nova_view (d, n);		/* { dg-error "operand 1 of '__nova_view' points to .*, wanted elements in memory: it is volatile" } */
  nova_view (m, n, 20);		/* { dg-error "14: operand 1 of '__nova_view' points to 'float\\\[20\\\]', wanted elements in memory: it is an array, give the address of its first element" } */
  nova_store (m, n, v);		/* { dg-error "15: operand 1 of '__nova_store' points to 'float\\\[20\\\]', wanted elements in memory: it is an array, give the address of its first element" } */
  nova_view (m[0], n, 20);
  nova_view (fn, n);		/* { dg-error "operand 1 of '__nova_view' has type .*, wanted a pointer to elements" } */
  nova_view (n, n);		/* { dg-error "operand 1 of '__nova_view' has type .*, wanted a pointer to elements" } */
  nova_store (c, n, v);		/* { dg-error "operand 1 of '__nova_store' has type 'const float \\*', wanted a pointer to elements that are not const" } */
  nova_store (q, n, v);		/* { dg-error "operand 3 of '__nova_store' has type 'nova_vec\\(float\\)', wanted 'nova_vec\\(struct point\\)'" } */
}

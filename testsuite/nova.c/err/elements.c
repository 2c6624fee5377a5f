/* Types that cannot be elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct incomplete;
struct holder { nova_vec (float) v; };
struct flexible { int n; float x[]; };

void
f (int n)
{
  nova_vec (void) a;			/* { dg-error "'void' cannot be the element type of a vector: it has no values" } */
  nova_vec (struct incomplete) b;	/* { dg-error "'struct incomplete' cannot be the element type of a vector: it is incomplete" } */
  nova_vec (float[3]) c;		/* { dg-error "cannot be the element type of a vector: it is an array" } */
  nova_vec (int[n]) d;			/* { dg-error "cannot be the element type of a vector: it has a variable length" } */
  nova_vec (volatile int) e;		/* { dg-error "'volatile int' cannot be the element type of a vector: it is volatile" } */
  nova_vec (_Atomic int) g;		/* { dg-error "'_Atomic int' cannot be the element type of a vector: it is atomic" } */
  nova_vec (struct holder) h;		/* { dg-error "'struct holder' cannot be the element type of a vector: it holds a vector" } */
  nova_vec (int (void)) i;		/* { dg-error "cannot be the element type of a vector: it is a function" } */
  nova_vec (struct flexible) j;		/* { dg-error "'struct flexible' cannot be the element type of a vector: it has a flexible array member" } */
  nova_vec (int (*)[n]) k;		/* { dg-error "cannot be the element type of a vector: it has a variable length" } */
}

typedef struct { int n; } named;

void
qualified (const volatile double *p, volatile named *q, _Atomic unsigned *r)
{
  nova_sum (nova_view (p, 3));		/* { dg-error "points to 'const volatile double', wanted elements in memory: it is volatile" } */
  nova_length (nova_view (q, 3));	/* { dg-error "points to 'volatile named'.*, wanted elements in memory: it is volatile" } */
  nova_sum (nova_view (r, 3));		/* { dg-error "points to '_Atomic unsigned int', wanted elements in memory: it is atomic" } */
}

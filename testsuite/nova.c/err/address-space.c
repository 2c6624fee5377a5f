/* Memory in a named address space has no vectors: a pointer to elements would lead to other memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-std=gnu11" } */

#include <nova.h>

typedef struct { int n; } pair;

nova_vec (int __seg_fs) global;		/* { dg-error "cannot be the element type of a vector: it is in a named address space" } */

int
viewed (const int __seg_gs *p, const pair __seg_fs *q, size_t n)
{
  nova_length (nova_view (q, n));	/* { dg-error "27: operand 1 of '__nova_view' points to .*, wanted elements in memory: it is in a named address space" } */
  return nova_sum (nova_view (p, n));	/* { dg-error "31: operand 1 of '__nova_view' points to .*, wanted elements in memory: it is in a named address space" } */
}

void
stored (int __seg_gs *p, size_t n, const int *q)
{
  nova_store (p, n, nova_view (q, n));	/* { dg-error "15: operand 1 of '__nova_store' points to .*, wanted elements in memory: it is in a named address space" } */
}

/* What is read there is a value like any other, and so is a pointer that leads there.  */
int
read (const int __seg_gs *p, int __seg_gs **q, size_t n)
{
  int f (int i) { return p[i]; }
  int g (int __seg_gs *r) { return *r; }
  nova_vec (int) same = nova_replicate (n, *p);
  return nova_sum (nova_map (f, same)) + nova_sum (nova_map (g, nova_view (q, n)));
}

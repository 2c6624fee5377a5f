/* Without -fplugin-arg-nova-unchecked, and for operations that it does not name, elements are checked.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-unchecked=permute,expand" } */

#include <nova.h>

static int key (int a) { return a; }
static int get (int a, int k) { return a + k; }

int got (nova_vec (int) v, size_t i) { return nova_get (v, i); }
int gathered (nova_vec (int) ix, nova_vec (int) v) { return nova_sum (nova_gather (ix, v)); }
int sliced (nova_vec (int) v, long b, long e) { return nova_sum (nova_slice (b, e, v)); }
int permuted (nova_vec (int) ix, nova_vec (int) v) { return nova_sum (nova_permute (ix, v)); }
int put (nova_vec (int) d, nova_vec (int) ix, nova_vec (int) v) { return nova_sum (nova_scatter (d, ix, v)); }
int counted (nova_vec (int) ix, nova_vec (int) v) { return nova_sum (nova_reduce_by_index (nova_max, 0, 9, ix, v)); }
int added (nova_vec (int) d, nova_vec (int) ix, nova_vec (int) v) { return nova_sum (nova_reduce_into (nova_add, d, ix, v)); }
int sorted (nova_vec (int) v) { return nova_sum (nova_flatten (nova_bucket (9, key, v))); }
int expanded (nova_vec (int) v) { return nova_sum (nova_expand (key, get, v)); }
int nested (nova_vec (int) v) { return nova_sum (nova_flatten (nova_expand_nested (key, get, v))); }

/* { dg-final { scan-imp-dump-not "repeated" } } */
/* { dg-final { scan-imp-dump-times "countat" 1 } } */
/* { dg-final { scan-imp-dump "fail indexat \\(2:u64" } } */
/* { dg-final { scan-imp-dump "fail indexat \\(3:u64" } } */
/* { dg-final { scan-imp-dump "fail indexat \\(4:u64" } } */
/* { dg-final { scan-assembler "nova_raise" } } */

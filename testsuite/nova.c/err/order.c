/* Sorts, groups, buckets, bins and updates of rows: one error, at the operand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct s { int a; };
int less (float a, float b);
struct s key (float a);			/* { dg-message "'key' declared here" } */
int whole (float a);			/* { dg-message "'whole' declared here" } */
float half (float a);			/* { dg-message "'half' declared here" } */
void row (int *p, float a);		/* { dg-message "'row' declared here" } */
int gives (float *p);			/* { dg-message "'gives' declared here" } */

void
f (float *p, const float *q, nova_vec (float) v, nova_vec (int) w)
{
  nova_sort (less, p);			/* { dg-error "operand 2 of '__nova_sort' has type 'float \\*', wanted a vector" } */
  nova_sort (whole, v);			/* { dg-error "operand 1 of '__nova_sort': 'whole' takes 1 argument, wanted 2" } */
  nova_sort_by (key, v);		/* { dg-error "operand 1 of '__nova_sort_by' gives 'struct s', wanted a key: a real or enumerated type" } */
  nova_group_by (key, v);		/* { dg-error "operand 1 of '__nova_group_by' gives 'struct s', wanted a key: a real or enumerated type" } */
  nova_partition (key, v);		/* { dg-error "operand 1 of '__nova_partition' gives 'struct s', wanted a scalar to compare with 0" } */
  nova_bucket (v, whole, v);		/* { dg-error "operand 1 of '__nova_bucket' has type 'nova_vec\\(float\\)', wanted an integer" } */
  nova_bucket (3, half, v);		/* { dg-error "operand 2 of '__nova_bucket' gives 'float', wanted an integer" } */
  nova_bucket (3, 4, v);		/* { dg-error "operand 2 of '__nova_bucket' has type 'int', wanted a function" } */
  nova_expand (half, nova_add, v);	/* { dg-error "operand 1 of '__nova_expand' gives 'float', wanted an integer" } */
  nova_permute (v, v);			/* { dg-error "operand 1 of '__nova_permute' has type 'nova_vec\\(float\\)', wanted a vector of integers" } */
  nova_scatter (v, w, w);		/* { dg-error "operand 3 of '__nova_scatter' has type 'nova_vec\\(int\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_reduce_by_index (nova_add, 0, 3, v, v);	/* { dg-error "operand 4 of '__nova_reduce_by_index' has type 'nova_vec\\(float\\)', wanted a vector of integers" } */
  nova_reduce_into (nova_add, w, w, v);	/* { dg-error "operand 2 of '__nova_reduce_into' has type 'nova_vec\\(int\\)', wanted 'nova_vec\\(float\\)'" } */
  nova_update_rows (row, p, 3, 3, 3, v);	/* { dg-error "operand 2 of '__nova_update_rows' has type 'float \\*', wanted 'int \\*' for parameter 1 of 'row'" } */
  nova_update_rows (gives, p, 3, 3, 3);	/* { dg-error "operand 1 of '__nova_update_rows' gives 'int', wanted no result" } */
  nova_update_rows (gives, q, 3, 3, 3);	/* { dg-error "operand 2 of '__nova_update_rows' has type 'const float \\*', wanted a pointer to elements that are not const" } */
}

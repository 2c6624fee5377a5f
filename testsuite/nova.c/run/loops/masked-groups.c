/* Rows of as many elements as the program says, whose elements a branch chooses: processors that
   load under a mask load all elements of a row under that of the row.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O2" "-O3" } */

#include <nova.h>
#include <stdio.h>

enum { N = 53 };
typedef nova_vec (int) row;
static int a[4 * N], b[4 * N], bad;

static void
same (const char *what, nova_vec (row) x, const int *expected, size_t n, size_t k)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < k; j++)
      if (nova_get (nova_get (x, i), j) != expected[i * k + j])
	{
	  bad = printf ("%s: row %zu\n", what, i);
	  return;
	}
}

#define CONCAT(K) \
  do \
    { \
      int e_[2 * K * N]; \
      for (int i_ = 0; i_ < K * N; i_++) \
	e_[i_] = a[i_], e_[K * N + i_] = b[i_]; \
      same ("concat of rows of " #K, nova_concat (nova_view (a, N, K), nova_view (b, N, K)), e_, \
	    2 * N, K); \
    } \
  while (0)

int
main (void)
{
  for (int i = 0; i < 4 * N; i++)
    a[i] = i, b[i] = 1000 + i;
  CONCAT (1);
  CONCAT (2);
  CONCAT (3);
  CONCAT (4);
  return bad != 0;
}

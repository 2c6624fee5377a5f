/* Rows that are reversed or sliced and only stored: read where they lie.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <assert.h>
#include <stdio.h>

typedef nova_vec (int) row_t;
typedef nova_vec (row_t) rows_t;
typedef nova_vec (rows_t) blocks_t;

enum { N = 60, M = 5 };
static int a[N], b[N];
static const size_t at[M + 1] = { 0, 5, 5, 17, 30, N };

static void
fresh (void)
{
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
}

/* The LEN elements of P from I on are those from V on.  */
static size_t
run (const int *p, size_t i, int v, size_t len)
{
  for (size_t k = 0; k < len; k++)
    assert (p[i + k] == v + (int) k);
  return i + len;
}

int
main (void)
{
  rows_t rows = nova_segments (nova_view (a, N), nova_view (at, M + 1));
  rows_t even = nova_view (a, 6, 10);
  blocks_t blocks = nova_view (a, 3, 2, 10);
  size_t i;
  fresh ();
  assert (nova_store (b, N, nova_reverse (rows)) == N);
  i = run (b, 0, 30, 30);
  i = run (b, i, 17, 13);
  i = run (b, i, 5, 12);
  run (b, i, 0, 5);
  assert (nova_store (b, N, nova_slice (1, 2, 5, rows)) == 13);
  run (b, 0, 17, 13);
  assert (nova_store (b, N, nova_slice (4, -3, -1, rows)) == 30);
  run (b, 0, 30, 30);
  assert (nova_store (b, N, nova_slice (2, 2, rows)) == 0);
  assert (nova_store (b, N, nova_reverse (nova_slice (1, 3, even))) == 20);
  i = run (b, 0, 20, 10);
  run (b, i, 10, 10);
  assert (nova_store (b, N, nova_reverse (nova_reverse (even))) == N);
  run (b, 0, 0, N);
  assert (nova_store (a, N, nova_reverse (even)) == N);
  for (int k = 0; k < 6; k++)
    run (a, (size_t) k * 10, 50 - 10 * k, 10);
  fresh ();
  assert (nova_store (a, N, nova_reverse (blocks)) == N);
  for (int k = 0; k < 3; k++)
    run (a, (size_t) k * 20, 40 - 20 * k, 20);
  fresh ();
  assert (nova_store (a, N, nova_slice (1, 3, blocks)) == 40);
  i = run (a, 0, 20, 40);
  run (a, i, 40, 20);
  puts ("done");
}

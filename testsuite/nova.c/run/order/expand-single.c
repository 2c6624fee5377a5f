/* Expansions most of whose owners have one element each: sums and values against loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^(\[a-z\]+ \[0-9\]+\n)+$" } */

#include <nova.h>
#include <stdint.h>
#include <stdio.h>
#include "../good.h"

enum { N = 100000 };
static int length[N];
static long got[2 * N];

static int size (int n) { return n & 0xffff; }
static int64_t item (int n, int k) { return 3 * (n >> 16) + n + k; }

/* The expansion of the first N lengths, and its sum.  */
static void
shape (const char *what, size_t n)
{
  size_t made = nova_store (got, 2 * N, nova_expand (size, item, nova_view (length, n))), at = 0;
  int64_t sum = nova_sum (nova_expand (size, item, nova_view (length, n))), all = 0;

  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < size (length[i]); k++)
      {
	check (what, at < made && got[at++] == item (length[i], k));
	all += item (length[i], k);
      }
  check (what, at == made && sum == all);
  printf ("%s %ld\n", what, (long) all);
}

/* Length I is L, with something else to tell it by.  */
static void
set (size_t i, int l)
{
  length[i] = (int) (i * 37 % 1000) << 16 | l;
}

int
main (void)
{
  shape ("none", 0);
  for (size_t i = 0; i < N; i++)
    set (i, 0);
  shape ("empty", N);
  for (size_t i = 0; i < N; i++)
    set (i, 1);
  shape ("ones", N);
  shape ("few", 3);
  shape ("block", 512);
  shape ("behind", 513);
  set (N / 3, 0);
  shape ("gap", N);
  set (N / 3 + 100, 2);
  shape ("shifted", N);
  set (5, 9);
  set (N - 1, 30000);
  shape ("ends", N);
  for (size_t i = 0; i < N; i++)
    set (i, i / 700 % 3 == 1 ? (int) (i % 4) : 1);
  shape ("stretches", N);
  for (size_t i = 0; i < N; i++)
    set (i, 2 * (i % 2));
  shape ("alternate", N);
  for (size_t i = 0; i < N; i++)
    set (i, i == N / 2 ? 60000 : 0);
  shape ("long", N);
  return 0;
}

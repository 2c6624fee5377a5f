/* A function operand that reads variables of the thread's reads those of the calling thread, also in
   a callee, a nested builtin, and where it takes the address.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

enum { N = 100000 };
static __thread int base;
static _Thread_local int table[4];
static int x[N], y[N];

static int
direct (int v)
{
  return v + base;
}

static int
by_address (int v)
{
  const int *p = table;
  return p[v & 3];
}

static int
add_base (int v)
{
  for (int i = 0; i < 3; i++)
    v += base;
  return v;
}

static int
in_callee (int v)
{
  return v < 3 ? add_base (v) : v;
}

static int
nested (int v)
{
  return nova_sum (nova_map (direct, nova_range (v & 3)));
}

static int
less (int a, int b)
{
  return base * a < base * b;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i * 19 % 1000;
  base = 5;
  for (int i = 0; i < 4; i++)
    table[i] = 10 * i + 1;
#define TRY(F)							\
  nova_store (y, N, nova_map (F, nova_view (x, N)));		\
  for (int i = 0; i < N; i++)					\
    if (y[i] != F (x[i]))					\
      {								\
	printf (#F " %d: %d\n", i, y[i]);			\
	return 1;						\
      }
  TRY (direct)
  TRY (by_address)
  TRY (in_callee)
  TRY (nested)
  nova_store (y, N, nova_sort (less, nova_view (x, N)));
  for (int i = 1; i < N; i++)
    if (y[i - 1] > y[i])
      return 1;
  return 0;
}

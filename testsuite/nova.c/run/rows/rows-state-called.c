/* Rows that are folded to a state with an array, by a step that GCC calls where it is seldom run.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O2" "-O3" } */

#include <nova.h>
#include <assert.h>

struct item { int k; double d; };
struct sums { double of[4]; int n; };

static struct item
item (size_t i, size_t j)
{
  struct item e = { i * 3 + j, i * .5 - j };
  return e;
}

static struct sums
sums (nova_vec (struct item) r)
{
  struct sums none = { { 0 }, 0 };
  struct sums step (struct sums a, struct item e) { a.of[e.k & 3] += e.d; a.n++; return a; }
  struct sums join (struct sums a, struct sums b)
  {
    for (int i = 0; i < 4; i++)
      a.of[i] += b.of[i];
    a.n += b.n;
    return a;
  }
  return nova_fold (step, join, none, r);
}

int
main (void)
{
  static struct sums s[9];
  assert (nova_store (s, 9, nova_map (sums, nova_tabulate (item, 9, 11))) == 9);
  for (size_t i = 0; i < 9; i++)
    {
      double want[4] = { 0 };
      for (size_t j = 0; j < 11; j++)
	want[item (i, j).k & 3] += item (i, j).d;
      assert (s[i].n == 11);
      for (int k = 0; k < 4; k++)
	assert (s[i].of[k] == want[k]);
    }
  return 0;
}

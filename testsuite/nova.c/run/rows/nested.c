/* Views of two and three dimensions: rows as operands and in host loops, tabulate, store.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define H 30
#define W 40
static int a[H][W], b[H][W];

static int
row_sum (nova_vec (int) r)
{
  return nova_sum (r);
}

static int
cell (size_t i, size_t j)
{
  return (int) (i * 100 + j);
}

static int
cube (size_t i, size_t j, size_t k)
{
  return (int) (i * 10000 + j * 100 + k);
}

int
main (void)
{
  int total = 0, good = 1, sum = 0;

  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      total += a[i][j] = (i * 31 + j * 17) % 23;
  nova_vec (nova_vec (int)) m = nova_view (&a[0][0], H, W);
  good &= nova_length (m) == H;
  good &= nova_sum (nova_map (row_sum, m)) == total;
  for (size_t i = 0; i < nova_length (m); i++)
    {
      sum += nova_sum (nova_get (m, i));
      for (size_t j = 0; j < nova_length (nova_get (m, i)); j++)
	good &= nova_get (nova_get (m, i), j) == a[i][j];
    }
  good &= sum == total;
  nova_vec (nova_vec (int)) t = nova_tabulate (cell, (size_t) H, (size_t) W);
  good &= nova_length (t) == H && nova_length (nova_get (t, 3)) == W;
  good &= nova_get (nova_get (t, 7), 9) == 709;
  good &= nova_store (&b[0][0], H * W, t) == H * W;
  good &= b[H - 1][W - 1] == (H - 1) * 100 + W - 1;
  nova_vec (nova_vec (nova_vec (int))) c = nova_tabulate (cube, (size_t) 3, (size_t) 4, (size_t) 5);
  good &= nova_get (nova_get (nova_get (c, 2), 3), 4) == 20304;
  good &= nova_data (nova_get (nova_get (c, 1), 2))[3] == 10203;
  if (!good)
    puts ("wrong");
  return !good;
}

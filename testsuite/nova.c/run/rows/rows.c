/* Rows: as operands, of copies, of tabulated vectors, and functions of rows that are themselves
   made of builtins.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define H 37
#define W 53
static float a[H][W], s[H], b[H][W];
static int t[H][W];
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static float total (nova_vec (float) r) { return nova_reduce (nova_add, 0.0f, r); }
static int cell (size_t i, size_t j) { return i * 100 + j; }
static int cube (size_t i, size_t j, size_t k) { return (i * 10 + j) * 10 + k; }

static float
largest (size_t i)
{
  float at (size_t j) { return a[i][j]; }
  return nova_reduce (nova_max, -1.0f, nova_tabulate (at, W));
}

int
main (void)
{
  int c[2 * 3 * 4];

  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      a[i][j] = i + j;
  nova_vec (nova_vec (float)) m = nova_view (&a[0][0], H, W), copy = nova_copy (m);
  CHECK (nova_length (m) == H && nova_length (nova_get (m, 3)) == W);
  CHECK (nova_get (nova_get (m, 3), 5) == 8);
  CHECK (nova_store (s, H, nova_map (total, m)) == H);
  for (int i = 0; i < H; i++)
    CHECK (s[i] == W * i + W * (W - 1) / 2);
  CHECK (nova_store (&t[0][0], H * W, nova_tabulate (cell, H, W)) == H * W);
  CHECK (t[H - 1][W - 1] == (H - 1) * 100 + W - 1 && t[1][0] == 100);
  nova_vec (nova_vec (int)) tt = nova_tabulate (cell, H, W);
  CHECK (nova_length (tt) == H && nova_get (nova_get (tt, H - 1), W - 1) == 3652);
  CHECK (nova_store (c, 24, nova_tabulate (cube, 2, 3, 4)) == 24 && c[23] == 123 && c[4] == 10);
  nova_vec (nova_vec (nova_vec (int))) v = nova_view (c, 2, 3, 4);
  CHECK (nova_get (nova_get (nova_get (v, 1), 2), 3) == 123);
  nova_store (s, H, nova_map (largest, nova_range ((size_t) H)));
  for (int i = 0; i < H; i++)
    CHECK (s[i] == i + W - 1);
  /* The copy is independent of the array.  */
  a[H - 1][W - 1] = -1;
  CHECK (nova_store (&b[0][0], H * W, copy) == H * W && b[H - 1][W - 1] == H + W - 2);
  CHECK (nova_get (nova_get (m, H - 1), W - 1) == -1);
  return bad;
}

/* Slices and reverses of rows, and rows of them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define H 12
#define W 5
static int a[H][W], b[H][W];
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

typedef nova_vec (int) vec;
typedef nova_vec (nova_vec (int)) mat;

static __attribute__ ((noipa)) mat flip (mat m) { return nova_reverse (m); }
static int row_sum (vec r) { return nova_sum (r); }
static int alternate (vec r) { return nova_sum (nova_slice (0, 2, W, nova_reverse (r))); }
static int first_of (vec r) { vec s = nova_reverse (r); return nova_get (s, 0) + *nova_data (s); }
static int cell (size_t i, size_t j) { return (int) (i * 10 + j); }

static void
fill (int k)
{
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      a[i][j] = k * (i * 10 + j);
}

int
main (void)
{
  mat m = nova_view (&a[0][0], H, W), f = flip (m), s = nova_slice (1, 3, H, m);
  vec last = nova_get (f, 0), back = nova_reverse (nova_get (f, 0));

  for (int k = 1; k < 3; k++)
    {
      fill (k);
      CHECK (nova_length (s) == 4 && nova_get (nova_get (s, 2), 3) == 73 * k);
      CHECK (nova_get (last, 2) == 0 && nova_get (back, 0) == 0);
      CHECK (nova_sum (nova_map (row_sum, f)) == nova_sum (nova_map (row_sum, m)));
      CHECK (nova_get (nova_map (row_sum, nova_slice (2, 4, m)), 1) == (5 * 30 + 10) * k);
      CHECK (nova_get (nova_map (alternate, f), 1) == (3 * 100 + 6) * k);
      CHECK (nova_get (nova_map (first_of, s), 0) == 2 * 14 * k);
      CHECK (nova_store (&b[0][0], H * W, f) == H * W);
      CHECK (b[0][1] == 111 * k && b[H - 1][4] == 4 * k);
      CHECK (nova_data (s)[W + 2] == 42 * k);
    }
  mat t = flip (nova_tabulate (cell, (size_t) H, (size_t) W));
  CHECK (nova_get (nova_get (t, 1), 2) == 102);
  CHECK (nova_get (nova_get (nova_slice (H - 1, -2, -1, t), 1), 4) == 24);
  return bad;
}

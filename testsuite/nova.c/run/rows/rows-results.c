/* Vectors of vectors as results: of functions that give vectors, of any lengths, and of operations
   that choose, order or combine rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define H 37
#define W 53
#define N 300
static int a[H][W], flat[H * W];
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static int twice (int x) { return 2 * x; }
static int even (int x) { return x % 2 == 0; }
static nova_vec (int) doubled (nova_vec (int) r) { return nova_map (twice, r); }
static nova_vec (int) evens (nova_vec (int) r) { return nova_filter (even, r); }
static nova_vec (int) upto (int n) { return nova_range (n); }
static int heavy (nova_vec (int) r) { return nova_reduce (nova_add, 0, r) % 3 == 0; }
static nova_vec (int) sums (nova_vec (int) x, nova_vec (int) y) { return nova_map (nova_add, x, y); }
static nova_vec (int) line (size_t i) { return nova_range ((int) i % 5); }

int
main (void)
{
  int ix[3] = { 5, 0, 5 }, zero[W] = { 0 };
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      a[i][j] = i + j;
  nova_vec (nova_vec (int)) m = nova_view (&a[0][0], H, W);
  nova_vec (nova_vec (int)) d = nova_map (doubled, m), e = nova_map (evens, m);
  CHECK (nova_length (d) == H && nova_get (nova_get (d, 3), 4) == 14);
  CHECK (nova_store (flat, H * W, d) == H * W && flat[W] == 2);
  CHECK (flat[H * W - 1] == 2 * (H + W - 2));
  CHECK (nova_length (e) == H && nova_length (nova_get (e, 0)) == 27
	 && nova_length (nova_get (e, 1)) == 26 && nova_get (nova_get (e, 1), 3) == 8);
  nova_vec (nova_vec (int)) t = nova_map (upto, nova_range (N));
  CHECK (nova_length (t) == N);
  for (int i = 0; i < N; i++)
    CHECK (nova_length (nova_get (t, i)) == (size_t) i
	   && (!i || nova_get (nova_get (t, i), i - 1) == i - 1));
  nova_vec (nova_vec (int)) l = nova_tabulate (line, N);
  CHECK (nova_length (l) == N && nova_length (nova_get (l, 8)) == 3);
  CHECK (nova_store (flat, H * W, l) == 600);
  nova_vec (nova_vec (int)) h = nova_filter (heavy, t);
  int n = 0;
  for (int i = 0; i < N; i++)
    if (i * (i - 1) / 2 % 3 == 0)
      {
	CHECK (nova_length (nova_get (h, n)) == (size_t) i);
	n++;
      }
  CHECK (nova_length (h) == (size_t) n);
  nova_vec (nova_vec (int)) g = nova_gather (nova_view (ix, 3), t), r = nova_reverse (t);
  CHECK (nova_length (g) == 3 && nova_length (nova_get (g, 0)) == 5
	 && nova_length (nova_get (g, 1)) == 0);
  CHECK (nova_length (nova_get (r, 0)) == N - 1);
  nova_vec (nova_vec (int)) s = nova_slice (1, 3, 10, t);
  CHECK (nova_length (s) == 3 && nova_length (nova_get (s, 2)) == 7);
  nova_vec (int) total = nova_reduce (sums, nova_view (zero, W), m);
  for (int j = 0; j < W; j++)
    CHECK (nova_get (total, j) == H * (H - 1) / 2 + H * j);
  nova_vec (nova_vec (int)) before = nova_exscan (sums, nova_view (zero, W), m);
  CHECK (nova_length (before) == H && nova_get (nova_get (before, 3), 2) == 9);
  nova_vec (nova_vec (int)) again = nova_replicate (4, nova_view (ix, 3));
  CHECK (nova_length (again) == 4 && nova_get (nova_get (again, 3), 2) == 5);
  return bad;
}

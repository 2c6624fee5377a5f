/* Vectors of many levels: made, sliced, reversed, filtered, printed, read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;
typedef nova_vec (v2) v3;
typedef nova_vec (v3) v4;
typedef nova_vec (v4) v5;
typedef nova_vec (v5) v6;
typedef nova_vec (v6) v7;
typedef nova_vec (v7) v8;
typedef nova_vec (v8) v9;
typedef nova_vec (v9) v10;
typedef nova_vec (v10) v11;

static v1 f1 (int n) { return nova_range (n % 3 + 1); }
static v2 f2 (int n) { return nova_map (f1, nova_range (n % 3 + 1)); }
static v3 f3 (int n) { return nova_map (f2, nova_range (n % 3 + 1)); }
static v4 f4 (int n) { return nova_map (f3, nova_range (n % 2 + 1)); }
static v5 f5 (int n) { return nova_map (f4, nova_range (n % 2 + 1)); }
static v6 f6 (int n) { return nova_map (f5, nova_range (n % 2 + 1)); }
static v7 f7 (int n) { return nova_map (f6, nova_range (n % 2 + 1)); }
static v8 f8 (int n) { return nova_map (f7, nova_range (n % 2 + 1)); }
static v9 f9 (int n) { return nova_map (f8, nova_range (n % 2 + 1)); }
static v10 f10 (int n) { return nova_map (f9, nova_range (n % 2 + 1)); }
static int any10 (v10 x) { return nova_length (x) > 1; }

static int
last (v10 x)
{
  v9 a = nova_get (x, nova_length (x) - 1);
  v8 b = nova_get (a, nova_length (a) - 1);
  v7 c = nova_get (b, nova_length (b) - 1);
  v6 d = nova_get (c, nova_length (c) - 1);
  v5 e = nova_get (d, nova_length (d) - 1);
  v4 f = nova_get (e, nova_length (e) - 1);
  v3 g = nova_get (f, nova_length (f) - 1);
  v2 h = nova_get (g, nova_length (g) - 1);
  v1 i = nova_get (h, nova_length (h) - 1);
  return nova_get (i, nova_length (i) - 1);
}

int
main (void)
{
  v11 x = nova_map (f10, nova_range (7));
  CHECK (nova_length (x) == 7);
  for (int i = 0; i < 7; i++)
    {
      CHECK (nova_length (nova_get (x, i)) == (size_t) i % 2 + 1);
      CHECK (last (nova_get (x, i)) == i % 2);
    }
  v11 y = nova_slice (1, 2, 6, x), z = nova_reverse (x), c = nova_copy (x);
  CHECK (nova_length (y) == 3 && last (nova_get (y, 2)) == 1);
  CHECK (last (nova_get (z, 0)) == 0 && last (nova_get (z, 1)) == 1);
  CHECK (nova_length (c) == 7 && last (nova_get (c, 5)) == 1);
  v11 w = nova_filter (any10, x);
  CHECK (nova_length (w) == 3 && last (nova_get (w, 1)) == 1);
  return bad;
}

/* nova_get in host code of views of views: rotated, reversed, transposed, strided, windows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static float a[24];

__attribute__ ((noipa)) static void
rotated (size_t n, const float *p, long k)
{
  nova_vec (float) v = nova_rotate (k, nova_view (p, n));
  nova_vec (float) u = nova_rotate ((unsigned char) k, nova_reverse (nova_view (p, n)));
  CHECK (nova_length (v) == n);
  for (size_t i = 0; i < n; i++)
    {
      long j = ((long) i + k % (long) n + (long) n) % (long) n, h = (i + (unsigned char) k) % n;
      CHECK (nova_get (v, i) == p[j]);
      CHECK (nova_get (u, i) == p[n - 1 - h]);
    }
}

__attribute__ ((noipa)) static void
matrix (size_t n, size_t m, const float *p)
{
  nova_vec (nova_vec (float)) t = nova_transpose (nova_view (p, n, m));
  nova_vec (nova_vec (float)) s = nova_view_strided (p + (n * m - 1), n, -(ptrdiff_t) m, m, -1);
  nova_vec (nova_vec (nova_vec (float))) w = nova_window (2, nova_view (p, n, m));
  nova_vec (nova_vec (float)) r = nova_rotate (1, nova_transpose (nova_view (p, n, m)));
  nova_vec (nova_vec (float)) back = nova_reverse (t);
  for (size_t j = 0; j < m; j++)
    for (size_t i = 0; i < n; i++)
      {
	CHECK (nova_get (nova_get (t, j), i) == p[i * m + j]);
	CHECK (nova_get (nova_get (s, i), j) == p[(n - 1 - i) * m + m - 1 - j]);
	CHECK (nova_get (nova_get (r, j), i) == p[i * m + (j + 1) % m]);
	CHECK (nova_get (nova_get (back, j), i) == p[i * m + m - 1 - j]);
	for (size_t q = 0; q < 2 && i + 1 < n; q++)
	  CHECK (nova_get (nova_get (nova_get (w, i), q), j) == p[(i + q) * m + j]);
      }
  CHECK (nova_length (nova_get (t, 0)) == n);
  CHECK (nova_sum (nova_get (t, 1)) == nova_sum (nova_view_strided (p + 1, n, m)));
}

static float twice (float x) { return 2 * x; }

__attribute__ ((noipa)) static void
windows (size_t n, const float *p, nova_vec (float) of)
{
  nova_vec (nova_vec (float)) w = nova_window (3, nova_view (p, n));
  nova_vec (nova_vec (float)) u = nova_window (2, nova_map (twice, nova_view (p, n)));
  nova_vec (nova_vec (float)) h = nova_window (2, of);
  nova_vec (float) turned = nova_rotate (-1, of);
  nova_vec (float) kept = nova_get (h, 0);
  size_t k = 0;
  for (size_t i = 0; i < nova_length (w); i++, k++)
    for (size_t j = 0; j < 3; j++)
      CHECK (nova_get (nova_get (w, i), j) == p[i + j]);
  CHECK (n < 3 ? k == 0 : k == n - 2);
  for (size_t i = 0; i + 1 < n; i++)
    {
      CHECK (nova_get (nova_get (u, i), 1) == 2 * p[i + 1]);
      CHECK (nova_get (nova_get (h, i), 0) == nova_get (of, i));
    }
  for (size_t i = 0; i < nova_length (of); i++)
    CHECK (nova_get (turned, i) == nova_get (of, (i ? i : nova_length (of)) - 1));
  CHECK (nova_get (kept, 1) == nova_get (of, 1));
}

int
main (void)
{
  for (int i = 0; i < 24; i++)
    a[i] = i * i % 17 - i;
  for (long k = -30; k < 30; k += 7)
    rotated (13, a, k);
  matrix (6, 4, a);
  matrix (1, 24, a);
  nova_vec (float) of = nova_reverse (nova_view (a, 9));
  windows (9, a, of);
  windows (9, a, nova_copy (of));
  nova_vec (nova_vec (float)) none = nova_transpose (nova_view (a, 0, 4));
  CHECK (nova_length (none) == 0);
  return bad;
}

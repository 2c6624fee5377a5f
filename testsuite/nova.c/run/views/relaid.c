/* Strided views, splits, segments, windows, rotation, transposition, padding: against loops, for
   several sizes and element types, stored over what they read, and fused.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define MOST 12000
struct point { double x; short tag; };
static int a[MOST], got[4 * MOST], want[4 * MOST];
static struct point p[MOST], q[MOST];
static const char *s[MOST], *sgot[MOST];
static const size_t sizes[] = { 0, 1, 2, 3, 12, 60, 1000, MOST };
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d, n %zu: %s\n", __LINE__, n, #C); bad = 1; } } while (0)

static int plus (int x) { return x + 1; }
static int sum3 (nova_vec (int) w) { return nova_get (w, 0) + 2 * nova_get (w, 1) + nova_get (w, 2); }
static int sum (nova_vec (int) w) { return nova_reduce (nova_add, 0, w); }
static int square (nova_vec (nova_vec (int)) w)
{
  return nova_sum (nova_map (sum, w)) + nova_get (nova_get (w, 1), 1);
}
static nova_vec (int) add_rows (nova_vec (int) x, nova_vec (int) y) { return nova_map (nova_add, x, y); }

static int
same (size_t n)
{
  return memcmp (got, want, n * sizeof *got) == 0;
}

static void
fill (void)
{
  for (int i = 0; i < MOST; i++)
    {
      a[i] = i * 7 % 1000;
      p[i].x = i;
      p[i].tag = -i;
      s[i] = i % 2 ? "odd" : "even";
    }
}

static void
strided (size_t n)
{
  size_t m = n / 3, i, j;
  /* Every third, backwards.  */
  for (i = 0; i < m; i++)
    want[i] = a[3 * (m - 1 - i)] + 1;
  const int *last = m ? a + 3 * (m - 1) : a;
  nova_vec (int) v = nova_view_strided (last, m, -3);
  CHECK (nova_length (v) == m);
  CHECK (nova_store (got, MOST, nova_map (plus, v)) == m && same (m));
  CHECK (nova_sum (nova_view_strided (a, n, 0)) == (n ? (int) n * a[0] : 0));
  /* The transposed matrix.  */
  for (i = 0; i < m; i++)
    for (j = 0; j < 3; j++)
      want[j * m + i] = a[i * 3 + j];
  CHECK (nova_store (got, MOST, nova_view_strided (a, 3, 1, m, 3)) == 3 * m && same (3 * m));
  CHECK (nova_store (got, 3, nova_map (sum, nova_view_strided (a, 3, 1, m, 3))) == 3);
  for (j = 0; j < 3; j++)
    {
      int t = 0;
      for (i = 0; i < m; i++)
	t += a[i * 3 + j];
      CHECK (got[j] == t);
    }
  /* Three levels, from a kept variable.  */
  nova_vec (nova_vec (nova_vec (int))) w = nova_view_strided (a, m / 4, 12, 2, 1, 2, 2);
  CHECK (nova_length (w) == m / 4 && nova_store (got, MOST, w) == m / 4 * 4);
  for (i = 0; i < m / 4; i++)
    CHECK (got[4 * i] == a[12 * i] && got[4 * i + 1] == a[12 * i + 2]
	   && got[4 * i + 2] == a[12 * i + 1] && got[4 * i + 3] == a[12 * i + 3]);
  for (i = 0; i < m; i++)
    CHECK (nova_get (v, i) == a[3 * (m - 1 - i)]);
  CHECK (nova_store (q, MOST, nova_view_strided (p, m, 2)) == m);
  for (i = 0; i < m; i++)
    CHECK (q[i].x == p[2 * i].x && q[i].tag == p[2 * i].tag);
}

static void
splits (size_t n)
{
  size_t m = n / 4 * 4, i;
  nova_vec (nova_vec (int)) r = nova_split (4, nova_view (a, m));
  CHECK (nova_length (r) == m / 4 && nova_store (got, MOST, nova_map (sum, r)) == m / 4);
  for (i = 0; i < m / 4; i++)
    CHECK (got[i] == a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3]);
  CHECK (nova_store (got, MOST, r) == m && memcmp (got, a, m * sizeof *a) == 0);
  nova_vec (int) back = nova_flatten (r);
  CHECK (nova_length (back) == m && nova_sum (back) == nova_sum (nova_view (a, m)));
  for (i = 0; i < m; i++)
    CHECK (nova_get (back, i) == a[i] && nova_get (nova_get (r, i / 4), i % 4) == a[i]);
  /* Of rows.  */
  nova_vec (nova_vec (nova_vec (int))) rr = nova_split (2, nova_split (2, nova_view (a, m)));
  CHECK (nova_length (rr) == m / 4 && nova_store (got, MOST, rr) == m);
  CHECK (nova_store (got, MOST, nova_map (sum, nova_flatten (rr))) == m / 2);
  for (i = 0; i < m / 2; i++)
    CHECK (got[i] == a[2 * i] + a[2 * i + 1]);
  nova_vec (size_t) l = nova_lengths (r), o = nova_offsets (r);
  CHECK (nova_length (l) == m / 4 && nova_length (o) == m / 4 + 1);
  for (i = 0; i < m / 4; i++)
    CHECK (nova_get (l, i) == 4 && nova_get (o, i + 1) == 4 * (i + 1) && nova_get (o, 0) == 0);
  CHECK (nova_store (q, MOST, nova_split (2, nova_view (p, m))) == m && (!m || q[m - 1].x == m - 1));
}

static void
segments (size_t n)
{
  static short off[MOST + 1];
  size_t parts = 0, at = 0, i, j;
  for (off[0] = 0; at < n && parts < 300; parts++)
    {
      at += parts % 5;
      off[parts + 1] = at > n ? n : at;
    }
  off[parts] = n;
  nova_vec (short) o = nova_view (off, parts + 1);
  nova_vec (nova_vec (int)) v = nova_segments (nova_view (a, n), o);
  CHECK (nova_length (v) == parts);
  CHECK (nova_store (got, MOST, nova_map (sum, v)) == parts);
  for (i = 0; i < parts; i++)
    {
      int t = 0;
      for (j = off[i]; j < (size_t) off[i + 1]; j++)
	t += a[j];
      CHECK (got[i] == t && nova_length (nova_get (v, i)) == (size_t) (off[i + 1] - off[i]));
    }
  CHECK (nova_sum (nova_lengths (v)) == n && nova_length (nova_offsets (v)) == parts + 1);
  CHECK (nova_store (got, MOST, nova_map (plus, nova_flatten (v))) == n && (!n || got[n - 1] == a[n - 1] + 1));
  /* The offsets were copied, the elements not.  */
  for (i = 1; i < parts; i++)
    off[i] = 0;
  if (n)
    {
      int old = a[0];
      a[0] = 5000;
      CHECK (nova_sum (nova_map (sum, v)) == nova_sum (nova_view (a, n)));
      CHECK (nova_sum (nova_lengths (v)) == n && nova_get (nova_lengths (v), parts - 1) <= n);
      a[0] = old;
    }
  nova_vec (nova_vec (const char *)) t = nova_segments (nova_view (s, n), nova_range (0, (int) n + 1));
  CHECK (nova_length (t) == n && nova_store (sgot, MOST, t) == n && (!n || sgot[n - 1] == s[n - 1]));
}

static void
turned (size_t n)
{
  long ks[] = { 0, 1, -1, 5, -5, (long) n, -(long) n - 1, 123456789, -123456789 };
  for (unsigned c = 0; c < sizeof ks / sizeof *ks; c++)
    {
      for (size_t i = 0; i < n; i++)
	want[i] = a[(((long) i + ks[c]) % (long) n + (long) n) % (long) n] + 1;
      CHECK (nova_store (got, MOST, nova_map (plus, nova_rotate (ks[c], nova_view (a, n)))) == n);
      CHECK (same (n));
    }
  unsigned long far = -1ul;
  for (size_t i = 0; i < n; i++)
    want[i] = a[(far % n + i) % n];
  CHECK (nova_store (got, MOST, nova_rotate (far, nova_view (a, n))) == n && same (n));
  CHECK (nova_store (got, MOST, nova_rotate (-1ul, nova_view (a, n))) == n && same (n));
  signed char back = -2;
  for (size_t i = 0; i < n; i++)
    want[i] = a[(i + 2 * n - 2) % n];
  nova_vec (int) kept = nova_rotate (back, nova_view (a, n));
  CHECK (nova_store (got, MOST, kept) == n && same (n));
  for (size_t i = 0; i < n; i++)
    CHECK (nova_get (kept, i) == want[i]);
  memcpy (got, a, n * sizeof *a);
  CHECK (nova_store (got, n, nova_rotate (back, nova_view (got, n))) == n && same (n));
  memcpy (q, p, sizeof p);
  CHECK (nova_store (q, n, nova_rotate (1, nova_view (q, n))) == n);
  if (n > 1)
    CHECK (q[0].x == 1 && q[n - 1].x == 0 && q[n - 1].tag == 0);
}

static void
transposed (size_t n)
{
  size_t m = n / 5, i, j;
  for (i = 0; i < m; i++)
    for (j = 0; j < 5; j++)
      want[j * m + i] = a[i * 5 + j];
  nova_vec (nova_vec (int)) t = nova_transpose (nova_view (a, m, 5));
  CHECK (nova_length (t) == (m ? 5 : 0));
  CHECK (nova_store (got, MOST, t) == 5 * m && same (5 * m));
  CHECK (nova_store (got, MOST, nova_transpose (t)) == 5 * m && memcmp (got, a, 20 * m) == 0);
  CHECK (nova_store (got, MOST, nova_map (sum, t)) == (m ? 5 : 0));
  CHECK (nova_sum (nova_map (sum, t)) == nova_sum (nova_view (a, 5 * m)));
  memcpy (got, a, 20 * m);
  CHECK (nova_store (got, 5 * m, nova_transpose (nova_view (got, m, 5))) == 5 * m && same (5 * m));
  CHECK (nova_store (q, MOST, nova_transpose (nova_view (p, m, 5))) == 5 * m);
  CHECK (!m || (q[m].x == 1 && q[m].tag == -1));
  /* Of vectors that are computed.  */
  nova_vec (nova_vec (int)) u = nova_transpose (nova_split (5, nova_map (plus, nova_view (a, 5 * m))));
  CHECK (nova_store (got, MOST, u) == 5 * m);
  for (i = 0; i < 5 * m; i++)
    CHECK (got[i] == want[i] + 1);
  if (m)
    CHECK (nova_get (nova_get (u, 4), m - 1) == a[5 * m - 1] + 1);
}

static void
windows (size_t n)
{
  size_t i, k;
  for (k = 1; k < 5; k += 2)
    {
      nova_vec (nova_vec (int)) w = nova_window (k, nova_view (a, n));
      size_t m = n < k ? 0 : n - k + 1;
      CHECK (nova_length (w) == m && nova_store (got, MOST, nova_map (sum, w)) == m);
      for (i = 0; i < m; i++)
	{
	  int t = 0;
	  for (size_t j = i; j < i + k; j++)
	    t += a[j];
	  CHECK (got[i] == t);
	}
      CHECK (nova_store (got, 4 * MOST, w) == m * k && (!m || got[m * k - 1] == a[n - 1]));
    }
  /* A stencil that replaces what it reads.  */
  memcpy (got, a, n * sizeof *a);
  for (i = 0; i < n; i++)
    want[i] = a[i ? i - 1 : 0] + 2 * a[i] + a[i + 1 < n ? i + 1 : i];
  if (n)
    CHECK (nova_store (got, n, nova_map (sum3, nova_window (3, nova_pad (NOVA_CLAMP, 1, nova_view (got, n)))))
	   == n && same (n));
}

static long
padded_index (int mode, long j, long n)
{
  if (mode == NOVA_CLAMP)
    return j < 0 ? 0 : j >= n ? n - 1 : j;
  if (mode == NOVA_WRAP)
    return (j % n + n) % n;
  if (mode == NOVA_REFLECT)
    {
      long period = n > 1 ? 2 * (n - 1) : 1, r = (j % period + period) % period;
      return r < n ? r : period - r;
    }
  return j < 0 || j >= n ? -1 : j;
}

static void
pads (size_t n)
{
  for (size_t k = 0; k < 10; k += 3)
    for (int mode = 0; mode < 4; mode++)
      {
	if (n == 0 && mode != NOVA_ZERO)
	  continue;
	size_t m = n + 2 * k;
	for (size_t i = 0; i < m; i++)
	  {
	    long j = padded_index (mode, (long) i - (long) k, n);
	    want[i] = (j < 0 ? 0 : a[j]) + 1;
	  }
	CHECK (nova_store (got, 2 * MOST, nova_map (plus, nova_pad (mode, k, nova_view (a, n)))) == m);
	CHECK (same (m));
	if (mode == NOVA_REFLECT)
	  CHECK (nova_store (got, 2 * MOST, nova_map (plus, nova_pad (NOVA_REFLECT, k, nova_view (a, n)))) == m
		 && same (m));
      }
  /* Rows and columns: a five-point stencil.  */
  size_t h = n / 6, i, j;
  nova_vec (nova_vec (int)) z = nova_pad (NOVA_ZERO, 1, nova_view (a, h, 6));
  CHECK (nova_length (z) == h + 2 && nova_store (got, MOST + 12, z) == (h ? 6 * h + 12 : 0));
  for (i = 0; h && i < 6; i++)
    CHECK (got[i] == 0 && got[6 * h + 6 + i] == 0 && got[6 + i] == a[i]);
  if (h > 2)
    {
      nova_vec (nova_vec (nova_vec (int))) w = nova_window (3, nova_view (a, h, 6));
      CHECK (nova_length (w) == h - 2);
      CHECK (nova_store (got, MOST, nova_map (square, w)) == h - 2);
      for (i = 0; i < h - 2; i++)
	{
	  int t = a[(i + 1) * 6 + 1];
	  for (j = 0; j < 18; j++)
	    t += a[i * 6 + j];
	  CHECK (got[i] == t);
	}
    }
  struct point none[4];
  CHECK (nova_store (none, 4, nova_pad (NOVA_ZERO, 2, nova_view (p, 0))) == 4 && none[3].x == 0);
}

static void
joined (size_t n)
{
  size_t m = n / 3, i;
  nova_vec (int) v = nova_concat (nova_view (a, n), nova_range ((int) m), nova_map (plus, nova_view (a, m)));
  CHECK (nova_length (v) == n + 2 * m && nova_store (got, 2 * MOST, v) == n + 2 * m);
  for (i = 0; i < n + 2 * m; i++)
    want[i] = i < n ? a[i] : i < n + m ? (int) (i - n) : a[i - n - m] + 1;
  CHECK (same (n + 2 * m));
  CHECK (nova_sum (nova_map (plus, nova_concat (nova_view (a, n)))) == nova_sum (nova_view (a, n)) + (int) n);
  nova_vec (nova_vec (int)) r = nova_concat (nova_view (a, m, 3), nova_split (1, nova_view (a, m)));
  CHECK (nova_length (r) == 2 * m && nova_store (got, 2 * MOST, r) == 4 * m);
  CHECK (!m || (got[0] == a[0] && got[4 * m - 1] == a[m - 1] && nova_length (nova_get (r, m)) == 1));
  CHECK (nova_store (q, MOST, nova_concat (nova_view (p, m), nova_view (p, m))) == 2 * m);
  CHECK (!m || q[2 * m - 1].x == m - 1);
  CHECK (nova_store (sgot, MOST, nova_concat (nova_view (s, 1), nova_view (s, m))) == m + 1);
}

int
main (void)
{
  fill ();
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      strided (sizes[k]);
      splits (sizes[k]);
      segments (sizes[k]);
      turned (sizes[k]);
      transposed (sizes[k]);
      windows (sizes[k]);
      pads (sizes[k]);
      joined (sizes[k]);
    }
  int twice[2] = { 1, 2 }, out[2];
  size_t n = 2;
  nova_vec (nova_vec (int)) two = nova_view_strided (twice, 2, 0, 2, 1);
  CHECK (nova_store (out, 2, nova_reduce (add_rows, nova_view (twice, 2), two)) == 2 && out[1] == 6);
  return bad;
}

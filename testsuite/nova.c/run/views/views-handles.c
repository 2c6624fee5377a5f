/* Views of views as handles: functions that the compiler does not read make them, take them, look
   at single elements, print and copy them.  They have the elements of the same operations on copies,
   and show what is stored to the array later.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^10 .0,1,2,3,4,5,6,7,8,9.\n3x2 \\\[\\\[0,1\\\],\\\[2,3\\\],\\\[4,5\\\]\\\]\n$" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define N 24
#define ALONE __attribute__ ((noipa)) static

typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;
typedef nova_vec (v2) v3;
typedef nova_vec (size_t) cuts;

static int a[N], bad;
static const size_t five[] = { 0, 3, 3, 10, 11, 24 }, three[] = { 0, 2, 2, 5 };

#define CHECK(C) \
  do { if (!(C)) { printf ("%d: does not hold: %s\n", __LINE__, #C); bad = 1; } } while (0)

/* What they have: through nova_get, and in regions of their own.  */
ALONE unsigned long
hash1 (v1 x)
{
  unsigned long h = nova_length (x);
  for (size_t i = 0; i < nova_length (x); i++)
    h = h * 31 + (unsigned long) nova_get (x, i);
  return h;
}

ALONE unsigned long
hash2 (v2 x)
{
  unsigned long h = nova_length (x);
  for (size_t i = 0; i < nova_length (x); i++)
    h = h * 37 + hash1 (nova_get (x, i));
  return h;
}

ALONE unsigned long
hash3 (v3 x)
{
  unsigned long h = nova_length (x);
  for (size_t i = 0; i < nova_length (x); i++)
    h = h * 41 + hash2 (nova_get (x, i));
  return h;
}

ALONE long sum1 (v1 x) { return nova_sum_as (long, x); }
ALONE long sum2 (v2 x) { return nova_sum_as (long, nova_flatten (x)); }
ALONE long sum3 (v3 x) { return nova_sum_as (long, nova_flatten (nova_flatten (x))); }
ALONE v1 own1 (v1 x) { return nova_copy (x); }
ALONE v2 own2 (v2 x) { return nova_copy (x); }
ALONE v3 own3 (v3 x) { return nova_copy (x); }

/* The operations, on vectors of which nothing is known.  */
ALONE v1 idv (v1 x) { return x; }
ALONE v1 rev (v1 x) { return nova_reverse (x); }
ALONE v1 rot (v1 x, long k) { return nova_rotate (k, x); }
ALONE v1 slc (v1 x, long b, long s, long e) { return nova_slice (b, s, e, x); }
ALONE v1 fla (v2 x) { return nova_flatten (x); }
ALONE v2 win (v1 x, int k) { return nova_window (k, x); }
ALONE v2 tra (v2 x) { return nova_transpose (x); }
ALONE v2 spl (v1 x, int k) { return nova_split (k, x); }
ALONE v2 rot2 (v2 x, long k) { return nova_rotate (k, x); }
ALONE v2 slc2 (v2 x, long b, long s, long e) { return nova_slice (b, s, e, x); }
ALONE v2 rev2 (v2 x) { return nova_reverse (x); }
ALONE v2 cut (v1 x, cuts o) { return nova_segments (x, o); }
ALONE v2 fla2 (v3 x) { return nova_flatten (x); }
ALONE v2 rep2 (v1 x, size_t n) { return nova_replicate (n, x); }
ALONE v3 win2 (v2 x, int k) { return nova_window (k, x); }
ALONE v3 cut2 (v2 x, cuts o) { return nova_segments (x, o); }
ALONE v3 tra3 (v3 x) { return nova_transpose (x); }
ALONE v3 rep3 (v2 x, size_t n) { return nova_replicate (n, x); }

static cuts offs (int n, const size_t *p) { return nova_view (p, n); }

#define SAME(K, X, Y)							\
  do									\
    {									\
      v##K ours = (X), theirs = (Y);					\
      CHECK (hash##K (ours) == hash##K (theirs));				\
      CHECK (sum##K (ours) == sum##K (theirs));				\
      CHECK (hash##K (own##K (ours)) == hash##K (theirs));		\
      CHECK (sum##K (ours) == 0						\
	     || !memcmp (nova_data (ours), nova_data (theirs), sizeof (int)));	\
    }									\
  while (0)
#define SAME1(X, Y) SAME (1, X, Y)
#define SAME2(X, Y) \
  do { SAME (2, X, Y); SAME (1, fla (X), nova_flatten (Y)); } while (0)
#define SAME3(X, Y) \
  do { SAME (3, X, Y); SAME (2, fla2 (X), nova_flatten (Y)); } while (0)

/* W, MC, RC and CC are copies of V, M, R and C.  */
static void
as_copies (v1 v, v2 m, v2 r, v3 c)
{
  v1 w = nova_copy (v);
  v2 mc = nova_copy (m), rc = nova_copy (r);
  v3 cc = nova_copy (c);

  SAME1 (rot (v, 5), nova_copy (nova_rotate (5, w)));
  SAME1 (rot (v, -7), nova_copy (nova_rotate (-7, w)));
  SAME1 (rot (rot (v, 5), 3), nova_copy (nova_rotate (8, w)));
  SAME1 (rev (rot (v, 5)), nova_copy (nova_reverse (nova_rotate (5, w))));
  SAME1 (slc (rot (v, 5), 20, -3, 1), nova_copy (nova_slice (20, -3, 1, nova_rotate (5, w))));
  SAME1 (rot (slc (v, 20, -3, 1), 2), nova_copy (nova_rotate (2, nova_slice (20, -3, 1, w))));
  SAME1 (slc (rev (rot (rev (v), 4)), 1, 2, 20),
	 nova_copy (nova_slice (1, 2, 20, nova_reverse (nova_rotate (4, nova_reverse (w))))));
  SAME2 (win (v, 5), nova_copy (nova_window (5, w)));
  SAME2 (win (rot (v, 5), 5), nova_copy (nova_window (5, nova_rotate (5, w))));
  SAME2 (win (rev (v), 3), nova_copy (nova_window (3, nova_reverse (w))));
  SAME2 (rot2 (win (v, 3), 4), nova_copy (nova_rotate (4, nova_window (3, w))));
  SAME2 (tra (win (v, 3)), nova_copy (nova_transpose (nova_window (3, w))));
  SAME2 (tra (m), nova_copy (nova_transpose (mc)));
  SAME2 (tra (tra (m)), mc);
  SAME2 (tra (rot2 (m, 1)), nova_copy (nova_transpose (nova_rotate (1, mc))));
  SAME2 (rot2 (tra (m), 1), nova_copy (nova_rotate (1, nova_transpose (mc))));
  SAME2 (rev2 (tra (m)), nova_copy (nova_reverse (nova_transpose (mc))));
  SAME2 (slc2 (tra (m), 5, -2, 0), nova_copy (nova_slice (5, -2, 0, nova_transpose (mc))));
  SAME2 (spl (rev (v), 4), nova_copy (nova_split (4, nova_reverse (w))));
  SAME2 (spl (rot (v, 1), 4), nova_copy (nova_split (4, nova_rotate (1, w))));
  SAME1 (fla (tra (m)), nova_copy (nova_flatten (nova_transpose (mc))));
  SAME1 (rot (fla (tra (m)), 3), nova_copy (nova_rotate (3, nova_flatten (nova_transpose (mc)))));
  SAME1 (fla (win (v, 4)), nova_copy (nova_flatten (nova_window (4, w))));
  SAME2 (spl (fla (tra (m)), 3), nova_copy (nova_split (3, nova_flatten (nova_transpose (mc)))));
  SAME2 (cut (rev (v), offs (6, five)),
	 nova_copy (nova_segments (nova_reverse (w), offs (6, five))));
  SAME2 (cut (rot (v, 2), offs (6, five)),
	 nova_copy (nova_segments (nova_rotate (2, w), offs (6, five))));
  SAME2 (rot2 (r, 2), nova_copy (nova_rotate (2, rc)));
  SAME2 (rev2 (r), nova_copy (nova_reverse (rc)));
  SAME2 (slc2 (r, 4, -3, -1), nova_copy (nova_slice (4, -3, -1, rc)));
  SAME2 (rev2 (rot2 (r, 2)), nova_copy (nova_reverse (nova_rotate (2, rc))));
  SAME1 (fla (rot2 (r, 2)), nova_copy (nova_flatten (nova_rotate (2, rc))));
  SAME1 (rev (fla (rot2 (r, 2))), nova_copy (nova_reverse (nova_flatten (nova_rotate (2, rc)))));
  SAME3 (win2 (r, 2), nova_copy (nova_window (2, rc)));
  SAME3 (win2 (m, 2), nova_copy (nova_window (2, mc)));
  SAME3 (win2 (rot2 (r, 1), 3), nova_copy (nova_window (3, nova_rotate (1, rc))));
  SAME3 (win2 (tra (m), 2), nova_copy (nova_window (2, nova_transpose (mc))));
  SAME3 (tra3 (c), nova_copy (nova_transpose (cc)));
  SAME2 (fla2 (tra3 (c)), nova_copy (nova_flatten (nova_transpose (cc))));
  SAME3 (cut2 (rev2 (r), offs (4, three)),
	 nova_copy (nova_segments (nova_reverse (rc), offs (4, three))));
  SAME3 (tra3 (win2 (r, 2)), nova_copy (nova_transpose (nova_window (2, rc))));
  SAME2 (rep2 (v, 3), nova_copy (nova_replicate (3, w)));
  SAME2 (rep2 (rot (v, 2), 3), nova_copy (nova_replicate (3, nova_rotate (2, w))));
  SAME3 (rep3 (r, 2), nova_copy (nova_replicate (2, rc)));
  SAME3 (rep3 (tra (m), 2), nova_copy (nova_replicate (2, nova_transpose (mc))));
  SAME2 (rep2 (nova_view (a, 0), 3), nova_copy (nova_replicate (3, nova_view (a, 0))));
  SAME2 (nova_get (tra3 (c), 1), nova_copy (nova_get (nova_transpose (cc), 1)));
  SAME1 (nova_get (tra (rot2 (m, 1)), 2),
	 nova_copy (nova_get (nova_transpose (nova_rotate (1, mc)), 2)));
}

static void
stay_views (v1 v, v2 m, v2 r, v3 c)
{
  v1 x1 = rot (v, 5), x2 = rev (fla (tra (m))), x3 = slc (rot (v, -3), 2, 3, 20);
  v2 y1 = win (v, 4), y2 = tra (m), y3 = rot2 (r, 2), y4 = slc2 (r, 4, -1, 0);
  v2 y5 = cut (rev (v), offs (6, five)), y6 = rep2 (v, 2);
  v2 y7 = nova_view_strided (a, 3, 1, 4, 6);
  v3 z1 = win2 (r, 2), z2 = tra3 (c);
  v1 was = nova_copy (v);
  for (int i = 0; i < N; i++)
    a[i] = 1000 - 7 * i;
  SAME1 (x1, nova_rotate (5, v));
  SAME1 (x2, nova_reverse (nova_flatten (nova_transpose (m))));
  SAME1 (x3, nova_slice (2, 3, 20, nova_rotate (-3, v)));
  SAME2 (y1, nova_window (4, v));
  SAME2 (y2, nova_transpose (m));
  SAME2 (y3, nova_rotate (2, r));
  SAME2 (y4, nova_slice (4, -1, 0, r));
  SAME2 (y5, nova_segments (nova_reverse (v), offs (6, five)));
  SAME2 (y6, nova_replicate (2, was));
  SAME2 (y7, nova_copy (nova_view_strided (a, 3, 1, 4, 6)));
  SAME3 (z1, nova_window (2, r));
  SAME3 (z2, nova_transpose (c));
  a[20] = -5;
  CHECK (nova_get (x1, 15) == -5 && nova_get (nova_get (y2, 2), 3) == -5);
  CHECK (nova_get (nova_get (y7, 2), 3) == -5);
}

struct odd { char name[3]; struct { int q; float r; } n; };
ALONE nova_vec (float) member (nova_vec (struct odd) x) { return nova_field (x, n.r); }
ALONE nova_vec (struct odd) turned (nova_vec (struct odd) x) { return nova_rotate (1, x); }

static void
members (void)
{
  struct odd z[5];
  for (int i = 0; i < 5; i++)
    z[i] = (struct odd) { "x", { i, i * .5f } };
  nova_vec (float) x = member (nova_view (z, 5)), y = member (turned (nova_view (z, 5)));
  CHECK (nova_get (x, 3) == 1.5f && nova_get (y, 4) == 0 && nova_sum (y) == 5);
  z[3].n.r = 70;
  CHECK (nova_get (x, 3) == 70 && nova_get (y, 2) == 70 && nova_sum (x) == 73.5f);
}

/* Of more elements than there is memory.  */
static void
in_no_memory (void)
{
  nova_vec (long) far = nova_range (1000000000000L);
  nova_vec (float) same = nova_replicate (1000000000000L, 2.5f);
  CHECK (nova_get (far, 123456789012L) == 123456789012L && nova_get (same, 999999999999L) == 2.5f);
  CHECK (nova_get (nova_rotate (3, far), 999999999999L) == 2);
  v2 wide = win (idv (nova_range (2000000000)), 1000);
  CHECK (nova_get (nova_get (wide, 1000000000), 7) == 1000000007);
  CHECK (nova_get (slc (idv (nova_range (-2147483647 - 1, 2147483647)), 4294967294, -2, 0), 1)
	 == 2147483644);
  /* Checks want the length alone.  */
  v2 rows = spl (idv (nova_range (2000000000)), 1000);
  CHECK (nova_get (nova_get (rows, 1999999), 7) == 1999999007);
  CHECK (nova_get (nova_get (nova_get (rep3 (rows, nova_length (rows) / 2), 999999), 1999999), 7)
	 == 1999999007);
  SAME1 (idv (nova_range (10, -11, -4)), nova_copy (nova_range (10, -11, -4)));
  SAME1 (rot (idv (nova_range (10)), 3), nova_copy (nova_rotate (3, nova_range (10))));
  SAME1 (idv (nova_replicate (7, 3)), nova_copy (nova_replicate (7, 3)));
}

int
main (void)
{
  v1 v = nova_view (a, N), none;
  v2 m = nova_view (a, 4, 6), r = cut (v, offs (6, five));
  v3 c = nova_view (a, 2, 3, 4);
  for (int i = 0; i < N; i++)
    a[i] = i * i + 1;
  as_copies (v, m, r, c);
  stay_views (v, m, r, c);
  as_copies (v, m, r, c);
  CHECK (nova_length (rep2 (none, 3)) == 3 && nova_length (fla (rep2 (none, 3))) == 0);
  members ();
  in_no_memory ();
  nova_print (idv (nova_range (10)));
  nova_print (tra (nova_split (3, nova_gather (nova_view (((int[]) { 0, 2, 4, 1, 3, 5 }), 6),
					       nova_range (6)))));
  return bad;
}

/* A function reads vectors of a captured structure, or of one that it makes: views with steps, ranges
   and repeated values are what they are there, too, and a loop of two passes reads them in both.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-levels "-O0" "-O2" "-O3" } */

#include <nova.h>
#include <stdio.h>

enum { N = 9, M = 4 };
struct s { nova_vec (__int128) x; long k; nova_vec (short) y; nova_vec (nova_vec (int)) z; };

static short shorts[4 * N];
static int ints[N * N];

static __attribute__ ((noipa)) struct s
make (nova_vec (short) y, nova_vec (nova_vec (int)) z, long k)
{
  struct s s;
  s.x = nova_replicate (5, (__int128) 9);
  s.k = k;
  s.y = y;
  s.z = z;
  return s;
}

/* s keeps its members together.  */
static __attribute__ ((noipa)) void
look (struct s *s)
{
  s->k++;
}

static int
sums (struct s s, const int *wanted)
{
  int at (size_t i)
  {
    size_t len = nova_length (s.y);
    return i + nova_sum (nova_slice (0, len < M ? len : M, s.y));
  }
  int nested (size_t i) { return nova_get (nova_get (s.z, i), 1) + nova_sum (nova_get (s.z, 0)); }
  nova_vec (int) t, u;
  look (&s);
  t = nova_sort (nova_lt, nova_tabulate (at, N));
  u = nova_tabulate (nested, 2);
  for (int k = 0; k < N; k++)
    if (nova_get (t, k) != wanted[0] + k)
      return printf ("sum %d: %d, not %d\n", k, nova_get (t, k), wanted[0] + k);
  for (int k = 0; k < 2; k++)
    if (nova_get (u, k) != wanted[1 + k])
      return printf ("row %d: %d, not %d\n", k, nova_get (u, k), wanted[1 + k]);
  return 0;
}

/* As many elements in a segment as the index says: counted in one pass, made in another.  */
static int
segments (struct s s)
{
  nova_vec (short) part (size_t i)
  {
    size_t len = nova_length (s.y);
    return nova_copy (nova_slice (0, len < i ? len : i, s.y));
  }
  look (&s);
  nova_vec (nova_vec (short)) r = nova_map (part, nova_range (s.k));
  int sum = 0;
  for (long k = 0; k < s.k; k++)
    sum += (k + 1) * nova_sum (nova_get (r, k));
  return sum;
}

/* The structure is an element's own.  */
static int
own (nova_vec (short) y, nova_vec (nova_vec (int)) z)
{
  int at (size_t i)
  {
    struct s s = make (nova_slice (0, i % N, y), z, i);
    return nova_sum (s.y) + nova_get (nova_get (s.z, 1), 0) + nova_length (s.y);
  }
  nova_vec (int) r = nova_map (nova_trust (at), nova_range (2 * (size_t) N));
  return nova_sum (r);
}

static int
all (nova_vec (short) y, nova_vec (nova_vec (int)) z, const int *wanted)
{
  struct s s = make (y, z, 4);
  int parts, of_own, bad = sums (s, wanted);
  if ((parts = segments (s)) != wanted[3])
    bad |= printf ("segments: %d, not %d\n", parts, wanted[3]);
  if ((of_own = own (y, z)) != wanted[4])
    bad |= printf ("own: %d, not %d\n", of_own, wanted[4]);
  return bad;
}

/* What the functions above should give for elements Y[i * STEP] and rows Z.  */
static void
want (const short *y, int step, const int z[2][3], int *wanted)
{
  int sum = 0, own = 0, segs = 0, upto[N + 1] = { 0 };
  for (int i = 0; i < N; i++)
    upto[i + 1] = upto[i] + y[i * step];
  sum = upto[M];
  for (int k = 0; k < 5; k++)
    segs += (k + 1) * upto[k];
  for (int i = 0; i < 2 * N; i++)
    own += upto[i % N] + z[1][0] + i % N;
  wanted[0] = sum;
  for (int k = 0; k < 2; k++)
    wanted[1 + k] = z[k][1] + z[0][0] + z[0][1] + z[0][2];
  wanted[3] = segs;
  wanted[4] = own;
}

int
main (void)
{
  short back[N], same[N], count[N];
  int wanted[5], bad = 0, rows[2][3], columns[2][3], equal[2][3] = { { 6, 7, 8 }, { 6, 7, 8 } };
  for (int k = 0; k < 4 * N; k++)
    shorts[k] = 3 * k + 1;
  for (int k = 0; k < N * N; k++)
    ints[k] = 5 * k + 2;
  for (int k = 0; k < N; k++)
    {
      back[k] = shorts[N - 1 - k];
      same[k] = 7;
      count[k] = k + 3;
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      {
	rows[i][j] = ints[3 * i + j];
	columns[i][j] = ints[i + N * j];
      }
  want (shorts, 1, rows, wanted);
  bad |= all (nova_view (shorts, N), nova_view (ints, 2, 3), wanted);
  want (shorts, 4, columns, wanted);
  bad |= all (nova_view_strided (shorts, N, 4), nova_view_strided (ints, 2, 1, 3, N), wanted);
  want (back, 1, rows, wanted);
  bad |= all (nova_reverse (nova_view (shorts, N)), nova_copy (nova_view (ints, 2, 3)), wanted);
  want (same, 1, equal, wanted);
  bad |= all (nova_replicate (N, (short) 7), nova_replicate (2, nova_range (6, 9)), wanted);
  want (count, 1, columns, wanted);
  bad |= all (nova_convert (short, nova_range (3, N + 3)),
	      nova_slice (0, 2, nova_transpose (nova_view_strided (ints, 3, N, N, 1))), wanted);
  if (!bad)
    puts ("done");
  return bad != 0;
}

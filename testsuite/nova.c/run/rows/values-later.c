/* What may be a row of the array that is viewed, or the array itself, and is no view: the rows that
   nova_get takes, what reductions and folds of rows give, what nova_replicate repeats, a conversion to
   the same type.  A later store does not show, whoever looks: loops of the program, regions, functions.
   At other levels: values-later-few.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" } */

#include <nova.h>
#include <stdio.h>
#define N 6
typedef nova_vec (int) vec;
static int a[N][2], b[2];
static int bad;
static vec firstof (vec r, vec s) { return r; }
static vec lastof (vec r, vec s) { return s; }
static vec plus (vec r, vec s) { return nova_map (nova_add, r, s); }
static nova_vec (vec) other (nova_vec (vec) r, nova_vec (vec) s) { return s; }
__attribute__ ((noipa)) static void
fill (int by)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 2; j++)
      a[i][j] = by + 2 * i + j;
  b[0] = by; b[1] = by;
}
__attribute__ ((noipa)) static int
sum1 (vec v)
{
  int s = 0;
  for (size_t j = 0; j < nova_length (v); j++)
    s += nova_get (v, j);
  return s;
}
__attribute__ ((noipa)) static int
sum2 (nova_vec (vec) v)
{
  int s = 0;
  for (size_t j = 0; j < nova_length (v); j++)
    s += sum1 (nova_get (v, j));
  return s;
}
/* Made from the arrays filled with 0, ..., X is the same after they are filled or stored to.  */
#define SAME(WHO, EARLY, LATE) \
  do { int e_ = EARLY, l_ = LATE; \
       if (e_ != l_) \
	 printf ("line %d, %s: %d, not %d\n", __LINE__, WHO, l_, e_), bad = 1; } while (0)
#define TEST(T, X, LOOPS, SUM, DOUBLE) \
  do { \
    { fill (0); T x = X; int e = LOOPS (x); fill (100); SAME ("loops", e, LOOPS (x)); } \
    { fill (0); T x = X; int e = SUM (x); fill (100); SAME ("sums", e, SUM (x)); } \
    { fill (0); T x = X; fill (100); int l = DOUBLE (x); fill (0); T z = X; \
      SAME ("map", 2 * SUM (z), l); } \
    { fill (0); T x = X; \
      nova_store (&a[0][0], 12, nova_replicate (12, 50)); \
      nova_store (b, 2, nova_replicate (2, 50)); \
      int l = SUM (x); fill (0); T z = X; SAME ("stores", SUM (z), l); } \
  } while (0)
#define DOUBLE1(X) nova_sum (nova_map (nova_add, X, X))
#define TWICE(X) nova_map (nova_lambda (int, (vec r), { return 2 * nova_sum (r); }), X)
#define DOUBLE2(X) nova_sum (TWICE (X))
#define SUM2(X) nova_sum (nova_flatten (X))
#define T1(X) TEST (vec, X, sum1, nova_sum, DOUBLE1)
#define T2(X) TEST (nova_vec (vec), X, sum2, SUM2, DOUBLE2)
#define ROWS nova_view (&a[0][0], N, 2)
#define CUBE nova_view (&a[0][0], 3, 2, 2)
#define ROW nova_view (b, 2)
int
main (void)
{
  vec bb = ROW;
  nova_vec (vec) aa = ROWS;
  T1 (nova_reduce (firstof, ROW, ROWS));
  T1 (nova_reduce (lastof, ROW, ROWS));
  T1 (nova_reduce (plus, ROW, ROWS));
  T1 (nova_reduce (lastof, ROW, nova_view (&a[0][0], 0, 2)));
  T1 (nova_reduce (plus, ROW, nova_view (&a[0][0], 0, 2)));
  T1 (nova_fold (firstof, firstof, ROW, ROWS));
  T1 (nova_fold (lastof, lastof, ROW, ROWS));
  T1 (nova_fold (plus, plus, nova_replicate (2, 0), ROWS));
  T1 (nova_fold (lastof, lastof, ROW, nova_view (&a[0][0], 0, 2)));
  T1 (nova_get (ROWS, 1));
  T1 (nova_get (aa, 1));
  T1 (nova_get (nova_reverse (aa), 1));
  T1 (nova_get (nova_get (CUBE, 1), 1));
  T1 (nova_get (nova_replicate (3, bb), 1));
  T1 (nova_convert (int, bb));
  T1 (nova_flatten (nova_replicate (3, bb)));
  T2 (nova_replicate (3, ROW));
  T2 (nova_replicate (3, bb));
  T2 (nova_replicate (3, nova_reverse (bb)));
  T2 (nova_reverse (nova_replicate (3, ROW)));
  T2 (nova_reduce (other, ROWS, CUBE));
  T2 (nova_get (CUBE, 1));
  T2 (nova_convert (int, ROWS));
  T2 (nova_convert (int, aa));
  return bad;
}

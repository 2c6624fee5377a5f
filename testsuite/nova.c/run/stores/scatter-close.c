/* A scatter of one value at progressions of small steps, which is written in vectors: elements of
   several sizes, steps about the largest such, ends within a vector; into what was there before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <string.h>

enum { N = 40009, M = 3 };
static int first[M], step[M], count[M];

#define TEST(NAME, TYPE, OLD, NEW)                                                                \
  static TYPE NAME##_x[N], NAME##_y[N];                                                           \
  static int NAME (size_t n)                                                                      \
  {                                                                                               \
    nova_vec (int) at = nova_for (int, (f, nova_view (first, M), s, nova_view (step, M), c,       \
					nova_view (count, M)), (k, nova_range (c)), f + k * s);  \
    nova_vec (TYPE) there = nova_scatter (nova_view (NAME##_x, n), at,                            \
					  nova_replicate (nova_length (at), (TYPE) (NEW)));      \
    nova_store (NAME##_y, n, there);                                                              \
    for (int q = 0; q < M; q++)                                                                   \
      for (int k = 0; k < count[q]; k++)                                                          \
	NAME##_x[first[q] + k * step[q]] = (NEW);                                                 \
    int wrong = memcmp (NAME##_x, NAME##_y, n * sizeof (TYPE)) != 0;                              \
    for (size_t i = 0; i < N; i++)                                                                \
      NAME##_x[i] = NAME##_y[i] = (TYPE) (OLD);                                                   \
    return wrong;                                                                                 \
  }

TEST (chars, char, i % 100, 101)
TEST (truths, _Bool, i % 3 == 0, 1)
TEST (shorts, short, i % 10007, -1)
TEST (ints, int, i, -7)
TEST (floats, float, i / 2, -0.0f)
TEST (longs, long, i * 3, 5)
TEST (doubles, double, i, 0.5)

typedef struct { int a, b; } pair;
static pair x[N], y[N];

/* Records are written one by one.  */
static int
pairs (size_t n)
{
  nova_vec (int) at = nova_for (int, (f, nova_view (first, M), s, nova_view (step, M), c,
				      nova_view (count, M)), (k, nova_range (c)), f + k * s);
  pair p = { 1, 2 };

  nova_store (y, n, nova_scatter (nova_view (x, n), at, nova_replicate (nova_length (at), p)));
  for (int q = 0; q < M; q++)
    for (int k = 0; k < count[q]; k++)
      x[first[q] + k * step[q]] = p;
  int wrong = memcmp (x, y, n * sizeof *x) != 0;
  memset (x, 0, sizeof x);
  return wrong;
}

int
main (void)
{
  int wrong = 0;

  for (int s = 1; s < 20; s++)
    for (int n = N; n > 4000; n = n * 2 / 3)
      {
	for (int q = 0; q < M; q++)
	  {
	    first[q] = q * 13 + s;
	    step[q] = q == 1 ? 1 + s / 2 : s;
	    count[q] = (n - 1 - first[q]) / step[q] + 1 - q * 17;
	  }
	wrong |= chars ((size_t) n) | truths ((size_t) n) << 1 | shorts ((size_t) n) << 2;
	wrong |= ints ((size_t) n) << 3 | floats ((size_t) n) << 4 | longs ((size_t) n) << 5;
	wrong |= doubles ((size_t) n) << 6 | pairs ((size_t) n) << 7;
      }
  return wrong != 0;
}

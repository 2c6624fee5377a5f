/* nova_for: each kind of qualifier, alone and behind others, in the host program and in function
   operands, against loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-Wall -Wextra -Wshadow" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

typedef nova_vec (int) ints;

static int wanted[100000], n_wanted, bad;
static void put (int v) { wanted[n_wanted++] = v; }

/* IS is what has been put.  */
static void
check (int line, ints is)
{
  if (nova_length (is) != (size_t) n_wanted
      || memcmp (nova_data (is), wanted, n_wanted * sizeof (int)) != 0)
    {
      printf ("line %d: %zu numbers instead of %d, or others\n", line, nova_length (is), n_wanted);
      bad = 1;
    }
  n_wanted = 0;
}
#define CHECK(E) check (__LINE__, E)

static void
names (int n, ints v)
{
  for (int i = 0; i < n; i++)
    put (3 * i);
  CHECK (nova_for (int, (i, nova_range (n)), 3 * i));

  /* A name that the element does not mention.  */
  for (int i = 0; i < n; i++)
    put (n);
  CHECK (nova_for (int, (i, nova_range (n)), n));

  /* The second depends on the first, the third on both.  */
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = 0; k < i % 3 + j % 2; k++)
	put (100 * i + 10 * j + k);
  CHECK (nova_for (int, (i, nova_range (n)), (j, nova_range (i + 1, n)),
		   (k, nova_range (i % 3 + j % 2)), 100 * i + 10 * j + k));

  /* In step: two, three; and two of them, one in the other.  */
  int m = nova_length (v);
  for (int i = 0; i < m; i++)
    put (nova_get (v, i) * i);
  CHECK (nova_for (int, (a, v, i, nova_range (m)), a * i));
  for (int i = 0; i < m; i++)
    put (nova_get (v, i) * nova_get (v, m - 1 - i) + i);
  CHECK (nova_for (int, (a, v, b, nova_reverse (v), i, nova_range (m)), a * b + i));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++)
      put (nova_get (v, i) + nova_get (v, j) * j - i);
  CHECK (nova_for (int, (a, v, i, nova_range (m)), (b, nova_slice (0, i, v), j, nova_range (i)),
		   a + b * j - i));
}

static void
conditions (int n, ints v)
{
  for (int i = 0; i < n; i++)
    if (i % 3)
      for (int j = 0; j < i; j++)
	if ((i + j) % 2 && j != 3)
	  put (i * j);
  CHECK (nova_for (int, (i, nova_range (n)), nova_when (i % 3), (j, nova_range (i)),
		   nova_when ((i + j) % 2), nova_when (j != 3), i * j));

  /* Of what is in step.  */
  int m = nova_length (v);
  for (int i = 0; i < m; i++)
    if (nova_get (v, i) > i % 5)
      put (nova_get (v, i) - i);
  CHECK (nova_for (int, (a, v, i, nova_range (m)), nova_when (a > i % 5), a - i));
  for (int i = 0; i < m; i++)
    if (nova_get (v, i) > nova_get (v, m - 1 - i) && i & 1)
      put (nova_get (v, i) - i);
  CHECK (nova_for (int, (a, v, b, nova_reverse (v), i, nova_range (m)), nova_when (a > b),
		   nova_when (i & 1), a - i));

  /* A condition that is a pointer, or a number with a point.  */
  for (int i = 0; i < n; i++)
    if (i % 2)
      put (i);
  CHECK (nova_for (int, (i, nova_range (n)), nova_when (i % 2 + 0.0), i));
}

static void
declarations (int n)
{
  for (int i = 0; i < n; i++)
    {
      int s = i * i;
      if (s % 3 != 1)
	continue;
      int t = s + 1;
      for (int j = s % 5; j < t % 11; j++)
	put (j * s + t);
    }
  CHECK (nova_for (int, (i, nova_range (n)), nova_let (int, s, i * i), nova_when (s % 3 == 1),
		   nova_let (int, t, s + 1), (j, nova_range (s % 5, t % 11)), j * s + t));

  /* A vector; a type that is not the expression's.  */
  for (int i = 0; i < n; i++)
    {
      signed char c = 100 * i;
      for (int j = 0; j < i; j++)
	put (c + i * j);
    }
  CHECK (nova_for (int, (i, nova_range (n)), nova_let (signed char, c, 100 * i),
		   nova_let (ints, row, nova_for (int, (j, nova_range (i)), c + i * j)),
		   (k, row), k));
}

struct pair { int key, at; };

static void
order (ints v)
{
  int m = nova_length (v);

  /* Stable: by the last digit, then by the place.  */
  for (int d = 0; d < 10; d++)
    for (int i = 0; i < m; i++)
      if (nova_get (v, i) % 10 == d)
	put (nova_get (v, i));
  CHECK (nova_for (int, (a, v), nova_sorted (a % 10), a));

  /* The key is of another type, behind a condition and a declaration, of what is in step.  */
  for (int d = 9; d >= 0; d--)
    for (int i = 0; i < m; i++)
      if (nova_get (v, i) % 10 == d && i % 3)
	put (100 * d + i);
  CHECK (nova_for (int, (a, v, i, nova_range (m)), nova_when (i % 3), nova_let (int, d, a % 10),
		   nova_sorted (-d / 2.0), 100 * d + i));

  /* Groups: their sizes; their elements; the greatest of each, of what is in step.  */
  for (int d = 0; d < 10; d++)
    {
      int k = 0;
      for (int i = 0; i < m; i++)
	k += nova_get (v, i) % 10 == d;
      if (k)
	put (k);
    }
  CHECK (nova_for (int, (a, v), nova_grouped (a % 10), (int) nova_length (a)));
  for (int d = 0; d < 4; d++)
    for (int i = 0; i < m; i++)
      if (nova_get (v, i) % 4 == d && nova_get (v, i) > 20)
	put (nova_get (v, i) + i);
  CHECK (nova_for (int, (a, v, i, nova_range (m)), nova_grouped (a % 4), (b, a, j, i),
		   nova_when (b > 20), b + j));

  /* The two greatest of each group, the largest groups first.  */
  struct pair groups[4];
  for (int d = 0; d < 4; d++)
    {
      groups[d] = (struct pair) { 0, d };
      for (int i = 0; i < m; i++)
	groups[d].key += nova_get (v, i) % 4 == d;
    }
  for (int k = m; k > 0; k--)
    for (int d = 0; d < 4; d++)
      if (groups[d].key == k)
	for (int above = 1000, turn = 0; turn < 2 && turn < k; turn++)
	  {
	    int most = -1;
	    for (int i = 0; i < m; i++)
	      if (nova_get (v, i) % 4 == d && nova_get (v, i) * 16 + (m - i) % 16 < above
		  && nova_get (v, i) * 16 + (m - i) % 16 > most)
		most = nova_get (v, i) * 16 + (m - i) % 16;
	    above = most;
	    put (most / 16);
	  }
  ints first_two (ints w) { return nova_length (w) < 2 ? w : nova_slice (0, 2, w); }
  if (m <= 16)
    CHECK (nova_for (int, (a, v), nova_grouped (a % 4), nova_sorted (-(int) nova_length (a)),
		     (b, first_two (nova_for (int, (c, a), nova_sorted (-c), c))), b));
  n_wanted = 0;
}

/* In function operands, of captured vectors and numbers; one in another's every place.  */
static void
nests (int n, ints v)
{
  int total (int i) { return nova_sum (nova_for (int, (a, v), nova_when (a % (i + 2)), a - i)); }
  for (int i = 0; i < n; i++)
    {
      int s = 0;
      for (size_t j = 0; j < nova_length (v); j++)
	s += nova_get (v, j) % (i + 2) ? nova_get (v, j) - i : 0;
      put (s);
    }
  CHECK (nova_map (total, nova_range (n)));

  for (int i = 0; i < n; i++)
    {
      int s = 0;
      for (int j = 0; j < i; j++)
	if (j % 2 == 0)
	  s += j;
      if (s % 3)
	for (int k = 0; k < s % 7; k++)
	  put (s + k * i);
    }
  CHECK (nova_for (int, (i, nova_for (int, (h, nova_range (n)), h)),
		   nova_let (int, s, nova_sum (nova_for (int, (j, nova_range (i)),
							 nova_when (j % 2 == 0), j))),
		   nova_when (nova_any (nova_lambda (int, (int x), { return x; }),
					nova_for (int, (j, nova_range (1)), s % 3 + j))),
		   (k, nova_for (int, (j, nova_range (s % 7)), j)),
		   nova_sum (nova_for (int, (one, nova_range (1)), s + k * i + one))));

  /* Eight qualifiers; rows for elements.  */
  CHECK (nova_for (int, (a, nova_range (0)), (b, v), (c, v), (d, v), (e, v), (f, v), (g, v), (h, v),
		   a));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      put (i - j);
  nova_vec (ints) triangle = nova_for (ints, (i, nova_range (n)),
				       nova_for (int, (j, nova_range (i)), i - j));
  if (nova_length (triangle) != (size_t) n)
    bad = 1;
  CHECK (nova_flatten (triangle));
  for (int i = 0; i < n; i++)
    put (i * (i + 1) / 2);
  CHECK (nova_for (int, (row, triangle), nova_sum (row)));
}

/* What stands behind a name is evaluated once, and in the order in which it is written.  */
static int calls;
__attribute__ ((noipa)) static int
count (int n)
{
  calls = 10 * calls + n;
  return n;
}

int
main (void)
{
  static int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i * 37 % 41;
  static const int sizes[] = { 0, 1, 2, 7, 30 };
  for (int k = 0; k < 5; k++)
    {
      int n = sizes[k];
      ints v = nova_view (a, n);
      names (n, v);
      conditions (n, v);
      declarations (n);
      order (v);
      nests (n, v);
    }
  order (nova_view (a, 1000));
  ints r = nova_for (int, (i, nova_range (count (4)), j, nova_range (count (5) - 1)), i + j);
  if (calls != 45 || nova_length (r) != 4)
    bad = 1;
  return bad;
}

/* What a function that maps others calls is called at most twice an element, however deep.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;
typedef nova_vec (v2) v3;
typedef nova_vec (v3) v4;

static int calls;

/* How often it has been called for N elements.  */
static int
calls_each (int n)
{
  int c = calls / n;
  CHECK (calls % n == 0);
  calls = 0;
  return c;
}

__attribute__ ((noinline)) static int
positive (int x)
{
  __atomic_fetch_add (&calls, 1, __ATOMIC_RELAXED);
  return x > 0;
}

static v1
f1 (v1 x)
{
  return nova_filter (nova_trust (positive), x);
}

static v1
f2 (v2 x)
{
  return nova_filter (nova_trust (positive), nova_flatten (nova_map (f1, x)));
}

static v1
f3 (v3 x)
{
  return nova_filter (nova_trust (positive), nova_flatten (nova_map (f2, x)));
}

static v1
f4 (v4 x)
{
  return nova_filter (nova_trust (positive), nova_flatten (nova_map (f3, x)));
}

static v2
r2 (v2 x)
{
  return nova_map (f1, x);
}

static v3
r3 (v3 x)
{
  return nova_map (r2, x);
}

static v4
r4 (v4 x)
{
  return nova_map (r3, x);
}

static int
less (int a, int b)
{
  return a < b;
}

static v1
s1 (v1 x)
{
  return nova_sort (less, f1 (x));
}

static v1
s2 (v2 x)
{
  return nova_sort (less, nova_flatten (nova_map (s1, x)));
}

static v1
s3 (v3 x)
{
  return nova_sort (less, nova_flatten (nova_map (s2, x)));
}

int
main (void)
{
  enum { N = 3 * 4 * 5 * 400 };
  static int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i % 97 + 1;
  v4 x = nova_view (a, 3, 4, 5, 400);
  v3 y = nova_flatten (x);
  v2 z = nova_flatten (y);
  v1 all = nova_flatten (z);
  int sum = nova_sum (all);

  CHECK (nova_sum (f1 (all)) == sum && calls_each (N) <= 2);
  CHECK (nova_sum (f2 (z)) == sum && calls_each (N) <= 4);
  CHECK (nova_sum (f3 (y)) == sum && calls_each (N) <= 6);
  CHECK (nova_sum (f4 (x)) == sum && calls_each (N) <= 8);

  CHECK (nova_sum (nova_flatten (r2 (z))) == sum && calls_each (N) <= 2);
  CHECK (nova_sum (nova_flatten (nova_flatten (r3 (y)))) == sum && calls_each (N) <= 2);
  CHECK (nova_sum (nova_flatten (nova_flatten (nova_flatten (r4 (x))))) == sum
	 && calls_each (N) <= 2);

  v1 s = s3 (y);
  CHECK (nova_sum (s) == sum && nova_length (s) == N && calls_each (N) <= 2);
  for (int i = 1; i < N; i++)
    CHECK (nova_get (s, i - 1) <= nova_get (s, i));
  return 0;
}

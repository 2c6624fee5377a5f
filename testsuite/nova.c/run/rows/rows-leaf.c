/* C functions that are taken as they are, and give or take vectors, inside vector operations.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static int data[N];

/* How often N can be halved: a loop that no pass looks into.  */
static int __attribute__ ((noinline))
halvings (int n)
{
  int k = 0;
  while (n > 0 && n % 2 == 0)
    {
      n /= 2;
      k++;
    }
  return k;
}

static nova_vec (int) __attribute__ ((noinline))
multiples (int n)
{
  int k = halvings (n);
  while (k > 3)
    k -= 3;
  return nova_view (data, k);
}

static int __attribute__ ((noinline))
last (nova_vec (int) r)
{
  size_t n = nova_length (r);
  while (n > 1 && nova_get (r, n - 1) % 7 == 0)
    n--;
  return n ? nova_get (r, n - 1) : -1;
}

static nova_vec (int) __attribute__ ((noinline))
longer (nova_vec (int) x, nova_vec (int) y)
{
  int k = 0;
  while (k < 2)
    k++;
  return nova_length (x) >= nova_length (y) ? x : y;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    data[i] = i + 1;
  nova_vec (nova_vec (int)) m = nova_map (multiples, nova_range (1, N));
  CHECK (nova_length (m) == N - 1);
  for (int i = 1; i < N; i++)
    {
      int k = halvings (i);
      while (k > 3)
        k -= 3;
      CHECK (nova_length (nova_get (m, i - 1)) == (size_t) k);
      CHECK (k == 0 || nova_get (nova_get (m, i - 1), k - 1) == k);
    }
  nova_vec (int) l = nova_map (last, m);
  CHECK (nova_get (l, 0) == -1 && nova_get (l, 7) == 3);
  nova_vec (int) w = nova_reduce (longer, nova_view (data, 0), m);
  CHECK (nova_length (w) == 3 && nova_get (w, 2) == 3);
  return bad;
}

/* A slice or reverse that is kept as a vector of its own is a view: it reads the array as it is
   when it is used, wherever it was kept in between.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 1000
static int x[N], y[N];
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

typedef nova_vec (int) vec;
struct pair { vec a, b; };

static vec kept;

static __attribute__ ((noipa)) vec pass (vec v) { return v; }
static __attribute__ ((noipa)) vec odd (vec v) { return nova_slice (1, 2, nova_length (v), v); }
static __attribute__ ((noipa)) vec back (vec v) { return nova_reverse (v); }
static __attribute__ ((noipa)) int sum (vec v) { return nova_sum (v); }
static __attribute__ ((noipa)) int third (vec v) { return nova_get (v, 3); }

static __attribute__ ((noipa)) struct pair
both (vec v)
{
  return (struct pair) { nova_slice (0, N / 2, v), nova_reverse (v) };
}

/* Sum of the elements of V with a host loop.  */
static __attribute__ ((noipa)) int
loop (vec v)
{
  int s = 0;
  for (size_t i = 0; i < nova_length (v); i++)
    s += nova_get (v, i);
  return s;
}

static void
fill (int k)
{
  for (int i = 0; i < N; i++)
    x[i] = k * i;
}

static int
odd_sum (void)
{
  int s = 0;
  for (int i = 1; i < N; i += 2)
    s += x[i];
  return s;
}

static void
variables (int c)
{
  vec v = nova_view (x, N), s = nova_slice (1, 2, N, v), r = nova_reverse (v);
  vec either = c ? s : r, o = odd (v), b = back (odd (v));
  for (int k = 1; k < 4; k++)
    {
      fill (k);
      CHECK (nova_get (s, 1) == 3 * k && nova_get (r, 0) == (N - 1) * k);
      CHECK (nova_sum (s) == odd_sum () && sum (s) == odd_sum () && loop (s) == odd_sum ());
      CHECK (sum (r) == loop (v) && third (r) == (N - 4) * k);
      CHECK (nova_length (either) == (size_t) (c ? N / 2 : N));
      CHECK (nova_get (either, 3) == (c ? 7 * k : (N - 4) * k));
      CHECK (third (o) == 7 * k && sum (o) == odd_sum () && loop (pass (o)) == odd_sum ());
      CHECK (third (b) == (N - 7) * k && nova_sum (b) == odd_sum () && nova_length (b) == N / 2);
    }
}

static void
places (void)
{
  vec v = nova_view (x, N), keep[3];
  struct pair p = both (v), q = p, *h = &q;
  fill (1);
  keep[0] = nova_slice (N - 1, -3, -1, v);
  keep[1] = nova_slice (5, 6, v);
  keep[2] = nova_slice (5, 5, v);
  kept = nova_slice (2, 5, nova_reverse (nova_slice (10, 20, v)));
  for (int k = 1; k < 4; k++)
    {
      fill (k);
      CHECK (nova_get (keep[0], 2) == (N - 7) * k && nova_length (keep[0]) == (N + 2) / 3);
      CHECK (nova_sum (keep[1]) == 5 * k && sum (keep[1]) == 5 * k);
      CHECK (nova_length (keep[2]) == 0 && sum (keep[2]) == 0);
      CHECK (nova_get (kept, 0) == 17 * k && sum (kept) == 48 * k);
      CHECK (third (h->a) == 3 * k && sum (p.a) == k * (N / 2) * (N / 2 - 1) / 2);
      CHECK (nova_get (p.b, 1) == (N - 2) * k && loop (q.b) == k * N * (N - 1) / 2);
    }
  for (int k = 0; k < 3; k++)
    nova_release (keep[k]);
  nova_release (kept);
}

/* In regions, with stores over what is viewed.  */
static void
stores (void)
{
  vec v = pass (nova_view (x, N)), r = back (v), o = odd (r);
  fill (1);
  CHECK (nova_store (x, N, r) == N && x[0] == N - 1 && x[N - 1] == 0);
  CHECK (nova_store (x, N, nova_map (nova_add, r, nova_view (x, N))) == N && x[17] == N - 1);
  fill (2);
  CHECK (nova_store (x + 1, N - 1, o) == N / 2 && x[1] == 2 * (N - 2) && x[N / 2] == 0);
  fill (1);
  CHECK (nova_store (y, N, nova_slice (1, 3, N, pass (r))) == N / 3 && y[2] == N - 8);
}

/* The elements side by side: as they are when nova_data is called, as long as the vector lives.  */
static void
data (void)
{
  vec v = nova_view (x, N), o = odd (v), r = back (odd (v)), s = nova_slice (4, 8, v);
  fill (1);
  const int *p = nova_data (o), *q = nova_data (r), *t = nova_data (s);
  fill (2);
  const int *p2 = nova_data (o);
  CHECK (p[0] == 1 && p[N / 2 - 1] == N - 1 && q[0] == N - 1 && q[N / 2 - 1] == 1);
  CHECK (p2[0] == 2 && p2[1] == 6 && t == x + 4);
  CHECK (nova_data (back (v))[0] == 2 * (N - 1));
}

/* Views of results keep them alive.  */
static void
results (void)
{
  fill (1);
  vec v = nova_view (x, N), s, r;
  {
    vec c = nova_map (nova_add, v, v);
    s = nova_slice (10, 5, N, c);
    r = pass (nova_reverse (nova_slice (1, 4, nova_copy (c))));
  }
  fill (7);
  CHECK (nova_get (s, 1) == 30 && sum (s) == 2 * (10 + N - 5) * 198 / 2);
  CHECK (nova_get (r, 0) == 6 && nova_sum (r) == 12 && *nova_data (r) == 6);
  s = nova_slice (0, 2, s);
  CHECK (sum (s) == 50 && nova_length (nova_reverse (s)) == 2);
  s = nova_reverse (s);
  CHECK (nova_get (s, 0) == 30);
}

int
main (void)
{
  for (int k = 0; k < 3; k++)
    {
      variables (k & 1);
      places ();
      stores ();
      data ();
      results ();
    }
  return bad;
}

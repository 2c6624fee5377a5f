/* Stores convert as by assignment; stores a few elements before or behind what they read, or
   wider ones over it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define N 50000
static int a[N + 10], b[N + 10];

static int inc (int v) { return v + 1; }

/* N elements of A from 4 on, plus 1, to SHIFT elements behind them; nothing else changes.  */
static int
shifted (int shift)
{
  for (int i = 0; i < N + 10; i++)
    a[i] = b[i] = i * 7;
  if (nova_store (a + 4 + shift, N, nova_map (inc, nova_view (a + 4, N))) != N)
    return 0;
  for (int i = 0; i < N + 10; i++)
    {
      int j = i - 4 - shift;
      if (a[i] != (j >= 0 && j < N ? b[j + 4] + 1 : b[i]))
	return 0;
    }
  return 1;
}

static int
converted (void)
{
  double d[5] = { 9, 9, 9, 9, 9 };
  short s[3];
  char c[2] = { 1, 2 };
  _Bool t[4];
  unsigned char u[3];
  int good = 1;

  good &= nova_store (d, 5, nova_range (3)) == 3 && d[2] == 2.0 && d[3] == 9;
  nova_store (s, 3, nova_map (nova_add, nova_range (3), nova_range (70000, 70003)));
  good &= s[2] == (short) 70004;
  nova_store (c, 2, nova_replicate (2, (char) 9));
  good &= c[0] == 9 && c[1] == 9;
  nova_store (t, 4, nova_range (-2, 2));
  good &= t[0] && t[1] && !t[2] && t[3];
  nova_store (u, 3, nova_view (((float[]) { 1.9f, 254.5f, .25f }), 3));
  good &= u[0] == 1 && u[1] == 254 && u[2] == 0;
  return good;
}

/* Bytes to wider elements that begin at the same place.  */
static int
widened (void)
{
  static int to[200];
  signed char *from = (signed char *) to;
  for (int i = 0; i < 200; i++)
    from[i] = i % 100;
  nova_store (to, 200, nova_map (inc, nova_view (from, 200)));
  for (int i = 0; i < 200; i++)
    if (to[i] != i % 100 + 1)
      return 0;
  return 1;
}

int
main (void)
{
  for (int shift = -3; shift <= 3; shift++)
    if (!shifted (shift))
      {
	printf ("shift %d\n", shift);
	return 1;
      }
  return !converted () || !widened ();
}

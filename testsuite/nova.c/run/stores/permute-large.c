/* A permute of many elements is looked through before it writes: what it gives and what it finds is the
   same.  Of several faults the first, faults of both kinds, at both ends.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

#ifndef N
#define N 300007
#endif
static int ix[N], x[N], y[N];
static short few[N];

/* What is said if ix[AT] is VALUE, and ix[BT] is WALUE.  */
static const char *
said (int at, int value, int bt, int walue)
{
  int a = ix[at], b = ix[bt];

  ix[bt] = walue;
  ix[at] = value;
  strcpy (message, "nothing");
  memset (y, -1, sizeof y);
  if (!setjmp (back))
    nova_store (y, N, nova_permute (nova_view (ix, N), nova_view (x, N)));
  ix[bt] = b;
  ix[at] = a;
  for (int i = 0; i < N && strcmp (message, "nothing") != 0; i++)
    if (y[i] != -1)
      return "something was written";
  return strchr (message, '_') ? strchr (message, '_') : message;
}

int
main (void)
{
  int wrong = 0, j;
  int twice (int v) { return 2 * v; }
  int minus (int v) { return v - 5; }

  for (int i = 0; i < N; i++)
    {
      x[i] = i * 7;
      j = (int) (nova_random (5, i) % (i + 1));
      ix[i] = ix[j];
      ix[j] = i;
    }
  nova_set_error_handler (handler);
  wrong |= wants (said (0, ix[0], 0, ix[0]), "nothing");
  for (int i = 0; i < N; i++)
    if (y[ix[i]] != x[i])
      return 1;
  /* Indices and elements that are computed where they are used.  */
  for (int i = 0; i < N; i++)
    ix[i] += 5;
  nova_store (y, N, nova_permute (nova_map (minus, nova_view (ix, N)), nova_map (twice, nova_view (x, N))));
  for (int i = 0; i < N; i++)
    {
      ix[i] -= 5;
      if (y[ix[i]] != 2 * x[i])
	return 2;
    }
  char a[120], b[120], c[120], d[120];
  sprintf (a, "__nova_permute: operand 1: element %d, the index %d, is not new", N - 1, ix[0]);
  sprintf (b, "__nova_permute: operand 1: element 0, the index -1, is not below %d", N);
  sprintf (c, "__nova_permute: operand 1: element 17, the index %d, is not below %d", N, N);
  sprintf (d, "__nova_permute: operand 1: element 500, the index %d, is not new", ix[499]);
  wrong |= wants (said (N - 1, ix[0], N - 1, ix[0]), a);
  wrong |= wants (said (0, -1, N - 1, N), b);
  wrong |= wants (said (17, N, 500, ix[499]), c);
  wrong |= wants (said (500, ix[499], N / 3 * 2, -7), d);
  /* More elements than the type of indices has values.  */
  strcpy (message, "nothing");
  if (!setjmp (back))
    nova_store (y, N, nova_permute (nova_view (few, N), nova_view (x, N)));
  wrong |= wants (strchr (message, '_'), "__nova_permute: operand 1: element 1, the index 0, is not new");
  return wrong;
}

/* Loops of C whose turns all check indices: which index is wrong first, and what was stored before;
   indices that grow, fall, stay, or are of other types; loops without turns, and those that something
   else ends before an index is wrong.  The vectors are views, else GCC cannot move their lengths.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../says.h"

#define N 100

static int a[N], o[2 * N];

static __attribute__ ((noipa)) void
up (size_t vn, size_t b, size_t e)
{
  nova_vec (int) v = nova_view (a, vn);
  for (size_t j = b; j < e; j++)
    o[j] = nova_get (v, j) + 1;
}

static __attribute__ ((noipa)) void
up_to (size_t vn, size_t e)
{
  nova_vec (int) v = nova_view (a, vn);
  for (size_t j = 0; j <= e; j++)
    o[j & 127] = nova_get (v, j) + 1;
}

static __attribute__ ((noipa)) void
by_three (size_t vn, int b, int e)
{
  nova_vec (int) v = nova_view (a, vn);
  for (int j = b; j < e; j += 3)
    o[j] = nova_get (v, j) + 1;
}

static __attribute__ ((noipa)) void
down (size_t vn, int b)
{
  nova_vec (int) v = nova_view (a, vn);
  for (int j = b; j >= 0; j--)
    o[j] = nova_get (v, j) + 1;
}

static __attribute__ ((noipa)) void
below (size_t vn, int n, int k)
{
  nova_vec (int) v = nova_view (a, vn);
  for (int j = 0; j < n; j++)
    o[j] = nova_get (v, k - j) + 1;
}

static __attribute__ ((noipa)) void
two (size_t vn, size_t wn, size_t n, size_t k)
{
  nova_vec (int) v = nova_view (a, vn), w = nova_view (a, wn);
  for (size_t j = 0; j < n; j++)
    o[j] = nova_get (v, j) + nova_get (w, n - 1 - j) + nova_get (w, k);
}

static __attribute__ ((noipa)) void
ended (size_t vn, size_t n)
{
  nova_vec (int) v = nova_view (a, vn);
  for (size_t j = 0; j < n; j++)
    {
      if (j == 50)
	break;
      o[j] = nova_get (v, j) + 1;
    }
}

static __attribute__ ((noipa)) int
total (size_t vn, size_t n)
{
  nova_vec (int) v = nova_view (a, vn);
  int sum = 0;
  for (size_t j = 0; j < n; j++)
    sum += nova_get (v, j);
  return sum;
}

/* So many elements at the beginning of O were stored, as the squares and 1; forget them.  */
static void
stored (int line, size_t b, size_t e, size_t step)
{
  for (size_t j = 0; j < 2 * N; j++)
    {
      int want = j >= b && j < e && (j - b) % step == 0 ? (int) (j * j) + 1 : 0;
      if (o[j] != want)
	{
	  printf ("line %d: element %zu is %d, not %d\n", line, j, o[j], want);
	  bad = 1;
	}
      o[j] = 0;
    }
}

#define STORED(B, E, STEP) stored (__LINE__, B, E, STEP)

int
main (void)
{
  size_t v = N, w = N / 2, none = 0;

  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    a[i] = i * i;
  SAYS (up (v, 3, N), "");
  STORED (3, N, 1);
  SAYS (up (w, 3, N), "__nova_get: operand 2: index 50 is not below 50");
  STORED (3, 50, 1);
  SAYS (up (w, 49, N), "__nova_get: operand 2: index 50 is not below 50");
  STORED (49, 50, 1);
  SAYS (up (w, 60, N), "__nova_get: operand 2: index 60 is not below 50");
  STORED (0, 0, 1);
  SAYS (up (none, 7, 7), "");
  SAYS (up (none, 8, 7), "");
  SAYS (up (none, 0, 1), "__nova_get: operand 2: index 0 is not below 0");
  STORED (0, 0, 1);
  SAYS (up_to (v, N - 1), "");
  STORED (0, N, 1);
  SAYS (up_to (v, N), "__nova_get: operand 2: index 100 is not below 100");
  STORED (0, N, 1);
  SAYS (up_to (v, -1), "__nova_get: operand 2: index 100 is not below 100");
  STORED (0, N, 1);
  SAYS (by_three (v, 1, N), "");
  STORED (1, N, 3);
  SAYS (by_three (v, 2, N + 2), "__nova_get: operand 2: index 101 is not below 100");
  STORED (2, N, 3);
  SAYS (by_three (v, -3, 9), "__nova_get: operand 2: index -3 is not below 100");
  STORED (0, 0, 1);
  SAYS (down (v, N - 1), "");
  STORED (0, N, 1);
  SAYS (down (v, N), "__nova_get: operand 2: index 100 is not below 100");
  STORED (0, 0, 1);
  SAYS (below (v, N, N), "__nova_get: operand 2: index 100 is not below 100");
  SAYS (below (v, N, N - 1), "");
  SAYS (below (v, N, N - 2), "__nova_get: operand 2: index -1 is not below 100");
  SAYS (two (v, w, N, 0), "__nova_get: operand 2: index 99 is not below 50");
  SAYS (two (v, w, 50, 50), "__nova_get: operand 2: index 50 is not below 50");
  SAYS (two (v, w, 50, 0), "");
  SAYS (two (v, none, 0, 5), "");
  SAYS (bad |= total (v, N) != N * (N - 1) * (2 * N - 1) / 6, "");
  SAYS (total (w, N / 2 + 1), "__nova_get: operand 2: index 50 is not below 50");
  SAYS (total (none, 1), "__nova_get: operand 2: index 0 is not below 0");
  SAYS (total (none, 0), "");
  memset (o, 0, sizeof o);
  SAYS (ended (w, N), "");
  STORED (0, 50, 1);
  return bad;
}

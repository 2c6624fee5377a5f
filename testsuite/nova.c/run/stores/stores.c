/* store_strided and store_all: against loops, over what they read, of several element types.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define MOST 12000
struct point { double x; short tag; };
static int a[MOST], b[MOST], got[2 * MOST], want[2 * MOST];
static float f[MOST];
static struct point p[MOST], q[2 * MOST];
static const size_t sizes[] = { 0, 1, 2, 5, 100, MOST };
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d, n %zu: %s\n", __LINE__, n, #C); bad = 1; } } while (0)

static int plus (int x) { return x + 1; }
static int change (int x, int y) { return x > y ? x - y : y - x; }

static int
same (size_t n)
{
  return memcmp (got, want, n * sizeof *got) == 0;
}

static void
strided (size_t n)
{
  size_t i, j, m = n / 4;
  memset (want, 0, sizeof want);
  memset (got, 0, sizeof got);
  for (i = 0; i < n; i++)
    want[2 * i] = a[i] + 1;
  nova_store_strided (got, n, 2, nova_map (plus, nova_view (a, n)));
  CHECK (same (2 * MOST));
  for (i = 0; i < n; i++)
    want[2 * (n - 1 - i)] = a[i];
  if (n)
    nova_store_strided (got + 2 * (n - 1), n, -2, nova_view (a, n));
  CHECK (same (2 * MOST));
  /* Rows to columns, in place.  */
  memcpy (want, a, sizeof a);
  memcpy (got, a, sizeof a);
  for (i = 0; i < m; i++)
    for (j = 0; j < 4; j++)
      want[j * m + i] = a[i * 4 + j];
  nova_store_strided (got, m, 1, 4, m, nova_view (got, m, 4));
  CHECK (same (MOST));
  /* Conversion, by assignment, at each level.  */
  nova_store_strided (f, m, 4, 2, 2, 2, 1, nova_split (2, nova_view (a, 2 * m, 2)));
  for (i = 0; i < 4 * m; i++)
    CHECK (f[i] == a[i]);
  nova_store_strided (q, n, 2, nova_view (p, n));
  for (i = 0; i < n; i++)
    CHECK (q[2 * i].x == p[i].x && q[2 * i].tag == p[i].tag);
  /* Strides that cross, but never meet.  */
  if (n >= 6)
    {
      memset (got, 0, sizeof got);
      nova_store_strided (got, 3, 2, 2, 3, nova_view (a, 3, 2));
      CHECK (got[0] == a[0] && got[3] == a[1] && got[2] == a[2] && got[5] == a[3] && got[4] == a[4]
	     && got[7] == a[5]);
    }
}

static void
all (size_t n)
{
  size_t i;
  memcpy (got, a, sizeof a);
  memcpy (want, b, sizeof b);
  /* Exchange.  */
  nova_store_all (n, got, nova_view (want, n), want, nova_view (got, n));
  CHECK (memcmp (got, b, n * sizeof *b) == 0 && memcmp (want, a, n * sizeof *a) == 0);
  /* New state, change, conversions.  */
  memcpy (got, a, sizeof a);
  nova_vec (int) next = nova_map (nova_add, nova_view (got, n), nova_reverse (nova_view (b, n)));
  nova_store_all (n, got, next, f, nova_map (change, nova_view (got, n), next), want, nova_view (b, n / 2));
  for (i = 0; i < n; i++)
    CHECK (got[i] == a[i] + b[n - 1 - i]
	   && f[i] == (b[n - 1 - i] < 0 ? -b[n - 1 - i] : b[n - 1 - i])
	   && want[i] == (i < n / 2 ? b[i] : a[i]));
  nova_store_all (2 * n, q, nova_concat (nova_view (p, n), nova_view (p, n)), want,
		  nova_view (a, n / 2, 2));
  CHECK (n < 2 || (q[2 * n - 1].x == p[n - 1].x && want[n / 2] == a[n / 2]));
  nova_store_all (n, got, nova_view (a, n));
  CHECK (memcmp (got, a, n * sizeof *a) == 0);
}

int
main (void)
{
  for (int i = 0; i < MOST; i++)
    {
      a[i] = i * 7 % 1000;
      b[i] = i % 11 - 5;
      p[i].x = i;
      p[i].tag = -i;
    }
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      strided (sizes[k]);
      all (sizes[k]);
    }
  return bad;
}

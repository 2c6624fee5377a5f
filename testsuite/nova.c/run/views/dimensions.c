/* Views, strided views and stores, and tabulate of more levels than three: in regions, as handles
   that other functions get, through nova_get; element for element as plain loops have it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define CHECK(COND)						\
  do								\
    if (!(COND))						\
      {								\
	printf ("%d: does not hold: %s\n", __LINE__, #COND);	\
	return 1;						\
      }								\
  while (0)

typedef nova_vec (nova_vec (nova_vec (nova_vec (int)))) v4;
typedef nova_vec (nova_vec (nova_vec (nova_vec (v4)))) v8;

#define EIGHT 2, 3, 1, 2, 3, 2, 2, 4
#define TOTAL (2 * 3 * 2 * 3 * 2 * 2 * 4)

static int a[TOTAL], b[TOTAL];

static int
digits (size_t i, size_t j, size_t k, size_t l, int m, int n, short o, long p)
{
  return (int) (i * 10000000 + j * 1000000 + k * 100000 + l * 10000 + m * 1000 + n * 100 + o * 10
		+ p);
}

/* Not read into the caller's region.  */
static __attribute__ ((noipa)) int
hash (v4 x)
{
  int h = 0;
  for (size_t i = 0; i < nova_length (x); i++)
    for (size_t j = 0; j < nova_length (nova_get (x, i)); j++)
      for (size_t k = 0; k < nova_length (nova_get (nova_get (x, i), j)); k++)
	{
	  nova_vec (int) row = nova_get (nova_get (nova_get (x, i), j), k);
	  for (size_t l = 0; l < nova_length (row); l++)
	    h = h * 31 + nova_get (row, l);
	}
  return h;
}

static __attribute__ ((noipa)) size_t
written (v8 x)
{
  return nova_store (b, TOTAL, x);
}

static int
four (size_t i, size_t j, size_t k, size_t l)
{
  return (int) (((i * 3 + j) * 4 + k) * 5 + l);
}

int
main (void)
{
  int up = 0, down = 0;
  for (int i = 0; i < TOTAL; i++)
    a[i] = i;
  for (int i = 0; i < 120; i++)
    {
      up = up * 31 + i;
      down = down * 31 + 119 - i;
    }
  v4 x = nova_view (a, 2, 3, 4, 5);
  CHECK (nova_get (nova_get (nova_get (nova_get (x, 1), 2), 3), 4) == 119);
  CHECK (hash (x) == up && hash (nova_tabulate (four, 2, 3, 4, 5)) == up);
  CHECK (hash (nova_view_strided (a + 119, 2, -60, 3, -20, 4, -5, 5, -1)) == down);
  CHECK (nova_length (nova_view (a, 2, 3, 0, 5)) == 2);

  nova_store_strided (b, 2, 1, 3, 2, 4, 6, 5, 24, x);
  for (int i = 0; i < 120; i++)
    CHECK (b[i / 60 + i / 20 % 3 * 2 + i / 5 % 4 * 6 + i % 5 * 24] == i);

  v8 y = nova_tabulate (digits, EIGHT);
  CHECK (written (y) == TOTAL);
  CHECK (b[0] == 0 && b[TOTAL - 1] == 12012113 && b[4] == 10 && b[TOTAL / 2] == 10000000);
  v8 z = nova_view (a, EIGHT);
  CHECK (written (z) == TOTAL && !memcmp (a, b, sizeof a));
  memset (b, 0, sizeof b);
  nova_store_strided (b, 2, 288, 3, 96, 1, 0, 2, 48, 3, 16, 2, 8, 2, 4, 4, 1, z);
  CHECK (!memcmp (a, b, sizeof a));
  memset (b, 0, sizeof b);
  z = nova_view_strided (a, 2, 288, 3, 96, 1, 0, 2, 48, 3, 16, 2, 8, 2, 4, 4, 1);
  CHECK (written (z) == TOTAL && !memcmp (a, b, sizeof a));
  return 0;
}

/* Stores into the memory that a vector from elsewhere views, whatever its elements' distance: reversed,
   repeated and every second one, flat and of rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;

enum { N = 600 };
static int a[2 * N], before[2 * N];

static __attribute__ ((noipa)) void put (int *to, v1 x) { nova_store (to, N, x); }
static __attribute__ ((noipa)) void put_rows (int *to, v2 x) { nova_store (to, N, x); }
static __attribute__ ((noipa)) void put_flat (int *to, v2 x) { nova_store (to, N, nova_flatten (x)); }

static int
add_one (int x)
{
  return x + 1;
}

static __attribute__ ((noipa)) void
put_mapped (int *to, v2 x)
{
  nova_store (to, N, nova_map (add_one, nova_flatten (x)));
}

static __attribute__ ((noipa)) void
put_strided (int *to, v1 x)
{
  nova_store_strided (to, nova_length (x), 1, x);
}

static void
fill (void)
{
  for (int i = 0; i < 2 * N; i++)
    a[i] = before[i] = i * 37 % 1009;
}

static int bad;

/* Element I of N that were stored to TO is before[FROM] + MORE.  */
#define STORED(TO, COUNT, FROM, MORE)						\
  do										\
    {										\
      for (int i = 0; i < (COUNT); i++)						\
	if ((TO)[i] != before[FROM] + (MORE))					\
	  {									\
	    printf ("%d: element %d\n", __LINE__, i);				\
	    bad = 1;								\
	    break;								\
	  }									\
      fill ();									\
    }										\
  while (0)

int
main (void)
{
  fill ();
  put (a, nova_reverse (nova_view (a, N)));
  STORED (a, N, N - 1 - i, 0);
  put (a + 3, nova_slice (0, 2, N, nova_view (a, N)));
  STORED (a + 3, N / 2, 2 * i, 0);
  put_strided (a, nova_reverse (nova_view (a, N)));
  STORED (a, N, N - 1 - i, 0);
  put_rows (a, nova_reverse (nova_view (a, N, 1)));
  STORED (a, N, N - 1 - i, 0);
  put_flat (a, nova_reverse (nova_split (3, nova_view (a, N))));
  STORED (a, N, N - 3 - i / 3 * 3 + i % 3, 0);
  put_mapped (a, nova_reverse (nova_split (3, nova_view (a, N))));
  STORED (a, N, N - 3 - i / 3 * 3 + i % 3, 1);
  put_rows (a, nova_transpose (nova_view (a, 20, 30)));
  STORED (a, N, i % 20 * 30 + i / 20, 0);
  put_flat (a, nova_transpose (nova_view (a, 20, 30)));
  STORED (a, N, i % 20 * 30 + i / 20, 0);
  put_flat (a, nova_replicate (2, nova_slice (1, 301, nova_view (a, N))));
  STORED (a, N, 1 + i % 300, 0);
  put_mapped (a + 2, nova_window (3, nova_view (a, 202)));
  STORED (a + 2, N, i / 3 + i % 3, 1);
  return bad;
}

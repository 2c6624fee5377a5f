/* Indices, keys, sizes and rows that are wrong: the smallest element is reported, to the handler.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 50000
static int ix[N], x[N];
static jmp_buf back;
static char said[200];

static void
handler (const char *line)
{
  strcpy (said, strchr (line, ' ') + 1);
  longjmp (back, 1);
}

static int
itself (int a)
{
  return a;
}

static int
get (int a, int k)
{
  return a + k;
}

static void
nothing (int *row)
{
  row[0]++;
}

static void
shifted (int *row, int by)
{
  row[0] += by;
}

static int failed;

#define RAISES(EXPRESSION, TEXT) \
  do \
    { \
      said[0] = 0; \
      if (!setjmp (back)) \
	{ \
	  EXPRESSION; \
	  sink++; \
	} \
      if (strcmp (said, TEXT)) \
	{ \
	  printf ("said '%s', not '%s'\n", said, TEXT); \
	  failed = 1; \
	} \
    } \
  while (0)

static volatile int sink;
static volatile long minus = -1;
static volatile size_t most = SIZE_MAX;

int
main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    ix[i] = i;
  ix[40000] = N, ix[45000] = -7;
  RAISES (sink = nova_get (nova_permute (nova_view (ix, N), nova_view (x, N)), 0),
	  "__nova_permute: operand 1: element 40000, the index 50000, is not below 50000");
  ix[30000] = 5;
  RAISES (sink = nova_get (nova_permute (nova_view (ix, N), nova_view (x, N)), 0),
	  "__nova_permute: operand 1: element 30000, the index 5, is not new");
  RAISES (sink = nova_get (nova_scatter (nova_view (x, N), nova_view (ix, N), nova_view (x, N)), 0),
	  "__nova_scatter: operand 2: element 40000, the index 50000, is not below 50000");
  RAISES (sink = nova_get (nova_reduce_by_index (nova_add, 0, N, nova_view (ix, N), nova_view (x, N)), 0),
	  "__nova_reduce_by_index: operand 4: element 40000, the index 50000, is not below 50000");
  RAISES (sink = nova_get (nova_reduce_into (nova_add, nova_view (x, 9), nova_view (ix, N), nova_view (x, N)), 0),
	  "__nova_reduce_into: operand 3: element 9, the index 9, is not below 9");
  RAISES (sink = nova_length (nova_get (nova_bucket (10, itself, nova_view (ix, N)), 0)),
	  "__nova_bucket: operand 2: element 10, the index 10, is not below 10");
  ix[7] = -3;
  RAISES (sink = nova_get (nova_expand (itself, get, nova_view (ix, 100)), 0),
	  "__nova_expand: operand 1: element 7, a size, is -3");
  RAISES (sink = nova_length (nova_bucket (minus, itself, nova_view (ix, N))),
	  "__nova_bucket: operand 1, a size, is -1");
  RAISES (sink = nova_length (nova_reduce_by_index (nova_add, 0, minus, nova_view (ix, N), nova_view (x, N))),
	  "__nova_reduce_by_index: operand 3, a size, is -1");
  RAISES (sink = nova_length (nova_permute (nova_view (ix, 9), nova_view (x, 10))),
	  "__nova_permute: operand 2 has 10 elements, operand 1 has 9");
  RAISES (nova_update_rows (nothing, x, 5, 3, 4),
	  "__nova_update_rows: operand 4, a step of 3 elements, is less than 4");
  RAISES (nova_update_rows (shifted, x, 5, 4, 4, nova_view (ix, 3)),
	  "__nova_update_rows: operand 6 has 3 elements for 5 rows");
  RAISES (nova_update_rows (nothing, x, most, 1, 1),
	  "__nova_update_rows: operand 3: a size of 18446744073709551615 elements of 4 bytes is too large");
  RAISES (nova_update_rows (nothing, x, 3, most / 4, 1),
	  "__nova_update_rows: operand 4: a size of 4611686018427387903 elements of 4 bytes is too large");
  RAISES (nova_update_rows (nothing, x, 3, -(ptrdiff_t) (most / 8), 1),
	  "__nova_update_rows: operand 3: a size of 3 elements of 9223372036854775804 bytes is too large");
  RAISES (nova_update_rows (nothing, x, 1, 1, most),
	  "__nova_update_rows: operand 5: a size of 18446744073709551615 elements of 4 bytes is too large");
  RAISES (nova_update_rows (nothing, x, 1, -(ptrdiff_t) (most / 2), 1), "");
  return failed;
}

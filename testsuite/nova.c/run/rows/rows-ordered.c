/* Rows whose elements may fail, between offsets that were checked, or that groups and buckets have:
   they are made where they are stored, and with a handler nothing has been stored.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 30000
#define ROWS 5000

#define CHECK(E) do if (!(E)) { printf ("%d: %s: %s\n", __LINE__, #E, said); exit (1); } while (0)

typedef nova_vec (int) ints;
typedef nova_vec (size_t) sizes;

static jmp_buf env;
static char said[200];
static int x[2 * N], place[2 * N], to[N], wanted[N], table[100];
static size_t at[ROWS + 1];
static int narrow[ROWS + 1];

static void
handler (const char *line)
{
  strcpy (said, strstr (line, ": ") + 2);
  longjmp (env, 1);
}

/* Each row in the order that PLACE says.  */
static size_t
permuted (int *p, size_t room, const int *from)
{
  ints put (ints row, ints where) { return nova_permute (where, row); }
  sizes o = nova_view (at, ROWS + 1);
  return nova_store (p, room, nova_map (put, nova_segments (nova_view (from, N), o),
					nova_segments (nova_view (place, N), o)));
}

static ints
looked_up (ints row)
{
  return nova_gather (row, nova_view (table, 100));
}

static size_t
narrow_rows (size_t room)
{
  return nova_store (to, room, nova_map (looked_up, nova_segments (nova_view (x, N),
								   nova_view (narrow, ROWS + 1))));
}

static size_t
group_rows (size_t room)
{
  int tens (int v) { return v / 10; }
  return nova_store (to, room, nova_map (looked_up, nova_group_by (tens, nova_view (x, N))));
}

static size_t
bucket_rows (size_t room)
{
  int ones (int v) { return v % 10; }
  return nova_store (to, room, nova_map (looked_up, nova_bucket (10, ones, nova_view (x, N))));
}

static void
fill (void)
{
  unsigned s = 1;
  for (int i = 0; i < 100; i++)
    table[i] = i * i;
  for (int i = 0; i < N; i++)
    x[i] = (s = s * 1103515245 + 12345) >> 16 & 63;
  for (int i = 0; i <= ROWS; i++)
    at[i] = narrow[i] = i == ROWS ? N : (i - (i % 4 == 3)) * 6 + (i % 4 == 1);
  for (int i = 0; i < ROWS; i++)
    for (size_t k = at[i]; k < at[i + 1]; k++)
      {
	place[k] = at[i + 1] - 1 - k;
	wanted[at[i] + place[k]] = x[k];
      }
}

static int
untouched (void)
{
  for (int i = 0; i < N; i++)
    if (to[i] != -1)
      return 0;
  return 1;
}

/* S fails and says TEXT, and nothing has been stored.  */
#define FAILS(S, TEXT) \
  do \
    { \
      memset (to, -1, sizeof to); \
      if (setjmp (env) == 0) \
	CHECK ((S) && 0); \
      CHECK (strcmp (said, TEXT) == 0); \
      CHECK (untouched ()); \
    } \
  while (0)

int
main (void)
{
  fill ();
  CHECK (permuted (to, N, x) == N && memcmp (to, wanted, sizeof to) == 0);
  nova_set_error_handler (handler);
  CHECK (permuted (to, N, x) == N && memcmp (to, wanted, sizeof to) == 0);
  FAILS (permuted (to, N - 1, x),
	 "__nova_store: operand 2 has room for 29999 elements, operand 3 has 30000");

  int last = place[N - 1], some = place[at[777] + 1];
  place[N - 1] = 77;
  place[at[777] + 1] = place[at[777]];
  char repeated[100], large[100];
  sprintf (repeated, "__nova_permute: operand 1: element 1, the index %d, is not new",
	   place[at[777]]);
  FAILS (permuted (to, N, x), repeated);
  /* Of a row, before that there is no room.  */
  FAILS (permuted (to, N - 1, x), repeated);
  place[N - 1] = last, place[at[777] + 1] = some;

  size_t good = at[1000];
  at[1000] = at[1001] + 1;
  FAILS (permuted (to, N, x),
	 "__nova_segments: operand 2: offset 1001 of 5001 is less than the one before it");
  at[1000] = good;

  /* Where they overlap, in place too.  */
  for (size_t shift = 0; shift < 3; shift++)
    {
      static int y[2 * N];
      memcpy (y + N / 2, x, N * sizeof *x);
      CHECK (permuted (y + N / 2 + shift - 1, N, y + N / 2) == N);
      CHECK (memcmp (y + N / 2 + shift - 1, wanted, sizeof wanted) == 0);
    }

  CHECK (narrow_rows (N) == N);
  for (int i = 0; i < N; i++)
    CHECK (to[i] == x[i] * x[i]);
  CHECK (group_rows (N) == N);
  for (int i = 1; i < N; i++)
    CHECK (to[i - 1] < (to[i] / 10 + 1) * 100);
  CHECK (bucket_rows (N) == N);
  x[N - 5] = 100;
  FAILS (narrow_rows (N), "__nova_gather: operand 1: element 7, the index 100, is not below 100");
  FAILS (group_rows (N), "__nova_gather: operand 1: element 0, the index 100, is not below 100");
  x[N - 5] = 200;
  int before = 0;
  for (int i = 0; i < N - 5; i++)
    before += x[i] % 10 == 0;
  sprintf (large, "__nova_gather: operand 1: element %d, the index 200, is not below 100", before);
  FAILS (bucket_rows (N), large);
  return 0;
}

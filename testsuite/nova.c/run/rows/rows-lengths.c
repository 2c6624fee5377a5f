/* Rows that are stored, and their lengths or offsets as well, in either order, wherever they lie;
   if there is no room for the second the first is done.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>
#include <stdlib.h>
#include "../says.h"

#define N 40000
#define ROWS 6000

#define CHECK(E) do if (!(E)) { printf ("%d: %s: %s\n", __LINE__, #E, message); exit (1); } while (0)

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static int x[N], wanted[N], wanted_length[ROWS], to[N + ROWS], length[ROWS];
static size_t at[ROWS + 1], wanted_offset[ROWS + 1], offset[ROWS + 1], made, nrows;

static ints
odd (ints row)
{
  int is_odd (int v) { return v % 2; }
  return nova_filter (is_odd, row);
}

static int
some (ints row)
{
  return nova_length (row) > 3;
}

static inline rows
cut (const int *from)
{
  return nova_segments (nova_view (from, N), nova_view (at, ROWS + 1));
}

static void
lengths_behind (const int *from, int *p, size_t room, int *q, size_t more)
{
  rows r = nova_map (odd, cut (from));
  size_t a = nova_store (p, room, r), b = nova_store (q, more, nova_lengths (r));
  CHECK (a == made && b == ROWS);
}

static void
lengths_first (const int *from, int *p, size_t room, int *q, size_t more)
{
  rows r = nova_map (odd, cut (from));
  size_t b = nova_store (q, more, nova_lengths (r)), a = nova_store (p, room, r);
  CHECK (a == made && b == ROWS);
}

static void
offsets_behind (const int *from, int *p, size_t room, size_t *q, size_t more)
{
  rows r = nova_map (odd, cut (from));
  size_t a = nova_store (p, room, r), b = nova_store (q, more, nova_offsets (r));
  CHECK (a == made && b == ROWS + 1);
}

static size_t
rows_kept (const int *from, int *p, size_t room, int *q, size_t more)
{
  rows r = nova_filter (some, cut (from));
  size_t a = nova_store (p, room, r), b = nova_store (q, more, nova_lengths (r));
  return a * ROWS + b;
}

static void
reset (void)
{
  memset (to, -1, sizeof to);
  memset (length, -1, sizeof length);
  memset (offset, -1, sizeof offset);
}

#define FAILS(S, TEXT) \
  do \
    { \
      reset (); \
      SAYS (S, TEXT); \
    } \
  while (0)

static int
rows_done (const int *p)
{
  return memcmp (p, wanted, made * sizeof *p) == 0;
}

static int
lengths_done (const int *p)
{
  return memcmp (p, wanted_length, sizeof wanted_length) == 0;
}

static void
fill (void)
{
  unsigned s = 1;
  for (int i = 0; i < N; i++)
    x[i] = (s = s * 1103515245 + 12345) >> 16 & 63;
  for (int i = 0; i <= ROWS; i++)
    at[i] = i == ROWS ? N : (i - (i % 4 == 3)) * 6 + (i % 4 == 1);
  for (int i = 0; i < ROWS; i++)
    {
      wanted_offset[i] = made;
      for (size_t k = at[i]; k < at[i + 1]; k++)
	if (x[k] % 2)
	  wanted[made++] = x[k];
      wanted_length[i] = made - wanted_offset[i];
    }
  wanted_offset[ROWS] = made;
}

int
main (void)
{
  char no_room[100];
  fill ();
  for (int handled = 0; handled < 2; handled++)
    {
      reset ();
      lengths_behind (x, to, N, length, ROWS);
      CHECK (rows_done (to) && lengths_done (length) && to[made] == -1);
      reset ();
      lengths_first (x, to, N, length, ROWS);
      CHECK (rows_done (to) && lengths_done (length) && to[made] == -1);
      reset ();
      offsets_behind (x, to, N, offset, ROWS + 1);
      CHECK (rows_done (to) && memcmp (offset, wanted_offset, sizeof offset) == 0);
      nova_set_error_handler (handler);
    }

  /* What is stored last shows where they overlap.  */
  reset ();
  lengths_behind (x, to, N, to + made - 10, ROWS);
  CHECK (memcmp (to, wanted, (made - 10) * sizeof *to) == 0 && lengths_done (to + made - 10));
  reset ();
  lengths_first (x, to, N, to + made - 10, ROWS);
  CHECK (rows_done (to) && memcmp (to + made, wanted_length + 10, (ROWS - 10) * sizeof *to) == 0);
  reset ();
  lengths_first (x, to + ROWS - 10, N, to, ROWS);
  CHECK (rows_done (to + ROWS - 10) && memcmp (to, wanted_length, (ROWS - 10) * sizeof *to) == 0);

  /* Over what is read.  */
  for (int shift = -1; shift < 2; shift++)
    {
      static int y[2 * N], z[2 * N];
      memcpy (y + N / 2, x, sizeof x);
      lengths_behind (y + N / 2, y + N / 2 + shift, N, length, ROWS);
      CHECK (rows_done (y + N / 2 + shift) && lengths_done (length));
      memcpy (z + N / 2, x, sizeof x);
      lengths_first (z + N / 2, to, N, z + N / 2 + shift, ROWS);
      CHECK (rows_done (to) && lengths_done (z + N / 2 + shift));
      memcpy (y + N / 2, x, sizeof x);
      lengths_behind (y + N / 2, to, N, y + N / 2 + shift, ROWS);
      CHECK (rows_done (to) && lengths_done (y + N / 2 + shift));
    }

  /* No room.  */
  sprintf (no_room, "__nova_store: operand 2 has room for %zu elements, operand 3 has %zu",
	   made - 1, made);
  FAILS (lengths_behind (x, to, made - 1, length, ROWS), no_room);
  CHECK (to[0] == -1 && length[0] == -1);
  FAILS (lengths_first (x, to, made - 1, length, ROWS), no_room);
  CHECK (to[0] == -1 && lengths_done (length));
  FAILS (offsets_behind (x, to, made - 1, offset, ROWS + 1), no_room);
  CHECK (to[0] == -1 && offset[0] == (size_t) -1);
  FAILS (lengths_behind (x, to, N, length, ROWS - 1),
	 "__nova_store: operand 2 has room for 5999 elements, operand 3 has 6000");
  CHECK (rows_done (to) && length[0] == -1);
  FAILS (lengths_first (x, to, N, length, ROWS - 1),
	 "__nova_store: operand 2 has room for 5999 elements, operand 3 has 6000");
  CHECK (to[0] == -1 && length[0] == -1);
  FAILS (offsets_behind (x, to, N, offset, ROWS),
	 "__nova_store: operand 2 has room for 6000 elements, operand 3 has 6001");
  CHECK (rows_done (to) && offset[0] == (size_t) -1);

  /* Some of the rows.  */
  made = 0;
  for (int i = 0; i < ROWS; i++)
    if (at[i + 1] - at[i] > 3)
      {
	memcpy (wanted + made, x + at[i], (at[i + 1] - at[i]) * sizeof *x);
	made += wanted_length[nrows++] = at[i + 1] - at[i];
      }
  reset ();
  CHECK (rows_kept (x, to, N, length, ROWS) == made * ROWS + nrows && rows_done (to));
  CHECK (memcmp (length, wanted_length, nrows * sizeof *length) == 0 && length[nrows] == -1);
  return bad;
}

/* Two stores of what one function makes of each row: one loop over the rows.  If there is no room
   for the second, its handler finds the first one done.
   { dg-nova-levels "-O1" "-O3" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define M 3000

struct best { int place; double value; };
typedef nova_vec (double) reals;

static double x[4 * M];
static size_t at[M + 1];
static int place[M];
static double value[M];
static jmp_buf env;
static char said[200];

static void
handler (const char *line)
{
  strcpy (said, line);
  longjmp (env, 1);
}

/* The greatest element of each row, and its place.  */
static void
greatest (size_t room)
{
  struct best best (reals row)
  {
    if (nova_length (row) == 0)
      return (struct best) { -1, 0 };
    size_t i = nova_argmax (nova_lt, row);
    return (struct best) { i, nova_get (row, i) };
  }
  nova_vec (struct best) all
    = nova_map (best, nova_segments (nova_view (x, at[M]), nova_view (at, M + 1)));
  nova_store (place, M, nova_field (all, place));
  nova_store (value, room, nova_field (all, value));
}

/* Are the places right, and the values, if there are VALUES?  */
static int
right (int values)
{
  for (int i = 0; i < M; i++)
    {
      int p = -1;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	if (p < 0 || x[j] > x[at[i] + p])
	  p = j - at[i];
      if (place[i] != p || value[i] != (values && p >= 0 ? x[at[i] + p] : 0))
	return 0;
    }
  return 1;
}

int
main (void)
{
  for (int i = 0; i < M; i++)
    at[i + 1] = at[i] + i * 7 % 5 % 4;
  for (size_t j = 0; j < at[M]; j++)
    x[j] = (double) (j * 7919 % 1009) - 500;
  nova_set_error_handler (handler);
  if (setjmp (env) == 0)
    greatest (M - 1);
  printf ("%s %d\n", strrchr (said, '/') ? strrchr (said, '/') + 1 : said, right (0));
  memset (place, 0, sizeof place);
  greatest (M);
  printf ("%d\n", right (1));
}
/* { dg-nova-output "^store-past-room.c:45: __nova_store: operand 2 has room for 2999 elements, operand 3 has 3000 1\n1\n" } */

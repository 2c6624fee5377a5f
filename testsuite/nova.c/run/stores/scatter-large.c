/* A scatter of many elements, which several threads may write where no index comes twice: what it gives
   and what it finds is the same as of few.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

#define N 200003
#define ROOM (N + 1000)
static unsigned ix[N];
static double x[N], y[ROOM], want[ROOM];

static double
twice (double v)
{
  return 2 * v;
}

/* y with x[k] at ix[k], against the loop; what is said.  */
static const char *
scattered (int *wrong)
{
  for (int i = 0; i < ROOM; i++)
    want[i] = y[i] = -i;
  strcpy (message, "nothing");
  if (setjmp (back))
    {
      for (int i = 0; i < ROOM; i++)
	*wrong |= y[i] != -i;
      return strchr (message, '_');
    }
  for (int i = 0; i < N; i++)
    if (ix[i] < ROOM)
      want[ix[i]] = 2 * x[i];
  nova_store (y, ROOM, nova_scatter (nova_view (y, ROOM), nova_view (ix, N),
				     nova_map (twice, nova_view (x, N))));
  *wrong |= memcmp (y, want, sizeof y) != 0;
  return message;
}

static int
says (const char *text)
{
  int wrong = 0;
  const char *got = scattered (&wrong);

  if (!wrong && strcmp (got, text) == 0)
    return 0;
  printf ("%d got: %s\nwant: %s\n", wrong, got, text);
  return 1;
}

int
main (void)
{
  int bad = 0;
  char text[120];

  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    {
      int j = (int) (nova_random (9, i) % (i + 1));
      x[i] = i * 0.5;
      ix[i] = ix[j];
      ix[j] = i + 500;
    }
  bad |= says ("nothing");
  /* Some go nowhere.  */
  ix[3] = ix[N - 1] = ix[70000] = -1;
  bad |= says ("nothing");
  /* The last one wins, wherever the others stand.  */
  ix[199999] = ix[5];
  ix[100] = ix[101] = ix[150000];
  bad |= says ("nothing");
  for (int i = 0; i < N; i++)
    ix[i] %= 7;
  bad |= says ("nothing");
  /* The first fault is told.  */
  ix[190000] = ROOM;
  ix[120000] = ROOM + 5;
  sprintf (text, "__nova_scatter: operand 2: element 120000, the index %d, is not below %d", ROOM + 5,
	   ROOM);
  bad |= says (text);
  return bad;
}

/* Rows between offsets that decrease: one that is too large fails before another, which is longer
   than all lengths add up to, is stored.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define ROOM 60
#define LONG 30000

typedef nova_vec (long) row_t;

static jmp_buf env;
static char said[200];
static long to[LONG];

static void
handler (const char *line)
{
  strcpy (said, strstr (line, ": "));
  longjmp (env, 1);
}

__attribute__ ((noipa)) static size_t
rows (const size_t *at, size_t n)
{
  row_t row (size_t b, size_t e)
  {
    long number (size_t k) { return (long) (b + k); }
    return nova_tabulate (number, e - b);
  }
  nova_vec (size_t) o = nova_view (at, n + 1);
  return nova_store (to, ROOM, nova_flatten (nova_map (row, nova_slice (0, n, o),
						       nova_slice (1, n + 1, o))));
}

int
main (void)
{
  static const size_t good[] = { 0, 20, 50, 60 }, bad[] = { 0, LONG, 50, 60 };
  if (rows (good, 3) != ROOM || to[ROOM - 1] != ROOM - 1)
    return 1;
  memset (to, -1, sizeof to);
  nova_set_error_handler (handler);
  if (setjmp (env) == 0)
    return 2 + (int) rows (bad, 3);
  if (strcmp (said, ": __nova_tabulate: operand 2: a size of 18446744073709521666 elements of 8"
	      " bytes is too large"))
    return puts (said), 3;
  for (int i = 0; i < LONG; i++)
    if (to[i] != -1)
      return 4;
  return 0;
}

/* Rows that a tabulated function makes need not be of one length: to transpose them is an error
   then, as it is for those of a mapped one.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf env;
static char said[200];
static const int x[4] = { 1, 2, 3, 4 };

static void
handler (const char *line)
{
  strcpy (said, line);
  longjmp (env, 1);
}

static int
columns (size_t least, size_t more)
{
  nova_vec (int) row (size_t i) { return nova_slice (0, least + more * i, nova_view (x, 4)); }
  return nova_sum (nova_flatten (nova_transpose (nova_tabulate (row, (size_t) 3))));
}

int
main (void)
{
  nova_set_error_handler (handler);
  if (columns (2, 0) != 9)
    return 1;
  if (setjmp (env) == 0)
    {
      columns (1, 1);
      return 2;
    }
  if (!strstr (said, "operand 1: row 1 has 2 elements, row 0 has 1"))
    {
      printf ("%s\n", said);
      return 3;
    }
  return 0;
}

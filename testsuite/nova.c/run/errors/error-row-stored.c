/* An element of a row that fails: with a handler nothing has been stored, on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define ROWS 20000
#define EACH 7
#define WIDTH 100

static jmp_buf env;
static char said[200];
static int column[ROWS * EACH], value[ROWS * EACH], vector[WIDTH], out[ROWS];
static size_t at[ROWS + 1];

static void
handler (const char *line)
{
  const char *text = strstr (line, ": ");
  strcpy (said, text);
  longjmp (env, 1);
}

static size_t
product (void)
{
  nova_vec (int) v = nova_view (vector, WIDTH);
  nova_vec (size_t) o = nova_view (at, ROWS + 1);
  int dot (nova_vec (int) a, nova_vec (int) b)
  {
    return nova_sum (nova_map (nova_mul, a, nova_gather (b, v)));
  }
  return nova_store (out, ROWS, nova_map (dot, nova_segments (nova_view (value, ROWS * EACH), o),
					  nova_segments (nova_view (column, ROWS * EACH), o)));
}

int
main (void)
{
  for (int i = 0; i < ROWS * EACH; i++)
    {
      column[i] = i * 31 % WIDTH;
      value[i] = i % 10;
    }
  for (int i = 0; i < WIDTH; i++)
    vector[i] = i;
  for (int i = 0; i <= ROWS; i++)
    at[i] = (size_t) i * EACH;
  memset (out, -1, sizeof out);
  nova_set_error_handler (handler);
  column[ROWS * EACH - 2] = WIDTH;
  column[EACH * 333 + 4] = -5;
  if (setjmp (env) == 0)
    return 1 + (int) product ();
  if (strcmp (said, ": __nova_gather: operand 1: element 4, the index -5, is not below 100"))
    return puts (said), 2;
  for (int i = 0; i < ROWS; i++)
    if (out[i] != -1)
      return 3;
  column[ROWS * EACH - 2] = column[EACH * 333 + 4] = 5;
  if (product () != ROWS)
    return 4;
  for (int i = 0; i < ROWS; i++)
    {
      int s = 0;
      for (int k = i * EACH; k < i * EACH + EACH; k++)
	s += value[k] * vector[column[k]];
      if (out[i] != s)
	return 5;
    }
  return 0;
}

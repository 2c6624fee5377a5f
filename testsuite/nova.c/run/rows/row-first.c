/* The first element of a row that has no name, in an element: its value, and its error; and parts of
   rows that are read at any index, checked against the part.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */
/* { dg-nova-output "^operand 2: index 0 is not below 0\noperand 2: index 3 is not below 3\n$" } */

#include <nova.h>
#include <string.h>
#include "../check.h"
#include "../raised.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static int self (int v) { return v; }

static int
common (ints x)
{
  rows groups = nova_group_by (self, x);
  return nova_get (nova_get (groups, nova_argmax (nova_lt, nova_lengths (groups))), 0);
}

static int first (ints x) { return nova_get (nova_get (nova_window (1, x), 0), 0); }

/* The sum of the elements of X but for the first and the last, each times the one behind it in that
   part; the last of the part times element AT of it.  */
static int
inner (ints x, size_t at)
{
  ints part = nova_slice (1, nova_length (x) - 1, x);
  size_t n = nova_length (part);
  int next (size_t i, int v) { return v * nova_get (part, i + 1 < n ? i + 1 : at); }
  return nova_sum (nova_map (next, nova_range (n), part));
}

static void
said (const char *line)
{
  puts (strstr (line, "operand"));
  handler (line);
}

int
main (void)
{
  int data[] = { 4, 4, 1, 7, 2, 2, 2, 9, 1, 2, 3, 4, 5 }, to[3] = { 0 };
  size_t at[] = { 0, 3, 8, 13 }, none[] = { 0, 0, 3, 8 }, which[] = { 0, 0, 2 }, wrong[] = { 0, 0, 3 };
  rows x = nova_segments (nova_view (data, 13), nova_view (at, 4));
  rows y = nova_segments (nova_view (data, 8), nova_view (none, 4));

  nova_set_error_handler (said);
  nova_store (to, 3, nova_map (common, x));
  CHECK (to[0], 4);
  CHECK (to[1], 2);
  CHECK (to[2], 1);
  nova_store (to, 3, nova_map (first, x));
  CHECK (to[0], 4);
  CHECK (to[1], 7);
  CHECK (to[2], 1);
  TRY (nova_store (to, 3, nova_map (first, nova_slice (0, 2, y))));
  nova_store (to, 3, nova_map (inner, x, nova_view (which, 3)));
  CHECK (to[0], 16);
  CHECK (to[1], 2 * 2 + 2 * 2 + 2 * 2);
  CHECK (to[2], 2 * 3 + 3 * 4 + 4 * 4);
  TRY (nova_store (to, 3, nova_map (inner, x, nova_view (wrong, 3))));
  CHECK (raised, 2);
  return 0;
}

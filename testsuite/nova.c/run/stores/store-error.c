/* An error of a builtin finds done what the program stored before it, and nothing of what it would
   store behind it, however the builtins were fused.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;

static void
handler (const char *line)
{
  (void) line;
  longjmp (out, 1);
}

static int
twice (int x)
{
  return 2 * x;
}

static int x[100], y[100], z[100], ix[100];

/* The element check of the gather fails behind the first store.  */
static void
element (size_t n)
{
  nova_store (y, n, nova_map (twice, nova_view (x, n)));
  nova_store (z, n, nova_gather (nova_view (ix, n), nova_view (x, n)));
}

/* The check of lengths fails behind the first store, which has to wait: what is read behind it
   is where it writes to.  */
static void
lengths (size_t n, size_t m)
{
  nova_store (x, n, nova_map (twice, nova_view (x, n)));
  nova_store (y, n, nova_map (nova_add, nova_view (x, n), nova_view (z, m)));
}

static void
expect (int is, int wanted, const char *what)
{
  if (is == wanted)
    return;
  printf ("%s: %d, not %d\n", what, is, wanted);
  exit (1);
}

static void
start (void)
{
  for (int i = 0; i < 100; i++)
    {
      x[i] = i;
      y[i] = z[i] = -1;
      ix[i] = 99 - i;
    }
}

int
main (void)
{
  nova_set_error_handler (handler);
  start ();
  ix[50] = 100;
  if (setjmp (out) == 0)
    {
      element (100);
      return 2;
    }
  expect (y[99], 198, "the store before a failing gather");
  expect (z[0], -1, "the store of a failing gather");
  start ();
  if (setjmp (out) == 0)
    {
      lengths (100, 99);
      return 2;
    }
  expect (x[99], 198, "the store before unequal lengths");
  expect (y[0], -1, "the store of unequal lengths");
  puts ("done");
  return 0;
}

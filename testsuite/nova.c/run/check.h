/* CHECK (IS, WANTED): two numbers that must be equal; the program ends where they are not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

static void
check (int is, int wanted, int line)
{
  if (is == wanted)
    return;
  printf ("line %d: %d, not %d\n", line, is, wanted);
  exit (1);
}
#define CHECK(IS, WANTED) check (IS, WANTED, __LINE__)

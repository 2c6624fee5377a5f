/* check (WHAT, GOOD): the program ends with a word on WHAT unless it is GOOD.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

static void
check (const char *what, int good)
{
  if (good)
    return;
  printf ("%s is wrong\n", what);
  exit (1);
}

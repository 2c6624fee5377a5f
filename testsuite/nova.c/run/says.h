/* What errors say: SAYS (E, WANT) sees to it that E raises the error WANT, its place left out, or,
   WANT being empty, none.  The test's main sets the handler, and fails if there is BAD.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;
static char message[300];
static int bad;

static void
handler (const char *line)
{
  snprintf (message, sizeof message, "%s", line);
  longjmp (back, 1);
}

static void
judge (int line, const char *want)
{
  if (strcmp (want, *message ? strstr (message, ": ") + 2 : "") == 0)
    return;
  printf ("line %d: got: %s\n", line, message);
  bad = 1;
}

#define SAYS(E, WANT)							\
  do									\
    {									\
      message[0] = 0;							\
      if (!setjmp (back))						\
	{								\
	  E;								\
	}								\
      judge (__LINE__, WANT);						\
    }									\
  while (0)

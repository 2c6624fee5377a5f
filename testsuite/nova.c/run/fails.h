/* Errors: FAILS (S, TEXT) sees to it that S raises one in which TEXT is, GIVES_NONE (E, TEXT) the same
   of a number that is needed; else the function returns 1; wants compares whole texts.  The test's
   main sets the handler.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;
static char message[300];

static void
handler (const char *line)
{
  snprintf (message, sizeof message, "%s", line);
  longjmp (back, 1);
}

/* Is GOT not WANT?  Then say so.  */
static inline int
wants (const char *got, const char *want)
{
  if (strcmp (got, want) == 0)
    return 0;
  printf ("got: %s\nwant: %s\n", got, want);
  return 1;
}

#define FAILS(S, TEXT)							\
  do									\
    {									\
      message[0] = 0;							\
      if (!setjmp (back))						\
	{								\
	  S;								\
	}								\
      if (!strstr (message, TEXT))					\
	{								\
	  printf ("got: %s\nwant: %s\n", message, TEXT);		\
	  return 1;							\
	}								\
    }									\
  while (0)

#define GIVES_NONE(E, TEXT) FAILS (printf ("no error: %ld\n", (long) (E)), TEXT)

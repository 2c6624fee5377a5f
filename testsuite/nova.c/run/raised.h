/* How many errors are raised: TRY (E) comes back from one in E, and RAISED counts them.  The test's
   main sets the handler.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>

static jmp_buf back;
static volatile int raised;

static void
handler (const char *line)
{
  (void) line;
  raised = raised + 1;
  longjmp (back, 1);
}

#define TRY(E)								\
  do									\
    if (!setjmp (back))							\
      {									\
	E;								\
      }									\
  while (0)

/* What is done with rows on 1, 2, 3 and 7 threads: the same elements in OUT, or the same error.  The
   test defines OUT, an array, before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../good.h"

static jmp_buf back;
static char line[200];

static void
handler (const char *text)
{
  snprintf (line, sizeof line, "%s", strchr (text, ':'));
  longjmp (back, 1);
}

/* F, which returns how many elements it has stored to OUT; ERROR: part of what it raises, NULL: it
   raises none.  */
static void
all_threads (const char *what, size_t (*f) (void), const char *error)
{
  static const int threads[] = { 1, 2, 3, 7 };
  static char first[sizeof out];
  static size_t n;

  for (volatile int t = 0; t < 4; t = t + 1)
    {
      nova_set_num_threads (threads[t]);
      memset (out, 0, sizeof out);
      *line = 0;
      if (!setjmp (back))
	{
	  size_t k = f ();
	  check (what, t == 0 || n == k);
	  n = k;
	  check (what, !error);
	  check (what, t == 0 || memcmp (out, first, sizeof out) == 0);
	  memcpy (first, out, sizeof out);
	}
      else if (!error || !strstr (line, error))
	{
	  printf ("%s: %s\n", what, line);
	  exit (1);
	}
    }
}

/* The elements of a slice that is kept are checked when it is made, with the message of one that a
   region reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;
static char message[300];
static int x[20], y[20];
static nova_vec (int) kept;
static int bad;

static void
handler (const char *line)
{
  snprintf (message, sizeof message, "%s", strstr (line, ": ") + 2);
  longjmp (back, 1);
}

/* Both say WANT.  */
#define SAYS(SLICE, WANT)						\
  do									\
    {									\
      for (volatile int made = 0; made < 2; made++)				\
	{								\
	  message[0] = 0;						\
	  if (!setjmp (back))						\
	    {								\
	      if (made)							\
		kept = SLICE;						\
	      else							\
		nova_store (y, 20, SLICE);				\
	    }								\
	  if (strcmp (message, WANT) != 0)				\
	    {								\
	      printf ("line %d: made %d: %s\n", __LINE__, made, message); \
	      bad = 1;							\
	    }								\
	}								\
    }									\
  while (0)

int
main (int argc, char **argv)
{
  int n = argc + 19;
  (void) argv;
  nova_set_error_handler (handler);
  SAYS (nova_slice (5, 24, nova_view (x, n)),
	"__nova_slice: operand 1: element 15, the index 20, is not below 20");
  SAYS (nova_slice (-5, 5, nova_view (x, n)),
	"__nova_slice: operand 1: element 0, the index -5, is not below 20");
  SAYS (nova_slice (15, -4, -20, nova_view (x, n)),
	"__nova_slice: operand 1: element 4, the index -1, is not below 20");
  SAYS (nova_slice (n + 5, -4, 0, nova_view (x, n)),
	"__nova_slice: operand 1: element 0, the index 25, is not below 20");
  SAYS (nova_slice (1, n - 1, 30, nova_view (x, n)),
	"__nova_slice: operand 1: element 1, the index 20, is not below 20");
  SAYS (nova_slice (0, 3, nova_reverse (nova_view (x, 2))),
	"__nova_slice: operand 1: element 2, the index 2, is not below 2");
  SAYS (nova_slice (1, 0, 5, nova_view (x, n)), "__nova_slice: operand 2, the step, is 0");
  SAYS (nova_slice (n, n, nova_view (x, n)), "");
  SAYS (nova_slice (n, 0, nova_view (x, n)), "");
  SAYS (nova_slice (0, n, n + 1, nova_view (x, n)),
	"__nova_slice: operand 1: element 1, the index 20, is not below 20");
  SAYS (nova_slice (n - 1, -n, -1, nova_view (x, n)), "");
  SAYS (nova_slice (0, 1, nova_view (x, 0)),
	"__nova_slice: operand 1: element 0, the index 0, is not below 0");
  return bad;
}

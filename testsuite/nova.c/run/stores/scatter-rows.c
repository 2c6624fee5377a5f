/* A sieve: a scatter at progressions, of several blocks; one of other steps; errors of both loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../fails.h"

#define N 200003
static char struck[N], y[N];
static int step[] = { 2, 3, 5, 7, 11, 13, 101, 443, 100001 };

/* What is said where multiples of S, from FROM S on and below END, are struck out of N.  */
static const char *
strike (const int *s, size_t m, int from, int end)
{
  strcpy (message, "nothing");
  if (!setjmp (back))
    {
      nova_vec (int) at = nova_for (int, (p, nova_view (s, m)), (k, nova_range (from * p, end, p)),
				    k);
      nova_vec (char) left = nova_scatter (nova_replicate (N, (char) 1), at,
					   nova_replicate (nova_length (at), (char) 0));
      nova_store (y, N, left);
    }
  return strchr (message, '_') ? strchr (message, '_') : message;
}

int
main (void)
{
  int wrong = 0, m = sizeof step / sizeof *step;
  char text[120];

  nova_set_error_handler (handler);
  for (int from = 0; from < 3; from++)
    {
      memset (struck, 1, N);
      for (int q = 0; q < m; q++)
	for (int k = from * step[q]; k < N; k += step[q])
	  struck[k] = 0;
      wrong |= wants (strike (step, m, from, N), "nothing");
      wrong |= memcmp (struck, y, N) != 0;
    }
  /* The first index outside is that of the first row that goes so far.  */
  sprintf (text, "__nova_scatter: operand 2: element %d, the index %d, is not below %d", N / 2, N + 1, N);
  wrong |= wants (strike (step, m, 1, N + 2), text);
  step[4] = 0;
  wrong |= wants (strike (step, m, 1, N), "__nova_range: operand 3, the step, is 0");
  /* Down, in order.  */
  step[0] = -2;
  memset (struck, 1, N);
  for (int k = 2 * 50001; k > 7; k -= 2)
    struck[k] = 0;
  wrong |= wants (strike (step, 1, -50001, 7), "nothing");
  wrong |= memcmp (struck, y, N) != 0;
  return wrong;
}

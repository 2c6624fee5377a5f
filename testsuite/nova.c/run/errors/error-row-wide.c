/* Elements of long rows, which are shared out, and of short ones fail: the first of them is the
   error, on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 200000
#define WIDTH 100
/* Row 1 has most of the elements, row 3 a quarter, the others 2 each.  */
#define LONG (N / 2)
#define NEXT (N / 4)

static jmp_buf env;
static char said[200];
static int column[N], vector[WIDTH], other[WIDTH];
static long out[N];
static size_t at[N + 1], m;

static void
handler (const char *line)
{
  strcpy (said, strstr (line, ": "));
  longjmp (env, 1);
}

/* The sum of what a row picks, and how much of something else is above its mean.  */
static size_t
above (void)
{
  nova_vec (int) v = nova_view (vector, WIDTH), w = nova_view (other, WIDTH);
  long part (nova_vec (int) row)
  {
    long n = (long) nova_length (row), s = nova_sum (nova_gather (row, v)), mean = n ? s / n : 0;
    long over (int x) { return x > mean ? x - mean : 0; }
    return s * 1000 + nova_sum (nova_map (over, nova_gather (row, w)));
  }
  return nova_store (out, m, nova_map (part, nova_segments (nova_view (column, N),
							    nova_view (at, m + 1))));
}

/* Does it say that element ELEM, of value K, is wrong?  */
static int
fails (int elem, int k)
{
  char text[100];

  memset (out, -1, sizeof out);
  if (setjmp (env) == 0)
    return above (), 0;
  sprintf (text, ": __nova_gather: operand 1: element %d, the index %d, is not below 100", elem, k);
  if (strcmp (said, text))
    return puts (said), 0;
  for (size_t i = 0; i < m; i++)
    if (out[i] != -1)
      return 0;
  return 1;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    column[i] = i * 31 % WIDTH;
  for (int i = 0; i < WIDTH; i++)
    {
      vector[i] = i;
      other[i] = i * 3;
    }
  for (m = 0; at[m] < N; m++)
    at[m + 1] = at[m] + (m == 1 ? LONG : m == 3 ? NEXT : 2);
  if (above () != m)
    return 1;
  for (size_t i = 0; i < m; i++)
    {
      int s = 0, n = (int) (at[i + 1] - at[i]), over = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	s += vector[column[j]];
      for (size_t j = at[i]; j < at[i + 1]; j++)
	over += other[column[j]] > s / n ? other[column[j]] - s / n : 0;
      if (out[i] != s * 1000l + over)
	return 2;
    }
  nova_set_error_handler (handler);
  column[N - 1] = -7;
  if (!fails (1, -7))
    return 3;
  column[LONG + 5000] = 101;
  if (!fails (4996, 101))
    return 4;
  column[LONG - 10] = 102;
  column[LONG - 20] = 103;
  if (!fails (LONG - 22, 103))
    return 5;
  column[1] = 104;
  if (!fails (1, 104))
    return 6;
  column[N - 1] = column[LONG + 5000] = column[LONG - 10] = column[LONG - 20] = column[1] = 3;
  return above () == m ? 0 : 7;
}

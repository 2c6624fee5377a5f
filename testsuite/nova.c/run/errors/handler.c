/* A handler that leaves by longjmp: from a worker, host code, a check; the library stays usable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "^handler.c:35: nova_fail: bad$" } */
/* { dg-nova-output "^total -1$" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 100000
static jmp_buf env;
static char said[200];
static int x[N];

/* The line without the folder of the test.  */
static void
handler (const char *line)
{
  const char *colon = strchr (line, ':'), *name = line;

  for (const char *p = line; p < colon; p++)
    if (*p == '/')
      name = p + 1;
  strcpy (said, name);
  longjmp (env, 1);
}

static int
bad (int v)
{
  if (v >= 77777)
    nova_fail ("bad");
  return v;
}

static int
expect (const char *text)
{
  if (strcmp (said, text) == 0)
    return 1;
  printf ("%s, not %s\n", said, text);
  return 0;
}

int
main (void)
{
  volatile int round = 0, good = 1;

  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    x[i] = i;
  if (setjmp (env) == 0)
    return 1 + nova_sum (nova_map (bad, nova_view (x, N)));
  puts (said);
  if (setjmp (env) == 0)
    return 1 + nova_get (nova_view (x, 10), 12);
  good &= expect ("handler.c:60: __nova_get: operand 2: index 12 is not below 10");
  while (round < 3)
    {
      round++;
      if (setjmp (env) == 0)
	{
	  nova_vec (int) v = nova_map (nova_add, nova_view (x, 10),
				       nova_view (x, 10 + (round == 2)));

	  good &= nova_get (v, 3) == 6 && round != 2;
	}
      else
	good &= expect ("handler.c:67: __nova_map: operand 3 has 11 elements, operand 2 has 10")
		&& round == 2;
    }
  memset (x + 77777, 0, sizeof x - 77777 * sizeof *x);
  x[0] = -1;
  memset (x + 1, 0, 77776 * sizeof *x);
  if (setjmp (env) == 0)
    printf ("total %d\n", nova_sum (nova_map (bad, nova_view (x, N))));
  return !good;
}

/* Eight threads of the program get errors of their own, one after the other, each in its own handler,
   and leave by longjmp: out of host code, parallel regions, nested ones, function operands.  Right
   results in between.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O2" } */
/* { dg-nova-options "-pthread" } */

#include <nova.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, KINDS = 8, N = 20000 };
#ifdef __SANITIZE_ADDRESS__	/* it takes ten times as long to unwind */
enum { ROUNDS = 25 };
#else
enum { ROUNDS = 125 };
#endif

static int x[N], ix[N];
static _Thread_local jmp_buf back;
static _Thread_local char said[200];
static _Thread_local volatile long sink;

static void
handler (const char *line)
{
  snprintf (said, sizeof said, "%s", strchr (line, ' ') + 1);
  longjmp (back, 1);
}

static int
checked (int a)
{
  if (a == N - 5)
    nova_fail ("five from the end");
  return a;
}

static int less (int a, int b) { return a < b; }

/* An error of kind K, in thread T.  */
static void
fail (int k, int t)
{
  nova_vec (int) v = nova_view (x, N), at = nova_view (ix, N);
  int row (int a) { return nova_sum (nova_gather (nova_view (ix + a, 3), nova_slice (0, N - 40 - t, v))); }
  switch (k)
    {
    case 0:
      sink = nova_get (v, N + t);
      break;
    case 1:
      sink = nova_sum (nova_gather (at, nova_slice (0, N - 100 - t, v)));
      break;
    case 2:
      sink = nova_sum (nova_map (checked, v));
      break;
    case 3:
      sink = nova_sum (nova_map (row, nova_range (N - 600, N - 3)));
      break;
    case 4:
      sink = nova_length (nova_map (less, v, nova_slice (0, N - t, at)));
      break;
    case 5:
      sink = nova_sum (nova_reduce_by_index (nova_add, 0, N - 1 - t, at, v));
      break;
    case 6:
      sink = nova_argmin (less, nova_slice (t, t, v));
      break;
    case 7:
      sink = nova_sum (nova_view (x, SIZE_MAX - (size_t) t));
      break;
    }
}

static void
wanted (int k, int t, char *text, size_t room)
{
  static const char *const forms[KINDS] =
    {
      "__nova_get: operand 2: index %d is not below 20000",
      "__nova_gather: operand 1: element %d, the index %d, is not below %d",
      "nova_fail: five from the end",
      "__nova_gather: operand 1: element %d, the index %d, is not below %d",
      "__nova_map: operand 3 has %d elements, operand 2 has 20000",
      "__nova_reduce_by_index: operand 4: element %d, the index %d, is not below %d",
      "__nova_argmin: operand 2 has 0 elements",
      "__nova_view: operand 2: a size of %zu elements of 4 bytes is too large"
    };
  int n = k == 0 ? N + t : k == 1 ? N - 100 - t : k == 3 ? 2 : k == 4 ? N - t : N - 1 - t;
  int m = k == 3 ? N - 40 - t : n;
  if (k == 7)
    snprintf (text, room, forms[k], SIZE_MAX - (size_t) t);
  else
    snprintf (text, room, forms[k], n, m, m);
}

static void *
thread (void *arg)
{
  int t = *(int *) arg + 1;
  volatile int round = 0;
  char text[200];
  nova_set_error_handler (handler);
  for (round = 0; round < ROUNDS * KINDS; round++)
    {
      said[0] = 0;
      if (!setjmp (back))
	fail (round % KINDS, t);
      wanted (round % KINDS, t, text, sizeof text);
      if (strcmp (said, text) != 0)
	return *(int *) arg = 1, printf ("thread %d: said: %s\nwanted: %s\n", t, said, text), NULL;
      if (round % 50 == 0 && nova_sum (nova_view (x, 1000)) != 499500)
	return *(int *) arg = 1, printf ("wrong sum\n"), NULL;
    }
  *(int *) arg = 0;
  return NULL;
}

int
main (void)
{
  pthread_t id[THREADS];
  int arg[THREADS], failed = 0;
  for (int i = 0; i < N; i++)
    x[i] = ix[i] = i;
  for (int t = 0; t < THREADS; t++)
    if (arg[t] = t, pthread_create (&id[t], NULL, thread, &arg[t]))
      return 1;
  for (int t = 0; t < THREADS; t++)
    pthread_join (id[t], NULL), failed |= arg[t];
  return failed;
}

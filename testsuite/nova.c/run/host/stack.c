/* What regions take of the stack: a recursion through a region with partial results, 400 levels in
   a stack of 1 MiB.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <pthread.h>
#include <stdio.h>

static int fail;
static const float values[8] = { 5, 3, 8, 1, 9, 2, 7, 4 };

/* Where the least of the values is, so often.  */
static size_t
levels (size_t n, unsigned depth)
{
  size_t least = nova_argmin (nova_lt, nova_view (values, n));

  return depth ? least + levels (n, depth - 1) : least;
}

static void *
run (void *n)
{
  size_t length = *(size_t *) n;

  if (levels (length, 399) != 1200)
    fail = puts ("levels");
  return NULL;
}

int
main (void)
{
  pthread_attr_t small;
  pthread_t thread;
  size_t n = 8;

  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 1 << 20);
  if (pthread_create (&thread, &small, run, &n))
    return 1;
  pthread_join (thread, NULL);
  return fail != 0;
}

/* A child that is forked while threads of its parent have joined a loop inside a chunk has threads
   for such loops of its own.
   No sanitizer can do that: locks that a thread of the parent held stay locked in the child.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "meet.h"
#include <pthread.h>
#include <sys/wait.h>

static atomic_int held, stop, in_child;

/* In the parent, until the child is done.  */
static void
hold (void *p, size_t c)
{
  (void) p, (void) c;
  if (in_child)
    _exit (2);
  held++;
  while (!stop)
    usleep (1000);
}

/* The first chunks give the others time to become idle.  */
static void
begin (void *p, size_t c)
{
  if (c < 20)
    usleep (1000);
  else
    hold (p, c);
}

static void
outer (void *p, size_t c)
{
  (void) p;
  if (c == 0)
    nova_parfor (begin, NULL, 40, LARGE, NULL);
}

static void *
user (void *arg)
{
  nova_parfor (outer, NULL, 2, LARGE, NULL);
  return arg;
}

static void
outer_of_child (void *p, size_t c)
{
  (void) p;
  if (c == 0)
    nova_parfor (meet, NULL, PATIENCE, LARGE, NULL);
}

int
main (void)
{
  pthread_t t;
  int status;
  if (nova_num_threads () == 1)
    return 0;
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
  return 0;
#endif
  CHECK (!pthread_create (&t, NULL, user, NULL));
  while (held < 2)
    usleep (1000);
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid == 0)
    {
      in_child = 1;
      nova_parfor (outer_of_child, NULL, 2, LARGE, NULL);
      _exit (threads < 2);
    }
  CHECK (waitpid (pid, &status, 0) == pid);
  stop = 1;
  CHECK (!pthread_join (t, NULL));
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  return 0;
}

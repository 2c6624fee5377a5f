/* A child that is forked while another thread of its parent is in a loop has threads for its own
   loops.
   No sanitizer can do that: locks that a thread of the parent held stay locked in the child.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "meet.h"
#include <pthread.h>
#include <sys/wait.h>

static atomic_int held, stop;

/* In the parent, until the child is done.  */
static void
hold (void *p, size_t c)
{
  (void) p, (void) c;
  held = 1;
  while (!stop)
    usleep (1000);
}

static void *
user (void *arg)
{
  nova_parfor (hold, NULL, 40, LARGE, NULL);
  return arg;
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
  while (!held)
    usleep (1000);
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid == 0)
    {
      nova_parfor (meet, NULL, PATIENCE, LARGE, NULL);
      _exit (threads < 2);
    }
  CHECK (waitpid (pid, &status, 0) == pid);
  stop = 1;
  CHECK (!pthread_join (t, NULL));
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  return 0;
}

/* A forked child has a pool of its own, also when other threads of the parent are in a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNKS = 40 };

static atomic_int stop;

static void
chunk (void *p, size_t c)
{
  ((int *) p)[c]++;
  void *t = nova_temp_new (100000, 4, NULL);
  nova_temp_free (t);
}

static void
loop (void)
{
  int done[CHUNKS] = { 0 };
  nova_parfor (chunk, done, CHUNKS, LARGE, NULL);
  for (int c = 0; c < CHUNKS; c++)
    CHECK (done[c] == 1);
}

static void *
user (void *arg)
{
  while (!stop)
    loop ();
  return arg;
}

int
main (void)
{
  pthread_t t;
  loop ();
  CHECK (!pthread_create (&t, NULL, user, NULL));
  for (int k = 0; k < 10; k++)
    {
      pid_t child = fork ();
      int status;
      CHECK (child >= 0);
      if (child == 0)
        {
          for (int i = 0; i < 20; i++)
            loop ();
          exit (0);
        }
      loop ();
      CHECK (waitpid (child, &status, 0) == child && WIFEXITED (status)
             && WEXITSTATUS (status) == 0);
    }
  stop = 1;
  pthread_join (t, NULL);
  return 0;
}

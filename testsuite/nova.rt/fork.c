/* A forked child has a pool of its own, also when other threads of the parent are in a loop.
   Under ASan, the search for leaks in a child complains about threads that only the parent has.
   { dg-nova-env "ASAN_OPTIONS=detect_leaks=0" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNKS = 40 };

static atomic_int stop;

/* ThreadSanitizer does not survive a child that starts threads.  */
#ifdef __SANITIZE_THREAD__
#define CHILD_THREADS 1
#else
#define CHILD_THREADS 0
#endif

static void
chunk (void *p, size_t c)
{
  ((int *) p)[c]++;
#ifndef __SANITIZE_ADDRESS__
  /* ASan's allocator may be left locked in a child, by a thread that only the parent has.  */
  void *t = nova_temp_new (100000, 4, NULL);
  nova_temp_free (t);
#endif
}

/* Under ASan, a thread that starts holds locks of its allocator, which a child would find taken:
   there a fork waits until each thread has been seen at work.  */
#ifdef __SANITIZE_ADDRESS__
static atomic_int seen;

static void
meet (void *p, size_t c)
{
  static _Thread_local int here;
  (void) p, (void) c;
  if (!here)
    {
      here = 1;
      seen++;
    }
  usleep (1000);
}

static void
settle (int threads)
{
  while (seen < threads)
    nova_parfor (meet, NULL, CHUNKS, LARGE, NULL);
}
#else
static void
settle (int threads)
{
  (void) threads;
}
#endif

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
  settle (nova_num_threads () + 1);
  while (!stop)
    loop ();
  return arg;
}

/* A child that works and ends well: by exit, or by _exit, without looking back at what other
   threads of the parent left.  */
static void
child (void (*end) (int))
{
  pid_t pid = fork ();
  int status;
  CHECK (pid >= 0);
  if (pid == 0)
    {
      if (CHILD_THREADS)
        nova_set_num_threads (CHILD_THREADS);
      for (int i = 0; i < 20; i++)
        loop ();
      end (0);
    }
  loop ();
  CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

int
main (void)
{
  pthread_t t;
  child (exit);
  loop ();
  settle (nova_num_threads ());
  child (exit);
  CHECK (!pthread_create (&t, NULL, user, NULL));
  settle (nova_num_threads () + 1);
  for (int k = 0; k < 10; k++)
    child (_exit);
  stop = 1;
  pthread_join (t, NULL);
  return 0;
}

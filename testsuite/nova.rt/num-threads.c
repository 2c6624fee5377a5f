/* The number of threads: changed at any time, also from several threads at once.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>

enum { CHUNKS = 23 };

static int second;

static void
chunk (void *p, size_t c)
{
  ((int *) p)[c]++;
}

static void
loop (void)
{
  int done[CHUNKS] = { 0 };
  for (int k = 1; k <= 5; k++)
    {
      nova_parfor (chunk, done, CHUNKS, LARGE, NULL);
      for (int c = 0; c < CHUNKS; c++)
        CHECK (done[c] == k);
    }
}

static void *
user (void *arg)
{
  for (int k = 0; k < 60; k++)
    {
      nova_set_num_threads (1 + (k * 7 + (arg != NULL)) % 6);
      loop ();
    }
  return NULL;
}

int
main (void)
{
  const char *seq = getenv ("NOVA_TARGET");
  int first = nova_num_threads (), sequential = seq && !strcmp (seq, "seq");
  CHECK (first >= 1);
  CHECK (nova_version () == 100);
  for (int k = 0; k < 40; k++)
    {
      int n = 1 + k * 5 % 9;
      nova_set_num_threads (n);
      CHECK (nova_num_threads () == (sequential ? 1 : n));
      loop ();
    }
  pthread_t t;
  CHECK (!pthread_create (&t, NULL, user, &second));
  user (NULL);
  pthread_join (t, NULL);
  /* No more than libnovart has places for.  */
  nova_set_num_threads (1025);
  CHECK (nova_num_threads () == (sequential ? 1 : 1024));
  nova_set_num_threads (0);
  CHECK (nova_num_threads () == first);
  return 0;
}

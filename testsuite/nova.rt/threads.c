/* Many user threads with loops, errors and handlers of their own at once, on one pool.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>

enum { THREADS = 6, ROUNDS = 200, CHUNKS = 9 };

static const struct nova_site site = { "t.c", "nova_fail", 5 };

struct args
{
  size_t part[CHUNKS];
  size_t bad;
};

static void
chunk (void *p, size_t c)
{
  struct args *a = p;
  a->part[c] += c + 1;
  if (c >= a->bad)
    {
      char text[20];
      if (nova_resume (0) > 0)
        return;
      nova_mark (1, c);
      snprintf (text, sizeof text, "chunk %zu", c);
      nova_raise_text (&site, text);
    }
}

static void
stub (struct args *a)
{
  struct nova_frame frame = { 0 };
  nova_parfor (chunk, a, CHUNKS, LARGE, &frame);
  if (frame.failed)
    nova_frame_raise (&frame);
}

static void *
user (void *arg)
{
  struct args a = { { 0 }, CHUNKS };
  for (volatile size_t k = 0; k < ROUNDS; k++)
    {
      a.bad = arg ? k % CHUNKS : CHUNKS;
      CATCH stub (&a);
      if (arg)
        CHECK (caught[strlen (caught) - 1] == '0' + (char) (k % CHUNKS));
      else
        CHECK (!caught[0]);
    }
  if (!arg)
    for (size_t c = 0; c < CHUNKS; c++)
      CHECK (a.part[c] == ROUNDS * (c + 1));
  return NULL;
}

int
main (void)
{
  pthread_t t[THREADS];
  for (size_t k = 0; k < THREADS; k++)
    CHECK (!pthread_create (&t[k], NULL, user, k % 2 ? &t[k] : NULL));
  for (size_t k = 0; k < THREADS; k++)
    pthread_join (t[k], NULL);
  return 0;
}

/* What a run inside a run leaves belongs to the outer one, whose error gives all back once; many
   resources at a time; threads that end.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>

enum { CHUNKS = 8, MANY = 10000 };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };
static struct nova_vec *made, *retained, *row;
static __thread struct nova_vec *vecs[MANY];
static __thread void *temp;

/* Gives out a reference to what the outer run made, a vector, and a part of that.  The next chunk
   fails.  */
static void
inner (void *arg, size_t c)
{
  (void) arg;
  if (c == 1)
    nova_raise_text (&site, "inner");
  retained = nova_vec_retain (made);
  struct nova_vec *v = nova_vec_new (10, sizeof (int), 4, &site);
  row = nova_vec_slice (v, 0, 1, 5, 0, &site);
  nova_vec_release (v);
}

/* In chunk C the outer run has given back some of that when it fails.  */
static void
outer (void *arg, size_t c)
{
  struct nova_frame frame = { 0 };
  (void) arg;
  nova_mark (1, c);
  made = nova_vec_new (3, sizeof (int), 4, &site);
  nova_parfor (inner, NULL, 2, 1, &frame);
  nova_frame_drop (&frame);
  CHECK (made->refs == 2 && row->length == 5 && row->owner->refs == 1);
  if (c & 1)
    nova_vec_release (row);
  if (c & 2)
    nova_vec_release (made);
  if ((c & 6) == 6)
    {
      nova_vec_release (retained);
      made = nova_vec_new (5, sizeof (int), 4, &site);
    }
  nova_raise_text (&site, "outer");
}

/* Vectors and temporaries, released from the middle.  */
static void
many (void *arg, size_t c)
{
  (void) arg;
  nova_mark (1, c);
  for (unsigned k = 0; k < MANY; k++)
    vecs[k] = nova_vec_new (k % 40, sizeof (int), 4, &site);
  temp = nova_temp_new (100, 4, &site);
  for (unsigned k = 0; k < MANY; k++)
    if (c == 0 || k % 7)
      nova_vec_release (vecs[k]);
  if (c > 0)
    nova_raise_text (&site, "many");
  nova_temp_free (temp);
}

static void *
thread (void *arg)
{
  struct nova_frame frame = { 0 };
  nova_parfor (many, NULL, 2, 1, &frame);
  CHECK (frame.failed && frame.elem == 1);
  nova_frame_drop (&frame);
  return arg;
}

int
main (void)
{
  struct nova_frame frame = { 0 };
  nova_parfor (outer, NULL, CHUNKS, 1, &frame);
  CHECK (frame.failed && frame.elem == 0);
  nova_frame_drop (&frame);
  thread (NULL);
  pthread_t t[4];
  for (unsigned k = 0; k < 4; k++)
    CHECK (!pthread_create (&t[k], NULL, thread, NULL));
  for (unsigned k = 0; k < 4; k++)
    pthread_join (t[k], NULL);
  return 0;
}

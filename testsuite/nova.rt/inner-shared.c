/* Threads that have nothing to do join loops inside chunks: at once, after they have slept, when
   such a loop has long begun, at any depth, and while they wait for others.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>
#include <unistd.h>

enum { PATIENCE = 3000 };

static atomic_int here, done;
static _Thread_local int seen;
static int round_number;

/* A chunk takes a while until WANTED threads have been here this round.  */
static void
meet (int wanted)
{
  if (seen != round_number)
    {
      seen = round_number;
      here++;
    }
  if (here < wanted)
    usleep (1000);
  done++;
}

/* How many are to meet, and how.  */
struct args
{
  int wanted;
  int pause;                    /* ms before the inner loop begins */
  int alone;                    /* chunks of the inner loop before the others are free */
  int depth;                    /* loops of two chunks around it */
  size_t which;                 /* chunk it is in: the caller's, or a helper's */
};

static atomic_int chunks_done;

static void
inner (void *p, size_t c)
{
  const struct args *a = p;
  (void) c;
  if (chunks_done++ < a->alone)
    done++;
  else
    meet (a->wanted);
}

static void
outer (void *p, size_t c)
{
  const struct args *a = p;
  struct args less = *a;
  if (c == a->which)
    {
      usleep (1000 * a->pause);
      less.depth--;
      less.which = 0;
      if (a->depth > 0)
        nova_parfor (outer, &less, 2, LARGE, NULL);
      else
        nova_parfor (inner, &less, PATIENCE, LARGE, NULL);
    }
  else
    while (chunks_done < a->alone)
      usleep (100);
}

static void
check (struct args a)
{
  struct nova_frame frame = { 0 };
  round_number++;
  here = done = chunks_done = 0;
  nova_parfor (outer, &a, 2, LARGE, round_number % 2 ? &frame : NULL);
  CHECK (here >= a.wanted && done == PATIENCE && !frame.failed);
}

/* A chunk that the owner of the loop waits for has a loop of its own, with which the owner
   helps.  */
static atomic_int taken;
static _Thread_local int owner;

static void
loop_of_other (void *p, size_t c)
{
  (void) p, (void) c;
  meet (2);
}

static void
other (void *p, size_t c)
{
  (void) c;
  if (owner)
    {
      if (!taken)
        usleep (1000);
    }
  else if (!taken++)
    {
      usleep (*(int *) p);
      nova_parfor (loop_of_other, NULL, PATIENCE, LARGE, NULL);
    }
}

static void
outermost (void *p, size_t c)
{
  if (c > 0)
    return;
  owner = 1;
  nova_parfor (other, p, PATIENCE, LARGE, NULL);
  owner = 0;
}

static void
check_wait (int us)
{
  round_number++;
  here = done = taken = 0;
  nova_parfor (outermost, &us, 2, LARGE, NULL);
  CHECK (taken && here >= 2 && done == PATIENCE);
}

/* Who waits does not begin what it need not wait for.  */
static void
slow (void *p, size_t c)
{
  (void) p, (void) c;
  if (!taken)
    usleep (1000);
  else if (!owner)
    {
      taken = 2;
      usleep (10000);
    }
}

static void
unrelated (void *p, size_t c)
{
  (void) p, (void) c;
  CHECK (!owner);
  if (taken < 2)
    usleep (1000);
  else
    usleep (100);
}

static void
two_loops (void *p, size_t c)
{
  if (c == 0)
    {
      owner = 1;
      nova_parfor (slow, p, PATIENCE, LARGE, NULL);
      owner = 0;
    }
  else
    {
      taken = 1;
      nova_parfor (unrelated, p, 200, LARGE, NULL);
    }
}

static void
check_unrelated (void)
{
  taken = 0;
  nova_parfor (two_loops, NULL, 2, LARGE, NULL);
}

/* What is left of the loops around a long one is joined, too.  */
enum { DEPTH = 6 };

static atomic_int joined, met, inside;

static void
last_loop (void *p, size_t c)
{
  (void) p, (void) c;
  if (joined < DEPTH)
    usleep (1000);
}

static void
deep (void *p, size_t c)
{
  int depth = *(int *) p + 1;
  if (c > 0)
    {
      joined += !owner;
      /* Two threads are busy until the loops have begun.  */
      met = 1;
      for (int k = 0; depth == 1 && !inside && k < PATIENCE; k++)
        usleep (1000);
      return;
    }
  if (depth == 1)
    {
      owner = 1;
      for (int k = 0; !met && k < PATIENCE; k++)
        usleep (1000);
    }
  if (depth < DEPTH)
    nova_parfor (deep, &depth, 2, LARGE, NULL);
  else
    {
      inside = 1;
      nova_parfor (last_loop, NULL, PATIENCE, LARGE, NULL);
    }
  if (depth == 1)
    owner = 0;
}

static void
check_deep (void)
{
  int depth = 0;
  joined = met = inside = 0;
  nova_parfor (deep, &depth, 2, LARGE, NULL);
  CHECK (joined == DEPTH);
}

int
main (void)
{
  static const int threads[] = { 2, 3, 8 };
  if (nova_num_threads () == 1)
    return 0;
  for (int k = 0; k < 3; k++)
    {
      nova_set_num_threads (threads[k]);
      for (int depth = 0; depth < 3; depth++)
        for (int pause = 0; pause < 40; pause += 20)
          {
            check ((struct args) { threads[k], pause, 0, depth, 0 });
            check ((struct args) { threads[k], pause, 0, depth, 1 });
            check ((struct args) { threads[k], pause, 10, depth, 0 });
          }
      for (int us = 0; us < 20000; us = 10 * us + 1)
        check_wait (us);
      for (int i = 0; i < 3; i++)
        {
          check_deep ();
          check_unrelated ();
        }
    }
  return 0;
}

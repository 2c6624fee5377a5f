/* Loops of calls in the midst of chunks, in several threads at once: of an error that leaves all of
   them the least element is reported, and what they held is given back; the chunk goes on behind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

enum { WIDTH = 12, DEPTH = 3, LAST = WIDTH * WIDTH * WIDTH, ROUNDS = 120 };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };

enum how { NO_ERROR, SOME, FIRST, BEHIND };

/* The elements of the last depth are numbered in order.  */
struct node
{
  size_t first;
  unsigned depth;
  enum how how;
  struct nova_vec *outside;
};

static atomic_size_t count;

static size_t
below (unsigned depth)
{
  size_t n = 1;
  for (; depth < DEPTH; depth++)
    n *= WIDTH;
  return n;
}

static void
fail (size_t i)
{
  char text[40];
  snprintf (text, sizeof text, "bad %zu", i);
  nova_raise_text (&site, text);
}

/* Element I of the last depth.  */
static void
element (size_t i, const struct node *n)
{
  struct nova_vec *v = nova_vec_new (10, sizeof (int), 64, &site);
  struct nova_vec *more = nova_vec_retain (n->outside);
  void *t = nova_temp_new (1000, 4, &site);
  count += i >= LAST / WIDTH;
  if ((n->how == SOME && i % 53 == 30) || (n->how == FIRST && i == 0))
    fail (i);
  nova_temp_free (t);
  nova_vec_release (more);
  nova_vec_release (v);
}

static void chunk (void *p, size_t c);

static void
region (const struct node *n)
{
  struct nova_frame frame = { 0 };
  struct { struct node n; struct nova_frame *frame; } l = { *n, &frame };
  struct nova_vec *own = nova_vec_new (10, sizeof (int), 64, &site);
  nova_calls (chunk, &l, WIDTH / 2, LARGE, &frame);
  nova_vec_release (own);
  if (frame.failed)
    nova_frame_raise (&frame);
}

/* Two elements.  */
static void
chunk (void *p, size_t c)
{
  const struct node *up = p;
  struct nova_place place = { (size_t) -1, 0 };
  nova_mark_in (&place);
  for (size_t i = nova_resume (2 * c); i < 2 * c + 2; i++)
    {
      struct node n = { up->first + i * below (up->depth + 1), up->depth + 1, up->how,
                        up->outside };
      place.order = 2;
      place.elem = i;
      if (n.depth == DEPTH)
        element (n.first, &n);
      else
        {
          struct nova_vec *v = nova_vec_new (10, sizeof (int), 64, &site);
          n.outside = v;
          region (&n);
          /* The place is this loop's again.  */
          if (n.how == BEHIND && i % 4 == 3)
            fail (n.first);
          nova_vec_release (v);
        }
    }
}

/* An error leaves it, and what it holds.  */
static void
outermost (const struct node *n)
{
  nova_own_begin (&site);
  region (n);
  nova_own_end ();
}

int
main (void)
{
  static const int threads[] = { 1, 2, 3, 8, 0 };
  static const char *const lines[]
    = { "", "leaf.c:7: nova_fail: bad 30", "leaf.c:7: nova_fail: bad 0",
        "leaf.c:7: nova_fail: bad 36" };
  struct nova_vec *outside = nova_vec_new (10, sizeof (int), 64, &site);
  size_t before = 0;
  for (volatile int k = 0; k < ROUNDS; k++)
    {
      enum how how = (enum how) (k % 4);
      const struct node top = { 0, 0, how, outside };
      nova_set_num_threads (threads[k / 4 % 5]);
      count = 0;
      CATCH outermost (&top);
      CHECK (!strcmp (caught, lines[how]));
      /* An error in the first element of the outermost loop keeps none of the others.  */
      CHECK ((how != NO_ERROR && how != FIRST) || count == LAST - LAST / WIDTH);
      CHECK (outside->refs == 1);
      if (k == ROUNDS / 2)
        before = in_use ();
    }
  nova_vec_release (outside);
  return in_use () > before + 100000;
}

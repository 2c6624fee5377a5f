/* Errors in loops inside chunks, noted or raised, in several threads at once: of each loop the
   least element is reported, all others are worked on, and what a chunk held is given back.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

enum { WIDTH = 12, DEPTH = 3, ROUNDS = 120 };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };
static const struct nova_site index_site = { "leaf.c", "__nova_gather", 11 };

/* The elements of the last depth are numbered in order.  */
struct node
{
  size_t first;
  unsigned depth;
  int how;
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

/* Element I of the last depth.  */
static void
element (size_t i, const struct node *n, struct nova_frame *frame)
{
  char text[40];
  struct nova_vec *v = nova_vec_new (10, sizeof (int), 64, &site);
  struct nova_vec *more = nova_vec_retain (n->outside);
  void *t = nova_temp_new (1000, 4, &site);
  count++;
  if (n->how > 0 && i % 53 == 30)
    {
      if (n->how == 1 || n->how == 4 || (n->how == 3 && i % 2))
        {
          snprintf (text, sizeof text, "bad %zu", i);
          nova_raise_text (&site, text);
        }
      nova_fail_element (frame, 2, i, &index_site, NOVA_CHECK_INDEX_AT, 1, i, 99, 9);
    }
  nova_temp_free (t);
  nova_vec_release (more);
  nova_vec_release (v);
}

struct loop
{
  struct node n;
  struct nova_frame *frame;
};

static void chunk (void *p, size_t c);

static void
region (const struct node *n)
{
  struct nova_frame frame = { 0 };
  struct loop l = { *n, &frame };
  /* It was thought that nothing fails.  */
  struct nova_frame *noted = n->how == 4 ? NULL : &frame;
  nova_parfor (chunk, &l, WIDTH, LARGE, noted);
  if (frame.failed)
    nova_frame_raise (&frame);
}

static void
chunk (void *p, size_t c)
{
  const struct loop *l = p;
  struct node n = { l->n.first + c * below (l->n.depth + 1), l->n.depth + 1, l->n.how,
                    l->n.outside };
  if (nova_resume (c) > c)
    return;
  nova_mark (2, c);
  if (n.depth == DEPTH)
    element (n.first, &n, l->frame);
  else
    {
      /* Not only the last depth holds something.  */
      struct nova_vec *v = nova_vec_new (10, sizeof (int), 64, &site);
      n.outside = v;
      region (&n);
      nova_vec_release (v);
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
  static const int threads[] = { 0, 1, 2, 3, 8 };
  static const char *const lines[]
    = { "", "leaf.c:7: nova_fail: bad 30",
        "leaf.c:11: __nova_gather: operand 1: element 30, the index 99, is not below 9",
        "leaf.c:11: __nova_gather: operand 1: element 30, the index 99, is not below 9",
        "leaf.c:7: nova_fail: bad 30" };
  struct nova_vec *outside = nova_vec_new (10, sizeof (int), 64, &site);
  size_t before = 0;
  for (volatile int k = 0; k < ROUNDS; k++)
    {
      const struct node top = { 0, 0, k % 5, outside };
      nova_set_num_threads (threads[k / 5 % 5]);
      count = 0;
      CATCH outermost (&top);
      CHECK (!strcmp (caught, lines[k % 5]));
      CHECK (k % 5 == 4 || count == WIDTH * WIDTH * WIDTH);
      CHECK (outside->refs == 1);
      if (k == ROUNDS / 2)
        before = in_use ();
    }
  nova_vec_release (outside);
  return in_use () > before + 100000;
}

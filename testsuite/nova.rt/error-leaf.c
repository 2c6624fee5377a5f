/* Leaves that raise inside a chunk: the chunk goes on behind the element, the least failing element
   is reported, texts and the errors of nested regions come through.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

enum { N = 5000, SIZE = 64, CHUNKS = (N + SIZE - 1) / SIZE };

static const struct nova_site fail_site = { "leaf.c", "nova_fail", 7 };
static const struct nova_site lengths_site = { "leaf.c", "__nova_map", 9 };
static const struct nova_site gather_site = { "leaf.c", "__nova_gather", 11 };
static atomic_uchar done[N];

static void
inner_chunk (void *p, size_t c)
{
  struct nova_frame *frame = p;
  if (c == 1)
    nova_fail_element (frame, 1, 70, &gather_site, NOVA_CHECK_INDEX_AT, 1, 70, 99, 9);
}

/* Succeeds, or fails in one of three ways.  */
static void
leaf (size_t i, int how)
{
  if (i % 100 != 42)
    {
      atomic_fetch_add (&done[i], 1);
      return;
    }
  char text[40];
  struct nova_frame frame = { 0 };
  switch (how)
    {
    case 0:
      snprintf (text, sizeof text, "bad %zu", i);
      nova_raise_text (&fail_site, text);
    case 1:
      nova_raise (&lengths_site, NOVA_CHECK_LENGTHS, 2, i, 3, 1);
    default:
      nova_parfor (inner_chunk, &frame, 4, LARGE, &frame);
      CHECK (frame.failed);
      nova_frame_raise (&frame);
    }
}

struct args
{
  int how, marks;
};

static void
chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * SIZE, e = N - b < SIZE ? N : b + SIZE;
  for (size_t i = nova_resume (b); i < e; i++)
    {
      if (a->marks)
        nova_mark (3, i);
      leaf (i, a->how);
    }
}

static void
stub (int how)
{
  struct nova_frame frame = { 0 };
  struct args a = { how, 1 };
  nova_parfor (chunk, &a, CHUNKS, LARGE, &frame);
  CHECK (frame.failed && frame.elem == 42 && frame.order == 3);
  nova_frame_raise (&frame);
}

/* Every element but the failing ones has been worked on once.  */
static void
check_done (void)
{
  for (size_t i = 0; i < N; i++)
    {
      CHECK (done[i] == (i % 100 != 42));
      done[i] = 0;
    }
}

int
main (void)
{
  static const char *const lines[]
    = { "leaf.c:7: nova_fail: bad 42",
        "leaf.c:9: __nova_map: operand 2 has 42 elements, operand 3 has 1",
        "leaf.c:11: __nova_gather: operand 1: element 70, the index 99, is not below 9" };
  for (volatile int k = 0; k < 60; k++)
    {
      CATCH stub (k % 3);
      CHECK (!strcmp (caught, lines[k % 3]));
      check_done ();
    }
  /* Outside of any loop.  */
  CATCH leaf (42, 0);
  CHECK (!strcmp (caught, lines[0]));
  CATCH leaf (42, 2);
  CHECK (!strcmp (caught, lines[2]));
  CHECK (nova_resume (5) == 5);
  nova_mark (1, 1);
  /* A loop that was thought not to fail still ends, and reports its first chunk that did.  */
  for (volatile int k = 0; k < 20; k++)
    {
      struct args a = { k % 3, 0 };
      CATCH nova_parfor (chunk, &a, CHUNKS, LARGE, NULL);
      CHECK (!strcmp (caught, lines[k % 3]));
    }
  return 0;
}

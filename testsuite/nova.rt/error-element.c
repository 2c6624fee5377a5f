/* Errors of elements: the least (order, element), the same on any number of threads; the handler
   may longjmp, and the library stays usable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 10000, SIZE = 64, CHUNKS = (N + SIZE - 1) / SIZE };

static const struct nova_site gather = { "a.c", "__nova_gather", 12 };
static const struct nova_site get = { "a.c", "__nova_get", 15 };

/* Elements that fail: in gather (order 2) from *FIRST on, in get (order 1) from *SECOND on.  */
struct args
{
  struct nova_frame *frame;
  size_t first, second;
};

static void
chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * SIZE, e = N - b < SIZE ? N : b + SIZE;
  for (size_t i = b; i < e; i++)
    {
      if (i >= a->second)
        nova_fail_element (a->frame, 1, i, &get, NOVA_CHECK_INDEX, 2, i, N, 0);
      else if (i >= a->first)
        nova_fail_element (a->frame, 2, i, &gather, NOVA_CHECK_INDEX_AT, 1, i, (uint64_t) -5, N);
    }
}

static void
stub (size_t first, size_t second)
{
  struct nova_frame frame = { 0 };
  struct args a = { &frame, first, second };
  nova_parfor (chunk, &a, CHUNKS, LARGE, &frame);
  if (frame.failed)
    nova_frame_raise (&frame);
}

int
main (void)
{
  for (volatile int k = 0; k < 50; k++)
    {
      CATCH stub (N, N);
      CHECK (!caught[0]);
      CATCH stub (17, N);
      CHECK (!strcmp (caught, "a.c:12: __nova_gather: operand 1: element 17, the index -5, is not "
                              "below 10000"));
      CATCH stub (17, 9000);
      CHECK (!strcmp (caught, "a.c:15: __nova_get: operand 2: index 9000 is not below 10000"));
      CATCH stub (0, 0);
      CHECK (!strcmp (caught, "a.c:15: __nova_get: operand 2: index 0 is not below 10000"));
      CATCH stub (N - 1, N);
      CHECK (strstr (caught, "element 9999"));
    }
  CATCH nova_raise (&get, NOVA_CHECK_LENGTHS, 2, 100, 3, 99);
  CHECK (!strcmp (caught, "a.c:15: __nova_get: operand 2 has 100 elements, operand 3 has 99"));
  /* Handlers are a thread's own and come back as they were.  */
  CHECK (nova_set_error_handler (NULL) == rt_handler);
  CHECK (nova_set_error_handler (NULL) == NULL);
  return 0;
}

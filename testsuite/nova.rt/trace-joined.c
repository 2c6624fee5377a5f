/* NOVA_TRACE tells what a thread does that joins a loop inside another's chunk.  The program runs
   itself with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "traced.h"

static const struct nova_site site = { "trace-joined.c", "outer", 7, 1 };

static void
outer (void *p, size_t c)
{
  (void) p;
  if (c == 0)
    nova_parfor (meet, NULL, PATIENCE, LARGE, NULL);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      struct nova_watch w;
      nova_watch_enter (&w, &site);
      nova_parfor (outer, NULL, 2, LARGE, NULL);
      nova_watch_leave (&w);
      return threads < 2;
    }
  if (nova_num_threads () == 1)
    return 0;
  char *text = traced (argv);
  char *event = strstr (text, "{\"name\":\"outer\",\"cat\":\"joined\",");
  CHECK (event);
  CHECK (strstr (event, "\"at\":\"trace-joined.c:7\",\"chunks\":"));
  CHECK (strstr (text, "\"cat\":\"region\""));
  return 0;
}

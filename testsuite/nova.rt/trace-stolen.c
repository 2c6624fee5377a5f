/* NOVA_TRACE tells which chunks a thread has taken from another's part.  The program runs itself
   with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "traced.h"

static const struct nova_site site = { "trace-stolen.c", "late", 9, 1 };

enum { CHUNKS = 4 };

static atomic_int done;

/* The chunk that begins first waits, but not for ever, until all others are done: another thread
   has to take those that stand behind it in its part.  */
static void
wait_first (void *p, size_t c)
{
  static atomic_int begun;
  (void) p, (void) c;
  if (begun++ == 0)
    for (int k = 0; k < PATIENCE && done < CHUNKS - 1; k++)
      usleep (1000);
  done++;
}

/* A loop that the calling thread runs alone.  */
static void
nothing (void *p, size_t c)
{
  (void) p, (void) c;
}

int
main (int argc, char **argv)
{
  int stolen = 0;
  if (argc > 1)
    {
      struct nova_watch w;
      nova_set_num_threads (2);
      nova_watch_enter (&w, &site);
      nova_parfor (wait_first, NULL, CHUNKS, LARGE, NULL);
      nova_parfor (nothing, NULL, CHUNKS, 1, NULL);
      nova_watch_leave (&w);
      return 0;
    }
  if (nova_num_threads () == 1)
    return 0;
  char *text = traced (argv);
  for (char *at = text; (at = strstr (at, "\"cat\":\"chunk\"")) != NULL; at++)
    {
      char *end = strchr (at, '\n');
      char *said = strstr (at, "\"stolen\":true");
      stolen += said && (!end || said < end);
    }
  /* At least the one behind the first; the loop without threads steals none.  */
  CHECK (stolen >= 1 && stolen < CHUNKS);
  return 0;
}

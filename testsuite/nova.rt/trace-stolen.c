/* NOVA_TRACE tells which chunks a thread has taken from another's part.  The program runs itself
   with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "meet.h"
#include <sys/wait.h>

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
  static char text[1 << 16];
  char name[4096];
  int status, stolen = 0;
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
  snprintf (name, sizeof name, "%s.%ld.json", argv[0], (long) getpid ());
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid == 0)
    {
      setenv ("NOVA_TRACE", name, 1);
      execl (argv[0], argv[0], "x", (char *) NULL);
      _exit (127);
    }
  CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status) && WEXITSTATUS (status) == 0);
  FILE *trace = fopen (name, "r");
  CHECK (trace);
  text[fread (text, 1, sizeof text - 1, trace)] = 0;
  fclose (trace);
  unlink (name);
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

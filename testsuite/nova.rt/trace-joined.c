/* NOVA_TRACE tells what a thread does that joins a loop inside another's chunk.  The program runs
   itself with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "meet.h"
#include <sys/wait.h>

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
  static char text[1 << 16];
  char name[4096];
  int status;
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
  char *event = strstr (text, "{\"name\":\"outer\",\"cat\":\"joined\",");
  CHECK (event);
  CHECK (strstr (event, "\"at\":\"trace-joined.c:7\",\"chunks\":"));
  CHECK (strstr (text, "\"cat\":\"region\""));
  return 0;
}

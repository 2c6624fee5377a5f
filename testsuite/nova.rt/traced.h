/* What a program writes with NOVA_TRACE, which runs itself with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "meet.h"
#include <sys/wait.h>

/* The trace of program ARGV, run with an argument.  It is one event a line.  */
static char *
traced (char **argv)
{
  static char text[1 << 16];
  char name[4096];
  int status;
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
  return text;
}

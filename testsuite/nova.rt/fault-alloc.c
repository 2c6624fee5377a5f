/* Every allocation fails once in its turn; each failure is an error or goes unseen, never a crash.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <sys/wait.h>
#include <unistd.h>

static const struct nova_site site = { "f.c", "__nova_map", 4 };

static void
work (void)
{
  struct nova_vec *v = nova_vec_new (100000, 8, 8, &site);
  v = nova_vec_reshape (v, 2, 100, 1000, 0);
  struct nova_vec *r = nova_vec_row (v, 7);
  void *t = nova_temp_new (10, 8, &site);
  nova_temp_free (t);
  nova_vec_release (v);
  nova_vec_release (r);
  nova_raise_text (&site, "done");
}

/* The child with allocation N failing: 0 if it came through, 1 after an error, else trouble.  */
static int
child (int n)
{
  char fault[40];
  snprintf (fault, sizeof fault, "alloc:%d", n);
  setenv ("NOVA_FAULT", fault, 1);
  CATCH work ();
  return strstr (caught, "no memory") ? 1 : strstr (caught, "done") ? 0 : 2;
}

int
main (void)
{
  int n, status = 1;
  for (n = 1; n < 20 && status; n++)
    {
      pid_t pid = fork ();
      CHECK (pid >= 0);
      if (pid == 0)
        _exit (child (n));
      CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status));
      status = WEXITSTATUS (status);
      CHECK (status < 2);
    }
  /* Without fault injection in the library (--enable-checking=no) nothing fails.  */
  CHECK (n == 2 || n == 7);
  return 0;
}

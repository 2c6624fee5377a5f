/* Blocks that are kept: used again only where they are aligned as is asked for, and given back
   where memory is short, or where a larger one is made, but not where a smaller one is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE_BLOCK = 1 << 18, ALIGN = 1 << 16 };

static const struct nova_site site = { "b.c", "__nova_map", 4 };

static void
aligned (void)
{
  struct nova_vec *v[4];
  /* Several at once: they cannot all be at ALIGN by chance.  */
  for (unsigned k = 0; k < 4; k++)
    v[k] = nova_vec_new (LARGE_BLOCK, 1, 64, &site);
  for (unsigned k = 0; k < 4; k++)
    nova_vec_release (v[k]);
  for (unsigned k = 0; k < 4; k++)
    {
      v[k] = nova_vec_new (LARGE_BLOCK - 2 * ALIGN, 1, ALIGN, &site);
      CHECK ((uintptr_t) v[k]->data % ALIGN == 0);
    }
  for (unsigned k = 0; k < 4; k++)
    nova_vec_release (v[k]);
}

/* The third allocation fails, when the block that the first was for can be given back.  */
static int
child (void)
{
  setenv ("NOVA_FAULT", "alloc:3", 1);
  CATCH
    {
      nova_temp_free (nova_temp_new (16 * LARGE_BLOCK, 1, &site));
      nova_temp_free (nova_temp_new (4 * LARGE_BLOCK, 1, &site));
      nova_temp_free (nova_temp_new (LARGE_BLOCK, 1, &site));
      nova_raise_text (&site, "done");
    }
  return strstr (caught, "done") ? 0 : 1;
}

static void
use (size_t bytes)
{
  char *p = nova_temp_new (bytes, 1, &site);
  memset (p, 1, bytes);
  nova_temp_free (p);
}

/* Of three blocks, the first and the last alike, the last is not kept: all allocations from the
   third on fail.  */
static int
given_back (void)
{
  setenv ("NOVA_FAULT", "alloc:3+", 1);
  CATCH
    {
      use (LARGE_BLOCK);
      use (4 * LARGE_BLOCK);
      use (LARGE_BLOCK);
      return 1;
    }
  return 0;
}

/* Here it is.  */
static int
still_kept (void)
{
  setenv ("NOVA_FAULT", "alloc:3+", 1);
  CATCH
    {
      use (4 * LARGE_BLOCK);
      use (LARGE_BLOCK);
      use (4 * LARGE_BLOCK);
      use (LARGE_BLOCK);
      return 0;
    }
  return 1;
}

/* As many as the chunks of a loop may keep at once: all allocations behind the first of each block
   fail.  */
static int
many_kept (void)
{
  enum { MANY = 100 };
  void *p[MANY];
  setenv ("NOVA_FAULT", "alloc:101+", 1);
  CATCH
    {
      for (unsigned turn = 0; turn < 2; turn++)
	{
	  for (unsigned k = 0; k < MANY; k++)
	    p[k] = nova_temp_new (LARGE_BLOCK / 4, 1, &site);
	  for (unsigned k = 0; k < MANY; k++)
	    nova_temp_free (p[k]);
	}
      return 0;
    }
  return 1;
}

/* F returns 0 in a process of its own.  */
static void
alone (int (*f) (void))
{
  int status;
  pid_t pid = fork ();
  CHECK (pid >= 0);
  if (pid == 0)
    _exit (f ());
  CHECK (waitpid (pid, &status, 0) == pid && WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

int
main (void)
{
  alone (child);
  alone (given_back);
  alone (still_kept);
  alone (many_kept);
  aligned ();
  return 0;
}

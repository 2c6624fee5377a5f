/* Blocks that are kept: used again only where they are aligned as is asked for, and given back
   where memory is short, or where a larger one is made, but not where a smaller one is.  Of one
   that is sparse only the pages that are used take memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
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

/* Here a byte of each MiB is used.  Some systems have large pages everywhere.  */
static int
few_pages (void)
{
  enum { MIB = 1 << 20, ALL = 64 };
  static unsigned char in[(size_t) ALL * MIB / 4096];
  char *p = nova_sparse_new ((size_t) ALL * MIB, 1, &site);
  char *first = (char *) (((uintptr_t) p + 4095) & ~(uintptr_t) 4095), text[64] = "";
  size_t bytes = (size_t) (ALL - 1) * MIB, pages = 0;
  FILE *f = fopen ("/sys/kernel/mm/transparent_hugepage/enabled", "r");
  int always = f && fgets (text, sizeof text, f) && strstr (text, "[always]") != NULL;
  if (f)
    fclose (f);
  for (size_t k = 0; k < bytes; k += MIB)
    first[k] = 1;
  if (!always && sysconf (_SC_PAGESIZE) == 4096 && !mincore (first, bytes, in))
    for (size_t k = 0; k < bytes / 4096; k++)
      pages += in[k] & 1;
  nova_temp_free (p);
  return pages > 2 * ALL;
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
  alone (few_pages);
  aligned ();
  return 0;
}

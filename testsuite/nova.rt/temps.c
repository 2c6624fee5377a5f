/* Temporaries are kept for the next one of their size or less: an iteration allocates nothing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static const struct nova_site site = { "t.c", "__nova_map", 4 };

int
main (void)
{
  static const size_t bytes[] = { 100, 4000, 100000, 300000, 4000000 };
  for (unsigned k = 0; k < sizeof bytes / sizeof *bytes; k++)
    {
      char *p = nova_temp_new (bytes[k], 1, &site);
      CHECK ((uintptr_t) p % 64 == 0);
      memset (p, 1, bytes[k]);
      nova_temp_free (p);
      /* Whoever else allocates now does not get it.  */
      void *other = malloc (bytes[k] + 64);
      CHECK (other);
      char *q = nova_temp_new (bytes[k], 1, &site), *r = nova_temp_new (bytes[k], 1, &site);
      CHECK (q == p);
      CHECK (r != p);
      nova_temp_free (q);
      nova_temp_free (r);
      free (other);
    }
  return 0;
}

/* A handler that returns does not save the program.
   { dg-nova-fails "^handled: app.c:3: nova_fail: no$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static void
handler (const char *line)
{
  fprintf (stderr, "handled: %s\n", line);
}

int
main (void)
{
  static const struct nova_site site = { "app.c", "nova_fail", 3 };
  nova_set_error_handler (handler);
  nova_raise_text (&site, "no");
}

/* A line too long is cut, and says so.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static size_t length;
static char end[4];
static jmp_buf back;

static void
handler (const char *line)
{
  length = strlen (line);
  memcpy (end, line + length - 3, 4);
  longjmp (back, 1);
}

int
main (void)
{
  static const struct nova_site site = { "app.c", "nova_fail", 3 };
  static char text[100000];
  memset (text, 'a', sizeof text - 1);
  nova_set_error_handler (handler);
  if (!setjmp (back))
    nova_raise_text (&site, text);
  CHECK (length == 4095 && !strcmp (end, "..."));
  text[10] = 0;
  if (!setjmp (back))
    nova_raise_text (&site, text);
  CHECK (length == strlen ("app.c:3: nova_fail: aaaaaaaaaa") && !strcmp (end, "aaa"));
  if (!setjmp (back))
    nova_raise_text (&site, NULL);
  CHECK (length == strlen ("app.c:3: nova_fail: "));
  return 0;
}

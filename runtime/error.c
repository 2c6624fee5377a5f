/* Run-time errors: the line, the handler of the calling thread.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The handler runs with no lock held and may longjmp out: the library has nothing on the stack but
   the line itself.  An error inside a parallel loop gets here only after the loop has been joined
   (chunk.c).  */

#include "rt.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer line is cut.  On the stack, so that being out of memory can be said too.  */
#define LINE_MAX_BYTES 4096

/* Longer than any message of check.def before its numbers are filled in.  */
#define MESSAGE_BYTES 128

static NOVA_TLS nova_error_handler *handler;
NOVA_TLS const struct nova_site *nova_site_now;

static const char *const messages[] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) MESSAGE,
#include <nova/check.def>
#undef NOVA_CHECK_KIND
};

/* Let HANDLER (null: the default) have the errors of the calling thread; the one before.  */
nova_error_handler *
nova_set_error_handler (nova_error_handler *new_handler)
{
  nova_error_handler *old = handler;
  handler = new_handler;
  return old;
}

/* Without a handler the program ends; inside a parallel loop, whatever was written before is the
   function's own and is left.  */
int
nova_handled (void)
{
  return handler && !nova_chunk_now;
}

void
nova_warn (const char *format, ...)
{
  char line[512];
  va_list ap;
  va_start (ap, format);
  vsnprintf (line, sizeof line, format, ap);
  va_end (ap);
  fprintf (stderr, "nova: %s\n", line);
}

/* The format of WHAT's message into FORMAT.  The table prints what a program gave as a signed
   number; of an operand of an unsigned type it is none.  The first argument is the operand's
   number.  */
static void
message_format (char format[MESSAGE_BYTES], const struct nova_frame *what)
{
  const uint64_t operand = what->args[0] - 1;
  snprintf (format, MESSAGE_BYTES, "%s", messages[what->kind]);
  if (what->site && operand < 32 && what->site->positive >> operand & 1)
    for (char *p = format; (p = strstr (p, "%zd")); )
      p[2] = 'u';
}

/* Put "FILE:LINE: NAME: message" of WHAT into LINE.  */
static void
format_line (char line[LINE_MAX_BYTES], const struct nova_frame *what)
{
  const struct nova_site *site = what->site;
  int n = site ? snprintf (line, LINE_MAX_BYTES, "%s:%u: %s: ", site->file, (unsigned) site->line,
                           site->name)
               : snprintf (line, LINE_MAX_BYTES, "nova: ");
  if (n < LINE_MAX_BYTES)
    {
      char *rest = line + n;
      size_t room = LINE_MAX_BYTES - (size_t) n;
      const uint64_t *a = what->args;
      if (what->kind < NOVA_KIND_TEXT)
        {
          char format[MESSAGE_BYTES];
          message_format (format, what);
          n += snprintf (rest, room, format, (size_t) a[0], (size_t) a[1], (size_t) a[2],
                         (size_t) a[3]);
        }
      else
        n += snprintf (rest, room, "%s", what->text ? what->text : "");
    }
  if (n >= LINE_MAX_BYTES)
    memcpy (line + LINE_MAX_BYTES - 4, "...", 4);
}

void
nova_report (const struct nova_frame *what)
{
  char line[LINE_MAX_BYTES];
  struct nova_frame placed = *what;
  if (!placed.site)
    placed.site = nova_own_site ();
  format_line (line, &placed);
  free ((char *) what->text);
  nova_own_leave ();
  if (nova_watching)
    nova_watch_forget ();
  if (handler)
    handler (line);
  else
    fprintf (stderr, "%s\n", line);
  abort ();
}

/* Raise WHAT, which owns its text, in the calling thread or in the loop that it works for.  */
static void NOVA_NORETURN
raise_frame (const struct nova_frame *what)
{
  if (nova_chunk_now)
    nova_chunk_raise (what);
  nova_report (what);
}

/* The whole-vector check KIND at SITE does not hold for A, B, C, D.  */
void
nova_raise (const struct nova_site *site, unsigned kind, uint64_t a, uint64_t b, uint64_t c,
            uint64_t d)
{
  struct nova_frame what = { .kind = kind, .site = site, .args = { a, b, c, d } };
  raise_frame (&what);
}

/* nova_fail: TEXT is copied, it may stand in a local of the function that fails.  */
void
nova_raise_text (const struct nova_site *site, const char *text)
{
  struct nova_frame what = { .kind = NOVA_KIND_TEXT, .site = site };
  size_t size = strlen (text = text ? text : "") + 1;
  char *copy = nova_malloc (size);
  if (!copy)
    nova_no_memory (site, size, 1);
  what.text = memcpy (copy, text, size);
  raise_frame (&what);
}

void
nova_no_memory (const struct nova_site *site, size_t n, size_t elem_size)
{
  if (!site)
    site = nova_site_now;
  nova_site_now = NULL;
  nova_raise (site, NOVA_CHECK_MEMORY, n, elem_size, 0, 0);
}

void
nova_at (const struct nova_site *site)
{
  nova_site_now = site;
}

/* FRAME, whose region is left without an error, owns a text.  */
void
nova_frame_drop (struct nova_frame *frame)
{
  free ((char *) frame->text);
  frame->text = NULL;
  frame->failed = 0;
}

/* Raise what FRAME noted; FRAME is empty afterwards.  */
void
nova_frame_raise (struct nova_frame *frame)
{
  struct nova_frame what = *frame;
  frame->failed = 0;
  frame->text = NULL;
  raise_frame (&what);
}

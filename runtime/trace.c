/* NOVA_TRACE: regions and chunks as a file of the Chrome trace format.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   An event for each region, for each chunk of its loops, which says if it was meant for another
   thread, and for each time that a thread joins a loop inside another's chunk.  An array of
   complete events ("ph":"X"), times in microseconds, written as they end: a program that aborts
   leaves its events so far, without the closing bracket, which readers do not need.  Events of
   threads do not mix: each is one write under a lock of stdio.  */

#include "rt.h"
#include "sync.h"
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;
static atomic_bool any;         /* an event is in the file */
static atomic_uint threads;

/* Number of the calling thread in the file; 1: the one that loaded the library; 0: none yet.  */
static NOVA_TLS unsigned self;

/* TEXT as the inside of a JSON string, cut to SIZE bytes.  */
static const char *
quoted (char *to, size_t size, const char *text)
{
  size_t n = 0;
  for (; *text && n + 7 < size; text++)
    {
      unsigned char c = (unsigned char) *text;
      if (c == '"' || c == '\\')
        {
          to[n++] = '\\';
          to[n++] = (char) c;
        }
      else if (c < 0x20)
        n += (size_t) snprintf (to + n, 7, "\\u%04x", c);
      else
        to[n++] = (char) c;
    }
  to[n] = 0;
  return to;
}

/* An event of category KIND, about REGION, with ARGS.  */
static void
event (const struct nova_site *region, const char *kind, uint64_t start, uint64_t ns,
       const char *args)
{
  char name[256], from[1024];
  if (!self)
    self = atomic_fetch_add (&threads, 1) + 1;
  flockfile (file);
  bool first = !atomic_exchange (&any, true);
  fprintf (file,
           "%s{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":%u,"
           "\"ts\":%" PRIu64 ".%03u,\"dur\":%" PRIu64 ".%03u,\"args\":{\"at\":\"%s:%u\",%s}}",
           first ? "" : ",\n", quoted (name, sizeof name, region->name), kind, self,
           start / 1000, (unsigned) (start % 1000), ns / 1000, (unsigned) (ns % 1000),
           quoted (from, sizeof from, region->file), (unsigned) region->line, args);
  funlockfile (file);
}

void
nova_trace_region (const struct nova_watch *w, uint64_t ns)
{
  char args[128];
  snprintf (args, sizeof args,
            "\"elements\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"chunks\":%" PRIu64, w->elements,
            w->bytes, w->chunks);
  event (w->region, "region", w->start, ns, args);
}

void
nova_trace_chunk (const struct nova_site *region, size_t c, bool stolen, uint64_t start,
                  uint64_t ns)
{
  char args[64];
  snprintf (args, sizeof args, "\"chunk\":%zu%s", c, stolen ? ",\"stolen\":true" : "");
  event (region, "chunk", start, ns, args);
}

void
nova_trace_joined (const struct nova_site *region, size_t chunks, uint64_t start, uint64_t ns)
{
  char args[64];
  snprintf (args, sizeof args, "\"chunks\":%zu", chunks);
  event (region, "joined", start, ns, args);
}

/* What is in the buffer is written once, not by the child too.  */
static void
before_fork (void)
{
  if (file)
    fflush (file);
}

bool
nova_trace_begin (const char *name)
{
  file = fopen (name, "we");
  if (!file)
    {
      nova_warn ("NOVA_TRACE=%s ignored: %s", name, strerror (errno));
      return false;
    }
  fputs ("[\n", file);
  self = atomic_fetch_add (&threads, 1) + 1;
  pthread_atfork (before_fork, NULL, NULL);
  return true;
}

void
nova_trace_end (void)
{
  fputs ("\n]\n", file);
  if (fclose (file))
    nova_warn ("the trace is not complete: %s", strerror (errno));
  file = NULL;
}

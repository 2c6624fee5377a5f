/* NOVA_TRACE, NOVA_PROFILE and NOVA_CHECK: the beginning and end of a region.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Generated code tests NOVA_WATCHING, one word that is 0 in an ordinary run, and then calls nothing
   in this file.  A region inside a chunk of another belongs to that one.  One that an error leaves
   is not counted: its end is never reached.

   The profile is a table of regions on stderr when the program ends, those that took the longest
   first.  Times are the calling thread's, from entry to exit.  How much longer than the mean of a
   loop's chunks the longest one is, which other threads may have to wait for, is measured in
   processor time, so that it does not depend on what else the machine does.  The trace is
   trace.c's.  */

#include "rt.h"
#include "sync.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int nova_watching;

/* The region that the calling thread is in, or null.  */
static NOVA_TLS struct nova_watch *now;

/* All that is known of a region.  */
struct row
{
  const struct nova_site *region;
  uint64_t calls, ns, elements, moved, bytes, chunks, longest, mean;
};

static struct
{
  atomic_uint lock;
  size_t n, room;
  struct row *row;
} profile;

/* The row of REGION in the locked table, made if need be; null if there is no memory.  */
static struct row *
find_row (const struct nova_site *region)
{
  for (size_t k = 0; k < profile.n; k++)
    if (profile.row[k].region == region)
      return &profile.row[k];
  if (profile.n == profile.room)
    {
      size_t room = profile.room ? 2 * profile.room : 64;
      struct row *more = realloc (profile.row, room * sizeof *more);
      if (!more)
	return NULL;
      profile.row = more;
      profile.room = room;
    }
  struct row *r = &profile.row[profile.n++];
  *r = (struct row) { .region = region };
  return r;
}

static void
count_call (const struct nova_watch *w, uint64_t ns)
{
  nova_lock (&profile.lock);
  struct row *r = find_row (w->region);
  if (r)
    {
      r->calls++;
      r->ns += ns;
      r->elements += w->elements;
      r->moved += w->moved;
      r->bytes += w->bytes;
      r->chunks += w->chunks;
      r->longest += w->longest;
      r->mean += w->mean;
    }
  nova_unlock (&profile.lock);
}

/* The calling thread enters REGION; W is the region's own memory.  */
void
nova_watch_enter (struct nova_watch *w, const struct nova_site *region)
{
  bool inside = now || nova_chunk_now;
  *w = (struct nova_watch) { .region = inside ? NULL : region };
  if (inside)
    return;
  now = w;
  w->start = nova_now ();
}

void
nova_watch_leave (struct nova_watch *w)
{
  if (!w->region)
    return;
  uint64_t ns = nova_now () - w->start;
  now = NULL;
  if (nova_watching & NOVA_WATCH_PROFILE)
    count_call (w, ns);
  if (nova_watching & NOVA_WATCH_TRACE)
    nova_trace_region (w, ns);
}

/* A loop over N elements of the region begins.  */
void
nova_watch_loop (size_t n)
{
  if (now && !nova_chunk_now)
    now->elements += n;
}

/* A loop of the region has read and written BYTES bytes.  */
void
nova_watch_moved (size_t bytes)
{
  if (now && !nova_chunk_now)
    now->moved += bytes;
}

/* P, which the region reads or writes, has elements of alignment ALIGN.  */
void
nova_watch_pointer (const void *p, size_t align, const struct nova_site *site)
{
  if ((nova_watching & NOVA_WATCH_CHECK) && ((uintptr_t) p & (align - 1)))
    nova_raise (site, NOVA_CHECK_ALIGNED, (uintptr_t) p, align, 0, 0);
}

void
nova_watch_bytes (size_t bytes)
{
  if (now && !nova_chunk_now)
    now->bytes += bytes;
}

/* An error leaves whatever region the calling thread is in.  */
void
nova_watch_forget (void)
{
  now = NULL;
}

/* --- Chunks ---------------------------------------------------------------------------------- */

/* A loop whose chunks are timed.  */
struct timed
{
  nova_worker *work;
  void *args;
  const struct nova_site *region;
  _Atomic uint64_t total, longest;	/* processor time */
};

/* The chunks on which the calling thread works were in another's part.  */
static NOVA_TLS bool stolen;

void
nova_watch_claimed (bool from_another)
{
  stolen = from_another;
}

/* The processor time of the calling thread, in ns.  */
static uint64_t
cpu_now (void)
{
  struct timespec t = { 0, 0 };
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

static void
timed_chunk (void *args, size_t c)
{
  struct timed *t = args;
  uint64_t start = nova_now (), begin = cpu_now (), ns, longest;
  t->work (t->args, c);
  ns = cpu_now () - begin;
  atomic_fetch_add (&t->total, ns);
  longest = atomic_load (&t->longest);
  while (longest < ns && !atomic_compare_exchange_weak (&t->longest, &longest, ns))
    ;
  if (nova_watching & NOVA_WATCH_TRACE)
    nova_trace_chunk (t->region, c, stolen, start, nova_now () - start);
}

/* The region that the pool works on, or null.  */
static const struct nova_site *pool_region;

void
nova_watch_pool (void)
{
  pool_region = now ? now->region : NULL;
}

void
nova_watch_joined (size_t chunks, uint64_t start)
{
  if (pool_region)
    nova_trace_joined (pool_region, chunks, start, nova_now () - start);
}

/* nova_parfor while somebody watches.  */
void
nova_watch_parfor (nova_worker *w, void *args, size_t chunks, size_t cost,
		   struct nova_frame *frame)
{
  struct timed t = { .work = w, .args = args, .region = now ? now->region : NULL };
  struct nova_watch *watch = now;
  if (!watch || nova_chunk_now
      || !(nova_watching & (NOVA_WATCH_TRACE | NOVA_WATCH_PROFILE)))
    {
      nova_loop_run (w, args, chunks, cost, frame);
      return;
    }
  watch->chunks += chunks;
  stolen = false;
  nova_loop_run (timed_chunk, &t, chunks, cost, frame);
  watch->longest += t.longest;
  watch->mean += chunks ? t.total / chunks : 0;
}

/* --- The table ------------------------------------------------------------------------------- */

static int
compare_rows (const void *x, const void *y)
{
  const struct row *a = x, *b = y;
  return a->ns < b->ns ? 1 : a->ns > b->ns ? -1 : 0;
}

/* What R moved in a second, and what part that is of LIMIT, 0 if unknown.  */
static void
print_rate (const struct row *r, double limit)
{
  double rate = r->ns ? (double) r->moved * 1e9 / (double) r->ns : 0;
  if (!r->moved)
    fprintf (stderr, " %7s %6s", "-", "-");
  else if (limit > 0)
    fprintf (stderr, " %7.2f %5.0f%%", rate / 1e9, 100 * rate / limit);
  else
    fprintf (stderr, " %7.2f %6s", rate / 1e9, "-");
}

/* How many threads show what memory can do.  */
static unsigned
reading_threads (void)
{
  int n = nova_num_threads (), most = nova_env_at_load ()->processors;

  n = n < most ? n : most;
  return n < 1 ? 1 : n > NOVA_LIMIT_THREADS ? NOVA_LIMIT_THREADS : (unsigned) n;
}

static void
print_profile (void)
{
  unsigned threads = reading_threads ();
  double limit = profile.n ? nova_memory_limit (threads) : 0;
  qsort (profile.row, profile.n, sizeof *profile.row, compare_rows);
  fprintf (stderr, "nova: %10s %12s %14s %14s %7s %6s %14s %8s %7s  region\n", "calls", "ms",
	   "elements", "bytes", "GB/s", "limit", "allocated", "chunks", "longest");
  for (size_t k = 0; k < profile.n; k++)
    {
      const struct row *r = &profile.row[k];
      double longest = r->mean ? (double) r->longest / (double) r->mean : 1;
      fprintf (stderr, "nova: %10" PRIu64 " %12.3f %14" PRIu64 " %14" PRIu64, r->calls,
	       (double) r->ns / 1e6, r->elements, r->moved);
      print_rate (r, limit);
      fprintf (stderr, " %14" PRIu64 " %8" PRIu64 " %7.2f", r->bytes, r->chunks, longest);
      fprintf (stderr, "  %s:%u: %s\n", r->region->file, (unsigned) r->region->line,
	       r->region->name);
    }
  if (limit > 0)
    fprintf (stderr, "nova: limit: %.2f GB/s, read from memory by %u thread%s\n", limit / 1e9,
	     threads, threads == 1 ? "" : "s");
}

/* The child of a fork counts for itself; its parent's trace is the parent's.  */
static void
before_fork (void)
{
  nova_lock (&profile.lock);
}

static void
in_parent (void)
{
  nova_unlock (&profile.lock);
}

static void
in_child (void)
{
  profile.n = 0;
  nova_watching &= ~NOVA_WATCH_TRACE;
  nova_unlock (&profile.lock);
}

static void __attribute__ ((__constructor__))
begin_watch (void)
{
  const struct nova_env *env = nova_env_at_load ();
  nova_march_start (env->base);
  if (env->profile)
    nova_watching |= NOVA_WATCH_PROFILE;
  if (env->check)
    nova_watching |= NOVA_WATCH_CHECK;
  if (env->trace && nova_trace_begin (env->trace))
    nova_watching |= NOVA_WATCH_TRACE;
  if (nova_watching)
    pthread_atfork (before_fork, in_parent, in_child);
}

static void __attribute__ ((__destructor__))
end_watch (void)
{
  if (nova_watching & NOVA_WATCH_PROFILE)
    print_profile ();
  if (nova_watching & NOVA_WATCH_TRACE)
    nova_trace_end ();
  nova_watching = 0;
  free (profile.row);
}

/* Parallel loops: the distribution of a job's chunks to threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Chunks depend on counts alone (abi.h), so that results do not depend on threads.  Here each
   thread gets a contiguous part of them, the same one each time, for its caches; it takes its part
   from the front, and a thread that has finished steals from the back of other parts, then joins
   loops inside chunks (inner.c).  So no thread waits for one that has not started: the caller is
   done when every chunk has been claimed and those that others claimed are done.

   A part is one word: number of the job, next chunk, end.  A claim is a compare-and-swap on it.
   The job's other fields are read before the swap; if the swap succeeds the word had not changed
   since they were read, so the job has an unfinished chunk, so its fields were not yet overwritten
   by the next job.

   All that a thread needs is in its part, one cache line, which a waiting helper watches: no other
   line needs to be transferred before it can start.  It counts its finished chunks there, too.  */

#include "rt.h"
#include "sync.h"
#include <string.h>

/* Below so many instructions in all, the caller is done before others have noticed.  */
#define LEAST_COST 32768u

/* Chunks are claimed in units, so that a part has at most 2^16 - 1 of them.  */
#define MAX_UNITS 65535u

/* A thread's part of the job; number 0 is the caller's.  */
struct part
{
  _Alignas (NOVA_LINE) _Atomic (uint64_t) word;
  _Atomic (nova_worker *) work;
  _Atomic (void *) args;
  _Atomic (struct nova_frame *) frame;
  atomic_size_t chunks, unit;
  atomic_uint done;             /* units that this thread has done, since ever */
};

static struct
{
  _Alignas (NOVA_LINE) struct part part[NOVA_MAX_THREADS];
  atomic_uint parts;
  /* The poster's.  */
  unsigned number;              /* of the job */
  unsigned units;               /* of all jobs, since ever */
  unsigned threads;             /* the most that there were */
} job;

#define RELAXED memory_order_relaxed

/* A unit of chunks, claimed.  */
struct claim
{
  nova_worker *work;
  void *args;
  struct nova_frame *frame;
  size_t first, last;
};

/* Claim a unit of P, at the front if OWN, as C; false if there is none.  */
static bool
claim_unit (struct part *p, bool own, struct claim *c)
{
  uint64_t old = atomic_load_explicit (&p->word, memory_order_acquire);
  for (;;)
    {
      unsigned next = old >> 16 & 0xffff, end = old & 0xffff;
      if (next >= end)
        return false;
      c->work = atomic_load_explicit (&p->work, RELAXED);
      c->args = atomic_load_explicit (&p->args, RELAXED);
      c->frame = atomic_load_explicit (&p->frame, RELAXED);
      size_t chunks = atomic_load_explicit (&p->chunks, RELAXED);
      size_t unit = atomic_load_explicit (&p->unit, RELAXED);
      c->first = (own ? next : end - 1) * unit;
      c->last = chunks - c->first < unit ? chunks : c->first + unit;
      if (atomic_compare_exchange_weak_explicit (&p->word, &old, own ? old + 0x10000 : old - 1,
                                                 memory_order_acq_rel, memory_order_acquire))
        return true;
    }
}

/* Work as thread SELF on a unit of part NUMBER; false if there is none.  */
static bool
work_once (unsigned self, unsigned number)
{
  struct claim c;
  if (!claim_unit (&job.part[number], self == number, &c))
    return false;
  nova_tell_acquire (&job.number);
  if (unlikely (nova_watching))
    nova_watch_claimed (self != number);
  nova_chunk_run (c.work, c.args, c.first, c.last, c.frame, &nova_job_of_pool);
  nova_tell_release (&job.units);
  atomic_fetch_add (&job.part[self].done, 1);
  nova_pool_progress ();
  return true;
}

/* Work on the job as thread SELF (0: the caller), and on loops inside its chunks, until every chunk
   is claimed.  */
void
nova_job_work (unsigned self)
{
  while (work_once (self, self))
    ;
  unsigned parts = atomic_load_explicit (&job.parts, RELAXED);
  for (unsigned k = 1; k <= parts; k++)
    if ((self + k) % parts != self)
      while (work_once (self, (self + k) % parts))
        ;
  while (nova_inner_help (&nova_job_of_pool))
    ;
}

/* Does thread SELF have a part of its own to work on?  */
bool
nova_job_waits (unsigned self)
{
  uint64_t word = atomic_load_explicit (&job.part[self].word, memory_order_acquire);
  return (word >> 16 & 0xffff) < (word & 0xffff);
}

/* Is everything done that was ever posted?  Only the poster asks.  */
bool
nova_job_done (void)
{
  unsigned done = 0;
  for (unsigned k = 0; k < job.threads; k++)
    done += atomic_load (&job.part[k].done);
  return done == job.units;
}

/* In a forked child: the chunks that were left are the parent's.  */
void
nova_job_forget (void)
{
  for (unsigned k = 0; k < NOVA_MAX_THREADS; k++)
    {
      atomic_store_explicit (&job.part[k].word, 0, RELAXED);
      atomic_store_explicit (&job.part[k].done, 0, RELAXED);
    }
  job.units = 0;
}

/* The pool is the caller's and has THREADS threads: share out CHUNKS and work along.  */
static void
run_job (nova_worker *w, void *args, size_t chunks, struct nova_frame *frame, unsigned threads)
{
  size_t unit = (chunks - 1) / MAX_UNITS + 1;
  unsigned units = (unsigned) ((chunks - 1) / unit + 1);
  unsigned parts = units < threads ? units : threads;
  if (job.threads < threads)
    job.threads = threads;
  job.number++;
  job.units += units;
  atomic_store_explicit (&job.parts, parts, RELAXED);
  nova_tell_release (&job.number);
  /* The others' first: they can start.  */
  for (unsigned k = parts; k-- > 0;)
    {
      struct part *p = &job.part[k];
      uint64_t range = units * k / parts << 16 | units * (k + 1) / parts;
      atomic_store_explicit (&p->work, w, RELAXED);
      atomic_store_explicit (&p->args, args, RELAXED);
      atomic_store_explicit (&p->frame, frame, RELAXED);
      atomic_store_explicit (&p->chunks, chunks, RELAXED);
      atomic_store_explicit (&p->unit, unit, RELAXED);
      atomic_store_explicit (&p->word, (uint64_t) job.number << 32 | range, memory_order_release);
    }
  nova_pool_post (parts);
  nova_job_work (0);
  nova_pool_wait ();
  nova_tell_acquire (&job.units);
}

/* The job whose chunk the calling thread works on, or null.  */
static struct nova_job *
job_now (void)
{
  return nova_chunk_now ? nova_chunk_now->job : NULL;
}

/* Run the loop on the pool, or inside its job; false if the caller has to do it alone.  Its frame
   is not to be that of loops inside loops: functions may map themselves.  */
static bool __attribute__ ((noinline))
run_shared (nova_worker *w, void *args, size_t chunks, size_t cost, struct nova_frame *frame)
{
  if (job_now ())
    {
      nova_inner_run (w, args, chunks, cost < LEAST_COST ? LEAST_COST / cost : 1, frame, false);
      return true;
    }
  unsigned threads = nova_pool_enter ();
  if (threads == 0)
    return false;
  if (unlikely (nova_watching))
    nova_watch_pool ();
  /* Without a frame nothing should fail; if it does, it is raised after the join all the same.  */
  struct nova_frame own = { 0 };
  run_job (w, args, chunks, frame ? frame : &own, threads);
  nova_pool_leave ();
  if (unlikely (own.failed))
    nova_frame_raise (&own);
  return true;
}

/* W (ARGS, c) for every c below CHUNKS, of rough COST instructions each, in any order and on any
   threads.  Failures are noted in FRAME; if it is null nothing can fail.  */
void
nova_loop_run (nova_worker *w, void *args, size_t chunks, size_t cost, struct nova_frame *frame)
{
  bool small = chunks <= 1 || (cost < LEAST_COST && chunks * cost < LEAST_COST);
  if (!small && run_shared (w, args, chunks, cost, frame))
    ;
  else if (frame)
    nova_chunk_run (w, args, 0, chunks, frame, job_now ());
  else
    for (size_t c = 0; c < chunks; c++)
      w (args, c);
  /* Who called looks at FRAME only behind loops whose elements may fail; but a chunk that had no
     memory of its own has left its work undone in any.  */
  if (unlikely (frame && frame->failed && frame->order == 0
                && frame->kind == NOVA_CHECK_MEMORY))
    nova_frame_raise (frame);
}

void
nova_parfor (nova_worker *w, void *args, size_t chunks, size_t cost, struct nova_frame *frame)
{
  if (unlikely (nova_watching))
    nova_watch_parfor (w, args, chunks, cost, frame);
  else
    nova_loop_run (w, args, chunks, cost, frame);
}

/* Chunks that are worth a run of their own; and the log of a chunk should not grow by what many
   of them leave there.  */
#define MANY_CALLS 16u

/* Where one builtin alone may fail, the first error of a thread is the least of its chunks, which
   it takes in order: the error may go straight to the chunk around.  */
void
nova_calls (nova_worker *w, void *args, size_t chunks, size_t cost, struct nova_frame *frame)
{
  struct nova_chunk *c = nova_chunk_now;
  if (!c || chunks > MANY_CALLS || unlikely (nova_watching))
    {
      nova_parfor (w, args, chunks, cost, frame);
      return;
    }
  if (chunks > 1 && (cost >= LEAST_COST || chunks * cost >= LEAST_COST))
    {
      if (c->job)
        {
          nova_inner_run (w, args, chunks, cost < LEAST_COST ? LEAST_COST / cost : 1, frame, true);
          return;
        }
      if (nova_pool_wanted () > 1 && run_shared (w, args, chunks, cost, frame))
        return;
    }
  struct nova_within in;
  nova_within_begin (c, &in, frame, NULL);
  nova_within_run (c, &in, w, args, 0, chunks);
  nova_within_end (c, &in);
}

size_t
nova_chunks_size (size_t n, size_t cost)
{
  return nova_chunk_size (n, cost);
}

size_t
nova_threads (void)
{
  return job_now () ? (size_t) nova_inner_idlers () + 1 : (size_t) nova_num_threads ();
}

/* CHUNKS go through the first of two passes, then through the second: in what groups?  The results
   do not depend on it.  */
size_t
nova_group (size_t chunks)
{
  return chunks == 0 || nova_threads () == 1 ? 1 : chunks;
}

/* --- Rows ------------------------------------------------------------------------------------ */

/* Element I of the offsets O, which have 4 bytes and a sign if NARROW, else 8.  */
static inline uint64_t
offset (const void *o, bool narrow, size_t i)
{
  return narrow ? (uint64_t) ((const int32_t *) o)[i] : ((const uint64_t *) o)[i];
}

static inline size_t
weight (const void *o, bool narrow, size_t n, size_t k)
{
  return n ? nova_row_weight (offset (o, narrow, 0), offset (o, narrow, n), n, k) : 0;
}

/* The parts into which a step of a search divides what is left: the processor waits for memory once
   for all of their ends.  */
#define CUT_PARTS 8

/* Where the chunk of rows that begins at weight W begins.  Whatever O has, this does not decrease
   with W: as long as W has as many ends of parts before it as less has, the same offsets are looked
   at, and with more of them it goes to a part behind.  */
static inline size_t
cut (const void *o, bool narrow, size_t n, size_t k, size_t w)
{
  size_t i = 0;
  uint64_t from;

  if (w == 0 || n == 0)
    return 0;
  from = offset (o, narrow, 0);
  if (w >= weight (o, narrow, n, k))
    return n;
  while (n)
    {
      size_t part = n / CUT_PARTS, before = 0;

      if (!part)
	{
	  /* Fewer are left than there are parts.  */
	  for (size_t q = i; q < i + n; q++)
	    before += offset (o, narrow, q) - from + k * q < w;
	  return i + before;
	}
      for (size_t q = 1; q < CUT_PARTS; q++)
	before += offset (o, narrow, i + q * part) - from + k * (i + q * part) < w;
      n = before < CUT_PARTS - 1 ? before ? part - 1 : part : n - before * part - 1;
      i += before ? before * part + 1 : 0;
    }
  return i;
}

size_t
nova_rows_weight (const uint64_t *o, size_t n, size_t k)
{
  return weight (o, false, n, k);
}

size_t
nova_rows_cut (const uint64_t *o, size_t n, size_t k, size_t w)
{
  return cut (o, false, n, k, w);
}

size_t
nova_rows_weight_i32 (const int32_t *o, size_t n, size_t k)
{
  return weight (o, true, n, k);
}

size_t
nova_rows_cut_i32 (const int32_t *o, size_t n, size_t k, size_t w)
{
  return cut (o, true, n, k, w);
}

/* --- nova_move ------------------------------------------------------------------------------ */

#define MOVE_CHUNK ((size_t) 256 << 10)

struct move
{
  char *to;
  const char *from;
  size_t bytes;
};

static void
move_chunk (void *args, size_t c)
{
  const struct move *m = args;
  size_t at = c * MOVE_CHUNK;
  memcpy (m->to + at, m->from + at, m->bytes - at < MOVE_CHUNK ? m->bytes - at : MOVE_CHUNK);
}

void
nova_move (void *to, const void *from, size_t bytes)
{
  struct move m = { to, from, bytes };
  if (to == from)
    return;
  if (bytes < 4 * MOVE_CHUNK || nova_overlap (to, bytes, from, bytes))
    {
      if (bytes > 0)
        memmove (to, from, bytes);
    }
  else
    nova_parfor (move_chunk, &m, (bytes - 1) / MOVE_CHUNK + 1, MOVE_CHUNK / 8, NULL);
}

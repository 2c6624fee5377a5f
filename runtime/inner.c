/* Loops inside chunks: threads that have nothing to do join them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The pool works on one loop at a time (parfor.c).  A loop inside one of its chunks runs in the
   chunk's thread.  If another thread is idle meanwhile, because the chunks are few or uneven, or a
   function maps itself, a loop is opened: put on a list where idle threads look.  Its chunks are
   what they would be anyway, so no result depends on who joined.

   Each thread knows its loops, one inside the other.  Whenever it is to claim a chunk of the
   innermost, it looks whether anybody is idle, and if so opens the outermost that has chunks left,
   which has most to do.  So what nobody asks for costs no more than in one thread, and a loop that
   has begun when all were busy is opened later.

   A job is a record on the stack of its thread, the owner.  Chunks are claimed from the front, by
   everyone.  A thread joins under the list's lock; it takes leave, as its last access to the
   record, when it finds no chunk left.  The owner takes the job off the list when it finds none,
   and then waits for those that are still at work.

   While it waits it helps with jobs that are part of its own, opened inside a chunk that another
   thread works on, and with no others.  So it does nothing but what it waits for; a stack grows no
   deeper than the program's loops are nested; and no circle of threads wait for each other, since
   each waits for one that works on a part of its job, or waits for a part of that.  Threads without
   a job of their own join the oldest.

   Does not: share loops of a thread whose caller found the pool busy.  */

#include "rt.h"
#include "sync.h"

#define RELAXED memory_order_relaxed

struct nova_job
{
  struct nova_job *part_of;     /* the job of the chunk that it is in */
  nova_worker *work;
  void *args;
  struct nova_frame *frame;
  size_t chunks, unit;          /* chunks claimed at once */
  atomic_size_t next;           /* chunk to claim; CHUNKS or more: none is left */
  atomic_uint others;           /* twice the threads that have joined; SLEEPS: the owner sleeps */
  bool open;                    /* in the list, */
  struct nova_job *older, *newer;       /* between these */
  struct nova_job *around;      /* the next one of the same owner */
};

#define SLEEPS 1u
#define ONE_THREAD 2u

struct nova_job nova_job_of_pool;

static struct
{
  _Alignas (NOVA_LINE) atomic_uint idle;        /* threads that would join */
  _Alignas (NOVA_LINE) atomic_uint opened;      /* jobs so far: idle threads watch it */
  atomic_uint open;             /* jobs in the list */
  _Alignas (NOVA_LINE) atomic_uint lock;
  struct nova_job *oldest, *newest;
} list;

/* The innermost job of the calling thread.  */
static NOVA_TLS struct nova_job *own_job;

/* So many more threads are idle.  */
void
nova_inner_idle (int change)
{
  atomic_fetch_add_explicit (&list.idle, (unsigned) change, RELAXED);
}

/* How many threads are.  */
unsigned
nova_inner_idlers (void)
{
  return atomic_load_explicit (&list.idle, RELAXED);
}

/* How many jobs have been opened so far.  */
unsigned
nova_inner_opened (void)
{
  return atomic_load_explicit (&list.opened, memory_order_acquire);
}

static bool
any_left (const struct nova_job *j)
{
  return atomic_load_explicit (&j->next, RELAXED) < j->chunks;
}

/* The chunk behind those that are claimed at once with FIRST.  */
static size_t
behind (const struct nova_job *j, size_t first)
{
  return j->chunks - first < j->unit ? j->chunks : first + j->unit;
}

/* Claim chunks of J from *FIRST to *LAST; false if none is left.  */
static bool
claim (struct nova_job *j, size_t *first, size_t *last)
{
  if (!any_left (j))
    return false;
  *first = atomic_fetch_add_explicit (&j->next, j->unit, RELAXED);
  if (*first >= j->chunks)
    return false;
  *last = behind (j, *first);
  return true;
}

/* Let other threads join J.  Who sleeps is woken, and owners that wait for J.  They look at the
   list and then tell that they sleep, here it is the other way round: one sees the other.  So as
   many are woken as find a chunk, not as many as were idle before: another may have gone to sleep
   since.  */
static void
open_job (struct nova_job *j)
{
  size_t units = (j->chunks - atomic_load_explicit (&j->next, RELAXED) - 1) / j->unit + 1;
  j->open = true;
  nova_lock (&list.lock);
  j->older = list.newest;
  *(list.newest ? &list.newest->newer : &list.oldest) = j;
  list.newest = j;
  atomic_fetch_add_explicit (&list.open, 1, RELAXED);
  nova_unlock (&list.lock);
  atomic_fetch_add (&list.opened, 1);
  for (struct nova_job *a = j->part_of; a != &nova_job_of_pool; a = a->part_of)
    if (atomic_load (&a->others) & SLEEPS)
      {
        atomic_fetch_and (&a->others, ~SLEEPS);
        nova_wake (&a->others, 1);
      }
  nova_pool_post (units < NOVA_MAX_THREADS ? (unsigned) units + 1 : NOVA_MAX_THREADS);
  nova_pool_progress ();
}

/* Open the outermost job of the calling thread that is not yet, and has chunks left.  */
static void __attribute__ ((noinline))
open_outermost (void)
{
  struct nova_job *outermost = NULL;
  for (struct nova_job *j = own_job; j; j = j->around)
    if (!j->open && any_left (j))
      outermost = j;
  if (outermost)
    open_job (outermost);
}

/* Nobody joins J any more.  */
static void
close_job (struct nova_job *j)
{
  nova_lock (&list.lock);
  *(j->older ? &j->older->newer : &list.oldest) = j->newer;
  *(j->newer ? &j->newer->older : &list.newest) = j->older;
  atomic_fetch_sub_explicit (&list.open, 1, RELAXED);
  nova_unlock (&list.lock);
}

/* Is J the job OF or part of it?  */
static bool
is_part (const struct nova_job *j, const struct nova_job *of)
{
  while (j != of && j != &nova_job_of_pool)
    j = j->part_of;
  return j == of;
}

/* Join a job that is part of WHOLE, until none of its chunks is left; false if there is none.  The
   caller does not count as idle.  */
bool
nova_inner_help (const struct nova_job *whole)
{
  struct nova_job *j;
  size_t first, last;
  if (atomic_load_explicit (&list.open, RELAXED) == 0)
    return false;
  nova_lock (&list.lock);
  for (j = list.oldest; j; j = j->newer)
    if (is_part (j->part_of, whole) && claim (j, &first, &last))
      break;
  if (j)
    atomic_fetch_add_explicit (&j->others, ONE_THREAD, RELAXED);
  nova_unlock (&list.lock);
  if (!j)
    return false;
  /* What is made here is not made in the loop that this thread waits for.  */
  bool logging = nova_log_pause (), traced = nova_watching & NOVA_WATCH_TRACE;
  uint64_t start = unlikely (traced) ? nova_now () : 0;
  size_t chunks = 0;
  do
    {
      nova_chunk_run (j->work, j->args, first, last, j->frame, j);
      chunks += last - first;
    }
  while (claim (j, &first, &last));
  nova_log_resume (logging);
  if (unlikely (traced))
    nova_watch_joined (chunks, start);
  nova_tell_release (j);
  if (atomic_fetch_sub (&j->others, ONE_THREAD) == (ONE_THREAD | SLEEPS))
    nova_wake (&j->others, 1);
  return true;
}

/* What an owner waits for: that the others have left J, or that a job is opened after number
   OPENED.  */
struct wait
{
  struct nova_job *j;
  unsigned opened;
};

static bool
left (const struct nova_job *j)
{
  return atomic_load_explicit (&j->others, memory_order_acquire) < ONE_THREAD;
}

static bool
left_or_opened (const void *arg)
{
  const struct wait *w = arg;
  return left (w->j) || nova_inner_opened () != w->opened;
}

/* Sleep until others leave W's job, or one is opened.  */
static void
sleep_for (struct wait *w)
{
  unsigned seen = atomic_fetch_or (&w->j->others, SLEEPS) | SLEEPS;
  if (seen > SLEEPS && atomic_load (&list.opened) == w->opened)
    nova_sleep (&w->j->others, seen);
  atomic_fetch_and (&w->j->others, ~SLEEPS);
}

/* Wait until the others have left J, which is closed.  */
static void
wait_for (struct nova_job *j)
{
  while (!left (j))
    {
      struct wait w = { j, nova_inner_opened () };
      if (nova_inner_help (j))
        continue;
      nova_inner_idle (1);
      if (!nova_spin (left_or_opened, &w, nova_pool_patience (NOVA_WAIT_SPIN)))
        sleep_for (&w);
      nova_inner_idle (-1);
    }
}

/* Claim chunks of the caller's J, as claim does: until J is open nobody else looks.  */
static bool
claim_own (struct nova_job *j, size_t *first, size_t *last)
{
  if (j->open)
    return claim (j, first, last);
  if (!any_left (j))
    return false;
  *first = atomic_load_explicit (&j->next, RELAXED);
  *last = behind (j, *first);
  atomic_store_explicit (&j->next, *last, RELAXED);
  return true;
}

/* The caller has no more to do with J, its innermost job.  */
static void
finish (struct nova_job *j)
{
  own_job = j->around;
  if (j->open)
    {
      close_job (j);
      wait_for (j);
      nova_tell_acquire (j);
    }
}

/* W (ARGS, c) for every c below CHUNKS, of which UNIT are worth a thread, inside a chunk of the
   pool's job or of a part of it.  CALLS: in the midst of that, as nova_calls says; jobs inside are
   then parts of the one around, which does not wait for others before they are done.  */
void
nova_inner_run (nova_worker *w, void *args, size_t chunks, size_t unit, struct nova_frame *frame,
                bool calls)
{
  struct nova_chunk *c = nova_chunk_now;
  struct nova_frame own;
  struct nova_job j = { .part_of = c->job, .work = w, .args = args, .frame = frame ? frame : &own,
                        .chunks = chunks, .unit = unit, .around = own_job };
  struct nova_within in;
  size_t first, last;
  if (!frame)
    own = (struct nova_frame) { 0 };
  if (calls)
    nova_within_begin (c, &in, frame, &j);
  own_job = &j;
  while (claim_own (&j, &first, &last))
    {
      if (unlikely (nova_inner_idlers () > 0))
        open_outermost ();
      if (calls)
        nova_within_run (c, &in, w, args, first, last);
      else
        nova_chunk_run (w, args, first, last, j.frame, &j);
    }
  if (calls)
    nova_within_end (c, &in);
  finish (&j);
  if (unlikely (!frame && own.failed))
    nova_frame_raise (&own);
}

/* Chunks before the one that the error is in have been claimed, those behind it do not count.  */
void
nova_inner_leave (struct nova_job *j)
{
  atomic_store_explicit (&j->next, j->chunks, RELAXED);
  finish (j);
}

/* In a forked child: what was open is the parent's.  */
void
nova_inner_forget (void)
{
  atomic_store_explicit (&list.idle, 0, RELAXED);
  atomic_store_explicit (&list.open, 0, RELAXED);
  atomic_store_explicit (&list.lock, 0, RELAXED);
  list.oldest = list.newest = NULL;
}

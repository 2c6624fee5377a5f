/* The threads of the process: starting, sleeping, waking, ending.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   One pool, started at first use, lent to one caller at a time; a caller that finds it busy works
   alone.  parfor.c defines jobs and distributes their chunks; inner.c those inside chunks.

   A helper that runs out of work spins for a while, because the next loop often follows at once,
   and then sleeps on POSTED.  The spinning time adapts: a job that arrives soon after the helper
   has gone to sleep resets it to the maximum, a long sleep halves it.  With more threads than
   processors no thread spins.  */

#include "rt.h"
#include "sync.h"
#include <pthread.h>
#include <signal.h>

#define SPIN_MOST 100000u       /* ns of spinning before sleep */
#define SPIN_LEAST 2000u

static struct
{
  _Alignas (NOVA_LINE) atomic_uint posted;      /* number of the last job: helpers sleep on it */
  _Alignas (NOVA_LINE) atomic_uint sleepers;    /* helpers that sleep or are about to */
  atomic_uint waiting;          /* the poster sleeps or is about to */
  atomic_uint bell;             /* what it sleeps on */
  /* The rest is of whoever holds BUSY, but for WANTED, LIMIT and CROWDED, which all read.  */
  _Alignas (NOVA_LINE) atomic_uint busy;
  atomic_int wanted;            /* threads asked for, the caller among them; 0: not yet known */
  atomic_int limit;             /* helpers numbered above this end */
  atomic_bool crowded;          /* more threads than processors */
  int helpers;                  /* numbered 1 ... HELPERS */
  pthread_t thread[NOVA_MAX_THREADS];
} pool;

/* A helper, between jobs.  */
struct helper
{
  unsigned self;                /* its number */
  unsigned posted, opened;      /* jobs, and jobs inside them, before it last looked for work */
  uint64_t patience;            /* how long it spins */
};

static bool
work_waits (const void *arg)
{
  const struct helper *h = arg;
  return nova_job_waits (h->self) || nova_inner_opened () != h->opened;
}

/* Sleep until more is posted than H has seen.  The poster changes POSTED and then looks at
   SLEEPERS, the helper does it the other way round: one sees the other.  */
static void
sleep_for_work (struct helper *h)
{
  uint64_t start = nova_now ();
  atomic_fetch_add (&pool.sleepers, 1);
  while (atomic_load (&pool.posted) == h->posted)
    nova_sleep (&pool.posted, h->posted);
  atomic_fetch_sub (&pool.sleepers, 1);
  if (nova_now () - start < SPIN_MOST)
    h->patience = SPIN_MOST;
  else if (h->patience / 2 >= SPIN_LEAST)
    h->patience /= 2;
}

/* Wait, as helper H, for work or for more to be posted.  That H is idle is told only after a while:
   it costs an access to a line that helpers share, and the next loop often follows at once.  */
static void
wait_for_work (struct helper *h)
{
  uint64_t patience = nova_pool_patience (h->patience);
  if (patience == 0 || !nova_spin (work_waits, h, SPIN_LEAST))
    {
      nova_inner_idle (1);
      if (!nova_spin (work_waits, h, patience))
        sleep_for_work (h);
      nova_inner_idle (-1);
    }
}

/* A helper's life; ARG is its number.  */
static void *
helper (void *arg)
{
  int self = (int) (intptr_t) arg;
  struct helper h = { .self = (unsigned) self, .patience = SPIN_MOST };
  for (;;)
    {
      h.posted = atomic_load_explicit (&pool.posted, memory_order_acquire);
      h.opened = nova_inner_opened ();
      if (self > atomic_load_explicit (&pool.limit, memory_order_acquire))
        return NULL;
      nova_job_work (h.self);
      wait_for_work (&h);
    }
}

/* End the helpers above N.  The pool is held, so none of them is at work.  */
static void
end_helpers (int n)
{
  if (n >= pool.helpers)
    return;
  atomic_store (&pool.limit, n);
  atomic_fetch_add (&pool.posted, 1);
  nova_wake (&pool.posted, NOVA_MAX_THREADS);
  while (pool.helpers > n)
    pthread_join (pool.thread[pool.helpers--], NULL);
}

/* Start helpers up to number N, or as many as can be had.  Signals stay the program's own.  */
static void
start_helpers (int n)
{
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  atomic_store (&pool.limit, n);
  while (pool.helpers < n)
    {
      int next = pool.helpers + 1;
      if (nova_fault (NOVA_FAULT_THREAD)
          || pthread_create (&pool.thread[next], NULL, helper, (void *) (intptr_t) next))
        break;
      pool.helpers = next;
    }
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

/* In the child of a fork only the forking thread lives: it starts anew, at next use.  */
static void
reset (void)
{
  pool.helpers = 0;
  atomic_store (&pool.limit, 0);
  atomic_store (&pool.sleepers, 0);
  atomic_store (&pool.waiting, 0);
  atomic_store (&pool.busy, 0);
  nova_sleep_forget ();
  nova_job_forget ();
  nova_inner_forget ();
}

static void __attribute__ ((__constructor__))
begin_pool (void)
{
  pthread_atfork (NULL, NULL, reset);
}

/* Asleep they would do no harm, but then they would look like a leak.  Not if the program ends in
   the middle of a loop.  */
static void __attribute__ ((__destructor__))
end_pool (void)
{
  if (!nova_trylock (&pool.busy))
    return;
  end_helpers (0);
  atomic_store (&pool.wanted, 1);
  nova_unlock (&pool.busy);
}

/* How many threads are wanted; the environment says it at first.  */
int
nova_pool_wanted (void)
{
  int n = atomic_load_explicit (&pool.wanted, memory_order_relaxed);
  if (likely (n))
    return n;
  int first = nova_env ()->sequential ? 1 : nova_env ()->threads;
  return atomic_compare_exchange_strong (&pool.wanted, &n, first) ? first : n;
}

/* Use N threads from the next loop on; N below 1: what the environment says.  */
void
nova_set_num_threads (int n)
{
  const struct nova_env *env = nova_env ();
  if (n < 1)
    n = env->threads;
  if (n > NOVA_MAX_THREADS)
    n = NOVA_MAX_THREADS;
  atomic_store (&pool.wanted, env->sequential ? 1 : n);
}

/* How many threads the next large loop uses.  */
int
nova_num_threads (void)
{
  return nova_pool_wanted ();
}

/* Have N - 1 helpers.  If there are not so many to be had, want no more than there are: trying
   again at each loop would cost more than it brings.  */
static void
resize (int n)
{
  end_helpers (n - 1);
  start_helpers (n - 1);
  atomic_store (&pool.limit, pool.helpers);
  if (pool.helpers < n - 1)
    atomic_compare_exchange_strong (&pool.wanted, &n, pool.helpers + 1);
  atomic_store (&pool.crowded, pool.helpers + 1 > nova_env ()->processors);
}

unsigned
nova_pool_enter (void)
{
  int n = nova_pool_wanted ();
  if (n == 1 || !nova_trylock (&pool.busy))
    return 0;
  if (unlikely (pool.helpers != n - 1))
    resize (n);
  if (likely (pool.helpers > 0))
    return (unsigned) pool.helpers + 1;
  nova_unlock (&pool.busy);
  return 0;
}

void
nova_pool_leave (void)
{
  nova_unlock (&pool.busy);
}

void
nova_pool_post (unsigned threads)
{
  atomic_fetch_add (&pool.posted, 1);
  unsigned asleep = atomic_load (&pool.sleepers);
  if (asleep > 0)
    nova_wake (&pool.posted, threads - 1);
}

uint64_t
nova_pool_patience (uint64_t ns)
{
  return atomic_load_explicit (&pool.crowded, memory_order_relaxed) ? 0 : ns;
}

static bool
all_done (const void *unused)
{
  (void) unused;
  return nova_job_done ();
}

/* Is all done, or has more than ARG been opened inside?  */
static bool
done_or_opened (const void *arg)
{
  return nova_job_done () || nova_inner_opened () != *(const unsigned *) arg;
}

/* The same handshake as between sleep_for_work and nova_pool_post: WAITING is set before the last
   look at what is done and opened, which others change before they look at WAITING.  */
void
nova_pool_wait (void)
{
  uint64_t patience = nova_pool_patience (NOVA_WAIT_SPIN);
  if (patience > 0 && nova_spin (all_done, NULL, SPIN_LEAST))
    return;
  for (;;)
    {
      unsigned opened = nova_inner_opened ();
      while (nova_inner_help (&nova_job_of_pool))
        ;
      if (nova_job_done ())
        return;
      nova_inner_idle (1);
      if (!nova_spin (done_or_opened, &opened, patience))
        {
          unsigned seen = atomic_load (&pool.bell);
          atomic_store (&pool.waiting, 1);
          if (!done_or_opened (&opened))
            nova_sleep (&pool.bell, seen);
          atomic_store (&pool.waiting, 0);
        }
      nova_inner_idle (-1);
    }
}

void
nova_pool_progress (void)
{
  if (unlikely (atomic_load (&pool.waiting)))
    {
      atomic_fetch_add (&pool.bell, 1);
      nova_wake (&pool.bell, 1);
    }
}

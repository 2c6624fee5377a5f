/* The threads of the process: starting, sleeping, waking, ending.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   One pool, started at first use, lent to one caller at a time; a caller that finds it busy works
   alone.  parfor.c defines jobs and distributes their chunks.

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
#define WAIT_SPIN 20000u        /* ns that a caller spins for helpers that are at work */

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

/* Spin until READY (ARG), for at most NS; true if it is.  */
static bool
spin (bool (*ready) (unsigned arg), unsigned arg, uint64_t ns)
{
  uint64_t start = 0;
  for (unsigned turn = 0; ns > 0; turn++)
    {
      if (ready (arg))
        return true;
      nova_pause ();
      if (turn % 64 == 63)
        {
          uint64_t now = nova_now ();
          if (!start)
            start = now;
          else if (now - start > ns)
            break;
        }
    }
  return ready (arg);
}

/* Wait, as helper SELF, for work or for a job after number SEEN; *PATIENCE is how long this helper
   spins.  The poster changes POSTED and then looks at SLEEPERS, the helper does it the other way
   round: one sees the other.  */
static unsigned
next_job (unsigned self, unsigned seen, uint64_t *patience)
{
  bool crowded = atomic_load_explicit (&pool.crowded, memory_order_relaxed);
  if (!spin (nova_job_waits, self, crowded ? 0 : *patience))
    {
      uint64_t start = nova_now ();
      atomic_fetch_add (&pool.sleepers, 1);
      while (atomic_load (&pool.posted) == seen)
        nova_sleep (&pool.posted, seen);
      atomic_fetch_sub (&pool.sleepers, 1);
      if (nova_now () - start < SPIN_MOST)
        *patience = SPIN_MOST;
      else if (*patience / 2 >= SPIN_LEAST)
        *patience /= 2;
    }
  return atomic_load_explicit (&pool.posted, memory_order_acquire);
}

/* A helper's life; ARG is its number.  */
static void *
helper (void *arg)
{
  int self = (int) (intptr_t) arg;
  unsigned seen = atomic_load_explicit (&pool.posted, memory_order_acquire);
  uint64_t patience = SPIN_MOST;
  while (self <= atomic_load_explicit (&pool.limit, memory_order_acquire))
    {
      nova_job_work ((unsigned) self);
      seen = next_job ((unsigned) self, seen, &patience);
    }
  return NULL;
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
static int
wanted (void)
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
  return wanted ();
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
  int n = wanted ();
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

static bool
all_done (unsigned unused)
{
  (void) unused;
  return nova_job_done ();
}

/* The same handshake as between next_job and nova_pool_post: WAITING is set before the last look at
   what is done, which others count before they look at WAITING.  */
void
nova_pool_wait (void)
{
  bool crowded = atomic_load_explicit (&pool.crowded, memory_order_relaxed);
  while (!spin (all_done, 0, crowded ? 0 : WAIT_SPIN))
    {
      unsigned seen = atomic_load (&pool.bell);
      atomic_store (&pool.waiting, 1);
      if (!nova_job_done ())
        nova_sleep (&pool.bell, seen);
      atomic_store (&pool.waiting, 0);
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

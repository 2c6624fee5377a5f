/* Spinning, sleeping on a word, the lock of sync.h.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1  */

#include "sync.h"
#include <limits.h>
#include <sched.h>

#if NOVA_FUTEX

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void
nova_sleep (atomic_uint *word, unsigned seen)
{
  syscall (SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

void
nova_wake (atomic_uint *word, unsigned n)
{
  syscall (SYS_futex, word, FUTEX_WAKE_PRIVATE, n < INT_MAX ? n : INT_MAX, NULL, NULL, 0);
}

void
nova_sleep_forget (void)
{
}

#else

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void
nova_sleep (atomic_uint *word, unsigned seen)
{
  pthread_mutex_lock (&mutex);
  if (atomic_load (word) == seen)
    pthread_cond_wait (&changed, &mutex);
  pthread_mutex_unlock (&mutex);
}

/* Nobody knows who of the sleepers waits for WORD: wake all.  */
void
nova_wake (atomic_uint *word, unsigned n)
{
  (void) word;
  (void) n;
  pthread_mutex_lock (&mutex);
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&mutex);
}

/* Another thread of the parent may have held the mutex.  */
void
nova_sleep_forget (void)
{
  pthread_mutex_init (&mutex, NULL);
  pthread_cond_init (&changed, NULL);
}

#endif

bool
nova_spin (bool (*ready) (const void *arg), const void *arg, uint64_t ns)
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

/* The holder may have been preempted: after a while let others run.  */
void
nova_lock (atomic_uint *lock)
{
  for (unsigned tries = 0; !nova_trylock (lock); tries++)
    if (tries < 100)
      nova_pause ();
    else
      sched_yield ();
}

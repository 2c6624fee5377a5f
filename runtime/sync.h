/* Primitives beside C11 atomics: pausing, sleeping on a word, time.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   On Linux sleeping on a word uses a futex; elsewhere (or with -DNOVA_NO_FUTEX) one mutex and one
   condition variable for the process, which is slower to wake but equivalent.  */

#ifndef NOVA_SYNC_H
#define NOVA_SYNC_H 1

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined __linux__ && !defined NOVA_NO_FUTEX
#define NOVA_FUTEX 1
#else
#define NOVA_FUTEX 0
#endif

/* Tell ThreadSanitizer that a release of WHAT happens before an acquire of it; the runtime's own
   atomics are not instrumented.  */
extern void __tsan_acquire (void *what) __attribute__ ((__weak__));
extern void __tsan_release (void *what) __attribute__ ((__weak__));

static inline void
nova_tell_acquire (void *what)
{
  if (__builtin_expect (__tsan_acquire != 0, 0))
    __tsan_acquire (what);
}

static inline void
nova_tell_release (void *what)
{
  if (__builtin_expect (__tsan_release != 0, 0))
    __tsan_release (what);
}

/* Words of different threads are on separate cache lines; two lines, since neighbours are
   prefetched in pairs.  */
#define NOVA_LINE 128

/* Tell the processor that this is a waiting loop.  */
static inline void
nova_pause (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#elif defined __aarch64__ || defined __arm__
  __asm__ volatile ("yield");
#endif
}

/* Nanoseconds of a clock that only goes forward.  */
static inline uint64_t
nova_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

#pragma GCC visibility push(hidden)

/* Spin until READY (ARG), for at most NS; true if it is.  */
extern bool nova_spin (bool (*ready) (const void *arg), const void *arg, uint64_t ns);
/* Sleep while *WORD is SEEN; may return at any time.  */
extern void nova_sleep (atomic_uint *word, unsigned seen);
/* Wake up to N threads that sleep on WORD, which has been changed before.  */
extern void nova_wake (atomic_uint *word, unsigned n);
/* In a forked child: nobody sleeps any more.  */
extern void nova_sleep_forget (void);

/* A lock for a few instructions, without a queue.  */
static inline int
nova_trylock (atomic_uint *lock)
{
  if (atomic_load_explicit (lock, memory_order_relaxed)
      || atomic_exchange_explicit (lock, 1, memory_order_acquire))
    return 0;
  nova_tell_acquire (lock);
  return 1;
}

extern void nova_lock (atomic_uint *lock);

#pragma GCC visibility pop

static inline void
nova_unlock (atomic_uint *lock)
{
  nova_tell_release (lock);
  atomic_store_explicit (lock, 0, memory_order_release);
}

#endif

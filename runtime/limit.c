/* What the machine's memory can do, for the profile.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Threads of their own read memory that no cache holds, all at once, a few times; the best time
   counts.  Reading is what memory does fastest: a store to a line has it read before.  The pool
   is not asked, because this runs when the program ends.  */

#include "rt.h"
#include "sync.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are read in all, at least, and by each thread.  A machine's last cache has less.  */
#define TOTAL ((size_t) 256 << 20)
#define EACH ((size_t) 8 << 20)
#define TIMES 5

struct reader
{
  const uint64_t *from;
  size_t words;
  unsigned n;			/* of threads */
  atomic_uint *ready;		/* how often a thread has been at a start */
  uint64_t start[TIMES], end[TIMES];
  uint64_t sum;			/* so that the loop is not dead */
};

static uint64_t
sum_of (const uint64_t *from, size_t words)
{
  uint64_t s[8] = { 0 };
  for (size_t i = 0; i + 8 <= words; i += 8)
    for (size_t k = 0; k < 8; k++)
      s[k] += from[i + k];
  return s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}

static void *
read_all (void *data)
{
  struct reader *r = data;
  for (unsigned t = 0; t < TIMES; t++)
    {
      atomic_fetch_add (r->ready, 1);
      while (atomic_load (r->ready) < (t + 1) * r->n)
	nova_pause ();
      r->start[t] = nova_now ();
      r->sum += sum_of (r->from, r->words);
      r->end[t] = nova_now ();
    }
  return NULL;
}

/* Bytes in a second, of the best of the rounds that the N readers R have done.  */
static double
best_of (const struct reader *r, unsigned n)
{
  double best = 0;
  for (unsigned t = 0; t < TIMES; t++)
    {
      uint64_t start = r[0].start[t], end = r[0].end[t];
      for (unsigned i = 1; i < n; i++)
	{
	  start = r[i].start[t] < start ? r[i].start[t] : start;
	  end = r[i].end[t] > end ? r[i].end[t] : end;
	}
      double rate = (double) n * (double) r[0].words * 8 * 1e9 / (double) (end - start + 1);
      best = rate > best ? rate : best;
    }
  return best;
}

/* Bytes that N threads, from 1 to NOVA_LIMIT_THREADS and no more than there are processors, read
   from memory in a second, all together; 0: there is not enough memory, or they cannot be started.
   Takes some tenths of a second.  */
double
nova_memory_limit (unsigned n)
{
  unsigned started;
  size_t each = TOTAL / n > EACH ? TOTAL / n / 64 * 64 : EACH;
  char *memory = malloc (n * each);
  struct reader r[NOVA_LIMIT_THREADS];
  pthread_t id[NOVA_LIMIT_THREADS];
  atomic_uint ready = 0;
  double limit = 0;

  if (!memory)
    return 0;
  memset (memory, 1, n * each);
  for (unsigned i = 0; i < n; i++)
    r[i] = (struct reader) { .from = (const uint64_t *) (memory + i * each), .words = each / 8,
			     .n = n, .ready = &ready };
  for (started = 1; started < n; started++)
    if (pthread_create (&id[started], NULL, read_all, &r[started]))
      break;
  if (started == n)
    {
      read_all (&r[0]);
      limit = best_of (r, n);
    }
  else
    /* Those that run wait for the rest.  */
    atomic_fetch_add (&ready, TIMES * n);
  for (unsigned i = 1; i < started; i++)
    pthread_join (id[i], NULL);
  free (memory);
  return limit;
}

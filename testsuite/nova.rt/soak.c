/* A million regions of random sizes from more threads than the pool has: none is lost, none waits
   for ever, and memory does not grow.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>
#include <sys/resource.h>

/* REGIONS of each thread, in each of two rounds.  */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { THREADS = 8, POOL = 3, COST = 3, REGIONS = 4000, WATCHED = 1 };
#else
enum { THREADS = 8, POOL = 3, COST = 3, REGIONS = 63000, WATCHED = 0 };
#endif

static const struct nova_site site = { "soak.c", "__nova_map", 1 };

struct args
{
  struct nova_vec *v;
  size_t n, size, *part;
  size_t seed;
};

static void
fill (void *p, size_t c)
{
  const struct args *a = p;
  size_t *d = nova_vec_data (a->v);
  for (size_t i = c * a->size; i < a->n && i < (c + 1) * a->size; i++)
    d[i] = i ^ a->seed;
}

static void
sum (void *p, size_t c)
{
  const struct args *a = p;
  const size_t *d = nova_vec_data (a->v);
  size_t r = 0;
  for (size_t i = c * a->size; i < a->n && i < (c + 1) * a->size; i++)
    r += d[i] ^ a->seed;
  a->part[c] = r;
}

/* A region over N elements: a vector, and its sum in a second loop.  */
static void
region (size_t n, size_t seed)
{
  size_t size = nova_chunk_size (n, COST), chunks = nova_chunks (n, size), r = 0;
  struct args a = { nova_vec_new (n, sizeof (size_t), 8, &site), n, size,
                    nova_temp_new (chunks, sizeof (size_t), &site), seed };
  nova_parfor (fill, &a, chunks, size * COST, NULL);
  nova_parfor (sum, &a, chunks, size * COST, NULL);
  for (size_t c = 0; c < chunks; c++)
    r += a.part[c];
  CHECK (r == n * (n - (n != 0)) / 2);
  nova_temp_free (a.part);
  nova_vec_release (a.v);
}

/* Most are short; one of some hundred is worth all threads.  */
static void *
user (void *arg)
{
  unsigned long x = 88172645463325252ul + (size_t) arg;
  for (unsigned long k = 0; k < REGIONS; k++)
    {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      unsigned bits = x % 251 ? (unsigned) (x >> 20) % 11 : 17;
      region ((x >> 32) & ((1ul << bits) - 1), x);
    }
  return NULL;
}

/* The most memory so far, in KiB.  */
static long
most (void)
{
  struct rusage r;
  getrusage (RUSAGE_SELF, &r);
  return r.ru_maxrss;
}

static void
round_of_all (void)
{
  pthread_t t[THREADS];
  for (size_t k = 0; k < THREADS; k++)
    CHECK (!pthread_create (&t[k], NULL, user, (void *) (k * 1000003)));
  for (size_t k = 0; k < THREADS; k++)
    pthread_join (t[k], NULL);
}

int
main (void)
{
  nova_set_num_threads (POOL);
  round_of_all ();
  long first = most ();
  round_of_all ();
  /* A sanitizer keeps what is freed.  */
  CHECK (WATCHED || most () < first + first / 4 + 4096);
  return 0;
}

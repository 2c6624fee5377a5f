/* Several threads of the program use the builtins at once: who finds the pool busy works alone.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <pthread.h>
#include <stdio.h>

#define N 50000
#define THREADS 6

static long twice (long v) { return v * 2; }

/* Null if all is right.  */
static void *
work (void *p)
{
  static __thread long x[N];
  long id = (long) p;

  for (int k = 0; k < 20; k++)
    {
      long want = (N - 1L) * N + 2 * N * (id + k), s;

      for (int i = 0; i < N; i++)
	x[i] = i + id + k;
      s = nova_sum (nova_map (twice, nova_view (x, N)));
      nova_vec (long) v = nova_scan (nova_add, 0L, nova_view (x, N));
      if (s != want || nova_get (v, N - 1) != want / 2)
	{
	  printf ("thread %ld, round %d: %ld, not %ld\n", id, k, s, want);
	  return x;
	}
    }
  return NULL;
}

int
main (void)
{
  pthread_t t[THREADS];
  int bad = 0;
  void *r;

  for (long i = 0; i < THREADS; i++)
    if (pthread_create (&t[i], NULL, work, (void *) i))
      return 1;
  for (int i = 0; i < THREADS; i++)
    bad |= pthread_join (t[i], &r) || r;
  return bad;
}

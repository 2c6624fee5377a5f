/* Threads that end in the middle of scopes: by pthread_exit, by pthread_cancel while they call
   regions.  With -fexceptions both unwind, and scopes release.  The pool and the library stay usable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-levels "-O0 -fexceptions" "-O2 -fexceptions" "-O3 -fexceptions" } */

#include <nova.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };
typedef nova_vec (int) vec;
static int x[N];
static pthread_barrier_t started;

static int inc (int v) { return v + 1; }
static __attribute__ ((noipa)) vec make (int n) { return nova_copy (nova_view (x, n)); }
static __attribute__ ((noipa)) vec next (vec v) { return nova_copy (nova_map (inc, v)); }

static __attribute__ ((noipa)) void
leave (vec v)
{
  vec t = next (v);
  if (nova_get (t, 1) > 3)
    pthread_exit (NULL);
}

static void *
exits (void *p)
{
  vec v = make (N);
  (void) p;
  for (;;)
    {
      vec t = next (v);
      leave (next (t));
      v = t;
    }
}

static void *
works (void *p)
{
  vec v = make (N);
  (void) p;
  pthread_barrier_wait (&started);
  for (;;)
    {
      v = next (v);
      vec t = next (v);
      /* Both vectors are released by their scopes.  */
      pthread_testcancel ();
      if (nova_length (t) != N)
	return x;
    }
}

static int
round_trip (void)
{
  pthread_t t;
  void *r;
  if (pthread_create (&t, NULL, exits, NULL) || pthread_join (t, &r) || r)
    return 1;
  if (pthread_create (&t, NULL, works, NULL))
    return 2;
  pthread_barrier_wait (&started);
  if (pthread_cancel (t) || pthread_join (t, &r) || r != PTHREAD_CANCELED)
    return 3;
  return nova_sum (nova_map (inc, nova_view (x, N))) != N * (N + 1) / 2;
}

int
main (void)
{
  size_t before = 0;
  pthread_barrier_init (&started, NULL, 2);
  for (int k = 0; k < N; k++)
    x[k] = k;
  for (int k = 0; k < 30; k++)
    {
      int bad = round_trip ();
      if (bad)
	return printf ("%d\n", bad), 1;
      if (k == 10)
	before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
    }
  /* One vector a round would be 1600000 bytes.  */
  if (mallinfo2 ().uordblks + mallinfo2 ().hblkhd > before + 400000)
    return printf ("memory has grown\n"), 1;
  puts ("done");
  return 0;
}

/* A program built with -fsanitize=thread hears of no race that is none: the library's threads, its
   memory that is used again, vectors that several threads of the program share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O1" "-O2" } */
/* { dg-nova-options "-g -fsanitize=thread" } */

#include <nova.h>
#include <pthread.h>
#include <stdio.h>

#define N 300000

static float a[N], b[N];
static nova_vec (float) shared;

static float twice (float x) { return x * 2 + 1; }
static int large (float x) { return x > 100; }
static int below (float x, float y) { return x < y; }

/* Takes part of what is shared, and drops it last or not.  */
static void *
user (void *arg)
{
  nova_vec (float) mine = shared;
  double *sum = arg;

  for (int k = 0; k < 20; k++)
    {
      nova_vec (float) t = nova_map (twice, mine);
      mine = nova_filter (large, t);
      *sum += nova_length (mine);
    }
  return NULL;
}

int
main (void)
{
  double sums[2] = { 0, 0 };
  pthread_t thread[2];

  for (int i = 0; i < N; i++)
    a[i] = i % 1000;
  for (int k = 0; k < 3; k++)
    {
      nova_store (b, N, nova_map (twice, nova_view (a, N)));
      for (int i = 0; i < N; i++)
	a[i] = b[i] / 2;
    }
  nova_vec (float) v = nova_sort (below, nova_scan (nova_max, 0, nova_view (a, N)));
  if (nova_get (v, N - 1) != 1000.5f)
    return 1;

  shared = nova_map (twice, v);
  for (int t = 0; t < 2; t++)
    if (pthread_create (&thread[t], NULL, user, &sums[t]))
      return 2;
  for (int t = 0; t < 2; t++)
    pthread_join (thread[t], NULL);
  nova_release (shared);
  return sums[0] != sums[1] || sums[0] == 0;
}

/* Code for any processor and for AVX2 has the same results, bit for bit; NOVA_MARCH chooses.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -march=native" } */
/* { dg-nova-env "NOVA_MARCH=base" } */
/* { dg-nova-bare "that of the processor" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The library's: which is taken.  */
extern int nova_march;

#define N 5003

static struct results
{
  float map[N], scan[N], sum, least;
  double dot, scanned[N];
  int ints[N], total;
  size_t kept, first, at;
  float some[N];
} base, wide;

static float x[N];
static int k[N];

static void
compute (struct results *r)
{
  nova_vec (float) v = nova_view (x, N);
  float f (float a) { return a * 3.1f + a / 7; }
  double g (float a) { return a * 1.1; }
  double square (float a) { return (double) a * a + 1 / (1 + (double) a * a); }
  int keep (float a) { return a > 0.25f; }
  int h (int a) { return a * 77 ^ a >> 3; }

  nova_store (r->map, N, nova_map (f, v));
  nova_store (r->scan, N, nova_scan (nova_add, 0.5f, v));
  r->sum = nova_sum (nova_map (f, v));
  r->least = nova_minimum (v);
  r->dot = nova_sum (nova_map (square, v));
  nova_store (r->scanned, N, nova_scan (nova_add, 0.0, nova_map (g, v)));
  nova_store (r->ints, N, nova_map (h, nova_view (k, N)));
  r->total = nova_sum (nova_map (h, nova_view (k, N)));
  r->kept = nova_store (r->some, N, nova_filter (keep, v));
  r->first = nova_find (keep, v);
  r->at = nova_argmin (nova_lt, v);
}

int
main (void)
{
  const char *asked = getenv ("NOVA_MARCH");
  int best = nova_march;

  for (int i = 0; i < N; i++)
    {
      x[i] = (float) nova_normal (5, i);
      k[i] = (int) nova_random (6, i);
    }
  if (asked && best != 0)
    return printf ("NOVA_MARCH=%s takes version %d\n", asked, best);
#ifdef __x86_64__
  __builtin_cpu_init ();
  if (!asked && !best != !__builtin_cpu_supports ("avx2"))
    return printf ("version %d\n", best);
  best = __builtin_cpu_supports ("avx2") != 0;
#endif
  nova_march = 0;
  compute (&base);
  nova_march = best;
  compute (&wide);
  if (memcmp (&base, &wide, sizeof base) != 0)
    return printf ("results differ\n");
  return 0;
}

/* The dot product: chunks, lanes, partial results combined in order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 1000003, LANES = 32, COST = 2 };

struct args
{
  const float *x, *y;
  size_t n, size;
  float *part;
};

static void
dot_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size, i;
  float acc[LANES] = { 0 }, r = 0;
  for (i = b; e - i >= LANES; i += LANES)
    for (unsigned k = 0; k < LANES; k++)
      acc[k] += a->x[i + k] * a->y[i + k];
  for (unsigned k = 0; k < LANES; k++)
    r += acc[k];
  for (; i < e; i++)
    r += a->x[i] * a->y[i];
  a->part[c] = r;
}

static float
dot (const float *x, const float *y, size_t n)
{
  static const struct nova_site site = { "dot.c", "__nova_reduce", 1 };
  size_t size = nova_chunk_size (n, COST), chunks = nova_chunks (n, size);
  float r = 0;
  struct args a = { x, y, n, size, nova_temp_new (chunks, sizeof (float), &site) };
  CHECK (chunks <= NOVA_MAX_CHUNKS);
  CHECK ((uintptr_t) a.part % 64 == 0);
  nova_parfor (dot_chunk, &a, chunks, size * COST, NULL);
  for (size_t c = 0; c < chunks; c++)
    r += a.part[c];
  nova_temp_free (a.part);
  return r;
}

int
main (void)
{
  float *x = malloc (N * sizeof *x), *y = malloc (N * sizeof *y);
  for (size_t i = 0; i < N; i++)
    {
      x[i] = 1.0f / (float) (i + 1);
      y[i] = (float) (i % 7);
    }
  float first = dot (x, y, N);
  for (int k = 0; k < 20; k++)
    CHECK (dot (x, y, N) == first);
  CHECK (dot (x, y, 0) == 0);
  CHECK (dot (x, y, 1) == x[0] * y[0]);
  CHECK (dot (x, y, 33) > 0);
  /* The harness compares these bits over numbers of threads.  */
  printf ("%a\n", (double) first);
  free (x);
  free (y);
  return 0;
}

/* Inclusive scan: chunks reduced, partial results scanned, seeded second pass; not commutative.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 200001, COST = 30 };

/* x -> a x + b, modulo 2^64; composition is associative.  */
struct affine
{
  uint64_t a, b;
};

static struct affine
then (struct affine f, struct affine g)
{
  struct affine r = { g.a * f.a, g.a * f.b + g.b };
  return r;
}

struct args
{
  const struct affine *x;
  size_t n, size;
  struct affine *out, *part;
};

static void
reduce_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size;
  struct affine r = a->x[b];
  for (size_t i = b + 1; i < e; i++)
    r = then (r, a->x[i]);
  a->part[c] = r;
}

static void
scan_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size;
  struct affine r = a->part[c];
  for (size_t i = b; i < e; i++)
    a->out[i] = r = then (r, a->x[i]);
}

int
main (void)
{
  static const struct nova_site site = { "scan.c", "__nova_scan", 1 };
  struct affine *x = malloc (N * sizeof *x);
  for (size_t i = 0; i < N; i++)
    x[i] = (struct affine) { 2 * i + 1, i * i };
  size_t size = nova_chunk_size (N, COST), chunks = nova_chunks (N, size);
  struct nova_vec *v = nova_vec_new (N, sizeof *x, _Alignof (struct affine), &site);
  struct args a = { x, N, size, nova_vec_data (v), nova_temp_new (chunks, sizeof *x, &site) };
  nova_parfor (reduce_chunk, &a, chunks, size * COST, NULL);
  struct affine r = { 1, 7 };
  for (size_t c = 0; c < chunks; c++)
    {
      struct affine next = then (r, a.part[c]);
      a.part[c] = r;
      r = next;
    }
  nova_parfor (scan_chunk, &a, chunks, size * COST, NULL);
  r = (struct affine) { 1, 7 };
  for (size_t i = 0; i < N; i++)
    {
      r = then (r, x[i]);
      CHECK (a.out[i].a == r.a && a.out[i].b == r.b);
    }
  nova_temp_free (a.part);
  nova_vec_release (v);
  free (x);
  return 0;
}

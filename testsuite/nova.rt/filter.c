/* map into a new vector, in place reuse of its block, and a filter of it in two passes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 300000, COST = 20 };

static const struct nova_site site = { "filter.c", "__nova_filter", 1 };

struct args
{
  const int *x;
  size_t n, size;
  int *out;
  size_t *count;                /* by chunk; then where its elements go */
};

static void
map_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size;
  for (size_t i = b; i < e; i++)
    a->out[i] = (int) (((unsigned) a->x[i] * 2654435761u) >> 8);
}

static void
count_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size, n = 0;
  for (size_t i = b; i < e; i++)
    n += a->x[i] % 3 == 0;
  a->count[c] = n;
}

static void
write_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size, at = a->count[c];
  for (size_t i = b; i < e; i++)
    if (a->x[i] % 3 == 0)
      a->out[at++] = a->x[i];
}

static struct nova_vec *
map (struct nova_vec *x)
{
  size_t n = nova_vec_length (x), size = nova_chunk_size (n, COST);
  struct nova_vec *r = nova_vec_new (n, sizeof (int), _Alignof (int), &site);
  struct args a = { nova_vec_data (x), n, size, nova_vec_data (r), NULL };
  nova_parfor (map_chunk, &a, nova_chunks (n, size), size * COST, NULL);
  return r;
}

static struct nova_vec *
filter (struct nova_vec *x)
{
  size_t n = nova_vec_length (x), size = nova_chunk_size (n, COST), chunks = nova_chunks (n, size);
  size_t *count = nova_temp_new (chunks, sizeof *count, &site), total = 0;
  struct args a = { nova_vec_data (x), n, size, NULL, count };
  nova_parfor (count_chunk, &a, chunks, size * COST, NULL);
  for (size_t c = 0; c < chunks; c++)
    {
      size_t k = count[c];
      count[c] = total;
      total += k;
    }
  struct nova_vec *r = nova_vec_new (total, sizeof (int), _Alignof (int), &site);
  a.out = nova_vec_data (r);
  nova_parfor (write_chunk, &a, chunks, size * COST, NULL);
  nova_temp_free (count);
  return r;
}

int
main (void)
{
  int *x = malloc (N * sizeof *x);
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int round = 0; round < 10; round++)
    {
      struct nova_vec *v = nova_vec_view (x, sizeof *x, 1, N, 0, 0);
      struct nova_vec *m = map (v), *f = filter (m);
      const int *md = nova_vec_data (m), *fd = nova_vec_data (f);
      size_t at = 0;
      for (int i = 0; i < N; i++)
        {
          CHECK (md[i] == (int) (((unsigned) i * 2654435761u) >> 8));
          if (md[i] % 3 == 0)
            CHECK (fd[at++] == md[i]);
        }
      CHECK (at == nova_vec_length (f));
      if (round == 0)
        printf ("%zu\n", at);
      nova_vec_release (v);
      nova_vec_release (m);
      nova_vec_release (f);
    }
  struct nova_vec *e = filter (NULL);
  CHECK (nova_vec_length (e) == 0);
  nova_vec_release (e);
  free (x);
  return 0;
}

/* Quicksort that maps itself over its parts: vectors made in chunks of several threads, rows that
   one pass keeps and the other reads, recursion as deep as the parts are uneven, and errors on the
   way.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 20000, ROUNDS = 20 };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };

struct parts
{
  struct nova_vec *of[2], *kept, *to;
};

static struct nova_vec *sorted (struct nova_vec *v);

static void
sort_part (void *p, size_t c)
{
  struct parts *a = p;
  if (nova_resume (c) > c)
    return;
  nova_mark (1, c);
  nova_rows_keep (a->kept, c, sorted (a->of[c]));
}

static void
write_part (void *p, size_t c)
{
  struct parts *a = p;
  const struct nova_vec *v = nova_rows_kept (a->kept, c);
  size_t at = c ? a->to->length - nova_vec_length (v) : 0;
  memcpy ((int *) a->to->data + at, nova_vec_data (v), nova_vec_length (v) * sizeof (int));
}

/* A new vector of the N numbers at X, sorted; a negative one fails.  Pivots are bad in places, so
   that parts are uneven.  */
static struct nova_vec *
sorted (struct nova_vec *v)
{
  size_t n = nova_vec_length (v), less = 0, more = 0;
  const int *x = nova_vec_data (v);
  struct nova_frame frame = { 0 };
  if (n <= 1 && (n == 0 || x[0] >= 0))
    return nova_vec_copy_of (x, sizeof (int), n, &site);
  int pivot = x[n % 10 < 8 ? n / 2 : 0];
  if (pivot < 0)
    nova_raise_text (&site, "negative");
  struct nova_vec *low = nova_vec_new (n, sizeof (int), 64, &site);
  struct nova_vec *high = nova_vec_new (n, sizeof (int), 64, &site);
  for (size_t i = 0; i < n; i++)
    if (x[i] < pivot)
      ((int *) low->data)[less++] = x[i];
    else if (x[i] > pivot)
      ((int *) high->data)[more++] = x[i];
  struct parts a = { .kept = nova_rows_new (2), .to = nova_vec_new (n, sizeof (int), 64, &site) };
  a.of[0] = nova_vec_slice (low, 0, 1, (ptrdiff_t) less, 0, &site);
  a.of[1] = nova_vec_slice (high, 0, 1, (ptrdiff_t) more, 0, &site);
  for (size_t i = less; i < n - more; i++)
    ((int *) a.to->data)[i] = pivot;
  nova_parfor (sort_part, &a, 2, n * 100, &frame);
  if (frame.failed)
    nova_frame_raise (&frame);
  nova_parfor (write_part, &a, 2, n * 100, NULL);
  for (int k = 0; k < 2; k++)
    nova_vec_release (a.of[k]);
  nova_vec_release (low);
  nova_vec_release (high);
  nova_vec_release (a.kept);
  return a.to;
}

/* The whole is a region that an error leaves: it gives back what it holds.  */
static void
sort (struct nova_vec *v, int *to)
{
  nova_own_begin (&site);
  struct nova_vec *r = sorted (v);
  memcpy (to, nova_vec_data (r), nova_vec_length (r) * sizeof (int));
  nova_vec_release (r);
  nova_own_end ();
}

static int
compare (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return (a > b) - (a < b);
}

int
main (void)
{
  static const int threads[] = { 0, 1, 2, 3, 8 };
  static int right[N], to[N];
  struct nova_vec *v = nova_vec_new (N, sizeof (int), 64, &site);
  unsigned seed = 1;
  size_t before = 0;
  for (size_t i = 0; i < N; i++)
    {
      seed = seed * 1103515245 + 12345;
      right[i] = ((int *) v->data)[i] = (int) (seed >> 16) % 15000;
    }
  qsort (right, N, sizeof *right, compare);
  for (volatile int k = 0; k < ROUNDS; k++)
    {
      nova_set_num_threads (threads[k % 5]);
      memset (to, 0, sizeof to);
      CATCH sort (v, to);
      CHECK (!caught[0] && !memcmp (to, right, sizeof to));
      int *x = (int *) v->data + 500 * k, was = *x;
      *x = -1 - k;
      CATCH sort (v, to);
      CHECK (!strcmp (caught, "leaf.c:7: nova_fail: negative"));
      *x = was;
      CHECK (v->refs == 1);
      if (k == ROUNDS / 2)
        before = in_use ();
    }
  nova_vec_release (v);
  return in_use () > before + 500000;
}

/* A leaf that raises inside a chunk leaves nothing behind: vectors, views, rows, temporaries,
   regions inside it that raise, references to vectors from outside.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 600, SIZE = 16, CHUNKS = (N + SIZE - 1) / SIZE };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };
static struct nova_vec *outside, *rows, *backwards;
static struct nova_vec *kept[CHUNKS];

static struct nova_vec *
some (size_t n)
{
  struct nova_vec *v = nova_vec_new (n, sizeof (int), 64, &site);
  memset (v->data, 1, n * sizeof (int));
  return v;
}

/* Rows of 1, 2, ... elements.  */
static struct nova_vec *
ragged (size_t n)
{
  struct nova_vec *o = nova_vec_new (n + 1, sizeof (size_t), 64, &site);
  for (size_t k = 0; k <= n; k++)
    ((size_t *) o->data)[k] = k * (k + 1) / 2;
  return nova_vec_segments (some (n * (n + 1) / 2), o);
}

/* More vectors than a log has at first, given back from the front.  */
static void
many (int raise)
{
  struct nova_vec *v[40];
  for (int k = 0; k < 40; k++)
    v[k] = nova_vec_slice (k ? v[k - 1] : outside, 0, 1, 10, 0, &site);
  for (int k = 0; k < 20; k++)
    nova_vec_release (v[2 * k]);
  if (raise)
    nova_raise_text (&site, "many");
  for (int k = 0; k < 20; k++)
    nova_vec_release (v[2 * k + 1]);
}

static void
inner_chunk (void *p, size_t c)
{
  struct nova_vec *v = nova_vec_copy (p);
  nova_mark (1, c);
  if (c == 2)
    nova_raise_text (&site, "inner");
  nova_vec_release (v);
}

/* A region inside a leaf: its own vectors live when its loop fails.  */
static void
region (struct nova_vec *v)
{
  struct nova_frame frame = { 0 };
  struct nova_vec *own = nova_vec_retain (v);
  void *temp = nova_temp_new (100, 8, &site);
  nova_parfor (inner_chunk, own, 4, LARGE, &frame);
  if (frame.failed)
    nova_frame_raise (&frame);
  nova_temp_free (temp);
  nova_vec_release (own);
}

/* Element I fails in one of several ways while it has vectors.  */
static void
leaf (size_t i)
{
  struct nova_vec *a = some (5 + i % 7), *b = nova_vec_slice (a, 0, 1, 5, 0, &site);
  struct nova_vec *r = nova_vec_retain (outside), *row = nova_vec_row (rows, i % 3);
  struct nova_vec *cut = ragged (4), *last = nova_vec_row (cut, 3);
  struct nova_vec *s = nova_vec_split (outside, 5);
  void *temp = nova_temp_new (30, 4, &site);
  nova_vec_release (cut);
  /* The copy of this one goes to a vector from outside.  */
  CHECK (*(const int *) nova_vec_elements (backwards, NULL) == 0x01010101);
  if (i % 20 == 3)
    nova_raise_text (&site, "plain");
  if (i % 20 == 7)
    region (b);
  if (i % 20 == 9)
    region (outside);
  many (i % 20 == 11);
  CHECK (nova_vec_total (last) == 4 && nova_vec_length (s) == 2);
  nova_temp_free (temp);
  nova_vec_release (s);
  nova_vec_release (last);
  nova_vec_release (row);
  nova_vec_release (r);
  nova_vec_release (a);
  nova_vec_release (b);
}

/* Each chunk gives a vector out at its end.  */
static void
chunk (void *p, size_t c)
{
  size_t b = c * SIZE, e = N - b < SIZE ? N : b + SIZE;
  struct nova_vec *acc = some (3), *next;
  (void) p;
  for (size_t i = nova_resume (b); i < e; i++)
    {
      nova_mark (3, i);
      leaf (i);
      next = some (4);
      nova_vec_release (acc);
      acc = next;
    }
  kept[c] = acc;
}

static void
stub (void)
{
  struct nova_frame frame = { 0 };
  nova_parfor (chunk, NULL, CHUNKS, LARGE, &frame);
  CHECK (frame.failed && frame.elem == 3 && frame.order == 3);
  for (size_t c = 0; c < CHUNKS; c++)
    {
      CHECK (*(int *) kept[c]->data == 0x01010101);
      nova_vec_release (kept[c]);
    }
  nova_frame_raise (&frame);
}

int
main (void)
{
  size_t before = 0;
  outside = some (10);
  rows = ragged (3);
  for (int round = 0; round < 30; round++)
    {
      struct nova_vec *v = some (6);
      backwards = nova_vec_reverse (v);
      nova_vec_release (v);
      CATCH
        stub ();
      CHECK (strcmp (caught, "leaf.c:7: nova_fail: plain") == 0);
      CHECK (outside->refs == 1 && rows->refs == 1 && backwards->refs == 1);
      nova_vec_release (backwards);
      if (round == 9)
        before = in_use ();
    }
  /* 30 elements a round fail; one small vector left behind by each would be 100 kilobytes.  What
     malloc keeps for threads counts as in use.  */
  if (in_use () > before + 50000)
    printf ("%zu bytes more\n", in_use () - before);
  nova_vec_release (outside);
  nova_vec_release (rows);
  return in_use () > before + 50000;
}

/* Rows that the first of two passes keeps: they are released with their room, and an error in
   between leaves nothing behind, whatever the rows live in and wherever the room was made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

enum { N = 400, SIZE = 16, CHUNKS = (N + SIZE - 1) / SIZE };

/* What blocks that threads keep for later may add between two rounds; a row an element that is lost
   in each is some megabytes.  */
enum { ROUNDS = 120, SLACK = 200000 };

static const struct nova_site site = { "leaf.c", "nova_fail", 7 };
static struct nova_vec *outside, *nested;

static struct nova_vec *
some (size_t n, int x)
{
  struct nova_vec *v = nova_vec_new (n, sizeof (int), 64, &site);
  for (size_t i = 0; i < n; i++)
    ((int *) v->data)[i] = x;
  return v;
}

/* Rows of 1, 2, ... elements.  */
static struct nova_vec *
ragged (size_t n, int x)
{
  struct nova_vec *o = nova_vec_new (n + 1, sizeof (size_t), 64, &site);
  for (size_t k = 0; k <= n; k++)
    ((size_t *) o->data)[k] = k * (k + 1) / 2;
  return nova_vec_segments (some (n * (n + 1) / 2, x), o);
}

/* A row of 2 elements X of some kind: its own memory, a part of what else is made for element I, of
   what is there anyway, or that itself.  *ALSO is another vector of the element's.  */
static struct nova_vec *
row (size_t i, int x, struct nova_vec **also)
{
  *also = NULL;
  switch (i % 5)
    {
    case 0: return some (2, x);
    case 1:
      *also = ragged (3, x);
      return nova_vec_row (*also, 1);
    case 2: return nova_vec_row (nested, 1);
    case 3: return nova_vec_retain (outside);
    default:
      *also = some (4, x);
      return nova_vec_slice (*also, 0, 1, 2, 0, &site);
    }
}

/* What an element keeps in R before it fails, or not; a part of what it has kept is used on.  */
static void
leaf (struct nova_vec *r, size_t i, int raise)
{
  struct nova_vec *also, *v = row (i, (int) i, &also), *again, *view;
  nova_rows_keep (r, i, v);
  again = nova_vec_retain (nova_rows_kept (r, i));
  view = nova_vec_slice (again, 0, 1, 1, 0, &site);
  if (raise && i % 20 < 5)
    nova_raise_text (&site, "after");
  nova_vec_release (view);
  nova_vec_release (again);
  if (raise && i % 20 < 10)
    nova_raise_text (&site, "later");
  nova_vec_release (also);
  if (raise && i % 20 == 11)
    nova_raise_text (&site, "last");
}

/* A loop inside an element: the room goes with the element, wherever it is.  */
static void
inner (size_t i, int raise)
{
  struct { struct nova_vec v; struct nova_vec *row[10]; } room;
  struct nova_vec *r = i % 2 ? nova_rows_in (&room, 10) : nova_rows_new (10);
  for (size_t k = 0; k < 9; k++)
    leaf (r, k, 0);
  if (raise && i % 20 == 12)
    nova_raise_text (&site, "inner");
  leaf (r, 9, raise && i % 20 == 13);
  CHECK (nova_rows_kept (r, 9)->length == 2);
  nova_vec_release (r);
}

struct args
{
  struct nova_vec *r;
  int raise;
};

static void
chunk (void *p, size_t c)
{
  struct args *a = p;
  size_t b = c * SIZE, e = N - b < SIZE ? N : b + SIZE;
  for (size_t i = nova_resume (b); i < e; i++)
    {
      nova_mark (3, i);
      if (i % 3)
        leaf (a->r, i, a->raise);
      inner (i, a->raise);
    }
}

/* Element I of a row of its kind.  */
static int
element (size_t i)
{
  return i % 5 == 2 ? -2 : i % 5 == 3 ? -1 : (int) i;
}

static void
stub (int raise)
{
  struct nova_frame frame = { 0 };
  struct args a = { nova_rows_new (N), raise };
  nova_parfor (chunk, &a, CHUNKS, LARGE, &frame);
  for (size_t i = 0; i < N; i++)
    {
      struct nova_vec *v = nova_rows_kept (a.r, i);
      CHECK (raise || !v == (i % 3 == 0));
      CHECK (!v || (v->length == 2 && *(int *) v->data == element (i)
                    && ((int *) v->data)[1] == element (i)));
    }
  nova_vec_release (a.r);
  if (frame.failed)
    nova_frame_raise (&frame);
}

/* The region is inside a leaf.  */
static void
nested_chunk (void *p, size_t c)
{
  nova_mark (2, c);
  stub (p != NULL);
}

static void
nested_stub (int raise)
{
  struct nova_frame frame = { 0 };
  nova_parfor (nested_chunk, raise ? &frame : NULL, 3, LARGE, &frame);
  if (frame.failed)
    nova_frame_raise (&frame);
}

int
main (void)
{
  size_t before = 0;
  outside = some (2, -1);
  nested = ragged (3, -2);
  CHECK (nova_rows_new (0) == NULL);
  for (int round = 0; round < ROUNDS; round++)
    {
      CATCH
        (round % 2 ? stub : nested_stub) (round % 4 < 2);
      CHECK (strcmp (caught, round % 4 < 2 ? "leaf.c:7: nova_fail: after" : "") == 0);
      CHECK (outside->refs == 1 && nested->refs == 1);
      if (round == 11)
        before = in_use ();
    }
  if (in_use () > before + SLACK)
    printf ("%zu bytes more\n", in_use () - before);
  nova_vec_release (outside);
  nova_vec_release (nested);
  return in_use () > before + SLACK;
}

/* Irregular nested vectors: made of elements and offsets, rows of them, copies, lifetimes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static const struct nova_site site = { "v.c", "__nova_copy", 1 };

/* The numbers 10, 11, ... */
static struct nova_vec *
numbers (size_t n)
{
  struct nova_vec *v = nova_vec_new (n, sizeof (int), sizeof (int), &site);
  for (size_t i = 0; i < n; i++)
    ((int *) v->data)[i] = 10 + (int) i;
  return v;
}

static struct nova_vec *
offsets (size_t n, const size_t *o)
{
  struct nova_vec *v = nova_vec_new (n, sizeof (size_t), sizeof (size_t), &site);
  memcpy (v->data, o, n * sizeof (size_t));
  return v;
}

/* Level LEVEL of V starts where O says.  */
static void
check_offsets (struct nova_vec *v, size_t level, size_t n, const size_t *o)
{
  struct nova_vec *is = nova_vec_offsets (v, level);
  CHECK (is->length == n && is->refs == 1 && !memcmp (is->data, o, n * sizeof (size_t)));
  nova_vec_release (is);
}

static const size_t two[] = { 0, 2, 2, 5 };

static void
check_two_levels (void)
{
  struct nova_vec *flat = nova_vec_retain (numbers (5));
  struct nova_vec *v = nova_vec_segments (flat, offsets (4, two));
  CHECK (v->length == 3 && v->levels == 2 && nova_vec_total (v) == 5 && flat->refs == 2);
  check_offsets (v, 0, 4, two);
  nova_vec_release (flat);
  struct nova_vec *r = nova_vec_row (v, 2), *none = nova_vec_row (v, 1);
  CHECK (none->length == 0);
  nova_vec_release (none);
  struct nova_vec *c = nova_vec_copy (v);
  struct nova_vec *part = nova_vec_part (v, 1, 3);
  CHECK (!nova_vec_part (v, 5, 0) && !nova_vec_part (NULL, 0, 0));
  nova_vec_release (v);
  CHECK (part->length == 3 && part->levels == 1 && ((int *) part->data)[2] == 13);
  nova_vec_release (part);
  CHECK (r->length == 3 && r->levels == 1 && ((int *) r->data)[2] == 14);
  nova_vec_release (r);
  CHECK (nova_vec_total (c) == 5 && ((int *) c->data)[4] == 14);
  check_offsets (c, 0, 4, two);
  CHECK (nova_vec_contiguous (c) == c);
  nova_vec_release (c);
  nova_vec_release (c);
}

/* [[[10, 11], []], [], [[12, 13, 14]]]: a row of it has offsets that do not start at 0.  */
static void
check_three_levels (void)
{
  static const size_t outer[] = { 0, 2, 2, 3 }, last[] = { 0, 3 }, none[] = { 0 };
  struct nova_vec *v = nova_vec_segments (numbers (5), offsets (4, two));
  v = nova_vec_segments (v, offsets (4, outer));
  CHECK (v->levels == 3 && v->length == 3 && nova_vec_total (v) == 5);
  check_offsets (v, 0, 4, outer);
  check_offsets (v, 1, 4, two);
  struct nova_vec *r = nova_vec_row (v, 2), *e = nova_vec_row (v, 1);
  nova_vec_release (v);
  CHECK (r->length == 1 && nova_vec_total (r) == 3 && *(int *) r->data == 12);
  check_offsets (r, 0, 2, last);
  check_offsets (e, 0, 1, none);
  struct nova_vec *c = nova_vec_copy (r);
  nova_vec_release (r);
  CHECK (nova_vec_total (c) == 3 && *(int *) c->data == 12);
  nova_vec_release (c);
  nova_vec_release (e);
}

/* Regular levels around irregular ones, and the other way round.  */
static void
check_mixed (void)
{
  static const size_t by[] = { 0, 1, 3 }, three[] = { 0, 3, 6 };
  struct nova_vec *v = nova_vec_segments (nova_vec_reshape (numbers (6), 2, 3, 2, 0),
                                          offsets (3, by));
  CHECK (v->levels == 3 && nova_vec_total (v) == 6);
  struct nova_vec *r = nova_vec_row (v, 1);
  CHECK (r->length == 2 && nova_vec_total (r) == 4 && *(int *) r->data == 12);
  nova_vec_release (r);
  nova_vec_release (v);
  static const size_t six[] = { 0, 1, 1, 2, 2, 4, 5 };
  v = nova_vec_reshape (nova_vec_segments (numbers (5), offsets (7, six)), 2, 2, 3, 0);
  CHECK (v->levels == 3 && v->length == 2 && nova_vec_total (v) == 5);
  check_offsets (v, 0, 3, three);
  check_offsets (v, 1, 7, six);
  r = nova_vec_row (v, 1);
  CHECK (r->length == 3 && nova_vec_total (r) == 3 && *(int *) r->data == 12);
  nova_vec_release (v);
  nova_vec_release (r);
}

/* R, and then its elements side by side.  */
static struct nova_vec *
together (struct nova_vec *r)
{
  struct nova_vec *c = nova_vec_contiguous (r);
  CHECK (r->length == c->length && r->levels == c->levels && c->stride == 1);
  nova_vec_release (r);
  return c;
}

/* Slices of irregular vectors, any step, of two and three levels: views, until they are copied.  */
static void
check_slices (void)
{
  static const size_t odd[] = { 0, 3, 5 }, outer[] = { 0, 2, 2, 3 };
  static const size_t back[] = { 0, 1, 1, 3 }, inner[] = { 0, 3, 5, 5 };
  struct nova_vec *v = nova_vec_segments (numbers (5), offsets (4, two));
  struct nova_vec *r = nova_vec_slice (v, 2, -2, -1, 1, &site), *row = nova_vec_row (r, 0);
  CHECK (row->data == (int *) v->data + 2);
  nova_vec_release (row);
  r = together (r);
  CHECK (r->length == 2 && nova_vec_total (r) == 5 && *(int *) r->data == 12);
  check_offsets (r, 0, 3, odd);
  nova_vec_release (r);
  r = together (nova_vec_slice (v, 1, 1, 1, 1, &site));
  CHECK (r->length == 0 && nova_vec_total (r) == 0);
  nova_vec_release (r);
  v = nova_vec_segments (v, offsets (4, outer));
  r = together (nova_vec_reverse (v));
  nova_vec_release (v);
  CHECK (r->length == 3 && r->levels == 3 && ((int *) r->data)[0] == 12
         && ((int *) r->data)[4] == 11);
  check_offsets (r, 0, 4, back);
  check_offsets (r, 1, 4, inner);
  nova_vec_release (r);
}

static void
check_empty (void)
{
  static const size_t none[] = { 0 }, nobody[] = { 0, 0, 0 };
  check_offsets (NULL, 0, 1, none);
  check_offsets (NULL, 3, 1, none);
  struct nova_vec *v = nova_vec_segments (NULL, offsets (3, nobody));
  CHECK (v->length == 2 && nova_vec_total (v) == 0);
  check_offsets (v, 0, 3, nobody);
  nova_vec_release (v);
  v = nova_vec_segments (numbers (0), offsets (1, none));
  CHECK (v->length == 0 && nova_vec_total (v) == 0);
  nova_vec_release (v);
  CHECK (nova_vec_segments (numbers (0), offsets (0, none)) == NULL);
}

int
main (void)
{
  check_two_levels ();
  check_three_levels ();
  check_mixed ();
  check_slices ();
  check_empty ();
  return 0;
}

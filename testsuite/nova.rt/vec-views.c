/* Views of one to three levels, rows, reshaped and ragged vectors, strided ones made contiguous.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static const struct nova_site site = { "v.c", "__nova_copy", 1 };
static int a[24];

static void
check_views (void)
{
  for (unsigned k = 1; k <= 3; k++)
    {
      struct nova_vec *v = nova_vec_view (a, 4, k, k == 1 ? 24 : k == 2 ? 6 : 2, k == 2 ? 4 : 3, 4);
      CHECK (v->levels == k && nova_vec_total (v) == 24 && v->data == a && v->elem_size == 4);
      CHECK ((v->flags & NOVA_VEC_FLAGS) == 0 && v->owner == NULL);
      nova_vec_release (v);
    }
  struct nova_vec *v = nova_vec_view (a, 4, 3, 2, 3, 4);
  struct nova_vec *r = nova_vec_row (v, 1);
  CHECK (r->levels == 2 && r->length == 3 && r->data == a + 12 && nova_vec_total (r) == 12);
  nova_vec_release (v);
  struct nova_vec *rr = nova_vec_row (r, 2);
  nova_vec_release (r);
  CHECK (rr->levels == 1 && rr->length == 4 && rr->data == a + 20 && nova_vec_total (rr) == 4);
  nova_vec_release (rr);
  v = nova_vec_view (a, 4, 2, 5, 0, 0);
  CHECK (nova_vec_total (v) == 0 && v->length == 5);
  r = nova_vec_row (v, 4);
  CHECK (r->length == 0);
  nova_vec_release (r);
  nova_vec_release (v);
}

/* A row of an owned vector keeps it alive.  */
static void
check_reshape (void)
{
  struct nova_vec *v = nova_vec_new (24, 4, 4, &site);
  memcpy (v->data, a, sizeof a);
  v = nova_vec_reshape (v, 2, 6, 4, 0);
  CHECK (v->levels == 2 && v->length == 6 && nova_vec_total (v) == 24);
  struct nova_vec *r = nova_vec_row (v, 3);
  nova_vec_release (v);
  CHECK (r->length == 4 && ((int *) r->data)[2] == 14);
  nova_vec_release (r);
  v = nova_vec_reshape (NULL, 3, 0, 2, 5);
  CHECK (v->length == 0 && v->levels == 3 && nova_vec_total (v) == 0);
  nova_vec_release (v);
}

/* Two ragged levels, built as the runtime would: [[[0,1],[]],[],[[2],[3,4,5]]].  */
static void
check_ragged (void)
{
  static const size_t top[] = { 0, 2, 2, 4 }, low[] = { 0, 2, 2, 3, 6 };
  struct nova_vec *v = nova_vec_view (a, 4, 3, 3, 0, 0);
  v->inner[0].offsets = top;
  v->inner[1].offsets = low;
  CHECK (nova_vec_total (v) == 6);
  struct nova_vec *r = nova_vec_row (v, 2);
  CHECK (r->length == 2 && r->levels == 2 && r->data == a + 2 && nova_vec_total (r) == 4);
  struct nova_vec *rr = nova_vec_row (r, 1);
  CHECK (rr->length == 3 && rr->data == a + 3);
  struct nova_vec *empty = nova_vec_row (v, 1);
  CHECK (empty->length == 0 && nova_vec_total (empty) == 0);
  nova_vec_release (v);
  nova_vec_release (r);
  nova_vec_release (rr);
  nova_vec_release (empty);
}

static void
check_strided (void)
{
  struct nova_vec *v = nova_vec_view (a + 23, 4, 1, 12, 0, 0);
  v->stride = -2;
  struct nova_vec *c = nova_vec_contiguous (v);
  CHECK (c != v && c->stride == 1 && c->length == 12);
  for (int i = 0; i < 12; i++)
    CHECK (((int *) c->data)[i] == 23 - 2 * i);
  nova_vec_release (c);
  nova_vec_release (v);
  v = nova_vec_view (a, 4, 2, 3, 4, 0);
  v->stride = 2;
  struct nova_vec *r = nova_vec_row (v, 2);
  CHECK (r->data == a + 16 && r->length == 4);
  c = nova_vec_contiguous (v);
  CHECK (c->levels == 2 && nova_vec_total (c) == 12 && ((int *) c->data)[5] == 9);
  nova_vec_release (r);
  nova_vec_release (c);
  nova_vec_release (v);
}

int
main (void)
{
  for (int i = 0; i < 24; i++)
    a[i] = i;
  check_views ();
  check_reshape ();
  check_ragged ();
  check_strided ();
  return 0;
}

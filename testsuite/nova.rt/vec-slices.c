/* Slices and reverses: where they lie in memory, what they keep alive, their elements side by side,
   the lines of their errors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>

#define N 24
static const struct nova_site site = { "v.c", "__nova_slice", 1 };
static int a[N];

static void
check_slices (void)
{
  struct nova_vec *v = nova_vec_view (a, 4, 1, N, 0, 0), *s, *t, *r;
  s = nova_vec_slice (v, 2, 3, 20, 1, &site);
  CHECK (s->length == 6 && s->data == a + 2 && s->stride == 3 && s->owner == v);
  t = nova_vec_slice (s, 5, -2, -1, 1, &site);
  CHECK (t->length == 3 && t->data == a + 17 && t->stride == -6);
  r = nova_vec_reverse (t);
  CHECK (r->length == 3 && r->data == a + 5 && r->stride == 6);
  nova_vec_release (v);
  nova_vec_release (s);
  nova_vec_release (t);
  struct nova_vec *c = nova_vec_contiguous (r);
  CHECK (((int *) c->data)[0] == 5 && ((int *) c->data)[2] == 17);
  nova_vec_release (c);
  nova_vec_release (r);
}

/* None, one, all; steps and ends at the limits of ptrdiff_t.  */
static void
check_limits (void)
{
  struct nova_vec *v = nova_vec_view (a, 4, 1, N, 0, 0), *s;
  s = nova_vec_slice (v, 5, 1, 5, 1, &site);
  CHECK (s->length == 0 && s->stride == 1);
  nova_vec_release (s);
  s = nova_vec_slice (v, PTRDIFF_MAX, -1, PTRDIFF_MAX, 1, &site);
  CHECK (s->length == 0);
  nova_vec_release (s);
  s = nova_vec_slice (v, 5, -2, 5, 1, &site);
  CHECK (s->length == 0);
  nova_vec_release (s);
  s = nova_vec_slice (v, 3, PTRDIFF_MAX, PTRDIFF_MAX, 1, &site);
  CHECK (s->length == 1 && s->stride == 1 && s->data == a + 3);
  nova_vec_release (s);
  s = nova_vec_slice (v, 3, PTRDIFF_MIN, -5, 1, &site);
  CHECK (s->length == 1 && s->data == a + 3);
  nova_vec_release (s);
  s = nova_vec_reverse (v);
  CHECK (s->length == N && s->data == a + N - 1 && s->stride == -1);
  nova_vec_release (s);
  nova_vec_release (v);
  CHECK (nova_vec_slice (NULL, 3, 1, 3, 1, &site) == NULL && nova_vec_reverse (NULL) == NULL);
  v = nova_vec_view (a, 4, 1, 0, 0, 0);
  s = nova_vec_reverse (v);
  CHECK (s->length == 0 && s->data == a);
  nova_vec_release (v);
  nova_vec_release (s);
}

/* A slice keeps its vector.  */
static void
check_homes (void)
{
  struct nova_vec *v = nova_vec_view (a, 4, 1, N, 0, 0), *s, *t;
  s = nova_vec_slice (v, 2, 1, 8, 1, &site);
  CHECK (s->owner == v && v->refs == 2);
  nova_vec_release (v);
  CHECK (((int *) s->data)[0] == a[2]);
  nova_vec_release (s);
  v = nova_vec_copy_of (a, 4, N, &site);
  s = nova_vec_slice (v, 2, 2, 12, 1, &site);
  t = nova_vec_slice (s, 1, 2, 5, 1, &site);
  CHECK (s->owner == v && t->owner == s && v->refs == 2 && s->refs == 2);
  CHECK (t->length == 2 && t->stride == 4);
  nova_vec_release (v);
  nova_vec_release (s);
  CHECK (((int *) t->data)[4] == a[8]);
  nova_vec_release (t);
}

/* What is lent is not counted, and what is to last is no view of it.  */
static void
check_lent (void)
{
  struct nova_vec *v = nova_vec_lend (a, 4, N), *s, *r;
  CHECK (nova_vec_retain (v) == v && v->refs == 1);
  s = nova_vec_slice (v, 2, 1, 8, 1, &site);
  r = nova_vec_reshape (nova_vec_retain (v), 2, 6, 4, 0);
  CHECK (s->owner == NULL && r->owner == NULL);
  nova_vec_release (r);
  r = nova_vec_lasting (s);
  CHECK (r->length == 6 && r->data != a + 2 && ((int *) r->data)[5] == a[7]);
  nova_vec_release (r);
  r = nova_vec_lasting (v);
  CHECK (r != v && r->length == N && r->data != a && ((int *) r->data)[5] == a[5]);
  nova_vec_release (r);
  CHECK (nova_vec_lasting (nova_vec_lend (a, 4, 0)) == NULL);
}

/* Rows backwards, and a row of them.  */
static void
check_rows (void)
{
  struct nova_vec *v = nova_vec_new (N, 4, 4, &site), *r, *row;
  memcpy (v->data, a, sizeof a);
  v = nova_vec_reshape (v, 2, 6, 4, 0);
  row = nova_vec_row (v, 1);
  CHECK (row->owner && row->owner == v->owner);
  nova_vec_release (row);
  r = nova_vec_reverse (v);
  nova_vec_release (v);
  row = nova_vec_row (r, 1);
  CHECK (row->length == 4 && row->stride == 1 && ((int *) row->data)[3] == 19);
  const int *p = nova_vec_elements (r, NULL);
  CHECK (p[0] == 20 && p[4] == 16 && p[N - 1] == 3);
  nova_vec_release (r);
  CHECK (((int *) row->data)[0] == 16);
  nova_vec_release (row);
}

static void *
read_elements (void *v)
{
  for (int k = 0; k < 100; k++)
    {
      const int *p = nova_vec_elements (v, NULL);
      if (p[0] != N - 1 || p[N - 1] != 0)
	return v;
    }
  return NULL;
}

/* Each call gives a copy of its own, which lives as long as the vector; also in several
   threads.  */
static void
check_elements (void)
{
  struct nova_vec *v = nova_vec_view (a, 4, 1, N, 0, 0), *r = nova_vec_reverse (v);
  CHECK (nova_vec_elements (v, NULL) == a && nova_vec_elements (NULL, NULL) == NULL);
  nova_vec_release (v);
  const int *p = nova_vec_elements (r, NULL), *q;
  a[0] = -1;
  q = nova_vec_elements (r, NULL);
  CHECK (p[N - 1] == 0 && q[N - 1] == -1 && p[0] == N - 1);
  a[0] = 0;
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    CHECK (pthread_create (&t[i], NULL, read_elements, r) == 0);
  for (int i = 0; i < 4; i++)
    {
      void *bad;
      CHECK (pthread_join (t[i], &bad) == 0 && !bad);
    }
  CHECK (p[N - 1] == 0 && q[N - 1] == -1);
  nova_vec_release (r);
}

static jmp_buf back;
static char message[200];

static void
handler (const char *line)
{
  snprintf (message, sizeof message, "%s", line);
  longjmp (back, 1);
}

static void
fails (ptrdiff_t b, ptrdiff_t s, ptrdiff_t e, const char *want)
{
  struct nova_vec *v = nova_vec_view (a, 4, 1, 20, 0, 0);
  message[0] = 0;
  if (!setjmp (back))
    nova_vec_release (nova_vec_slice (v, b, s, e, 1, &site));
  CHECK (strcmp (message, want) == 0);
  nova_vec_release (v);
}

static void
check_errors (void)
{
  nova_set_error_handler (handler);
  fails (0, 0, 5, "v.c:1: __nova_slice: operand 2, the step, is 0");
  fails (5, 1, 24, "v.c:1: __nova_slice: operand 1: element 15, the index 20, is not below 20");
  fails (-5, 2, 3, "v.c:1: __nova_slice: operand 1: element 0, the index -5, is not below 20");
  fails (15, -4, -20, "v.c:1: __nova_slice: operand 1: element 4, the index -1, is not below 20");
  fails (16, -4, -1, "");
  fails (19, -19, -1, "");
  fails (19, -19, -2, "");
  fails (0, 7, 22, "v.c:1: __nova_slice: operand 1: element 3, the index 21, is not below 20");
  fails (
      PTRDIFF_MIN, 1, PTRDIFF_MAX,
      "v.c:1: __nova_slice: operand 1: element 0, the index -9223372036854775808, is not below 20");
  fails (19, PTRDIFF_MIN, 3, "");
}

/* Neighbouring ragged rows stay in place, with their offsets; rows that are not are a note.  */
static void
check_ragged (void)
{
  static const size_t o[] = { 0, 3, 3, 7, 12, 20, 24 };
  struct nova_vec *offsets = nova_vec_copy_of (o, sizeof *o, 7, &site), *v, *s, *r, *row;
  v = nova_vec_segments (nova_vec_view (a, 4, 1, N, 0, 0), offsets);
  s = nova_vec_slice (v, 2, 1, 6, 1, &site);
  CHECK (s->length == 4 && s->stride == 1 && s->data == a + 3 && nova_vec_total (s) == 21);
  CHECK (s->inner[0].offsets == v->inner[0].offsets + 2 && s->owner == v);
  r = nova_vec_slice (s, 1, 1, 3, 1, &site);
  CHECK (r->data == a + 7 && r->length == 2 && nova_vec_total (r) == 13);
  row = nova_vec_row (r, 1);
  CHECK (row->data == a + 12 && row->length == 8);
  nova_vec_release (row);
  nova_vec_release (r);
  /* Two of two: a level more.  */
  r = nova_vec_split (s, 2);
  CHECK (r->levels == 3 && r->length == 2 && r->stride == 1 && r->data == a + 3);
  row = nova_vec_row (r, 1);
  CHECK (row->length == 2 && row->data == a + 12 && nova_vec_total (row) == 12);
  nova_vec_release (row);
  row = nova_vec_slice (r, 1, 1, 2, 1, &site);
  CHECK (row->levels == 3 && row->length == 1 && row->data == a + 12 && nova_vec_total (row) == 12);
  nova_vec_release (row);
  nova_vec_release (r);
  r = nova_vec_slice (s, 4, 1, 4, 1, &site);
  CHECK (r->length == 0 && nova_vec_total (r) == 0);
  nova_vec_release (r);
  r = nova_vec_slice (s, 3, -2, -1, 1, &site);
  CHECK ((r->flags & NOVA_VEC_INDIRECT) && r->length == 2);
  nova_vec_release (v);
  nova_vec_release (s);
  row = nova_vec_row (r, 1);
  CHECK (row->data == a + 7 && row->length == 5);
  nova_vec_release (row);
  nova_vec_release (r);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
  check_slices ();
  check_limits ();
  check_homes ();
  check_lent ();
  check_rows ();
  check_ragged ();
  check_elements ();
  check_errors ();
  return 0;
}

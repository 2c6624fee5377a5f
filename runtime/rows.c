/* Rows that the first pass of a loop keeps for the second.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The rows of a vector whose lengths are not known are counted before they are written.  A row that
   a function of the program returns is computed once: the counting pass keeps it here, where the
   writing pass reads it.  The room is a vector of handles, whose references it owns; chunks in any
   threads keep different rows.  A kept row no longer belongs to the run of chunks that made it
   (log.c), so an error in a later element leaves it to the room.  A small room may be a variable of
   the function that has the loop: a log has it like others, since what is left is given back before
   the stack is.

   Does not: count, copy or order rows.  */

#include "rt.h"
#include <string.h>

struct nova_vec *
nova_rows_new (size_t n)
{
  if (n == 0)
    return NULL;
  struct nova_vec *r = nova_vec_new (n, sizeof (struct nova_vec *), 64, NULL);
  memset (r->data, 0, n * sizeof (struct nova_vec *));
  r->flags |= NOVA_VEC_ROWS;
  return r;
}

struct nova_vec *
nova_rows_in (void *room, size_t n)
{
  struct nova_local *l = nova_local;
  struct nova_vec *r = room;
  if (unlikely (!nova_log_ready (l)))
    nova_log_more ();
  *r = (struct nova_vec) { .length = n, .data = r + 1, .stride = 1,
                           .elem_size = sizeof (struct nova_vec *), .refs = 1, .levels = 1,
                           .flags = NOVA_VEC_LOCAL | NOVA_VEC_ROWS };
  for (size_t i = 0; i < n; i++)
    ((struct nova_vec **) r->data)[i] = NULL;
  nova_log_made (l, r);
  return r;
}

void
nova_rows_leave (struct nova_vec *r)
{
  nova_log_freed (nova_local, r);
  nova_rows_forget (r, false);
}

void
nova_rows_keep (struct nova_vec *r, size_t i, struct nova_vec *v)
{
  struct nova_local *l = nova_local;
  ((struct nova_vec **) r->data)[i] = v;
  if (!v || !l->logging)
    return;
  if (likely (!__atomic_load_n (&v->owner, __ATOMIC_RELAXED)
              && __atomic_load_n (&v->refs, __ATOMIC_RELAXED) == 1 && nova_log_has (l, v)))
    nova_log_leave (l, v);
  else
    nova_log_kept (v);
}

struct nova_vec *
nova_rows_kept (struct nova_vec *r, size_t i)
{
  return ((struct nova_vec **) r->data)[i];
}

void
nova_rows_forget (struct nova_vec *r, bool unwinding)
{
  struct nova_vec **row = r->data;
  for (size_t i = 0; i < r->length; i++)
    {
      struct nova_vec *v = row[i];
      row[i] = NULL;
      /* Most rows are empty where a function maps itself over buckets.  */
      if (v && !(unwinding && nova_log_has (nova_local, v)))
        nova_vec_drop (v);
    }
}

/* The log of the resources of a chunk or a region, so that an error leaks nothing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   An error inside a chunk is left by longjmp (chunk.c): past the worker, past functions of the user
   and their variables, past regions inside these.  None of them can release its resources.  But a
   function operand is passive, so nothing outside can refer to objects created inside: whatever is
   still in the log when a leaf raises is garbage.  An entry is a word:

     vector        made in this run of chunks; bits of its flags say where the entry is
     vector + 1    one reference to a vector from outside
     temp + 2      a temporary

   A region that an error leaves from its own level, because memory is exhausted or a leaf raises
   there, has a log too, one per thread: functions called inside are passive likewise.

   The entries of all logs of a thread are in one array, those of an inner log behind those of the
   log around it.  A released resource is removed from its place, mostly the end, since releases are
   nested; and what an inner log leaves belongs to the one around without a move.

   References among vectors in the log need no entries: they are freed together.

   A vector that escapes from a chunk is passed to the enclosing run, in the same thread: only loops
   of one chunk return vectors, and those run in the calling thread.

   Does not: log resources outside of chunks and regions, or memory from malloc.  */

#include "rt.h"
#include <stdlib.h>
#include <string.h>

#define MOST (((size_t) 1 << (32 - NOVA_LOG_SHIFT)) - 1)
#define FEW 64u
/* An empty log is not kept with room for more.  */
#define MANY 4096u

enum { VECTOR, REFERENCE, TEMP, KIND = 3 };

void
nova_log_begin (struct nova_log *c)
{
  c->none = !nova_local_make ();
  if (c->none)
    return;
  struct nova_local *l = nova_local;
  c->above = l->base;
  c->inner = l->logging;
  l->base = l->nlog;
  l->logging = true;
}

/* Without memory for it, what is new goes without a log.  */
bool
nova_log_more (void)
{
  struct nova_local *l = nova_local;
  if (l->room >= MOST)
    return false;
  size_t room = l->room ? 2 * l->room : FEW;
  uintptr_t *log = realloc (l->log, room * sizeof *log);
  if (!log)
    return false;
  l->log = log;
  l->room = room;
  return true;
}

/* The place of new entry P, 0 without room.  */
static size_t
add (uintptr_t p)
{
  struct nova_local *l = nova_local;
  if (!l->logging || (l->nlog == l->room && !nova_log_more ()))
    return 0;
  l->log[l->nlog++] = p;
  return l->nlog;
}

void
nova_log_reference (const struct nova_vec *v)
{
  add ((uintptr_t) v | REFERENCE);
}

/* The latest entry for it.  */
void
nova_log_no_reference (const struct nova_vec *v)
{
  struct nova_local *l = nova_local;
  uintptr_t entry = (uintptr_t) v | REFERENCE;
  for (size_t k = l->nlog; k > l->base; k--)
    if (l->log[k - 1] == entry)
      {
        nova_log_take_out (l, k, entry);
        return;
      }
}

size_t
nova_log_temp (void *p)
{
  return add ((uintptr_t) p | TEMP);
}

void
nova_log_temp_freed (void *p, size_t at)
{
  nova_log_take_out (nova_local, at, (uintptr_t) p | TEMP);
}

void
nova_log_escapes (struct nova_vec *v)
{
  for (; v && nova_log_has (nova_local, v); v = v->owner)
    nova_log_leave (nova_local, v);
}

/* How many references to V the vectors of the log have.  */
static long
references_to (const struct nova_vec *v)
{
  const struct nova_local *l = nova_local;
  long n = 0;
  for (size_t k = l->base; k < l->nlog; k++)
    {
      const struct nova_vec *w = (const struct nova_vec *) (l->log[k] & ~(uintptr_t) KIND);
      if (!w || (l->log[k] & KIND) != VECTOR)
        continue;
      n += w->owner == v;
      for (size_t i = 0; (w->flags & NOVA_VEC_ROWS) && i < w->length; i++)
        n += ((struct nova_vec **) w->data)[i] == v;
    }
  return n;
}

/* V and what it lives in are the room's, which may outlive an error.  The references to these that
   are not from vectors are the running chunk's, which may yet be left.  */
void
nova_log_kept (struct nova_vec *v)
{
  const struct nova_local *l = nova_local;
  if (!nova_log_has (l, v))
    {
      nova_log_no_reference (v);
      return;
    }
  for (; v && nova_log_has (l, v); v = v->owner)
    {
      nova_log_leave (nova_local, v);
      long others = __atomic_load_n (&v->refs, __ATOMIC_RELAXED) - 1;
      if (others > 0)
        others -= references_to (v);
      for (; others > 0; others--)
        nova_log_reference (v);
    }
}

/* A chunk of C is done: what it gave out belongs to the run around, if there is one.  References
   to what that made are no longer to something outside.  */
void
nova_log_hand_over (struct nova_log *c)
{
  struct nova_local *l = nova_local;
  size_t begin = l->base;
  if (likely (l->nlog == begin))
    return;
  l->base = c->above;
  for (size_t k = begin; k < l->nlog; k++)
    {
      uintptr_t e = l->log[k];
      struct nova_vec *v = (struct nova_vec *) (e & ~(uintptr_t) KIND);
      if (e && !c->inner && (e & KIND) == VECTOR)
        v->flags &= NOVA_LOG_NO_PLACE;
      if (c->inner && (e & KIND) == REFERENCE && nova_log_has (l, v))
        l->log[k] = 0;
    }
  if (c->inner)
    l->base = l->nlog;
  else
    l->base = l->nlog = begin;
}

void
nova_log_end (struct nova_log *c)
{
  if (c->none)
    return;
  struct nova_local *l = nova_local;
  l->base = c->above;
  l->logging = c->inner;
  while (l->nlog > l->base && !l->log[l->nlog - 1])
    l->nlog--;
  if (unlikely (l->room > MANY) && !l->logging && l->nlog == 0)
    {
      free (l->log);
      l->log = NULL;
      l->room = 0;
    }
}

bool
nova_log_pause (void)
{
  bool logging = nova_local->logging;
  if (logging)
    nova_local->logging = false;
  return logging;
}

void
nova_log_resume (bool logging)
{
  if (logging)
    nova_local->logging = true;
}

/* Give back all that the log has.  References to the outside go first, while their holders still
   say whose they are.  */
void
nova_log_unwind (void)
{
  struct nova_local *l = nova_local;
  for (size_t k = l->base; k < l->nlog; k++)
    {
      struct nova_vec *v = (struct nova_vec *) (l->log[k] & ~(uintptr_t) KIND);
      unsigned kind = l->log[k] & KIND;
      if (v && kind == VECTOR && v->owner && !nova_log_has (l, v->owner))
        nova_vec_drop (v->owner);
      if (v && kind == VECTOR && (v->flags & NOVA_VEC_ROWS))
        nova_rows_forget (v, true);
      if (kind == REFERENCE)
        nova_vec_drop (v);
    }
  for (size_t k = l->base; k < l->nlog; k++)
    {
      void *p = (void *) (l->log[k] & ~(uintptr_t) KIND);
      unsigned kind = l->log[k] & KIND;
      if (p && kind == VECTOR)
        nova_vec_free (p);
      if (kind == TEMP)
        nova_block_free (p);
    }
  if (l->nlog > l->base)
    l->nlog = l->base;
}

/* --- Regions --------------------------------------------------------------------------------- */

/* The log of the region that the calling thread is in, outside of chunks, and how many are
   nested.  */
static NOVA_TLS struct nova_log of_region;
static NOVA_TLS unsigned regions;
/* Where the outermost of them stands.  */
static NOVA_TLS const struct nova_site *place;

void
nova_own_begin (const struct nova_site *site)
{
  if (nova_chunk_now || regions++ > 0)
    return;
  place = site;
  nova_log_begin (&of_region);
}

void
nova_own_end (void)
{
  if (nova_chunk_now || --regions > 0)
    return;
  nova_log_hand_over (&of_region);
  nova_log_end (&of_region);
}

const struct nova_site *
nova_own_site (void)
{
  return regions ? place : NULL;
}

/* An error leaves the regions of the calling thread.  */
void
nova_own_leave (void)
{
  if (regions == 0)
    return;
  nova_log_unwind ();
  nova_log_end (&of_region);
  regions = 0;
}

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

   References among vectors in the log need no entries: they are freed together.  A released
   resource is removed from the log, mostly from its end, since releases are nested.

   A vector that escapes from a chunk is passed to the enclosing run, in the same thread: only loops
   of one chunk return vectors, and those run in the calling thread.

   Does not: log resources outside of chunks and regions, or memory from malloc.  */

#include "rt.h"
#include <stdlib.h>
#include <string.h>

/* Where in the log a vector stands, plus 1; 0: nowhere.  */
#define SHIFT 8
#define MOST (((size_t) 1 << 24) - 1)

enum { VECTOR, REFERENCE, TEMP, KIND = 3 };

NOVA_TLS struct nova_log *nova_log_now;

void
nova_log_begin (struct nova_log *c)
{
  c->log = c->few;
  c->nlog = 0;
  c->room = NOVA_LOG_FEW;
}

/* Room for one more; without memory for that it goes without a log.  */
static bool
more_room (struct nova_log *c)
{
  if (c->room >= MOST)
    return false;
  uintptr_t *log = malloc (2 * c->room * sizeof *log);
  if (!log)
    return false;
  memcpy (log, c->log, c->nlog * sizeof *log);
  if (c->log != c->few)
    free (c->log);
  c->log = log;
  c->room *= 2;
  return true;
}

static bool
add (struct nova_log *c, const void *p, unsigned kind)
{
  if (unlikely (c->nlog == c->room) && !more_room (c))
    return false;
  c->log[c->nlog++] = (uintptr_t) p | kind;
  return true;
}

static void
take_out (struct nova_log *c, size_t at)
{
  c->log[at] = 0;
  while (c->nlog > 0 && !c->log[c->nlog - 1])
    c->nlog--;
}

/* The latest entry of C for P of KIND; false if there is none.  */
static bool
take_latest (struct nova_log *c, const void *p, unsigned kind)
{
  uintptr_t entry = (uintptr_t) p | kind;
  for (size_t k = c->nlog; k-- > 0;)
    if (c->log[k] == entry)
      {
        take_out (c, k);
        return true;
      }
  return false;
}

/* Was V made in C?  */
static bool
made_in (const struct nova_log *c, const struct nova_vec *v)
{
  size_t at = v->flags >> SHIFT;
  return at && at <= c->nlog && c->log[at - 1] == (uintptr_t) v;
}

void
nova_log_made_in (struct nova_log *c, struct nova_vec *v)
{
  if (add (c, v, VECTOR))
    v->flags |= (uint32_t) c->nlog << SHIFT;
}

/* V is freed: the run that made it is this one or one around it.  */
void
nova_log_freed_in (struct nova_log *c, struct nova_vec *v)
{
  for (; c; c = c->above)
    if (made_in (c, v))
      {
        take_out (c, (v->flags >> SHIFT) - 1);
        return;
      }
}

void
nova_log_retained_in (struct nova_log *c, struct nova_vec *v)
{
  if (!made_in (c, v))
    add (c, v, REFERENCE);
}

void
nova_log_released_in (struct nova_log *c, struct nova_vec *v)
{
  if (!made_in (c, v))
    take_latest (c, v, REFERENCE);
}

void
nova_log_temp_in (struct nova_log *c, void *p)
{
  add (c, p, TEMP);
}

void
nova_log_temp_freed_in (struct nova_log *c, void *p)
{
  while (c && !take_latest (c, p, TEMP))
    c = c->above;
}

/* V now belongs to a vector that was not made in C, and so do those that it lives in.  */
void
nova_log_escapes_in (struct nova_log *c, struct nova_vec *v)
{
  for (; v && made_in (c, v); v = v->owner)
    {
      take_out (c, (v->flags >> SHIFT) - 1);
      v->flags &= ((uint32_t) 1 << SHIFT) - 1;
    }
}

/* How many references to V the vectors of C have.  */
static long
references_in (const struct nova_log *c, const struct nova_vec *v)
{
  long n = 0;
  for (size_t k = 0; k < c->nlog; k++)
    {
      const struct nova_vec *w = (const struct nova_vec *) (c->log[k] & ~(uintptr_t) KIND);
      if (!w || (c->log[k] & KIND) != VECTOR)
        continue;
      n += w->owner == v;
      for (size_t i = 0; (w->flags & NOVA_VEC_ROWS) && i < w->length; i++)
        n += ((struct nova_vec **) w->data)[i] == v;
    }
  return n;
}

/* A room that C does not have outlives an error: so do V and what it lives in.  The references
   to these that are not from vectors are the running chunk's, which may yet be left.  */
void
nova_log_kept_in (struct nova_log *c, struct nova_vec *v, const struct nova_vec *r)
{
  if (!made_in (c, v))
    {
      take_latest (c, v, REFERENCE);
      return;
    }
  if (made_in (c, r))
    return;
  for (; v && made_in (c, v); v = v->owner)
    {
      take_out (c, (v->flags >> SHIFT) - 1);
      v->flags &= ((uint32_t) 1 << SHIFT) - 1;
      long others = __atomic_load_n (&v->refs, __ATOMIC_RELAXED) - 1;
      if (others > 0)
        others -= references_in (c, v);
      for (; others > 0; others--)
        add (c, v, REFERENCE);
    }
}

bool
nova_log_has (const struct nova_log *c, const struct nova_vec *v)
{
  return made_in (c, v);
}

/* A chunk of C is done: what it gave out belongs to the run around, if there is one.  */
void
nova_log_hand_over (struct nova_log *c)
{
  for (size_t k = 0; k < c->nlog; k++)
    {
      uintptr_t e = c->log[k];
      void *p = (void *) (e & ~(uintptr_t) KIND);
      if (e && (e & KIND) == VECTOR)
        ((struct nova_vec *) p)->flags &= ((uint32_t) 1 << SHIFT) - 1;
      if (!e || !c->above)
        continue;
      if ((e & KIND) == VECTOR)
        nova_log_made_in (c->above, p);
      else if ((e & KIND) == REFERENCE)
        nova_log_retained_in (c->above, p);
      else
        add (c->above, p, TEMP);
    }
  c->nlog = 0;
}

void
nova_log_end (struct nova_log *c)
{
  if (c->log != c->few)
    free (c->log);
}

/* Give back all that C has.  References to the outside go first, while their holders still say
   whose they are.  */
void
nova_log_unwind (struct nova_log *c)
{
  for (size_t k = 0; k < c->nlog; k++)
    {
      struct nova_vec *v = (struct nova_vec *) (c->log[k] & ~(uintptr_t) KIND);
      unsigned kind = c->log[k] & KIND;
      if (v && kind == VECTOR && v->owner && !made_in (c, v->owner))
        nova_vec_drop (v->owner);
      if (v && kind == VECTOR && (v->flags & NOVA_VEC_ROWS))
        nova_rows_forget (v, c);
      if (kind == REFERENCE)
        nova_vec_drop (v);
    }
  for (size_t k = 0; k < c->nlog; k++)
    {
      void *p = (void *) (c->log[k] & ~(uintptr_t) KIND);
      unsigned kind = c->log[k] & KIND;
      if (p && kind == VECTOR)
        nova_vec_free (p);
      if (kind == TEMP)
        nova_block_free (p);
    }
  c->nlog = 0;
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
  of_region.above = NULL;
  nova_log_begin (&of_region);
  nova_log_now = &of_region;
}

void
nova_own_end (void)
{
  if (nova_chunk_now || --regions > 0)
    return;
  nova_log_hand_over (&of_region);
  nova_log_end (&of_region);
  nova_log_now = NULL;
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
  nova_log_unwind (&of_region);
  nova_log_end (&of_region);
  nova_log_now = NULL;
  regions = 0;
}

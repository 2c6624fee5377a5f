/* A thread inside a parallel loop: failures of elements, and recovery from a leaf that raises.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   A failing element must not end the loop: a lesser one may fail later, and the report must be the
   same on any number of threads.  So failures are recorded in the region's frame, the least
   (order, element) wins, and the stub raises after the join.  A leaf that raises in the middle of
   an element is left by longjmp; the chunk is called again and resumes behind that element
   (nova_resume), which it knows from the nova_mark before the leaf, or from the place that it
   named (nova_mark_in): plain stores of the worker, which the compiler sinks to where a leaf does
   raise.  The resources that the leaf held are released from a log (log.c).  */

#include "rt.h"
#include "sync.h"
#include <stdlib.h>

NOVA_TLS struct nova_chunk *nova_chunk_now;

/* Does A come before B in the program's order?  */
static bool
before (const struct nova_frame *a, const struct nova_frame *b)
{
  return a->order != b->order ? a->order < b->order : a->elem < b->elem;
}

/* The frame's lock is a plain word of the ABI; a C11 atomic of the same representation.  */
_Static_assert (sizeof (atomic_uint) == sizeof (uint32_t), "frame lock");

void
nova_frame_note (struct nova_frame *frame, const struct nova_frame *what)
{
  atomic_uint *lock = (atomic_uint *) &frame->lock;
  const char *loser = what->text;
  nova_lock (lock);
  if (!frame->failed || before (what, frame))
    {
      loser = frame->text;
      frame->failed = 1;
      frame->order = what->order;
      frame->elem = what->elem;
      frame->kind = what->kind;
      frame->site = what->site;
      frame->text = what->text;
      for (unsigned k = 0; k < 4; k++)
        frame->args[k] = what->args[k];
    }
  nova_unlock (lock);
  free ((char *) loser);
}

void
nova_fail_element (struct nova_frame *frame, unsigned order, size_t elem,
                   const struct nova_site *site, unsigned kind, uint64_t a, uint64_t b,
                   uint64_t c, uint64_t d)
{
  struct nova_frame what = { .order = order, .kind = kind, .elem = elem, .site = site,
                             .args = { a, b, c, d } };
  nova_frame_note (frame, &what);
}

/* A leaf that is called next works on element ELEM of builtin ORDER.  Only inside a parallel loop;
   elsewhere it has no meaning and no effect.  */
void
nova_mark (unsigned order, size_t elem)
{
  struct nova_chunk *c = nova_chunk_now;
  if (!c)
    return;
  c->own.order = order;
  c->own.elem = elem;
  c->place = &c->own;
}

/* From now on the running chunk says in PLACE, on its stack, what nova_mark would be told.  */
void
nova_mark_in (struct nova_place *place)
{
  if (nova_chunk_now)
    nova_chunk_now->place = place;
}

/* Where a chunk that begins at BEGIN goes on.  */
size_t
nova_resume (size_t begin)
{
  const struct nova_chunk *c = nova_chunk_now;
  return c && c->resume > begin ? c->resume : begin;
}

/* Record WHAT in FRAME as the failure of the element that PLACE says, else as that of NUMBER.  */
static bool
note_at (struct nova_frame *frame, const struct nova_frame *what, const struct nova_place *place,
         size_t number, size_t *elem)
{
  struct nova_frame note = *what;
  bool marked = place && place->elem != (size_t) -1;
  note.order = marked ? place->order : 0;
  note.elem = *elem = marked ? place->elem : number;
  nova_frame_note (frame, &note);
  return marked;
}

/* WHAT leaves the loops of calls in the midst of C's chunk.  What their frames have noted in the
   end, each raises for the loop around it, as who runs the loop would have.  */
static struct nova_frame
leave_loops (struct nova_chunk *c, struct nova_frame what)
{
  struct nova_within *in;
  while ((in = c->within) != NULL)
    {
      size_t elem;
      note_at (in->frame, &what, c->place, in->number, &elem);
      if (in->job)
        nova_inner_leave (in->job);
      what = *in->frame;
      in->frame->failed = 0;
      in->frame->text = NULL;
      nova_within_end (c, in);
    }
  return what;
}

/* A raise without a mark, or one that the chunk did not go on behind, ends the chunk: the loop must
   come to its end whatever its body does.  */
void
nova_chunk_raise (const struct nova_frame *what)
{
  struct nova_chunk *c = nova_chunk_now;
  struct nova_frame left = leave_loops (c, *what);
  size_t elem;
  if (note_at (c->frame, &left, c->place, c->number, &elem) && elem + 1 > c->resume)
    c->resume = elem + 1;
  else
    c->over = true;
  nova_log_unwind ();
  longjmp (c->raised, 1);
}

/* Call W (ARGS, c) for c from BEGIN to END, chunks of JOB, noting failures in FRAME.  */
void
nova_chunk_run (nova_worker *w, void *args, size_t begin, size_t end, struct nova_frame *frame,
                struct nova_job *job)
{
  struct nova_chunk self;
  self.outer = nova_chunk_now;
  self.frame = frame;
  self.job = job;
  self.over = false;
  self.resume = 0;
  self.number = begin;
  self.within = NULL;
  nova_log_begin (&self.log);
  if (setjmp (self.raised) && self.over)
    {
      self.over = false;
      self.resume = 0;
      self.number = self.number + 1;
    }
  nova_chunk_now = &self;
  for (; self.number < end; self.number = self.number + 1)
    {
      self.place = NULL;
      w (args, self.number);
      nova_log_hand_over (&self.log);
      self.resume = 0;
    }
  nova_chunk_now = self.outer;
  nova_log_end (&self.log);
}

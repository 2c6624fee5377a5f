/* The state of the passivity check's walk over the statements of a function, and the notes that it
   takes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h and nova-gcc.h.  */

#ifndef NOVA_PASSIVE_WALK_H
#define NOVA_PASSIVE_WALK_H

#include "passive.h"

struct passive_walker
{
  struct effects *e;		/* the effects of the function so far */
  struct points_map *map;
  gimple *stmt;			/* the statement it is at */
};

/* passive-walk.cc: the location of STMT of function FN, for messages.  */
extern location_t passive_location (tree fn, gimple *stmt);
/* The violation that the current statement does KIND to WHAT; record a violation if it is the
   first; both.  */
extern struct violation passive_violation (struct passive_walker *w, enum misdeed kind, tree what);
extern void passive_violate (struct passive_walker *w, struct violation v);
extern void passive_misdeed (struct passive_walker *w, enum misdeed kind, tree what);
/* The current statement writes to the places of P; WHAT is their name for messages, unless P has
   one.  INNER: it is a call, and this is the callee's violation.  */
extern void passive_note_write (struct passive_walker *w, struct points p, tree what,
				struct violation *inner);
/* The current statement reads the places of P.  */
extern void passive_note_read (struct passive_walker *w, struct points p);
/* E's reads of memory that no argument leads to.  */
extern void passive_note_memory (struct passive_walker *w, const struct effects *e);

static inline void
add_cost (struct passive_walker *w, unsigned cost)
{
  w->e->cost = MIN (w->e->cost + cost, MAX_COST);
}

/* passive-call.cc: the current statement is CALL.  */
extern void passive_walk_call (struct passive_walker *w, gcall *call);

#endif /* NOVA_PASSIVE_WALK_H */

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
  struct effects *e;		/* what is known of the function so far */
  struct points_map *map;
  gimple *stmt;			/* the statement it is at */
};

/* passive-walk.cc: where STMT of function FN is, for messages.  */
extern location_t passive_location (tree fn, gimple *stmt);
/* The current statement does KIND to WHAT: what is kept of it, and keep it if it is the first.  */
extern struct violation passive_violation (struct passive_walker *w, enum misdeed kind, tree what);
extern void passive_violate (struct passive_walker *w, struct violation v);
extern void passive_misdeed (struct passive_walker *w, enum misdeed kind, tree what);
/* The current statement writes to what P says; WHAT is its name for messages, unless P knows.
   INNER: it is a call, and the function called does it so.  */
extern void passive_note_write (struct passive_walker *w, struct points p, tree what,
				struct violation *inner);
/* The current statement reads what P says.  */
extern void passive_note_read (struct passive_walker *w, struct points p);
/* E's reads of what no argument leads to.  */
extern void passive_note_memory (struct passive_walker *w, const struct effects *e);

static inline void
add_cost (struct passive_walker *w, unsigned cost)
{
  w->e->cost = MIN (w->e->cost + cost, MAX_COST);
}

/* passive-call.cc: the current statement is CALL.  */
extern void passive_walk_call (struct passive_walker *w, gcall *call);

#endif /* NOVA_PASSIVE_WALK_H */

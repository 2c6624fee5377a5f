/* The pass chunk: elements that are checked, and stored in the same pass.

     loop i < n cost k checked { } do { ... need x else ... d[i] := v }   raise { ... }

   becomes

     if handled () {
       parfor c < nc { loop i = b to e { } do { ... need x else ... } }
       raise { ... }
     }
     parfor c < nc {
       loop i = b to e { } do { ... need x else ... }
       loop i = b to e { } do { ... d[i] := v }
     }
     raise { ... }

   Only a program with a handler sees what was stored before an error, so only there all elements
   are checked ahead of the first store.  Else what a check reads is read once from memory, and
   again from the cache: the pass precheck takes both loops a block at a time.

   Does not: take loops with outputs, along rows, or that become nests.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-chunk.h"
#include "schedule-nest.h"

bool
checked_once (struct chunks *d)
{
  struct nest_levels v = { .known = d->known };
  const struct imp_stmt *s = d->loop;

  if (!s->ahead_checked || !imp_has_needs (s) || d->fails || d->nouts || s->nargs || s->once
      || imp_between (s) || d->h.p->target->plain || imp_has_loops (&s->body))
    return false;
  nest_find_levels (&v, s, NEST_WHOLE_ROW);
  return !v.n;
}

void
checked_store (struct chunks *d, struct imp_block *b)
{
  struct imp_block *after = d->h.b;
  struct imp_stmt *i = imp_make_if (&d->h, imp_call (d->h.p, IMP_FN_HANDLED, NULL, 0, NULL));
  struct imp_expr *c, *begin, *end;
  struct imp_copy raise;

  d->h.b = &i->body;
  chunks_begin (d, d->nc, NULL, &c, &begin, &end);
  chunks_checks (d, begin, end);
  d->h.b = &i->body;
  raise = imp_copy_new (&d->h);
  imp_copy_stmt (&raise, d->loop->next);
  d->h.b = after;
  chunks_begin (d, d->nc, NULL, &c, &begin, &end);
  chunks_checks (d, begin, end);
  chunks_part (d, begin, end, PASS_SECOND);
  d->h.b = after;
  chunks_raise (d, b);
}

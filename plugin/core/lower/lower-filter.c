/* Lowering of the second pass of filters: writing the elements that are kept.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One element after another; where blocks pay, schedule-compact.c compacts them.  */

#include "lower-loop.h"

/* d[pos] := V; pos := pos + 1, if guard G (NULL: always) holds.  Where there is room for each V,
   the next one is written over it if it does not.  */
void
filter_accept (struct lower *l, struct out *o, struct imp_expr *v, struct imp_expr *g)
{
  struct imp_block *after = l->b;
  if (g && o->mem.wide)
    {
      g = lower_name (l, e_test (l, g), "keep");
      s_store (l, e_again (l, o->mem.d), imp_use (l->p, o->mem.pos), v);
      g = e_select (l, g, e_size (l, 1), e_size (l, 0));
      s_assign (l, o->mem.pos, e_op (l, FIR_ADD, imp_use (l->p, o->mem.pos), g));
      return;
    }
  if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if (o->mem.grow)
    grow_room (l, o->mem.grow, imp_use (l->p, o->mem.pos), e_size (l, 1));
  s_store (l, e_again (l, o->mem.d), imp_use (l->p, o->mem.pos), v);
  s_assign (l, o->mem.pos, e_op (l, FIR_ADD, imp_use (l->p, o->mem.pos), e_size (l, 1)));
  l->b = after;
}

int
filter_gains (struct loop *lp, struct out *o)
{
  return fir_atom_type (o->o->value)->size <= lp->l->target->partial ? 2 : 0;
}

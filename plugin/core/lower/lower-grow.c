/* Lowering of loops inside another: memory that grows while it is written.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A region's own loop counts before it writes, so that its chunks know where.  A loop inside an
   element has no chunks.  If it counted first, too, its leaves would be called twice in each pass
   of the loop around it: 2^depth times.  So a filter, or ragged rows, that such a loop makes is
   written in one pass; if it has no place, to memory that is reallocated when it is full:

     vecnew v [cap]
     for i {
       ...
       if gt (used + n, cap) { cap := max (4 cap, used + n)  vecnew more [cap]  move  v := more }
       v[used] := ...
     }

   The result is the used part of that memory.  If the values are themselves made by a loop, that
   loop appends them, and makes room as it goes.  The growth factor is four, so that little is
   copied; memory that is never written takes no pages.

   Does not: release the unused rest before the element ends.  */

#include "lower-loop.h"

/* The initial size in bytes, if that much may be needed.  */
#define FIRST_BYTES 16384

struct grow
{
  struct vecval *mem;		/* the memory; its handle and DATA are variables that change */
  struct imp_expr *cap;		/* its capacity in elements: a variable that changes */
  uint32_t site;
};

struct grow *
grow_new (struct lower *l, const char *name, const struct type *t, struct imp_expr *some,
	  uint32_t site)
{
  struct grow *g = CTX_NEW (l->ctx, struct grow);
  uint64_t first = FIRST_BYTES / (t->elem->size ? t->elem->size : 1), n;
  struct imp_expr *cap = e_again (l, some);
  if (!imp_is_const (some, &n) || n > first)
    cap = e_op (l, FIR_MIN, cap, e_size (l, first));
  g->site = site;
  g->cap = imp_use (l->p, s_new (l, "cap", type_size (l->ctx), cap));
  g->mem = vec_alloc (l, name, t, e_again (l, g->cap), site);
  g->mem->grown = true;
  return g;
}

struct imp_expr *
grow_data (struct lower *l, struct grow *g)
{
  return e_again (l, g->mem->data);
}

struct vecval *
grow_memory (struct grow *g)
{
  return g->mem;
}

void
grow_room (struct lower *l, struct grow *g, struct imp_expr *used, struct imp_expr *n)
{
  struct imp_block *after = l->b;
  struct imp_expr *want = lower_name (l, e_op (l, FIR_ADD, e_again (l, used), n), "want");
  l->b = &s_if (l, e_op (l, FIR_GT, e_again (l, want), e_again (l, g->cap)))->body;
  struct imp_expr *times = e_op (l, FIR_MUL, e_again (l, g->cap), e_size (l, 4));
  s_assign (l, g->cap->var, e_op (l, FIR_MAX, times, e_again (l, want)));
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_VECNEW, g->site);
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "more", g->mem->type);
  s->e[0] = e_again (l, g->cap);
  const struct type *t = g->mem->data->type;
  struct imp_var *d = s_new (l, "d", t, e_call (l, IMP_FN_DATA, t, 1, imp_use (l->p, s->var)));
  struct imp_expr *bytes = e_op (l, FIR_MUL, e_again (l, used), e_size (l, t->elem->size));
  imp_stmt_new (l->p, l->b, IMP_EVAL, 0)->e[0]
    = e_call (l, IMP_FN_MOVE, NULL, 3, imp_use (l->p, d), e_again (l, g->mem->data), bytes);
  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = g->mem->handle;
  s_assign (l, g->mem->handle, imp_use (l->p, s->var));
  s_assign (l, g->mem->data->var, imp_use (l->p, d));
  l->b = after;
}

/* The address of element AT in G.  */
static struct imp_expr *
place_at (struct lower *l, struct grow *g, struct imp_expr *at)
{
  struct imp_expr *args[2] = { grow_data (l, g), e_again (l, at) };
  const struct type *t = g->mem->data->type;
  return imp_use (l->p, s_new (l, "seg", t, imp_prim (l->p, FIR_PADD, t, 2, args)));
}

/* Room for N elements in that of the two memories of TO whose turn it is.  */
static struct imp_expr *
place_in_turn (struct lower *l, struct grown *to, struct imp_expr *n)
{
  struct imp_block *after = l->b;
  struct imp_var *d = s_new (l, "seg", to->in->mem->data->type, NULL);
  struct imp_stmt *i = s_if (l, imp_use (l->p, to->flip));
  l->b = &i->body;
  grow_room (l, to->in, to->at, e_again (l, n));
  s_assign (l, d, grow_data (l, to->in));
  l->b = &i->orelse;
  grow_room (l, to->other, to->at, e_again (l, n));
  s_assign (l, d, grow_data (l, to->other));
  l->b = after;
  return imp_use (l->p, d);
}

struct imp_expr *
grow_place (struct lower *l, struct grown *to, struct imp_expr *n)
{
  if (to->other)
    return to->placed = place_in_turn (l, to, n);
  grow_room (l, to->in, to->at, e_again (l, n));
  return to->placed = place_at (l, to->in, to->at);
}

void
grow_filtered (struct lower *l, struct out *o)
{
  struct imp_expr *pos = imp_use (l->p, o->mem.pos);
  if (o->mem.to)
    {
      pos = lower_name (l, e_op (l, FIR_SUB, pos, e_again (l, o->mem.to->at)), "n");
      o->mem.to->placed = o->mem.vec->data = place_at (l, o->mem.to->in, o->mem.to->at);
    }
  else if (o->mem.grow)
    {
      o->mem.vec->data = grow_data (l, o->mem.grow);
      o->mem.vec->keeper = o->mem.grow->mem;
    }
  o->mem.vec->n[0] = o->mem.count = pos;
}

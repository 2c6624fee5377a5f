/* The memory that a pointer or handle may lead to, and the position in it.

   A pointer leads to whatever the pointers lead to that it was derived from.  The walk ends at an
   origin: a parameter, an area or a vector that the procedure makes, or, for pointers that were
   loaded or that a leaf returned, at an unknown origin.  All values assigned to a variable count.

   The offset added to a pointer before the parfor is its shift, the same for all iterations; two
   accesses of one origin can be compared if their shifts are equal.  Offsets added inside are
   imp-window.c's.  The fields of a record and the elements of memory are not distinguished.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* --- Who gives what -------------------------------------------------------------------------- */

bool
imp_leads_to_memory (const struct type *t)
{
  if (t->kind == TYPE_RECORD)
    for (unsigned k = 0; k < t->nfields; k++)
      if (imp_leads_to_memory (t->fields[k].type))
	return true;
  return t->kind == TYPE_PTR || type_is_vec (t);
}

bool
imp_is_own (struct owner *o, const struct imp_expr *e)
{
  enum par_level level = owner_level (o);
  enum mem_space space = SPACE_PROGRAM;

  if (imp_expr_is_area (e))
    space = def_of (o, e->var)->inside ? imp_space (e->var, level) : SPACE_PROGRAM;
  else if (e->type && e->type->kind == TYPE_PTR)
    space = e->type->space;
  return !(level_info[level].shares & NOVA_SET (space));
}

/* Where note_block is.  */
struct spot
{
  struct imp_stmt *loop;	/* the innermost one around */
  struct imp_stmt *outer;	/* the one around that */
  const struct imp_stmt *in;	/* the innermost statement around */
  const struct imp_stmt *gives;	/* the innermost LOOP around */
};

/* Add definition E, by S, at the head of LIST.  */
static struct given *
add_given (struct owner *o, struct given *list, const struct imp_expr *e, struct imp_stmt *s,
	   const struct imp_block *b, const struct spot *at)
{
  struct given *g = CTX_NEW (o->p->ctx, struct given);

  *g = (struct given) { e, s, o->when, b, at->in, list };
  return g;
}

/* V gets E, among others, again and again: AT says where.  */
static void
give_often (struct owner *o, const struct imp_var *v, const struct imp_expr *e, struct imp_stmt *s,
	    const struct imp_block *b, const struct spot *at)
{
  struct def *d = def_of (o, v);

  d->given = add_given (o, d->given, e, s, b, at);
  d->often = true;
}

/* The outputs of LOOP: an accumulator becomes what the operator makes of it, its first parameter,
   and a value given; a cursor moves on.  */
static void
note_outputs (struct owner *o, struct imp_stmt *loop, const struct spot *at)
{
  const struct imp_block *b = &loop->orelse;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_expr *acc;

      if (!imp_is_output (s))
	continue;
      acc = imp_use (o->p, s->var);
      if (s->kind == IMP_CURSOR)
	{
	  give_often (o, s->var, acc, s, b, at);
	  continue;
	}
      if (s->kind == IMP_FILTER)
	{
	  give_often (o, s->var, imp_prim2 (o->p, FIR_ADD, acc->type, imp_use (o->p, s->var),
					    imp_size (o->p, 1)), s, b, at);
	  continue;
	}
      give_often (o, s->var, s->e[2], s, b, at);
      give_often (o, s->body.first->var, acc, s, b, at);
      if (s->e[1])
	give_often (o, s->e[1]->var, imp_size (o->p, 1), s, b, at);
      if (s->base && imp_leads_to_memory (acc->type))
	o->kept = add_given (o, o->kept, acc, s, b, at);
    }
}

/* S gives a value to an output of the loop that AT is in.  */
static void
note_give (struct owner *o, struct imp_stmt *s, const struct imp_block *b, const struct spot *at)
{
  const struct imp_stmt *out = at->gives ? imp_output (at->gives, s->var) : NULL;

  /* One to no output has been, or will be, complained of.  */
  if (!out)
    return;
  if (out->kind == IMP_FILTER)
    {
      if (imp_leads_to_memory (s->e[0]->type))
	o->kept = add_given (o, o->kept, s->e[0], s, b, at);
      return;
    }
  if (out->kind == IMP_CURSOR)
    {
      give_often (o, s->var, imp_prim2 (o->p, FIR_ADD, s->var->type, imp_use (o->p, s->var),
					s->e[0]), s, b, at);
      return;
    }
  give_often (o, out->body.first->next->var, s->e[0], s, b, at);
  give_often (o, s->var, s->e[0], s, b, at);
}

static void
note_block (struct owner *o, struct imp_block *b, struct spot at)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct spot in = { at.loop, at.outer, s, at.gives };
      struct def *d = s->var ? def_of (o, s->var) : NULL;

      o->when++;
      if (imp_counts (s) || s->kind == IMP_WHILE || s->kind == IMP_PARFOR)
	{
	  in.loop = s;
	  in.outer = at.loop;
	}
      if (s->kind == IMP_LOOP)
	in.gives = s;
      /* The block between its passes is in no element of the loop.  */
      if (s->kind == IMP_BETWEEN)
	in.loop = at.outer;
      if (imp_binds (s))
	{
	  d->by = s;
	  d->block = b;
	  d->loop = at.loop;
	  d->inside = !o->par;
	}
      if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->e[0])
	{
	  d->given = add_given (o, d->given, s->e[0], s, b, &at);
	  d->often |= d->loop != at.loop;
	}
      if (s->kind == IMP_STORE && imp_leads_to_memory (s->e[1]->type))
	o->kept = add_given (o, o->kept, s->e[1], s, b, &at);
      if (s->kind == IMP_EVAL && s->e[0]->kind == IMP_EXPR_CALL
	  && s->e[0]->fn == IMP_FN_KEEP_ROW)
	o->kept = add_given (o, o->kept, s->e[0]->args[2], s, b, &at);
      if (s->kind == IMP_GIVE)
	note_give (o, s, b, &at);
      note_block (o, &s->body, in);
      note_block (o, &s->orelse, in);
      /* The parameters of operators have been bound.  */
      if (s->kind == IMP_LOOP)
	note_outputs (o, s, &in);
    }
}

void
imp_note (struct owner *o, struct imp_proc *proc)
{
  struct spot at = { 0 };

  o->defs = CTX_NEWV (o->p->ctx, struct def, proc->nvars + 1);
  note_block (o, &proc->body, at);
}

/* Mark the variables that B, of a parfor, binds as INSIDE; those bound between the passes of a loop
   are in no parfor.  */
static void
note_inside (struct owner *o, const struct imp_block *b, bool inside)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_BETWEEN)
	continue;
      if (imp_binds (s))
	def_of (o, s->var)->inside = inside;
      note_inside (o, &s->body, inside);
      note_inside (o, &s->orelse, inside);
    }
}

void
imp_note_par (struct owner *o, bool inside)
{
  def_of (o, o->par->var)->inside = inside;
  note_inside (o, &o->par->body, inside);
  note_inside (o, &o->par->orelse, inside);
}

/* --- Shifts ---------------------------------------------------------------------------------- */

static void
add_shift (struct shift *s, const struct imp_expr *e, uint64_t width, bool often)
{
  if (often || s->n == FACTORS)
    s->vague = true;
  else if (width)
    s->of[s->n++] = (struct addend) { e, width };
}

/* Are X and Y the same sum.  */
bool
imp_same_shift (struct owner *o, const struct shift *x, const struct shift *y)
{
  struct shift z = *y;

  if (x->vague || y->vague || x->n != y->n)
    return false;
  for (unsigned k = 0; k < x->n; k++)
    {
      unsigned j = k;

      while (j < z.n && !(x->of[k].width == z.of[j].width && imp_same (o, x->of[k].e, z.of[j].e)))
	j++;
      if (j == z.n)
	return false;
      z.of[j] = z.of[k];
    }
  return true;
}

/* --- The walk -------------------------------------------------------------------------------- */

/* The origins found, so that F is called after the walk.  */
struct finds
{
  struct origin from;
  struct finds *next;
};

struct walk
{
  struct owner *o;
  struct finds *found;
  bool turns;			/* a variable is derived from itself, perhaps with an offset */
};

/* The state of the walk.  */
struct at
{
  bool outside;			/* the expression was evaluated before the parfor */
  bool often;			/* in some iteration of a loop before the parfor */
  const struct given *unless;
  struct shift shift;
};

static void walk (struct walk *w, const struct imp_expr *e, struct at at);

static void
found (struct walk *w, const struct imp_var *v, const struct at *at, bool number)
{
  struct finds *f = CTX_NEW (w->o->p->ctx, struct finds);

  f->from = (struct origin) { v, number, at->unless, at->shift };
  f->next = w->found;
  w->found = f;
}

/* All of E's operands that lead to memory, at no place that is known.  */
static void
walk_operands (struct walk *w, const struct imp_expr *e, struct at at)
{
  at.shift.vague = true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (imp_leads_to_memory (e->args[k]->type))
      walk (w, e->args[k], at);
}

/* The choice of `new d := G; if c { d := t }', t a temp, that t: D is G unless c holds.  */
static const struct given *
chosen (const struct def *d, const struct given *g)
{
  const struct given *p = d->given;

  return g == p->next && !g->next && !d->often && !d->inside && g->by->kind == IMP_NEW && p->in
	     && p->in->kind == IMP_IF && p->block == &p->in->body
	     && p->in->e[0]->kind == IMP_EXPR_VAR
	     && p->e->kind == IMP_EXPR_VAR && p->e->var->kind == IMP_VAR_TEMP
	 ? p
	 : NULL;
}

/* Is D a room for rows: memory that its binder makes?  */
static bool
is_room (const struct def *d)
{
  const struct given *g = d->given;
  return g && !g->next && g->e->kind == IMP_EXPR_CALL && g->e->fn == IMP_FN_ROWS;
}

static void
walk_var (struct walk *w, const struct imp_var *v, struct at at)
{
  struct def *d = def_of (w->o, v);
  bool one = imp_value (w->o, v) != NULL;

  if (d->busy)
    {
      w->turns = true;
      return;
    }
  if (!d->given || is_room (d))
    {
      found (w, v, &at, false);
      if (d->by && d->by->kind == IMP_VECNEW && d->by->e[1])
	{
	  d->busy = true;
	  walk (w, d->by->e[1], at);
	  d->busy = false;
	}
      return;
    }
  at.outside |= !d->inside;
  at.often |= d->often && !d->inside;
  d->busy = true;
  for (struct given *g = d->given; g; g = g->next)
    {
      struct at next = at;

      if (chosen (d, g))
	next.unless = chosen (d, g);
      /* Something may be added to it each time around.  */
      if (!one && g->e->kind == IMP_EXPR_PRIM && g->e->op == FIR_PADD)
	next.shift.vague = true;
      walk (w, g->e, next);
    }
  d->busy = false;
}

static void
walk_prim (struct walk *w, const struct imp_expr *e, struct at at)
{
  const struct type *from = e->nargs ? e->args[0]->type : NULL;

  switch (e->op)
    {
    case FIR_PADD:
      if (at.outside)
	add_shift (&at.shift, e->args[1], imp_width (e->type), at.often);
      walk (w, e->args[0], at);
      break;
    case FIR_CONV:
      if (imp_leads_to_memory (from))
	walk (w, e->args[0], at);
      else
	found (w, NULL, &at, true);
      break;
    case FIR_SELECT:
      walk (w, e->args[1], at);
      walk (w, e->args[2], at);
      break;
    default: walk_operands (w, e, at); break;
    }
}

static void
walk_call (struct walk *w, const struct imp_expr *e, struct at at)
{
  switch (e->fn)
    {
    /* Newly allocated memory.  */
    case IMP_FN_COPY:
    case IMP_FN_OFFSETS: break;
    case IMP_FN_PART:
      if (at.outside)
	add_shift (&at.shift, e->args[1], imp_width (e->type), at.often);
      walk (w, e->args[0], at);
      break;
    /* Loaded from the room.  */
    case IMP_FN_KEPT_ROW: found (w, NULL, &at, false); break;
    default:
      if (imp_fn_info[e->fn].leads == IMP_LEADS_SAME)
	walk (w, e->args[0], at);
      else
	walk_operands (w, e, at);
      break;
    }
}

static void
walk (struct walk *w, const struct imp_expr *e, struct at at)
{
  if (!w->o->fuel || !--w->o->fuel)
    {
      at.shift.vague = true;
      found (w, NULL, &at, true);
      return;
    }
  switch (e->kind)
    {
    case IMP_EXPR_CONST: break;
    case IMP_EXPR_VAR: walk_var (w, e->var, at); break;
    case IMP_EXPR_LOAD: found (w, NULL, &at, false); break;
    case IMP_EXPR_PRIM: walk_prim (w, e, at); break;
    case IMP_EXPR_CALL: walk_call (w, e, at); break;
    case IMP_EXPR_LEAF:
    case IMP_EXPR_FUN:
      found (w, NULL, &at, false);
      walk_operands (w, e, at);
      break;
    }
}

static void
walk_all (struct owner *o, const struct imp_expr *e, bool outside, origin_fn *f, void *data)
{
  struct walk w = { o, NULL, false };
  struct at at = { .outside = outside };

  o->fuel = FUEL;
  walk (&w, e, at);
  for (struct finds *g = w.found; g; g = g->next)
    {
      g->from.at.vague |= w.turns;
      f (o, &g->from, data);
    }
}

void
imp_origins (struct owner *o, const struct imp_expr *e, origin_fn *f, void *data)
{
  walk_all (o, e, false, f, data);
}

void
imp_origins_before (struct owner *o, const struct imp_expr *e, origin_fn *f, void *data)
{
  walk_all (o, e, true, f, data);
}

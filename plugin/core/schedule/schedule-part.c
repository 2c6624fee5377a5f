/* The pass chunk: what of a loop's elements a pass over them takes: the only one, or one of two.

   A copy of the loop from B to E, of which only the parts are left that the pass needs: the first
   of two combines and counts, the second stores and scans; needs, which are checked ahead, are in a
   loop of their own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* Does O combine its values in that pass; has it anything to do in it?  */
static bool
combines (const struct output *o, enum pass pass)
{
  return pass == PASS_FIRST || (pass == PASS_ONLY && o->s->kind == IMP_REDUCE);
}

static bool
takes (const struct output *o, enum pass pass)
{
  return pass != PASS_SECOND || o->s->kind != IMP_REDUCE;
}

/* Make output T, a copy of that of O, only combine O's values in the accumulator of a chunk.  */
static void
make_reduce (struct chunks *d, struct output *o, struct imp_stmt *t)
{
  if (output_counts (o))
    imp_make_count (&d->h, t);
  t->kind = IMP_REDUCE;
  t->base = NULL;
  t->e[1] = o->has ? here_use (&d->h, o->has) : NULL;
  t->first = !o->has && !t->e[0];
}

/* Begin a loop over the elements B to E, into which C copies those of the region's loop.  */
static struct imp_stmt *
new_loop (struct chunks *d, struct imp_copy *c, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_LOOP, 0);
  const struct imp_var *i = d->loop->var;

  s->var = imp_var_new (d->h.p, d->h.proc, i->kind, i->name, i->type);
  s->e[0] = here_again (&d->h, b);
  s->e[1] = here_again (&d->h, e);
  s->e[2] = here_size (&d->h, 1);
  imp_copy_set (c, i, here_use (&d->h, s->var));
  c->data = d;
  return s;
}

/* Is S a need, a kept store or a give of the element, not one of a loop inside?  */
static bool
left_out (struct imp_copy *c, const struct imp_stmt *s)
{
  const struct chunks *d = (const struct chunks *) c->data;

  return s->kind == IMP_NEED || s->kept || imp_output (d->loop, s->var);
}

/* Only the needs of the elements B to E.  */
void
chunks_checks (struct chunks *d, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_stmt *s = new_loop (d, &c, b, e);

  c.give = c.keep = left_out;
  c.h.b = &s->body;
  imp_copy_block (&c, &d->loop->body);
  imp_drop_stores (&d->h, &s->body);
  imp_drop_dead (&d->h, &s->body, false);
}

/* The copy of the elements of a pass.  */
struct part
{
  struct chunks *d;
  enum pass pass;
  bool keeps;			/* what is kept for the second pass is stored */
};

/* The GIVE of an imp_copy: GIVE in the pass: for an output that counts, by how much it advances;
   nothing for an output without a part in the pass.  */
static bool
give_part (struct imp_copy *c, const struct imp_stmt *give)
{
  struct part *p = (struct part *) c->data;
  struct chunks *d = p->d;
  struct output *o = d->outs;
  struct imp_stmt *t;

  while (o < d->outs + d->nouts && o->s->var != give->var)
    o++;
  /* One of a loop inside belongs to that loop's output.  */
  if (o == d->outs + d->nouts)
    return false;
  if (p->pass == PASS_FIRST && output_counts (o))
    {
      struct imp_expr *n = imp_loop_counted (c, o->s, give);

      t = imp_stmt_new (c->h.p, c->h.b, IMP_GIVE, 0);
      t->var = o->acc;
      t->e[0] = n;
      return true;
    }
  return !takes (o, p->pass);
}

/* The KEEP of an imp_copy: the second pass loads what the first has kept.  The only one need not
   store it, unless the element itself reads it; rows stay where they are kept.  */
static bool
find_kept (struct imp_copy *c, const struct imp_stmt *s)
{
  struct part *p = (struct part *) c->data;

  if (p->d->single)
    return s->kind == IMP_STORE && imp_block_uses (&p->d->loop->body, s->base->var) == 1;
  if (p->pass == PASS_FIRST)
    return !p->keeps;
  imp_copy_found (c, s);
  return true;
}

/* Clear the KEPT flags in B, the body of the first pass.  */
static void
forget_kept (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      s->kept = false;
      forget_kept (&s->body);
      forget_kept (&s->orelse);
    }
}

/* Remove from B what elements need not do in PASS.  */
static void
drop_rest (struct chunks *d, struct imp_block *b, enum pass pass)
{
  if (pass == PASS_FIRST)
    imp_drop_stores (&d->h, b);
  if (pass == PASS_FIRST && d->late)
    d->late = imp_drop_failing (&d->h, b);
  if (pass == PASS_SECOND && !d->late)
    imp_drop_fails (d->h.p, b);
  if (pass == PASS_SECOND || (pass == PASS_FIRST && !d->late))
    imp_drop_dead (&d->h, b, pass == PASS_SECOND);
}

/* Loops in B in which an element of the loop around may fail take their elements one after
   another.  */
static void
fail_in_order (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_LOOP && imp_block_fails (&s->body))
	{
	  s->shape = IMP_SHAPE_SERIAL;
	  s->brief = false;
	}
      fail_in_order (&s->body);
      fail_in_order (&s->orelse);
    }
}

/* The elements B to E of the loop, as C copies them for PART.  */
static struct imp_stmt *
copy_part (struct imp_copy *c, struct part *part, struct imp_expr *b, struct imp_expr *e)
{
  struct chunks *d = part->d;
  enum pass pass = part->pass;
  struct imp_stmt *s = new_loop (d, c, b, e);

  c->both = d->both;
  c->need = left_out;
  c->give = give_part;
  c->keep = find_kept;
  c->data = part;
  for (unsigned k = 0; k < d->nouts; k++)
    imp_copy_set (c, d->outs[k].s->var, here_use (&d->h, d->outs[k].acc));
  c->h.b = &s->orelse;
  for (unsigned k = 0; k < d->nouts; k++)
    if (takes (&d->outs[k], pass))
      {
	imp_copy_stmt (c, d->outs[k].s);
	if (combines (&d->outs[k], pass))
	  make_reduce (d, &d->outs[k], s->orelse.last);
      }
  c->h.b = &s->body;
  imp_copy_block (c, &d->loop->body);
  return s;
}

/* The elements B to E of the loop in PASS, into the accumulators.  The first pass only
   combines.  */
struct imp_stmt *
chunks_part (struct chunks *d, struct imp_expr *b, struct imp_expr *e, enum pass pass)
{
  struct imp_copy c = imp_copy_new (&d->h);
  struct part part = { d, pass, true };
  struct imp_stmt *s = copy_part (&c, &part, b, e);

  if (d->fails && (pass != PASS_SECOND || d->late || d->nouts || d->reduced))
    fail_in_order (&s->body);
  drop_rest (d, &s->body, pass);
  s->shape = pass == PASS_FIRST ? d->loop->ahead : d->loop->shape;
  if (d->fails && d->late == (pass == PASS_SECOND))
    s->shape = IMP_SHAPE_SERIAL;
  if (d->single)
    row_grown_own (d, &s->body);
  if (pass == PASS_FIRST || d->single)
    forget_kept (&s->body);
  if (pass != PASS_FIRST)
    return s;
  imp_count_in_blocks (&d->h, s);
  return s;
}

void
chunks_all (struct chunks *d)
{
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_stmt *s = new_loop (d, &c, here_size (&d->h, 0), d->n);

  c.h.b = &s->orelse;
  for (unsigned k = 0; k < d->nouts; k++)
    imp_copy_stmt (&c, d->outs[k].s);
  c.h.b = &s->body;
  imp_copy_block (&c, &d->loop->body);
  s->shape = IMP_SHAPE_SERIAL;
}

/* --- What is kept ---------------------------------------------------------------------------- */

/* What C has copied variable V, of an element, to; NULL: V is none.  */
static const struct imp_var *
copy_of (const struct imp_copy *c, const struct imp_var *v)
{
  const struct imp_expr *e = v->id >= c->first && v->id - c->first < c->n
			     ? c->as[v->id - c->first] : NULL;

  return e && e->kind == IMP_EXPR_VAR ? e->var : NULL;
}

/* Does B bind V?  */
static bool
binds (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->var == v && imp_binds (s)) || binds (&s->body, v) || binds (&s->orelse, v))
      return true;
  return false;
}

/* PASS over all elements, as C copies them, where nothing is kept; to be looked at.  */
static struct imp_stmt *
trial (struct chunks *d, struct imp_copy *c, enum pass pass)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  struct part part = { d, pass, false };
  struct imp_stmt *s;

  d->h.b = &made;
  partial_begin (d);
  *c = imp_copy_new (&d->h);
  s = copy_part (c, &part, here_size (&d->h, 0), d->n);
  drop_rest (d, &s->body, pass);
  d->h.b = after;
  return s;
}

/* A pass, as it is without what is kept.  */
struct without
{
  struct imp_copy copy;
  const struct imp_stmt *loop;
};

/* Does W need V, a variable of an element?  */
static bool
needs (const struct without *w, const struct imp_var *v)
{
  const struct imp_var *as = copy_of (&w->copy, v);

  return as && binds (&w->loop->body, as);
}

/* Nothing is stored to the temp from which on AT, of an element of D's loop, points: it is empty,
   if nothing else uses it.  */
static void
empty_room (struct chunks *d, const struct imp_var *at)
{
  const struct imp_binder *k = imp_binder (d->known, at);
  const struct imp_expr *e = k && k->by && k->by->kind == IMP_NEW ? k->by->e[0] : NULL;

  if (!e || e->kind != IMP_EXPR_PRIM || e->op != FIR_PADD || e->args[0]->kind != IMP_EXPR_VAR)
    return;
  k = imp_binder (d->known, e->args[0]->var);
  if (k && k->by && k->by->kind == IMP_TEMP
      && imp_block_uses (&d->h.proc->body, e->args[0]->var) == 1)
    k->by->e[0] = here_size (&d->h, 0);
}

static void
empty_rooms (struct chunks *d, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_STORE && s->kept && s->base->kind == IMP_EXPR_VAR)
	empty_room (d, s->base->var);
      empty_rooms (d, &s->body);
      empty_rooms (d, &s->orelse);
    }
}

void
chunks_once (struct chunks *d)
{
  empty_rooms (d, &d->loop->body);
}

struct settling
{
  struct chunks *d;
  struct without first, second;
};

/* S, in B, a loop in an element, keeps what both passes have a use for, or is no such store any
   more.  */
static void
settle (struct settling *p, struct imp_block *b, struct imp_stmt *s)
{
  const struct imp_var *at = s->base->var;
  bool first, second;

  if (!copy_of (&p->first.copy, at))
    return;
  first = needs (&p->first, s->e[1]->var);
  second = needs (&p->second, at);
  /* A vector of the element, which is read otherwise, too, is stored in any case.  */
  if (imp_block_uses (&p->d->loop->body, at) != 1)
    s->kept = first || needs (&p->first, at);
  else if (!first || !second)
    {
      empty_room (p->d, at);
      imp_unlink (b, s);
    }
}

static void
settle_block (struct settling *p, struct imp_block *b, bool turns)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      bool loops = imp_counts (s) || s->kind == IMP_WHILE;

      next = s->next;
      settle_block (p, &s->body, turns || loops);
      settle_block (p, &s->orelse, turns || loops);
      if (turns && s->kind == IMP_STORE && s->kept)
	settle (p, b, s);
    }
}

/* Does a loop in B, or (TURNS) B itself, keep anything?  */
static bool
keeps_turns (const struct imp_block *b, bool turns)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool in = turns || imp_counts (s) || s->kind == IMP_WHILE;

      if ((turns && s->kept) || keeps_turns (&s->body, in) || keeps_turns (&s->orelse, in))
	return true;
    }
  return false;
}

void
chunks_settle (struct chunks *d)
{
  struct settling p = { .d = d };

  if (!keeps_turns (&d->loop->body, false))
    return;
  p.first.loop = trial (d, &p.first.copy, PASS_FIRST);
  p.second.loop = trial (d, &p.second.copy, PASS_SECOND);
  settle_block (&p, (struct imp_block *) &d->loop->body, false);
}

/* The pass chunk: filters and cursors that one thread takes in one pass.

     loop i < n {
       between { vecnew t [k] new d := data (t) }
       filter k to d } do { ... give k := v when g }

   becomes, beside the two passes of schedule-chunk.c,

     new one := nc <= 1   if nc > 1 { one := n <= MOST / filters & threads () == 1 }
     ... count, in the chunks of both passes, of which there are none if `one'
     array own [OWN / filters]   new few := one & n <= OWN / filters
     vecnew t [select (one, select (few, 0, n), k)]   new d := data (t)   if few { d := own }
     vecnew u [select (one, 0, l)]   new e := data (u)   if one { e := d + n }
     if one { parfor c < 1 { new pos := 0
       loop i = 0 to n { filter pos to d wide } do { ... }   part[0] := pos }   k := part[0] }
     else { ... store }

   The memory has room for all elements (wide), so nothing need be counted, and what is not kept
   may be written where the next value goes, if there are few.  Vectors of a few elements have
   their room in an array, `own': a function that maps itself makes most of its vectors that small,
   and a block of memory costs more than all that is done with them.
   The vector is longer than its values: so this is done only if nobody sees it, only its data being
   used.

   Filters and cursors behind which elements store to memory that is there before the loop, as the
   program's own is, need no such room, however many elements there are: what is stored is what is
   counted, wherever it stops.  So where there are no vectors to make between the passes,

     new one := nc <= 1   if nc > 1 { one := threads () == 1 }

   and the only pass is the second one, of one chunk.

   Does not: filters whose elements may fail, or beside outputs that combine; rows in a new vector.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* Several chunks of one thread are taken at once if there is memory for so many elements in all
   that the loop makes: those of several filters are often parts of what there is, each much
   shorter than its room.  A loop of so many statements is copied.  */
#define MOST ((uint64_t) 1 << 20)
#define SMALL 32

/* Arrays in place of vectors have at most so many bytes, on the stack of each call of a recursion,
   and room for at least so many elements.  */
#define OWN_BYTES 1024
#define OWN_LEAST 8

/* --- When ------------------------------------------------------------------------------------ */

/* Is V used in E otherwise than for its data?  */
static bool
seen_in (const struct imp_expr *e, const struct imp_var *v)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return e->var == v;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_DATA && e->args[0]->kind == IMP_EXPR_VAR)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (seen_in (e->args[k], v))
      return true;
  return false;
}

/* The same of B.  */
static bool
seen (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool here = seen_in (s->base, v) || seen (&s->body, v) || seen (&s->orelse, v)
		  || (s->var == v && s->kind != IMP_VECNEW && s->kind != IMP_RELEASE);

      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	here |= seen_in (s->e[k], v);
      for (unsigned k = 0; k < s->nargs; k++)
	here |= seen_in (s->args[k], v);
      if (here)
	return true;
    }
  return false;
}

/* Does B keep anything for a second pass?  */
static bool
keeps (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kept || keeps (&s->body) || keeps (&s->orelse))
      return true;
  return false;
}

/* Is S a new vector as long as filter O has values, of which only the data is used?  */
static bool
made_for (struct chunks *d, const struct imp_stmt *s, const struct output *o)
{
  return s && s->kind == IMP_VECNEW && !s->e[1] && imp_is_var (s->e[0], o->s->var)
	 && !seen (&d->h.proc->body, s->var);
}

/* Is S the binding of the pointer to V's elements at which O stores?  */
static bool
data_of (const struct imp_stmt *s, const struct imp_var *v, const struct output *o)
{
  return s && imp_data_of (s) == v && imp_is_var (o->s->base, s->var);
}

/* Does BETWEEN, if there is any, bind only variables that nobody uses, and D's loop only store
   behind filters and cursors?  Then what it stores to is bound before it.  */
static bool
placed (struct chunks *d, const struct imp_stmt *between)
{
  for (const struct imp_stmt *s = between ? between->body.first : NULL; s; s = s->next)
    if (s->kind != IMP_NEW || imp_block_uses (&d->h.proc->body, s->var))
      return false;
  for (unsigned k = 0; k < d->nouts; k++)
    if (!output_counts (&d->outs[k]) || d->outs[k].s->body.first)
      return false;
  return d->nouts;
}

/* Do the statements of BETWEEN make the vectors of D's outputs, all filters?  */
static bool
makes (struct chunks *d, const struct imp_stmt *between)
{
  const struct imp_stmt *s = between ? between->body.first : NULL;

  for (unsigned k = 0; k < d->nouts; k++)
    {
      const struct output *o = &d->outs[k];

      if (o->s->kind != IMP_FILTER || o->s->body.first || !made_for (d, s, o)
	  || !data_of (s->next, s->var, o))
	return false;
      s = s->next->next;
    }
  return d->nouts && !s;
}

static bool
possible (struct chunks *d)
{
  /* Others are of long rows: what they store to is there.  */
  return (d->outermost || !imp_between (d->loop)) && !d->loop->once && !d->loop->nargs
	 && !d->fails && !imp_has_needs (d->loop)
	 && imp_count_stmts (&d->loop->body) <= SMALL && !keeps (&d->loop->body);
}

/* --- How ------------------------------------------------------------------------------------- */

/* Has the vector that S makes elements of the type of T's?  */
static bool
alike (const struct imp_stmt *s, const struct imp_stmt *t)
{
  return s->var->type == t->var->type;
}

/* If ONE and there are few elements, the vector that FIRST makes in B, with room for N times as
   many as there are, is an array instead.  */
static void
room_in_array (struct chunks *d, struct imp_block *b, struct imp_stmt *first, struct imp_var *one,
	       uint64_t n)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  const struct type *t = first->next->var->type->elem;
  struct imp_stmt *data = first->next, *i;
  uint64_t most = t->size ? OWN_BYTES / (n * t->size) : 0;
  struct imp_expr *few, *place;
  struct imp_var *own;

  if (most < OWN_LEAST)
    return;
  own = imp_make_array (&d->h, "own", t, most * n);
  few = here_op (&d->h, FIR_LE, here_again (&d->h, d->n), here_size (&d->h, most));
  few = imp_make_let (&d->h, "few", here_op (&d->h, FIR_BAND, here_use (&d->h, one), few));
  first->e[0]->args[1] = imp_select (d->h.p, here_again (&d->h, few), here_size (&d->h, 0),
				     first->e[0]->args[1]);
  d->h.b = &made;
  i = imp_make_if (&d->h, few);
  d->h.b = &i->body;
  place = here_use (&d->h, own);
  place->type = data->var->type;
  imp_make_assign (&d->h, data->var, place);
  d->h.b = after;
  imp_unlink (&made, i);
  imp_link_after (b, data, i);
}

/* The vectors that B makes have room for all elements if ONE, the first also for those of the
   others of its type: one block of memory costs less than several.  */
static void
room_for_all (struct chunks *d, struct imp_block *b, struct imp_var *one)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  struct imp_stmt *first = b->first, *i;
  uint64_t n = 0;

  for (struct imp_stmt *s = first, *data; s; s = data->next, n++)
    {
      struct imp_expr *room = here_size (&d->h, 0), *place[2];

      data = s->next;
      if (s == first || !alike (s, first))
	room = here_again (&d->h, d->n);
      else
	{
	  d->h.b = &made;
	  i = imp_make_if (&d->h, here_use (&d->h, one));
	  d->h.b = &i->body;
	  place[0] = here_use (&d->h, first->next->var);
	  place[1] = here_op (&d->h, FIR_MUL, here_again (&d->h, d->n), here_size (&d->h, n));
	  imp_make_assign (&d->h, data->var,
			   imp_prim (d->h.p, FIR_PADD, data->var->type, 2, place));
	  d->h.b = after;
	  imp_unlink (&made, i);
	  imp_link_after (b, data, i);
	  data = i;
	}
      s->e[0] = imp_select (d->h.p, here_use (&d->h, one), room, s->e[0]);
    }
  first->e[0]->args[1] = here_op (&d->h, FIR_MUL, first->e[0]->args[1], here_size (&d->h, n));
  room_in_array (d, b, first, one, n);
}

struct imp_var *
one_begin (struct chunks *d)
{
  struct imp_stmt *between = imp_between (d->loop);
  struct imp_block *after = d->h.b;
  struct imp_expr *alone, *few;
  struct imp_var *one;

  if (!possible (d))
    return NULL;
  d->placed = placed (d, between);
  if (!d->placed && !makes (d, between))
    return NULL;
  few = here_op (&d->h, FIR_LE, here_use (&d->h, d->nc), here_size (&d->h, 1));
  one = imp_make_new (&d->h, "one", few->type, few);
  few = here_op (&d->h, FIR_GT, here_use (&d->h, d->nc), here_size (&d->h, 1));
  d->h.b = &imp_make_if (&d->h, few)->body;
  alone = imp_call (d->h.p, IMP_FN_THREADS, NULL, 0, NULL);
  alone = here_op (&d->h, FIR_EQ, alone, here_size (&d->h, 1));
  few = here_op (&d->h, FIR_LE, here_again (&d->h, d->n), here_size (&d->h, MOST / d->nouts));
  imp_make_assign (&d->h, one, d->placed ? alone : here_op (&d->h, FIR_BAND, few, alone));
  d->h.b = after;
  d->nc = imp_make_new (&d->h, "nc", d->nc->type,
			imp_select (d->h.p, here_use (&d->h, one), here_size (&d->h, 0),
				    here_use (&d->h, d->nc)));
  if (!d->placed)
    room_for_all (d, &between->body, one);
  return one;
}

/* A chunk of all elements, which leaves how many it has of each filter in the first part.  */
void
one_pass (struct chunks *d)
{
  struct imp_block *after = d->h.b;
  struct imp_var *size = d->size, *nc = d->nc;
  struct imp_expr *some, *c, *b, *e;
  struct imp_stmt *s;

  some = here_op (&d->h, FIR_GT, here_again (&d->h, d->n), here_size (&d->h, 0));
  d->size = imp_make_new (&d->h, "size", size->type, here_again (&d->h, d->n));
  d->nc = imp_make_new (&d->h, "nc", nc->type, imp_select (d->h.p, some, here_size (&d->h, 1),
							   here_size (&d->h, 0)));
  s = chunks_begin (d, d->nc, NULL, &c, &b, &e);
  s->trust = IMP_TRUST_CURSOR;
  for (unsigned k = 0; k < d->nouts; k++)
    d->outs[k].acc = imp_make_new (&d->h, "pos", nc->type, here_size (&d->h, 0));
  s = chunks_part (d, b, e, PASS_SECOND);
  s->brief |= !d->placed;
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    o->wide = !d->placed;
  partial_keep (d, c);
  d->h.b = after;
  some = here_op (&d->h, FIR_GT, here_use (&d->h, d->nc), here_size (&d->h, 0));
  d->h.b = &imp_make_if (&d->h, some)->body;
  for (unsigned k = 0; k < d->nouts; k++)
    imp_make_assign (&d->h, d->outs[k].s->var,
		     imp_load (d->h.p, here_use (&d->h, d->outs[k].part), here_size (&d->h, 0)));
  d->h.b = after;
  d->size = size;
  d->nc = nc;
}

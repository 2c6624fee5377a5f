/* Partial results: what the chunks of a region's loop combine, and how that is put together.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A chunk has an accumulator for each output, which begins with what changes nothing, or with the
   chunk's first value.  What that has in the end goes to part[c], c being the number of the chunk.
   Behind all chunks these are combined in order, so that results depend on counts alone:

     for c = 0 to nc { s := f (s, part[c]) }

   Filters, cursors and scans go on from there in a second pass.  So that this knows where, part[c]
   becomes what comes before chunk c:

     for c = 0 to nc { new x := part[c]   part[c] := s   s := f (s, x) }

   Does not: say which elements a chunk has, or what they do (schedule-chunk.c).  */

#include "schedule-chunk.h"
#include "nova/abi.h"

/* --- Outputs --------------------------------------------------------------------------------- */

/* The output whose variable is V; NULL: there is none.  */
static struct output *
output_of (struct chunks *d, const struct imp_var *v)
{
  struct output *o = (struct output *) v->aux;

  /* Other code may have assigned it before.  */
  return o >= d->outs && o < d->outs + d->nouts ? o : NULL;
}

/* Accumulators that E uses stay where they are bound.  */
static void
keep_binders (struct chunks *d, const struct imp_expr *e)
{
  if (!e)
    return;
  if (e->kind == IMP_EXPR_VAR && output_of (d, e->var))
    output_of (d, e->var)->binder = NULL;
  for (unsigned k = 0; k < e->nargs; k++)
    keep_binders (d, e->args[k]);
}

/* Find the accumulators that are bound right before the loop, and can be bound behind it: their
   initial values do not depend on one another.  */
static void
find_binders (struct chunks *d)
{
  struct imp_stmt *s = d->loop->prev;

  for (; s && s->kind == IMP_NEW && output_of (d, s->var); s = s->prev)
    if (s->e[0] && imp_simple (s->e[0])
	&& (s->e[0]->kind != IMP_EXPR_VAR || !output_of (d, s->e[0]->var)))
      output_of (d, s->var)->binder = s;
  for (s = d->loop->prev; s && s->kind == IMP_NEW && output_of (d, s->var); s = s->prev)
    keep_binders (d, s->e[0]);
}

void
partial_find (struct chunks *d)
{
  unsigned n = 0;

  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    n += imp_is_output (o);
  d->outs = CTX_NEWV (d->h.p->ctx, struct output, n + 1);
  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    if (imp_is_output (o))
      {
	o->var->aux = &d->outs[d->nouts];
	d->outs[d->nouts++] = (struct output) { .s = o };
      }
  /* A chunk that resumes behind its last element has none left; one of rows may have none.  */
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    if (!d->marks && !d->loop->nargs && s->kind == IMP_GIVE && !s->e[1] && output_of (d, s->var))
      output_of (d, s->var)->always = true;
  find_binders (d);
}

/* --- Room ------------------------------------------------------------------------------------ */

/* An array, or a temp for large values.  A function that maps itself has one on the stack for each
   level: so the array has as many elements as there are chunks.  */
struct imp_var *
partial_array (struct chunks *d, const char *name, const struct type *t, unsigned times)
{
  struct imp_var *a;
  struct imp_expr *n = here_use (&d->h, d->nc);

  if (times > 1)
    n = here_op (&d->h, FIR_MUL, n, here_size (&d->h, times));
  if (t->size > d->h.p->target->partial)
    {
      struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_TEMP, d->loop->site);

      a = s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_TEMP, name, t);
      s->e[0] = n;
      return a;
    }
  a = imp_make_array (&d->h, name, t, 1);
  d->h.b->last->e[0] = here_op (&d->h, FIR_MAX, n, here_size (&d->h, 1));
  return a;
}

void
partial_new (struct chunks *d)
{
  for (unsigned k = 0; k < d->nouts; k++)
    {
      struct output *o = &d->outs[k];

      o->part = partial_array (d, "part", o->s->var->type, 1);
      if (!o->always && !o->s->e[0] && !output_counts (o))
	o->full = partial_array (d, "full", type_i32 (d->h.p->ctx), 1);
    }
}

void
partial_free (struct chunks *d, struct imp_block *b)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].part && d->outs[k].part->kind == IMP_VAR_TEMP)
      imp_stmt_new (d->h.p, b, IMP_FREE, 0)->var = d->outs[k].part;
  for (unsigned k = 0; k < sizeof d->temp / sizeof *d->temp; k++)
    if (d->temp[k])
      imp_stmt_new (d->h.p, b, IMP_FREE, 0)->var = d->temp[k];
  if (d->room)
    imp_stmt_new (d->h.p, b, IMP_RELEASE, 0)->var = d->room;
}

void
partial_free_with_errors (struct chunks *d, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_RAISE || s->kind == IMP_CHECK)
      partial_free (d, &s->body);
    else
      {
	partial_free_with_errors (d, &s->body);
	partial_free_with_errors (d, &s->orelse);
      }
}

/* --- In a chunk ------------------------------------------------------------------------------ */

/* acc and has of O, and their start: what changes nothing, or nothing, or SEED if there is one.  */
static void
begin (struct chunks *d, struct output *o, struct imp_expr *seed)
{
  const struct type *i32 = type_i32 (d->h.p->ctx);
  struct imp_expr *start = seed ? seed : output_counts (o) ? here_size (&d->h, 0)
			   : o->s->e[0] ? here_again (&d->h, o->s->e[0]) : NULL;

  o->acc = imp_make_new (&d->h, "acc", o->s->var->type, start);
  o->has = start || o->always ? NULL : imp_make_new (&d->h, "has", i32, imp_i32 (d->h.p, 0));
}

void
partial_begin (struct chunks *d)
{
  for (unsigned k = 0; k < d->nouts; k++)
    begin (d, &d->outs[k], NULL);
}

static void
keep (struct chunks *d, struct output *o, struct imp_expr *c)
{
  struct imp_block *after = d->h.b;

  if (o->has)
    {
      imp_make_store (&d->h, here_use (&d->h, o->full), here_again (&d->h, c),
		      here_use (&d->h, o->has));
      d->h.b = &imp_make_if (&d->h, here_use (&d->h, o->has))->body;
    }
  imp_make_store (&d->h, here_use (&d->h, o->part), here_again (&d->h, c),
		  here_use (&d->h, o->acc));
  d->h.b = after;
}

void
partial_keep (struct chunks *d, struct imp_expr *c)
{
  for (unsigned k = 0; k < d->nouts; k++)
    keep (d, &d->outs[k], c);
}

/* The name of the variable with which O continues.  */
static const char *
seed_name (const struct imp_stmt *o)
{
  return o->kind == IMP_CURSOR ? "at" : o->kind == IMP_FILTER ? "pos" : "seed";
}

void
partial_go_on (struct chunks *d, struct imp_expr *c)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (imp_output_looks_ahead (d->outs[k].s))
      {
	struct imp_expr *seed = imp_load (d->h.p, here_use (&d->h, d->outs[k].part),
					  here_again (&d->h, c));

	d->outs[k].acc = imp_make_new (&d->h, seed_name (d->outs[k].s), seed->type, seed);
      }
  for (unsigned k = 0; k < d->nouts; k++)
    if (output_scans (&d->outs[k]))
      begin (d, &d->outs[k], here_use (&d->h, d->outs[k].acc));
}

/* --- Behind the chunks ----------------------------------------------------------------------- */

bool
partial_exact (const struct imp_stmt *s)
{
  enum fir_op op = s->e[2]->op;

  return imp_plain_operator (s) && type_is_integral (s->var->type)
	 && (op == FIR_ADD || op == FIR_BAND || op == FIR_BOR || op == FIR_BXOR
	     || op == FIR_MIN || op == FIR_MAX);
}

bool
partial_extreme (const struct imp_stmt *s)
{
  return imp_plain_operator (s) && type_is_float (s->var->type)
	 && (s->e[2]->op == FIR_MIN || s->e[2]->op == FIR_MAX);
}

/* The accumulator of O is bound here.  */
static void
bind (struct chunks *d, struct imp_block *b, struct output *o)
{
  if (!o->binder)
    return;
  imp_unlink (b, o->binder);
  imp_link_last (d->h.b, o->binder);
  o->binder = NULL;
}

void
partial_bind (struct chunks *d, struct imp_block *b)
{
  for (unsigned k = 0; k < d->nouts; k++)
    bind (d, b, &d->outs[k]);
}

/* Output O's combination of X, so far, and Y, of the next chunk.  */
static struct imp_expr *
combined (struct chunks *d, struct output *o, struct imp_expr *x, struct imp_expr *y)
{
  return output_counts (o) ? here_op (&d->h, FIR_ADD, x, y) : imp_apply (&d->h, o->s, x, y);
}

/* part[c] of O := what all before chunk C have combined.  */
static void
set_seed (struct chunks *d, struct output *o, struct imp_var *c)
{
  imp_make_store (&d->h, here_use (&d->h, o->part), here_use (&d->h, c),
		  here_use (&d->h, o->s->var));
}

/* part[c], of O, becomes the combination of all before chunk C; the sum advances.  */
static void
seed_part (struct chunks *d, struct output *o, struct imp_var *c)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *x;

  if (o->full)
    {
      struct imp_stmt *i = imp_make_if (&d->h, imp_load (d->h.p, here_use (&d->h, o->full),
							 here_use (&d->h, c)));

      d->h.b = &i->orelse;
      set_seed (d, o, c);
      d->h.b = &i->body;
    }
  x = imp_load (d->h.p, here_use (&d->h, o->part), here_use (&d->h, c));
  x = imp_make_let (&d->h, "x", x);
  set_seed (d, o, c);
  imp_make_assign (&d->h, o->s->var, combined (d, o, here_use (&d->h, o->s->var), x));
  d->h.b = after;
}

/* Combine O's partial results in order.  */
static void
combine_parts (struct chunks *d, struct output *o)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *c = here_begin_for (&d->h, "c", here_size (&d->h, 0), here_use (&d->h, d->nc), 1,
				       false);
  struct imp_expr *x;

  if (imp_output_looks_ahead (o->s))
    {
      seed_part (d, o, c->var);
      d->h.b = after;
      return;
    }
  x = imp_load (d->h.p, here_use (&d->h, o->part), here_again (&d->h, c));
  if (o->full)
    {
      struct imp_expr *full = imp_load (d->h.p, here_use (&d->h, o->full), here_again (&d->h, c));

      d->h.b = &imp_make_if (&d->h, full)->body;
    }
  imp_make_assign (&d->h, o->s->var, imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), x));
  d->h.b = after;
}

/* The cursors' values before each chunk: all in one loop.  */
static void
combine_cursors (struct chunks *d)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *c = NULL;

  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->kind == IMP_CURSOR)
      {
	if (!c)
	  c = here_begin_for (&d->h, "c", here_size (&d->h, 0), here_use (&d->h, d->nc), 1, false);
	seed_part (d, &d->outs[k], c->var);
      }
  d->h.b = after;
}

void
partial_combine (struct chunks *d, struct imp_block *b)
{
  for (unsigned k = 0; k < d->nouts; k++)
    {
      bind (d, b, &d->outs[k]);
      if (d->outs[k].s->kind != IMP_CURSOR)
	combine_parts (d, &d->outs[k]);
    }
  combine_cursors (d);
}

void
partial_combine_some (struct chunks *d, struct imp_var *from, struct imp_var *some)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *end = here_op (&d->h, FIR_ADD, here_use (&d->h, from), here_use (&d->h, some));
  struct imp_expr *c = here_begin_for (&d->h, "c", here_use (&d->h, from), end, 1, false);

  for (unsigned k = 0; k < d->nouts; k++)
    seed_part (d, &d->outs[k], c->var);
  d->h.b = after;
}

void
partial_combine_none (struct chunks *d, struct imp_var *at)
{
  for (unsigned k = 0; k < d->nouts; k++)
    imp_make_store (&d->h, here_use (&d->h, d->outs[k].part), here_use (&d->h, at),
		    here_use (&d->h, d->outs[k].s->var));
}

void
partial_take_last (struct chunks *d, struct imp_var *from, struct imp_var *some)
{
  for (unsigned k = 0; k < d->nouts; k++)
    {
      struct imp_expr *last = here_op (&d->h, FIR_SUB, here_use (&d->h, some),
				       here_size (&d->h, 1));

      last = here_op (&d->h, FIR_ADD, here_use (&d->h, from), last);
      imp_make_assign (&d->h, d->outs[k].s->var,
		       imp_load (d->h.p, here_use (&d->h, d->outs[k].part), last));
    }
}

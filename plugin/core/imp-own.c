/* Which elements of memory an iteration of a parfor owns.

   DPIA hands each iteration a part of the output (Atkey et al., sections 3.3 and 4.2: idxAcc).
   IMP stores by index, and here it is found out again.  Iteration c owns the window

     [c S, (c + 1) S)       of memory that is stored to, for one S that the parfor does not change,

   and every store and load of that memory must be seen to stay inside:

     out[c]                 S = 1
     out[c S + q]           q below S
     out[i]                 i from c S to c S + S

   So it is with c + K in place of c, if K is the same for all iterations and c is not used
   otherwise.

   imp-place.c finds the windows that indices are in.
   Memory is told apart by what made it: a pointer made of another leads to the same.  Parameters
   are taken to lead to different memory, as are pointers and handles that are assigned outside of
   the parfor: lowering chooses these by `overlap' (lower-store.c).
   What an iteration makes is its own.  A parfor of one iteration owns everything.

   Does not: understand cursors, cuts and places that are computed before the parfor.  Parfors that
   live by them are `trusted', by a name that is a row of imp.def; this file is not asked then.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-own.h"
#include "text.h"

/* --- Memory ---------------------------------------------------------------------------------- */

static bool
leads_to_memory (const struct imp_var *v)
{
  return v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP || v->type->kind == TYPE_PTR
	 || v->type->kind == TYPE_RECORD || type_is_vec (v->type);
}

/* Note who binds and assigns what in B.  */
static void
note_block (struct owner *o, struct imp_block *b, bool inside)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool in = inside || s == o->par;
      struct def *d = s->var ? def_of (o, s->var) : NULL;

      if (s->kind == IMP_ASSIGN)
	d->assigned++;
      else if (d && s->kind != IMP_FREE && s->kind != IMP_RELEASE)
	{
	  d->by = s;
	  d->inside = in;
	}
      if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->e[0])
	{
	  struct given *g = CTX_NEW (o->p->ctx, struct given);

	  g->e = s->e[0];
	  g->next = d->given;
	  d->given = g;
	}
      note_block (o, &s->body, in);
      note_block (o, &s->orelse, in);
    }
}

/* Call F on what made the memory that pointer or handle E may lead to.  What was loaded is not
   looked at: pointers and handles in memory.  */
static void
each_origin (struct owner *o, const struct imp_expr *e,
	     void (*f) (struct owner *, const struct imp_var *, void *), void *data)
{
  if (e->kind == IMP_EXPR_LOAD || (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_COPY))
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    each_origin (o, e->args[k], f, data);
  if (e->kind != IMP_EXPR_VAR || !leads_to_memory (e->var) || def_of (o, e->var)->seen == o->walks)
    return;
  struct def *d = def_of (o, e->var);
  d->seen = o->walks;
  /* Chosen outside.  */
  if (!d->by || d->by->kind != IMP_NEW || (!d->inside && d->assigned))
    {
      f (o, e->var, data);
      if (d->by && d->by->kind == IMP_VECNEW && d->by->e[1])
	each_origin (o, d->by->e[1], f, data);
    }
  else
    for (struct given *g = d->given; g; g = g->next)
      each_origin (o, g->e, f, data);
}

static void
origins (struct owner *o, const struct imp_expr *e,
	 void (*f) (struct owner *, const struct imp_var *, void *), void *data)
{
  o->walks++;
  each_origin (o, e, f, data);
}

/* --- Stores and loads ------------------------------------------------------------------------ */

/* Where BASE[INDEX] is.  */
static struct place
access_place (struct owner *o, const struct imp_expr *base, const struct imp_expr *index)
{
  o->fuel = FUEL;
  return imp_plus (o, base, index, 0);
}

struct access
{
  struct place at;
  unsigned n;			/* how many origins it has */
};

static void
note_target (struct owner *o, const struct imp_var *v, void *data)
{
  struct access *a = (struct access *) data;
  struct target *t = o->targets;

  a->n++;
  if (def_of (o, v)->inside)
    return;
  while (t && t->of != v)
    t = t->next;
  if (!a->at.in || (t && !imp_same_stride (o, &t->win, &a->at.win)))
    o->bad = "it cannot be seen that iterations of the parfor store at different places";
  if (t || o->bad)
    return;
  t = CTX_NEW (o->p->ctx, struct target);
  t->of = v;
  t->win = a->at.win;
  t->next = o->targets;
  o->targets = t;
}

static void
note_store (struct owner *o, struct imp_expr *base, struct imp_expr *index)
{
  struct access a = { access_place (o, base, index), 0 };

  origins (o, base, note_target, &a);
  if (!a.n)
    o->bad = "it cannot be seen where the parfor stores";
}

static void
check_origin (struct owner *o, const struct imp_var *v, void *data)
{
  struct access *a = (struct access *) data;

  for (struct target *t = o->targets; t; t = t->next)
    if (t->of == v && !(a->at.in && imp_same_stride (o, &t->win, &a->at.win)))
      o->bad = "an iteration of the parfor may read what another one stores";
}

static void
check_moved (struct owner *o, const struct imp_var *v, void *data)
{
  (void) data;
  if (!def_of (o, v)->inside)
    o->bad = "it cannot be seen that iterations of the parfor move to different places";
}

static void
check_load (struct owner *o, const struct imp_expr *e)
{
  for (unsigned k = 0; k < e->nargs; k++)
    check_load (o, e->args[k]);
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MOVE)
    origins (o, e->args[0], check_moved, NULL);
  if (e->kind != IMP_EXPR_LOAD)
    return;
  struct access a = { access_place (o, e->args[0], e->args[1]), 0 };
  origins (o, e->args[0], check_origin, &a);
}

/* Call F on what stands in B, with the statements around it.  */
static void
each (struct owner *o, struct imp_block *b, void (*f) (struct owner *, struct imp_stmt *),
      struct imp_stmt **at)
{
  for (struct imp_stmt *s = b->first; s && !o->bad; s = s->next)
    {
      struct around a = { s, o->around };

      /* What is around stands from the inside to the outside; the statement itself first.  */
      o->around = &a;
      f (o, s);
      if (o->bad && !*at)
	*at = s;
      each (o, &s->body, f, at);
      each (o, &s->orelse, f, at);
      o->around = a.next;
    }
}

static void
stores (struct owner *o, struct imp_stmt *s)
{
  if (s->kind == IMP_STORE)
    note_store (o, s->base, s->e[0]);
}

static void
loads (struct owner *o, struct imp_stmt *s)
{
  if (s->base)
    check_load (o, s->base);
  for (unsigned k = 0; k < 4; k++)
    if (s->e[k])
      check_load (o, s->e[k]);
  for (unsigned k = 0; k < s->nargs; k++)
    check_load (o, s->args[k]);
}

static unsigned
uses_in (const struct imp_expr *e, const struct imp_var *v)
{
  unsigned n = e->kind == IMP_EXPR_VAR && e->var == v;

  for (unsigned k = 0; k < e->nargs; k++)
    n += uses_in (e->args[k], v);
  return n;
}

static unsigned
uses (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += s->base ? uses_in (s->base, v) : 0;
      for (unsigned k = 0; k < 4; k++)
	n += s->e[k] ? uses_in (s->e[k], v) : 0;
      for (unsigned k = 0; k < s->nargs; k++)
	n += uses_in (s->args[k], v);
      n += uses (&s->body, v) + uses (&s->orelse, v);
    }
  return n;
}

/* The variable that is the number of the iteration and something that all iterations have, if that
   is all that the number is used for: these are as good as numbers.  Else the number.  */
static const struct imp_var *
numbered (struct owner *o)
{
  const struct imp_var *c = o->par->var;
  const struct imp_stmt *s = o->par->body.first;
  const struct imp_expr *e = s && s->kind == IMP_NEW ? s->e[0] : NULL;

  if (e && e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD && e->args[0]->kind == IMP_EXPR_VAR
      && e->args[0]->var == c && imp_constant (o, e->args[1]) && !def_of (o, s->var)->assigned
      && uses (&o->par->body, c) == 1)
    return s->var;
  return c;
}

const char *
imp_own (struct imp_prog *p, struct imp_proc *proc, struct imp_stmt *par, struct imp_stmt **at)
{
  struct owner o = { .p = p, .par = par };
  uint64_t n;

  *at = NULL;
  o.defs = CTX_NEWV (p->ctx, struct def, proc->nvars + 1);
  note_block (&o, &proc->body, false);
  o.number = numbered (&o);
  if (imp_is_const (imp_meaning (&o, par->e[0]), &n) && n <= 1)
    return NULL;
  each (&o, &par->body, stores, at);
  if (!o.bad)
    each (&o, &par->body, loads, at);
  return o.bad;
}

/* The pass across: places of a row that few elements need look into are passed by.

     for l < n {                              new any := not (gt (luck, 0))
       C                                      if gt (luck, 0) {
       v := select (c, DEAR, K)        =>       for l < n { C  any |= c | b (K, lane) }
       lane := select (b (v, lane),             luck += any ? -1 : 1
		       v, lane)               }
     }                                        if any { for l < n: as it was }

   As rays look through what they may hit, or points through what may be near: a value that takes a
   root or a division to find is mostly not needed.  In a branch it would be one that each element
   has to itself; as it is a select, for vectors, it is computed for all.  So it is asked of all
   elements of the block at once: if none has c, and K changes no lane, nothing does.  The results
   are the same.

   Whether that pays only the data tell.  So it is tried, and given up where it mostly fails: LUCK
   falls with each place that some element needs, and rises with each that is passed by.

   Does not: ask of a part of the block; take operators that do not return one of their operands.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-across.h"

/* Places that are tried in vain before it is given up: at first, and at most.  */
#define TRIES 2
#define MOST_TRIES 16

/* Does O's operator return its second operand if a condition holds, and else the first?  */
static bool
replaces (const struct imp_stmt *o)
{
  const struct imp_expr *r = o->e[2];
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;

  return y && r->kind == IMP_EXPR_PRIM && r->op == FIR_SELECT && imp_is_var (r->args[1], y->var)
	 && imp_is_var (r->args[2], x->var);
}

/* Is E itself, without its operands, dear: a call or a division?  */
static bool
dear (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF || (e->kind == IMP_EXPR_PRIM && e->op == FIR_DIV);
}

/* What binds V in the row, another for each lane; NULL: nothing does.  */
static const struct imp_stmt *
binder (const struct across *d, const struct imp_var *v)
{
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && s->var == v)
      return d->lane[v->id] ? s : NULL;
  return NULL;
}

/* Is E dear, with what it needs of the row?  */
static bool
dear_to_make (const struct across *d, const struct imp_expr *e)
{
  const struct imp_stmt *s = e->kind == IMP_EXPR_VAR ? binder (d, e->var) : NULL;

  if (s)
    return dear_to_make (d, s->e[0]);
  if (dear (e))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (dear_to_make (d, e->args[k]))
      return true;
  return false;
}

/* Note what is asked needs of the row for E, if the choice is the cheap value.  Is all cheap?  */
static bool
note_asked (struct across *d, const struct imp_expr *e)
{
  if (e == d->choice)
    return note_asked (d, e->args[2]);
  if (e->kind == IMP_EXPR_VAR)
    {
      const struct imp_stmt *s = binder (d, e->var);

      if (!s || d->asked[e->var->id])
	return true;
      d->asked[e->var->id] = true;
      return note_asked (d, s->e[0]);
    }
  if (dear (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!note_asked (d, e->args[k]))
      return false;
  return true;
}

/* Can what elements need be asked if C is the choice between a dear value and a cheap one?  */
static bool
asks (struct across *d, const struct imp_expr *c)
{
  if (c->kind != IMP_EXPR_PRIM || c->op != FIR_SELECT
      || c->args[0]->type != type_i32 (d->h.p->ctx) || !dear_to_make (d, c->args[1]))
    return false;
  d->choice = c;
  d->asked = CTX_NEWV (d->h.p->ctx, bool, d->n);
  if (!note_asked (d, c->args[0]))
    return false;
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && !note_asked (d, s->e[0]))
      return false;
  return true;
}

/* Is there such a choice in E?  */
static bool
find (struct across *d, const struct imp_expr *e)
{
  if (asks (d, e))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (find (d, e->args[k]))
      return true;
  return false;
}

void
across_find_rare (struct across *d)
{
  bool found = false;

  for (const struct imp_stmt *o = d->row->orelse.first; o; o = o->next)
    if (!replaces (o))
      return;
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->e[1])
      return;
  for (const struct imp_stmt *s = d->row->body.first; s && !found; s = s->next)
    found = find (d, s->e[0]);
  if (!found)
    d->choice = NULL;
}

void
across_begin_rare (struct across *d)
{
  if (d->choice)
    d->luck = imp_make_new (&d->h, "luck", type_i32 (d->h.p->ctx), imp_i32 (d->h.p, TRIES));
}

/* E, a copy of OF, with the cheap value for the choice.  */
static struct imp_expr *
cheap (struct across *d, struct imp_copy *c, struct imp_expr *e, const struct imp_expr *of)
{
  if (of == d->choice)
    return cheap (d, c, e->args[2], of->args[2]);
  for (unsigned k = 0; of->kind != IMP_EXPR_VAR && k < of->nargs; k++)
    e->args[k] = cheap (d, c, e->args[k], of->args[k]);
  return e;
}

/* Would V, given to O, take the place of the lane's value?  */
static struct imp_expr *
replaced (struct across *d, struct across_value *o, struct imp_expr *v)
{
  const struct imp_stmt *x = o->output->body.first, *y = x->next;
  struct imp_copy c = imp_copy_new (&d->h);

  imp_copy_set (&c, x->var, soa_read (&d->h, &o->lanes, d->k));
  imp_copy_set (&c, y->var, imp_make_let (&d->h, "q", v));
  return imp_copy_expr (&c, o->output->e[2]->args[0]);
}

void
across_note_rare (struct across *d, struct imp_var *any)
{
  struct imp_expr *luck = here_use (&d->h, d->luck);

  luck = imp_select (d->h.p, here_use (&d->h, any),
		     here_op (&d->h, FIR_SUB, luck, imp_i32 (d->h.p, 1)),
		     here_op (&d->h, FIR_MIN, imp_i32 (d->h.p, MOST_TRIES),
			      here_op (&d->h, FIR_ADD, here_again (&d->h, luck),
				       imp_i32 (d->h.p, 1))));
  imp_make_assign (&d->h, d->luck, luck);
}

void
across_ask (struct across *d, struct imp_copy *c, struct imp_var *any)
{
  struct imp_expr *e = here_use (&d->h, any);

  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && d->asked[s->var->id])
      {
	struct imp_expr *v = cheap (d, c, imp_copy_expr (c, s->e[0]), s->e[0]);

	imp_copy_set (c, s->var, imp_make_let (&d->h, s->var->name, v));
      }
  e = here_op (&d->h, FIR_BOR, e, imp_copy_expr (c, d->choice->args[0]));
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE)
      {
	struct across_value *o = d->value;

	while (o->var != s->var)
	  o++;
	e = here_op (&d->h, FIR_BOR, e,
		     replaced (d, o, cheap (d, c, imp_copy_expr (c, s->e[0]), s->e[0])));
      }
  imp_make_assign (&d->h, any, e);
}

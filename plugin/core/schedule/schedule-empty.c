/* The pass empty: an element looks once whether its row has elements.

     n = o[i + 1] - o[i]                    n = o[i + 1] - o[i]
     new acc := 0                     =>    if gt (n, 0) {
     loop j = 0 to n { ... give acc }         new acc := 0
     d[i] := acc                              loop j = 0 to n { ... give acc }
                                              d[i] := acc
                                            } else {
                                              d[i] := 0
                                            }

   Otherwise each loop over the row, and what lanes makes of it for rows of few and many elements,
   looks by itself.  Where rows are often empty that takes longer than what is done for them.

   The loops over the row alone: what else an element does is short, without loops and calls.  The
   second side is left out if it would do nothing.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

/* The most statements of an element whose row is empty.  */
#define MOST 8

/* An element.  */
struct element
{
  struct imp_prog *p;
  const struct imp_binders *known;
  struct imp_block *body;
  const struct imp_expr *length;	/* of the row: a difference of two loads; or NULL */
  unsigned begin, acts;		/* the number, among all statements, of the one behind which the
				   body is divided; of the last one of those at the head of the body
				   that only compute: later ones may see memory that has changed */
};

/* What E is bound to, if it is a variable of E's body that has no other value; else E.  */
static const struct imp_expr *
bound_to (const struct element *w, const struct imp_expr *e)
{
  const struct imp_expr *x = imp_bound_to (w->known, e);

  return x && imp_binder (w->known, e->var)->in == w->body ? x : e;
}

/* Is E loaded, and perhaps converted?  */
static const struct imp_expr *
offset (const struct element *w, const struct imp_expr *e)
{
  for (e = bound_to (w, e); e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV;)
    e = bound_to (w, e->args[0]);
  return e->kind == IMP_EXPR_LOAD ? e : NULL;
}

/* Is E the length of a row, that of W->length if there is one?  */
static bool
is_length (const struct element *w, const struct imp_expr *e)
{
  const struct imp_expr *end, *begin;

  if (w->length && e->kind == IMP_EXPR_VAR && imp_binder (w->known, e->var)->begin > w->acts)
    return false;
  e = bound_to (w, e);
  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_SUB || !(end = offset (w, e->args[0]))
      || !(begin = offset (w, e->args[1])))
    return false;
  return !w->length
	 || (imp_expr_equal (end, offset (w, w->length->args[0]))
	     && imp_expr_equal (begin, offset (w, w->length->args[1])));
}

/* Is S a loop over the row?  */
static bool
over_row (const struct element *w, const struct imp_stmt *s)
{
  uint64_t zero;

  return imp_counts (s) && !imp_is_whole (s) && imp_is_const (bound_to (w, s->e[0]), &zero)
	 && zero == 0 && s->e[1]->kind == IMP_EXPR_VAR && is_length (w, s->e[1]);
}

/* --- Elements --------------------------------------------------------------------------------- */

/* The statements of B from S on that are not over the row; more than MOST if one is none that an
   empty row may have.  */
static unsigned
statements (const struct element *w, const struct imp_stmt *s)
{
  unsigned n = 0;

  for (; s && n <= MOST; s = s->next)
    if (over_row (w, s))
      ;
    else if (s->kind == IMP_IF && imp_computes (s->e[0]))
      n += 1 + statements (w, s->body.first) + statements (w, s->orelse.first);
    else if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_STORE
	      || s->kind == IMP_GIVE)
	     && imp_computes (s->base) && imp_computes (s->e[0]) && imp_computes (s->e[1]))
      n++;
    else
      return MOST + 1;
  return n;
}

/* Do these statements change anything but what is bound among them?  */
static bool
acts (const struct element *w, const struct imp_stmt *s)
{
  for (; s; s = s->next)
    if (over_row (w, s) || s->kind == IMP_NEW)
      ;
    else if (s->kind == IMP_IF ? acts (w, s->body.first) || acts (w, s->orelse.first)
	     : s->kind != IMP_ASSIGN || imp_binder (w->known, s->var)->begin <= w->begin)
      return true;
  return false;
}

/* Copy the statements of B from S on, but for loops over the row.  */
static void
copy_empty (const struct element *w, struct imp_copy *c, const struct imp_stmt *s)
{
  for (; s; s = s->next)
    if (over_row (w, s))
      ;
    else if (s->kind == IMP_IF)
      {
	struct imp_block *b = c->h.b;
	struct imp_stmt *t = imp_make_if (&c->h, imp_copy_expr (c, s->e[0]));

	c->h.b = &t->body;
	copy_empty (w, c, s->body.first);
	c->h.b = &t->orelse;
	copy_empty (w, c, s->orelse.first);
	c->h.b = b;
      }
    else if (s->kind == IMP_NEW && is_length (w, imp_use (w->p, s->var)))
      imp_copy_set (c, s->var, imp_zero (w->p, s->var->type));
    else
      imp_copy_stmt (c, s);
}

/* What binds the length of the row of the first loop over one in W, which has it then; NULL: there
   is none, or W does more before.  */
static struct imp_stmt *
first_length (struct element *w)
{
  struct imp_stmt *s = w->body->first, *n;

  while (s && !over_row (w, s))
    s = s->next;
  if (!s)
    return NULL;
  n = imp_binder (w->known, s->e[1]->var)->by;
  for (s = w->body->first; s != n; s = s->next)
    if (s->kind != IMP_NEW || !imp_computes (s->e[0]))
      return NULL;
  w->length = bound_to (w, imp_use (w->p, n->var));
  w->begin = imp_binder (w->known, n->var)->begin;
  for (; s && s->kind == IMP_NEW && imp_computes (s->e[0]); s = s->next)
    w->acts = imp_binder (w->known, s->var)->begin;
  return n;
}

/* Divide the body of S, which goes on in H's procedure.  */
static bool
divide (struct imp_here *h, const struct imp_binders *known, struct imp_stmt *s)
{
  struct element w = { h->p, known, &s->body, NULL, 0, 0 };
  struct imp_stmt *n = first_length (&w), *t;
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };

  if (!n || statements (&w, n->next) > MOST)
    return false;
  t = imp_make_if (&at, here_op (h, FIR_GT, here_use (h, n->var), imp_zero (h->p, n->var->type)));
  if (acts (&w, n->next))
    {
      struct imp_copy c;

      at.b = &t->orelse;
      c = imp_copy_new (&at);
      for (struct imp_stmt *b = s->body.first; b != n->next; b = b->next)
	if (is_length (&w, here_use (h, b->var)))
	  imp_copy_set (&c, b->var, imp_zero (h->p, b->var->type));
      copy_empty (&w, &c, n->next);
    }
  for (struct imp_stmt *b; (b = n->next);)
    {
      imp_unlink (&s->body, b);
      imp_link_last (&t->body, b);
    }
  imp_unlink (&made, t);
  imp_link_last (&s->body, t);
  return true;
}

/* --- The pass --------------------------------------------------------------------------------- */

/* Can elements of S be divided: do they give nothing that each must?  */
static bool
can (const struct imp_stmt *s)
{
  if (s->kind != IMP_LOOP || imp_is_whole (s) || s->shape)
    return s->kind == IMP_FOR;
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (o->kind != IMP_REDUCE || o->first || !o->e[0])
      return false;
  return true;
}

/* The number of loops in B whose elements have been divided.  */
static unsigned
divide_block (struct imp_here *h, const struct imp_binders *known, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += divide_block (h, known, &s->body);
      n += divide_block (h, known, &s->orelse);
      n += can (s) && divide (h, known, s);
    }
  return n;
}

unsigned
schedule_empty (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct imp_here h = { p, proc, NULL };

  return divide_block (&h, &known, &proc->body);
}

/* The pass chunk: what a turn of a loop may do before the conditions around the loop are known.

   Two loops of an element are joined (schedule-row-turns.c), and what stands between them is asked
   at the end.  What the second loop loads must be there all the same.  That is so of what the first
   loads in the same turn, and of all else that it loads in any turn, as it takes all of them
   whatever fails:

     for j = 0 to n { ... p[b + j] ... }
     if ok { for j = 0 to n { ... for k = 0 to q { ... p[b + j + 1 + k] ... } } }

   Here j + 1 + q is compared with n, in each turn.
   Does not: loops in the second but that which makes a part of the row; leaves and functions;
   divisions that may trap.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* The terms of an index, and the places that the first loop loads.  */
#define TERMS 8
#define WINDOWS 8

/* The sum of N terms.  */
struct sum
{
  const struct imp_expr *term[TERMS];
  unsigned n;
};

/* Memory that the first loop loads, all of it: AT[FROM + i] for each of its turns.  */
struct window
{
  const struct imp_var *at;
  struct sum from;
};

struct ahead
{
  struct imp_prog *p;
  const struct imp_stmt *s;	/* the element */
  const struct imp_stmt *first, *second, *makes;	/* the loops; MAKES: in SECOND */
  struct window window[WINDOWS];
  unsigned windows;
  bool makes_now;		/* in MAKES */
  struct row_reach *found;
};

/* --- Indices --------------------------------------------------------------------------------- */

/* Does the element change V, but for the turns of a loop?  */
static bool
changes (const struct ahead *w, const struct imp_var *v)
{
  const struct imp_stmt *by = imp_block_binder (&w->s->body, v);

  return !(by && by->kind == IMP_FOR) && imp_block_assigns (&w->s->body, v);
}

/* Add the terms of E to M: constants and variables that the element does not change.  */
static bool
add_terms (const struct ahead *w, const struct imp_expr *e, struct sum *m)
{
  const struct imp_stmt *by;

  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD && e->type == type_size (w->p->ctx))
    return add_terms (w, e->args[0], m) && add_terms (w, e->args[1], m);
  if (e->kind == IMP_EXPR_VAR)
    {
      if (changes (w, e->var))
	return false;
      by = imp_block_binder (&w->s->body, e->var);
      if (by && by->kind == IMP_NEW && by->e[0] && by->e[0]->kind == IMP_EXPR_PRIM
	  && by->e[0]->op == FIR_ADD)
	return add_terms (w, by->e[0], m);
    }
  else if (e->kind != IMP_EXPR_CONST)
    return false;
  if (m->n == TERMS)
    return false;
  m->term[m->n++] = e;
  return true;
}

/* Take a term of M that equals E away.  */
static bool
take_term (struct sum *m, const struct imp_expr *e)
{
  for (unsigned k = 0; k < m->n; k++)
    if (imp_expr_equal (m->term[k], e))
      {
	m->term[k] = m->term[--m->n];
	return true;
      }
  return false;
}

/* The same of a variable.  */
static bool
take_var (struct sum *m, const struct imp_var *v)
{
  for (unsigned k = 0; k < m->n; k++)
    if (imp_is_var (m->term[k], v))
      return take_term (m, m->term[k]);
  return false;
}

/* Does B, or LOOP itself, bind none of the terms of M?  */
static bool
binds_none (const struct imp_stmt *loop, const struct sum *m)
{
  for (unsigned k = 0; k < m->n; k++)
    if (m->term[k]->kind == IMP_EXPR_VAR
	&& (m->term[k]->var == loop->var || imp_block_binder (&loop->body, m->term[k]->var)))
      return false;
  return true;
}

/* --- What the first loop loads --------------------------------------------------------------- */

/* Note the loads of E, which every turn evaluates.  */
static void
note_windows (struct ahead *w, const struct imp_expr *e)
{
  struct window x = { NULL, { .n = 0 } };

  if (e->kind == IMP_EXPR_LOAD && e->args[0]->kind == IMP_EXPR_VAR && w->windows < WINDOWS
      && !changes (w, e->args[0]->var)
      && add_terms (w, e->args[1], &x.from) && take_var (&x.from, w->first->var)
      && binds_none (w->first, &x.from))
    {
      x.at = e->args[0]->var;
      w->window[w->windows++] = x;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!k || e->kind != IMP_EXPR_PRIM || e->op != FIR_SELECT)
      note_windows (w, e->args[k]);
}

/* Is E a leaf or a function, which need not return?  */
static bool
calls (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_FUN;
}

/* --- What the second does -------------------------------------------------------------------- */

/* Is AT[INDEX], if that is in window X, there: because of the turn, or if a test says so, which is
   noted then?  */
static bool
in_window (struct ahead *w, const struct window *x, const struct imp_expr *index)
{
  struct row_reach *r;
  struct sum m = { .n = 0 };
  struct imp_expr *e = NULL;

  if (!add_terms (w, index, &m))
    return false;
  for (unsigned k = 0; k < x->from.n; k++)
    if (!take_term (&m, x->from.term[k]))
      return false;
  if (m.n == 1 && imp_is_var (m.term[0], w->second->var))
    return true;
  if (!w->makes_now || !take_var (&m, w->makes->var) || !binds_none (w->makes, &m))
    return false;
  for (unsigned k = 0; k < m.n; k++)
    e = e ? imp_op (w->p, FIR_ADD, e, imp_again (w->p, m.term[k])) : imp_again (w->p, m.term[k]);
  r = CTX_NEW (w->p->ctx, struct row_reach);
  r->from = e ? e : imp_size (w->p, 0);
  r->n = w->makes->e[1];
  r->next = w->found;
  w->found = r;
  return true;
}

static bool
load_is_there (struct ahead *w, const struct imp_expr *e)
{
  if (e->args[0]->kind != IMP_EXPR_VAR)
    return false;
  for (unsigned k = 0; k < w->windows; k++)
    if (w->window[k].at == e->args[0]->var && in_window (w, &w->window[k], e->args[1]))
      return true;
  return false;
}

/* May E be computed?  */
static bool
expr_may (struct ahead *w, const struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: case IMP_EXPR_VAR:
      return true;
    case IMP_EXPR_PRIM:
      if (!imp_prim_total (e))
	return false;
      break;
    case IMP_EXPR_LOAD:
      if (!load_is_there (w, e))
	return false;
      break;
    default:
      return false;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!expr_may (w, e->args[k]))
      return false;
  return true;
}

/* May B, of A's second loop, be done?  Its part of the row is behind those that have room.  */
static bool
block_may (struct ahead *w, const struct imp_block *b, const struct row_ahead *a)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool makes = s == w->makes, good = s->kind != IMP_WHILE && (s->kind != IMP_FOR || makes);

      if (s == a->read || (s->kind == IMP_NEW && s->var == a->part))
	continue;
      for (unsigned k = 0; k < 4; k++)
	good = good && (!s->e[k] || expr_may (w, s->e[k]));
      for (unsigned k = 0; k < s->nargs; k++)
	good = good && expr_may (w, s->args[k]);
      w->makes_now |= makes;
      good = good && block_may (w, &s->body, a) && block_may (w, &s->orelse, a);
      w->makes_now &= !makes;
      if (!good)
	return false;
    }
  return true;
}

bool
row_ahead_may (struct imp_prog *p, const struct row_ahead *a, struct row_reach **found)
{
  struct ahead w = { .p = p, .s = a->s, .first = a->first, .second = a->second };
  const struct imp_stmt *makes = a->makes;
  uint64_t n;

  if (makes->kind == IMP_FOR && imp_is_const (imp_block_bound_to (&a->s->body, makes->e[0]), &n)
      && !n)
    w.makes = makes;
  if (w.makes && (!imp_is_const (makes->e[2], &n) || n != 1
		  || (makes->e[1]->kind != IMP_EXPR_VAR && makes->e[1]->kind != IMP_EXPR_CONST)))
    w.makes = NULL;
  if (!imp_block_any (&a->first->body, calls))
    for (const struct imp_stmt *s = a->first->body.first; s; s = s->next)
      for (unsigned k = 0; k < 4; k++)
	if (s->e[k])
	  note_windows (&w, s->e[k]);
  if (!block_may (&w, &a->second->body, a))
    return false;
  *found = w.found;
  return true;
}

struct imp_expr *
row_ahead_leaves (struct imp_here *h, const struct row_reach *r, const struct imp_expr *n)
{
  struct imp_expr *most = here_op (h, FIR_MIN, imp_again (h->p, n), r->from);

  return here_op (h, FIR_GT, imp_again (h->p, r->n),
		  here_op (h, FIR_SUB, imp_again (h->p, n), most));
}

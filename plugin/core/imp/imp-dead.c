/* Dead code elimination in the body of a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A pass over the elements that has only some of the effects of a body leaves code that only the
   others need.  Live is a statement with an effect outside of the body, or that may fail; the
   statements that define what live statements read; and those around a live statement.  The others
   are removed: loops whose iterations do nothing, accumulators that are never read otherwise,
   memory that is written but never read, with its release.  A move is a store.  Leaves and
   functions that cannot fail have no effect; loops, and `while', terminate.

   Each variable has a list of the statements that are live if it is, so that this takes time
   linear in the size of the body.

   Does not: distinguish the elements of one piece of memory.  */

#include "imp-make.h"

#include <limits.h>

/* --- Facts ----------------------------------------------------------------------------------- */

/* A statement of block B, which is in AROUND (NULL: in none of the body's statements).  */
struct node
{
  struct imp_stmt *s;
  struct imp_block *b;
  struct node *around;
  struct node *test;		/* the innermost test of a flag around it; NULL: there is none */
  bool wanted;
  bool counts;			/* a filter: its values are dead, as far as known */
};

struct list
{
  struct node *node;
  struct list *next;
};

/* The facts about a variable that the body binds.  */
struct fact
{
  struct imp_stmt *binder;	/* NULL: it is bound outside */
  struct list *sets;		/* its definitions: its binder, assignments, outputs */
  struct list *with;		/* the statements that are live if it is: SETS, stores to its
				   memory, moves there, those that take over or drop it */
  struct node *filter;		/* the filter whose cursor it is; NULL: none */
  unsigned outputs;		/* the number of loops of which it is an output */
  bool wanted;
  unsigned asked;		/* the number of the last query that visited it */
  struct fact *next;		/* it is live */
};

struct body
{
  struct imp_prog *p;
  struct fact *facts;		/* by number of the variable, from FIRST on, N of them */
  unsigned first, n;
  struct fact *wanted;		/* live statements to be processed */
  struct list *nodes;		/* all of them */
  unsigned asked;		/* the number of queries so far */
  bool passed;			/* leaves cannot fail */
  const struct imp_fails *late;	/* the failures, if another pass over the elements records them */
};

/* The facts about V; NULL: V is bound outside.  */
static struct fact *
fact_of (struct body *d, const struct imp_var *v)
{
  struct fact *f = v && v->id >= d->first && v->id - d->first < d->n ? &d->facts[v->id - d->first]
		   : NULL;

  return f && f->binder ? f : NULL;
}

static struct list *
add (struct body *d, struct list *to, struct node *node)
{
  struct list *l = CTX_NEW (d->p->ctx, struct list);

  *l = (struct list) { node, to };
  return l;
}

static void
note_binders (struct body *d, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_binds (s))
	d->facts[s->var->id - d->first].binder = s;
      note_binders (d, &s->body);
      note_binders (d, &s->orelse);
    }
}

/* --- Failures that another pass records ------------------------------------------------------ */

/* Is V a flag that only a failure clears?  */
static bool
is_flag (struct body *d, const struct imp_var *v)
{
  return imp_fails_flag (d->late, v) && fact_of (d, v);
}

/* Does S run its body unless an element has failed?  */
static bool
tests_flag (struct body *d, const struct imp_stmt *s)
{
  return s->kind == IMP_IF && s->e[0]->kind == IMP_EXPR_VAR && is_flag (d, s->e[0]->var)
	 && !imp_fails_here (&s->body) && !imp_fails_here (&s->orelse);
}

static bool
in_loop (const struct node *node)
{
  for (node = node->around; node; node = node->around)
    if (node->s->kind == IMP_FOR || node->s->kind == IMP_WHILE || node->s->kind == IMP_LOOP)
      return true;
  return false;
}

bool
imp_is_arithmetic (const struct imp_expr *e)
{
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_VAR
      && !(e->kind == IMP_EXPR_PRIM && imp_prim_total (e)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!imp_is_arithmetic (e->args[k]))
      return false;
  return true;
}

/* May S run for an element that has failed?  */
static bool
harmless (const struct imp_stmt *s)
{
  if (s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF && s->kind != IMP_GIVE)
    return false;
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (s->e[k] && !imp_is_arithmetic (s->e[k]))
      return false;
  return true;
}

/* --- Memory ---------------------------------------------------------------------------------- */

static bool
is_move (const struct imp_expr *e)
{
  return e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MOVE;
}

/* The pointer or area to whose memory S, a store, an output or a move, writes; NULL: S writes
   none.  */
static const struct imp_expr *
written_to (const struct imp_stmt *s)
{
  return s->kind == IMP_EVAL && is_move (s->e[0]) ? s->e[0]->args[0] : s->base;
}

/* Does E lead only to memory that the body allocates?  Then NODE, unless that is NULL, is live if a
   variable that leads there is.  Variables are visited once per query.  */
static bool
leads_to_own (struct body *d, const struct imp_expr *e, struct node *node)
{
  struct fact *f;
  bool own = true;

  switch (e->kind)
    {
    case IMP_EXPR_VAR:
      f = fact_of (d, e->var);
      if (!f)
	return false;
      if (f->asked == d->asked)
	return true;
      f->asked = d->asked;
      if (node)
	f->with = add (d, f->with, node);
      if (f->binder->kind != IMP_NEW)
	return true;
      for (const struct list *l = f->sets; l; l = l->next)
	own &= !l->node->s->e[0] || leads_to_own (d, l->node->s->e[0], node);
      return own;
    case IMP_EXPR_PRIM:
      if (e->op == FIR_SELECT)
	{
	  own = leads_to_own (d, e->args[1], node);
	  return leads_to_own (d, e->args[2], node) && own;
	}
      return e->op == FIR_PADD && leads_to_own (d, e->args[0], node);
    case IMP_EXPR_CALL:
      return e->fn == IMP_FN_COPY
	     || (imp_fn_info[e->fn].leads == IMP_LEADS_SAME
		 && leads_to_own (d, e->args[0], node));
    default:
      return false;
    }
}

/* Does S, a store, an output or a move, write to memory from outside of the body?  */
static bool
stores_outside (struct body *d, const struct imp_stmt *s, struct node *node)
{
  const struct imp_expr *to = written_to (s);

  d->asked++;
  return to && !leads_to_own (d, to, node);
}

/* --- What is wanted with what ---------------------------------------------------------------- */

/* Has E an effect, or may it fail?  A move is a store.  */
static bool
has_effect (const struct body *d, const struct imp_expr *e)
{
  if (!e)
    return false;
  if ((e->kind == IMP_EXPR_CALL && !e->type && !is_move (e))
      || (e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_MAYFAIL) && !d->passed))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (has_effect (d, e->args[k]))
      return true;
  return false;
}

static void
want (struct body *d, struct fact *f)
{
  if (!f || f->wanted)
    return;
  f->wanted = true;
  f->next = d->wanted;
  d->wanted = f;
}

static void
want_reads (struct body *d, const struct imp_expr *e)
{
  if (!e)
    return;
  if (e->kind == IMP_EXPR_VAR)
    want (d, fact_of (d, e->var));
  for (unsigned k = 0; k < e->nargs; k++)
    want_reads (d, e->args[k]);
}

/* If B fails, the flags that it clears are live.  */
static void
want_cleared (struct body *d, const struct imp_block *b)
{
  if (!imp_fails_here (b))
    return;
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_ASSIGN && is_flag (d, s->var))
      want (d, fact_of (d, s->var));
}

/* The flags that are live if NODE is: those that it may clear, and those without which it may not
   run.  */
static void
want_flags (struct body *d, const struct node *node)
{
  if (!d->late)
    return;
  want_cleared (d, &node->s->body);
  want_cleared (d, &node->s->orelse);
  for (const struct node *t = harmless (node->s) ? NULL : node->test; t; t = t->test)
    want (d, fact_of (d, t->s->e[0]->var));
}

/* Is S a give to a filter whose values are dead?  */
static bool
only_counts (struct body *d, const struct imp_stmt *s)
{
  const struct fact *f = s->kind == IMP_GIVE ? fact_of (d, s->var) : NULL;

  return f && f->filter && f->filter->counts;
}

/* How many of the first operands of S, which is live, are not.  */
static unsigned
unread (struct body *d, const struct imp_stmt *s)
{
  return only_counts (d, s) || tests_flag (d, s);
}

/* Mark NODE, and the statements around it, as live.  */
static void
want_node (struct body *d, struct node *node)
{
  for (; node && !node->wanted; node = node->around)
    {
      const struct imp_stmt *s = node->s, *param = s->body.first;

      node->wanted = true;
      want_flags (d, node);
      if (node->counts)
	{
	  want (d, fact_of (d, s->var));
	  continue;
	}
      want_reads (d, s->base);
      for (unsigned k = unread (d, s); k < sizeof s->e / sizeof *s->e; k++)
	want_reads (d, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	want_reads (d, s->args[k]);
      if (!imp_counts (s))
	want (d, fact_of (d, s->var));
      /* An operator keeps its parameters, whether it reads them or not.  */
      for (unsigned k = 0; imp_is_output (s) && param && k < 2; k++, param = param->next)
	want (d, fact_of (d, param->var));
    }
}

/* NODE is live if the variable of S, or the output that S gives to, is; if that is bound outside,
   it is live at once.  */
static void
with_var (struct body *d, struct node *node, const struct imp_var *v)
{
  struct fact *f = fact_of (d, v);

  if (f)
    f->with = add (d, f->with, node);
  else
    want_node (d, node);
}

/* A statement that takes over a handle in E is live if the handle is; and so is a variable that
   becomes it.  */
static void
with_taken (struct body *d, struct node *node, const struct imp_expr *e)
{
  struct fact *f;

  for (unsigned k = 0; k < e->nargs; k++)
    {
      f = e->args[k]->kind == IMP_EXPR_VAR && imp_takes (e, k) ? fact_of (d, e->args[k]->var)
	  : NULL;
      if (f)
	f->with = add (d, f->with, node);
      with_taken (d, node, e->args[k]);
    }
}

static void
note_with (struct body *d, struct node *node)
{
  struct imp_stmt *s = node->s;
  struct fact *f;
  bool effect = (s->kind == IMP_EVAL && !written_to (s)) || (s->kind == IMP_FAIL && !d->late)
		|| s->kind == IMP_NEED || s->kind == IMP_CHECK || s->kind == IMP_RAISE;

  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    {
      effect |= has_effect (d, s->e[k]);
      if (s->e[k])
	with_taken (d, node, s->e[k]);
    }
  if (effect)
    want_node (d, node);
  if (s->kind == IMP_NEW || s->kind == IMP_ASSIGN)
    {
      f = s->e[0] && s->e[0]->kind == IMP_EXPR_VAR && type_is_vec (s->var->type)
	  ? fact_of (d, s->e[0]->var) : NULL;
      if (f)
	f->with = add (d, f->with, node);
    }
  if (imp_is_output (s) && s->e[1])
    with_var (d, node, s->e[1]->var);
  if (s->var && !imp_counts (s))
    with_var (d, node, s->var);
  /* To know a single failure costs little.  */
  if (s->kind == IMP_ASSIGN && is_flag (d, s->var) && !in_loop (node))
    want_node (d, node);
  if (s->kept || stores_outside (d, s, node))
    want_node (d, node);
}

/* Make nodes for the statements of B, a block of AROUND.  */
static void
note_nodes (struct body *d, struct imp_block *b, struct node *around)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct node *node = CTX_NEW (d->p->ctx, struct node);
      struct fact *f = fact_of (d, s->var);

      *node = (struct node) { .s = s, .b = b, .around = around };
      if (around)
	node->test = tests_flag (d, around->s) ? around : around->test;
      d->nodes = add (d, d->nodes, node);
      if (f && (s->kind == IMP_NEW || s->kind == IMP_ASSIGN))
	f->sets = add (d, f->sets, node);
      if (f)
	f->outputs += imp_is_output (s);
      if (f && s->kind == IMP_FILTER)
	{
	  node->counts = true;
	  f->filter = node;
	}
      note_nodes (d, &s->body, node);
      note_nodes (d, &s->orelse, node);
    }
}

static struct body
note_body (struct imp_prog *p, struct imp_block *b, const struct imp_fails *late)
{
  struct body d = { .p = p, .late = late };
  unsigned least = UINT_MAX, most = 0;

  imp_bound_range (b, &least, &most);
  d.first = least;
  d.n = least <= most ? most - least + 1 : 0;
  d.facts = CTX_NEWV (p->ctx, struct fact, d.n + 1);
  note_binders (&d, b);
  note_nodes (&d, b, NULL);
  return d;
}

/* Is a variable live that leads to the same memory of the body as E?  */
static bool
leads_to_wanted (struct body *d, const struct imp_expr *e)
{
  struct fact *f = e->kind == IMP_EXPR_VAR ? fact_of (d, e->var) : NULL;

  if (f && f->asked != d->asked)
    {
      f->asked = d->asked;
      if (f->wanted)
	return true;
      for (const struct list *l = f->sets; l; l = l->next)
	if (l->node->s->e[0] && leads_to_wanted (d, l->node->s->e[0]))
	  return true;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (leads_to_wanted (d, e->args[k]))
      return true;
  return false;
}

/* The values of filter NODE are live if they are stored to memory that is live, or from
   outside.  */
static void
want_kept (struct body *d, struct node *node)
{
  struct fact *f = fact_of (d, node->s->var);
  bool outside = stores_outside (d, node->s, NULL);

  d->asked++;
  if (!outside && !leads_to_wanted (d, node->s->base))
    return;
  node->counts = node->wanted = false;
  want_node (d, node);
  for (struct list *l = f->with; l; l = l->next)
    if (l->node->s->kind == IMP_GIVE && l->node->wanted)
      want_reads (d, l->node->s->e[0]);
}

/* Propagate liveness.  */
static void
find_wanted (struct body *d)
{
  while (d->wanted)
    {
      while (d->wanted)
	{
	  struct fact *f = d->wanted;

	  d->wanted = f->next;
	  for (struct list *l = f->with; l; l = l->next)
	    want_node (d, l->node);
	}
      for (struct list *l = d->nodes; l; l = l->next)
	if (l->node->counts && l->node->wanted)
	  want_kept (d, l->node);
    }
}

/* Can lanes begin with the value of O's accumulator, which counts?  */
static bool
begins_neutral (struct body *d, const struct imp_stmt *o)
{
  const struct fact *f = fact_of (d, o->var);
  const struct imp_expr *e = f && f->sets && !f->sets->next && f->outputs == 1
			     ? f->sets->node->s->e[0] : NULL;

  return e && e->kind == IMP_EXPR_CONST && o->e[0] && fir_const_equal (e->cst, o->e[0]->cst);
}

/* Filters of LOOP now count, if ANY do, from the values of their cursors; LANES: they were
   compacted in blocks.  */
static void
count_in_lanes (struct body *d, struct imp_stmt *loop, bool lanes, bool any)
{
  for (struct imp_stmt *o = loop->orelse.first; o && lanes; o = o->next)
    lanes = o->kind == IMP_REDUCE;
  for (struct imp_stmt *o = loop->orelse.first; o && lanes; o = o->next)
    o->apart |= !begins_neutral (d, o);
  if (any)
    loop->shape = lanes ? IMP_SHAPE_LANES : IMP_SHAPE_SERIAL;
  if (!loop->orelse.first)
    loop->shape = IMP_SHAPE_SERIAL;
}

/* Do elements of LOOP, which are taken one after the other, only add up sizes, where the order is
   of no account, and nothing that stands in a branch?  What stood beside these may have been in the
   way of lanes.  */
static bool
only_sums (struct body *d, const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (!imp_is_sum (d->p, o))
      return false;
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_GIVE) || has_effect (d, s->e[0]))
      return false;
  return loop->shape == IMP_SHAPE_SERIAL && loop->orelse.first;
}

/* Adapt LOOP, some of whose outputs have been removed, or are filters whose values are dead.  */
static void
mend_loop (struct body *d, struct imp_here *h, struct imp_stmt *loop)
{
  bool lanes = loop->shape == IMP_SHAPE_COMPACT, any = false;

  for (struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind == IMP_FILTER && fact_of (d, o->var) && fact_of (d, o->var)->filter->counts)
      {
	imp_store_nothing (h, loop, o);
	any = true;
      }
  count_in_lanes (d, loop, lanes, any);
  if (!d->passed)
    imp_count_in_blocks (h, loop);
  if (only_sums (d, loop))
    count_in_lanes (d, loop, true, true);
}

/* Find what is live in D.  */
static void
find_live (struct body *d)
{
  for (struct list *l = d->nodes; l; l = l->next)
    note_with (d, l->node);
  find_wanted (d);
}

/* Remove what is not.  */
static void
drop_unwanted (struct body *d)
{
  for (struct list *l = d->nodes; l; l = l->next)
    if (!l->node->wanted && (!l->node->around || l->node->around->wanted))
      imp_unlink (l->node->b, l->node->s);
}

/* Adapt what is left.  That moves statements out of branches: the last step.  */
static void
mend_loops (struct body *d, struct imp_here *h)
{
  for (struct list *l = d->nodes; l; l = l->next)
    if (l->node->wanted && l->node->s->kind == IMP_LOOP)
      mend_loop (d, h, l->node->s);
}

void
imp_drop_dead (struct imp_here *h, struct imp_block *body, bool passed)
{
  struct body d = note_body (h->p, body, NULL);

  d.passed = passed;
  find_live (&d);
  drop_unwanted (&d);
  mend_loops (&d, h);
}

/* Is a loop of D dead, or a part of it, that may fail?  */
static bool
drops_failing_loop (const struct body *d)
{
  for (const struct list *l = d->nodes; l; l = l->next)
    if (l->node->s->kind == IMP_FAIL && in_loop (l->node) && !l->node->around->wanted)
      return true;
  return false;
}

bool
imp_drop_failing (struct imp_here *h, struct imp_block *body)
{
  struct body d = note_body (h->p, body, imp_fails_of (h->p, body));

  find_live (&d);
  if (!drops_failing_loop (&d))
    return false;
  drop_unwanted (&d);
  /* Inner ones come first.  */
  for (struct list *l = d.nodes; l; l = l->next)
    if (l->node->wanted && tests_flag (&d, l->node->s)
	&& !fact_of (&d, l->node->s->e[0]->var)->wanted)
      imp_replace (l->node->b, l->node->s, &l->node->s->body);
  mend_loops (&d, h);
  return true;
}

/* --- Stores ---------------------------------------------------------------------------------- */

/* Let the outputs of LOOP that store to memory from outside not do so.  */
static void
drop_outputs (struct body *d, struct imp_here *h, struct imp_stmt *loop)
{
  bool lanes = loop->shape == IMP_SHAPE_COMPACT, any = false;

  for (struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (stores_outside (d, o, NULL))
      {
	imp_store_nothing (h, loop, o);
	any = true;
      }
  count_in_lanes (d, loop, lanes, any);
}

static void
drop_stores (struct body *d, struct imp_here *h, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      drop_stores (d, h, &s->body);
      if (s->kind == IMP_LOOP)
	drop_outputs (d, h, s);
      drop_stores (d, h, &s->orelse);
      if (!imp_is_output (s) && !s->kept && stores_outside (d, s, NULL))
	imp_unlink (b, s);
    }
}

void
imp_drop_stores (struct imp_here *h, struct imp_block *body)
{
  struct body d = note_body (h->p, body, NULL);

  drop_stores (&d, h, body);
}

bool
imp_stores_own (struct imp_prog *p, const struct imp_stmt *loop)
{
  struct imp_stmt alone = *loop;
  struct imp_block b = { &alone, &alone };
  struct body d;

  alone.prev = alone.next = NULL;
  d = note_body (p, &b, NULL);
  for (const struct list *l = d.nodes; l; l = l->next)
    if (!l->node->s->kept
	&& (stores_outside (&d, l->node->s, NULL)
	    || (l->node->s->kind == IMP_EVAL && !written_to (l->node->s))))
      return false;
  return true;
}

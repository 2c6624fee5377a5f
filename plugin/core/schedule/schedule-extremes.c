/* The pass extremes: a running minimum or maximum of floats is that of numbers, with one operation
   an element.

     for i = b to e {                       new lo := inf
       ... acc := max (acc, x) ...          new hi := -inf
     }                              =>      for i = b to e {
					      ... lo := min (lo, x)
					      hi := max (hi, x) ...
					    }
					    acc := max (acc, select (le (lo, hi), hi, nan))

   A maximum leaves NaNs out, and acc may be one, at first.  So it takes a maximum and a choice, and
   the next element waits for both.  Neither lo nor hi is ever a NaN (imp-number.c), and each is one
   instruction.  All x are NaNs if lo is still above hi.

   The innermost loops, which use acc nowhere else, and are not taken in vectors.

   The best of records by a float, which argmax makes, has a NaN as the least number, but for one
   that stands first.  Nothing is less than the least: a NaN itself does, where it is not the
   first.

     v := select (c, inf, -inf)               t := bor (lt (acc.v, x),
     q := { select (ne (x, x), v, x), i }               band (band (ne (x, x), c), lt (acc.v, inf)))
     acc := select (lt (acc.v, q.v), q, acc)
                                        =>    acc := select (t, { select (c, q.v, x), i }, acc)

   Peel then knows c, or the loop begins behind where it holds.  With two tests of x GCC makes
   branches, one of which guesses wrong; and where one test sets several variables.  So each field
   of the best has a choice of its own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

#include <string.h>

struct extremes
{
  struct imp_numbers numbers;
  struct imp_stmt *found;	/* the assignment */
  struct imp_block *in;		/* its block */
  unsigned n;			/* how many there were */
};

/* Is S an assignment of the minimum or maximum of its variable and another float?  What the pass
   makes is none.  */
static bool
extreme (const struct extremes *w, const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];

  return s->kind == IMP_ASSIGN && type_is_float (e->type) && e->type->size <= 8
	 && e->kind == IMP_EXPR_PRIM && (e->op == FIR_MIN || e->op == FIR_MAX)
	 && (imp_is_var (e->args[0], s->var) || imp_is_var (e->args[1], s->var))
	 && s->var->id < w->numbers.n && !imp_number (&w->numbers, e);
}

/* How often is V bound or assigned in B?  */
static unsigned
written (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->var == v) + written (&s->body, v) + written (&s->orelse, v);
  return n;
}

/* Find an extreme in B, of LOOP; false if LOOP is not an innermost one.  */
static bool
find (struct extremes *w, struct imp_stmt *loop, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_counts (s) || s->kind == IMP_WHILE || s->kind == IMP_PARFOR)
	return false;
      if (!find (w, loop, &s->body) || !find (w, loop, &s->orelse))
	return false;
      if (!w->found && extreme (w, s) && imp_block_uses (&loop->body, s->var) == 1
	  && written (&loop->body, s->var) == 1)
	{
	  w->found = s;
	  w->in = b;
	}
    }
  return true;
}

static struct imp_expr *
constant (struct imp_here *h, const struct type *t, long double f)
{
  return imp_const (h->p, fir_atom_float (h->p->fir, t, f).cst);
}

/* Replace S, in block B, by the minimum LO and the maximum HI.  */
static void
both (struct imp_here *h, struct imp_block *b, struct imp_stmt *s, struct imp_var *lo,
      struct imp_var *hi)
{
  struct imp_expr *e = s->e[0], **args = e->args, *x;
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };

  x = args[imp_is_var (args[0], s->var)];
  x = imp_make_name (&at, x, "x");
  imp_make_assign (&at, lo, here_op (&at, FIR_MIN, here_use (&at, lo), here_again (&at, x)));
  imp_make_assign (&at, hi, here_op (&at, FIR_MAX, here_use (&at, hi), x));
  imp_replace (b, s, &made);
}

/* Behind and before LOOP, of block B: what becomes of W->found.  */
static void
around (struct extremes *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_block before = { NULL, NULL }, behind = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &before };
  struct imp_var *v = w->found->var, *lo, *hi;
  enum fir_op op = w->found->e[0]->op;
  struct imp_expr *any, *most;
  struct imp_stmt *s;

  lo = imp_make_new (&at, "lo", v->type, constant (h, v->type, __builtin_infl ()));
  hi = imp_make_new (&at, "hi", v->type, constant (h, v->type, -__builtin_infl ()));
  both (h, w->in, w->found, lo, hi);
  at.b = &behind;
  any = here_op (&at, FIR_LE, here_use (&at, lo), here_use (&at, hi));
  most = imp_select (h->p, any, here_use (&at, op == FIR_MIN ? lo : hi),
		     constant (h, v->type, __builtin_nanl ("")));
  imp_make_assign (&at, v, here_op (&at, op, here_use (&at, v), most));
  while ((s = before.first))
    {
      imp_unlink (&before, s);
      imp_link_before (b, loop, s);
    }
  s = behind.first;
  imp_unlink (&behind, s);
  imp_link_after (b, loop, s);
}

/* --- The best of records --------------------------------------------------------------------- */

/* acc := select (cmp (acc.v, q.v), q, acc), with q := { select (ne (x, x), v, x), i } and
   v := select (c, FIRST, LEAST): nothing is better than LEAST.  */
struct best
{
  struct imp_stmt *s;		/* the assignment, */
  struct imp_stmt *q, *by;	/* and the binders of q and v */
  unsigned v;			/* q's field */
  const struct imp_expr *x, *c, *first;
};

static bool
is_field (const struct imp_expr *e, unsigned k, const struct imp_var *v)
{
  return imp_is_prim (e, FIR_FIELD) && e->index == k && imp_is_var (e->args[0], v);
}

/* The binder of E, a variable, before S in its block; NULL: none.  */
static struct imp_stmt *
binder_before (struct imp_stmt *s, const struct imp_expr *e)
{
  if (e->kind != IMP_EXPR_VAR)
    return NULL;
  while ((s = s->prev) != NULL)
    if (s->var == e->var)
      return s->kind == IMP_NEW && s->e[0] ? s : NULL;
  return NULL;
}

/* Is E -inf, or inf if UP?  */
static bool
is_infinite (const struct imp_expr *e, bool up)
{
  return e->kind == IMP_EXPR_CONST && type_is_float (e->type)
	 && e->cst->f == (up ? __builtin_infl () : -__builtin_infl ());
}

/* Find X, C and FIRST of B; UP if less is better.  */
static bool
best_value (struct best *b, bool up)
{
  const struct imp_expr *e = b->q->e[0]->args[b->v], *ne, *v;

  if (!imp_is_prim (e, FIR_SELECT))
    return false;
  ne = e->args[0];
  b->x = e->args[2];
  if (!imp_is_prim (ne, FIR_NE) || b->x->kind != IMP_EXPR_VAR || !type_is_float (b->x->type)
      || !imp_is_var (ne->args[0], b->x->var) || !imp_is_var (ne->args[1], b->x->var)
      || (b->by = binder_before (b->q, e->args[1])) == NULL
      || !imp_is_prim (b->by->e[0], FIR_SELECT))
    return false;
  v = b->by->e[0];
  b->c = v->args[0];
  b->first = v->args[1];
  return b->first->kind == IMP_EXPR_CONST && is_infinite (v->args[2], up);
}

/* Is S such an assignment?  */
static bool
is_best (struct best *b, struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0], *c, *mine;
  bool less;

  if (s->kind != IMP_ASSIGN || !imp_is_prim (e, FIR_SELECT) || !imp_is_var (e->args[2], s->var)
      || s->var->type->kind != TYPE_RECORD
      || (b->q = binder_before (s, e->args[1])) == NULL || b->q != s->prev
      || !imp_is_prim (b->q->e[0], FIR_RECORD))
    return false;
  c = e->args[0];
  if (!imp_is_prim (c, FIR_LT) && !imp_is_prim (c, FIR_GT))
    return false;
  b->s = s;
  less = c->op == FIR_LT;
  mine = c->args[0];
  if (!imp_is_prim (mine, FIR_FIELD))
    return false;
  b->v = mine->index;
  if (is_field (mine, b->v, s->var) && is_field (c->args[1], b->v, b->q->var))
    return best_value (b, !less);
  return is_field (mine, b->v, b->q->var) && is_field (c->args[1], b->v, s->var)
	 && best_value (b, less);
}

/* A comparison as B's of its value and X.  */
static struct imp_expr *
compare (struct imp_copy *copy, const struct best *b, const struct imp_expr *x)
{
  const struct imp_expr *c = b->s->e[0]->args[0];
  bool second = is_field (c->args[1], b->v, b->q->var);

  return here_op (&copy->h, c->op, imp_copy_expr (copy, second ? c->args[0] : x),
		  imp_copy_expr (copy, second ? x : c->args[1]));
}

/* Replace the assignment of B, in block IN; NEVER: its C does not hold.  */
static void
compare_itself (struct imp_here *h, struct imp_block *in, const struct best *b, bool never)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };
  struct imp_copy copy = imp_copy_new (&at);
  const struct imp_expr *q = b->q->e[0];
  struct imp_expr **args = CTX_NEWV (h->p->ctx, struct imp_expr *, q->nargs), *t, *r;

  t = compare (&copy, b, b->x);
  if (!never)
    {
      r = here_op (&at, FIR_NE, here_again (&at, b->x), here_again (&at, b->x));
      r = here_op (&at, FIR_BAND, r, imp_copy_expr (&copy, b->c));
      r = here_op (&at, FIR_BAND, r, compare (&copy, b, b->first));
      t = here_op (&at, FIR_BOR, t, r);
    }
  t = imp_make_let (&at, "t", t);
  for (unsigned k = 0; k < q->nargs; k++)
    {
      args[k] = imp_copy_expr (&copy, never && k == b->v ? b->x : q->args[k]);
      if (k == b->v && !never)
	args[k] = imp_select (h->p, imp_copy_expr (&copy, b->c), args[k], here_again (&at, b->x));
    }
  r = imp_make_let (&at, "r", imp_prim (h->p, FIR_RECORD, q->type, q->nargs, args));
  imp_make_assign (&at, b->s->var, imp_select (h->p, t, r, here_use (&at, b->s->var)));
  imp_unlink (in, b->q);
  imp_replace (in, b->s, &made);
}

/* Does B's C only hold for an index before those of LOOP?  */
static bool
is_before (const struct best *b, const struct imp_stmt *loop)
{
  const struct imp_expr *c = b->c, *from = loop->e[0];
  uint64_t at, begin;

  return imp_is_prim (c, FIR_EQ) && imp_is_var (c->args[0], loop->var)
	 && imp_is_const (c->args[1], &at) && imp_is_prim (from, FIR_MAX)
	 && imp_is_const (from->args[1], &begin) && begin > at;
}

/* The most fields that are chosen one by one.  */
#define FIELDS 4

/* Is S acc := select (c, q, acc), of records of a few scalars, q a variable?  */
static bool
is_choice (const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];
  const struct type *t;

  if (s->kind != IMP_ASSIGN || !imp_is_prim (e, FIR_SELECT) || e->args[1]->kind != IMP_EXPR_VAR
      || !imp_is_var (e->args[2], s->var))
    return false;
  t = e->type;
  if (t->kind != TYPE_RECORD || t->nfields == 0 || t->nfields > FIELDS)
    return false;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].type->kind != TYPE_SCALAR)
      return false;
  return true;
}

/* Choose the fields of S, the last statement of B, one by one.  */
static void
choose_fields (struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };
  struct imp_expr *e = s->e[0], *args[FIELDS];
  struct imp_expr *c = imp_make_name (&at, e->args[0], "t");

  for (unsigned k = 0; k < e->type->nfields; k++)
    {
      struct imp_expr *f[2];

      for (unsigned j = 0; j < 2; j++)
	{
	  f[j] = here_use (&at, e->args[1 + j]->var);
	  f[j] = imp_prim (h->p, FIR_FIELD, e->type->fields[k].type, 1, &f[j]);
	  f[j]->index = k;
	}
      args[k] = imp_select (h->p, here_again (&at, c), f[0], f[1]);
    }
  imp_make_assign (&at, s->var, imp_prim (h->p, FIR_RECORD, e->type, e->type->nfields, args));
  imp_replace (b, s, &made);
}

/* The best of LOOP, which is innermost.  */
static unsigned
find_best (struct imp_here *h, struct imp_stmt *loop)
{
  struct best b;
  unsigned n = 0;

  if (loop->body.last && is_best (&b, loop->body.last))
    {
      compare_itself (h, &loop->body, &b, is_before (&b, loop));
      if (!imp_block_uses (&loop->body, b.by->var))
	imp_unlink (&loop->body, b.by);
      n++;
    }
  if (loop->body.last && is_choice (loop->body.last))
    {
      choose_fields (h, &loop->body, loop->body.last);
      n++;
    }
  return n;
}

/* --- The pass -------------------------------------------------------------------------------- */

static enum schedule_taken
take (struct schedule_walk *walk, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct extremes *w = (struct extremes *) walk->data;

  if (s->kind != IMP_FOR || s->ivdep)
    return SCHEDULE_LEFT;
  for (w->found = NULL; find (w, s, &s->body) && w->found; w->found = NULL)
    {
      around (w, h, b, s);
      w->n++;
    }
  w->n += find_best (h, s);
  return SCHEDULE_LEFT;
}

/* Does the user promise that PROC's floats are finite?  Then there must be no infinities.  */
static bool
only_finite (const struct imp_prog *p, const struct imp_proc *proc)
{
  for (const struct fir_region *r = p->fir->regions; r; r = r->next)
    if (r->finite && !strcmp (r->name, proc->name))
      return true;
  return false;
}

unsigned
schedule_extremes (struct imp_prog *p, struct imp_proc *proc)
{
  struct extremes w = { .numbers = imp_numbers_of (p, proc) };
  struct schedule_walk walk = { .take = take, .data = &w };

  if (!only_finite (p, proc))
    schedule_walk (p, proc, &walk);
  return w.n;
}

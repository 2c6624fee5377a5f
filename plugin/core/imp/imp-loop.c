/* Loops with outputs, element by element: their meaning as serial code.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An output is an acceptor of Data Parallel Idealised Algol (Atkey et al., section 4.2): a place
   that a value can be given to.  Here it is expanded for elements that are taken one after another;
   schedule-lanes.c has the other strategies.

   An output that combines apart gets a separate accumulator, which is combined with the original
   one at the end:

     loop k = b to e { reduce s apart neutral z } do { give s := v }   =>
     new acc := z   loop k = b to e { reduce acc neutral z } do { give acc := v }   s := s op acc

   where an operator without a neutral element begins with the first element, if there is one.  That
   makes a copy of the element, so a large one with loops inside has a flag instead: else code would
   double with each loop around it.  Such a combination may overflow where the source does not, and
   wraps.  */

#include "imp-make.h"

/* a := r for a and V; a := V where a has no value yet.  */
static void
accept_flagged (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v)
{
  struct imp_block *after = h->b;
  struct imp_stmt *i;

  v = imp_make_name (h, v, "v");
  i = imp_make_if (h, imp_again (h->p, o->e[1]));
  h->b = &i->body;
  imp_make_assign (h, o->var, imp_apply (h, o, imp_use (h->p, o->var), v));
  h->b = &i->orelse;
  imp_make_assign (h, o->var, imp_again (h->p, v));
  imp_make_assign (h, o->e[1]->var, imp_i32 (h->p, 1));
  h->b = after;
}

static void
accept_reduce (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v, bool first)
{
  if (first && o->first)
    imp_make_assign (h, o->var, v);
  else if (o->e[1])
    accept_flagged (h, o, v);
  else
    imp_make_assign (h, o->var, imp_apply (h, o, imp_use (h->p, o->var), v));
}

/* Advance the variable of O by N.  */
static void
move (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *n)
{
  imp_make_assign (h, o->var, imp_op (h->p, FIR_ADD, imp_use (h->p, o->var), n));
}

struct imp_expr *
imp_loop_passed (struct imp_here *h, struct imp_expr *g)
{
  if (!g)
    return imp_size (h->p, 1);
  if (g->type != type_bool (h->p->ctx))
    {
      if (g->type != type_i32 (h->p->ctx))
	return imp_select (h->p, g, imp_size (h->p, 1), imp_size (h->p, 0));
      g = imp_op (h->p, FIR_NE, g, imp_i32 (h->p, 0));
    }
  return imp_prim (h->p, FIR_CONV, type_size (h->p->ctx), 1, &g);
}

void
imp_loop_keep_wide (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v,
		    struct imp_expr *g)
{
  g = g ? imp_make_name (h, g, "keep") : NULL;
  imp_make_store (h, imp_again (h->p, o->base), imp_use (h->p, o->var), v);
  move (h, o, imp_loop_passed (h, g));
}

static void
accept_filter (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v)
{
  /* Making room may exchange the memory from which the value is computed.  */
  if (o->body.first)
    {
      v = imp_make_name (h, v, "v");
      imp_apply (h, o, imp_size (h->p, 1), NULL);
    }
  imp_make_store (h, imp_again (h->p, o->base), imp_use (h->p, o->var), v);
  move (h, o, imp_size (h->p, 1));
}

static void
accept_scan (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v,
	     const struct imp_expr *index)
{
  if (o->kind == IMP_EXSCAN)
    {
      v = imp_make_name (h, v, "v");
      imp_make_store (h, imp_again (h->p, o->base), imp_again (h->p, index),
		      imp_use (h->p, o->var));
    }
  imp_make_assign (h, o->var, imp_apply (h, o, imp_use (h->p, o->var), v));
  if (o->kind == IMP_SCAN)
    imp_make_store (h, imp_again (h->p, o->base), imp_again (h->p, index),
		    imp_use (h->p, o->var));
}

struct imp_expr *
imp_loop_guarded (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v,
		  struct imp_expr *g)
{
  return imp_select (h->p, g, imp_make_name (h, v, "v"), imp_again (h->p, o->e[0]));
}

/* Pass V to output O for element INDEX; G is the guard, NULL: none; FIRST: it is the first
   element.  */
static void
accept (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v, struct imp_expr *g,
	bool first, const struct imp_expr *index)
{
  struct imp_block *after = h->b;

  if (g && o->kind == IMP_FILTER && o->wide)
    {
      imp_loop_keep_wide (h, o, v, g);
      return;
    }
  if (g && o->kind == IMP_REDUCE && o->e[0])
    v = imp_loop_guarded (h, o, v, g);
  else if (g)
    {
      /* It is computed for every element, as where elements are taken in blocks.  */
      v = imp_make_name (h, v, "v");
      h->b = &imp_make_if (h, g)->body;
    }
  switch (o->kind)
    {
    case IMP_REDUCE: accept_reduce (h, o, v, first); break;
    case IMP_FILTER: accept_filter (h, o, v); break;
    case IMP_CURSOR: move (h, o, v); break;
    default: accept_scan (h, o, v, index); break;
    }
  h->b = after;
}

bool
imp_loop_first (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->first)
      return true;
  return false;
}

/* --- Elements -------------------------------------------------------------------------------- */

struct element
{
  const struct imp_stmt *loop;
  const struct imp_expr *index;
  bool first;
};

static bool
give (struct imp_copy *c, const struct imp_stmt *s)
{
  struct element *el = (struct element *) c->data;
  struct imp_stmt *o = imp_output (el->loop, s->var);

  /* One of a loop inside belongs to that loop's output.  */
  if (o)
    accept (&c->h, o, imp_copy_expr (c, s->e[0]), imp_copy_expr (c, s->e[1]), el->first, el->index);
  return o != NULL;
}

bool
imp_loop_need (struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_stmt *i = imp_make_if (&c->h, imp_copy_expr (c, s->e[1]));
  struct imp_stmt *f = imp_stmt_new (c->h.p, &i->orelse, IMP_FAIL, s->site);

  f->check = s->check;
  f->order = s->order;
  f->e[0] = imp_copy_expr (c, s->e[0]);
  f->nargs = s->nargs;
  f->args = CTX_NEWV (c->h.p->ctx, struct imp_expr *, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    f->args[k] = imp_copy_expr (c, s->args[k]);
  c->h.b = &i->body;
  return true;
}

/* The KEEP of an imp_copy: a row that is kept is in its room already; the recomputed one is
   dropped.  */
static bool
find_row (struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_stmt *drop;

  if (s->kind != IMP_EVAL)
    return false;
  drop = imp_stmt_new (c->h.p, c->h.b, IMP_RELEASE, 0);
  drop->var = imp_copy_expr (c, s->e[0]->args[2])->var;
  imp_copy_found (c, s);
  return true;
}

void
imp_loop_element (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *index,
		  bool first)
{
  struct element el = { loop, index, first };
  struct imp_copy c = imp_copy_new (h);

  c.give = give;
  c.need = imp_loop_need;
  c.keep = find_row;
  c.data = &el;
  imp_copy_set (&c, loop->var, index);
  imp_copy_block (&c, &loop->body);
}

bool
imp_has_loops (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_counts (s) || s->kind == IMP_WHILE || imp_has_loops (&s->body)
	|| imp_has_loops (&s->orelse))
      return true;
  return false;
}

bool
imp_loop_independent (const struct imp_stmt *loop)
{
  return !loop->orelse.first && !imp_has_needs (loop) && !imp_has_loops (&loop->body)
	 && !imp_block_fails (&loop->body);
}

/* --- Sweeps ---------------------------------------------------------------------------------- */

bool
imp_sweeps_type (const struct type *t)
{
  if (t->kind != TYPE_SCALAR)
    return false;
  return type_is_float (t) ? t->size == 4 || t->size == 8
	 : type_is_integral (t) && t->size <= 8 && t->scalar != SCALAR_BOOL;
}

bool
imp_plain_operator (const struct imp_stmt *o)
{
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;
  const struct imp_expr *r = o->e[2];

  return y && !y->next && r->nargs == 2 && imp_is_pair (r, r->op, x->var, y->var);
}

bool
imp_sweeps (const struct imp_stmt *o)
{
  const struct type *t = o->var->type;
  const struct imp_expr *r = o->e[2];

  if ((o->kind != IMP_SCAN && o->kind != IMP_EXSCAN) || !imp_sweeps_type (t)
      || !imp_plain_operator (o) || r->type != t)
    return false;
  return r->op == FIR_ADD || r->op == FIR_MUL || r->op == FIR_MIN || r->op == FIR_MAX
	 || r->op == FIR_MIN_NAN || r->op == FIR_MAX_NAN || r->op == FIR_BAND || r->op == FIR_BOR
	 || r->op == FIR_BXOR;
}

/* Does B, of LOOP, only compute, and give without conditions?  */
static bool
plainly_gives (const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_GIVE ? s->e[1] != NULL || b != &loop->body
	: s->kind == IMP_IF ? !plainly_gives (loop, &s->body) || !plainly_gives (loop, &s->orelse)
	: s->kind != IMP_NEW && s->kind != IMP_ASSIGN)
      return false;
  return true;
}

bool
imp_loop_plain (const struct imp_stmt *loop)
{
  return plainly_gives (loop, &loop->body);
}

bool
imp_loop_sweeps (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (!imp_sweeps (o))
      return false;
  return imp_loop_plain (loop);
}

/* Is E a constant, or a variable that LOOP, which binds its index and news, does not bind?  */
static bool
stays (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind != IMP_EXPR_VAR)
    return e->kind == IMP_EXPR_CONST;
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && s->var == e->var)
      return false;
  return e->var != loop->var;
}

/* Is E the place of LOOP's element, or that and what is the same for all elements?  */
static bool
steps (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD)
    return (steps (loop, e->args[0]) && stays (loop, e->args[1]))
	   || (stays (loop, e->args[0]) && steps (loop, e->args[1]));
  return imp_is_var (e, loop->var);
}

/* Is E loaded from the place of LOOP's element, in memory that begins anywhere?  */
static bool
loaded (const struct imp_stmt *loop, const struct imp_expr *e)
{
  return e && e->kind == IMP_EXPR_LOAD && e->args[0]->kind == IMP_EXPR_VAR
	 && stays (loop, e->args[0]) && steps (loop, e->args[1]);
}

struct imp_expr *
imp_loop_loaded (const struct imp_stmt *loop, const struct imp_var *v)
{
  struct imp_expr *e = NULL;

  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == v)
      e = s->e[0];
  for (const struct imp_stmt *s = loop->body.first; s && e; s = s->next)
    if (s->kind == IMP_NEW && imp_is_var (e, s->var))
      e = s->e[0];
  return loaded (loop, e) && e->type == v->type ? e : NULL;
}

bool
imp_loop_loads (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_NEW ? !loaded (loop, s->e[0])
	: s->kind != IMP_GIVE || !imp_loop_loaded (loop, s->var))
      return false;
  return true;
}

void
imp_loop_range (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *b,
		struct imp_expr *e, bool first)
{
  struct imp_block *after = h->b;
  struct imp_stmt *f;

  if (first)
    {
      imp_loop_element (h, loop, imp_again (h->p, b), true);
      b = imp_op (h->p, FIR_ADD, b, imp_size (h->p, 1));
    }
  f = imp_make_for (h, loop->var->name, b, e, 1, imp_loop_independent (loop));
  h->b = &f->body;
  imp_loop_element (h, loop, imp_use (h->p, f->var), false);
  h->b = after;
}

/* The GIVE of an imp_copy: S only advances its cursor.  */
static bool
count (struct imp_copy *c, const struct imp_stmt *s)
{
  const struct imp_stmt *o = imp_output ((const struct imp_stmt *) c->data, s->var);

  if (o && imp_output_moves (o))
    move (&c->h, o, imp_loop_counted (c, o, s));
  return o != NULL;
}

struct imp_expr *
imp_loop_counted (struct imp_copy *c, const struct imp_stmt *o, const struct imp_stmt *give)
{
  struct imp_expr *g = imp_copy_expr (c, give->e[1]);

  if (o->kind == IMP_CURSOR)
    return imp_copy_expr (c, give->e[0]);
  return g ? imp_select (c->h.p, g, imp_size (c->h.p, 1), imp_size (c->h.p, 0))
	 : imp_size (c->h.p, 1);
}

void
imp_loop_count (struct imp_here *h, const struct imp_stmt *loop)
{
  struct imp_stmt *f = imp_make_for (h, loop->var->name, imp_size (h->p, 0),
				     imp_copy_expr (&(struct imp_copy) { .h = *h }, loop->e[1]), 1,
				     false);
  struct imp_copy c = imp_copy_new (h);

  c.give = count;
  c.need = imp_loop_need;
  c.data = (void *) loop;
  c.h.b = &f->body;
  imp_copy_set (&c, loop->var, imp_use (h->p, f->var));
  imp_copy_block (&c, &loop->body);
  imp_drop_stores (h, &f->body);
  imp_drop_dead (h, &f->body, false);
}

/* --- Outputs that combine apart -------------------------------------------------------------- */

bool
imp_loop_apart (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->apart)
      return true;
  return false;
}

/* Does every element of LOOP give output O a value?  */
static bool
always_given (const struct imp_stmt *loop, const struct imp_stmt *o)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == o->var && !s->e[1])
      return true;
  return false;
}

/* An element of more statements is not copied.  */
#define MOST_COPIED 48

/* Does O, of LOOP, get its initial value from the first element, once it is no longer apart?  */
static bool
begins_first (const struct imp_stmt *loop, const struct imp_stmt *o)
{
  return o->apart && !o->e[0] && always_given (loop, o)
	 && !(loop->shape == IMP_SHAPE_SERIAL && imp_has_loops (&loop->body)
	      && imp_count_stmts (&loop->body) > MOST_COPIED);
}

/* The separate accumulator of O, of LOOP, which C substitutes for O's; its flag, NULL: it needs
   none.  */
static struct imp_var *
begin_apart (struct imp_copy *c, const struct imp_stmt *loop, const struct imp_stmt *o)
{
  struct imp_expr *start = o->e[0] ? imp_again (c->h.p, o->e[0]) : NULL;
  struct imp_var *acc = imp_make_new (&c->h, "acc", o->var->type, start);

  imp_copy_set (c, o->var, imp_use (c->h.p, acc));
  if (start || begins_first (loop, o))
    return NULL;
  return imp_make_new (&c->h, "has", type_i32 (c->h.p->ctx), imp_i32 (c->h.p, 0));
}

void
imp_block_wraps (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (s->e[k])
	  imp_let_wrap (s->e[k]);
      imp_block_wraps (&s->body);
      imp_block_wraps (&s->orelse);
    }
}

void
imp_operator_wraps (struct imp_stmt *o)
{
  imp_block_wraps (&o->body);
  imp_let_wrap (o->e[2]);
}

/* Combine the result of T, which was O, into O's accumulator.  */
static void
end_apart (struct imp_here *h, const struct imp_stmt *o, const struct imp_stmt *t)
{
  struct imp_block *after = h->b;

  if (t->e[1])
    h->b = &imp_make_if (h, imp_again (h->p, t->e[1]))->body;
  imp_make_assign (h, o->var,
		   imp_apply (h, t, imp_use (h->p, o->var), imp_use (h->p, t->var)));
  h->b = after;
}

void
imp_loop_join (struct imp_here *h, const struct imp_stmt *loop)
{
  struct imp_expr *b = imp_make_name (h, loop->e[0], "b");
  struct imp_expr *e = imp_make_name (h, loop->e[1], "e");
  struct imp_block *after = h->b;
  const struct imp_stmt *o;
  struct imp_stmt *s, *t;
  struct imp_copy c;
  struct imp_var **has;
  unsigned n = 0;
  bool first = false;

  for (o = loop->orelse.first; o; o = o->next, n++)
    first |= begins_first (loop, o);
  has = CTX_NEWV (h->p->ctx, struct imp_var *, n + 1);
  if (first)
    h->b = &imp_make_if (h, imp_op (h->p, FIR_GT, e, b))->body;
  c = imp_copy_new (h);
  for (o = loop->orelse.first, n = 0; o; o = o->next, n++)
    if (o->apart)
      has[n] = begin_apart (&c, loop, o);
  imp_copy_stmt (&c, loop);
  s = h->b->last;
  s->e[0] = imp_again (h->p, b);
  s->e[1] = imp_again (h->p, e);
  for (o = loop->orelse.first, t = s->orelse.first, n = 0; o; o = o->next, t = t->next, n++)
    if (o->apart)
      {
	t->apart = false;
	imp_operator_wraps (t);
	t->first = begins_first (loop, o);
	t->e[1] = has[n] ? imp_use (h->p, has[n]) : NULL;
	end_apart (h, o, t);
      }
  h->b = after;
}

void
imp_loop_serial (struct imp_here *h, const struct imp_stmt *loop)
{
  struct imp_expr *b;

  if (imp_loop_apart (loop))
    {
      imp_loop_join (h, loop);
      return;
    }
  b = imp_make_name (h, loop->e[0], "b");
  imp_loop_range (h, loop, b, imp_make_name (h, loop->e[1], "e"), imp_loop_first (loop));
}

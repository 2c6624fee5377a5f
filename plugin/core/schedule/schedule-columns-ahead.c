/* The pass columns: elements that may fail are checked ahead, a block at a time.

   An element that gathers through a column of indices checks these, and keeps what it has gathered
   until all are known to be valid:

     loop j = b to e { } do {
       vecnew t [n]   for i = 0 to n { k := p[i][j]   if k < m { t[i] := y[k] } else { fail } }
       if no element has failed { new s := init   loop i = 0 to n { reduce s apart } do { t[i] } }
       ... s ... }
   =>
     for jb = b to e step 256 {
       bad := 0
       for i = 0 to n { for j = jb to je { bad := bor (bad, not p[i][j] < m) } }
       if bad = 0 { loop j = jb to je { } do {
	   new s := init   loop i = 0 to n { reduce s apart } do { y[p[i][j]] }   ... s ... } }
       else { the loop as it was, from jb to je } }

   In the former loop nothing is checked or kept: it reduces columns, and is taken as one that does.
   The latter finds the first element that fails, and what is wrong with it.  What a check needs is
   computed only behind those before it that hold for the whole block.

   Does not: take loops that would not reduce columns then; elements with more than one check in a
   turn of a loop, or with checks that depend on what was kept.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-columns.h"
#include "schedule.h"

struct ahead
{
  struct imp_here h;
  const struct imp_binders *known;	/* of the procedure's variables */
  const struct imp_stmt *loop;
  struct imp_fails *fails;	/* in its body */
  struct imp_expr *b, *e;	/* the elements of the block */
  struct imp_var *bad;
  struct imp_copy c;		/* of what a check needs */
  const struct imp_stmt *in;	/* the loop that the check stands in, NULL: none */
};

/* The first statement from S on that is of KIND; NULL: there is none.  */
static struct imp_stmt *
next_of (struct imp_stmt *s, enum imp_stmt_kind kind)
{
  while (s && s->kind != kind)
    s = s->next;
  return s;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* What binds V in D's loop; NULL: V is from outside.  */
static const struct imp_stmt *
bound_inside (const struct ahead *d, const struct imp_var *v)
{
  return imp_changes (d->known, d->loop, v) ? imp_binder (d->known, v)->by : NULL;
}

/* Is V an index that the copy has another one for?  */
static bool
is_index (const struct ahead *d, const struct imp_var *v)
{
  return v == d->loop->var || (d->in && v == d->in->var);
}

/* Copy to C what E needs of D's loop, so that a copy of E can stand behind it.  False: it cannot be
   computed ahead.  */
static bool
need (struct ahead *d, const struct imp_expr *e)
{
  const struct imp_stmt *def;

  if (e->kind != IMP_EXPR_PRIM && e->kind != IMP_EXPR_VAR && e->kind != IMP_EXPR_CONST
      && e->kind != IMP_EXPR_LOAD)
    return false;
  if (e->kind == IMP_EXPR_VAR && !is_index (d, e->var)
      && (def = bound_inside (d, e->var)) != NULL)
    {
      if (def->kind != IMP_NEW || !def->e[0] || imp_binder (d->known, e->var)->written != 1
	  || !need (d, def->e[0]))
	return false;
      imp_copy_stmt (&d->c, def);
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!need (d, e->args[k]))
      return false;
  return true;
}

/* Is E the same for all elements?  */
static bool
is_shared (const struct ahead *d, const struct imp_expr *e)
{
  const struct imp_stmt *def;

  if (imp_is_var (e, d->loop->var))
    return false;
  def = e->kind == IMP_EXPR_VAR ? bound_inside (d, e->var) : NULL;
  if (def && (def->kind != IMP_NEW || !def->e[0] || !is_shared (d, def->e[0])))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!is_shared (d, e->args[k]))
      return false;
  return true;
}

/* Begin a copy of E, a bound of D->in; NULL: it cannot be computed ahead, for all elements.  */
static struct imp_expr *
bound (struct ahead *d, const struct imp_expr *e)
{
  return is_shared (d, e) && need (d, e)
	 ? imp_make_name (&d->h, imp_copy_expr (&d->c, e), "n") : NULL;
}

/* Does V get a value in B?  */
static bool
changes (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || changes (&s->body, v) || changes (&s->orelse, v))
      return true;
  return false;
}

/* Bind NAME to E ahead of S, in B.  */
static struct imp_expr *
let_before (struct ahead *d, struct imp_block *b, struct imp_stmt *s, const char *name,
	    struct imp_expr *e)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here there = { d->h.p, d->h.proc, &made };
  struct imp_expr *v = imp_make_let (&there, name, e);
  struct imp_stmt *let = made.last;

  imp_unlink (&made, let);
  imp_link_before (b, s, let);
  return v;
}

/* X, which stands in D's copy, in loop F of block B; or the same if it says that an index of 32
   bits is below a length, in 32 bits: twice as many fit into a register.  Indices below 0 are not
   below 2^31 then, as they are not below a length of 64 bits.  */
static struct imp_expr *
in_width (struct ahead *d, struct imp_expr *x, struct imp_block *b, struct imp_stmt *f)
{
  const struct type *u32 = type_scalar (d->h.p->ctx, SCALAR_U32);
  struct imp_expr *i, *n, *most;
  struct imp_stmt *def;

  if (x->kind != IMP_EXPR_PRIM || x->op != FIR_LT || x->args[0]->kind != IMP_EXPR_VAR
      || x->args[1]->kind != IMP_EXPR_VAR || x->args[1]->type != type_size (d->h.p->ctx))
    return x;
  n = x->args[1];
  for (def = d->h.b->last; def && def->var != x->args[0]->var; def = def->prev)
    ;
  if (!def || def->kind != IMP_NEW || changes (&f->body, n->var))
    return x;
  i = def->e[0];
  if (i->kind != IMP_EXPR_PRIM || i->op != FIR_CONV
      || i->args[0]->type != type_i32 (d->h.p->ctx))
    return x;
  if (!imp_simple (i->args[0]))
    i->args[0] = let_before (d, d->h.b, def, "i", i->args[0]);
  most = here_op (&d->h, FIR_MIN, here_again (&d->h, n),
		  here_size (&d->h, (uint64_t) INT32_MAX + 1));
  most = let_before (d, b, f, "most", imp_prim (d->h.p, FIR_CONV, u32, 1, &most));
  i = here_again (&d->h, i->args[0]);
  return here_op (&d->h, FIR_LT, imp_prim (d->h.p, FIR_CONV, u32, 1, &i), most);
}

/* Check S, a branch that fails unless the element takes the side GOOD, for all elements of the
   block, and all turns of D->in.  False: it cannot be checked ahead.  */
static bool
check (struct ahead *d, const struct imp_stmt *s, const struct imp_block *good)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *from, *to, *x, *j;
  struct imp_stmt *i = imp_make_if (&d->h, here_op (&d->h, FIR_EQ, here_use (&d->h, d->bad),
						    imp_i32 (d->h.p, 0)));
  struct imp_stmt *f;

  d->h.b = &i->body;
  d->c = imp_copy_new (&d->h);
  if (d->in)
    {
      from = bound (d, d->in->e[0]);
      to = bound (d, d->in->e[1]);
      if (!from || !to)
	return false;
      imp_copy_set (&d->c, d->in->var,
		    here_begin_for (&d->h, d->in->var->name, from, to, 1, false));
    }
  if (d->in || !is_shared (d, s->e[0]))
    {
      j = here_begin_for (&d->h, d->loop->var->name, here_again (&d->h, d->b),
			  here_again (&d->h, d->e), 1, false);
      imp_copy_set (&d->c, d->loop->var, j);
    }
  d->c.h = d->h;
  if (!need (d, s->e[0]))
    return false;
  x = imp_copy_expr (&d->c, s->e[0]);
  if ((f = next_of (i->body.first, IMP_FOR)) != NULL)
    x = in_width (d, x, &i->body, f);
  x = here_op (&d->h, good == &s->body ? FIR_EQ : FIR_NE, x, imp_zero (d->h.p, x->type));
  imp_make_assign (&d->h, d->bad, here_op (&d->h, FIR_BOR, here_use (&d->h, d->bad), x));
  d->h.b = after;
  return true;
}

/* Check ahead what fails in loop IN of an element.  */
static bool
check_loop (struct ahead *d, const struct imp_stmt *in)
{
  const struct imp_block *good;
  bool any = false;

  if (!imp_block_fails (&in->body))
    return true;
  d->in = in;
  for (const struct imp_stmt *s = in->body.first; s; s = s->next)
    if ((good = imp_fails_not (d->fails, s)) != NULL)
      {
	if (any || imp_block_fails (good) || !check (d, s, good))
	  return false;
	any = true;
      }
    else if (s->kind == IMP_FAIL || imp_block_fails (&s->body) || imp_block_fails (&s->orelse))
      return false;
  d->in = NULL;
  return true;
}

/* Check ahead what fails in B, of the body of D's loop.  */
static bool
checks (struct ahead *d, const struct imp_block *b)
{
  const struct imp_block *good;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((good = imp_fails_not (d->fails, s)) != NULL)
      {
	bool fails = imp_fails_here (good == &s->body ? &s->orelse : &s->body);

	if ((fails && !check (d, s, good)) || !checks (d, good))
	  return false;
      }
    else if (s->kind == IMP_FOR || s->kind == IMP_LOOP)
      {
	if (!check_loop (d, s))
	  return false;
      }
    else if (s->kind == IMP_FAIL || imp_block_fails (&s->body) || imp_block_fails (&s->orelse))
      return false;
  return true;
}

/* --- What an element keeps ------------------------------------------------------------------- */

/* Does B need X = Y, unless an element fails?  */
static bool
needs_equal (const struct ahead *d, const struct imp_block *b, const struct imp_expr *x,
	     const struct imp_expr *y)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_block *good = imp_fails_not (d->fails, s);
      const struct imp_expr *c = s->e[0];

      if (!good)
	continue;
      if (good == &s->body && c->kind == IMP_EXPR_PRIM && c->op == FIR_EQ
	  && ((imp_expr_equal (c->args[0], x) && imp_expr_equal (c->args[1], y))
	      || (imp_expr_equal (c->args[0], y) && imp_expr_equal (c->args[1], x))))
	return true;
      if (needs_equal (d, good, x, y))
	return true;
    }
  return false;
}

/* An array that an element fills, and reads again.  */
struct kept
{
  struct imp_stmt *area, *data, *fill;	/* the array, the pointer to it, the loop that fills it */
  struct imp_stmt *store;	/* in FILL, behind only what its value needs */
};

/* Is E 0, or a variable of B that is bound to that?  */
static bool
is_zero (const struct imp_block *b, const struct imp_expr *e)
{
  uint64_t n;

  if (e->kind == IMP_EXPR_VAR)
    for (const struct imp_stmt *s = b->first; s; s = s->next)
      if (s->kind == IMP_NEW && s->var == e->var && s->e[0])
	return imp_is_const (s->e[0], &n) && n == 0;
  return imp_is_const (e, &n) && n == 0;
}

/* Does S fill the array K, each place once, from the first to the last?  */
static bool
fills (struct kept *k, const struct imp_block *b, struct imp_stmt *s)
{
  uint64_t one;

  if (s->kind != IMP_FOR || !is_zero (b, s->e[0]) || !imp_expr_equal (s->e[1], k->area->e[0])
      || !imp_is_const (s->e[2], &one) || one != 1)
    return false;
  k->fill = s;
  k->store = s->body.last;
  for (const struct imp_stmt *t = s->body.first; t && t != k->store; t = t->next)
    if (t->kind != IMP_NEW || !t->e[0])
      return false;
  return k->store && k->store->kind == IMP_STORE && k->store->base->var == k->data->var
	 && imp_is_var (k->store->e[0], s->var) && imp_block_uses (&s->body, k->data->var) == 1;
}

/* Replace in E the loads from K at V by VALUE, or count them, if that is NULL.  */
static unsigned
replace_loads (struct imp_here *h, const struct kept *k, struct imp_expr *e,
	       const struct imp_var *v, const struct imp_expr *value)
{
  unsigned n = 0;

  if (!e)
    return 0;
  if (imp_loads_from (e, k->data->var) && imp_is_var (e->args[1], v))
    {
      if (value)
	*e = *here_again (h, value);
      return 1;
    }
  for (unsigned i = 0; i < e->nargs; i++)
    n += replace_loads (h, k, e->args[i], v, value);
  return n;
}

/* The same in the statements of loop S.  */
static unsigned
replace_in (struct imp_here *h, const struct kept *k, struct imp_stmt *s,
	    const struct imp_expr *value)
{
  unsigned n = 0;

  for (struct imp_stmt *t = s->body.first; t; t = t->next)
    if (t->kind == IMP_NEW || t->kind == IMP_GIVE)
      n += replace_loads (h, k, t->e[0], s->var, value);
  return n;
}

/* Loop S computes what it read from K.  */
static void
compute (struct imp_here *h, const struct kept *k, struct imp_stmt *s)
{
  struct imp_block *after = h->b, made = { NULL, NULL };
  struct imp_expr *value;
  struct imp_copy c;

  h->b = &made;
  c = imp_copy_new (h);
  imp_copy_set (&c, k->fill->var, imp_use (h->p, s->var));
  for (const struct imp_stmt *t = k->fill->body.first; t != k->store; t = t->next)
    imp_copy_stmt (&c, t);
  value = imp_make_name (h, imp_copy_expr (&c, k->store->e[1]), "v");
  replace_in (h, k, s, value);
  for (struct imp_stmt *t; (t = s->body.first) != NULL;)
    {
      imp_unlink (&s->body, t);
      imp_link_last (&made, t);
    }
  s->body = made;
  h->b = after;
}

/* Is K only read by loops of B that read each place that FILL has stored, and no other?  */
static bool
read_in_order (struct ahead *d, const struct kept *k, const struct imp_block *b)
{
  unsigned n = 1;

  for (struct imp_stmt *s = k->fill->next; s; s = s->next)
    {
      unsigned m = s->kind == IMP_LOOP ? replace_in (&d->h, k, s, NULL) : 0;

      if (m && (!is_zero (b, s->e[0])
		|| (!imp_expr_equal (s->e[1], k->area->e[0])
		    && !needs_equal (d, &d->loop->body, s->e[1], k->area->e[0]))))
	return false;
      n += m;
    }
  return n == imp_block_uses (b, k->data->var);
}

/* Loops of B, the body of a loop of which no element fails, compute what AREA kept for them.  */
static void
drop_kept (struct ahead *d, struct imp_block *b, struct imp_stmt *area)
{
  struct kept k = { .area = area };
  bool filled = false;

  for (k.data = area->next; k.data; k.data = k.data->next)
    if (imp_data_of (k.data) == area->var)
      break;
  if (!k.data || imp_block_uses (b, area->var) != 1)
    return;
  for (struct imp_stmt *s = k.data->next; s && !filled; s = s->next)
    filled = fills (&k, b, s);
  if (!filled || !read_in_order (d, &k, b))
    return;
  for (struct imp_stmt *s = k.fill->next, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_LOOP && replace_in (&d->h, &k, s, NULL))
	compute (&d->h, &k, s);
      if (imp_drops (s, area->var))
	imp_unlink (b, s);
    }
  imp_unlink (b, k.fill);
  imp_unlink (b, k.data);
  imp_unlink (b, area);
}

/* --- The pass -------------------------------------------------------------------------------- */

/* A copy of D's loop, at the end of H, for the elements of the block.  */
static struct imp_stmt *
loop_again (struct ahead *d, struct imp_here *h)
{
  struct imp_copy c = imp_copy_new (h);
  struct imp_stmt *s;

  imp_copy_stmt (&c, d->loop);
  s = h->b->last;
  s->e[0] = here_again (h, d->b);
  s->e[1] = here_again (h, d->e);
  return s;
}

/* Would D's loop, in B, reduce columns if no element failed?  That loop, NULL: no.  */
static struct imp_stmt *
loop_without_checks (struct ahead *d, struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here h = { d->h.p, d->h.proc, &made };
  struct imp_stmt *s = loop_again (d, &h), *next;
  struct imp_binders known;
  bool reduces;

  imp_drop_fails (h.p, &s->body);
  for (struct imp_stmt *t = next_of (s->body.first, IMP_VECNEW); t; t = next)
    {
      next = next_of (t->next, IMP_VECNEW);
      drop_kept (d, &s->body, t);
    }
  imp_drop_dead (&h, &s->body, true);
  imp_unlink (&made, s);
  imp_link_before (b, loop, s);
  known = imp_binders_of (h.p, h.proc);
  reduces = schedule_reduces_columns (h.p, &known, s);
  imp_unlink (b, s);
  return reduces ? s : NULL;
}

bool
schedule_columns_ahead (struct imp_here *h, const struct imp_binders *known, struct imp_block *b,
			struct imp_stmt *loop)
{
  struct ahead d = { .h = *h, .known = known, .loop = loop };
  unsigned size = h->p->target->column_block;
  struct imp_expr *end, *n;
  struct imp_block *in;
  struct imp_stmt *i, *plain;

  if (loop->kind != IMP_LOOP || loop->orelse.first || imp_is_whole (loop)
      || (d.fails = imp_fails_of (h->p, &loop->body)) == NULL)
    return false;
  n = imp_make_name (&d.h, loop->e[0], "b");
  end = imp_make_name (&d.h, loop->e[1], "e");
  d.b = here_begin_for (&d.h, "jb", here_again (&d.h, n), here_again (&d.h, end), size, false);
  n = here_op (&d.h, FIR_ADD, here_again (&d.h, d.b), here_size (&d.h, size));
  d.e = imp_make_let (&d.h, "je", here_op (&d.h, FIR_MIN, here_again (&d.h, end), n));
  in = d.h.b;
  plain = loop_without_checks (&d, b, loop);
  d.h.b = in;
  if (!plain)
    return false;
  d.bad = imp_make_new (&d.h, "bad", type_i32 (h->p->ctx), imp_i32 (h->p, 0));
  if (!checks (&d, &loop->body))
    return false;
  i = imp_make_if (&d.h, here_op (&d.h, FIR_EQ, here_use (&d.h, d.bad), imp_i32 (h->p, 0)));
  imp_link_last (&i->body, plain);
  d.h.b = &i->orelse;
  loop_again (&d, &d.h);
  return true;
}

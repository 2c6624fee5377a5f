/* The pass chunk: what a loop of an element finds for each turn of the next is used at once.

     vecnew own [n]   new sum := 0
     for j = 0 to n { ... x ...   own[j] := x   sum := sum + x }
     if sum <= MOST {
       new m := 0
       for j = 0 to n { new q := own[j]   for k = 0 to q { seg[m + k] := ... }   m := m + q }
       give at := m }

   becomes

     new late := 0   new sum' := sum   new m' := 0
     for j = 0 to n { if not late {
       ... x ...   sum' := sum' + x
       late := late or at + m' + x > cap
       if not late { for k = 0 to x { seg[m' + k] := ... }   m' := m' + x } } }
     if not late { late := not sum' <= MOST }
     if not late { give at := m' } else { all as above }

   The first may also be a loop with an output, sum.

   The loop that finds x has loops, so where it ends cannot be guessed; that x is used there is
   then what a processor has just seen, and nothing is stored and read again.  Where anything fails,
   or the chunk has no room, the element is done again, one loop behind the other: all that the
   first finds wrong comes before what the second does.
   Does not: loops that store, or give, anything else; second loops that may only be done where the
   conditions around them hold (schedule-row-ahead.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"
#include "imp/imp-own.h"

/* The branches around the second loop.  */
#define ARMS 4

struct turns
{
  struct chunks *d;
  struct imp_stmt *s;		/* the elements */
  const struct row_room *r;	/* of a part of the row */
  struct imp_block *in, *old;	/* where the first loop stands; where it goes */
  struct imp_stmt *own, *at;	/* bind the vector and a pointer to it */
  struct imp_stmt *first, *second, *read;	/* READ: what the second has of it */
  struct imp_stmt *was;		/* the first, if it was stated as a loop of outputs; else NULL */
  struct imp_stmt *arm[ARMS];	/* branches, the outermost first */
  unsigned arms;
  struct row_reach *reach;	/* what the second loads of what the first does */
  struct imp_copy copy;
  struct imp_var *late, *x;
};

/* --- Which ----------------------------------------------------------------------------------- */

/* Is E, in an element of T, 0?  */
static bool
is_zero (const struct turns *t, const struct imp_expr *e)
{
  uint64_t zero;

  return imp_is_const (imp_block_bound_to (&t->s->body, e), &zero) && !zero;
}

/* Does B only compute, and store to TO, which it does *N times, number I if that is not NULL?  */
static bool
only_computes (const struct imp_block *b, const struct imp_var *to, const struct imp_var *i,
	       unsigned *n)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      switch (s->kind)
	{
	case IMP_NEW: case IMP_ASSIGN: case IMP_IF: case IMP_FOR: case IMP_WHILE: case IMP_FAIL:
	  break;
	case IMP_STORE:
	  if (!imp_is_var (s->base, to) || (i && !imp_is_var (s->e[0], i)))
	    return false;
	  ++*n;
	  break;
	default:
	  return false;
	}
      if (!only_computes (&s->body, to, i, n) || !only_computes (&s->orelse, to, i, n))
	return false;
    }
  return true;
}

/* Find the second loop of T, behind the first.  */
static bool
find_second (struct turns *t)
{
  for (struct imp_stmt *s = t->first->next; s;)
    {
      if (s->kind == IMP_FOR && imp_block_holds (&s->body, t->r->in))
	{
	  t->second = s;
	  return t->arms != 0;
	}
      if (s->kind == IMP_IF && imp_block_holds (&s->body, t->r->in))
	{
	  if (t->arms == ARMS || (t->arms && s->next))
	    return false;
	  t->arm[t->arms++] = s;
	  s = s->body.first;
	  continue;
	}
      if (s->kind != IMP_NEW && s->kind != IMP_ASSIGN)
	return false;
      s = s->next;
    }
  return false;
}

/* Do both loops of T take the same turns?  */
static bool
alike (const struct turns *t)
{
  const struct imp_stmt *x = t->first, *y = t->second;
  uint64_t one;

  return is_zero (t, x->e[0]) && is_zero (t, y->e[0]) && x->e[1]->kind == IMP_EXPR_VAR
	 && imp_expr_equal (x->e[1], y->e[1]) && !imp_block_assigns (&t->s->body, x->e[1]->var)
	 && imp_is_const (x->e[2], &one) && one == 1 && imp_is_const (y->e[2], &one) && one == 1;
}

/* Is all that the second loop of T has of the vector what a turn of the first stored?  */
static bool
reads_once (struct turns *t)
{
  for (struct imp_stmt *s = t->second->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && imp_loads_from (s->e[0], t->at->var)
	&& imp_is_var (s->e[0]->args[1], t->second->var))
      t->read = s;
  return t->read && !imp_block_assigns (&t->s->body, t->read->var)
	 && imp_block_uses (&t->s->body, t->at->var) == 2
	 && imp_block_uses (&t->s->body, t->own->var) == 1;
}

/* May the second loop of T be done before the conditions around it are known?  */
static bool
may_run_ahead (struct turns *t)
{
  struct row_ahead a = { .s = t->s, .first = t->first, .second = t->second, .read = t->read,
			 .makes = t->r->first, .part = t->r->to[1] };

  return row_ahead_may (t->d->h.p, &a, &t->reach);
}

/* Does output O add up sizes, 2^64 - 1 being the most, and so in any order?  */
static bool
adds_sizes (const struct turns *t, const struct imp_stmt *o)
{
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL, *sum = y ? y->next : NULL;
  const struct imp_expr *r = o->e[2], *lt, *max;
  uint64_t most;

  if (o->kind != IMP_REDUCE || o->e[1] || o->first || o->var->type != type_size (t->d->h.p->ctx)
      || !sum || sum->next || sum->kind != IMP_NEW || !sum->e[0]
      || r->kind != IMP_EXPR_PRIM || r->op != FIR_SELECT)
    return false;
  lt = r->args[0];
  if (lt->kind != IMP_EXPR_PRIM || lt->op != FIR_LT || !imp_is_const (r->args[1], &most)
      || most != UINT64_MAX || sum->e[0]->kind != IMP_EXPR_PRIM || sum->e[0]->op != FIR_ADD)
    return false;
  max = lt->args[1];
  return max->kind == IMP_EXPR_PRIM && max->op == FIR_MAX
	 && imp_expr_uses (lt->args[0], sum->var) && lt->args[0]->kind == IMP_EXPR_VAR
	 && imp_expr_uses (r->args[2], sum->var) && r->args[2]->kind == IMP_EXPR_VAR
	 && imp_expr_uses (max, x->var) == 1 && imp_expr_uses (max, y->var) == 1
	 && imp_expr_uses (sum->e[0], x->var) == 1 && imp_expr_uses (sum->e[0], y->var) == 1
	 && imp_simple (max->args[0]) && imp_simple (max->args[1])
	 && imp_simple (sum->e[0]->args[0]) && imp_simple (sum->e[0]->args[1]);
}

/* LOOP, in T's element, of outputs that only add up sizes, as a `for', before it; else NULL.  */
static struct imp_stmt *
state_turns (struct turns *t, struct imp_stmt *loop)
{
  struct imp_here h = t->d->h;
  struct imp_block made = { NULL, NULL };
  struct imp_stmt *s;

  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (!adds_sizes (t, o))
      return NULL;
  if (!imp_simple (loop->e[0]) || !imp_simple (loop->e[1]))
    return NULL;
  h.b = &made;
  imp_loop_range (&h, loop, imp_again (h.p, loop->e[0]), imp_again (h.p, loop->e[1]), false);
  s = made.first;
  imp_unlink (&made, s);
  imp_link_before (t->in, loop, s);
  return s;
}

/* Find the loops of T from AT on, which binds a pointer to a vector.  */
static bool
find_loops (struct turns *t)
{
  unsigned kept = 0, stores = 0;
  struct imp_stmt *s = t->at->next;

  while (s && !imp_stmt_uses (s, t->at->var) && !imp_block_uses (&s->body, t->at->var)
	 && !imp_block_uses (&s->orelse, t->at->var))
    s = s->next;
  if (!s || (s->kind != IMP_FOR && s->kind != IMP_LOOP) || !imp_has_loops (&s->body))
    return false;
  t->first = s;
  if (s->kind == IMP_LOOP)
    {
      s = state_turns (t, t->was = s);
      if (!s)
	return false;
      imp_unlink (t->in, t->was);
      t->first = s;
    }
  return only_computes (&s->body, t->at->var, s->var, &kept) && kept == 1 && find_second (t)
	 && alike (t) && reads_once (t)
	 && only_computes (&t->second->body, t->r->to[1], NULL, &stores) && may_run_ahead (t);
}

/* --- Variables ------------------------------------------------------------------------------- */

/* Is V assigned in B only where something fails?  */
static bool
only_failing (const struct imp_block *b, const struct imp_var *v)
{
  bool fails = false, assigns = false;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      fails |= s->kind == IMP_FAIL;
      assigns |= s->kind == IMP_ASSIGN && s->var == v;
      if (!only_failing (&s->body, v) || !only_failing (&s->orelse, v))
	return false;
    }
  return fails || !assigns;
}

/* Do the statements between the loops of T read V; or do they assign or bind it?  */
static bool
read_between (const struct turns *t, const struct imp_var *v)
{
  const struct imp_stmt *s = t->first->next;

  for (unsigned k = 0; s != t->second; )
    {
      if (imp_stmt_uses (s, v))
	return true;
      s = k < t->arms && s == t->arm[k] ? t->arm[k++]->body.first : s->next;
    }
  return false;
}

static struct imp_stmt *
set_between (const struct turns *t, const struct imp_var *v)
{
  struct imp_stmt *s = t->first->next;

  for (unsigned k = 0; s != t->second; )
    {
      if (s->kind != IMP_IF && s->var == v)
	return s;
      s = k < t->arms && s == t->arm[k] ? t->arm[k++]->body.first : s->next;
    }
  return NULL;
}

/* V, which is assigned in the loops of T or between them, has another variable in the copy, which
   begins as it does; false if that may not be what it is.  */
static bool
begin_variable (struct turns *t, struct imp_var *v)
{
  struct imp_here *h = &t->copy.h;
  struct imp_stmt *by = imp_block_binder (&t->s->body, v), *between = set_between (t, v);
  bool first = imp_block_assigns (&t->first->body, v), begins = between && between == by;
  bool second = imp_block_assigns (&t->second->body, v);
  uint64_t c;

  if (imp_block_binder (&t->first->body, v) || imp_block_binder (&t->second->body, v))
    return true;
  if (!by || by->kind != IMP_NEW || !by->e[0] || (begins && !imp_is_const (by->e[0], &c))
      || ((first || (between && !begins)) && imp_block_uses (&t->second->body, v))
      || (second && imp_block_uses (&t->first->body, v))
      || (second && read_between (t, v) && !only_failing (&t->second->body, v))
      || imp_leads_to_memory (v->type))
    return false;
  for (struct imp_stmt *s = t->arm[0]->next; s; s = s->next)
    if (imp_stmt_uses (s, v) || imp_block_uses (&s->body, v) || imp_block_uses (&s->orelse, v))
      return false;
  imp_copy_set (&t->copy, v, here_use (h, imp_make_new (h, v->name, v->type,
							begins ? imp_again (h->p, by->e[0])
							: here_use (h, v))));
  return true;
}

/* The same of all that B, of one of the loops, assigns.  */
static bool
begin_variables (struct turns *t, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_expr *as;

      if (s->kind == IMP_ASSIGN)
	{
	  as = imp_copy_expr (&t->copy, imp_use (t->d->h.p, s->var));
	  if (as->var == s->var && !begin_variable (t, s->var))
	    return false;
	}
      if (!begin_variables (t, &s->body) || !begin_variables (t, &s->orelse))
	return false;
    }
  return true;
}

/* The same of what is assigned between them.  Nothing that is bound there is used by the second but
   what has a variable now.  */
static bool
begin_between (struct turns *t)
{
  const struct imp_expr *as;
  struct imp_stmt *s = t->first->next;

  for (unsigned k = 0; s != t->second; )
    {
      if (s->kind != IMP_IF)
	{
	  as = imp_copy_expr (&t->copy, imp_use (t->d->h.p, s->var));
	  if (as->var == s->var && s->kind == IMP_ASSIGN && !begin_variable (t, s->var))
	    return false;
	  if (as->var == s->var && s->kind == IMP_NEW
	      && (imp_block_uses (&t->second->body, s->var)
		  || imp_block_assigns (&t->s->body, s->var)))
	    return false;
	}
      s = k < t->arms && s == t->arm[k] ? t->arm[k++]->body.first : s->next;
    }
  return true;
}

/* --- How ------------------------------------------------------------------------------------- */

/* Not LATE.  What follows in H stands under that.  */
static struct imp_stmt *
begin_unless_late (struct turns *t)
{
  struct imp_here *h = &t->copy.h;
  struct imp_expr *e = here_op (h, FIR_EQ, here_use (h, t->late), imp_i32 (h->p, 0));
  struct imp_stmt *s = imp_make_if (h, e);

  h->b = &s->body;
  return s;
}

/* In B, a copy of a turn, what is stored for the second loop is X.  */
static void
store_value (struct turns *t, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      store_value (t, &s->body);
      store_value (t, &s->orelse);
      if (s->kind != IMP_STORE)
	continue;
      s->kind = IMP_ASSIGN;
      s->var = t->x;
      s->base = NULL;
      s->e[0] = s->e[1];
      s->e[1] = NULL;
      s->kept = false;
    }
}

/* LATE := there is no room for the part that R is about, or what it is made of may not be there;
   here, in the original.  */
static void
make_test (struct turns *t, struct imp_here *h)
{
  const struct row_room *r = t->r;
  struct imp_expr *n = here_again (h, r->n), *want, *e;

  want = here_op (h, FIR_ADD, here_use (h, r->from[0]), here_use (h, r->from[1]));
  want = here_op (h, FIR_ADD, want, here_again (h, n));
  e = here_op (h, FIR_GT, want, here_use (h, t->d->cap));
  e = here_op (h, FIR_BOR, here_op (h, FIR_GT, n, here_use (h, t->d->cap)), e);
  for (const struct row_reach *x = t->reach; x; x = x->next)
    e = here_op (h, FIR_BOR, row_ahead_leaves (h, x, t->first->e[1]), e);
  imp_make_assign (h, t->late, e);
}

/* What is behind the assignment to LATE in B stands under its being 0.  */
static void
guard_rest (struct turns *t, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *rest, *next; s; s = s->next)
    {
      guard_rest (t, &s->body);
      guard_rest (t, &s->orelse);
      if (s->kind != IMP_ASSIGN || s->var != t->late)
	continue;
      t->copy.h.b = b;
      rest = begin_unless_late (t);
      for (struct imp_stmt *m = s->next; m != rest; m = next)
	{
	  next = m->next;
	  imp_unlink (b, m);
	  imp_link_last (&rest->body, m);
	}
      return;
    }
}

/* Both loops as one.  */
static void
make_loop (struct turns *t)
{
  struct imp_here *h = &t->copy.h;
  struct imp_block *after = h->b, *turn, test = { NULL, NULL };
  struct imp_expr *i = here_begin_for (h, "i", here_size (h, 0), here_again (h, t->first->e[1]), 1,
				       false);
  struct imp_stmt *s;

  begin_unless_late (t);
  turn = h->b;
  t->x = imp_make_new (h, "x", t->read->var->type, imp_zero (h->p, t->read->var->type));
  imp_copy_set (&t->copy, t->first->var, here_again (h, i));
  imp_copy_block (&t->copy, &t->first->body);
  store_value (t, turn);
  row_note_failures (h->p, turn, t->late);
  begin_unless_late (t);
  turn = h->b;
  imp_copy_set (&t->copy, t->second->var, here_again (h, i));
  imp_copy_set (&t->copy, t->read->var, here_use (h, t->x));
  h->b = &test;
  make_test (t, h);
  s = test.first;
  imp_unlink (&test, s);
  imp_link_before (t->r->in, t->r->first, s);
  h->b = turn;
  for (const struct imp_stmt *m = t->second->body.first; m; m = m->next)
    if (m != t->read)
      imp_copy_stmt (&t->copy, m);
  imp_unlink (t->r->in, s);
  /* Nor need it be in the source that it is computed.  */
  imp_block_wraps (turn);
  guard_rest (t, turn);
  row_note_failures (h->p, turn, t->late);
  h->b = after;
}

/* LATE unless what is asked between the loops is so.  */
static void
make_questions (struct turns *t)
{
  struct imp_here *h = &t->copy.h;
  struct imp_block *after = h->b;
  struct imp_stmt *s = t->first->next;
  struct imp_expr *e;

  for (unsigned k = 0; k < t->arms; k++)
    {
      begin_unless_late (t);
      for (; s != t->arm[k]; s = s->next)
	{
	  e = imp_copy_expr (&t->copy, imp_use (h->p, s->var));
	  /* One that has begun before.  */
	  if (s->kind == IMP_NEW && e->var != s->var)
	    continue;
	  imp_copy_stmt (&t->copy, s);
	}
      e = here_op (h, FIR_EQ, imp_copy_expr (&t->copy, s->e[0]), imp_i32 (h->p, 0));
      imp_make_assign (h, t->late, e);
      s = s->body.first;
    }
  h->b = after;
}

/* The statements of T from the first loop to the branch around the second, with the vector, go into
   B.  */
static void
move_old (struct turns *t, struct imp_block *b)
{
  struct imp_stmt *s, *next, *end = t->arm[0]->next;

  /* Its release, too.  */
  for (s = end; s && !(s->kind == IMP_RELEASE && s->var == t->own->var); s = s->next)
    ;
  for (struct imp_stmt *m = t->first; m != end; m = next)
    {
      next = m->next;
      imp_unlink (t->in, m);
      imp_link_last (b, m);
    }
  imp_unlink (t->in, t->own);
  imp_unlink (t->in, t->at);
  imp_link_before (b, b->first, t->at);
  imp_link_before (b, b->first, t->own);
  if (s)
    {
      imp_unlink (t->in, s);
      imp_link_last (b, s);
    }
}

static bool
join (struct turns *t)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here *h = &t->copy.h;
  struct imp_stmt *s, *give;

  t->copy = imp_copy_new (&t->d->h);
  h->b = &made;
  if (!begin_variables (t, &t->first->body) || !begin_variables (t, &t->second->body)
      || !begin_between (t))
    return false;
  t->late = imp_make_new (h, "late", imp_i32 (h->p, 0)->type, imp_i32 (h->p, 0));
  make_loop (t);
  make_questions (t);
  give = begin_unless_late (t);
  for (const struct imp_stmt *m = t->second->next; m; m = m->next)
    imp_copy_stmt (&t->copy, m);
  while ((s = made.first) != NULL)
    {
      imp_unlink (&made, s);
      imp_link_before (t->in, t->first, s);
    }
  t->old = &give->orelse;
  move_old (t, t->old);
  return true;
}

/* T's first loop is stated as it was, also where both are as they were.  */
static void
state_again (struct turns *t, bool joined)
{
  struct imp_block *b = joined ? t->old : t->in;

  imp_link_before (b, t->first, t->was);
  imp_unlink (b, t->first);
}

bool
row_turns_join (struct chunks *d, struct imp_stmt *s, const struct row_room *r)
{
  if (!r || r->next || r->filter || r->deep != 2 || !r->first)
    return false;
  for (struct imp_stmt *at = s->body.first; at; at = at->next)
    {
      struct turns t = { .d = d, .s = s, .r = r, .in = &s->body, .at = at };
      bool joined;
      const struct imp_var *v = at->kind == IMP_NEW ? imp_data_of (at) : NULL;

      t.own = v ? s->body.first : NULL;
      while (t.own && (t.own->kind != IMP_VECNEW || t.own->var != v))
	t.own = t.own->next;
      joined = t.own && !t.own->e[1] && find_loops (&t) && join (&t);
      if (t.was && t.first != t.was)
	state_again (&t, joined);
      if (joined)
	return true;
    }
  return false;
}

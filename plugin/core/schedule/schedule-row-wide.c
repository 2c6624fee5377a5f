/* The pass chunk: rows that are shared out.

   Along rows of several lengths (schedule-chunk.c) a chunk exceeds its part of the weight by what
   is left of its last row.  If more is done with a row than to reduce its elements, it has no parts
   that could go to the chunks behind (schedule-row-cut.c).  So long rows stay out of the chunks,
   and are taken one by one behind them, their loops being loops of a whole region:

     loop i < n cost k along (o, r, w) { } do {
       loop j = 0 to o[i + 1] - o[i] { reduce s apart ... } do { ... }
       loop j = 0 to o[i + 1] - o[i] { reduce t apart ... } do { ... s ... }   d[i] := t }

   becomes

     parfor c < nc { at, b, e as of any rows; last[c] := 0
       if b < e and row e - 1 is long { last[c] := e }
       loop i = b to last[c] ? e - 1 : e { } do { ... } }
     for c = 0 to nc { if last[c] {
       new i := last[c] - 1
       loop j < o[i + 1] - o[i] cost w { reduce s ... } do { ... }
       loop j < o[i + 1] - o[i] cost w { reduce t ... } do { ... s ... }   d[i] := t } }

   A row is long if it has more elements than a chunk has weight, so that it is the last one of its
   chunk, and more than a 128th of all: so at most 128 rows are taken by themselves, and no chunk
   has more than its part and a 128th.  Which rows these are depends on counts alone.

   If an element of a long row fails, bad becomes 1, nothing else is done with the row, and all of
   it is done again as chunks do it: the error is the one that a short row would have.  That does
   not read what has been stored before, since nothing has.

   Does not: share out rows of bodies that have loops that are not parallel (so no sorts), outputs,
   or memory and references of their own; nor elements that fail where anything has been stored.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "schedule-chunk.h"

/* A row is long if it has more than 2 to minus this of the weight of all.  */
#define ALL_SHIFT 7
/* Bodies of more statements are not made twice.  */
#define MOST_STMTS 64

/* --- Which rows are shared out ---------------------------------------------------------------- */

/* A loop over rows, of a pass.  */
struct wide
{
  struct chunks *d;
  const struct imp_stmt *s;
  const struct imp_fails *fails;	/* of its elements; NULL: none */
  bool shared;			/* a loop over a row is shared out */
  struct imp_copy c;		/* of an element */
  struct imp_var *bad;		/* has an element of a loop over the row failed? */
};

/* Does B bind V?  */
static bool
binds (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->var == v && imp_binds (s)) || binds (&s->body, v) || binds (&s->orelse, v))
      return true;
  return false;
}

/* Do the statements of B, in LOOP, assign only what is bound in it, outputs, and flags of W?  */
static bool
assigns_own (struct wide *w, const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && !binds (&loop->body, s->var) && !imp_output (loop, s->var)
	 && !imp_fails_flag (w->fails, s->var))
	|| !assigns_own (w, loop, &s->body) || !assigns_own (w, loop, &s->orelse))
      return false;
  return true;
}

/* Has B a store?  */
static bool
stores (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_STORE || s->base || stores (&s->body) || stores (&s->orelse))
      return true;
  return false;
}

/* Do the stores of LOOP's elements go to element I of pointers from outside, I being its index?  */
static bool
stores_plainly (const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_STORE
	 && (s->base->kind != IMP_EXPR_VAR || binds (&loop->body, s->base->var)
	     || s->e[0]->kind != IMP_EXPR_VAR || s->e[0]->var != loop->var))
	|| !stores_plainly (loop, &s->body) || !stores_plainly (loop, &s->orelse))
      return false;
  return true;
}

/* Do the statements of B, in a loop that is shared out, only do what elements may, without memory
   of their own?  */
static bool
plain_inside (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF && s->kind != IMP_GIVE
	 && s->kind != IMP_STORE && s->kind != IMP_FAIL && s->kind != IMP_WHILE && !imp_counts (s)
	 && s->kind != IMP_REDUCE)
	|| s->kept || !row_plain (s) || !plain_inside (&s->body) || !plain_inside (&s->orelse))
      return false;
  return true;
}

/* Can O, an output of LOOP, which FAILS or not, be an output of a loop of a whole region?  What it
   combines is known behind the loop unless it scans.  */
static bool
wide_output (struct wide *w, const struct imp_stmt *loop, const struct imp_stmt *o, bool fails)
{
  if (o->kind == IMP_REDUCE)
    return o->apart && !o->e[1] && plain_inside (&o->body);
  return (o->kind == IMP_SCAN || o->kind == IMP_EXSCAN) && !fails && plain_inside (&o->body)
	 && imp_block_uses (&w->s->body, o->var) == imp_block_uses (&loop->body, o->var)
						      + imp_block_uses (&loop->orelse, o->var);
}

/* Does E have the value 0?  */
static bool
is_zero (struct wide *w, const struct imp_expr *e)
{
  uint64_t zero;

  e = row_bound_to (&w->s->body, e);
  return imp_is_const (e, &zero) && zero == 0;
}

/* Is LOOP, in an element of W, shared out?  Its elements must be independent of one another.  */
static bool
is_shared (struct wide *w, const struct imp_stmt *loop)
{
  bool fails = imp_block_fails (&loop->body), scans = false;
  uint64_t n;

  if (!(loop->kind == IMP_LOOP || (loop->kind == IMP_FOR && loop->ivdep))
      || imp_is_const (loop->e[1], &n) || !is_zero (w, loop->e[0]) || imp_has_needs (loop)
      || !plain_inside (&loop->body) || !assigns_own (w, loop, &loop->body))
    return false;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    {
      if (!wide_output (w, loop, o, fails))
	return false;
      scans |= o->kind != IMP_REDUCE;
    }
  if (!scans && !stores (&loop->body))
    return true;
  return !fails && (w->d->loop->trust || stores_plainly (loop, &loop->body));
}

/* Is there nothing in B, in an element of W, that a row that is shared out could not have?
   *STORED: something has been stored before.  */
static bool
fits (struct wide *w, const struct imp_block *b, bool *stored)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loop = imp_counts (s);
      uint64_t n;

      if (s->kept || !row_plain (s) || (*stored && imp_block_fails (b)))
	return false;
      if (loop && is_shared (w, s))
	w->shared |= row_is_length (w->d, w->s, s->e[1]);
      else if (s->kind == IMP_FOR && imp_is_const (s->e[1], &n))
	{
	  if (!fits (w, &s->body, stored) || (*stored && imp_block_fails (&s->body)))
	    return false;
	}
      else if (s->kind == IMP_IF)
	{
	  bool other = *stored;

	  if (!fits (w, &s->body, stored) || !fits (w, &s->orelse, &other))
	    return false;
	  *stored |= other;
	}
      else if (s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_STORE
	       && s->kind != IMP_FAIL)
	return false;
      *stored |= s->kind == IMP_STORE || (loop && stores (&s->body));
    }
  return true;
}

const char *
row_stays (struct chunks *d, const struct imp_stmt *s)
{
  struct wide w = { .d = d, .s = s, .fails = imp_fails_of (d->h.p, &s->body) };
  bool stored = false;

  if (d->loop->once)
    return "its code is not made twice";
  if (d->marks)
    return "a function in it may fail";
  if (imp_count_stmts (&s->body) > MOST_STMTS)
    return "much is done with it";
  return fits (&w, &s->body, &stored) && w.shared
	 ? NULL : "not all that is done with it is parallel";
}

/* --- Long rows -------------------------------------------------------------------------------- */

static struct imp_expr *
op (struct wide *w, enum fir_op o, struct imp_expr *x, struct imp_expr *y)
{
  return here_op (&w->d->h, o, x, y);
}

static struct imp_expr *
again (struct wide *w, const struct imp_expr *e)
{
  return here_again (&w->d->h, e);
}

static struct imp_expr *
let (struct wide *w, const char *name, struct imp_expr *e)
{
  return imp_make_let (&w->d->h, name, e);
}

/* Offset number I.  */
static struct imp_expr *
offset (struct wide *w, struct imp_expr *i)
{
  return chunks_offset (w->d, i);
}

/* The elements of LOOP, copied to the end of S, set a flag instead of failing, which goes to an
   output BAD of S.  */
static void
share_failures (struct wide *w, struct imp_stmt *s)
{
  struct imp_here h = w->d->h, in = h;
  const struct type *i32 = type_i32 (h.p->ctx);
  struct imp_stmt *o = imp_stmt_new (h.p, &s->orelse, IMP_REDUCE, 0), *give;
  struct imp_block body = s->body;
  struct imp_var *x, *y, *failed;

  in.b = &o->body;
  x = imp_make_new (&in, "x", i32, NULL);
  y = imp_make_new (&in, "y", i32, NULL);
  o->var = w->bad;
  o->e[0] = imp_i32 (h.p, 0);
  o->e[2] = here_op (&h, FIR_BOR, imp_use (h.p, x), imp_use (h.p, y));
  o->commutes = true;
  s->body = (struct imp_block) { NULL, NULL };
  h.b = &s->body;
  failed = imp_make_new (&h, "failed", i32, imp_i32 (h.p, 0));
  row_note_failures (h.p, &body, failed);
  while (body.first)
    {
      struct imp_stmt *t = body.first;

      imp_unlink (&body, t);
      imp_link_last (&s->body, t);
    }
  give = imp_stmt_new (h.p, &s->body, IMP_GIVE, 0);
  give->var = w->bad;
  give->e[0] = imp_use (h.p, failed);
}

/* The flags that the elements of LOOP, in B, assign when one fails are their own in the copy C.  */
static void
own_flags (struct imp_copy *c, const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_ASSIGN && !binds (&loop->body, s->var) && !imp_output (loop, s->var))
	{
	  struct imp_expr *e = imp_copy_expr (c, imp_use (c->h.p, s->var));

	  /* Once for each.  */
	  if (!binds (c->h.b, e->var))
	    {
	      struct imp_var *v = imp_make_new (&c->h, s->var->name, s->var->type, e);

	      imp_copy_set (c, s->var, imp_use (c->h.p, v));
	    }
	}
      own_flags (c, loop, &s->body);
      own_flags (c, loop, &s->orelse);
    }
}

/* LOOP as a loop of a whole region.  */
static void
share (struct wide *w, const struct imp_stmt *loop)
{
  struct imp_here *h = &w->d->h;
  struct imp_copy c = imp_copy_new (h);
  struct imp_stmt *s;
  struct imp_expr *n = imp_make_name (h, imp_copy_expr (&w->c, loop->e[1]), "n");
  bool scans = false, commutes = true;

  /* Flags are others in the loop than around it.  */
  c.first = w->c.first;
  c.n = w->c.n;
  c.as = CTX_NEWV (h->p->ctx, struct imp_expr *, c.n);
  memcpy (c.as, w->c.as, c.n * sizeof *c.as);
  s = imp_stmt_new (h->p, h->b, IMP_LOOP, w->d->loop->site);
  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, loop->var->name, loop->var->type);
  s->e[0] = here_size (h, 0);
  s->e[1] = n;
  s->e[2] = here_size (h, 1);
  s->e[3] = again (w, w->d->unit);
  s->shape = loop->shape;
  s->once = true;
  c.h.b = &s->orelse;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    {
      imp_copy_stmt (&c, o);
      s->orelse.last->apart = false;
      imp_operator_wraps (s->orelse.last);
      scans |= o->kind != IMP_REDUCE;
      commutes &= o->commutes;
    }
  if (scans)
    s->ahead = commutes ? IMP_SHAPE_LANES
	       : s->shape == IMP_SHAPE_TILES ? IMP_SHAPE_TREE : IMP_SHAPE_SERIAL;
  if (scans || stores (&loop->body))
    s->trust = w->d->loop->trust;
  imp_copy_set (&c, loop->var, here_use (h, s->var));
  c.h.b = &s->body;
  own_flags (&c, loop, &loop->body);
  imp_copy_block (&c, &loop->body);
  if (w->bad && imp_block_fails (&loop->body))
    share_failures (w, s);
}

/* A copy of B, of an element, for a long row.  What stands behind something that may fail runs if
   nothing has failed.  */
static void
share_block (struct wide *w, const struct imp_block *b)
{
  struct imp_here *h = &w->d->h;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_stmt shell = *s, *t;
      struct imp_block *after = h->b;

      if (s->kind == IMP_FAIL)
	imp_make_assign (h, w->bad, imp_i32 (h->p, 1));
      else if (imp_counts (s) && is_shared (w, s))
	share (w, s);
      else
	{
	  shell.body = shell.orelse = (struct imp_block) { NULL, NULL };
	  w->c.h.b = h->b;
	  imp_copy_stmt (&w->c, &shell);
	  t = h->b->last;
	  h->b = &t->body;
	  share_block (w, &s->body);
	  h->b = &t->orelse;
	  share_block (w, &s->orelse);
	  h->b = after;
	}
      if (s->next && (s->kind == IMP_FAIL || imp_block_fails (&s->body)
		      || imp_block_fails (&s->orelse)))
	h->b = &imp_make_if (h, op (w, FIR_EQ, here_use (h, w->bad), imp_i32 (h->p, 0)))->body;
    }
}

/* All of ROW again, which has failed, as a chunk does it.  */
static void
fail_row (struct wide *w, const struct imp_expr *row)
{
  struct imp_here *h = &w->d->h;
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_PARFOR, w->s->site);
  struct imp_copy c;

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "c", type_size (h->p->ctx));
  s->e[0] = here_size (h, 1);
  s->e[1] = here_size (h, 1);
  c = imp_copy_new (h);
  c.h.b = &s->body;
  /* The checker wants to see that iterations store at different places.  */
  imp_copy_set (&c, w->s->var,
		imp_make_let (&c.h, "row", op (w, FIR_ADD, again (w, row), here_use (h, s->var))));
  imp_copy_block (&c, &w->s->body);
}

/* The row that is left out at the end of chunk C.  */
static void
share_row (struct wide *w, const struct imp_expr *c, struct imp_var *last)
{
  struct imp_here *h = &w->d->h;
  struct imp_expr *row = let (w, "next", imp_load (h->p, here_use (h, last), again (w, c)));
  struct imp_block *in;

  in = h->b = &imp_make_if (h, again (w, row))->body;
  row = let (w, "row", op (w, FIR_SUB, row, here_size (h, 1)));
  if (w->fails)
    w->bad = imp_make_new (h, "bad", type_i32 (h->p->ctx), imp_i32 (h->p, 0));
  w->c = imp_copy_new (h);
  imp_copy_set (&w->c, w->s->var, again (w, row));
  share_block (w, &w->s->body);
  if (!w->fails)
    return;
  h->b = in;
  h->b = &imp_make_if (h, here_use (h, w->bad))->body;
  fail_row (w, row);
}

void
row_share (struct chunks *d, const struct imp_stmt *s)
{
  struct wide w = { .d = d, .s = s, .fails = imp_fails_of (d->h.p, &s->body) };
  struct imp_here *h = &d->h;
  struct imp_block *after = h->b, *chunk;
  struct imp_var *last = partial_array (d, "last", type_size (h->p->ctx), 1);
  struct imp_expr *c, *b, *e, *n, *most, *row;
  struct imp_copy copy;

  most = op (&w, FIR_SHR, again (&w, d->all), here_size (h, ALL_SHIFT));
  most = let (&w, "most", op (&w, FIR_MAX, here_use (h, d->size), most));
  chunks_begin (d, d->nc, NULL, &c, &b, &e);
  chunk = h->b;
  imp_make_store (h, here_use (h, last), again (&w, c), here_size (h, 0));
  h->b = &imp_make_if (h, op (&w, FIR_LT, again (&w, b), again (&w, e)))->body;
  row = let (&w, "row", op (&w, FIR_SUB, again (&w, e), here_size (h, 1)));
  n = op (&w, FIR_SUB, offset (&w, again (&w, e)), offset (&w, row));
  h->b = &imp_make_if (h, op (&w, FIR_GT, n, again (&w, most)))->body;
  imp_make_store (h, here_use (h, last), again (&w, c), again (&w, e));
  h->b = chunk;
  n = op (&w, FIR_GT, imp_load (h->p, here_use (h, last), again (&w, c)), here_size (h, 0));
  n = imp_select (h->p, n, op (&w, FIR_SUB, again (&w, e), here_size (h, 1)), again (&w, e));
  n = let (&w, "e", op (&w, FIR_MIN, again (&w, e), n));
  copy = imp_copy_new (h);
  imp_copy_stmt (&copy, s);
  h->b->last->e[0] = b;
  h->b->last->e[1] = n;
  h->b = after;
  c = here_begin_for (h, "c", here_size (h, 0), here_use (h, d->nc), 1, false);
  share_row (&w, c, last);
  h->b = after;
}

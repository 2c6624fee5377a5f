/* The pass chunk: the loops of rows that are shared out.

   The loops that a long row has behind the chunks, instead of those of an element, and what it
   gives to outputs.  What becomes of a loop over rows, and which have such rows:
   schedule-row-wide.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "schedule-row-wide.h"

/* A row is long if it has more than 2 to minus this of the weight of all.  */
#define ALL_SHIFT 7

/* Operators of more statements are not combined in a tree for its own sake.  */
#define TREE_STMTS 8

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
  struct imp_here h = w->d->h;
  struct imp_block body = s->body;
  struct imp_var *failed;

  s->body = (struct imp_block) { NULL, NULL };
  h.b = &s->body;
  failed = imp_make_new (&h, "failed", type_i32 (h.p->ctx), imp_i32 (h.p, 0));
  row_note_failures (h.p, &body, failed);
  while (body.first)
    {
      struct imp_stmt *t = body.first;

      imp_unlink (&body, t);
      imp_link_last (&s->body, t);
    }
  imp_make_reduce (&h, s, w->bad, FIR_BOR, imp_i32 (h.p, 0), imp_use (h.p, failed));
}

/* The flags in B that are assigned when an element of LOOP fails are its own in the copy C.
   GOOD: none has failed.  */
static void
own_flags (struct imp_copy *c, const struct imp_stmt *loop, const struct imp_block *b, bool good)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_ASSIGN && !row_binds (&loop->body, s->var) && !imp_output (loop, s->var))
	{
	  struct imp_expr *e = imp_copy_expr (c, imp_use (c->h.p, s->var));

	  /* Once for each.  */
	  if (!row_binds (c->h.b, e->var))
	    {
	      if (good && s->var->type == type_i32 (c->h.p->ctx))
		e = imp_i32 (c->h.p, 1);
	      struct imp_var *v = imp_make_new (&c->h, s->var->name, s->var->type, e);

	      imp_copy_set (c, s->var, imp_use (c->h.p, v));
	    }
	}
      own_flags (c, loop, &s->body, good);
      own_flags (c, loop, &s->orelse, good);
    }
}

/* A filter or cursor O, of a loop that is shared out: where the elements of a filter go, NULL: it
   is a cursor; how many it gets, a new variable.  */
struct kept
{
  const struct imp_stmt *o;
  struct imp_expr *to;
  struct imp_var *count;
};

/* O, a filter or cursor of a loop of N elements: there is room for all that a filter gets behind
   what it has.  */
static struct kept
make_room (struct wide *w, const struct imp_stmt *o, const struct imp_expr *n)
{
  struct kept f = { .o = o };
  struct imp_here *h = &w->d->h;
  struct imp_copy c = w->c;
  struct imp_block made = { NULL, NULL };
  struct imp_expr *at[2];

  f.count = imp_make_new (h, "count", type_size (h->p->ctx), here_size (h, 0));
  if (o->kind == IMP_CURSOR)
    return f;
  c.h.b = &made;
  imp_copy_stmt (&c, o);
  if (o->body.first)
    imp_apply (h, made.first, again (w, n), NULL);
  at[0] = imp_copy_expr (&w->c, o->base);
  at[1] = here_use (h, made.first->var);
  f.to = let (w, "to", imp_prim (h->p, FIR_PADD, at[0]->type, 2, at));
  return f;
}

/* A block, here, for a loop: its partial results, for the most chunks that there may be, are gone
   when the next one needs its own.  */
static struct imp_block *
own_block (struct wide *w)
{
  return &imp_make_if (&w->d->h, imp_i32 (w->d->h.p, 1))->body;
}

/* A copier of elements of a loop: flags are others in the loop than around it.  */
static struct imp_copy
copy_elements (struct wide *w)
{
  struct imp_copy c = imp_copy_new (&w->d->h);

  c.first = w->c.first;
  c.n = w->c.n;
  c.as = CTX_NEWV (c.h.p->ctx, struct imp_expr *, c.n);
  memcpy (c.as, w->c.as, c.n * sizeof *c.as);
  return c;
}

/* A loop like LOOP of a whole region, over N elements, in B.  */
static struct imp_stmt *
begin_loop_in (struct wide *w, struct imp_block *b, const struct imp_stmt *loop, struct imp_expr *n)
{
  struct imp_here *h = &w->d->h;
  struct imp_stmt *s = imp_stmt_new (h->p, b, IMP_LOOP, w->d->loop->site);

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, loop->var->name, loop->var->type);
  s->e[0] = here_size (h, 0);
  s->e[1] = n;
  s->e[2] = here_size (h, 1);
  s->e[3] = again (w, w->d->unit);
  s->shape = loop->shape;
  s->once = true;
  return s;
}

struct imp_stmt *
row_begin_loop (struct wide *w, const struct imp_stmt *loop, struct imp_expr *n)
{
  return begin_loop_in (w, own_block (w), loop, n);
}

/* Remove from B, of the elements of LOOP, what they store and give.  */
static void
drop_effects (const struct imp_stmt *loop, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_STORE || (s->kind == IMP_GIVE && !row_binds (&loop->body, s->var)))
	imp_unlink (b, s);
      else
	{
	  drop_effects (loop, &s->body);
	  drop_effects (loop, &s->orelse);
	}
    }
}

/* The elements of S in which no leaf raises are counted: DONE.  */
static void
share_leaves (struct wide *w, struct imp_stmt *s, struct imp_var *done)
{
  struct imp_here h = w->d->h;

  row_mark_elements (h.p, &s->body, s->var);
  imp_make_reduce (&h, s, done, FIR_ADD, here_size (&h, 0), here_size (&h, 1));
}

/* The row is done again if the elements of a loop that are DONE are not N.  */
static void
need_all (struct wide *w, struct imp_var *done, const struct imp_expr *n)
{
  struct imp_here *h = &w->d->h;
  struct imp_expr *some = op (w, FIR_NE, here_use (h, done), again (w, n));

  imp_make_assign (h, w->bad,
		   imp_select (h->p, some, imp_i32 (h->p, 1), here_use (h, w->bad)));
}

/* All N elements of LOOP are checked, here, and what their leaves give is kept in LEAVES.  What
   follows runs if none fails.  */
static void
share_checks (struct wide *w, const struct imp_stmt *loop, struct imp_expr *n,
	      struct row_leaf *leaves)
{
  struct imp_here *h = &w->d->h;
  struct imp_var *done = leaves ? imp_make_new (h, "done", n->type, here_size (h, 0)) : NULL;
  struct imp_copy c = copy_elements (w);
  struct imp_stmt *s = row_begin_loop (w, loop, again (w, n));

  s->shape = IMP_SHAPE_SERIAL;
  imp_copy_set (&c, loop->var, here_use (h, s->var));
  c.h.b = &s->body;
  own_flags (&c, loop, &loop->body, false);
  imp_copy_block (&c, &loop->body);
  drop_effects (s, &s->body);
  row_store_calls (w, s, leaves);
  share_failures (w, s);
  if (leaves)
    share_leaves (w, s, done);
  imp_drop_dead (&c.h, &s->body, true);
  if (leaves)
    need_all (w, done, n);
  row_begin_good (w);
}

/* The filter or cursor F, of LOOP, becomes an output of S, to which C copies.  */
static void
share_moving (struct wide *w, struct imp_stmt *s, struct imp_copy *c, const struct kept *f)
{
  struct imp_stmt *o = imp_stmt_new (w->d->h.p, &s->orelse, f->o->kind, 0);

  o->var = f->count;
  o->base = f->to;
  imp_copy_set (c, f->o->var, here_use (&w->d->h, f->count));
}

/* Is S the next loop behind the one whose copy is in W's SCANS, and may be one with it?  */
static bool
joins_scans (const struct wide *w, const struct imp_stmt *s)
{
  const struct imp_stmt *p = s->prev;

  while (p && p->kind == IMP_NEW)
    p = p->prev;
  return s->joins && w->scans && p == w->scanned && !w->bad;
}

/* Are the values of LOOP, which scans, combined in a tree in less time than one after another?  So
   it is with operators of a few terms: no element waits for the one before it.  */
static bool
gains_by_tree (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    {
      if (imp_count_stmts (&o->body) > TREE_STMTS || !imp_computes (o->e[2]))
	return false;
      for (const struct imp_stmt *s = o->body.first; s; s = s->next)
	if (s->kind != IMP_NEW || !imp_computes (s->e[0]))
	  return false;
    }
  return imp_loop_plain (loop);
}

/* What the first of two passes does with the outputs of LOOP, whose operators commute or not.  */
static enum imp_shape
shape_ahead (const struct wide *w, const struct imp_stmt *loop, bool commutes)
{
  bool tree = loop->shape == IMP_SHAPE_TILES || (!w->bad && gains_by_tree (loop));

  return commutes ? IMP_SHAPE_LANES : tree ? IMP_SHAPE_TREE : IMP_SHAPE_SERIAL;
}

/* LOOP as a loop of a whole region.  */
static void
share (struct wide *w, const struct imp_stmt *loop)
{
  struct imp_here *h = &w->d->h;
  struct imp_copy c;
  struct imp_stmt *s;
  struct imp_expr *n = imp_copy_expr (&w->c, loop->e[1]), *at;
  bool joins = joins_scans (w, loop) && imp_simple (n);
  struct kept *f = NULL;
  unsigned nouts = 0, nf = 0;
  bool marks = imp_block_marks (&loop->body), scans = false, commutes = true;
  bool ahead = marks && imp_looks_ahead (loop), checked;
  struct imp_block *around = h->b, *own;
  struct row_leaf *leaves = NULL;
  struct imp_var *done;
  struct row_stored *stored = NULL;

  n = imp_make_name (h, n, "n");
  if (ahead)
    {
      leaves = row_keep_calls (w, loop, n);
      share_checks (w, loop, n, leaves);
      loop = row_load_calls (w, loop, leaves);
      marks = false;
    }
  done = marks ? imp_make_new (h, "done", n->type, here_size (h, 0)) : NULL;
  checked = w->bad && !marks && row_checks_loop (loop);
  if (checked)
    share_checks (w, loop, n, NULL);
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    nouts++;
  f = CTX_NEWV (h->p->ctx, struct kept, nouts + 1);
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (imp_output_moves (o))
      f[nf++] = make_room (w, o, n);
  c = copy_elements (w);
  if (marks)
    stored = row_keep_stores (w, &c, loop, n);
  own = joins ? w->scans : own_block (w);
  s = begin_loop_in (w, own, loop, again (w, n));
  s->joins = joins;
  w->scans = NULL;
  s->once = !nf;
  for (unsigned k = 0; k < nf; k++)
    share_moving (w, s, &c, &f[k]);
  c.h.b = &s->orelse;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    {
      if (imp_output_moves (o))
	continue;
      imp_copy_stmt (&c, o);
      s->orelse.last->apart = false;
      imp_operator_wraps (s->orelse.last);
      scans |= o->kind != IMP_REDUCE;
      commutes &= o->commutes;
    }
  if (nf || scans)
    s->ahead = shape_ahead (w, loop, commutes);
  if (scans && !nf && !w->bad)
    {
      w->scans = own;
      w->scanned = loop;
    }
  if (scans || row_stores (&loop->body))
    s->trust = w->trust;
  imp_copy_set (&c, loop->var, here_use (h, s->var));
  c.h.b = &s->body;
  own_flags (&c, loop, &loop->body, checked);
  imp_copy_block (&c, &loop->body);
  row_note_stores (w, s, stored);
  if (checked)
    imp_drop_fails (h->p, &s->body);
  else if (w->bad && imp_block_fails (&loop->body))
    share_failures (w, s);
  if (marks)
    {
      share_leaves (w, s, done);
      need_all (w, done, n);
    }
  if (stored)
    row_store_kept (w, loop, n, stored);
  for (unsigned k = 0; k < nf; k++)
    {
      at = f[k].to ? imp_use (h->p, f[k].o->var) : f[k].o->e[0];
      at = imp_copy_expr (&w->c, at);
      imp_make_assign (h, at->var, op (w, FIR_ADD, again (w, at), here_use (h, f[k].count)));
    }
  row_release_calls (w, around, leaves);
}

/* The block in which V, made in OF, of an element, has been made for a long row; NULL: in none.  */
static struct imp_block *
made_in (struct wide *w, const struct imp_var *v, const struct imp_block *of)
{
  struct made *m = w->made;

  while (m && (m->var != v || m->of != of))
    m = m->next;
  return m ? m->b : NULL;
}

/* A copy of S, in OF, which is neither a loop nor a branch.  */
static void
copy_alone (struct wide *w, const struct imp_block *of, const struct imp_stmt *s)
{
  struct imp_block *b = w->d->h.b;

  if (s->kind == IMP_VECNEW)
    {
      struct made *m = CTX_NEW (w->d->h.p->ctx, struct made);

      *m = (struct made) { s->var, b, of, w->made };
      w->made = m;
    }
  else if (s->kind == IMP_RELEASE && made_in (w, s->var, of))
    b = made_in (w, s->var, of);
  w->c.h.b = b;
  imp_copy_stmt (&w->c, s);
}

/* What S gives to output O.  */
static void
give_row (struct wide *w, const struct imp_stmt *s, const struct imp_stmt *o)
{
  struct imp_here *h = &w->d->h;
  struct imp_block *after = h->b;
  struct imp_expr *acc = imp_copy_expr (&w->c, imp_use (h->p, o->var));
  struct imp_expr *v = let (w, "v", imp_copy_expr (&w->c, s->e[0]));

  if (s->e[1])
    h->b = &imp_make_if (h, imp_copy_expr (&w->c, s->e[1]))->body;
  if (o->kind == IMP_FILTER)
    {
      imp_make_store (h, imp_copy_expr (&w->c, o->base), again (w, acc), v);
      v = here_size (h, 1);
    }
  imp_make_assign (h, acc->var, o->kind == IMP_REDUCE ? imp_apply (h, o, again (w, acc), v)
				: op (w, FIR_ADD, again (w, acc), v));
  h->b = after;
}

/* What S has for a row alone.  */
static void
share_alone (struct wide *w, const struct imp_stmt *s)
{
  struct imp_block *own = own_block (w);

  w->c.h.b = own;
  imp_copy_block (&w->c, &s->body);
  if (w->bad)
    {
      row_note_failures (w->d->h.p, own, w->bad);
      row_note_leaves (w, own);
    }
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
      const struct imp_stmt *loop;

      if (s->kind == IMP_FAIL)
	imp_make_assign (h, w->bad, imp_i32 (h->p, 1));
      else if (imp_counts (s) && (loop = row_shares_loop (w, s)))
	share (w, loop);
      else if (imp_is_alone (s))
	share_alone (w, s);
      else if (row_given (w, s))
	give_row (w, s, row_given (w, s));
      else if (imp_is_mark (s))
	;
      else if (row_raises (s) && w->bad)
	row_call_alone (w, s);
      else if (row_single (s))
	copy_alone (w, b, s);
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
      if (s->next && (s->kind == IMP_FAIL || row_fails (&s->body) || row_fails (&s->orelse)))
	row_begin_good (w);
    }
}

/* Remove from B what it gives to outputs of W's pass.  */
static void
drop_gives (const struct wide *w, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      drop_gives (w, &s->body);
      drop_gives (w, &s->orelse);
      if (s->kind == IMP_GIVE)
	for (unsigned k = 0; k < w->d->nouts; k++)
	  if (s->var == w->was[k] || s->var == w->acc[k])
	    {
	      imp_unlink (b, s);
	      break;
	    }
    }
}

/* All of ROW again, which has failed, as a chunk does it.  It gives to nothing: what rows have
   given has no use any more.  */
static void
fail_row (struct wide *w, const struct imp_expr *row)
{
  struct imp_here *h = &w->d->h;
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_PARFOR, w->s->site);
  struct imp_copy c;
  struct imp_expr *r;

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "c", type_size (h->p->ctx));
  s->e[0] = here_size (h, 1);
  s->e[1] = here_size (h, 1);
  c = imp_copy_new (h);
  c.h.b = &s->body;
  /* The checker wants to see that iterations store at different places.  */
  r = imp_make_let (&c.h, "row", op (w, FIR_ADD, again (w, row), here_use (h, s->var)));
  imp_copy_set (&c, w->s->var, r);
  for (unsigned k = 0; k < w->d->nouts; k++)
    if (row_takes_part (w, k))
      imp_copy_set (&c, w->acc[k], here_use (h, w->was[k]));
  /* A leaf that raises ends it, and nothing goes on behind.  */
  if (w->d->marks)
    c.h.b = &imp_make_if (&c.h, here_op (&c.h, FIR_EQ, again (w, r),
					 imp_call (h->p, IMP_FN_RESUME, NULL, 1, &r)))->body;
  imp_copy_block (&c, &w->s->body);
  drop_gives (w, &s->body);
}

/* What rows up to here have given becomes that of chunk C.  */
static void
keep (struct wide *w, const struct imp_expr *c)
{
  struct imp_here *h = &w->d->h;

  for (unsigned k = 0; k < w->d->nouts; k++)
    if (row_takes_part (w, k))
      imp_make_store (h, here_use (h, w->d->outs[k].part), again (w, c),
		      here_use (h, w->d->outs[k].acc));
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
  for (unsigned k = 0; k < w->d->nouts; k++)
    if (row_takes_part (w, k))
      {
	struct output *o = &w->d->outs[k];

	o->acc = imp_make_new (h, "acc", o->part->type,
			       imp_load (h->p, here_use (h, o->part), again (w, c)));
	if (w->fails)
	  w->was[k] = imp_make_new (h, "was", o->part->type, here_use (h, o->acc));
	imp_copy_set (&w->c, w->acc[k], here_use (h, o->acc));
      }
  share_block (w, &w->s->body);
  h->b = in;
  keep (w, c);
  if (!w->fails)
    return;
  h->b = &imp_make_if (h, here_use (h, w->bad))->body;
  fail_row (w, row);
}

/* --- Behind the chunks ------------------------------------------------------------------------ */

/* A row is long if it has more elements than this.  */
static struct imp_expr *
longest (struct wide *w)
{
  struct imp_here *h = &w->d->h;
  struct imp_expr *most = op (w, FIR_SHR, again (w, w->d->all), here_size (h, ALL_SHIFT));

  most = op (w, FIR_MAX, here_use (h, w->d->size), most);
  if (w->d->alone)
    most = imp_select (h->p, here_use (h, w->d->alone), here_size (h, UINT64_MAX), most);
  return let (w, "most", most);
}

/* Where the last one of the rows B to E is longer than MOST.  Statements go there from now on.  */
static void
begin_if_long (struct wide *w, struct imp_expr *b, struct imp_expr *e, struct imp_expr *most)
{
  struct imp_here *h = &w->d->h;
  struct imp_expr *row, *n;

  h->b = &imp_make_if (h, op (w, FIR_LT, again (w, b), again (w, e)))->body;
  row = let (w, "row", op (w, FIR_SUB, again (w, e), here_size (h, 1)));
  n = op (w, FIR_SUB, offset (w, again (w, e)), offset (w, row));
  h->b = &imp_make_if (h, op (w, FIR_GT, n, again (w, most)))->body;
}

void
row_leave (struct chunks *d, struct imp_var *last, const struct imp_expr *c, struct imp_expr *b,
	   struct imp_expr **e)
{
  struct wide w = { .d = d };
  struct imp_here *h = &d->h;
  struct imp_block *chunk = h->b;
  struct imp_expr *n;

  imp_make_store (h, here_use (h, last), again (&w, c), here_size (h, 0));
  begin_if_long (&w, b, *e, longest (&w));
  imp_make_store (h, here_use (h, last), again (&w, c), again (&w, *e));
  h->b = chunk;
  n = op (&w, FIR_GT, imp_load (h->p, here_use (h, last), again (&w, c)), here_size (h, 0));
  n = imp_select (h->p, n, op (&w, FIR_SUB, again (&w, *e), here_size (h, 1)), again (&w, *e));
  *e = let (&w, "e", op (&w, FIR_MIN, again (&w, *e), n));
}

void
row_take (struct chunks *d, struct imp_var *last, const struct imp_stmt *s, bool second)
{
  struct wide w = row_wide (d, s, second);
  struct imp_here *h = &d->h;
  struct imp_block *after = h->b;
  struct imp_expr *c = here_begin_for (h, "c", here_size (h, 0), here_use (h, d->nc), 1, false);

  share_row (&w, c, last);
  h->b = after;
}

void
row_share (struct chunks *d, struct imp_var *last, const struct imp_stmt *s, bool second)
{
  struct wide w = row_wide (d, s, second);
  struct imp_here *h = &d->h;
  struct imp_block *after = h->b;
  struct imp_expr *c, *b, *e;
  struct imp_copy copy;

  chunks_begin (d, d->nc, NULL, &c, &b, &e)->trust = w.trust;
  row_leave (d, last, c, b, &e);
  b = chunks_resumed (d, b);
  if (second)
    partial_go_on (d, c);
  else
    partial_begin (d);
  copy = imp_copy_new (h);
  for (unsigned k = 0; k < d->nouts; k++)
    if (row_takes_part (&w, k))
      imp_copy_set (&copy, w.acc[k], here_use (h, d->outs[k].acc));
  imp_copy_stmt (&copy, s);
  h->b->last->e[0] = b;
  h->b->last->e[1] = e;
  keep (&w, c);
  h->b = after;
}

/* The pass spans: a loop that looks up the owners of its elements becomes a loop over the owners.

     loop i = b to e by S { reduce a } do { k = owner (kept, w, o, n, i) ... o[k] ... give a := v }

   where o are the offsets at which the elements of each owner begin, becomes, unless owners are
   kept in w,

     if b < e {
       first = owner (b)   last = owner (e - 1)   row = o[first]
       for q = first to last + 1 {
	 end = q < last ? o[q + 1] : e
	 from = max (b, row)   to = min (e, end)
	 if from < to {
	   what depends on q alone
	   loop i = from to to by S { reduce a apart } do { ... q ... row ... give a := v } }
	 row := end } }

   if owners have the target's `span' elements of the range each, on average
   (schedule-spans-long.c).  The ends of shorter loops could not be predicted, so there what depends
   on q alone, v, is written to an array, for a block of elements at a time, without a branch for
   each owner: EXCESS times, whatever the length of the span, and the next ones overwrite the
   excess.  An owner without elements writes what the one before has written, so that nothing is
   computed from it:

     q = first
     for j = b to e step BLOCK {
       array w[BLOCK + EXCESS]   stop = min (e, j + BLOCK)
       ... w[i - j] is v of the owner of i ...
       loop i = j to stop by S { reduce a apart } do { ... w[i - j] for v ... give a := v } }

   If that would be more than COLUMNS arrays, there is one, of the owners.  Blocks whose elements
   each have an owner of their own are taken without arrays (schedule-spans-single.c); where all
   owners have as many, their ends need not be found (schedule-spans-even.c).

   Of some offsets only those of blocks of owners are kept; then sizes are added up from there on,
   and there is no LAST (schedule-spans-sizes.c).

   Elements stay in their order, so loops of any kind may be taken; but one that combines in blocks
   combines the elements of each loop apart.

   Does not: transform loops that scan in blocks.

   Paper: Elsman, Larsen, "Data-Parallel Flattening by Expansion", section 3; there owners are in
   memory.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-spans.h"

/* --- Finding --------------------------------------------------------------------------------- */

/* The call in E that looks up the owner of element V, or NULL.  */
static const struct imp_expr *
find_in_expr (const struct imp_expr *e, const struct imp_var *v)
{
  const struct imp_expr *found = NULL;

  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER && imp_is_var (e->args[SPANS_INDEX], v))
    return e;
  for (unsigned k = 0; k < e->nargs && !found; k++)
    found = find_in_expr (e->args[k], v);
  return found;
}

static const struct imp_expr *
find_in_block (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_expr *found = NULL;

  for (const struct imp_stmt *s = b->first; s && !found; s = s->next)
    {
      found = find_in_expr (s->base, v);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e && !found; k++)
	found = find_in_expr (s->e[k], v);
      for (unsigned k = 0; k < s->nargs && !found; k++)
	found = find_in_expr (s->args[k], v);
      found = found ? found : find_in_block (&s->body, v);
      found = found ? found : find_in_block (&s->orelse, v);
    }
  return found;
}

/* Can LOOP be one over owners?  */
static bool
can (const struct imp_stmt *loop)
{
  uint64_t step;

  if (loop->kind == IMP_FOR)
    return !loop->scalar && imp_is_const (loop->e[2], &step) && step == 1;
  return loop->kind == IMP_LOOP && !imp_is_whole (loop)
	 && loop->shape != IMP_SHAPE_TILES;
}

const struct imp_expr *
spans_owner (const struct imp_binders *known, const struct imp_stmt *loop)
{
  const struct imp_expr *e = can (loop) ? find_in_block (&loop->body, loop->var) : NULL;

  for (unsigned k = 0; e && k < SPANS_INDEX; k++)
    if (e->args[k]->kind == IMP_EXPR_VAR
	? imp_changes (known, loop, e->args[k]->var) : e->args[k]->kind != IMP_EXPR_CONST)
      return NULL;
  return e;
}

/* --- What stands in place of the owner ------------------------------------------------------- */

/* What E, a variable, is another name for, or NULL.  */
static struct imp_expr *
alias_of (struct spans *n, const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_VAR && e->var->id < n->nvars ? n->of[e->var->id].alias : NULL;
}

static struct imp_expr *
rewritten (struct spans *n, struct imp_expr *e)
{
  struct imp_expr *alias;

  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER && imp_expr_equal (e, n->owner))
    return imp_copy_expr (&(struct imp_copy) { .h = *n->h }, n->in_place);
  if ((alias = alias_of (n, e)) != NULL)
    return imp_copy_expr (&(struct imp_copy) { .h = *n->h }, alias);
  for (unsigned k = 0; k < e->nargs; k++)
    e->args[k] = rewritten (n, e->args[k]);
  if (n->row && e->kind == IMP_EXPR_LOAD
      && imp_expr_equal (e->args[0], n->owner->args[SPANS_OFFSETS])
      && imp_expr_equal (e->args[1], n->in_place))
    return here_use (n->h, n->row);
  return e;
}

/* Rewrite B, in the order in which it runs; names for owner and first element go.  */
static void
rewrite (struct spans *n, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      s->base = rewritten (n, s->base);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	s->e[k] = imp_behind_body (s, k) ? s->e[k] : rewritten (n, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	s->args[k] = rewritten (n, s->args[k]);
      rewrite (n, &s->body);
      rewrite (n, &s->orelse);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	s->e[k] = imp_behind_body (s, k) ? rewritten (n, s->e[k]) : s->e[k];
      if (!n->row || s->kind != IMP_NEW || !s->e[0] || s->e[0]->kind != IMP_EXPR_VAR
	  || n->of[s->var->id].written != 1
	  || (s->e[0]->var != n->q && s->e[0]->var != n->row))
	continue;
      n->of[s->var->id].alias = s->e[0];
      imp_unlink (b, s);
    }
}

/* --- What depends on the owner alone --------------------------------------------------------- */

/* Note what B binds and writes.  */
static void
note_written (struct spans *n, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->var)
	n->of[s->var->id].written++;
      if (imp_is_output (s) && s->e[1] && s->e[1]->kind == IMP_EXPR_VAR)
	n->of[s->e[1]->var->id].written++;
      note_written (n, &s->body);
      note_written (n, &s->orelse);
    }
}

/* Is E the same for all elements of an owner, and without an effect?  */
static bool
fixed (struct spans *n, const struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST:
    case IMP_EXPR_PRIM: break;
    case IMP_EXPR_VAR:
      if (e->var == n->loop->var || (e->var->id < n->nvars && n->of[e->var->id].written))
	return false;
      break;
    case IMP_EXPR_LEAF:
      if (!(e->leaf->flags & LEAF_CONST) || (e->leaf->flags & LEAF_MAYFAIL))
	return false;
      break;
    /* Elements of a loop do not read what others store.  */
    case IMP_EXPR_LOAD:
      if (n->loop->kind != IMP_LOOP)
	return false;
      break;
    default:
      return false;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!fixed (n, e->args[k]))
      return false;
  return true;
}

/* Move from N's loop to H what is the same for all of its elements.  */
static void
hoist (struct spans *n)
{
  struct imp_block *b = &n->loop->body;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != IMP_NEW || !s->e[0] || n->of[s->var->id].written != 1 || !fixed (n, s->e[0]))
	continue;
      n->of[s->var->id].written = 0;
      imp_unlink (b, s);
      imp_link_last (n->h->b, s);
    }
}

/* --- The loops ------------------------------------------------------------------------------- */

/* A copy of LOOP, to the end of H.  */
static struct imp_stmt *
copy (struct imp_here *h, const struct imp_stmt *loop)
{
  struct imp_copy c = imp_copy_new (h);

  imp_copy_stmt (&c, loop);
  return h->b->last;
}

/* LOOP, to the end of H, where owners are kept.  */
static void
kept (struct imp_here *h, const struct imp_stmt *loop)
{
  struct spans n = { .h = h, .loop = copy (h, loop) };
  struct imp_expr *w;

  n.owner = find_in_block (&n.loop->body, n.loop->var);
  w = here_again (h, n.owner->args[SPANS_OWNERS]);
  n.in_place = imp_load (h->p, w, here_use (h, n.loop->var));
  rewrite (&n, &n.loop->body);
}

/* The number of the owner of element I.  */
static struct imp_expr *
look_up (struct imp_here *h, const struct imp_expr *owner, const char *name, struct imp_expr *i)
{
  struct imp_expr *args[SPANS_INDEX + 1];

  args[SPANS_KEPT] = imp_i32 (h->p, 0);
  for (unsigned k = SPANS_OWNERS; k < SPANS_INDEX; k++)
    args[k] = here_again (h, owner->args[k]);
  args[SPANS_INDEX] = i;
  return imp_make_let (h, name, imp_call (h->p, IMP_FN_OWNER, NULL, SPANS_INDEX + 1, args));
}

/* LOOP combines its elements apart if it takes them in blocks; BRIEF: it often has few.  Then GCC
   does better with integers.  */
static void
combine_apart (struct imp_stmt *loop, bool brief)
{
  for (struct imp_stmt *o = loop->orelse.first; brief && o; o = o->next)
    if (o->kind == IMP_REDUCE && type_is_integral (o->var->type))
      loop->shape = IMP_SHAPE_SERIAL;
  for (struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    o->apart = loop->shape && o->kind == IMP_REDUCE;
  loop->brief = brief;
}

void
spans_make (struct spans *n, const struct spans_range *r)
{
  struct imp_here *h = n->h;

  n->loop = copy (h, r->loop);
  n->owner = find_in_block (&n->loop->body, n->loop->var);
  n->nvars = h->proc->nvars + 1;
  n->of = CTX_NEWV (h->p->ctx, struct span_var, n->nvars);
  note_written (n, &n->loop->body);
  note_written (n, &n->loop->orelse);
  rewrite (n, &n->loop->body);
  imp_unlink (h->b, n->loop);
  for (struct imp_stmt *o = n->loop->orelse.first; o; o = o->next)
    o->first = false;
}

void
spans_put (struct spans *n, struct imp_expr *from, struct imp_expr *to, bool one)
{
  struct imp_here *h = n->h;

  if (one)
    hoist (n);
  imp_link_last (h->b, n->loop);
  n->loop->e[0] = here_again (h, from);
  n->loop->e[1] = here_again (h, to);
  combine_apart (n->loop, one);
}

/* --- Loops over owners ----------------------------------------------------------------------- */

struct imp_var *
spans_end (struct imp_here *h, const struct spans_range *r, struct imp_var *q,
	   const struct imp_expr *e, struct imp_expr **behind)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_var *end;
  struct imp_here in = *h;

  if (r->sizes)
    {
      *behind = spans_size (h, r->sizes, here_use (h, q));
      *behind = imp_make_let (h, "behind", here_op (h, FIR_ADD, here_use (h, r->row), *behind));
      return imp_make_new (h, "end", u64, here_op (h, FIR_MIN, here_again (h, e),
						   here_again (h, *behind)));
    }
  end = imp_make_new (h, "end", u64, here_again (h, e));
  in.b = &imp_make_if (h, here_op (h, FIR_LT, here_use (h, q), here_again (h, r->last)))->body;
  imp_make_assign (&in, end, imp_load (h->p, here_again (h, r->owner->args[SPANS_OFFSETS]),
				       here_op (h, FIR_ADD, here_use (h, q), here_size (h, 1))));
  return end;
}

struct imp_expr *
spans_first (struct imp_here *h, const struct spans_range *r, struct imp_expr *q)
{
  return imp_load (h->p, here_again (h, r->owner->args[SPANS_OFFSETS]), q);
}

/* OWN, AT := ROW, Q if ANY; without a choice, since GCC makes a branch of two by one condition.  */
static void
take_or_keep (struct imp_here *h, struct imp_var *own, struct imp_var *at, struct imp_var *row,
	      struct imp_var *q, struct imp_expr *any)
{
  struct imp_var *to[] = { own, at }, *from[] = { row, q };
  struct imp_expr *mask = imp_prim (h->p, FIR_CONV, own->type, 1, &any);

  mask = imp_make_let (h, "mask", here_op (h, FIR_SUB, here_size (h, 0), mask));
  for (unsigned k = 0; k < 2; k++)
    {
      struct imp_expr *by = here_op (h, FIR_SUB, here_use (h, from[k]), here_use (h, to[k]));
      by = here_op (h, FIR_BAND, by, here_again (h, mask));
      imp_make_assign (h, to[k], here_op (h, FIR_ADD, here_use (h, to[k]), by));
    }
}

/* For all elements of a block from J to STOP, the first of which is Q's, the values of C; Q := the
   owner of the last.  AT is the last owner up to Q that has any, OWN, with sizes, where it begins;
   MADE, what C has of it.  With sizes Q becomes the first that has any behind the last element.  */
static void
write_columns (struct imp_here *h, const struct spans_range *r, struct imp_var *q,
	       struct imp_var *at, struct imp_var *own, struct imp_block *made,
	       const struct spans_columns *c, struct imp_expr *j, struct imp_expr *stop)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_block *after = h->b;
  struct imp_var *k = imp_make_new (h, "k", u64, here_again (h, j));
  struct imp_var *last = own ? imp_make_new (h, "last", u64, here_use (h, own)) : NULL;
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);
  struct imp_expr *end, *any, *to, *least, *behind = NULL, *on, *before;

  s->e[0] = here_op (h, FIR_LT, here_use (h, k), here_again (h, stop));
  h->b = &s->body;
  end = here_use (h, spans_end (h, r, q, stop, &behind));
  end = behind ? end : imp_make_let (h, "end", here_op (h, FIR_MIN, here_again (h, stop), end));
  any = here_op (h, FIR_LT, here_use (h, k), here_again (h, end));
  if (own)
    take_or_keep (h, own, at, r->row, q, any);
  else
    imp_make_assign (h, at, imp_select (h->p, any, here_use (h, q), here_use (h, at)));
  for (struct imp_stmt *m = made->first, *next; m; m = next)
    {
      next = m->next;
      imp_unlink (made, m);
      imp_link_last (h->b, m);
    }
  least = imp_make_let (h, "to", here_op (h, FIR_SUB, here_use (h, k), here_again (h, j)));
  for (unsigned n = 0; n < c->n; n++)
    {
      to = here_begin_for (h, "t", here_size (h, 0), here_size (h, SPANS_EXCESS), 1, true);
      imp_make_store (h, here_use (h, c->w[n]), here_op (h, FIR_ADD, here_again (h, least), to),
		      here_use (h, c->v[n]));
      h->b = &s->body;
    }
  to = here_begin_for (h, "t", here_op (h, FIR_ADD, here_use (h, k), here_size (h, SPANS_EXCESS)),
		       here_again (h, end), 1, true);
  for (unsigned n = 0; n < c->n; n++)
    imp_make_store (h, here_use (h, c->w[n]),
		    here_op (h, FIR_SUB, here_again (h, to), here_again (h, j)),
		    here_use (h, c->v[n]));
  h->b = &s->body;
  imp_make_assign (h, k, here_op (h, FIR_MAX, here_use (h, k), here_again (h, end)));
  imp_make_assign (h, q, here_op (h, FIR_ADD, here_use (h, q), here_size (h, 1)));
  if (own)
    {
      imp_make_assign (h, last, here_use (h, r->row));
      imp_make_assign (h, r->row, behind);
    }
  h->b = after;
  before = here_op (h, FIR_SUB, here_use (h, q), here_size (h, 1));
  if (own)
    {
      on = imp_make_let (h, "on", here_op (h, FIR_LE, here_use (h, r->row), here_again (h, stop)));
      before = imp_select (h->p, here_again (h, on), here_use (h, q), before);
      imp_make_assign (h, r->row, imp_select (h->p, on, here_use (h, r->row), here_use (h, last)));
    }
  imp_make_assign (h, q, before);
}

/* Would computing E for owners one after another take longer than loading it?  */
static bool
dear (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF || (e->kind == IMP_EXPR_PRIM && e->nargs > 3);
}

/* Add V to C if N's loop uses it; false: there are too many.  */
static bool
column (struct spans *n, struct spans_columns *c, struct imp_var *v)
{
  if (!imp_block_uses (&n->loop->body, v))
    return true;
  if (c->n == SPANS_COLUMNS)
    return false;
  c->v[c->n++] = v;
  return true;
}

/* Move what N's loop, not yet in a block, computes from its owner alone to MADE, and what of that
   it uses to C.  False: that is too much.  */
static bool
columns_of (struct spans *n, struct imp_block *made, struct spans_columns *c)
{
  struct imp_block *b = &n->loop->body;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != IMP_NEW || !s->e[0] || n->of[s->var->id].written != 1
	  || !type_is_scalar (s->var->type) || !fixed (n, s->e[0])
	  || imp_expr_any (s->e[0], dear))
	continue;
      n->of[s->var->id].written = 0;
      imp_unlink (b, s);
      imp_link_last (made, s);
    }
  if (!column (n, c, n->q))
    return false;
  for (struct imp_stmt *s = made->first; s; s = s->next)
    if (!column (n, c, s->var))
      return false;
  if (!imp_block_uses (b, n->row) && !imp_block_uses (made, n->row))
    imp_unlink (made, made->first);
  return true;
}

/* Blocks of elements, for which what they use of their owners is written to arrays, to the end of
   H.  */
static void
short_spans (struct imp_here *h, const struct spans_range *r)
{
  const struct type *u64 = type_size (h->p->ctx);
  unsigned block = h->p->target->owners;
  struct spans n = { .h = h };
  struct imp_expr *first = r->sizes ? here_use (h, r->q) : r->first;
  struct imp_var *q = r->sizes ? r->q : imp_make_new (h, "q", u64, here_again (h, first));
  struct imp_var *at = imp_make_new (h, "at", u64, here_again (h, first));
  struct imp_var *own = r->sizes ? imp_make_new (h, "own", u64, here_use (h, r->row)) : NULL;
  struct imp_expr *j = here_begin_for (h, "j", here_again (h, r->b), here_again (h, r->e), block,
				       false);
  struct imp_expr *stop = here_op (h, FIR_ADD, here_again (h, j), here_size (h, block));
  struct imp_block made = { NULL, NULL }, *after;
  struct spans_columns c = { .n = 0 };
  struct imp_here in = *h;

  stop = imp_make_let (h, "stop", here_op (h, FIR_MIN, here_again (h, r->e), stop));
  spans_single (h, r, j, stop);
  n.q = at;
  n.in_place = here_use (h, n.q);
  in.b = &made;
  n.row = imp_make_new (&in, "row", u64,
			own ? here_use (h, own) : spans_first (h, r, here_use (h, at)));
  spans_make (&n, r);
  if (!columns_of (&n, &made, &c))
    {
      made = (struct imp_block) { NULL, NULL };
      c = (struct spans_columns) { .v = { at, own }, .n = own ? 2 : 1 };
      n.row = own;
      spans_make (&n, r);
    }
  for (unsigned k = 0; k < c.n; k++)
    {
      struct imp_expr *in_block = here_op (h, FIR_SUB, here_use (h, n.loop->var),
					   here_again (h, j));
      c.w[k] = imp_make_array (h, "w", c.v[k]->type, block + SPANS_EXCESS);
      n.of[c.v[k]->id].alias = imp_load (h->p, here_use (h, c.w[k]), in_block);
    }
  after = spans_even (h, r, &(struct spans_made) { &made, at, own, &c }, j, stop);
  write_columns (h, r, q, at, own, &made, &c, j, stop);
  h->b = after ? after : h->b;
  n.row = NULL;
  rewrite (&n, &n.loop->body);
  spans_put (&n, j, stop, false);
}

/* R's loop, to the end of H.  */
static void
loop_over (struct imp_here *h, struct spans_range *r)
{
  struct imp_here here = *h;
  struct imp_stmt *i;
  struct imp_expr *all, *owners, *keep = r->owner->args[SPANS_KEPT];
  uint64_t never;

  if (!imp_is_const (keep, &never) || never)
    {
      i = imp_make_if (&here, here_again (&here, keep));
      here.b = &i->body;
      kept (&here, r->loop);
      here.b = &i->orelse;
    }
  r->b = imp_make_let (&here, "b", r->loop->e[0]);
  r->e = imp_make_let (&here, "e", r->loop->e[1]);
  if (r->loop->kind == IMP_LOOP && imp_loop_first (r->loop))
    {
      imp_loop_element (&here, r->loop, here_again (&here, r->b), true);
      r->b = imp_make_let (&here, "b", here_op (&here, FIR_ADD, r->b, here_size (&here, 1)));
    }
  i = imp_make_if (&here, here_op (&here, FIR_LT, here_again (&here, r->b),
				   here_again (&here, r->e)));
  here.b = &i->body;
  if (r->sizes)
    {
      owners = spans_are_long (&here, r->sizes, r->b, r->e);
      owners = imp_make_let (&here, "long", owners);
      spans_find (&here, r->sizes, r->b, &r->q, &r->row);
      i = imp_make_if (&here, owners);
      here.b = &i->body;
      spans_long (&here, r);
      here.b = &i->orelse;
      short_spans (&here, r);
      return;
    }
  r->first = look_up (&here, r->owner, "first", here_again (&here, r->b));
  r->last = look_up (&here, r->owner, "last",
		     here_op (&here, FIR_SUB, here_again (&here, r->e), here_size (&here, 1)));
  all = here_op (&here, FIR_SUB, here_again (&here, r->e), here_again (&here, r->b));
  owners = here_op (&here, FIR_SUB, here_again (&here, r->last), here_again (&here, r->first));
  owners = here_op (&here, FIR_MUL, owners, here_size (&here, here.p->target->span));
  i = imp_make_if (&here, here_op (&here, FIR_LT, owners, all));
  here.b = &i->body;
  spans_long (&here, r);
  here.b = &i->orelse;
  short_spans (&here, r);
}

/* What the pass knows of a procedure.  */
struct known
{
  struct imp_binders binders;
  struct spans_sizes *sizes;
};

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  const struct known *known = (const struct known *) w->data;
  struct spans_range r = { .loop = s, .owner = spans_owner (&known->binders, s) };

  (void) b;
  if (!r.owner)
    return SCHEDULE_LEFT;
  r.sizes = spans_sizes_for (known->sizes, r.owner);
  loop_over (h, &r);
  return SCHEDULE_TURNED;
}

unsigned
schedule_spans (struct imp_prog *p, struct imp_proc *proc)
{
  struct known known = { .binders = imp_binders_of (p, proc) };
  struct schedule_walk w = { .take = take, .data = &known };

  known.sizes = spans_sizes_of (p, proc, &known.binders);
  return schedule_walk (p, proc, &w);
}

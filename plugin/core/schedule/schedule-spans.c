/* The pass spans: a loop that looks up the owners of its elements becomes a loop over the owners.

     loop i = b to e by S { reduce a } do { k = owner (kept, w, o, n, i) ... o[k] ... give a := v }

   where o are the offsets at which the elements of each owner begin, becomes, unless owners are
   kept in w,

     if b < e {
       first = owner (b)   last = owner (e - 1)
       for q = first to last + 1 {
	 row = o[q]   from = max (b, row)   to = min (e, q < last ? o[q + 1] : e)
	 if from < to {
	   what depends on q alone
	   loop i = from to to by S { reduce a apart } do { ... q ... row ... give a := v } } } }

   if owners have the target's `span' elements of the range each, on average.  The ends of shorter
   loops could not be predicted, so there owners are written to an array, for a block of elements at
   a time, without a branch for each: EXCESS times, whatever the length of the span, and the next
   ones overwrite the excess:

     q = first
     for j = b to e step BLOCK {
       array w[BLOCK + EXCESS]   stop = min (e, j + BLOCK)
       ... w[i - j] is the owner of i ...
       loop i = j to stop by S { reduce a apart } do { ... w[i - j] ... give a := v } }

   Elements stay in their order, so loops of any kind may be taken; but one that combines in blocks
   combines the elements of each loop apart.

   Does not: transform loops that scan in blocks.

   Paper: Elsman, Larsen, "Data-Parallel Flattening by Expansion", section 3; there owners are in
   memory.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule.h"

#define EXCESS 8

/* The facts about a variable.  */
struct span_var
{
  unsigned written;		/* how often the loop binds or writes it */
  struct imp_expr *alias;	/* what it is another name for, NULL: for nothing */
};

/* A copy of the loop.  */
struct spans
{
  struct imp_here *h;
  struct imp_stmt *loop;
  const struct imp_expr *owner;	/* the call in it that looks up the owner of an element */
  struct imp_expr *in_place;	/* what stands in place of that */
  struct imp_var *q, *row;	/* the number of the owner, and of its first element; NULL: it has
				   several */
  struct imp_var *w;		/* their array */
  struct span_var *of;		/* by number of the variable, NVARS of them */
  unsigned nvars;
};

/* The operands of `owner'.  */
enum { KEPT, OWNERS, OFFSETS, COUNT, INDEX };

/* --- Finding --------------------------------------------------------------------------------- */

/* The call in E that looks up the owner of element V, or NULL.  */
static const struct imp_expr *
find_in_expr (const struct imp_expr *e, const struct imp_var *v)
{
  const struct imp_expr *found = NULL;

  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER && e->args[INDEX]->kind == IMP_EXPR_VAR
      && e->args[INDEX]->var == v)
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

/* What LOOP, which may be one over owners, looks them up with, NULL: it does not.  */
static const struct imp_expr *
owner_in (const struct imp_binders *known, const struct imp_stmt *loop)
{
  const struct imp_expr *e = can (loop) ? find_in_block (&loop->body, loop->var) : NULL;

  for (unsigned k = 0; e && k < INDEX; k++)
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
    return here_again (n->h, alias);
  for (unsigned k = 0; k < e->nargs; k++)
    e->args[k] = rewritten (n, e->args[k]);
  if (n->row && e->kind == IMP_EXPR_LOAD && imp_expr_equal (e->args[0], n->owner->args[OFFSETS])
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
  w = here_again (h, n.owner->args[OWNERS]);
  n.in_place = imp_load (h->p, w, here_use (h, n.loop->var));
  rewrite (&n, &n.loop->body);
}

/* The number of the owner of element I.  */
static struct imp_expr *
look_up (struct imp_here *h, const struct imp_expr *owner, const char *name, struct imp_expr *i)
{
  struct imp_expr *args[INDEX + 1];

  args[KEPT] = imp_i32 (h->p, 0);
  for (unsigned k = OWNERS; k < INDEX; k++)
    args[k] = here_again (h, owner->args[k]);
  args[INDEX] = i;
  return imp_make_let (h, name, imp_call (h->p, IMP_FN_OWNER, NULL, INDEX + 1, args));
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

/* A loop over the owners of the elements B to E, from FIRST to LAST.  */
struct range
{
  const struct imp_stmt *loop;
  const struct imp_expr *owner;	/* the call in it that looks one up */
  struct imp_expr *b, *e, *first, *last;
};

/* The elements FROM to TO of R's loop, to the end of N->h.  */
static void
elements (struct spans *n, const struct range *r, struct imp_expr *from, struct imp_expr *to)
{
  struct imp_here *h = n->h;

  n->loop = copy (h, r->loop);
  n->owner = find_in_block (&n->loop->body, n->loop->var);
  if (!n->in_place)
    n->in_place = imp_load (h->p, here_use (h, n->w),
			    here_op (h, FIR_SUB, here_use (h, n->loop->var), here_again (h, from)));
  n->nvars = h->proc->nvars + 1;
  n->of = CTX_NEWV (h->p->ctx, struct span_var, n->nvars);
  note_written (n, &n->loop->body);
  note_written (n, &n->loop->orelse);
  rewrite (n, &n->loop->body);
  imp_unlink (h->b, n->loop);
  if (n->q)
    hoist (n);
  imp_link_last (h->b, n->loop);
  n->loop->e[0] = here_again (h, from);
  n->loop->e[1] = here_again (h, to);
  for (struct imp_stmt *o = n->loop->orelse.first; o; o = o->next)
    o->first = false;
  combine_apart (n->loop, n->q != NULL);
}

/* Where the elements of R's owner Q end, or E if that is less.  */
static struct imp_expr *
end_of (struct imp_here *h, const struct range *r, struct imp_var *q, struct imp_expr *e)
{
  struct imp_expr *more = here_op (h, FIR_LT, here_use (h, q), here_again (h, r->last)), *next;

  next = here_op (h, FIR_ADD, here_use (h, q), here_size (h, 1));
  next = here_op (h, FIR_MIN, next, here_again (h, r->last));
  next = imp_load (h->p, here_again (h, r->owner->args[OFFSETS]), next);
  next = imp_select (h->p, more, next, here_again (h, e));
  return here_op (h, FIR_MIN, here_again (h, e), next);
}

/* A loop for each owner, to the end of H.  */
static void
long_spans (struct imp_here *h, const struct range *r)
{
  struct spans n = { .h = h };
  struct imp_expr *from, *to, *above = here_op (h, FIR_ADD, here_again (h, r->last),
						here_size (h, 1));
  struct imp_stmt *f = imp_make_for (h, "q", here_again (h, r->first), above, 1, false);

  h->b = &f->body;
  n.q = f->var;
  n.in_place = here_use (h, n.q);
  from = imp_load (h->p, here_again (h, r->owner->args[OFFSETS]), here_use (h, n.q));
  from = imp_make_let (h, "row", from);
  n.row = from->var;
  from = imp_make_let (h, "from", here_op (h, FIR_MAX, here_again (h, r->b), from));
  to = imp_make_let (h, "to", end_of (h, r, n.q, r->e));
  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, from), here_again (h, to)))->body;
  elements (&n, r, from, to);
}

/* W[0], W[1] ... := the owners of the elements J to STOP, the first of which is Q; Q := that of the
   last.  */
static void
write_owners (struct imp_here *h, const struct range *r, struct imp_var *q, struct imp_var *w,
	      struct imp_expr *j, struct imp_expr *stop)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_block *after = h->b;
  struct imp_var *k = imp_make_new (h, "k", u64, here_again (h, j));
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);
  struct imp_expr *end, *to, *least;

  s->e[0] = here_op (h, FIR_LT, here_use (h, k), here_again (h, stop));
  h->b = &s->body;
  end = imp_make_let (h, "end", end_of (h, r, q, stop));
  least = imp_make_let (h, "to", here_op (h, FIR_SUB, here_use (h, k), here_again (h, j)));
  to = here_begin_for (h, "t", here_size (h, 0), here_size (h, EXCESS), 1, true);
  imp_make_store (h, here_use (h, w), here_op (h, FIR_ADD, here_again (h, least), to),
		  here_use (h, q));
  h->b = &s->body;
  to = here_begin_for (h, "t", here_op (h, FIR_ADD, here_use (h, k), here_size (h, EXCESS)),
		       here_again (h, end), 1, true);
  imp_make_store (h, here_use (h, w), here_op (h, FIR_SUB, to, here_again (h, j)),
		  here_use (h, q));
  h->b = &s->body;
  imp_make_assign (h, k, here_op (h, FIR_MAX, here_use (h, k), end));
  imp_make_assign (h, q, here_op (h, FIR_ADD, here_use (h, q), here_size (h, 1)));
  h->b = after;
  imp_make_assign (h, q, here_op (h, FIR_SUB, here_use (h, q), here_size (h, 1)));
}

/* Blocks of elements, whose owners are written to an array, to the end of H.  */
static void
short_spans (struct imp_here *h, const struct range *r)
{
  const struct type *u64 = type_size (h->p->ctx);
  unsigned block = h->p->target->owners;
  struct spans n = { .h = h };
  struct imp_var *q = imp_make_new (h, "q", u64, here_again (h, r->first));
  struct imp_expr *j = here_begin_for (h, "j", here_again (h, r->b), here_again (h, r->e), block,
				       false);
  struct imp_expr *stop = here_op (h, FIR_ADD, here_again (h, j), here_size (h, block));

  stop = imp_make_let (h, "stop", here_op (h, FIR_MIN, here_again (h, r->e), stop));
  n.w = imp_make_array (h, "w", u64, block + EXCESS);
  write_owners (h, r, q, n.w, j, stop);
  elements (&n, r, j, stop);
}

/* R's loop, to the end of H.  */
static void
loop_over (struct imp_here *h, struct range *r)
{
  struct imp_here here = *h;
  struct imp_stmt *i;
  struct imp_expr *all, *owners, *keep = r->owner->args[KEPT];
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
  r->first = look_up (&here, r->owner, "first", here_again (&here, r->b));
  r->last = look_up (&here, r->owner, "last",
		     here_op (&here, FIR_SUB, here_again (&here, r->e), here_size (&here, 1)));
  all = here_op (&here, FIR_SUB, here_again (&here, r->e), here_again (&here, r->b));
  owners = here_op (&here, FIR_SUB, here_again (&here, r->last), here_again (&here, r->first));
  owners = here_op (&here, FIR_MUL, owners, here_size (&here, here.p->target->span));
  i = imp_make_if (&here, here_op (&here, FIR_LT, owners, all));
  here.b = &i->body;
  long_spans (&here, r);
  here.b = &i->orelse;
  short_spans (&here, r);
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct range r = { .loop = s, .owner = owner_in ((const struct imp_binders *) w->data, s) };

  (void) b;
  if (!r.owner)
    return SCHEDULE_LEFT;
  loop_over (h, &r);
  return SCHEDULE_TURNED;
}

unsigned
schedule_spans (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take, .data = &known };

  return schedule_walk (p, proc, &w);
}

/* The pass prefetch: rows that indices lead to are asked for some elements ahead.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     for i = b to e {                      for i = b to e {
       new p := x[i]                         if lt (add (i, 16), e) {
       new lo := o[p]                          eval read_soon (o, mul (x[add (i, 16)], 8))
       new hi := o[add (p, 1)]       =>        eval read_soon (a, mul (o[x[add (i, 8)]], 4))
       for j = 0 to sub (hi, lo) {           }
	 ... a[add (lo, j)] ...              new p := x[i]
       }                                     ...
     }

   Rows that are gathered lie anywhere in memory, and their ends are not foreseen: the processor
   sees no more of the elements behind than the one or two that it has begun, and waits for the
   first line of each row.  So the lines that an element will begin with are asked for ahead, and,
   before that, what says where its row begins.

   The address is what the element computes, with a later index.  What is loaded for it is loaded
   only under the conditions under which that element loads it, and from memory that nothing in the
   chunks of the loop stores to: then the load is as valid now as it is then.  A hint itself may
   lead anywhere, and needs none of this.

   Single elements are asked for by schedule-ahead.c.

   Does not: ask for rows that follow each other, which the processor foresees; for rows of a
   known length below a line of the cache, whose loads wait side by side; in loops inside others,
   which are often too short; for more than the first line.  */

#include "schedule-ahead.h"

/* A line of the cache, in bytes.  */
#define LINE 64

/* So many elements ahead rows are asked for: memory takes some 300 cycles, and an element of a few
   values some 40.  What is loaded for that is asked for as long before.  */
#define NEAR 8
#define FAR 16

/* The lines of so many elements may all be in a processor's own cache from the last time: hints
   would take longer than they save.  */
#define FEW 2048

/* Deeper terms are not computed ahead.  */
#define DEPTH 12

/* --- Memory that the chunks store to --------------------------------------------------------- */

struct stored
{
  bool *of;			/* by number of the variable */
  bool any;			/* it is not known which */
  bool hit;
};

static void
note_origin (struct owner *o, const struct origin *from, void *data)
{
  struct stored *t = (struct stored *) data;

  (void) o;
  if (from->of)
    t->of[from->of->id] = true;
  else
    t->any = true;
}

static void
meet_origin (struct owner *o, const struct origin *from, void *data)
{
  struct stored *t = (struct stored *) data;

  (void) o;
  t->hit |= !from->of || t->of[from->of->id];
}

/* Note what E stores to.  */
static void
note_expr (struct owner *o, const struct imp_expr *e, struct stored *t)
{
  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    note_expr (o, e->args[k], t);
  if (e->kind == IMP_EXPR_FUN || (e->kind == IMP_EXPR_LEAF && !(e->leaf->flags & LEAF_CONST)))
    t->any = true;
  if (e->kind == IMP_EXPR_CALL
      && (e->fn == IMP_FN_PACK
	  || (imp_fn_info[e->fn].ret == IMP_RET_VOID && e->nargs && e->fn != IMP_FN_SOON
	      && e->fn != IMP_FN_READ_SOON && imp_leads_to_memory (e->args[0]->type))))
    imp_origins (o, e->args[0], note_origin, t);
}

static void
note_block (struct owner *o, const struct imp_block *b, struct stored *t)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->base)
	imp_origins (o, s->base, note_origin, t);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	note_expr (o, s->e[k], t);
      note_block (o, &s->body, t);
      note_block (o, &s->orelse, t);
    }
}

/* May the chunks around D's loop store to what E leads to?  */
static bool
stored (struct ahead *d, const struct imp_expr *e)
{
  unsigned n = d->h.proc->nvars;
  struct stored t = { CTX_NEWV (d->h.p->ctx, bool, n + 1), false, false };

  /* Hints that stand there by now have variables of their own.  */
  if (!d->owner || d->noted < n)
    {
      d->owner = CTX_NEW (d->h.p->ctx, struct owner);
      *d->owner = (struct owner) { .p = d->h.p };
      imp_note (d->owner, d->h.proc);
      d->noted = n;
    }
  d->owner->par = d->chunks;
  imp_note_par (d->owner, true);
  note_block (d->owner, &d->chunks->body, &t);
  imp_origins (d->owner, e, meet_origin, &t);
  imp_note_par (d->owner, false);
  return t.any || t.hit;
}

/* --- Terms of a later element ---------------------------------------------------------------- */

/* The branches in B, of an element, around S, in IFS from the outermost, number AT, on: how many
   there are in all.  INNER is looked into, but no other loop.  -1: S is not in B, or in a loop, on
   the other side of a branch, or in too many of them.  */
static int
branches (const struct imp_block *b, const struct imp_stmt *s, const struct imp_stmt *inner,
	  const struct imp_stmt **ifs, unsigned at)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    {
      int n;

      if (t == s)
	return at;
      if (t == inner && (n = branches (&t->body, s, inner, ifs, at)) >= 0)
	return n;
      if (t->kind != IMP_IF || at == AHEAD_BRANCHES
	  || (n = branches (&t->body, s, inner, ifs, at + 1)) < 0)
	continue;
      ifs[at] = t;
      return n;
    }
  return -1;
}

void
ahead_pass (struct imp_block *to, struct imp_stmt *at, struct imp_block *from)
{
  for (struct imp_stmt *s = from->first, *next; s; s = next)
    {
      next = s->next;
      imp_unlink (from, s);
      if (at)
	imp_link_before (to, at, s);
      else
	imp_link_last (to, s);
    }
}

int
ahead_branches (const struct ahead *d, const struct imp_stmt *s, const struct imp_stmt **ifs)
{
  return branches (&d->loop->body, s, d->inner, ifs, 0);
}

static struct imp_expr *moved (struct ahead *d, const struct imp_expr *e,
			       const struct imp_stmt *in, unsigned deep);

/* The sum of X, NULL: 0, and Y.  */
static struct imp_expr *
sum (struct ahead *d, struct imp_expr *x, struct imp_expr *y)
{
  uint64_t n;

  if (!x || (imp_is_const (x, &n) && n == 0))
    return y;
  return imp_is_const (y, &n) && n == 0 ? x : here_op (&d->h, FIR_ADD, x, y);
}

/* Is E what a row begins with: a constant, or loaded?  Behind blocks loops begin elsewhere.  */
static bool
begins (const struct ahead *d, const struct imp_expr *e)
{
  const struct imp_expr *x;

  while ((x = imp_bound_to (&d->binders, e)))
    e = x;
  if (e->kind == IMP_EXPR_VAR)
    return false;
  while (e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV)
    e = e->args[0];
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_LOAD || e->kind == IMP_EXPR_VAR;
}

/* What variable V of D's loop will be.  */
static struct imp_expr *
moved_var (struct ahead *d, struct imp_var *v, unsigned deep)
{
  const struct imp_binder *k = imp_binder (&d->binders, v);

  if (d->blocks && (v == d->inner->var || v == d->loop->var))
    return NULL;
  if (d->inner && v == d->inner->var)
    return here_again (&d->h, d->pos);
  if (v == d->loop->var && d->later)
    return here_again (&d->h, d->later);
  if (v == d->loop->var)
    return here_op (&d->h, FIR_ADD, here_use (&d->h, v), here_size (&d->h, d->by));
  if (imp_var_is_area (v) || !k)
    return NULL;
  if (!imp_changes (&d->binders, d->loop, v))
    return here_use (&d->h, v);
  if (k->written != 1 || !k->by || !k->by->e[0]
      || !(k->by->kind == IMP_NEW || (k->by->kind == IMP_FOR && begins (d, k->by->e[0]))))
    return NULL;
  return moved (d, k->by->e[0], k->by, deep);
}

/* The same of E, a load in statement IN.  */
static struct imp_expr *
moved_load (struct ahead *d, const struct imp_expr *e, const struct imp_stmt *in, unsigned deep)
{
  const struct imp_stmt *ifs[AHEAD_BRANCHES];
  int n = ahead_branches (d, in, ifs);
  unsigned before = d->loads;
  bool outer = d->inner && branches (&d->inner->body, in, NULL, ifs, 0) < 0;
  struct imp_expr *at;

  /* What is loaded in the loop over a row is not valid if that has no elements.  */
  if (n < 0 || e->args[0]->kind != IMP_EXPR_VAR || imp_var_is_area (e->args[0]->var)
      || imp_changes (&d->binders, d->loop, e->args[0]->var) || !type_is_integral (e->type))
    return NULL;
  at = moved (d, e->args[1], in, deep);
  if (!at || stored (d, e->args[0]))
    return NULL;
  if (d->loads > before)
    {
      d->load = e;
      d->in = in;
    }
  if (!outer)
    {
      d->from = e->args[0]->var;
      d->loads++;
    }
  if (!d->at || (unsigned) n > d->deep)
    {
      d->at = in;
      d->deep = n;
    }
  return imp_load (d->h.p, here_use (&d->h, e->args[0]->var), at);
}

/* Is E the index of an element in D's blocks: the sum of where the block begins and of the number
   in it?  */
static bool
in_block (const struct ahead *d, const struct imp_expr *e)
{
  return d->blocks && imp_is_pair (e, FIR_ADD, d->loop->var, d->inner->var);
}

/* The same of E, a primitive in statement IN.  */
static struct imp_expr *
moved_prim (struct ahead *d, const struct imp_expr *e, const struct imp_stmt *in, unsigned deep)
{
  struct imp_expr *args[3], *m;
  unsigned before = d->loads;

  if (in_block (d, e))
    return here_again (&d->h, d->later);
  if (e->nargs > 3 || !type_is_integral (e->type) || !imp_prim_total (e))
    return NULL;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!type_is_integral (e->args[k]->type) || !(args[k] = moved (d, e->args[k], in, deep)))
      return NULL;
  d->scaled |= e->op == FIR_MUL && d->loads > before;
  if (e->op == FIR_ADD && e->type == type_size (d->h.p->ctx))
    return sum (d, args[0], args[1]);
  m = imp_prim (d->h.p, e->op, e->type, e->nargs, args);
  m->index = e->index;
  imp_let_wrap (m);
  return m;
}

/* What E, of statement IN of D's loop, will be D->by elements later; in the loop over a row, for
   the row's first element.  NULL: that is not known, or not valid to compute.  */
static struct imp_expr *
moved (struct ahead *d, const struct imp_expr *e, const struct imp_stmt *in, unsigned deep)
{
  if (deep >= DEPTH)
    return NULL;
  switch (e->kind)
    {
    case IMP_EXPR_CONST: return imp_const (d->h.p, e->cst);
    case IMP_EXPR_VAR: return moved_var (d, e->var, deep + 1);
    case IMP_EXPR_LOAD: return moved_load (d, e, in, deep + 1);
    case IMP_EXPR_PRIM: return moved_prim (d, e, in, deep + 1);
    default: return NULL;
    }
}

struct imp_expr *
ahead_term (struct ahead *d, const struct imp_expr *e, const struct imp_stmt *in, uint64_t by)
{
  d->by = by;
  d->from = NULL;
  d->loads = d->deep = 0;
  d->scaled = false;
  d->at = d->in = NULL;
  d->load = NULL;
  return moved (d, e, in, 0);
}

/* --- Hints ----------------------------------------------------------------------------------- */

bool
ahead_enter (struct ahead *d, const struct imp_stmt **ifs, int from, int n)
{
  for (int k = from; k < n; k++)
    {
      struct imp_expr *c = moved (d, ifs[k]->e[0], ifs[k], 0);

      if (!c)
	return false;
      d->h.b = &imp_make_if (&d->h, c)->body;
    }
  return true;
}

bool
ahead_ask (struct ahead *d, struct imp_block *b, struct imp_var *base, struct imp_expr *at,
	   uint64_t size)
{
  const struct imp_stmt *ifs[AHEAD_BRANCHES];
  struct imp_block *whole = d->h.b, made = { NULL, NULL };
  struct imp_expr *args[2];
  int n = d->at ? ahead_branches (d, d->at, ifs) : 0;
  bool ok;

  d->h.b = &made;
  ok = ahead_enter (d, ifs, (int) d->known, n);
  if (ok)
    {
      args[0] = here_use (&d->h, base);
      args[1] = here_op (&d->h, FIR_MUL, at, here_size (&d->h, size));
      imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
	= imp_call (d->h.p, IMP_FN_READ_SOON, NULL, 2, args);
    }
  d->h.b = whole;
  if (ok)
    ahead_pass (b, NULL, &made);
  return ok;
}

bool
ahead_known (struct ahead *d, const struct imp_var *base, const struct imp_expr *at)
{
  for (unsigned k = 0; k < d->n; k++)
    if (d->line[k].base == base && imp_expr_equal (d->line[k].at, at))
      return true;
  if (d->n == AHEAD_LINES)
    return true;
  d->line[d->n++] = (struct line) { base, at };
  return false;
}

/* Ask, in B, for the row whose first element is BASE[INDEX], INDEX NULL: BASE[0], in statement
   IN.  */
static void
ask_row (struct ahead *d, struct imp_block *b, const struct imp_expr *base,
	 const struct imp_expr *index, const struct imp_stmt *in)
{
  const struct imp_expr *load;
  struct imp_expr *at = NULL, *more;

  if (imp_expr_is_area (base) || (index && index->type != type_size (d->h.p->ctx)))
    return;
  if (index && !(at = ahead_term (d, index, in, NEAR)))
    return;
  while (base->kind != IMP_EXPR_VAR || imp_changes (&d->binders, d->loop, base->var))
    if (base->kind == IMP_EXPR_PRIM && base->op == FIR_PADD
	&& base->args[1]->type == type_size (d->h.p->ctx))
      {
	more = at ? moved (d, base->args[1], in, 0) : ahead_term (d, base->args[1], in, NEAR);
	if (!more)
	  return;
	at = at ? sum (d, more, at) : more;
	base = base->args[0];
      }
    else
      {
	in = imp_bound_by (&d->binders, base);
	if (!in)
	  return;
	base = in->e[0];
      }
  /* Rows that begin where offsets say that are read in their order follow each other.  */
  if (!at || !(d->load || d->scaled) || imp_var_is_area (base->var) || !base->type->elem
      || ahead_known (d, base->var, at))
    return;
  load = d->load;
  in = d->in;
  if (!ahead_ask (d, b, base->var, at, base->type->elem->size) || !load)
    return;
  base = load->args[0];
  at = ahead_term (d, load->args[1], in, FAR);
  if (at && !ahead_known (d, base->var, at))
    ahead_ask (d, b, base->var, at, load->type->size);
}

static void
ask_expr (struct ahead *d, struct imp_block *b, const struct imp_expr *e,
	  const struct imp_stmt *in, uint64_t turns)
{
  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    ask_expr (d, b, e->args[k], in, turns);
  if (e->kind == IMP_EXPR_LOAD && (!turns || turns * e->type->size >= LINE))
    ask_row (d, b, e->args[0], e->args[1], in);
}

/* How many turns S, a loop that is taken TURNS times, takes in all; 0: that is not known.  */
static uint64_t
turns_of (const struct imp_stmt *s, uint64_t turns)
{
  uint64_t b, e, step;

  return s->kind == IMP_FOR && imp_is_const (s->e[0], &b) && imp_is_const (s->e[1], &e)
	     && imp_is_const (s->e[2], &step) && step
	   ? turns * (e - b)
	   : 0;
}

/* Ask, in TO, for what is read in loops of B, which takes TURNS turns, 0: an unknown number; and
   for what is copied.  LOOPS: B is in a loop.  */
static void
ask_block (struct ahead *d, struct imp_block *to, const struct imp_block *b, bool loops,
	   uint64_t turns)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loop = s->kind == IMP_FOR || s->kind == IMP_WHILE;
      const struct imp_expr *e = s->kind == IMP_EVAL ? s->e[0] : NULL;

      if (e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MOVE)
	ask_row (d, to, e->args[1], NULL, s);
      for (unsigned k = 0; loops && !loop && k < sizeof s->e / sizeof *s->e; k++)
	ask_expr (d, to, s->e[k], s, turns);
      ask_block (d, to, &s->body, loops || loop, loop ? turns_of (s, turns) : turns);
      ask_block (d, to, &s->orelse, loops, turns);
    }
}

/* How many elements all chunks have together, if the end of D's loop says so, else that end.  */
static const struct imp_expr *
elements (const struct ahead *d)
{
  const struct imp_expr *e = d->loop->e[1];
  const struct imp_expr *m = imp_bound_to (&d->binders, e);

  return m && m->kind == IMP_EXPR_PRIM && m->op == FIR_MIN && imp_simple (m->args[0]) ? m->args[0]
										      : e;
}

/* Ask for the rows of LOOP, of block B, in the chunks CHUNKS of H's procedure, ahead; are there
   any?  */
static bool
ask_ahead (struct imp_here *h, const struct imp_binders *binders, struct imp_stmt *chunks,
	   struct imp_block *b, struct imp_stmt *loop)
{
  struct ahead d = { .h = *h, .binders = *binders, .chunks = chunks, .loop = loop };
  struct imp_block made = { NULL, NULL }, before = { NULL, NULL }, test = { NULL, NULL };
  struct imp_expr *end;
  struct imp_stmt *s;

  ask_block (&d, &made, &loop->body, false, 1);
  if (!made.first)
    return false;
  d.h.b = &before;
  end = imp_make_let (&d.h, "ahead",
		      imp_select (h->p, here_op (&d.h, FIR_GE, here_again (&d.h, elements (&d)),
						 here_size (&d.h, FEW)),
				  here_again (&d.h, loop->e[1]), here_size (&d.h, 0)));
  s = before.first;
  imp_unlink (&before, s);
  imp_link_before (b, loop, s);
  d.h.b = &test;
  s = imp_make_if (&d.h, here_op (&d.h, FIR_LT,
				  here_op (&d.h, FIR_ADD, here_use (&d.h, loop->var),
					   here_size (&d.h, FAR)),
				  end));
  s->body = made;
  imp_unlink (&test, s);
  imp_link_before (&loop->body, loop->body.first, s);
  return true;
}

/* The same of the loops in B, of CHUNKS, NULL: outside of all; how many have such rows, or such
   elements (schedule-ahead.c).  */
static unsigned
prefetch_block (struct imp_here *h, const struct imp_binders *binders, struct imp_stmt *chunks,
		struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      uint64_t step;

      if (s->kind == IMP_PARFOR || s->kind == IMP_IF)
	n += prefetch_block (h, binders, s->kind == IMP_PARFOR ? s : chunks, &s->body)
	     + prefetch_block (h, binders, chunks, &s->orelse);
      else if (chunks && s->kind == IMP_FOR && !s->ivdep
	       && s->var->type == type_size (h->p->ctx) && imp_simple (s->e[1])
	       && imp_is_const (s->e[2], &step) && step == 1)
	n += ask_ahead (h, binders, chunks, b, s);
      if (s->kind == IMP_PARFOR)
	n += ahead_elements (h, binders, s, &s->body);
    }
  return n;
}

unsigned
schedule_prefetch (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_here h = { p, proc, NULL };
  struct imp_binders binders = imp_binders_of (p, proc);

  return prefetch_block (&h, &binders, NULL, &proc->body);
}

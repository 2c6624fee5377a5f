/* The pass chunk: rows that are cut.

   Along rows of several lengths (schedule-chunk.c) a chunk exceeds its part of the weight by what
   is left of its last row.  If all that is done with a row is to reduce its elements, and to store
   what that gives, a long row is cut where chunks end:

     loop i < n cost k along (o, r, w) { } do { ... new t := init
       loop j = 0 to o[i + 1] - o[i] { reduce t apart ... } do { give t := v }   d[i] := f (t) }

   becomes, OP being the operator and W (i) = o[i] - o[0] + i r the weight before row i,

     parfor c < nc { at, b, e as of any rows; last[c] := 0
       for p = 0 to 2 {                        the row before b, which goes on; the last, cut at end
	 new row := (p ? e : b) - 1
	 if there is such a row, it is long, and its elements go on behind (p ? end : at) {
	   new t := neutral
	   loop j = what of row's elements is in the chunk { reduce t apart ... } do { give t := v }
	   part[2 c + p] := t   if p { last[c] := e } } }
       loop i = b to last[c] ? e - 1 : e { } do { ... d[i] := f (t) } }
     for c = 0 to nc { if last[c] {
       new i := last[c] - 1   new t := part[2 c + 1]
       for q = c + 1 to the first chunk that row i does not reach { t := OP (t, part[2 q]) }
       ... d[i] := f (OP (init, t)) } }

   as in Merrill, Garland, "Merge-Based Parallel Sparse Matrix-Vector Multiplication", section 3:
   where rows are cut, and in which order parts are combined, depends on counts alone.  A row is
   long if it has more than an eighth of the elements of a chunk: shorter ones are not worth it.

   Which of several failures of a row is the first does not depend on who has which part: a part
   only says that there is one; then the whole row is reduced in order, and the error is raised
   before parts are joined.  Where only the elements themselves decide which of them fail, a part
   looks at them all before it reduces any, in two loops without a branch:

     loop j = ... { reduce bad apart ... } do { give bad := not ok }
     if bad { ... } else { loop j = ... by lanes { reduce t apart ... } do { give t := v } }

   Does not: cut rows of bodies that have several loops, branches around them, outputs, or that may
   fail otherwise (but elements that are checked in a pass of their own do not fail in the next
   one); nor reductions whose operator has no neutral element.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-chunk.h"

/* A row is long if it has more than 2 to minus this of the elements of a chunk.  */
#define LONG_SHIFT 3

/* --- Which rows can be cut -------------------------------------------------------------------- */

/* Does E only compute, from variables and memory, or (MOVES) move?  */
static bool
plain_expr (const struct imp_expr *e, bool moves)
{
  if (!e)
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!plain_expr (e->args[k], moves))
      return false;
  if (e->kind == IMP_EXPR_CALL)
    return e->fn == IMP_FN_HINT || e->fn == IMP_FN_OWNER
	   || (moves && (e->fn == IMP_FN_DATA || e->fn == IMP_FN_MOVE));
  return e->kind != IMP_EXPR_FUN
	 && (e->kind != IMP_EXPR_LEAF || !(e->leaf->flags & LEAF_MAYFAIL));
}

bool
row_plain (const struct imp_stmt *s, bool moves)
{
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (!plain_expr (s->e[k], moves))
      return false;
  return plain_expr (s->base, moves);
}

/* Do the statements of B, which are inside the loop over a row, only compute, or (FAILS) fail?  */
static bool
only_computes (const struct imp_block *b, bool fails)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF && s->kind != IMP_GIVE
	 && !imp_counts (s) && s->kind != IMP_REDUCE && !(fails && s->kind == IMP_FAIL))
	|| !row_plain (s, false) || !only_computes (&s->body, fails)
	|| !only_computes (&s->orelse, fails))
      return false;
  return true;
}

/* Do the statements from S on, behind the loop over a row, only compute, store, and loop not?  */
static bool
only_stores (const struct imp_stmt *s)
{
  for (; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF
	 && (s->kind != IMP_STORE || s->kept))
	|| !row_plain (s, false) || !only_stores (s->body.first) || !only_stores (s->orelse.first))
      return false;
  return true;
}

/* The NEW among the statements before AT that binds variable E; else NULL.  */
static struct imp_stmt *
bound_before (struct imp_stmt *at, const struct imp_expr *e)
{
  struct imp_stmt *s = at->prev;

  while (s && !imp_is_var (e, s->var))
    s = s->prev;
  return s;
}

/* How often V is bound or written in B; *BY: a NEW that does.  */
static unsigned
written (const struct imp_block *b, const struct imp_var *v, const struct imp_stmt **by)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += s->var == v;
      if (s->var == v && s->kind == IMP_NEW)
	*by = s;
      n += written (&s->body, v, by) + written (&s->orelse, v, by);
    }
  return n;
}

const struct imp_expr *
row_bound_to (const struct imp_block *b, const struct imp_expr *e)
{
  const struct imp_stmt *by = NULL;

  for (; e->kind == IMP_EXPR_VAR && written (b, e->var, &by) == 1 && by && by->e[0]; by = NULL)
    e = by->e[0];
  return e;
}

/* What E is bound to, without conversions that keep its value or its bits.  */
static const struct imp_expr *
unconverted (const struct imp_block *b, const struct imp_expr *e)
{
  for (e = row_bound_to (b, e); e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV;
       e = row_bound_to (b, e->args[0]))
    {
      const struct type *from = e->args[0]->type, *to = e->type;

      if (!type_is_integral (from) || !type_is_integral (to)
	  || (from->size != to->size
	      && (from->size > to->size || !scalar_info[from->scalar].is_signed)))
	break;
    }
  return e;
}

/* Is E the offset of row I or, NEXT, of the one behind, of D's loop?  */
static bool
is_offset (struct chunks *d, const struct imp_expr *e, const struct imp_var *i, bool next)
{
  const struct imp_expr *at;
  uint64_t one;

  if (e->kind != IMP_EXPR_LOAD || !imp_expr_equal (e->args[0], d->loop->args[0]))
    return false;
  at = e->args[1];
  if (next && (at->kind != IMP_EXPR_PRIM || at->op != FIR_ADD || !imp_is_const (at->args[1], &one)
	       || one != 1))
    return false;
  at = next ? at->args[0] : at;
  return imp_is_var (at, i);
}

bool
row_is_length (struct chunks *d, const struct imp_stmt *s, const struct imp_expr *n)
{
  n = unconverted (&s->body, n);
  return n->kind == IMP_EXPR_PRIM && n->op == FIR_SUB
	 && is_offset (d, unconverted (&s->body, n->args[0]), s->var, true)
	 && is_offset (d, unconverted (&s->body, n->args[1]), s->var, false);
}

/* Does IN, in an element of S, a pass of D's loop, run over the elements of the row?  */
static bool
over_row (struct chunks *d, const struct imp_stmt *in, const struct imp_stmt *s)
{
  uint64_t zero;

  return imp_is_const (in->e[0], &zero) && zero == 0 && row_is_length (d, s, in->e[1]);
}

/* Can O, an output of IN, be combined from parts that begin with its neutral element?  */
static bool
has_parts (struct chunks *d, struct imp_stmt *in, struct imp_stmt *o)
{
  struct imp_stmt *v = bound_before (in, imp_use (d->h.p, o->var));

  return o->kind == IMP_REDUCE && o->apart && o->e[0] && !o->e[1] && v && v->e[0]
	 && o->var->type->size <= d->h.p->target->partial && o->var->type->kind == TYPE_SCALAR;
}

struct imp_stmt *
row_cut_loop (struct chunks *d, const struct imp_stmt *s, bool only)
{
  struct imp_stmt *in = s->body.first;
  bool raises = only && d->loop->next && d->loop->next->kind == IMP_RAISE;

  if (d->marks || d->loop->once || s->orelse.first)
    return NULL;
  while (in && in->kind == IMP_NEW && row_plain (in, false))
    in = in->next;
  if (!in || in->kind != IMP_LOOP || !in->orelse.first || !over_row (d, in, s)
      || !only_computes (&in->body, raises) || !only_stores (in->next))
    return NULL;
  for (struct imp_stmt *o = in->orelse.first; o; o = o->next)
    if (!has_parts (d, in, o) || !only_computes (&o->body, false))
      return NULL;
  return in;
}

/* --- Parts of rows ---------------------------------------------------------------------------- */

/* What is made.  */
struct parts
{
  struct chunks *d;
  const struct imp_stmt *s, *in;	/* the loop over rows, of a pass; that over a row */
  struct imp_var *last;		/* one per chunk: the number behind the row that is cut, 0: none */
  struct imp_var *bad;		/* two per chunk: that behind a row a part of which failed, 0: none;
				   NULL: elements do not fail */
  struct imp_var **part;	/* for each output of IN, NPARTS of them: two per chunk */
  unsigned nparts;
};

static struct imp_expr *
op (struct parts *m, enum fir_op o, struct imp_expr *x, struct imp_expr *y)
{
  return here_op (&m->d->h, o, x, y);
}

static struct imp_expr *
again (struct parts *m, const struct imp_expr *e)
{
  return here_again (&m->d->h, e);
}

static struct imp_expr *
let (struct parts *m, const char *name, struct imp_expr *e)
{
  return imp_make_let (&m->d->h, name, e);
}

/* Offset number I.  */
static struct imp_expr *
offset (struct parts *m, struct imp_expr *i)
{
  return chunks_offset (m->d, i);
}

/* A copy, here, of the element ROW of M's loop.  */
static struct imp_copy
copy_row (struct parts *m, const struct imp_expr *row)
{
  struct imp_copy c = imp_copy_new (&m->d->h);

  imp_copy_set (&c, m->s->var, again (m, row));
  return c;
}

/* Number 2 C + P.  */
static struct imp_expr *
number (struct parts *m, const struct imp_expr *c, struct imp_expr *p)
{
  return op (m, FIR_ADD, op (m, FIR_MUL, again (m, c), here_size (&m->d->h, 2)), p);
}

/* The output of M's loop over a row that has variable V, *K its number; NULL: none.  */
static const struct imp_stmt *
output_of (struct parts *m, const struct imp_var *v, unsigned *k)
{
  const struct imp_stmt *o = m->in->orelse.first;

  for (*k = 0; o && o->var != v; o = o->next)
    ++*k;
  return o;
}

/* The shape of LOOP over a part of a row, which is long; IN is the loop over a row.  */
static enum imp_shape
part_shape (const struct imp_stmt *in, const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind != IMP_NEW && s->kind != IMP_GIVE)
      return in->shape;
  for (const struct imp_stmt *o = in->orelse.first; o; o = o->next)
    if (!o->commutes)
      return in->shape;
  return in->shape ? in->shape : IMP_SHAPE_LANES;
}

void
row_note_failures (struct imp_prog *p, struct imp_block *b, struct imp_var *v)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      row_note_failures (p, &s->body, v);
      row_note_failures (p, &s->orelse, v);
      if (s->kind != IMP_FAIL)
	continue;
      s->kind = IMP_ASSIGN;
      s->var = v;
      s->e[0] = imp_i32 (p, 1);
      s->nargs = 0;
    }
}

/* A part of ROW, with number AT, has failed if V is not 0.  The test.  */
static struct imp_stmt *
keep_failure (struct parts *m, const struct imp_expr *row, struct imp_var *v,
	      const struct imp_expr *at)
{
  struct imp_here *h = &m->d->h;
  struct imp_block *after = h->b;
  struct imp_stmt *test = imp_make_if (h, here_use (h, v));

  h->b = &test->body;
  imp_make_store (h, here_use (h, m->bad), again (m, at),
		  op (m, FIR_ADD, again (m, row), here_size (h, 1)));
  h->b = after;
  return test;
}

/* Does S only decide whether an element fails, without a change to what other statements see?  */
static bool
only_fails (const struct imp_stmt *s)
{
  const struct imp_block *good = imp_fails_here (&s->body) ? &s->orelse : &s->body;
  const struct imp_block *bad = imp_fails_here (&s->body) ? &s->body : &s->orelse;

  if (s->kind != IMP_IF || !imp_fails_here (bad) || !type_is_integral (s->e[0]->type))
    return false;
  for (const struct imp_stmt *t = good->first; t; t = t->next)
    if (t->kind != IMP_NEW && t->kind != IMP_GIVE)
      return false;
  for (const struct imp_stmt *t = bad->first; t; t = t->next)
    if (t->kind != IMP_FAIL && t->kind != IMP_ASSIGN)
      return false;
  return true;
}

/* Is it known of each element of LOOP whether it fails before anything depends on that?  */
static bool
fails_ahead (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind != IMP_NEW && s->kind != IMP_GIVE && !only_fails (s))
      return false;
  return true;
}

/* A loop, here, that sets BAD if an element of LOOP fails, and does nothing else.  */
static void
look_for_failures (struct parts *m, const struct imp_stmt *loop, struct imp_var *bad)
{
  struct imp_here h = m->d->h;
  struct imp_stmt *s = imp_stmt_new (h.p, h.b, IMP_LOOP, loop->site);
  struct imp_copy c = imp_copy_new (&h);
  struct imp_expr *fails = NULL;

  s->var = imp_var_new (h.p, h.proc, IMP_VAR_LOCAL, loop->var->name, loop->var->type);
  s->e[0] = again (m, loop->e[0]);
  s->e[1] = again (m, loop->e[1]);
  s->e[2] = here_size (&h, 1);
  s->shape = IMP_SHAPE_LANES;
  c.h.b = &s->body;
  imp_copy_set (&c, loop->var, here_use (&h, s->var));
  for (const struct imp_stmt *t = loop->body.first; t; t = t->next)
    if (t->kind == IMP_NEW)
      imp_copy_stmt (&c, t);
    else if (t->kind == IMP_IF)
      {
	struct imp_expr *e = imp_copy_expr (&c, t->e[0]);

	e = here_op (&h, imp_fails_here (&t->body) ? FIR_NE : FIR_EQ, e, imp_zero (h.p, e->type));
	fails = fails ? here_op (&h, FIR_BOR, fails, e) : e;
      }
  imp_make_reduce (&h, s, bad, FIR_BOR, imp_i32 (h.p, 0), fails)->apart = true;
  imp_drop_dead (&h, &s->body, true);
}

/* The rows that have failed, from their beginning on.  */
static void
fail_rows (struct parts *m)
{
  struct imp_here *h = &m->d->h;
  struct imp_block *after = h->b;
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_PARFOR, m->s->site);
  struct imp_expr *p, *next;
  struct imp_copy c;

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "c", type_size (h->p->ctx));
  s->e[0] = here_use (h, m->d->nc);
  s->e[1] = here_size (h, 1);
  h->b = &s->body;
  p = here_begin_for (h, "p", here_size (h, 0), here_size (h, 2), 1, false);
  next = imp_load (h->p, here_use (h, m->bad), number (m, here_use (h, s->var), p));
  next = let (m, "next", next);
  h->b = &imp_make_if (h, again (m, next))->body;
  c = copy_row (m, let (m, "row", op (m, FIR_SUB, next, here_size (h, 1))));
  for (const struct imp_stmt *t = m->s->body.first; t != m->in->next; t = t->next)
    imp_copy_stmt (&c, t);
  h->b = after;
}

/* Reduce the elements LO to HI of ROW into part[AT].  */
static void
reduce_part (struct parts *m, struct imp_expr *row, struct imp_expr *lo, struct imp_expr *hi,
	     const struct imp_expr *at)
{
  struct imp_copy c = copy_row (m, row);
  struct imp_var *bad = NULL;
  struct imp_stmt *loop;
  unsigned k;

  if (m->bad)
    bad = imp_make_new (&m->d->h, "bad", type_i32 (m->d->h.p->ctx), imp_i32 (m->d->h.p, 0));
  for (const struct imp_stmt *s = m->s->body.first; s != m->in->next; s = s->next)
    {
      const struct imp_stmt *o = output_of (m, s->var, &k);

      imp_copy_stmt (&c, s);
      if (o && s != m->in)
	c.h.b->last->e[0] = imp_copy_expr (&c, o->e[0]);
    }
  loop = c.h.b->last;
  loop->e[0] = lo;
  loop->e[1] = hi;
  loop->brief = false;
  if (bad && fails_ahead (loop))
    {
      imp_unlink (c.h.b, loop);
      look_for_failures (m, loop, bad);
      imp_link_last (&keep_failure (m, row, bad, at)->orelse, loop);
      imp_drop_fails (m->d->h.p, &loop->body);
    }
  else if (bad)
    {
      row_note_failures (m->d->h.p, &loop->body, bad);
      keep_failure (m, row, bad, at);
    }
  loop->shape = part_shape (m->in, loop);
  k = 0;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    imp_make_store (&m->d->h, here_use (&m->d->h, m->part[k++]), again (m, at),
		    here_use (&m->d->h, o->var));
}

/* The parts of rows in chunk C from FROM to END, to which the rows from B to E belong.  */
static void
cut_parts (struct parts *m, struct imp_expr *c, struct imp_expr *from, struct imp_expr *end,
	   struct imp_expr *b, struct imp_expr *e)
{
  struct imp_here *h = &m->d->h;
  struct imp_block *after = h->b;
  struct imp_expr *p = here_begin_for (h, "p", here_size (h, 0), here_size (h, 2), 1, false);
  struct imp_expr *row, *begin, *next, *lo, *hi, *more, *at, *n;

  row = let (m, "next", imp_select (h->p, again (m, p), again (m, e), again (m, b)));
  /* The last row begins in the chunk.  */
  n = imp_select (h->p, again (m, p), again (m, b), here_size (h, 0));
  h->b = &imp_make_if (h, op (m, FIR_GT, again (m, row), n))->body;
  row = let (m, "row", op (m, FIR_SUB, row, here_size (h, 1)));
  begin = let (m, "o", offset (m, again (m, row)));
  next = offset (m, op (m, FIR_ADD, again (m, row), here_size (h, 1)));
  n = let (m, "n", op (m, FIR_SUB, next, again (m, begin)));
  lo = op (m, FIR_MUL, again (m, row), again (m, m->d->loop->args[1]));
  lo = op (m, FIR_ADD, op (m, FIR_SUB, begin, offset (m, here_size (h, 0))), lo);
  begin = let (m, "begin", lo);
  at = imp_select (h->p, again (m, p), again (m, end), again (m, from));
  more = op (m, FIR_GT, op (m, FIR_ADD, again (m, begin), again (m, n)), at);
  at = op (m, FIR_SHR, here_use (h, m->d->size), here_size (h, LONG_SHIFT));
  more = op (m, FIR_BAND, op (m, FIR_GT, again (m, n), at), more);
  h->b = &imp_make_if (h, more)->body;
  lo = op (m, FIR_MAX, again (m, from), again (m, begin));
  lo = let (m, "lo", op (m, FIR_SUB, lo, again (m, begin)));
  hi = op (m, FIR_SUB, again (m, end), again (m, begin));
  hi = let (m, "hi", op (m, FIR_MIN, again (m, n), hi));
  at = let (m, "at", number (m, c, again (m, p)));
  reduce_part (m, row, lo, hi, at);
  h->b = &imp_make_if (h, again (m, p))->body;
  imp_make_store (h, here_use (h, m->last), again (m, c), again (m, e));
  h->b = after;
}

/* Put the parts of the row together that is cut at the end of chunk C, and store what the element
   does.  */
static void
join_parts (struct parts *m, struct imp_expr *c)
{
  struct imp_here *h = &m->d->h;
  struct imp_expr *row = imp_load (h->p, here_use (h, m->last), again (m, c)), *end;
  struct imp_expr *q, **sum = CTX_NEWV (h->p->ctx, struct imp_expr *, m->nparts);
  struct imp_block *after;
  struct imp_copy copy;
  unsigned k = 0;

  row = let (m, "next", row);
  h->b = &imp_make_if (h, again (m, row))->body;
  row = let (m, "row", op (m, FIR_SUB, row, here_size (h, 1)));
  /* The weight behind its last element; chunks that begin before that have a part.  */
  end = offset (m, op (m, FIR_ADD, again (m, row), here_size (h, 1)));
  end = op (m, FIR_SUB, end, offset (m, here_size (h, 0)));
  end = op (m, FIR_ADD, end, op (m, FIR_MUL, again (m, row), again (m, m->d->loop->args[1])));
  end = op (m, FIR_SUB, end, here_size (h, 1));
  end = op (m, FIR_DIV, end, here_use (h, m->d->size));
  end = let (m, "end", op (m, FIR_ADD, end, here_size (h, 1)));
  for (const struct imp_stmt *o = m->in->orelse.first; o; o = o->next, k++)
    {
      q = imp_load (h->p, here_use (h, m->part[k]), number (m, c, here_size (h, 1)));
      sum[k] = here_use (h, imp_make_new (h, "sum", o->var->type, q));
    }
  after = h->b;
  q = here_begin_for (h, "q", op (m, FIR_ADD, again (m, c), here_size (h, 1)), end, 1, false);
  k = 0;
  for (const struct imp_stmt *o = m->in->orelse.first; o; o = o->next, k++)
    {
      struct imp_expr *x = imp_load (h->p, here_use (h, m->part[k]),
				     number (m, q, here_size (h, 0)));

      imp_make_assign (h, sum[k]->var, imp_apply (h, o, again (m, sum[k]), let (m, "x", x)));
    }
  h->b = after;
  copy = copy_row (m, row);
  for (const struct imp_stmt *s = m->s->body.first; s; s = s->next)
    if (s != m->in)
      imp_copy_stmt (&copy, s);
    else
      {
	k = 0;
	for (const struct imp_stmt *o = s->orelse.first; o; o = o->next, k++)
	  {
	    struct imp_var *t = imp_copy_expr (&copy, imp_use (h->p, o->var))->var;

	    imp_make_assign (h, t, imp_apply (h, o, here_use (h, t), again (m, sum[k])));
	  }
      }
}

void
row_cut (struct chunks *d, struct imp_block *block, const struct imp_stmt *s,
	 struct imp_stmt *in)
{
  struct parts m = { .d = d, .s = s, .in = in };
  struct imp_here *h = &d->h;
  struct imp_block *after = h->b;
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_expr *c, *from, *end, *b, *e, *last;
  struct imp_copy copy;
  unsigned k = 0;

  for (struct imp_stmt *o = in->orelse.first; o; o = o->next, m.nparts++)
    imp_operator_wraps (o);
  m.part = CTX_NEWV (h->p->ctx, struct imp_var *, m.nparts);
  k = 0;
  for (const struct imp_stmt *o = in->orelse.first; o; o = o->next)
    m.part[k++] = partial_array (d, "part", o->var->type, 2);
  m.last = partial_array (d, "last", u64, 1);
  if (imp_block_fails (&in->body))
    m.bad = partial_array (d, "bad", u64, 2);
  chunks_begin (d, d->nc, NULL, &c, &b, &e);
  from = let (&m, "from", op (&m, FIR_MUL, again (&m, c), here_use (h, d->size)));
  end = let (&m, "end", op (&m, FIR_ADD, again (&m, from), here_use (h, d->size)));
  imp_make_store (h, here_use (h, m.last), again (&m, c), here_size (h, 0));
  for (k = 0; m.bad && k < 2; k++)
    imp_make_store (h, here_use (h, m.bad), number (&m, c, here_size (h, k)), here_size (h, 0));
  cut_parts (&m, c, from, end, b, e);
  last = imp_load (h->p, here_use (h, m.last), again (&m, c));
  last = imp_select (h->p, op (&m, FIR_GT, last, here_size (h, 0)),
		     op (&m, FIR_SUB, again (&m, e), here_size (h, 1)), again (&m, e));
  last = let (&m, "e", op (&m, FIR_MIN, again (&m, e), last));
  copy = imp_copy_new (h);
  imp_copy_stmt (&copy, s);
  h->b->last->e[0] = b;
  h->b->last->e[1] = last;
  h->b = after;
  if (m.bad)
    {
      fail_rows (&m);
      chunks_raise (d, block);
    }
  c = here_begin_for (h, "c", here_size (h, 0), here_use (h, d->nc), 1, false);
  join_parts (&m, c);
  h->b = after;
}

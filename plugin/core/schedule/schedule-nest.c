/* The pass nest: a loop that divides its index becomes a nest of loops, so that no element needs a
   division.

     loop i = b to e { } do { ... div (i, d) ... rem (i, d) ... }

   becomes a loop over the rows that the range touches, and inside it one over the range's part of
   the row,

     if b < e {
       for q = b div d to (e - 1) div d + 1 {
         row = q d   first = max (b, row)   last = min (e, row + d)
         loop i = first to last { } do { ... q ... i - row ... } } }

   and so on for a remainder that is itself divided.  If the range begins and ends with rows, and
   each level has a whole number of rows of the next, nothing depends on where it does:

     loop i = b d to e d { } do { ... }   =>
     for q = b to e { row = q d   loop j = 0 to d { } do { i = row + j ... q ... j ... } }

   The loops are those whose elements are taken one after the other, with outputs or without; what
   is divided by does not change in them, and every element divides, so that it is not 0.  Products
   of sizes do not wrap.

   Does not: loops that are taken in blocks, or look at needs; stores with steps, whose levels are
   those of the store (lower-nest.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-nest.h"
#include "schedule.h"

/* --- Levels ---------------------------------------------------------------------------------- */

/* How often V is bound or written in B.  */
static unsigned
written (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->var == v) + (imp_is_output (s) && s->e[1] && s->e[1]->var == v)
	 + written (&s->body, v) + written (&s->orelse, v);
  return n;
}

/* Is E what remains of LOOP's index at level K - 1 of V, or (K is 0) the index?  */
static bool
is_rest (const struct nest_levels *v, const struct imp_stmt *loop, const struct imp_expr *e,
	 unsigned k)
{
  if (!k)
    return e->kind == IMP_EXPR_VAR && e->var == loop->var;
  if (e->kind == IMP_EXPR_VAR)
    return e->var == v->level[k - 1].rest;
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_REM
	 && imp_expr_equal (e->args[1], v->level[k - 1].by)
	 && is_rest (v, loop, e->args[0], k - 1);
}

/* Does E divide what level K of V does by what it does?  */
static bool
belongs (const struct nest_levels *v, const struct imp_stmt *loop, const struct imp_expr *e,
	 unsigned k)
{
  return e->kind == IMP_EXPR_PRIM && (e->op == FIR_DIV || e->op == FIR_REM)
	 && imp_expr_equal (e->args[1], v->level[k].by) && is_rest (v, loop, e->args[0], k);
}

struct search
{
  const struct nest_levels *v;
  const struct imp_stmt *loop;
  uint64_t least;
};

/* Is D a divisor whose rows make a level?  ALWAYS: every element divides by it.  A power of two
   costs no division, but elements of a row, which lie side by side, would be gathered one by
   one.  */
static bool
makes_rows (const struct search *f, const struct imp_expr *d, bool always)
{
  uint64_t n;

  if (imp_is_const (d, &n))
    return n >= f->least;
  return always && d->kind == IMP_EXPR_VAR && d->var != f->loop->var
	 && !written (&f->loop->body, d->var) && !written (&f->loop->orelse, d->var);
}

/* The first divisor in E of what remains, or NULL.  */
static struct imp_expr *
find_in_expr (const struct search *f, struct imp_expr *e, bool always)
{
  struct imp_expr *d = NULL;

  for (unsigned k = 0; e && !d && k < e->nargs; k++)
    d = find_in_expr (f, e->args[k], always);
  if (!d && e && e->kind == IMP_EXPR_PRIM && (e->op == FIR_DIV || e->op == FIR_REM)
      && is_rest (f->v, f->loop, e->args[0], f->v->n) && makes_rows (f, e->args[1], always))
    d = e->args[1];
  return d;
}

/* The same in B; ALWAYS: every element comes there.  */
static struct imp_expr *
find_in_block (const struct search *f, const struct imp_block *b, bool always)
{
  struct imp_expr *d = NULL;

  for (const struct imp_stmt *s = b->first; s && !d; s = s->next)
    {
      /* A value is computed if it is given.  */
      bool maybe = s->kind == IMP_GIVE && s->e[1];

      d = find_in_expr (f, s->base, always);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e && !d; k++)
	d = find_in_expr (f, s->e[k], always && !(maybe && k == 0));
      for (unsigned k = 0; k < s->nargs && !d; k++)
	d = find_in_expr (f, s->args[k], always);
      d = d ? d : find_in_block (f, &s->body, false);
      d = d ? d : find_in_block (f, &s->orelse, false);
    }
  return d;
}

/* The variable in B that has what remains at level K of V, or NULL.  */
static struct imp_var *
find_rest (const struct nest_levels *v, const struct imp_stmt *loop, const struct imp_block *b,
	   unsigned k)
{
  struct imp_var *x = NULL;

  for (const struct imp_stmt *s = b->first; s && !x; s = s->next)
    if (s->kind == IMP_NEW && s->e[0] && belongs (v, loop, s->e[0], k) && s->e[0]->op == FIR_REM
	&& written (&loop->body, s->var) == 1)
      x = s->var;
    else if ((x = find_rest (v, loop, &s->body, k)) == NULL)
      x = find_rest (v, loop, &s->orelse, k);
  return x;
}

void
schedule_find_levels (struct nest_levels *v, const struct imp_stmt *loop, uint64_t least)
{
  struct search f = { v, loop, least };

  v->n = 0;
  while (v->n < NEST_DEPTH)
    {
      struct imp_expr *d = find_in_block (&f, &loop->body, true);

      if (!d)
	return;
      v->level[v->n].by = d;
      v->level[v->n].rest = NULL;
      v->level[v->n].rest = find_rest (v, loop, &loop->body, v->n);
      v->n++;
    }
}

/* --- Whole rows ------------------------------------------------------------------------------ */

#define FACTORS 16

/* A product of sizes.  */
struct product
{
  uint64_t cst;
  unsigned n;
  struct imp_var *var[FACTORS];
  bool much;			/* of more than this holds, or of what has no name */
};

/* What binds V in B, or NULL.  */
static const struct imp_stmt *
binder (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *x = NULL;

  for (const struct imp_stmt *s = b->first; s && !x; s = s->next)
    if (s->var == v && imp_binds (s))
      x = s;
    else if ((x = binder (&s->body, v)) == NULL)
      x = binder (&s->orelse, v);
  return x;
}

/* Is V written in B behind S; *SEEN: S has been seen?  */
static bool
written_behind (const struct imp_block *b, const struct imp_stmt *s, const struct imp_var *v,
		bool *seen)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    {
      if (*seen && t->var == v)
	return true;
      *seen |= t == s;
      if (written_behind (&t->body, s, v, seen) || written_behind (&t->orelse, s, v, seen))
	return true;
    }
  return false;
}

/* E, which stands in S (NULL: the loop), as factors of P.  What they are now they were there.  */
static void
multiply (const struct imp_proc *proc, struct product *p, const struct imp_expr *e,
	  const struct imp_stmt *s)
{
  const struct imp_stmt *by = NULL;
  const struct imp_expr *d = e;
  bool seen = false;
  uint64_t n;

  if (e->kind == IMP_EXPR_VAR && written (&proc->body, e->var) == 1)
    by = binder (&proc->body, e->var);
  else if (e->kind == IMP_EXPR_VAR && s)
    p->much |= written_behind (&proc->body, s, e->var, &seen);
  if (by && by->kind == IMP_NEW && by->e[0])
    d = by->e[0];
  if (d->kind == IMP_EXPR_PRIM && d->op == FIR_MUL)
    {
      multiply (proc, p, d->args[0], by ? by : s);
      multiply (proc, p, d->args[1], by ? by : s);
    }
  else if (imp_is_const (e, &n))
    p->cst *= n;
  else if (p->n == FACTORS || e->kind != IMP_EXPR_VAR)
    p->much = true;
  else
    p->var[p->n++] = e->var;
}

/* N by D, both products of sizes, D a part of N; NULL if that is not seen.  */
static struct imp_expr *
quotient (struct imp_here *h, const struct imp_expr *n, const struct imp_expr *d)
{
  struct product x = { .cst = 1 }, y = { .cst = 1 };
  struct imp_expr *e = NULL;

  multiply (h->proc, &x, n, NULL);
  multiply (h->proc, &y, d, NULL);
  if (x.much || y.much || !y.cst || x.cst % y.cst)
    return NULL;
  for (unsigned j = 0; j < y.n; j++)
    {
      unsigned k = 0;

      while (k < x.n && x.var[k] != y.var[j])
	k++;
      if (k == x.n)
	return NULL;
      x.var[k] = x.var[--x.n];
    }
  for (unsigned k = 0; k < x.n; k++)
    {
      struct imp_expr *f = imp_use (h->p, x.var[k]);

      e = e ? imp_op (h->p, FIR_MUL, e, f) : f;
    }
  if (!e)
    return imp_size (h->p, x.cst / y.cst);
  return x.cst == y.cst ? e : imp_op (h->p, FIR_MUL, e, imp_size (h->p, x.cst / y.cst));
}

struct imp_expr *
schedule_level_rows (struct imp_here *h, const struct nest_levels *v, unsigned k,
		     const struct imp_expr *all)
{
  return quotient (h, k ? v->level[k - 1].by : all, v->level[k].by);
}

/* --- A nest ---------------------------------------------------------------------------------- */

struct nest
{
  struct imp_here h;
  struct imp_stmt *loop;
  struct nest_levels v;
  struct imp_var *q[NEST_DEPTH], *row[NEST_DEPTH];	/* of each level: the number of the row, its
							   first element */
  bool whole;			/* the range is one of whole rows */
  bool ivdep;			/* elements are independent through memory */
  struct imp_var *j;		/* WHOLE: the number in the innermost row */
};

static struct imp_expr *
use (struct nest *n, struct imp_var *v)
{
  return imp_use (n->h.p, v);
}

static struct imp_expr *
again (struct nest *n, const struct imp_expr *e)
{
  return imp_again (n->h.p, e);
}

static struct imp_expr *
op (struct nest *n, enum fir_op o, struct imp_expr *x, struct imp_expr *y)
{
  return imp_op (n->h.p, o, x, y);
}

/* What stands in the nest for E, a division of level K.  */
static struct imp_expr *
part (struct nest *n, const struct imp_expr *e, unsigned k)
{
  if (e->op == FIR_DIV)
    return use (n, n->q[k]);
  if (n->j && k + 1 == n->v.n)
    return use (n, n->j);
  return op (n, FIR_SUB, use (n, n->loop->var), use (n, n->row[k]));
}

static struct imp_expr *
rewritten (struct nest *n, struct imp_expr *e)
{
  if (!e)
    return NULL;
  for (unsigned k = 0; k < n->v.n; k++)
    if (belongs (&n->v, n->loop, e, k))
      return part (n, e, k);
  for (unsigned k = 0; k < e->nargs; k++)
    e->args[k] = rewritten (n, e->args[k]);
  return e;
}

/* The divisions of the levels in B become what they are in the nest.  */
static void
rewrite (struct nest *n, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      s->base = rewritten (n, s->base);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	s->e[k] = rewritten (n, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	s->args[k] = rewritten (n, s->args[k]);
      rewrite (n, &s->body);
      rewrite (n, &s->orelse);
    }
}

static void
put_in_expr (struct imp_expr *e, const struct imp_var *v, struct imp_var *x)
{
  if (!e)
    return;
  if (e->kind == IMP_EXPR_VAR && e->var == v)
    e->var = x;
  for (unsigned k = 0; k < e->nargs; k++)
    put_in_expr (e->args[k], v, x);
}

/* X for V in B.  */
static void
put (struct imp_block *b, const struct imp_var *v, struct imp_var *x)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      put_in_expr (s->base, v, x);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	put_in_expr (s->e[k], v, x);
      for (unsigned k = 0; k < s->nargs; k++)
	put_in_expr (s->args[k], v, x);
      put (&s->body, v, x);
      put (&s->orelse, v, x);
    }
}

/* Is X an index of the nest?  */
static bool
is_index (struct nest *n, const struct imp_var *x)
{
  for (unsigned k = 0; k < n->v.n; k++)
    if (x == n->q[k])
      return true;
  return x == n->j;
}

/* Names in B, of BODY, for indices of the nest, and for what nobody reads any more, go.  */
static void
drop_names (struct nest *n, struct imp_block *body, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      bool index, rest = false;

      next = s->next;
      drop_names (n, body, &s->body);
      drop_names (n, body, &s->orelse);
      if (s->kind != IMP_NEW || !s->e[0] || written (body, s->var) != 1)
	continue;
      index = s->e[0]->kind == IMP_EXPR_VAR && is_index (n, s->e[0]->var);
      if (index)
	put (body, s->var, s->e[0]->var);
      for (unsigned k = 0; k < n->v.n; k++)
	rest |= s->var == n->v.level[k].rest && !imp_block_uses (body, s->var);
      if (index || rest)
	imp_unlink (b, s);
    }
}

/* The loop over the elements B to E, which are indices, or numbers in the innermost row.  */
static struct imp_stmt *
innermost (struct nest *n, struct imp_expr *b, struct imp_expr *e)
{
  const struct type *u64 = type_size (n->h.p->ctx);
  struct imp_stmt *s = imp_stmt_new (n->h.p, n->h.b, n->loop->kind, n->loop->site);
  struct imp_stmt links = *s, *i, *t;

  n->j = n->whole ? imp_var_new (n->h.p, n->h.proc, IMP_VAR_LOCAL, "j", u64) : NULL;
  rewrite (n, &n->loop->body);
  drop_names (n, &n->loop->body, &n->loop->body);
  *s = *n->loop;
  s->prev = links.prev;
  s->next = NULL;
  s->e[0] = b;
  s->e[1] = e;
  if (!n->whole)
    return s;
  s->var = n->j;
  s->body = (struct imp_block) { NULL, NULL };
  i = imp_stmt_new (n->h.p, &s->body, IMP_NEW, 0);
  i->var = n->loop->var;
  i->e[0] = op (n, FIR_ADD, use (n, n->row[n->v.n - 1]), use (n, n->j));
  while ((t = n->loop->body.first) != NULL)
    {
      imp_unlink (&n->loop->body, t);
      imp_link_last (&s->body, t);
    }
  return s;
}

/* X - Y, or X if Y is NULL.  */
static struct imp_expr *
less (struct nest *n, struct imp_expr *x, struct imp_var *y)
{
  return y ? op (n, FIR_SUB, x, use (n, y)) : x;
}

/* The loop over the rows FROM to TO of level K begins.  */
static void
begin_rows (struct nest *n, unsigned k, struct imp_expr *from, struct imp_expr *to)
{
  struct imp_stmt *f = imp_make_for (&n->h, "q", from, to, 1, n->whole && n->ivdep);
  struct imp_expr *row;

  n->h.b = &f->body;
  n->q[k] = f->var;
  row = op (n, FIR_MUL, use (n, f->var), again (n, n->v.level[k].by));
  if (k)
    row = op (n, FIR_ADD, use (n, n->row[k - 1]), row);
  n->row[k] = imp_make_new (&n->h, "row", row->type, row);
}

/* Levels from K on of the range B to E, all in the same row of the levels before.  */
static struct imp_stmt *
range (struct nest *n, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_var *around = k ? n->row[k - 1] : NULL;
  struct imp_expr *by, *first, *last, *end;

  if (k == n->v.n)
    return innermost (n, b, e);
  by = n->v.level[k].by;
  last = less (n, op (n, FIR_SUB, again (n, e), imp_size (n->h.p, 1)), around);
  first = op (n, FIR_DIV, less (n, again (n, b), around), again (n, by));
  first = imp_make_name (&n->h, first, "q");
  last = imp_make_name (&n->h, op (n, FIR_DIV, last, again (n, by)), "last");
  begin_rows (n, k, first, op (n, FIR_ADD, last, imp_size (n->h.p, 1)));
  end = op (n, FIR_ADD, use (n, n->row[k]), again (n, by));
  b = imp_make_let (&n->h, "b", op (n, FIR_MAX, again (n, b), use (n, n->row[k])));
  e = imp_make_let (&n->h, "e", op (n, FIR_MIN, again (n, e), end));
  return range (n, k + 1, b, e);
}

/* --- Ranges of rows -------------------------------------------------------------------------- */

/* Bound E of N's loop, which the body may change, as what it is before the loop.  */
static struct imp_expr *
bound (struct nest *n, struct imp_expr *e, const char *name)
{
  if (e->kind == IMP_EXPR_VAR && written (&n->loop->body, e->var))
    return imp_make_let (&n->h, name, e);
  return imp_make_name (&n->h, e, name);
}

/* The rows of a range that begins and ends with rows of LOOP's first level: *E of them less *B; is
   it such, and has each level a whole number of rows of the next?  */
static bool
whole_rows (struct nest *n, struct imp_expr **b, struct imp_expr **e)
{
  struct imp_expr *at[2];

  for (const struct imp_stmt *o = n->loop->orelse.first; o; o = o->next)
    if (o->kind == IMP_SCAN || o->kind == IMP_EXSCAN)
      return false;
  for (unsigned k = 0; k < 2; k++)
    if (n->loop->e[k]->kind != IMP_EXPR_PRIM || n->loop->e[k]->op != FIR_MUL)
      return false;
  schedule_find_levels (&n->v, n->loop, NEST_WHOLE_ROW);
  for (unsigned k = 0; k < 2; k++)
    {
      at[k] = n->loop->e[k]->args[0];
      if (!n->v.n || !imp_expr_equal (n->loop->e[k]->args[1], n->v.level[0].by))
	return false;
    }
  for (unsigned k = 1; k < n->v.n; k++)
    if (!schedule_level_rows (&n->h, &n->v, k, NULL))
      return false;
  *b = at[0];
  *e = at[1];
  return true;
}

/* The rows B to E of level 0.  */
static struct imp_stmt *
rows (struct nest *n, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_expr *count[NEST_DEPTH];

  n->whole = true;
  for (unsigned k = 1; k < n->v.n; k++)
    count[k] = imp_make_name (&n->h, schedule_level_rows (&n->h, &n->v, k, NULL), "rows");
  begin_rows (n, 0, b, e);
  for (unsigned k = 1; k < n->v.n; k++)
    begin_rows (n, k, imp_size (n->h.p, 0), count[k]);
  return innermost (n, imp_size (n->h.p, 0), again (n, n->v.level[n->v.n - 1].by));
}

/* --- The pass -------------------------------------------------------------------------------- */

/* Does S take its elements one after the other?  */
static bool
serial (const struct imp_stmt *s)
{
  uint64_t step;

  return (s->kind == IMP_FOR && !s->scalar && imp_is_const (s->e[2], &step) && step == 1)
	 || (s->kind == IMP_LOOP && !imp_is_whole (s) && !s->shape && !imp_has_needs (s));
}

/* LOOP as a nest, to the end of H: its innermost loop, or NULL if it is none.  */
static struct imp_stmt *
take (struct imp_here *h, struct imp_stmt *loop)
{
  struct nest n = { .h = *h, .loop = loop };
  struct imp_expr *b, *e;

  n.ivdep = loop->kind == IMP_FOR ? loop->ivdep : imp_loop_independent (loop);
  if (whole_rows (&n, &b, &e))
    return rows (&n, b, e);
  schedule_find_levels (&n.v, loop, h->p->target->lanes);
  if (!n.v.n)
    return NULL;
  b = loop->e[0];
  if (loop->kind == IMP_LOOP && imp_loop_first (loop))
    {
      b = imp_make_name (&n.h, b, "b");
      imp_loop_element (&n.h, loop, again (&n, b), true);
      b = op (&n, FIR_ADD, b, imp_size (n.h.p, 1));
      for (struct imp_stmt *o = loop->orelse.first; o; o = o->next)
	o->first = false;
    }
  b = bound (&n, b, "b");
  e = bound (&n, loop->e[1], "e");
  n.h.b = &imp_make_if (&n.h, op (&n, FIR_LT, again (&n, b), again (&n, e)))->body;
  return range (&n, 0, b, e);
}

/* The loops in B.  */
static unsigned
take_all (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_block made = { NULL, NULL };
      struct imp_here h = { p, proc, &made };
      struct imp_stmt *in = serial (s) ? take (&h, s) : NULL;

      if (in)
	{
	  imp_replace (b, s, &made);
	  s = made.last;
	  n++;
	}
      else
	in = s;
      n += take_all (p, proc, &in->body) + take_all (p, proc, &in->orelse);
    }
  return n;
}

unsigned
schedule_nest (struct imp_prog *p)
{
  unsigned n = 0;

  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    n += take_all (p, proc, &proc->body);
  return n;
}

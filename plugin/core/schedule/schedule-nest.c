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
   each level has a whole number of rows of the next, no row is cut:

     loop i = b d to e d { } do { ... }   =>
     for q = b to e { row = q d   loop j = 0 to d { } do { i = row + j ... q ... j ... } }

   If these are rows of an inner level, those of the outer levels are cut as above.

   The loops are those without a strategy, with outputs or without; divisors are loop-invariant, and
   every element divides, so that they are not 0.  Chunks of whole rows are made where products of
   sizes have not wrapped (schedule-row-chunk.c); rows that are cut take nothing from products.

   If the body has a strided store, the levels are those of its address, a sum of parts.  A part
   that is invariant in a row is added outside of it:

     p[(i div d) s + (i rem d) t] := ...   =>
     for q = ... { to = p + q s   loop j = ... { } do { to[j t] := ... } }

   and other divisions of the body stay.  Vectorised over several short rows, the elements would
   have to be taken apart again.  So short rows go one by one, and if the elements of one are
   contiguous, all of them are made first, so that they can be stored together:

     for q = b to e scalar
       { array t[d]; loop j = 0 to d { } do { t[j] := ... } for j = 0 to d { to[j] := t[j] } }

   Does not: transform loops that are taken in blocks, or that check needs.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-nest.h"
#include "schedule.h"

#include <limits.h>

/* A row of no more elements, which is known, is code without a loop.  */
#define FLAT 16

/* --- A nest ---------------------------------------------------------------------------------- */

struct nest
{
  struct imp_here h;
  struct imp_stmt *loop;
  struct nest_levels v;
  struct imp_var *q[NEST_DEPTH], *row[NEST_DEPTH];	/* of each level: the number of the row, its
							   first element */
  unsigned unit;		/* the range is one of rows of this level; V.n: of elements */
  struct imp_expr *count[NEST_DEPTH];	/* of a level behind UNIT: how many of its rows one of the
					   level around has; of one before: how many rows of UNIT,
					   NULL: of elements, it has, */
  struct imp_var *first[NEST_DEPTH];	/* and the number of the first of them in this one */
  bool ivdep;			/* elements are independent through memory */
  struct imp_var *j;		/* the number in the innermost row, or NULL */
};

/* What stands in the nest for E, a division of level K.  */
static struct imp_expr *
part (struct nest *n, const struct imp_expr *e, unsigned k)
{
  if (e->op == FIR_DIV)
    return here_use (&n->h, n->q[k]);
  if (n->j && k + 1 == n->v.n)
    return here_use (&n->h, n->j);
  return here_op (&n->h, FIR_SUB, here_use (&n->h, n->loop->var), here_use (&n->h, n->row[k]));
}

static struct imp_expr *
rewritten (struct nest *n, struct imp_expr *e)
{
  if (!e)
    return NULL;
  for (unsigned k = 0; k < n->v.n; k++)
    if (nest_divides (&n->v, n->loop, e, k))
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

/* The facts about a variable that the body binds.  */
struct name
{
  unsigned written;		/* how often it is bound or written */
  struct imp_var *index;	/* of the nest, that it is another name for; NULL: it is none */
  bool read;
};

/* The names that a body binds, N of them, by number from FIRST on.  */
struct names
{
  struct name *of;
  unsigned first, n;
};

static struct name *
name_of (const struct names *t, const struct imp_var *v)
{
  return v && v->id >= t->first && v->id - t->first < t->n ? &t->of[v->id - t->first] : NULL;
}

static void
note_written (struct names *t, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct name *x = name_of (t, s->var);
      struct name *flag = imp_is_output (s) && s->e[1] ? name_of (t, s->e[1]->var) : NULL;

      if (x)
	x->written++;
      if (flag)
	flag->written++;
      note_written (t, &s->body);
      note_written (t, &s->orelse);
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

/* Names in B for indices of the nest go.  */
static void
drop_indices (struct nest *n, struct names *t, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      struct name *x = s->kind == IMP_NEW ? name_of (t, s->var) : NULL, *y;
      struct imp_var *v;

      next = s->next;
      drop_indices (n, t, &s->body);
      drop_indices (n, t, &s->orelse);
      if (!x || x->written != 1 || !s->e[0] || s->e[0]->kind != IMP_EXPR_VAR)
	continue;
      y = name_of (t, s->e[0]->var);
      v = y && y->index ? y->index : s->e[0]->var;
      if (!is_index (n, v))
	continue;
      x->index = v;
      imp_unlink (b, s);
    }
}

/* Indices in E for their names; what E reads is read.  */
static void
read_expr (struct names *t, struct imp_expr *e)
{
  struct name *x;

  if (!e)
    return;
  x = e->kind == IMP_EXPR_VAR ? name_of (t, e->var) : NULL;
  if (x && x->index)
    e->var = x->index;
  else if (x)
    x->read = true;
  for (unsigned k = 0; k < e->nargs; k++)
    read_expr (t, e->args[k]);
}

static void
read_block (struct names *t, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      read_expr (t, s->base);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	read_expr (t, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	read_expr (t, s->args[k]);
      read_block (t, &s->body);
      read_block (t, &s->orelse);
    }
}

/* Names in B for what remains at a level, which nobody reads any more, go.  */
static void
drop_rests (struct nest *n, struct names *t, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      struct name *x = s->kind == IMP_NEW && s->e[0] ? name_of (t, s->var) : NULL;
      bool rest = false;

      next = s->next;
      drop_rests (n, t, &s->body);
      drop_rests (n, t, &s->orelse);
      for (unsigned k = 0; k < n->v.n; k++)
	rest |= s->var == n->v.level[k].rest;
      if (x && rest && !x->read && x->written == 1)
	imp_unlink (b, s);
    }
}

/* Names in BODY for indices of the nest, and for what nobody reads any more, go.  Each is looked up
   in a table, so that this takes time in proportion to the body.  */
static void
drop_names (struct nest *n, struct imp_block *body)
{
  unsigned least = UINT_MAX, most = 0;
  struct names t = { NULL, 0, 0 };

  imp_bound_range (body, &least, &most);
  if (least > most)
    return;
  t.first = least;
  t.n = most - least + 1;
  t.of = CTX_NEWV (n->h.p->ctx, struct name, t.n);
  note_written (&t, body);
  drop_indices (n, &t, body);
  read_block (&t, body);
  drop_rests (n, &t, body);
}

/* --- Addresses ------------------------------------------------------------------------------- */

/* The level whose row E, a part of an address, depends on, and on nothing else that the loop
   changes; V.n: there is none.  */
static unsigned
part_level (struct nest *n, const struct imp_expr *e)
{
  unsigned level = n->v.n;

  for (unsigned k = 0; k < n->v.n; k++)
    if (nest_divides (&n->v, n->loop, e, k))
      return e->op == FIR_DIV ? k : n->v.n;
  for (unsigned k = 0; k < e->nargs; k++)
    {
      const struct imp_expr *x = e->args[k];
      unsigned in = part_level (n, x);

      if (x->kind == IMP_EXPR_CONST
	  || (x->kind == IMP_EXPR_VAR && x->var != n->loop->var
	      && !imp_changes (n->v.known, n->loop, x->var)))
	continue;
      if (in == n->v.n || (level != n->v.n && level != in))
	return n->v.n;
      level = in;
    }
  return e->kind == IMP_EXPR_PRIM ? level : n->v.n;
}

/* E, a sum, without the parts of level K, which go to *OUT; NULL if nothing is left.  */
static struct imp_expr *
split (struct nest *n, struct imp_expr *e, unsigned k, struct imp_expr **out)
{
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD)
    {
      struct imp_expr *x = split (n, e->args[0], k, out), *y = split (n, e->args[1], k, out);

      if (!x || !y)
	return x ? x : y;
      e->args[0] = x;
      e->args[1] = y;
      return e;
    }
  if (part_level (n, e) != k)
    return e;
  *out = *out ? here_op (&n->h, FIR_ADD, *out, e) : e;
  return NULL;
}

/* What is the same for a row of level K, of the addresses that elements store to, is added
   here.  */
static void
add_parts (struct nest *n, unsigned k)
{
  for (struct imp_stmt *s = n->loop->body.first; n->v.stored && s; s = s->next)
    {
      struct imp_expr *part = NULL, *rest, *args[2];

      if (!nest_has_steps (s) || s->base->kind != IMP_EXPR_VAR || s->base->type->kind != TYPE_PTR
	  || imp_expr_is_area (s->base) || imp_changes (n->v.known, n->loop, s->base->var))
	continue;
      rest = split (n, s->e[0], k, &part);
      s->e[0] = rest ? rest : imp_zero (n->h.p, s->e[0]->type);
      if (!part)
	continue;
      args[0] = s->base;
      args[1] = rewritten (n, part);
      s->base = imp_make_let (&n->h, "to", imp_prim (n->h.p, FIR_PADD, s->base->type, 2, args));
    }
}

/* --- Loops ----------------------------------------------------------------------------------- */

/* Have rows of N no loop of their own: are they whole, of few elements, and stored with steps?  */
static bool
flat (struct nest *n)
{
  uint64_t d;

  return n->v.stored && n->unit < n->v.n && imp_is_const (n->v.level[n->v.n - 1].by, &d)
	 && d <= FLAT;
}

/* Does S, which ends the innermost loop, store the elements of a row side by side?  */
static bool
side_by_side (struct nest *n, const struct imp_stmt *s)
{
  return nest_has_steps (s) && s->e[1]->type->kind == TYPE_SCALAR
	 && s->e[0]->kind == IMP_EXPR_PRIM && s->e[0]->op == FIR_CONV
	 && imp_is_var (s->e[0]->args[0], n->j);
}

/* Of LOOP, the innermost one, the elements of a row that are stored side by side are made first:
   then it is seen that they are stored together.  Nothing reads them in between.  */
static void
store_together (struct nest *n, struct imp_stmt *loop)
{
  struct imp_expr *d = n->v.level[n->v.n - 1].by, *to;
  struct imp_block *after = n->h.b;
  struct imp_stmt *s = loop->body.last, *f;
  struct imp_var *t;

  if (!n->ivdep || !side_by_side (n, s))
    return;
  t = imp_make_array (&n->h, "t", s->e[1]->type, (uint64_t) d->cst->i);
  imp_unlink (n->h.b, loop);
  imp_link_last (n->h.b, loop);
  to = s->base;
  s->base = here_use (&n->h, t);
  s->e[0] = here_use (&n->h, n->j);
  f = imp_make_for (&n->h, "j", imp_size (n->h.p, 0), here_again (&n->h, d), 1, false);
  n->h.b = &f->body;
  imp_make_store (&n->h, to, here_use (&n->h, f->var),
		  imp_load (n->h.p, here_use (&n->h, t), here_use (&n->h, f->var)));
  n->h.b = after;
}

/* X - Y, or X if Y is NULL.  */
static struct imp_expr *
less (struct nest *n, struct imp_expr *x, struct imp_var *y)
{
  return y ? here_op (&n->h, FIR_SUB, x, here_use (&n->h, y)) : x;
}

/* The loop over the elements B to E, which are indices or, if the nest counts them, numbers in the
   innermost row.  */
static struct imp_stmt *
innermost (struct nest *n, struct imp_expr *b, struct imp_expr *e)
{
  const struct type *u64 = type_size (n->h.p->ctx);
  struct imp_stmt *s = imp_stmt_new (n->h.p, n->h.b, n->loop->kind, n->loop->site);
  struct imp_stmt links = *s, *i, *t;
  bool counts = n->unit < n->v.n || n->v.stored;

  n->j = counts ? imp_var_new (n->h.p, n->h.proc, IMP_VAR_LOCAL, "j", u64) : NULL;
  rewrite (n, &n->loop->body);
  drop_names (n, &n->loop->body);
  *s = *n->loop;
  s->prev = links.prev;
  s->next = NULL;
  s->e[0] = b;
  s->e[1] = e;
  if (!counts)
    return s;
  s->var = n->j;
  s->body = (struct imp_block) { NULL, NULL };
  i = imp_stmt_new (n->h.p, &s->body, IMP_NEW, 0);
  i->var = n->loop->var;
  i->e[0] = here_op (&n->h, FIR_ADD, here_use (&n->h, n->row[n->v.n - 1]), here_use (&n->h, n->j));
  while ((t = n->loop->body.first) != NULL)
    {
      imp_unlink (&n->loop->body, t);
      imp_link_last (&s->body, t);
    }
  if (flat (n))
    store_together (n, s);
  return s;
}

/* Q D, behind X (NULL: 0).  */
static struct imp_var *
begin_of (struct nest *n, const char *name, struct imp_var *x, struct imp_var *q,
	  struct imp_expr *d)
{
  struct imp_expr *e = here_op (&n->h, FIR_MUL, here_use (&n->h, q), here_again (&n->h, d));

  if (x)
    e = here_op (&n->h, FIR_ADD, here_use (&n->h, x), e);
  return imp_make_new (&n->h, name, e->type, e);
}

/* The loop over the rows FROM to TO of level K begins.  Where elements are not stored side by side
   GCC is not to take several rows at a time.  */
static void
begin_rows (struct nest *n, unsigned k, struct imp_expr *from, struct imp_expr *to)
{
  bool whole = k >= n->unit;
  struct imp_stmt *f = imp_make_for (&n->h, "q", from, to, 1,
				     whole && n->ivdep && !n->v.stored);

  f->scalar = whole && flat (n);
  n->h.b = &f->body;
  n->q[k] = f->var;
  n->row[k] = begin_of (n, "row", k ? n->row[k - 1] : NULL, f->var, n->v.level[k].by);
  add_parts (n, k);
}

static struct imp_stmt *range (struct nest *n, unsigned k, struct imp_expr *b, struct imp_expr *e);

/* The part of the range B to E that is in a row of level K, which begins; all of it is in one row
   of the levels before.  */
static struct imp_stmt *
row_range (struct nest *n, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_expr *d = n->count[k] ? n->count[k] : n->v.level[k].by, *end;

  n->first[k] = n->row[k];
  if (n->count[k])
    n->first[k] = begin_of (n, "first", k ? n->first[k - 1] : NULL, n->q[k], d);
  end = here_op (&n->h, FIR_ADD, here_use (&n->h, n->first[k]), here_again (&n->h, d));
  b = imp_make_let (&n->h, "b",
		    here_op (&n->h, FIR_MAX, here_again (&n->h, b), here_use (&n->h, n->first[k])));
  e = imp_make_let (&n->h, "e", here_op (&n->h, FIR_MIN, here_again (&n->h, e), end));
  if (k + 1 == n->v.n && n->v.stored)
    {
      b = less (n, b, n->row[k]);
      e = less (n, e, n->row[k]);
    }
  return range (n, k + 1, b, e);
}

/* Levels from K on of the range B to E of rows of the unit, or elements, all in the same row of
   the levels before; behind the unit: of all of a row.  */
static struct imp_stmt *
range (struct nest *n, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_var *around = k ? n->first[k - 1] : NULL;
  struct imp_expr *d, *first, *last;

  if (k == n->v.n)
    return n->unit < k
	   ? innermost (n, imp_size (n->h.p, 0), here_again (&n->h, n->v.level[k - 1].by))
	   : innermost (n, b, e);
  if (k > n->unit)
    {
      begin_rows (n, k, imp_size (n->h.p, 0), here_again (&n->h, n->count[k]));
      return range (n, k + 1, b, e);
    }
  if (k == n->unit)
    {
      begin_rows (n, k, less (n, b, around), less (n, e, around));
      return range (n, k + 1, b, e);
    }
  d = n->count[k] ? n->count[k] : n->v.level[k].by;
  last = less (n, here_op (&n->h, FIR_SUB, here_again (&n->h, e), imp_size (n->h.p, 1)), around);
  first = here_op (&n->h, FIR_DIV, less (n, here_again (&n->h, b), around), here_again (&n->h, d));
  first = imp_make_name (&n->h, first, "q");
  last = imp_make_name (&n->h, here_op (&n->h, FIR_DIV, last, here_again (&n->h, d)), "last");
  begin_rows (n, k, first, here_op (&n->h, FIR_ADD, last, imp_size (n->h.p, 1)));
  return row_range (n, k, b, e);
}

/* --- Ranges ---------------------------------------------------------------------------------- */

/* Bound E of N's loop, which the body may change, as what it is before the loop.  */
static struct imp_expr *
bound (struct nest *n, struct imp_expr *e, const char *name)
{
  if (e->kind == IMP_EXPR_VAR && imp_changes (n->v.known, n->loop, e->var))
    return imp_make_let (&n->h, name, e);
  return imp_make_name (&n->h, e, name);
}

/* Does N's loop begin and end with rows of a level, and has each level a whole number of rows of
   the next?  Then that is the unit, and *E rows less *B the range.  */
static bool
whole_rows (struct nest *n, struct imp_expr **b, struct imp_expr **e)
{
  struct imp_expr *const *at = n->loop->e;

  for (const struct imp_stmt *o = n->loop->orelse.first; o; o = o->next)
    if (o->kind == IMP_SCAN || o->kind == IMP_EXSCAN)
      return false;
  for (unsigned k = 0; k < 2; k++)
    if (at[k]->kind != IMP_EXPR_PRIM || at[k]->op != FIR_MUL)
      return false;
  nest_find_levels (&n->v, n->loop, NEST_WHOLE_ROW);
  while (n->unit < n->v.n
	 && !(imp_expr_equal (at[0]->args[1], n->v.level[n->unit].by)
	      && imp_expr_equal (at[1]->args[1], n->v.level[n->unit].by)))
    n->unit++;
  if (n->unit == n->v.n)
    return false;
  for (unsigned k = 1; k < n->v.n; k++)
    if (!nest_level_rows (&n->h, &n->v, k, NULL))
      return false;
  *b = at[0]->args[0];
  *e = at[1]->args[0];
  return true;
}

/* The rows B to E of the unit.  */
static struct imp_stmt *
rows (struct nest *n, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_expr *some;

  for (unsigned k = 0; k < n->v.n; k++)
    if (k < n->unit)
      n->count[k] = nest_all_rows (&n->h, &n->v, n->unit, n->v.level[k].by);
    else if (k > n->unit)
      n->count[k] = nest_level_rows (&n->h, &n->v, k, NULL);
  for (unsigned k = 0; k < n->v.n; k++)
    if (n->count[k])
      n->count[k] = imp_make_name (&n->h, n->count[k], "rows");
  if (!n->unit)
    return range (n, 0, b, e);
  b = bound (n, b, "b");
  e = bound (n, e, "e");
  some = here_op (&n->h, FIR_LT, here_again (&n->h, b), here_again (&n->h, e));
  n->h.b = &imp_make_if (&n->h, some)->body;
  return range (n, 0, b, e);
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
take (struct imp_here *h, const struct imp_binders *known, struct imp_stmt *loop)
{
  struct nest n = { .h = *h, .loop = loop, .v.known = known };
  struct imp_expr *b, *e;

  n.ivdep = loop->kind == IMP_FOR ? loop->ivdep : imp_loop_independent (loop);
  if (whole_rows (&n, &b, &e))
    return rows (&n, b, e);
  nest_find_levels (&n.v, loop, h->p->target->lanes);
  n.unit = n.v.n;
  if (!n.v.n)
    return NULL;
  b = loop->e[0];
  if (loop->kind == IMP_LOOP && imp_loop_first (loop))
    {
      b = imp_make_name (&n.h, b, "b");
      imp_loop_element (&n.h, loop, here_again (&n.h, b), true);
      b = here_op (&n.h, FIR_ADD, b, imp_size (n.h.p, 1));
      for (struct imp_stmt *o = loop->orelse.first; o; o = o->next)
	o->first = false;
    }
  b = bound (&n, b, "b");
  e = bound (&n, loop->e[1], "e");
  n.h.b = &imp_make_if (&n.h,
			here_op (&n.h, FIR_LT, here_again (&n.h, b), here_again (&n.h, e)))->body;
  return range (&n, 0, b, e);
}

/* Would LOOP, here, be a nest?  */
static bool
divides (struct imp_here *h, const struct imp_binders *known, struct imp_stmt *loop)
{
  struct nest n = { .h = *h, .loop = loop, .v.known = known };
  struct imp_expr *b, *e;

  if (whole_rows (&n, &b, &e))
    return true;
  nest_find_levels (&n.v, loop, h->p->target->lanes);
  return n.v.n > 0;
}

/* What stands in the innermost loop of a nest is looked at, too.  */
static enum schedule_taken
take_serial (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  const struct imp_binders *known = (const struct imp_binders *) w->data;

  (void) b;
  if (!serial (s))
    return nest_blocks (h, known, s) ? SCHEDULE_TURNED : SCHEDULE_LEFT;
  if (s->kind == IMP_LOOP && imp_loop_apart (s) && divides (h, known, s))
    {
      imp_loop_join (h, s);
      return SCHEDULE_TURNED;
    }
  w->into = take (h, known, s);
  return w->into ? SCHEDULE_TAKEN : SCHEDULE_LEFT;
}

unsigned
schedule_nest (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take_serial, .data = &known };

  return schedule_walk (p, proc, &w);
}

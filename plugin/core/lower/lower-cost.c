/* The cost of an element, which determines the size of chunks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In instructions, roughly.  A loop inside an element counts with its trip count where that is
   known before the loop around starts; over rows of different lengths, with their mean length: the
   number of all elements, from the offsets, divided by the number of rows.  So few long rows make
   several chunks, and the number of chunks depends on counts alone.  All else is as in
   fir/fir-term.h.

   An element that reads a row, the one of its own index, is taken to have as many turns in all
   loops whose trip count is not known: those in branches, those over what it makes of the row,
   sorts and their like, calls that take the row or what was made of it.  If these rows have several
   lengths, and their offsets are in memory, the loop runs along them (doc/imp.txt): its chunks have
   about as many elements of rows each.  Of several rows these are the first over which the element
   has a loop.

   Offsets may also be what leaves load, if every element loads its two: then they can be read
   before the loop, and these leaves are stated as loads.

   Does not: balance rows that are gathered, rows of rows by their elements; know rows by their
   lengths alone.  */

#include "lower-loop.h"

/* --- Counts that are known before the loop starts --------------------------------------------- */

/* More elements per row hardly matter, and fewer could overflow.  */
#define MOST_MEAN ((uint64_t) 1 << 32)

/* A without conversions of integers.  */
static struct fir_stmt *
unconverted (struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  while (def && def->op == FIR_CONV && type_is_integral (fir_atom_type (def->args[0])))
    def = fir_atom_def (def->args[0]);
  return def;
}

/* Is A the index I plus 1?  */
static bool
next_index (struct fir_atom a, struct fir_var *i)
{
  struct fir_stmt *def = fir_atom_def (a);
  return def && def->op == FIR_ADD
	 && ((def->args[0].var == i && fir_atom_is_int (def->args[1], 1))
	     || (def->args[1].var == i && fir_atom_is_int (def->args[0], 1)));
}

/* The vector A if it is bound before LP, and in contiguous memory; else NULL.  */
static struct vecval *
vector_before (struct loop *lp, struct fir_atom a)
{
  struct bind *b = a.var ? lower_bind (lp->l, a.var) : NULL;
  struct vecval *v = b && !b->depth && (b->vec || b->e) ? lower_vec (lp->l, a) : NULL;
  return v && v->kind == VEC_MEM && !v->step[0] && !v->counted ? v : NULL;
}

/* What is at pointer P, which is bound before LP, as a vector; NULL: P is not.  */
static struct vecval *
loaded_from (struct loop *lp, struct fir_atom p)
{
  struct bind *b = p.var ? lower_bind (lp->l, p.var) : NULL;
  if (!b || b->depth || !b->e || b->e->kind != IMP_EXPR_VAR)
    return NULL;
  if (!lp->loaded || !fir_atom_equal (lp->loaded->origin, p))
    {
      lp->loaded = vec_new (lp->l, VEC_MEM, type_vec (lp->l->ctx, fir_atom_type (p)->elem));
      lp->loaded->data = lower_atom (lp->l, p);
      lp->loaded->origin = p;
    }
  return lp->loaded;
}

/* May an element of LP end in its body before END?  */
static bool
may_end_before (struct loop *lp, const struct fir_stmt *end)
{
  for (struct fir_stmt *s = lp->body->first; s != end; s = s->next)
    if (s->op == FIR_CHECK || fir_may_fail (s))
      return true;
  return false;
}

/* The number of the element that S, of LP's body, reads from *FROM, a vector or a pointer; none if
   it reads none.  */
static struct fir_atom
read_number (struct loop *lp, struct fir_stmt *s, struct fir_atom *from)
{
  if (!s || s->parent != lp->body || !(s->op == FIR_AT || s->op == FIR_LEAF))
    return FIR_NONE;
  *from = s->args[0];
  if (s->op == FIR_AT)
    return s->args[1];
  if (!(s->leaf->flags & LEAF_LOAD))
    return FIR_NONE;
  struct fir_stmt *by = unconverted (s->args[1]);
  return by && by->op == FIR_MUL && fir_atom_is_int (by->args[1], s->leaf->ret->size)
	 ? by->args[0] : FIR_NONE;
}

/* The vector of offsets whose elements I and I + 1 are the beginning and the end of row I of LP, D
   being the length of the row; NULL if there is none.  LOADS: also what is read by a pointer.  */
static struct vecval *
offsets_of (struct loop *lp, struct fir_stmt *d, bool loads)
{
  struct fir_var *i = lp->s->fns[0]->params[0];
  struct fir_stmt *to, *from;
  struct fir_atom end, begin, x, y;
  if (!d || d->op != FIR_SUB)
    return NULL;
  to = unconverted (d->args[0]);
  from = unconverted (d->args[1]);
  end = read_number (lp, to, &x);
  begin = read_number (lp, from, &y);
  if (fir_atom_none (end) || fir_atom_none (begin) || to->op != from->op || !fir_atom_equal (x, y)
      || begin.var != i || !next_index (end, i)
      || !type_is_integral (to->res[0]->type) || scalar_info[to->res[0]->type->scalar].bytes > 8)
    return NULL;
  if (to->op == FIR_LEAF)
    return loads && !may_end_before (lp, to) && !may_end_before (lp, from)
	   ? loaded_from (lp, x) : NULL;
  struct vecval *v = vector_before (lp, x);
  return v && v->data ? v : NULL;
}

struct imp_expr *
elem_size_at (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  struct imp_expr *e = vec_element (l, v, i);
  if (e->type != type_size (l->ctx))
    e = imp_prim (l->p, FIR_CONV, type_size (l->ctx), 1, &e);
  return lower_name (l, e, "o");
}

/* The mean length of LP's rows, whose offsets are V, or which (V NULL) are those of X; 0 if there
   are none.  */
static struct imp_expr *
mean (struct loop *lp, struct vecval *v, struct vecval *x)
{
  struct lower *l = lp->l;
  struct imp_expr *n = v ? e_again (l, lp->n) : vec_len (l, x), *all;
  struct imp_var *r = s_new (l, "mean", type_size (l->ctx), e_size (l, 0));
  struct imp_block *after = l->b;
  l->b = &s_if (l, e_op (l, FIR_NE, e_again (l, n), e_size (l, 0)))->body;
  if (v)
    {
      struct imp_expr *from = elem_size_at (l, v, e_size (l, 0));
      struct imp_expr *to = elem_size_at (l, v, e_again (l, n));
      all = e_op (l, FIR_SUB, e_op (l, FIR_MAX, to, e_again (l, from)), e_again (l, from));
    }
  else
    all = vec_total (l, x);
  all = e_op (l, FIR_ADD, e_op (l, FIR_DIV, all, e_again (l, n)), e_size (l, 1));
  s_assign (l, r, e_op (l, FIR_MIN, all, e_size (l, MOST_MEAN)));
  l->b = after;
  return imp_use (l->p, r);
}

/* The nested vector of which D is a row of the element's index, or (ANY) any row; else NULL.  */
static struct vecval *
rows_of (struct loop *lp, struct fir_stmt *d, bool any)
{
  if (!d || d->op != FIR_ROW || (!any && d->args[1].var != lp->s->fns[0]->params[0]))
    return NULL;
  struct vecval *x = vector_before (lp, d->args[0]);
  return x && type_levels (x->type) == 2 && (x->n[1] || vec_placed (x) || x->handle) ? x : NULL;
}

struct vecval *
elem_offsets (struct loop *lp, struct fir_atom n)
{
  return offsets_of (lp, fir_atom_def (n), false);
}

struct vecval *
elem_rows (struct loop *lp, struct fir_atom n)
{
  struct fir_stmt *d = fir_atom_def (n);
  return rows_of (lp, d && d->op == FIR_LEN ? fir_atom_def (d->args[0]) : d, false);
}

/* --- The rows that elements read -------------------------------------------------------------- */

/* The rows that an element of a loop reads: those between the offsets V, or those of X.  */
struct rows
{
  struct vecval *v, *x;		/* both NULL: none */
  struct imp_expr *mean;	/* their length, or the mean of it; NULL: not yet asked for */
  bool own;			/* it is row I, I being the element's index */
};

static bool
any_rows (const struct rows *r)
{
  return r->v || r->x;
}

static struct imp_expr *
row_length (struct loop *lp, struct rows *r)
{
  if (!r->mean)
    r->mean = r->x && r->x->n[1] ? r->x->n[1] : mean (lp, r->v, r->x);
  return e_again (lp->l, r->mean);
}

/* What the leaves of LP's body load from P, offsets of the element's row, is stated as loads.  */
static void
state_loads (struct loop *lp, struct fir_atom p)
{
  struct fir_var *i = lp->s->fns[0]->params[0];
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    {
      struct fir_atom from, k = read_number (lp, s, &from);
      if (s->op == FIR_LEAF && !fir_atom_none (k) && fir_atom_equal (from, p)
	  && (k.var == i || next_index (k, i)))
	lower_bind (lp->l, s->res[0])->along = i;
    }
}

struct imp_expr *
elem_offset (struct lower *l, struct fir_stmt *s)
{
  struct fir_var *i = s->nres ? lower_bind (l, s->res[0])->along : NULL;
  if (!i)
    return NULL;
  struct imp_expr *e = e_again (l, lower_bind (l, i)->e);
  if (unconverted (s->args[1])->args[0].var != i)
    e = e_op (l, FIR_ADD, e, e_size (l, 1));
  return imp_load (l->p, lower_atom (l, s->args[0]), e);
}

/* --- Costs ------------------------------------------------------------------------------------ */

/* The sum of X and Y, either of which may be NULL, 0.  */
static struct imp_expr *
sum (struct lower *l, struct imp_expr *x, struct imp_expr *y)
{
  uint64_t a, b;
  if (x && y && imp_is_const (x, &a) && imp_is_const (y, &b))
    return e_size (l, a + b);
  return !x || !y ? x ? x : y : e_op (l, FIR_ADD, x, y);
}

/* The cost of elements of LP.  */
struct cost
{
  struct loop *lp;
  struct rows rows, other;	/* which they read; of the length that has been asked for last */
  struct imp_expr *unit;	/* of an element of ROWS; NULL: 0 */
  struct imp_expr *more;	/* of loops over anything else; NULL: 0 */
};

/* The trip count, or its mean, of a loop of count N in an element, if that is known; else NULL.
   OWN: it is in the body itself.  *OF_ROWS becomes true if it is the length of C's rows.  */
static struct imp_expr *
known_count (struct cost *c, struct fir_atom n, bool own, bool *of_rows)
{
  struct loop *lp = c->lp;
  struct lower *l = lp->l;
  if (n.cst)
    return n.cst->i >= COST_TURNS ? lower_atom (l, n) : NULL;
  if (lower_bind (l, n.var)->e && lower_bind (l, n.var)->depth == 0)
    return lower_atom (l, n);
  struct fir_stmt *d = unconverted (n);
  struct vecval *v = own ? offsets_of (lp, d, true) : NULL;
  struct vecval *x = own && !v ? elem_rows (lp, n) : NULL;
  if (!v && !x)
    return NULL;
  if (c->rows.v == v && c->rows.x == x)
    {
      *of_rows = true;
      return row_length (lp, &c->rows);
    }
  if (c->other.v != v || c->other.x != x)
    c->other = (struct rows) { v, x, NULL, true };
  return row_length (lp, &c->other);
}

/* Is S a call of some cost that takes a vector which the element reads or makes?  */
static bool
takes_inner (struct lower *l, struct fir_stmt *s)
{
  bool inner = false;
  if (s->op != FIR_LEAF || fir_stmt_cost (s) < COST_TURNS)
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      struct fir_var *v = s->args[k].var;
      inner |= v && type_is_vec (v->type) && lower_bind (l, v)->depth > 0;
    }
  return inner;
}

/* How many statements are looked behind.  */
#define FUEL 5

/* Is A, in an element of C's loop, the length of C's rows, or computed from it?  */
static bool
of_length (struct cost *c, struct fir_atom a, unsigned fuel)
{
  struct fir_stmt *d = unconverted (a);
  if (!fuel || !d)
    return false;
  if (c->rows.v ? offsets_of (c->lp, d, true) == c->rows.v : elem_rows (c->lp, a) == c->rows.x)
    return true;
  for (unsigned k = 0; fir_op_info[d->op].cls == FIR_CLASS_PRIM && k < d->nargs; k++)
    if (of_length (c, d->args[k], fuel - 1))
      return true;
  return false;
}

/* Has B, of a function in an element of C's loop, a loop over C's row, or over parts of it?  */
static bool
loops_over_row (struct cost *c, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_LOOP && of_length (c, s->args[0], FUEL))
	return true;
      for (unsigned k = 0; (s->op == FIR_IF || s->op == FIR_CASE) && k < s->nfns; k++)
	if (loops_over_row (c, s->fns[k]->body))
	  return true;
    }
  return false;
}

/* The rows of C: the first ones over which a loop runs, else the first, those of the element's
   index if there are such.  */
static void
find_rows (struct cost *c)
{
  struct rows first = { NULL, NULL, NULL, false };
  struct loop *lp = c->lp;
  for (unsigned any = 0; any < 2 && !any_rows (&first); any++)
    for (struct fir_stmt *s = lp->body->first; s; s = s->next)
      {
	struct vecval *v = any ? NULL : offsets_of (lp, s, true);
	struct vecval *x = v ? NULL : rows_of (lp, s, any);
	if (!v && !x)
	  continue;
	/* Only of one pointer is it known what is loaded.  */
	bool loaded = v && v == lp->loaded;
	c->rows = (struct rows) { v, x, NULL, !any };
	if (loaded ? !any_rows (&first) : any || loops_over_row (c, lp->body))
	  return;
	first = any_rows (&first) ? first : c->rows;
      }
  c->rows = first;
}

/* What a call costs whose loops may have any length, or whose vectors: it is a chunk of its own
   (nova/abi.h), so that threads share the loops inside of a function that maps itself.  */
#define COST_ANY 65536

/* The cost of the loops of B whose trip counts are known, NULL for 0; *REST: the cost of the rest
   of B.  DEEP: loops around B in the element; INSIDE: B is in the body's own block.  */
static struct imp_expr *
known_cost (struct cost *c, struct fir_block *b, unsigned deep, bool inside, unsigned *rest)
{
  struct lower *l = c->lp->l;
  struct imp_expr *e = NULL;
  *rest = fir_block_cost (b);
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      bool loop = s->op == FIR_LOOP, of_row = false;
      bool reads = !deep && any_rows (&c->rows);
      bool turns = (loop && !s->args[0].cst) || fir_op_info[s->op].flags & FIR_FLAG_SHAPE;
      struct imp_expr *n = loop ? known_count (c, s->args[0], inside && !deep, &of_row) : NULL;
      struct imp_expr *t = NULL;
      unsigned more = 0;
      turns |= reads && s->op == FIR_MU && loops_over_row (c, s->fns[0]->body);
      if (!n && reads && (turns || takes_inner (l, s)))
	{
	  of_row = true;
	  n = row_length (c->lp, &c->rows);
	}
      if (n && loop)
	{
	  t = known_cost (c, s->fns[0]->body, deep + 1, false, &more);
	  more += fir_turn_cost (s) - fir_block_cost (s->fns[0]->body);
	}
      else if (n)
	more = fir_stmt_cost (s) / COST_TURNS;
      else if (!deep && (takes_inner (l, s)
			 || (s->op == FIR_LEAF && s->leaf->flags & LEAF_LOOPS)))
	{
	  *rest += COST_ANY;
	  continue;
	}
      else if (reads && (s->op == FIR_IF || s->op == FIR_CASE))
	{
	  *rest -= fir_stmt_cost (s);
	  for (unsigned k = 0; k < s->nfns; k++)
	    {
	      e = sum (l, e, known_cost (c, s->fns[k]->body, deep, false, &more));
	      *rest += more;
	    }
	  *rest += 1;
	  continue;
	}
      else
	continue;
      t = t ? e_op (l, FIR_ADD, t, e_size (l, more)) : e_size (l, more);
      if (of_row)
	c->unit = sum (l, c->unit, t);
      t = e_op (l, FIR_MUL, n, t);
      if (!of_row && !deep)
	c->more = sum (l, c->more, t);
      e = sum (l, e, t);
      *rest -= fir_stmt_cost (s);
    }
  return e;
}

/* What the turn of a loop costs besides its body, as in nova_chunk_size.  */
#define COST_TURN 3

/* What a row weighs besides its elements if these cost UNIT each, and the rest of the element MORE
   (NULL: 0) and REST.  */
static struct imp_expr *
row_weight (struct lower *l, struct imp_expr *unit, struct imp_expr *more, unsigned rest)
{
  uint64_t u;
  if (imp_is_const (unit, &u) && !more)
    return e_size (l, (rest + COST_TURN) / (u + COST_TURN) + 1);
  more = sum (l, more ? e_again (l, more) : NULL, e_size (l, rest + COST_TURN));
  more = e_op (l, FIR_DIV, more, e_op (l, FIR_ADD, e_again (l, unit), e_size (l, COST_TURN)));
  return lower_name (l, e_op (l, FIR_ADD, more, e_size (l, 1)), "row");
}

/* State, in LP, along which rows it runs, if they have several lengths.  */
static void
run_along (struct cost *c, unsigned rest)
{
  struct loop *lp = c->lp;
  struct lower *l = lp->l;
  const struct rows *r = &c->rows;
  struct imp_expr *o = r->v ? r->v->data : r->x && !r->x->n[1] ? r->x->off[1] : NULL;
  if (!c->unit || !r->own || !o || !imp_is_offsets (o->type))
    return;
  if (r->v && r->v == lp->loaded)
    state_loads (lp, r->v->origin);
  lp->along[0] = o;
  lp->along[2] = lower_name (l, c->unit, "unit");
  lp->along[1] = row_weight (l, lp->along[2], c->more ? lower_name (l, c->more, "more") : NULL,
			     rest);
}

struct imp_expr *
elem_cost (struct loop *lp)
{
  struct lower *l = lp->l;
  struct cost c = { .lp = lp };
  unsigned rest;
  find_rows (&c);
  struct imp_expr *e = known_cost (&c, lp->body, 0, true, &rest);
  rest = lp->cost - fir_block_cost (lp->body) + rest;
  run_along (&c, rest);
  return e ? e_op (l, FIR_ADD, e, e_size (l, rest)) : e_size (l, rest);
}

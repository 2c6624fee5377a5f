/* The pass columns: which loops reduce columns.

   A read may be in the innermost loop, over a block of the outer one's elements, if it moves by one
   with their index, or not at all, or gathers.  What a reduction uses of those before it, which are
   complete then, is late: it is computed between them.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-columns.h"

#include <limits.h>

/* The greatest cost of an operator.  */
#define CHEAP 64
#define DIVISION 8

/* --- What moves with the index --------------------------------------------------------------- */

/* By how much an expression changes when the outer index grows by one.  */
enum moves { MOVES_UNKNOWN, MOVES_NOT, MOVES_BY_ONE, MOVES_ELSE };

struct columns
{
  const struct imp_prog *p;
  const struct imp_binders *known;	/* of the procedure's variables */
  const struct imp_stmt *loop;	/* over the columns */
  const struct imp_stmt *in;	/* a reduction in its body */
  /* Of each variable that the body binds, by number from FIRST on: */
  unsigned first;
  unsigned char *moves;		/* enum moves, as known so far */
  const struct imp_stmt **plain;	/* the last reduction that was found to be able to have
					   it */
  unsigned char *late;		/* what columns_note_late finds */
  bool any;			/* a read of IN moves by one */
};

const struct imp_stmt *
columns_binder (const struct imp_binders *known, const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (known, v);

  return k && k->in == b && !imp_counts (k->by) ? k->by : NULL;
}

/* Is V, which C's loop binds, the result of a reduction in its body?  */
static bool
is_reduced (struct columns *c, const struct imp_var *v)
{
  if (imp_binder (c->known, v)->written == 1)
    return false;
  for (const struct imp_stmt *s = c->loop->body.first; s; s = s->next)
    if (s->kind == IMP_LOOP && imp_output (s, v))
      return true;
  return false;
}

/* --- What is known when reductions before are complete --------------------------------------- */

/* A variable's value comes from a reduction; it can be computed alone, any number of times.  */
enum { LATE = 1, ALONE = 2 };

/* May a node of E be computed any number of times, whatever its operands are?  */
static bool
repeats (const struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST:
    case IMP_EXPR_VAR:
    case IMP_EXPR_PRIM:
      return true;
    case IMP_EXPR_LOAD:
      return e->type->kind == TYPE_SCALAR;
    case IMP_EXPR_LEAF:
      for (unsigned k = 0; k < e->nargs; k++)
	if (type_is_vec (e->args[k]->type))
	  return false;
      return !(e->leaf->flags & LEAF_MAYFAIL) && !type_is_vec (e->type);
    case IMP_EXPR_CALL:
      return e->type && !type_is_vec (e->type);
    default:
      return false;
    }
}

/* LATE and ALONE of E, in body B, of whose variables LATE tells, by number from FIRST on.  */
static unsigned
late_expr (const struct imp_binders *known, const struct imp_block *b, const unsigned char *late,
	   unsigned first, const struct imp_expr *e)
{
  unsigned all = repeats (e) ? ALONE : 0;

  if (e->kind == IMP_EXPR_VAR && columns_binder (known, b, e->var))
    return late[e->var->id - first];
  for (unsigned k = 0; k < e->nargs; k++)
    {
      unsigned x = late_expr (known, b, late, first, e->args[k]);

      all = (all & x & ALONE) | ((all | x) & LATE);
    }
  return all;
}

void
columns_note_late (const struct imp_binders *known, const struct imp_block *b, unsigned char *late,
		   unsigned first, const struct imp_stmt *s)
{
  if (s->kind == IMP_NEW)
    late[s->var->id - first]
      = s->e[0] && !type_is_vec (s->var->type) ? late_expr (known, b, late, first, s->e[0]) : 0;
  else if (s->kind == IMP_LOOP)
    for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
      if (o->var && columns_binder (known, b, o->var))
	late[o->var->id - first] = LATE | ALONE;
}

bool
columns_uses_late (const struct imp_stmt *in, const unsigned char *late, unsigned first,
		   const struct imp_stmt *new)
{
  return new->kind == IMP_NEW && (late[new->var->id - first] & LATE)
	 && imp_block_uses (&in->body, new->var);
}

static enum moves moves (struct columns *c, const struct imp_expr *e);

static enum moves
var_moves (struct columns *c, const struct imp_var *v)
{
  const struct imp_stmt *def;
  enum moves m;

  if (v == c->loop->var)
    return MOVES_BY_ONE;
  def = columns_binder (c->known, &c->loop->body, v);
  if (!def && c->in)
    def = columns_binder (c->known, &c->in->body, v);
  if (!def)
    return MOVES_NOT;
  if (c->moves[v->id - c->first])
    return (enum moves) c->moves[v->id - c->first];
  m = def->kind == IMP_NEW && def->e[0] && !is_reduced (c, v) ? moves (c, def->e[0]) : MOVES_ELSE;
  c->moves[v->id - c->first] = m;
  return m;
}

/* The same of E, a primitive whose operands move by X and Y (NOT if it has one).  */
static enum moves
prim_moves (const struct imp_expr *e, enum moves x, enum moves y)
{
  uint64_t n;

  switch (e->op)
    {
    case FIR_ADD:
    case FIR_PADD:
      if (x == MOVES_NOT || y == MOVES_NOT)
	return x == MOVES_NOT ? y : x;
      return MOVES_ELSE;
    case FIR_SUB:
      return y == MOVES_NOT ? x : MOVES_ELSE;
    case FIR_CONV:
      return type_is_integral (e->type) && e->type->size == 8 ? x : MOVES_ELSE;
    case FIR_MUL:
      if (imp_is_const (e->args[0], &n) && n == 1)
	return y;
      return imp_is_const (e->args[1], &n) && n == 1 ? x : MOVES_ELSE;
    default:
      return MOVES_ELSE;
    }
}

static enum moves
moves (struct columns *c, const struct imp_expr *e)
{
  enum moves m[2] = { MOVES_NOT, MOVES_NOT };
  bool any = false;

  if (e->kind == IMP_EXPR_VAR)
    return var_moves (c, e->var);
  for (unsigned k = 0; k < e->nargs; k++)
    {
      enum moves x = moves (c, e->args[k]);

      any |= x != MOVES_NOT;
      if (k < 2)
	m[k] = x;
    }
  if (!any)
    return MOVES_NOT;
  return e->kind == IMP_EXPR_PRIM && e->nargs <= 2 ? prim_moves (e, m[0], m[1]) : MOVES_ELSE;
}

/* The same of the index E of a read.  In strided memory one element is a step, which is signed.  */
static enum moves
index_moves (struct columns *c, const struct imp_expr *e)
{
  const struct imp_expr *x;

  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_MUL || e->type == type_size (c->p->ctx))
    return moves (c, e);
  x = e->args[0];
  return x->kind == IMP_EXPR_PRIM && x->op == FIR_CONV && moves (c, e->args[1]) == MOVES_NOT
	 ? moves (c, x) : moves (c, e);
}

/* --- What a reduction reads ------------------------------------------------------------------ */

/* How many names are followed to see whether an index is read; each may use one before it several
   times.  */
#define MOST_NAMES 64

/* Is E a load through a pointer, at so many bytes from there?  */
static bool
is_load (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_LOAD);
}

/* How E, bytes from some pointer on, move in elements of SIZE bytes.  */
static enum moves
bytes_move (struct columns *c, const struct imp_expr *e, uint64_t size)
{
  uint64_t n;
  enum moves m[2];

  if (size == 1 || e->kind != IMP_EXPR_PRIM || moves (c, e) == MOVES_NOT)
    return moves (c, e);
  if (e->op == FIR_MUL)
    for (unsigned k = 0; k < 2; k++)
      if (imp_is_const (e->args[k], &n) && n == size)
	return moves (c, e->args[1 - k]);
  if (e->op != FIR_ADD && e->op != FIR_SUB)
    return MOVES_ELSE;
  for (unsigned k = 0; k < 2; k++)
    m[k] = bytes_move (c, e->args[k], size);
  return prim_moves (e, m[0], m[1]);
}

/* Does E depend on memory, as far as *LEFT more names show?  */
static bool
is_read (struct columns *c, const struct imp_expr *e, unsigned *left)
{
  const struct imp_stmt *def = NULL;

  if (e->kind == IMP_EXPR_LOAD || is_load (e))
    return true;
  if (e->kind == IMP_EXPR_VAR && *left)
    {
      --*left;
      def = columns_binder (c->known, &c->loop->body, e->var);
      if (!def)
	def = columns_binder (c->known, &c->in->body, e->var);
    }
  if (def && def->kind == IMP_NEW && def->e[0] && is_read (c, def->e[0], left))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (is_read (c, e->args[k], left))
      return true;
  return false;
}

/* May X, a read, be in the innermost loop: does it move by one, or not at all, or gather?  */
static bool
reads_column (struct columns *c, const struct imp_expr *x)
{
  enum moves base = moves (c, x->args[0]);
  enum moves index = is_load (x) ? bytes_move (c, x->args[1], x->type->size)
		     : index_moves (c, x->args[1]);
  unsigned left = MOST_NAMES;

  if (base == MOVES_NOT && (index == MOVES_NOT || is_read (c, x->args[1], &left)))
    return true;
  c->any = true;
  return (base == MOVES_NOT && index == MOVES_BY_ONE)
	 || (base == MOVES_BY_ONE && index == MOVES_NOT);
}

static bool plain_var (struct columns *c, const struct imp_var *v);

/* May E be in the innermost loop, with all statements of LOOP's body that it needs?  */
static bool
plain (struct columns *c, const struct imp_expr *e)
{
  if (!repeats (e) || ((e->kind == IMP_EXPR_LOAD || is_load (e)) && !reads_column (c, e))
      || (e->kind == IMP_EXPR_VAR && !plain_var (c, e->var)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!plain (c, e->args[k]))
      return false;
  return true;
}

static bool
plain_var (struct columns *c, const struct imp_var *v)
{
  const struct imp_stmt *def = columns_binder (c->known, &c->loop->body, v);

  if (!def || c->plain[v->id - c->first] == c->in)
    return true;
  if (c->late[v->id - c->first] & LATE)
    return (c->late[v->id - c->first] & ALONE) && v->type->kind == TYPE_SCALAR;
  if (def->kind != IMP_NEW || !def->e[0] || is_reduced (c, v) || !plain (c, def->e[0]))
    return false;
  c->plain[v->id - c->first] = c->in;
  return true;
}

/* --- Which loops ----------------------------------------------------------------------------- */

/* Rough instructions of E, or of B; loops take too many.  */
static unsigned
expr_cost (const struct imp_expr *e)
{
  unsigned n;

  if (!e || imp_simple (e))
    return 0;
  n = e->kind == IMP_EXPR_PRIM && (e->op == FIR_DIV || e->op == FIR_REM) ? DIVISION
      : e->kind == IMP_EXPR_LEAF && e->leaf->cost ? e->leaf->cost : 1;
  for (unsigned k = 0; k < e->nargs; k++)
    n += expr_cost (e->args[k]);
  return n;
}

static unsigned
fir_block_cost (const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_counts (s) || s->kind == IMP_WHILE)
	return CHEAP + 1;
      n += expr_cost (s->base) + fir_block_cost (&s->body) + fir_block_cost (&s->orelse);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	n += expr_cost (s->e[k]);
    }
  return n;
}

/* Is E invariant in C's loop, and computable before it?  */
static bool
from_outside (struct columns *c, const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CONST
	 || (e->kind == IMP_EXPR_VAR && e->var != c->loop->var
	     && !columns_binder (c->known, &c->loop->body, e->var));
}

/* Is E, how many rows there are, computed from such?  */
static bool
counts_outside (struct columns *c, const struct imp_expr *e)
{
  const struct imp_stmt *def
    = e->kind == IMP_EXPR_VAR ? columns_binder (c->known, &c->loop->body, e->var) : NULL;

  if (def)
    return def->kind == IMP_NEW && def->e[0] && !is_reduced (c, e->var)
	   && counts_outside (c, def->e[0]);
  if (e->kind == IMP_EXPR_PRIM && e->op != FIR_DIV && e->op != FIR_REM)
    {
      for (unsigned k = 0; k < e->nargs; k++)
	if (!counts_outside (c, e->args[k]))
	  return false;
      return true;
    }
  return from_outside (c, e);
}

/* Does operator O use V?  */
static bool
operator_uses (const struct imp_stmt *o, const struct imp_var *v)
{
  return imp_stmt_uses (o, v) || imp_block_uses (&o->body, v);
}

/* Does operator O depend on the element of C's loop?  */
static bool
operator_varies (struct columns *c, const struct imp_stmt *o)
{
  if (operator_uses (o, c->loop->var))
    return true;
  for (const struct imp_stmt *s = c->loop->body.first; s != c->in; s = s->next)
    if (s->kind == IMP_NEW && s->var != o->var && operator_uses (o, s->var))
      return true;
  return false;
}

/* Does anything before C's reduction use V, which BEGIN binds?  */
static bool
used_before (struct columns *c, const struct imp_stmt *begin, const struct imp_var *v)
{
  for (const struct imp_stmt *s = begin->next; s != c->in; s = s->next)
    if (imp_stmt_uses (s, v) || (s->kind == IMP_LOOP && imp_output (s, v)))
      return true;
  return false;
}

/* Does LOOP combine O in the order of its elements, whatever its operator is?  */
static bool
in_order (const struct imp_stmt *loop, const struct imp_stmt *o)
{
  return !loop->shape && !o->e[0] && !o->e[1] && !o->first;
}

/* Can the accumulators of a block be of T?  */
static bool
splits (const struct type *t)
{
  if (t->kind != TYPE_RECORD)
    return t->kind == TYPE_SCALAR;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].type->kind != TYPE_SCALAR)
      return false;
  return t->nfields > 0 && t->nfields <= COLUMNS_MOST;
}

/* Can E, what an accumulator begins with, be computed for each element of C's loop before its
   reduction?  */
static bool
begins (struct columns *c, const struct imp_expr *e)
{
  bool any = c->any, good = plain (c, e);

  c->any = any;
  return good && !(late_expr (c->known, &c->loop->body, c->late, c->first, e) & LATE);
}

/* Can O, of a loop in the body of C's, be an accumulator of a block?  */
static bool
accumulates (struct columns *c, const struct imp_stmt *o)
{
  const struct imp_stmt *begin = columns_binder (c->known, &c->loop->body, o->var);

  return o->kind == IMP_REDUCE && (o->apart || in_order (c->in, o))
	 && splits (o->var->type) && begin
	 && begin->kind == IMP_NEW && begin->e[0] && begins (c, begin->e[0])
	 && !operator_varies (c, o) && !used_before (c, begin, o->var)
	 && fir_block_cost (&o->body) + expr_cost (o->e[2]) <= CHEAP;
}

/* Is S, in the body of C's loop, a reduction of columns?  *N: accumulators so far.  */
static bool
reduces (struct columns *c, const struct imp_stmt *s, unsigned *n)
{
  uint64_t begin;
  unsigned used = 0;

  c->in = s;
  c->any = false;
  if (!imp_is_const (s->e[0], &begin) || begin != 0 || !counts_outside (c, s->e[1])
      || !s->orelse.first)
    return false;
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next, (*n)++)
    if (!accumulates (c, o))
      return false;
  for (const struct imp_stmt *t = s->body.first; t; t = t->next)
    if ((t->kind != IMP_NEW && t->kind != IMP_GIVE) || !t->e[0] || t->e[1] || !plain (c, t->e[0]))
      return false;
  for (const struct imp_stmt *t = c->loop->body.first; t != s; t = t->next)
    used += columns_uses_late (s, c->late, c->first, t);
  return c->any && used <= COLUMNS_MOST;
}

bool
schedule_reduces_columns (const struct imp_prog *p, const struct imp_binders *known,
			  const struct imp_stmt *loop)
{
  struct columns c = { .p = p, .known = known, .loop = loop, .first = UINT_MAX };
  unsigned n = 0, last = 0;
  bool stored = false;

  if (loop->kind != IMP_LOOP || loop->orelse.first)
    return false;
  imp_bound_range (&loop->body, &c.first, &last);
  if (c.first > last)
    return false;
  c.moves = CTX_NEWV (p->ctx, unsigned char, last - c.first + 1);
  c.plain = CTX_NEWV (p->ctx, const struct imp_stmt *, last - c.first + 1);
  c.late = CTX_NEWV (p->ctx, unsigned char, last - c.first + 1);
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    {
      if (s->kind == IMP_LOOP ? stored || !reduces (&c, s, &n)
	  : s->kind != IMP_NEW && s->kind != IMP_STORE)
	return false;
      stored |= s->kind == IMP_STORE;
      columns_note_late (known, &loop->body, c.late, c.first, s);
    }
  return n > 0 && n <= COLUMNS_MOST;
}

/* The checker of IMP: the conditions on loops with outputs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Their elements can be taken in any order that the shape allows (doc/imp.txt, section 3): outputs
   are not read while the loop runs, bounds and destinations are invariant, operators have no side
   effects, and an element gives each output at most one value.

   Does not: verify that an operator is associative, commutes or has that neutral element.  The
   producer of the loop promises it.  */

#include "imp-check.h"
#include "imp-make.h"

/* --- What stands in a loop ------------------------------------------------------------------- */

/* Is an operator being checked, and is V from outside of it?  */
static bool
outside_operator (struct checker *c, const struct scope_var *v)
{
  return c->operator && v < c->vars + c->operator;
}

void
imp_check_assign_in_loop (struct checker *c, struct imp_stmt *s, struct scope_var *v)
{
  if (outside_operator (c, v))
    imp_complain (c, s, "an operator assigns a variable from outside:", s->var);
  if (v->fixed)
    imp_complain (c, s, "a bound, or where an output stores, changes inside its loop:", s->var);
  if (c->operator && v < c->vars + c->operator + 2 && !outside_operator (c, v))
    imp_complain (c, s, "an operator assigns its parameter:", s->var);
  if (v < c->vars + c->blocks)
    imp_complain (c, s, "elements that are taken in blocks assign a variable from outside:",
		  s->var);
}

/* Check that S may keep E for the second of two passes.  */
static void
check_kept (struct checker *c, struct imp_stmt *s, const struct imp_expr *e)
{
  imp_want (c, s, c->whole && imp_looks_ahead (c->whole), "no second pass finds what is kept");
  imp_want (c, s, e->kind == IMP_EXPR_VAR, "what is kept is no variable");
}

void
imp_check_eval_in_loop (struct checker *c, struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];
  bool row = e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_KEEP_ROW;

  if (!s->kept)
    return;
  imp_want (c, s, row && e->args[1]->kind == IMP_EXPR_VAR, "only a row can be kept");
  imp_want (c, s, !c->loop || !imp_is_whole (c->loop->s)
		  || (imp_moves (c->loop->s) && !imp_has_needs (c->loop->s)),
	    "no second pass finds a row that is kept");
  if (row)
    check_kept (c, s, e->args[2]);
}

void
imp_check_store_in_loop (struct checker *c, struct imp_stmt *s)
{
  struct scope_var *v = imp_expr_is_area (s->base) ? imp_scope_find (c, s->base->var) : NULL;

  if (c->operator)
    imp_want (c, s, v && !outside_operator (c, v), "an operator stores outside");
  if (s->kept)
    check_kept (c, s, s->e[1]);
}

/* Does S modify only variables and arrays?  Of a loop its outputs say so.  */
static bool
may_be_in_operator (const struct imp_stmt *s)
{
  return (s->kind == IMP_LOOP && !imp_is_whole (s)) || s->kind == IMP_GIVE
	 || s->kind == IMP_NEW || s->kind == IMP_ARRAY || s->kind == IMP_ASSIGN
	 || s->kind == IMP_STORE || s->kind == IMP_IF || s->kind == IMP_FOR || s->kind == IMP_WHILE;
}

void
imp_check_stmt_in_loop (struct checker *c, struct imp_stmt *s)
{
  if (c->operator && !may_be_in_operator (s))
    imp_complain (c, s, "in an operator", NULL);
}

/* --- Outputs --------------------------------------------------------------------------------- */

/* The words of imp.def: may O be an output of a loop with that strategy?  */
static bool
any_output (const struct imp_stmt *o)
{
  return imp_is_output (o);
}

static bool
any_reduce (const struct imp_stmt *o)
{
  return o->kind == IMP_REDUCE && !o->e[1];
}

static bool
commuting_reduce (const struct imp_stmt *o)
{
  return any_reduce (o) && o->commutes;
}

static bool
any_filter (const struct imp_stmt *o)
{
  return o->kind == IMP_FILTER;
}

static bool
any_scan (const struct imp_stmt *o)
{
  return o->kind == IMP_SCAN || o->kind == IMP_EXSCAN;
}

/* Can scan O be reduced so in the first pass?  */
static bool
combines_ahead (const struct imp_stmt *o, enum imp_shape ahead)
{
  return ahead == IMP_SHAPE_TREE || (ahead == IMP_SHAPE_LANES && o->commutes);
}

static bool (*const shape_takes[IMP_SHAPE_LAST]) (const struct imp_stmt *) = {
#define IMP_SHAPE(NAME, TEXT, TAKES, DOC) TAKES,
#include "imp.def"
#undef IMP_SHAPE
};

/* The strategy of the pass in which loop S combines or stores the values of output O.  */
static enum imp_shape
shape_of (const struct imp_stmt *s, const struct imp_stmt *o)
{
  return imp_is_whole (s) && imp_looks_ahead (s) && o->kind == IMP_REDUCE ? s->ahead : s->shape;
}

/* Variable V is written by S, or by the loop of output S.  */
static void
check_written (struct checker *c, struct imp_stmt *s, struct imp_var *v)
{
  struct scope_var *e = imp_scope_use (c, s, v);

  if (!e)
    return;
  e->assigned++;
  if (v->kind != IMP_VAR_LOCAL || e->index || e->fixed || type_is_vec (v->type))
    imp_complain (c, s, "cannot be an output:", v);
  if (outside_operator (c, e))
    imp_complain (c, s, "an operator assigns a variable from outside:", v);
  if (e->parfor != c->parfor)
    imp_complain (c, s, "a parfor assigns a variable from outside:", v);
}

/* Check the operator of output O, whose parameters are its first statements.  */
static void
check_operator (struct checker *c, struct imp_stmt *o, unsigned params, const struct type *t)
{
  const struct imp_stmt *s = o->body.first;
  struct checked_loop *loop = c->loop;
  size_t n = c->n, operator = c->operator, blocks = c->blocks;

  for (unsigned k = 0; k < params; k++, s = s ? s->next : NULL)
    if (!s || s->kind != IMP_NEW || s->e[0] || s->var->type != t)
      {
	imp_complain (c, o, "a parameter of the operator has another type", NULL);
	return;
      }
  c->depth++;
  c->loop = NULL;
  if (o->kind != IMP_FILTER)
    c->operator = n;
  else
    c->blocks = 0;
  imp_check_block (c, &o->body);
  c->blocks = blocks;
  if (o->kind != IMP_FILTER)
    imp_check_typed (c, o, o->e[2], t, "the operator's result has another type");
  c->operator = operator;
  c->loop = loop;
  c->depth--;
  c->n = n;
}

/* The constant value of O's variable before the loop; NULL: unknown.  */
static const struct fir_const *
begins_as (struct checker *c, const struct imp_stmt *o)
{
  const struct scope_var *v = imp_scope_find (c, o->var);

  return v && !v->assigned && v->init && v->init->kind == IMP_EXPR_CONST ? v->init->cst : NULL;
}

/* Does the accumulator of O begin with the neutral element of O?  */
static bool
begins_neutral (struct checker *c, const struct imp_stmt *o)
{
  const struct fir_const *begin = begins_as (c, o);

  return begin && o->e[0] && o->e[0]->kind == IMP_EXPR_CONST
	 && fir_const_equal (begin, o->e[0]->cst);
}

/* Does the cursor of O begin with 0?  */
static bool
begins_zero (struct checker *c, const struct imp_stmt *o)
{
  const struct fir_const *begin = begins_as (c, o);

  return begin && begin->i == 0;
}

static void
check_output (struct checker *c, struct imp_stmt *o, const struct imp_stmt *loop)
{
  /* It has been checked.  */
  if (o == imp_between (loop) && imp_is_whole (loop))
    return;
  if (!imp_is_output (o))
    {
      imp_complain (c, o, "what is no output stands at the head of a loop", NULL);
      return;
    }
  /* Lanes begin with the neutral element, or the first element, and end in the accumulator.  */
  if (o->kind == IMP_REDUCE && loop->shape && !o->first && !o->apart && !imp_is_whole (loop))
    imp_want (c, o, begins_neutral (c, o),
	      "what is taken in blocks begins with no neutral element");
  if (imp_output_moves (o) && imp_is_whole (loop))
    imp_want (c, o, begins_zero (c, o), "what counts the values of a filter begins with no 0");
  check_written (c, o, o->var);
  imp_want (c, o, !c->operator || !o->base, "an operator stores outside");
  imp_want (c, o, !type_has_space (imp_output_type (o)),
	    "an output gives what leads to an iteration's own memory");
  imp_want (c, o, shape_takes[shape_of (loop, o)] (o),
	    "the loop cannot be taken so with this output");
  imp_want (c, o, !any_scan (o) || !loop->ahead || combines_ahead (o, loop->ahead),
	    "the pass before cannot be taken so with this output");
  if (o->base)
    {
      imp_check_expr (c, o, o->base, false);
      imp_want (c, o, o->base->kind == IMP_EXPR_VAR && !imp_expr_is_area (o->base),
		"the destination is no pointer variable");
    }
  if (imp_output_moves (o))
    imp_want (c, o, o->var->type == type_size (c->p->ctx), "a cursor is no u64");
  if (o->e[0])
    {
      imp_check_typed (c, o, o->e[0], o->var->type, "the neutral element has another type");
      imp_want (c, o, o->e[0]->kind == IMP_EXPR_CONST, "the neutral element is no constant");
    }
  if (o->by)
    imp_want (c, o, o->kind == IMP_REDUCE && o->commutes && o->var->type->kind == TYPE_RECORD
	      && o->by <= o->var->type->nfields
	      && o->var->type->fields[o->by - 1].type == type_size (c->p->ctx),
	      "what orders the values is no u64 of theirs");
  imp_want (c, o, !o->first || (!o->e[0] && !o->e[1]),
	    "what gets its first value from an element has one before");
  imp_want (c, o, !o->wide || !o->body.first, "where there is room none need be made");
  imp_want (c, o, !o->apart || (!o->first && !o->e[1]),
	    "what is combined apart has no value before");
  if (o->e[1])
    {
      imp_check_typed (c, o, o->e[1], type_i32 (c->p->ctx), "a flag is no i32");
      imp_want (c, o, o->e[1]->kind == IMP_EXPR_VAR && !o->e[0],
		"a flag is a variable, and stands alone");
      if (o->e[1]->kind == IMP_EXPR_VAR)
	check_written (c, o, o->e[1]->var);
    }
}

/* Check the operator of output O, which must not read its loop's outputs; but the block of a filter
   reads its cursor, and may change its destination.  */
static void
check_operator_of (struct checker *c, struct imp_stmt *o)
{
  struct scope_var *pos, *to;

  if (!imp_is_output (o) || o->kind == IMP_CURSOR)
    return;
  if (o->kind != IMP_FILTER)
    {
      check_operator (c, o, 2, o->var->type);
      return;
    }
  if (!o->body.first)
    return;
  pos = imp_scope_find (c, o->var);
  to = imp_scope_find (c, o->base->var);
  if (!pos || !to)
    return;
  pos->output--;
  pos->fixed++;
  to->fixed--;
  check_operator (c, o, 1, type_size (c->p->ctx));
  /* The scope may have been reallocated.  */
  imp_scope_find (c, o->var)->output++;
  imp_scope_find (c, o->var)->fixed--;
  imp_scope_find (c, o->base->var)->fixed++;
}

/* Is V written by output O?  */
static bool
writes (const struct imp_stmt *o, const struct imp_var *v)
{
  return o->var == v || (o->e[1] && o->e[1]->var == v);
}

/* Check that no variable is two outputs of S, or one and the destination of another, or S's
   bound.  */
static void
check_distinct (struct checker *c, struct imp_stmt *s)
{
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      if (!imp_is_output (o))
	continue;
      imp_want (c, o, !o->e[1] || o->e[1]->var != o->var, "a variable is two outputs");
      for (unsigned k = 0; k < 4; k++)
	imp_want (c, o, !imp_expr_uses (s->e[k], o->var), "an output is a bound of its loop");
      for (struct imp_stmt *t = s->orelse.first; t; t = t->next)
	imp_want (c, o, t == o || !(writes (t, o->var) || (o->e[1] && writes (t, o->e[1]->var))
				    || (o->base && writes (t, o->base->var))),
		  "a variable is two outputs");
    }
}

/* --- Elements -------------------------------------------------------------------------------- */

/* Does every element of a loop with failures F that reaches B, and does not fail, give to V?  */
static bool
gives (const struct imp_fails *f, const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_block *good = imp_fails_not (f, s);

      if ((s->kind == IMP_GIVE && s->var == v) || (good && gives (f, good, v)))
	return true;
    }
  return false;
}

/* The greatest number of values that an execution of B gives to V.  */
static unsigned
most_given (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      unsigned x = most_given (&s->body, v), y = most_given (&s->orelse, v);

      n += s->kind == IMP_GIVE && s->var == v;
      n += x > y ? x : y;
    }
  return n;
}

/* Do scans of S, a loop of a chunk, take its elements one after another, some of which may fail?
   These need not give: nobody sees what is stored then.  */
static bool
scans_in_order (const struct imp_stmt *s)
{
  return !imp_is_whole (s) && !s->shape && imp_block_fails (&s->body);
}

void
imp_check_give (struct checker *c, struct imp_stmt *s)
{
  struct checked_loop *loop = c->loop;
  struct imp_stmt *o = loop ? imp_output (loop->s, s->var) : NULL;

  if (!o)
    {
      imp_complain (c, s, "an element gives again and again, or to no output of its loop:",
		    s->var);
      return;
    }
  imp_check_typed (c, s, s->e[0], imp_output_type (o),
		   "the value has another type than the output's");
  if (s->e[1])
    imp_check_condition (c, s, s->e[1]);
  /* The outputs that every element gives to.  What a filter keeps, and a cursor moves by, may also
     be nothing.  */
  if (o->first || loop->s->shape || (any_scan (o) && !scans_in_order (loop->s))
      || (loop->s->ahead && o->kind != IMP_FILTER && o->kind != IMP_CURSOR))
    imp_want (c, s, c->depth - c->good == loop->depth, "an element may not come here");
  imp_want (c, s, !s->e[1] || o->kind == IMP_FILTER
		  || (o->kind == IMP_REDUCE
		      && (o->e[0] || (!shape_of (loop->s, o) && (o->e[1] || !o->first)))),
	    "a condition, and no value stands for none");
}

/* From here on (DELTA 1), up to there (-1), S's outputs must not be read, and its bounds are
   fixed.  */
static void
note_outputs (struct checker *c, struct imp_stmt *s, int delta)
{
  for (unsigned k = 0; k < 2; k++)
    {
      const struct imp_expr *e = s->e[k];
      struct scope_var *v = e->kind == IMP_EXPR_VAR ? imp_scope_find (c, e->var) : NULL;

      if (v)
	v->fixed += delta;
    }
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      struct scope_var *acc = imp_scope_find (c, o->var);
      struct scope_var *has = o->e[1] ? imp_scope_find (c, o->e[1]->var) : NULL;
      struct scope_var *to = o->base ? imp_scope_find (c, o->base->var) : NULL;

      if (to)
	to->fixed += delta;
      /* Elements may read cursors.  */
      if (acc && o->kind == IMP_CURSOR)
	acc->fixed += delta;
      else if (acc)
	acc->output += delta;
      if (has)
	has->output += delta;
    }
}

/* Is what elements of S, a loop of a whole region, fail by raised as soon as all have been looked
   at, before anything that they give is?  */
static bool
raises (const struct imp_stmt *s)
{
  const struct imp_stmt *between = imp_between (s), *next = between ? between->body.first : s->next;

  return next && next->kind == IMP_RAISE;
}

/* Check what S, a loop of a whole region, says of the rows that its elements read.  */
static void
check_along (struct checker *c, struct imp_stmt *s)
{
  const struct type *u64 = type_size (c->p->ctx);
  bool good = s->nargs == 0 || s->nargs == 3;

  for (unsigned k = 0; k < s->nargs; k++)
    {
      const struct type *t = s->args[k]->type;

      imp_check_expr (c, s, s->args[k], false);
      good &= k ? t == u64 : t && imp_is_offsets (t);
    }
  imp_want (c, s, good, "rows do not begin like that");
}

/* Check the conditions on S as a loop of a whole region.  */
static void
check_whole (struct checker *c, struct imp_stmt *s)
{
  imp_check_typed (c, s, s->e[3], type_size (c->p->ctx), "a cost is no u64");
  check_along (c, s);
  imp_want (c, s, !c->parfor, "inside a parfor");
  imp_want (c, s, !s->brief, "a loop of a whole region is never brief");
  imp_want (c, s, c->proc->may_fail || !imp_has_needs (s),
	    "in a procedure that does not say mayfail");
  imp_want (c, s, !imp_has_needs (s) || raises (s),
	    "nothing behind it raises what an element needs");
  imp_want (c, s, !(imp_block_fails (&s->body) || imp_block_marks (&s->body)) || raises (s),
	    "nothing behind it raises how an element fails");
  imp_want (c, s, !(imp_block_fails (&s->body) || imp_block_marks (&s->body)) || !imp_has_needs (s),
	    "what an element needs stands beside other ways to fail");
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    imp_want (c, o, !imp_is_output (o)
		    || (!o->first && !o->apart && !o->e[1]
			&& (o->kind != IMP_FILTER || !o->body.first)),
	      "no output of a loop of a whole region");
}

/* May S be between two passes: does it only allocate, choose and check, and change nothing that
   elements read?  */
static bool
may_be_between (const struct imp_stmt *s)
{
  return s->kind == IMP_NEW || s->kind == IMP_VECNEW || s->kind == IMP_TEMP
	 || s->kind == IMP_ASSIGN || s->kind == IMP_IF || s->kind == IMP_CHECK
	 || s->kind == IMP_RAISE;
}

/* Check B, between the passes of a loop; variables from OWN on are bound there.  */
static void
check_between_block (struct checker *c, struct imp_block *b, size_t own)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct scope_var *v = s->kind == IMP_ASSIGN ? imp_scope_find (c, s->var) : NULL;

      imp_want (c, s, may_be_between (s), "between the passes of a loop");
      if (v && v < c->vars + own)
	imp_complain (c, s, "assigned between the passes of a loop:", s->var);
      if (s->kind == IMP_IF)
	{
	  check_between_block (c, &s->body, own);
	  check_between_block (c, &s->orelse, own);
	}
    }
}

/* Check the block between the passes of S, a loop.  Outputs must not be read, except the counts of
   filters.  */
static void
check_between (struct checker *c, struct imp_stmt *s)
{
  struct imp_stmt *between = imp_between (s);
  size_t own = c->n;

  if (!between)
    return;
  for (const struct imp_stmt *o = between->next; o; o = o->next)
    {
      struct scope_var *v = imp_is_output (o) && !imp_output_moves (o)
			    ? imp_scope_find (c, o->var) : NULL;

      if (v)
	v->output++;
    }
  imp_check_block (c, &between->body);
  check_between_block (c, &between->body, own);
  for (const struct imp_stmt *o = between->next; o; o = o->next)
    {
      struct scope_var *v = imp_is_output (o) && !imp_output_moves (o)
			    ? imp_scope_find (c, o->var) : NULL;

      if (v)
	v->output--;
    }
}

/* A loop in a chunk that has needs does nothing else: it ends the iteration.  */
void
imp_check_need (struct checker *c, struct imp_stmt *s)
{
  const struct checked_loop *loop = c->loop;

  imp_want (c, s, c->parfor, "outside a parfor");
  imp_want (c, s, c->proc->may_fail, "in a procedure that does not say mayfail");
  imp_want (c, s, loop && c->depth == loop->depth, "no element of a loop needs it");
  imp_want (c, s, !loop || imp_is_whole (loop->s) || loop->depth == c->parfor_depth + 1,
	    "what a chunk needs is looked at in a block of it");
  imp_want (c, s, !loop || imp_is_whole (loop->s) || !loop->s->orelse.first,
	    "what a chunk needs is not looked at beside outputs");
  imp_check_operands (c, s);
  imp_check_typed (c, s, s->e[0], type_size (c->p->ctx), "the element is no u64");
  imp_check_condition (c, s, s->e[1]);
}

void
imp_check_loop (struct checker *c, struct imp_stmt *s)
{
  struct checked_loop in = { s, c->depth + 1, NULL }, *around = c->loop;
  size_t n, begin = c->n, blocks = c->blocks;
  unsigned good_around = c->good;
  const struct imp_stmt *whole_around = c->whole;
  bool good = true, whole = imp_is_whole (s);
  enum par_level level = c->level;

  if (whole)
    check_whole (c, s);
  else
    {
      imp_want (c, s, !s->once, "the code of a part of a chunk stands there as often as it does");
      imp_want (c, s, !s->trust, "whether the parts of a chunk are apart is its parfor's");
    }
  for (unsigned k = 0; k < 2; k++)
    imp_check_typed (c, s, s->e[k], type_size (c->p->ctx), "a bound is no u64");
  if (whole)
    check_between (c, s);
  n = c->n;
  imp_want (c, s, !s->shape || s->orelse.first, "blocks of nothing");
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      check_output (c, o, s);
      good &= imp_is_output (o) || (whole && o == imp_between (s));
    }
  if (!good)
    return;
  check_distinct (c, s);
  note_outputs (c, s, 1);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    check_operator_of (c, o);
  if (whole || (!around && !imp_block_fails (&s->body)))
    in.fails = imp_flags_of (c->p, &s->body);
  else
    in.fails = around ? around->fails : NULL;
  c->loop = &in;
  c->depth++;
  c->good = 0;
  c->parfor += whole;
  if (whole)
    {
      c->whole = s;
      c->level = LEVEL_ELEMENT;
      c->between = begin;
      c->between_end = n;
    }
  if (s->shape)
    c->blocks = c->n;
  imp_scope_bind (c, s, s->var, true);
  imp_check_block (c, &s->body);
  c->blocks = blocks;
  c->parfor -= whole;
  c->whole = whole_around;
  c->level = level;
  if (whole)
    c->between = c->between_end = 0;
  note_outputs (c, s, -1);
  imp_want (c, s, s->shape != IMP_SHAPE_SWEEP || (!whole && imp_loop_plain (s)),
	    "a sweep does more than compute and give");
  if (whole && c->ok)
    imp_check_cursors (c, s, begin, n);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      struct scope_var *acc = whole && any_scan (o) ? imp_scope_find (c, o->var) : NULL;

      if (acc)
	acc->ended = true;
      if (!imp_is_output (o))
	continue;
      imp_want (c, o, (!o->first && !s->shape && (!any_scan (o) || scans_in_order (s)))
		      || gives (in.fails, &s->body, o->var),
		"no element gives it a value");
      imp_want (c, o, most_given (&s->body, o->var) <= 1, "an element gives it two values");
    }
  c->good = good_around;
  c->depth--;
  c->loop = around;
  c->n = n;
}

/* The checker of IMP: scopes, types, and the absence of interference.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   DPIA keeps parallel iterations apart by types: the body of a parfor is passive but for the
   place in the output that it is handed (Atkey et al., section 3.3).  Here a parfor assigns no
   variable from outside and drops nothing from outside; that it stores to its own part of the
   output only, imp-own.c finds out, or the parfor names why it is trusted (doc/imp.txt, section
   4).  What really happens the evaluator checks, run by run.  */

#include <string.h>
#include "imp-check.h"
#include "fir/text.h"

struct scope_var
{
  struct imp_var *v;
  unsigned parfor;		/* parfors around the binder */
  bool index;			/* of a loop: never assigned */
  unsigned assigned;
  unsigned output;		/* loops around that have it as an output */
  unsigned fixed;		/* loops around whose outputs store where it points, or which end
				   there */
  const struct imp_expr *init;	/* what it was bound to; NULL: nothing */
};

struct checker
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct imp_effects *effects;	/* of the functions */
  struct strbuf *err;
  struct scope_var *vars;
  size_t n, cap;
  unsigned parfor;
  unsigned depth;		/* blocks around the statement at hand, in PROC's */
  bool fun;			/* PROC is a function */
  bool ok;
  size_t operator;		/* in an operator: variables from this one on are its own; 0: in
				   none */
  size_t blocks;		/* in elements that are taken in blocks: variables before this one
				   are from outside */
  struct checked_loop *loop;	/* with outputs, whose element this is; NULL: none, or part of
				   one */
};

struct checked_loop
{
  struct imp_stmt *s;
  unsigned depth;		/* of its body */
};

static void
complain (struct checker *c, const struct imp_stmt *s, const char *what, const struct imp_var *v)
{
  c->ok = false;
  if (c->p->file && s && s->line)
    strbuf_printf (c->err, "%s:%u:1: error: ", c->p->file, s->line);
  strbuf_printf (c->err, "proc @%s: %s: %s", c->proc->name, s ? imp_stmt_name[s->kind] : "head",
		 what);
  if (v)
    {
      strbuf_putc (c->err, ' ');
      text_var (c->err, v->name, v->id);
    }
  strbuf_putc (c->err, '\n');
}

/* --- Scopes --------------------------------------------------------------------------------- */

static struct scope_var *
find (struct checker *c, const struct imp_var *v)
{
  for (size_t k = c->n; k-- > 0;)
    if (c->vars[k].v == v)
      return &c->vars[k];
  return NULL;
}

static void
bind_var (struct checker *c, const struct imp_stmt *s, struct imp_var *v, bool index)
{
  if (find (c, v))
    complain (c, s, "bound twice:", v);
  CTX_MORE (c->p->ctx, c->vars, c->n, c->cap);
  c->vars[c->n++] = (struct scope_var) { v, c->parfor, index, 0, 0, 0, NULL };
}

/* V's entry; a complaint if it is not in scope.  */
static struct scope_var *
use (struct checker *c, const struct imp_stmt *s, struct imp_var *v)
{
  struct scope_var *e = find (c, v);
  if (!e)
    complain (c, s, "not in scope:", v);
  else if (e->output)
    complain (c, s, "an output is used inside its loop:", v);
  return e;
}

/* --- Expressions ---------------------------------------------------------------------------- */

static void check_expr (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base);

static bool
is_area (const struct imp_var *v)
{
  return v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP;
}

static bool
is_index (struct checker *c, const struct type *t)
{
  return t == type_size (c->p->ctx) || t == type_scalar (c->p->ctx, SCALAR_I64);
}

static void
want (struct checker *c, struct imp_stmt *s, bool holds, const char *what)
{
  if (!holds)
    complain (c, s, what, NULL);
}

static bool
same_types (struct imp_expr *e, unsigned from, const struct type *t)
{
  for (unsigned k = from; k < e->nargs; k++)
    if (e->args[k]->type != t)
      return false;
  return true;
}

static void
check_prim (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  const struct type *a = e->nargs ? e->args[0]->type : NULL, *t = e->type;
  bool ok = true;
  if (fir_op_info[e->op].cls != FIR_CLASS_PRIM
      || (fir_op_info[e->op].nargs >= 0 && (unsigned) fir_op_info[e->op].nargs != e->nargs))
    {
      complain (c, s, ctx_printf (c->p->ctx, "%s with %u operands", fir_op_info[e->op].text,
				  e->nargs), NULL);
      return;
    }
  switch (e->op)
    {
    case FIR_RECORD:
      ok = t->kind == TYPE_RECORD && t->nfields == e->nargs;
      for (unsigned k = 0; ok && k < e->nargs; k++)
	ok = e->args[k]->type == t->fields[k].type;
      break;
    case FIR_FIELD:
      ok = a->kind == TYPE_RECORD && e->index < a->nfields && a->fields[e->index].type == t;
      break;
    case FIR_CONV:
      ok = (a->kind == TYPE_SCALAR || a->kind == TYPE_PTR)
	   && (t->kind == TYPE_SCALAR || t->kind == TYPE_PTR);
      break;
    case FIR_SELECT:
      ok = (type_is_scalar (a) || a->kind == TYPE_PTR) && same_types (e, 1, t);
      break;
    case FIR_STEPS: ok = type_is_integral (a) && same_types (e, 1, a)
			 && t == type_size (c->p->ctx); break;
    case FIR_BITS:
      ok = (a->kind == TYPE_SCALAR && a->scalar == SCALAR_F32
	    && t == type_scalar (c->p->ctx, SCALAR_U32))
	   || (a->kind == TYPE_SCALAR && a->scalar == SCALAR_F64 && t == type_size (c->p->ctx));
      break;
    case FIR_PADD: ok = a->kind == TYPE_PTR && a->elem && t == a
			&& is_index (c, e->args[1]->type); break;
    case FIR_SHL:
    case FIR_SHR: ok = a == t && type_is_integral (t) && type_is_integral (e->args[1]->type); break;
    default:
      if (fir_op_info[e->op].flags & FIR_FLAG_CMP)
	ok = t == type_i32 (c->p->ctx)
	     && (same_types (e, 1, a) || (a->kind == TYPE_PTR
					  && e->args[1]->type->kind == TYPE_PTR));
      else
	ok = type_is_scalar (t) && same_types (e, 0, t);
    }
  if (!ok)
    complain (c, s, ctx_printf (c->p->ctx, "ill-typed %s", fir_op_info[e->op].text), NULL);
}

/* Is V bound outside of the parfor at hand, if there is one.  */
static bool
from_outside (struct checker *c, const struct imp_var *v)
{
  struct scope_var *e = find (c, v);

  return e && e->parfor != c->parfor;
}

static void
check_call (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  const struct imp_fn_info *fi = &imp_fn_info[e->fn];
  if (fi->nargs >= 0 && (unsigned) fi->nargs != e->nargs)
    {
      complain (c, s, ctx_printf (c->p->ctx, "%s with %u operands", fi->text, e->nargs), NULL);
      return;
    }
  const struct type *a = e->nargs ? e->args[0]->type : NULL, *u64 = type_size (c->p->ctx);
  bool ok = true;
  switch (e->fn)
    {
    case IMP_FN_LEN:
    case IMP_FN_TOTAL: ok = type_is_vec (a); break;
    case IMP_FN_BASE:
    case IMP_FN_DATA: ok = type_is_vec (a) && e->type->kind == TYPE_PTR
			   && e->type->elem == type_base (a); break;
    case IMP_FN_CONTIGUOUS:
    case IMP_FN_COPY:
    case IMP_FN_KEEP:
    case IMP_FN_RETAIN: ok = type_is_vec (a) && e->type == a; break;
    case IMP_FN_LOOSE: ok = type_is_vec (a) && e->type == a && e->args[1]->type == u64; break;
    case IMP_FN_EXTENT:
    case IMP_FN_STRIDE:
    case IMP_FN_SLOPE: ok = type_is_vec (a) && e->args[1]->type == u64; break;
    case IMP_FN_ROW: ok = type_is_vec (a) && e->type == a->elem && e->args[1]->type == u64; break;
    case IMP_FN_ROWS: ok = a == u64 && type_levels (e->type) > 1; break;
    case IMP_FN_KEEP_ROW: ok = type_levels (a) > 1 && e->args[1]->type == u64
			       && e->args[2]->type == a->elem; break;
    case IMP_FN_KEPT_ROW: ok = type_levels (a) > 1 && e->args[1]->type == u64
			       && e->type == a->elem; break;
    case IMP_FN_VIEW: ok = a->kind == TYPE_PTR && type_is_vec (e->type) && same_types (e, 1, u64)
			   && e->nargs == 2 + type_levels (e->type); break;
    case IMP_FN_LEND: ok = a->kind == TYPE_PTR && type_levels (e->type) == 1
			   && same_types (e, 1, u64); break;
    case IMP_FN_RESHAPE: ok = type_is_vec (a) && type_is_vec (e->type) && same_types (e, 1, u64)
			      && e->nargs + type_levels (a) == 2 + type_levels (e->type); break;
    case IMP_FN_SEGMENTS: ok = type_is_vec (a) && e->args[1]->type == type_vec (c->p->ctx, u64)
			       && e->type == type_vec (c->p->ctx, a); break;
    case IMP_FN_PART: ok = type_is_vec (a) && same_types (e, 1, u64)
			   && e->type == type_vec (c->p->ctx, type_base (a)); break;
    case IMP_FN_OFFSETS: ok = type_levels (a) > 1 && e->args[1]->type == u64
			      && e->type == type_vec (c->p->ctx, u64); break;
    case IMP_FN_OVERLAP: ok = a->kind == TYPE_PTR && e->args[1]->type == u64
			      && e->args[2]->type->kind == TYPE_PTR
			      && e->args[3]->type == u64; break;
    case IMP_FN_MOVE: ok = a->kind == TYPE_PTR && e->args[1]->type->kind == TYPE_PTR
			   && e->args[2]->type == u64; break;
    case IMP_FN_NOTE: ok = a->kind == TYPE_PTR && a->elem->size == 1
			   && e->args[1]->type == u64; break;
    default: ok = same_types (e, 0, u64); break;
    }
  if (!ok)
    complain (c, s, ctx_printf (c->p->ctx, "ill-typed %s", fi->text), NULL);
  for (unsigned k = 0; k < e->nargs; k++)
    if (imp_takes (e, k) && e->args[k]->kind == IMP_EXPR_VAR && from_outside (c, e->args[k]->var))
      complain (c, s, "a parfor takes what it does not own:", e->args[k]->var);
  if ((e->fn == IMP_FN_RESUME || e->fn == IMP_FN_MARK) && !c->parfor)
    complain (c, s, ctx_printf (c->p->ctx, "%s outside a parfor", fi->text), NULL);
}

static void
check_leaf (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  bool ok = e->leaf->nparams == e->nargs && e->type == e->leaf->ret;
  for (unsigned k = 0; ok && k < e->nargs; k++)
    ok = e->args[k]->type == e->leaf->params[k];
  if (!ok)
    complain (c, s, ctx_printf (c->p->ctx, "ill-typed call of leaf %s", e->leaf->name), NULL);
}

static void
check_fun_call (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  struct imp_proc *f = e->fun;
  bool ok = f->defined && f->nparams == e->nargs && f->nresults == 1
	    && e->type == f->results[0]->type;
  for (unsigned k = 0; ok && k < e->nargs; k++)
    ok = e->args[k]->type == f->params[k]->type;
  if (!ok)
    complain (c, s, ctx_printf (c->p->ctx, "ill-typed call of @%s, or it is not defined", f->name),
	      NULL);
}

/* BASE: E is the base of a load or store.  */
static void
check_expr (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base)
{
  for (unsigned k = 0; k < e->nargs; k++)
    check_expr (c, s, e->args[k], e->kind == IMP_EXPR_LOAD && k == 0);
  switch (e->kind)
    {
    case IMP_EXPR_CONST: break;
    case IMP_EXPR_VAR:
      use (c, s, e->var);
      if (base || !is_area (e->var))
	want (c, s, e->type == e->var->type, "a variable used at another type");
      else
	want (c, s, e->type->kind == TYPE_PTR && e->type->elem == e->var->type,
	      "the address of an area has another type");
      break;
    case IMP_EXPR_PRIM: check_prim (c, s, e); break;
    case IMP_EXPR_LEAF: check_leaf (c, s, e); break;
    case IMP_EXPR_LOAD:
      want (c, s, is_index (c, e->args[1]->type), "an index is neither u64 nor i64");
      break;
    case IMP_EXPR_CALL: check_call (c, s, e); break;
    case IMP_EXPR_FUN: check_fun_call (c, s, e); break;
    }
}

static void
check_typed (struct checker *c, struct imp_stmt *s, struct imp_expr *e, const struct type *t,
	     const char *what)
{
  if (!e)
    {
      complain (c, s, what, NULL);
      return;
    }
  check_expr (c, s, e, false);
  want (c, s, e->type == t, what);
}

/* --- Statements ----------------------------------------------------------------------------- */

/* Does E mention anything bound inside the current parfor?  */
static bool
from_inside (struct checker *c, struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    {
      struct scope_var *v = find (c, e->var);
      return v && v->parfor == c->parfor;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (from_inside (c, e->args[k]))
      return true;
  return false;
}

static void check_block (struct checker *c, struct imp_block *b);

/* Is an operator being looked at, and is V from outside of it?  */
static bool
outside_operator (struct checker *c, const struct scope_var *v)
{
  return c->operator && v < c->vars + c->operator;
}

/* Does a statement of B itself give to V?  */
static bool
gives (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == v)
      return true;
  return false;
}

static void
check_assign (struct checker *c, struct imp_stmt *s)
{
  struct scope_var *v = use (c, s, s->var);
  check_typed (c, s, s->e[0], s->var->type, "the value has another type than the variable");
  if (!v)
    return;
  v->assigned++;
  if (s->var->kind == IMP_VAR_PARAM || is_area (s->var) || v->index)
    complain (c, s, "cannot be assigned:", s->var);
  if (v->parfor != c->parfor)
    complain (c, s, "a parfor assigns a variable from outside:", s->var);
  if (outside_operator (c, v))
    complain (c, s, "an operator assigns a variable from outside:", s->var);
  if (v->fixed)
    complain (c, s, "a bound, or where an output stores, changes inside its loop:", s->var);
  if (c->operator && v < c->vars + c->operator + 2 && !outside_operator (c, v))
    complain (c, s, "an operator assigns its parameter:", s->var);
  if (v < c->vars + c->blocks)
    complain (c, s, "elements that are taken in blocks assign a variable from outside:", s->var);
  if (s->var->kind == IMP_VAR_RESULT && v->assigned > 1)
    complain (c, s, "a result is assigned twice:", s->var);
  if (s->var->kind == IMP_VAR_RESULT && c->depth)
    complain (c, s, "a result is not assigned in the procedure's own block:", s->var);
}

static void
check_store (struct checker *c, struct imp_stmt *s)
{
  bool area = s->base->kind == IMP_EXPR_VAR && is_area (s->base->var);
  const struct type *t = area ? s->base->type
			 : s->base->type->kind == TYPE_PTR ? s->base->type->elem : NULL;
  check_expr (c, s, s->base, true);
  check_expr (c, s, s->e[0], false);
  want (c, s, is_index (c, s->e[0]->type), "an index is neither u64 nor i64");
  check_typed (c, s, s->e[1], t, "the value has another type than the elements");
  if (c->operator)
    want (c, s, area && find (c, s->base->var) && !outside_operator (c, find (c, s->base->var)),
	  "an operator stores outside");
  if (c->parfor && !from_inside (c, s->base) && !from_inside (c, s->e[0]))
    complain (c, s, "every iteration of a parfor stores at the same place", NULL);
}

/* --- Loops and what they give ---------------------------------------------------------------- */

/* The words of imp.def: may output O be of a loop that is taken so?  */
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

static bool (*const shape_takes[IMP_SHAPE_LAST]) (const struct imp_stmt *) = {
#define IMP_SHAPE(NAME, TEXT, TAKES, DOC) TAKES,
#include "imp.def"
#undef IMP_SHAPE
};

/* Variable V is written where S stands, or by what S stands for.  */
static void
check_written (struct checker *c, struct imp_stmt *s, struct imp_var *v)
{
  struct scope_var *e = use (c, s, v);

  if (!e)
    return;
  e->assigned++;
  if (v->kind != IMP_VAR_LOCAL || e->index || e->fixed || type_is_vec (v->type))
    complain (c, s, "cannot be an output:", v);
  if (e->parfor != c->parfor)
    complain (c, s, "a parfor assigns a variable from outside:", v);
}

/* The operator of output O, whose parameters are its first statements.  */
static void
check_operator (struct checker *c, struct imp_stmt *o, unsigned params, const struct type *t)
{
  const struct imp_stmt *s = o->body.first;
  struct checked_loop *loop = c->loop;
  size_t n = c->n, operator = c->operator, blocks = c->blocks;

  for (unsigned k = 0; k < params; k++, s = s ? s->next : NULL)
    if (!s || s->kind != IMP_NEW || s->e[0] || s->var->type != t)
      {
	complain (c, o, "a parameter of the operator has another type", NULL);
	return;
      }
  c->depth++;
  c->loop = NULL;
  if (o->kind != IMP_FILTER)
    c->operator = n;
  else
    c->blocks = 0;
  check_block (c, &o->body);
  c->blocks = blocks;
  if (o->kind != IMP_FILTER)
    check_typed (c, o, o->e[2], t, "the operator's result has another type");
  c->operator = operator;
  c->loop = loop;
  c->depth--;
  c->n = n;
}

/* Has the accumulator of O, so far, the neutral element that O names?  */
static bool
begins_neutral (struct checker *c, const struct imp_stmt *o)
{
  const struct scope_var *v = find (c, o->var);

  return o->e[0] && o->e[0]->kind == IMP_EXPR_CONST && v && !v->assigned && v->init
	 && v->init->kind == IMP_EXPR_CONST && fir_const_equal (v->init->cst, o->e[0]->cst);
}

static void
check_output (struct checker *c, struct imp_stmt *o, const struct imp_stmt *loop)
{
  if (!imp_is_output (o))
    {
      complain (c, o, "what is no output stands at the head of a loop", NULL);
      return;
    }
  /* Lanes begin with the neutral element, or the first one, and end in the accumulator.  */
  if (o->kind == IMP_REDUCE && loop->shape && !o->first)
    want (c, o, begins_neutral (c, o), "what is taken in blocks begins with no neutral element");
  check_written (c, o, o->var);
  want (c, o, shape_takes[loop->shape] (o), "the loop cannot be taken so with this output");
  if (o->base)
    {
      check_expr (c, o, o->base, false);
      want (c, o, o->base->kind == IMP_EXPR_VAR && !is_area (o->base->var),
	    "the destination is no pointer variable");
    }
  if (o->kind == IMP_FILTER)
    want (c, o, o->var->type == type_size (c->p->ctx), "a cursor is no u64");
  if (o->e[0])
    {
      check_typed (c, o, o->e[0], o->var->type, "the neutral element has another type");
      want (c, o, o->e[0]->kind == IMP_EXPR_CONST, "the neutral element is no constant");
    }
  want (c, o, !o->first || (!o->e[0] && !o->e[1]),
	"what gets its first value from an element has one before");
  if (o->e[1])
    {
      check_typed (c, o, o->e[1], type_i32 (c->p->ctx), "a flag is no i32");
      want (c, o, o->e[1]->kind == IMP_EXPR_VAR && !o->e[0],
	    "a flag is a variable, and stands alone");
      if (o->e[1]->kind == IMP_EXPR_VAR)
	check_written (c, o, o->e[1]->var);
    }
}

/* The operator of output O, whose loop's outputs must not be looked at; but the block of a filter
   reads its cursor, and may change where it points.  */
static void
check_operator_of (struct checker *c, struct imp_stmt *o)
{
  struct scope_var *pos, *to;

  if (o->kind != IMP_FILTER)
    {
      check_operator (c, o, 2, o->var->type);
      return;
    }
  if (!o->body.first)
    return;
  pos = find (c, o->var);
  to = find (c, o->base->var);
  if (!pos || !to)
    return;
  pos->output--;
  pos->fixed++;
  to->fixed--;
  check_operator (c, o, 1, type_size (c->p->ctx));
  /* The scope may have grown.  */
  find (c, o->var)->output++;
  find (c, o->var)->fixed--;
  find (c, o->base->var)->fixed++;
}

/* Is V written by output O?  */
static bool
writes (const struct imp_stmt *o, const struct imp_var *v)
{
  return o->var == v || (o->e[1] && o->e[1]->var == v);
}

/* No variable is two outputs of S, or one and where another stores.  */
static void
check_distinct (struct checker *c, struct imp_stmt *s)
{
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      want (c, o, !o->e[1] || o->e[1]->var != o->var, "a variable is two outputs");
      for (struct imp_stmt *t = s->orelse.first; t; t = t->next)
	want (c, o, t == o || !(writes (t, o->var) || (o->e[1] && writes (t, o->e[1]->var))
				|| (o->base && writes (t, o->base->var))),
	      "a variable is two outputs");
    }
}

/* The most values that statements of B give to V one after the other.  */
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

static void
check_give (struct checker *c, struct imp_stmt *s)
{
  struct checked_loop *loop = c->loop;
  struct imp_stmt *o = loop ? imp_output (loop->s, s->var) : NULL;

  if (!o)
    {
      complain (c, s, "an element gives again and again, or to no output of its loop:", s->var);
      return;
    }
  check_typed (c, s, s->e[0], imp_output_type (o), "the value has another type than the output's");
  if (s->e[1])
    {
      check_expr (c, s, s->e[1], false);
      want (c, s, s->e[1]->type && type_is_integral (s->e[1]->type),
	    "the condition is not integral");
    }
  /* What every element gives.  */
  if (o->first || loop->s->shape || any_scan (o))
    want (c, s, c->depth == loop->depth, "an element may not come here");
  want (c, s, !s->e[1] || o->kind == IMP_FILTER || o->e[0] || (o->e[1] && !loop->s->shape),
	"a condition, and no value stands for none");
}

/* From here on, DELTA 1, till there, -1, S's outputs must not be looked at, and its bounds stay as
   they are.  */
static void
note_outputs (struct checker *c, struct imp_stmt *s, int delta)
{
  for (unsigned k = 0; k < 2; k++)
    {
      struct scope_var *v = s->e[k]->kind == IMP_EXPR_VAR ? find (c, s->e[k]->var) : NULL;

      if (v)
	v->fixed += delta;
    }
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      struct scope_var *acc = find (c, o->var);
      struct scope_var *has = o->e[1] ? find (c, o->e[1]->var) : NULL;
      struct scope_var *to = o->base ? find (c, o->base->var) : NULL;

      if (to)
	to->fixed += delta;
      if (acc)
	acc->output += delta;
      if (has)
	has->output += delta;
    }
}

static void
check_loop (struct checker *c, struct imp_stmt *s)
{
  struct checked_loop in = { s, c->depth + 1 }, *around = c->loop;
  size_t n = c->n, blocks = c->blocks;
  bool good = true;

  for (unsigned k = 0; k < 2; k++)
    check_typed (c, s, s->e[k], type_size (c->p->ctx), "a bound is no u64");
  want (c, s, !s->shape || s->orelse.first, "blocks of nothing");
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      check_output (c, o, s);
      good &= imp_is_output (o);
    }
  if (!good)
    return;
  check_distinct (c, s);
  note_outputs (c, s, 1);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    check_operator_of (c, o);
  c->loop = &in;
  c->depth++;
  if (s->shape)
    c->blocks = c->n;
  bind_var (c, s, s->var, true);
  check_block (c, &s->body);
  c->blocks = blocks;
  note_outputs (c, s, -1);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    {
      want (c, o, (!o->first && !s->shape) || gives (&s->body, o->var),
	    "no element gives it a value");
      want (c, o, most_given (&s->body, o->var) <= 1, "an element gives it two values");
    }
  c->depth--;
  c->loop = around;
  c->n = n;
}

static void
check_inner (struct checker *c, struct imp_stmt *s, struct imp_block *b)
{
  size_t n = c->n;
  bool par = s->kind == IMP_PARFOR;
  struct checked_loop *loop = c->loop;
  c->parfor += par;
  c->depth++;
  if (par || s->kind == IMP_FOR || s->kind == IMP_WHILE)
    c->loop = NULL;
  if (s->kind == IMP_FOR || par)
    bind_var (c, s, s->var, true);
  check_block (c, b);
  c->parfor -= par;
  c->depth--;
  c->loop = loop;
  c->n = n;
}

/* Iterations of parfor S own what they store to, or it says why it is trusted.  */
static void
check_apart (struct checker *c, struct imp_stmt *s)
{
  struct imp_stmt *at;
  const char *bad;

  /* What is ill-formed has been complained of; scopes and types are taken for granted.  */
  if (!c->ok || c->parfor || !c->effects)
    return;
  bad = imp_own (c->p, c->effects, c->proc, s, &at);
  if (bad)
    complain (c, at ? at : s, bad, NULL);
}

/* FREE and RELEASE.  */
static void
check_drop (struct checker *c, struct imp_stmt *s)
{
  struct scope_var *v = use (c, s, s->var);
  if (s->kind == IMP_FREE)
    want (c, s, s->var->kind == IMP_VAR_TEMP, "free of what is no temp");
  else
    want (c, s, type_is_vec (s->var->type), "release of what is no vector");
  if (v && v->parfor != c->parfor)
    complain (c, s, "a parfor drops what it does not own:", s->var);
}

static void
check_operands (struct checker *c, struct imp_stmt *s)
{
  want (c, s, s->nargs == check_kind_nargs (s->check), "the wrong number of operands");
  for (unsigned k = 0; k < s->nargs; k++)
    check_typed (c, s, s->args[k], type_size (c->p->ctx), "an operand is no u64");
}

/* Does S change nothing but variables and arrays?  */
static bool
may_be_in_operator (const struct imp_stmt *s)
{
  return s->kind == IMP_NEW || s->kind == IMP_ARRAY || s->kind == IMP_ASSIGN || s->kind == IMP_STORE
	 || s->kind == IMP_IF || s->kind == IMP_FOR || s->kind == IMP_WHILE;
}

static void
check_stmt (struct checker *c, struct imp_stmt *s)
{
  const struct type *u64 = type_size (c->p->ctx);
  if (c->fun && (s->kind == IMP_TEMP || s->kind == IMP_PARFOR || s->kind == IMP_CHECK
		 || s->kind == IMP_FAIL || s->kind == IMP_RAISE))
    complain (c, s, "in a function", NULL);
  if (c->operator && !may_be_in_operator (s))
    complain (c, s, "in an operator", NULL);
  switch (s->kind)
    {
    case IMP_NEW:
      if (s->e[0])
	check_typed (c, s, s->e[0], s->var->type, "the value has another type than the variable");
      bind_var (c, s, s->var, false);
      c->vars[c->n - 1].init = s->e[0];
      break;
    case IMP_ARRAY:
      want (c, s, s->e[0]->kind == IMP_EXPR_CONST || (!c->depth && !c->fun),
	    "the size of an array is no constant");
      /* Fall through.  */
    case IMP_TEMP:
    case IMP_VECNEW:
      check_typed (c, s, s->e[0], u64, "a size is no u64");
      want (c, s, s->kind != IMP_VECNEW || type_is_vec (s->var->type), "vecnew of no vector");
      want (c, s, s->kind != IMP_TEMP || !c->parfor, "a temp inside a parfor");
      if (s->e[1])
	{
	  check_typed (c, s, s->e[1], s->var->type, "what is reused has another type");
	  want (c, s, type_levels (s->var->type) == 1, "reuse of a nested vector");
	  want (c, s, s->e[1]->kind == IMP_EXPR_VAR, "reuse of what is no variable");
	  want (c, s, !c->parfor, "reuse inside a parfor");
	}
      if (s->e[2])
	{
	  check_expr (c, s, s->e[2], false);
	  want (c, s, type_is_integral (s->e[2]->type), "the condition is not integral");
	}
      bind_var (c, s, s->var, false);
      break;
    case IMP_ASSIGN: check_assign (c, s); break;
    case IMP_STORE: check_store (c, s); break;
    case IMP_IF:
      check_expr (c, s, s->e[0], false);
      want (c, s, type_is_integral (s->e[0]->type), "the condition is not integral");
      check_inner (c, s, &s->body);
      check_inner (c, s, &s->orelse);
      break;
    case IMP_FOR:
      for (unsigned k = 0; k < 3; k++)
	check_typed (c, s, s->e[k], u64, "a bound is no u64");
      check_inner (c, s, &s->body);
      break;
    case IMP_LOOP: check_loop (c, s); break;
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN: complain (c, s, "not at the head of a loop", NULL); break;
    case IMP_GIVE: check_give (c, s); break;
    case IMP_WHILE:
      check_expr (c, s, s->e[0], false);
      want (c, s, s->e[0]->type && type_is_integral (s->e[0]->type),
	    "the condition is not integral");
      check_inner (c, s, &s->body);
      break;
    case IMP_PARFOR:
      for (unsigned k = 0; k < 2; k++)
	check_typed (c, s, s->e[k], u64, "a count is no u64");
      want (c, s, !c->parfor, "inside a parfor");
      check_inner (c, s, &s->body);
      check_apart (c, s);
      break;
    case IMP_CHECK:
      want (c, s, !c->parfor, "inside a parfor");
      check_operands (c, s);
      check_inner (c, s, &s->body);
      break;
    case IMP_FAIL:
      want (c, s, c->parfor, "outside a parfor");
      want (c, s, c->proc->may_fail, "in a procedure that does not say mayfail");
      check_operands (c, s);
      check_typed (c, s, s->e[0], u64, "the element is no u64");
      break;
    case IMP_RAISE:
      want (c, s, !c->parfor, "inside a parfor");
      want (c, s, c->proc->may_fail, "in a procedure that does not say mayfail");
      check_inner (c, s, &s->body);
      break;
    case IMP_EVAL:
      check_expr (c, s, s->e[0], false);
      want (c, s, s->e[0]->kind == IMP_EXPR_CALL || s->e[0]->kind == IMP_EXPR_LEAF, "no call");
      break;
    case IMP_FREE:
    case IMP_RELEASE: check_drop (c, s); break;
    case IMP_STMT_LAST: break;
    }
}

static void
check_block (struct checker *c, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    check_stmt (c, s);
}

static void
check_proc (struct checker *c)
{
  for (unsigned k = 0; c->fun && k < c->proc->nparams; k++)
    if (type_is_vec (c->proc->params[k]->type))
      complain (c, NULL, "a function has a vector as a parameter:", c->proc->params[k]);
  if (c->fun && (c->proc->nresults != 1 || type_is_vec (c->proc->results[0]->type)))
    complain (c, NULL, "a function has one result, which is no vector", NULL);
  for (unsigned k = 0; k < c->proc->nparams; k++)
    bind_var (c, NULL, c->proc->params[k], false);
  for (unsigned k = 0; k < c->proc->nresults; k++)
    bind_var (c, NULL, c->proc->results[k], false);
  check_block (c, &c->proc->body);
  for (unsigned k = 0; k < c->proc->nresults; k++)
    if (!find (c, c->proc->results[k])->assigned)
      complain (c, NULL, "a result is never assigned:", c->proc->results[k]);
}

/* Append what is wrong with P to ERR; true if nothing is.  */
bool
imp_check (struct imp_prog *p, struct strbuf *err)
{
  bool ok = true;
  struct imp_effects *effects;
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    {
      struct checker c = { .p = p, .proc = fun, .err = err, .fun = true, .ok = true };
      /* One that is called but not defined is complained of where it is called.  */
      if (fun->defined)
	check_proc (&c);
      ok &= c.ok;
    }
  /* Functions that are ill-formed have been complained of.  */
  effects = ok ? imp_effects (p) : NULL;
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    {
      struct checker c = { .p = p, .effects = effects, .proc = proc, .err = err, .ok = true };
      check_proc (&c);
      ok &= c.ok;
    }
  return ok;
}

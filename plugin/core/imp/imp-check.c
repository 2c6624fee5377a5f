/* The checker of IMP: procedures, statements, scopes, and the absence of interference.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   DPIA separates parallel iterations by types: the body of a parfor is passive except for the place
   in the output that is passed to it (Atkey et al., section 3.3).  Here a parfor assigns no
   variable from outside and drops nothing from outside; imp-own.c proves that it stores only to its
   own part of the output, or the parfor names why it is trusted (doc/imp.txt, section 4).  The
   evaluator detects races of actual runs.

   imp-check-expr.c checks expressions, imp-check-loop.c loops with outputs, imp-check-space.c
   memory and levels.  */

#include "imp-check.h"
#include "fir/text.h"

void
imp_complain (struct checker *c, const struct imp_stmt *s, const char *what,
	      const struct imp_var *v)
{
  unsigned line = s ? s->line : c->proc->line;

  c->ok = false;
  if (c->p->file && line)
    strbuf_printf (c->err, "%s:%u:1: error: ", c->p->file, line);
  strbuf_printf (c->err, "%s @%s: %s: %s", c->fun ? "func" : "proc", c->proc->name,
		 s ? imp_stmt_name[s->kind] : "head", what);
  if (v)
    {
      strbuf_putc (c->err, ' ');
      text_var (c->err, v->name, v->id);
    }
  strbuf_putc (c->err, '\n');
}

void
imp_want (struct checker *c, const struct imp_stmt *s, bool holds, const char *what)
{
  if (!holds)
    imp_complain (c, s, what, NULL);
}

/* --- Scopes --------------------------------------------------------------------------------- */

struct scope_var *
imp_scope_find (struct checker *c, const struct imp_var *v)
{
  size_t k = v && v->id <= c->proc->nvars ? c->at[v->id] : c->n;

  return k < c->n && c->vars[k].v == v ? &c->vars[k] : NULL;
}

void
imp_scope_bind (struct checker *c, const struct imp_stmt *s, struct imp_var *v, bool index)
{
  if (imp_scope_find (c, v))
    imp_complain (c, s, "bound twice:", v);
  else if (v->id <= c->proc->nvars)
    c->at[v->id] = c->n;
  CTX_MORE (c->p->ctx, c->vars, c->n, c->cap);
  c->vars[c->n++] = (struct scope_var) { .v = v, .parfor = c->parfor, .level = c->level,
					 .index = index };
  imp_check_binder (c, s, v);
}

struct scope_var *
imp_scope_use (struct checker *c, const struct imp_stmt *s, struct imp_var *v)
{
  struct scope_var *e = imp_scope_find (c, v);
  if (!e)
    imp_complain (c, s, "not in scope:", v);
  else if (e->output)
    imp_complain (c, s, "an output is used inside its loop:", v);
  else if (e->ended)
    imp_complain (c, s, "a scan of a whole region does not say where it ends:", v);
  else if (!c->storing && e >= c->vars + c->between && e < c->vars + c->between_end)
    imp_complain (c, s, "elements look at what is bound between the passes of their loop:", v);
  else if (e->parfor != c->parfor)
    imp_check_seen (c, s, e);
  return e;
}

/* --- Statements ----------------------------------------------------------------------------- */

/* Does E use anything bound inside the current parfor, or a cursor of it?  */
static bool
from_inside (struct checker *c, struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    {
      struct scope_var *v = imp_scope_find (c, e->var);
      struct imp_stmt *o = c->whole ? imp_output (c->whole, e->var) : NULL;
      return (v && v->parfor == c->parfor) || (o && o->kind == IMP_CURSOR);
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (from_inside (c, e->args[k]))
      return true;
  return false;
}

static void
check_assign (struct checker *c, struct imp_stmt *s)
{
  struct scope_var *v = imp_scope_use (c, s, s->var);
  imp_check_typed (c, s, s->e[0], s->var->type, "the value has another type than the variable");
  if (!v)
    return;
  v->assigned++;
  if (s->var->kind == IMP_VAR_PARAM || imp_var_is_area (s->var) || v->index)
    imp_complain (c, s, "cannot be assigned:", s->var);
  if (v->parfor != c->parfor)
    imp_complain (c, s, "a parfor assigns a variable from outside:", s->var);
  imp_check_assign_in_loop (c, s, v);
  if (s->var->kind == IMP_VAR_RESULT && v->assigned > 1)
    imp_complain (c, s, "a result is assigned twice:", s->var);
  if (s->var->kind == IMP_VAR_RESULT && c->depth)
    imp_complain (c, s, "a result is not assigned in the procedure's own block:", s->var);
}

static void
check_store (struct checker *c, struct imp_stmt *s)
{
  const struct type *t = imp_expr_is_area (s->base) ? s->base->type
			 : s->base->type->kind == TYPE_PTR ? s->base->type->elem : NULL;
  c->storing = true;
  imp_check_expr (c, s, s->base, true);
  c->storing = false;
  imp_check_expr (c, s, s->e[0], false);
  imp_want_index (c, s, s->e[0]);
  imp_check_typed (c, s, s->e[1], t, "the value has another type than the elements");
  imp_check_store_in_loop (c, s);
  if (c->parfor && !c->once && !from_inside (c, s->base) && !from_inside (c, s->e[0]))
    imp_complain (c, s, "every iteration of a parfor stores at the same place", NULL);
}

static void
check_inner (struct checker *c, struct imp_stmt *s, struct imp_block *b)
{
  size_t n = c->n;
  bool par = s->kind == IMP_PARFOR, once = c->once;
  struct checked_loop *loop = c->loop;
  enum par_level level = c->level;
  uint64_t turns;
  if (par)
    c->once = !c->parfor && imp_is_const (s->e[0], &turns) && turns <= 1;
  c->parfor += par;
  if (par)
    c->level = s->level;
  c->depth++;
  if (par)
    c->parfor_depth = c->depth;
  if (par || s->kind == IMP_FOR || s->kind == IMP_WHILE)
    c->loop = NULL;
  if (s->kind == IMP_FOR || par)
    imp_scope_bind (c, s, s->var, true);
  imp_check_block (c, b);
  c->parfor -= par;
  c->once = once;
  c->level = level;
  c->depth--;
  c->loop = loop;
  c->n = n;
}

/* S is what a row does alone, or else as an element of the loop around.  Where the former is used
   the pass chunk has put it outside of the loop: it may have loops of a whole region, and
   parfors.  */
static void
check_alone (struct checker *c, struct imp_stmt *s)
{
  struct checker before = *c;

  if (!c->whole)
    {
      imp_complain (c, s, "alone outside a loop of a whole region", NULL);
      return;
    }
  c->whole = NULL;
  c->loop = NULL;
  c->level = LEVEL_PROC;
  c->blocks = c->between = c->between_end = 0;
  check_inner (c, s, &s->body);
  c->whole = before.whole;
  c->loop = before.loop;
  c->level = before.level;
  c->blocks = before.blocks;
  c->between = before.between;
  c->between_end = before.between_end;
  check_inner (c, s, &s->orelse);
}

/* Check that iterations of S, a parfor or a loop of a whole region, own the memory that they store
   to, or that it is trusted.  */
static void
check_apart (struct checker *c, struct imp_stmt *s)
{
  struct imp_stmt *at;
  const char *bad;

  /* Ill-formed statements have been reported; scopes and types are assumed to be valid.  */
  if (!c->ok || !c->effects)
    return;
  bad = imp_own (c->p, c->effects, c->proc, &c->notes, s, &at);
  if (bad)
    imp_complain (c, at ? at : s, bad, NULL);
}

/* FREE and RELEASE.  */
static void
check_drop (struct checker *c, struct imp_stmt *s)
{
  struct scope_var *v = imp_scope_use (c, s, s->var);
  if (s->kind == IMP_FREE)
    imp_want (c, s, s->var->kind == IMP_VAR_TEMP, "free of what is no temp");
  else
    imp_want (c, s, type_is_vec (s->var->type), "release of what is no vector");
  if (v && v->parfor != c->parfor)
    imp_complain (c, s, "a parfor drops what it does not own:", s->var);
}

void
imp_check_operands (struct checker *c, struct imp_stmt *s)
{
  imp_want (c, s, s->nargs == check_kind_nargs (s->check), "the wrong number of operands");
  for (unsigned k = 0; k < s->nargs; k++)
    imp_check_typed (c, s, s->args[k], type_size (c->p->ctx), "an operand is no u64");
}

static void
check_stmt (struct checker *c, struct imp_stmt *s)
{
  const struct type *u64 = type_size (c->p->ctx);
  const struct imp_block *good;
  if (c->fun && (s->kind == IMP_TEMP || s->kind == IMP_PARFOR || s->kind == IMP_CHECK
		 || s->kind == IMP_FAIL || s->kind == IMP_RAISE || imp_is_whole (s)))
    imp_complain (c, s, "in a function", NULL);
  imp_check_stmt_in_loop (c, s);
  switch (s->kind)
    {
    case IMP_NEW:
      /* The address to which an element stores may have a name.  */
      c->storing = c->whole && imp_is_ptr (s->var->type);
      if (s->e[0])
	imp_check_typed (c, s, s->e[0], s->var->type,
			 "the value has another type than the variable");
      c->storing = false;
      imp_scope_bind (c, s, s->var, false);
      c->vars[c->n - 1].init = s->e[0];
      break;
    case IMP_ARRAY:
      imp_want (c, s, s->e[0]->kind == IMP_EXPR_CONST || (!c->parfor && !c->fun),
		"the size of an array is no constant");
      /* Fall through.  */
    case IMP_TEMP:
    case IMP_VECNEW:
      imp_check_typed (c, s, s->e[0], u64, "a size is no u64");
      imp_want (c, s, s->kind != IMP_VECNEW || type_is_vec (s->var->type), "vecnew of no vector");
      imp_want (c, s, s->kind != IMP_TEMP || !c->parfor, "a temp inside a parfor");
      if (s->e[1])
	{
	  imp_check_typed (c, s, s->e[1], s->var->type, "what is reused has another type");
	  imp_want (c, s, type_levels (s->var->type) == 1, "reuse of a nested vector");
	  imp_want (c, s, s->e[1]->kind == IMP_EXPR_VAR, "reuse of what is no variable");
	  imp_want (c, s, !c->parfor, "reuse inside a parfor");
	}
      if (s->e[2])
	imp_check_condition (c, s, s->e[2]);
      imp_scope_bind (c, s, s->var, false);
      break;
    case IMP_ASSIGN: check_assign (c, s); break;
    case IMP_STORE: check_store (c, s); break;
    case IMP_IF:
      imp_check_condition (c, s, s->e[0]);
      if (imp_is_alone (s))
	{
	  check_alone (c, s);
	  break;
	}
      good = c->loop ? imp_fails_not (c->loop->fails, s) : NULL;
      c->good += good == &s->body;
      check_inner (c, s, &s->body);
      c->good -= good == &s->body;
      c->good += good == &s->orelse;
      check_inner (c, s, &s->orelse);
      c->good -= good == &s->orelse;
      break;
    case IMP_FOR:
      for (unsigned k = 0; k < 3; k++)
	imp_check_typed (c, s, s->e[k], u64, "a bound is no u64");
      check_inner (c, s, &s->body);
      break;
    case IMP_LOOP:
      imp_check_loop (c, s);
      if (imp_is_whole (s))
	check_apart (c, s);
      break;
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN:
    case IMP_CURSOR:
    case IMP_BETWEEN: imp_complain (c, s, "not at the head of a loop", NULL); break;
    case IMP_GIVE: imp_check_give (c, s); break;
    case IMP_WHILE:
      imp_check_condition (c, s, s->e[0]);
      check_inner (c, s, &s->body);
      break;
    case IMP_PARFOR:
      for (unsigned k = 0; k < 2; k++)
	imp_check_typed (c, s, s->e[k], u64, "a count is no u64");
      imp_check_level (c, s);
      check_inner (c, s, &s->body);
      check_apart (c, s);
      break;
    case IMP_CHECK:
      imp_want (c, s, !c->parfor, "inside a parfor");
      imp_check_operands (c, s);
      check_inner (c, s, &s->body);
      break;
    case IMP_FAIL:
      imp_want (c, s, c->parfor, "outside a parfor");
      imp_want (c, s, c->proc->may_fail, "in a procedure that does not say mayfail");
      imp_check_operands (c, s);
      imp_check_typed (c, s, s->e[0], u64, "the element is no u64");
      break;
    case IMP_NEED: imp_check_need (c, s); break;
    case IMP_RAISE:
      imp_want (c, s, !c->parfor, "inside a parfor");
      imp_want (c, s, c->proc->may_fail, "in a procedure that does not say mayfail");
      check_inner (c, s, &s->body);
      break;
    case IMP_EVAL:
      imp_check_expr (c, s, s->e[0], false);
      imp_want (c, s, s->e[0]->kind == IMP_EXPR_CALL || s->e[0]->kind == IMP_EXPR_LEAF, "no call");
      imp_check_eval_in_loop (c, s);
      break;
    case IMP_FREE:
    case IMP_RELEASE: check_drop (c, s); break;
    case IMP_STMT_LAST: break;
    }
}

void
imp_check_block (struct checker *c, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    check_stmt (c, s);
}

static void
check_proc (struct checker *c)
{
  c->at = CTX_NEWV (c->p->ctx, size_t, c->proc->nvars + 1);
  for (unsigned k = 0; c->fun && k < c->proc->nparams; k++)
    if (type_is_vec (c->proc->params[k]->type))
      imp_complain (c, NULL, "a function has a vector as a parameter:", c->proc->params[k]);
  if (c->fun && (c->proc->nresults != 1 || type_is_vec (c->proc->results[0]->type)))
    imp_complain (c, NULL, "a function has one result, which is no vector", NULL);
  for (unsigned k = 0; k < c->proc->nparams; k++)
    imp_scope_bind (c, NULL, c->proc->params[k], false);
  for (unsigned k = 0; k < c->proc->nresults; k++)
    imp_scope_bind (c, NULL, c->proc->results[k], false);
  imp_check_block (c, &c->proc->body);
  for (unsigned k = 0; k < c->proc->nresults; k++)
    if (!imp_scope_find (c, c->proc->results[k])->assigned)
      imp_complain (c, NULL, "a result is never assigned:", c->proc->results[k]);
}

/* Append the errors in P to ERR; true if there are none.  */
bool
imp_check (struct imp_prog *p, struct strbuf *err)
{
  bool ok = true;
  struct imp_effects *effects;
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    {
      struct checker c = { .p = p, .proc = fun, .err = err, .level = LEVEL_ELEMENT,
			   .fun = true, .ok = true };
      /* One that is called but not defined is reported at the call.  */
      if (fun->defined)
	check_proc (&c);
      ok &= c.ok;
    }
  /* Ill-formed functions have been reported.  */
  effects = ok ? imp_effects (p) : NULL;
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    {
      struct checker c = { .p = p, .effects = effects, .proc = proc, .err = err,
			   .level = LEVEL_PROC, .ok = true };
      check_proc (&c);
      ok &= c.ok;
    }
  return ok;
}

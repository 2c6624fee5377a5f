/* Whether a FIR program is well formed: scopes, single binding, numbers of operands.

   Messages cite the rules of doc/fir.txt, which has the typing rules (fir-check-op.c), too.  The
   checker runs between the compiler's passes, so nothing that a wrong pass can build may crash it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "base/lex.h"
#include "text.h"

#include <string.h>

#define MAX_PROBLEMS 20

/* The place of the statement at hand, for a program that was read from text.  */
static void
excerpt (struct checker *ck, unsigned line, unsigned col)
{
  const char *p = ck->text;

  for (; p && line > 1; line--)
    p = strchr (p, '\n') ? strchr (p, '\n') + 1 : NULL;
  if (p)
    lex_excerpt (ck->err, p, col - 1);
}

static void
report (struct checker *ck, enum check_place place, unsigned k, const char *rule, const char *fmt,
	va_list ap)
{
  unsigned line = ck->stmt && ck->stmt->line ? ck->stmt->line : 1;
  unsigned col = ck->stmt && ck->stmt->col ? ck->stmt->col : 1;
  char buf[512];

  vsnprintf (buf, sizeof buf, fmt, ap);
  if (ck->in)
    {
      infer_problem (ck->in, place, k, rule, buf);
      return;
    }
  if (++ck->problems > MAX_PROBLEMS)
    return;
  if (ck->file)
    strbuf_printf (ck->err, "%s:%u:%u: error: ", ck->file, line, col);
  strbuf_printf (ck->err, "%s @%s: ", ck->kind, ck->name);
  if (ck->stmt)
    strbuf_printf (ck->err, "%s: ", fir_op_info[ck->stmt->op].text);
  strbuf_printf (ck->err, "%s (rule %s)\n", buf, rule);
  if (ck->file && ck->stmt && ck->stmt->line)
    excerpt (ck, line, col);
}

void
check_bad (struct checker *ck, const char *rule, const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  report (ck, PLACE_OP, 0, rule, fmt, ap);
  va_end (ap);
}

void
check_bad_at (struct checker *ck, enum check_place place, unsigned k, const char *rule,
	      const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  report (ck, place, k, rule, fmt, ap);
  va_end (ap);
}

/* --- Scopes ---------------------------------------------------------------------------------- */

static void
ids_room (struct checker *ck, unsigned id)
{
  size_t n = ck->nids ? ck->nids : 256;
  struct fir_var **bound;
  bool *in_scope;

  if (id < ck->nids)
    return;
  while (n <= id)
    n *= 2;
  bound = CTX_NEWV (ck->p->ctx, struct fir_var *, n);
  in_scope = CTX_NEWV (ck->p->ctx, bool, n);
  if (ck->nids)
    {
      memcpy (bound, ck->bound, ck->nids * sizeof *bound);
      memcpy (in_scope, ck->in_scope, ck->nids * sizeof *in_scope);
    }
  ck->bound = bound;
  ck->in_scope = in_scope;
  ck->nids = n;
}

/* V is bound here, by statement DEF or as a parameter.  */
static void
bind_var (struct checker *ck, struct fir_var *v, struct fir_stmt *def)
{
  if (!v || !v->type)
    {
      check_bad (ck, "S1", "a variable is missing or has no type");
      return;
    }
  ids_room (ck, v->id);
  if (ck->bound[v->id] == v)
    check_bad (ck, "S1", "%s.%u is bound twice", v->name, v->id);
  else if (ck->bound[v->id])
    check_bad (ck, "S1", "%s.%u has the number of %s.%u", v->name, v->id, ck->bound[v->id]->name,
	       v->id);
  if (v->id >= ck->p->nvars)
    check_bad (ck, "S1", "%s.%u has a number that was not given out", v->name, v->id);
  if (v->def != def)
    check_bad (ck, "S1", "%s.%u does not know the statement that binds it", v->name, v->id);
  check_var_type (ck, v, false);
  ck->bound[v->id] = v;
  ck->in_scope[v->id] = true;
}

static void
leave_var (struct checker *ck, struct fir_var *v)
{
  if (v && v->id < ck->nids)
    ck->in_scope[v->id] = false;
}

static bool
in_scope (const struct checker *ck, const struct fir_var *v)
{
  return v->id < ck->nids && ck->bound[v->id] == v && ck->in_scope[v->id];
}

/* A, called WHAT, is an atom that may be used here.  */
static bool
check_atom (struct checker *ck, struct fir_atom a, const char *what)
{
  if (a.var && a.cst)
    check_bad (ck, "S2", "%s is both a variable and a constant", what);
  else if (a.var && !in_scope (ck, a.var))
    check_bad (ck, "S2", "%s, %s.%u, is not bound here", what, a.var->name, a.var->id);
  else if (!a.var && !a.cst)
    check_bad (ck, "S2", "%s is missing", what);
  else if (!fir_atom_type (a))
    check_bad (ck, "S2", "%s has no type", what);
  else if (a.cst && !a.cst->origin && a.cst->type->kind != TYPE_SCALAR
	   && a.cst->type->kind != TYPE_PTR)
    check_bad (ck, "S2", "%s is a constant of a type that has none in FIR", what);
  else
    return true;
  return false;
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static bool check_stmt (struct checker *ck, struct fir_stmt *s);

/* Check the statements of B; its variables stay in scope.  False if some are so wrong that the
   types of their uses should not be checked.  */
static bool
check_stmts (struct checker *ck, struct fir_block *b)
{
  struct fir_stmt *s, *prev = NULL;
  bool good = true;

  for (s = b->first; s; prev = s, s = s->next)
    {
      if (s->parent != b || s->prev != prev)
	check_bad (ck, "S5", "a statement is linked wrongly");
      good &= check_stmt (ck, s);
    }
  if (b->last != prev)
    check_bad (ck, "S5", "the last statement is not the block's last");
  return good;
}

static bool
check_rets (struct checker *ck, struct fir_block *b)
{
  bool good = true;
  unsigned k;

  for (k = 0; k < b->nrets; k++)
    good &= check_atom (ck, b->rets[k], "what is returned");
  return good;
}

static void
leave_block (struct checker *ck, struct fir_block *b)
{
  struct fir_stmt *s;
  unsigned k;

  for (s = b->first; s; s = s->next)
    for (k = 0; k < s->nres; k++)
      leave_var (ck, s->res[k]);
}

static void
leave_fn (struct checker *ck, struct fir_fn *fn)
{
  unsigned k;

  leave_block (ck, fn->body);
  for (k = 0; k < fn->nparams; k++)
    leave_var (ck, fn->params[k]);
}

/* FN, all but the leaving of its scope.  */
static bool
enter_fn (struct checker *ck, struct fir_fn *fn)
{
  struct fir_stmt *outer = ck->stmt;
  bool good;
  unsigned k;

  if (!fn || !fn->body)
    {
      check_bad (ck, "S3", "a function is missing");
      return false;
    }
  for (k = 0; k < fn->nparams; k++)
    bind_var (ck, fn->params[k], NULL);
  good = check_stmts (ck, fn->body);
  ck->stmt = outer;
  return good & check_rets (ck, fn->body);
}

/* The outputs of the loop S, in the scope of its body.  */
static bool
check_outs (struct checker *ck, struct fir_stmt *s)
{
  bool good = true;
  unsigned k;

  if (s->nouts != s->nres)
    return false;
  for (k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];

      if (o->res != s->res[k])
	check_bad (ck, "F3", "output %u is not that of result %u", k + 1, k + 1);
      good &= check_atom (ck, o->value, "the value");
      if (!fir_atom_none (o->guard))
	good &= check_atom (ck, o->guard, "the guard");
    }
  return good;
}

/* What the outputs of S use from outside its body.  */
static bool
check_outs_outside (struct checker *ck, struct fir_stmt *s)
{
  bool good = true;
  unsigned k;

  for (k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];

      if (!fir_atom_none (o->init))
	good &= check_atom (ck, o->init, "the initial value");
      if (!fir_atom_none (o->dest))
	good &= check_atom (ck, o->dest, "the destination");
      if (o->combine)
	{
	  good &= enter_fn (ck, o->combine);
	  leave_fn (ck, o->combine);
	}
    }
  return good;
}

/* The numbers of operands, functions and results of S.  */
bool
check_counts (struct checker *ck, struct fir_stmt *s)
{
  const struct fir_op_info *info = &fir_op_info[s->op];
  bool many = s->op == FIR_IF || s->op == FIR_CALL || s->op == FIR_LOOP || s->op == FIR_CASE
	      || s->op == FIR_APPLY;
  unsigned nres = s->op != FIR_CHECK && s->op != FIR_UPDATE_ROWS;

  if (info->nargs >= 0 && s->nargs != (unsigned) info->nargs)
    check_bad (ck, "S3", "%u operands, not %d", s->nargs, info->nargs);
  else if (info->nfns >= 0 && s->nfns != (unsigned) info->nfns)
    check_bad (ck, "S3", "%u functions, not %d", s->nfns, info->nfns);
  else if (!many && s->nres != nres)
    check_bad (ck, "S3", "%u results, not %u", s->nres, nres);
  else if (s->op == FIR_LOOP && s->nouts != s->nres)
    check_bad (ck, "F3", "%u outputs, but %u results", s->nouts, s->nres);
  else if (s->nouts && s->op != FIR_LOOP)
    check_bad (ck, "S3", "only a loop has outputs");
  else if (s->op == FIR_CASE && s->nfns && !s->arms)
    check_bad (ck, "S3", "its arms are missing");
  else
    return true;
  return false;
}

static bool
check_stmt (struct checker *ck, struct fir_stmt *s)
{
  bool good, tail;
  unsigned k;

  ck->stmt = s;
  tail = check_enter (ck, s);
  good = s->op < FIR_LAST && check_counts (ck, s);
  for (k = 0; k < s->nargs; k++)
    good &= check_atom (ck, s->args[k], "an operand");
  if (s->op == FIR_MU)
    for (k = 0; k < s->nres; k++)
      bind_var (ck, s->res[k], s);
  for (k = 0; k < s->nfns; k++)
    {
      good &= enter_fn (ck, s->fns[k]);
      if (s->op == FIR_LOOP)
	good &= check_outs (ck, s);
      if (s->fns[k] && s->fns[k]->body)
	leave_fn (ck, s->fns[k]);
    }
  if (s->op == FIR_LOOP)
    good &= check_outs_outside (ck, s);
  for (k = 0; k < s->nres && s->op != FIR_MU; k++)
    bind_var (ck, s->res[k], s);
  if (good)
    check_op (ck, s);
  ck->stmt = NULL;
  ck->tail = tail;
  return good;
}

/* --- Programs -------------------------------------------------------------------------------- */

/* The declared reads of LEAF.  */
static void
check_access (struct checker *ck, struct fir_leaf *leaf)
{
  bool some = leaf->areas != NULL;
  unsigned k;

  for (k = 0; k < leaf->nparams; k++)
    {
      struct leaf_access *a = &leaf->access[k];
      const struct type *t = leaf->params[k];

      some |= a->kind != ACCESS_NONE;
      if (a->kind != ACCESS_NONE && t && t->kind != TYPE_PTR && !type_is_vec (t))
	check_bad (ck, "S6", "parameter %u leads to no memory", k + 1);
      if (a->bytes && (a->kind != ACCESS_READS || !t || t->kind != TYPE_PTR))
	check_bad (ck, "S6", "how far parameter %u is read is a number at a pointer", k + 1);
    }
  for (struct leaf_area *a = leaf->areas; a; a = a->next)
    if (!a->base.cst || a->base.cst->type->kind != TYPE_PTR)
      check_bad (ck, "S6", "what it reads is no address");
  if (some && !(leaf->flags & LEAF_BOUNDED))
    check_bad (ck, "S6", "what it reads is said, but not that there is nothing else");
  if ((leaf->flags & LEAF_BOUNDED) && (leaf->flags & LEAF_CONST) && some)
    check_bad (ck, "S6", "it reads nothing, and something");
}

static void
check_leaf (struct checker *ck, struct fir_leaf *leaf)
{
  unsigned k;

  ck->kind = "leaf";
  ck->name = leaf->name;
  check_access (ck, leaf);
  for (k = 0; k < leaf->nparams; k++)
    if (!leaf->params[k])
      check_bad (ck, "S4", "parameter %u has no type", k + 1);
    else if (type_has_fn (leaf->params[k]))
      check_bad (ck, "S7", "parameter %u has functions in it", k + 1);
  if (!leaf->ret)
    check_bad (ck, "S4", "no type of the result");
  else if (type_has_fn (leaf->ret))
    check_bad (ck, "S7", "the result has functions in it");
  if ((leaf->flags & LEAF_INDIRECT) && (!leaf->nparams || leaf->params[0]->kind != TYPE_PTR))
    check_bad (ck, "S4", "it is called through a pointer, but its first parameter is none");
  if ((leaf->flags & LEAF_LOAD)
      && (leaf->nparams != 2 || leaf->params[1] != type_size (ck->p->ctx)
	  || !leaf->params[0] || leaf->params[0]->kind != TYPE_PTR
	  || leaf->params[0]->elem != leaf->ret))
    check_bad (ck, "S4", "it loads, but not from a pointer to its result, and an offset");
}

/* Parameters and results of R are not functions.  */
static void
check_outside (struct checker *ck, struct fir_region *r)
{
  unsigned k;

  for (k = 0; k < r->nparams; k++)
    check_var_type (ck, r->params[k], true);
  for (k = 0; k < r->body->nrets; k++)
    if (r->body->rets[k].var)
      check_var_type (ck, r->body->rets[k].var, true);
}

bool
fir_check_file (struct fir_prog *p, const char *file, const char *text, struct strbuf *err)
{
  struct checker ck;
  struct fir_leaf *leaf;
  struct fir_fun *fun;
  struct fir_region *r;
  unsigned k;

  memset (&ck, 0, sizeof ck);
  ck.p = p;
  ck.file = file;
  ck.text = text;
  ck.err = err;
  for (leaf = p->leaves; leaf; leaf = leaf->next)
    check_leaf (&ck, leaf);
  for (fun = p->funs; fun; fun = fun->next)
    {
      ck.kind = "function";
      ck.name = fun->name;
      ck.tail = true;
      enter_fn (&ck, fun->fn);
      ck.tail = false;
      leave_fn (&ck, fun->fn);
    }
  for (r = p->regions; r; r = r->next)
    {
      ck.kind = "region";
      ck.name = r->name;
      for (k = 0; k < r->nparams; k++)
	bind_var (&ck, r->params[k], NULL);
      check_stmts (&ck, r->body);
      if (check_rets (&ck, r->body))
	check_outside (&ck, r);
      leave_block (&ck, r->body);
      for (k = 0; k < r->nparams; k++)
	leave_var (&ck, r->params[k]);
    }
  return ck.problems == 0;
}

bool
fir_check (struct fir_prog *p, struct strbuf *err)
{
  return fir_check_file (p, NULL, NULL, err);
}

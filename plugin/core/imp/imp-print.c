/* IMP as text; doc/imp.txt has the grammar, imp-parse.c reads it back.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp.h"
#include "fir/text.h"

struct printer
{
  struct strbuf *out;
  struct type_names *names;
};

static void
print_type (struct printer *pr, const struct type *t)
{
  text_type (pr->out, pr->names, t);
}

static void
print_var (struct printer *pr, struct imp_var *v)
{
  text_var (pr->out, v->name, v->id);
}

/* "x.1: T".  */
static void
print_binder (struct printer *pr, struct imp_var *v)
{
  print_var (pr, v);
  strbuf_printf (pr->out, ": ");
  print_type (pr, v->type);
}

static void print_expr (struct printer *pr, struct imp_expr *e);

static void
print_args (struct printer *pr, unsigned n, struct imp_expr *const *args)
{
  for (unsigned k = 0; k < n; k++)
    {
      strbuf_printf (pr->out, k ? ", " : "");
      print_expr (pr, args[k]);
    }
}

static void
print_call (struct printer *pr, struct imp_expr *e)
{
  strbuf_printf (pr->out, " (");
  print_args (pr, e->nargs, e->args);
  strbuf_putc (pr->out, ')');
}

/* Is the type of the result of E not that of its first operand, nor fixed?  */
static bool
prim_shows_type (struct imp_expr *e)
{
  return e->op == FIR_CONV || e->op == FIR_RECORD;
}

static void
print_prim (struct printer *pr, struct imp_expr *e)
{
  strbuf_printf (pr->out, "%s%s", fir_op_info[e->op].text, e->wrap ? ".wrap" : "");
  if (e->op == FIR_FIELD)
    strbuf_printf (pr->out, ".%u", e->index);
  if (prim_shows_type (e))
    {
      strbuf_putc (pr->out, ':');
      print_type (pr, e->type);
    }
  print_call (pr, e);
}

static void
print_expr (struct printer *pr, struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: text_const (pr->out, pr->names, e->cst); break;
    case IMP_EXPR_VAR: print_var (pr, e->var); break;
    case IMP_EXPR_PRIM: print_prim (pr, e); break;
    case IMP_EXPR_LEAF:
      strbuf_printf (pr->out, "leaf ");
      text_global (pr->out, e->leaf->name);
      print_call (pr, e);
      if (e->site)
	strbuf_printf (pr->out, " at %u", e->site);
      break;
    case IMP_EXPR_LOAD:
      print_expr (pr, e->args[0]);
      strbuf_putc (pr->out, '[');
      print_expr (pr, e->args[1]);
      strbuf_putc (pr->out, ']');
      break;
    case IMP_EXPR_FUN:
      strbuf_printf (pr->out, "call:");
      print_type (pr, e->type);
      strbuf_putc (pr->out, ' ');
      text_global (pr->out, e->fun->name);
      print_call (pr, e);
      break;
    case IMP_EXPR_CALL:
      strbuf_printf (pr->out, "%s", imp_fn_info[e->fn].text);
      if (imp_fn_info[e->fn].ret == IMP_RET_PTR || imp_fn_info[e->fn].ret == IMP_RET_VEC)
	{
	  strbuf_putc (pr->out, ':');
	  print_type (pr, e->type);
	}
      print_call (pr, e);
      break;
    }
}

static void print_block (struct printer *pr, struct imp_block *b, unsigned indent);

static void
print_indent (struct printer *pr, unsigned indent)
{
  strbuf_printf (pr->out, "%*s", (int) indent, "");
}

/* " {", the block, "}".  */
static void
print_braces (struct printer *pr, struct imp_block *b, unsigned indent)
{
  strbuf_printf (pr->out, " {\n");
  print_block (pr, b, indent + 2);
  print_indent (pr, indent);
  strbuf_putc (pr->out, '}');
}

static void
print_check (struct printer *pr, struct imp_stmt *s)
{
  strbuf_printf (pr->out, " %s (", check_kind_text (s->check));
  print_args (pr, s->nargs, s->args);
  strbuf_putc (pr->out, ')');
}

static void
print_site (struct printer *pr, struct imp_stmt *s)
{
  if (s->site)
    strbuf_printf (pr->out, " at %u", s->site);
}

/* "array a: T[8]" and its like.  */
static void
print_area (struct printer *pr, struct imp_stmt *s)
{
  strbuf_printf (pr->out, " ");
  print_binder (pr, s->var);
  strbuf_printf (pr->out, " [");
  print_expr (pr, s->e[0]);
  strbuf_putc (pr->out, ']');
  if (s->var->stated)
    strbuf_printf (pr->out, " %s", space_name[s->var->space]);
  if (s->e[1])
    {
      strbuf_printf (pr->out, " in ");
      print_expr (pr, s->e[1]);
    }
  if (s->e[2])
    {
      strbuf_printf (pr->out, " unless ");
      print_expr (pr, s->e[2]);
    }
  strbuf_printf (pr->out, s->sparse ? " sparse" : "");
  print_site (pr, s);
}

/* " VAR = BEGIN to END".  */
static void
print_range (struct printer *pr, struct imp_stmt *s)
{
  strbuf_putc (pr->out, ' ');
  print_var (pr, s->var);
  strbuf_printf (pr->out, " = ");
  print_expr (pr, s->e[0]);
  strbuf_printf (pr->out, " to ");
  print_expr (pr, s->e[1]);
}

/* " VAR < COUNT cost COST [along (...)] [at SITE]", of S.  */
static void
print_counted (struct printer *pr, struct imp_stmt *s, struct imp_expr *count,
	       struct imp_expr *cost)
{
  strbuf_putc (pr->out, ' ');
  print_var (pr, s->var);
  strbuf_printf (pr->out, " < ");
  print_expr (pr, count);
  strbuf_printf (pr->out, " cost ");
  print_expr (pr, cost);
  if (s->nargs)
    {
      strbuf_printf (pr->out, " along (");
      print_args (pr, s->nargs, s->args);
      strbuf_putc (pr->out, ')');
    }
  print_site (pr, s);
}

static void
print_for (struct printer *pr, struct imp_stmt *s, unsigned indent)
{
  print_range (pr, s);
  strbuf_printf (pr->out, " step ");
  print_expr (pr, s->e[2]);
  strbuf_printf (pr->out, s->ivdep ? " ivdep" : s->scalar ? " scalar" : "");
  strbuf_printf (pr->out, s->vector ? " vector" : "");
  print_braces (pr, &s->body, indent);
}

/* The parameters of an output's operator, its statements, and its result.  */
static void
print_operator (struct printer *pr, struct imp_stmt *o, unsigned params, unsigned indent)
{
  struct imp_block rest = o->body;

  strbuf_printf (pr->out, " (");
  for (unsigned k = 0; k < params; k++, rest.first = rest.first->next)
    {
      strbuf_printf (pr->out, k ? ", " : "");
      print_binder (pr, rest.first->var);
    }
  strbuf_putc (pr->out, ')');
  print_braces (pr, &rest, indent);
  if (!o->e[2])
    return;
  strbuf_printf (pr->out, " ret ");
  print_expr (pr, o->e[2]);
}

static void
print_output (struct printer *pr, struct imp_stmt *o, unsigned indent)
{
  strbuf_putc (pr->out, ' ');
  print_var (pr, o->var);
  if (o->base)
    {
      strbuf_printf (pr->out, " to ");
      print_expr (pr, o->base);
    }
  if (o->first)
    strbuf_printf (pr->out, " first");
  if (o->apart)
    strbuf_printf (pr->out, " apart");
  if (o->wide)
    strbuf_printf (pr->out, " wide");
  if (o->e[1])
    {
      strbuf_printf (pr->out, " if ");
      print_expr (pr, o->e[1]);
    }
  if (o->e[0])
    {
      strbuf_printf (pr->out, " neutral ");
      print_expr (pr, o->e[0]);
    }
  if (o->commutes)
    strbuf_printf (pr->out, " commutes");
  if (o->by)
    strbuf_printf (pr->out, " by %u", o->by - 1);
  if (o->body.first)
    print_operator (pr, o, o->kind == IMP_FILTER ? 1 : 2, indent);
}

static void
print_trust (struct printer *pr, const struct imp_stmt *s)
{
  if (s->trust)
    strbuf_printf (pr->out, " trusted %s", imp_trust_name[s->trust]);
}

static void
print_loop (struct printer *pr, struct imp_stmt *s, unsigned indent)
{
  if (imp_is_whole (s))
    print_counted (pr, s, s->e[1], s->e[3]);
  else
    print_range (pr, s);
  if (s->shape)
    strbuf_printf (pr->out, " by %s", imp_shape_name[s->shape]);
  if (s->ahead)
    strbuf_printf (pr->out, " after %s", imp_shape_name[s->ahead]);
  strbuf_printf (pr->out, s->ahead_checked ? " checked" : "");
  strbuf_printf (pr->out, s->once ? " once" : "");
  strbuf_printf (pr->out, s->brief ? " brief" : "");
  print_trust (pr, s);
  print_braces (pr, &s->orelse, indent);
  strbuf_printf (pr->out, " do");
  print_braces (pr, &s->body, indent);
}

static void
print_give (struct printer *pr, struct imp_stmt *s)
{
  strbuf_putc (pr->out, ' ');
  print_var (pr, s->var);
  strbuf_printf (pr->out, " := ");
  print_expr (pr, s->e[0]);
  if (!s->e[1])
    return;
  strbuf_printf (pr->out, " when ");
  print_expr (pr, s->e[1]);
}

static void
print_parfor (struct printer *pr, struct imp_stmt *s, unsigned indent)
{
  print_counted (pr, s, s->e[0], s->e[1]);
  if (s->level != LEVEL_THREADS)
    strbuf_printf (pr->out, " on %s", level_name[s->level]);
  print_trust (pr, s);
  print_braces (pr, &s->body, indent);
}

static void
print_if (struct printer *pr, struct imp_stmt *s, unsigned indent)
{
  strbuf_putc (pr->out, ' ');
  print_expr (pr, s->e[0]);
  print_braces (pr, &s->body, indent);
  if (!s->orelse.first)
    return;
  strbuf_printf (pr->out, " else");
  print_braces (pr, &s->orelse, indent);
}

static void
print_fail (struct printer *pr, struct imp_stmt *s)
{
  print_check (pr, s);
  strbuf_printf (pr->out, " order %u elem ", s->order);
  print_expr (pr, s->e[0]);
  print_site (pr, s);
}

static void
print_need (struct printer *pr, struct imp_stmt *s)
{
  strbuf_putc (pr->out, ' ');
  print_expr (pr, s->e[1]);
  strbuf_printf (pr->out, " else");
  print_fail (pr, s);
}

static void
print_stmt (struct printer *pr, struct imp_stmt *s, unsigned indent)
{
  print_indent (pr, indent);
  if (s->kind != IMP_ASSIGN && s->kind != IMP_STORE)
    strbuf_printf (pr->out, "%s", imp_stmt_name[s->kind]);
  switch (s->kind)
    {
    case IMP_NEW:
      strbuf_putc (pr->out, ' ');
      print_binder (pr, s->var);
      if (s->e[0])
	{
	  strbuf_printf (pr->out, " := ");
	  print_expr (pr, s->e[0]);
	}
      break;
    case IMP_ARRAY:
    case IMP_TEMP:
    case IMP_VECNEW: print_area (pr, s); break;
    case IMP_ASSIGN:
      print_var (pr, s->var);
      strbuf_printf (pr->out, " := ");
      print_expr (pr, s->e[0]);
      break;
    case IMP_STORE:
      print_expr (pr, s->base);
      strbuf_putc (pr->out, '[');
      print_expr (pr, s->e[0]);
      strbuf_printf (pr->out, "] := ");
      print_expr (pr, s->e[1]);
      strbuf_printf (pr->out, s->kept ? " kept" : "");
      break;
    case IMP_IF: print_if (pr, s, indent); break;
    case IMP_FOR: print_for (pr, s, indent); break;
    case IMP_LOOP: print_loop (pr, s, indent); break;
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN:
    case IMP_CURSOR: print_output (pr, s, indent); break;
    case IMP_BETWEEN: print_braces (pr, &s->body, indent); break;
    case IMP_GIVE: print_give (pr, s); break;
    case IMP_WHILE:
      strbuf_putc (pr->out, ' ');
      print_expr (pr, s->e[0]);
      print_braces (pr, &s->body, indent);
      break;
    case IMP_PARFOR: print_parfor (pr, s, indent); break;
    case IMP_CHECK:
      print_check (pr, s);
      print_site (pr, s);
      print_braces (pr, &s->body, indent);
      break;
    case IMP_FAIL: print_fail (pr, s); break;
    case IMP_NEED: print_need (pr, s); break;
    case IMP_RAISE: print_braces (pr, &s->body, indent); break;
    case IMP_EVAL:
      strbuf_putc (pr->out, ' ');
      print_expr (pr, s->e[0]);
      strbuf_printf (pr->out, s->kept ? " kept" : "");
      break;
    case IMP_FREE:
    case IMP_RELEASE:
      strbuf_putc (pr->out, ' ');
      print_var (pr, s->var);
      break;
    case IMP_STMT_LAST: break;
    }
  strbuf_putc (pr->out, '\n');
}

static void
print_block (struct printer *pr, struct imp_block *b, unsigned indent)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    print_stmt (pr, s, indent);
}

static void
print_binders (struct printer *pr, unsigned n, struct imp_var **v)
{
  strbuf_putc (pr->out, '(');
  for (unsigned k = 0; k < n; k++)
    {
      strbuf_printf (pr->out, k ? ", " : "");
      print_binder (pr, v[k]);
    }
  strbuf_putc (pr->out, ')');
}

static void
print_proc (struct printer *pr, struct imp_proc *proc, const char *word)
{
  strbuf_printf (pr->out, "%s ", word);
  text_global (pr->out, proc->name);
  strbuf_putc (pr->out, ' ');
  print_binders (pr, proc->nparams, proc->params);
  strbuf_printf (pr->out, " -> ");
  print_binders (pr, proc->nresults, proc->results);
  if (proc->site)
    strbuf_printf (pr->out, " at %u", proc->site);
  strbuf_printf (pr->out, proc->may_fail ? " mayfail" : "");
  print_braces (pr, &proc->body, 0);
  strbuf_putc (pr->out, '\n');
}

/* --- The types that a program mentions ------------------------------------------------------ */

static void
add_expr (struct type_names *names, struct imp_expr *e)
{
  if (!e)
    return;
  if (e->type)
    text_names_add (names, e->type);
  for (unsigned k = 0; k < e->nargs; k++)
    add_expr (names, e->args[k]);
}

static void
add_block (struct type_names *names, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->var)
	text_names_add (names, s->var->type);
      add_expr (names, s->base);
      for (unsigned k = 0; k < 4; k++)
	add_expr (names, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	add_expr (names, s->args[k]);
      add_block (names, &s->body);
      add_block (names, &s->orelse);
    }
}

static void
add_proc (struct type_names *names, struct imp_proc *proc)
{
  for (unsigned k = 0; k < proc->nparams; k++)
    text_names_add (names, proc->params[k]->type);
  for (unsigned k = 0; k < proc->nresults; k++)
    text_names_add (names, proc->results[k]->type);
  add_block (names, &proc->body);
}

/* PROC alone, without the types and leaves that it uses.  */
void
imp_print_proc (struct strbuf *out, struct imp_prog *p, struct imp_proc *proc)
{
  struct printer pr = { out, text_names_new (p->ctx) };
  add_proc (pr.names, proc);
  print_proc (&pr, proc, "proc");
}

void
imp_print (struct strbuf *out, struct imp_prog *p)
{
  struct printer pr = { out, text_names_new (p->ctx) };
  text_names_add_leaves (pr.names, p->fir);
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    add_proc (pr.names, fun);
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    add_proc (pr.names, proc);
  text_names_print (out, pr.names);
  for (struct fir_leaf *leaf = p->fir->leaves; leaf; leaf = leaf->next)
    text_leaf (out, pr.names, leaf);
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    {
      strbuf_printf (out, "\n");
      print_proc (&pr, fun, "func");
    }
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    {
      strbuf_printf (out, "\n");
      print_proc (&pr, proc, "proc");
    }
}

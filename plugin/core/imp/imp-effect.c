/* The effects of a program's functions on the memory that their parameters lead to.

   A function runs inside an iteration of a parfor, so that its loads and stores count as the
   iteration's.  Positions in that memory are ignored: a function that stores through a parameter
   may store anywhere in the argument's memory.  Functions call each other, so the effects of all
   are found together, as a fixed point.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

struct imp_effects
{
  unsigned n;
  struct effect *of;
};

const struct effect *
imp_effect (struct imp_effects *all, const struct imp_proc *fun)
{
  for (unsigned k = 0; k < all->n; k++)
    if (all->of[k].fun == fun)
      return &all->of[k];
  return NULL;
}

/* A function whose effects are being found.  */
struct finding
{
  struct owner o;
  struct imp_effects *all;
  struct effect *e;
  bool write;			/* noting a byte is a store */
  bool more;			/* something new was noted */
};

static void
raise_flag (struct finding *f, bool *flag)
{
  f->more |= !*flag;
  *flag = true;
}

static void
note_origin (struct owner *o, const struct origin *from, void *data)
{
  struct finding *f = (struct finding *) data;
  const struct imp_proc *fun = f->e->fun;

  (void) o;
  if (!from->of)
    raise_flag (f, f->write ? &f->e->writes_any : &f->e->reads_any);
  for (unsigned k = 0; k < fun->nparams; k++)
    if (fun->params[k] == from->of)
      raise_flag (f, f->write ? &f->e->writes[k] : &f->e->reads[k]);
}

static void
note (struct finding *f, const struct imp_expr *e, bool write)
{
  if (e->type && !imp_leads_to_memory (e->type) && e->kind != IMP_EXPR_VAR)
    return;
  if (imp_is_own (&f->o, e))
    return;
  f->write = write;
  imp_origins (&f->o, e, note_origin, f);
}

/* Add the effects of the callee of E to the caller's.  */
static void
note_call (struct finding *f, const struct imp_expr *e)
{
  const struct effect *callee = imp_effect (f->all, e->fun);

  if (!callee)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    {
      if (callee->reads[k])
	note (f, e->args[k], false);
      if (callee->writes[k])
	note (f, e->args[k], true);
    }
  if (callee->reads_any)
    raise_flag (f, &f->e->reads_any);
  if (callee->writes_any)
    raise_flag (f, &f->e->writes_any);
}

static void
note_expr (struct finding *f, const struct imp_expr *e)
{
  for (unsigned k = 0; k < e->nargs; k++)
    note_expr (f, e->args[k]);
  if (e->kind == IMP_EXPR_LOAD)
    note (f, e->args[0], false);
  else if (e->kind == IMP_EXPR_FUN)
    note_call (f, e);
  else if (e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_CALL)
    for (unsigned k = 0; k < e->nargs; k++)
      if (imp_leads_to_memory (e->args[k]->type))
	note (f, e->args[k],
	      e->kind == IMP_EXPR_CALL && k == 0
	      && (e->fn == IMP_FN_MOVE || e->fn == IMP_FN_PACK || e->fn == IMP_FN_NOTE
		  || e->fn == IMP_FN_KEEP_ROW));
}

static void
note_block (struct finding *f, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->base)
	{
	  note_expr (f, s->base);
	  note (f, s->base, true);
	}
      for (unsigned k = 0; k < 4; k++)
	if (s->e[k])
	  note_expr (f, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	note_expr (f, s->args[k]);
      note_block (f, &s->body);
      note_block (f, &s->orelse);
    }
}

struct imp_effects *
imp_effects (struct imp_prog *p)
{
  struct imp_effects *all = CTX_NEW (p->ctx, struct imp_effects);
  struct finding *f;
  unsigned k = 0;
  bool more = true;

  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    all->n++;
  all->of = CTX_NEWV (p->ctx, struct effect, all->n + 1);
  f = CTX_NEWV (p->ctx, struct finding, all->n + 1);
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next, k++)
    {
      all->of[k].fun = fun;
      all->of[k].reads = CTX_NEWV (p->ctx, bool, fun->nparams + 1);
      all->of[k].writes = CTX_NEWV (p->ctx, bool, fun->nparams + 1);
      f[k] = (struct finding) { .o = { .p = p }, .all = all, .e = &all->of[k] };
      imp_note (&f[k].o, fun);
    }
  while (more)
    {
      more = false;
      for (k = 0; k < all->n; k++)
	{
	  f[k].more = false;
	  note_block (&f[k], &all->of[k].fun->body);
	  more |= f[k].more;
	}
    }
  return all;
}

static bool
is_call (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_CALL || e->kind == IMP_EXPR_FUN;
}

bool
imp_computes (const struct imp_expr *e)
{
  return !imp_expr_any (e, is_call);
}

/* Evaluation of IMP: expressions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-eval-int.h"

/* A leaf that raises inside a parfor is noted, and the iteration begun again behind it.  */
static struct value
leaf (struct machine *m, struct imp_expr *x, struct value *args)
{
  struct value r;
  uint32_t site;
  const char *text;
  uint64_t alive = m->e->alive;
  bool done = eval_leaf (m->e, x->leaf, x->nargs, args, &r, &site, &text);
  /* What it has made is alive as long as its result.  */
  m->e->alive = alive;
  if (done)
    {
      struct eval_buffer *last = NULL;
      eval_stores_now (m->e);
      if (r.kind == VAL_VEC)
	{
	  machine_lead (m, r.vec, 0, &last);
	  r = machine_alias (m, &r, x->leaf->name);
	}
      return r;
    }
  eval_fail (m->e, (unsigned) m->mark_order, m->mark_elem, site, text);
  if (!m->leaf_failed)
    longjmp (*m->raised, 1);
  /* One that did not go on behind it is over, as the runtime has it.  */
  m->over = m->resumed && m->resume_at >= m->mark_elem + 1;
  m->resumed = true;
  m->resume_at = m->mark_elem + 1;
  longjmp (*m->leaf_failed, 1);
}

static struct value
written (struct machine *m, struct value v, const char *what)
{
  if (v.kind == VAL_NONE)
    eval_error (m->e, "%s is read before it is written", what);
  return v;
}

struct value
machine_expr (struct machine *m, struct imp_expr *x)
{
  struct value few[8], *args = few, i;
  if (x->nargs > 8)
    args = CTX_NEWV (m->e->ctx, struct value, x->nargs);
  eval_step (m->e);
  if (x->kind == IMP_EXPR_LOAD)
    {
      m->e->cost.work++;
      i = machine_expr (m, x->args[1]);
      return written (m, *machine_place (m, x->args[0], &i, false), "memory");
    }
  for (unsigned k = 0; k < x->nargs; k++)
    args[k] = machine_expr (m, x->args[k]);
  switch (x->kind)
    {
    case IMP_EXPR_CONST: return value_const (m->e, x->cst);
    case IMP_EXPR_VAR:
      if (imp_var_is_area (x->var))
	return machine_area (m, x);
      return written (m, m->cells[x->var->id].v, x->var->name);
    case IMP_EXPR_PRIM:
      m->e->cost.work++;
      return eval_prim (m->e, x->op, x->type, x->index, x->nargs, args);
    case IMP_EXPR_LEAF: return leaf (m, x, args);
    case IMP_EXPR_CALL: return machine_call (m, x, args);
    case IMP_EXPR_FUN: return machine_fun (m, x->fun, args);
    case IMP_EXPR_LOAD: break;
    }
  eval_error (m->e, "an expression of unknown kind");
}

uint64_t
machine_size (struct machine *m, struct imp_expr *x)
{
  struct value v = machine_expr (m, x);
  return value_size (m->e, &v);
}

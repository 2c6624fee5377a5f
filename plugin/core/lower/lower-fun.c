/* Lowering of recursive functions of the program: functions of IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Functions that are neither recursive nor large and called from several places have been inlined,
   and tail recursion is a loop.  The others run inside their caller, like the body of an element:
   their loops are sequential.  Several results are returned as a record.
   (Closed functions after lambda lifting: Harlan, section 4.1.)
   Does not: lower functions with vectors as parameters or results, or whose body may fail;
   recursion in them would need the caller's frame at every level.  */

#include "lower-int.h"

/* The result type of FUN.  */
static const struct type *
result_type (struct lower *l, struct fir_block *b)
{
  if (b->nrets == 1)
    return fir_atom_type (b->rets[0]);
  struct type_field *f = CTX_NEWV (l->ctx, struct type_field, b->nrets);
  for (unsigned k = 0; k < b->nrets; k++)
    {
      f[k].name = ctx_printf (l->ctx, "r%u", k);
      f[k].type = fir_atom_type (b->rets[k]);
    }
  return type_record (l->ctx, NULL, b->nrets, f, 0, 0, 0);
}

static void
refuse_vectors (struct lower *l, struct fir_stmt *s)
{
  struct fir_fn *fn = s->callee->fn;
  bool vec = false;
  for (unsigned k = 0; k < fn->nparams; k++)
    vec |= type_is_vec (fn->params[k]->type);
  for (unsigned k = 0; k < fn->body->nrets; k++)
    vec |= type_is_vec (fir_atom_type (fn->body->rets[k]));
  const char *why = s->callee->stays ? "too large for each of the places that call it"
				     : "recursive";
  if (vec)
    lower_refuse (l, s->site, "call of @%s, which is %s and has vectors as parameters or results",
		  s->callee->name, why);
  if (fir_may_fail (s))
    lower_refuse (l, s->site, "call of @%s, which is %s and may fail", s->callee->name, why);
}

/* Lower the body of FUN, into F.  */
static void
lower_fun (struct lower *outer, struct fir_fun *fun, struct imp_proc *f)
{
  struct lower l = { .prog = outer->prog, .p = outer->p, .ctx = outer->ctx, .region = outer->region,
		     .target = outer->target, .log = outer->log, .refused = outer->refused,
		     .proc = f, .b = &f->body };
  struct fir_fn *fn = fun->fn;
  struct fir_block *b = fn->body;
  struct imp_expr *zero = imp_size (l.p, 0);
  struct element el = { .index = zero, .outer = zero };
  lower_count_fn (&l, fn);
  l.elem = &el;
  f->nparams = fn->nparams;
  f->params = CTX_NEWV (l.ctx, struct imp_var *, f->nparams);
  for (unsigned k = 0; k < f->nparams; k++)
    {
      struct fir_var *v = fn->params[k];
      f->params[k] = imp_var_new (l.p, f, IMP_VAR_PARAM, v->name, v->type);
      lower_bind (&l, v)->e = imp_use (l.p, f->params[k]);
    }
  lower_stmts (&l, b);
  struct imp_expr **args = CTX_NEWV (l.ctx, struct imp_expr *, b->nrets);
  for (unsigned k = 0; k < b->nrets; k++)
    args[k] = lower_atom (&l, b->rets[k]);
  f->nresults = 1;
  f->results = CTX_NEWV (l.ctx, struct imp_var *, 1);
  f->results[0] = imp_var_new (l.p, f, IMP_VAR_RESULT, "r", result_type (&l, b));
  s_assign (&l, f->results[0], b->nrets == 1 ? args[0]
	    : imp_prim (l.p, FIR_RECORD, f->results[0]->type, b->nrets, args));
  elem_release_rows (&l, &el);
}

void
lower_fun_call (struct lower *l, struct fir_stmt *s)
{
  struct imp_proc *f = imp_fun (l->p, s->callee->name);
  const struct type *t = result_type (l, s->callee->fn->body);
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  if (!f->defined)
    {
      f->defined = true;
      refuse_vectors (l, s);
      lower_fun (l, s->callee, f);
    }
  for (unsigned k = 0; k < s->nargs; k++)
    args[k] = lower_atom (l, s->args[k]);
  struct imp_expr *e = imp_fun_call (l->p, f, t, s->nargs, args);
  e = imp_use (l->p, s_new (l, s->nres == 1 ? s->res[0]->name : "r", t, e));
  for (unsigned k = 0; k < s->nres; k++)
    {
      struct imp_expr *r = e_again (l, e);
      if (s->nres > 1)
	{
	  r = imp_prim (l->p, FIR_FIELD, s->res[k]->type, 1, &r);
	  r->index = k;
	}
      lower_bind (l, s->res[k])->e = lower_name (l, r, s->res[k]->name);
    }
}

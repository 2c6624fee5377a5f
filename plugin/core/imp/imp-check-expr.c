/* The checker of IMP: expressions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The types of operands and results, the scopes of variables, and what a parfor may take over.  The
   type of a variable's use distinguishes the uses of an area: a base if it is the elements' type,
   an address if it is a pointer to them.  */

#include "imp-check.h"

static bool
is_index (struct checker *c, const struct type *t)
{
  return t == type_size (c->p->ctx) || t == type_scalar (c->p->ctx, SCALAR_I64);
}

void
imp_want_index (struct checker *c, struct imp_stmt *s, const struct imp_expr *e)
{
  imp_want (c, s, is_index (c, e->type), "an index is neither u64 nor i64");
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
      imp_complain (c, s, ctx_printf (c->p->ctx, "%s with %u operands", fir_op_info[e->op].text,
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
  if (imp_mixes_spaces (e))
    imp_complain (c, s, ctx_printf (c->p->ctx, "pointers of two spaces in %s",
				    fir_op_info[e->op].text), NULL);
  else if (!ok)
    imp_complain (c, s, ctx_printf (c->p->ctx, "ill-typed %s", fir_op_info[e->op].text), NULL);
}

/* Is V bound outside of the parfor at hand, if there is one.  */
static bool
from_outside (struct checker *c, const struct imp_var *v)
{
  struct scope_var *e = imp_scope_find (c, v);

  return e && e->parfor != c->parfor;
}

/* The type of the elements at E, an area or a pointer; NULL if E is neither.  */
static const struct type *
elements_at (const struct imp_expr *e)
{
  return imp_expr_is_area (e) ? e->var->type : imp_is_ptr (e->type) ? e->type->elem : NULL;
}

static void
check_call (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  const struct imp_fn_info *fi = &imp_fn_info[e->fn];
  if (fi->nargs >= 0 && (unsigned) fi->nargs != e->nargs)
    {
      imp_complain (c, s, ctx_printf (c->p->ctx, "%s with %u operands", fi->text, e->nargs), NULL);
      return;
    }
  const struct type *a = e->nargs ? e->args[0]->type : NULL, *u64 = type_size (c->p->ctx);
  bool ok = true;
  switch (e->fn)
    {
    case IMP_FN_LEN:
    case IMP_FN_TOTAL: ok = type_is_vec (a); break;
    case IMP_FN_BASE:
    case IMP_FN_DATA: ok = type_is_vec (a) && imp_is_ptr (e->type)
			   && e->type->elem == type_base (a); break;
    case IMP_FN_CONTIGUOUS:
    case IMP_FN_COPY:
    case IMP_FN_KEEP:
    case IMP_FN_LASTING:
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
    case IMP_FN_VIEW: ok = imp_is_ptr (a) && type_is_vec (e->type) && same_types (e, 1, u64)
			   && e->nargs == 2 + type_levels (e->type); break;
    case IMP_FN_LEND: ok = imp_is_ptr (a) && type_levels (e->type) == 1
			   && same_types (e, 1, u64); break;
    case IMP_FN_RESHAPE: ok = type_is_vec (a) && type_is_vec (e->type) && same_types (e, 1, u64)
			      && e->nargs + type_levels (a) == 2 + type_levels (e->type); break;
    case IMP_FN_SEGMENTS: ok = type_is_vec (a) && e->args[1]->type == type_vec (c->p->ctx, u64)
			       && e->type == type_vec (c->p->ctx, a); break;
    case IMP_FN_PART: ok = type_is_vec (a) && same_types (e, 1, u64)
			   && e->type == type_vec (c->p->ctx, type_base (a)); break;
    case IMP_FN_OFFSETS: ok = type_levels (a) > 1 && e->args[1]->type == u64
			      && e->type == type_vec (c->p->ctx, u64); break;
    case IMP_FN_OWNER: ok = a == type_i32 (c->p->ctx) && imp_is_ptr (e->args[1]->type)
			    && e->args[1]->type->elem == u64 && imp_is_ptr (e->args[2]->type)
			    && e->args[2]->type->elem == u64 && same_types (e, 3, u64);
      break;
    case IMP_FN_OVERLAP: ok = imp_is_ptr (a) && e->args[1]->type == u64
			      && imp_is_ptr (e->args[2]->type)
			      && e->args[3]->type == u64; break;
    case IMP_FN_MOVE: ok = imp_is_bytes (a) && imp_is_bytes (e->args[1]->type)
			   && e->args[2]->type == u64; break;
    case IMP_FN_PACK: ok = elements_at (e->args[0]) && elements_at (e->args[0])
							== elements_at (e->args[1])
			   && e->args[2]->type->kind == TYPE_PTR
			   && e->args[2]->type->elem == type_i32 (c->p->ctx)
			   && same_types (e, 3, u64);
      break;
    case IMP_FN_WEIGHT:
    case IMP_FN_CUT: ok = imp_is_offsets (a) && same_types (e, 1, u64); break;
    case IMP_FN_NOTE: ok = imp_is_ptr (a) && a->elem->size == 1
			   && e->args[1]->type == u64; break;
    case IMP_FN_SOON:
    case IMP_FN_READ_SOON: ok = imp_is_ptr (a) && e->args[1]->type == u64; break;
    default: ok = same_types (e, 0, u64); break;
    }
  if (!ok)
    imp_complain (c, s, ctx_printf (c->p->ctx, "ill-typed %s", fi->text), NULL);
  for (unsigned k = 0; k < e->nargs; k++)
    if (imp_takes (e, k) && e->args[k]->kind == IMP_EXPR_VAR && from_outside (c, e->args[k]->var))
      imp_complain (c, s, "a parfor takes what it does not own:", e->args[k]->var);
  if ((e->fn == IMP_FN_RESUME || e->fn == IMP_FN_MARK)
      && (!c->parfor || (c->whole && e->fn == IMP_FN_RESUME)))
    imp_complain (c, s, ctx_printf (c->p->ctx, "%s outside a parfor", fi->text), NULL);
  if (e->fn == IMP_FN_KEEP_ROW && c->whole && imp_runs_twice (c->whole) && !s->kept)
    imp_complain (c, s, "a row is kept twice", NULL);
}

static void
check_leaf (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  bool ok = e->leaf->nparams == e->nargs && e->type == e->leaf->ret;
  for (unsigned k = 0; ok && k < e->nargs; k++)
    ok = e->args[k]->type == e->leaf->params[k];
  if (!ok)
    imp_complain (c, s, ctx_printf (c->p->ctx, "ill-typed call of leaf %s", e->leaf->name), NULL);
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
    imp_complain (c, s, ctx_printf (c->p->ctx, "ill-typed call of @%s, or it is not defined",
				    f->name), NULL);
}

static void
check_var (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base)
{
  struct scope_var *v = imp_scope_use (c, s, e->var);

  if (base || !imp_var_is_area (e->var))
    {
      imp_want (c, s, e->type == e->var->type, "a variable used at another type");
      return;
    }
  imp_want (c, s, e->type->kind == TYPE_PTR && e->type->elem == e->var->type
		  && (!v || e->type->space == imp_area_space (v)),
	    "the address of an area has another type");
  /* It is combined in iterations, and then in the procedure: its memory is in both.  */
  if (v && c->operator && v >= c->vars + c->operator)
    imp_complain (c, s, "an operator takes the address of memory of its own:", e->var);
}

void
imp_check_expr (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base)
{
  for (unsigned k = 0; k < e->nargs; k++)
    imp_check_expr (c, s, e->args[k], e->kind == IMP_EXPR_LOAD && k == 0);
  switch (e->kind)
    {
    case IMP_EXPR_CONST: break;
    case IMP_EXPR_VAR: check_var (c, s, e, base); break;
    case IMP_EXPR_PRIM: check_prim (c, s, e); break;
    case IMP_EXPR_LEAF: check_leaf (c, s, e); break;
    case IMP_EXPR_LOAD:
      imp_want (c, s, is_index (c, e->args[1]->type), "an index is neither u64 nor i64");
      break;
    case IMP_EXPR_CALL: check_call (c, s, e); break;
    case IMP_EXPR_FUN: check_fun_call (c, s, e); break;
    }
}

void
imp_check_typed (struct checker *c, struct imp_stmt *s, struct imp_expr *e, const struct type *t,
		 const char *what)
{
  if (!e)
    {
      imp_complain (c, s, what, NULL);
      return;
    }
  imp_check_expr (c, s, e, false);
  imp_want (c, s, e->type == t, what);
}

void
imp_check_condition (struct checker *c, struct imp_stmt *s, struct imp_expr *e)
{
  imp_check_expr (c, s, e, false);
  imp_want (c, s, e->type && type_is_integral (e->type), "the condition is not integral");
}

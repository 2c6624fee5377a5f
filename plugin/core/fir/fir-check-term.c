/* The typing rules of sums and of functions as values; their numbers are those of doc/fir.txt.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

/* --- Sums ------------------------------------------------------------------------------------ */

static void
check_inject (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_known (ck, s->res[0]->type);
  unsigned n;

  if (ck->in && !infer_alternative (ck->in, s, t))
    return;
  t = check_known (ck, t);
  if (check_waits (ck, t))
    return;
  if (t->kind != TYPE_SUM)
    {
      check_bad (ck, "T5", "the result is %s, not a sum", check_text (ck, t));
      return;
    }
  if (s->index >= t->nfields)
    {
      check_bad (ck, "T5", "%s has no alternative %u", check_text (ck, t), s->index);
      return;
    }
  n = t->fields[s->index].type != NULL;
  if (s->nargs != n)
    check_bad (ck, "T5", "%u operands, but %s carries %u", s->nargs, t->fields[s->index].name, n);
  else if (n)
    want_arg (ck, "T5", s, 0, t->fields[s->index].type);
}

/* Is arm K of S, on an integer of type T, valid?  */
static bool
check_label (struct checker *ck, struct fir_stmt *s, unsigned k, const struct type *t)
{
  struct fir_atom a = s->arms[k].label;
  unsigned i;

  if (!a.cst || a.var || a.cst->origin || !check_agree (ck, a.cst->type, t))
    check_bad (ck, "T6", "label %u is no constant of type %s", k + 1, check_text (ck, t));
  else
    {
      for (i = 0; i < k; i++)
	if (ck->in ? infer_same_number (ck->in, s->arms[i].label.cst, a.cst)
	    : s->arms[i].label.cst->i == a.cst->i)
	  {
	    check_bad (ck, "T6", "label %u is label %u again", k + 1, i + 1);
	    return false;
	  }
      return true;
    }
  return false;
}

/* The same for a sum of type T.  */
static bool
check_alternative (struct checker *ck, struct fir_stmt *s, unsigned k, const struct type *t)
{
  unsigned alt = s->arms[k].alternative, i;

  if (alt >= t->nfields)
    {
      check_bad (ck, "T6", "%s has no alternative %u", check_text (ck, t), alt);
      return false;
    }
  for (i = 0; i < k; i++)
    if (s->arms[i].alternative == alt)
      {
	check_bad (ck, "T6", "alternative %s has two arms", t->fields[alt].name);
	return false;
      }
  return true;
}

/* The function of arm K of S takes the value that the arm passes to it, and returns the results of
   S.  */
static bool
check_arm (struct checker *ck, struct fir_stmt *s, unsigned k, const struct type *t)
{
  const struct type *param = NULL;
  char what[32];

  if (t->kind == TYPE_SUM && !s->arms[k].any)
    param = t->fields[s->arms[k].alternative].type;
  snprintf (what, sizeof what, "arm %u", k + 1);
  return want_fn (ck, "T6", what, s->fns[k], param != NULL, &param, s->nres,
		  check_result_types (ck, s));
}

static void
check_case (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);
  bool any = false;
  unsigned k;

  if (ck->in && !infer_arms (ck->in, s, t))
    return;
  t = check_known (ck, t);
  if (t->kind != TYPE_SUM && !check_class (ck, t, SIG_BITS))
    {
      check_bad_arg (ck, "T6", s, 0, "an integer or a sum");
      return;
    }
  for (k = 0; k < s->nfns; k++)
    {
      if (any)
	check_bad (ck, "T6", "an arm stands behind else");
      else if (s->arms[k].any)
	any = true;
      else if (!(t->kind == TYPE_SUM ? check_alternative (ck, s, k, t) : check_label (ck, s, k, t)))
	return;
      if (!check_arm (ck, s, k, t))
	return;
    }
  if (!any && (t->kind != TYPE_SUM || s->nfns != t->nfields))
    check_bad (ck, "T6", "not every value has an arm");
}

/* --- Functions ------------------------------------------------------------------------------- */

/* The type of FN as a value must be WANT.  */
static void
check_lambda (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type, *is = fir_fn_type (ck->p, s->fns[0]);

  if (!check_agree (ck, is, t))
    check_bad_at (ck, PLACE_FN, 0, "T7", "the function is %s, its result is %s",
		  check_text (ck, is), check_text (ck, t));
}

/* The type of the function that S applies is unknown: it becomes that implied by S.  */
static void
learn_function (struct checker *ck, struct fir_stmt *s)
{
  const struct type **params = CTX_NEWV (ck->p->ctx, const struct type *, s->nargs);
  unsigned k;

  for (k = 1; k < s->nargs; k++)
    params[k - 1] = fir_atom_type (s->args[k]);
  want_arg (ck, "T8", s, 0,
	    type_fn (ck->p->ctx, s->nargs - 1, params, s->nres, check_result_types (ck, s)));
}

static void
check_apply (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_known (ck, check_arg (s, 0));
  unsigned k;

  if (!t)
    check_bad (ck, "T8", "nothing is called");
  else if (t->kind == TYPE_META)
    learn_function (ck, s);
  else if (t->kind != TYPE_FN)
    check_bad_arg (ck, "T8", s, 0, "a function");
  else if (s->nargs - 1 != t->nparams)
    check_bad (ck, "T8", "%u operands for %u parameters", s->nargs - 1, t->nparams);
  else if (s->nres != t->nfields - t->nparams)
    check_bad (ck, "T8", "%u results, but the function returns %u", s->nres,
	       t->nfields - t->nparams);
  else
    {
      for (k = 0; k < t->nparams; k++)
	want_arg (ck, "T8", s, k + 1, t->fields[k].type);
      for (k = 0; k < s->nres; k++)
	want_res (ck, "T8", s, k, t->fields[t->nparams + k].type);
    }
}

void
check_term (struct checker *ck, struct fir_stmt *s)
{
  switch (s->op)
    {
    case FIR_INJECT:
      check_inject (ck, s);
      break;
    case FIR_CASE:
      check_case (ck, s);
      break;
    case FIR_APPLY:
      check_apply (ck, s);
      break;
    default:
      check_lambda (ck, s);
    }
}

/* --- Places ---------------------------------------------------------------------------------- */

bool
check_enter (struct checker *ck, struct fir_stmt *s)
{
  bool outer = ck->tail, last = outer && fir_returns_results (s);

  if (s->tail && s->op != FIR_CALL && s->op != FIR_APPLY)
    check_bad (ck, "T9", "it calls nothing");
  else if (s->tail && !last)
    check_bad (ck, "T9", "a tail call is the last thing that a function does");
  if (s->near && (s->op != FIR_APPLY || s->tail || s->nres != 1
		  || s->res[0]->type != type_size (ck->p->ctx)
		  || s->nargs < 2 || fir_atom_type (s->args[1]) != s->res[0]->type))
    check_bad (ck, "T10", "near is for calls of a function value from u64, ... to u64");
  ck->tail = s->op == FIR_LAMBDA || s->op == FIR_MU
	     || ((s->op == FIR_IF || s->op == FIR_CASE) && last);
  return outer;
}

void
check_var_type (struct checker *ck, const struct fir_var *v, bool outside)
{
  if (type_has_meta (v->type))
    check_bad (ck, "S1", "the type of %s.%u is not known", v->name, v->id);
  else if (outside ? type_has_fn (v->type) : type_has_fn_elem (v->type))
    check_bad (ck, "S7", "%s.%u is %s, which has functions in it", v->name, v->id,
	       check_text (ck, v->type));
}

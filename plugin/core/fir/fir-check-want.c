/* The vocabulary of FIR's typing rules: the types that a rule requires, and the messages if they
   do not agree.

   The checker and the inference of types share the rules.  The checker sees complete types, and
   types agree when they are the same.  While types are inferred (struct checker's IN is set)
   they agree when they can be unified, which is done on the way; a rule that needs the structure
   of an unknown type is deferred, and applied again later.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "text.h"

#include <string.h>

const char *
check_text (struct checker *ck, const struct type *t)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *s;

  text_type (&b, NULL, ck->in ? infer_show (ck->in, t) : t);
  s = ctx_intern_n (ck->p->ctx, b.s, b.len);
  strbuf_free (&b);
  return s;
}

/* The same for a required type: if it is unknown, the types that it may be.  */
static const char *
want_string (struct checker *ck, const struct type *t)
{
  const char *one = ck->in ? infer_any_of (ck->in, t) : NULL;

  return one ? one : check_text (ck, t);
}

/* --- Agreement ------------------------------------------------------------------------------- */

bool
check_agree (struct checker *ck, const struct type *a, const struct type *b)
{
  return ck->in ? infer_unify (ck->in, a, b) : a == b;
}

bool
check_class (struct checker *ck, const struct type *t, enum sig_class c)
{
  return ck->in ? infer_class (ck->in, t, c) : sig_class_holds (c, t);
}

const struct type *
check_known (struct checker *ck, const struct type *t)
{
  return t && ck->in ? infer_resolve (ck->in, t) : t;
}

bool
check_waits (struct checker *ck, const struct type *t)
{
  if (check_known (ck, t)->kind != TYPE_META)
    return false;
  ck->waits = true;
  ck->waits_for = t;
  return true;
}

const struct type *
check_vec_of (struct checker *ck, const struct type *t, unsigned n)
{
  while (n--)
    t = type_vec (ck->p->ctx, t);
  return t;
}

/* --- Operands and results -------------------------------------------------------------------- */

const struct type *
check_arg (const struct fir_stmt *s, unsigned k)
{
  return k < s->nargs ? fir_atom_type (s->args[k]) : NULL;
}

void
check_bad_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	       const char *wanted)
{
  if (ck->in && infer_at (ck->in, s)->named && fir_op_info[s->op].cls == FIR_CLASS_TERM
      && k >= (s->op == FIR_APPLY))
    check_bad_at (ck, PLACE_OP, 0, rule, "parameter %u of '%s' is %s, not %s",
		  k + (s->op != FIR_APPLY), infer_at (ck->in, s)->op->text, wanted,
		  check_text (ck, check_arg (s, k)));
  else
    check_bad_at (ck, PLACE_ARG, k, rule, "operand %u is %s, not %s", k + 1,
		check_text (ck, check_arg (s, k)), wanted);
}

bool
want_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	  const struct type *want)
{
  if (check_agree (ck, check_arg (s, k), want))
    return true;
  check_bad_arg (ck, rule, s, k, want_string (ck, want));
  return false;
}

const struct type **
check_result_types (struct checker *ck, const struct fir_stmt *s)
{
  const struct type **types = CTX_NEWV (ck->p->ctx, const struct type *, s->nres);
  unsigned k;

  for (k = 0; k < s->nres; k++)
    types[k] = s->res[k]->type;
  return types;
}

bool
want_res (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	  const struct type *want)
{
  if (ck->entering || check_agree (ck, s->res[k]->type, want))
    return true;
  check_bad_at (ck, PLACE_RES, k, rule, "the result is %s, not %s",
		check_text (ck, s->res[k]->type), check_text (ck, want));
  return false;
}

bool
want_class (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	    enum sig_class c)
{
  if (check_class (ck, check_arg (s, k), c))
    return true;
  check_bad_arg (ck, rule, s, k, sig_class_one (c));
  return false;
}

const struct type *
want_vec (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k)
{
  const struct type *t = check_known (ck, check_arg (s, k)), *elem;

  if (!t)
    check_bad (ck, rule, "operand %u, a vector, is missing", k + 1);
  else if (t->kind == TYPE_VEC)
    return t->elem;
  else if (t->kind == TYPE_META
	   && infer_unify (ck->in, t, type_vec (ck->p->ctx, elem = infer_fresh (ck->in))))
    return elem;
  else
    check_bad_arg (ck, rule, s, k, "a vector");
  return NULL;
}

const struct type **
check_elem_types (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned first)
{
  const struct type **types = CTX_NEWV (ck->p->ctx, const struct type *, s->nargs);
  unsigned k;

  for (k = first; k < s->nargs; k++)
    if (!(types[k] = want_vec (ck, rule, s, k)))
      return NULL;
  return types;
}

const struct type *
want_ptr (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k, bool flat)
{
  const struct type *t = check_known (ck, check_arg (s, k));

  if (check_waits (ck, t))
    return NULL;
  if (t->kind == TYPE_PTR && t->elem && (!flat || check_class (ck, t->elem, SIG_POINTEE)))
    return t->elem;
  check_bad_arg (ck, rule, s, k,
		 flat ? "a pointer to a type that is no vector" : "a pointer to a known type");
  return NULL;
}

/* --- Functions ------------------------------------------------------------------------------- */

/* Which function of the statement at hand FN is.  */
static unsigned
fn_number (const struct checker *ck, const struct fir_fn *fn)
{
  unsigned k;

  for (k = 0; ck->stmt && k < ck->stmt->nfns && ck->stmt->fns[k] != fn; k++)
    ;
  return k;
}

bool
want_fn (struct checker *ck, const char *rule, const char *what, struct fir_fn *fn, unsigned n,
	 const struct type *const *types, unsigned nrets, const struct type *const *rets)
{
  unsigned at = fn_number (ck, fn), k;

  if (fn->nparams != n)
    {
      check_bad_at (ck, PLACE_FN, at, rule, "%s has %u parameters, not %u", what, fn->nparams, n);
      return false;
    }
  for (k = 0; k < n; k++)
    if (!check_agree (ck, fn->params[k]->type, types[k]))
      {
	check_bad_at (ck, PLACE_FN, at, rule, "parameter %u of %s is %s, not %s", k + 1, what,
		      check_text (ck, fn->params[k]->type), check_text (ck, types[k]));
	return false;
      }
  if (ck->entering)
    return fn->body->nrets == nrets;
  if (fn->body->nrets != nrets)
    {
      check_bad_at (ck, PLACE_FN, at, rule, "%s returns %u results, not %u", what,
		    fn->body->nrets, nrets);
      return false;
    }
  for (k = 0; k < nrets; k++)
    if (rets[k] && !check_agree (ck, fir_atom_type (fn->body->rets[k]), rets[k]))
      {
	check_bad_at (ck, PLACE_FN, at, rule, "%s returns %s, not %s", what,
		      check_text (ck, fir_atom_type (fn->body->rets[k])),
		      check_text (ck, rets[k]));
	return false;
      }
  return true;
}

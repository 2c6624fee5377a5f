/* The typing rules of FIR, an operation at a time; their numbers are those of doc/fir.txt.

   Most are those that fir.def states (fir-sig.c); those of operations with any number of operands,
   and a few others, are code here.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "fir-term.h"
#include "text.h"

#include <string.h>

static bool
is_int (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_INT;
}

/* --- Primitives ------------------------------------------------------------------------------ */

static void
check_shift (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0), *by = check_arg (s, 1), *i32 = type_i32 (ck->p->ctx);

  if (!want_class (ck, "P3", s, 0, SIG_INT) || !want_res (ck, "P3", s, 0, t))
    return;
  if (ck->in && (ck->last || infer_is_number (ck->in, by)))
    check_agree (ck, by, i32);
  if (!check_waits (ck, by) && check_known (ck, by) != i32 && !check_agree (ck, by, t))
    check_bad_arg (ck, "P3", s, 1, "i32 or the type of operand 1");
}

static void
check_conv (struct checker *ck, struct fir_stmt *s)
{
  const struct type *from = check_arg (s, 0), *to = s->res[0]->type;

  if (!want_class (ck, "P6", s, 0, SIG_SCALAR))
    return;
  /* To a type parameter that is written: to a scalar.  */
  if (ck->in && infer_is_named (ck->in, to) && check_class (ck, to, SIG_NUMERIC))
    {
      if (!check_class (ck, from, SIG_NUMERIC))
	check_bad_at (ck, PLACE_ARG, 0, "P6", "%s does not convert to a scalar",
		      check_text (ck, from));
      return;
    }
  if (check_waits (ck, to))
    return;
  to = check_known (ck, to);
  if (to->kind == TYPE_SCALAR && check_known (ck, from)->kind == TYPE_META)
    check_class (ck, from, SIG_NUMERIC);
  else if (!check_waits (ck, from) && check_known (ck, from)->kind != to->kind)
    check_bad_at (ck, PLACE_RES, 0, "P6", "%s does not convert to %s", check_text (ck, from),
		  check_text (ck, to));
}

static void
check_record (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_known (ck, s->res[0]->type);
  unsigned k;

  if (check_waits (ck, t))
    return;
  if (t->kind != TYPE_RECORD)
    check_bad_at (ck, PLACE_RES, 0, "P8", "the result is %s, not a record", check_text (ck, t));
  else if (s->nargs != t->nfields)
    check_bad (ck, "P8", "%u operands for %u fields", s->nargs, t->nfields);
  else
    for (k = 0; k < s->nargs && want_arg (ck, "P8", s, k, t->fields[k].type); k++)
      ;
}

static void
check_field (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_known (ck, check_arg (s, 0));

  if (check_waits (ck, t))
    return;
  if (t->kind != TYPE_RECORD)
    check_bad_arg (ck, "P9", s, 0, "a record");
  else if (ck->in && !infer_field (ck->in, s, t))
    ;
  else if (s->index >= t->nfields)
    check_bad (ck, "P9", "the record has no field %u", s->index);
  else
    want_res (ck, "P9", s, 0, t->fields[s->index].type);
}

static void
check_padd (struct checker *ck, struct fir_stmt *s)
{
  const struct type *by = check_arg (s, 1), *i64 = type_scalar (ck->p->ctx, SCALAR_I64);
  const struct type *u64 = type_size (ck->p->ctx);

  if (!want_ptr (ck, "P11", s, 0, false) || !want_res (ck, "P11", s, 0, check_arg (s, 0)))
    return;
  if (ck->in && (ck->last || infer_is_number (ck->in, by)))
    check_agree (ck, by, i64);
  if (!check_waits (ck, by) && check_known (ck, by) != i64 && check_known (ck, by) != u64)
    check_bad_arg (ck, "P11", s, 1, "i64 or u64");
}

static void
check_bits (struct checker *ck, struct fir_stmt *s)
{
  const struct type *from = check_arg (s, 0), *t;
  bool small;

  if (ck->in && ck->last && check_known (ck, from)->kind == TYPE_META)
    check_agree (ck, from, type_scalar (ck->p->ctx, SCALAR_F64));
  if (check_waits (ck, from))
    return;
  t = check_known (ck, from);
  small = t->kind == TYPE_SCALAR && t->scalar == SCALAR_F32;
  if (!small && !(t->kind == TYPE_SCALAR && t->scalar == SCALAR_F64))
    check_bad_arg (ck, "P13", s, 0, "f32 or f64");
  else
    want_res (ck, "P13", s, 0, type_scalar (ck->p->ctx, small ? SCALAR_U32 : SCALAR_U64));
}

/* The mark wrap is allowed only where it has a meaning.  */
static void
check_wrap (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_known (ck, check_arg (s, 0));

  if (s->op != FIR_ADD && s->op != FIR_SUB && s->op != FIR_MUL && s->op != FIR_NEG)
    check_bad (ck, "P12", "it does not wrap");
  else if (t->kind == TYPE_META)
    want_class (ck, "P12", s, 0, SIG_INT);
  else if (!is_int (t) || !scalar_info[t->scalar].is_signed)
    check_bad (ck, "P12", "only signed integers are told to wrap");
}

/* --- Terms ----------------------------------------------------------------------------------- */

static void
check_if (struct checker *ck, struct fir_stmt *s)
{
  const struct type **rets = check_result_types (ck, s);

  want_class (ck, "T1", s, 0, SIG_SCALAR);
  if (want_fn (ck, "T1", "the first block", s->fns[0], 0, NULL, s->nres, rets))
    want_fn (ck, "T1", "the second block", s->fns[1], 0, NULL, s->nres, rets);
}

/* Parameter or result K of what S calls.  */
static const struct type *
callee_type (struct checker *ck, struct fir_stmt *s, bool param, unsigned k)
{
  struct fir_fn *fn = s->callee->fn;

  if (ck->in)
    return infer_callee (ck->in, s, param, k);
  return param ? fn->params[k]->type : fir_atom_type (fn->body->rets[k]);
}

static void
check_call (struct checker *ck, struct fir_stmt *s)
{
  struct fir_fn *fn;
  unsigned k;

  if (!s->callee)
    {
      check_bad (ck, "T2", "nothing is called");
      return;
    }
  fn = s->callee->fn;
  if (s->nargs != fn->nparams)
    check_bad (ck, "T2", "%u operands, but @%s has %u parameters", s->nargs, s->callee->name,
	       fn->nparams);
  else if (s->nres != fn->body->nrets)
    check_bad (ck, "T2", "%u results, but @%s returns %u", s->nres, s->callee->name,
	       fn->body->nrets);
  else
    {
      for (k = 0; k < s->nargs; k++)
	want_arg (ck, "T2", s, k, callee_type (ck, s, true, k));
      for (k = 0; k < s->nres; k++)
	want_res (ck, "T2", s, k, callee_type (ck, s, false, k));
    }
}

static void
check_leaf_call (struct checker *ck, struct fir_stmt *s)
{
  unsigned k;

  if (!s->leaf)
    check_bad (ck, "T3", "nothing is called");
  else if (s->nargs != s->leaf->nparams)
    check_bad (ck, "T3", "%u operands, but @%s has %u parameters", s->nargs, s->leaf->name,
	       s->leaf->nparams);
  else
    {
      for (k = 0; k < s->nargs; k++)
	want_arg (ck, "T3", s, k, s->leaf->params[k]);
      want_res (ck, "T3", s, 0, s->leaf->ret);
    }
}

static void
check_check (struct checker *ck, struct fir_stmt *s)
{
  unsigned k;

  if (s->check >= CHECK_LAST)
    check_bad (ck, "T4", "there is no such kind of check");
  else if (s->nargs != check_kind_nargs (s->check))
    check_bad (ck, "T4", "%u operands, but %s takes %u", s->nargs, check_kind_text (s->check),
	       check_kind_nargs (s->check));
  else
    for (k = 0; k < s->nargs; k++)
      want_arg (ck, "T4", s, k, type_size (ck->p->ctx));
}

/* --- Vector operations ----------------------------------------------------------------------- */

static void
check_view (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t;
  unsigned k;

  if (s->nargs < 2)
    {
      check_bad (ck, "V1", "%u operands: a pointer and sizes are wanted", s->nargs);
      return;
    }
  for (k = 1; k < s->nargs; k++)
    if (!want_arg (ck, "V1", s, k, type_size (ck->p->ctx)))
      return;
  t = want_ptr (ck, "V1", s, 0, true);
  if (t)
    want_res (ck, "V1", s, 0, check_vec_of (ck, t, s->nargs - 1));
}

/* The same of operations with one operand at least.  */
static const struct type **
all_elem_types (struct checker *ck, const char *rule, struct fir_stmt *s)
{
  if (s->nargs)
    return check_elem_types (ck, rule, s, 0);
  check_bad (ck, rule, "%u operands", s->nargs);
  return NULL;
}

static void
check_map (struct checker *ck, struct fir_stmt *s)
{
  const struct type **types = all_elem_types (ck, "V5", s), *ret = NULL;

  if (types
      && want_fn (ck, "V5", "the function", s->fns[0], s->nargs, types, 1, &ret))
    want_res (ck, "V5", s, 0, check_vec_of (ck, fir_atom_type (s->fns[0]->body->rets[0]), 1));
}

static void
check_tabulate (struct checker *ck, struct fir_stmt *s)
{
  const struct type **types = CTX_NEWV (ck->p->ctx, const struct type *, s->nargs), *ret = NULL;
  unsigned k;

  if (!s->nargs)
    {
      check_bad (ck, "V6", "%u sizes", s->nargs);
      return;
    }
  for (k = 0; k < s->nargs; k++)
    {
      types[k] = type_size (ck->p->ctx);
      if (!want_arg (ck, "V6", s, k, types[k]))
	return;
    }
  if (want_fn (ck, "V6", "the function", s->fns[0], s->nargs, types, 1, &ret))
    want_res (ck, "V6", s, 0,
	      check_vec_of (ck, fir_atom_type (s->fns[0]->body->rets[0]), s->nargs));
}

static void
check_filter (struct checker *ck, struct fir_stmt *s)
{
  const struct type **types = all_elem_types (ck, "V9", s), *ret = NULL;

  if (!types || !want_fn (ck, "V9", "the predicate", s->fns[0], s->nargs, types, 1, &ret))
    return;
  ret = fir_atom_type (s->fns[0]->body->rets[0]);
  if (!ck->entering && !check_class (ck, ret, SIG_SCALAR))
    check_bad_at (ck, PLACE_FN, 0, "V9", "the predicate returns %s, not a scalar",
		  check_text (ck, ret));
  else
    want_res (ck, "V9", s, 0, check_arg (s, 0));
}

static void
check_reshape (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, "V16", s, 0);
  unsigned k;

  if (!t)
    return;
  if (s->nargs < 3)
    check_bad (ck, "V16", "%u operands: a vector and two sizes at least are wanted", s->nargs);
  else if (!check_class (ck, t, SIG_FLAT))
    check_bad_arg (ck, "V16", s, 0, "a flat vector");
  else
    {
      for (k = 1; k < s->nargs; k++)
	if (!want_arg (ck, "V16", s, k, type_size (ck->p->ctx)))
	  return;
      want_res (ck, "V16", s, 0, check_vec_of (ck, t, s->nargs - 1));
    }
}

/* The innermost elements of vector T are P; T may be known in part only, and if nothing more will
   be, it ends where it is not known.  */
static bool
base_agrees (struct checker *ck, const struct type *t, const struct type *p)
{
  t = check_known (ck, type_base (t));
  if (t->kind == TYPE_VEC)
    return base_agrees (ck, t, p);
  return (!ck->last && check_waits (ck, t)) || check_agree (ck, t, p);
}

static void
check_store (struct checker *ck, struct fir_stmt *s)
{
  const struct type *p, *t;

  if (!want_arg (ck, "V15", s, 1, type_size (ck->p->ctx))
      || !want_res (ck, "V15", s, 0, type_size (ck->p->ctx)))
    return;
  p = want_ptr (ck, "V15", s, 0, false);
  t = p ? want_vec (ck, "V15", s, 2) : NULL;
  if (t && !base_agrees (ck, t, p))
    check_bad_at (ck, PLACE_ARG, 2, "V15", "the elements are %s, the pointer is to %s",
		  check_text (ck, type_base (check_known (ck, t))), check_text (ck, p));
}

/* storestrided p n1 s1 ... nk sk x  */
static void
check_store_strided (struct checker *ck, struct fir_stmt *s)
{
  const struct type *p, *i64 = type_scalar (ck->p->ctx, SCALAR_I64);
  unsigned k;

  if (s->nargs < 4 || s->nargs % 2)
    check_bad (ck, "V39", "%u operands: a pointer, sizes with strides and a vector are wanted",
	       s->nargs);
  else if ((p = want_ptr (ck, "V39", s, 0, true)) != NULL)
    {
      for (k = 1; k + 1 < s->nargs; k++)
	if (!want_arg (ck, "V39", s, k, k % 2 ? type_size (ck->p->ctx) : i64))
	  return;
      if (want_arg (ck, "V39", s, s->nargs - 1, check_vec_of (ck, p, s->nargs / 2 - 1)))
	want_res (ck, "V39", s, 0, type_size (ck->p->ctx));
    }
}

/* updaterows @leaf p n s m x1 ...  */
static void
check_update_rows (struct checker *ck, struct fir_stmt *s)
{
  const struct type *u64 = type_size (ck->p->ctx), *t, *want;
  unsigned k;

  if (!s->leaf)
    check_bad (ck, "V38", "nothing is called");
  else if (s->nargs < 4 || s->nargs != s->leaf->nparams + 3)
    check_bad (ck, "V38", "%u operands, but @%s has %u parameters", s->nargs, s->leaf->name,
	       s->leaf->nparams);
  else if (s->index >= s->leaf->nparams)
    check_bad (ck, "V38", "@%s has no parameter %u", s->leaf->name, s->index);
  else if (want_arg (ck, "V38", s, 0, s->leaf->params[s->index])
	   && want_ptr (ck, "V38", s, 0, false) && want_arg (ck, "V38", s, 1, u64)
	   && want_arg (ck, "V38", s, 2, type_scalar (ck->p->ctx, SCALAR_I64))
	   && want_arg (ck, "V38", s, 3, u64))
    for (k = 4; k < s->nargs; k++)
      {
	want = s->leaf->params[fir_row_param (s, k)];
	t = check_known (ck, check_arg (s, k));
	if (t && (t->kind != TYPE_VEC || t == want))
	  {
	    if (!want_arg (ck, "V38", s, k, want))
	      return;
	    continue;
	  }
	t = want_vec (ck, "V38", s, k);
	if (!t)
	  return;
	if (!check_agree (ck, t, want))
	  check_bad_at (ck, PLACE_ARG, k, "V38", "the elements of operand %u are %s, not %s", k + 1,
		     check_text (ck, t), check_text (ck, want));
      }
}

/* The kind of the element check of S.  */
static void
check_kind (struct checker *ck, struct fir_stmt *s)
{
  if (s->check != CHECK_INDEX_AT && s->check != CHECK_INDEX)
    check_bad (ck, fir_op_info[s->op].rule, "its check is of the kind %s",
	       check_kind_text (s->check));
}

/* --- Loops ----------------------------------------------------------------------------------- */

static void
check_get (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, "F2", s, 0);

  if (!t)
    return;
  if (s->nargs < 2 || s->nargs > 3)
    check_bad (ck, "F2", "%u operands, not 2 or 3", s->nargs);
  else if (want_class (ck, "F2", s, 1, SIG_INT)
	   && (s->nargs == 2 || want_arg (ck, "F2", s, 2, type_size (ck->p->ctx)))
	   && want_res (ck, "F2", s, 0, t))
    check_kind (ck, s);
}

/* Output K of the loop S.  */
static void
check_out (struct checker *ck, struct fir_stmt *s, unsigned k)
{
  struct fir_out *o = &s->outs[k];
  const struct type *t = fir_atom_type (o->value), *types[2] = { t, t };
  const struct type *g = fir_atom_none (o->guard) ? NULL : fir_atom_type (o->guard);
  const struct type *d = check_known (ck, fir_atom_none (o->dest) ? NULL : fir_atom_type (o->dest));
  bool combines = o->kind >= OUT_REDUCE;

  if (g && !check_class (ck, g, SIG_SCALAR))
    check_bad (ck, "F4", "the guard is %s, not a scalar", check_text (ck, g));
  else if (g && o->kind != OUT_FILTER && o->kind != OUT_REDUCE)
    check_bad (ck, "F4", "only filter and reduce have a guard");
  else if (!g && o->kind == OUT_FILTER)
    check_bad (ck, "F4", "filter needs a guard");
  else if (combines != (o->combine != NULL) || combines != !fir_atom_none (o->init))
    check_bad (ck, "F5", "a function and an initial value stand in reduce, scan and exscan only");
  else if (combines && !check_agree (ck, fir_atom_type (o->init), t))
    check_bad (ck, "F5", "the initial value is %s, not %s",
	       check_text (ck, fir_atom_type (o->init)), check_text (ck, t));
  else if (combines && !want_fn (ck, "F5", "the function", o->combine, 2, types, 1, &t))
    return;
  else if (d && o->kind == OUT_REDUCE)
    check_bad (ck, "F6", "reduce has no destination");
  else if (d && check_waits (ck, d))
    return;
  else if (d && (d->kind != TYPE_PTR || !d->elem || !check_agree (ck, d->elem, t)))
    check_bad (ck, "F6", "the destination is %s, not a pointer to %s", check_text (ck, d),
	       check_text (ck, t));
  else
    want_res (ck, d ? "F6" : "F7", s, k,
	      d ? type_size (ck->p->ctx) : o->kind == OUT_REDUCE ? t : check_vec_of (ck, t, 1));
}

/* How many guards do the outputs of S have; one that several have counts once.  */
static unsigned
count_guards (const struct fir_stmt *s)
{
  unsigned n = 0, k, j;

  for (k = 0; k < s->nouts; k++)
    if (!fir_atom_none (s->outs[k].guard))
      {
	for (j = 0; j < k && !fir_atom_equal (s->outs[j].guard, s->outs[k].guard); j++)
	  ;
	n += j == k;
      }
  return n;
}

static void
check_loop (struct checker *ck, struct fir_stmt *s)
{
  const struct type *size = type_size (ck->p->ctx);
  unsigned k;

  if (!s->nouts)
    check_bad (ck, "F3", "it has no output");
  else if (count_guards (s) > FIR_GUARDS)
    check_bad (ck, "F4", "more than %d guards", FIR_GUARDS);
  else if (want_arg (ck, "F3", s, 0, size)
	   && want_fn (ck, "F3", "the body", s->fns[0], 1, &size, 0, NULL) && !ck->entering)
    for (k = 0; k < s->nouts; k++)
      check_out (ck, s, k);
}

/* --- Rules that fir.def states --------------------------------------------------------------- */

/* A statement and the types of the variables of its rule.  */
struct match
{
  struct checker *ck;
  struct fir_stmt *s;
  const struct fir_sig *sig;
  const char *rule;
  const struct type *bound[SIG_VARS];
};

/* Unify T and WANT.  If that is impossible, BOUND has the types of the variables, for the
   message.  */
static bool
match_unknown (struct match *m, const struct type *t, const struct sig_type *want)
{
  struct infer *in = m->ck->in;
  const struct type **v = want->var < 0 ? NULL : &m->bound[want->var];

  if (v && !*v)
    {
      *v = infer_fresh (in);
      infer_class (in, *v, m->sig->cls[want->var]);
    }
  if (infer_unify (in, t, sig_type_of (in->ctx, want, m->bound)))
    return true;
  if (v && type_has_meta (infer_resolve (in, *v)) && !infer_is_named (in, *v))
    *v = NULL;
  else if (v)
    *v = infer_show (in, *v);
  return false;
}

/* WHAT, "operand 1 is", is at PLACE K and has type T, which must be WANT.  */
static bool
match (struct match *m, const char *what, enum check_place place, unsigned k,
       const struct type *t, const struct sig_type *want)
{
  if (m->ck->in ? match_unknown (m, t, want) : sig_match (m->sig, want, t, m->bound))
    return true;
  check_bad_at (m->ck, place, k, m->rule, "%s %s, not %s", what, check_text (m->ck, t),
		sig_describe (m->ck->p->ctx, m->sig, want, m->bound));
  return false;
}

/* The operands; first those that determine most, so that the message is about the wrong one.  */
static bool
match_args (struct match *m)
{
  unsigned pass, k;
  char what[32];

  for (pass = 0; pass < 2; pass++)
    for (k = 0; k < m->sig->nargs; k++)
      if ((m->sig->arg[k].vecs || m->sig->arg[k].ptr) == !pass)
	{
	  snprintf (what, sizeof what, "operand %u is", k + 1);
	  if (!match (m, what, PLACE_ARG, k, check_arg (m->s, k), &m->sig->arg[k]))
	    return false;
	}
  return true;
}

/* Function F.  */
static bool
match_fn (struct match *m, unsigned f)
{
  const struct sig_fn *want = &m->sig->fn[f];
  const struct fir_fn *fn = m->s->fns[f];
  char name[32], what[64];
  unsigned k;

  snprintf (name, sizeof name, m->sig->nfns > 1 ? "function %u" : "the function", f + 1);
  if (fn->nparams != want->nparams)
    {
      check_bad_at (m->ck, PLACE_FN, f, m->rule, "%s has %u parameters, not %u", name,
		    fn->nparams, want->nparams);
      return false;
    }
  for (k = 0; k < fn->nparams; k++)
    {
      snprintf (what, sizeof what, "parameter %u of %s is", k + 1, name);
      if (!match (m, what, PLACE_FN, f, fn->params[k]->type, &want->param[k]))
	return false;
    }
  if (m->ck->entering)
    return true;
  if (fn->body->nrets != 1)
    {
      check_bad_at (m->ck, PLACE_FN, f, m->rule, "%s returns %u results, not 1", name,
		    fn->body->nrets);
      return false;
    }
  snprintf (what, sizeof what, "%s returns", name);
  return match (m, what, PLACE_FN, f, fir_atom_type (fn->body->rets[0]), &want->ret);
}

/* S by its rule SIG.  */
static void
check_sig (struct checker *ck, struct fir_stmt *s, const struct fir_sig *sig)
{
  struct match m = { ck, s, sig, fir_op_info[s->op].rule, { NULL } };
  unsigned f;

  if (!match_args (&m))
    return;
  for (f = 0; f < sig->nfns; f++)
    if (!match_fn (&m, f))
      return;
  if (ck->in && s->op == FIR_STEPS)
    infer_prefer (ck->in, check_arg (s, 0), SCALAR_I64);
  if (!ck->entering
      && match (&m, "the result is", PLACE_RES, 0, s->res[0]->type, &sig->ret)
      && fir_op_info[s->op].with == FIR_WITH_INDEX_AT)
    check_kind (ck, s);
}

/* --- Rules that are code --------------------------------------------------------------------- */

typedef void check_rule (struct checker *ck, struct fir_stmt *s);

static check_rule *const rules[FIR_LAST] = {
  [FIR_SHL] = check_shift,
  [FIR_SHR] = check_shift,
  [FIR_CONV] = check_conv,
  [FIR_RECORD] = check_record,
  [FIR_FIELD] = check_field,
  [FIR_PADD] = check_padd,
  [FIR_BITS] = check_bits,
  [FIR_IF] = check_if,
  [FIR_CALL] = check_call,
  [FIR_LEAF] = check_leaf_call,
  [FIR_CHECK] = check_check,
  [FIR_VIEW] = check_view,
  [FIR_MAP] = check_map,
  [FIR_TABULATE] = check_tabulate,
  [FIR_FILTER] = check_filter,
  [FIR_RESHAPE] = check_reshape,
  [FIR_STORE] = check_store,
  [FIR_STORES] = check_store_strided,
  [FIR_UPDATE_ROWS] = check_update_rows,
  [FIR_GET] = check_get,
  [FIR_LOOP] = check_loop,
  [FIR_INJECT] = check_term,
  [FIR_CASE] = check_term,
  [FIR_LAMBDA] = check_term,
  [FIR_MU] = check_term,
  [FIR_APPLY] = check_term,
};

void
check_op (struct checker *ck, struct fir_stmt *s)
{
  const struct fir_sig *sig = fir_sig (ck->p->ctx, s->op);

  if (s->wrap)
    check_wrap (ck, s);
  if (sig)
    check_sig (ck, s, sig);
  else if (rules[s->op])
    rules[s->op] (ck, s);
  else
    check_vec_op (ck, s);
}

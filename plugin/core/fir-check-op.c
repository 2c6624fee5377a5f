/* The typing rules of FIR, an operation at a time; their numbers are those of doc/fir.txt.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-check.h"
#include "text.h"

#include <string.h>

#define MAX_PARAMS 512

/* T as text in the arena.  */
static const char *
type_string (struct checker *ck, const struct type *t)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *s;

  text_type (&b, NULL, t);
  s = ctx_intern_n (ck->p->ctx, b.s, b.len);
  strbuf_free (&b);
  return s;
}

const struct type *
check_arg (const struct fir_stmt *s, unsigned k)
{
  return k < s->nargs ? fir_atom_type (s->args[k]) : NULL;
}

bool
want_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	  const struct type *want)
{
  const struct type *t = check_arg (s, k);

  if (t == want)
    return true;
  problem (ck, rule, "operand %u is %s, not %s", k + 1, type_string (ck, t),
	   type_string (ck, want));
  return false;
}

bool
want_res (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
	  const struct type *want)
{
  if (s->res[k]->type == want)
    return true;
  problem (ck, rule, "the result is %s, not %s", type_string (ck, s->res[k]->type),
	   type_string (ck, want));
  return false;
}

bool
want_fn (struct checker *ck, const char *rule, const char *what, struct fir_fn *fn, unsigned n,
	 const struct type *const *types, unsigned nrets, const struct type *const *rets)
{
  unsigned k;

  if (fn->nparams != n)
    {
      problem (ck, rule, "%s has %u parameters, not %u", what, fn->nparams, n);
      return false;
    }
  for (k = 0; k < n; k++)
    if (fn->params[k]->type != types[k])
      {
	problem (ck, rule, "parameter %u of %s is %s, not %s", k + 1, what,
		 type_string (ck, fn->params[k]->type), type_string (ck, types[k]));
	return false;
      }
  if (fn->body->nrets != nrets)
    {
      problem (ck, rule, "%s returns %u results, not %u", what, fn->body->nrets, nrets);
      return false;
    }
  for (k = 0; k < nrets; k++)
    if (rets[k] && fir_atom_type (fn->body->rets[k]) != rets[k])
      {
	problem (ck, rule, "%s returns %s, not %s", what,
		 type_string (ck, fir_atom_type (fn->body->rets[k])), type_string (ck, rets[k]));
	return false;
      }
  return true;
}

/* --- Kinds of types -------------------------------------------------------------------------- */

static bool
is_bool (const struct type *t)
{
  return t->kind == TYPE_SCALAR && t->scalar == SCALAR_BOOL;
}

static bool
is_complex (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_COMPLEX;
}

static bool
is_int (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_INT;
}

static bool
is_u64 (struct checker *ck, const struct type *t)
{
  return t == type_size (ck->p->ctx);
}

/* Operand K of S, whose type is bad, is no WANTED.  */
static void
bad_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k, const char *wanted)
{
  problem (ck, rule, "operand %u is %s, not %s", k + 1, type_string (ck, check_arg (s, k)), wanted);
}

/* Operand K of S is a vector: its element type, else a problem and NULL.  */
static const struct type *
want_vec (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k)
{
  const struct type *t = check_arg (s, k);

  if (t && t->kind == TYPE_VEC)
    return t->elem;
  if (t)
    bad_arg (ck, rule, s, k, "a vector");
  else
    problem (ck, rule, "operand %u, a vector, is missing", k + 1);
  return NULL;
}

/* All operands of S from FIRST on are of the type of operand FIRST.  */
static bool
want_alike (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned first)
{
  unsigned k;

  for (k = first + 1; k < s->nargs; k++)
    if (!want_arg (ck, rule, s, k, check_arg (s, first)))
      return false;
  return true;
}

/* --- Primitives ------------------------------------------------------------------------------ */

/* Operands of one type, for which OK holds, which is that of the result too.  */
static void
check_same (struct checker *ck, const char *rule, struct fir_stmt *s, bool ok, const char *wanted)
{
  if (!ok)
    bad_arg (ck, rule, s, 0, wanted);
  else if (want_alike (ck, rule, s, 0))
    want_res (ck, rule, s, 0, check_arg (s, 0));
}

static void
check_shift (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0), *by = check_arg (s, 1);

  if (!is_int (t))
    bad_arg (ck, "P3", s, 0, "an integer");
  else if (by != t && by != type_i32 (ck->p->ctx))
    bad_arg (ck, "P3", s, 1, "i32 or the type of operand 1");
  else
    want_res (ck, "P3", s, 0, t);
}

static void
check_compare (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);
  bool equal = s->op == FIR_EQ || s->op == FIR_NE;

  if (!(t->kind == TYPE_PTR || (t->kind == TYPE_SCALAR && (equal || !is_complex (t)))))
    bad_arg (ck, "P4", s, 0, equal ? "a scalar or a pointer" : "a real scalar or a pointer");
  else if (want_alike (ck, "P4", s, 0))
    want_res (ck, "P4", s, 0, type_i32 (ck->p->ctx));
}

static void
check_conv (struct checker *ck, struct fir_stmt *s)
{
  const struct type *from = check_arg (s, 0), *to = s->res[0]->type;

  if (from->kind != TYPE_SCALAR && from->kind != TYPE_PTR)
    bad_arg (ck, "P6", s, 0, "a scalar or a pointer");
  else if (from->kind != to->kind)
    problem (ck, "P6", "%s does not convert to %s", type_string (ck, from), type_string (ck, to));
}

static void
check_select (struct checker *ck, struct fir_stmt *s)
{
  const struct type *c = check_arg (s, 0);

  if (c->kind != TYPE_SCALAR && c->kind != TYPE_PTR)
    bad_arg (ck, "P7", s, 0, "a scalar or a pointer");
  else if (check_arg (s, 1)->kind == TYPE_VEC)
    bad_arg (ck, "P7", s, 1, "a scalar, pointer, record or blob");
  else if (want_alike (ck, "P7", s, 1))
    want_res (ck, "P7", s, 0, check_arg (s, 1));
}

static void
check_record (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type;
  unsigned k;

  if (t->kind != TYPE_RECORD)
    problem (ck, "P8", "the result is %s, not a record", type_string (ck, t));
  else if (s->nargs != t->nfields)
    problem (ck, "P8", "%u operands for %u fields", s->nargs, t->nfields);
  else
    for (k = 0; k < s->nargs && want_arg (ck, "P8", s, k, t->fields[k].type); k++)
      ;
}

static void
check_field (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);

  if (t->kind != TYPE_RECORD)
    bad_arg (ck, "P9", s, 0, "a record");
  else if (s->index >= t->nfields)
    problem (ck, "P9", "the record has no field %u", s->index);
  else
    want_res (ck, "P9", s, 0, t->fields[s->index].type);
}

static void
check_steps (struct checker *ck, struct fir_stmt *s)
{
  if (!is_int (check_arg (s, 0)))
    bad_arg (ck, "P10", s, 0, "an integer");
  else if (want_alike (ck, "P10", s, 0))
    want_res (ck, "P10", s, 0, type_size (ck->p->ctx));
}

static void
check_padd (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0), *by = check_arg (s, 1);

  if (t->kind != TYPE_PTR || !t->elem)
    bad_arg (ck, "P11", s, 0, "a pointer to a known type");
  else if (!is_u64 (ck, by) && by != type_scalar (ck->p->ctx, SCALAR_I64))
    bad_arg (ck, "P11", s, 1, "i64 or u64");
  else
    want_res (ck, "P11", s, 0, t);
}

/* The mark wrap stands only where it says something.  */
static void
check_wrap (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);

  if (s->op != FIR_ADD && s->op != FIR_SUB && s->op != FIR_MUL && s->op != FIR_NEG)
    problem (ck, "P12", "it does not wrap");
  else if (!is_int (t) || !scalar_info[t->scalar].is_signed)
    problem (ck, "P12", "only signed integers are told to wrap");
}

static void
check_prim (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);
  bool scalar = t && t->kind == TYPE_SCALAR;

  if (s->wrap)
    check_wrap (ck, s);
  switch (s->op)
    {
    case FIR_NEG:
    case FIR_ADD:
    case FIR_SUB:
    case FIR_MUL:
    case FIR_DIV:
      check_same (ck, "P1", s, scalar && !is_bool (t), "a number");
      break;
    case FIR_ABS:
      check_same (ck, "P1", s, scalar && !is_bool (t) && !is_complex (t), "a real number");
      break;
    case FIR_REM:
    case FIR_NOT:
      check_same (ck, "P2", s, is_int (t), "an integer");
      break;
    case FIR_BAND:
    case FIR_BOR:
    case FIR_BXOR:
      check_same (ck, "P2", s, is_int (t) || is_bool (t), "an integer or bool");
      break;
    case FIR_SHL:
    case FIR_SHR:
      check_shift (ck, s);
      break;
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
      check_same (ck, "P5", s, scalar && !is_complex (t), "a real number");
      break;
    case FIR_CONV:
      check_conv (ck, s);
      break;
    case FIR_SELECT:
      check_select (ck, s);
      break;
    case FIR_RECORD:
      check_record (ck, s);
      break;
    case FIR_FIELD:
      check_field (ck, s);
      break;
    case FIR_STEPS:
      check_steps (ck, s);
      break;
    case FIR_PADD:
      check_padd (ck, s);
      break;
    default:
      check_compare (ck, s);
    }
}

/* --- Terms ----------------------------------------------------------------------------------- */

static void
check_if (struct checker *ck, struct fir_stmt *s)
{
  const struct type *rets[MAX_PARAMS], *c = check_arg (s, 0);
  unsigned k;

  if (c->kind != TYPE_SCALAR && c->kind != TYPE_PTR)
    bad_arg (ck, "T1", s, 0, "a scalar or a pointer");
  for (k = 0; k < s->nres && k < MAX_PARAMS; k++)
    rets[k] = s->res[k]->type;
  if (want_fn (ck, "T1", "the first block", s->fns[0], 0, NULL, k, rets))
    want_fn (ck, "T1", "the second block", s->fns[1], 0, NULL, k, rets);
}

static void
check_call (struct checker *ck, struct fir_stmt *s)
{
  struct fir_fn *fn;
  unsigned k;

  if (!s->callee)
    {
      problem (ck, "T2", "nothing is called");
      return;
    }
  fn = s->callee->fn;
  if (s->nargs != fn->nparams)
    problem (ck, "T2", "%u operands, but @%s has %u parameters", s->nargs, s->callee->name,
	     fn->nparams);
  else if (s->nres != fn->body->nrets)
    problem (ck, "T2", "%u results, but @%s returns %u", s->nres, s->callee->name,
	     fn->body->nrets);
  else
    {
      for (k = 0; k < s->nargs; k++)
	want_arg (ck, "T2", s, k, fn->params[k]->type);
      for (k = 0; k < s->nres; k++)
	want_res (ck, "T2", s, k, fir_atom_type (fn->body->rets[k]));
    }
}

static void
check_leaf_call (struct checker *ck, struct fir_stmt *s)
{
  unsigned k;

  if (!s->leaf)
    problem (ck, "T3", "nothing is called");
  else if (s->nargs != s->leaf->nparams)
    problem (ck, "T3", "%u operands, but @%s has %u parameters", s->nargs, s->leaf->name,
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
    problem (ck, "T4", "there is no such kind of check");
  else if (s->nargs != check_kind_nargs (s->check))
    problem (ck, "T4", "%u operands, but %s takes %u", s->nargs, check_kind_text (s->check),
	     check_kind_nargs (s->check));
  else
    for (k = 0; k < s->nargs; k++)
      want_arg (ck, "T4", s, k, type_size (ck->p->ctx));
}

/* --- Vector operations ----------------------------------------------------------------------- */

static const struct type *
vec_of (struct checker *ck, const struct type *t, unsigned n)
{
  while (n--)
    t = type_vec (ck->p->ctx, t);
  return t;
}

static void
check_view (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = check_arg (s, 0);
  unsigned k;

  if (s->nargs < 2)
    problem (ck, "V1", "%u operands: a pointer and sizes are wanted", s->nargs);
  else if (t->kind != TYPE_PTR || !t->elem || t->elem->kind == TYPE_VEC)
    bad_arg (ck, "V1", s, 0, "a pointer to a type that is no vector");
  else
    {
      for (k = 1; k < s->nargs; k++)
	if (!want_arg (ck, "V1", s, k, type_size (ck->p->ctx)))
	  return;
      want_res (ck, "V1", s, 0, vec_of (ck, t->elem, s->nargs - 1));
    }
}

static void
check_range (struct checker *ck, struct fir_stmt *s)
{
  if (!want_arg (ck, "V2", s, 0, type_size (ck->p->ctx)))
    return;
  if (!is_int (check_arg (s, 1)))
    bad_arg (ck, "V2", s, 1, "an integer");
  else if (want_alike (ck, "V2", s, 1))
    want_res (ck, "V2", s, 0, vec_of (ck, check_arg (s, 1), 1));
}

/* The element types of the operands of S into TYPES; false if some operand is no vector.  */
static bool
elem_types (struct checker *ck, const char *rule, struct fir_stmt *s, const struct type **types)
{
  unsigned k;

  if (!s->nargs || s->nargs > MAX_PARAMS)
    {
      problem (ck, rule, "%u operands", s->nargs);
      return false;
    }
  for (k = 0; k < s->nargs; k++)
    if (!(types[k] = want_vec (ck, rule, s, k)))
      return false;
  return true;
}

static void
check_map (struct checker *ck, struct fir_stmt *s)
{
  const struct type *types[MAX_PARAMS], *ret = NULL;

  if (elem_types (ck, "V5", s, types)
      && want_fn (ck, "V5", "the function", s->fns[0], s->nargs, types, 1, &ret))
    want_res (ck, "V5", s, 0, vec_of (ck, fir_atom_type (s->fns[0]->body->rets[0]), 1));
}

static void
check_tabulate (struct checker *ck, struct fir_stmt *s)
{
  const struct type *types[MAX_PARAMS], *ret = NULL;
  unsigned k;

  if (!s->nargs || s->nargs > MAX_PARAMS)
    {
      problem (ck, "V6", "%u sizes", s->nargs);
      return;
    }
  for (k = 0; k < s->nargs; k++)
    {
      types[k] = type_size (ck->p->ctx);
      if (!want_arg (ck, "V6", s, k, types[k]))
	return;
    }
  if (want_fn (ck, "V6", "the function", s->fns[0], s->nargs, types, 1, &ret))
    want_res (ck, "V6", s, 0, vec_of (ck, fir_atom_type (s->fns[0]->body->rets[0]), s->nargs));
}

/* reduce, scan, exscan  */
static void
check_reduce (struct checker *ck, struct fir_stmt *s)
{
  const char *rule = s->op == FIR_REDUCE ? "V7" : "V8";
  const struct type *t = want_vec (ck, rule, s, 1), *types[2] = { t, t };

  if (t && want_arg (ck, rule, s, 0, t)
      && want_fn (ck, rule, "the function", s->fns[0], 2, types, 1, &t))
    want_res (ck, rule, s, 0, s->op == FIR_REDUCE ? t : check_arg (s, 1));
}

static void
check_filter (struct checker *ck, struct fir_stmt *s)
{
  const struct type *types[MAX_PARAMS], *ret = NULL;

  if (!elem_types (ck, "V9", s, types)
      || !want_fn (ck, "V9", "the predicate", s->fns[0], s->nargs, types, 1, &ret))
    return;
  ret = fir_atom_type (s->fns[0]->body->rets[0]);
  if (ret->kind != TYPE_SCALAR && ret->kind != TYPE_PTR)
    problem (ck, "V9", "the predicate returns %s, not a scalar", type_string (ck, ret));
  else
    want_res (ck, "V9", s, 0, check_arg (s, 0));
}

static void
check_gather (struct checker *ck, struct fir_stmt *s)
{
  const struct type *ix = want_vec (ck, "V10", s, 0);

  if (!ix || !want_vec (ck, "V10", s, 1))
    return;
  if (!is_int (ix))
    bad_arg (ck, "V10", s, 0, "a vector of integers");
  else if (s->check != CHECK_INDEX_AT && s->check != CHECK_INDEX)
    problem (ck, "V10", "its check is of the kind %s", check_kind_text (s->check));
  else
    want_res (ck, "V10", s, 0, check_arg (s, 1));
}

static void
check_slice (struct checker *ck, struct fir_stmt *s)
{
  unsigned k;

  for (k = 0; k < 3; k++)
    if (!want_arg (ck, "V11", s, k, type_scalar (ck->p->ctx, SCALAR_I64)))
      return;
  if (!want_vec (ck, "V11", s, 3))
    return;
  if (s->check != CHECK_INDEX_AT && s->check != CHECK_INDEX)
    problem (ck, "V11", "its check is of the kind %s", check_kind_text (s->check));
  else
    want_res (ck, "V11", s, 0, check_arg (s, 3));
}

/* flatten, row: of a nested vector  */
static void
check_nested (struct checker *ck, const char *rule, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, rule, s, 0);

  if (!t)
    return;
  if (t->kind != TYPE_VEC)
    bad_arg (ck, rule, s, 0, "a vector of vectors");
  else if (s->op == FIR_FLATTEN || want_arg (ck, rule, s, 1, type_size (ck->p->ctx)))
    want_res (ck, rule, s, 0, t);
}

static void
check_reshape (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, "V16", s, 0);
  unsigned k;

  if (!t)
    return;
  if (s->nargs < 3)
    problem (ck, "V16", "%u operands: a vector and two sizes at least are wanted", s->nargs);
  else if (t->kind == TYPE_VEC)
    bad_arg (ck, "V16", s, 0, "a flat vector");
  else
    {
      for (k = 1; k < s->nargs; k++)
	if (!want_arg (ck, "V16", s, k, type_size (ck->p->ctx)))
	  return;
      want_res (ck, "V16", s, 0, vec_of (ck, t, s->nargs - 1));
    }
}

static void
check_store (struct checker *ck, struct fir_stmt *s)
{
  const struct type *p = check_arg (s, 0);

  if (p->kind != TYPE_PTR || !p->elem)
    bad_arg (ck, "V15", s, 0, "a pointer to a known type");
  else if (want_arg (ck, "V15", s, 1, type_size (ck->p->ctx)) && want_vec (ck, "V15", s, 2))
    {
      if (type_base (check_arg (s, 2)) != p->elem)
	problem (ck, "V15", "the elements are %s, the pointer is to %s",
		 type_string (ck, type_base (check_arg (s, 2))), type_string (ck, p->elem));
      else
	want_res (ck, "V15", s, 0, type_size (ck->p->ctx));
    }
}

/* --- Loops ----------------------------------------------------------------------------------- */

static void
check_at (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, "F1", s, 0);

  if (t && want_arg (ck, "F1", s, 1, type_size (ck->p->ctx)))
    want_res (ck, "F1", s, 0, t);
}

static void
check_get (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t = want_vec (ck, "F2", s, 0);

  if (!t)
    return;
  if (s->nargs < 2 || s->nargs > 3)
    problem (ck, "F2", "%u operands, not 2 or 3", s->nargs);
  else if (!is_int (check_arg (s, 1)))
    bad_arg (ck, "F2", s, 1, "an integer");
  else if (s->nargs == 3 && !is_u64 (ck, check_arg (s, 2)))
    bad_arg (ck, "F2", s, 2, "u64");
  else if (s->check != CHECK_INDEX_AT && s->check != CHECK_INDEX)
    problem (ck, "F2", "its check is of the kind %s", check_kind_text (s->check));
  else
    want_res (ck, "F2", s, 0, t);
}

/* Output K of the loop S.  */
static void
check_out (struct checker *ck, struct fir_stmt *s, unsigned k)
{
  struct fir_out *o = &s->outs[k];
  const struct type *t = fir_atom_type (o->value), *types[2] = { t, t };
  const struct type *g = fir_atom_none (o->guard) ? NULL : fir_atom_type (o->guard);
  const struct type *d = fir_atom_none (o->dest) ? NULL : fir_atom_type (o->dest);
  bool combines = o->kind >= OUT_REDUCE;

  if (g && g->kind != TYPE_SCALAR && g->kind != TYPE_PTR)
    problem (ck, "F4", "the guard is %s, not a scalar", type_string (ck, g));
  else if (g && o->kind != OUT_FILTER && o->kind != OUT_REDUCE)
    problem (ck, "F4", "only filter and reduce have a guard");
  else if (!g && o->kind == OUT_FILTER)
    problem (ck, "F4", "filter needs a guard");
  else if (combines != (o->combine != NULL) || combines != !fir_atom_none (o->init))
    problem (ck, "F5", "a function and an initial value stand in reduce, scan and exscan only");
  else if (combines && fir_atom_type (o->init) != t)
    problem (ck, "F5", "the initial value is %s, not %s",
	     type_string (ck, fir_atom_type (o->init)), type_string (ck, t));
  else if (combines && !want_fn (ck, "F5", "the function", o->combine, 2, types, 1, &t))
    return;
  else if (d && o->kind == OUT_REDUCE)
    problem (ck, "F6", "reduce has no destination");
  else if (d && (d->kind != TYPE_PTR || d->elem != t))
    problem (ck, "F6", "the destination is %s, not a pointer to %s", type_string (ck, d),
	     type_string (ck, t));
  else
    want_res (ck, d ? "F6" : "F7", s, k,
	      d ? type_size (ck->p->ctx) : o->kind == OUT_REDUCE ? t : vec_of (ck, t, 1));
}

static void
check_loop (struct checker *ck, struct fir_stmt *s)
{
  const struct type *size = type_size (ck->p->ctx);
  unsigned k;

  if (!s->nouts)
    problem (ck, "F3", "it has no output");
  else if (want_arg (ck, "F3", s, 0, size)
	   && want_fn (ck, "F3", "the body", s->fns[0], 1, &size, 0, NULL))
    for (k = 0; k < s->nouts; k++)
      check_out (ck, s, k);
}

void
check_op (struct checker *ck, struct fir_stmt *s)
{
  const struct type *t;

  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    {
      check_prim (ck, s);
      return;
    }
  switch (s->op)
    {
    case FIR_IF:
      check_if (ck, s);
      break;
    case FIR_CALL:
      check_call (ck, s);
      break;
    case FIR_LEAF:
      check_leaf_call (ck, s);
      break;
    case FIR_CHECK:
      check_check (ck, s);
      break;
    case FIR_VIEW:
      check_view (ck, s);
      break;
    case FIR_RANGE:
      check_range (ck, s);
      break;
    case FIR_REPLICATE:
      if (want_arg (ck, "V3", s, 0, type_size (ck->p->ctx)))
	want_res (ck, "V3", s, 0, vec_of (ck, check_arg (s, 1), 1));
      break;
    case FIR_LEN:
      if (want_vec (ck, "V4", s, 0))
	want_res (ck, "V4", s, 0, type_size (ck->p->ctx));
      break;
    case FIR_MAP:
      check_map (ck, s);
      break;
    case FIR_TABULATE:
      check_tabulate (ck, s);
      break;
    case FIR_REDUCE:
    case FIR_SCAN:
    case FIR_EXSCAN:
      check_reduce (ck, s);
      break;
    case FIR_FILTER:
      check_filter (ck, s);
      break;
    case FIR_GATHER:
      check_gather (ck, s);
      break;
    case FIR_SLICE:
      check_slice (ck, s);
      break;
    case FIR_REVERSE:
    case FIR_COPY:
      t = want_vec (ck, "V12", s, 0);
      if (t)
	want_res (ck, "V12", s, 0, check_arg (s, 0));
      break;
    case FIR_FLATTEN:
      check_nested (ck, "V13", s);
      break;
    case FIR_ROW:
      check_nested (ck, "V14", s);
      break;
    case FIR_RESHAPE:
      check_reshape (ck, s);
      break;
    case FIR_STORE:
      check_store (ck, s);
      break;
    case FIR_AT:
      check_at (ck, s);
      break;
    case FIR_GET:
      check_get (ck, s);
      break;
    case FIR_LOOP:
      check_loop (ck, s);
      break;
    default:
      problem (ck, "S3", "it is no operation of a program");
    }
}

/* From a region of SSA to FIR: values, types, parameters, results.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The members are visited in program order; extract-ops.cc translates each.  A host operand that no
   member defines becomes a parameter of the region, unless it is a constant that FIR can represent
   or an index-only vector, which is rebuilt here.  Types come from the site (as in the source),
   never from GIMPLE, which drops pointer conversions.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "diag/source.h"
#include "extract.h"
#include "body.h"

/* Report an error at operand K (from 1, functions first; 0: the builtin) of C.  */
void
ext_error (struct ext_build *e, struct ext_call *c, unsigned k, const char *fmt, ...)
{
  va_list ap;
  char *text;

  va_start (ap, fmt);
  text = xvasprintf (fmt, ap);
  va_end (ap);
  error_at (k ? source_site_operand (c->s, k) : c->s->loc, "%qs: %s", op_site_name (c->op), text);
  free (text);
  e->failed = true;
}

const struct type *
ext_type (struct ext_build *e, tree t)
{
  tree elem = vtype_elem (t);

  return elem ? type_vec (e->ctx, ext_type (e, elem))
	 : gen_fir_type (e->ctx, TYPE_MAIN_VARIANT (t));
}

void
ext_bind (struct ext_build *e, tree name, struct fir_atom atom)
{
  struct ext_value v = { name, fir_atom_type (atom), atom };

  e->values.safe_push (v);
}

/* The real constant T as a long double of the compiler's own, which the program's need not be.
   False if that does not hold it exactly.  */
static bool
real_value (tree t, long double *value)
{
  const REAL_VALUE_TYPE *r = TREE_REAL_CST_PTR (t);
  char text[80];
  REAL_VALUE_TYPE back;

  if (real_isnan (r) || DECIMAL_FLOAT_TYPE_P (TREE_TYPE (t)))
    return false;
  if (real_isinf (r))
    {
      *value = real_isneg (r) ? -__builtin_infl () : __builtin_infl ();
      return true;
    }
  real_to_hexadecimal (text, r, sizeof text, 0, true);
  *value = strtold (text, NULL);
  snprintf (text, sizeof text, "%La", *value);
  real_from_string (&back, text);
  return real_identical (&back, r);
}

static __int128
int_value (tree t)
{
  wide_int w = wide_int::from (wi::to_wide (t), 128, TYPE_SIGN (TREE_TYPE (t)));

  return ((__int128) wi::extract_uhwi (w, 64, 64) << 64)
	 | (unsigned __int128) wi::extract_uhwi (w, 0, 64);
}

struct fir_atom
ext_constant (struct ext_build *e, tree t, const struct type *type)
{
  long double value;

  if (!type_is_scalar (type))
    return FIR_NONE;
  if (TREE_CODE (t) == INTEGER_CST && type_is_integral (type) && !POINTER_TYPE_P (TREE_TYPE (t)))
    return fir_atom_int (e->p, type, int_value (t));
  if (TREE_CODE (t) == REAL_CST && type_is_float (type) && real_value (t, &value))
    return fir_atom_float (e->p, type, value);
  return FIR_NONE;
}

/* A new parameter of the region for host operand T.  */
static struct fir_atom
parameter (struct ext_build *e, tree t, const struct type *type)
{
  tree var = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : DECL_P (t) ? t : NULL_TREE;
  const char *name = var && DECL_NAME (var) ? IDENTIFIER_POINTER (DECL_NAME (var)) : "a";
  struct fir_atom a = fir_atom_var (fir_region_param (e->p, e->fr, name, type));

  a.var->dies = type_is_vec (type) && TREE_CODE (t) == SSA_NAME && region_dies_p (e, t);
  e->args.safe_push (t);
  ext_bind (e, t, a);
  return a;
}

/* The atom known for T at TYPE (NULL: at any), absent if there is none.  */
static struct fir_atom
known_value (struct ext_build *e, tree t, const struct type *type)
{
  for (const struct ext_value &v : e->values)
    if ((v.host == t || (TREE_CODE (t) != SSA_NAME && operand_equal_p (v.host, t, 0)))
	&& (!type || v.type == type))
      return v.atom;
  return FIR_NONE;
}

/* The integer that T, an integer, was converted from, if it was: what is known of the one is then
   known of the other.  Else NULL.  */
static tree
converted_from (struct ext_build *e, tree t)
{
  gassign *s = TREE_CODE (t) == SSA_NAME ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (t)) : NULL;
  tree from;

  if (!s || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
    return NULL_TREE;
  from = gimple_assign_rhs1 (s);
  if ( TREE_CODE (from) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (from)
      || TREE_CODE (TREE_TYPE (t)) != INTEGER_TYPE || TREE_CODE (TREE_TYPE (from)) != INTEGER_TYPE
      || TYPE_PRECISION (TREE_TYPE (t)) > 64 || TYPE_PRECISION (TREE_TYPE (from)) > 64
      || call_of_name (e->f, from))
    return NULL_TREE;
  return from;
}

/* The host operand of a parameter that has the value of T; T if there is none.  Without
   optimisation each term stays what it is: a debugger may change variables.  */
static tree
same_argument (struct ext_build *e, tree t)
{
  if (optimize)
    for (tree arg : e->args)
      if (ext_same_value_p (arg, t))
	return arg;
  return t;
}

/* T, the result of C (NULL: of no builtin), or, where that is the length of a view, what the view
   says: an index below the one is then known to be below the other.  */
static tree
said_length (struct ext_build *e, struct ext_call *c, tree t)
{
  struct ext_call *of = c && c->op == NOVA_OP_LENGTH && !c->member
			? call_of_name (e->f, call_operand (c, 0)) : NULL;

  return optimize && of && of->op == NOVA_OP_VIEW ? call_operand (of, 1) : t;
}

/* The statement that multiplies two numbers, sizes or signed ones, to T, NULL if none does: an
   array of h w elements is then known to be as large as what is made for h and w.  */
static gassign *
product (struct ext_build *e, tree t)
{
  gassign *s = TREE_CODE (t) == SSA_NAME ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (t)) : NULL;

  if (!optimize || !s || gimple_assign_rhs_code (s) != MULT_EXPR
      || !(types_compatible_p (TREE_TYPE (t), size_type_node)
	   || (TREE_CODE (TREE_TYPE (t)) == INTEGER_TYPE && TYPE_PRECISION (TREE_TYPE (t)) <= 64
	       && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)))))
    return NULL;
  for (unsigned k = 1; k <= 2; k++)
    {
      tree factor = gimple_op (s, k);

      if (TREE_CODE (factor) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (factor)
	  || call_of_name (e->f, factor) || e->r->late_names.contains (factor))
	return NULL;
    }
  return s;
}

struct fir_atom
ext_value_of (struct ext_build *e, tree t, const struct type *type)
{
  struct ext_call *c;
  struct fir_atom a;

  if (e->body)
    return body_value (e->body, t, type);
  c = call_of_name (e->f, t);
  if (said_length (e, c, t) != t)
    {
      t = said_length (e, c, t);
      c = call_of_name (e->f, t);
    }
  if (!type)
    type = ext_type (e, TREE_TYPE (t));
  if (!c && fir_atom_none (known_value (e, t, NULL)))
    t = same_argument (e, t);
  a = known_value (e, t, type);
  if (!fir_atom_none (a))
    return a;
  a = known_value (e, t, NULL);
  if (!fir_atom_none (a) && type_is_scalar (type) && type_is_scalar (fir_atom_type (a)))
    return ext_convert (e, e->b, type, a);
  if (c && c->importable)
    {
      a = ext_import (e, c);
      ext_bind (e, t, a);
      return a;
    }
  if (is_gimple_min_invariant (t))
    {
      a = ext_constant (e, t, type);
      if (!fir_atom_none (a))
	return a;
    }
  if (TREE_CODE (t) == SSA_NAME && e->r->late_names.contains (t))
    {
      a = ext_said (e, SSA_NAME_DEF_STMT (t));
      ext_bind (e, t, a);
      return type_is_scalar (type) ? ext_convert (e, e->b, type, a) : a;
    }
  if (tree from = type_is_integral (type) ? converted_from (e, t) : NULL_TREE)
    {
      a = ext_value_of (e, from, NULL);
      if (type_is_integral (fir_atom_type (a)))
	return ext_convert (e, e->b, type, a);
    }
  if (gassign *s = type == ext_type (e, TREE_TYPE (t)) ? product (e, t) : NULL)
    {
      struct fir_atom x = ext_value_of (e, gimple_assign_rhs1 (s), type),
		      y = ext_value_of (e, gimple_assign_rhs2 (s), type);

      return fir_prim2 (e->p, e->b, FIR_MUL, type, x, y);
    }
  return parameter (e, t, type);
}

struct fir_atom
ext_convert (struct ext_build *e, struct fir_block *b, const struct type *type, struct fir_atom x)
{
  const struct type *from = fir_atom_type (x);

  if (from == type)
    return x;
  if (x.cst && !x.cst->origin && type_is_integral (type) && type_is_integral (from)
      && type->scalar != SCALAR_BOOL)
    return fir_atom_int (e->p, type, (__int128) x.cst->i);
  if (ext_foreign_p (from) || ext_foreign_p (type))
    return ext_foreign (e, b, NOVA_OPR_NONE, type, 1, &x);
  /* To _Bool: is it not null?  */
  if (from->kind == TYPE_PTR && type_is_scalar (type))
    x = fir_prim2 (e->p, b, FIR_NE, from, x, fir_atom_int (e->p, from, 0));
  return fir_prim1 (e->p, b, FIR_CONV, type, x);
}

struct fir_atom
ext_number (struct ext_build *e, struct fir_block *b, const struct type *type, int n)
{
  if (ext_foreign_p (type))
    return ext_convert (e, b, type, fir_atom_int (e->p, type_i32 (e->ctx), n));
  return type_is_scalar (type) && scalar_info[type->scalar].cls >= SC_FLOAT
	 ? fir_atom_float (e->p, type, n) : fir_atom_int (e->p, type, n);
}

/* The results of the region: what leaves it, in order.  */
static void
build_results (struct ext_build *e)
{
  auto_vec<fir_atom> rets;

  for (struct ext_call *c : e->r->members)
    if (call_leaves (e->f, c))
      {
	gcc_assert (!fir_atom_none (c->value));
	e->results.safe_push (c);
	rets.safe_push (c->value);
      }
  fir_block_return (e->p, e->b, rets.length (), rets.address ());
}

static int
compare_order (const void *x, const void *y)
{
  const struct ext_call *a = *(struct ext_call *const *) x, *b = *(struct ext_call *const *) y;

  return a->order < b->order ? -1 : a->order > b->order;
}

void
ext_build_region (struct ext_build *e)
{
  struct strbuf err = { NULL, 0, 0 };
  auto_vec<ext_call *> members;

  for (struct ext_call *c : e->r->members)
    members.safe_push (c);
  members.qsort (compare_order);
  e->b = e->fr->body;
  for (struct ext_call *c : members)
    {
      ext_member (e, c);
      if (e->failed)
	return;
    }
  build_results (e);
  if (!fir_check (e->p, &err))
    {
      struct strbuf text = { NULL, 0, 0 };

      fir_print (&text, e->p);
      ctx_fatal (e->ctx, "extract: %s\n%s", err.s, text.s);
    }
}

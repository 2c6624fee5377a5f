/* Typing rules of the builtins that rearrange vectors: strided views, cuts, windows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in resolve-vec.cc: one function per builtin.  Conditions on a whole operand (a split without
   remainder, valid offsets) are checked in place, while the vector, which is index-only, is rebuilt
   wherever it is used: so those builtins become two calls, one that checks and one that makes the
   vector.  The offsets of segments are copied by the first.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/abi.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "resolve.h"

/* Operand K is a vector of vectors: the type of its elements.  */
static tree
want_nested (struct call *c, unsigned k)
{
  tree elem = resolve_want_vector (c, k);
  return !elem || vtype_elem (elem) ? elem : resolve_wrong_type (c, k, "a vector of vectors");
}

/* The operands from 2 to LAST are sizes, each with a stride behind it: how many levels.  0 after an
   error.  */
static unsigned
want_strides (struct call *c, unsigned last)
{
  if (last % 2 == 0)
    {
      error_at (c->loc, "%qs takes a stride for each size, none given for operand %u",
		op_site_name (c->op), last);
      loc_note_macro (c->spot);
      c->answer = error_mark_node;
      return 0;
    }
  for (unsigned k = 2; k <= last; k++)
    if (!resolve_convert_integer (c, k, k % 2 ? ptrdiff_type_node : size_type_node))
      return 0;
  return last / 2;
}

/* (T *, (size, ptrdiff_t)...) -> V^k<T>  */
tree
scheme_VIEW_STRIDED (struct call *c)
{
  tree t = resolve_want_memory (c, 1);
  unsigned levels = t ? want_strides (c, c->n) : 0;
  for (unsigned k = 0; k < levels; k++)
    t = vtype_of (t);
  return levels ? t : NULL_TREE;
}

/* (T *, (size, ptrdiff_t)..., V^k<T>)  */
tree
scheme_STORE_STRIDED (struct call *c)
{
  tree target = resolve_want_writable (c, 1);
  unsigned levels = target ? want_strides (c, c->n - 1) : 0;
  if (!levels || !resolve_want_vector (c, c->n))
    return NULL_TREE;
  tree found = operand_type (c, c->n), wanted = target;
  for (unsigned k = 0; k < levels; k++)
    wanted = vtype_of (wanted);
  if (vtype_levels (found) != levels || !resolve_assignable_p (target, vtype_base (found)))
    return resolve_wrong_type_for (c, c->n, wanted);
  return void_type_node;
}

/* (n, p1, x1, ..., pk, xk)  */
tree
scheme_STORE_ALL (struct call *c)
{
  if (!resolve_convert_integer (c, 1, size_type_node))
    return NULL_TREE;
  for (unsigned k = 2; k <= c->n; k += 2)
    {
      tree target = resolve_want_writable (c, k);
      if (!target)
	return NULL_TREE;
      if (k == c->n)
	{
	  error_at (c->loc, "%qs takes a vector for each pointer, none given for operand %u",
		    op_site_name (c->op), k);
	  loc_note_macro (c->spot);
	  c->answer = error_mark_node;
	  return NULL_TREE;
	}
      if (!resolve_want_vector (c, k + 1))
	return NULL_TREE;
      if (!resolve_assignable_p (target, vtype_base (operand_type (c, k + 1))))
	return resolve_wrong_type_for (c, k + 1, vtype_of (target));
    }
  return void_type_node;
}

/* (V<T>, V<I>) -> V<V<T>>  */
tree
scheme_SEGMENTS (struct call *c)
{
  return resolve_want_vector (c, 1) && resolve_want_integers (c, 2) ? vtype_of (operand_type (c, 1))
	 : NULL_TREE;
}

/* (size, V<T>) -> V<V<T>>  */
tree
scheme_SPLIT (struct call *c)
{
  return resolve_convert_integer (c, 1, size_type_node) && resolve_want_vector (c, 2)
	 ? vtype_of (operand_type (c, 2)) : NULL_TREE;
}

tree
scheme_WINDOW (struct call *c)
{
  return scheme_SPLIT (c);
}

/* V<V<T>> -> V<T>  */
tree
scheme_FLATTEN (struct call *c)
{
  return want_nested (c, 1);
}

/* V<V<T>> -> V<size>  */
tree
scheme_LENGTHS (struct call *c)
{
  return want_nested (c, 1) ? vtype_of (size_type_node) : NULL_TREE;
}

tree
scheme_OFFSETS (struct call *c)
{
  return scheme_LENGTHS (c);
}

/* (I, V<T>) -> V<T>.  An unsigned index is kept as it is: it may be beyond ptrdiff_t.  */
tree
scheme_ROTATE (struct call *c)
{
  tree t = operand_type (c, 1);
  bool wide = INTEGRAL_TYPE_P (t) && TYPE_PRECISION (t) > TYPE_PRECISION (ptrdiff_type_node)
					  - TYPE_UNSIGNED (t);
  if (!resolve_convert_integer (c, 1, wide ? resolve_promoted_type (t) : ptrdiff_type_node))
    return NULL_TREE;
  tree elem = resolve_want_vector (c, 2);
  return elem ? vtype_of (elem) : NULL_TREE;
}

/* V<T>... -> V<T>  */
tree
scheme_CONCAT (struct call *c)
{
  tree elem = resolve_want_vector (c, 1), t = elem ? vtype_of (elem) : NULL_TREE;
  for (unsigned k = 2; t && k <= c->n; k++)
    if (vtype_elem (operand_type (c, k)) != elem)
      return resolve_wrong_type_for (c, k, t);
  return t;
}

/* V<V<T>> -> V<V<T>>  */
tree
scheme_TRANSPOSE (struct call *c)
{
  tree elem = want_nested (c, 1);
  return elem ? vtype_of (elem) : NULL_TREE;
}

static const char *const pad_modes[] = {
#define NOVA_PAD_MODE(NAME, TEXT, DOC) "NOVA_" #NAME,
#include "nova/pad.def"
#undef NOVA_PAD_MODE
};

/* All modes in quotes; xmalloc'd.  */
static char *
quoted_pad_modes (void)
{
  char *all = xstrdup ("");
  for (const char *mode : pad_modes)
    all = reconcat (all, all, *all ? ", " : "", open_quote, mode, close_quote, NULL);
  return all;
}

/* The mode of the nova_pad C is MODE, which is none.  */
static tree
no_pad_mode (struct call *c, tree mode)
{
  char *modes = quoted_pad_modes ();
  tree answer = diag_operand (c->loc, c->fndecl, c->args, 1,
			      "operand 1 of %qs is %wd, wanted one of %s", op_site_name (c->op),
			      wi::to_wide (mode).to_shwi (), modes);
  free (modes);
  return answer;
}

/* (int, size, V<T>) -> V<T>  */
tree
scheme_PAD (struct call *c)
{
  if (!resolve_convert_integer (c, 1, integer_type_node)
      || !resolve_convert_integer (c, 2, size_type_node))
    return NULL_TREE;
  tree mode = c_fully_fold (operand (c, 1), false, NULL, false), elem = resolve_want_vector (c, 3);
  if (elem && TREE_CODE (mode) == INTEGER_CST
      && wi::geu_p (wi::to_wide (mode), ARRAY_SIZE (pad_modes)))
    {
      c->answer = no_pad_mode (c, mode);
      return NULL_TREE;
    }
  return elem ? vtype_of (elem) : NULL_TREE;
}

/* --- Two calls of one builtin ---------------------------------------------------------------- */

/* E, to be used several times, evaluated once.  A variable stays one.  */
static tree
reusable (location_t loc, tree e)
{
  if (CONSTANT_CLASS_P (e) || (DECL_P (e) && !TREE_SIDE_EFFECTS (e)))
    return e;
  if (TREE_CODE (e) == SAVE_EXPR)
    return e;
  e = build1_loc (loc, SAVE_EXPR, TREE_TYPE (e), e);
  TREE_SIDE_EFFECTS (e) = 1;
  return e;
}

static tree
site_call (location_t loc, enum nova_op op, tree result, unsigned number, vec<tree> &args)
{
  args.safe_push (build_int_cst (unsigned_type_node, number));
  tree call = op_build_call (loc, op_decl (op, result), args.length (), args.address ());
  args.pop ();
  return call;
}

/* The operands of C, folded, each usable several times.  */
static void
take_operands (struct call *c, auto_vec<tree> *args)
{
  for (unsigned k = 1; k <= c->n; k++)
    args->safe_push (reusable (c->loc, c_fully_fold (operand (c, k), false, NULL, false)));
}

/* E, in which ARGS stand several times, after all of ARGS.  */
static tree
evaluated_before (struct call *c, vec<tree> &args, tree e)
{
  for (unsigned k = 0; k < args.length (); k++)
    if (TREE_CODE (args[k]) == SAVE_EXPR)
      {
	e = build2_loc (c->loc, COMPOUND_EXPR, TREE_TYPE (e), args[k], e);
	TREE_SIDE_EFFECTS (e) = 1;
      }
  return e;
}

/* The check, then the vector.  */
static tree
check_then_make (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  take_operands (c, &args);
  tree check = site_call (c->loc, NOVA_OP_REQUIRE, void_type_node, number, args);
  tree make = site_call (c->loc, c->op, result, site_copy (number), args);
  tree both = build2_loc (c->loc, COMPOUND_EXPR, result, check, make);
  TREE_SIDE_EFFECTS (both) = 1;
  return both;
}

tree
resolve_kept (unsigned number, tree e)
{
  nova_call_site *of = site_get (number);
  unsigned made = site_new (of->op, of->loc, 1);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (e));
  auto_vec<tree> args;
  nova_call_site *s = site_get (made);
  s->spot = of->spot;
  s->op_type[0] = s->result = type;
  args.safe_push (e);
  return site_call (s->loc, NOVA_OP_KEEP, type, made, args);
}

/* The check, then that many times the row as it is now.  */
static tree
repeat_kept (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  take_operands (c, &args);
  tree check = site_call (c->loc, NOVA_OP_REQUIRE, void_type_node, number, args);
  args[1] = resolve_kept (number, args[1]);
  tree make = site_call (c->loc, c->op, result, site_copy (number), args);
  tree both = build2_loc (c->loc, COMPOUND_EXPR, result, check, make);
  TREE_SIDE_EFFECTS (both) = 1;
  return both;
}

/* Segments of X at checked offsets of size_t.  */
static tree
cut_then_make (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  take_operands (c, &args);
  tree offsets = vtype_of (size_type_node);
  tree cuts = site_call (c->loc, NOVA_OP_CUTS, offsets, number, args);
  unsigned made = site_copy (number);
  site_get (made)->op_type[1] = offsets;
  auto_vec<tree> second;
  second.safe_splice (args);
  second[1] = cuts;
  return evaluated_before (c, args, site_call (c->loc, c->op, result, made, second));
}

/* Padding by a mode that is known only at run time: one of four, the last of which checks that it
   is.  */
static tree
choose_pad (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  take_operands (c, &args);
  tree mode = args[0], all = site_call (c->loc, c->op, result, number, args);
  for (int m = 2; m >= 0; m--)
    {
      args[0] = build_int_cst (integer_type_node, m);
      tree one = site_call (c->loc, c->op, result, site_copy (number), args);
      tree is = build2_loc (c->loc, EQ_EXPR, integer_type_node, mode, args[0]);
      all = build3_loc (c->loc, COND_EXPR, result, is, one, all);
      TREE_SIDE_EFFECTS (all) = 1;
    }
  /* Evaluated on every way, so before they part.  */
  args[0] = mode;
  return evaluated_before (c, args, all);
}

/* SHAPE, (n1, s1, ..., nk, sk), steps at each level over all that those below it reach, as is seen
   from small constants; n1 may be anything.  */
static bool
steps_over_p (const vec<tree> &shape)
{
  unsigned HOST_WIDE_INT reach = 0;
  for (unsigned k = shape.length (); k > 0; k -= 2)
    {
      tree n = shape[k - 2], s = shape[k - 1];
      if (TREE_CODE (s) != INTEGER_CST || !tree_fits_shwi_p (s)
	  || absu_hwi (tree_to_shwi (s)) >> 31 || absu_hwi (tree_to_shwi (s)) <= reach)
	return false;
      if (k == 2)
	return true;
      if (TREE_CODE (n) != INTEGER_CST || integer_zerop (n) || !tree_fits_uhwi_p (n)
	  || tree_to_uhwi (n) >> 31)
	return false;
      reach += (tree_to_uhwi (n) - 1) * absu_hwi (tree_to_shwi (s));
    }
  return true;
}

/* n1 ... nk of SHAPE.  */
static tree
elements_of (location_t loc, const vec<tree> &shape)
{
  tree all = size_one_node;
  for (unsigned k = 0; k < shape.length (); k += 2)
    all = fold_build2_loc (loc, MULT_EXPR, size_type_node, all,
			   fold_convert_loc (loc, size_type_node, shape[k]));
  return all;
}

/* A strided store with one more operand: an element with the address of one before it, or how many
   elements there are.  */
static tree
store_with_clash (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args, shape;
  take_operands (c, &args);
  for (unsigned k = 2; k < c->n; k++)
    shape.safe_push (args[k - 1]);
  if (steps_over_p (shape))
    args.safe_push (elements_of (c->loc, shape));
  else
    {
      shape.safe_insert (0, build_int_cst (unsigned_type_node, c->n / 2 - 1));
      args.safe_push (build_call_expr_loc_array (c->loc, abi_decl (ABI_nova_strided_clash),
						 shape.length (), shape.address ()));
    }
  return site_call (c->loc, c->op, result, number, args);
}

tree
resolve_special (struct call *c, unsigned number, tree result)
{
  switch (c->op)
    {
    case NOVA_OP_SPLIT:
    case NOVA_OP_WINDOW:
    case NOVA_OP_TRANSPOSE:
      return check_then_make (c, number, result);
    case NOVA_OP_REPLICATE:
      return vtype_elem (operand_type (c, 2)) ? repeat_kept (c, number, result) : NULL_TREE;
    case NOVA_OP_RANGE:
      return TYPE_PRECISION (vtype_elem (result)) > TYPE_PRECISION (size_type_node)
	     ? check_then_make (c, number, result) : NULL_TREE;
    case NOVA_OP_SEGMENTS:
      return cut_then_make (c, number, result);
    case NOVA_OP_STORE_STRIDED:
      return store_with_clash (c, number, result);
    case NOVA_OP_PAD:
      return TREE_CODE (c_fully_fold (operand (c, 1), false, NULL, false)) == INTEGER_CST
	     ? NULL_TREE : choose_pad (c, number, result);
    default:
      return NULL_TREE;
    }
}

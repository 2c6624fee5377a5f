/* Typing rules of the builtins with function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in resolve-vec.cc: one function per builtin.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "resolve.h"

tree
resolve_apply_to_vectors (struct call *c, unsigned first)
{
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  for (unsigned k = first; k <= c->n; k++)
    {
      tree elem = resolve_want_vector (c, k);
      if (!elem)
	return NULL_TREE;
      elems.safe_push (elem);
      from.safe_push (k);
    }
  return resolve_apply (c, 1, elems.length (), elems.address (), from.address (), NULL_TREE);
}

/* ((T1, ..., Tn) -> R, V<T1>, ...) -> V<R>  */
tree
scheme_MAP (struct call *c)
{
  tree result = resolve_apply_to_vectors (c, 2);
  return result ? resolve_vector_of (c, 1, result) : NULL_TREE;
}

/* ((size, ...) -> R, size...) -> V^k<R>  */
tree
scheme_TABULATE (struct call *c)
{
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  for (unsigned k = 2; k <= c->n; k++)
    {
      if (!resolve_convert_integer (c, k, size_type_node))
	return NULL_TREE;
      elems.safe_push (size_type_node);
      from.safe_push (0);
    }
  tree t = resolve_apply (c, 1, elems.length (), elems.address (), from.address (), NULL_TREE);
  for (unsigned k = 2; t && k <= c->n; k++)
    t = resolve_vector_of (c, 1, t);
  return t;
}

tree
resolve_check_combination (struct call *c, unsigned x)
{
  tree t = resolve_want_vector (c, x);
  if (!t)
    return NULL_TREE;
  tree elems[2] = { t, t };
  unsigned from[2] = { x, x };
  tree result = resolve_apply (c, 1, 2, elems, from, t);
  if (!result)
    return NULL_TREE;
  if (!resolve_assignable_p (t, result))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs gives %qT, wanted %qT, the element type of "
				"operand %u", op_site_name (c->op), result, t, x);
      note_function (c, 1);
      return NULL_TREE;
    }
  return t;
}

tree
resolve_check_accumulation (struct call *c, unsigned init, unsigned x)
{
  tree t = resolve_check_combination (c, x);
  return t && resolve_convert_operand (c, init, t) ? t : NULL_TREE;
}

/* ((T, T) -> T, T, V<T>) -> T  */
tree
scheme_REDUCE (struct call *c)
{
  return resolve_check_accumulation (c, 2, 3);
}

/* ((T, T) -> T, T, V<T>) -> V<T>  */
tree
scheme_SCAN (struct call *c)
{
  tree t = resolve_check_accumulation (c, 2, 3);
  return t ? vtype_of (t) : NULL_TREE;
}

tree
scheme_EXSCAN (struct call *c)
{
  return scheme_SCAN (c);
}

bool
resolve_check_truth (struct call *c, tree result)
{
  if (!result)
    return false;
  if ((INTEGRAL_TYPE_P (result) || TREE_CODE (result) == REAL_TYPE
       || TREE_CODE (result) == COMPLEX_TYPE || TREE_CODE (result) == POINTER_TYPE)
      && !vtype_elem (result))
    return true;
  c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
			    "operand 1 of %qs gives %qT, wanted a scalar to compare with 0",
			    op_site_name (c->op), result);
  note_function (c, 1);
  return false;
}

bool
resolve_check_predicate (struct call *c)
{
  return resolve_check_truth (c, resolve_apply_to_vectors (c, 2));
}

bool
resolve_check_less (struct call *c, unsigned x)
{
  tree t = resolve_want_vector (c, x);
  if (!t)
    return false;
  tree elems[2] = { t, t };
  unsigned from[2] = { x, x };
  return resolve_check_truth (c, resolve_apply (c, 1, 2, elems, from, NULL_TREE));
}

/* ((T, U1, ...) -> int, V<T>, V<U1>, ...) -> V<T>  */
tree
scheme_FILTER (struct call *c)
{
  return resolve_check_predicate (c) ? vtype_of (vtype_elem (operand_type (c, 2))) : NULL_TREE;
}

/* ((T) -> int, V<T>) -> size  */
tree
scheme_COUNT (struct call *c)
{
  return resolve_check_predicate (c) ? size_type_node : NULL_TREE;
}

tree
scheme_ANY (struct call *c)
{
  return resolve_check_predicate (c) ? integer_type_node : NULL_TREE;
}

tree
scheme_ALL (struct call *c)
{
  return scheme_ANY (c);
}

tree
scheme_BIND (struct call *c)
{
  return resolve_bind (c);
}

tree
scheme_TRUST (struct call *c)
{
  return resolve_trust (c);
}

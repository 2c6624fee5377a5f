/* Typing rules of the builtins with function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in resolve-vec.cc: one function a builtin.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "resolve.h"

tree
apply_to_vectors (struct call *c, unsigned first)
{
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  for (unsigned k = first; k <= c->n; k++)
    {
      tree elem = want_vector (c, k);
      if (!elem)
	return NULL_TREE;
      elems.safe_push (elem);
      from.safe_push (k);
    }
  return apply_function (c, 1, elems.length (), elems.address (), from.address (), NULL_TREE);
}

/* ((T1, ..., Tn) -> R, V<T1>, ...) -> V<R>  */
tree
scheme_MAP (struct call *c)
{
  tree result = apply_to_vectors (c, 2);
  return result ? vector_of_type (c, 1, result) : NULL_TREE;
}

/* ((size, ...) -> R, size...) -> V^k<R>  */
tree
scheme_TABULATE (struct call *c)
{
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  for (unsigned k = 2; k <= c->n; k++)
    {
      if (!convert_integer (c, k, size_type_node))
	return NULL_TREE;
      elems.safe_push (size_type_node);
      from.safe_push (0);
    }
  tree t = apply_function (c, 1, elems.length (), elems.address (), from.address (), NULL_TREE);
  for (unsigned k = 2; t && k <= c->n; k++)
    t = vector_of_type (c, 1, t);
  return t;
}

tree
check_combination (struct call *c, unsigned x)
{
  tree t = want_vector (c, x);
  if (!t)
    return NULL_TREE;
  tree elems[2] = { t, t };
  unsigned from[2] = { x, x };
  tree result = apply_function (c, 1, 2, elems, from, t);
  if (!result)
    return NULL_TREE;
  if (!assignable_p (t, result))
    {
      c->answer = operand_error (c->loc, c->fndecl, c->args, 1,
				 "operand 1 of %qs gives %qT, wanted %qT, the element type of "
				 "operand %u", op_site_name (c->op), result, t, x);
      note_function (c, 1);
      return NULL_TREE;
    }
  return t;
}

tree
check_accumulation (struct call *c, unsigned init, unsigned x)
{
  tree t = check_combination (c, x);
  return t && convert_operand (c, init, t) ? t : NULL_TREE;
}

/* ((T, T) -> T, T, V<T>) -> T  */
tree
scheme_REDUCE (struct call *c)
{
  return check_accumulation (c, 2, 3);
}

/* ((T, T) -> T, T, V<T>) -> V<T>  */
tree
scheme_SCAN (struct call *c)
{
  tree t = check_accumulation (c, 2, 3);
  return t ? vec_type (t) : NULL_TREE;
}

tree
scheme_EXSCAN (struct call *c)
{
  return scheme_SCAN (c);
}

bool
check_truth (struct call *c, tree result)
{
  if (!result)
    return false;
  if ((INTEGRAL_TYPE_P (result) || TREE_CODE (result) == REAL_TYPE
       || TREE_CODE (result) == COMPLEX_TYPE || TREE_CODE (result) == POINTER_TYPE)
      && !vec_elem (result))
    return true;
  c->answer = operand_error (c->loc, c->fndecl, c->args, 1,
			     "operand 1 of %qs gives %qT, wanted a scalar to compare with 0",
			     op_site_name (c->op), result);
  note_function (c, 1);
  return false;
}

bool
check_predicate (struct call *c)
{
  return check_truth (c, apply_to_vectors (c, 2));
}

bool
check_less (struct call *c, unsigned x)
{
  tree t = want_vector (c, x);
  if (!t)
    return false;
  tree elems[2] = { t, t };
  unsigned from[2] = { x, x };
  return check_truth (c, apply_function (c, 1, 2, elems, from, NULL_TREE));
}

/* ((T, U1, ...) -> int, V<T>, V<U1>, ...) -> V<T>  */
tree
scheme_FILTER (struct call *c)
{
  return check_predicate (c) ? vec_type (vec_elem (operand_type (c, 2))) : NULL_TREE;
}

/* ((T) -> int, V<T>) -> size  */
tree
scheme_COUNT (struct call *c)
{
  return check_predicate (c) ? size_type_node : NULL_TREE;
}

tree
scheme_ANY (struct call *c)
{
  return check_predicate (c) ? integer_type_node : NULL_TREE;
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

/* Typing rules of the builtins that order, group, count, expand or write at computed indices.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in resolve-vec.cc: one function per builtin.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "resolve.h"

/* The vector type of operand K, unqualified.  */
static tree
type_of_vector (struct call *c, unsigned k)
{
  return vtype_of (vtype_elem (operand_type (c, k)));
}

/* Operand K, a vector, is one of the elements that operand LIKE has.  */
static bool
same_elements (struct call *c, unsigned k, unsigned like)
{
  if (!resolve_want_vector (c, k))
    return false;
  if (vtype_elem (operand_type (c, k)) == vtype_elem (operand_type (c, like)))
    return true;
  resolve_wrong_type_for (c, k, type_of_vector (c, like));
  return false;
}

/* Function operand K gives RESULT, wanted WANTED.  */
static tree
wrong_result (struct call *c, unsigned k, tree result, const char *wanted)
{
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs gives %qT, wanted %s", k, op_site_name (c->op),
			    result, wanted);
  note_function (c, k);
  return NULL_TREE;
}

/* --- Order and groups ------------------------------------------------------------------------ */

/* ((T) -> int, V<T>) -> V<V<T>>  */
tree
scheme_PARTITION (struct call *c)
{
  return resolve_check_predicate (c) ? vtype_of (type_of_vector (c, 2)) : NULL_TREE;
}

/* ((T, T) -> int, V<T>) -> V<T>  */
tree
scheme_SORT (struct call *c)
{
  return resolve_check_less (c, 2) ? type_of_vector (c, 2) : NULL_TREE;
}

/* Function operand 1 gives a key that can be ordered.  */
static bool
check_key (struct call *c)
{
  tree key = resolve_apply_to_vectors (c, 2);
  if (!key)
    return false;
  if (INTEGRAL_TYPE_P (key) || SCALAR_FLOAT_TYPE_P (key))
    return true;
  wrong_result (c, 1, key, "a key: a real or enumerated type");
  return false;
}

/* ((T) -> K, V<T>) -> V<T>  */
tree
scheme_SORT_BY (struct call *c)
{
  return check_key (c) ? type_of_vector (c, 2) : NULL_TREE;
}

/* ((T) -> K, V<T>) -> V<V<T>>  */
tree
scheme_GROUP_BY (struct call *c)
{
  return check_key (c) ? vtype_of (type_of_vector (c, 2)) : NULL_TREE;
}

/* Function operand K gives an integer for each element of operand X: its type.  */
static tree
integer_of_element (struct call *c, unsigned k, unsigned x)
{
  tree elem = resolve_want_vector (c, x);
  tree result = elem ? resolve_apply (c, k, 1, &elem, &x, NULL_TREE) : NULL_TREE;
  return !result || INTEGRAL_TYPE_P (result) ? result : wrong_result (c, k, result, "an integer");
}

/* (size, (T) -> I, V<T>) -> V<V<T>>  */
tree
scheme_BUCKET (struct call *c)
{
  if (!resolve_convert_integer (c, 1, size_type_node) || !integer_of_element (c, 2, 3))
    return NULL_TREE;
  return vtype_of (type_of_vector (c, 3));
}

/* --- Expansion ------------------------------------------------------------------------------- */

/* ((T) -> I, (T, I) -> R, V<T>) -> V<R>  */
tree
scheme_EXPAND (struct call *c)
{
  tree elems[2] = { NULL_TREE, integer_of_element (c, 1, 3) };
  unsigned from[2] = { 3, 0 };
  if (!elems[1])
    return NULL_TREE;
  elems[0] = vtype_elem (operand_type (c, 3));
  tree result = resolve_apply (c, 2, 2, elems, from, NULL_TREE);
  return result ? resolve_vector_of (c, 2, result) : NULL_TREE;
}

/* The same, -> V<V<R>>  */
tree
scheme_EXPAND_NESTED (struct call *c)
{
  tree t = scheme_EXPAND (c);
  return t ? vtype_of (t) : NULL_TREE;
}

/* --- Elements that say where they go --------------------------------------------------------- */

/* (V<I>, V<T>) -> V<T>  */
tree
scheme_PERMUTE (struct call *c)
{
  return scheme_GATHER (c);
}

/* (V<T>, V<I>, V<T>) -> V<T>  */
tree
scheme_SCATTER (struct call *c)
{
  if (!resolve_want_vector (c, 1) || !resolve_want_integers (c, 2) || !same_elements (c, 3, 1))
    return NULL_TREE;
  return type_of_vector (c, 1);
}

/* ((T, T) -> T, T, size, V<I>, V<T>) -> V<T>  */
tree
scheme_REDUCE_BY_INDEX (struct call *c)
{
  if (!resolve_check_accumulation (c, 2, 5) || !resolve_convert_integer (c, 3, size_type_node)
      || !resolve_want_integers (c, 4))
    return NULL_TREE;
  return type_of_vector (c, 5);
}

/* ((T, T) -> T, V<T>, V<I>, V<T>) -> V<T>  */
tree
scheme_REDUCE_INTO (struct call *c)
{
  if (!resolve_check_combination (c, 4) || !same_elements (c, 2, 4)
      || !resolve_want_integers (c, 3))
    return NULL_TREE;
  return type_of_vector (c, 4);
}

/* (f, T *, size, ptrdiff_t, size, V<T1>, ...), f: (T *, T1, ...) -> void  */
tree
scheme_UPDATE_ROWS (struct call *c)
{
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  if (!resolve_want_memory (c, 2))
    return NULL_TREE;
  if (TYPE_READONLY (TREE_TYPE (operand_type (c, 2))))
    return resolve_wrong_type (c, 2, "a pointer to elements that are not const");
  if (!resolve_convert_integer (c, 3, size_type_node)
      || !resolve_convert_integer (c, 4, ptrdiff_type_node)
      || !resolve_convert_integer (c, 5, size_type_node))
    return NULL_TREE;
  elems.safe_push (TYPE_MAIN_VARIANT (operand_type (c, 2)));
  from.safe_push (2);
  for (unsigned k = 6; k <= c->n; k++)
    {
      tree elem = resolve_want_vector (c, k);
      if (!elem)
	return NULL_TREE;
      elems.safe_push (elem);
      from.safe_push (k);
    }
  if (c->fn[0].opr != NOVA_OPR_NONE)
    return resolve_wrong_type (c, 1, "a function without result");
  tree result = resolve_apply (c, 1, elems.length (), elems.address (), from.address (),
			       NULL_TREE);
  return !result || VOID_TYPE_P (result) ? result : wrong_result (c, 1, result, "no result");
}

/* Typing rules of the builtins that search for elements, and of folds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in resolve-vec.cc: one function per builtin.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "resolve.h"

/* ((T1, ...) -> int, V<T1>, ...) -> size  */
tree
scheme_FIND (struct call *c)
{
  return resolve_check_predicate (c) ? size_type_node : NULL_TREE;
}

/* ((T, T) -> int, V<T>) -> size  */
tree
scheme_ARGMIN (struct call *c)
{
  return resolve_check_less (c, 2) ? size_type_node : NULL_TREE;
}

tree
scheme_ARGMAX (struct call *c)
{
  return scheme_ARGMIN (c);
}

/* ((T, T) -> int, V<T>, V<T>) -> V<size>  */
tree
scheme_SEARCH (struct call *c)
{
  tree t = resolve_want_vector (c, 2);
  if (!t || !resolve_want_vector (c, 3))
    return NULL_TREE;
  if (vtype_elem (operand_type (c, 3)) != t)
    return resolve_wrong_type_for (c, 3, operand_type (c, 2));
  return resolve_check_less (c, 2) ? vtype_of (size_type_node) : NULL_TREE;
}

/* What function operand K of a fold gives is assigned to the result, of type R.  */
static bool
gives (struct call *c, unsigned k, tree found, tree r)
{
  if (!found)
    return false;
  if (resolve_assignable_p (r, found))
    return true;
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs gives %qT, wanted %qT, the type of the result", k,
			    op_site_name (c->op), found, r);
  note_function (c, k);
  return false;
}

/* The type of a fold's result: what step gives, else what join gives, else that of the initial
   value.  */
static tree
fold_type (struct call *c)
{
  for (unsigned k = 0; k < 2; k++)
    if (c->fn[k].opr == NOVA_OPR_NONE)
      return TYPE_MAIN_VARIANT (TREE_TYPE (c->fn[k].type));
  return TYPE_MAIN_VARIANT (operand_type (c, 3));
}

/* ((R, T1, ...) -> R, (R, R) -> R, R, V<T1>, ...) -> R  */
tree
scheme_FOLD (struct call *c)
{
  tree r = fold_type (c);
  const char *fault = vtype_elem_fault (r);
  if (fault)
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs gives %qT, which cannot be a result: it %s",
				op_site_name (c->op), ctype_with_qualifiers (r), fault);
      note_function (c, 1);
      return NULL_TREE;
    }
  auto_vec<tree> elems;
  auto_vec<unsigned> from;
  elems.safe_push (r);
  from.safe_push (FROM_RESULT);
  for (unsigned k = 4; k <= c->n; k++)
    {
      tree elem = resolve_want_vector (c, k);
      if (!elem)
	return NULL_TREE;
      elems.safe_push (elem);
      from.safe_push (k);
    }
  tree given = resolve_apply (c, 1, elems.length (), elems.address (), from.address (), r);
  if (!gives (c, 1, given, r))
    return NULL_TREE;
  tree two[2] = { r, r };
  unsigned both[2] = { FROM_RESULT, FROM_RESULT };
  if (!gives (c, 2, resolve_apply (c, 2, 2, two, both, r), r))
    return NULL_TREE;
  return resolve_convert_operand (c, 3, r) ? r : NULL_TREE;
}

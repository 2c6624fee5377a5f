/* Typing rules of the builtins that make, read and write vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One function per builtin, named by its row: converts the operands, returns the call's type, or
   reports one error and returns NULL_TREE.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "frontend.h"
#include "resolve.h"

tree
resolve_want_vector (struct call *c, unsigned k)
{
  tree elem = vtype_elem (operand_type (c, k));
  return elem ? elem : resolve_wrong_type (c, k, "a vector");
}

tree
resolve_want_pointer (struct call *c, unsigned k)
{
  tree t = operand_type (c, k);
  if (TREE_CODE (t) != POINTER_TYPE || vtype_elem (t) || TREE_CODE (TREE_TYPE (t)) == FUNCTION_TYPE)
    return resolve_wrong_type (c, k, "a pointer to elements");
  return TREE_TYPE (t);
}

tree
resolve_vector_of (struct call *c, unsigned k, tree t)
{
  const char *fault = vtype_elem_fault (t);
  if (!fault)
    return vtype_of (t);
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs gives %qT, which cannot be the element type of a "
			    "vector: it %s", k, op_site_name (c->op), ctype_with_qualifiers (t),
			    fault);
  if (k - op_first_function (c->op) < op_functions (c->op))
    note_function (c, k);
  return NULL_TREE;
}

tree
resolve_want_memory (struct call *c, unsigned k)
{
  tree target = resolve_want_pointer (c, k);
  if (!target)
    return NULL_TREE;
  const char *fault = vtype_elem (target) ? "is a vector" : vtype_elem_fault (target);
  if (!fault)
    return TYPE_MAIN_VARIANT (target);
  if (TREE_CODE (target) == ARRAY_TYPE)
    fault = "is an array, give the address of its first element";
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs points to %qT, wanted elements in memory: it %s", k,
			    op_site_name (c->op), ctype_with_qualifiers (target), fault);
  return NULL_TREE;
}

tree
resolve_want_writable (struct call *c, unsigned k)
{
  tree target = resolve_want_memory (c, k);
  if (target && TYPE_READONLY (TREE_TYPE (operand_type (c, k))))
    return resolve_wrong_type (c, k, "a pointer to elements that are not const");
  return target;
}

/* (T *, size...) -> V^k<T>  */
tree
scheme_VIEW (struct call *c)
{
  tree t = resolve_want_memory (c, 1);
  if (!t)
    return NULL_TREE;
  for (unsigned k = 2; k <= c->n; k++)
    {
      if (!resolve_convert_integer (c, k, size_type_node))
	return NULL_TREE;
      t = vtype_of (t);
    }
  return t;
}

/* I... -> V<I>, I by the usual arithmetic conversions.  */
tree
scheme_RANGE (struct call *c)
{
  tree t = NULL_TREE;
  for (unsigned k = 1; k <= c->n; k++)
    {
      tree other = operand_type (c, k);
      if (!INTEGRAL_TYPE_P (other))
	return resolve_wrong_type (c, k, "an integer");
      t = t ? resolve_usual_type (t, other) : resolve_promoted_type (other);
    }
  for (unsigned k = 1; k <= c->n; k++)
    if (!resolve_convert_integer (c, k, t))
      return NULL_TREE;
  return vtype_of (t);
}

/* The type of value E: of a bit-field the one it is declared with.  */
static tree
declared_type (tree e)
{
  tree t = TYPE_MAIN_VARIANT (TREE_TYPE (e));
  STRIP_NOPS (e);
  if (TREE_CODE (t) != INTEGER_TYPE || TREE_CODE (e) != COMPONENT_REF
      || !DECL_BIT_FIELD_TYPE (TREE_OPERAND (e, 1)))
    return resolve_value_type (t);
  return TYPE_MAIN_VARIANT (DECL_BIT_FIELD_TYPE (TREE_OPERAND (e, 1)));
}

/* (size, T) -> V<T>  */
tree
scheme_REPLICATE (struct call *c)
{
  if (!resolve_convert_integer (c, 1, size_type_node))
    return NULL_TREE;
  tree t = resolve_vector_of (c, 2, declared_type (operand (c, 2)));
  /* The value of a bit-field.  */
  if (t && INTEGRAL_TYPE_P (vtype_elem (t)) && !resolve_convert_operand (c, 2, vtype_elem (t)))
    return NULL_TREE;
  return t;
}

/* V<T> -> size  */
tree
scheme_LENGTH (struct call *c)
{
  return resolve_want_vector (c, 1) ? size_type_node : NULL_TREE;
}

/* (V<T>, I) -> T; resolve-get.cc makes an expression of it.  */
tree
scheme_GET (struct call *c)
{
  tree elem = resolve_want_vector (c, 1);
  if (!elem)
    return NULL_TREE;
  return resolve_convert_integer (c, 2, size_type_node) ? elem : NULL_TREE;
}

/* V^k<T> -> const T *  */
tree
scheme_DATA (struct call *c)
{
  if (!resolve_want_vector (c, 1))
    return NULL_TREE;
  tree base = vtype_base (operand_type (c, 1));
  return build_pointer_type (build_qualified_type (base, TYPE_QUAL_CONST));
}

/* (U *, size, V^k<T>) -> size  */
tree
scheme_STORE (struct call *c)
{
  tree target = resolve_want_memory (c, 1);
  if (!target || !resolve_convert_integer (c, 2, size_type_node) || !resolve_want_vector (c, 3))
    return NULL_TREE;
  if (TYPE_READONLY (TREE_TYPE (operand_type (c, 1))))
    return resolve_wrong_type (c, 1, "a pointer to elements that are not const");
  if (!resolve_assignable_p (target, vtype_base (operand_type (c, 3))))
    return resolve_wrong_type_for (c, 3, vtype_of (target));
  return size_type_node;
}

/* V<T> -> V<T>  */
tree
scheme_COPY (struct call *c)
{
  tree elem = resolve_want_vector (c, 1);
  return elem ? vtype_of (elem) : NULL_TREE;
}

tree
scheme_REVERSE (struct call *c)
{
  return scheme_COPY (c);
}

tree
resolve_want_integers (struct call *c, unsigned k)
{
  tree elem = resolve_want_vector (c, k);
  return !elem || INTEGRAL_TYPE_P (elem) ? elem : resolve_wrong_type (c, k, "a vector of integers");
}

/* (V<I>, V<T>) -> V<T>  */
tree
scheme_GATHER (struct call *c)
{
  if (!resolve_want_integers (c, 1))
    return NULL_TREE;
  tree elem = resolve_want_vector (c, 2);
  return elem ? vtype_of (elem) : NULL_TREE;
}

/* (b, e, x) or (b, s, e, x) -> V<T>  */
tree
scheme_SLICE (struct call *c)
{
  for (unsigned k = 1; k < c->n; k++)
    {
      tree t = operand_type (c, k);
      if (!resolve_convert_integer (c, k, INTEGRAL_TYPE_P (t) ? resolve_promoted_type (t) : t))
	return NULL_TREE;
      operand (c, k) = convert (ptrdiff_type_node, operand (c, k));
    }
  tree elem = resolve_want_vector (c, c->n);
  return elem ? vtype_of (elem) : NULL_TREE;
}

/* The type U of a null pointer that the header passes to name it.  */
static tree
named_type (struct call *c)
{
  tree target = resolve_want_pointer (c, 1);
  return target ? TYPE_MAIN_VARIANT (target) : NULL_TREE;
}

/* V^k<U> where T is V^k<...>.  */
static tree
with_base (tree t, tree base)
{
  tree elem = vtype_elem (t);
  return elem ? vtype_of (with_base (elem, base)) : base;
}

/* (U *, V^k<T>) -> V^k<U>  */
tree
scheme_CONVERT (struct call *c)
{
  tree u = named_type (c);
  if (!u || !resolve_want_vector (c, 2)
      || !resolve_vector_of (c, 1, TREE_TYPE (operand_type (c, 1))))
    return NULL_TREE;
  if (vtype_elem (u) || !resolve_assignable_p (u, vtype_base (operand_type (c, 2))))
    return resolve_wrong_type_for (c, 2, vtype_of (u));
  return with_base (operand_type (c, 2), u);
}

/* (U *, V<T>) -> U  */
tree
scheme_SUM_AS (struct call *c)
{
  tree u = named_type (c);
  if (!u)
    return NULL_TREE;
  if (!ctype_arithmetic_p (u))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs is the type %qT, wanted an arithmetic type",
				op_site_name (c->op), u);
      return NULL_TREE;
    }
  tree elem = resolve_want_vector (c, 2);
  if (elem && !ctype_arithmetic_p (elem))
    return resolve_wrong_type (c, 2, "a vector of arithmetic elements");
  return elem ? u : NULL_TREE;
}

/* V<T> -> promoted T  */
tree
scheme_SUM (struct call *c)
{
  tree elem = resolve_want_vector (c, 1);
  if (elem && !ctype_arithmetic_p (elem))
    return resolve_wrong_type (c, 1, "a vector of arithmetic elements");
  return elem ? resolve_promoted_type (elem) : NULL_TREE;
}

tree
scheme_PRODUCT (struct call *c)
{
  return scheme_SUM (c);
}

/* V<T> -> T, ordered  */
tree
scheme_MINIMUM (struct call *c)
{
  tree elem = resolve_want_vector (c, 1);
  if (elem && (!ctype_arithmetic_p (elem) || TREE_CODE (elem) == COMPLEX_TYPE))
    return resolve_wrong_type (c, 1, "a vector of real elements");
  return elem;
}

tree
scheme_MAXIMUM (struct call *c)
{
  return scheme_MINIMUM (c);
}

/* V^k<T> -> void  */
tree
scheme_PRINT (struct call *c)
{
  return resolve_want_vector (c, 1) ? void_type_node : NULL_TREE;
}

/* V<T> -> V<T>, borrowed  */
tree
scheme_RETAIN (struct call *c)
{
  return scheme_COPY (c);
}

/* (lvalue of V<T>)  */
tree
scheme_RELEASE (struct call *c)
{
  if (!resolve_want_vector (c, 1))
    return NULL_TREE;
  tree place = operand (c, 1);
  STRIP_NOPS (place);
  if (!lvalue_p (place))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs is not an lvalue", op_site_name (c->op));
      return NULL_TREE;
    }
  if (TREE_READONLY (place) || TYPE_READONLY (TREE_TYPE (place)))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs is read-only", op_site_name (c->op));
      return NULL_TREE;
    }
  operand (c, 1) = place;
  return void_type_node;
}

/* (const char *)  */
tree
scheme_FAIL (struct call *c)
{
  tree text = build_pointer_type (build_qualified_type (char_type_node, TYPE_QUAL_CONST));
  return resolve_convert_operand (c, 1, text) ? void_type_node : NULL_TREE;
}

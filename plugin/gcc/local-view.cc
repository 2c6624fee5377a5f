/* Warn about a function that returns a view of its own array.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A view borrows, and the array ends with the function.  Found: the view, or a view of it,
   written in the return statement, or held by a variable that is set once.  Not found: what
   passes through memory or through other functions.  Before ownership is placed, so that calls
   still stand where they were written.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "frontend.h"

struct search
{
  hash_map<tree, tree> value;	/* variable -> what it is set to; NULL_TREE: more than once */
  tree fn;
};

static void
note_value (struct search *s, tree var, tree value)
{
  if (!VAR_P (var) || !vec_elem (TREE_TYPE (var)))
    return;
  bool existed;
  tree &known = s->value.get_or_insert (var, &existed);
  known = existed ? NULL_TREE : value;
}

/* walk_tree: the values of vector variables.  */
static tree
find_values (tree *tp, int *walk_subtrees, void *data)
{
  struct search *s = (struct search *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR)
    note_value (s, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1));
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t))
	   && DECL_INITIAL (DECL_EXPR_DECL (t)))
    note_value (s, DECL_EXPR_DECL (t), DECL_INITIAL (DECL_EXPR_DECL (t)));
  return NULL_TREE;
}

/* The automatic array (or other variable) of S's function that the pointer P points into.  */
static tree
local_target (struct search *s, tree p)
{
  STRIP_NOPS (p);
  while (TREE_CODE (p) == POINTER_PLUS_EXPR)
    {
      p = TREE_OPERAND (p, 0);
      STRIP_NOPS (p);
    }
  if (TREE_CODE (p) != ADDR_EXPR)
    return NULL_TREE;
  tree base = TREE_OPERAND (p, 0);
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  bool local = (VAR_P (base) && !TREE_STATIC (base) && !DECL_EXTERNAL (base))
	       || TREE_CODE (base) == PARM_DECL;
  return local && DECL_CONTEXT (base) == s->fn ? base : NULL_TREE;
}

/* The local variable that the vector E is a view of, or NULL_TREE.  DEPTH bounds cycles of
   variables.  */
static tree
viewed (struct search *s, tree e, unsigned depth)
{
  if (!e || depth > 16)
    return NULL_TREE;
  STRIP_NOPS (e);
  switch (TREE_CODE (e))
    {
    case VAR_DECL:
      {
	tree *value = s->value.get (e);
	return value ? viewed (s, *value, depth + 1) : NULL_TREE;
      }
    case COMPOUND_EXPR:
      return viewed (s, TREE_OPERAND (e, 1), depth + 1);
    case COND_EXPR:
      {
	tree found = viewed (s, TREE_OPERAND (e, 1), depth + 1);
	return found ? found : viewed (s, TREE_OPERAND (e, 2), depth + 1);
      }
    case CALL_EXPR:
      break;
    default:
      return NULL_TREE;
    }
  switch (CALL_EXPR_FN (e) ? decl_op (get_callee_fndecl (e)) : NOVA_OP_NONE)
    {
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
      return local_target (s, CALL_EXPR_ARG (e, 0));
    case NOVA_OP_REVERSE:
    case NOVA_OP_SEGMENTS:
    case NOVA_OP_FLATTEN:
    case NOVA_OP_TRANSPOSE:
    case NOVA_OP_FIELD:
      return viewed (s, CALL_EXPR_ARG (e, 0), depth + 1);
    case NOVA_OP_SPLIT:
    case NOVA_OP_ROTATE:
    case NOVA_OP_WINDOW:
    case NOVA_OP_SLICE:
      return viewed (s, CALL_EXPR_ARG (e, call_expr_nargs (e) - 2), depth + 1);
    default:
      return NULL_TREE;
    }
}

/* walk_tree: the returns.  */
static tree
find_returns (tree *tp, int *walk_subtrees, void *data)
{
  struct search *s = (struct search *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) != RETURN_EXPR || !TREE_OPERAND (t, 0))
    return NULL_TREE;
  tree value = TREE_OPERAND (t, 0);
  if (TREE_CODE (value) == MODIFY_EXPR || TREE_CODE (value) == INIT_EXPR)
    value = TREE_OPERAND (value, 1);
  if (tree var = viewed (s, value, 0))
    {
      auto_diagnostic_group d;
      if (warning_at (user_location (EXPR_LOCATION (t)), OPT_Wreturn_local_addr,
		      "function returns a view of local variable %qD", var))
	inform (DECL_SOURCE_LOCATION (var), "declared here");
    }
  return NULL_TREE;
}

void
warn_local_view (tree fndecl)
{
  if (vec_elem (TREE_TYPE (TREE_TYPE (fndecl))))
    {
      struct search s;
      s.fn = fndecl;
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), find_values, &s);
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), find_returns, &s);
    }
  if (cgraph_node *node = cgraph_node::get (fndecl))
    for (cgraph_node *k = first_nested_function (node); k; k = next_nested_function (k))
      warn_local_view (k->decl);
}

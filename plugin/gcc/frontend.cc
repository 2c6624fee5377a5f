/* A function whose body the front end has just finished: what the plugin does with it, in order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One callback for all of it: the compiler runs several callbacks of one event newest first.  A
   function that has no vector and no call of ours is not touched.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "frontend.h"

/* walk_tree: stop at the first thing that is ours.  */
static tree
find_ours (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  if (TREE_CODE (t) == FUNCTION_DECL)
    return our_decl_p (t) ? t : NULL_TREE;
  if (TREE_CODE (t) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
      if (VAR_P (v) && holds_vector_p (TREE_TYPE (v)))
	return v;
  return holds_vector_p (TREE_TYPE (t)) ? t : NULL_TREE;
}

/* Has FN itself, its nested functions apart, a vector or a call of ours?  */
static bool
concerns_us_p (tree fn)
{
  if (holds_vector_p (TREE_TYPE (TREE_TYPE (fn))))
    return true;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    if (holds_vector_p (TREE_TYPE (p)))
      return true;
  return walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_ours, NULL) != NULL_TREE;
}

/* A vector among the unnamed arguments of CALL is an error.  */
static void
check_ellipsis (tree call)
{
  tree type = TREE_TYPE (CALL_EXPR_FN (call));
  type = POINTER_TYPE_P (type) ? TREE_TYPE (type) : type;
  if (TREE_CODE (type) != FUNCTION_TYPE || !stdarg_p (type))
    return;
  int named = type_num_arguments (type);
  for (int i = named < 0 ? 0 : named; i < call_expr_nargs (call); i++)
    {
      tree a = CALL_EXPR_ARG (call, i);
      if (holds_vector_p (TREE_TYPE (a)))
	error_at (EXPR_LOC_OR_LOC (a, EXPR_LOCATION (call)),
		  "argument %d of type %qT cannot be passed to %<...%>", i + 1, TREE_TYPE (a));
    }
}

/* An argument of CALL, of a function that the file defines without a prototype, that is a vector
   where the function has something else, or the other way round: nothing converts it.  */
static void
check_unprototyped (tree call)
{
  tree fn = get_callee_fndecl (call);
  if (!fn || prototype_p (TREE_TYPE (fn)))
    return;
  tree p = DECL_ARGUMENTS (fn);
  for (int i = 0; p && i < call_expr_nargs (call); i++, p = DECL_CHAIN (p))
    {
      tree a = CALL_EXPR_ARG (call, i), found = TYPE_MAIN_VARIANT (TREE_TYPE (a));
      tree wanted = TYPE_MAIN_VARIANT (TREE_TYPE (p));
      if (found != wanted && (vec_elem (found) || vec_elem (wanted)))
	error_at (EXPR_LOC_OR_LOC (a, EXPR_LOCATION (call)),
		  "argument %d of %qE has type %qT, wanted %qT", i + 1, DECL_NAME (fn), found,
		  wanted);
    }
}

/* nova_bind and nova_trust, resolved and still there, stand where no builtin took them.  */
static void
check_marker (tree call)
{
  enum nova_op op = decl_op (get_callee_fndecl (call));
  if (op == NOVA_OP_BIND || op == NOVA_OP_TRUST)
    error_at (EXPR_LOCATION (call), "%qs stands where no function operand is wanted", op_name (op));
}

/* A vector as an operand of STMT, an asm, is an error.  */
static void
check_asm (tree stmt)
{
  tree lists[2] = { ASM_OUTPUTS (stmt), ASM_INPUTS (stmt) };
  for (unsigned k = 0; k < 2; k++)
    for (tree l = lists[k]; l; l = TREE_CHAIN (l))
      {
	tree value = TREE_VALUE (l);
	if (value && !error_operand_p (value) && holds_vector_p (TREE_TYPE (value)))
	  error_at (EXPR_LOC_OR_LOC (value, EXPR_LOCATION (stmt)),
		    "a value of type %qT cannot be an operand of %<asm%>", TREE_TYPE (value));
      }
}

/* T is the type of a variable, or of what is assigned.  A structure of variable length whose vectors
   would have to be counted when it is copied, or given back, is an error, once.  */
static void
check_length (location_t loc, tree t, hash_set<tree> *known)
{
  while (TREE_CODE (t) == ARRAY_TYPE)
    t = TREE_TYPE (t);
  if (TREE_CODE (t) == RECORD_TYPE && TYPE_SIZE (t) && TREE_CODE (TYPE_SIZE (t)) != INTEGER_CST
      && holds_vector_p (t) && !known->add (TYPE_MAIN_VARIANT (t)))
    error_at (loc, "a structure of variable length cannot hold vectors");
}

/* What passes through an ellipsis or an asm has no type there.  */
static tree
find_misuse (tree *tp, int *walk_subtrees, void *known)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    check_length (DECL_SOURCE_LOCATION (DECL_EXPR_DECL (t)), TREE_TYPE (DECL_EXPR_DECL (t)),
		  (hash_set<tree> *) known);
  else if (TREE_CODE (t) == MODIFY_EXPR)
    check_length (EXPR_LOCATION (t), TREE_TYPE (t), (hash_set<tree> *) known);
  else if (TREE_CODE (t) == CALL_EXPR && CALL_EXPR_FN (t) && !our_decl_p (get_callee_fndecl (t)))
    {
      check_ellipsis (t);
      check_unprototyped (t);
    }
  else if (TREE_CODE (t) == CALL_EXPR && our_decl_p (get_callee_fndecl (t)))
    check_marker (t);
  else if (TREE_CODE (t) == ASM_EXPR)
    check_asm (t);
  else if (TREE_CODE (t) == VA_ARG_EXPR && holds_vector_p (TREE_TYPE (t)))
    error_at (EXPR_LOCATION (t), "a value of type %qT cannot have been passed to %<...%>",
	      TREE_TYPE (t));
  return NULL_TREE;
}

void
function_nest (tree fn, vec<tree> *fns)
{
  fns->safe_push (fn);
  if (cgraph_node *node = cgraph_node::get (fn))
    for (cgraph_node *k = first_nested_function (node); k; k = next_nested_function (k))
      if (DECL_SAVED_TREE (k->decl))
	function_nest (k->decl, fns);
}

/* walk_tree: a SAVE_EXPR of ours stands in one place only.  */
static tree
cut_saved (tree *tp, int *walk_subtrees, void *data)
{
  hash_set<tree> *seen = (hash_set<tree> *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == SAVE_EXPR && vec_elem (TREE_TYPE (*tp)) && seen->add (*tp))
    {
      *tp = build1 (VIEW_CONVERT_EXPR, TREE_TYPE (*tp), null_pointer_node);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

void
frontend_function (tree fndecl)
{
  auto_vec<tree> nest;
  bool ours = false;
  function_nest (fndecl, &nest);
  for (unsigned i = 0; i < nest.length () && !ours; i++)
    ours = concerns_us_p (nest[i]);
  if (!ours)
    return;
  hash_set<tree> known;
  for (unsigned i = 0; i < nest.length (); i++)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (nest[i]), find_misuse, &known);
  for (unsigned i = 0; i < nest.length (); i++)
    warn_local_view (nest[i]);
  lift_function (fndecl);
  if (!seen_error ())
    {
      own_function (fndecl);
      return;
    }
  /* It is not going to be run.  GCC goes on with it, into each occurrence of each SAVE_EXPR
     (own-expr.cc, rewrite_saved).  What was lifted is not nested any more.  */
  nest.truncate (0);
  function_nest (fndecl, &nest);
  for (unsigned i = 0; i < nest.length (); i++)
    {
      hash_set<tree> seen;
      walk_tree (&DECL_SAVED_TREE (nest[i]), cut_saved, &seen, NULL);
    }
}

/* The plugin's work on a function whose body the front end has just finished, in order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One callback for all of it: the compiler runs several callbacks of one event newest first.  A
   function that has no vector and no call of ours is not changed.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "own.h"
#include "lift.h"
#include "frontend.h"
#include "state.h"

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
    return op_decl_p (t) ? t : NULL_TREE;
  if (TREE_CODE (t) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
      if (VAR_P (v) && vtype_inside_p (TREE_TYPE (v)))
	return v;
  return vtype_inside_p (TREE_TYPE (t)) ? t : NULL_TREE;
}

/* Has FN itself, its nested functions apart, a vector or a call of ours?  */
static bool
concerns_us_p (tree fn)
{
  if (vtype_inside_p (TREE_TYPE (TREE_TYPE (fn))))
    return true;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    if (vtype_inside_p (TREE_TYPE (p)))
      return true;
  return walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_ours, NULL) != NULL_TREE;
}

/* Argument I of CALL is wrong, as TEXT says.  */
static void
wrong_argument (tree call, int i, char *text)
{
  location_t loc = loc_user (EXPR_LOCATION (call));
  location_t place = source_argument (loc, call_expr_nargs (call), i + 1);
  if (place == UNKNOWN_LOCATION)
    place = loc_user (EXPR_LOC_OR_LOC (CALL_EXPR_ARG (call, i), loc));
  diag_late (place, call, i, text, EXPR_LOCATION (call), NULL);
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
      tree found = TREE_TYPE (CALL_EXPR_ARG (call, i));
      if (vtype_inside_p (found))
	wrong_argument (call, i, message_text (G_("argument %d of type %qT cannot be passed to "
						  "%<...%>"), i + 1, found));
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
      tree found = TYPE_MAIN_VARIANT (TREE_TYPE (CALL_EXPR_ARG (call, i)));
      tree wanted = TYPE_MAIN_VARIANT (TREE_TYPE (p));
      if (found != wanted && (vtype_elem (found) || vtype_elem (wanted)))
	wrong_argument (call, i, message_text (G_("argument %d of %qE has type %qT, wanted %qT"),
					       i + 1, DECL_NAME (fn), found, wanted));
    }
}

/* nova_bind and nova_trust, resolved and still there, stand where no builtin took them.  */
static void
check_marker (tree call)
{
  enum nova_op op = op_resolved (get_callee_fndecl (call));
  if (op == NOVA_OP_BIND || op == NOVA_OP_TRUST)
    diag_late (EXPR_LOCATION (call), call, 0,
	       message_text (G_("%qs stands where no function operand is wanted"), op_name (op)),
	       UNKNOWN_LOCATION, NULL);
}

/* A vector as an operand of STMT, an asm, is an error.  */
static void
check_asm (tree stmt)
{
  tree lists[2] = { ASM_OUTPUTS (stmt), ASM_INPUTS (stmt) };
  location_t loc = loc_user (EXPR_LOCATION (stmt));
  unsigned part = 0;
  for (unsigned k = 0; k < 2; k++)
    {
      unsigned n = 0;
      for (tree l = lists[k]; l; l = TREE_CHAIN (l), n++, part++)
	{
	  tree value = TREE_VALUE (l);
	  if (!value || error_operand_p (value) || !vtype_inside_p (TREE_TYPE (value)))
	    continue;
	  location_t place = source_asm_operand (loc, k, n);
	  diag_late (place != UNKNOWN_LOCATION ? place : loc, stmt, part,
		     message_text (G_("a value of type %qT cannot be an operand of %<asm%>"),
				   TREE_TYPE (value)), EXPR_LOCATION (stmt), NULL);
	}
    }
}

/* STMT, of FN, returns a vector, and FN has no result.  */
static void
check_return (tree fn, tree stmt)
{
  tree value = TREE_OPERAND (stmt, 0);
  if (value && !error_operand_p (value) && TREE_CODE (value) != MODIFY_EXPR
      && TREE_CODE (value) != INIT_EXPR && vtype_elem (TREE_TYPE (value)))
    diag_late (EXPR_LOCATION (stmt), stmt, 0,
	       message_text (G_("a value of type %qT cannot be returned by a function without a "
				"result"), TREE_TYPE (value)),
	       DECL_SOURCE_LOCATION (fn), "declared here");
}

/* T is the type of a variable, or of what is assigned.  A structure of variable length whose
   vectors would have to be counted when it is copied, or given back, is an error, once.  */
static void
check_length (location_t loc, tree t)
{
  while (TREE_CODE (t) == ARRAY_TYPE)
    t = TREE_TYPE (t);
  if (TREE_CODE (t) == RECORD_TYPE && TYPE_SIZE (t) && TREE_CODE (TYPE_SIZE (t)) != INTEGER_CST
      && vtype_inside_p (t))
    diag_late (loc, TYPE_MAIN_VARIANT (t), 0,
	       message_text (G_("a structure of variable length cannot hold vectors")),
	       UNKNOWN_LOCATION, NULL);
}

/* In the function FN; what passes through an ellipsis or an asm has no type there.  */
static tree
find_misuse (tree *tp, int *walk_subtrees, void *fn)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    check_length (DECL_SOURCE_LOCATION (DECL_EXPR_DECL (t)), TREE_TYPE (DECL_EXPR_DECL (t)));
  else if (TREE_CODE (t) == MODIFY_EXPR)
    check_length (EXPR_LOCATION (t), TREE_TYPE (t));
  else if (TREE_CODE (t) == CALL_EXPR && CALL_EXPR_FN (t) && !op_decl_p (get_callee_fndecl (t)))
    {
      check_ellipsis (t);
      check_unprototyped (t);
    }
  else if (TREE_CODE (t) == CALL_EXPR && op_decl_p (get_callee_fndecl (t)))
    check_marker (t);
  else if (TREE_CODE (t) == ASM_EXPR)
    check_asm (t);
  else if (TREE_CODE (t) == RETURN_EXPR)
    check_return ((tree) fn, t);
  else if (TREE_CODE (t) == VA_ARG_EXPR && vtype_inside_p (TREE_TYPE (t)))
    diag_late (EXPR_LOCATION (t), t, 0,
	       message_text (G_("a value of type %qT cannot have been passed to %<...%>"),
			     TREE_TYPE (t)), UNKNOWN_LOCATION, NULL);
  return NULL_TREE;
}

void
front_function_nest (tree fn, vec<tree> *fns)
{
  fns->safe_push (fn);
  if (cgraph_node *node = cgraph_node::get (fn))
    for (cgraph_node *k = first_nested_function (node); k; k = next_nested_function (k))
      if (DECL_SAVED_TREE (k->decl))
	front_function_nest (k->decl, fns);
}

/* --- Errors ---------------------------------------------------------------------------------- */

/* Find what is wrong in FN, the outermost function, and in what is nested in it, as far as it is
   there.  */
static void
find_errors (tree fn)
{
  auto_vec<tree> nest;
  front_function_nest (fn, &nest);
  for (unsigned i = 0; i < nest.length (); i++)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (nest[i]), find_misuse, nest[i]);
  lift_find_errors (fn);
}

/* What the front end has read of FN, and not yet put together: the lists of statements from number
   *AT on, which is moved behind them, up to the first one of INNER, a function in it, or
   NULL_TREE.  */
static tree
read_so_far (unsigned *at, tree inner)
{
  tree body = NULL_TREE, end = inner ? DECL_SAVED_TREE (inner) : NULL_TREE;
  for (; *at < stmt_list_stack->length () && (*stmt_list_stack)[*at] != end; ++*at)
    {
      tree list = (*stmt_list_stack)[*at];
      body = body ? build2 (COMPOUND_EXPR, void_type_node, body, list) : list;
    }
  return body;
}

void
front_find_errors (void)
{
  if (unit.front->looking || !current_function_decl || !stmt_list_stack
      || stmt_list_stack->is_empty ())
    return;
  /* From the inside; only the innermost ones are not complete.  */
  auto_vec<tree> open, bodies;
  for (tree fn = current_function_decl; fn; fn = decl_function_context (fn))
    {
      open.safe_push (fn);
      bodies.safe_push (DECL_SAVED_TREE (fn));
    }
  unit.front->looking = true;
  unsigned at = 0;
  for (unsigned i = open.length (); i-- > 0;)
    {
      tree body = read_so_far (&at, i > 0 ? open[i - 1] : NULL_TREE);
      DECL_SAVED_TREE (open[i]) = body;
      if (i + 1 < open.length ())
	walk_tree_without_duplicates (&body, find_misuse, open[i]);
    }
  find_errors (open.last ());
  for (unsigned i = 0; i < open.length (); i++)
    DECL_SAVED_TREE (open[i]) = bodies[i];
  unit.front->looking = false;
}

/* --- A function ------------------------------------------------------------------------------- */

/* walk_tree: a SAVE_EXPR of ours stands in one place only.  */
static tree
cut_saved (tree *tp, int *walk_subtrees, void *data)
{
  hash_set<tree> *seen = (hash_set<tree> *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == SAVE_EXPR && vtype_elem (TREE_TYPE (*tp)) && seen->add (*tp))
    {
      *tp = build1 (VIEW_CONVERT_EXPR, TREE_TYPE (*tp), null_pointer_node);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* walk_tree: constant variables that hold vectors.  */
static tree
hide_constants (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (VAR_P (*tp) && (TREE_STATIC (*tp) || DECL_EXTERNAL (*tp)))
    vtype_hide_constant (*tp);
  return NULL_TREE;
}

/* What is remembered of a function that is being read.  */
static void
forget_function (void)
{
  misuse_forget ();
  followup_forget ();
}

void
front_function (tree fndecl)
{
  auto_vec<tree> nest;
  bool ours = false;
  front_function_nest (fndecl, &nest);
  for (unsigned i = 0; i < nest.length () && !ours; i++)
    ours = concerns_us_p (nest[i]);
  if (!ours)
    {
      forget_function ();
      return;
    }
  unit.front->looking = true;
  find_errors (fndecl);
  diag_late_say (UNKNOWN_LOCATION);
  diag_late_forget ();
  unit.front->looking = false;
  forget_function ();
  for (unsigned i = 0; i < nest.length (); i++)
    {
      walk_tree_without_duplicates (&DECL_SAVED_TREE (nest[i]), hide_constants, NULL);
      diag_local_view (nest[i]);
    }
  lift_function (fndecl);
  if (!seen_error ())
    {
      own_function (fndecl);
      return;
    }
  /* It is not going to be run.  GCC goes on with it, into each occurrence of each SAVE_EXPR
     (own-expr.cc, rewrite_saved).  What was lifted is not nested any more.  */
  nest.truncate (0);
  front_function_nest (fndecl, &nest);
  for (unsigned i = 0; i < nest.length (); i++)
    {
      hash_set<tree> seen;
      walk_tree (&DECL_SAVED_TREE (nest[i]), cut_saved, &seen, NULL);
    }
}

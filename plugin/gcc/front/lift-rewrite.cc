/* The transformation itself: captured variables become parameters, nested functions become
   functions of the file.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "own.h"
#include "lift.h"

struct rewrite
{
  struct nest *nest;
  lambda *cur;
  bool in_copy;			/* the body is the copy's, its builtin calls are complete */
  hash_set<tree> *seen;		/* shared expressions are rewritten once */
};

/* Is code of W->cur run in a lifted function?  */
static bool
lifted_body_p (const struct rewrite *w)
{
  return w->cur->mode == LIFT_IN_PLACE || w->in_copy;
}

/* Captured VAR inside W->cur.  */
static tree
use (struct rewrite *w, tree var)
{
  tree *p = lifted_body_p (w) ? w->cur->param.get (var) : NULL;
  if (!p)
    return var;
  return lift_by_reference_p (var) ? build1 (INDIRECT_REF, TREE_TYPE (var), *p) : *p;
}

/* Captured VAR inside W->cur as the operand for an appended parameter.  */
static tree
pass (struct rewrite *w, tree var)
{
  tree *p = lifted_body_p (w) ? w->cur->param.get (var) : NULL;
  if (p)
    return *p;
  if (!lift_by_reference_p (var))
    return var;
  TREE_ADDRESSABLE (var) = 1;
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (var)), var);
}

static tree
address_of (tree fn)
{
  TREE_ADDRESSABLE (fn) = 1;
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (fn)), fn);
}

/* S, the last statement of a statement expression, only says which function is its value.  */
static bool
names_function_p (tree s)
{
  if (TREE_CODE (s) != MODIFY_EXPR && TREE_CODE (s) != INIT_EXPR)
    return false;
  tree value = TREE_OPERAND (s, 1);
  STRIP_NOPS (value);
  return TREE_CODE (value) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (value, 0)) == FUNCTION_DECL;
}

static bool moved_p (struct nest *n, tree fn);

/* Nothing in E, the old operand, but declarations of functions that move and the value?  */
static bool
only_declares_p (struct nest *n, tree e)
{
  if (TREE_CODE (e) != TARGET_EXPR || TREE_CODE (TREE_OPERAND (e, 1)) != BIND_EXPR)
    return false;
  tree bind = TREE_OPERAND (e, 1), body = BIND_EXPR_BODY (bind);
  for (tree v = BIND_EXPR_VARS (bind); v; v = DECL_CHAIN (v))
    if (!moved_p (n, v))
      return false;
  if (TREE_CODE (body) != STATEMENT_LIST)
    return names_function_p (body);
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    {
      tree s = tsi_stmt (i);
      if (tsi_one_before_end_p (i) ? !names_function_p (s)
	  : TREE_CODE (s) != DECL_EXPR && TREE_CODE (s) != DEBUG_BEGIN_STMT)
	return false;
    }
  return true;
}

/* The new function operand for OLD, which evaluates to L's function.  */
static tree
new_operand (struct nest *n, lambda *l, tree old, bool wrapped)
{
  tree fn = address_of (l->target);
  if (!wrapped || only_declares_p (n, old))
    return fn;
  tree e = build2 (COMPOUND_EXPR, TREE_TYPE (fn), old, fn);
  TREE_SIDE_EFFECTS (e) = 1;
  return e;
}

/* Rewrite *TP, the call of a builtin: captures of function operand k follow its bound values.  */
static void
rewrite_builtin (struct rewrite *w, tree *tp)
{
  tree call = *tp;
  unsigned site_arg, number = site_of_call (call, &site_arg);
  nova_call_site *s = site_get (number);
  auto_vec<tree> args;
  for (unsigned i = 0; i <= site_arg; i++)
    args.safe_push (CALL_EXPR_ARG (call, i));
  unsigned next = site_arg + 1;
  for (unsigned k = 0; k < lift_call_functions (call); k++)
    {
      bool wrapped;
      lambda *l = lift_operand_lambda (w->nest, call, k, &wrapped);
      for (unsigned i = 0; i < s->fn[k].nbound; i++)
	args.safe_push (CALL_EXPR_ARG (call, next++));
      if (!l || l->mode == LIFT_NOT)
	continue;
      args[k] = new_operand (w->nest, l, args[k], wrapped);
      s->fn[k].ncaps = l->captures.length ();
      for (unsigned i = 0; i < l->captures.length (); i++)
	args.safe_push (pass (w, l->captures[i]));
    }
  tree t = build_call_array_loc (EXPR_LOCATION (call), TREE_TYPE (call), CALL_EXPR_FN (call),
				 args.length (), args.address ());
  TREE_SIDE_EFFECTS (t) |= TREE_SIDE_EFFECTS (call);
  *tp = t;
}

/* Rewrite *TP, the direct call of L's function, which is lifted.  */
static void
rewrite_direct (struct rewrite *w, tree *tp, lambda *l)
{
  tree call = *tp;
  auto_vec<tree> args;
  for (int i = 0; i < call_expr_nargs (call); i++)
    args.safe_push (CALL_EXPR_ARG (call, i));
  for (unsigned i = 0; i < l->captures.length (); i++)
    args.safe_push (pass (w, l->captures[i]));
  tree t = build_call_array_loc (EXPR_LOCATION (call), TREE_TYPE (call), address_of (l->target),
				 args.length (), args.address ());
  TREE_SIDE_EFFECTS (t) |= TREE_SIDE_EFFECTS (call);
  *tp = t;
}

static tree rewrite_tree (tree *tp, int *walk_subtrees, void *data);

static void
rewrite_call (struct rewrite *w, tree *tp)
{
  tree call = *tp;
  for (int i = 0; i < call_expr_nargs (call); i++)
    walk_tree (&CALL_EXPR_ARG (call, i), rewrite_tree, w, NULL);
  if (CALL_EXPR_FN (call))
    walk_tree (&CALL_EXPR_FN (call), rewrite_tree, w, NULL);
  if (lift_call_functions (call))
    {
      if (!w->in_copy)
	rewrite_builtin (w, tp);
      return;
    }
  lambda *l = CALL_EXPR_FN (call) ? nest_get (w->nest, get_callee_fndecl (call)) : NULL;
  if (!l || l->mode == LIFT_NOT)
    return;
  /* A function that stays nested goes on calling nested originals; and in the copy of one, the
     calls of functions lifted in place are complete.  */
  if (l->mode == LIFT_COPY ? lifted_body_p (w) : !w->in_copy)
    rewrite_direct (w, tp, l);
}

static tree
rewrite_tree (tree *tp, int *walk_subtrees, void *data)
{
  struct rewrite *w = (struct rewrite *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (VAR_P (t) || TREE_CODE (t) == PARM_DECL)
    {
      *tp = use (w, t);
      *walk_subtrees = 0;
    }
  else if (EXPR_P (t) && w->seen->add (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR)
    {
      rewrite_call (w, tp);
      w->seen->add (*tp);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* The type of the parameter for captured VAR.  It stays a restrict pointer if it is one.  */
static tree
parameter_type (tree var)
{
  tree type = TREE_TYPE (var);
  if (lift_by_reference_p (var))
    return build_pointer_type (type);
  return build_qualified_type (TYPE_MAIN_VARIANT (type), TYPE_QUALS (type) & TYPE_QUAL_RESTRICT);
}

/* Give L->target the type with a parameter for each captured variable.  */
static void
extend_type (lambda *l)
{
  tree old = TREE_TYPE (l->target), type;
  auto_vec<tree> types;
  function_args_iterator it;
  FOREACH_FUNCTION_ARGS (old, type, it)
    if (!VOID_TYPE_P (type))
      types.safe_push (type);
  for (unsigned i = 0; i < l->captures.length (); i++)
    types.safe_push (TYPE_MAIN_VARIANT (parameter_type (l->captures[i])));
  type = build_function_type_array (TREE_TYPE (old), types.length (), types.address ());
  TREE_TYPE (l->target) = build_type_attribute_variant (type, TYPE_ATTRIBUTES (old));
}

/* Append those parameters to L->target.  */
static void
append_parameters (lambda *l)
{
  tree *tail = &DECL_ARGUMENTS (l->target);
  while (*tail)
    tail = &DECL_CHAIN (*tail);
  for (unsigned i = 0; i < l->captures.length (); i++)
    {
      tree var = l->captures[i], type = parameter_type (var);
      tree p = build_decl (DECL_SOURCE_LOCATION (var), PARM_DECL, DECL_NAME (var), type);
      DECL_ARG_TYPE (p) = TYPE_MAIN_VARIANT (type);
      DECL_CONTEXT (p) = l->target;
      DECL_ARTIFICIAL (p) = 1;
      TREE_USED (p) = 1;
      /* Its address may go out as a pointer to const.  */
      TREE_ADDRESSABLE (p) = !lift_by_reference_p (var) && TREE_ADDRESSABLE (var);
      layout_decl (p, 0);
      *tail = p;
      tail = &DECL_CHAIN (p);
      l->param.put (var, p);
    }
}

/* FN leaves the function around it and becomes a static function of the file.  */
static void
make_static (tree fn, tree outermost)
{
  followup_lifted (fn, DECL_CONTEXT (fn));
  DECL_CONTEXT (fn) = DECL_CONTEXT (outermost);
  TREE_STATIC (fn) = 1;
  TREE_PUBLIC (fn) = 0;
  DECL_STATIC_CHAIN (fn) = 0;
  DECL_NONLOCAL (fn) = 0;
  DECL_CHAIN (fn) = NULL_TREE;
}

/* A declaration for L's copy, without parameters and body.  */
static void
declare_copy (lambda *l, tree outermost)
{
  tree g = copy_node (l->fn);
  SET_DECL_ASSEMBLER_NAME (g, clone_function_name_numbered (l->fn, "lambda"));
  DECL_STRUCT_FUNCTION (g) = NULL;
  DECL_ABSTRACT_ORIGIN (g) = NULL_TREE;
  DECL_LANG_SPECIFIC (g) = NULL;
  DECL_ARGUMENTS (g) = NULL_TREE;
  DECL_SAVED_TREE (g) = NULL_TREE;
  make_static (g, outermost);
  l->target = g;
}

/* walk_tree: the builtin calls of a copy get sites of their own.  */
static tree
renumber (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR && CALL_EXPR_FN (*tp)
	   && op_resolved (get_callee_fndecl (*tp)) != NOVA_OP_NONE)
    {
      unsigned site_arg, number = site_of_call (*tp, &site_arg);
      CALL_EXPR_ARG (*tp, site_arg) = build_int_cst (unsigned_type_node, site_copy (number));
    }
  return NULL_TREE;
}

/* Give L's copy its body, the already rewritten original's.  */
static void
fill_copy (struct rewrite *w, lambda *l)
{
  tree g = l->target, parms, result;
  push_struct_function (g);
  cfun->function_start_locus = DECL_STRUCT_FUNCTION (l->fn)->function_start_locus;
  cfun->function_end_locus = DECL_STRUCT_FUNCTION (l->fn)->function_end_locus;
  DECL_SAVED_TREE (g) = copy_fn (l->fn, parms, result);
  DECL_ARGUMENTS (g) = parms;
  DECL_RESULT (g) = result;
  tree body = DECL_SAVED_TREE (g);
  tree block = TREE_CODE (body) == BIND_EXPR ? BIND_EXPR_BLOCK (body) : NULL_TREE;
  if (!block)
    block = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (block) = g;
  DECL_INITIAL (g) = block;
  TREE_USED (block) = 1;
  pop_cfun ();
  walk_tree_without_duplicates (&DECL_SAVED_TREE (g), renumber, NULL);

  append_parameters (l);
  hash_set<tree> seen;
  w->cur = l;
  w->in_copy = true;
  w->seen = &seen;
  lift_walk_function (g, rewrite_tree, w, NULL);
  w->in_copy = false;
}

/* walk_tree: places inside a macro's argument are the argument's own, not the macro's.  */
static tree
locate_tree (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (EXPR_P (t) && EXPR_HAS_LOCATION (t))
    SET_EXPR_LOCATION (t, loc_user (EXPR_LOCATION (t)));
  if (TREE_CODE (t) == BIND_EXPR)
    {
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	DECL_SOURCE_LOCATION (v) = loc_user (DECL_SOURCE_LOCATION (v));
      if (tree b = BIND_EXPR_BLOCK (t))
	BLOCK_SOURCE_LOCATION (b) = loc_user (BLOCK_SOURCE_LOCATION (b));
    }
  return NULL_TREE;
}

/* FN may be a nova_lambda, all of it on the macro's line: give it the lines that were written.  */
static void
locate_function (tree fn)
{
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), locate_tree, NULL);
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    DECL_SOURCE_LOCATION (p) = loc_user (DECL_SOURCE_LOCATION (p));
  DECL_SOURCE_LOCATION (fn) = loc_user (DECL_SOURCE_LOCATION (fn));
  if (function *f = DECL_STRUCT_FUNCTION (fn))
    {
      f->function_start_locus = loc_user (f->function_start_locus);
      f->function_end_locus = loc_user (f->function_end_locus);
    }
}

static bool
moved_p (struct nest *n, tree fn)
{
  lambda *l = TREE_CODE (fn) == FUNCTION_DECL ? nest_get (n, fn) : NULL;
  return l && l->mode == LIFT_IN_PLACE;
}

/* Take the moved functions out of the chain *P.  */
static void
unchain (struct nest *n, tree *p)
{
  while (*p)
    if (moved_p (n, *p))
      *p = DECL_CHAIN (*p);
    else
      p = &DECL_CHAIN (*p);
}

/* walk_tree: no block declares a moved function any more.  */
static tree
drop_declarations (tree *tp, int *, void *data)
{
  struct nest *n = (struct nest *) data;
  if (TREE_CODE (*tp) == DECL_EXPR && moved_p (n, DECL_EXPR_DECL (*tp)))
    *tp = build_empty_stmt (EXPR_LOCATION (*tp));
  else if (TREE_CODE (*tp) == BIND_EXPR)
    {
      unchain (n, &BIND_EXPR_VARS (*tp));
      if (BIND_EXPR_BLOCK (*tp))
	unchain (n, &BLOCK_VARS (BIND_EXPR_BLOCK (*tp)));
    }
  return NULL_TREE;
}

/* Move the functions lifted in place to the file.  */
static void
unnest (struct nest *n)
{
  tree outermost = n->all[0]->fn;
  /* Innermost first: a node forgets the functions nested in it when it is un-nested.  */
  for (unsigned i = n->all.length (); i-- > 1; )
    if (n->all[i]->mode == LIFT_IN_PLACE)
      {
	/* While it is local still, it gets a name of its own.  */
	(void) DECL_ASSEMBLER_NAME (n->all[i]->fn);
	unnest_function (cgraph_node::get (n->all[i]->fn));
      }
  for (unsigned i = 0; i < n->all.length (); i++)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (n->all[i]->fn), drop_declarations, n);
  for (unsigned i = 1; i < n->all.length (); i++)
    if (n->all[i]->mode == LIFT_IN_PLACE)
      make_static (n->all[i]->fn, outermost);
}

void
lift_rewrite (struct nest *n)
{
  unsigned count = n->all.length ();
  for (unsigned i = 1; i < count; i++)
    {
      lambda *l = n->all[i];
      if (l->mode == LIFT_COPY)
	declare_copy (l, n->all[0]->fn);
      if (l->mode != LIFT_NOT && !l->captures.is_empty ())
	extend_type (l);
      if (l->mode == LIFT_IN_PLACE)
	append_parameters (l);
    }

  struct rewrite w = { n, NULL, false, NULL };
  for (unsigned i = 0; i < count; i++)
    {
      hash_set<tree> seen;
      w.cur = n->all[i];
      w.seen = &seen;
      lift_walk_function (n->all[i]->fn, rewrite_tree, &w, NULL);
    }
  unnest (n);
  for (unsigned i = 1; i < count; i++)
    if (n->all[i]->mode == LIFT_COPY)
      fill_copy (&w, n->all[i]);

  for (unsigned i = count; i-- > 1; )
    if (n->all[i]->mode != LIFT_NOT)
      {
	tree fn = n->all[i]->target;
	locate_function (fn);
	own_function (fn);
	c_genericize (fn);
	cgraph_node::finalize_function (fn, true);
      }
}

/* Lambda lifting: nested functions used as function operands become functions of the file.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A worker cannot carry the frame that a nested function reads its captured variables from.  So
   each captured variable becomes an appended parameter, and an appended operand of the builtin
   call: scalars and structures by value, arrays by address.  It happens before genericizing,
   since GCC's own un-nesting makes trampolines at -O0 for every nested function whose address is
   taken.

   The free variables of mutually recursive local functions are a fixpoint (Johnsson, "Lambda
   lifting", FPCA 1985).  A function whose address escapes keeps its nested original; a copy is
   lifted.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "lift.h"

struct walk
{
  struct nest *nest;
  lambda *cur;			/* whose body this is */
  bool changed;
  hash_set<tree> *seen;		/* in the running walk */
};

tree
lift_base_of (tree t)
{
  while (handled_component_p (t))
    t = TREE_OPERAND (t, 0);
  return t;
}

bool
lift_by_reference_p (tree var)
{
  return TREE_CODE (TREE_TYPE (var)) == ARRAY_TYPE;
}

bool
lift_captured_p (tree t, tree fn)
{
  if (TREE_CODE (t) != PARM_DECL && !(VAR_P (t) && !TREE_STATIC (t) && !DECL_EXTERNAL (t)))
    return false;
  tree context = DECL_CONTEXT (t);
  return context && TREE_CODE (context) == FUNCTION_DECL && context != fn;
}

unsigned
lift_call_functions (tree call)
{
  enum nova_op op = op_resolved (get_callee_fndecl (call));
  return op == NOVA_OP_NONE ? 0 : op_functions (op);
}

/* The function that E, a function operand, is, or NULL_TREE.  A statement expression is a
   TARGET_EXPR whose last statement sets the slot.  */
static tree
function_of (tree e, bool *wrapped)
{
  for (;;)
    switch (TREE_CODE (e))
      {
      CASE_CONVERT:
      case NON_LVALUE_EXPR:
      case SAVE_EXPR:
	e = TREE_OPERAND (e, 0);
	break;
      case ADDR_EXPR:
	e = TREE_OPERAND (e, 0);
	return TREE_CODE (e) == FUNCTION_DECL ? e : NULL_TREE;
      case FUNCTION_DECL:
	return e;
      case C_MAYBE_CONST_EXPR:
	e = C_MAYBE_CONST_EXPR_EXPR (e);
	break;
      case COMPOUND_EXPR:
      case TARGET_EXPR:
	*wrapped = true;
	e = TREE_OPERAND (e, 1);
	break;
      case MODIFY_EXPR:
      case INIT_EXPR:
	e = TREE_OPERAND (e, 1);
	break;
      case BIND_EXPR:
	*wrapped = true;
	e = BIND_EXPR_BODY (e);
	break;
      case STATEMENT_LIST:
	if (!STATEMENT_LIST_TAIL (e))
	  return NULL_TREE;
	e = STATEMENT_LIST_TAIL (e)->stmt;
	break;
      default:
	return NULL_TREE;
      }
}

lambda *
lift_operand_lambda (struct nest *n, tree call, unsigned k, bool *wrapped)
{
  *wrapped = false;
  return nest_get (n, function_of (CALL_EXPR_ARG (call, k), wrapped));
}

void
lift_walk_sizes (tree t, walk_tree_fn callback, void *data, hash_set<tree> *seen)
{
  if (!t || !TYPE_P (t) || seen->add (t))
    return;
  if (TREE_CODE (t) == ARRAY_TYPE && TYPE_DOMAIN (t) && TYPE_MAX_VALUE (TYPE_DOMAIN (t)))
    walk_tree (&TYPE_MAX_VALUE (TYPE_DOMAIN (t)), callback, data, NULL);
  if (TYPE_SIZE (t))
    walk_tree (&TYPE_SIZE (t), callback, data, NULL);
  if (TYPE_SIZE_UNIT (t))
    walk_tree (&TYPE_SIZE_UNIT (t), callback, data, NULL);
  if (TREE_CODE (t) == ARRAY_TYPE || TREE_CODE (t) == POINTER_TYPE)
    lift_walk_sizes (TREE_TYPE (t), callback, data, seen);
}

struct size_walk
{
  walk_tree_fn callback;
  void *data;
  hash_set<tree> types;
};

static tree
walk_local_sizes (tree *tp, int *, void *data)
{
  struct size_walk *s = (struct size_walk *) data;
  if (TREE_CODE (*tp) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (*tp); v; v = DECL_CHAIN (v))
      if ((VAR_P (v) || TREE_CODE (v) == TYPE_DECL)
	  && variably_modified_type_p (TREE_TYPE (v), NULL_TREE))
	lift_walk_sizes (TREE_TYPE (v), s->callback, s->data, &s->types);
  return NULL_TREE;
}

void
lift_walk_function (tree fn, walk_tree_fn callback, void *data, hash_set<tree> *seen)
{
  struct size_walk s;
  s.callback = callback;
  s.data = data;
  walk_tree (&DECL_SAVED_TREE (fn), callback, data, seen);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), walk_local_sizes, &s);
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    if (variably_modified_type_p (TREE_TYPE (p), NULL_TREE))
      lift_walk_sizes (TREE_TYPE (p), callback, data, &s.types);
}

/* Enter FN and what is nested in it into N.  */
static void
collect (struct nest *n, tree fn)
{
  lambda *l = new lambda;
  l->fn = l->target = fn;
  l->mode = LIFT_NOT;
  l->escapes = false;
  l->escape = NULL_TREE;
  l->site = l->operand = 0;
  l->root = NULL;
  n->of.put (fn, l);
  n->all.safe_push (l);
  if (cgraph_node *node = cgraph_node::get (fn))
    for (cgraph_node *k = first_nested_function (node); k; k = next_nested_function (k))
      if (DECL_SAVED_TREE (k->decl))
	collect (n, k->decl);
}

/* Mark L as needed by operand K (from 0) of site SITE, whose function is ROOT.  */
static void
need (struct walk *w, lambda *l, unsigned site, unsigned k, lambda *root)
{
  if (!l || l->mode != LIFT_NOT || l == w->nest->all[0])
    return;
  l->mode = LIFT_IN_PLACE;
  l->site = site;
  l->operand = k;
  l->root = root;
  w->changed = true;
}

/* The same, by a function that is lifted.  */
static void
need_too (struct walk *w, lambda *l)
{
  need (w, l, w->cur->site, w->cur->operand, w->cur->root);
}

/* walk_tree: mark the function operands.  */
static tree
find_operands (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *w = (struct walk *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR)
    for (unsigned k = 0; k < lift_call_functions (*tp); k++)
      {
	bool wrapped;
	lambda *l = lift_operand_lambda (w->nest, *tp, k, &wrapped);
	need (w, l, site_of_call (*tp, NULL), k, l);
      }
  return NULL_TREE;
}

/* walk_tree over a lifted function: whatever nested function it names or declares is lifted with
   it.  */
static tree
find_named (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *w = (struct walk *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR && TREE_CODE (DECL_EXPR_DECL (t)) == FUNCTION_DECL)
    need_too (w, nest_get (w->nest, DECL_EXPR_DECL (t)));
  else if (TREE_CODE (t) == FUNCTION_DECL)
    need_too (w, nest_get (w->nest, t));
  return NULL_TREE;
}

/* Call CALLBACK over each function of W's nest; LIFTED: only over those to be lifted.  */
static void
walk_nest (struct walk *w, walk_tree_fn callback, bool lifted)
{
  for (unsigned i = 0; i < w->nest->all.length (); i++)
    {
      w->cur = w->nest->all[i];
      if (lifted && w->cur->mode == LIFT_NOT)
	continue;
      hash_set<tree> seen;
      w->seen = &seen;
      lift_walk_function (w->cur->fn, callback, w, &seen);
    }
}

static void
add_capture (struct walk *w, tree var)
{
  if (w->cur->captures.contains (var))
    return;
  w->cur->captures.safe_push (var);
  w->changed = true;
}

/* Whoever calls L, or passes it on, needs the variables that L captures.  */
static void
add_captures_of (struct walk *w, lambda *l)
{
  if (!l || l->mode == LIFT_NOT)
    return;
  for (unsigned i = 0; i < l->captures.length (); i++)
    if (lift_captured_p (l->captures[i], w->cur->fn))
      add_capture (w, l->captures[i]);
}

/* walk_tree: the free variables of a lifted function.  */
static tree
find_captures (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *w = (struct walk *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (lift_captured_p (t, w->cur->fn))
    add_capture (w, t);
  else if (TREE_CODE (t) == CALL_EXPR)
    {
      if (CALL_EXPR_FN (t))
	add_captures_of (w, nest_get (w->nest, get_callee_fndecl (t)));
      for (unsigned k = 0; k < lift_call_functions (t); k++)
	{
	  bool wrapped;
	  add_captures_of (w, lift_operand_lambda (w->nest, t, k, &wrapped));
	}
    }
  return NULL_TREE;
}

/* walk_tree: uses of a nested function's address other than calls and function operands.  */
static tree
find_escapes (tree *tp, int *walk_subtrees, void *data)
{
  struct walk *w = (struct walk *) data;
  tree t = *tp;
  if (TYPE_P (t) || (TREE_CODE (t) == DECL_EXPR && TREE_CODE (DECL_EXPR_DECL (t)) == FUNCTION_DECL))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == CALL_EXPR)
    {
      unsigned first = lift_call_functions (t);
      for (unsigned k = 0; k < first; k++)
	{
	  bool wrapped;
	  if (!lift_operand_lambda (w->nest, t, k, &wrapped))
	    walk_tree (&CALL_EXPR_ARG (t, k), find_escapes, data, w->seen);
	}
      for (int i = first; i < call_expr_nargs (t); i++)
	walk_tree (&CALL_EXPR_ARG (t, i), find_escapes, data, w->seen);
      if (CALL_EXPR_FN (t) && !nest_get (w->nest, get_callee_fndecl (t)))
	walk_tree (&CALL_EXPR_FN (t), find_escapes, data, w->seen);
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (t) == ADDR_EXPR || TREE_CODE (t) == FUNCTION_DECL)
    if (lambda *l = nest_get (w->nest, TREE_CODE (t) == ADDR_EXPR ? TREE_OPERAND (t, 0) : t))
      {
	l->escapes = true;
	if (w->cur->mode != LIFT_NOT && !l->escape)
	  l->escape = t;
      }
  return NULL_TREE;
}

/* Decide what is lifted and how.  */
static void
analyse (struct nest *n)
{
  struct walk w = { n, NULL, false, NULL };
  walk_nest (&w, find_operands, false);
  do
    {
      w.changed = false;
      walk_nest (&w, find_named, true);
    }
  while (w.changed);
  do
    {
      w.changed = false;
      walk_nest (&w, find_captures, true);
    }
  while (w.changed);
  walk_nest (&w, find_escapes, false);
  /* Without captures the lifted function and the nested one are the same.  */
  for (unsigned i = 0; i < n->all.length (); i++)
    {
      lambda *l = n->all[i];
      if (l->mode != LIFT_NOT && l->escapes && !l->captures.is_empty ())
	l->mode = LIFT_COPY;
    }
}

/* Call WHAT for FNDECL, the functions nested in it and what is known of them, if there are any.  */
static void
with_nest (tree fndecl, void (*what) (struct nest *))
{
  struct nest n;
  collect (&n, fndecl);
  if (n.all.length () > 1)
    {
      analyse (&n);
      what (&n);
    }
  for (unsigned i = 0; i < n.all.length (); i++)
    delete n.all[i];
}

void
lift_find_errors (tree fndecl)
{
  with_nest (fndecl, lift_check);
}

void
lift_function (tree fndecl)
{
  if (!seen_error ())
    with_nest (fndecl, lift_rewrite);
}

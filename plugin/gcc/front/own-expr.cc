/* Ownership inside expressions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A walk that passes down whether an owned or a borrowed value is required.  Calls, constructors,
   compound literals and statement expressions yield an owned reference; variables, members and
   parameters are borrowed.  An owned value where a borrowed one is required becomes a temporary
   with a cleanup at the end of the full expression; a borrowed one where an owned one is required
   is retained first.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "own.h"

/* Append the expression E to *LIST, a chain of COMPOUND_EXPRs of type void.  */
static void
append (tree *list, tree e)
{
  *list = own_side_effects (*list ? build2 (COMPOUND_EXPR, void_type_node, *list, e) : e);
}

/* A temporary holding VALUE; *VAR is its variable.  */
static tree
temporary (tree value, tree *var)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (value));
  *var = create_tmp_var_raw (type, "own");
  DECL_IGNORED_P (*var) = 1;
  TREE_USED (*var) = 1;
  return own_side_effects (build4_loc (EXPR_LOCATION (value), TARGET_EXPR, type, *var, value,
				       NULL_TREE, NULL_TREE));
}

/* Append to *LIST the beginning of a loop, and return its index.  */
static tree
begin_loop (tree *list)
{
  tree index;
  append (list, temporary (size_zero_node, &index));
  return index;
}

/* Append the rest to *LIST: BODY is done for each INDEX below N.  */
static void
end_loop (tree index, tree n, tree body, tree *list)
{
  tree whole = NULL_TREE;
  tree exit = build2 (GE_EXPR, boolean_type_node, index, n);
  append (&whole, build1 (EXIT_EXPR, void_type_node, exit));
  append (&whole, body);
  append (&whole, build2 (MODIFY_EXPR, sizetype, index,
			  build2 (PLUS_EXPR, sizetype, index, size_one_node)));
  append (list, build1 (LOOP_EXPR, void_type_node, whole));
}

/* own_each for element I of the array PLACE.  */
static void
own_element (tree place, tree i, tree decl, tree *list)
{
  tree elem = TREE_TYPE (TREE_TYPE (place));
  own_each (build4 (ARRAY_REF, elem, unshare_expr (place), i, NULL_TREE, NULL_TREE), decl, list);
}

/* own_each for the array PLACE, a member: a few elements one by one, many in a loop.  */
static void
own_elements (tree place, tree decl, tree *list)
{
  tree domain = TYPE_DOMAIN (TREE_TYPE (place)), body = NULL_TREE;
  tree n = size_binop (PLUS_EXPR, fold_convert (sizetype, TYPE_MAX_VALUE (domain)), size_one_node);
  if (compare_tree_int (n, 4) <= 0)
    {
      for (unsigned k = 0; k < tree_to_uhwi (n); k++)
	own_element (place, size_int (k), decl, list);
      return;
    }
  tree index = begin_loop (list);
  own_element (place, index, decl, &body);
  end_loop (index, n, body, list);
}

void
own_each (tree place, tree decl, tree *list)
{
  tree type = TREE_TYPE (place);
  if (TREE_CODE (type) == ARRAY_TYPE)
    {
      own_elements (place, decl, list);
      return;
    }
  if (vtype_elem (type))
    {
      tree arg = unshare_expr (place);
      append (list, op_build_call (UNKNOWN_LOCATION, decl, 1, &arg));
      return;
    }
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && vtype_managed_member_p (TREE_TYPE (f)))
      own_each (build3 (COMPONENT_REF, TREE_TYPE (f), unshare_expr (place), f, NULL_TREE), decl,
		list);
}

tree
own_clear (tree place)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (place));
  tree empty = vtype_elem (type) ? build1 (VIEW_CONVERT_EXPR, type, null_pointer_node)
			       : build_constructor (type, NULL);
  return own_side_effects (build2 (MODIFY_EXPR, type, place, empty));
}

/* Does E, not rewritten yet, yield a reference of its own?  */
static bool
owned_p (tree e)
{
  switch (TREE_CODE (e))
    {
    case CALL_EXPR:
      return op_resolved (get_callee_fndecl (e)) != NOVA_OP_RETAIN;
    case CONSTRUCTOR:
    case COMPOUND_LITERAL_EXPR:
    case TARGET_EXPR:
      return true;
    case COND_EXPR:
      return owned_p (TREE_OPERAND (e, 1)) || owned_p (TREE_OPERAND (e, 2));
    case COMPOUND_EXPR:
      return owned_p (TREE_OPERAND (e, 1));
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      return owned_p (TREE_OPERAND (e, 0));
    case C_MAYBE_CONST_EXPR:
      return owned_p (C_MAYBE_CONST_EXPR_EXPR (e));
    default:
      return false;
    }
}

bool
own_ordinary_call_p (tree e)
{
  switch (TREE_CODE (e))
    {
    case CALL_EXPR:
      return CALL_EXPR_FN (e) && op_resolved (get_callee_fndecl (e)) == NOVA_OP_NONE;
    case COND_EXPR:
      return own_ordinary_call_p (TREE_OPERAND (e, 1)) || own_ordinary_call_p (TREE_OPERAND (e, 2));
    case COMPOUND_EXPR:
      return own_ordinary_call_p (TREE_OPERAND (e, 1));
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      return own_ordinary_call_p (TREE_OPERAND (e, 0));
    default:
      return false;
    }
}

/* E is owned, in a function that a longjmp may lead back to: until the end of the full
   expression, or as long as that does not come, a variable of the function has it.  */
static tree
lend_by_variable (tree e)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (e)), var, set = NULL_TREE, cleanup = NULL_TREE;
  tree keep = create_tmp_var_raw (type, "own");
  DECL_IGNORED_P (keep) = 1;
  own_declare_outermost (keep);
  e = temporary (e, &var);
  own_each (keep, op_release_decl (), &cleanup);
  append (&cleanup, own_clear (keep));
  TARGET_EXPR_CLEANUP (e) = cleanup;
  append (&set, e);
  own_each (keep, op_release_decl (), &set);
  append (&set, build2 (MODIFY_EXPR, type, unshare_expr (keep), var));
  return own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (e), set, var));
}

/* E is owned: let it be released at the end of the full expression.  */
static tree
lend (tree e)
{
  tree var, cleanup = NULL_TREE;
  own->temporaries = true;
  if (own->returns_twice && own_ordinary_call_p (e))
    return lend_by_variable (e);
  if (TREE_CODE (e) != TARGET_EXPR || TARGET_EXPR_CLEANUP (e))
    e = temporary (e, &var);
  own_each (TARGET_EXPR_SLOT (e), op_release_decl (), &cleanup);
  TARGET_EXPR_CLEANUP (e) = cleanup;
  return e;
}

/* E is borrowed: give it a reference.  */
static tree
acquire (tree e)
{
  tree list = NULL_TREE, value = e;
  if (TREE_CODE (e) == TARGET_EXPR)
    {
      /* As the initial value of another one it would lose its slot, and its cleanup.  */
      append (&list, e);
      value = TARGET_EXPR_SLOT (e);
    }
  else if (TREE_SIDE_EFFECTS (e) || TREE_THIS_VOLATILE (e))
    append (&list, temporary (e, &value));
  own_each (value, op_retain_decl (), &list);
  return own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (e), list, unshare_expr (value)));
}

/* E, rewritten, has a reference or not: make it as WANTed.  */
static tree
adapt (tree e, bool has, enum want w)
{
  if (has && w == BORROW)
    return lend (e);
  if (!has && w == OWN)
    return acquire (e);
  return e;
}

/* The managed variable that PLACE is, or is (an element of) a member of; else NULL_TREE.  */
static tree
managed_variable (tree place)
{
  while (TREE_CODE (place) == ARRAY_REF
	 || (TREE_CODE (place) == COMPONENT_REF
	     && TREE_CODE (TREE_TYPE (TREE_OPERAND (place, 0))) == RECORD_TYPE))
    place = TREE_OPERAND (place, 0);
  return DECL_P (place) && own->managed->contains (place) ? place : NULL_TREE;
}

tree
own_assign (location_t loc, tree place, tree value, bool fresh)
{
  value = own_expr (value, OWN);
  if (fresh)
    return own_side_effects (build2_loc (loc, INIT_EXPR, TREE_TYPE (place), place, value));
  /* The old value may be what the new one is made of: release it last.  */
  tree list = NULL_TREE, var;
  append (&list, temporary (value, &var));
  own_each (place, op_release_decl (), &list);
  append (&list, build2_loc (loc, MODIFY_EXPR, TREE_TYPE (place), unshare_expr (place), var));
  SET_EXPR_LOCATION (list, loc);
  return list;
}

tree
own_block_variable (location_t loc, tree var, tree value)
{
  own_declare (var);
  return own_assign (loc, var, value, false);
}

/* Rewrite the operands of E, an expression without a rule of its own.  */
static void
rewrite_operands (tree e)
{
  for (int i = 0; i < TREE_OPERAND_LENGTH (e); i++)
    {
      tree o = TREE_OPERAND (e, i);
      if (o && (EXPR_P (o) || TREE_CODE (o) == CONSTRUCTOR || TREE_CODE (o) == STATEMENT_LIST))
	TREE_OPERAND (e, i) = own_expr (o, BORROW);
    }
}

/* VALUE has one reference, and is stored in each element of RANGE.  */
static tree
for_each_of (tree range, tree value)
{
  tree list = NULL_TREE, body = NULL_TREE, var;
  tree n = size_binop (MINUS_EXPR, fold_convert (sizetype, TREE_OPERAND (range, 1)),
		       fold_convert (sizetype, TREE_OPERAND (range, 0)));
  append (&list, temporary (value, &var));
  tree index = begin_loop (&list);
  own_each (var, op_retain_decl (), &body);
  end_loop (index, n, body, &list);
  return own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (value), list, var));
}

/* Rewrite the values of the constructor C, which takes references over.  */
static void
rewrite_constructor (tree c)
{
  for (unsigned i = 0; i < vec_safe_length (CONSTRUCTOR_ELTS (c)); i++)
    {
      tree *value = &(*CONSTRUCTOR_ELTS (c))[i].value;
      tree index = (*CONSTRUCTOR_ELTS (c))[i].index;
      bool managed = vtype_managed_p (TREE_TYPE (*value));
      *value = own_expr (*value, managed ? OWN : BORROW);
      if (managed && index && TREE_CODE (index) == RANGE_EXPR)
	*value = for_each_of (index, *value);
      if (TREE_SIDE_EFFECTS (*value))
	{
	  TREE_SIDE_EFFECTS (c) = 1;
	  TREE_CONSTANT (c) = 0;
	}
    }
}

/* __nova_release (lvalue).  */
static tree
rewrite_release (tree call)
{
  tree place = CALL_EXPR_ARG (call, 0), list = NULL_TREE;
  if (EXPR_P (place))
    rewrite_operands (place);
  place = stabilize_reference (place);
  own_each (place, op_release_decl (), &list);
  append (&list, own_clear (unshare_expr (place)));
  SET_EXPR_LOCATION (list, EXPR_LOCATION (call));
  return list;
}

/* __nova_data (x) of a temporary: it lives as long as the block.  */
static void
keep_in_block (tree call, tree *before)
{
  tree x = CALL_EXPR_ARG (call, 0);
  if (!owned_p (x))
    return;
  tree var = create_tmp_var_raw (TYPE_MAIN_VARIANT (TREE_TYPE (x)), "own");
  DECL_IGNORED_P (var) = 1;
  DECL_CONTEXT (var) = own->fn;
  *before = own_block_variable (EXPR_LOCATION (call), var, x);
  CALL_EXPR_ARG (call, 0) = var;
}

/* May the variable that E borrows from get another value, from a nested function, before a call
   that E is an argument of is over?  */
static bool
shared_p (tree e)
{
  switch (TREE_CODE (e))
    {
    case COND_EXPR:
      return shared_p (TREE_OPERAND (e, 1)) || shared_p (TREE_OPERAND (e, 2));
    case COMPOUND_EXPR:
      return shared_p (TREE_OPERAND (e, 1));
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      return shared_p (TREE_OPERAND (e, 0));
    default:
      while (handled_component_p (e))
	e = TREE_OPERAND (e, 0);
      return DECL_P (e) && own->shared->contains (e);
    }
}

/* An argument E of an ordinary call.  */
static tree
rewrite_argument (tree e)
{
  return vtype_managed_p (TREE_TYPE (e)) && shared_p (e) ? lend (own_expr (e, OWN))
							: own_expr (e, BORROW);
}

/* Append to *LIST what A does, and return its value, which is read later.  */
static tree
evaluate (tree a, tree *list)
{
  for (;;)
    switch (TREE_CODE (a))
      {
      case COMPOUND_EXPR:
	append (list, TREE_OPERAND (a, 0));
	a = TREE_OPERAND (a, 1);
	break;
      case C_MAYBE_CONST_EXPR:
	if (C_MAYBE_CONST_EXPR_PRE (a))
	  append (list, C_MAYBE_CONST_EXPR_PRE (a));
	a = C_MAYBE_CONST_EXPR_EXPR (a);
	break;
      case TARGET_EXPR:
	/* As the initial value of another one it would lose its slot, and its cleanup.  */
	append (list, a);
	return TARGET_EXPR_SLOT (a);
      CASE_CONVERT:
      case NON_LVALUE_EXPR:
	if (vtype_managed_p (TREE_TYPE (a)))
	  {
	    a = TREE_OPERAND (a, 0);
	    break;
	  }
	/* Fall through.  */
      default:
	if (TREE_SIDE_EFFECTS (a))
	  append (list, temporary (a, &a));
	return a;
      }
}

/* The builtin that operand E of a builtin is a call of; NULL_TREE if it is none.  */
static tree
inner_builtin (tree e)
{
  while (CONVERT_EXPR_P (e) || TREE_CODE (e) == NON_LVALUE_EXPR)
    e = TREE_OPERAND (e, 0);
  return TREE_CODE (e) == CALL_EXPR && op_resolved (get_callee_fndecl (e)) != NOVA_OP_NONE
	 ? e : NULL_TREE;
}

/* Does an operand of CALL, a builtin, or of a builtin in it do something itself?  */
static bool
operands_act_p (tree call)
{
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree a = CALL_EXPR_ARG (call, i), inner = inner_builtin (a);
      if (inner ? operands_act_p (inner) : TREE_SIDE_EFFECTS (a))
	return true;
    }
  return false;
}

/* Is E, an operand, a number or pointer that may trap as it is loaded?  */
static bool
loads_p (tree e)
{
  tree type = TREE_TYPE (e);
  if (!INTEGRAL_TYPE_P (type) && !(POINTER_TYPE_P (type) && !vtype_elem (type)))
    return false;
  while (CONVERT_EXPR_P (e) || TREE_CODE (e) == NON_LVALUE_EXPR)
    e = TREE_OPERAND (e, 0);
  while (TREE_CODE (e) == COMPONENT_REF)
    e = TREE_OPERAND (e, 0);
  return (TREE_CODE (e) == INDIRECT_REF || TREE_CODE (e) == MEM_REF)
	 && !TREE_SIDE_EFFECTS (e) && DECL_P (TREE_OPERAND (e, 0));
}

/* Append to *BEFORE the numbers and pointers among the operands of CALL, a builtin, and of those in
   it, that must be loaded: C leaves the order open, and what may trap keeps builtins apart if it
   stands behind one that may fail.  */
static void
load_operands (tree call, tree *before)
{
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree a = CALL_EXPR_ARG (call, i), inner = inner_builtin (a);
      if (inner)
	load_operands (inner, before);
      else if (loads_p (a))
	append (before, temporary (a, &CALL_EXPR_ARG (call, i)));
    }
}

/* The operands of CALL, a builtin, rewritten, are evaluated from left to right: of several that
   fail the first is reported, and what may trap before them comes before them.  GCC begins with
   the last.  Append those that need it to *BEFORE.  */
static void
evaluate_in_order (tree call, tree *before)
{
  int last = call_expr_nargs (call) - 1;
  while (last > 0 && !TREE_SIDE_EFFECTS (CALL_EXPR_ARG (call, last)))
    last--;
  for (int i = 0; i < last; i++)
    if (TREE_SIDE_EFFECTS (CALL_EXPR_ARG (call, i)))
      CALL_EXPR_ARG (call, i) = evaluate (CALL_EXPR_ARG (call, i), before);
    else if (loads_p (CALL_EXPR_ARG (call, i)))
      append (before, temporary (CALL_EXPR_ARG (call, i), &CALL_EXPR_ARG (call, i)));
}

static tree
rewrite_call (tree call, enum want w)
{
  enum nova_op op = op_resolved (get_callee_fndecl (call));
  if (op == NOVA_OP_RELEASE)
    return rewrite_release (call);
  if (op == NOVA_OP_RETAIN)
    /* One reference by hand; the value itself is borrowed.  */
    return adapt (own_expr (CALL_EXPR_ARG (call, 0), OWN), false, w);
  tree before = NULL_TREE;
  if (op != NOVA_OP_NONE && !operands_act_p (call))
    load_operands (call, &before);
  if (op == NOVA_OP_DATA)
    keep_in_block (call, &before);
  if (CALL_EXPR_FN (call) && EXPR_P (CALL_EXPR_FN (call))
      && TREE_CODE (CALL_EXPR_FN (call)) != ADDR_EXPR)
    CALL_EXPR_FN (call) = own_expr (CALL_EXPR_FN (call), BORROW);
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree a = CALL_EXPR_ARG (call, i);
      a = op == NOVA_OP_NONE ? rewrite_argument (a) : own_expr (a, BORROW);
      /* Gimplification strips an aggregate TARGET_EXPR from an argument, cleanup and all.  */
      if (TREE_CODE (a) == TARGET_EXPR && TARGET_EXPR_CLEANUP (a)
	  && AGGREGATE_TYPE_P (TREE_TYPE (a)))
	a = own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (a), a, TARGET_EXPR_SLOT (a)));
      CALL_EXPR_ARG (call, i) = a;
    }
  if (op != NOVA_OP_NONE)
    evaluate_in_order (call, &before);
  bool managed = vtype_managed_p (TREE_TYPE (call));
  if (managed)
    own_side_effects (call);
  if (before)
    call = own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (call), before, call));
  return managed ? adapt (call, true, w) : call;
}

static tree
rewrite_literal (tree e, enum want w)
{
  tree decl = COMPOUND_LITERAL_EXPR_DECL (e), init = DECL_INITIAL (decl);
  if (TREE_STATIC (decl) || !init)
    return e;
  if (!vtype_managed_p (TREE_TYPE (e)))
    {
      DECL_INITIAL (decl) = own_expr (init, BORROW);
      return e;
    }
  tree var;
  DECL_INITIAL (decl) = NULL_TREE;
  if (TREE_CODE (init) == CONSTRUCTOR)
    rewrite_constructor (init);
  else
    init = own_expr (init, OWN);
  return adapt (temporary (init, &var), true, w);
}

/* &(T) { ... } names a variable of the block.  */
static tree
rewrite_address (tree e)
{
  tree o = TREE_OPERAND (e, 0);
  if (TREE_CODE (o) != COMPOUND_LITERAL_EXPR)
    {
      if (!DECL_P (o))
	rewrite_operands (o);
      return e;
    }
  tree decl = COMPOUND_LITERAL_EXPR_DECL (o), init = DECL_INITIAL (decl);
  if (TREE_STATIC (decl) || !vtype_managed_p (TREE_TYPE (o)) || !init)
    {
      rewrite_literal (o, BORROW);
      return e;
    }
  DECL_INITIAL (decl) = NULL_TREE;
  TREE_ADDRESSABLE (decl) = 1;
  tree set = own_block_variable (EXPR_LOCATION (e), decl, init);
  return own_side_effects (build2 (COMPOUND_EXPR, TREE_TYPE (e), set,
				   build1 (ADDR_EXPR, TREE_TYPE (e), decl)));
}

/* A statement expression: its last statement sets the slot.  */
static tree
rewrite_target (tree e, enum want w)
{
  bool outer = own->temporaries;
  own->temporaries = false;
  own_statement (&TARGET_EXPR_INITIAL (e));
  own->temporaries = outer;
  return vtype_managed_p (TREE_TYPE (e)) ? adapt (e, true, w) : e;
}

static tree
rewrite_assignment (tree e, enum want w)
{
  tree place = TREE_OPERAND (e, 0);
  location_t loc = EXPR_LOCATION (e);
  if (!vtype_managed_p (TREE_TYPE (place)))
    {
      rewrite_operands (e);
      return e;
    }
  /* The slot of a statement expression is set by an INIT_EXPR of type void.  */
  bool has_value = vtype_managed_p (TREE_TYPE (e));
  if (has_value && managed_variable (place))
    {
      if (EXPR_P (place))
	rewrite_operands (place);
      place = stabilize_reference (place);
      tree set = own_assign (loc, place, TREE_OPERAND (e, 1), false);
      tree value = unshare_expr (place);
      if (w == OWN)
	value = acquire (value);
      return own_side_effects (build2_loc (loc, COMPOUND_EXPR, TREE_TYPE (e), set, value));
    }
  if (EXPR_P (place))
    rewrite_operands (place);
  TREE_OPERAND (e, 1) = own_expr (TREE_OPERAND (e, 1), OWN);
  own_side_effects (e);
  return has_value ? adapt (e, false, w) : e;
}

/* May a value of type T point into something?  */
static bool
holds_pointer_p (tree t)
{
  if (vtype_elem (t))
    return false;
  if (TREE_CODE (t) == ARRAY_TYPE)
    return holds_pointer_p (TREE_TYPE (t));
  if (!RECORD_OR_UNION_TYPE_P (t))
    return POINTER_TYPE_P (t);
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && holds_pointer_p (TREE_TYPE (f)))
      return true;
  return false;
}

/* Rewrite E, a part of an expression that is not always evaluated.  Its temporaries are released
   with it, not at the end of the full expression, if its value does without them: else GCC would
   keep, and ask at the end, whether there are any, and nova could not take them away.  Not where
   a longjmp may come back to: there they are kept until the function ends.  */
static tree
own_part (tree e, enum want w)
{
  bool outer = own->temporaries;
  own->temporaries = false;
  e = own_expr (e, w);
  if (own->temporaries && !own->returns_twice && (w == OWN || !vtype_managed_p (TREE_TYPE (e)))
      && !holds_pointer_p (TREE_TYPE (e)))
    {
      e = own_cleanup_point (e);
      own->temporaries = false;
    }
  own->temporaries |= outer;
  return e;
}

/* `a && b', `a || b'.  */
static tree
rewrite_shortcut (tree e)
{
  TREE_OPERAND (e, 0) = own_expr (TREE_OPERAND (e, 0), BORROW);
  TREE_OPERAND (e, 1) = own_part (TREE_OPERAND (e, 1), BORROW);
  return e;
}

static tree
rewrite_conditional (tree e, enum want w)
{
  bool managed = vtype_managed_p (TREE_TYPE (e));
  bool has = managed && (w == OWN || owned_p (e));
  TREE_OPERAND (e, 0) = own_expr (TREE_OPERAND (e, 0), BORROW);
  for (int i = 1; i <= 2; i++)
    if (TREE_OPERAND (e, i))
      TREE_OPERAND (e, i) = own_part (TREE_OPERAND (e, i), has ? OWN : BORROW);
  if (has)
    own_side_effects (e);
  return managed ? adapt (e, has, w) : e;
}

static tree
rewrite_compound (tree e, enum want w)
{
  bool managed = vtype_managed_p (TREE_TYPE (e));
  TREE_OPERAND (e, 0) = own_expr (TREE_OPERAND (e, 0), BORROW);
  TREE_OPERAND (e, 1) = own_expr (TREE_OPERAND (e, 1), managed ? w : BORROW);
  TREE_SIDE_EFFECTS (e) |= TREE_SIDE_EFFECTS (TREE_OPERAND (e, 0))
			   | TREE_SIDE_EFFECTS (TREE_OPERAND (e, 1));
  return e;
}

/* E is a SAVE_EXPR; those of vectors are ours, and what we reach first of them is evaluated first.
   A temporary that holds the value stands for it from then on: GCC goes into each occurrence of a
   SAVE_EXPR, and a row of a row of a row has four of each in four of the next.  */
static tree
rewrite_saved (tree e, enum want w)
{
  bool managed = vtype_managed_p (TREE_TYPE (e));
  bool first = !SAVE_EXPR_RESOLVED_P (e) && !own->done->add (e);
  if (first)
    TREE_OPERAND (e, 0) = own_expr (TREE_OPERAND (e, 0), BORROW);
  tree value = TREE_OPERAND (e, 0);
  while (TREE_CODE (value) == COMPOUND_EXPR)
    value = TREE_OPERAND (value, 1);
  if (managed && TREE_CODE (value) == TARGET_EXPR)
    e = first ? TREE_OPERAND (e, 0) : TARGET_EXPR_SLOT (value);
  return managed ? adapt (e, false, w) : e;
}

tree
own_expr (tree e, enum want w)
{
  if (!e || TYPE_P (e) || error_operand_p (e))
    return e;
  bool managed = vtype_managed_p (TREE_TYPE (e));
  switch (TREE_CODE (e))
    {
    case STATEMENT_LIST: case BIND_EXPR: case DECL_EXPR: case RETURN_EXPR:
    case FOR_STMT: case WHILE_STMT: case DO_STMT: case SWITCH_STMT:
      own_statement (&e);
      return e;
    case CALL_EXPR:
      return rewrite_call (e, w);
    case CONSTRUCTOR:
      rewrite_constructor (e);
      return managed ? adapt (e, true, w) : e;
    case COMPOUND_LITERAL_EXPR:
      return rewrite_literal (e, w);
    case ADDR_EXPR:
      return rewrite_address (e);
    case TARGET_EXPR:
      return rewrite_target (e, w);
    case MODIFY_EXPR: case INIT_EXPR:
      return rewrite_assignment (e, w);
    case COND_EXPR:
      return rewrite_conditional (e, w);
    case TRUTH_ANDIF_EXPR: case TRUTH_ORIF_EXPR:
      return rewrite_shortcut (e);
    case COMPOUND_EXPR:
      return rewrite_compound (e, w);
    case C_MAYBE_CONST_EXPR:
      if (C_MAYBE_CONST_EXPR_PRE (e))
	C_MAYBE_CONST_EXPR_PRE (e) = own_expr (C_MAYBE_CONST_EXPR_PRE (e), BORROW);
      C_MAYBE_CONST_EXPR_EXPR (e) = own_expr (C_MAYBE_CONST_EXPR_EXPR (e), managed ? w : BORROW);
      return e;
    CASE_CONVERT:
    case NON_LVALUE_EXPR:
      TREE_OPERAND (e, 0) = own_expr (TREE_OPERAND (e, 0), managed ? w : BORROW);
      return e;
    case SAVE_EXPR:
      return rewrite_saved (e, w);
    default:
      if (EXPR_P (e))
	rewrite_operands (e);
      return managed ? adapt (e, false, w) : e;
    }
}

/* Warn about a function that returns a view of its own array.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A view borrows, and the array ends with the function.  Found: the view, or a view of it, written
   in the return statement, or held by a variable whose values are all such views, or by a member of
   one that is set once; the array by its name, or by a pointer variable whose values all point into
   it or another.  The value of a statement expression is one of the values; so is the result of a
   function that always returns a view of a parameter, or of what a parameter points to, if its body
   precedes the call.  Not found: views that pass through memory, or in structures through other
   functions.  Runs before ownership is placed, so that calls are still as they were written.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "state.h"

struct member_value
{
  tree var, field, value;
};

/* What a variable is set to.  */
struct known_values
{
  auto_vec<tree> values;
  bool busy;			/* they are being looked at: what leads here again says nothing
				   new */
};

struct search
{
  hash_map<tree, known_values> known;
  auto_vec<member_value> members;
  hash_set<tree> assigned;	/* parameters */
  tree fn;
  bool params;			/* views of these are looked for */
  uint64_t given;		/* by the returns: bit K is parameter K */
  bool others;			/* something else is returned, too */
};

/* Member FIELD of VAR is set to VALUE.  */
static void
note_member (struct search *s, tree var, tree field, tree value)
{
  if (VAR_P (var) && vtype_elem (TREE_TYPE (field)))
    s->members.safe_push ({ var, field, value });
}

/* What VALUE, a constructor, gives the members of VAR.  */
static void
note_members (struct search *s, tree var, tree value)
{
  unsigned k;
  tree field, v;
  if (TREE_CODE (value) == COMPOUND_LITERAL_EXPR)
    value = DECL_INITIAL (COMPOUND_LITERAL_EXPR_DECL (value));
  if (value && TREE_CODE (value) == CONSTRUCTOR && RECORD_OR_UNION_TYPE_P (TREE_TYPE (value)))
    FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (value), k, field, v)
      if (field && TREE_CODE (field) == FIELD_DECL)
	note_member (s, var, field, v);
}

static void
note_value (struct search *s, tree var, tree value)
{
  if (TREE_CODE (var) == COMPONENT_REF)
    note_member (s, TREE_OPERAND (var, 0), TREE_OPERAND (var, 1), value);
  if (TREE_CODE (var) == PARM_DECL)
    s->assigned.add (var);
  if (!VAR_P (var))
    return;
  if (!vtype_elem (TREE_TYPE (var)) && !POINTER_TYPE_P (TREE_TYPE (var)))
    {
      if (vtype_inside_p (TREE_TYPE (var)))
	note_members (s, var, value);
      return;
    }
  bool existed;
  struct known_values &known = s->known.get_or_insert (var, &existed);
  if (!existed)
    known.busy = false;
  known.values.safe_push (value);
}

/* walk_tree: the values of variables that are vectors, hold them or are pointers.  */
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

/* The local variable that each value of VAR leads to, by FOUND; NULL_TREE if one leads elsewhere;
   error_mark_node if they lead to VAR alone.  */
static tree
all_values (struct search *s, tree var, unsigned depth,
	    tree (*found) (struct search *, tree, unsigned))
{
  struct known_values *known = s->known.get (var);
  if (!known || depth > 16)
    return NULL_TREE;
  if (known->busy)
    return error_mark_node;
  tree base = error_mark_node;
  known->busy = true;
  for (tree value : known->values)
    {
      tree b = found (s, value, depth + 1);
      if (!b || base == error_mark_node)
	base = b;
      if (!b)
	break;
    }
  known->busy = false;
  return base;
}

/* Of A and B, where a view may lead, the first that is local.  */
static tree
either (tree a, tree b)
{
  return a && a != error_mark_node ? a : b ? b : a;
}

/* P, a parameter, if it is one that S looks for.  */
static tree
wanted_param (struct search *s, tree p)
{
  return s->params && DECL_CONTEXT (p) == s->fn && !s->assigned.contains (p) ? p : NULL_TREE;
}

/* The automatic array (or other variable) of S's function that the pointer P points into; otherwise
   as all_values.  */
static tree
local_target (struct search *s, tree p, unsigned depth)
{
  STRIP_NOPS (p);
  while (TREE_CODE (p) == POINTER_PLUS_EXPR || TREE_CODE (p) == SAVE_EXPR)
    {
      p = TREE_OPERAND (p, 0);
      STRIP_NOPS (p);
    }
  if (TREE_CODE (p) == TARGET_EXPR)
    p = TARGET_EXPR_SLOT (p);
  if (VAR_P (p))
    return all_values (s, p, depth, local_target);
  if (TREE_CODE (p) == PARM_DECL)
    return wanted_param (s, p);
  if (TREE_CODE (p) == COND_EXPR)
    return either (local_target (s, TREE_OPERAND (p, 1), depth),
		   local_target (s, TREE_OPERAND (p, 2), depth));
  if (TREE_CODE (p) != ADDR_EXPR)
    return NULL_TREE;
  tree base = TREE_OPERAND (p, 0);
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  if (TREE_CODE (base) == COMPOUND_LITERAL_EXPR)
    base = COMPOUND_LITERAL_EXPR_DECL (base);
  bool local = (VAR_P (base) && !TREE_STATIC (base) && !DECL_EXTERNAL (base))
	       || TREE_CODE (base) == PARM_DECL;
  return local && DECL_CONTEXT (base) == s->fn ? base : NULL_TREE;
}

static tree viewed (struct search *s, tree e, unsigned depth);

/* The same of member FIELD of VAR, if it is set once; of any, if FIELD is NULL_TREE.  */
static tree
member_viewed (struct search *s, tree var, tree field, unsigned depth)
{
  for (const struct member_value &m : s->members)
    {
      unsigned times = 0;
      if (m.var != var || (field && m.field != field))
	continue;
      for (const struct member_value &o : s->members)
	times += o.var == var && o.field == m.field;
      if (tree found = times == 1 ? viewed (s, m.value, depth + 1) : NULL_TREE)
	return found;
    }
  return NULL_TREE;
}

/* The same of a member of CONSTRUCTOR E.  */
static tree
constructor_viewed (struct search *s, tree e, unsigned depth)
{
  unsigned k;
  tree v;
  FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (e), k, v)
    if (tree found = viewed (s, v, depth + 1))
      return found;
  return NULL_TREE;
}

/* The same of what the function called by E, no builtin, gives.  */
static tree
call_viewed (struct search *s, tree e, unsigned depth)
{
  tree fn = CALL_EXPR_FN (e) ? get_callee_fndecl (e) : NULL_TREE, found;
  uint64_t *params = fn ? unit.diag->givers.get (DECL_UID (fn)) : NULL;
  for (int k = 0; params && k < call_expr_nargs (e) && k < 64; k++)
    if (*params >> k & 1)
      {
	tree a = CALL_EXPR_ARG (e, k);
	found = vtype_elem (TREE_TYPE (a)) ? viewed (s, a, depth + 1)
		: local_target (s, a, depth + 1);
	if (found && found != error_mark_node)
	  return found;
      }
  return NULL_TREE;
}

/* The local variable that the vector E is a view of, or a member of structure E; otherwise as
   all_values.  */
static tree
viewed (struct search *s, tree e, unsigned depth)
{
  enum nova_op op;
  int k;

  if (!e || depth > 16)
    return NULL_TREE;
  STRIP_NOPS (e);
  switch (TREE_CODE (e))
    {
    case COMPONENT_REF:
      return vtype_elem (TREE_TYPE (e))
	     ? member_viewed (s, TREE_OPERAND (e, 0), TREE_OPERAND (e, 1), depth) : NULL_TREE;
    case COMPOUND_LITERAL_EXPR:
      return viewed (s, DECL_INITIAL (COMPOUND_LITERAL_EXPR_DECL (e)), depth + 1);
    case CONSTRUCTOR:
      return vtype_inside_p (TREE_TYPE (e)) ? constructor_viewed (s, e, depth) : NULL_TREE;
    case VAR_DECL:
      return vtype_elem (TREE_TYPE (e)) ? all_values (s, e, depth, viewed)
	     : member_viewed (s, e, NULL_TREE, depth);
    case PARM_DECL:
      return vtype_elem (TREE_TYPE (e)) ? wanted_param (s, e) : NULL_TREE;
    case TARGET_EXPR:
      return viewed (s, TARGET_EXPR_SLOT (e), depth + 1);
    case SAVE_EXPR:
      return viewed (s, TREE_OPERAND (e, 0), depth + 1);
    case COMPOUND_EXPR:
      return viewed (s, TREE_OPERAND (e, 1), depth + 1);
    case COND_EXPR:
      return either (viewed (s, TREE_OPERAND (e, 1), depth + 1),
		     viewed (s, TREE_OPERAND (e, 2), depth + 1));
    case CALL_EXPR:
      break;
    default:
      return NULL_TREE;
    }
  op = op_resolved (get_callee_fndecl (e));
  if (op == NOVA_OP_NONE)
    return call_viewed (s, e, depth);
  if (op_array_view_p (op))
    return local_target (s, CALL_EXPR_ARG (e, 0), depth);
  k = op_shows (op, call_expr_nargs (e) - 1);
  return k < 0 ? NULL_TREE : viewed (s, CALL_EXPR_ARG (e, k), depth + 1);
}

/* Note which parameter VAR is; if none, that something else is returned.  */
static void
note_given (struct search *s, tree var)
{
  unsigned k = 0;
  tree p = DECL_ARGUMENTS (s->fn);
  for (; p && p != var; p = DECL_CHAIN (p))
    k++;
  if (p && k < 64)
    s->given |= (uint64_t) 1 << k;
  else
    s->others = true;
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
  tree var = viewed (s, value, 0);
  if (s->params)
    note_given (s, var);
  else if (var && var != error_mark_node)
    {
      auto_diagnostic_group d;
      if (!DECL_NAME (var))
	warning_at (loc_user (EXPR_LOCATION (t)), OPT_Wreturn_local_addr,
		    "function returns a view of a compound literal");
      else if (warning_at (loc_user (EXPR_LOCATION (t)), OPT_Wreturn_local_addr,
			   "function returns a view of local variable %qD", var))
	inform (DECL_SOURCE_LOCATION (var), "declared here");
    }
  return NULL_TREE;
}

void
diag_local_view (tree fn)
{
  if (!vtype_inside_p (TREE_TYPE (TREE_TYPE (fn))))
    return;
  struct search s;
  s.fn = fn;
  s.params = s.others = false;
  s.given = 0;
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_values, &s);
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_returns, &s);
  if (!vtype_elem (TREE_TYPE (TREE_TYPE (fn))) || DECL_WEAK (fn))
    return;
  s.params = true;
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), find_returns, &s);
  if (!s.given || s.others)
    return;
  unit.diag->givers.put (DECL_UID (fn), s.given);
}

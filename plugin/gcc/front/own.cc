/* Ownership of vectors, placed by C's scopes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   On GENERIC, which still has the scopes: an automatic variable starts empty, an assignment takes
   the new value and releases the old, and a TRY_FINALLY around the rest of the block releases on
   every exit.  Handles stay SSA names as long as a variable's address is not taken.  own-expr.cc
   handles expressions.

   A longjmp may return to a function that calls setjmp, past the ends of its scopes.  There
   variables that are assigned to, or receive the result of an ordinary call, are moved to the
   outermost scope and kept in memory, as are temporaries of such calls, and the next assignment
   releases what a longjmp has left.  Results of builtins stay where they are, so that the compiler
   sees through them, ranges that take no memory above all.  So a longjmp past variables of that
   kind leaks; so does one past other functions, or a jump out of a nested function.

   Nor does GCC end scopes on a computed goto.  Those without a label are certainly left, and end
   before the jump; variables of the others are moved to the outermost scope, and released by the
   next assignment or at the end of the function.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"

#include "frontend.h"
#include "own.h"

own_state *own;

/* Put VAR at the head of BIND's variables.  The block's list is the same chain.  */
static void
chain_variable (tree bind, tree var)
{
  tree block = BIND_EXPR_BLOCK (bind);
  bool same = block && BLOCK_VARS (block) == BIND_EXPR_VARS (bind);
  DECL_CHAIN (var) = BIND_EXPR_VARS (bind);
  BIND_EXPR_VARS (bind) = var;
  if (same)
    BLOCK_VARS (block) = var;
}

static void
remove_from (vec<tree> &vars, tree *p)
{
  while (*p)
    if (vars.contains (*p))
      *p = DECL_CHAIN (*p);
    else
      p = &DECL_CHAIN (*p);
}

/* Take VARS out of BIND.  */
static void
unchain_variables (tree bind, vec<tree> &vars)
{
  tree block = BIND_EXPR_BLOCK (bind);
  bool same = block && BLOCK_VARS (block) == BIND_EXPR_VARS (bind);
  remove_from (vars, &BIND_EXPR_VARS (bind));
  if (same)
    BLOCK_VARS (block) = BIND_EXPR_VARS (bind);
  else if (block)
    remove_from (vars, &BLOCK_VARS (block));
}

/* What VAR holds when a longjmp leads back must be what it held last, not what a register held when
   setjmp was called.  */
static void
keep_in_memory (tree var)
{
  if (!own->returns_twice || !own->kept->contains (var))
    return;
  TREE_THIS_VOLATILE (var) = 1;
  TREE_SIDE_EFFECTS (var) = 1;
}

void
own_declare (tree var)
{
  own->unnamed->add (var);
  /* GCC 12 has put a compound literal's variable into the block already, and the block's
     rewriting has found it.  */
  if (own->managed->add (var))
    return;
  if (!DECL_NAME (var))
    DECL_IGNORED_P (var) = 1;
  TREE_USED (var) = 1;
  own->scope->vars.safe_push (var);
  chain_variable (own->scope->bind, var);
  if (own->returns_twice)
    own->kept->add (var);
  keep_in_memory (var);
}

void
own_declare_outermost (tree var)
{
  own->unnamed->add (var);
  own->managed->add (var);
  own->kept->add (var);
  DECL_CONTEXT (var) = own->fn;
  TREE_USED (var) = 1;
  own->outermost->vars.safe_push (var);
  chain_variable (own->outermost->bind, var);
  keep_in_memory (var);
}

tree
own_cleanup_point (tree e)
{
  tree c = own_side_effects (build1 (CLEANUP_POINT_EXPR, TREE_TYPE (e), e));
  if (EXPR_HAS_LOCATION (e))
    SET_EXPR_LOCATION (c, EXPR_LOCATION (e));
  return c;
}

/* Rewrite *TP, a full expression.  */
static void
own_full (tree *tp)
{
  if (!*tp)
    return;
  bool outer = own->temporaries;
  own->temporaries = false;
  tree e = own_expr (*tp, BORROW);
  /* A discarded TARGET_EXPR of its own would lose its cleanup.  */
  if (vtype_managed_p (TREE_TYPE (e)))
    e = own_side_effects (build1_loc (EXPR_LOCATION (e), CONVERT_EXPR, void_type_node, e));
  *tp = own->temporaries ? own_cleanup_point (e) : e;
  own->temporaries = outer;
}

/* Does a jump lead into a scope: a label, or a case label of a switch around it?  */
struct label_search
{
  int switches;			/* entered on the way */
};

static tree
find_label (tree *tp, int *walk_subtrees, void *data)
{
  struct label_search *s = (struct label_search *) data;
  tree found = NULL_TREE;
  switch (TREE_CODE (*tp))
    {
    case LABEL_EXPR:
      return *tp;
    case CASE_LABEL_EXPR:
      return s->switches ? NULL_TREE : *tp;
    case SWITCH_STMT:
      s->switches++;
      found = walk_tree_without_duplicates (&SWITCH_STMT_BODY (*tp), find_label, data);
      s->switches--;
      *walk_subtrees = 0;
      return found;
    default:
      if (TYPE_P (*tp))
	*walk_subtrees = 0;
      return NULL_TREE;
    }
}

static bool
has_label_p (tree bind)
{
  struct label_search s = { 0 };
  return walk_tree_without_duplicates (&BIND_EXPR_BODY (bind), find_label, &s) != NULL_TREE;
}

/* Append the statements that make VAR exist and empty to LIST.  */
static void
start_variable (tree var, tree list)
{
  append_to_statement_list_force (build1 (DECL_EXPR, void_type_node, var), &list);
  append_to_statement_list_force (own_clear (var), &list);
}

/* Does V, of scope S, live outermost?  */
static bool
hoisted_p (own_scope *s, tree v)
{
  return s->hoist || (own->returns_twice && s != own->outermost && own->kept->contains (v));
}

/* Wrap BODY, that of scope S: variables start empty and are released on every way out.  */
static void
close_scope (own_scope *s, tree *body)
{
  /* What a longjmp or a computed goto has left of inner scopes.  */
  bool left = (s == own->outermost && (own->returns_twice || own->computed)
	       && !own->hoisted.is_empty ());
  if (s->vars.is_empty () && !left)
    return;
  tree before = alloc_stmt_list (), after = alloc_stmt_list ();
  for (unsigned i = 0; i < s->vars.length (); i++)
    {
      tree v = s->vars[i], list = NULL_TREE;
      if (TREE_CODE (v) == PARM_DECL)
	{
	  own_each (v, op_retain_decl (), &list);
	  append_to_statement_list_force (list, &before);
	}
      else if (hoisted_p (s, v))
	own->hoisted.safe_push (v);
      else
	start_variable (v, before);
    }
  for (unsigned i = s->vars.length (); i-- > 0; )
    {
      tree list = NULL_TREE;
      own_each (s->vars[i], op_release_decl (), &list);
      append_to_statement_list_force (list, &after);
      if (hoisted_p (s, s->vars[i]))
	append_to_statement_list_force (own_clear (s->vars[i]), &after);
    }
  for (unsigned i = left ? own->hoisted.length () : 0; i-- > 0; )
    {
      tree list = NULL_TREE;
      own_each (own->hoisted[i], op_release_decl (), &list);
      append_to_statement_list_force (list, &after);
    }
  tree whole = own_side_effects (build2 (TRY_FINALLY_EXPR, void_type_node, *body, after));
  append_to_statement_list_force (whole, &before);
  *body = before;
}

/* The variables of scopes that jumps enter start empty here, in the outermost block BIND.  */
static void
place_hoisted (tree bind)
{
  if (own->hoisted.is_empty ())
    return;
  tree list = alloc_stmt_list ();
  for (unsigned i = 0; i < own->hoisted.length (); i++)
    {
      start_variable (own->hoisted[i], list);
      chain_variable (bind, own->hoisted[i]);
    }
  append_to_statement_list_force (BIND_EXPR_BODY (bind), &list);
  BIND_EXPR_BODY (bind) = list;
}

/* Enter the managed variables of S's block.  */
static void
collect_variables (own_scope *s)
{
  bool looked = false, label = false;
  for (tree v = BIND_EXPR_VARS (s->bind); v; v = DECL_CHAIN (v))
    if (VAR_P (v) && !TREE_STATIC (v) && !DECL_EXTERNAL (v) && vtype_managed_p (TREE_TYPE (v)))
      {
	if (!looked)
	  label = has_label_p (s->bind);
	looked = true;
	own->managed->add (v);
	if (label || own->kept->contains (v))
	  own->entered->add (v);
	TREE_READONLY (v) = 0;
	keep_in_memory (v);
	s->vars.safe_push (v);
      }
  s->hoist = label && s != own->outermost;
}

static void
own_bind (tree bind)
{
  own_scope s;
  s.bind = bind;
  s.outer = own->scope;
  s.hoist = false;
  own->scope = &s;
  bool outermost = !own->outermost;
  if (outermost)
    own->outermost = &s;
  collect_variables (&s);
  if (outermost)
    for (tree p = DECL_ARGUMENTS (own->fn); p; p = DECL_CHAIN (p))
      if (own->managed->contains (p))
	{
	  keep_in_memory (p);
	  s.vars.safe_push (p);
	}
  own_statement (&BIND_EXPR_BODY (bind));
  /* A compound literal's variable that nobody took the address of became a temporary.  */
  for (unsigned i = 0; i < s.vars.length (); )
    if (VAR_P (s.vars[i]) && !DECL_NAME (s.vars[i]) && !own->unnamed->contains (s.vars[i]))
      s.vars.ordered_remove (i);
    else
      i++;
  close_scope (&s, &BIND_EXPR_BODY (bind));
  auto_vec<tree> moved;
  for (unsigned i = 0; i < s.vars.length (); i++)
    if (hoisted_p (&s, s.vars[i]))
      moved.safe_push (s.vars[i]);
  if (!moved.is_empty ())
    unchain_variables (bind, moved);
  if (outermost)
    place_hoisted (bind);
  own->scope = s.outer;
}

/* What VAR holds is released, and VAR is empty.  */
static tree
own_empty (tree var)
{
  tree list = NULL_TREE;
  own_each (var, op_release_decl (), &list);
  return build2 (COMPOUND_EXPR, void_type_node, list, own_clear (var));
}

/* The declaration *TP of a variable: the initialiser takes or copies a reference.  Without one the
   variable is empty; if a jump may have led back before it, again.  */
static void
own_declaration (tree *tp)
{
  tree var = DECL_EXPR_DECL (*tp);
  if (!VAR_P (var) || TREE_STATIC (var) || DECL_EXTERNAL (var))
    return;
  tree init = DECL_INITIAL (var);
  bool managed = own->managed->contains (var), outer = own->temporaries;
  own->temporaries = false;
  if (managed)
    {
      location_t loc = EXPR_LOC_OR_LOC (*tp, DECL_SOURCE_LOCATION (var));
      DECL_INITIAL (var) = NULL_TREE;
      tree e = init ? own_assign (loc, var, init, !own->entered->contains (var))
	       : own->entered->contains (var) && !own->unreached ? own_empty (var)
	       : build_empty_stmt (loc);
      *tp = own->temporaries ? own_cleanup_point (e) : e;
    }
  else if (init)
    {
      init = own_expr (init, vtype_managed_p (TREE_TYPE (var)) ? OWN : BORROW);
      DECL_INITIAL (var) = own->temporaries ? own_cleanup_point (init) : init;
    }
  own->temporaries = outer;
}

/* *TP is `goto *e'.  What e holds of temporaries is released before the jump, and so are the
   variables of scopes that no jump enters.  */
static void
own_computed_goto (tree *tp)
{
  tree t = *tp, to = GOTO_DESTINATION (t), list = alloc_stmt_list ();
  tree var = create_tmp_var_raw (TREE_TYPE (to), "own");
  DECL_IGNORED_P (var) = 1;
  DECL_CONTEXT (var) = own->fn;
  TREE_USED (var) = 1;
  chain_variable (own->outermost->bind, var);
  tree set
    = own_side_effects (build2_loc (EXPR_LOCATION (t), MODIFY_EXPR, TREE_TYPE (to), var, to));
  own_full (&set);
  append_to_statement_list_force (set, &list);
  for (own_scope *s = own->scope; s != own->outermost; s = s->outer)
    for (unsigned i = s->vars.length (); i-- > 0 && !s->hoist; )
      append_to_statement_list_force (own_empty (s->vars[i]), &list);
  GOTO_DESTINATION (t) = var;
  append_to_statement_list_force (t, &list);
  *tp = list;
}

/* The value of *TP goes to the caller with a reference.  */
static void
own_return (tree *tp)
{
  tree value = TREE_OPERAND (*tp, 0);
  bool outer = own->temporaries;
  own->temporaries = false;
  if (value && (TREE_CODE (value) == MODIFY_EXPR || TREE_CODE (value) == INIT_EXPR))
    {
      enum want w = vtype_managed_p (TREE_TYPE (TREE_OPERAND (value, 0))) ? OWN : BORROW;
      TREE_OPERAND (value, 1) = own_expr (TREE_OPERAND (value, 1), w);
      own_side_effects (value);
    }
  else if (value)
    TREE_OPERAND (*tp, 0) = own_expr (value, BORROW);
  if (own->temporaries)
    {
      tree c = own_side_effects (build1 (CLEANUP_POINT_EXPR, void_type_node, *tp));
      SET_EXPR_LOCATION (c, EXPR_LOCATION (*tp));
      *tp = c;
    }
  own->temporaries = outer;
}

void
own_statement (tree *tp)
{
  tree t = *tp;
  if (!t || error_operand_p (t))
    return;
  if (TREE_CODE (t) != STATEMENT_LIST && TREE_CODE (t) != BIND_EXPR && TREE_CODE (t) != DECL_EXPR
      && TREE_CODE (t) != DEBUG_BEGIN_STMT)
    own->unreached = false;
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	own_statement (tsi_stmt_ptr (i));
      return;
    case BIND_EXPR:
      own_bind (t);
      return;
    case DECL_EXPR:
      own_declaration (tp);
      return;
    case COND_EXPR:
      own_full (&TREE_OPERAND (t, 0));
      own_statement (&TREE_OPERAND (t, 1));
      own_statement (&TREE_OPERAND (t, 2));
      return;
    case FOR_STMT:
      own_statement (&FOR_INIT_STMT (t));
      own_full (&FOR_COND (t));
      own_full (&FOR_EXPR (t));
      own_statement (&FOR_BODY (t));
      return;
    case WHILE_STMT:
      own_full (&WHILE_COND (t));
      own_statement (&WHILE_BODY (t));
      return;
    case DO_STMT:
      own_full (&DO_COND (t));
      own_statement (&DO_BODY (t));
      return;
    case SWITCH_STMT:
      own_full (&SWITCH_STMT_COND (t));
      /* What stands there is warned of.  */
      own->unreached = true;
      own_statement (&SWITCH_STMT_BODY (t));
      own->unreached = false;
      return;
    case RETURN_EXPR:
      own_return (tp);
      return;
    case GOTO_EXPR:
      if (TREE_CODE (GOTO_DESTINATION (t)) != LABEL_DECL)
	own_computed_goto (tp);
      return;
    case LABEL_EXPR: case CASE_LABEL_EXPR: case BREAK_STMT: case CONTINUE_STMT:
    case DEBUG_BEGIN_STMT:
      return;
    case TRY_FINALLY_EXPR: case TRY_CATCH_EXPR:
      own_statement (&TREE_OPERAND (t, 0));
      own_statement (&TREE_OPERAND (t, 1));
      return;
    case OMP_PARALLEL: case OMP_TASK: case OMP_SINGLE: case OMP_MASTER: case OMP_CRITICAL:
    case OMP_SECTION: case OMP_SECTIONS: case OMP_FOR: case OMP_SIMD:
      own_omp (tp);
      return;
    default:
      own_full (tp);
    }
}

/* walk_tree: a parameter that is assigned to, has its address taken, or is released by hand owns
   what it holds; the others borrow from the caller.  What FN, a function, so does to variables of
   another one that call may do while it has borrowed from them.  */
static tree
find_owned_parameters (tree *tp, int *walk_subtrees, void *fn)
{
  tree t = *tp, place = NULL_TREE;
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR: case ADDR_EXPR:
      place = TREE_OPERAND (t, 0);
      break;
    case CALL_EXPR:
      if (op_resolved (get_callee_fndecl (t)) == NOVA_OP_RELEASE)
	place = CALL_EXPR_ARG (t, 0);
      break;
    default:
      if (TYPE_P (t))
	*walk_subtrees = 0;
    }
  while (place && handled_component_p (place))
    place = TREE_OPERAND (place, 0);
  if (!place || !DECL_P (place) || !vtype_managed_p (TREE_TYPE (place)))
    return NULL_TREE;
  if (TREE_CODE (place) == PARM_DECL)
    own->managed->add (place);
  if (TREE_CODE (t) != ADDR_EXPR && DECL_CONTEXT (place) != (tree) fn)
    own->shared->add (place);
  return NULL_TREE;
}

/* walk_tree: a call that may return twice.  */
static tree
find_setjmp (tree *tp, int *walk_subtrees, void *)
{
  bool call = TREE_CODE (*tp) == CALL_EXPR && CALL_EXPR_FN (*tp);
  tree fn = call ? get_callee_fndecl (*tp) : NULL_TREE;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (fn && (setjmp_call_p (fn) || (flags_from_decl_or_type (fn) & ECF_RETURNS_TWICE)))
    return fn;
  return NULL_TREE;
}

/* walk_tree: a computed goto.  */
static tree
find_computed_goto (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == GOTO_EXPR && TREE_CODE (GOTO_DESTINATION (*tp)) != LABEL_DECL
	 ? *tp : NULL_TREE;
}

/* walk_tree, in a function that calls setjmp: a variable that may have something of its own between
   setjmp and longjmp.  */
static tree
find_kept (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp, place = NULL_TREE;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == DECL_EXPR && VAR_P (DECL_EXPR_DECL (t)))
    {
      tree v = DECL_EXPR_DECL (t), init = DECL_INITIAL (v);
      if (!vtype_elem (TREE_TYPE (v)) || (init && own_ordinary_call_p (init)))
	place = v;
    }
  else if (TREE_CODE (t) == MODIFY_EXPR)
    place = TREE_OPERAND (t, 0);
  while (place && handled_component_p (place))
    place = TREE_OPERAND (place, 0);
  if (place && (VAR_P (place) || TREE_CODE (place) == PARM_DECL)
      && vtype_managed_p (TREE_TYPE (place)) && !TREE_STATIC (place) && !DECL_EXTERNAL (place))
    own->kept->add (place);
  return NULL_TREE;
}

static void
rewrite_body (tree fn)
{
  tree *body = &DECL_SAVED_TREE (fn);
  if (TREE_CODE (*body) != BIND_EXPR)
    *body = build3 (BIND_EXPR, void_type_node, NULL_TREE, *body, NULL_TREE);
  own->fn = fn;
  own->returns_twice = walk_tree_without_duplicates (body, find_setjmp, NULL) != NULL_TREE;
  if (own->returns_twice)
    walk_tree_without_duplicates (body, find_kept, NULL);
  own->computed = walk_tree_without_duplicates (body, find_computed_goto, NULL) != NULL_TREE;
  own->outermost = own->scope = NULL;
  own->parallel = NULL_TREE;
  own->temporaries = own->unreached = false;
  own->hoisted.truncate (0);
  own_bind (*body);
}

/* Place ownership in FNDECL and the functions nested in it: those share its variables, so theirs
   are found first, and the outer bodies are rewritten before the inner ones.  */
void
own_function (tree fndecl)
{
  own_state state;
  hash_set<tree> managed, entered, kept, shared, unnamed, done;
  state.managed = &managed;
  state.entered = &entered;
  state.kept = &kept;
  state.shared = &shared;
  state.unnamed = &unnamed;
  state.done = &done;
  own_state *outer = own;
  own = &state;
  auto_vec<tree> fns;
  front_function_nest (fndecl, &fns);
  for (unsigned i = 0; i < fns.length (); i++)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (fns[i]), find_owned_parameters, fns[i]);
  for (unsigned i = 0; i < fns.length (); i++)
    rewrite_body (fns[i]);
  own = outer;
}

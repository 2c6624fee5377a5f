/* The restrictions on the variables that a lifted function captures.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   They are copies (arrays: the originals, read only), so a lifted function must neither assign to
   them nor take their address, except to pass it as a pointer to const.  Objects of variable length
   cannot be captured, nor can their size be taken: it is evaluated at the declaration.  The error
   is reported at the function operand, with a note at the offending use.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "lift.h"

/* SAVE_EXPR -> the variable, or the name of a type, whose declaration works it out.  */
typedef hash_map<tree, tree> size_map;

struct check
{
  struct nest *nest;
  size_map *sizes;
  lambda *cur;
  location_t last;		/* of the statements seen, the latest location */
  hash_set<tree> *allowed;	/* ADDR_EXPRs that pass a pointer to const */
  hash_set<tree> *reported;	/* variables already named */
};

/* "function 'f'", "the lambda", or "function 'f' calls 'g', which": who does what is reported;
   xmalloc'd.  */
static char *
subject (struct check *c, const char *name, location_t *loc)
{
  nova_call_site *s = site_get (c->cur->site);
  const char *root = IDENTIFIER_POINTER (DECL_NAME (c->cur->root->fn));
  *loc = source_site_operand (s, c->cur->operand + 1);
  char *who = strncmp (root, "nova_lambda_", 12) == 0
	      ? xstrdup ("the lambda")
	      : xasprintf ("function %s%s%s", open_quote, root, close_quote);
  char *text = c->cur == c->cur->root
	       ? xasprintf ("%s passed to %s%s%s", who, open_quote, op_site_name (s->op),
			    close_quote)
	       : xasprintf ("%s passed to %s%s%s uses %s%s%s, which", who, open_quote,
			    op_site_name (s->op), close_quote, open_quote, name, close_quote);
  free (who);
  return text;
}

/* Report that C->cur does what GMSGID says (a format with the subject and VAR), at T.  */
static void
report (struct check *c, tree t, const char *gmsgid, const char *note, tree var)
{
  if (c->reported->add (var))
    return;
  location_t loc;
  char *who = subject (c, IDENTIFIER_POINTER (DECL_NAME (c->cur->fn)), &loc);
  diag_late (loc, var, DECL_UID (c->cur->fn), message_text (gmsgid, who, var),
	     loc_user (EXPR_LOC_OR_LOC (t, c->last)), note);
  free (who);
}

/* LHS is assigned to by T.  */
static void
check_write (struct check *c, tree t, tree lhs)
{
  tree base = lift_base_of (lhs);
  if (DECL_P (base) && lift_captured_p (base, c->cur->fn))
    report (c, t, G_("%s assigns to the captured variable %qD"),
	    G_("assigned here"), base);
}

static void
check_address (struct check *c, tree t)
{
  tree base = lift_base_of (TREE_OPERAND (t, 0));
  if (!DECL_P (base) || !lift_captured_p (base, c->cur->fn) || lift_by_reference_p (base)
      || c->allowed->contains (t))
    return;
  report (c, t, G_("%s takes the address of the captured variable %qD"),
	  G_("address taken here"), base);
}

/* Allow the addresses among the arguments of CALL that become pointers to const; a view only
   reads.  */
static void
allow_const (struct check *c, tree call)
{
  enum nova_op op = op_resolved (get_callee_fndecl (call));
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree a = CALL_EXPR_ARG (call, i), type = TREE_TYPE (a);
      if (TREE_CODE (type) != POINTER_TYPE
	  || !(TYPE_READONLY (TREE_TYPE (type)) || (op_array_view_p (op) && i == 0)))
	continue;
      STRIP_NOPS (a);
      if (TREE_CODE (a) == ADDR_EXPR)
	c->allowed->add (a);
    }
}

static void
check_call (struct check *c, tree call)
{
  if (op_resolved (get_callee_fndecl (call)) == NOVA_OP_RELEASE)
    check_write (c, call, CALL_EXPR_ARG (call, 0));
  allow_const (c, call);
}

/* A jump to a label of a function around this one.  */
static void
check_goto (struct check *c, tree t)
{
  tree label = GOTO_DESTINATION (t);
  if (TREE_CODE (label) == LABEL_DECL && DECL_CONTEXT (label) != c->cur->fn)
    report (c, t, G_("%s jumps out of itself to label %qD"), G_("here"), label);
}

/* VAR, a variable or the name of a type, belongs to a function around FN.  */
static bool
around_p (tree var, tree fn)
{
  return lift_captured_p (var, fn) || (TREE_CODE (var) == TYPE_DECL && DECL_CONTEXT (var) != fn);
}

/* The size of a variable or a type of another function.  */
static void
check_size (struct check *c, tree t)
{
  tree *var = c->sizes->get (t);
  if (!var || !around_p (*var, c->cur->fn))
    return;
  c->last = DECL_SOURCE_LOCATION (*var);
  report (c, error_mark_node, G_("%s captures %qD, whose type has a variable length"),
	  G_("declared here"), *var);
}

/* walk_tree over a function to be lifted.  */
static tree
check_statement (tree *tp, int *walk_subtrees, void *data)
{
  struct check *c = (struct check *) data;
  tree t = *tp;
  if (EXPR_P (t) && EXPR_HAS_LOCATION (t))
    c->last = EXPR_LOCATION (t);
  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR: case INIT_EXPR:
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR: case POSTDECREMENT_EXPR:
      check_write (c, t, TREE_OPERAND (t, 0));
      break;
    case ASM_EXPR:
      for (tree l = ASM_OUTPUTS (t); l; l = TREE_CHAIN (l))
	check_write (c, t, TREE_VALUE (l));
      break;
    case CALL_EXPR:
      check_call (c, t);
      break;
    case ADDR_EXPR:
      check_address (c, t);
      break;
    case GOTO_EXPR:
      check_goto (c, t);
      break;
    case SAVE_EXPR:
      check_size (c, t);
      break;
    default:
      if (TYPE_P (t))
	*walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* The captured variables' types, and an address that escapes together with captures.  */
static void
check_captures (struct check *c)
{
  lambda *l = c->cur;
  for (unsigned i = 0; i < l->captures.length (); i++)
    if (variably_modified_type_p (TREE_TYPE (l->captures[i]), NULL_TREE))
      {
	c->last = DECL_SOURCE_LOCATION (l->captures[i]);
	report (c, error_mark_node,
		G_("%s captures %qD, whose type has a variable length"),
		G_("declared here"), l->captures[i]);
      }
  if (l->mode == LIFT_COPY && l->escape)
    {
      c->last = DECL_SOURCE_LOCATION (l->fn);
      report (c, l->escape,
	      G_("%s captures variables and has its address taken inside a function operand, as "
		 "%qD"),
	      G_("address taken here"), l->fn);
    }
}

/* qsort: by the operands' order in the source.  */
static int
by_site (const void *a, const void *b)
{
  const lambda *x = *(lambda *const *) a, *y = *(lambda *const *) b;
  return x->site < y->site ? -1 : x->site > y->site;
}

struct size_owner
{
  size_map *sizes;
  tree var;
};

/* walk_tree over the sizes of a type.  */
static tree
enter_size (tree *tp, int *, void *data)
{
  struct size_owner *o = (struct size_owner *) data;
  if (TREE_CODE (*tp) == SAVE_EXPR && !o->sizes->get (*tp))
    o->sizes->put (*tp, o->var);
  return NULL_TREE;
}

static void
enter_sizes (size_map *sizes, tree var)
{
  struct size_owner o = { sizes, var };
  hash_set<tree> seen;
  if (variably_modified_type_p (TREE_TYPE (var), NULL_TREE))
    lift_walk_sizes (TREE_TYPE (var), enter_size, &o, &seen);
}

/* walk_tree over a function.  */
static tree
enter_variables (tree *tp, int *, void *data)
{
  if (TREE_CODE (*tp) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (*tp); v; v = DECL_CHAIN (v))
      if (VAR_P (v) || TREE_CODE (v) == TYPE_DECL)
	enter_sizes ((size_map *) data, v);
  return NULL_TREE;
}

void
lift_check (struct nest *n)
{
  size_map sizes;
  for (unsigned i = 0; i < n->all.length (); i++)
    {
      tree fn = n->all[i]->fn;
      for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
	enter_sizes (&sizes, p);
      walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), enter_variables, &sizes);
    }
  auto_vec<lambda *> order;
  for (unsigned i = 0; i < n->all.length (); i++)
    if (n->all[i]->mode != LIFT_NOT)
      order.safe_push (n->all[i]);
  order.qsort (by_site);
  for (unsigned i = 0; i < order.length (); i++)
    {
      hash_set<tree> allowed, reported, seen;
      struct check c = { n, &sizes, order[i], DECL_SOURCE_LOCATION (order[i]->fn), &allowed,
			 &reported };
      lift_walk_function (order[i]->fn, check_statement, &c, &seen);
      check_captures (&c);
    }
}

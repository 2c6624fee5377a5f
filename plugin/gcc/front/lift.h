/* Lifting of nested functions: what lift.cc, lift-check.cc and lift-rewrite.cc share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LIFT_H
#define NOVA_LIFT_H

/* At PLUGIN_PRE_GENERICIZE, on GENERIC: lift the functions nested in FNDECL that are used as
   operands.  */
extern void lift_function (tree fndecl);
/* Find, for diag_late, forbidden uses of captured variables in FNDECL's nested functions.  */
extern void lift_find_errors (tree fndecl);

enum lift_mode
{
  LIFT_NOT,			/* no function operand needs it: left nested */
  LIFT_IN_PLACE,		/* becomes a function of the file */
  LIFT_COPY			/* its address is also used otherwise: a copy is lifted */
};

/* A function of the nest, the outermost one included.  */
struct lambda
{
  tree fn;
  enum lift_mode mode;
  bool escapes;			/* its address is used otherwise too */
  tree escape;			/* where, in a lifted function; else NULL_TREE */
  tree target;			/* what is lifted: FN, or the copy */
  auto_vec<tree> captures;
  hash_map<tree, tree> param;	/* captured variable -> appended parameter of TARGET */
  /* The function operand that needs it: for messages.  */
  unsigned site, operand;
  lambda *root;			/* that operand's function, perhaps this one */
};

struct nest
{
  auto_vec<lambda *> all;	/* outermost first, each before the functions inside it */
  hash_map<tree, lambda *> of;	/* FUNCTION_DECL -> its lambda */
};

/* FN's lambda in N, or NULL.  */
static inline lambda *
nest_get (struct nest *n, tree fn)
{
  lambda **p = fn ? n->of.get (fn) : NULL;
  return p ? *p : NULL;
}

/* The nested function that operand K (from 0) of the resolved CALL names, or NULL; *WRAPPED:
   inside a statement expression.  */
extern lambda *lift_operand_lambda (struct nest *n, tree call, unsigned k, bool *wrapped);
/* The number of function operands of CALL, of any kind.  */
extern unsigned lift_call_functions (tree call);
/* Is T a variable of a function around FN?  */
extern bool lift_captured_p (tree t, tree fn);
/* Is VAR captured by its address, being an array?  */
extern bool lift_by_reference_p (tree var);
/* The variable or other object that T is a part of.  */
extern tree lift_base_of (tree t);
/* walk_tree over all of FN: its body and the sizes of variable-length types of its locals.  A tree
   that is shared (a SAVE_EXPR: 4^depth references for rows of rows) is walked once if SEEN is
   given; a callback that replaces trees passes NULL, and handles sharing itself.  */
extern void lift_walk_function (tree fn, walk_tree_fn callback, void *data, hash_set<tree> *seen);

/* Walk the sizes of T, a variably modified type, and of the types it is made of, if not SEEN.  */
extern void lift_walk_sizes (tree t, walk_tree_fn callback, void *data, hash_set<tree> *seen);

/* lift-check.cc: find functions that cannot be lifted, for diag_late.  */
extern void lift_check (struct nest *n);
/* lift-rewrite.cc: make and use the parameters, move the functions to the file.  */
extern void lift_rewrite (struct nest *n);

#endif

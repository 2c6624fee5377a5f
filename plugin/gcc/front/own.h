/* Ownership: what own.cc (statements and scopes) and own-expr.cc (expressions) share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_OWN_H
#define NOVA_OWN_H

/* At PLUGIN_PRE_GENERICIZE, on GENERIC: count the references of FNDECL's vectors.  */
extern void own_function (tree fndecl);

/* Who releases the value of an expression.  */
enum want
{
  BORROW,			/* its present owner */
  OWN				/* the consumer: it comes with a reference */
};

/* A block and the variables that it owns.  */
struct own_scope
{
  tree bind;			/* BIND_EXPR */
  auto_vec<tree> vars;		/* owned variables; in the outermost block also owned parameters */
  bool hoist;			/* jumps may enter it: its variables move to the outermost block */
  own_scope *outer;
};

/* One function while it is rewritten.  */
struct own_state
{
  tree fn;
  tree parallel;		/* the innermost enclosing OMP_PARALLEL, or NULL_TREE */
  own_scope *outermost, *scope;
  bool returns_twice;		/* it calls setjmp: a longjmp may leave its scopes */
  bool computed;		/* it has a computed goto, which ends no scope that it leaves */
  bool unreached;		/* neither statement nor label since the beginning of a switch */
  bool temporaries;		/* the current full expression has temporaries to release */
  auto_vec<tree> hoisted;
  hash_set<tree> *managed;	/* variables that own their value */
  hash_set<tree> *entered;	/* of these: a jump may go back before their declaration */
  hash_set<tree> *kept;		/* of these: kept in memory, for a longjmp may leave their scope */
  hash_set<tree> *shared;	/* variables assigned by a function nested in theirs */
  hash_set<tree> *unnamed;	/* of these: for literals and kept temporaries */
  hash_set<tree> *done;		/* SAVE_EXPRs rewritten */
};

extern own_state *own;

/* own-expr.cc */
/* May the value of E, not rewritten yet, be that of an ordinary call?  */
extern bool own_ordinary_call_p (tree e);
/* E rewritten, its value as WANTed.  */
extern tree own_expr (tree e, enum want w);
/* Append to *LIST the call of DECL (retain or release) for every vector in PLACE.  */
extern void own_each (tree place, tree decl, tree *list);
/* PLACE becomes empty.  */
extern tree own_clear (tree place);
/* PLACE = VALUE, where PLACE owns what it holds; FRESH: there is nothing to release in it.  */
extern tree own_assign (location_t loc, tree place, tree value, bool fresh);
/* VAR becomes an owned variable of the current block and gets VALUE, not rewritten yet.  */
extern tree own_block_variable (location_t loc, tree var, tree value);

/* own-omp.cc */
/* Rewrite *TP, a construct of OpenMP.  */
extern void own_omp (tree *tp);

/* own.cc */
/* E, which holds temporaries, as an expression that releases them.  */
extern tree own_cleanup_point (tree e);
/* Rewrite the statement *TP.  */
extern void own_statement (tree *tp);
/* VAR, made by us, belongs to the outermost block, whose end releases it.  */
extern void own_declare_outermost (tree var);
/* Enter VAR, made by us or a compound literal's, into the current block.  */
extern void own_declare (tree var);

static inline tree
own_side_effects (tree e)
{
  TREE_SIDE_EFFECTS (e) = 1;
  return e;
}

#endif

/* Internal interface of the resolver: one written call while its types are found.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_RESOLVE_H
#define NOVA_RESOLVE_H

#include "base/unit.h"
#include "diag/diag.h"

/* A function operand, without nova_bind and nova_trust.  */
struct fn_operand
{
  tree expr;			/* its value in the resolved call */
  tree type;			/* FUNCTION_TYPE, bound parameters first; an operator: NULL */
  tree decl;			/* the function if it is named, for messages; else NULL_TREE */
  enum nova_operator opr;
  bool trusted;
  unsigned nbound;
  vec<tree, va_gc> *bound;	/* nbound values */
};

/* One call.  Operands are numbered from 1, as in messages.  */
struct call
{
  enum nova_op op;
  location_t loc;		/* of the builtin's name, as loc_user has it */
  location_t spot;		/* the same, perhaps in a macro */
  tree fndecl;			/* as written */
  vec<tree, va_gc> *args;
  unsigned n;
  struct fn_operand fn[SITE_MAX_FNS];
  tree answer;			/* what the hook returns after an error */
  bool placed;			/* nova_field: AT says where the member is, see struct
				   nova_call_site */
  HOST_WIDE_INT at;
};

/* Every function below that finds a mistake reports it, once, and returns NULL_TREE or false; the
   scheme then returns NULL_TREE immediately.  */

static inline tree &
operand (struct call *c, unsigned k)
{
  return (*c->args)[k - 1];
}

static inline tree
operand_type (struct call *c, unsigned k)
{
  return TREE_TYPE (operand (c, k));
}

static inline struct fn_operand *
function_operand (struct call *c, unsigned k)
{
  return &c->fn[k - op_first_function (c->op)];
}

/* The error just reported is about function operand K.  */
static inline void
note_function (struct call *c, unsigned k)
{
  diag_operand_note (function_operand (c, k)->decl);
}

/* Report "operand K of 'NAME' has type 'FOUND', wanted WANTED".  */
extern tree resolve_wrong_type (struct call *c, unsigned k, const char *wanted);
/* The same, the wanted type being T.  */
extern tree resolve_wrong_type_for (struct call *c, unsigned k, tree t);

/* resolve-convert.cc */
/* A value of type FROM may be assigned to an object of type TO.  */
extern bool resolve_assignable_p (tree to, tree from);
/* Convert operand K to T as by assignment; warns if a value may change.  */
extern bool resolve_convert_operand (struct call *c, unsigned k, tree t);
/* VALUE, operand K, converted likewise; NULL_TREE after an error.  */
extern tree resolve_convert_value (struct call *c, unsigned k, tree t, tree value);
/* Convert operand K, of any integer type, to the integer type T.  */
extern bool resolve_convert_integer (struct call *c, unsigned k, tree t);
extern tree resolve_value_type (tree t);
extern tree resolve_promoted_type (tree t);

/* resolve-fn.cc */
/* Read the function operands.  */
extern bool resolve_functions (struct call *c);
/* Check that function operand K takes the NELEMS values of types ELEMS, which come from the
   operands FROM (0: an index, of type size_t; FROM_RESULT: its previous result); returns its result
   type.  SAME: a generic operator works in this type instead of that of the usual arithmetic
   conversions of its operands.  */
#define FROM_RESULT (~0u)
extern tree resolve_apply (struct call *c, unsigned k, unsigned nelems, const tree *elems,
			   const unsigned *from, tree same);
/* The declaration of a resolved nova_bind or nova_trust: its result is a function pointer.  */
extern tree resolve_bind (struct call *c);
extern tree resolve_trust (struct call *c);

/* resolve-vec.cc */
/* Operand K is a vector: its element type.  */
extern tree resolve_want_vector (struct call *c, unsigned k);
/* A vector of T, the result of function operand or value K.  */
extern tree resolve_vector_of (struct call *c, unsigned k, tree t);
/* Operand K is a pointer: what it points to.  */
extern tree resolve_want_pointer (struct call *c, unsigned k);

/* Operand K points to elements in memory: their type, unqualified; to elements that are not
   const.  */
extern tree resolve_want_memory (struct call *c, unsigned k);
extern tree resolve_want_writable (struct call *c, unsigned k);

/* resolve-index.cc */
/* E, a vector that the builtin of site NUMBER returns or repeats, as a value that no later store
   changes.  */
extern tree resolve_kept (unsigned number, tree e);
/* The calls of a builtin that becomes more than one; NULL_TREE if C does not.  */
extern tree resolve_special (struct call *c, unsigned number, tree result);

/* Operand K is a vector of integers: their type.  */
extern tree resolve_want_integers (struct call *c, unsigned k);

/* resolve-map.cc */
/* Apply function operand 1 to the elements of the operands FIRST to the last.  */
extern tree resolve_apply_to_vectors (struct call *c, unsigned first);
/* Check operand 1, f: (T, T) -> T, T being the element type of operand X, which is the result.  */
extern tree resolve_check_combination (struct call *c, unsigned x);
/* The same, and convert operand INIT to T.  */
extern tree resolve_check_accumulation (struct call *c, unsigned init, unsigned x);
/* Check that RESULT, the result type of function operand 1 (NULL_TREE after an error), can be
   compared with 0.  */
extern bool resolve_check_truth (struct call *c, tree result);
/* Function operand 1 is a predicate of the elements of operands 2 to the last.  */
extern bool resolve_check_predicate (struct call *c);
/* Function operand 1 compares two elements of operand X.  */
extern bool resolve_check_less (struct call *c, unsigned x);

typedef tree type_scheme (struct call *);
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, SHOWS, LENGTH, ROWS, BOUND, \
		     PLACES, STATUS, DOC) \
  NOVA_##STATUS (ENUM)
#define NOVA_BUILT(ENUM) extern type_scheme scheme_##ENUM;
#define NOVA_RESERVED(ENUM)
#include "builtins.def"
#undef NOVA_BUILT
#undef NOVA_RESERVED
#undef NOVA_BUILTIN

#endif

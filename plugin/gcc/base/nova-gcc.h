/* What all rooms share: vector types, builtins, sites, options.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h.  All of it belongs to base; other rooms have their own headers.  */

#ifndef NOVA_GCC_H
#define NOVA_GCC_H

/* --- unit.cc: whether nova is used, functions that it made ----------------------------------- */

/* Has the program used anything of nova's so far?  Until then neither the program nor the
   compiler's messages are changed.  */
extern bool unit_nova_p (void);
/* Mark FN as a function that nova makes, perhaps a clone of one of the program's: later passes may
   treat it as nova's, and warnings about its style are suppressed.  */
extern void unit_mark_made (tree fn);
/* Is FN one, or GCC's clone of one?  */
extern bool unit_made_p (tree fn);

/* --- types.cc: nova_vec (T) -------------------------------------------------------------- */

/* The vector type of ELEM, made once; an OPAQUE_TYPE while the front end runs, a POINTER_TYPE after
   vtype_end_of_parsing.  */
extern tree vtype_of (tree elem);
/* The element type (main variant) if T is a vector type, else NULL_TREE.  Works for both forms.  */
extern tree vtype_elem (tree t);
/* Are there any vector types?  */
extern bool vtype_any_p (void);
/* The base element type of T, by repeated vtype_elem; the number of levels.  */
extern tree vtype_base (tree t);
extern unsigned vtype_levels (tree t);
/* T is a vector, or an automatic-able record that has a vector member (at any depth).  As a member
   an array of such is one, too.  */
extern bool vtype_managed_p (tree t);
extern bool vtype_managed_member_p (tree t);
extern bool ctype_arithmetic_p (tree t);
/* Can FIR represent the members of struct T?  */
extern bool ctype_separable_p (tree t);
/* T as diagnostics print it: "nova_vec(float)"; xmalloc'd.  */
extern char *ctype_text (tree t);
/* Hide the value of VAR, a static variable, from the compiler until vtype_end_of_parsing.  */
extern void vtype_hide_constant (tree var);
extern void vtype_end_of_parsing (void);

/* debug-type.cc */
extern void vtype_debug (tree t);

/* --- root.cc: trees that must survive collection --------------------------------------------- */
extern void root_keep (tree t);
/* Ids for trees that FIR carries (struct fir_leaf.origin, type.origin, const.origin): never 0.  The
   same tree gets the same id.  */
extern uint32_t root_origin (tree t);
extern tree root_tree (uint32_t id);

/* --- builtins.cc: the builtins and their typed calls ------------------------------------------ */

enum nova_op
{
#define NOVA_BUILTIN(ENUM, ...) NOVA_OP_##ENUM,
#include "builtins.def"
#undef NOVA_BUILTIN
  /* Made by the resolver, never written: the expansion of nova_get in host code.  */
  NOVA_OP_HLENGTH,		/* (V<T>) -> size: the handle's length, const */
  NOVA_OP_HDATA,		/* (V<T>, size) -> const T *: the handle's first element, const; the
				   size is the index of the element to be read */
  NOVA_OP_HSTRIDE,		/* (V<T>) -> ptrdiff_t: from each element to the next, const */
  NOVA_OP_HROW,			/* (V<V<T>>, size) -> V<T>: owned row, index already checked */
  NOVA_OP_KEEP,			/* (V<T>) -> V<T>: the same, owned, and unaffected by later stores;
				   in the end also (V<V<T>>, size) -> V<T>, of a row:
				   result-alias.cc */
  NOVA_OP_RAISE_INDEX,		/* (i, n, site): raises CHECK_INDEX at the site; does not return */
  NOVA_OP_REQUIRE,		/* (its operands): the checks of an index-only builtin that need a
				   vector; the site says of which */
  NOVA_OP_ELEMENT,		/* (V<T>, size) -> T: of a view that has no handle; in bounds */
  NOVA_OP_CUTS,			/* (V<T>, V<I>) -> V<size>: offsets of segments, checked, copied */
  NOVA_OP_LITERAL,		/* (T...) -> V<T>: the elements of a local array (literal.cc) */
  NOVA_OP_LAST,
  NOVA_OP_NONE = NOVA_OP_LAST
};

enum nova_operator
{
#define NOVA_OPERATOR(ENUM, NAME, SHORT, FIR, CLASS) NOVA_OPR_##ENUM,
#include "operators.def"
#undef NOVA_OPERATOR
  NOVA_OPR_NONE
};

#define SITE_MAX_FNS 2

/* A function operand of a site, as the resolver saw it and lifting completed it.  The function
   is called with: NBOUND bound values, the elements, NCAPS captures.  In the call expression the
   bound values and the captures of all function operands follow the site number: bound values of
   the first, its captures, bound values of the second, ...  */
struct site_fn
{
  enum nova_operator opr;	/* a generic operator, or NOVA_OPR_NONE */
  tree type;			/* the FUNCTION_TYPE as written, without captures; with bound
				   parameters */
  unsigned nbound, ncaps;
  bool trusted;			/* nova_trust: no passivity check */
};

/* One written builtin call.  */
struct nova_call_site
{
  enum nova_op op;
  location_t loc;		/* of the builtin's name */
  location_t spot;		/* the same before loc_user: perhaps in a macro */
  unsigned nops;		/* operands as written (functions included) */
  location_t *op_loc;		/* of each operand, LOC if it carries none */
  tree *op_type;		/* of each, after decay; vectors: their vec types */
  tree result;			/* the call's type */
  bool derived;			/* a row of a view: its sizes have been checked */
  bool placed;			/* nova_field: the member is AT bytes from the start of the
				   structure, and aligned for its type: not a bit-field, not
				   packed */
  HOST_WIDE_INT at;
  struct site_fn fn[SITE_MAX_FNS];
};

/* Site 0 does not exist.  */
extern struct nova_call_site *site_get (unsigned number);
extern unsigned site_new (enum nova_op op, location_t loc, unsigned nops);
/* The operands of S, bit K - 1 for operand K as written, that have an unsigned type: messages print
   them so.  */
extern unsigned site_positive (const struct nova_call_site *s);

/* The op of a resolved callee, NOVA_OP_NONE if it is not one of ours.  */
extern enum nova_op op_resolved (tree fndecl);
/* The op that STMT calls; NOVA_OP_NONE if it is NULL, or calls none of ours.  */
extern enum nova_op op_called (gimple *stmt);
/* A resolved call, GENERIC or GIMPLE, is
     result = __nova_X.N (op1, ..., opn, SITE, [bound and captured values])
   with the written operands first (function operands as ADDR_EXPR of the FUNCTION_DECL, or a
   pointer value; generic operators as a null pointer constant; nova_bind and nova_trust already
   peeled) and SITE an INTEGER_CST of type unsigned int, which HLENGTH, HDATA, HSTRIDE, HROW, KEEP
   and RAISE_INDEX carry, too.  STORE_STRIDED has one more operand before it: the number of an
   element with the address of one before it, the number of elements if there is none.  Ownership's
   retain and release have no site: (v).  */
extern tree op_retain_decl (void);	/* void (v), novops, leaf, nothrow */
extern tree op_release_decl (void);
/* A decl of OP returning RET: one per pair, for calls that other parts build.  */
extern tree op_decl (enum nova_op op, tree ret);
extern void op_start_unit (void);
extern const char *op_name (enum nova_op op);	/* "__nova_map" */
extern const char *op_site_name (enum nova_op op);

/* --- view.cc: views and shapes, from builtins.def --------------------------------------------- */
/* Does OP move no data, so that its vector is rebuilt wherever it is used?  */
extern bool op_index_only_p (enum nova_op op);
/* Is OP a view of the array that its operand 0 points to?  */
extern bool op_array_view_p (enum nova_op op);
/* The operand, from 0, of the NOPS of OP that it is a view of; -1: of none that is a vector.  */
extern int op_shows (enum nova_op op, unsigned nops);
/* The length of OP's result: operand K, the length of operand K, or not stated.  */
enum op_length_kind { OP_LENGTH_NONE, OP_LENGTH_ARG, OP_LENGTH_OF };
struct op_length
{
  enum op_length_kind kind;
  unsigned k;
};
extern struct op_length op_length (enum nova_op op);
/* Whether the rows of OP's result have the same length, the bound of its elements, and where these
   are in the memory of the vector that it shows: columns of builtins.def.  */
enum op_rows { OP_ROWS_NONE, OP_ROWS_EVEN, OP_ROWS_SIZES, OP_ROWS_LAST };
extern enum op_rows op_rows (enum nova_op op);
enum op_bound { OP_BOUND_NONE, OP_BOUND_MEMORY, OP_BOUND_COUNT };
extern enum op_bound op_bound (enum nova_op op);
enum op_places { OP_PLACES_NONE, OP_PLACES_SAME, OP_PLACES_STEP, OP_PLACES_MOVED };
extern enum op_places op_places (enum nova_op op);

/* --- option.cc ------------------------------------------------------------------------------- */
struct nova_options
{
  const char *report;		/* NULL: none; "-": stderr; else a file */
  const char *dump;		/* comma list of passes (or "all"), NULL: none */
  const char *off;		/* passes left out */
  const char *target;		/* comma list of targets, NULL: the default */
  const char *unchecked;	/* operations without element checks: see option_unchecked_p */
  bool debug, strict_math, warn_sequential, warn_copy, checking, plain_errors;
};
/* The options, as entry has read them.  */
extern struct nova_options option;
/* Does -unchecked name OP?  */
extern bool option_unchecked_p (enum nova_op op);
/* The name for -unchecked of the K-th operation with element checks; NULL if there are fewer.  */
extern const char *option_checked_name (unsigned k);

#endif

/* Internal interface of the pass flatten.

   The nouns:
     nest    a map or tabulate of the region whose function works on vectors
     space   the elements of one level of a nest, numbered through all rows: loops run over spaces
     value   what a variable of the nest's function is for all elements of a space
     place   an open loop over a space, and the block in it that statements go to

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FLATTEN_H
#define NOVA_FLATTEN_H

#include "pass/pass-int.h"

#include <setjmp.h>

/* Element f of a space is element f - starts[a] of the row that belongs to element a = owners[f] of
   PARENT.  */
struct flat_space
{
  struct flat_space *parent;	/* NULL: of the nest itself */
  struct fir_atom n;		/* how many elements there are in all rows */
  struct fir_atom even;		/* how many in each row, if that is the same for all; else absent */
  struct fir_atom starts;	/* where each row begins; EVEN has none */
  struct fir_atom offsets;	/* the same, and the end of the last; absent: not made yet */
  struct fir_atom owners;	/* absent: not made yet */
  struct flat_value *size;	/* of each row, a value of PARENT; NULL: by the offsets */
  struct flat_alias *same;	/* spaces whose elements have the same numbers */
  struct flat_space *given;	/* the rows of its elements that the region's vectors are: the
				   first */
  struct flat_space *next;	/* of those of PARENT */
};

struct flat_alias
{
  struct flat_space *space;
  struct flat_alias *next;
};

enum flat_kind
{
  FLAT_ALL,			/* ATOM, for all elements of the nest */
  FLAT_EACH,			/* one for each element: ATOM in LOOP's body, or element of VEC */
  FLAT_STEP,			/* BASE + j STEP for element j of a row */
  FLAT_VIA,			/* OF at the index INDEX of space IN */
  FLAT_ROW,			/* element j of the row that the vector OF is */
  FLAT_ROWS,			/* a vector for each element; its own are ELEMS, of space ROWS */
  FLAT_PART			/* the same: SIZE elements from number BASE on of the space IN, for
				   which OF is; IN NULL: of OF, a vector of the region */
};

struct flat_value
{
  enum flat_kind kind;
  const struct type *type;
  struct flat_space *space;	/* whose elements it is for; NULL: FLAT_ALL */
  struct fir_atom atom;
  struct fir_stmt *loop;
  struct fir_atom vec;		/* absent: not made yet */
  struct flat_value *of, *index, *base, *step;
  struct flat_value *size;
  struct flat_space *in;
  struct flat_space *rows;	/* of FLAT_PART NULL till it is walked */
  struct flat_value *elems;
};

/* What of a space has been computed for F in block B of LOOP.  */
enum flat_what { FLAT_OWNER, FLAT_START, FLAT_SIZE };
struct flat_memo
{
  enum flat_what what;
  const struct flat_space *space;
  const struct fir_var *f;
  const struct fir_stmt *loop;
  const struct fir_block *b;
  struct fir_atom value;
};
#define FLAT_MEMOS 16

struct flat
{
  struct fir_prog *p;
  struct fir_region *r;
  struct fir_block *out;	/* the flat program, in the place of the nest */
  const struct fir_stmt *s;	/* the statement at hand: order of what is made of it */
  uint32_t site;		/* and its site */
  struct fir_stmt *loop;	/* the open loop; NULL: none */
  struct flat_space *space;	/* that it runs over */
  struct fir_block *b;		/* and the block in it that statements go to */
  struct flat_memo memo[FLAT_MEMOS];	/* the last ones */
  unsigned nmemos;
  unsigned places;		/* the mark of variables that say where elements are */
  struct flat_failing *failing;	/* loops with terms that may fail, the last one first */
  jmp_buf escape;
  const char *why;		/* it is no flat program */
};

/* The nest at hand stays: WHY.  */
extern void flat_give_up (struct flat *x, const char *why) __attribute__ ((noreturn));

/* --- flatten-space.c ------------------------------------------------------------------------- */

/* OP of N ARGS where all elements see it: before the open loop, or behind everything.  The caller
   fills the functions.  */
extern struct fir_stmt *flat_outside (struct flat *x, enum fir_op op, const struct type *type,
				      unsigned n, const struct fir_atom *args, unsigned nfns);
extern struct fir_atom flat_size (struct flat *x, uint64_t n);
/* OP of two sizes, in the open loop.  */
extern struct fir_atom flat_size_op (struct flat *x, enum fir_op op, struct fir_atom a,
				     struct fir_atom b);
/* Rows of the SIZE of each element of PARENT.  */
extern struct flat_space *flat_space_of_sizes (struct flat *x, struct flat_space *parent,
					       struct flat_value *size);
/* The rows that are the elements of V, nested, one for each element of PARENT; *FLAT: their
   elements.  */
extern struct flat_space *flat_space_of_rows (struct flat *x, struct flat_space *parent,
					      struct fir_atom v, struct fir_atom *flat);
/* Rows with OFFSETS, N elements in all.  */
extern struct flat_space *flat_space_at (struct flat *x, struct flat_space *parent,
					 struct fir_atom offsets, struct fir_atom n);
/* OP of V where all elements see it.  */
extern struct fir_atom flat_outside1 (struct flat *x, enum fir_op op, const struct type *type,
				      struct fir_atom v);
/* Element f of S is element f of OTHER; false if that is known the other way round.  */
extern bool flat_same_numbers (struct flat *x, struct flat_space *s, struct flat_space *other);
extern struct fir_atom flat_offsets (struct flat *x, struct flat_space *s);
/* In the open loop: the element of S's parent that element F of S belongs to; where the row of
   element A of the parent begins in S; the element of ABOVE that element F of S belongs to.  */
extern struct fir_atom flat_owner (struct flat *x, struct flat_space *s, struct fir_atom f);
extern struct fir_atom flat_start (struct flat *x, struct flat_space *s, struct fir_atom a);
/* The length of the row of A.  */
extern struct fir_atom flat_row_size (struct flat *x, struct flat_space *s, struct fir_atom a);
extern struct fir_atom flat_climb (struct flat *x, struct flat_space *s, struct fir_atom f,
				   struct flat_space *above);

/* --- flatten-value.c ------------------------------------------------------------------------- */

extern struct flat_value *flat_value_new (struct flat *x, enum flat_kind kind,
					  const struct type *type, struct flat_space *space);
extern struct flat_value *flat_all (struct flat *x, struct fir_atom a);
/* What the atom A of the nest's function is.  */
extern struct flat_value *flat_value_of (struct flat *x, struct fir_atom a);
/* The elements of V, which has one for each element of SPACE.  */
extern struct flat_value *flat_elements (struct flat *x, struct flat_space *space,
					 struct fir_atom v);
/* Atom A, in the open loop's body, as a value.  */
extern struct flat_value *flat_each (struct flat *x, struct fir_atom a);
/* A, computed in the open loop or outside, as a value.  */
extern struct flat_value *flat_here (struct flat *x, struct fir_atom a);
/* The vector of the FLAT_EACH V.  */
extern struct fir_atom flat_stored (struct flat *x, struct flat_value *v);
/* The value, no vector, of element F of V's space S or of one below it.  */
extern struct fir_atom flat_read (struct flat *x, struct flat_value *v, struct flat_space *s,
				  struct fir_atom f);
/* The same in the open loop, of its own element.  */
extern struct fir_atom flat_read_here (struct flat *x, struct flat_value *v);

/* --- flatten-vector.c ------------------------------------------------------------------------ */

/* Element J of vector V, no vector, V for element A of space S; the length of V there.  */
extern struct fir_atom flat_read_element (struct flat *x, struct flat_value *v,
					  struct flat_space *s, struct fir_atom a,
					  struct fir_atom j);
extern struct fir_atom flat_length (struct flat *x, struct flat_value *v, struct flat_space *s,
				    struct fir_atom a);
/* V, no vector, as one vector with an element for each element of SPACE; V, a vector, as one of
   vectors.  */
extern struct fir_atom flat_vector (struct flat *x, struct flat_space *space,
				    struct flat_value *v);
/* The space of the elements of vector V in the elements of SPACE;
   its elements in that space S.  */
extern struct flat_space *flat_walk (struct flat *x, struct flat_space *space,
				     struct flat_value *v);
extern struct flat_value *flat_walked (struct flat *x, struct flat_space *s,
				       struct flat_value *v);
/* The vector that is element J of nested V in each element of SPACE.  */
extern struct flat_value *flat_row (struct flat *x, struct flat_space *space,
				    struct flat_value *v, struct flat_value *j);

/* --- flatten-loop.c -------------------------------------------------------------------------- */

/* Open a loop over SPACE, or go on with the one that is open.  */
extern struct fir_atom flat_open (struct flat *x, struct flat_space *space);
extern void flat_close (struct flat *x);
/* The index of the open loop.  */
extern struct fir_atom flat_index (struct flat *x);
/* An output of LOOP, which ends if it is open; COMBINE and INIT as KIND wants.  */
extern struct fir_atom flat_output (struct flat *x, struct fir_stmt *loop, enum fir_out_kind kind,
				    struct fir_atom value, struct fir_atom guard,
				    struct fir_fn *combine, struct fir_atom init);
/* S, just put into the open loop, may fail.  */
extern void flat_note_failing (struct flat *x, struct fir_stmt *s);
/* The nest has become the statements of OUT: loops that may fail end the region before others rely
   on their elements, and loops without outputs get one or go.  */
extern void flat_finish (struct flat *x, const struct fir_stmt *nest);

/* --- flatten-block.c ------------------------------------------------------------------------- */

/* The statements of B, for each element of SPACE.  */
extern void flat_block (struct flat *x, struct flat_space *space, struct fir_block *b);
/* Statement S, no part of a block, becomes one of the open loop.  */
extern void flat_put (struct flat *x, struct fir_stmt *s);
/* if C in the open loop, with a result of type T; statements go to its first block from here on,
   whose result is A, then to the second, whose result is B; the result.  */
extern struct fir_stmt *flat_choose (struct flat *x, struct fir_atom c, const struct type *t);
extern void flat_otherwise (struct flat *x, struct fir_stmt *choice, struct fir_atom a);
extern struct fir_atom flat_chosen (struct flat *x, struct fir_stmt *choice, struct fir_atom b);
/* The body of FN, whose parameters are bound, for each element of SPACE: its only result.  */
extern struct flat_value *flat_fn (struct flat *x, struct flat_space *space, struct fir_fn *fn);
/* The variable V of the nest's function is VALUE from here on.  */
extern void flat_bind (struct fir_var *v, struct flat_value *value);
/* Is S a statement that stays one inside a loop: nothing in it works on vectors?  */
extern bool flat_is_scalar (const struct fir_stmt *s);
/* FN is applied to values of any element: it must neither fail nor use what an element has.  */
extern void flat_want_closed (struct flat *x, struct fir_fn *fn);

/* --- The other files: S, an operation on vectors, for each element of SPACE ------------------- */

extern struct flat_value *flat_map (struct flat *x, struct flat_space *space, struct fir_stmt *s);
extern struct flat_value *flat_tabulate (struct flat *x, struct flat_space *space,
					 struct fir_stmt *s);
extern struct flat_value *flat_range (struct flat *x, struct flat_space *space,
				      struct fir_stmt *s);
extern struct flat_value *flat_replicate (struct flat *x, struct flat_space *space,
					  struct fir_stmt *s);
extern struct flat_value *flat_reverse (struct flat *x, struct flat_space *space,
					struct fir_stmt *s);
extern struct flat_value *flat_gather (struct flat *x, struct flat_space *space,
				       struct fir_stmt *s);
/* Bind the parameters of FN to the elements of S's vector operands from FIRST on, which have equal
   lengths; their space.  */
extern struct flat_space *flat_walk_all (struct flat *x, struct flat_space *space,
					 struct fir_stmt *s, struct fir_fn *fn, unsigned first);
/* A vector of type T in each element of SPACE: the elements E of its rows S.  */
extern struct flat_value *flat_rows_of (struct flat *x, const struct type *t,
					struct flat_space *space, struct flat_space *s,
					struct flat_value *e);
/* Element F of S is number *J of the row that belongs to *A.  */
extern void flat_split (struct flat *x, struct flat_space *s, struct fir_atom f,
			struct fir_atom *a, struct fir_atom *j);
/* A check of S, of KIND about N ARGS, in the open loop.  */
extern void flat_check (struct flat *x, const struct fir_stmt *s, enum check_kind kind,
			unsigned n, const struct fir_atom *args);
/* Check that I is below N, in element J of a row: operand number OPERAND of S.  */
extern void flat_check_at (struct flat *x, const struct fir_stmt *s, unsigned operand,
			   struct fir_atom j, struct fir_atom i, struct fir_atom n);
extern struct flat_value *flat_filter (struct flat *x, struct flat_space *space,
				       struct fir_stmt *s);
extern struct flat_value *flat_sort (struct flat *x, struct flat_space *space,
				     struct fir_stmt *s);
extern struct flat_value *flat_sort_by (struct flat *x, struct flat_space *space,
					struct fir_stmt *s);
extern struct flat_value *flat_bins (struct flat *x, struct flat_space *space,
				     struct fir_stmt *s);
extern struct flat_value *flat_slice (struct flat *x, struct flat_space *space,
				      struct fir_stmt *s);
extern struct flat_value *flat_expand (struct flat *x, struct flat_space *space,
				       struct fir_stmt *s);
extern struct flat_value *flat_flatten (struct flat *x, struct flat_space *space,
					struct fir_stmt *s);
extern struct flat_value *flat_concat (struct flat *x, struct flat_space *space,
				       struct fir_stmt *s);
/* The rows of V's rows ROWS, those of E, one after the other.  */
extern struct flat_value *flat_joined (struct flat *x, struct flat_space *space,
				       const struct type *t, struct flat_space *rows,
				       struct flat_space *inner, struct flat_value *e);
/* The if S, for each element of SPACE; its results are bound.  */
extern void flat_branch (struct flat *x, struct flat_space *space, struct fir_stmt *s);
extern struct flat_value *flat_combine (struct flat *x, struct flat_space *space,
					struct fir_stmt *s);

#endif

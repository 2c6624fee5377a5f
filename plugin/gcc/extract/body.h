/* What the parts of the reader of C functions share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after extract.h.  body.cc: which functions are read, their calls and statements;
   body-scalar.cc: scalar terms; body-record.cc: local records;
   body-array.cc: local arrays; body-flow.cc: branches; body-cond.cc: && and ||; body-join.cc:
   values where branches join; body-loop.cc: loops; body-get.cc: elements of vectors; body-load.cc:
   other memory; body-op.cc: other builtins.  */

#ifndef NOVA_BODY_H
#define NOVA_BODY_H

/* A local aggregate whose address is not taken.  Its current value is in the body's slots: as a
   whole at AT, or as fields behind that; the elements of an array are its fields.  */
struct place
{
  tree decl;
  const struct type *type, *elem;	/* ELEM: of an array, else NULL */
  unsigned at, nfields;
};

/* An address of memory that is loaded from: a pointer and bytes behind it.  */
struct body_address
{
  struct fir_atom base, offset;
  bool constant;		/* what is there never changes */
};

/* The join block of a branch, or a loop's exit, and the SSA names live there.  */
struct target
{
  basic_block bb;		/* the exit block: the function returns */
  auto_vec<tree> names;
};

/* The end of a path through a branch or a loop's body.  Ends form a tree: a split has those of its
   arms.  Blocks are completed when all ends are known.  */
enum end_kind { END_JOIN, END_AGAIN, END_SPLIT };

struct end
{
  enum end_kind kind;
  struct fir_block *b;		/* the one that ends here */
  auto_vec<fir_atom> values;	/* JOIN: the target's PHIs, or what is returned, then its names;
				   AGAIN: the header's PHIs */
  auto_vec<fir_atom> slots;	/* their values at this end */
  struct fir_stmt *split;	/* SPLIT: the if */
  struct end *arms[2];
};

/* The loop whose body is read.  */
struct body_loop
{
  basic_block header;
  auto_vec<basic_block> blocks;
  struct fir_var *mu;
  auto_vec<unsigned> slots;	/* the fields that are parameters, behind the PHIs */
  struct body_loop *outer;
};

struct body
{
  struct ext_build *e;
  struct fir_block *b;
  tree fndecl;
  unsigned site, order, depth;
  unsigned count;		/* statements read, those of two arms twice */
  hash_map<tree, fir_atom> names;	/* of SSA names */
  hash_set<tree> elements;	/* SSA names: addresses of elements of vectors */
  hash_map<tree, body_address> addresses;	/* others */
  auto_vec<place *> places;
  auto_vec<fir_atom> slots;	/* of places */
  struct fir_atom result;
  bool loads;			/* it reads memory, and uses no builtins */
  bool varies;			/* an index of a local array is no constant */
  struct body_loop *loop;	/* innermost */
  struct body *outer;		/* the function that calls this one */
  const char *why;		/* why it cannot be read; NULL: it can; and where */
  location_t where;
};

/* FIR cannot express STMT (NULL: no statement): WHY; the first reason counts.  Returns false.  */
extern bool body_refuse (struct body *y, gimple *stmt, const char *why);

/* --- body-record.cc --------------------------------------------------------------------------- */

/* The record of type T with FIELDS; absent if one of them is.  */
extern struct fir_atom body_record (struct body *y, const struct type *t, const fir_atom *fields);
/* The number of FIELD_DECL FIELD in record type T, -1 if the two do not agree.  */
extern int body_record_field (const struct type *t, tree field);
extern struct fir_atom body_place_read (struct body *y, tree ref);
extern bool body_place_write (struct body *y, tree ref, struct fir_atom value);
/* `r = {}': every field zero.  */
extern bool body_place_clear (struct body *y, tree ref);
/* The place of local DECL, created on demand.  */
extern struct place *body_place_of (struct body *y, tree decl);
/* Local DECL, an array of N scalars of type ELEM, all 0.  */
extern void body_place_array (struct body *y, tree decl, const struct type *elem, unsigned n);
/* The type of what is in SLOT, one of L's.  */
extern const struct type *body_place_type (const struct place *l, unsigned slot);
/* Field K of L, whatever stands in SLOTS for it; it is read at the end of the block.  */
extern struct fir_atom body_place_field (struct body *y, const vec<fir_atom> &slots, unsigned slot);
/* Represent every record by its fields.  */
extern void body_places_open (struct body *y);
extern void body_slots_save (struct body *y, auto_vec<fir_atom> *to);
extern void body_slots_restore (struct body *y, const vec<fir_atom> &from);

/* --- body-array.cc ---------------------------------------------------------------------------- */

/* The places of the current function's arrays.  */
extern void body_arrays_begin (struct body *y);
/* Is REF an element of such an array?  Its *VALUE is absent if FIR cannot say which.  */
extern bool body_array_read (struct body *y, tree ref, struct fir_atom *value);
/* Is REF an element of such an array?  It is VALUE from now on, unless FIR cannot say that: then
   not *GOOD.  */
extern bool body_array_write (struct body *y, tree ref, struct fir_atom value, bool *good);
/* Does assignment STMT set all of such an array?  *GOOD: to constants.  */
extern bool body_array_assign (struct body *y, gimple *stmt, bool *good);

/* --- body-scalar.cc -------------------------------------------------------------------------- */

extern struct fir_atom body_operand (struct body *y, tree t);
/* Comparison or arithmetic CODE of A and B (absent: unary) as CTYPE; absent if FIR has none.  */
extern struct fir_atom body_arithmetic (struct body *y, enum tree_code code, tree ctype,
					struct fir_atom a, struct fir_atom b);
/* The right-hand side of assignment STMT.  */
extern struct fir_atom body_assigned (struct body *y, gimple *stmt);
/* A call of one of GCC's builtins that FIR has a primitive for; absent if it is none.  */
extern struct fir_atom body_builtin (struct body *y, gcall *stmt);
/* Zero of type T, a scalar or a record of such; absent if T is another.  */
extern struct fir_atom body_zero (struct body *y, const struct type *t);

/* --- body-get.cc ----------------------------------------------------------------------------- */

/* Does BB do nothing but raise the error of an index?  */
extern bool body_get_raises_p (basic_block bb);
/* Does STMT only compute the address of an element?  */
extern bool body_get_place (struct body *y, gimple *stmt);
/* What load STMT loads from such a place; absent if it is another load.  */
extern struct fir_atom body_get_load (struct body *y, gimple *stmt);
/* The row or the length that STMT, a call, is; absent if it is another call.  */
extern struct fir_atom body_get_call (struct body *y, gcall *stmt);
/* Does STMT only retain or release a vector?  */
extern bool body_get_ownership (struct body *y, gcall *stmt);

/* --- body-load.cc ----------------------------------------------------------------------------- */

/* Does STMT only compute an address?  It is known from now on.  */
extern bool body_load_address (struct body *y, gimple *stmt);
/* Pointer NAME, a sum of a pointer and a number of elements; absent if it is not known as one.  A
   pointer to an array leads to its elements.  */
extern struct fir_atom body_load_pointer (struct body *y, tree name);
/* What load STMT loads; absent if FIR cannot say it.  */
extern struct fir_atom body_load (struct body *y, gimple *stmt);

/* --- body-op.cc ------------------------------------------------------------------------------ */

/* The terms of builtin STMT, *A what it gives, if it gives anything; false if it cannot be
   read.  */
extern bool body_op (struct body *y, gcall *stmt, struct fir_atom *a);
/* Host operand T of a builtin, converted to TYPE if that is not NULL; absent if FIR cannot say
   it.  */
extern struct fir_atom body_value (struct body *y, tree t, const struct type *type);
/* The empty vector, if T is a vector that was never set; else absent.  */
extern struct fir_atom body_no_vector (struct body *y, tree t);

/* --- body.cc --------------------------------------------------------------------------------- */

/* Is FNDECL being read?  */
extern bool body_recursive_p (const struct body *y, tree fndecl);
/* Read the statements of BB but for the one that ends it.  */
extern bool body_statements (struct body *y, basic_block bb);

/* --- body-flow.cc ---------------------------------------------------------------------------- */

/* Read from edge E on, or if that is NULL, from block BB on, whose PHIs are known, to T.  */
extern struct end *body_flow_read (struct body *y, edge e, basic_block bb, const struct target *t);

/* --- body-cond.cc ---------------------------------------------------------------------------- */

/* The last statement of BB, NULL if it has none.  */
extern gimple *body_block_end (basic_block bb);
/* Does control never get to BB, as the program promises?  */
extern bool body_unreachable_p (basic_block bb);
/* The condition at the end of BB, whose statements are read, with those that decide with it; where
   it goes if it holds and if it does not.  */
extern struct fir_atom body_decide (struct body *y, basic_block bb, edge *t, edge *f);

/* --- body-join.cc ---------------------------------------------------------------------------- */

extern struct end *body_end_new (struct body *y, enum end_kind kind);
extern void body_end_free (struct end *end);
/* The values on edge E of the PHIs of its destination.  */
extern bool body_phi_values (struct body *y, edge e, auto_vec<fir_atom> *values);
/* The PHIs of T's block, or what is returned there, are VALUES, then its names.  */
extern void body_target_bind (struct body *y, const struct target *t, const vec<fir_atom> &values);
/* What a branch or a loop gives to what follows it.  */
struct join
{
  unsigned nvalues;		/* the target's values come first */
  auto_vec<unsigned> wanted;	/* slots */
  auto_vec<const struct type *> types;
};
/* Find out what it is for the branch or loop that ends in END, with slots BEFORE it; the slots
   become those behind it, but for what is wanted.  */
extern bool body_join_types (struct body *y, struct end *end, const vec<fir_atom> &before,
			     struct join *j);
/* Finish the blocks that end in END, a branch or the body of LOOP.  */
extern bool body_join_finish (struct body *y, struct end *end, struct body_loop *loop,
			      struct join *j);
/* What S gives are the target's *VALUES and the slots wanted.  */
extern void body_join_results (struct body *y, struct fir_stmt *s, struct join *j,
			       auto_vec<fir_atom> *values);

/* --- body-loop.cc ---------------------------------------------------------------------------- */

/* Is BB the header of a loop?  */
extern bool body_loop_header_p (basic_block bb);
extern bool body_loop_holds (const struct body_loop *l, basic_block bb);
/* Read the loop of HEADER, whose PHIs have their first values; *T is where it ends, *VALUES the
   values of T's PHIs and names.  */
extern bool body_loop_read (struct body *y, basic_block header, struct target *t,
			    auto_vec<fir_atom> *values);

#endif

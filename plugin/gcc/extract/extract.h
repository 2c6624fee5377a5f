/* What the parts of the extraction share: calls, regions, the state of building one region.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h and nova-gcc.h.  A function is worked on in this order: collect its
   calls (calls.cc), form regions (region.cc), and for each region build FIR (extract*.cc, body.cc),
   run the passes, generate, replace the region by its stub (replace.cc); last rewrite the
   operations that stay in host code (hostops.cc).  */

#ifndef NOVA_EXTRACT_H
#define NOVA_EXTRACT_H

#include "core/fir/fir.h"
#include "core/imp/imp.h"
#include "core/pass/pass.h"

struct ext_region;

/* One resolved call in the function.  */
struct ext_call
{
  gcall *stmt;
  enum nova_op op;
  unsigned site;		/* its number */
  struct nova_call_site *s;
  unsigned order;		/* place among the function's calls, from 1 */
  bool member;			/* becomes a part of a region */
  bool importable;		/* index-only: rebuilt in every region that uses it */
  bool exists;			/* its vector is needed as a handle */
  bool host_checks;		/* its checks are made in host code */
  bool contiguous;		/* a host operation on a contiguous vector */
  bool local;			/* HROW, KEEP: only elements of the row are read */
  struct ext_region *region;	/* the one it is a member of */
  struct fir_atom value;	/* its result in that region */
};

/* Memory: COUNT elements of SIZE bytes from PTR; or an operand of a host statement, LHS, which is
   based on PTR.  */
struct ext_area
{
  tree ptr, lhs, count;
  HOST_WIDE_INT size;
};

/* What must hold at run time before a region: X - LESS CODE Y as sizes, or, if CODE is ERROR_MARK,
   that A and B are apart.  */
struct ext_test
{
  enum tree_code code;
  tree x, y;
  unsigned less;
  struct ext_area a, b;
};

/* A region: the members that become one stub, and the analysis while it grows.  */
struct ext_region
{
  struct ext_func *f;
  unsigned number;		/* from 1 */
  auto_vec<ext_call *> members;
  auto_vec<ext_call *> checks;	/* index-only calls after the last computing member */
  auto_vec<gimple *> late;	/* host statements that must follow the stub, in order */
  auto_vec<gimple *> pending;	/* likewise, after the last member so far */
  hash_set<tree> late_names;	/* SSA names that late statements define */
  hash_set<tree> dep_names;	/* index-only vectors that depend on members, but on nothing late */
  hash_set<tree> late_decls;	/* locals that late statements or members write */
  hash_set<tree> read_decls;	/* locals that members read as operands */
  bool has_store;
  bool late_loads;		/* a late statement reads escaped memory */
  bool delays;			/* a late statement writes escaped memory */
  bool settled;			/* checks behind the first member are made in host code */
  tree zeros;			/* what is loaded through a null pointer before it is tested */
  bool loads;			/* a host statement reads memory before what the source stores,
				   or raises, before it, under tests */
  hash_set<tree> loaded;	/* what it reads */
  auto_vec<ext_area> writes;	/* areas that members and such statements write */
  auto_vec<ext_test> tests;	/* run-time tests under which members and late statements may
				   move */
  unsigned ntests;		/* of these, those that the last member needs */
  auto_vec<ext_call *> joined;	/* members that joined under those tests */
  const char *cut;		/* why it ended, before line CUT_LINE */
  bool followed;		/* by a region that could have been a part of it */
  uint32_t cut_line;
};

/* The function being worked on.  */
struct ext_func
{
  tree decl;
  auto_vec<ext_call *> calls;
  hash_map<gimple *, ext_call *> by_stmt;
  auto_vec<ext_region *> regions;
  hash_set<basic_block> apart;	/* blocks with versions already: versions.cc */
  bool as_written;		/* analysis only: views are left as they are */
  bool trial;			/* regions are formed to find out which tests would join them */
  auto_vec<tree> dead_names;	/* SSA names without definition; released at the end */
};

/* The FIR value of a host operand; TYPE tells apart pointers read as different types.  */
struct ext_value
{
  tree host;
  const struct type *type;
  struct fir_atom atom;
};

/* A function operand or its callee: read, or not, with WHY and the statement WHERE.  */
struct ext_note
{
  tree fndecl;
  const char *why;
  location_t where;
};

/* One region on its way to FIR.  */
struct ext_build
{
  struct ext_func *f;
  struct ext_region *r;
  struct nova_ctx *ctx;
  struct fir_prog *p;
  struct fir_region *fr;
  struct fir_block *b;		/* the region's block */
  auto_vec<tree> args;		/* the host operand of each parameter */
  auto_vec<ext_value> values;
  auto_vec<ext_call *> results;	/* the members whose results leave the region, in order */
  auto_vec<ext_note> notes;
  struct body *body;		/* the function that is read, the innermost */
  bool failed;			/* an error was reported */
};

/* --- host-reach.cc: elements and rows of views in host code --------------------------------- */

/* Rewrite the call at GSI if it takes a length, an element or a row of a view.  True if the call is
   deleted.  */
extern bool host_reach_rewrite (gimple_stmt_iterator *gsi);
/* The call that makes T, if T is a view that cannot have a handle.  */
extern gcall *host_unhandled_view (tree t);

/* --- result-alias.cc: vectors that must not alias an array that changes ---------------------- */

/* Drop the current function's unobservable KEEPs; then, after host_reach_rewrite, expand the
   others.  */
extern void region_settle_keeps (void);
extern void region_expand_keeps (void);
/* Are only elements of ROW, an HROW or KEEP of one level, read, while everything that it may be a
   view of (unless it is COPIED) lives?  Then it need not be counted.  */
extern bool region_row_local_p (gcall *row, bool copied);

/* --- early-release.cc, element.cc, literal.cc: the form in which regions are largest ---------- */

/* Is vector T one that was never set, or set to nothing?  */
extern bool region_no_vector_p (tree t);
/* Releases of what only some ways have made: on these ways.  */
extern void region_release_early (void);
/* Elements of what a region makes: one call each.  */
extern void region_join_elements (void);
/* Local arrays that are only viewed: vectors of values.  */
extern void region_make_literals (void);

/* --- helpers.cc: functions between builtins --------------------------------------------------- */

/* Inline into DECL the functions that a region can span.  They are added to INLINED.  */
extern void region_inline_helpers (tree decl, hash_set<tree> *inlined);

/* --- last-use.cc ----------------------------------------------------------------------------- */

/* Does the host program see nothing of vector T behind the region, up to where it releases T?  */
extern bool region_dies_p (struct ext_build *e, tree t);

/* --- calls.cc: the calls of a function, and what uses them ---------------------------------- */

/* The site number of STMT, a resolved call of OP; 0 if it has none.  */
extern unsigned call_site_number (gcall *stmt, enum nova_op op);
/* A call of OP giving RET for the first N arguments of STMT, and its site, before GSI.  */
extern gcall *call_instead (gimple_stmt_iterator *gsi, gcall *stmt, enum nova_op op, tree ret,
			    unsigned n);

/* Collect and classify the nova calls of F, the current function.  */
extern void call_collect (struct ext_func *f);
extern void call_free (struct ext_func *f);
/* Slices and reverses that are made again keep alive what they read.  Once a function.  */
extern void call_share_owners (struct ext_func *f);
/* The call that defines NAME or that STMT is, NULL if there is none.  */
extern struct ext_call *call_of_stmt (struct ext_func *f, gimple *stmt);
extern struct ext_call *call_of_name (struct ext_func *f, tree name);
/* Is C the KEEP of a view of one level, which is copied from where it is?  */
extern bool call_keeps_flat_view_p (struct ext_func *f, struct ext_call *c);
/* Operand K (from 0) as written; the values that belong to function operand K: bound, then
   captured. */
extern tree call_operand (const struct ext_call *c, unsigned k);
extern unsigned call_nvalues (const struct ext_call *c, unsigned fn);
extern tree call_value (const struct ext_call *c, unsigned fn, unsigned k);
/* The function that operand K names: a FUNCTION_DECL, or NULL_TREE.  */
extern tree call_function (const struct ext_call *c, unsigned k);
/* How many arrays C stores to; the pointer to array K.  */
extern unsigned call_ntargets (const struct ext_call *c);
extern tree call_target (const struct ext_call *c, unsigned k);
/* Does a call of OP stay in the host program whatever its operand is?  */
extern bool call_host_op_p (enum nova_op op);
/* Is OP, if it is one, computed in a region, not a change of indices alone?  */
extern bool call_computes_p (enum nova_op op);
/* Is STMT arithmetic between R's members that they alone need?  */
extern bool call_for_region_p (struct ext_func *f, struct ext_region *r, gimple *stmt);
/* STMT is ownership's retain / release.  */
extern bool call_retain_p (gimple *stmt);
extern bool call_release_p (gimple *stmt);
/* Does the result of C leave its region?  */
extern bool call_leaves (struct ext_func *f, struct ext_call *c);
/* Operand T stands in memory.  */
extern bool region_memory_p (tree t);
/* A local whose address nobody has.  */
extern bool region_private_decl_p (tree decl);
/* The variable that T is or is a part of, NULL_TREE if it is reached by a pointer.  */
extern tree region_base_decl (tree t);

/* --- scalar-check.cc: checks of whole operands ----------------------------------------------- */

struct whole_check
{
  enum check_kind kind;		/* COUNT, SIZE or STEP */
  unsigned k;			/* of operand K, from 0 */
};
/* The bytes of what the last size of C counts; the index of that size's operand.  */
extern uint64_t ext_unit_bytes (const struct ext_call *c);
extern unsigned ext_inner_sizes (const struct ext_call *c);
/* Operand K (from 0) of C, a builtin of regular nested vectors, is a size.  */
extern bool ext_size_operand_p (const struct ext_call *c, unsigned k);
/* Append those checks of C that must be made at run time, in their order.  For SIZE, operands above
   K and the base element are the bytes of its elements.  */
extern void ext_checks (const struct ext_call *c, vec<whole_check> *to);
/* Make the checks of C in host code, where it stands.  */
extern void ext_host_checks (struct ext_call *c);

/* --- region.cc ------------------------------------------------------------------------------- */
extern void region_form (struct ext_func *f);
/* What STMT may do to memory: ECF_CONST, ECF_PURE, or 0 for anything.  Anything, too, if it may
   raise an error, unless FAILS.  */
extern int call_reads (gcall *stmt, bool fails);
/* Does host statement or PHI STMT need a result of R; may it run before R's stub wherever it
   stands?  */
extern bool region_needed_p (struct ext_region *r, gimple *stmt);
/* Is late NAME arithmetic on results of R that R can do itself?  */
extern bool region_says_p (struct ext_region *r, tree name);
extern bool region_stays_p (struct ext_region *r, gimple *stmt);
/* trap.cc.  May STMT trap, or not end?  Do R's members so far not fail?  Then those that are
   members for their checks alone make them in host code, and are none any more.  */
extern bool region_traps_p (struct ext_region *r, gimple *stmt);
/* Does it not if pointers are not null, for which R has tests?  */
extern bool region_follows (struct ext_region *r, gimple *stmt);
/* How many bytes behind a pointer may be.  */
#define REGION_FOLLOWED 1024
extern bool region_certain (struct ext_region *r);
/* control-equivalent.cc: the block after BB into which open region R may grow, or NULL.  */
extern basic_block region_next_block (struct ext_region *r, basic_block bb);

/* --- versions.cc, version-tests.cc: regions that are right if memory does not overlap --------- */
/* Give F's code, whose calls are collected, a second version where tests join regions.  */
extern void version_make (struct ext_func *f);
/* May STMT, which stores a result of R to memory others may see, be delayed past R?  Note it.  */
extern bool version_delays_p (struct ext_region *r, gimple *stmt);
extern void version_note_store (struct ext_region *r, gimple *stmt);
/* C has joined R.  */
extern void version_note_member (struct ext_region *r, struct ext_call *c);
/* May memory operand T read what a delayed store writes?  */
extern bool version_read_delayed (struct ext_region *r, tree t);
/* May STMT load memory operand T before the stores of R?  Then R has the tests.  */
extern bool version_load_apart (struct ext_region *r, gimple *stmt, tree t);
/* May C join R although stores before it may write what it reads?  Then R has the tests.  */
extern bool version_join (struct ext_region *r, struct ext_call *c);
/* May R rely at STMT on pointer P, which it follows, not being null?  Then R has the test.  */
extern bool version_not_null (struct ext_region *r, gimple *stmt, tree p);
/* Does computing member C not fail, whatever the host's values are?  */
extern bool version_certain_p (struct ext_region *r, struct ext_call *c);
/* Does DEF stand before FIRST, which it dominates if both are in one block?  */
extern bool version_before_p (gimple *def, gimple *first);

/* --- alias.cc: which memory pointers point to ------------------------------------------------- */
/* May what host pointers P and Q point to overlap?  */
extern bool region_may_alias (tree p, tree q);
/* Do they come from the same pointer or variable?  */
extern bool region_same_root (tree p, tree q);
/* May member C read what the stores of R write?  */
extern bool region_reads_stores (struct ext_region *r, struct ext_call *c);

/* --- extract.cc: building a region ----------------------------------------------------------- */
extern void ext_build_region (struct ext_build *e);
/* The atom of host operand T in the region, of FIR type TYPE (NULL: as T's own type says).  */
extern struct fir_atom ext_value_of (struct ext_build *e, tree t, const struct type *type);
/* X converted to TYPE as C does, in block B.  */
extern struct fir_atom ext_convert (struct ext_build *e, struct fir_block *b,
				    const struct type *type, struct fir_atom x);
/* The number N in TYPE, an arithmetic or pointer type, in block B.  */
extern struct fir_atom ext_number (struct ext_build *e, struct fir_block *b,
				   const struct type *type, int n);
extern const struct type *ext_type (struct ext_build *e, tree t);
/* A constant of TYPE with the value of the C constant T; absent if FIR has no such constant.  */
extern struct fir_atom ext_constant (struct ext_build *e, tree t, const struct type *type);
extern void ext_error (struct ext_build *e, struct ext_call *c, unsigned k, const char *fmt, ...)
  ATTRIBUTE_PRINTF (4, 5);
/* Remember that NAME is ATOM in this region.  */
extern void ext_bind (struct ext_build *e, tree name, struct fir_atom atom);

/* --- extract-said.cc: arithmetic between members ---------------------------------------------- */
/* The value of STMT, late arithmetic that the region does itself: region_says_p.  */
extern struct fir_atom ext_said (struct ext_build *e, gimple *stmt);

/* --- extract-same.cc: two terms, one value --------------------------------------------------- */
/* Have SSA names A and B one value for sure?  */
extern bool ext_same_value_p (tree a, tree b);

/* --- extract-ops.cc: one builtin ------------------------------------------------------------- */
/* Append the terms of member C, its checks first.  */
extern void ext_member (struct ext_build *e, struct ext_call *c);
/* Append the terms of C, which is no member but stands in a function that is read, to E->b; what it
   gives, absent if it gives nothing.  */
extern struct fir_atom ext_inner (struct ext_build *e, struct ext_call *c);
/* The vector of importable call C, without its checks.  */
extern struct fir_atom ext_import (struct ext_build *e, struct ext_call *c);

/* --- extract-foreign.cc: arithmetic types that are no scalars of FIR ------------------------- */
extern bool ext_foreign_p (const struct type *t);
/* OPR of the two ARGS, of one type, or, if OPR is none, the one converted, as RESULT; in block
   B.  */
extern struct fir_atom ext_foreign (struct ext_build *e, struct fir_block *b,
				    enum nova_operator opr, const struct type *result, unsigned n,
				    const struct fir_atom *args);
/* KEYS[0] < KEYS[1] in the order of keys, where NaNs are the last; in block B.  */
extern struct fir_atom ext_foreign_before (struct ext_build *e, struct fir_block *b,
					   const struct fir_atom keys[2]);

/* --- extract-fn.cc, body.cc: function operands ----------------------------------------------- */
/* Function operand FN (from 0) of C as a function of NELEMS elements of TYPES, with result RESULT
   (NULL: its own).  NULL after an error.  */
extern struct fir_fn *ext_function (struct ext_build *e, struct ext_call *c, unsigned fn,
				    unsigned nelems, const struct type *const *types,
				    const struct type *result);
/* Function operand 0 of C, whose result is only compared with 0.  */
extern struct fir_fn *ext_condition (struct ext_build *e, struct ext_call *c, unsigned nelems,
				     const struct type *const *types);
/* OPR of two values of TYPE as TYPE.  */
extern struct fir_fn *ext_operator (struct ext_build *e, enum nova_operator opr,
				    const struct type *type);
/* X != 0, in block B.  */
extern struct fir_atom ext_nonzero (struct ext_build *e, struct fir_block *b, struct fir_atom x);
/* Call FNDECL with ARGS, which already have its parameters' types, in block B.  */
extern struct fir_atom ext_call_decl (struct ext_build *e, struct fir_block *b, tree fndecl,
				      unsigned nargs, const struct fir_atom *args, unsigned site,
				      unsigned order, unsigned depth);
/* Append to B the load of what a pointer of type POINTER to OFFSET bytes behind BASE points to; if
   CONSTANT, that never changes.  */
extern struct fir_atom ext_load (struct ext_build *e, struct fir_block *b, tree pointer,
				 struct fir_atom base, struct fir_atom offset, bool constant,
				 unsigned site, unsigned order);
/* The type of parameter K of FNTYPE, called FNDECL if that is known; NULL_TREE if it has none.  */
extern tree ext_param_type (tree fntype, tree fndecl, unsigned k);
/* The same, if FNDECL computes with values alone: append its body to B.  False if not: nothing is
   appended.  */
extern bool body_inline (struct ext_build *e, struct fir_block *b, tree fndecl, unsigned nargs,
			 const struct fir_atom *args, unsigned site, unsigned order,
			 unsigned depth, struct fir_atom *res);
/* body-op.cc.  Can FNDECL, as it was written, be read?  */
extern bool body_reads_p (struct nova_ctx *ctx, tree fndecl);
/* What was noted of FNDECL when it turned out that it cannot; NULL if it can.  Forget all that.  */
extern const struct ext_note *body_unread (tree fndecl);
extern void body_forget (void);
/* leaf-reads.cc.  What a leaf of FNDECL (LEAF_BOUNDED) in the builtin of number SITE does with ARG,
   its argument K; note the variables of the program that it reads.  */
extern struct leaf_access leaf_argument (struct ext_build *e, tree fndecl, unsigned k,
					 struct fir_atom arg, unsigned site);
/* The same of a load through ARG, a pointer.  */
extern struct leaf_access leaf_pointed (struct ext_build *e, struct fir_atom arg, unsigned site);
extern void leaf_globals (struct ext_build *e, tree fndecl, struct fir_leaf *leaf);
/* Does no store of R write what a function operand of C reads through captured pointer P?  */
extern bool leaf_captured_apart_p (struct ext_region *r, struct ext_call *c, tree p);
/* LEAF_* flags and cost of FNDECL, remembered from before any function was changed.  */
extern unsigned leaf_facts (tree fndecl, unsigned *cost);
/* Is FNDECL a function operand, or called by such alone: its regions run inside others' loops?  */
extern bool leaf_only_p (tree fndecl);

/* --- replace.cc, hostops.cc ------------------------------------------------------------------ */
/* Call STUB in the place of the members of E's region.  */
extern void region_replace (struct ext_build *e, tree stub, tree sites);
/* Rewrite every nova call, retain and release that is left in F.  */
extern void host_rewrite (struct nova_ctx *ctx, struct ext_func *f);
/* Delete STMT, a call whose result nobody uses any more.  */
extern void region_delete_call (gimple *stmt);
/* The vector NAME is not made any more: delete the ownership calls on it, forget it in debug
   binds.  */
extern void region_delete_vector (tree name);
/* T as a gimple value of TYPE, converted before GSI if need be.  */
extern tree region_converted (gimple_stmt_iterator *gsi, tree t, tree type);

/* --- compile.cc ------------------------------------------------------------------------------ */
/* Region R of F, all the way to its stub, which takes its place.  False after an error.  */
extern bool region_compile (struct nova_ctx *ctx, struct ext_func *f, struct ext_region *r);

/* --- report.cc, dump.cc ---------------------------------------------------------------------- */
/* Note what was done to E's region; write what was noted, in the order of the source.  */
extern void region_report (struct ext_build *e, struct pass_log *log);
extern void region_report_finish (void);
extern void region_dump_fir (struct ext_build *e, unsigned number, const char *pass,
			     struct fir_prog *p);
extern void region_dump_after (void *data, unsigned number, const char *pass, struct fir_prog *p);
extern void region_dump_imp (void *data, unsigned number, const char *pass, struct imp_prog *imp);
extern bool region_dump_wanted (const char *pass);
/* Is PASS one of the list of -dump?  "samples": that of the regions of samples, too.  */
extern bool region_dump_named (const char *pass);

#endif

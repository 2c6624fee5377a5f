/* What the parts of the generator share: functions under construction, trees of expressions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   IMP becomes GENERIC here, after DPIA section 6 (from imperative programs to code): a procedure
   becomes a stub, each PARFOR of it a worker that the runtime calls once per chunk.  All variables
   of a function are in its outermost BIND_EXPR; an expression may emit statements before its use,
   as IMP's expressions have no effect.  Include after gcc-compat.h, nova-gcc.h and imp.h.  */

#ifndef NOVA_GEN_H
#define NOVA_GEN_H

#include "base/abi.h"
#include "core/imp/imp-make.h"
#include "generate.h"

/* The code of a region, and of those that say the same.  In the context's memory.  */
struct gen_shared
{
  struct imp_key key;		/* what it says */
  vec<size_t> used;		/* the numbers of those sites of KEY that the code names, in the
				   order of their descriptors */
  tree stub;
  bool marches;			/* some workers are there for later processors, too */
};

/* The workers of a parfor, and of those that do the same.  In the context's memory.  */
struct gen_worker
{
  struct imp_key key;		/* what it does */
  tree base, wide;		/* the worker, and that for later processors or NULL_TREE */
  tree rec;			/* the type of its argument structure */
  bool thread;			/* it has to run in the calling thread */
  bool fixed;			/* what it calls differs from one width of vectors to the next */
};

/* A procedure under construction.  */
struct gen
{
  struct gen_shared *shared;	/* what it belongs to */
  struct imp_prog *prog;
  struct imp_proc *proc;
  tree user;			/* the function whose options the new ones get */
  location_t loc;
  const char *name;		/* of the stub, unique in the unit */
  tree result;			/* its type */
  bool cold;			/* it seldom runs */
  bool samples;			/* it tries operators, and raises only errors of samples */
  tree sampler;			/* the stub that tries this one's operators; or NULL_TREE */
  struct imp_numbers numbers;	/* of PROC */
  unsigned nworkers;
  bool wide;			/* workers for later processors are being generated */
  bool marches;			/* it has some */
};

typedef hash_map<struct imp_var *, tree> gen_map;

/* A variable with the stride of records of SIZE bytes, see gen_stride_p.  */
struct gen_stride
{
  HOST_WIDE_INT size;
  tree var;
};

/* A function under construction: the stub or a worker.  */
struct gen_fn
{
  struct gen *g;
  struct gen_fn *outer;		/* the function that holds the PARFOR; NULL: the stub */
  tree decl;
  tree vars;			/* chain of the local variables, latest first */
  tree stmts;			/* statement list that is being appended to */
  location_t loc;		/* of the IMP statement at hand */
  gen_map *map;			/* visible IMP variables: VAR_DECLs, PARM_DECLs; a captured ARRAY is
				   a pointer here */
  gen_map *narrow;		/* indices, and sums with them, modulo 2^32; gen-index.cc */
  tree sites;			/* address of the descriptors of sites; NULL_TREE: it names none */
  tree frame;			/* address of the region's struct nova_frame, or NULL_TREE */
  tree watch, region;		/* the stub's struct nova_watch; address of its struct nova_site */
  tree place;			/* a worker's struct nova_place, or NULL_TREE */
  vec<struct gen_stride> strides;	/* in a worker */
  bool thread;			/* a callee reads thread-local variables */
  bool brief;			/* a stub that leaves the work to its workers */
  bool twins;			/* it calls functions of libm that have vector versions */
  bool fixed;			/* so it does, or passes them vectors, as gen_vectors_p says */
  bool sized;			/* the block at hand has arrays of varying size */
  struct imp_var *go;		/* tail recursion: the loop's condition variable, */
  tree again;			/* and the label of its body */
  struct imp_block *gives_up;	/* behind which its loop is left, */
  tree given_up;		/* and the label of the end of the loop */
  struct gen_sweep *sweep;	/* the one whose elements are being generated; or NULL */
  tree leave;			/* of a stub of samples: the exit for other failures */
};

/* --- gen-host.cc ------------------------------------------------------------------------------ */
/* What is generated calls FNDECL.  */
extern void gen_note_call (tree fndecl);
/* A static copy of NODE's function as it is now, with SUFFIX in its name; NULL if that cannot
   be.  */
extern struct cgraph_node *gen_copy (struct cgraph_node *node, const char *suffix);

/* --- clone.cc --------------------------------------------------------------------------------- */
/* The local clone of FNDECL that workers call: never interposed, libm calls as their vector twins.
   FNDECL itself when it has no body here.  */
extern tree clone_leaf (tree fndecl);

/* --- gen-give-up.cc -------------------------------------------------------------------------- */
/* The block of LOOP, an IMP_FOR, behind which no other turn need run; NULL: there is none.  */
extern struct imp_block *gen_gives_up (struct imp_stmt *loop);

/* --- gen-type.cc ----------------------------------------------------------------------------- */
/* The address of an array of struct nova_site: of the region NAME at LOC, then of the N SITES.  */
extern tree gen_site_table (location_t loc, const char *name, unsigned n, const unsigned *sites);
/* Field number N of the record type T.  */
extern tree gen_field_decl (tree t, unsigned n);
/* Must the stride of elements of TYPE be hidden from GCC, which would not vectorise otherwise?  */
extern bool gen_stride_p (tree type);
/* A fresh RECORD_TYPE with N fields of TYPES named PREFIX0, PREFIX1, ...  */
extern tree gen_record_type (unsigned n, tree *types, const char *prefix);

/* --- gen-abi.cc: what generated code calls --------------------------------------------------- */
/* A call of FN; the N ARGS are converted to its parameters.  */
extern tree gen_abi_call (location_t loc, enum abi_fn fn, unsigned n, tree *args);
/* The library's `int NAME', declared at first use and kept in WORD.  */
extern tree gen_library_word (tree &word, const char *name);
/* What the functions of IMP call.  */
extern const enum abi_fn gen_imp_abi[IMP_FN_LAST];
/* The inline functions of abi.h as expressions of reusable operands.  */
extern tree gen_chunk_size (struct gen_fn *f, tree n, tree cost);
extern tree gen_chunks (tree n, tree size);
extern tree gen_overlap (tree p, tree pn, tree q, tree qn);
/* Member OFFSET of TYPE of the descriptor V, which is not null.  */
extern tree gen_vec_member (tree v, size_t offset, tree type);
/* The condition under which check KIND holds for the operands A, all u64 and reusable.  */
extern tree gen_holds (enum check_kind kind, tree *a);
/* struct nova_frame and struct nova_place as types; the latter has two fields.  */
extern tree gen_frame_type (void);
extern tree gen_place_type (void);
/* Memory for a struct nova_vec.  */
extern tree gen_vec_type (void);
/* The internal error MSG of the generator; does not return.  */
extern void gen_fatal (const char *fmt, ...) ATTRIBUTE_NORETURN ATTRIBUTE_PRINTF_1;

/* --- gen-expr.cc, gen-prim.cc ---------------------------------------------------------------- */
/* The value of E: a tree of type gen_tree_type (E->type), without side effects and, if it is of
   aggregate type, an lvalue.  Calls are emitted before.  NULL_TREE for a void call.  */
extern tree gen_expr (struct gen_fn *f, struct imp_expr *e);
/* Emit CALL; its result as TYPE, NULL_TREE if CALL gives none.  */
extern tree gen_call (struct gen_fn *f, tree call, tree type);
/* X as the argument for a parameter of type FORMAL (NULL_TREE: by the default promotions) of a
   function of type FNTYPE, as the C front end passes it.  */
extern tree gen_argument (tree fntype, tree formal, tree x);
/* V, which has been declared in F.  */
extern tree gen_variable (struct gen_fn *f, struct imp_var *v);
/* BASE[INDEX] as an lvalue.  */
extern tree gen_element (struct gen_fn *f, struct imp_expr *base, struct imp_expr *index);
/* The value of the primitive E, its operands given as trees.  */
extern tree gen_prim (struct gen_fn *f, struct imp_expr *e, tree *args);
/* X converted to TYPE as C does.  */
extern tree gen_conv (tree type, tree x);
/* X != 0 as a boolean.  */
extern tree gen_truth (tree x);
/* COND, which hardly ever holds: a branch, unless the loop around is vectorised.  */
extern tree gen_seldom (struct gen_fn *f, tree cond);
/* The smaller (greater if GREATER) of X and Y, which are reusable: as fmin, or letting NaN through
   if NAN.  X_NUMBER, Y_NUMBER: that operand is never a NaN.  */
extern tree gen_minmax (struct gen_fn *f, tree x, tree y, bool greater, bool nan, bool x_number,
			bool y_number);
/* A reusable form of X: a constant, a local variable, or a new one that holds it.  */
extern tree gen_save (struct gen_fn *f, tree x);

/* --- gen-index.cc: indices as narrower numbers ------------------------------------------------ */
/* Does LOOP convert its index, or a sum with it, to a narrower type?  */
extern bool gen_converts_index_p (struct imp_stmt *loop);
/* E modulo 2^32, if that is at hand, else NULL_TREE.  */
extern tree gen_narrow (struct gen_fn *f, struct imp_expr *e);
/* A variable for V modulo 2^32, which is now X.  */
extern tree gen_begin_narrow (struct gen_fn *f, struct imp_var *v, tree x);

/* --- gen-in-place.cc: large values that functions update in place ---------------------------- */
/* `q := leaf f (q, ...)' as a call that updates q in place, if f can and that pays.  */
extern bool gen_in_place (struct gen_fn *f, struct imp_stmt *s);
/* If S loads an element that functions update and that is then stored, do all of it in the memory
   of the store, and return that store; else NULL, and nothing is emitted.  */
extern struct imp_stmt *gen_in_memory (struct gen_fn *f, struct imp_stmt *s);

/* --- gen-stmt.cc ----------------------------------------------------------------------------- */
extern void gen_block (struct gen_fn *f, struct imp_block *b);
extern void gen_statement (struct gen_fn *f, struct imp_stmt *s);
/* A new label of F's.  */
extern tree gen_label (struct gen_fn *f);

/* A loop: gen_begin_turns, what a turn does, gen_test_turns, what the test computes, and, with the
   test, gen_end_turns.  */
struct gen_turns
{
  tree body, test, done;	/* labels */
};
extern struct gen_turns gen_begin_turns (struct gen_fn *f);
extern void gen_test_turns (struct gen_fn *f, const struct gen_turns *t);
extern void gen_end_turns (struct gen_fn *f, const struct gen_turns *t, tree more);
/* The test MORE of a loop, about which KIND is known, or which is unrolled TIMES times at most.  */
extern tree gen_annotate (tree more, enum annot_expr_kind kind, unsigned times);

/* --- gen-capture.cc -------------------------------------------------------------------------- */
/* What a PARFOR reads from outside, in the order of first use.  */
struct gen_captures
{
  hash_set<struct imp_var *> inside;
  hash_set<struct imp_var *> seen;
  auto_vec<struct imp_var *> vars;
  auto_vec<HOST_WIDE_INT> strides;	/* sizes of the records that are reached by gen_stride_p */
  bool marks;				/* it says what a leaf belongs to, */
  uint64_t order;			/* the last time to builtin number ORDER */
  bool several;				/* more than one builtin may fail */
  bool sites;				/* it names sites */
};
/* The captures C of S, a parfor.  */
extern void gen_capture (struct gen_captures *c, struct imp_stmt *s);

/* --- gen-outline.cc -------------------------------------------------------------------------- */
/* A new local variable of TYPE.  */
extern tree gen_var (struct gen_fn *f, tree type, const char *name);
extern void gen_emit (struct gen_fn *f, tree stmt);
/* TO = FROM, converted.  */
extern void gen_set (struct gen_fn *f, tree to, tree from);
/* Append to a new list from now on; gen_pop gives it and goes on with SAVED.  */
extern tree gen_push (struct gen_fn *f);
extern tree gen_pop (struct gen_fn *f, tree saved);
extern void gen_if (struct gen_fn *f, tree cond, tree then_list, tree else_list);
extern void gen_parfor (struct gen_fn *f, struct imp_stmt *s);
/* Start the static function NAME in F, whose G is set; give it to the call graph.  */
extern void gen_begin_function (struct gen_fn *f, const char *name, tree result, unsigned n,
				tree *types, const char *const *names);
extern void gen_end_function (struct gen_fn *f);
/* A call of STUB with what F, a stub of PROC, has been given.  */
extern tree gen_hand_on (struct gen_fn *f, struct imp_proc *proc, tree stub);

/* The stub of G and its workers; if OTHERS is not NULL, it calls one of these where that is to be
   taken.  */
extern tree gen_stub (struct gen *g, const struct gen_versions *others);

/* --- gen-share.cc ---------------------------------------------------------------------------- */
/* The address of the descriptor of SITE, which belongs to the region of F.  */
extern tree gen_site_of (struct gen_fn *f, unsigned site);
/* The workers of S, which names no sites, or of a parfor before that does the same, in stubs; BASE
   is NULL_TREE if they are to be made.  */
extern struct gen_worker *gen_worker_of (struct gen_fn *f, struct imp_stmt *s);

/* --- gen-sweep.cc ---------------------------------------------------------------------------- */
/* The loop S, by sweep; GIVE, in its body.  */
extern void gen_sweep (struct gen_fn *f, struct imp_stmt *s);
extern void gen_sweep_give (struct gen_fn *f, struct imp_stmt *give);

/* --- gen-version.cc -------------------------------------------------------------------------- */
/* The stubs of V and SAMPLES (NULL: none), of the region S of USER at LOC.  */
extern void gen_stubs (struct gen_shared *s, struct gen_versions *v, struct gen_versions *samples,
		       tree user, location_t loc);
/* At the start of the stub F of PROC: if one of OTHERS is to be taken, return what it returns.  */
extern void gen_choose_version (struct gen_fn *f, struct imp_proc *proc,
				const struct gen_versions *others);

/* --- gen-march.cc ----------------------------------------------------------------------------- */
/* Is the worker of S, a parfor of a region of FN, to be generated for later processors, too?  */
extern bool gen_marches_p (tree fn, struct imp_stmt *s);
/* Does a function that has an operand of type T, or such a result, expect it elsewhere if compiled
   for them?  */
extern bool gen_vectors_p (tree t);
/* Have the function D compiled for them.  */
extern void gen_set_march (tree d);
/* The address of that of the workers BASE and WIDE which the processor can run best.  */
extern tree gen_choose_march (struct gen_fn *f, tree base, tree wide);

/* --- gen-watch.cc: NOVA_PROFILE, NOVA_TRACE, NOVA_CHECK --------------------------------------- */
/* In the stub F of PROC: its begin, with operators tried on request; the begin of a loop over N
   elements, how many BYTES one has moved (nothing in a worker); its end.  */
extern void gen_watch_begin (struct gen_fn *f, struct imp_proc *proc);
extern void gen_watch_loop (struct gen_fn *f, tree n);
extern void gen_watch_moved (struct gen_fn *f, tree bytes);
extern void gen_watch_end (struct gen_fn *f);

/* --- gen-option.cc --------------------------------------------------------------------------- */
/* Does the new code that belongs to FN get other options than FN?  */
extern bool gen_raises_p (tree fn);
enum gen_speed
{
  GEN_WORK,			/* where a program spends its time */
  GEN_BRIEF,			/* a stub whose workers do that */
  GEN_SELDOM			/* seldom runs */
};
/* The optimisation options for it (DECL_FUNCTION_SPECIFIC_OPTIMIZATION); it calls libm's functions
   in vectors if TWINS.  */
extern tree gen_options (tree fn, bool twins, enum gen_speed speed);

/* --- clone.cc, twin.cc ----------------------------------------------------------------------- */
/* Does FNDECL, a result of clone_leaf, call a twin?  */
extern bool clone_has_twins (tree fndecl);
/* Does it, or what it calls, pass or return vectors as gen_vectors_p says?  */
extern bool clone_has_vectors (tree fndecl);
/* clone-in-place.cc: a clone of FNDECL that takes its first parameter by reference, updates it in
   place and returns nothing; NULL_TREE unless FNDECL returns what it made of that parameter.  Does
   the clone access an array element at a variable index?  */
extern tree clone_in_place (tree fndecl);
extern bool clone_indexes_p (tree clone);
/* Of clone.cc, for it: finish clone DECL of FNDECL; may FNDECL's body be cloned?  */
extern void clone_finish (tree decl, tree fndecl);
extern struct cgraph_node *clone_node (tree fndecl);
/* Is the clone of NODE's function a function of its own, not inlined where it is called?  */
extern bool clone_stays_p (struct cgraph_node *node);
/* Replacements for a call of the libm function FNDECL.  */
enum libm_kind { LIBM_NONE, LIBM_TWIN, LIBM_SQRT, LIBM_MIN, LIBM_MAX };
extern enum libm_kind libm_kind_of (tree fndecl);
/* Is it LIBM_TWIN for a call whose last argument is LAST?  */
extern bool libm_twin_p (tree fndecl, tree last);
/* FNDECL as a function with vector versions in libmvec.  */
extern tree libm_twin (tree fndecl);
/* FNDECL, a square root, as a function that does not set errno.  */
extern tree libm_sqrt (tree fndecl);
/* Replace the call at GSI in the current function by what libm_kind_of says; false if nothing was
   replaced.  */
extern bool libm_rewrite (gimple_stmt_iterator *gsi);

#endif

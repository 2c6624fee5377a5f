/* IMP, the imperative intermediate representation: DPIA's purely imperative half.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A region becomes a procedure.  Lowering states its loops (LOOP); the passes over IMP expand them
   into everything that a shape needs (chunks, lanes, trees, tiles, two passes), as loops, arrays
   and assignments, so that an emitter only has the statements of imp.def to print.  Expressions are
   trees without effect, except for leaf calls; each is evaluated exactly where and as often as it
   occurs.  A parfor captures variables (which do not change while it runs), vectors and pointers
   by value, temps and arrays of the procedure by address.  It assigns no outer variable and stores
   only to arrays, temps, vecnew data and pointers.
   The text form is described in doc/imp.txt.  */

#ifndef NOVA_IMP_H
#define NOVA_IMP_H

#include "base/target.h"
#include "fir/fir.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pass_log;

enum imp_stmt_kind
{
#define IMP_STMT(NAME, TEXT, DOC) IMP_##NAME,
#include "imp.def"
#undef IMP_STMT
  IMP_STMT_LAST
};

enum imp_fn
{
#define IMP_FN(NAME, TEXT, NARGS, RET, LEADS, SITE, CNAME, DOC) IMP_FN_##NAME,
#include "imp.def"
#undef IMP_FN
  IMP_FN_LAST
};

enum imp_trust
{
#define IMP_TRUST(NAME, TEXT, DOC) IMP_TRUST_##NAME,
#include "imp.def"
#undef IMP_TRUST
  IMP_TRUST_LAST
};
extern const char *const imp_trust_name[IMP_TRUST_LAST];

enum imp_shape
{
#define IMP_SHAPE(NAME, TEXT, TAKES, DOC) IMP_SHAPE_##NAME,
#include "imp.def"
#undef IMP_SHAPE
  IMP_SHAPE_LAST
};
extern const char *const imp_shape_name[IMP_SHAPE_LAST];

enum imp_ret { IMP_RET_SIZE, IMP_RET_INT, IMP_RET_PTR, IMP_RET_VEC, IMP_RET_VOID };

/* Does a function's result lead where its first operand does?  */
enum imp_leads { IMP_LEADS_OTHER, IMP_LEADS_SAME };

/* Does a call name the site of its procedure?  */
enum imp_site { IMP_SITE_NONE, IMP_SITE_NAMED };

struct imp_fn_info
{
  const char *text;
  int nargs;
  enum imp_ret ret;
  enum imp_leads leads;
  enum imp_site site;
  const char *cname, *doc;
};
extern const struct imp_fn_info imp_fn_info[IMP_FN_LAST];
extern const char *const imp_stmt_name[IMP_STMT_LAST];

enum imp_var_kind
{
  IMP_VAR_PARAM,		/* of the procedure: pointer, scalar, record, vector handle */
  IMP_VAR_RESULT,		/* of the procedure: assigned once before its end */
  IMP_VAR_LOCAL,		/* NEW; index of FOR and PARFOR */
  IMP_VAR_ARRAY,		/* ARRAY: type is that of an element */
  IMP_VAR_TEMP			/* TEMP: type is that of an element */
};

struct imp_var
{
  enum imp_var_kind kind;
  const char *name;		/* interned */
  unsigned id;			/* unique in the procedure */
  const struct type *type;
  bool stated;			/* ARRAY, TEMP, VECNEW: the memory is in SPACE; else in that of the
				   level (ARRAY) or the program's */
  enum mem_space space;
  void *aux;			/* scratch for walks over the program */
};

enum imp_expr_kind
{
  IMP_EXPR_CONST,		/* cst */
  IMP_EXPR_VAR,			/* var: its value; an ARRAY or TEMP is a base of LOAD and STORE, of
				   the element's type, or a pointer to its first element */
  IMP_EXPR_PRIM,		/* a FIR primitive: op, args, index for FIELD, wrap */
  IMP_EXPR_LEAF,		/* leaf, args */
  IMP_EXPR_LOAD,		/* args[0][args[1]]: the base is an ARRAY or TEMP variable, or a
				   pointer with a pointee; the index is u64 or i64 */
  IMP_EXPR_CALL,		/* fn, args */
  IMP_EXPR_FUN			/* fun, args: a function of the program */
};

struct imp_expr
{
  enum imp_expr_kind kind;
  const struct type *type;	/* NULL for a VOID call */
  uint32_t site;
  const struct fir_const *cst;
  struct imp_var *var;
  enum fir_op op;
  unsigned index;
  bool wrap;
  struct fir_leaf *leaf;
  enum imp_fn fn;
  struct imp_proc *fun;
  unsigned nargs;
  struct imp_expr **args;
};

struct imp_block
{
  struct imp_stmt *first, *last;
};

struct imp_stmt
{
  enum imp_stmt_kind kind;
  uint32_t site;
  struct imp_var *var;		/* NEW ARRAY TEMP VECNEW ASSIGN FREE RELEASE; index of FOR, LOOP,
				   PARFOR; accumulator or cursor of an output, and of GIVE */
  struct imp_expr *base;	/* STORE; FILTER SCAN EXSCAN: destination */
  struct imp_expr *e[4];	/* NEW: init or NULL; ARRAY: count (CONST); TEMP: count; VECNEW:
				   count, vector to reuse or NULL, condition that forbids that or
				   NULL; ASSIGN: value; STORE: index, value; IF, WHILE: condition,
				   integral; FOR, LOOP: begin, end, step (LOOP: 1); PARFOR: count,
				   cost (any u64); LOOP, of a whole region: cost, too, else NULL;
				   EVAL: call; FAIL: element index; NEED: element index, condition;
				   REDUCE, SCAN, EXSCAN: neutral element or NULL, flag (REDUCE) or
				   NULL, result; GIVE: value, condition or NULL */
  bool ivdep, scalar;		/* FOR */
  bool joins;			/* FOR; LOOP, of a whole region: only in the pass chunk, it reads
				   what the loop before it scans at its own index alone, and may be
				   one with it */
  bool vector;			/* FOR that is ivdep: it is vectorised as a whole, or not at all */
  bool kept;			/* STORE; EVAL of keep_row: the second of two passes loads the value
				   from there */
  enum imp_shape shape, ahead;	/* LOOP; AHEAD: of the first pass, if there are two */
  bool brief;			/* LOOP: its trip count is often less than a block */
  bool once;			/* LOOP, of a whole region: its code must not be duplicated */
  bool ahead_checked;		/* LOOP, of a whole region: all its elements' needs are checked
				   before anything else */
  bool first, commutes;		/* REDUCE; SCAN and EXSCAN commute */
  unsigned by;			/* REDUCE that commutes if the operands are in the order of a field
				   of the values: its number and 1; else 0 */
  bool apart;			/* REDUCE: its values are combined separately, and then with the
				   accumulator */
  bool wide;			/* FILTER: there is room for a value of every element, and what
				   is behind those given is not read */
  bool sparse;			/* TEMP: only the beginnings of its parts are used */
  enum par_level level;	/* PARFOR */
  enum imp_trust trust;		/* PARFOR; LOOP, of a whole region */
  enum check_kind check;	/* CHECK, FAIL, NEED */
  unsigned order;		/* FAIL, NEED */
  unsigned nargs;		/* CHECK, FAIL, NEED: operands of the message, all u64; LOOP, of a
				   whole region, over rows of several lengths: 3, the offsets where
				   they begin, a pointer; what a row weighs besides its elements,
				   and the cost of an element of weight; else 0 */
  struct imp_expr **args;
  unsigned line;		/* of the text it was read from, 0: none */
  struct imp_block body;	/* IF then, FOR, WHILE, LOOP, PARFOR, BETWEEN, CHECK and RAISE
				   cleanup; of an output the operator: its parameters, NEW without a
				   value, and its statements */
  struct imp_block orelse;	/* IF; outputs of LOOP */
  struct imp_stmt *prev, *next;
};

/* A procedure; or a function, which may call itself: scalars, pointers and records in, one result,
   nothing that needs the pool, raises, or owns temps.  */
struct imp_proc
{
  const char *name;
  bool defined;			/* a function: its body has been seen */
  uint32_t site;
  unsigned nparams;
  struct imp_var **params;	/* in the order of the region's parameters */
  bool *may_be_loose, *loose;	/* for each: it is a vector of which only elements, rows and
				   lengths are used, so that it could be read in place; it is
				   read in place here; may be NULL */
  unsigned nresults;
  struct imp_var **results;	/* in the order of the region's results; vectors are owned */
  struct imp_block body;
  bool may_fail;		/* has FAIL, or a leaf that may raise, inside a parfor: needs a
				   frame */
  unsigned nvars;
  unsigned line;		/* of the text it was read from, 0: none */
  struct imp_proc *next;
};

/* The properties that a pass over IMP may need, exclude or give: imp-passes.def.  */
enum imp_prop
{
  IMP_CHUNKED = 1,		/* no loop is that of a whole region: all are parts of chunks */
  IMP_PRECHECKED = 2,		/* there are no needs: elements that fail are found first */
  IMP_SCHEDULED = 4,		/* no loop has outputs, except sweeps: code can be generated */
  IMP_HOISTED = 8,		/* allocations are hoisted out of loops where possible */
  IMP_RELEASED = 16,		/* and memory is freed behind its last use */
  IMP_PEELED = 32,		/* the ends of loops have been peeled */
  IMP_RECALLED = 64		/* there are no hints */
};

struct imp_prog
{
  struct nova_ctx *ctx;
  const struct nova_target *target;	/* what it is scheduled for */
  struct fir_prog *fir;		/* for its leaves */
  struct pass_log *log;		/* what the report says; NULL: nothing */
  struct imp_proc *procs;
  struct imp_proc *funs;
  const char *file;		/* the text it was read from, NULL: none */
  unsigned props;		/* enum imp_prop: the properties of all of it */
};

/* imp-build.c  */
extern struct imp_prog *imp_prog_new (struct fir_prog *fir);
extern struct imp_proc *imp_proc_new (struct imp_prog *p, const char *name, uint32_t site);
/* The function NAME of P; a new one, not yet defined, if there is none.  */
extern struct imp_proc *imp_fun (struct imp_prog *p, const char *name);
extern struct imp_var *imp_var_new (struct imp_prog *p, struct imp_proc *proc,
				    enum imp_var_kind kind, const char *name,
				    const struct type *type);
/* A variable like V, with a new number.  */
extern struct imp_var *imp_var_like (struct imp_prog *p, struct imp_proc *proc,
				     const struct imp_var *v);
extern struct imp_expr *imp_const (struct imp_prog *p, const struct fir_const *c);
extern struct imp_expr *imp_size (struct imp_prog *p, uint64_t n);	/* u64 constant */
extern struct imp_expr *imp_use (struct imp_prog *p, struct imp_var *v);
extern struct imp_expr *imp_prim (struct imp_prog *p, enum fir_op op, const struct type *type,
				  unsigned nargs, struct imp_expr *const *args);
extern struct imp_expr *imp_prim2 (struct imp_prog *p, enum fir_op op, const struct type *type,
				   struct imp_expr *x, struct imp_expr *y);
/* Does T lead to offsets of rows, as `along', weight and cut take them?  */
extern bool imp_is_offsets (const struct type *t);
extern struct imp_expr *imp_load (struct imp_prog *p, struct imp_expr *base,
				  struct imp_expr *index);
extern struct imp_expr *imp_leaf (struct imp_prog *p, struct fir_leaf *leaf, uint32_t site,
				  unsigned nargs, struct imp_expr *const *args);
extern struct imp_expr *imp_call (struct imp_prog *p, enum imp_fn fn, const struct type *type,
				  unsigned nargs, struct imp_expr *const *args);
extern struct imp_expr *imp_fun_call (struct imp_prog *p, struct imp_proc *fun,
				      const struct type *type, unsigned nargs,
				      struct imp_expr *const *args);
/* Does E, a call of a function of the runtime, take over its operand K, an owned handle?  */
extern bool imp_takes (const struct imp_expr *e, unsigned k);
/* How often variable V stands in E, NULL or not; in the expressions of S itself, not of its
   blocks; in those of B, and of all blocks in it.  */
extern unsigned imp_expr_uses (const struct imp_expr *e, const struct imp_var *v);
extern unsigned imp_stmt_uses (const struct imp_stmt *s, const struct imp_var *v);
extern unsigned imp_block_uses (const struct imp_block *b, const struct imp_var *v);
/* IS says something of a term, whatever its operands are.  Is it so of E, NULL or not, or of a term
   in E; in the e[] of S itself, in those of the statements of B, and of all blocks in it?  */
typedef bool imp_expr_is (const struct imp_expr *e);
extern bool imp_expr_any (const struct imp_expr *e, imp_expr_is *is);
extern bool imp_stmt_any (const struct imp_stmt *s, imp_expr_is *is);
extern bool imp_block_any (const struct imp_block *b, imp_expr_is *is);
/* Does a statement in B, but for NEW and the output of a loop, assign V?  */
extern bool imp_block_assigns (const struct imp_block *b, const struct imp_var *v);
/* The statement in B, or in a block in it, that binds V; NULL if there is none.  */
extern struct imp_stmt *imp_block_binder (const struct imp_block *b, const struct imp_var *v);
/* E, or what a NEW in B, or in a block in it, binds E to, a variable that B does not assign.  */
extern const struct imp_expr *imp_block_bound_to (const struct imp_block *b,
						  const struct imp_expr *e);
/* Is S in B, or in a block in it?  */
extern bool imp_block_has (const struct imp_block *b, const struct imp_stmt *s);
/* Is B, or a block in it, IN?  */
extern bool imp_block_holds (const struct imp_block *b, const struct imp_block *in);
/* Are X and Y, which have no calls, the same term, with the same value if neither variables nor
   memory change in between?  */
extern bool imp_expr_equal (const struct imp_expr *x, const struct imp_expr *y);
/* Is E, a primitive, total (fir-term.h), once overflow wraps?  */
extern bool imp_prim_total (const struct imp_expr *e);
/* Is E arithmetic that loads and calls nothing and is total: it can be evaluated where the program
   does not, whatever has failed.  */
extern bool imp_is_arithmetic (const struct imp_expr *e);
/* Is E, NULL or not, computed from variables and memory, without calls?  */
extern bool imp_computes (const struct imp_expr *e);
/* Let overflow in E wrap from now on.  */
extern void imp_let_wrap (struct imp_expr *e);

/* A statement of KIND appended to B; the caller fills it.  */
extern struct imp_stmt *imp_stmt_new (struct imp_prog *p, struct imp_block *b,
				      enum imp_stmt_kind kind, uint32_t site);

/* Is E the primitive OP?  */
extern bool imp_is_prim (const struct imp_expr *e, enum fir_op op);
/* Is E, NULL or not, the variable V; the primitive OP of P and Q; a load from V?  */
extern bool imp_is_var (const struct imp_expr *e, const struct imp_var *v);
extern bool imp_is_pair (const struct imp_expr *e, enum fir_op op, const struct imp_var *p,
			 const struct imp_var *q);
extern bool imp_loads_from (const struct imp_expr *e, const struct imp_var *v);
/* E is an integer constant that is known here, *N.  */
extern bool imp_is_const (const struct imp_expr *e, uint64_t *n);
/* Is V an array or a temp, is E one?  As the base of a load or store it is its elements, elsewhere
   a pointer to them.  */
extern bool imp_var_is_area (const struct imp_var *v);
extern bool imp_expr_is_area (const struct imp_expr *e);
/* Place the area V in SPACE, whatever its level.  */
extern void imp_state_space (struct imp_var *v, enum mem_space space);
/* The space of the area V, which LEVEL binds, or of V's vector.  */
extern enum mem_space imp_space (const struct imp_var *v, enum par_level level);

/* Does S bind its variable?  Is that an index from e[0] to e[1]?  Is S an output of a loop?  */
extern bool imp_binds (const struct imp_stmt *s);
extern bool imp_counts (const struct imp_stmt *s);
extern bool imp_is_output (const struct imp_stmt *s);
/* Is the operator of S, an output that combines, a primitive of its two operands, in their
   order?  */
extern bool imp_plain_operator (const struct imp_stmt *s);
/* Is S a scan by one instruction of the machine's vectors?  Has T such?  */
extern bool imp_sweeps (const struct imp_stmt *s);
extern bool imp_sweeps_type (const struct type *t);
/* Does B hold loops, at any depth: a `for', `parfor', `loop' or `while'?  Those of a branch for a
   row that has loops of a whole region count, too.  */
extern bool imp_has_loops (const struct imp_block *b);
/* Is S a loop of a whole region, not yet divided into chunks?  */
extern bool imp_is_whole (const struct imp_stmt *s);
/* Is S a branch whose body is for a row that has loops of a whole region?  */
extern bool imp_is_alone (const struct imp_stmt *s);
/* Has S, a loop, needs?  */
extern bool imp_has_needs (const struct imp_stmt *s);
/* Can an element fail in B; is one marked there, for a leaf that may raise; does S mark one?  */
extern bool imp_block_fails (const struct imp_block *b);
extern bool imp_block_marks (const struct imp_block *b);
extern bool imp_is_mark (const struct imp_stmt *s);
/* The least and the greatest number of a variable that B binds, and of *LEAST and *MOST.  */
extern void imp_bound_range (const struct imp_block *b, unsigned *least, unsigned *most);
/* Does a statement of B itself fail?  */
extern bool imp_fails_here (const struct imp_block *b);
/* The failures in B, the body of a loop; NULL: there are none.  What `flags' gives is the same, but
   never NULL.  Is V a flag of it that is not 0 unless an element has failed?  The side of branch S,
   in B, that an element takes unless it fails; NULL: S does not depend on failures, or F is
   NULL.  */
struct imp_fails;
extern struct imp_fails *imp_fails_of (struct imp_prog *p, const struct imp_block *b);
extern struct imp_fails *imp_flags_of (struct imp_prog *p, const struct imp_block *b);
extern bool imp_fails_flag (const struct imp_fails *f, const struct imp_var *v);
extern const struct imp_block *imp_fails_not (const struct imp_fails *f, const struct imp_stmt *s);
/* Does S, a loop of a whole region, run a part of each element ahead?  */
extern bool imp_runs_twice (const struct imp_stmt *s);
/* Is e[K] of S evaluated behind the body of S, whose variables it may use: is it the result of an
   operator?  */
extern bool imp_behind_body (const struct imp_stmt *s, unsigned k);
/* The type of the values that output O takes.  */
extern const struct type *imp_output_type (const struct imp_stmt *o);
/* Has LOOP an output that needs the number of its values, or the combination of preceding ones, and
   so runs all elements ahead before it stores anything?  Is O, any output, one?  The statement
   BETWEEN of LOOP; NULL: there is none.  */
extern bool imp_looks_ahead (const struct imp_stmt *loop);
extern bool imp_output_looks_ahead (const struct imp_stmt *o);
extern struct imp_stmt *imp_between (const struct imp_stmt *loop);
/* Does O, any output, store, or let elements store, at a place that advances with the values given
   to it?  Has LOOP such an output?  */
extern bool imp_output_moves (const struct imp_stmt *o);
extern bool imp_moves (const struct imp_stmt *loop);
/* The output of LOOP that has variable V; NULL: there is none.  */
extern struct imp_stmt *imp_output (const struct imp_stmt *loop, const struct imp_var *v);
/* Where each element of LOOP gives to V; NULL: in a branch, or never.  */
extern struct imp_stmt *imp_give_of (const struct imp_stmt *loop, const struct imp_var *v);

/* Remove S from B; insert it into B behind AT; at the end of B.  */
/* The number of statements in B, and in what stands in them.  */
extern unsigned imp_count_stmts (const struct imp_block *b);
extern void imp_unlink (struct imp_block *b, struct imp_stmt *s);
extern void imp_link_after (struct imp_block *b, struct imp_stmt *at, struct imp_stmt *s);
extern void imp_link_before (struct imp_block *b, struct imp_stmt *at, struct imp_stmt *s);
extern void imp_link_last (struct imp_block *b, struct imp_stmt *s);
/* Replace S in B by the statements of MADE.  */
extern void imp_replace (struct imp_block *b, struct imp_stmt *s, struct imp_block *made);
/* S frees or releases V.  */
extern bool imp_drops (const struct imp_stmt *s, const struct imp_var *v);
/* The vector to whose data S binds a pointer, else NULL.  */
extern const struct imp_var *imp_data_of (const struct imp_stmt *s);

/* imp-key.c: what a procedure says.  WORDS are the same for those that are equal but for the names
   of variables and for sites, of which SITE has those that are named, in the order of the words;
   all of it in CTX, but WORDS, to be freed.  */
struct imp_key
{
  struct nova_ctx *ctx;
  struct strbuf words;
  uint32_t *site;
  size_t nsites, room;
};
/* Append WORD; what PROC of P says, for P's target; what an iteration of S, a parfor of PROC, does
   there, wherever its sites are, NUMBERS being those of PROC.  */
struct imp_numbers;
extern void imp_key_add (struct imp_key *k, uint64_t word);
extern void imp_key_proc (struct imp_key *k, const struct imp_prog *p,
			  const struct imp_proc *proc);
extern void imp_key_parfor (struct imp_key *k, const struct imp_prog *p,
			    const struct imp_proc *proc, const struct imp_stmt *s,
			    const struct imp_numbers *numbers);
/* The number of SITE, which is appended if it is new.  */
extern size_t imp_key_site (struct imp_key *k, uint32_t site);
extern uint64_t imp_key_hash (const struct imp_key *k);
extern bool imp_key_equal (const struct imp_key *x, const struct imp_key *y);

/* imp-print.c imp-parse.c imp-check.c imp-eval.c  */
extern void imp_print (struct strbuf *out, struct imp_prog *p);
extern void imp_print_proc (struct strbuf *out, struct imp_prog *p, struct imp_proc *proc);
extern struct imp_prog *imp_parse (struct nova_ctx *ctx, const char *file, const char *text,
				   struct strbuf *err);
/* Types, scopes, and the absence of interference: a parfor assigns nothing from outside.  */
extern bool imp_check (struct imp_prog *p, struct strbuf *err);

/* A placeholder in the text of a skeleton: NAME in it stands for E, a variable or a constant; for
   TYPE; or, in "do x := NAME (a, ...) elem k", for statements that the caller builds.  */
struct imp_hole
{
  const char *name;
  struct imp_expr *e;
  const struct type *type;
  struct fir_fn *fn;
  bool test;			/* FN's result is wanted as an i32, 1 or 0 */
};

#define IMP_HOLES 32
struct imp_fill
{
  unsigned n;
  struct imp_hole hole[IMP_HOLES];
  bool serial;			/* a parfor becomes a for */
  uint32_t site;		/* of fail and parfor */
  unsigned order;		/* of fail */
  struct imp_expr *outer;	/* the element that each fail belongs to, a variable or a
				   constant; NULL: that in its text */
  /* Build "do X := H (ARGS) elem K" in B.  */
  void (*apply) (void *data, struct imp_block *b, const struct imp_hole *h, struct imp_var *x,
		 struct imp_expr **args, struct imp_expr *elem);
  void *data;
};

/* Append the statements TEXT, of procedure PROC, to B.  */
extern void imp_skeleton (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b,
			  const char *text, const struct imp_fill *fill);

#ifdef __cplusplus
}
#endif

#endif

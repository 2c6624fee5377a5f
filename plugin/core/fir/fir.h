/* FIR, the functional intermediate representation.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Typed, in A-normal form (operands are atoms: variables or constants), every variable bound once.
   The terms:
     program   leaves, functions, regions
     leaf      an opaque C function
     fun       a function of the program, called or used as an operand
     region    builtins compiled as one function: parameters, a block, results
     block     statements and the atoms that it returns
     stmt      results = operation atoms functions
     fn        a function operand: parameters and a block; its free variables are its captures
   Memory (design: one epoch per region): a view reads its array as it is when the region starts;
   the stores of a region take effect, in order, when everything in it has been computed.

   The text form is described in doc/fir.txt.  */

#ifndef NOVA_FIR_H
#define NOVA_FIR_H

#include "base/ctx.h"
#include "base/type.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fir_op
{
#define FIR_OP(NAME, ...) FIR_##NAME,
#include "fir.def"
#undef FIR_OP
  FIR_LAST
};

enum fir_class { FIR_CLASS_PRIM, FIR_CLASS_TERM, FIR_CLASS_VEC, FIR_CLASS_FUSED };

enum fir_flags
{
  FIR_FLAG_COMM = 1,
  FIR_FLAG_CMP = 2,
  FIR_FLAG_EFFECT = 4,
  FIR_FLAG_INDEX = 8,
  FIR_FLAG_MAYFAIL = 16,
  FIR_FLAG_SHAPE = 32,
  FIR_FLAG_OVER = 64
};

/* What an operation's last function is for, see fir.def.  */
enum fir_role { FIR_ROLE_NONE, FIR_ROLE_EACH, FIR_ROLE_COMBINE, FIR_ROLE_LESS };

/* What a statement says besides operands and functions, see fir.def.  */
enum fir_with
{
  FIR_WITH_NONE, FIR_WITH_FIELD, FIR_WITH_ALTERNATIVE, FIR_WITH_CALLEE, FIR_WITH_LEAF,
  FIR_WITH_ROW, FIR_WITH_MODE, FIR_WITH_CHECK, FIR_WITH_INDEX, FIR_WITH_INDEX_AT, FIR_WITH_KNOWN
};

struct fir_op_info
{
  const char *text;
  enum fir_class cls;
  int nargs, nfns;
  enum fir_role role;
  unsigned each;		/* FIR_ROLE_EACH: of the operands from this one on */
  unsigned flags;
  enum fir_with with;
  const char *rule, *type;	/* see fir.def */
  const char *doc;
};
extern const struct fir_op_info fir_op_info[FIR_LAST];

enum check_kind
{
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) CHECK_##NAME,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  CHECK_LAST
};

struct fir_stmt;
struct fir_fn;

struct fir_var
{
  const char *name;		/* interned, without the number that makes it unique */
  unsigned id;			/* unique in the program */
  const struct type *type;
  struct fir_stmt *def;		/* the statement that binds it; NULL: a parameter */
  void *aux;			/* scratch of the running pass; no meaning between passes */
  bool dies;			/* a region's parameter: the caller does not use it afterwards */
  unsigned uses;		/* scratch of pass dce */
  unsigned mark;		/* scratch: seen, where it is a number of the program's marks */
};

/* A constant: the bits of an integer, the value of a float, or something only the plugin can
   build (ORIGIN != 0: the address of a global, a struct constant).  */
struct fir_const
{
  const struct type *type;
  unsigned __int128 i;		/* BOOL, INT, PTR: the bits, sign-extended */
  long double f, im;		/* FLOAT, COMPLEX */
  uint32_t origin;
};

/* Are A and B the same constant?  Bits decide: -0.0 and 0.0 differ, and a NaN equals itself.  */
extern bool fir_const_equal (const struct fir_const *a, const struct fir_const *b);

/* An operand.  Exactly one of VAR and CST is set, none in an absent atom.  */
struct fir_atom
{
  struct fir_var *var;
  const struct fir_const *cst;
};

static inline bool
fir_atom_none (struct fir_atom a)
{
  return !a.var && !a.cst;
}

static inline const struct type *
fir_atom_type (struct fir_atom a)
{
  return a.var ? a.var->type : a.cst ? a.cst->type : NULL;
}

struct fir_block
{
  struct fir_stmt *first, *last;
  unsigned nrets;
  struct fir_atom *rets;
};

struct fir_fn
{
  unsigned nparams;
  struct fir_var **params;
  struct fir_block *body;
  struct fir_fn *looked;	/* scratch of fir_may_fail and the like: the one visited before */
};

/* What a leaf may do.  */
enum leaf_flags
{
  LEAF_CONST = 1,		/* reads no memory, only its arguments */
  LEAF_MAYFAIL = 2,		/* may raise a run-time error (nova_fail, a nested builtin's
				   check) */
  LEAF_INDIRECT = 4,		/* called through the pointer that is its first argument */
  LEAF_COMM = 8,		/* known to be commutative */
  LEAF_SPECULATE = 16,		/* total: may be speculated */
  LEAF_BOUNDED = 32,		/* reads only the memory declared by ACCESS and AREAS */
  LEAF_LOAD = 64,		/* returns what is at its first argument, a pointer, its second
				   argument bytes on */
  LEAF_LOOPS = 128		/* has loops that threads may share, of any length */
};

/* What a leaf reads through a parameter that is a pointer or a vector.  */
enum access_kind
{
  ACCESS_NONE,
  ACCESS_READS,
  ACCESS_APART			/* reads, but only what no store of the region writes */
};

struct leaf_access
{
  enum access_kind kind;
  uint64_t bytes;		/* READS through a pointer: the extent; 0: unknown */
};

/* Memory that a leaf reads other than through a parameter.  */
struct leaf_area
{
  struct fir_atom base;		/* a constant */
  uint64_t bytes;
  struct leaf_area *next;
};

struct fir_leaf
{
  const char *name;
  unsigned nparams;
  const struct type **params;
  const struct type *ret;
  unsigned flags;
  struct leaf_access *access;	/* LEAF_BOUNDED: one per parameter */
  struct leaf_area *areas;	/* LEAF_BOUNDED */
  unsigned cost;		/* rough instructions per call, at least 1 */
  uint32_t origin;		/* the plugin's function */
  struct fir_leaf *next;
};

/* The greatest number of different guards of one loop's outputs.  */
#define FIR_GUARDS 31

/* What an output of a loop does with the body's values.  */
enum fir_out_kind
{
  OUT_VEC,			/* the vector of the values; with DEST: written there, result u64
				   count */
  OUT_FILTER,			/* those whose guard holds, in order; DEST as above */
  OUT_REDUCE,			/* combine INIT and then the values (whose guard holds) in order */
  OUT_SCAN,			/* inclusive; DEST as for OUT_VEC */
  OUT_EXSCAN			/* exclusive */
};

struct fir_out
{
  enum fir_out_kind kind;
  uint32_t site;
  struct fir_atom value;	/* bound in the loop's body */
  struct fir_atom guard;	/* bound in the loop's body, any scalar; absent: always */
  struct fir_fn *combine;	/* REDUCE, SCAN, EXSCAN: two parameters of the value's type */
  struct fir_atom init;		/* REDUCE, SCAN, EXSCAN: bound outside */
  struct fir_atom dest;		/* a pointer bound outside, or absent */
  struct fir_var *res;
};

/* The pattern of a case's arm; its function has the same number.  */
struct fir_arm
{
  bool any;			/* `else': the last one */
  struct fir_atom label;	/* of an integer: a constant */
  unsigned alternative;		/* of a sum: the number of the alternative; its value, if it has
				   one, is the function's parameter */
};

/* The modes of pad, numbered as in nova.h.  */
enum pad_mode
{
#define NOVA_PAD_MODE(NAME, TEXT, DOC) PAD_##NAME,
#include "nova/pad.def"
#undef NOVA_PAD_MODE
  PAD_LAST
};
extern const char *const fir_pad_mode_text[PAD_LAST];	/* fir-build.c */

struct fir_stmt
{
  enum fir_op op;
  uint32_t site;		/* where in the source, 0: nowhere */
  unsigned order;		/* place in the program's order of its builtin: of several failing
				   builtins the one of least order is reported */
  unsigned nres;
  struct fir_var **res;
  unsigned nargs;
  struct fir_atom *args;
  unsigned nfns;
  struct fir_fn **fns;		/* lambdas; IF: then, else (no parameters); CASE: one per arm;
				   LOOP: body (parameter: the index, u64) */
  struct fir_arm *arms;		/* CASE: NFNS of them */
  bool tail;			/* CALL, APPLY: a tail call */
  bool near;			/* APPLY: the result is the same whatever the first operand is, and
				   comes fastest if that is near the result */
  struct fir_leaf *leaf;	/* LEAF, UPDATE_ROWS */
  struct fir_fun *callee;	/* CALL */
  enum check_kind check;	/* CHECK, and the element check of operations marked MAYFAIL */
  unsigned index;		/* FIELD; INJECT: the alternative; PAD: enum pad_mode;
				   UPDATE_ROWS: which parameter of the leaf is the row; BINS: 1 if
				   no index can fail, else 0 */
  bool wrap;			/* signed ADD, SUB, MUL, NEG wrap (-fwrapv) */
  unsigned nouts;
  struct fir_out *outs;		/* LOOP; res[k] == outs[k].res */
  unsigned line, col;		/* of the text it was read from, for the checker's messages; else
				   0 */
  struct fir_stmt *prev, *next;
  struct fir_block *parent;
};

struct fir_fun
{
  const char *name;
  struct fir_fn *fn;
  bool lifted;			/* made by pass closures from a recursive function value */
  unsigned mark;		/* scratch: seen, where it is a number of the program's marks */
  unsigned component;		/* see fir_number_components */
  bool recursive;
  unsigned low;			/* its scratch, and what is below on its stack */
  struct fir_fun *below;
  bool stays;			/* pass inline does not inline it: it is large and called often */
  unsigned size, calls;		/* scratch of pass inline */
  bool plain;			/* the same */
  struct fir_fun *next;
};

struct fir_region
{
  const char *name;
  uint32_t site;
  unsigned nparams;
  struct fir_var **params;
  struct fir_block *body;
  bool finite;			/* the user promises that floats are finite (-ffinite-math-only) */
  bool samples;			/* made by sample.c: only errors of its samples are raised */
  struct fir_region *next;
};

/* Evaluates a leaf that neither the program nor the evaluator knows.  */
enum fir_known { FIR_UNKNOWN, FIR_DONE, FIR_FAILED };
struct eval;
struct value;
typedef enum fir_known fir_known_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n,
				       const struct value *args, struct value *res,
				       uint32_t *site, const char **text);

struct fir_prog
{
  struct nova_ctx *ctx;
  struct fir_leaf *leaves;
  struct fir_fun *funs;
  struct fir_region *regions;
  unsigned nvars;		/* ids given out */
  unsigned nlifted;		/* numbers given to functions that pass closures made */
  unsigned marks;		/* the last number with which a walk has marked what it has seen */
  fir_known_leaf *known_leaf;	/* for the evaluator; NULL: none */
};

/* fir-build.c: making programs.  Statements are appended to a block; types are computed from the
   operands where the operation determines them, else passed.  */
extern struct fir_prog *fir_prog_new (struct nova_ctx *ctx);
extern struct fir_leaf *fir_leaf_new (struct fir_prog *p, const char *name, unsigned nparams,
				      const struct type **params, const struct type *ret,
				      unsigned flags);
/* LEAF reads the BYTES bytes at constant BASE.  */
extern void fir_leaf_area (struct fir_prog *p, struct fir_leaf *leaf, struct fir_atom base,
			   uint64_t bytes);
extern struct fir_region *fir_region_new (struct fir_prog *p, const char *name, uint32_t site);
extern struct fir_var *fir_region_param (struct fir_prog *p, struct fir_region *r,
					 const char *name, const struct type *type);
extern struct fir_fun *fir_fun_new (struct fir_prog *p, const char *name, struct fir_fn *fn);
extern struct fir_var *fir_var_new (struct fir_prog *p, const char *name,
				    const struct type *type);
extern struct fir_block *fir_block_new (struct fir_prog *p);
/* A function operand with NPARAMS parameters of TYPES (named p, q, r, ...) and an empty body.  */
extern struct fir_fn *fir_fn_new (struct fir_prog *p, unsigned nparams,
				  const struct type *const *types);
extern void fir_block_return (struct fir_prog *p, struct fir_block *b, unsigned n,
			      const struct fir_atom *atoms);

extern struct fir_atom fir_atom_var (struct fir_var *v);
extern struct fir_atom fir_atom_int (struct fir_prog *p, const struct type *t, __int128 i);
/* N, a size.  */
extern struct fir_atom fir_atom_size (struct fir_prog *p, uint64_t n);
extern struct fir_atom fir_atom_float (struct fir_prog *p, const struct type *t, long double f);
extern struct fir_atom fir_atom_origin (struct fir_prog *p, const struct type *t,
					uint32_t origin);
static const struct fir_atom FIR_NONE = { NULL, NULL };

/* The kind of the element check of OP, unless its statement says another: that of a gathered or
   sliced element names the element, that of get does not.  */
extern enum check_kind fir_element_check (enum fir_op op);

/* Append OP to B with room for NARGS atoms, NFNS functions, and one result of TYPE named NAME (TYPE
   NULL: none).  The caller fills args and fns.  Returns the statement.  */
extern struct fir_stmt *fir_stmt_new (struct fir_prog *p, struct fir_block *b, enum fir_op op,
				      uint32_t site, unsigned nargs, unsigned nfns,
				      const struct type *type, const char *name);
/* The common forms, each returning the result as an atom.  */
extern struct fir_atom fir_prim (struct fir_prog *p, struct fir_block *b, enum fir_op op,
				 const struct type *type, unsigned nargs,
				 const struct fir_atom *args);
extern struct fir_atom fir_prim1 (struct fir_prog *p, struct fir_block *b, enum fir_op op,
				  const struct type *type, struct fir_atom x);
extern struct fir_atom fir_prim2 (struct fir_prog *p, struct fir_block *b, enum fir_op op,
				  const struct type *type, struct fir_atom x, struct fir_atom y);
extern struct fir_atom fir_field (struct fir_prog *p, struct fir_block *b, struct fir_atom x,
				  unsigned index);
/* Element or row I of X, which exists.  */
extern struct fir_atom fir_element (struct fir_prog *p, struct fir_block *b, struct fir_atom x,
				    struct fir_atom i);
extern struct fir_atom fir_leaf_call (struct fir_prog *p, struct fir_block *b, uint32_t site,
				      unsigned order, struct fir_leaf *leaf, unsigned nargs,
				      const struct fir_atom *args);
extern void fir_check_stmt (struct fir_prog *p, struct fir_block *b, uint32_t site,
			    enum check_kind kind, unsigned nargs, const struct fir_atom *args);
/* Apply FN to the N atoms ARGS (NULL: they are filled in later); the statement, with a result for
   each of FN's.  */
extern struct fir_stmt *fir_apply (struct fir_prog *p, struct fir_block *b, struct fir_atom fn,
				   unsigned n, const struct fir_atom *args);
/* Alternative ALT of sum TYPE, of X if it carries a value.  */
extern struct fir_atom fir_inject (struct fir_prog *p, struct fir_block *b,
				   const struct type *type, unsigned alt, struct fir_atom x);
/* FN as a value.  */
extern struct fir_atom fir_lambda (struct fir_prog *p, struct fir_block *b, struct fir_fn *fn);
/* The type of FN, whose body is complete.  */
extern const struct type *fir_fn_type (struct fir_prog *p, const struct fir_fn *fn);
/* A case on X with N arms, one result for each of the NRES types TYPES.  The arms are for the
   alternatives 0 ... N-1 of a sum, the labels and functions are to be filled in.  */
extern struct fir_stmt *fir_case (struct fir_prog *p, struct fir_block *b, struct fir_atom x,
				  unsigned n, unsigned nres, const struct type *const *types);
/* The lambda \ (x, y) { r = OP x y; ret r } at TYPE, comparisons included.  */
extern struct fir_fn *fir_fn_of_op (struct fir_prog *p, enum fir_op op, const struct type *type,
				    const struct type *result);
/* \ (x, y) of sizes: x + y, or 2^64 - 1 if that is more.  That it commutes can be seen
   (lower-commute.c).  */
extern struct fir_fn *fir_fn_saturating_add (struct fir_prog *p);

/* fir-walk.c: editing.  */
extern void fir_insert_before (struct fir_stmt *at, struct fir_stmt *s);	/* S is unlinked */
extern void fir_append (struct fir_block *b, struct fir_stmt *s);
extern void fir_unlink (struct fir_stmt *s);
/* Move the statements of B in front of S.  */
extern void fir_put_before (struct fir_stmt *s, struct fir_block *b);
/* A map from variables to atoms, for substitution.  The image of FROM is not mapped again, but if
   TO is itself mapped when it is put, its image is used.  */
struct fir_subst;
extern struct fir_subst *fir_subst_new (struct fir_prog *p);
extern void fir_subst_put (struct fir_subst *s, struct fir_var *from, struct fir_atom to);
/* Replace in place, everywhere in B, or T, nested blocks included.  */
extern void fir_subst_block (struct fir_subst *s, struct fir_block *b);
extern void fir_subst_stmt (struct fir_subst *s, struct fir_stmt *t);
/* Append to TO a copy of FROM's statements with all binders renamed, after SUBST (may be NULL; the
   renamings are added to it); return the atoms that FROM returns, renamed (an array in the arena
   of FROM->nrets).  */
extern struct fir_atom *fir_copy_into (struct fir_prog *p, struct fir_block *to,
				       struct fir_block *from, struct fir_subst *subst);
/* The same, before statement AT.  */
extern struct fir_atom *fir_copy_before (struct fir_prog *p, struct fir_stmt *at,
					 struct fir_block *from, struct fir_subst *subst);
extern struct fir_fn *fir_fn_copy (struct fir_prog *p, struct fir_fn *fn,
				   struct fir_subst *subst);
/* Call F on every statement of B and of all blocks inside, parents first; F may unlink the
   statement it is given.  */
extern void fir_walk (struct fir_block *b, void (*f) (struct fir_stmt *, void *), void *data);
/* Number the strongly connected components of the functions of P that R's calls lead to, from 1 on;
   those in a cycle are recursive.  Takes one of P's marks.  */
extern void fir_number_components (struct fir_prog *p, struct fir_region *r);
/* Call F on S, on all statements inside it, and on those of the functions called there, as far as
   they are known; F must not change anything, nor call this.  */
extern void fir_walk_calls (struct fir_stmt *s, void (*f) (struct fir_stmt *, void *), void *data);
/* Call F on every atom that S uses itself (arguments, outs' init and dest; not those inside
   fns). */
extern void fir_stmt_atoms (struct fir_stmt *s, void (*f) (struct fir_atom *, void *),
			    void *data);
/* Is V used anywhere in B (nested blocks included); how often; how often in S.  */
extern bool fir_uses (struct fir_block *b, struct fir_var *v);
extern unsigned fir_count_uses (struct fir_block *b, struct fir_var *v);
extern unsigned fir_stmt_uses (struct fir_stmt *s, struct fir_var *v);
/* How many statements of B, those in its blocks included, have V as their first operand and one of
   the N operations OPS.  */
extern unsigned fir_count_uses_by (struct fir_block *b, struct fir_var *v, const enum fir_op *ops,
				   unsigned n);
/* The same as fir_stmt_uses, without the blocks in S.  */
extern unsigned fir_own_uses (struct fir_stmt *s, struct fir_var *v);
/* Is A computed from V, in any number of steps?  */
extern bool fir_depends (struct fir_prog *p, struct fir_atom a, struct fir_var *v);
/* Call F on every atom inside S: its own, its outs', and those of all blocks in it.  */
extern void fir_stmt_each_atom (struct fir_stmt *s, void (*f) (struct fir_atom *, void *),
				void *data);
extern void fir_block_each_atom (struct fir_block *b, void (*f) (struct fir_atom *, void *),
				 void *data);
/* May the operation of S, no leaf, fail for an element, what its functions do aside?  */
extern bool fir_op_may_fail (const struct fir_stmt *s);
/* True if S, or anything inside its functions, may raise an element error / has an effect.  */
extern bool fir_may_fail (struct fir_stmt *s);
/* updaterows: the parameter of the leaf for operand K (from 4 on); is that operand the same for all
   rows, not a vector with an element per row?  */
extern unsigned fir_row_param (const struct fir_stmt *s, unsigned k);
extern bool fir_row_same (const struct fir_stmt *s, unsigned k);
extern bool fir_has_effect (struct fir_stmt *s);
/* Does its block return S's results, all of them and in order?  */
extern bool fir_returns_results (const struct fir_stmt *s);
/* The operator that FN is, when its body is exactly one commutative, associative primitive (or
   COMM leaf) of its two parameters; FIR_LAST when it is not.  A LEAF_COMM leaf gives FIR_LEAF.  */
extern enum fir_op fir_fn_operator (struct fir_fn *fn);
/* Does FN, of two parameters, always return one of them?  */
extern bool fir_fn_chooses (const struct fir_fn *fn);
/* The E of type T with OP (x, E) == x for every x, bit for bit; FIR_NONE if there is none.  FINITE:
   there are neither infinities nor NaNs.  */
extern struct fir_atom fir_neutral (struct fir_prog *p, enum fir_op op, const struct type *t,
				    bool finite);

/* fir-print.c, fir-parse.c, fir-check.c, fir-eval.c  */
extern void fir_print (struct strbuf *out, struct fir_prog *p);
extern void fir_print_region (struct strbuf *out, struct fir_prog *p, struct fir_region *r);
/* Parse TEXT named FILE.  Errors are given to ERR as "FILE:LINE:COL: error: ..." (first error
   only) and NULL is returned.  Statement sites become the line numbers of the text.  */
extern struct fir_prog *fir_parse (struct nova_ctx *ctx, const char *file, const char *text,
				   struct strbuf *err);
/* Check types, scopes, single binding; append problems to ERR, a line each, with the number of the
   rule of doc/fir.txt; true if there are none.  FILE, if not NULL, names the TEXT that P was read
   from: lines then begin with "FILE:LINE:COL: error: ", and the line of the text and a caret
   follow.  */
extern bool fir_check (struct fir_prog *p, struct strbuf *err);
extern bool fir_check_file (struct fir_prog *p, const char *file, const char *text,
			    struct strbuf *err);

#ifdef __cplusplus
}
#endif

#endif

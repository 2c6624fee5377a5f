/* nova-fuzz: what its files share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The nouns:
     program   FIR text with one region, and calls of it: argument text as nova-opt --eval takes it
     value     what the generator knows of a variable: its type, an interval, a length
     mode      which failures a program may have, and so how exactly results can be compared
     failure   what an oracle found: which, and a text  */

#ifndef NOVA_FUZZ_H
#define NOVA_FUZZ_H

#include "fir/fir.h"
#include "imp/imp.h"
#include "base/law.h"
#include "lower/lower.h"
#include "pass/pass.h"
#include "schedule/schedule.h"

#include <setjmp.h>

/* --- Random numbers: xorshift*; the same everywhere ------------------------------------------ */

struct rng
{
  uint64_t s;
};

extern void rng_seed (struct rng *r, uint64_t seed);
/* Below N, N > 0.  */
extern unsigned rng_below (struct rng *r, unsigned n);
/* From LO to HI.  */
extern int rng_range (struct rng *r, int lo, int hi);
/* True in PERCENT of 100 cases.  */
extern bool rng_chance (struct rng *r, unsigned percent);

/* --- Programs -------------------------------------------------------------------------------- */

enum mode
{
  MODE_TOTAL,			/* nothing fails */
  MODE_ELEMENT,			/* elements may fail, and all of them are needed; no check term
				   does */
  MODE_CHECK,			/* check terms may fail, no element does */
  MODE_BOTH,			/* both: which failure is reported may change (laws E1, E2) */
  MODE_LAST
};

#define MAX_CALLS 4

/* Where the leaf that may fail says that it has.  No other statement is there.  */
#define LEAF_SITE "77"

struct program
{
  uint64_t seed;
  enum mode mode;
  struct strbuf text;
  unsigned ncalls;
  struct strbuf calls[MAX_CALLS];
  unsigned ops[FIR_LAST];	/* how often each row was used */
};

extern void program_free (struct program *p);

/* --- The generator --------------------------------------------------------------------------- */

#define MAX_VARS 400
#define MAX_DECLS 4
#define MAX_LEN 40		/* of a vector, the longest that is made on purpose */
#define MAX_CAP 64		/* of memory behind a pointer */

/* What is known of a variable.  Numbers (for vectors: all base elements) lie in [LO, HI]; floats
   that are not INEXACT are integers, so that their sums are exact while the interval is small.  */
struct gvar
{
  unsigned id;			/* named v<ID> */
  const struct type *type;
  double lo, hi;
  bool inexact;
  bool zeros;			/* a float that may be -0.0, or a NaN */
  bool fresh;			/* may fail, and nothing needs it yet */
  unsigned len;			/* vectors: the class; those of one class are of equal length */
  unsigned maxlen;
  unsigned row, maxrow;		/* vectors of vectors: the same of each row; class 0: irregular */
  unsigned cap;			/* pointers: elements that there are for certain */
  bool written;			/* pointers: for stores */
  bool borrowed;		/* vectors: may be a view of memory */
  bool keep;			/* it is returned */
  bool hidden;			/* nothing but that may use it */
};

struct gfun
{
  unsigned id, nparams;
  const struct type *params[3];
  struct gvar result;
  unsigned chain;		/* this many functions stand before it, each calling the next
				   twice */
};

/* A parameter of the region, for which arguments are made.  */
struct gparam
{
  struct gvar v;
  unsigned below;		/* integers of a vector or memory: values below this one's length;
				   0: none */
  bool special;			/* NaNs, infinities, -0.0 */
};

/* Which rows of fir.def may be used: asked of the core (support.c).  */
struct support
{
  bool known[FIR_LAST];		/* reader, checker and evaluator of FIR */
  bool lowered[FIR_LAST];	/* all the way to IMP */
};

#define NO_TEMPLATE (~0u)

/* Places (places.def): parameters of the region that they have in common, each known by the letter
   of its values and its type.  */
#define MAX_POOL 80
#define PLACE_TYPES 4
struct pooled
{
  char letter;
  unsigned id;
  const struct type *type;	/* of its base elements */
};

/* A place that is being printed.  */
struct place
{
  const struct type *types[PLACE_TYPES];
  char constants[PLACE_TYPES][6][48];	/* by type, then A ... F; "": not drawn yet */
};

struct gen
{
  struct rng r;
  struct nova_ctx *ctx;
  struct program *prog;
  const struct support *support;	/* NULL: everything */
  bool all;			/* rows that are not lowered, too */
  bool plain_c;			/* only what C text can be made and compared of; names have
				   SUFFIX */
  const char *suffix;
  enum fir_op focus;		/* the row that this program is about, or FIR_LAST */
  enum mode mode;
  struct strbuf decl, *out;	/* out: the region's body */
  struct gvar vars[MAX_VARS];
  unsigned nvars, nids, nclasses, norder;
  unsigned depth;		/* of functions around */
  unsigned order;		/* of the builtin around, inside functions */
  unsigned outer;		/* variables of the region, below this number: captures */
  bool needed;			/* the function at hand gives an integer, so that what fails in it
				   can be made a part of it */
  struct gparam params[16];
  unsigned nparams;
  const struct type *records[MAX_DECLS];
  unsigned nrecords;
  const struct type *sums[MAX_DECLS];
  unsigned nsums;
  struct gfun funs[MAX_DECLS];
  unsigned nfuns;
  unsigned leaves;		/* bits of the fixed leaves declared so far */
  unsigned template_;		/* of laws.def, that the program is about, or NO_TEMPLATE */
  bool template_used;
  struct pooled pool[MAX_POOL];
  unsigned npool;
  unsigned results[MAX_VARS];	/* of places: names that the region returns */
  unsigned nresults;
};

/* Make the program of SEED; SUPPORT tells the rows.  FOCUS: a row that it should be about; else
   two thirds of the programs have places, and a sixth are about a law of laws.def.  */
extern void generate (struct program *p, uint64_t seed, const struct support *support,
		      enum fir_op focus, bool plain_c, const char *region);
/* The rows of fir.def for which gen.def has no entry are reported on stderr; how many.  */
extern unsigned gen_missing (void);

/* gen.c: for the functions of gen.def.  */
typedef bool gen_fn (struct gen *g, enum fir_op op);
extern void put (struct gen *g, const char *fmt, ...) __attribute__ ((format (printf, 2, 3)));
extern void put_type (struct gen *g, const struct type *t);
extern void put_var (struct gen *g, const struct gvar *v);
/* A new variable of TYPE that knows nothing; it is in scope after gen_bind.  */
extern struct gvar gvar_new (struct gen *g, const struct type *type);
extern void gen_bind (struct gen *g, const struct gvar *v);
/* "v<ID>[: TYPE] = "; the type is needed or left to chance.  */
extern void put_result (struct gen *g, const struct gvar *v, bool typed);
/* " at N order N" of a builtin, to be allotted before its operands are printed.  */
extern unsigned gen_order (struct gen *g);
extern void put_site (struct gen *g, unsigned order);
extern void put_end (struct gen *g);
/* A random variable for which OK holds; NULL: there is none.  */
extern struct gvar *pick (struct gen *g, bool (*ok) (const struct gvar *v, const void *data),
			  const void *data);
extern struct gvar *pick_type (struct gen *g, const struct type *t);
extern struct gvar *pick_vec (struct gen *g);	/* any vector */
extern struct gvar *pick_vec_of (struct gen *g, const struct type *elem);
extern const struct type *random_scalar (struct gen *g);
extern const struct type *random_elem (struct gen *g);	/* no vector */
extern const struct type *scalar_type (struct gen *g, enum scalar s);
extern void type_range (const struct type *t, double *lo, double *hi);
/* What is known of any value of T.  */
extern void gvar_any (struct gvar *v);
extern bool is_exact (const struct gvar *v);
/* Does [LO, HI] fit type T without wrapping or rounding.  */
extern bool fits (const struct type *t, double lo, double hi);

/* An operand: a variable or a constant; TEXT is how it is written.  */
struct operand
{
  char text[80];
  struct gvar v;
};
extern struct operand operand_of (const struct gvar *v);
extern struct operand constant (struct gen *g, const struct type *t, double value);
extern struct operand random_constant (struct gen *g, const struct type *t);
/* A variable of type T or a constant; a record is made if there is none.  */
extern struct operand operand (struct gen *g, const struct type *t);
/* A u64 operand that is at most MAX.  */
extern struct operand size_operand (struct gen *g, unsigned max);
/* The length of V, a statement.  */
extern struct operand length_of (struct gen *g, const struct gvar *v);
/* An operand of integer type T, in [LO, HI]: made of X if need be.  */
extern struct operand clamped (struct gen *g, const struct type *t, int lo, int hi);

/* "{ (params) statements ret result }": what is known of the result.  PARAMS are named on the way;
   WANT: the type of the result, NULL: any scalar or record.  ORDER: of the builtin.  */
extern struct gvar gen_lambda (struct gen *g, unsigned n, struct gvar *params,
			       const struct type *want, unsigned order);
/* "{ statements ret operand }" of type WANT, in the scope at hand.  */
extern struct gvar gen_block (struct gen *g, const struct type *want);
/* An associative function on the elements of V, printed; the result of combining all of them over
   INIT.  */
extern struct gvar gen_assoc (struct gen *g, const struct gvar *v, const struct gvar *init,
			      unsigned order);
/* Statements by chance, up to N.  */
extern void gen_statements (struct gen *g, unsigned n);
extern struct gvar gjoin (const struct gvar *a, const struct gvar *b);
/* May elements, check terms, fail here.  */
extern bool may_fail_element (const struct gen *g);
extern bool may_fail_check (const struct gen *g);
/* The element of vector V as a value.  */
extern struct gvar gelem_of (const struct gvar *v);
/* A vector of such elements.  */
extern struct gvar gvec_of (struct gen *g, const struct gvar *elem, unsigned len, unsigned maxlen);

/* gen-vec.c: inside functions vector operations are rare: there they nest.  */
extern bool gen_rare_inside (struct gen *g);
/* The site, the end of the statement; V is bound.  */
extern bool gen_result (struct gen *g, const struct gvar *v, unsigned order);
extern bool is_flat_vec (const struct gvar *v, const void *data);
extern bool is_nested_vec (const struct gvar *v, const void *data);
extern bool is_int_vec (const struct gvar *v, const void *data);
/* A vector of indices below the length of X, as long as X.  */
extern struct gvar gen_indices (struct gen *g, const struct gvar *x);
/* Up to N vectors of equal length, by value: how many.  */
extern unsigned gen_operands (struct gen *g, unsigned n, struct gvar *v);

#define GEN(OP, WEIGHT, FN) extern gen_fn gen_##FN;
#include "gen.def"
#undef GEN

/* gen-law.c: statements from template K of laws.def, of gen_templates; what the region must have
   for it, and what is passed for that.  */
extern const unsigned gen_templates;
extern void gen_template (struct gen *g, unsigned k);
extern enum law gen_template_law (unsigned k);
extern bool gen_template_fails (unsigned k);
extern const char *gen_template_param (unsigned k);
extern void gen_template_argument (struct gen *g, unsigned k, struct strbuf *out);

/* Print TEXT behind DECL, those of PLACE; the number of its first name.  */
extern unsigned gen_place_text (struct gen *g, struct place *place, const char *decl,
				const char *text);

/* gen-place.c: fill the program with places, of gen_places rows; what the region must have for
   them, and what is passed for that.  */
extern const unsigned gen_places;
extern unsigned gen_only_place;	/* a row that all of them are of, if there is such a row */
extern enum mode gen_place_mode (struct gen *g);
extern void gen_place_program (struct gen *g);
extern void gen_place_operand (struct gen *g, struct place *place, char letter, unsigned n);
extern void gen_place_params (struct gen *g);
extern void gen_place_arguments (struct gen *g, struct strbuf *out);

/* gen-term.c: the leaves that programs call, as FIR (PLAIN_C programs rely on it), and in C.  */
extern const char *gen_leaves_text (void);
extern const char *gen_leaves_c (void);

/* gen-input.c */
extern void generate_call (struct gen *g, struct strbuf *out, const char *region);

/* --- Oracles --------------------------------------------------------------------------------- */

enum found
{
  FOUND_NONE,
  FOUND_UNDEFINED,		/* the program has no meaning: not a failure */
  FOUND_REFUSED,		/* lowering says that it cannot: not a failure */
  FOUND_INVALID,		/* the reader or the checker does not take the program */
  FOUND_FATAL,			/* an internal error */
  FOUND_ROUNDTRIP,
  FOUND_PASS,			/* a pass changes what the program gives */
  FOUND_IMP_CHECK,
  FOUND_IMP,			/* IMP gives something else */
  FOUND_C,			/* compiled C gives something else */
  FOUND_COST,			/* a pass, or IMP, does much more work, or holds much more */
  FOUND_LAST
};
extern const char *const found_text[FOUND_LAST];

struct verdict
{
  enum found found;
  char stage[32];		/* the pass, "imp 2", ... */
  char text[1200];		/* for people */
};

/* What TEXT and CALL mean everywhere.  */
extern struct verdict judge (const char *text, unsigned ncalls, const char *const *calls,
			     enum mode mode);

/* How often each pass, by its place in pass_table, changed a program; NULL: not counted.  */
extern uint64_t *judge_fired;
/* How often each law was used in programs whose values were then equal; NULL: not counted.  */
extern uint64_t *judge_laws;

/* support.c */
extern void find_support (struct support *s);
/* A host that hears nothing but an internal error, which ends the program.  */
extern struct nova_host fuzz_host (void);

/* The same in a process of its own; a crash is a FOUND_FATAL.  */
extern struct verdict judge_apart (const char *text, unsigned ncalls, const char *const *calls,
				   enum mode mode);

/* c-text.c: COUNT programs from seed FIRST on, in batches, as C compiled by CC in DIR; how many
   differ.  NOVA_FUZZ_LIBS in the environment: what they are compiled and linked with.  */
extern unsigned compile_programs (uint64_t first, uint64_t count, const struct support *support,
				  const char *dir, const char *cc);

/* large.c: how many large files take too long.  */
extern unsigned large_files (void);

/* total.c: how many primitives are wrongly called total, or not; compiled by CC in DIR, too, unless
   CC is NULL.  */
extern unsigned total_terms (const char *dir, const char *cc);

/* shrink.c: make P smaller while judge finds the same.  Only the failing call is kept.  */
extern void shrink (struct program *p, const struct verdict *v);

#endif

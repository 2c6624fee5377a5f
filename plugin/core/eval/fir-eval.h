/* Evaluation: values, primitives, argument text, and the evaluator of FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The evaluator of IMP uses all of this too.  Scalars follow C exactly; memory consists of buffers
   of values; a pointer is a buffer and an element offset.  Whatever has no meaning (division by
   zero, reading uninitialised memory, an index outside a buffer) is an evaluation error: eval_error
   leaves through eval_protect.  Errors that the program itself raises (check terms, element checks)
   are failures, kept in struct eval.  */

#ifndef NOVA_FIR_EVAL_H
#define NOVA_FIR_EVAL_H

#include <setjmp.h>
#include "fir/fir.h"
#include "base/scalar.h"

#ifdef __cplusplus
extern "C" {
#endif

struct eval;
struct eval_closure;

/* Memory: N elements of type ELEM.  */
struct eval_buffer
{
  const char *name;		/* of the definition or the parameter that made it; NULL: none */
  const struct type *elem;
  uint64_t n;
  struct value *v;
  bool changed;			/* written since it was made from text */
  bool freed;
  const char *text;		/* a definition not yet read: its text; ELEM is NULL till then */
  void *aux;			/* of the evaluator that runs (race marks) */
  uint64_t epoch;		/* the same: the parfor, 0: none, whose iteration made it, */
  int64_t iteration;		/* and which */
  bool shown;			/* visible to other iterations, too: its space is stated */
  uint64_t counted;		/* the elements that are alive with it, and for the evaluator of */
  uint64_t holds;		/* IMP: the handles that lead to it; */
  bool dead;			/* the last of them is gone */
  uint64_t vector;		/* the parfor in which it was made for a vector, 0: none */
  struct eval_buffer *next;
};

enum value_kind
{
  VAL_NONE,			/* never written; or the result of an element that failed */
  VAL_INT,			/* BOOL, INT: I, wrapped to the type */
  VAL_FLOAT,			/* FLOAT, COMPLEX: RE, IM, rounded to the type */
  VAL_PTR,			/* BUF and OFF; BUF NULL: null, or opaque and called OFF */
  VAL_RECORD,			/* FIELDS, as many as the type has */
  VAL_BLOB,			/* OFF: its name; all that can be done is to pass it on */
  VAL_VEC,			/* VEC */
  VAL_SUM,			/* alternative ALT, carrying *INNER if it carries anything */
  VAL_FN			/* CLOSURE */
};

struct value
{
  enum value_kind kind;
  const struct type *type;
  union
  {
    __int128 i;
    struct
    {
      quad re, im;
    };
    struct
    {
      struct eval_buffer *buf;
      int64_t off;
    };
    struct value *fields;
    struct eval_vec *vec;
    struct
    {
      const struct value *inner;
      unsigned alt;
    };
    const struct eval_closure *closure;
  };
};

/* A vector of N elements.  Flat: they are BUF->v[OFF] ... BUF->v[OFF + (N-1) * STEP].  Nested:
   ROWS, N values of kind VAL_VEC.  N = 0: both may be NULL.  */
struct eval_vec
{
  uint64_t n;
  struct eval_buffer *buf;
  int64_t off, step;
  struct value *rows;
  int64_t refs;			/* for the evaluator of IMP: references that the procedure owns */
  const struct eval_vec *room;	/* the same: the room that owns its last one, NULL: none */
};

/* The failure that is reported: of all, that of least (order, element).  */
struct eval_failure
{
  bool any;
  unsigned order;
  uint64_t elem;
  uint32_t site;
  const char *text;
  uint64_t stores;		/* the number of stores of the region that precede it */
};

/* What an evaluation costs, as doc/fir.txt and doc/imp.txt define it.  */
struct eval_cost
{
  uint64_t work;		/* elements computed, read and written */
  uint64_t peak;		/* the most elements alive at once in what it has made */
};

struct eval
{
  struct nova_ctx *ctx;
  struct fir_prog *prog;	/* leaves get their meaning from its functions of the same name */
  struct eval_failure failure;
  struct eval_buffer *buffers;	/* those that have names, in order of appearance */
  uint64_t steps;		/* statements evaluated so far; too many are an error */
  uint64_t anythings;		/* numbers made so far that may be any */
  struct eval_cost cost;	/* so far */
  uint64_t alive;		/* elements in what the evaluation has made */
  const char *error;		/* of the evaluation error */
  unsigned line;		/* of the current statement, for the error */
  jmp_buf *escape;		/* set by eval_protect */
  struct value *env;		/* of the FIR evaluator, by variable id */
  unsigned nenv;
  char *stack;			/* calls may go this far, STACK_ROOM bytes below it */
  size_t stack_room;
  struct eval_store *stores;	/* of the FIR evaluator: stores to do at the end, in order */
  struct eval_store *last_store;
  uint64_t nstores;		/* their number */
  uint64_t stores_before;	/* the number of those before the region's current statement */
  struct eval_calls *calls;	/* functions being called */
  uint64_t elem;		/* the element that the innermost function operand is called for */
  uint64_t outer;		/* and the outermost one, of DEPTH */
  unsigned depth;
};

/* An evaluator for P, which may be a program with leaves and functions only.  */
extern struct eval *eval_new (struct fir_prog *p);
/* Call F (E, DATA); false if it ended with an evaluation error, whose text is in E->error.  */
extern bool eval_protect (struct eval *e, void (*f) (struct eval *, void *), void *data);
extern void eval_error (struct eval *e, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3), noreturn));
/* Count one step.  */
extern void eval_step (struct eval *e);

/* N elements are made; of those behind the first BEFORE ones that are alive only N are kept.  */
extern void eval_made (struct eval *e, uint64_t n);
extern void eval_keep (struct eval *e, uint64_t before, uint64_t n);
/* How many elements the vectors in V have; of what cannot be counted, as many as there may be.  */
extern uint64_t eval_elements (const struct value *v);

/* Record the failure of element ELEM of the builtin number ORDER at SITE with TEXT (in the
   arena).  */
extern void eval_fail (struct eval *e, unsigned order, uint64_t elem, uint32_t site,
		       const char *text);
/* The element that the failure of element K of an operation belongs to: that for which the
   outermost function operand is called.  Of several failures of one (order, element) the first
   counts.  */
extern uint64_t eval_who (const struct eval *e, uint64_t k);
/* The message of a check of KIND about A, in the arena.  */
extern const char *eval_check_text (struct eval *e, enum check_kind kind, const uint64_t *a);

/* A number in place of N, where any would do: N itself, a small one, a large one, by turns.  */
extern uint64_t eval_anything (struct eval *e, uint64_t n);

/* eval-value.c: building and inspecting values.  */
extern struct value value_int (const struct type *t, __int128 i);	/* wraps */
extern struct value value_float (const struct type *t, quad re, quad im);	/* rounds */
extern struct value value_sum (struct eval *e, const struct type *t, unsigned alt,
			       const struct value *inner);	/* INNER NULL: carries nothing */
extern struct value value_ptr (const struct type *t, struct eval_buffer *buf, int64_t off);
extern struct value value_const (struct eval *e, const struct fir_const *c);
extern struct eval_buffer *eval_buffer_new (struct eval *e, const char *name,
					    const struct type *elem, uint64_t n);
/* The element I elements after P, which must lie in its buffer.  */
extern struct value *eval_place (struct eval *e, const struct value *p, int64_t i);
/* A new vector value of type T with N elements: flat and uninitialised, or N rows to be filled
   in.  */
extern struct value value_vec_new (struct eval *e, const struct type *t, uint64_t n);
/* The elements from P on as a vector of type T with LEVELS regular levels of DIMS[0] x DIMS[1]
   ...  */
extern struct value value_vec_view (struct eval *e, const struct type *t, const struct value *p,
				    unsigned levels, const uint64_t *dims);
/* Element I, I below the length; element I to be written, of a flat vector.  */
extern struct value value_vec_at (struct eval *e, const struct value *v, uint64_t i);
extern struct value *value_vec_place (struct eval *e, const struct value *v, uint64_t i);
/* Base elements of a vector, and number K of them in order.  */
extern uint64_t value_vec_total (const struct value *v);
extern struct value value_vec_base (struct eval *e, const struct value *v, uint64_t k);
/* The integer V as a count or an index: its value if it has type u64, else sign-extended; INT64_MAX
   if it needs more than 64 bits.  */
extern uint64_t value_size (struct eval *e, const struct value *v);
extern bool value_true (struct eval *e, const struct value *v);
/* The vector of type T with the N elements V, which are kept.  */
extern struct value value_vec_of (struct eval *e, const struct type *t, uint64_t n,
				  struct value *v);

/* eval-prim.c: the primitive OP with result type TYPE; INDEX of FIELD.  */
extern struct value eval_prim (struct eval *e, enum fir_op op, const struct type *type,
			       unsigned index, unsigned n, const struct value *args);
/* eval-leaf.c: evaluate LEAF if it is known by its name, a function of libm.  False if not.  */
extern bool eval_known_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n,
			     const struct value *args, struct value *res);
/* fir-eval.c: call LEAF: the function of its name, else a known one, else the program's known_leaf,
   else an error.  False if it raised, with SITE and TEXT of the failure; TEXT is NULL if it needs
   an element that failed before.  */
extern bool eval_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n,
		       const struct value *args, struct value *res, uint32_t *site,
		       const char **text);

/* Do the stores of the leaves that have been called, for the evaluator of IMP.  */
extern void eval_stores_now (struct eval *e);

/* eval-text.c.  Argument text: {NAME=[...]} (REGION ARG ...), separated by blanks or commas.  An
   ARG is a number, {field, ...} for a record, [...] for a vector or the memory behind a pointer,
   &NAME or &NAME+K, &NAME-K for a pointer into a definition, null, <K> for a blob or an opaque
   pointer, ALTERNATIVE or ALTERNATIVE ARG for a sum, in parentheses or not.  */
/* Read up to the region's name, which is returned; *TEXT moves on.  */
extern const char *eval_read_head (struct eval *e, const char **text);
/* Read N arguments for PARAMS (types and names) into ARGS, and the final parenthesis.  */
extern void eval_read_args (struct eval *e, const char **text, unsigned n,
			    const struct type *const *types, const char *const *names,
			    struct value *args);
extern void eval_print_value (struct strbuf *out, const struct value *v);
/* The N results, blanks between them, "()" if there are none, or, if a failure was recorded, "error
   LINE: message"; then "; NAME=[...]" for each changed buffer with a name.  */
extern void eval_print_results (struct eval *e, struct strbuf *out, unsigned n,
				const struct value *results);

/* fir-eval.c: evaluate CALL, argument text, in P and append the outcome to OUT: the results; or,
   returning false, "error LINE: MESSAGE" for a failure, or "error LINE: evaluation: MESSAGE" for an
   evaluation error.  COST, if not NULL, becomes what it cost.  */
extern bool eval_fir (struct fir_prog *p, const char *call, struct strbuf *out,
		      struct eval_cost *cost);

#ifdef __cplusplus
}
#endif

#endif

/* What the files of the evaluator of IMP share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_EVAL_INT_H
#define NOVA_IMP_EVAL_INT_H

#include "fir-eval.h"
#include "imp/imp.h"
#include "imp-eval.h"

/* A resource that the procedure has to release: a temp, or references to a vector.  */
struct owned
{
  struct eval_buffer *temp;
  struct eval_vec *vec;
  int64_t due;			/* references that remain at the end */
  const char *name;
  struct owned *next;
};

struct cell
{
  struct value v;
  struct value before;		/* of an output that combines apart, while its loop runs */
  struct eval_buffer *area;	/* of an array or temp */
};

struct machine
{
  struct eval *e;
  struct imp_prog *p;
  struct imp_proc *proc;
  struct cell *cells;		/* by variable id */
  unsigned depth;		/* of calls of functions */
  uint64_t chunk;
  unsigned threads;
  struct imp_stmt *loop;	/* the LOOP whose element runs; NULL: none */
  struct owned *owned;
  jmp_buf *raised;		/* where a failed check goes on */
  /* The parfor that runs.  */
  uint64_t epoch;		/* its number, 0: none */
  uint64_t last_epoch;
  bool again;			/* its iterations may store to one place: IMP_TRUST_AGAIN */
  int64_t iteration;
  int64_t *refs;		/* the references that there were as its iteration began */
  size_t nrefs;
  jmp_buf *leaf_failed;		/* where the iteration is begun again */
  uint64_t mark_order, mark_elem;
  bool resumed;
  bool over;			/* the iteration is not begun again */
  bool stopped;			/* the rest of an element, or of an iteration, does not run */
  bool failed;			/* an element of the running loop did not have what it needs */
  bool looking;			/* at that and nothing else: memory of others is not written */
  uint64_t resume_at;
  uint64_t arrays;		/* elements of the arrays of the blocks that run */
  /* The call.  */
  const char *call;
  struct strbuf *out;
};

/* imp-eval.c: what FUN gives of ARGS.  */
extern struct value machine_fun (struct machine *m, struct imp_proc *fun, struct value *args);

/* imp-eval-expr.c  */
extern struct value machine_expr (struct machine *m, struct imp_expr *x);
extern uint64_t machine_size (struct machine *m, struct imp_expr *x);

/* imp-eval-memory.c  */

/* Several iterations may note one byte, if no other touches it in another way.  */
enum touch { READS, WRITES, NOTES };

/* Note that the running iteration touches element AT of B; complain of a race.  */
extern void machine_touch (struct machine *m, struct eval_buffer *b, uint64_t at, enum touch how);
/* The place of P[I], touched.  */
extern struct value *machine_touched (struct machine *m, struct value *p, int64_t i,
				      enum touch how);
/* The place BASE[I] to be read or written, touched.  */
extern struct value *machine_place (struct machine *m, struct imp_expr *base, struct value *i,
				    bool write);
/* A pointer to the array or temp X.  */
extern struct value machine_area (struct machine *m, struct imp_expr *x);
/* Note a new thing to be given back.  */
extern void machine_own (struct machine *m, struct eval_buffer *temp, struct eval_vec *vec,
			 const char *name);
/* V, whose vector is new, as an owned handle.  */
extern struct value machine_own_vec (struct machine *m, struct value v, const char *name);
extern void machine_release (struct machine *m, struct value *v);
/* MORE handles, 1, -1 or 0, lead to each of V's buffers from now on, *LAST being the one before;
   without any they are gone.  Rows that are kept have handles of their own.  */
extern void machine_lead (struct machine *m, const struct eval_vec *v, int more,
			  struct eval_buffer **last);
/* A handle of V leads to its elements; it does so no more.  With the last one they are gone.  */
extern void machine_hold (struct machine *m, const struct eval_vec *v);
extern void machine_drop (struct machine *m, const struct eval_vec *v);
/* A copy of N elements in B costs these.  */
extern void machine_copied (struct machine *m, struct eval_buffer *b, uint64_t n);

/* imp-eval-vec.c  */
extern struct eval_vec *machine_want_vec (struct machine *m, struct value *v);
/* Another handle of the same elements as V.  */
extern struct value machine_alias (struct machine *m, struct value *v, const char *name);
/* What the call X of a function of vectors gives, of the arguments A.  */
extern struct value machine_vec_call (struct machine *m, struct imp_expr *x, struct value *a);

/* imp-eval-call.c  */
extern struct value machine_size_value (struct machine *m, uint64_t n);
/* What the call X gives, of the arguments A.  */
extern struct value machine_call (struct machine *m, struct imp_expr *x, struct value *a);

#endif

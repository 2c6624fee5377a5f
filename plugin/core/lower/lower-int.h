/* The inside of the lowering from FIR to IMP; shared by lower.c and lower-*.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The terms:
     bind      what represents a FIR variable in IMP
     vecval    how the elements of a vector are accessed
     loop      a LOOP being lowered: its outputs, passes and shape
     element   one execution of a loop's body, with a place for every output (the acceptors)  */

#ifndef NOVA_LOWER_INT_H
#define NOVA_LOWER_INT_H

#include <setjmp.h>
#include "fir/fir-term.h"
#include "fir/fir-view.h"
#include "lower.h"

/* Order-keeping trees and tiles apply the operator more often than a serial loop does, and need the
   values in an array first: worth it only for operators of at most so many instructions.  */
#define CHEAP 64

/* How the elements of a vector are accessed.  N, the extents, and the operands are constants or
   variables, so that they can be used any number of times.  */
enum vec_kind
{
  VEC_MEM,			/* DATA[i], the base elements contiguous */
  VEC_RANGE,			/* A + i S */
  VEC_REPLICATE,		/* A */
  VEC_REVERSE,			/* OF[n - 1 - i] */
  VEC_FLAT,			/* the elements of the rows of OF, which is regular and strided */
  VEC_KEPT,			/* row I is the one that the room HANDLE keeps there */
  VEC_OWNERS			/* the owners of the elements that begin at the offsets OF; DATA[i]
				   if A */
};

struct vecval
{
  enum vec_kind kind;
  const struct type *type;
  struct imp_expr **n;		/* one per level, as are OFF, STEP and COUNT: the extents of the
				   levels, outermost first; NULL: irregular */
  struct imp_expr **off;	/* MEM: of an irregular level k > 0, a pointer variable: segment i
				   has the elements [i] to [i + 1] of level k, counted from
				   OFF[k + 1] or DATA; NULL: regular, or only HANDLE knows */
  struct imp_expr **step;	/* MEM, if it is strided: of the levels, in base elements, i64 */
  struct imp_expr **slope;	/* MEM, if it is strided: of the levels, what index I adds to the
				   value in memory, as I SLOPE; NULL: nothing */
  struct imp_expr *more;	/* and what is added to all values, NULL: nothing */
  struct imp_expr *data;	/* MEM: a pointer variable */
  struct imp_var *handle;	/* MEM: a handle of the vector, NULL if there is none; KEPT: the
				   room */
  bool owned;			/* HANDLE is the procedure's to release or give away */
  bool lent;			/* the result of a leaf, which may be a row passed to it */
  struct imp_expr *a, *s;	/* RANGE: first, step; REPLICATE: the value */
  struct vecval *of;		/* REVERSE, OWNERS; REPLICATE of a vector; or MEM, a flattening
				   that does not know its length */
  struct vecval *flat;		/* MEM: the vector that this reshapes or cuts, or NULL */
  struct vecval *cuts;		/* MEM: the offsets at which FLAT was cut */
  struct vecval *offsets;	/* MEM: rows of which the elements are stored, and not used as a
				   vector; a vector of their offsets.  NULL: others */
  struct vecval *parent;	/* MEM: this is its segment AT, or NULL */
  struct imp_expr *at;
  struct vecval *keeper;	/* MEM: the vector whose elements this is a part of, from base
				   element LO on (NULL: 0); NULL: none */
  struct imp_expr *lo;
  uint64_t most;		/* MEM: N[0] is this or 0, if it is not 0 */
  bool grown;			/* MEM: private to an element, and maybe larger than what is used */
  bool counted;			/* MEM: its elements were only counted: N[0] of them, COUNT[k] of
				   level k > 0; there is no data */
  struct imp_expr **count;	/* NULL if not COUNTED: then the offsets' ends have it */
  struct fir_atom origin;	/* MEM not made here: the pointer viewed, or the parameter */
  bool alias;			/* MEM made here that may alias such memory nevertheless: the
				   result of combining rows, or rows that are read where they were
				   stored */
};

/* May a store of the region change V's elements, V being MEM?  */
static inline bool
vec_foreign (const struct vecval *v)
{
  return v->alias || !fir_atom_none (v->origin);
}

struct placed;
struct grown;
struct bind
{
  unsigned uses;		/* a use inside a loop that does not hold the binder counts twice */
  unsigned depth;		/* loops around the binder */
  unsigned need;		/* scratch of element emission: which elements need it */
  unsigned walk;		/* the last walk over dependences that came here */
  bool early;			/* lowered ahead of its place */
  bool reported;		/* the log has the loop that makes it */
  struct imp_expr *e;		/* a scalar */
  struct vecval *vec;		/* a vector */
  struct imp_expr *place;	/* where the loop that makes the vector writes it, NULL: anywhere */
  bool parts;			/* of a loop's result: it is stored where its rows are read */
  bool kept;			/* the second pass reads what is written there */
  struct grown *grown;		/* the same, in memory that grows; NULL: anywhere */
  bool count_only;		/* the loop that makes it only makes its checks and counts */
  unsigned need_length;		/* as NEED, of elements that need only its length */
  struct fir_stmt *delayed;	/* of a delayed vector: the loop whose elements are computed where
				   they are used (lower-delayed.c) */
  struct fir_stmt *rows;	/* of a flatten of delayed rows: the loop that would make them */
  struct fir_stmt *progressions; /* of a flatten of delayed rows: the loop that describes them
				   (lower-progression.c) */
  bool combined;		/* of a row: its elements are made where they are combined
				   (lower-row-combine.c) */
  bool late;			/* of a flatten of delayed rows: their bins count the elements */
  struct imp_expr *alike;	/* of a flatten of delayed rows: whether the rows of each element
				   are as long as each other; NULL: that is known */
  bool made;			/* of rows: they are not delayed any more, but made */
  struct fir_stmt *room;	/* the check of room for so many elements that has been made */
  struct placed *placed;	/* of a store's result: its operand has been made in place */
  bool reused;			/* of a parameter: a vector is made in its memory */
  bool lasts;			/* of a leaf's result: it is kept for longer than the element, so
				   that it must be no row passed to the leaf */
  struct imp_var *into;		/* of a leaf's result: the operand that it updates in place */
  struct column *column;	/* of an element of a row: where it has been copied before the loop;
				   NULL: nowhere */
  struct vecval *copy;		/* of a row, likewise */
  struct fir_var *along;	/* of a leaf's result, an offset of rows: the index of the loop that
				   runs along these */
};

/* The properties of a variable of FIR.  */
struct noted
{
  struct bind *bind;
  bool wraps;			/* the primitive that defines it wraps */
};

/* A temp or an owned vector of the procedure that is live: an error has to clean it up.  */
struct live
{
  struct imp_var *var;
  struct live *next;
};

/* A store that takes effect when the whole region has been computed.  */
struct lower;
struct deferred
{
  struct fir_stmt *by;		/* the statement that stores */
  struct imp_expr *cond;	/* only if this holds; NULL: always */
  struct imp_expr *to, *from, *bytes;
  /* Emits the store, if it is not a move; SERIAL: before an error, outside of parallel loops.  */
  void (*emit) (struct lower *l, struct deferred *d, bool serial);
  struct imp_expr **ops;	/* for EMIT: the operands of BY; */
  struct vecval **vecs;		/* updaterows: those that are vectors */
  struct deferred *next;
};

/* A destination of the region met so far.  */
struct dest
{
  struct imp_expr *p, *bytes;
  bool maybe_deferred;
  bool anywhere;		/* unknown: P and BYTES are NULL */
  struct fir_stmt *loop;	/* the statement that stores */
  struct dest *next;
};

/* A check that was made ahead of its place.  */
struct done
{
  struct fir_stmt *s;
  struct done *next;
};

/* A handle made inside an element, released at the end of the block that made it.  */
struct row
{
  struct imp_block *block;
  struct imp_var *handle;
  struct row *next;
};

/* The element that is being computed.  */
struct loop;
struct element
{
  struct imp_expr *index;	/* the index of the loop */
  struct imp_expr *outer;	/* that of the outermost loop: the element that a failure belongs
				   to, and at which a chunk is resumed */
  bool checked;			/* false: an earlier pass has made all checks */
  struct imp_var *ok;		/* cleared when a check fails in a nested block; NULL if none can */
  struct imp_var *none_failed;	/* in a loop that combines from left to right: cleared when an
				   element fails, since the next has nothing to combine with; else
				   NULL */
  bool needs, values;		/* its checks are NEEDs; VALUES: it has more than those */
  struct fir_stmt *ordering;	/* the last ordering in it, and how often each of its keys comes */
  struct vecval *counts;
  struct element *around;	/* the element of the loop around */
  struct loop *region;		/* the loop of the region to which it belongs, NULL: a skeleton */
  struct row *rows;
};

struct lower
{
  struct fir_prog *prog;	/* lowered to P */
  struct imp_prog *p;
  struct nova_ctx *ctx;
  struct fir_region *region;
  struct imp_proc *proc;
  const struct nova_target *target;
  enum lower_reads reads;
  struct pass_log *log;
  struct imp_block *b;		/* statements go here */
  struct element *elem;		/* NULL outside loops */
  bool in_order;		/* the operator being lowered combines no partial results */
  struct fir_var *tail;		/* the result of the function being applied */
  struct live *live;
  struct deferred *deferred;
  struct dest *dests;
  struct kept *kept;
  struct done *done;
  unsigned walks;		/* numbers for struct bind's walk */
  struct noted *noted;		/* of variables, by number; FIR itself is left as it is */
  unsigned nnoted;
  jmp_buf *refused;		/* target of lower_refuse, */
  struct lower_refusal *why;	/* with the reason, if this is not NULL */
};

/* --- lower.c -------------------------------------------------------------------------------- */

/* The binding of V, made when first asked for.  */
extern struct bind *lower_bind (struct lower *l, const struct fir_var *v);
/* Does S, a primitive, wrap: by itself, or after a call of one of the next two?  Let S wrap, which
   is speculated; let FN wrap, which combines partial results, and so may overflow where the source
   does not (unless L->in_order).  */
extern bool lower_wraps (struct lower *l, const struct fir_stmt *s);
extern void lower_let_wrap (struct lower *l, const struct fir_stmt *s);
extern void lower_let_all_wrap (struct lower *l, struct fir_fn *fn);
/* Count the uses in FN, which belongs to no statement.  */
extern void lower_count_fn (struct lower *l, struct fir_fn *fn);
/* All statements of B in order.  */
extern void lower_stmts (struct lower *l, struct fir_block *b);
extern void lower_stmt (struct lower *l, struct fir_stmt *s);
extern void lower_live_add (struct lower *l, struct imp_var *v);
extern void lower_live_remove (struct lower *l, struct imp_var *v);
/* Free and release everything that is alive, into B.  */
extern void lower_cleanup (struct lower *l, struct imp_block *b);
/* Drop, here, what has become live since MARK.  */
extern void lower_drop_since (struct lower *l, struct live *mark);
/* Refuse the whole program, because of the statement at SITE, with a reason.  */
extern void lower_refuse (struct lower *l, uint32_t site, const char *fmt, ...)
  __attribute__ ((noreturn, format (printf, 3, 4)));
/* Into B, the cleanup before an error at S is raised: the stores preceding S take effect, and
   everything is freed.  */
extern void lower_unwind (struct lower *l, struct fir_stmt *s, struct imp_block *b);
/* RAISE of the failures in S.  */
extern void lower_raise (struct lower *l, struct fir_stmt *s);

/* --- lower-expr.c: scalars ------------------------------------------------------------------ */

extern struct imp_expr *e_size (struct lower *l, uint64_t n);
extern struct imp_expr *e_const (struct lower *l, const struct type *t, __int128 i, long double f);
extern struct imp_expr *e_op (struct lower *l, enum fir_op op, struct imp_expr *x,
			      struct imp_expr *y);
extern struct imp_expr *e_select (struct lower *l, struct imp_expr *c, struct imp_expr *x,
				  struct imp_expr *y);
extern struct imp_expr *e_call (struct lower *l, enum imp_fn fn, const struct type *t,
				unsigned nargs, ...);
/* E as a condition: an integral expression.  */
extern struct imp_expr *e_test (struct lower *l, struct imp_expr *e);
/* A second use of E, which is a constant or a variable.  */
extern struct imp_expr *e_again (struct lower *l, struct imp_expr *e);
/* *E becomes: E, and X equals Y, a constant or a variable; *E NULL: true.  */
extern void e_and_equal (struct lower *l, struct imp_expr **e, struct imp_expr *x,
			 struct imp_expr *y);
/* new NAME : TYPE [:= INIT].  */
extern struct imp_var *s_new (struct lower *l, const char *name, const struct type *t,
			      struct imp_expr *init);
extern struct imp_var *s_array (struct lower *l, const char *name, const struct type *t,
				uint64_t n);
extern struct imp_var *s_temp (struct lower *l, const char *name, const struct type *t,
			       struct imp_expr *n, uint32_t site);
extern void s_assign (struct lower *l, struct imp_var *v, struct imp_expr *e);
extern void s_store (struct lower *l, struct imp_expr *base, struct imp_expr *index,
		     struct imp_expr *value);
/* The blocks of new statements; the caller sets l->b to them and back.  */
extern struct imp_stmt *s_if (struct lower *l, struct imp_expr *cond);
extern struct imp_stmt *s_for (struct lower *l, const char *name, struct imp_expr *begin,
			       struct imp_expr *end, uint64_t step, bool ivdep);
/* E, bound to a new variable NAME unless it is a variable or a constant.  */
extern struct imp_expr *lower_name (struct lower *l, struct imp_expr *e, const char *name);
/* The product of sizes X and Y, likewise; of constants it is a constant.  */
extern struct imp_expr *lower_product (struct lower *l, struct imp_expr *x, struct imp_expr *y,
				       const char *name);
/* The expression for atom A, a scalar.  */
extern struct imp_expr *lower_atom (struct lower *l, struct fir_atom a);
/* Bind V to E: to E itself if that is evaluated once and cannot change, else to a new variable.  */
extern void lower_let (struct lower *l, struct fir_var *v, struct imp_expr *e);
/* FN applied to X and Y: its statements go to l->b, its result is returned.  */
extern struct imp_expr *lower_apply (struct lower *l, struct fir_fn *fn, struct imp_expr *x,
				     struct imp_expr *y);
/* The condition of check KIND over ARGS, from check.def.  */
extern struct imp_expr *lower_holds (struct lower *l, enum check_kind kind,
				     struct imp_expr *const *args);
/* Before and after a nested block in which a check of the element may fail.  */
extern void lower_need_ok (struct lower *l);
extern void lower_rest_if_ok (struct lower *l);
extern void lower_prim (struct lower *l, struct fir_stmt *s);
extern void lower_leaf (struct lower *l, struct fir_stmt *s);
/* Is a vector of type T lent to LEAF for the duration of a call, so that it needs no handle?  */
extern bool lower_lends (struct fir_leaf *leaf, const struct type *t);
/* Are V's elements copied to contiguous memory for a leaf: are they strided, without a handle?  */
extern bool lower_leaf_packs (struct vecval *v);
/* Vector V as an argument of a leaf.  *FRESH: it is the caller's to release.  One that it LENDS,
   since the leaf cannot return it or what it returns is copied then, is a descriptor in the block,
   whose length and data are visible: when the leaf is inlined nothing of the descriptor
   remains.  */
extern struct imp_expr *lower_leaf_vector (struct lower *l, struct vecval *v, bool lends,
					   bool *fresh);
extern void lower_check (struct lower *l, struct fir_stmt *s);
/* Inside an element: the rest runs only if HOLDS; else the element fails with KIND and ARGS at S's
   site.  Sets l->b to the block of the rest.  */
extern void lower_guard_element (struct lower *l, struct fir_stmt *s, struct imp_expr *holds,
				 struct imp_expr *elem, enum check_kind kind, unsigned nargs,
				 struct imp_expr *const *args);

/* --- lower-vec.c: vectors ------------------------------------------------------------------- */

extern struct vecval *lower_vec (struct lower *l, struct fir_atom a);
extern struct vecval *vec_new (struct lower *l, enum vec_kind kind, const struct type *t);
/* A vecval for the owned or borrowed handle H of a contiguous vector.  */
extern struct vecval *vec_of_handle (struct lower *l, struct imp_var *h, const struct type *t,
				     bool owned);
/* Is V a flat vector of the code around, in memory that is the program's?  */
extern bool vec_around_p (struct lower *l, struct fir_var *v);
/* Release owned handle H at the end: of the element, else of the procedure or with an error.  */
extern void vec_own (struct lower *l, struct imp_var *h);
/* Forget owned handle H: its reference was given away.  */
extern void vec_disown (struct lower *l, struct imp_var *h);
/* A new vector of N elements, owned and live.  */
extern struct vecval *vec_alloc (struct lower *l, const char *name, const struct type *t,
				 struct imp_expr *n, uint32_t site);
/* The same, in the memory of IN (NULL: not) if there is no other reference to that, UNLESS a test
   (NULL: none).  */
extern struct vecval *vec_alloc_in (struct lower *l, const char *name, const struct type *t,
				    struct imp_expr *n, uint32_t site, struct vecval *in,
				    struct imp_var *unless);
/* A handle of V: for leaves and results.  *FRESH: it is the caller's to release.  */
extern struct imp_expr *vec_handle (struct lower *l, struct vecval *v, bool *fresh);
/* FLAT, an owned handle, reshaped or cut as V is.  */
extern struct imp_expr *vec_reshaped (struct lower *l, struct vecval *v, struct imp_expr *flat);
/* The base elements of V.  */
extern struct imp_expr *vec_total (struct lower *l, struct vecval *v);
/* The elements of its outermost level, a variable or a constant.  */
extern struct imp_expr *vec_len (struct lower *l, struct vecval *v);
/* Segment I of V; are the extents of all its levels, or those of all but the outermost, known?  */
extern struct vecval *vec_row (struct lower *l, struct vecval *v, struct imp_expr *i);
extern bool vec_regular (struct vecval *v);
/* Are the offsets of all irregular levels of V known?  */
extern bool vec_placed (struct vecval *v);

/* --- lower-index.c: elements by index, and index-only operations ----------------------------- */

extern void lower_index_op (struct lower *l, struct fir_stmt *s);
extern void lower_at (struct lower *l, struct fir_stmt *s);
extern void lower_get (struct lower *l, struct fir_stmt *s);

/* --- lower-strided-param.c: parameters that are read in place -------------------------------- */

/* Parameter VAR as loose; NULL if it has to be contiguous.  */
extern struct vecval *strided_param (struct lower *l, struct fir_var *var, struct imp_var *param);
/* Is this a version that is only called if VAR is contiguous?  */
extern bool strided_known_dense (struct lower *l, struct fir_var *var);
/* X + Y; I SLOPE + MORE (NULL: nothing): of integers that may wrap.  */
extern struct imp_expr *strided_sum (struct lower *l, struct imp_expr *x, struct imp_expr *y);
extern struct imp_expr *strided_slope (struct lower *l, struct imp_expr *slope, struct imp_expr *i,
				       struct imp_expr *more);
/* V[I], of which ELEMENT is the value in memory; I is used once more.  */
extern struct imp_expr *strided_element (struct lower *l, struct vecval *v,
					 struct imp_expr *element, struct imp_expr *i);
/* R, segment I of V in memory, gets V's slopes.  */
extern void strided_slopes (struct lower *l, struct vecval *r, struct vecval *v,
			    struct imp_expr *i);
/* reshape x, of a loose one.  */
extern struct vecval *strided_reshape (struct lower *l, struct fir_stmt *s, struct vecval *x);
/* The elements of A, a loose vector, as a function of their number.  */
extern struct fir_fn *strided_element_fn (struct lower *l, struct fir_atom a);

/* --- lower-rows.c: irregular levels --------------------------------------------------------- */

/* Load V's offsets, V being known by its handle only.  */
extern void rows_offsets (struct lower *l, struct vecval *v);
/* Does region L use the segments of VAR, a parameter?  */
extern bool rows_wanted (struct lower *l, struct fir_var *var);
/* The N elements from LO on of the level below the outermost one of V.  */
extern struct vecval *rows_part (struct lower *l, struct vecval *v, struct imp_expr *lo,
				 struct imp_expr *n);
/* Positions *LO and *HI among the segments of level K - 1 of V as positions in level K, named.  */
extern void rows_descend (struct lower *l, struct vecval *v, unsigned k, struct imp_expr **lo,
			  struct imp_expr **hi);
/* A new handle of the N base elements of V from LO on; a new handle of V, a nested vector without
   one.  */
extern struct imp_expr *rows_base (struct lower *l, struct vecval *v, struct imp_expr *lo,
				   struct imp_expr *n);
extern struct imp_expr *rows_handle (struct lower *l, struct vecval *v);
/* Owned H cut at the elements of offsets vector O, whose elements are copied.  */
extern struct imp_expr *rows_cut (struct lower *l, struct vecval *o, struct imp_expr *h);

/* V[I], a scalar or record.  */
extern struct imp_expr *vec_element (struct lower *l, struct vecval *v, struct imp_expr *i);
/* V materialised; V itself if it is in memory.  */
extern struct vecval *vec_memory (struct lower *l, struct vecval *v);
/* An owned handle of V, which stays valid when V's operands are released.  */
extern struct imp_expr *vec_owned (struct lower *l, struct vecval *v);

/* --- lower-branch.c: if and case ------------------------------------------------------------ */

/* Where the results of a block go: into variables, of an element also the addresses and lengths of
   vectors; in tail position of a function that runs as a loop, a call of it begins the next
   iteration.  */
struct piece;
struct sink
{
  struct imp_var **res;
  struct piece *piece;		/* one for each result; NULL: vectors are handles */
  struct turn *turn;		/* NULL: the block is not in tail position of any */
};
/* The statements of B into block TO, its results to K.  Memory that B allocates is dropped at its
   end.  */
extern void lower_block_to (struct lower *l, struct fir_block *b, struct imp_block *to,
			    struct sink *k);
/* IF and CASE: into new variables, or into K.  */
extern void lower_branch (struct lower *l, struct fir_stmt *s);
extern void lower_branch_to (struct lower *l, struct fir_stmt *s, struct sink *k);
/* In an element: a sink for the results of S, which the N functions FNS return; vectors as memory
   where that is possible.  T: S is the call of the function that runs as T; else NULL.  */
extern struct sink lower_pieces (struct lower *l, struct fir_stmt *s, struct fir_fn **fns,
				 unsigned n, struct turn *t);
/* Bind S's results to what K has of them.  */
extern void lower_pieces_bind (struct lower *l, struct fir_stmt *s, struct sink *k);
/* new NAME : TYPE for each of the results of S, to be assigned.  */
extern struct imp_var **lower_res_new (struct lower *l, struct fir_stmt *s);
/* Bind S's results to the variables RES.  */
extern void lower_res_bind (struct lower *l, struct fir_stmt *s, struct imp_var **res);

/* --- lower-mu.c: function values ------------------------------------------------------------ */

extern void lower_apply_value (struct lower *l, struct fir_stmt *s);
/* Is S a call of the function that runs as T?  Begin its next iteration.  */
extern bool lower_is_turn (struct turn *t, struct fir_stmt *s);
extern void lower_next_turn (struct lower *l, struct fir_stmt *s, struct turn *t);
/* Before the statements of S's block: what they make for it has its place.  */
extern void lower_turn_places (struct lower *l, struct fir_stmt *s, struct turn *t);
/* Is V, a vector, known around the function that runs as T, or carried as memory that outlives its
   turns?  */
extern bool lower_turn_keeps (struct turn *t, struct fir_var *v);

/* --- lower-counted.c: function values whose turns count --------------------------------------- */

/* If S, in an element, calls a mu whose turns only count and combine, lower it to a LOOP and return
   true.  */
extern bool lower_counted (struct lower *l, struct fir_stmt *s);

/* --- lower-fun.c: recursive functions of the program ---------------------------------------- */

extern void lower_fun_call (struct lower *l, struct fir_stmt *s);

/* --- lower-store.c -------------------------------------------------------------------------- */

/* Where an output of LOOP with destination DEST writes: DEST itself or, if that could change
   what is still to be read, a temp that is moved there at the end.  N elements of type T.
   FAILS: a function may fail while the loop writes.  */
extern struct imp_expr *lower_dest (struct lower *l, struct fir_stmt *loop, struct fir_out *out,
				    struct imp_expr *n, bool fails);
extern void lower_store (struct lower *l, struct fir_stmt *s);

/* A vector that is made at P, where loop STORE stores it, or in a buffer if CONF holds (NULL:
   always); WAITS: there may be a buffer.  FROM: the buffer or P.  */
struct placed
{
  struct fir_stmt *store;
  struct imp_expr *p, *from, *bytes, *n;
  struct imp_var *conf;
  bool waits;
  struct fir_stmt *maker;	/* rows of SIZE elements, each made in its place by this loop in
				   the body; NULL: others */
  struct fused_store *flat;	/* or the loop makes all elements of them one by one; NULL: not */
  struct imp_expr *size;
};
/* Where S writes its N elements, TO having its destination, and in CONF further conditions that
   forbid writing there now.  FAILS: an element of S may fail.  */
extern struct imp_expr *lower_place (struct lower *l, struct fir_stmt *s, struct placed *to,
				     struct imp_expr *n, bool fails);
/* The store stands here.  */
extern void lower_placed_store (struct lower *l, struct placed *to);
/* May S write its result in the memory of V, which nobody but the region can read: false if memory
   of unknown extent is read from S on; *CONF: the condition that forbids it at run time, NULL if
   nothing does.  */
extern bool lower_may_overwrite (struct lower *l, struct fir_stmt *s, struct vecval *v,
				 struct imp_var **conf);
/* Can the definition of A be lowered ahead of its place: is it a view or an operand of one?  Lower
   it; false if that is impossible.  */
extern bool lower_early_p (struct lower *l, struct fir_atom a);
extern bool lower_early (struct lower *l, struct fir_atom a);
/* The stores so far: where the list of deferred ones ends, the destinations, and the vectors that
   have been copied.  */
struct stores
{
  struct deferred **end;
  struct dest *dests;
  struct kept *kept;
};
extern struct stores lower_stores (struct lower *l);
/* Those since BEFORE, of a branch of the region which has no others and reads nothing behind it,
   take effect here; the other branch is lowered as if they were not there.  */
extern void lower_end_stores (struct lower *l, struct stores before);
/* The base elements of V, in memory, as they are before BYTES bytes are written at P and before the
   deferred stores so far: V's memory itself, or a copy if any of these writes may
   change it.  */
extern struct imp_expr *lower_kept (struct lower *l, struct vecval *v, struct imp_expr *p,
				    struct imp_expr *bytes, uint32_t site);
/* Emit the deferred stores, except those of statement EXCEPT.  */
extern void lower_deferred (struct lower *l, struct fir_stmt *except);

/* --- lower-reused.c --- */

/* A parameter of the region in whose memory LOOP may write a vector of type T, or NULL; *CONF: the
   condition that forbids it at run time, NULL if nothing does.  */
extern struct vecval *lower_reused (struct lower *l, struct fir_stmt *loop, const struct type *t,
				    struct imp_var **conf);
/* The same of S, a skeleton whose result begins as X: the memory of X, if that is a parameter.  */
extern struct vecval *lower_reused_by (struct lower *l, struct fir_stmt *s, struct fir_var *x,
				       struct imp_var **conf);

/* --- lower-write.c, lower-sort.c, lower-count.c ---------------------------------------------- */

/* Is OP lowered there, by a skeleton?  */
static inline bool
shape_of (enum fir_op op)
{
  return fir_op_info[op].flags & FIR_FLAG_SHAPE;
}
/* Does shape S begin with its operand K, and change that?  */
static inline bool
shape_over (const struct fir_stmt *s, unsigned k)
{
  return k == 0 && fir_op_info[s->op].flags & FIR_FLAG_OVER;
}
extern void lower_write (struct lower *l, struct fir_stmt *s);
extern void lower_sort (struct lower *l, struct fir_stmt *s);
extern void lower_merge (struct lower *l, struct fir_stmt *s);
extern void lower_count (struct lower *l, struct fir_stmt *s);
extern void lower_radix (struct lower *l, struct fir_stmt *s);

/* --- lower-reads.c --------------------------------------------------------------------------- */

/* No more are the first few; a number that is that of a parameter of the region, plus one.  */
#define READS_MOST 16
#define READS_PARAM (UINT64_MAX - 1)
/* No element of X, flat, but the first so many is read; 0: that is not known, or they are more than
   READS_MOST.  READS_PARAM: no more than 1 and *PARAM, a parameter of the region.  */
extern uint64_t lower_first_read (struct lower *l, struct fir_var *x, struct fir_var **param);
/* The same of constant numbers, and the length of X serves as before if it is less, but no less
   than that.  */
extern uint64_t lower_first_looked_at (struct lower *l, struct fir_var *x);

/* If no more than the first few elements of what S, a sort or radix, makes are read, and LESS, its
   comparison, cannot fail, lower it so that only these are sorted: else false.  */
extern bool lower_first (struct lower *l, struct fir_stmt *s, struct fir_fn *less);
/* Of lower-sort.c: sorts each of NC chunks of SIZE elements of v separately, to r, or (FLIP) to t,
   if that takes an even number of merges; t is scratch memory.  Only the chunks are sorted.  */
extern const char lower_sort_chunks[];
/* Of lower-sort.c, for v of n elements: TWO: whether these are at most two runs in order, of which
   the second begins at CUT; and how two such runs become r.  */
extern const char lower_sort_runs[], lower_sort_two[];

/* --- lower-strided-store.c, lower-fused-store.c: strided stores ------------------------------ */

extern void lower_strided_store (struct lower *l, struct fir_stmt *s);
/* Defer S to the end of the region, where EMIT does it, with the operands that the caller
   fills in.  */
extern struct deferred *strided_defer (struct lower *l, struct fir_stmt *s,
				       void (*emit) (struct lower *, struct deferred *, bool));
/* The EMIT of storestrided, of elements in memory.  */
extern void strided_emit (struct lower *l, struct deferred *d, bool serial);

/* A strided store of elements that a loop makes.  Element I is (i1, ..., ik): i1 is I div INNER[0],
   i2 the remainder div INNER[1], and so on.  */
struct fused_store
{
  struct fir_stmt *s, *loop;	/* the store, and the loop */
  unsigned levels;
  struct fir_atom *dims;	/* the extents of the vector, one per level, and named; */
  struct imp_expr **n;
  struct imp_expr *all;		/* their product, visibly a product */
  struct imp_expr **inner;	/* the base elements in one element of a level, NULL for 1;
				   constants or variables */
  struct imp_expr **step;	/* the strides of the levels, i64, also constants or variables */
  struct imp_expr *p;
  struct imp_expr *buffer, *conf;	/* a contiguous buffer, and a variable, whether it is
					   used; NULL: never; always */
  struct fir_atom *by;		/* what the loop's body itself divides the index by at each level,
				   if not known to equal INNER; absent: it does not divide */
  struct imp_expr *equal;	/* a variable: all these equal INNER; NULL: there are none */
  bool same;			/* EQUAL holds for the elements being lowered */
};

/* Is a strided store the only use of the vector of OUT, so that LOOP can do it?  That store; NULL
   if there is none.  */
extern bool lower_fused_p (struct lower *l, struct fir_stmt *loop, struct fir_out *out);
extern struct fused_store *lower_fused_store (struct lower *l, struct fir_stmt *loop,
					      struct fir_out *out);
/* Where F's loop stores its N elements, those of OUT.  APART: a separate loop stores them in the
   buffer; else STEP is chosen at run time.  */
extern struct imp_expr *lower_fused_dest (struct lower *l, struct fused_store *f,
					  struct fir_out *out, struct imp_expr *n, bool apart);
/* The parts of the index of LOOP, which stores the elements of rows one after another; NULL: it
   uses none.  Is A part K of its index?  */
extern struct fused_store *fused_plain (struct lower *l, struct fir_stmt *loop);
extern bool fused_part_p (struct fused_store *f, struct fir_atom a, unsigned k);
/* The offset from F's P at which it stores element I, a variable or constant.  */
extern struct imp_expr *fused_offset (struct lower *l, struct fused_store *f, struct imp_expr *i);
/* Bind the quotients and remainders of index I that the loop's body has in common with the store to
   the same expressions; I NULL: no longer.  */
extern void fused_bind_parts (struct lower *l, struct fused_store *f, struct imp_expr *i);
/* Whether a conflict forbids that LOOP stores its elements of T by F while it runs; NULL if it
   never does, or (*MAYBE) always.  */
extern struct imp_var *lower_fused_conflict (struct lower *l, struct fir_stmt *loop,
					     struct fused_store *f, const struct type *t,
					     bool *maybe);
/* Does S, in the body of LOOP, which stores by F, read a row of some vector at the first part of
   the index, and only elements of that row at the other parts?  */
extern bool fused_reads_parts (struct lower *l, struct fused_store *f, struct fir_stmt *loop,
			       struct fir_stmt *s);
/* The memory from the lowest to the highest element of regular V: its address *FROM, and its size
   *BYTES.  */
extern void strided_extent (struct lower *l, struct vecval *v, struct imp_expr **from,
			    struct imp_expr **bytes);
/* A test whether F's loop, which reads V, in memory, at its index or (PARTS) part by part, reads
   some element I at an address other than that at which F writes element I.  NULL: certainly
   not.  */
extern struct imp_expr *fused_elsewhere (struct lower *l, struct fused_store *f, struct vecval *v,
					 bool parts);

/* --- lower-kept.c: what a store of rows would change is copied before ------------------------- */

/* N rows of LEN elements, row I at BASE + I STEP.  */
struct own_rows
{
  struct imp_expr *base, *step, *len, *n;
  const struct fir_var *index;
};
/* A column: the element of row I of the loop with INDEX is DATA[I STEP], STEP NULL: 1.  */
struct column
{
  const struct fir_var *index;
  struct imp_expr *data, *step;
};
/* Does S, in the body of LOOP, which makes rows in TO, make row INDEX of *O to be read only where
   it is written, if O are the rows in TO, or in a column that can be copied before; or (INDEX NULL)
   a row that can be copied before?  */
extern bool kept_own_row (struct lower *l, struct fir_stmt *loop, const struct placed *to,
			  struct fir_stmt *s, struct own_rows *o);
/* A test whether O are the rows in TO; NULL: they are.  */
extern struct imp_expr *kept_same (struct lower *l, const struct placed *to,
				   const struct own_rows *o);
/* Copy the columns, and the rows, that LOOP reads of its own rows.  */
extern void kept_parts (struct lower *l, struct fir_stmt *loop, struct placed *to);
/* The element of C that the loop's element reads.  */
extern struct imp_expr *kept_element (struct lower *l, const struct column *c);
/* Can X be replaced by a copy?  Copy it if OVER holds and it is short beside N elements that are
   stored; a test whether OVER holds and it is not copied.  */
extern bool kept_vector_p (struct lower *l, struct fir_var *x);
extern struct imp_expr *kept_vector (struct lower *l, struct fir_var *x, struct imp_expr *over,
				     struct imp_expr *n, uint32_t site);
/* The vectors that have been replaced since BEFORE are themselves again.  */
extern void kept_end (struct lower *l, struct kept *before);

/* --- lower-destination.c --------------------------------------------------------------------- */

/* The result of skeleton S, of N elements, in the memory where a loop will store it, if that is its
   only use; else NULL.  FAILS: an element of S may fail.  */
extern struct vecval *lower_placed (struct lower *l, struct fir_stmt *s, struct imp_expr *n,
				    bool fails);
/* Is LOOP such a store?  Then nothing is left to emit but its deferred move.  */
extern bool lower_stores_placed (struct lower *l, struct fir_stmt *loop);
/* The loop that stores the base elements of X, a nested vector that S makes, if X is used for
   nothing else but lengths and elements of rows, and if all that stands between can be lowered
   ahead; else NULL.  *OFFSETS: those of its rows are needed; *READ, false before: elements are.  */
extern struct fir_stmt *lower_rows_stored (struct lower *l, struct fir_stmt *s, struct fir_var *x,
					   bool *offsets, bool *read);
/* Then, where the counts of X are known: its flattenings, lengths, and the check of room before
   loop ST; where S writes the N base elements.  LATE: elements of S may fail when others have been
   written, and their errors come before that of the room, which is checked behind S.  */
extern void lower_rows_room (struct lower *l, struct fir_stmt *s, struct fir_var *x,
			     struct fir_stmt *st, bool late);
/* Does store ST of rows compute something of each element?  That of X, an element.  */
extern bool lower_rows_convert (const struct fir_stmt *st);
extern struct imp_expr *lower_rows_element (struct lower *l, struct fir_stmt *st,
					    struct imp_expr *x);
extern struct imp_expr *lower_rows_place (struct lower *l, struct fir_stmt *s, struct fir_stmt *st,
					  struct imp_expr *n, bool late);
/* Operand A of skeleton S, if nothing else refers to its memory, so that S may update it in place;
   else NULL.  */
extern struct vecval *lower_taken_over (struct lower *l, struct fir_stmt *s, struct fir_atom a);

/* --- lower-delayed.c ------------------------------------------------------------------------- */

/* Is loop S not lowered, its elements being computed where they are used?  */
extern bool lower_delayed (struct lower *l, struct fir_stmt *s);
/* Is S a loop whose results are rows that are flattened, and then only used as bins use them, so
   that they are delayed?  Then what flattens them is bound to it (ROWS), and has been counted
   unless the bins do that (LATE).  */
extern bool lower_delayed_rows (struct lower *l, struct fir_stmt *s);
/* How many elements the rows have that S, such a loop, makes.  */
extern struct imp_expr *lower_count_rows (struct lower *l, struct fir_stmt *s);

/* --- lower-progression.c --------------------------------------------------------------------- */

/* Are the rows that loop S makes, each by a loop, arithmetic progressions of integers?  */
extern bool lower_progression_p (struct fir_stmt *s);
/* Are all elements of A one value, which is bound where A is, or before?  */
extern bool lower_same_value (struct fir_atom a);
/* Lower the loop that makes the checks of S, whose rows are progressions, and describes them: its
   results are the number of all elements and, for each row, how many it has, the first one, and
   how much more the next one is.  Returns that loop.  */
extern struct fir_stmt *lower_progressions (struct lower *l, struct fir_stmt *s);

/* --- lower-commute.c ------------------------------------------------------------------------- */

extern bool lower_commutes (struct lower *l, struct fir_fn *fn);
/* The number, and 1, of the field of O's values that holds the index of the element, if O, of a
   loop with that BODY, commutes once the operands are in its order; else 0.  */
extern unsigned lower_commutes_by (const struct fir_out *o, const struct fir_fn *body);

/* --- lower-loop.c --------------------------------------------------------------------------- */

extern void lower_loop (struct lower *l, struct fir_stmt *s);
/* The E of type T with OP (x, E) == x for every x, bit for bit; NULL if there is none.  */
extern struct imp_expr *reduce_neutral (struct lower *l, enum fir_op op, const struct type *t);
/* Release the handles that EL made.  */
extern void elem_release_rows (struct lower *l, struct element *el);

#endif

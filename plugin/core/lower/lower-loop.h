/* A LOOP being lowered; shared by lower-loop.c and the files of its parts, named below.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LOWER_LOOP_H
#define NOVA_LOWER_LOOP_H

#include "lower-int.h"

/* What an output does in the pass that is being lowered.  */
enum job
{
  JOB_NONE,
  JOB_VEC,			/* stores its value at the element's index */
  JOB_REDUCE,			/* combines its values: of a reduce, or of a scan's first pass */
  JOB_COUNT,			/* counts the guards that hold: a filter's first pass */
  JOB_FILTER,			/* stores the values whose guard holds at its cursor */
  JOB_SCAN, JOB_EXSCAN,		/* combines on and stores */
  JOB_LENGTHS,			/* adds up the extents of values that are vectors: the first pass */
  JOB_ROWS,			/* writes values that are vectors, one behind the other */
  JOB_KEEP,			/* keeps the handles of values that are vectors */
  JOB_FOLD			/* combines vectors to one */
};

/* How combining starts in a chunk.  */
enum start
{
  START_NEUTRAL,		/* from an element that changes nothing, bit for bit */
  START_FIRST,			/* from the first element: it always has a value */
  START_FLAG,			/* from the first element that has one: a flag tells */
  START_SEED			/* from a value given from before */
};

/* Memory that grows while a loop inside an element writes to it.  A place in it, AT elements from
   its beginning, for the vector that another loop makes; PLACED: the pointer to that, set by that
   loop.  */
struct grow;
struct grown
{
  struct grow *in;
  struct imp_expr *at, *placed;
  struct grow *other;		/* used in turns with IN, if FLIP is 0; NULL: there is but IN */
  struct imp_var *flip;
};

/* How the values of an output are combined: those of a reduction; of a scan, which also stores the
   accumulators; of a filter, whose values are counted before they are stored.  */
struct combining
{
  enum fir_op op;		/* operator known to be associative and commutative, or FIR_LAST */
  enum start start;
  struct imp_expr *neutral;	/* START_NEUTRAL */
  struct imp_expr *seed;	/* START_SEED */
  bool commutes, tree;		/* lanes are valid; a tree is valid and worth it */
  unsigned by;			/* COMMUTES in the order of this field of the values, and 1; 0: as
				   they are */
  struct imp_var *acc, *has;
  struct imp_var *part, *haspart;	/* one a chunk; NULL in a nested loop */
  struct imp_var *sum;		/* the result */
};

/* Where the values of an output are stored: all but those of a reduction.  */
struct storing
{
  struct vecval *vec;		/* a new vector */
  struct imp_expr *d;		/* pointer to write to */
  struct fused_store *fused;	/* how elements are stored with steps; NULL: side by side */
  struct imp_expr *count;	/* how many were written */
  struct imp_var *pos;		/* cursor */
  bool wide;			/* a filter: there is room for each value, kept or not */
  struct grow *grow;		/* D is in this memory, which may be reallocated; NULL: there is
				   room */
  struct grown *to;		/* where in GROW it begins; NULL: at its beginning */
};

struct values;
struct out
{
  struct fir_out *o;
  const struct type *t;		/* of the values */
  enum job job;
  struct combining comb;
  struct storing mem;
  bool branch;			/* its computation in the second pass stands in a branch */
  const char *shape;		/* for the report */
  /* If its values are vectors:  */
  bool vecs;			/* combines them: lower-row-combine.c; */
  struct vecval *row;		/* element by element, in this memory; NULL: not */
  struct imp_expr *length;	/* of its rows, if each chunk combines its own */
  bool rows;			/* its result is their nested vector: lower-row-output.c, */
  struct values *vals;		/* which has this */
  bool keeps;			/* its result is their handles, each one for itself, */
  struct imp_var *room;		/* which are here: lower-row-keep.c */
};

/* A statement of the body whose vector or scalar is computed in the counting pass only: ROOM keeps
   it for each element.  Or one for each turn of LOOP, a loop of the body that takes as many as the
   row has that the element reads: either LOOP itself, which stores a vector of them, or a scalar in
   it.  These lie in ROOM in the places of the rows; of the running element at AT.  */
struct places;
struct kept
{
  struct fir_stmt *s, *loop;	/* LOOP: NULL if it is one of the element */
  struct imp_var *room, *at;
  struct places *places;
  bool guard;			/* only whether it holds is needed */
  struct kept *next;
};

/* What the running pass does with values computed once for both passes: nothing; FIND them, NEED1
   having the needs of the first pass; KEEP them; READ them.  */
enum keeping { KEEPING_NONE, KEEPING_FIND, KEEPING_KEEP, KEEPING_READ };

struct loop
{
  struct lower *l;
  struct fir_stmt *s;
  struct fir_block *body;
  struct imp_expr *n;
  unsigned cost;		/* of an element, nested loops at COST_TURNS */
  struct imp_expr *elem_cost;	/* the same, or better, named */
  struct imp_expr *along[3];	/* the rows along which it runs, as those of IMP_LOOP; [0] NULL: it
				   does not */
  struct vecval *loaded;	/* offsets of rows at a pointer, which leaves load; NULL: none */
  bool fails, leaf_fails;	/* an element check or leaf may fail; a leaf may */
  unsigned passes;		/* over its elements */
  bool late;			/* an element may fail when others have been stored, which is not
				   seen then */
  bool checks_ahead;		/* the first pass only checks, and stores nothing */
  bool nested;			/* inside another loop: no parfor */
  bool once;			/* nested, and written in one pass, although the amount is not
				   known in advance */
  bool checked;			/* the running pass makes the checks */
  bool *precheck;		/* the statements of the body that check a chunk ahead of the
				   running pass, which then does not; NULL: none */
  bool inner;			/* the body holds loops */
  bool turns;			/* it calls functions of its own, which may be loops of C */
  bool apart;			/* a strided store that may go to a buffer has a separate loop for
				   that */
  bool serial;			/* an output combines vectors: one chunk, */
  bool parts;			/* unless each chunk combines rows in one of its own */
  bool gives;			/* the element being emitted gives its values to a LOOP of IMP, */
  bool stated;			/* it is stated whole, or that is being found out */
  bool whole;			/* which is that of the region, not of a chunk, */
  bool needs;			/* and states its checks as NEED; */
  bool ahead;			/* its checks can be made ahead of the rest of the element */
  struct imp_var *none_failed;	/* SERIAL, in a pass that checks: no element has failed so far */
  unsigned nouts, nstmts;
  struct out *outs;
  /* Of the running pass: which elements need each statement of the body.  Bit 0: every element;
     bit g: the elements whose guard number g holds.  */
  unsigned *need;
  unsigned *need1;		/* the same of the first pass: KEEPING_FIND */
  struct fir_atom guards[FIR_GUARDS + 1];	/* from 1 on */
  unsigned nguards;
  struct kept *kept;		/* what the first of two passes keeps for the second, per element */
  enum keeping keeping;		/* what the running pass does with them */
  struct kept *packed;		/* the only one: the values of its filter, one behind another from
				   the chunk's first element on, */
  struct imp_var *begin;	/* which is this in the running chunk */
  bool total[FIR_GUARDS + 1];	/* statements that only guard g needs may run for every element */
};

/* lower-chunk.c  */
/* The kinds of blocks in which a pass may take its elements, lanes side by side: for reductions and
   counts; for filters; for scans.  ANY: whatever the other outputs take.  */
enum blocks { BLOCKS_NONE, BLOCKS_ANY, BLOCKS_COMBINE, BLOCKS_FILTER, BLOCKS_SCAN };
/* The blocks of the running pass.  All of its outputs must take the same, and one must gain: an
   output gains 0 if it cannot take them, 1 if it can but is no faster, 2 if it is faster.  */
extern enum blocks chunk_lanes_pay (struct loop *lp);
/* Emit the elements B to E (variables) in the running pass; where filters and scans continue in
   chunk C (NULL: there are no chunks).  */
extern void chunk_range (struct loop *lp, struct imp_expr *b, struct imp_expr *e);
extern void chunk_begin (struct loop *lp, struct out *o, struct imp_expr *c);
/* The running pass over all NC chunks of SIZE elements.  */
extern void chunk_parfor (struct loop *lp, struct imp_var *size, struct imp_var *nc);
/* Room for one T a chunk.  */
extern struct imp_var *chunk_loop_array (struct loop *lp, const char *name, const struct type *t,
					 struct imp_var *nc);
/* Such room for what the running pass combines.  */
extern void chunk_parts_new (struct loop *lp, struct imp_var *nc);
/* new sum := INIT and the partial results in order; with PREFIX each is replaced by what comes
   before it.  */
extern void chunk_combine (struct loop *lp, struct out *o, struct imp_expr *init,
			   struct imp_var *nc, bool prefix);

/* lower-job.c  */
extern bool out_scans (struct out *o);
/* What each output does in pass PASS of PASSES.  */
extern void job_set (struct loop *lp, unsigned pass, unsigned passes);
/* The same of the last of PASSES, and of the first what the last does not.  */
extern void job_set_all (struct loop *lp, unsigned passes);
/* Check the room for filters that are stored; allocate the vectors, or find the destinations, that
   the last pass writes to; bind the results; report on each output.  */
extern void job_check_rooms (struct loop *lp);
extern void job_storage (struct loop *lp);
extern void job_results (struct loop *lp);
extern void job_report (struct loop *lp);

/* lower-cost.c  */
/* Rough instructions of an element.  */
extern struct imp_expr *elem_cost (struct loop *lp);
/* The vector of offsets whose elements I and I + 1 are the beginning and the end of row I of LP, N
   being the length of the row; NULL if there is none.  Element I of V as a size.  */
extern struct vecval *elem_offsets (struct loop *lp, struct fir_atom n);
extern struct imp_expr *elem_size_at (struct lower *l, struct vecval *v, struct imp_expr *i);
/* The nested vector whose row I, I being LP's index, is N, or has length N; else NULL.  */
extern struct vecval *elem_rows (struct loop *lp, struct fir_atom n);
/* What S loads, an offset of the rows along which a loop runs; NULL: it is nothing like that.  */
extern struct imp_expr *elem_offset (struct lower *l, struct fir_stmt *s);

/* lower-elem.c  */
/* Decide what the running pass needs of the body.  */
extern void elem_plan (struct loop *lp);
/* Emit element INDEX (a variable or constant); FIRST: it initialises the accumulators without a
   value.  */
extern void elem_emit (struct loop *lp, struct imp_expr *index, bool first);

/* lower-precheck.c  */
extern void precheck_plan (struct loop *lp);
extern void precheck_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e);

/* lower-reduce.c  */
/* Decide how O combines in the running pass.  */
extern void reduce_plan (struct loop *lp, struct out *o);
extern struct imp_expr *reduce_combine (struct loop *lp, struct out *o, struct imp_expr *x,
					struct imp_expr *y);
/* new acc [, has] and their start.  */
extern void reduce_begin (struct loop *lp, struct out *o);
extern void reduce_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g,
			   bool first);
/* Is operator FN cheap and unable to fail; unable to fail?  */
extern bool reduce_cheap (struct fir_fn *fn);
extern bool reduce_safe (struct fir_fn *fn);
/* What O gains by blocks of lanes or trees: see chunk_lanes_pay.  */
extern int reduce_gains (struct loop *lp, struct out *o);
/* What an element whose guard is G (NULL: it has none) counts for.  */
extern struct imp_expr *reduce_counted (struct lower *l, struct imp_expr *g);
extern bool job_combines (enum job job);
extern bool job_scans (enum job job);

/* lower-few.c  */
/* If LP, in an element, only filters, cannot fail, and no more than the first few of its values are
   read, lower it so that it ends with these: else false.  */
extern bool few_filter (struct loop *lp);

/* lower-filter.c  */
/* The value V of an element into filter O.  */
extern void filter_accept (struct lower *l, struct out *o, struct imp_expr *v, struct imp_expr *g);
/* What O gains by blocks.  */
extern int filter_gains (struct loop *lp, struct out *o);

/* lower-scan.c  */
extern void scan_accept (struct loop *lp, struct out *o, struct imp_expr *v,
			 struct imp_expr *index);
/* What O gains by blocks.  */
extern int scan_gains (struct loop *lp, struct out *o);

/* lower-give.c: LOOPs of IMP, which the passes over IMP schedule.  */
/* A new one over the elements B to E, empty.  */
extern struct imp_stmt *give_loop_new (struct loop *lp, struct imp_expr *b, struct imp_expr *e);
/* State the elements B to E in blocks of SHAPE.  */
extern void give_blocks (struct loop *lp, enum blocks shape, struct imp_expr *b,
			 struct imp_expr *e);
/* All elements of LP, inside another loop, in the running pass; false if that combines no scalars,
   does more besides than to filter and store them, or may fail.  */
extern bool give_nested (struct loop *lp);
/* State the elements B to E in the running pass, if these have loops, which may reduce columns, and
   only store their values; else false.  */
extern bool give_reducing (struct loop *lp, struct imp_expr *b, struct imp_expr *e);
/* Can LP be stated whole, as one LOOP without chunks?  State it; the pass chunk divides
   it (schedule-chunk.c).  */
extern bool give_whole_p (struct loop *lp);
extern void give_whole (struct loop *lp);
/* State the running pass, the second of two, whole, so that its chunks may be rows; false if it
   does more than store each element in its place, or does not divide its index.  */
extern bool give_stores (struct loop *lp);
/* The output of LP that is a strided store, or NULL.  */
extern struct out *give_fused (struct loop *lp);
/* V to O in the body of such a loop, if G (NULL: always) holds.  */
extern void give_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g);

/* lower-row-place.c: where a value begins that is as long as what the element reads.  */
/* The places of LP's values of LENGTH, a number, or a vector that is as long; NULL if the lengths
   have to be counted.  */
extern struct places *rowplace_find (struct loop *lp, struct fir_atom length);
/* How much is before value I, a variable or constant; how much there is in all.  */
extern struct imp_expr *rowplace_at (struct loop *lp, struct places *p, struct imp_expr *i);
extern struct imp_expr *rowplace_all (struct loop *lp, struct places *p);
/* Is N the length of the row that each of LP's elements reads, all rows lying side by side, in
   order, whatever fails?  */
extern bool rowplace_rows_p (struct loop *lp, struct fir_atom n);

/* lower-order.c: offsets that do not decrease.  */
/* Is that known of elements 0 to N of O, by what O is, and by the statements before BEFORE?  */
extern bool order_known (struct fir_stmt *before, struct fir_atom o, struct fir_atom n);

/* lower-row-output.c, lower-row-plan.c: outputs whose values are vectors.  */
/* Find out whether O is one, and what is known of its values before the loop.  */
extern void rowout_plan (struct loop *lp, struct out *o);
/* Once it is known what may fail in LP: where do O's values begin; is O only flattened and stored,
   so that it can be made where it is stored?  */
extern void rowout_plan_places (struct loop *lp, struct out *o);
/* Is N, the number that is an extent or a vector that is as long, the same for all elements of LP,
   and known when it starts?  That extent.  */
extern bool rowout_invariant_p (struct loop *lp, struct fir_atom n);
extern struct imp_expr *rowout_extent (struct loop *lp, struct fir_atom n);
/* Has each value of O, which is one, its place before the loop starts: have all the same extents,
   or those of what is read?  Only the latter?  Is O written flattened into the place of a value, or
   of a store, so that the beginnings of its rows are not needed; of a store?  */
extern bool rowout_fixed_p (const struct out *o);
extern bool rowout_as_read_p (const struct out *o);
extern bool rowout_joined_p (const struct out *o);
extern bool rowout_stored_p (const struct out *o);
/* How long O's value is, if that is known without computing it; else none.  */
extern struct fir_atom rowout_length (struct loop *lp, struct out *o);
/* The first pass: initialise the totals; the chunks' arrays of totals; store a chunk's totals
   there; the sum of all, and where each chunk starts.  */
extern void rowout_count_begin (struct loop *lp, struct out *o);
extern void rowout_parts_new (struct loop *lp, struct out *o, struct imp_var *nc);
extern void rowout_count_end (struct loop *lp, struct out *o, struct imp_expr *c);
extern void rowout_combine (struct loop *lp, struct out *o, struct imp_var *nc);
/* The same without chunks; a result of which only the counts are known.  */
extern void rowout_counted (struct loop *lp, struct out *o);
extern struct vecval *rowout_counts (struct loop *lp, struct out *o);
/* Is O's value made in its place, and used for something else, too?  */
extern bool rowout_read_p (struct loop *lp, struct out *o);
/* In a loop that is stated whole: the cursors before it, and what is known of values that are even;
   the cursors at the head of LOOP; behind it, the ends of the offsets.  */
extern void rowout_whole_begin (struct loop *lp, struct out *o);
extern void rowout_whole_head (struct loop *lp, struct out *o, struct imp_stmt *loop);
extern void rowout_whole_end (struct loop *lp, struct out *o);
/* O, which is made where it is stored, has been counted: the check of the room for it.  */
extern void rowout_check_room (struct loop *lp, struct out *o);
/* The last pass: memory; the cursors in chunk C (NULL: there are no chunks); where element INDEX's
   value can be written at once; the value; the result.  */
extern void rowout_storage (struct loop *lp, struct out *o);
extern void rowout_begin (struct loop *lp, struct out *o, struct imp_expr *c);
extern void rowout_place (struct loop *lp, struct out *o, struct imp_expr *index);
/* Behind that element.  */
extern void rowout_leave (struct loop *lp, struct out *o);
/* In both passes: O's value, if guard G (NULL: always) holds.  */
extern void rowout_accept (struct loop *lp, struct out *o, struct imp_expr *g,
			   struct imp_expr *index);
extern struct vecval *rowout_result (struct loop *lp, struct out *o);
/* Count or write V as the value of element INDEX.  */
extern void rowout_value (struct loop *lp, struct out *o, struct vecval *v,
			  struct imp_expr *index);

/* lower-two-pass.c: rows that leaves return, and expensive scalars, are computed once.  */
/* Find the values that LP's first pass keeps for the second; are there rows among them, or
   what each turn of a loop in an element has?  Forget them.  */
extern void keep_plan (struct loop *lp);
extern bool keep_rows_p (const struct loop *lp);
extern bool keep_turns_p (const struct loop *lp);
extern void keep_forget (struct loop *lp);
/* Find them, and allocate room for them, before the first pass.  */
extern void keep_begin (struct loop *lp);
/* From here on the running pass is the second; is a single body for both; both are done.  */
extern void keep_read (struct loop *lp);
extern void keep_both (struct loop *lp);
extern void keep_end (struct loop *lp);
/* Are they packed, so that the second pass, of NC chunks of SIZE elements, only moves them?  That
   pass, then.  */
extern bool keep_moves (struct loop *lp, struct imp_var *size, struct imp_var *nc);
/* Is statement S of the body, which the second pass needs, read from its room?  Decides it in
   KEEPING_FIND, where S is statement I.  */
extern bool keep_found (struct loop *lp, struct fir_stmt *s, unsigned i);
/* What the running pass keeps, or reads, of S; NULL: nothing.  */
extern struct kept *keep_of (struct loop *lp, struct fir_stmt *s);
/* Emit statement S, which is kept or read, of element INDEX.  */
extern void keep_stmt (struct loop *lp, struct fir_stmt *s, struct imp_expr *index);

/* lower-part.c: rows of a concatenation.  */
/* A row that is the address AT of N elements of a part if WHOLE.  */
struct part
{
  struct imp_expr *n;
  struct imp_var *whole, *at;
};
/* What loop S, of an element, whose result is a row of a vector or of a concatenation, reads an
   element by; NULL: it is none.  Of a vector: its N elements are the result, and true.  Find the
   part that has all N elements of it; returns how many are still to be made, 0 if there is one.
   The result, when these have been made.  */
extern struct fir_stmt *part_find (struct lower *l, struct fir_stmt *s);
extern bool part_whole (struct lower *l, struct fir_stmt *s, struct fir_stmt *e,
			struct imp_expr *n);
extern struct imp_expr *part_begin (struct lower *l, struct fir_stmt *s, struct fir_stmt *e,
				    struct imp_expr *n, struct part *p);
extern void part_end (struct lower *l, struct fir_stmt *s, struct part *p);

/* lower-row-keep.c: outputs whose result is a handle for each value.  */
/* Is that O's result in LP?  */
extern bool rowkeep_is (struct loop *lp, const struct fir_out *o);
/* Room for the handles; the value of element INDEX; the result.  */
extern void rowkeep_storage (struct loop *lp, struct out *o);
extern void rowkeep_accept (struct loop *lp, struct out *o, struct imp_expr *index);
extern struct vecval *rowkeep_result (struct loop *lp, struct out *o);

/* lower-grow.c: memory that grows.  */
/* New memory of the element for elements of T, a flat vector type: initially for SOME, a constant
   or a variable, if these are few.  */
extern struct grow *grow_new (struct lower *l, const char *name, const struct type *t,
			      struct imp_expr *some, uint32_t site);
/* Its current address.  */
extern struct imp_expr *grow_data (struct lower *l, struct grow *g);
extern struct vecval *grow_memory (struct grow *g);
/* Make room for N more elements behind the USED ones, a variable or a constant.  */
extern void grow_room (struct lower *l, struct grow *g, struct imp_expr *used, struct imp_expr *n);
/* Make room for N elements at TO; the pointer to that.  */
extern struct imp_expr *grow_place (struct lower *l, struct grown *to, struct imp_expr *n);
/* O, a filter that was not counted, or was given a place, is complete.  */
extern void grow_filtered (struct lower *l, struct out *o);

/* lower-row-combine.c: outputs that combine vectors.  */
extern bool rowcomb_is (struct fir_out *o);
/* Begin the accumulator of the running pass; combine the value of an element into it; end it in
   chunk C (NULL: there are no chunks).  */
extern void rowcomb_begin (struct loop *lp, struct out *o);
/* In the plan: is the row that O combines made by a loop of the element, and needed for nothing
   else?  Then its elements are made where they are combined.  */
extern void rowcomb_plan (struct loop *lp, struct out *o);
/* Before that: the loop begins at B, and resumes at RESUMED (NULL: the same).  */
extern void rowcomb_none_failed (struct loop *lp, struct imp_var *b, struct imp_var *resumed);
extern void rowcomb_accept (struct loop *lp, struct out *o, struct imp_expr *g,
			    struct imp_expr *index);
extern void rowcomb_end (struct loop *lp, struct out *o, struct imp_expr *c);
/* Can chunks combine the rows of LP apart, each beginning with what is neutral?  How many elements
   a chunk has then, SIZE at least: it depends on counts alone.  */
extern bool rowcomb_parts_p (struct loop *lp);
extern struct imp_expr *rowcomb_chunk_size (struct loop *lp, struct imp_expr *size);
/* Around the NC chunks: room for results; the only one, which is then the procedure's, or all of
   them combined; the same without a chunk.  */
extern void rowcomb_parts_new (struct loop *lp, struct out *o, struct imp_var *nc);
extern void rowcomb_take (struct loop *lp, struct out *o);
extern void rowcomb_join (struct loop *lp, struct out *o, struct imp_var *nc);
extern void rowcomb_keep (struct loop *lp, struct out *o);
/* Begin a loop over the N elements of ROW, named NAME; all of a short row are stated.  */
extern struct imp_stmt *rowcomb_each (struct lower *l, const char *name, struct vecval *row,
				      struct imp_expr *n);
extern struct vecval *rowcomb_result (struct loop *lp, struct out *o);

/* lower-output.c  */
extern void out_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g,
			struct imp_expr *index, bool first);

#endif

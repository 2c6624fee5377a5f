/* A loop of a region that is divided into chunks; shared by the files of the pass chunk.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_CHUNK_H
#define NOVA_SCHEDULE_CHUNK_H

#include "imp/imp-make.h"

/* The translation of an output.  */
struct output
{
  const struct imp_stmt *s;
  bool always;			/* every chunk has a value */
  struct imp_var *acc, *has;	/* of a chunk; HAS: acc has a value, NULL: it always has */
  struct imp_var *part, *full;	/* one per chunk: ACC, HAS */
  struct imp_stmt *binder;	/* the binder of its variable, which can be moved behind the loop;
				   NULL: it stays */
};

struct chunks
{
  struct imp_here h;
  const struct imp_binders *known;	/* of the procedure's variables */
  const struct imp_stmt *loop;
  const struct imp_block *place;	/* what takes the loop's place, */
  bool outermost;		/* in the procedure's own block */
  bool shares;			/* long rows, which give to outputs, are taken by themselves; */
  struct imp_var *last;		/* of a chunk: the number behind one that it leaves out, or 0; */
  struct imp_var *alone;	/* whether the thread is, which then leaves none out; or NULL; */
  struct imp_var *few;		/* how much is kept of its other rows, if they are kept */
  bool both;			/* copies of elements have what rows do alone, too */
  bool marks;			/* an element is marked for a leaf that may raise */
  bool fails;			/* a leaf, or anything else, may fail; needs do not count */
  bool single;			/* what would be the second pass is the only one */
  bool late;			/* the second of two passes records failures */
  bool placed;			/* what the only pass of one thread stores to is there before it */
  bool reduced;			/* a check of an element depends on what a loop in it reduces */
  struct output *outs;
  unsigned nouts;
  struct imp_expr *n, *cost;	/* of the loop, simple */
  struct imp_expr *all;		/* simple: N or, along rows, the weight of all */
  struct imp_expr *unit;	/* simple: the cost of an element or, along rows, of an element of
				   weight */
  struct imp_var *brief;	/* rows are kept if this holds; NULL: never */
  struct imp_expr *most;	/* how many values each element has then at most, simple; NULL: as
				   many as the row along which the loop runs */
  struct imp_var *rows, *begins;	/* pointers to where they are then, and to where each
				   begins; BEGINS may be NULL */
  struct imp_var *gave;		/* one per chunk: how many of its rows have given something; NULL:
				   that is not noted */
  struct imp_var *temp[3];	/* memory that is freed with the partial results, or NULL */
  struct imp_var *room;		/* rows of all chunks, if these keep them in memory that grows where
				   BRIEF does not hold; else NULL */
  const struct type *kept;	/* its type */
  struct imp_var *first, *fit;	/* a pointer to what chunks have at first; how many values each */
  struct imp_var *row, *cap;	/* of a chunk: that memory, and for how many values it is */
  struct imp_var *size, *nc;	/* the elements of a chunk, or their weight; the number of chunks */
  struct imp_var *group, *from;	/* so many chunks go through both passes at a time, NULL: all; then
				   NC is how many these are, and FROM, if it is not NULL, the number
				   of the first */
  const struct imp_stmt *joined;	/* a loop that only stores, and runs with the second pass of
				   scans; NULL: there is none */
  bool one;			/* one thread may take them in one pass */
};

/* Does O scan; does it count in the first of two passes, to know where the second stores?  */
static inline bool
output_scans (const struct output *o)
{
  return o->s->kind == IMP_SCAN || o->s->kind == IMP_EXSCAN;
}

static inline bool
output_counts (const struct output *o)
{
  return imp_output_moves (o->s);
}

/* The first or the second of two passes; ONLY: the only one.  */
enum pass { PASS_ONLY, PASS_FIRST, PASS_SECOND };

/* --- schedule-part.c --- */

/* Only the needs of the elements B to E of D's loop.  The elements B to E in PASS, into the
   accumulators: the first pass only combines.  */
extern void chunks_checks (struct chunks *d, struct imp_expr *b, struct imp_expr *e);
extern struct imp_stmt *chunks_part (struct chunks *d, struct imp_expr *b, struct imp_expr *e,
				     enum pass pass);
/* What loops in the elements of D's loop, of two passes, keep for the second is what both have a
   use for; the rest is not kept any more.  */
extern void chunks_settle (struct chunks *d);
/* The elements of D's loop are taken once: what loops in them keep needs no room.  */
extern void chunks_once (struct chunks *d);
/* All elements, one after another, into the variables of the outputs.  */
extern void chunks_all (struct chunks *d);

/* --- schedule-chunk.c --- */

/* Offset number I of the rows along which D's loop runs.  */
extern struct imp_expr *chunks_offset (struct chunks *d, struct imp_expr *i);

/* Begin a parfor over N chunks of D, FROM (NULL: 0) being the number of the first; *C: the number
   of a chunk, *B and *E: the bounds of its elements.  */
extern struct imp_stmt *chunks_begin (struct chunks *d, struct imp_var *n, struct imp_var *from,
				      struct imp_expr **c, struct imp_expr **b,
				      struct imp_expr **e);

/* The element from which the chunk, which begins at B, resumes if a leaf has raised in it.  */
extern struct imp_expr *chunks_resumed (struct chunks *d, struct imp_expr *b);

/* *B and *E: the bounds of the rows of chunk C of D, whose loop runs along rows.  */
extern void chunks_rows (struct chunks *d, const struct imp_expr *c, struct imp_expr **b,
			 struct imp_expr **e);

/* What raises the first error of the elements of D's loop, in B, stands here, before what chunks
   that failed have not combined is put together.  */
extern void chunks_raise (struct chunks *d, struct imp_block *b);

/* --- schedule-checked.c --- */

/* Is D's loop, whose elements are checked before any stores, one that can store each behind its own
   check where nobody sees that?  Its only pass, then; the loop is in B.  */
extern bool checked_once (struct chunks *d);
extern void checked_store (struct chunks *d, struct imp_block *b);

/* --- schedule-one.c --- */

/* Bind, here, whether D's loop, of filters and cursors, is taken in one pass: then NC, from now on,
   is 0, and there is room for all elements.  NULL: it never is.  That pass, where it is.  */
extern struct imp_var *one_begin (struct chunks *d);
extern void one_pass (struct chunks *d);

/* --- schedule-row-cut.c --- */

/* The loop over a row in S, a pass of D's loop over all elements, if long rows can be cut; else
   NULL.  ONLY: there is no other pass.  Then that pass, IN being this loop, D's loop in BLOCK.  */
extern struct imp_stmt *row_cut_loop (struct chunks *d, const struct imp_stmt *s, bool only);
extern void row_cut (struct chunks *d, struct imp_block *block, const struct imp_stmt *s,
		     struct imp_stmt *in);

/* Does S itself only compute, from variables and memory, or (MOVES) move?  What E is bound to in B,
   an element, if it is a variable that has no other value; else E.  Is N, in an element of S, a
   pass of D's loop over all elements, the length of the row?  */
extern bool row_plain (const struct imp_stmt *s, bool moves);
extern const struct imp_expr *row_bound_to (const struct imp_block *b, const struct imp_expr *e);
extern bool row_is_length (struct chunks *d, const struct imp_stmt *s, const struct imp_expr *n);
/* V := 1 instead of what fails in B.  */
extern void row_note_failures (struct imp_prog *p, struct imp_block *b, struct imp_var *v);

/* --- schedule-row-kept.c --- */

/* Bind, here, whether the rows of D's loop are kept by the first of two passes, in memory for the
   most there may be; NULL: they never are.  ROOM of D: the others are, in memory that grows.  Then,
   where they are, that pass, and the one that moves them to their place.  */
extern struct imp_var *row_kept_begin (struct chunks *d);
extern void row_kept_make (struct chunks *d, bool grown);
extern void row_kept_move (struct chunks *d, bool grown);

/* --- schedule-row-grown.c --- */

/* Are rows of D's loop, of one cursor, dear to make, and can each chunk keep its own in memory that
   grows?  What finds the statements that bind a row's place and store where it begins is
   schedule-row-kept.c's.  */
extern bool row_grown (struct chunks *d, struct imp_stmt *(*place_of) (struct imp_block *,
									const struct imp_var *),
		       struct imp_stmt *(*begin_of) (const struct imp_stmt *,
						     const struct imp_var *));
/* If so: what keeps the memory of all chunks, here, of rows as at SEG, unless BRIEF, if it is not
   NULL, holds; at the beginning of chunk C its memory, to which ROWS points; in S, its elements,
   room for each row, whose place SEG binds; at the end of chunk C the memory is kept; and where it
   is read, ROWS points to it.  What B, an element of the only pass, keeps for a second one, and
   reads, becomes its own.  */
extern void row_grown_begin (struct chunks *d, const struct imp_stmt *seg, struct imp_var *brief);
extern void row_grown_room (struct chunks *d);
extern void row_grown_chunk (struct chunks *d, const struct imp_stmt *seg,
			     const struct imp_expr *c);
extern void row_grown_element (struct chunks *d, struct imp_stmt *s, struct imp_stmt *seg);
extern void row_grown_keep (struct chunks *d, const struct imp_expr *c);
extern void row_grown_take (struct chunks *d, const struct imp_expr *c);
extern void row_grown_own (struct chunks *d, struct imp_block *b);

/* --- schedule-row-groups.c --- */

/* The loop over groups of chunks, whose rows go to the vector that MADE makes, with data at DATA
   and room for ROOM values; AT: how many there are, USED before the group; NC: the number of
   chunks.  */
struct row_groups
{
  struct imp_stmt *loop, *made;
  struct imp_var *data, *room, *at, *used, *nc;
};

/* Bind, here, D's `group', if chunks that keep their rows, whose place SEG binds, may go through
   both passes in groups.
   Begin that loop, D's being in B; room for more values, before the second pass of a group; the end
   of the loop, behind which statements go to AFTER.  */
extern void row_groups_begin (struct chunks *d, const struct imp_stmt *seg);
extern struct row_groups row_groups_loop (struct chunks *d, struct imp_block *b);
extern void row_groups_grow (struct chunks *d, const struct row_groups *g);
extern void row_groups_end (struct chunks *d, const struct row_groups *g, struct imp_block *after);

/* --- schedule-row-room.c --- */

/* A place in an element where there has to be room for values of its row: before FIRST, in IN, for
   N, a constant or a variable; or behind what FILTER, if it is not NULL, is about to store.  They
   begin where TO[DEEP - 1] points.  TO[0] is the row's place, padd (rows, FROM[0]); TO[k] that of a
   part of it, padd (TO[k - 1], FROM[k]).  */
#define ROW_PARTS 4
struct row_room
{
  struct row_room *next;
  struct imp_block *in;
  struct imp_stmt *first, *filter;
  const struct imp_expr *n;
  struct imp_var *to[ROW_PARTS], *from[ROW_PARTS];
  unsigned deep;
};

/* The places in element S of a pass, whose row, of N values, a constant or a variable, is at SEG,
   behind AT; NULL: they are not known.  */
extern struct row_room *row_rooms (struct nova_ctx *ctx, struct imp_stmt *s,
				   const struct imp_stmt *seg, struct imp_var *at,
				   const struct imp_expr *n);
/* N, or what it is less 0.  */
extern const struct imp_expr *row_without_zero (const struct imp_expr *n);
/* What B, an element, gives to AT, in one place, a constant or a variable; else NULL.  */
extern const struct imp_expr *row_gives (const struct imp_block *b, const struct imp_var *at);

/* --- schedule-row-ahead.c --- */

/* In element S: loop SECOND, of which READ is what the first has found, and MAKES what makes a part
   of the row, at PART; it is done in turn with loop FIRST.  */
struct row_ahead
{
  const struct imp_stmt *s, *first, *second, *read, *makes;
  const struct imp_var *part;
};

/* What is loaded from number FROM of what the first loop loads on, N of it.  */
struct row_reach
{
  struct row_reach *next;
  struct imp_expr *from;
  const struct imp_expr *n;
};

/* May a turn of A's second loop be done behind the same of the first, whatever the conditions
   around it?  If so, and if nothing of *FOUND leaves what the first, of N turns, loads: that is
   to be asked before A's MAKES, once.  */
extern bool row_ahead_may (struct imp_prog *p, const struct row_ahead *a,
			   struct row_reach **found);
extern struct imp_expr *row_ahead_leaves (struct imp_here *h, const struct row_reach *r,
					  const struct imp_expr *n);

/* --- schedule-row-turns.c --- */

/* If two loops of S, an element of the only pass of D, which makes its row of parts with room R,
   are such that what a turn of the first finds is used in that of the second only, the parts are
   made by a loop that does both; the two stay for where something fails, or there is no room.  */
extern bool row_turns_join (struct chunks *d, struct imp_stmt *s, const struct row_room *r);

/* --- schedule-rare.c --- */

/* The variables of a chunk: where its notes begin, the current row, how many have given something,
   which of these is next, and its number.  */
struct rare
{
  struct imp_var *base, *row, *found, *next, *due;
};

/* Bind, here, where chunks note which rows have given something, if that pays: then D's `gave' is
   not NULL.  In chunk C, before the elements of the first pass, and behind them, S.  The same of
   the second one, which takes only those, if they are few.  */
extern void rare_begin (struct chunks *d);
extern void rare_note_begin (struct chunks *d, struct rare *r, struct imp_expr *c);
extern void rare_note (struct chunks *d, struct rare *r, struct imp_stmt *s, struct imp_expr *c);
extern void rare_take_begin (struct chunks *d, struct rare *r, struct imp_expr *c);
extern void rare_take (struct chunks *d, struct rare *r, struct imp_stmt *s);

/* --- schedule-row-bound.c --- */

/* How many values an element of D's loop, which gives them to AT, stores behind SEG at most, even
   if it fails: a constant, or a variable bound before the loop.  NULL: that is not known.  */
extern struct imp_expr *row_bound (struct chunks *d, const struct imp_var *seg,
				   const struct imp_var *at);
/* In B, part of an element that has room for so many, what is stored behind SEG where a condition
   holds is stored in any case, and counted if it holds.  */
extern void row_store_always (struct chunks *d, struct imp_block *b, const struct imp_var *seg);

/* --- schedule-row-wide.c --- */

/* Why long rows are not taken by themselves in S, a pass of D's loop over all elements, the SECOND
   of two or another; NULL: they may be.  Then *SHARED becomes true if a loop over a row is shared
   out: without one in any pass there is no reason to, but `row_serial'.  */
extern const char *row_stays (struct chunks *d, const struct imp_stmt *s, bool second,
			      bool *shared);
extern const char row_serial[];
/* Bind, here, what row_leave asks: LAST, one per chunk, and whether a thread that is alone takes
   long rows as it takes others, if the result does not depend on that.  */
extern struct imp_var *row_begin (struct chunks *d);
/* The weight of a chunk of D's loop over rows, which takes one pass and in which nothing fails:
   SIZE, or all if a thread is alone, the result does not depend on where chunks end, and that is
   not too much.  */
extern struct imp_expr *row_size (struct chunks *d, struct imp_expr *size);
/* In chunk C of the rows B to *E: the last one is left out if it is long, which LAST, one per
   chunk, says, and *E is that.  The chunks of S, without long rows; behind them these.  */
extern void row_leave (struct chunks *d, struct imp_var *last, const struct imp_expr *c,
		       struct imp_expr *b, struct imp_expr **e);
extern void row_share (struct chunks *d, struct imp_var *last, const struct imp_stmt *s,
		       bool second);
extern void row_take (struct chunks *d, struct imp_var *last, const struct imp_stmt *s,
		      bool second);

/* --- schedule-partial.c --- */

/* Room for TIMES values of type T a chunk.  */
extern struct imp_var *partial_array (struct chunks *d, const char *name, const struct type *t,
				      unsigned times);

/* The outputs of D's loop, and which of their variables can be bound behind it.  */
extern void partial_find (struct chunks *d);
/* Room for what each chunk combines, here; that is freed at the end of B, and in what cleans up
   behind an error in B.  */
extern void partial_new (struct chunks *d);
extern void partial_free (struct chunks *d, struct imp_block *b);
extern void partial_free_with_errors (struct chunks *d, struct imp_block *b);
/* In a chunk: the accumulators of all outputs; what they have in the end, as that of chunk C; in a
   second pass where outputs go on in chunk C.  */
extern void partial_begin (struct chunks *d);
extern void partial_keep (struct chunks *d, struct imp_expr *c);
extern void partial_go_on (struct chunks *d, struct imp_expr *c);
/* Behind the chunks, in the loop's place in B: all partial results in order, into the variables of
   the outputs, which are bound here if they can be; part[c] of those that go on in a second pass
   becomes what comes before chunk c.  */
extern void partial_combine (struct chunks *d, struct imp_block *b);
/* The same by groups of chunks, of scans: the variables; SOME chunks from FROM on; one chunk,
   number AT, of which only part[AT] is set.  What comes behind SOME chunks from FROM on, if the
   second pass has kept it in the part of the last of them.  */
extern void partial_bind (struct chunks *d, struct imp_block *b);
extern void partial_combine_some (struct chunks *d, struct imp_var *from, struct imp_var *some);
extern void partial_combine_none (struct chunks *d, struct imp_var *at);
extern void partial_take_last (struct chunks *d, struct imp_var *from, struct imp_var *some);
/* Does the operator of S, an output, take one cycle, and is it of integers?  Then the order of
   applications does not matter, not even for rounding.  Is it the least or the greatest of floats?
   Then only which zero or NaN it is depends on the order.  */
extern bool partial_exact (const struct imp_stmt *s);
extern bool partial_extreme (const struct imp_stmt *s);

#endif

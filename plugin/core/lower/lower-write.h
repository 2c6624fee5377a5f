/* Lowering of indexed writes: what the files that do it share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LOWER_WRITE_H
#define NOVA_LOWER_WRITE_H

#include "lower-shape.h"

#define NONE "18446744073709551615"

/* j: the index of element k, as u64; one that does not fit i64 becomes the largest i64.  A failed
   element has none.  */
#define INDEX INDEX_AT ("k")
#define INDEX_AT(P) \
  "new i: I := minus\n" \
  "do i := ix (" P ") elem k\n" \
  "new j: u64 := conv:u64 (i)\n"
#define WIDE_INDEX WIDE_INDEX_AT ("k")
#define WIDE_INDEX_AT(P) \
  "new i: I := minus\n" \
  "do i := ix (" P ") elem k\n" \
  "new wide: u128 := conv:u128 (i)\n" \
  "new low: u64 := conv:u64 (wide)\n" \
  "new back: u128 := conv:u128 (conv:i64 (low))\n" \
  "new j: u64 := select (eq (wide, back), low, 9223372036854775807:u64)\n"

/* An index that is not below the length: the element fails unless it is NONE.  */
#define BAD(OPERAND) BAD_INDEX (OPERAND ":u64")
#define BAD_INDEX(OPERAND) \
  "f|  if ne (j, none) {\n" \
  "f|    fail indexat (" OPERAND ", k, j, nr) elem k\n" \
  "f|s|    ok := 0:i32\n" \
  "f|  }\n"

/* Does S add up ones, from 0, for each key that O, an ordering before it, counts?  */
extern bool write_counted (struct lower *l, const struct fir_stmt *s, const struct fir_stmt *o);
/* The holes of all: the index vector, unless its ROWS are delayed, -1 of its type, ok.  */
extern void write_holes (struct shape *sh, struct fir_atom ix, bool rows);
/* The text that binds j to the index of element k, an element of IX.  */
extern const char *write_index (struct fir_atom ix);
/* BEFORE, the index of element k, AFTER.  */
extern void write_text (struct shape *sh, struct fir_atom ix, const char *before,
			const char *after);
/* Say in the report how it is done; SHAPE, NULL: in order.  */
extern void write_report (struct shape *sh, const char *shape);
/* Element k of r begins as that of d.  */
#define WRITE_BEGIN \
  "    new y: T\n" \
  "    do y := d (k) elem k\n" \
  "    r[k] := y\n"

/* r becomes vector FROM.  */
#define WRITE_COPY(FROM) "for k = 0 to nr ivdep { r[k] := " FROM "[k] }"

/* Is R, the result of a skeleton in an element, a place outside the element?  */
extern bool write_placed (const struct shape *sh, const struct vecval *r);
/* r: S's result, which begins with the N elements of D: in D's memory, if there is no other
   reference to that; then they are *THERE.  */
extern struct vecval *write_result (struct shape *sh, struct fir_atom d, struct imp_expr *n,
				    bool *there);
/* Rough instructions of an element of D that is computed; 0: they are in memory.  */
extern unsigned write_computed (struct shape *sh, struct fir_atom d);
/* Move the elements of D, from memory, to R.  */
extern void write_move (struct shape *sh, struct vecval *r);
/* Move or compute them.  */
extern void write_fill (struct shape *sh, struct fir_atom d, struct vecval *r);
/* write_result, and what it begins with.  */
extern struct vecval *write_begin (struct shape *sh, struct fir_atom d, struct imp_expr *n);

/* lower-write-rows.c */
extern struct vecval *write_row_bins (struct shape *sh);
/* lower-scatter.c */
extern struct vecval *write_permute (struct shape *sh);
extern struct vecval *write_scatter (struct shape *sh);

/* lower-bins.c */
/* neutral: what the bins of a chunk begin with; NULL: a flag says that there is something.  */
extern struct imp_expr *write_neutral (struct shape *sh);
/* size, nc: the chunks of the nx elements that come into nr bins; nc is returned.  */
extern struct imp_var *write_sizes (struct shape *sh);
extern struct vecval *write_bins (struct shape *sh);

#endif

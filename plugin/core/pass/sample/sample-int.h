/* The interface shared by the files that build samples.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SAMPLE_INT_H
#define NOVA_SAMPLE_INT_H

#include "pass/pass-int.h"
#include "sample.h"

/* A property that a sample may refute: of an operand of S.  */
struct found
{
  struct fir_stmt *s;
  enum check_kind kind;
  unsigned operand;
};

/* Further operators of a region are not tried.  */
#define MAX_FOUNDS 32

struct sample
{
  struct fir_prog *p;
  const struct type *size, *places;
  sample_same *same;
  void *data;
  unsigned nfounds;		/* the last one is being tried */
  struct found founds[MAX_FOUNDS];
};

/* Terms at the end of B: a size; OP of X and Y, a comparison or a logical operation; C ? X : Y;
   parameter K of FN; the length of vector V; its element or row I, which exists.  Set the result of
   FN.  */
extern struct fir_atom sample_const (struct sample *m, uint64_t n);
extern struct fir_atom sample_test (struct sample *m, struct fir_block *b, enum fir_op op,
				    struct fir_atom x, struct fir_atom y);
extern struct fir_atom sample_choose (struct sample *m, struct fir_block *b, struct fir_atom c,
				      struct fir_atom x, struct fir_atom y);
extern struct fir_atom sample_param (struct fir_fn *fn, unsigned k);
extern struct fir_atom sample_length (struct sample *m, struct fir_block *b, struct fir_atom v);
extern struct fir_atom sample_element (struct sample *m, struct fir_block *b, struct fir_atom v,
				       struct fir_atom i);
extern void sample_returns (struct sample *m, struct fir_fn *fn, struct fir_atom a);

/* sample-operator.c, too.  tabulate \ (j) { } N of TYPE, the function still empty, as of S.  */
extern struct fir_stmt *sample_tabulate (struct sample *m, struct fir_stmt *s,
					 struct fir_block *b, struct fir_atom n,
					 const struct type *type);
/* The positions that mean `no sample'; the first positions in OF that mean one; if C { } else { ret
   none }, the first block still empty.  */
extern struct fir_atom sample_none (struct sample *m, struct fir_block *b);
extern struct fir_atom sample_first (struct sample *m, struct fir_stmt *s, struct fir_block *b,
				     struct fir_stmt *of);
extern struct fir_stmt *sample_if (struct sample *m, struct fir_block *b, struct fir_atom c);
/* The number of samples of N elements, at most WANTED, 0 if there are fewer than LEAST elements;
   position J of OF positions spread over 0 ... N - 1.  */
extern struct fir_atom sample_count (struct sample *m, struct fir_block *b, struct fir_atom n,
				     unsigned least, unsigned wanted);
extern struct fir_atom sample_spread (struct sample *m, struct fir_block *b, struct fir_atom j,
				      struct fir_atom n, unsigned of);
/* X if these positions mean a sample, else Y; either may be absent.  */
extern struct fir_atom sample_or (struct sample *m, struct fir_block *b, struct fir_atom x,
				  struct fir_atom y);
/* Append to B terms that try FN, S's operator; the positions of the first sample that fails.
   Absent if values of its type cannot be compared.  */
extern struct fir_atom sample_operator (struct sample *m, struct fir_stmt *s, struct fir_block *b,
					struct fir_fn *fn);

/* Of sample-operator.c, for orders: OP of sizes; FN of X and Y; the positions I, J, K as a sample
   of the property being tried; triple J, of OF, spread over N >= 3 elements; the positions of
   triples spread over the N elements of S, and the values there, three of each; from here on the
   property KIND of operand OPERAND of S is being tried.  */
#define SAMPLE_TRIPLES 32
extern struct fir_atom sample_size_op (struct sample *m, struct fir_block *b, enum fir_op op,
				       struct fir_atom x, struct fir_atom y);
extern struct fir_atom sample_call2 (struct sample *m, struct fir_block *b, struct fir_fn *fn,
				     struct fir_atom x, struct fir_atom y);
extern struct fir_atom sample_places (struct sample *m, struct fir_block *b, struct fir_atom i,
				      struct fir_atom j, struct fir_atom k);
extern void sample_triple (struct sample *m, struct fir_block *b, struct fir_atom j,
			   struct fir_atom n, unsigned of, struct fir_atom at[3]);
extern struct fir_stmt *sample_triples (struct sample *m, struct fir_stmt *s, struct fir_block *b,
					struct fir_atom n);
extern struct fir_stmt *sample_values (struct sample *m, struct fir_stmt *s, struct fir_block *b,
				       const struct type *type, struct fir_atom n,
				       struct fir_stmt *places);
extern void sample_look_for (struct sample *m, struct fir_stmt *s, enum check_kind kind,
			     unsigned operand);

/* sample-order.c: the function that S uses as an order, NULL if there is none; append to B terms
   that try it, and whether the vector that S searches is sorted.  */
extern struct fir_fn *sample_order_of (struct fir_stmt *s);
extern struct fir_atom sample_order (struct sample *m, struct fir_stmt *s, struct fir_block *b);

/* sample-rows.c: append to B terms that try FN, the operator of S, which combines rows.  */
extern struct fir_atom sample_rows (struct sample *m, struct fir_stmt *s, struct fir_block *b,
				    struct fir_fn *fn);

/* sample-permute.c: is there a trusted permute in B; append to B the checks of each.  */
extern bool sample_finds_permute (struct nova_ctx *ctx, struct fir_block *b);
extern void sample_permutes (struct sample *m, struct fir_block *b);

#endif

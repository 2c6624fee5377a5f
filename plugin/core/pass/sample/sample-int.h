/* The interface shared by the files that build samples.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SAMPLE_INT_H
#define NOVA_SAMPLE_INT_H

#include "pass/pass-int.h"
#include "sample.h"

/* Of what a sample may show that it is not so: an operand of S.  */
struct found
{
  struct fir_stmt *s;
  enum check_kind kind;
  unsigned operand;
};

/* A region with more operators is tried no further.  */
#define MAX_FOUNDS 32

struct sample
{
  struct fir_prog *p;
  const struct type *size, *places;
  sample_same *same;
  void *data;
  unsigned nfounds;		/* the last one is being looked for */
  struct found founds[MAX_FOUNDS];
};

/* Terms at the end of B: a size; OP of X and Y, a comparison or one of truths; C ? X : Y; parameter
   K of FN; the length of vector V; its element or row I, which it has.  What FN returns.  */
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
/* Places of no sample; the first of OF's that are of one; if C { } else { ret none }, the first
   block still empty.  */
extern struct fir_atom sample_none (struct sample *m, struct fir_block *b);
extern struct fir_atom sample_first (struct sample *m, struct fir_stmt *s, struct fir_block *b,
				     struct fir_stmt *of);
extern struct fir_stmt *sample_if (struct sample *m, struct fir_block *b, struct fir_atom c);
/* WANTED samples of N elements, none if there are fewer than LEAST; number J of OF places spread
   over 0 ... N - 1.  */
extern struct fir_atom sample_count (struct sample *m, struct fir_block *b, struct fir_atom n,
				     unsigned least, unsigned wanted);
extern struct fir_atom sample_spread (struct sample *m, struct fir_block *b, struct fir_atom j,
				      struct fir_atom n, unsigned of);
/* X if that are places of a sample, else Y; either may be absent.  */
extern struct fir_atom sample_or (struct sample *m, struct fir_block *b, struct fir_atom x,
				  struct fir_atom y);
/* Append to B what tries FN, S's operator: the places of the first sample that fails.  Absent if
   values of its type cannot be compared.  */
extern struct fir_atom sample_operator (struct sample *m, struct fir_stmt *s, struct fir_block *b,
					struct fir_fn *fn);

/* Of sample-operator.c, for orders: OP of sizes; FN of X and Y; places I, J, K of what is looked
   for last; triple J, of OF, spread over N >= 3 elements; the places of triples spread over the N
   elements of S, and the values there, three of each; from here on it is looked for whether operand
   OPERAND of S is as KIND says.  */
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

/* sample-order.c: the function that S takes for an order, NULL if it takes none; append to B what
   tries it, and whether what S looks in is sorted.  */
extern struct fir_fn *sample_order_of (struct fir_stmt *s);
extern struct fir_atom sample_order (struct sample *m, struct fir_stmt *s, struct fir_block *b);

/* sample-rows.c: append to B what tries FN, the operator of S, which combines rows.  */
extern struct fir_atom sample_rows (struct sample *m, struct fir_stmt *s, struct fir_block *b,
				    struct fir_fn *fn);

/* sample-permute.c: is there a permute in B that the user said goes unchecked; append to B the
   checks of each.  */
extern bool sample_finds_permute (struct nova_ctx *ctx, struct fir_block *b);
extern void sample_permutes (struct sample *m, struct fir_block *b);

#endif

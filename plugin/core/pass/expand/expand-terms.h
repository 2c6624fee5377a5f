/* Terms of which the operations that the pass expand writes consist: arithmetic of sizes, branches,
   recursive functions.  All are made at the end of a block.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EXPAND_TERMS_H
#define NOVA_EXPAND_TERMS_H

#include "expand.h"

extern const struct type *expand_size_type (struct expand *x);
/* OP of sizes; a comparison; Y if C holds, else Z.  */
extern struct fir_atom expand_size_op (struct expand *x, struct fir_block *b, enum fir_op op,
				       struct fir_atom y, struct fir_atom z);
extern struct fir_atom expand_compare (struct expand *x, struct fir_block *b, enum fir_op op,
				       struct fir_atom y, struct fir_atom z);
extern struct fir_atom expand_choose (struct expand *x, struct fir_block *b, struct fir_atom c,
				      struct fir_atom y, struct fir_atom z);
extern struct fir_atom expand_param (struct fir_fn *fn, unsigned k);
/* FN's body ends here, with the result A.  */
extern void expand_returns (struct expand *x, struct fir_fn *fn, struct fir_atom a);
/* if C { } else { } of TYPE, with empty blocks.  */
extern struct fir_stmt *expand_branch (struct expand *x, struct fir_stmt *s, struct fir_block *b,
				       struct fir_atom c, const struct type *type);
/* A function of an index, still empty.  */
extern struct fir_fn *expand_index_fn (struct expand *x);
/* FN of each index below N, in the place of S.  */
extern struct fir_atom expand_values (struct expand *x, struct fir_stmt *s, struct fir_block *b,
				      struct fir_fn *fn, struct fir_atom n);
/* FN of ARGS.  */
extern struct fir_atom expand_call (struct expand *x, struct fir_block *b, struct fir_fn *fn,
				    const struct fir_atom *args);
/* The length of V.  */
extern struct fir_atom expand_length (struct expand *x, struct fir_stmt *s, struct fir_block *b,
				      struct fir_atom v);
/* A recursive function of N values of TYPES with result RET, still empty.  */
extern struct fir_stmt *expand_recursion (struct expand *x, struct fir_stmt *s,
					  struct fir_block *b, unsigned n,
					  const struct type *const *types, const struct type *ret);
/* MU of N ARGS; TAIL: in tail position.  */
extern struct fir_atom expand_turn (struct expand *x, struct fir_block *b, struct fir_stmt *mu,
				    bool tail, unsigned n, const struct fir_atom *args);

#endif

/* What may be asked of a term of FIR: what it is made of, what it costs, whether it may run when it
   need not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_TERM_H
#define NOVA_FIR_TERM_H

#include "fir.h"

/* The same variable, or constants that are the same bits of the same type.  */
extern bool atom_equal (struct fir_atom a, struct fir_atom b);
/* A is an integer or pointer constant; *I is its value, sign-extended as its type says.  */
extern bool atom_int (struct fir_atom a, __int128 *i);
extern bool atom_is_int (struct fir_atom a, __int128 i);
/* The statement that binds A, NULL for constants and parameters.  */
extern struct fir_stmt *atom_def (struct fir_atom a);
/* Set the aux of every variable bound in R to NULL.  */
extern void region_clear_aux (struct fir_region *r);
/* A read of a materialised vector costs a load and a store, and memory traffic; an element may be
   computed again in its place if that takes at most so many instructions.  So fusion never adds
   more than COST_AGAIN instructions a read, whatever the program.  */
#define COST_AGAIN 8
/* Rough instructions that one execution of S, of B takes.  */
extern unsigned stmt_cost (struct fir_stmt *s);
extern unsigned block_cost (struct fir_block *b);
/* May S run where the source would not run it: no trap, no failure, no memory read, no undefined
   overflow once its WRAP is set.  */
extern bool stmt_speculates (struct fir_stmt *s);
/* S is an ADD, SUB, MUL, or NEG whose overflow is undefined.  */
extern bool stmt_overflows (const struct fir_stmt *s);
/* S is the last statement of B, which returns its results and nothing else.  */
extern bool fir_returned (struct fir_block *b, struct fir_stmt *s);
/* Is a call in tail position all that MU, a recursive function value, does with itself?  */
extern bool tail_only (struct fir_stmt *mu);

/* --- fir-size.c ------------------------------------------------------------------------------ */

/* The builtin's name at SITE without its prefix, for reports; NULL: there is none.  */
extern const char *site_short_name (struct nova_ctx *ctx, uint32_t site);
/* "|V| REL FORMULA": the length N of V, or that of the vector N, in the names of the program.  */
extern const char *size_formula (struct nova_ctx *ctx, struct fir_var *v, const char *rel,
				 struct fir_atom n);

#endif

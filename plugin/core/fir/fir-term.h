/* Properties of a term of FIR: its operands, its cost, whether it may be speculated.

   The predicates about running a term:

     total        It has a value for all values of its operands: no trap, no failure, nothing
		  undefined in the generated code.  A division by a constant other than 0 and -1
		  is, and a shift by one below the width; a conversion of floats to integers, the
		  absolute value of an int, the order of pointers, an address are not.  Terms that
		  overflow are, once they wrap.  fir_prim_total decides it for FIR's primitives and
		  for IMP's.
     overflows    It would be total if it wrapped.
     speculable   It may be hoisted, run for elements that a guard leaves out, or on both sides of a
		  branch: it is total once it wraps, reads no memory, and is not a slow division.
		  The code that moves it lets it wrap (fir_let_wrap).
     straight     Running it for elements that do not need it is cheaper than a branch; nothing is
		  moved, so it need not be total.
     may fail     It, or a function that it calls, raises an error of the program: fir_may_fail
		  (fir.h).
     reads        Its value depends on memory: fir_reads_memory.
     cost         Rough instructions, of one execution (fir_stmt_cost) or of a copy
		  (fir_stmt_weight).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_TERM_H
#define NOVA_FIR_TERM_H

#include "fir.h"

/* The same variable, or constants that are the same bits of the same type.  */
extern bool fir_atom_equal (struct fir_atom a, struct fir_atom b);
/* A is an integer or pointer constant; *I is its value, sign-extended as its type says.  */
extern bool fir_atom_value (struct fir_atom a, __int128 *i);
extern bool fir_atom_is_int (struct fir_atom a, __int128 i);
/* The comparison that holds of ordered values where OP, a comparison, does not.  */
extern enum fir_op fir_opposite (enum fir_op op);
/* The statement that binds A, NULL for constants and parameters.  */
extern struct fir_stmt *fir_atom_def (struct fir_atom a);
/* Set the aux of every variable bound in R to NULL.  */
extern void fir_clear_aux (struct fir_region *r);

/* --- Costs ----------------------------------------------------------------------------------- */

/* The assumed trip count of a loop of which nothing is known.  */
#define COST_TURNS 64
/* Rough instructions of one execution of S, of B, of an iteration of loop S.  They determine the
   size of chunks, and chunks the order of float reductions: other numbers give other results.  */
extern unsigned fir_stmt_cost (struct fir_stmt *s);
extern unsigned fir_block_cost (struct fir_block *b);
extern unsigned fir_turn_cost (struct fir_stmt *s);
/* The same for passes that consider copying or moving S or B.  Terms that only rename are free,
   since they disappear in their new place, and a checked read counts as a read, since its check may
   be hoisted (pass hoist); a loop, a call or a check is expensive however short it is, so that none
   of them is duplicated or speculated.  */
extern unsigned fir_stmt_weight (struct fir_stmt *s);
extern unsigned fir_block_weight (struct fir_block *b);
/* A read of a materialised vector costs a load and a store, and memory traffic; an element may be
   recomputed instead if that weighs at most so much.  So fusion never adds more than COST_AGAIN
   instructions per read, whatever the program.  */
#define COST_AGAIN 8

/* --- Speculation ----------------------------------------------------------------------------- */

/* Is primitive OP total, from operands of type FROM (the first one's; NULL: it has none) to type
   TO, with BY as its second operand (NULL: any value)?  If it overflows it must wrap.  */
extern bool fir_prim_total (enum fir_op op, const struct type *from, const struct type *to,
			    const struct fir_const *by);
/* May OP of type TO overflow, which is undefined unless it is told to wrap?  */
extern bool fir_prim_overflows (enum fir_op op, const struct type *to);
/* The same of S; a leaf is total if its flags say so, and no other term is.  */
extern bool fir_total (const struct fir_stmt *s);
extern bool fir_overflows (const struct fir_stmt *s);
/* Let S wrap from now on if it overflows (DATA is not used).  */
extern void fir_let_wrap (struct fir_stmt *s, void *data);
/* Does the value of S depend on memory?  */
extern bool fir_reads_memory (const struct fir_stmt *s);
/* Is S speculable?  */
extern bool fir_speculates (const struct fir_stmt *s);
/* Should S, which is valid for every element but needed by only some, be computed for all of them
   in straight-line code, which vectorises, rather than under a branch?  This includes conversions
   that are partial: they are defined for the operands in this loop.  */
extern bool fir_straight (const struct fir_stmt *s);

/* S is the last statement of B, which returns its results and nothing else.  */
extern bool fir_returned (struct fir_block *b, struct fir_stmt *s);
/* Does MU, a recursive function value, use itself only in calls in tail position?  */
extern bool fir_tail_only (struct fir_stmt *mu);

/* --- fir-size.c ------------------------------------------------------------------------------ */

/* The builtin's name at SITE without its prefix, for reports; NULL: there is none.  */
extern const char *fir_site_name (struct nova_ctx *ctx, uint32_t site);
/* "|V| REL FORMULA": the length N of V, or that of the vector N, in the names of the program.  */
extern const char *fir_size_formula (struct nova_ctx *ctx, struct fir_var *v, const char *rel,
				     struct fir_atom n);

#endif

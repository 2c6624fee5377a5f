/* What the passes share: inspecting atoms, costs, and the parts of passes that others call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASS_INT_H
#define NOVA_PASS_INT_H

#include "base/law.h"
#include "fir/fir-term.h"
#include "fir/fir-view.h"
#include "pass.h"

/* --- pass-util.c ----------------------------------------------------------------------------- */

/* Record, in V's aux, that A replaces V from here on; replace *ATOM by its recorded replacement
   (DATA is not used).  */
extern void pass_replace_var (struct fir_prog *p, struct fir_var *v, struct fir_atom a);
extern void pass_replace_in (struct fir_atom *atom, void *data);
/* Unmark the tail calls of B, which is no longer in tail position.  */
extern void pass_forget_tails (struct fir_block *b);

/* --- simplify-*.c ---------------------------------------------------------------------------- */

/* The constant that S, a primitive of constants, computes.  False if it is not certain at compile
   time: a trap, an undefined result, a rounding.  */
extern bool simplify_fold (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res);
/* The atom that S, a primitive, equals by an identity of its type.  */
extern bool simplify_identity (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res);
/* The depth to which predicates about an atom follow definitions: an operand that is used twice at
   each level doubles the work there.  */
#define ATOM_STEPS 8
/* A is the result of a comparison, or a 0/1 integer made of one: 0 or 1.  */
extern bool simplify_truth (struct fir_atom a);
/* Every value of integer or float type A is one of type B, exactly.  */
extern bool simplify_embeds (const struct type *a, const struct type *b);
/* Rewrite S, a conversion, as the sum, difference or product of what its operand's operands were
   before they were converted, if that is equal.  */
extern bool simplify_conv (struct fir_prog *p, struct fir_stmt *s);
/* Rewrite S, a primitive, as min, max, band or bor, or on narrower integers, if that is equal.  */
extern bool simplify_select (struct fir_prog *p, struct fir_stmt *s);
/* The integer that D, a comparison with the constant 0, converts to a float first; else none.  It
   has the sign that it had.  */
extern struct fir_atom simplify_beside_zero (const struct fir_stmt *d);
/* *X, wanted where condition C HOLDS, or does not, becomes the operand that a selection by the same
   condition gives there; false if *X is none.  */
extern bool simplify_chosen (struct fir_atom *x, struct fir_atom c, bool holds);
/* Simplify the if S, whose blocks are simple already; S may be removed.  Returns the number of
   changes.  */
extern unsigned simplify_if (struct fir_prog *p, struct fir_stmt *s);
/* The same for the case S.  If the arm is known, its parameter has been replaced already.  */
extern unsigned simplify_case (struct fir_prog *p, struct fir_stmt *s);
/* The function of the arm that the case S takes, if its operand is an inject or a constant; else
   NULL.  */
extern struct fir_fn *simplify_known_arm (struct fir_stmt *s);
/* Take apart loop S of a few elements, in an element of loop AROUND, if S only reduces and AROUND
   does not: then S is removed.  */
extern bool simplify_few (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *around);
/* A mu (NULL: none) in whose function a statement is, and those around; how many turns of loops
   may still be tried in the outermost one that is being taken apart, if there is one.  */
struct simplify_mu
{
  const struct fir_var *mu;
  const struct simplify_mu *up;
  unsigned *turns;
};
/* Simplify B, which is in no region, in an element of AROUND (NULL: in none), and in the functions
   IN.  */
extern void simplify_scratch (struct fir_prog *p, struct fir_block *b, struct fir_stmt *around,
			      const struct simplify_mu *in);
/* Replace S, an apply in an element of AROUND (NULL: in none) and in the functions IN, by the turns
   of the loop that it starts if constants decide how many these are: then S is removed.  */
extern bool simplify_turns (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *around,
			    const struct simplify_mu *in);
/* True if check S holds whatever the variables are.  */
extern bool simplify_check_holds (const struct fir_stmt *s);
/* If S applies its function to rows of a view, remove from it the checks of sizes that hold since
   these are in memory.  Returns their number.  */
extern unsigned simplify_sizes (struct fir_stmt *s);

/* --- pass-cse.c, pass-dce.c ------------------------------------------------------------------ */

/* Remove from B, and from the blocks in it, terms that neither have an effect nor are needed by B's
   effects and results.  B need not belong to a region.  Returns the number of changes.  */
extern unsigned pass_dce_block (struct fir_prog *p, struct fir_block *b);
/* The same, but what may fail stays: no check of an element is lost.  */
extern unsigned pass_dce_errors (struct fir_prog *p, struct fir_block *b);

/* --- pass-fuse.c ----------------------------------------------------------------------------- */

/* The part of pass fuse that lowering relies on: every vector operation becomes a loop.  */
extern unsigned fuse_apart (struct fir_prog *p, struct fir_region *r, struct pass_log *log);

/* --- fuse-report.c --------------------------------------------------------------------------- */

/* Log why loops of R that read each other's results, or share input, remain apart.  */
extern void fuse_log_kept (struct fir_prog *p, struct fir_region *r, struct pass_log *log);

/* Integer V, an index or a size, as a u64, into B; one of 128 bits that fits neither a u64 nor an
   i64 becomes INSTEAD.  As a size neither -1 nor INT64_MAX is below any length.  */
extern struct fir_atom pass_as_size (struct fir_prog *p, struct fir_block *b, struct fir_atom v,
				     uint64_t instead);
/* The N sizes FIRST, FIRST + 1, ... as a vector, into B.  */
extern struct fir_atom pass_numbers (struct fir_prog *p, struct fir_block *b, uint32_t site,
				     struct fir_atom n, struct fir_atom first);

#endif

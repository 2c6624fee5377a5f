/* The typing rules of the operations that fir.def states in its column TYPE, as structures.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The checker and the inference of types both use these; an operation whose TYPE is "" has none,
   and its rule is code in each.  */

#ifndef NOVA_FIR_SIG_H
#define NOVA_FIR_SIG_H

#include "fir.h"

#define SIG_ARGS 6
#define SIG_FNS 2
#define SIG_VARS 4

/* What a variable of a rule may stand for.  */
enum sig_class
{
#define SIG_CLASS(NAME, LETTERS, SCALARS, POINTERS, REST, ONE, MANY) SIG_##NAME,
#include "fir-sig.def"
#undef SIG_CLASS
  SIG_LAST
};

/* VECS vectors of [a pointer to] a scalar or a variable.  */
struct sig_type
{
  unsigned vecs;
  bool ptr;
  int var;			/* a number below NVARS, or -1: */
  enum scalar scalar;
};

struct sig_fn
{
  unsigned nparams;
  struct sig_type param[SIG_ARGS], ret;
};

struct fir_sig
{
  unsigned nvars, nargs, nfns;
  enum sig_class cls[SIG_VARS];
  struct sig_type arg[SIG_ARGS], ret;
  struct sig_fn fn[SIG_FNS];
};

/* The rule of OP, NULL if it is code.  */
extern const struct fir_sig *fir_sig (struct nova_ctx *ctx, enum fir_op op);
/* May a variable of class C stand for T; the class as a set of kinds of types, and the same of it.
   What it stands for, "a number", or as elements, "numbers".  */
extern bool sig_class_holds (enum sig_class c, const struct type *t);
extern unsigned sig_class_mask (enum sig_class c);
extern bool sig_mask_holds (unsigned mask, const struct type *t);
extern const char *sig_class_one (enum sig_class c);
extern const char *sig_class_many (enum sig_class c);

/* Make T of S where BOUND, the types of the variables, decides it (a variable not yet bound is NULL
   there), else NULL.  */
extern const struct type *sig_type_of (struct nova_ctx *ctx, const struct sig_type *s,
				       const struct type *const *bound);
/* Is T of the form S: then the variable in S that BOUND has not yet is bound; else false.
   SIG, if it is not NULL, says what the variable may stand for.  */
extern bool sig_match (const struct fir_sig *sig, const struct sig_type *s, const struct type *t,
		       const struct type **bound);
/* S in words, for "operand 1 is T, not ...", with what BOUND has.  */
extern const char *sig_describe (struct nova_ctx *ctx, const struct fir_sig *sig,
				 const struct sig_type *s, const struct type *const *bound);

#endif

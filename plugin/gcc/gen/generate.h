/* What other rooms ask of the generator: functions from IMP, types of FIR and back, descriptors of
   sites.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h and nova-gcc.h.  */

#ifndef NOVA_GENERATE_H
#define NOVA_GENERATE_H 1

/* Attribute of a stub that writes a result into a vector that nobody else has a reference to, for
   that is released behind the call.  */
#define NOVA_REUSES "nova reuses"
/* What is replaced from now on stands in the function DECL; NULL_TREE: in none.  */
extern void gen_host (tree decl);
/* DECL's body has been changed, or is about to be copied.  If it is gen_host's, virtual operands
   and call graph follow what has changed: the stub of a region may call DECL itself.  */
extern void gen_settle (tree decl);
/* Does what has been generated call FNDECL?  The call graph does not know that yet.  */
extern bool gen_called_p (tree fndecl);

/* gen-same.cc: what sample_program is given, with the function that is worked on as DATA.  */
struct fir_prog;
struct fir_leaf;
struct type;
extern struct fir_leaf *gen_same (void *data, struct fir_prog *p, const struct type *t, unsigned n);
struct imp_prog;
struct imp_proc;
/* Build the stub of PROC and its workers as new static functions with USER's options, at LOC.
   The stub takes the procedure's parameters in order and returns: nothing; the one result; or a
   record with fields r0, r1, ... (its type is the stub's result type).  */
struct gen_versions
{
  struct imp_proc *proc[2];	/* versions for loose vectors, the one for even rows first */
  tree stub[2];			/* theirs, see gen_loose; NULL_TREE: there is no such version */
  tree sampler;			/* what all of them call for samples, or NULL_TREE */
  bool samples;			/* they are themselves of a region of samples */
};
/* It calls one of LOOSE where a vector that this one would read where it is is not contiguous.  */
extern tree gen_proc (struct imp_prog *prog, struct imp_proc *proc, tree user, location_t loc,
		      const struct gen_versions *loose);
/* The stub of version N of LOOSE, to be called by that of gen_proc, the next one made.  */
extern void gen_loose (struct imp_prog *prog, struct gen_versions *loose, unsigned n, tree user,
		       location_t loc);
/* The stub of PROC, a region of samples, which calls one of LOOSE like gen_proc's.  */
extern tree gen_samples (struct imp_prog *prog, struct imp_proc *proc, tree user, location_t loc,
			 const struct gen_versions *loose);
/* Does the loop of SITE, which has been generated, stay in the thread that calls it?  */
extern bool gen_in_thread_p (uint32_t site);
/* The address (const struct nova_site *) of the run-time descriptor of SITE, a static variable.  */
extern tree gen_site (unsigned site);
/* The FIR type of a C type, and back.  */
struct nova_ctx;
extern const struct type *fir_type_of (struct nova_ctx *ctx, tree t);
extern tree tree_type_of (const struct type *t);

#endif

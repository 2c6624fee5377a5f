/* The generator, for other rooms: functions from IMP, types of FIR and back, descriptors of sites.
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
/* gen-version.cc.  The rows of versions.def, in order; the ordinary one of a kind is its last.  */
enum gen_version
{
#define NOVA_VERSION(ID, NAME, OF, READS, TARGET, WORTH, TEST, ELSE, SPEED, DOC) VERSION_##ID,
#include "versions.def"
#undef NOVA_VERSION
  VERSION_LAST
};
enum gen_version_of { VERSIONS_OF_REGION, VERSIONS_OF_SAMPLES };
/* The versions of one region.  */
struct imp_prog;
struct gen_versions
{
  enum gen_version_of of;
  struct imp_prog *prog[VERSION_LAST];	/* NULL: there is no such version */
  tree stub[VERSION_LAST];		/* what gen_region makes of them */
  tree sampler;				/* what all of them call for samples, or NULL_TREE */
  tree sites;				/* what the stub of the ordinary one takes as its last
					   argument */
  bool marches;				/* some workers are there for later processors, too */
};
/* gen-share.cc.  The stub of the ordinary version of V, which calls another one where that is to be
   taken, and which tries its operators on SAMPLES, unless that is NULL: new static functions with
   USER's options, at LOC; or those of a region before that says the same.  A stub takes the
   procedure's parameters in order, then v->sites, and returns: nothing; the one result; or a record
   with fields r0, r1, ... (its type is the stub's result type).  */
extern tree gen_region (struct gen_versions *v, struct gen_versions *samples, tree user,
			location_t loc);
/* No more regions are to come.  */
extern void gen_forget (void);
/* Does the loop of SITE, which has been generated, stay in the thread that calls it?  */
extern bool gen_in_thread_p (uint32_t site);
/* The address (const struct nova_site *) of the run-time descriptor of SITE, a static variable.  */
extern tree gen_site (unsigned site);
/* The FIR type of a C type, and back.  */
struct nova_ctx;
extern const struct type *gen_fir_type (struct nova_ctx *ctx, tree t);
extern tree gen_tree_type (const struct type *t);

#endif

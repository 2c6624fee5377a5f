/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_GEN_STATE_H
#define NOVA_GEN_STATE_H 1

#include "base/unit.h"

struct gen_shared;
struct gen_worker;

/* For comparing values of a type: its description, NULL if there is none, and the functions.  */
struct same_functions
{
  char *text;
  tree fn[8];
};

struct gen_state
{
  /* gen-abi.cc, gen-type.cc, gen-watch.cc: records of abi.h, NULL_TREE until needed;
     nova_watching.  */
  tree frame_type, place_type, vec_type, site_type, watch_type;
  tree watching;
  /* gen-march.cc: the target options of workers for later processors; nova_march.  */
  tree wide_target, march;
  bool inlines_checked;

  /* gen-type.cc: the C types for FIR types; the descriptors of sites.  */
  hash_map<const struct type *, tree> made_types;
  hash_map<int_hash<unsigned, 0, UINT_MAX>, tree> site_decls;

  /* gen-share.cc: the regions, and parfors, that have been generated, by what they say.  */
  hash_map<int_hash<uint64_t, 0>, struct gen_shared *> shared;
  hash_map<int_hash<uint64_t, 0>, struct gen_worker *> workers;

  /* gen-outline.cc: the sites of loops whose functions read thread-local variables; the number of
     regions' stubs.  */
  hash_set<int_hash<uint32_t, 0> > thread_sites;
  unsigned nstubs;

  /* gen-same.cc: by type; the number of functions.  */
  hash_map<tree, struct same_functions> same;
  unsigned nsame;

  /* gen-host.cc: the callees of generated code; the function whose regions are being replaced.  */
  hash_set<tree> called;
  tree host;

  /* clone.cc: the clones; those that call twins, directly or indirectly; those that so pass
     vectors, as gen_vectors_p says.  */
  hash_map<tree, tree> clones;
  hash_set<tree> with_twins;
  hash_map<tree, bool> with_vectors;
  /* clone-size.cc: statements of functions with what is inlined into them.  */
  hash_map<tree, unsigned> sizes;
  /* clone-in-place.cc: the clones, NULL_TREE where none is possible; those that index.  */
  hash_map<tree, tree> in_place;
  hash_set<tree> indexing;
  /* twin.cc: of functions of libm.  */
  hash_map<tree, tree> twins;
};

#endif

/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_BASE_STATE_H
#define NOVA_BASE_STATE_H 1

#include "abi.h"
#include "unit.h"

struct base_state
{
  /* unit.cc: the program has used something of nova's.  */
  bool named;

  /* root.cc: trees that are kept; those that have numbers in FIR, and their numbers.  */
  auto_vec<tree> roots;
  hash_map<tree, uint32_t> origins;
  auto_vec<tree> origin_trees;

  /* types.cc: the vector type of an element type and the inverse, main variants; all vector types,
     in order of creation; whether opaque types have been replaced.  */
  hash_map<tree, tree> vector_of, element_of;
  auto_vec<tree> vectors;
  bool parsing_over;
  /* Constant variables that hold vectors, see vtype_hide_constant.  */
  auto_vec<tree> constants;
  /* The last type made by nova_vec; vectors' types are kept.  */
  tree last_written_type;
  /* debug-type.cc: a pointer to struct nova_vec.  */
  tree descriptor_pointer;

  /* builtins.cc: the declarations for users, of builtins, then of operators; the resolved
     declarations of each builtin, one per result type, and the inverse.  Nothing is declared before
     one is used.  */
  bool declared;
  tree written[NOVA_OP_HLENGTH + NOVA_OPR_NONE];
  auto_vec<tree> signatures[NOVA_OP_LAST];
  hash_map<tree, enum nova_op> op_of_decl;
  tree retain_fn, release_fn;

  /* site.cc: by number; site 0 does not exist.  */
  auto_vec<nova_call_site *> sites;

  /* abi.cc: the declarations made so far.  */
  tree abi_decls[ABI_LAST];
};

#endif

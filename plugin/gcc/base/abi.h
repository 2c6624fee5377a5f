/* The entry points of libnovart: an enumerator for each row of abi.def, and its declaration.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h.  */

#ifndef NOVA_ABI_DECL_H
#define NOVA_ABI_DECL_H 1

enum abi_fn
{
#define NOVA_ABI(RET, NAME, PARAMS, ATTRS, DOC) ABI_##NAME,
#include "nova/abi.def"
#undef NOVA_ABI
  ABI_LAST,
  /* Other names in imp.def: inline functions and a macro of abi.h.  They have no declaration; gen
     builds their code.  */
  ABI_nova_chunk_size = ABI_LAST,
  ABI_nova_chunks,
  ABI_nova_vec_length,
  ABI_nova_vec_data,
  ABI_nova_vec_lend,
  ABI_nova_overlap,
  ABI_nova_note,
  ABI_nova_soon,
  ABI_nova_read_soon,
  ABI_nova_hint,
  ABI_nova_alone
};

/* The declaration of FN, which is a row of abi.def.  */
extern tree abi_decl (enum abi_fn fn);

#endif

/* Host operations as ordinary code: what hostops.cc shares with host-build.cc, host-handle.cc and
   host-print.cc.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_HOSTOPS_H
#define NOVA_HOSTOPS_H 1

#include "base/abi.h"

/* Call FN before GSI with ARGS converted to its parameters.  LHS: the variable for the result, or
   NULL_TREE.  */
extern gcall *host_abi_call (gimple_stmt_iterator *gsi, enum abi_fn fn, tree lhs, unsigned n,
			     const tree *args, location_t loc);
/* host_abi_call for C's result; the function has no site of its own: should there be no memory, it
   stands where C does.  */
extern void host_placed_call (gimple_stmt_iterator *gsi, struct ext_call *c, enum abi_fn fn,
			      unsigned n, const tree *args);
/* The member of handle V's descriptor at byte OFFSET, of TYPE, loaded before GSI.  */
extern tree host_member (gimple_stmt_iterator *gsi, tree v, size_t offset, tree type);
/* Pointer P, before GSI, as one whose object GCC does not see as long as it does not optimise: it
   would take a row of a matrix for an object of its own and warn of the rows behind it.  */
extern tree host_unseen (gimple_stmt_iterator *gsi, tree p);

/* Before GSI: index-only C as a handle.  */
extern void host_handle (struct ext_call *c, gimple_stmt_iterator *gsi);
/* Before GSI: C, a nova_print.  */
extern void host_print (struct nova_ctx *ctx, struct ext_call *c, gimple_stmt_iterator *gsi);

#endif

/* Offsets that a region looks at.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_ORDER_H
#define NOVA_FIR_ORDER_H

#include "fir-term.h"
#include "fir-view.h"

/* The output that makes V, of the loop *S; NULL if V is no result of a loop.  */
extern struct fir_out *fir_loop_output (struct fir_atom v, struct fir_stmt **s);
/* Does check C look at all offsets O, or at the first N + 1, of which none is below the one before
   it?  */
extern bool fir_orders (struct fir_stmt *c, struct fir_atom o, struct fir_atom n);
/* Have checks before statement BEFORE of its block found that offsets O are in order, and that the
   last is *END?  */
extern bool fir_offsets_end (struct fir_stmt *before, struct fir_atom o, struct fir_atom *end);

#endif

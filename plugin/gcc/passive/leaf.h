/* The passivity check, for other rooms.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASSIVE_LEAF_H
#define NOVA_PASSIVE_LEAF_H 1

/* Is the function that operand K (from 1) of SITE names passive?  Reports the error at the operand
   and the note at the offending statement when it is not.  On GIMPLE in SSA form.  FNDECL
   NULL_TREE: the operand is a pointer, whose type must say it.  */
extern bool passive_check (tree fndecl, unsigned site, unsigned k);
/* The properties of FNDECL as a leaf: LEAF_* flags of fir.h, and a rough cost.  */
extern unsigned passive_leaf_flags (tree fndecl, unsigned *cost);
/* Does FNDECL, a leaf with LEAF_BOUNDED, read through parameter K (from 0)?  */
extern bool passive_reads_param (tree fndecl, unsigned k);
/* Is parameter K (from 0) of FNDECL a vector without pointers, so that all that it reads through it
   are the vector's own elements?  */
extern bool passive_reads_rows_p (tree fndecl, unsigned k);
/* May FNDECL raise an error other than for want of memory?  */
extern bool passive_raises_p (tree fndecl);
/* Does FNDECL read thread-local variables?  */
extern bool passive_reads_thread (tree fndecl);
/* The K-th variable of the program that FNDECL, a leaf with LEAF_BOUNDED, reads; NULL_TREE if there
   are fewer.  */
extern tree passive_reads_global (tree fndecl, unsigned k);

#endif

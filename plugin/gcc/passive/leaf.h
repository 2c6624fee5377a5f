/* The passivity check, for other rooms.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASSIVE_LEAF_H
#define NOVA_PASSIVE_LEAF_H 1

/* Is the function that operand K (from 1) of SITE names passive?  Reports the error at the operand
   and the note at the offending statement when it is not.  On GIMPLE in SSA form.  FNDECL
   NULL_TREE: the operand is a pointer, whose type must say it.  */
extern bool passive_check (tree fndecl, unsigned site, unsigned k);
/* What FNDECL may do as a leaf: LEAF_* flags of fir.h, and a rough cost.  */
extern unsigned passive_leaf_flags (tree fndecl, unsigned *cost);
/* Of a leaf with LEAF_BOUNDED: does it read through parameter K (from 0); the K-th variable of the
   program that it reads, NULL_TREE if there are not so many.  */
extern bool passive_reads_param (tree fndecl, unsigned k);
/* Does FNDECL read variables of the thread that it runs in?  */
extern bool passive_reads_thread (tree fndecl);
extern tree passive_reads_global (tree fndecl, unsigned k);

#endif

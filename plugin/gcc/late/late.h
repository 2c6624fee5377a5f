/* The late passes, for the entry.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LATE_H
#define NOVA_LATE_H 1

/* own-pairs.cc: retains and releases that something else makes needless.  */
extern unsigned late_own_pairs (void);
/* index-checks.cc: indices that loops check in each turn are checked before them.  */
extern unsigned late_index_checks (void);
/* bool-index.cc: indices that are truth values, before loops become vector instructions.  */
extern unsigned late_gather (void);
/* mask-groups.cc: neighbours that are loaded under a mask, likewise.  */
extern unsigned late_masks (void);
/* mask-zeros.cc: loads under a mask, when there is RTL.  */
extern unsigned late_mask_zeros (void);

/* spare.cc: PLUGIN_OVERRIDE_GATE: functions of our own go without some of GCC's passes.  */
extern void late_spare (void *gate, void *);

#endif

/* The pass that makes regions, for the entry.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_REGION_H
#define NOVA_REGION_H 1

extern void region_pass_execute (void);

#endif

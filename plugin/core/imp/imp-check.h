/* The checker of IMP: what its files share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_CHECK_H
#define NOVA_IMP_CHECK_H

#include "imp.h"

/* imp-effect.c: what the functions of P do to memory.  */
struct imp_effects;
extern struct imp_effects *imp_effects (struct imp_prog *p);

/* imp-own.c: what keeps the iterations of PAR, a parfor of PROC, from being seen to be apart, and
   at which statement; NULL: nothing does.  Of one that is trusted only the functions that it calls
   are looked at.  */
extern const char *imp_own (struct imp_prog *p, struct imp_effects *effects, struct imp_proc *proc,
			    struct imp_stmt *par, struct imp_stmt **at);

#endif

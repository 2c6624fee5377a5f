/* The checker of IMP: what its files share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_CHECK_H
#define NOVA_IMP_CHECK_H

#include "imp.h"

/* imp-own.c: what keeps the iterations of PAR, a parfor of PROC, from being seen to be apart, and
   at which statement; NULL: nothing does.  */
extern const char *imp_own (struct imp_prog *p, struct imp_proc *proc, struct imp_stmt *par,
			    struct imp_stmt **at);

#endif

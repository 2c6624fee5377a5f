/* Rows of one element: what their elements compute is known, or a variable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_SINGLE_H
#define NOVA_SCHEDULE_SINGLE_H

#include "imp/imp-make.h"

/* E, or the constant that it is.  */
extern struct imp_expr *single_folded (struct imp_prog *p, struct imp_expr *e);

/* What an element, B, computes from constants is constant, and memory that it makes for one value
   is a variable.  False: it makes other memory, more than seldom.  */
extern bool single_values (struct imp_here *h, struct imp_block *b);

#endif

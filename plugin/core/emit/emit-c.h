/* IMP as a C11 translation unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EMIT_C_H
#define NOVA_EMIT_C_H

#include "imp/imp.h"

/* P as C that includes <nova/abi.h>, to the end of OUT.  Leaves are declared extern.  */
extern void emit_c (struct strbuf *out, struct imp_prog *p);
/* The same, and a main that makes the N CALLS and prints what the evaluator prints.  False, with a
   message appended to ERR, if one of them cannot be made.  */
extern bool emit_c_main (struct strbuf *out, struct imp_prog *p, unsigned n,
			 const char *const *calls, struct strbuf *err);

#endif

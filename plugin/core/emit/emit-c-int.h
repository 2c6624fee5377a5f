/* What the files of the C emitter share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EMIT_C_INT_H
#define NOVA_EMIT_C_INT_H

#include "emit-c.h"
#include "fir/text.h"

struct emit
{
  struct imp_prog *p;
  struct nova_ctx *ctx;
  struct type_names *names;
  struct imp_proc *proc;
  bool fun;			/* PROC is a function of the program */
  struct strbuf *out;		/* the function being printed */
  struct strbuf *top;		/* finished functions */
  struct strbuf *heads;		/* helpers that expressions need, and sites */
  bool helper[FIR_LAST][SCALAR_LAST];
  unsigned nworkers, nsites;
  unsigned indent;
};

/* emit-c-expr.c  */
extern void emit_c_type (struct emit *em, struct strbuf *out, const struct type *t);
/* T NAME.  */
extern void emit_c_var (struct emit *em, const struct imp_var *v);
extern void emit_c_decl (struct emit *em, const struct imp_var *v);
extern void emit_c_expr (struct emit *em, struct imp_expr *e);
/* Of the NAME of a thing of SORT, and of PROC, a function of the program (FUN) or a region, the
   name in C; of field K of the record T.  No two of them, and no name that C or a header has, are
   the same.  */
extern void emit_c_name (struct strbuf *out, const char *name, const char *sort);
extern void emit_c_proc_name (struct strbuf *out, const struct imp_proc *proc, bool fun);
extern void emit_c_field (struct strbuf *out, const struct type *t, unsigned k);
/* TEXT as a string constant.  */
extern void emit_c_string (struct strbuf *out, const char *text);
/* The definitions of the records and blobs, the prototypes of the leaves of the program.  */
extern void emit_c_types (struct emit *em, struct strbuf *out);
extern void emit_c_leaves (struct emit *em, struct strbuf *out);

#endif

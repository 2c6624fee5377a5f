/* What the files that read IMP text share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_PARSE_H
#define NOVA_IMP_PARSE_H

#include "fir/fir-parse.h"
#include "imp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A loop whose body is being read.  */
struct reading
{
  struct imp_stmt *s;
  struct reading *around;
};

/* A variable in scope, and the level that binds it.  */
struct bound
{
  const char *name;
  enum par_level level;
};

/* The state of the reader.  */
struct reader
{
  struct parser *ps;
  struct imp_prog *p;
  struct imp_proc *proc;
  struct ptrmap vars;		/* in scope, by whole name */
  struct bound *scope;		/* the same in order, to be removed */
  size_t nscope, scope_cap;
  enum par_level level;		/* that of the current statement */
  unsigned last_id;		/* highest number written */
  bool loops, whole, needs;	/* there are loops with outputs; of a whole region; needs */
  struct reading *loop;		/* the enclosing ones */
  const struct imp_fill *fill;	/* of a skeleton, else NULL */
};

/* Stop with an error at the next token.  */
extern void imp_read_wrong (struct reader *r, const char *fmt, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
/* NAME: TYPE.  The name is in scope from here on.  */
extern struct imp_var *imp_read_binder (struct reader *r, enum imp_var_kind kind);
/* The name of a variable in scope.  */
extern struct imp_var *imp_read_var (struct reader *r);
/* The name of a loop's index; returns the MARK with which imp_read_close ends its scope.  */
extern size_t imp_read_index (struct reader *r, struct imp_stmt *s);
/* End the scope of all but the first MARK variables in scope.  */
extern void imp_read_close (struct reader *r, size_t mark);
/* An expression; constants have type HINT, NULL: unknown.  An expression of size type.  */
extern struct imp_expr *imp_read_expr (struct reader *r, const struct type *hint);
extern struct imp_expr *imp_read_size (struct reader *r);
/* (EXPR, ...), the operands *ARGS, and how many; constants have type HINT, NULL: unknown.  */
extern unsigned imp_read_args (struct reader *r, struct imp_expr ***args, const struct type *hint);
/* One of the N names of NAMES, of which empty ones never match; WHAT, followed by the name read, is
   the error if there is none.  */
extern unsigned imp_read_choice (struct reader *r, unsigned n, const char *const *names,
				 const char *what);
/* trusted NAME, or nothing: why iterations, or elements, are trusted not to interfere.  */
extern enum imp_trust imp_read_trust (struct reader *r);
/* at NUMBER, or 0.  */
extern uint32_t imp_read_site (struct reader *r);
/* A new statement, here, at the end of B.  */
extern struct imp_stmt *imp_read_stmt (struct reader *r, struct imp_block *b,
				       enum imp_stmt_kind kind);
/* { ... }, to B; with braces, what it binds is in scope in it only.  */
extern void imp_read_block (struct reader *r, struct imp_block *b);
extern void imp_read_braces (struct reader *r, struct imp_block *b);

/* --- imp-parse-loop.c: what stands behind the word that begins a statement --- */

/* An output of a loop; a loop; what an element gives.  */
extern void imp_read_output (struct reader *r, struct imp_stmt *s);
extern void imp_read_loop (struct reader *r, struct imp_stmt *s);
extern void imp_read_give (struct reader *r, struct imp_stmt *s);

#ifdef __cplusplus
}
#endif

#endif

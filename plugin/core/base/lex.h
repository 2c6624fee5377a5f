/* The tokens of the text forms of FIR and IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LEX_H
#define NOVA_LEX_H

#include <setjmp.h>
#include "ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

enum token_kind
{
  TOK_END,
  TOK_IDENT,			/* name or name.NUMBER */
  TOK_NUMBER,			/* integer or float, decimal or 0x; inf, nan; with its sign */
  TOK_GLOBAL,			/* @name, @"name" */
  TOK_ARROW,			/* -> */
  TOK_ASSIGN,			/* := */
  TOK_TYPEVAR,			/* 'name, with the quote */
  TOK_CHAR			/* a single character of punctuation: *text */
};

struct token
{
  enum token_kind kind;
  const char *text;		/* interned; of TOK_GLOBAL the name alone */
  const char *base;		/* TOK_IDENT: interned, without .NUMBER */
  long num;			/* TOK_IDENT: the NUMBER, -1 if there is none */
  const char *at;		/* in the file's text */
  unsigned line, col;		/* from 1 */
};

struct lex
{
  struct nova_ctx *ctx;
  const char *file, *text;
  struct strbuf *err;
  struct token *tok;		/* the last one is TOK_END */
  size_t ntok;
  jmp_buf escape;		/* where lex_error goes; the reader sets it before lex_init */
};

/* Cut TEXT, named FILE, into tokens.  ; starts a comment, to the end of the line.  */
extern void lex_init (struct lex *lx, struct nova_ctx *ctx, const char *file, const char *text,
		      struct strbuf *err);
/* The line that starts at LINE, and a caret below its character N, into OUT.  */
extern void lex_excerpt (struct strbuf *out, const char *line, size_t n);
/* Append "FILE:LINE:COL: error: MSG" about token T to the reader's errors, the source line and a
   caret below; leave through LX->escape.  */
extern void lex_report (struct lex *lx, const struct token *t, const char *msg);
extern void lex_leave (struct lex *lx) __attribute__ ((noreturn));
/* Append "FILE:LINE:COL: error: ..." about token T to the reader's errors, the source line and a
   caret below; then leave through LX->escape.  */
extern void lex_error (struct lex *lx, const struct token *t, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4), noreturn));

/* A map from pointers (interned names, say) to pointers.  */
struct ptrmap
{
  struct nova_ctx *ctx;
  const void **key;
  void **value;
  size_t slots, count;
};
/* Where the value of KEY, not NULL, stands; NULL there if it has none yet.  */
extern void **ptrmap_at (struct ptrmap *m, const void *key);

#ifdef __cplusplus
}
#endif

#endif

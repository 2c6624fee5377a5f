/* What a compilation of one translation unit holds: memory, names, types, the host's callbacks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Everything made for a program lives in its context's arena and goes with it; nothing is freed
   alone.  The arena, the intern tables and the string buffer are the only allocators of the
   core.  */

#ifndef NOVA_CTX_H
#define NOVA_CTX_H

#include <stdarg.h>
#include <stdio.h>
#include "type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the core speaks to the program it is part of: the plugin or nova-opt.  */
enum diag_kind { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

struct nova_host
{
  /* Report MSG at SITE (0: nowhere).  */
  void (*diagnose) (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg);
  /* An internal error: the compiler must not go on.  Does not return.  */
  void (*fatal) (struct nova_host *host, const char *msg);
  /* The line and the builtin's name of SITE for reports: 0 / NULL if not known.  Both may be NULL,
     as in text, where sites are lines.  */
  unsigned (*site_line) (struct nova_host *host, uint32_t site);
  const char *(*site_name) (struct nova_host *host, uint32_t site);
  /* The elements of what stands at SITE are not checked, on the user's word.  May be NULL: all
     are.  */
  bool (*site_unchecked) (struct nova_host *host, uint32_t site);
  void *data;
};

/* Make a context that speaks through HOST, and free it with all it holds.  */
extern struct nova_ctx *ctx_new (struct nova_host *host);
extern void ctx_free (struct nova_ctx *ctx);
extern struct nova_host *ctx_host (struct nova_ctx *ctx);
/* What CTX's host says of SITE.  */
extern unsigned ctx_site_line (struct nova_ctx *ctx, uint32_t site);
extern const char *ctx_site_name (struct nova_ctx *ctx, uint32_t site);
extern bool ctx_site_unchecked (struct nova_ctx *ctx, uint32_t site);

/* SIZE zeroed bytes in CTX's arena, aligned for any object.  */
extern void *ctx_alloc (struct nova_ctx *ctx, size_t size);
#define CTX_NEW(ctx, T) ((T *) ctx_alloc (ctx, sizeof (T)))
#define CTX_NEWV(ctx, T, n) ((T *) ctx_alloc (ctx, sizeof (T) * (n)))
/* V, N elements of SIZE bytes, where *CAP have room: V if one more has, else a copy with room for
   twice as many, *CAP, zeroed behind the N.  The first has room for a few; V may be NULL then.  */
extern void *ctx_more (struct nova_ctx *ctx, const void *v, size_t n, size_t *cap, size_t size);
/* Room in the vector V for one more than its N elements; in C.  */
#define CTX_MORE(ctx, v, n, cap) ((v) = ctx_more (ctx, v, n, &(cap), sizeof *(v)))
/* The interned copy of the LEN bytes at S / of the string S: equal names are equal pointers.  */
extern const char *ctx_intern_n (struct nova_ctx *ctx, const char *s, size_t len);
extern const char *ctx_intern (struct nova_ctx *ctx, const char *s);
/* Is it the first time that CTX sees the LEN bytes at KEY, which are no name?  */
extern bool ctx_first (struct nova_ctx *ctx, const void *key, size_t len);
extern const char *ctx_printf (struct nova_ctx *ctx, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Report through the host; FMT as for printf.  ctx_fatal does not return.  */
extern void ctx_error (struct nova_ctx *ctx, uint32_t site, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void ctx_fatal (struct nova_ctx *ctx, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3), noreturn));

/* A growing string, malloc'd; strbuf_free it.  */
struct strbuf
{
  char *s;
  size_t len, cap;
};
extern void strbuf_printf (struct strbuf *b, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void strbuf_putc (struct strbuf *b, char c);
extern void strbuf_free (struct strbuf *b);

#ifdef __cplusplus
}
#endif

#endif

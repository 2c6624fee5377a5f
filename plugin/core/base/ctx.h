/* The context of the compilation of one translation unit: memory, names, types, the host's
   callbacks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Everything allocated for a program lives in its context's arena and is freed with it, never
   before.  The arena, the intern tables and the string buffer are the only allocators of the
   core.  */

#ifndef NOVA_CTX_H
#define NOVA_CTX_H

#include <stdarg.h>
#include <stdio.h>
#include "type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The core's interface to the program that it is part of, the plugin or nova-opt.  */
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
  /* Are the elements of the builtin at SITE trusted, not checked?  May be NULL: none are.  */
  bool (*site_unchecked) (struct nova_host *host, uint32_t site);
  void *data;
};

/* Make a context that reports through HOST; free it with all that it holds.  */
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
/* Make room for one more element in V, which has N elements of SIZE bytes and a capacity of *CAP:
   V, or a copy of twice the capacity, zeroed behind the N.  V may be NULL at first.  */
extern void *ctx_more (struct nova_ctx *ctx, const void *v, size_t n, size_t *cap, size_t size);
/* Room in the vector V for one more than its N elements; in C.  */
#define CTX_MORE(ctx, v, n, cap) ((v) = ctx_more (ctx, v, n, &(cap), sizeof *(v)))
/* The interned copy of the LEN bytes at S / of the string S: equal names are equal pointers.  */
extern const char *ctx_intern_n (struct nova_ctx *ctx, const char *s, size_t len);
extern const char *ctx_intern (struct nova_ctx *ctx, const char *s);
/* Is this the first call for CTX with the LEN bytes at KEY, which are not a name?  */
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

/* Contexts: the arena, interned names, the host's callbacks, growing strings.

   Memory is allocated from the system in large pieces and freed with the context.  Running out of
   memory is fatal: no compilation can go on without.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ctx-int.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_BYTES ((size_t) 64 << 10)
#define ALIGN_BYTES ((size_t) 16)
#define FIRST_SLOTS ((size_t) 256)

/* Say that memory ran out, through HOST when there is one, and do not return.  */
static void __attribute__ ((noreturn))
out_of_memory (struct nova_host *host)
{
  if (host && host->fatal)
    host->fatal (host, "out of memory");
  fputs ("nova: out of memory\n", stderr);
  abort ();
}

static void *
zalloc (struct nova_host *host, size_t size)
{
  void *p = calloc (1, size);

  if (!p)
    out_of_memory (host);
  return p;
}

struct nova_ctx *
ctx_new (struct nova_host *host)
{
  struct nova_ctx *ctx = (struct nova_ctx *) zalloc (host, sizeof *ctx);

  ctx->host = host;
  ctx->name_slots = ctx->type_slots = FIRST_SLOTS;
  ctx->names = (struct ctx_name **) zalloc (host, FIRST_SLOTS * sizeof *ctx->names);
  ctx->types = (struct type **) zalloc (host, FIRST_SLOTS * sizeof *ctx->types);
  return ctx;
}

void
ctx_free (struct nova_ctx *ctx)
{
  struct arena_piece *piece, *next;

  if (!ctx)
    return;
  for (piece = ctx->arena; piece; piece = next)
    {
      next = piece->next;
      free (piece);
    }
  free (ctx->names);
  free (ctx->types);
  free (ctx);
}

struct nova_host *
ctx_host (struct nova_ctx *ctx)
{
  return ctx->host;
}

unsigned
ctx_site_line (struct nova_ctx *ctx, uint32_t site)
{
  return ctx->host && ctx->host->site_line ? ctx->host->site_line (ctx->host, site) : site;
}

const char *
ctx_site_name (struct nova_ctx *ctx, uint32_t site)
{
  return site && ctx->host && ctx->host->site_name ? ctx->host->site_name (ctx->host, site) : NULL;
}

bool
ctx_site_unchecked (struct nova_ctx *ctx, uint32_t site)
{
  return site && ctx->host && ctx->host->site_unchecked
	 && ctx->host->site_unchecked (ctx->host, site);
}

/* --- The arena ------------------------------------------------------------------------------- */

static size_t
round_up (size_t n)
{
  return (n + ALIGN_BYTES - 1) & ~(ALIGN_BYTES - 1);
}

void *
ctx_alloc (struct nova_ctx *ctx, size_t size)
{
  const size_t head = round_up (sizeof (struct arena_piece));
  struct arena_piece *piece = ctx->arena;
  void *p;

  if (size > SIZE_MAX / 2)
    out_of_memory (ctx->host);
  size = round_up (size ? size : 1);
  if (!piece || piece->size - piece->used < size)
    {
      size_t bytes = head + size > PIECE_BYTES ? head + size : PIECE_BYTES;

      piece = (struct arena_piece *) zalloc (ctx->host, bytes);
      piece->size = bytes;
      piece->used = head;
      piece->next = ctx->arena;
      ctx->arena = piece;
    }
  p = (char *) piece + piece->used;
  piece->used += size;
  return p;
}

void *
ctx_more (struct nova_ctx *ctx, const void *v, size_t n, size_t *cap, size_t size)
{
  void *to;

  if (n < *cap)
    return (void *) (uintptr_t) v;
  *cap = *cap ? 2 * *cap : 8;
  to = ctx_alloc (ctx, *cap * size);
  if (n)
    memcpy (to, v, n * size);
  return to;
}

/* --- Names ----------------------------------------------------------------------------------- */

uint64_t
ctx_hash (uint64_t h, const void *data, size_t len)
{
  const unsigned char *p = (const unsigned char *) data;

  h ^= 0xcbf29ce484222325u;
  while (len--)
    h = (h ^ *p++) * 0x100000001b3u;
  return h ^ h >> 29;
}

static void
names_grow (struct nova_ctx *ctx)
{
  size_t slots = ctx->name_slots * 2, i;
  struct ctx_name **table, *n, *next;

  table = (struct ctx_name **) zalloc (ctx->host, slots * sizeof *table);
  for (i = 0; i < ctx->name_slots; i++)
    for (n = ctx->names[i]; n; n = next)
      {
	struct ctx_name **slot = &table[ctx_hash (0, n->s, n->len) & (slots - 1)];

	next = n->next;
	n->next = *slot;
	*slot = n;
      }
  free (ctx->names);
  ctx->names = table;
  ctx->name_slots = slots;
}

const char *
ctx_intern_n (struct nova_ctx *ctx, const char *s, size_t len)
{
  uint64_t h = ctx_hash (0, s, len);
  struct ctx_name *n;

  for (n = ctx->names[h & (ctx->name_slots - 1)]; n; n = n->next)
    if (n->len == len && memcmp (n->s, s, len) == 0)
      return n->s;
  if (ctx->name_count++ >= ctx->name_slots)
    names_grow (ctx);
  n = (struct ctx_name *) ctx_alloc (ctx, sizeof *n + len + 1);
  n->len = len;
  memcpy (n->s, s, len);
  n->next = ctx->names[h & (ctx->name_slots - 1)];
  ctx->names[h & (ctx->name_slots - 1)] = n;
  return n->s;
}

const char *
ctx_intern (struct nova_ctx *ctx, const char *s)
{
  return ctx_intern_n (ctx, s, strlen (s));
}

bool
ctx_first (struct nova_ctx *ctx, const void *key, size_t len)
{
  size_t names = ctx->name_count;

  ctx_intern_n (ctx, (const char *) key, len);
  return ctx->name_count != names;
}

/* FMT with AP as a string in CTX's arena.  */
static char * __attribute__ ((format (printf, 2, 0), nonnull (2)))
arena_vprintf (struct nova_ctx *ctx, const char *fmt, va_list ap)
{
  va_list again;
  char *s;
  int len;

  va_copy (again, ap);
  len = vsnprintf (NULL, 0, fmt, again);
  va_end (again);
  if (len < 0)
    out_of_memory (ctx->host);
  s = (char *) ctx_alloc (ctx, (size_t) len + 1);
  vsnprintf (s, (size_t) len + 1, fmt, ap);
  return s;
}

const char *
ctx_printf (struct nova_ctx *ctx, const char *fmt, ...)
{
  va_list ap;
  const char *s;

  va_start (ap, fmt);
  s = arena_vprintf (ctx, fmt, ap);
  va_end (ap);
  return s;
}

/* --- Reports --------------------------------------------------------------------------------- */

void
ctx_error (struct nova_ctx *ctx, uint32_t site, const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  ctx->host->diagnose (ctx->host, DIAG_ERROR, site, arena_vprintf (ctx, fmt, ap));
  va_end (ap);
}

void
ctx_fatal (struct nova_ctx *ctx, const char *fmt, ...)
{
  va_list ap;
  const char *s;

  va_start (ap, fmt);
  s = arena_vprintf (ctx, fmt, ap);
  va_end (ap);
  ctx->host->fatal (ctx->host, s);
  abort ();
}

/* --- Growing strings ------------------------------------------------------------------------- */

/* Make room for MORE bytes and the final NUL.  */
static void
strbuf_room (struct strbuf *b, size_t more)
{
  size_t cap = b->cap ? b->cap : 256;
  char *s;

  if (b->cap - b->len > more)
    return;
  while (cap - b->len <= more)
    cap *= 2;
  s = (char *) realloc (b->s, cap);
  if (!s)
    out_of_memory (NULL);
  b->s = s;
  b->cap = cap;
}

void
strbuf_printf (struct strbuf *b, const char *fmt, ...)
{
  va_list ap;
  int len;

  strbuf_room (b, 128);
  va_start (ap, fmt);
  len = vsnprintf (b->s + b->len, b->cap - b->len, fmt, ap);
  va_end (ap);
  if (len < 0)
    out_of_memory (NULL);
  if ((size_t) len >= b->cap - b->len)
    {
      strbuf_room (b, (size_t) len);
      va_start (ap, fmt);
      vsnprintf (b->s + b->len, b->cap - b->len, fmt, ap);
      va_end (ap);
    }
  b->len += (size_t) len;
}

void
strbuf_putc (struct strbuf *b, char c)
{
  strbuf_room (b, 1);
  b->s[b->len++] = c;
  b->s[b->len] = '\0';
}

void
strbuf_free (struct strbuf *b)
{
  free (b->s);
  b->s = NULL;
  b->len = b->cap = 0;
}

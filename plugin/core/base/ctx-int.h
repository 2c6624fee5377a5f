/* Internal interface of a context, for ctx.c and type.c only.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_CTX_INT_H
#define NOVA_CTX_INT_H

#include "ctx.h"
#include "law.h"

/* A piece of the arena.  Its memory follows it.  */
struct arena_piece
{
  struct arena_piece *next;
  size_t used, size;
};

struct ctx_name
{
  struct ctx_name *next;
  size_t len;
  char s[];
};

struct nova_ctx
{
  struct nova_host *host;
  struct arena_piece *arena;	/* the newest piece first */
  struct ctx_name **names;	/* hash table of chains; its size is a power of 2 */
  size_t name_slots, name_count;
  struct type **types;		/* the same, chained by struct type.next */
  size_t type_slots, type_count;
  const struct type *scalars[SCALAR_LAST];	/* those asked for so far */
  uint64_t laws[LAW_LAST];	/* how often each was used */
  struct fir_sig *sigs;		/* the rules of fir.def; NULL: not read yet */
};

/* The hash of LEN bytes at DATA, seeded with H (FNV-1a).  */
extern uint64_t ctx_hash (uint64_t h, const void *data, size_t len);

#endif

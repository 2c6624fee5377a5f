/* How often each law of doc/laws.txt was used, counted by the passes for each context.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LAW_H
#define NOVA_LAW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum law
{
#define FIR_LAW(NUMBER, PASS, TEXT) LAW_##NUMBER,
#include "laws.def"
#undef FIR_LAW
  LAW_LAST
};

struct law_info
{
  const char *number, *pass, *text;
};
extern const struct law_info law_table[LAW_LAST];

struct nova_ctx;

/* A rewrite by LAW was done to a program of CTX.  */
extern void law_fired (struct nova_ctx *ctx, enum law law);
/* How often that was said so far.  */
extern uint64_t law_count (const struct nova_ctx *ctx, enum law law);

#ifdef __cplusplus
}
#endif

#endif

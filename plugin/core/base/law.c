/* The table of laws, and how often each was used.  doc/laws.txt has their statements and
   conditions; nova-fuzz and the tests of passes try whether they hold.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ctx-int.h"

const struct law_info law_table[LAW_LAST] = {
#define FIR_LAW(NUMBER, PASS, TEXT) { #NUMBER, #PASS, TEXT },
#include "laws.def"
#undef FIR_LAW
};

void
law_fired (struct nova_ctx *ctx, enum law law)
{
  ctx->laws[law]++;
}

uint64_t
law_count (const struct nova_ctx *ctx, enum law law)
{
  return ctx->laws[law];
}

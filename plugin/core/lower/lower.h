/* Lowering: from FIR with loops to IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LOWER_H
#define NOVA_LOWER_H

#include "base/target.h"
#include "imp/imp.h"
#include "pass/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of the vectors passed to a region: nothing; or there are versions of it
   (lower-strided-param.c), and this is the one for contiguous vectors; or the one for flat, or for
   regular, vectors of any stride, all others being arbitrary.  */
enum lower_reads { READS_ANY, READS_DENSE, READS_FLAT, READS_EVEN };

/* Why a program cannot be lowered, as a sentence, and the site.  */
struct lower_refusal
{
  uint32_t site;
  const char *text;
};

/* lower.c: every region of P (after fuse) as an IMP procedure for TARGET: DPIA's acceptor /
   continuation translation.  NULL if a region cannot be lowered for READS: *WHY says why, for a
   caller that has another version; if WHY is NULL, it is reported as an error through the host.  */
extern struct imp_prog *lower (struct fir_prog *p, struct pass_log *log, enum lower_reads reads,
			       const struct nova_target *target, struct lower_refusal *why);

#ifdef __cplusplus
}
#endif

#endif

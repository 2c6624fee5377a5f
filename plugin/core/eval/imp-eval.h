/* The evaluator of IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_EVAL_H
#define NOVA_IMP_EVAL_H

#include "imp/imp.h"
#include "fir-eval.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Evaluate CALL, argument text as eval_fir takes it, in P and append what it gives to OUT; false
   after a failed check and after an evaluation error, which is appended as "error LINE:
   evaluation: ...".  Two iterations of one parfor that touch one element, one of them writing,
   are such an error, and so is memory or a vector that is left over at the end.  CHUNK, if not
   0, is the number of elements that chunk_size gives, THREADS what threads gives.  COST, if not
   NULL, becomes what it cost.  */
extern bool eval_imp (struct imp_prog *p, const char *call, uint64_t chunk, unsigned threads,
		      struct strbuf *out, struct eval_cost *cost);

#ifdef __cplusplus
}
#endif

#endif

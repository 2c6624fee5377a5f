/* Building, for a region, a second one that tests its operators on samples.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SAMPLE_H
#define NOVA_SAMPLE_H

#include "fir/fir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A leaf of P that tests whether the last two of N values of type T are equal up to rounding; NULL
   if nothing in T can be compared.  */
typedef struct fir_leaf *sample_same (void *data, struct fir_prog *p, const struct type *t,
				      unsigned n);

/* A program whose only region has R's parameters, no results, and stores nothing: it raises an
   error if an operator of R, a region of P on which no pass has run, is not associative on some of
   the elements, or a function that R uses as an order is not one.  NULL if R has nothing to try.
   SAME is called with DATA.  */
extern struct fir_prog *sample_program (struct fir_prog *p, struct fir_region *r,
					sample_same *same, void *data);

#ifdef __cplusplus
}
#endif

#endif

/* Lambdas are silent under -pedantic and every warning.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=c11 -pedantic-errors -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes" } */

#include <nova.h>

extern float f (size_t n, const float *x, float k);

float
f (size_t n, const float *x, float k)
{
  nova_vec (float) v = nova_map (nova_lambda (float, (float a),
					      {
						return a * k
						       + nova_sum (nova_map (nova_lambda (float, (float b),
							 { return b * a; }), nova_view (x, n)));
					      }),
				 nova_view (x, n));
  return nova_sum (v);
}

/* Functions of libm in function operands: within 4 ulp of libm's, fmin and fmax with NaN exactly.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -fPIC" "-Os" "-O2 -flto" "-O2 -fno-math-errno" } */
/* { dg-nova-output "^ok\n$" } */

#include <math.h>
#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4001
static float x[N], y[N];
static double dx[N];

static float exp_f (float a) { return expf (a); }
static float log_f (float a) { return logf (fabsf (a) + .5f); }
static float sin_f (float a) { return sinf (a); }
static float cos_f (float a) { return cosf (a); }
static float tan_f (float a) { return tanf (a / 8); }
static float atan_f (float a) { return atanf (a); }
static float tanh_f (float a) { return tanhf (a); }
static float erf_f (float a) { return erff (a); }
static float pow_f (float a) { return powf (fabsf (a), 1.5f); }
static float square_f (float a) { return powf (a, 2); }
static float root_f (float a) { return sqrtf (fabsf (a)); }
static float round_f (float a) { return floorf (a) + ceilf (a) + truncf (a) + rintf (a); }
static double exp_d (double a) { return exp (a); }
static double hypot_d (double a) { return hypot (a, 2); }
static double cbrt_d (double a) { return cbrt (a); }
static float relu (float a) { return fmaxf (0, fminf (a, 2)); }
static float least (float a, float b) { return fminf (a, b); }
static float most (float a, float b) { return fmaxf (a, b); }

static int
near (double a, double b, double ulp)
{
  return a == b || (isnan (a) && isnan (b)) || fabs (a - b) <= 8 * ulp * fabs (b);
}

#define CHECK(F, T, X, ULP)						\
  do									\
    {									\
      nova_vec (T) v = nova_map (F, nova_view (X, N));			\
      for (int i = 0; i < N; i++)					\
	if (!near (nova_get (v, i), F (X[i]), ULP))			\
	  {								\
	    printf (#F " (%g): %.9g, not %.9g\n", (double) X[i],	\
		    (double) nova_get (v, i), (double) F (X[i]));	\
	    return 1;							\
	  }								\
    }									\
  while (0)
#define CHECK2(F)							\
  do									\
    {									\
      nova_vec (float) v = nova_map (F, nova_view (x, N), nova_view (y, N));	\
      for (int i = 0; i < N; i++)					\
	if (!near (nova_get (v, i), F (x[i], y[i]), 0))			\
	  {								\
	    printf (#F " (%g, %g): %g\n", x[i], y[i], nova_get (v, i));	\
	    return 1;							\
	  }								\
    }									\
  while (0)

int
main (void)
{
  const float eps = 0x1p-23f;
  for (int i = 0; i < N; i++)
    dx[i] = x[i] = (i - 2000) * .01f;
  CHECK (exp_f, float, x, eps);
  CHECK (log_f, float, x, eps);
  CHECK (sin_f, float, x, eps);
  CHECK (cos_f, float, x, eps);
  CHECK (tan_f, float, x, eps);
  CHECK (atan_f, float, x, eps);
  CHECK (tanh_f, float, x, eps);
  CHECK (erf_f, float, x, eps);
  CHECK (pow_f, float, x, eps);
  CHECK (square_f, float, x, 0);
  CHECK (root_f, float, x, eps);
  CHECK (round_f, float, x, 0);
  CHECK (exp_d, double, dx, 0x1p-52);
  CHECK (hypot_d, double, dx, 0x1p-52);
  CHECK (cbrt_d, double, dx, 0x1p-52);
  CHECK (expf, float, x, eps);
  CHECK (relu, float, x, 0);
  static const float odd[8] = { 0, 1, -1, INFINITY, -INFINITY, NAN, 3, -2 };
  for (int i = 0; i < N; i++)
    x[i] = odd[i % 8], y[i] = odd[i / 8 % 8];
  CHECK2 (least);
  CHECK2 (most);
  CHECK2 (fminf);
  float m = nova_reduce (nova_max, NAN, nova_view (x, N));
  if (m != INFINITY || !isnan (nova_reduce (nova_max_nan, 0, nova_view (x, N))))
    return 1;
  puts ("ok");
  return 0;
}

/* Normally distributed random numbers: the inverse of the distribution at a uniform one.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37, 1988: rational functions, accurate to
   about 1 in 10^16.  The logarithm of the tails is our own, and nothing is contracted: the numbers
   are the same bits with any libm, and with any flags of the program.  */

#pragma GCC optimize ("fp-contract=off", "no-math-errno", "no-fast-math")

#include <nova/random.h>

extern double nova_normal (uint64_t seed, uint64_t i) __attribute__ ((const));


/* The natural logarithm of X, 0 < X < 1 and normal: 2 atanh ((m - 1) / (m + 1)) of m from sqrt
   (1/2) to sqrt (2).  */
static double
log_of (double x)
{
  union { double d; uint64_t u; } v = { x };
  int e = (int) (v.u >> 52) - 1023;

  v.u = (v.u & 0xfffffffffffff) | 0x3ff0000000000000;
  if (v.d > 1.4142135623730951)
    {
      v.d /= 2;
      e++;
    }
  double s = (v.d - 1) / (v.d + 1), z = s * s, sum = 0;
  for (int k = 23; k >= 3; k -= 2)
    sum = (sum + 1.0 / k) * z;
  return e * 0.69314718055994531 + 2 * (s + s * sum);
}

/* (A[0] + ... + A[7] r^7) / (B[0] + ... + B[7] r^7).  */
static double
ratio (const double *a, const double *b, double r)
{
  double num = a[7], den = b[7];

  for (int k = 7; k-- > 0;)
    {
      num = num * r + a[k];
      den = den * r + b[k];
    }
  return num / den;
}

static const double middle[2][8] = {
  { 3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727 },
  { 1, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
    21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610 }
};

static const double near_tail[2][8] = {
  { 1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
    3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
    0.0227238449892691845833, 7.74545014278341407640e-4 },
  { 1, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
    0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4,
    1.05075007164441684324e-9 }
};

static const double far_tail[2][8] = {
  { 6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
    0.296560571828504891230, 0.0265321895265761230930, 0.00124266094738807843860,
    2.71155556874348757815e-5, 2.01033439929228813265e-7 },
  { 1, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15 }
};

double
nova_normal (uint64_t seed, uint64_t i)
{
  /* In the middle of one of 2^53 parts of (0, 1).  */
  double p = ((double) (nova_random (seed, i) >> 11) + 0.5) * 0x1p-53, q = p - 0.5, r, x;

  if (q >= -0.425 && q <= 0.425)
    return q * ratio (middle[0], middle[1], 0.180625 - q * q);
  r = __builtin_sqrt (-log_of (q < 0 ? p : 1 - p));
  x = r <= 5 ? ratio (near_tail[0], near_tail[1], r - 1.6)
	     : ratio (far_tail[0], far_tail[1], r - 5);
  return q < 0 ? -x : x;
}

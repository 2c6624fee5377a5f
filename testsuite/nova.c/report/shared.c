/* Regions that say the same call the same stub: names, places in the source, and whether a function
   is written out or named say nothing.  A constant, a type, an operator, a destination do.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-O2" } */

#include <nova.h>

/* One stub.  With its parameters in another order the third has another one, but the same
   workers.  */
double
alike_1 (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_map (nova_mul, nova_view (x, n), nova_view (y, n)));
}

double
alike_2 (size_t count, const double *left, const double *right)
{
  double product (double a, double b) { return a * b; }
  nova_vec (double) products = nova_map (product, nova_view (left, count),
					 nova_view (right, count));
  return nova_sum (products);
}

void
alike_3 (size_t n, const double *x, double *sum)
{
  *sum += nova_sum (nova_map (nova_mul, nova_view (x, n), nova_view (sum + 1, n)));
}

/* Each its own.  */
float
other_type (size_t n, const float *x, const float *y)
{
  return nova_sum (nova_map (nova_mul, nova_view (x, n), nova_view (y, n)));
}

double
other_operator (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_map (nova_add, nova_view (x, n), nova_view (y, n)));
}

double
other_order (size_t n, const double *x, const double *y)
{
  double f (double a, double b) { return a - b; }
  return nova_sum (nova_map (f, nova_view (y, n), nova_view (x, n)));
}

double
other_constant_2 (size_t n, const double *x)
{
  double f (double a) { return a * 0.3; }
  return nova_sum (nova_map (f, nova_view (x, n)));
}

double
other_constant_3 (size_t n, const double *x)
{
  double f (double a) { return a * 0.30000000000000004; }
  return nova_sum (nova_map (f, nova_view (x, n)));
}

struct one { long a, b; };
struct two { long a, b; };

long
other_struct_1 (size_t n, const struct one *x)
{
  long f (struct one a) { return a.a; }
  return nova_sum (nova_map (f, nova_view (x, n)));
}

long
other_struct_2 (size_t n, const struct two *x)
{
  long f (struct two a) { return a.a; }
  return nova_sum (nova_map (f, nova_view (x, n)));
}

extern long called (long), also_called (long);

long __attribute__ ((noinline, const))
called (long a)
{
  return a / 3;
}

long __attribute__ ((noinline, const))
also_called (long a)
{
  return a / 5;
}

long
other_function_1 (size_t n, const long *x)
{
  return nova_sum (nova_map (called, nova_view (x, n)));
}

long
other_function_2 (size_t n, const long *x)
{
  return nova_sum (nova_map (also_called, nova_view (x, n)));
}

double __attribute__ ((optimize ("unroll-loops")))
other_options (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_map (nova_mul, nova_view (x, n), nova_view (y, n)));
}

/* { dg-final { scan-assembler-times {(?n)^alike_[12]\.nova\.[0-9]+:} 1 } } */
/* { dg-final { scan-assembler-times {(?n)^alike_3\.nova\.[0-9]+:} 1 } } */
/* { dg-final { scan-assembler-times {(?n)^alike_[123]\.nova\.[0-9]+\.0:} 1 } } */
/* { dg-final { scan-assembler-times {(?n)^other_[a-z_0-9]+\.nova\.[0-9]+:} 10 } } */

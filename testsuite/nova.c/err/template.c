/* A template made of macros, in the style of numerical libraries: the file includes itself, once for
   each instance.  One instance is wrong: the operand's own line in the template, and which instance.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#ifndef BASE

#include <nova.h>

struct point { float x, y; };
static const struct point origin;
float app_float_plus (float a, float b) __attribute__ ((const));
float app_float_times (float a, float b) __attribute__ ((const));
double app_double_plus (double a, double b) __attribute__ ((const));
double app_double_times (double a, double *b) __attribute__ ((pure));	/* { dg-message "8: 'app_double_times' declared here" } */
struct point app_point_plus (struct point a, struct point b) __attribute__ ((const));
float app_point_times (struct point a, struct point b) __attribute__ ((const));

# define PASTE3(A, B, C) A##_##B##_##C
# define JOIN3(A, B, C) PASTE3 (A, B, C)
# define FUNCTION(NAME) JOIN3 (app, SHORT, NAME)
# define VECTOR nova_vec (BASE)
# define PRODUCTS(X, Y, N) nova_map (FUNCTION (times), nova_view (X, N), nova_view (Y, N))

# define BASE float
# define SHORT float
# define ZERO 0
# include "template.c"
# undef BASE
# undef SHORT

# define BASE double
# define SHORT double
# include "template.c"
# undef BASE
# undef SHORT
# undef ZERO

# define BASE struct point
# define SHORT point
# define ZERO origin
# include "template.c"

/* Said in this order, after the place that includes the instance: */
/* { dg-context {from \S*template.c:35:\n\S+ In function 'app_double_dot':\n\S+65:7: error} } */
/* { dg-context {declared here\n(?:In file [^\n]+\n)?\S+ In function 'app_double_scale':\n\S+75:25: error} } */
/* { dg-context {from \S*template.c:43:\n\S+ In function 'app_point_dot':\n\S+65:7: error} } */
/* { dg-context {In function 'app_point_scale':\n\S+74:15: error} } */
/* Where the macro has the operand: */
/* { dg-context {65:7: error: operand 3 [^\n]+\n\S+24:74: note: in definition of macro 'PRODUCTS'\n} } */

#else

BASE
FUNCTION (sum) (size_t n, const BASE *x)
{
  return nova_reduce (FUNCTION (plus), ZERO, nova_view (x, n));
}

BASE
FUNCTION (dot) (size_t n, const BASE *x, const BASE *y)
{
  VECTOR v
    = PRODUCTS (x, y, n);	/* { dg-error "7: incompatible types when initializing type 'nova_vec\\(struct point\\)' using type 'nova_vec\\(float\\)'" } */
  /* { dg-error "7: operand 3 of '__nova_map' has elements of type 'double', wanted 'double \\*' for parameter 2 of 'app_double_times'" "" {} .-1 } */
  return nova_reduce (FUNCTION (plus), ZERO, v);
}

void
FUNCTION (scale) (size_t n, BASE *x)
{
  nova_store (x, n,
	      nova_map (nova_bind (FUNCTION (times), *x),	/* { dg-error "15: operand 3 of '__nova_store' has type 'nova_vec\\(float\\)', wanted 'nova_vec\\(struct point\\)'" } */
			nova_view (x, n)));	/* { dg-error "25: operand 2 of '__nova_map' has elements of type 'double', wanted 'double \\*' for parameter 2 of 'app_double_times'" } */
}

#endif

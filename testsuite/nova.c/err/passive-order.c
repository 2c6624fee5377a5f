/* Functions that are not passive: the errors come in the order of the source, whatever the order in
   which the compiler works on functions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static int hits;
float tick (float a) { hits++; return a; }	/* { dg-message "28: here" } */

static inline float
inner (nova_vec (float) v)
{
  return nova_sum (nova_map (tick, v));	/* { dg-error "30: function 'tick' passed to '__nova_map' writes to 'hits'" } */
}

float
third (size_t n, float *x)
{
  return inner (nova_view (x, n))
	 + nova_sum (nova_map (tick, nova_view (x, n)));	/* { dg-error "32: function 'tick'" } */
}

static float
second (nova_vec (float) r)
{
  return nova_sum (nova_map (tick, r));	/* { dg-error "30: function 'tick'" } */
}

float
first (size_t n, float *x)
{
  float w = nova_sum (nova_map (second, nova_split (3, nova_view (x, n))));
  nova_store (x, n, nova_map (nova_lambda (float, (float a),
    {
      return a + nova_sum (nova_map (tick, nova_replicate (3, a)));	/* { dg-error "38: function 'tick'" } */
    }), nova_view (x, n)));
  nova_store (x, n, nova_map (tick,	/* { dg-error "31: function 'tick'" } */
    nova_map (nova_lambda (float, (float a), { return a + hits++; }),	/* { dg-error "15: the lambda passed to '__nova_map' writes to 'hits'" } */
	      nova_view (x, n))));
  /* { dg-message "63: here" "" {} .-2 } */
  return w;
}

/* { dg-context {:15:.*:22:.*:28:.*:37:.*:39:.*:40:} } */

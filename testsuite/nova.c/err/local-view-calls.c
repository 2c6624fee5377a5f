/* Returning what a function before it, or a statement expression, makes of a view of an array of the
   function's own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

typedef nova_vec (int) vec;

static vec same (vec x) { return x; }
static vec turned (int n, vec x) { if (n) return x; vec y = nova_reverse (x); return y; }
static vec of (const int *p, size_t n) { return same (nova_view (p, n)); }
static vec copy (vec x) { return nova_copy (x); }
static vec maybe (int n, vec x) { if (n) return x; return nova_range (3); }
static vec set (vec x, vec y) { x = y; return x; }
vec behind (vec);

vec
by_function (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  return same (nova_view (a, 3));	/* { dg-warning "function returns a view of local variable 'a'" } */
}

vec
by_two (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  vec x = turned (1, nova_view (a, 3));
  return same (x);			/* { dg-warning "function returns a view of local variable 'a'" } */
}

vec
by_pointer (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  return of (a, 3);			/* { dg-warning "function returns a view of local variable 'a'" } */
}

vec
by_statement (void)
{
  return ({ int a[3] = { 1, 2, 3 }; nova_view (a, 3); });	/* { dg-warning "function returns a view of local variable 'a'" } */
}	/* { dg-message "declared here" "" {} .-1 } */

/* These are right, or not known to be wrong.  */

vec
right (int n, const int *p)
{
  int a[3] = { 1, 2, 3 };
  vec v = nova_view (a, 3);
  if (n == 1)
    return copy (v);
  if (n == 2)
    return maybe (n, v);
  if (n == 3)
    return set (v, nova_view (p, 3));
  if (n == 4)
    return behind (v);
  if (n == 5)
    return ({ vec w = nova_view (a, 3); nova_copy (w); });
  return of (p, 3);
}

vec
behind (vec x)
{
  return x;
}

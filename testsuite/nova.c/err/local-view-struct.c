/* Returning a structure, or its member, that holds a view of an array of the function's own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct pair { nova_vec (int) v; int n; };

struct pair
by_assignment (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  struct pair s;
  s.v = nova_view (a, 3);
  s.n = 3;
  return s;				/* { dg-warning "function returns a view of local variable 'a'" } */
}

struct pair
by_literal (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  return (struct pair) { nova_reverse (nova_view (a, 3)), 3 };	/* { dg-warning "function returns a view of local variable 'a'" } */
}

nova_vec (int)
by_member (void)
{
  int a[3] = { 1, 2, 3 };		/* { dg-message "declared here" } */
  struct pair s = { nova_view (a, 3), 3 };
  return s.v;				/* { dg-warning "function returns a view of local variable 'a'" } */
}

/* These are right.  */

struct pair
copied (void)
{
  int a[3] = { 1, 2, 3 };
  return (struct pair) { nova_copy (nova_view (a, 3)), 3 };
}

struct pair
replaced (size_t n, const int *x)
{
  int a[3] = { 1, 2, 3 };
  struct pair s = { nova_view (a, 3), nova_sum (nova_view (a, 3)) };
  s.v = nova_view (x, n);
  return s;
}

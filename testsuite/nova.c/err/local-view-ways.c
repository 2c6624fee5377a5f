/* Ways from the local array to the view that is returned.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

nova_vec (nova_vec (int))
split (void)
{
  int a[4] = { 0 };			/* { dg-message "declared here" } */
  return nova_split (2, nova_view (a, 4));	/* { dg-warning "function returns a view of local variable 'a'" } */
}

nova_vec (int)
transposed (void)
{
  int a[2][2] = { { 0 } };		/* { dg-message "declared here" } */
  return nova_flatten (nova_transpose (nova_view (&a[0][0], 2, 2)));	/* { dg-warning "function returns a view of local variable 'a'" } */
}

nova_vec (int)
literal (void)
{
  return nova_view (((int[]) { 1, 2 }), 2);	/* { dg-warning "function returns a view of a compound literal" } */
}

nova_vec (int)
pointer (void)
{
  int a[4] = { 0 };			/* { dg-message "declared here" } */
  const int *p = a, *q = p + 1;
  return nova_view (q, 3);	/* { dg-warning "function returns a view of local variable 'a'" } */
}

/* Good: what is set twice is not known, and what is not local stays.  */
nova_vec (int)
elsewhere (int *x, int c)
{
  static int s[2];
  int a[2] = { 0 }, *p = a, *q = s;
  if (c)
    p = x;
  return c ? nova_view (p, 2) : nova_view (q, 2);
}

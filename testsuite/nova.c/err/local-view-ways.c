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

/* Every value of the variable is a view of a local array, or made of itself.  */
nova_vec (int)
reversed (int n)
{
  int a[4] = { 0 }, b[4] = { 0 };		/* { dg-message "declared here" } */
  nova_vec (int) x = nova_view (a, 4);
  if (n > 3)
    x = nova_view (b, 4);
  while (n-- > 0)
    x = nova_reverse (x);
  return x;		/* { dg-warning "function returns a view of local variable 'a'" } */
}

nova_vec (int)
chosen (int *x, int c)
{
  int a[2] = { 0 }, *p = c < 0 ? x : a;		/* { dg-message "declared here" } */
  p++;
  return nova_view (p, 1);	/* { dg-warning "function returns a view of local variable 'a'" } */
}

/* Good: a row is no view.  */
nova_vec (int)
row (size_t i)
{
  int a[2][2] = { { 0 } };
  return nova_get (nova_view (&a[0][0], 2, 2), i);
}

/* Good: one of the values is not local.  */
nova_vec (int)
replaced (int c, nova_vec (int) y)
{
  int a[2] = { 0 };
  nova_vec (int) x = nova_view (a, 2);
  if (c)
    x = y;
  else
    x = nova_copy (x);
  return x;
}

/* Good: what is set to something else, too, is not known, and what is not local stays.  */
nova_vec (int)
elsewhere (int *x, int c)
{
  static int s[2];
  int a[2] = { 0 }, *p = a, *q = s;
  if (c)
    p = x;
  return c ? nova_view (p, 2) : nova_view (q, 2);
}

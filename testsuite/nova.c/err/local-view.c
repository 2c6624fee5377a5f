/* Returning a view of a local array is a warning, on by default.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

nova_vec (float)
plain (void)
{
  float t[4] = { 0 };			/* { dg-message "declared here" } */
  return nova_view (t, 4);		/* { dg-warning "function returns a view of local variable 't'" } */
}

nova_vec (float)
through (int c)
{
  float t[4] = { 0 };			/* { dg-message "declared here" } */
  static float s[4];
  nova_vec (float) v = nova_view (t, 4);
  return c ? nova_view (s, 4) : nova_slice (1, 2, v);	/* { dg-warning "function returns a view of local variable 't'" } */
}

nova_vec (float)
fine (float *p)
{
  float t[4] = { 0 };
  nova_vec (float) v = nova_view (t, 4);
  return p ? nova_view (p, 4) : nova_copy (v);
}

/* Elements may be written after they are viewed: no warning of uninitialized ones.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wextra" } */

#include <nova.h>

extern int use (nova_vec (int) v);

int
later (int n)
{
  int a[100];
  nova_vec (int) v = nova_view (a, 100);

  for (int i = 0; i < 100; i++)
    a[i] = n;
  return use (v);
}

int
never (void)
{
  int a[100];				/* { dg-message "declared here" } */
  nova_vec (int) v = nova_view (a, 100);

  return nova_get (v, 3);		/* { dg-warning "uninitialized" } */
}

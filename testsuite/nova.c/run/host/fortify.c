/* A variadic function of the C library that the header has a body for, under _FORTIFY_SOURCE, in a
   function operand that is called from two places.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* GCC 11 has two levels only, of which the header warns.  */
/* { dg-nova-levels "-O1 -D_FORTIFY_SOURCE=2" "-O2 -D_FORTIFY_SOURCE=2" "-O3 -D_FORTIFY_SOURCE=3 -Wno-cpp" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

static int
digits (int k)
{
  int v[10];
  char text[20];
  for (int i = 0; i < 10; i++)
    v[i] = i * 3;
  snprintf (text, sizeof text, "%d", k);
  strcat (text, "b");
  return v[(k + (int) strlen (text)) % 10];
}

static int
twice (int s, int k)
{
  return s + digits (k) + (digits (k) > 3 ? digits (k + 1) : 0);
}

int
main (void)
{
  enum { N = 200 };
  int s = 0;
  for (int k = 0; k < N; k++)
    s = twice (s, k);
  return nova_fold (twice, nova_add, 0, nova_range (N)) != s;
}

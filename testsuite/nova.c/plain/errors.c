/* { dg-nova-levels "-O2 -Wall -Wextra" "-Wall -fdiagnostics-color=always" "-Wall -fdiagnostics-format=json" } */
/* { dg-nova-fails "undeclared" } */
/* Errors, and what is said beside them, where nothing is nova's: a header of this name and macros of
   such names may be anybody's.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "other/nova.h"

int
unused_beside_error (int parameter, int *set)
{
  int unused, only_set = 0;
  only_set = parameter;
 label:
  1 + 2;
  undeclared = 3;
}

int
no_return (void)
{
  return undeclared_too;
}

void
several (void)
{
  int a = (missing, b = 2;
  int c = 4, d = a + b;
}

__auto_type lost = missing;
int lost_too = lost;
extern unknown_type x; int after = nova_sum (lost);

void
called (int n)
{
  nova_map (n);
  nova_map (n, 1, 2);
  int v = nova_twice (n.member) + nova_twice (&n * 2);
  nova_lambda_one (n);
  nova_both (n, "text");
  return n;
}

/* An error elsewhere leaves a row of a row of a row ... as it was written: GCC still goes through it,
   in time that must not double with each level.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

int
g (void)
{
  return undeclared;	/* { dg-error "10: 'undeclared' undeclared" } */
  /* { dg-message "each undeclared identifier is reported only once" "" {} .-1 } */
}

int
f (int a[1])
{
  return nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
    (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
    (nova_get (nova_get (nova_view (a, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0);
}

/* What is written twice in a function around one with an error.  */
int
h (nova_vec (int) x)
{
  int fifth = nova_get (nova_flatten (nova_split (1, x)), 5);
  int
  pick (int v)
  {
    return v + unknown;	/* { dg-error "16: 'unknown' undeclared" } */
  }
  return fifth + nova_sum (nova_map (pick, x));
}

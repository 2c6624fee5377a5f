/* nova_print: shape and elements on stderr.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "^3 .0,1,2.$" } */
/* { dg-nova-output "^2x3 ..1,2,3.,.4,5,6..$" } */

#include <nova.h>

static int dbl (int v) { return 2 * v; }

int
main (void)
{
  int p[] = { 1, 2, 3, 4, 5, 6 };

  nova_print (nova_range (3));
  nova_print (nova_view (p, 2, 3));
  nova_print (nova_map (dbl, nova_view (p, 6)));
  return 0;
}

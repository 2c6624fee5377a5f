/* A step of zero, though nobody uses the range.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-step.c:13: __nova_range: operand 3, the step, is 0$" } */

#include <nova.h>

int
main (int argc, char **argv)
{
  (void) argv;
  nova_vec (int) v = nova_range (0, 10, argc - 1);
  return 0;
}

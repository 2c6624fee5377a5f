/* The least element of nothing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-empty.c:15: nova_minimum: operand 1 has 0 elements$" } */

#include <nova.h>

static int x[9];

int
main (int argc, char **argv)
{
  (void) argv;
  return nova_minimum (nova_view (x, argc - 1));
}

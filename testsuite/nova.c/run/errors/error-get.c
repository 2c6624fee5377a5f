/* An index of nova_get in host code.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-get.c:15: __nova_get: operand 2: index 100 is not below 100$" } */

#include <nova.h>

static int x[100];

int
main (int argc, char **argv)
{
  (void) argv;
  return nova_get (nova_view (x, 100), 99 + argc);
}

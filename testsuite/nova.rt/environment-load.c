/* A target that the library has no module for is told although nothing runs in parallel.
   { dg-nova-env "NOVA_TARGET=cuda" }
   { dg-nova-output "^nova: NOVA_TARGET=cuda: this library has no device module; running on the cpu$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

int
main (void)
{
  /* As a stub does.  */
  return nova_watching != 0;
}

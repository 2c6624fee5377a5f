/* The absolute value of a narrow integer is read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>
#include <stdlib.h>

size_t
loud (const short *x, size_t n, int limit)
{
  int far (short a) { return abs (a) >= limit; }
  return nova_count (far, nova_view (x, n));
}

/* { dg-final { scan-report {^  far .13. is read$} } } */

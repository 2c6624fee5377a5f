/* Four sizes are part of the language, but not of this version.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static size_t four (size_t a, size_t b, size_t c, size_t d) { return a + b + c + d; }

size_t
f (void)
{
  return nova_length (nova_tabulate (four, 1, 2, 3, 4));	/* { dg-error "23: '__nova_tabulate': more than three sizes, which this version does not compile" } */
}

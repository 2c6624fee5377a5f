/* Functions of the header that this version does not have, called in function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static double
noise (int x)
{
  return nova_uniform (1, x);		/* { dg-message "here" } */
}

double
f (int n)
{
  return nova_sum (nova_map (noise, nova_range (n)));	/* { dg-error "'noise' passed to '__nova_map' calls 'nova_uniform': 'nova_uniform' is part of the language but this version of nova does not compile it" } */
}

unsigned long
g (int n)
{
  return nova_sum (nova_map (nova_bind (nova_random, 1), nova_range (n)));	/* { dg-error "'nova_random' passed to '__nova_map': 'nova_random' is part of the language but this version of nova does not compile it" } */
}

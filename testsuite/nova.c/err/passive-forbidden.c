/* A function that its declaration forbids to call, named and called.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float forb (float a) __attribute__ ((error ("do not")));
static float calls (float a) { return forb (a); }	/* { dg-message "here" } */

void
f (nova_vec (float) v)
{
  nova_map (calls, v);			/* { dg-error "13: function 'calls' passed to '__nova_map' calls 'forb': do not" } */
  nova_map (forb, v);			/* { dg-error "13: function 'forb' passed to '__nova_map': do not" } */
}

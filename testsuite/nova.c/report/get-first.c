/* The first element of a row that nova_get takes is read in an element, without a name for the row,
   too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (int) ints;

static int self (int v) { return v; }

static int
common (ints x)
{
  nova_vec (ints) groups = nova_group_by (self, x);
  return nova_get (nova_get (groups, nova_argmax (nova_lt, nova_lengths (groups))), 0);
}

size_t
commons (nova_vec (ints) x, int *to, size_t n)
{
  return nova_store (to, n, nova_map (common, x));
}

static int
sizes (ints x)
{
  return nova_get (nova_map (self, x), 0) + (int) nova_length (x);
}

size_t
both (nova_vec (ints) x, int *to, size_t n)
{
  return nova_store (to, n, nova_map (sizes, x));
}

/* { dg-final { scan-report {^  common .15. is read$} } } */
/* { dg-final { scan-report {^  sizes .28. is read$} } } */

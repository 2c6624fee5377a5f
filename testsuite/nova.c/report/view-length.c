/* The length of a view, taken before the function that reads it, is known to be that of the view:
   an index below it needs no check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=chunk" } */
#include <nova.h>

typedef nova_vec (int) ints;

static ints
begins (ints x)
{
  size_t n = nova_length (x);
  int in (size_t i) { return i < n && nova_get (x, i) > 0; }
  int begin (size_t i) { return in (i) && !in (i - 1); }
  int value (size_t i) { return nova_get (x, i); }
  return nova_map (value, nova_filter (begin, nova_range (n)));
}

size_t
all (int *to, const int *from, const size_t *n)
{
  return nova_store (to, *n, begins (nova_view (from, *n)));
}
/* { dg-final { scan-imp-dump-times "mayfail" 0 } } */
/* { dg-final { scan-imp-dump-times "fail index" 0 } } */

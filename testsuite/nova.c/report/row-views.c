/* Functions of an index that view a part of memory are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

static double table[100][7];

void
even (size_t n, size_t k, const double *x, double *out)
{
  double of_pointer (size_t i) { return nova_sum (nova_view (x + i * k, k)); }
  nova_store (out, n, nova_map (of_pointer, nova_range (n)));
}

void
ragged (size_t n, const size_t *at, const double *x, double *out)
{
  double between (size_t i) { return nova_sum (nova_view (&x[at[i]], at[i + 1] - at[i])); }
  nova_store (out, n, nova_map (between, nova_range (n)));
}

void
array (size_t n, double *out)
{
  double of_array (size_t i) { return nova_sum (nova_view (table[i], 7)); }
  nova_store (out, n, nova_map (of_array, nova_range (n)));
}

void
bytes (size_t n, int k, const char *x, double *out)
{
  double of_bytes (int i) { return nova_sum (nova_view ((double *) (x + k * i), k)); }
  nova_store (out, n, nova_map (of_bytes, nova_range (n)));
}

/* { dg-final { scan-report {^  of_pointer .14. is read$} } } */
/* { dg-final { scan-report {^  store .15.: may need a buffer, if the destination overlaps} } } */
/* { dg-final { scan-report {^  between .21. is read$} } } */
/* { dg-final { scan-report {^  store .22.: may need a buffer, memory of unknown} } } */
/* { dg-final { scan-report {^  of_array .28. is read$} } } */
/* { dg-final { scan-report {^  of_bytes .35. stays a call: an operand of a builtin} } } */

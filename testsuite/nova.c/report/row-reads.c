/* Functions of rows that read memory are read; they order with stores as calls do.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (int) ints;
struct box { const double *x; double k; };
static double scale, table[100];

static nova_vec (ints)
rows (const int *p, size_t n)
{
  return nova_split (4, nova_view (p, n));
}

void
pointer (size_t n, const int *v, const double *p, double *out)
{
  double from_pointer (ints r) { return nova_sum (r) * p[nova_length (r)]; }
  nova_store (out, n, nova_map (from_pointer, nova_split (4, nova_view (v, n))));
}

void
apart (size_t n, const int *v, const double *restrict p, double *out)
{
  double from_restrict (ints r) { return nova_sum (r) * p[nova_length (r)]; }
  nova_store (out, n, nova_map (from_restrict, nova_split (4, nova_view (v, n))));
}

double
members (size_t n, const int *v, const struct box *b)
{
  double from_member (ints r) { return nova_sum (r) * b->x[nova_length (r)] + b->k; }
  return nova_sum (nova_map (from_member, rows (v, n)));
}

double
variables (size_t n, const int *v)
{
  double from_variable (ints r) { return nova_sum (r) * scale + table[nova_length (r)]; }
  return nova_sum (nova_map (from_variable, rows (v, n)));
}

double
changing (size_t n, const int *v, const volatile double *p)
{
  double from_volatile (ints r) { return nova_sum (r) * nova_length (r) + p[0]; }
  return nova_sum (nova_map (nova_trust (from_volatile), rows (v, n)));
}

/* { dg-final { scan-report {^  from_pointer .22. is read$} } } */
/* { dg-final { scan-report {^  store .23.: may need a buffer, memory of unknown} } } */
/* { dg-final { scan-report {^  from_restrict .29. is read$} } } */
/* { dg-final { scan-report {^  store .30.: may need a buffer, if the destination overlaps} } } */
/* { dg-final { scan-report {^  from_member .36. is read$} } } */
/* { dg-final { scan-report {^  from_variable .43. is read$} } } */
/* { dg-final { scan-report {^  from_volatile .50. stays a call: a volatile access} } } */

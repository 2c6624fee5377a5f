/* How large what is in memory is, as a formula of the program's names.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

float twice (float a) { return a * 2; }
int positive (float a) { return a > 0; }

float
chains (size_t n, const float *p, float *q)
{
  nova_vec(float) s = nova_scan (nova_add, 0.0f, nova_view (p, n));
  nova_vec(float) both = nova_concat (s, nova_map (twice, nova_reverse (s)));
  nova_vec(float) c = nova_sort (nova_lt, both);
  nova_vec(float) f = nova_sort (nova_gt, nova_filter (positive, c));
  nova_store (q, 2 * n, c);
  return nova_get (nova_scan (nova_mul, 1.0f, nova_slice (2, n, s)), 0) + nova_get (f, 0);
}

/* { dg-final { scan-report {^  scan .15.: in memory, .scan .15.. = n$} } } */
/* { dg-final { scan-report {^  concat .16.: in memory, .concat .16.. = n \+ n$} } } */
/* { dg-final { scan-report {^  sort .17.: in memory, .sort .17.. = .concat .16..$} } } */
/* { dg-final { scan-report {^  filter .18.: in memory, .filter .18.. <= n \+ n$} } } */
/* { dg-final { scan-report-not {in memory, .map} } } */

/* Versions of regions that are left out, here by an option, are named in the report; those that are
   there are called in a case of theirs, and else what is ordinary runs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O1 -fplugin-arg-nova-off=even" } */

#include <nova.h>

long
both (nova_vec (long) x, nova_vec (nova_vec (long)) m)
{
  long row (nova_vec (long) r, long a) { return a * nova_sum (r); }
  return nova_sum (nova_map (row, m, x));
}

long
flat (nova_vec (long) x)
{
  return nova_sum (x);
}

/* Tried on samples, which may be of rows.  */
long
tried (nova_vec (nova_vec (long)) m)
{
  long join (long a, long b) { return a + b + a * b; }
  return nova_reduce (join, 0, nova_flatten (m));
}

/* { dg-final { scan-report {^  map .14.: no version for strided rows: left out$} } } */
/* { dg-final { scan-report {^  reduce .28.: no version for strided rows: left out$} } } */
/* { dg-final { scan-report {^  reduce .28.: no version for samples of strided rows: left out$} } } */
/* { dg-final { scan-report-times {no version} 3 } } */
/* { dg-final { scan-assembler {^both\.nova\.2\.flat:} } } */
/* { dg-final { scan-assembler {^both\.nova\.2\.0:} } } */
/* { dg-final { scan-assembler {^flat\.nova\.1\.flat:} } } */
/* { dg-final { scan-assembler {^flat\.nova\.1\.0:} } } */
/* { dg-final { scan-assembler {^tried\.nova\.0\.0:} } } */
/* { dg-final { scan-assembler-not {^[a-z.0-9]*even:} } } */

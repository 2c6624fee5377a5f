/* What function operands read, and when a store needs a buffer for it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

struct matrix
{
  size_t rows, *begin;
  double *value;
};
static int table[100];

static inline int
reach (size_t n, const int *p, size_t i)
{
  int sum = 0;
  for (int k = -1; k <= 1; k++)
    sum += p[(i + k) % n];
  return sum;
}

void
viewed (size_t n, const int *in, int *out)
{
  nova_vec (int) v = nova_view (in, n);
  int at (size_t i) { return nova_get (v, i) + nova_get (v, i / 2); }
  nova_store (out, n, nova_tabulate (at, n));	/* 30 */
}

void
pointed (size_t n, const int *in, int *out)
{
  int at (size_t i) { return reach (n, in, i); }
  nova_store (out, n, nova_tabulate (at, n));	/* 37 */
}

void
restricted (const struct matrix *a, double *restrict y)
{
  const size_t *restrict begin = a->begin;
  const double *restrict value = a->value;
  double at (size_t i) { return value[begin[i]]; }
  nova_store (y, a->rows, nova_tabulate (at, a->rows));	/* 46 */
}

void
tabled (size_t n, int *out)
{
  int at (size_t i) { return table[i % 100]; }
  nova_store (out, n, nova_tabulate (at, n));	/* 53 */
}

int
array (size_t n, int *out)
{
  int a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i + (int) n;
  int at (size_t i) { return a[i % 50]; }
  nova_store (out, n, nova_tabulate (at, n));	/* 63 */
  return a[3];
}

void
different (size_t n, const int *in)
{
  static int here[1000];
  int at (size_t i) { return table[i % 100] + here[0]; }
  nova_store (table, n, nova_tabulate (at, n));	/* 72 */
  int other (size_t i) { return reach (n, in, i); }
  int *fresh = __builtin_malloc (n * sizeof *fresh);
  nova_store (fresh, n, nova_tabulate (other, n));	/* 75 */
  __builtin_memcpy (here, fresh, sizeof here);
  __builtin_free (fresh);
}

/* { dg-final { scan-report {^  store .30.: may need a buffer, if the destination overlaps what is read$} } } */
/* { dg-final { scan-report {^  store .37.: may need a buffer, memory of unknown extent is read$} } } */
/* { dg-final { scan-report-not {store .46.: may} } } */
/* { dg-final { scan-report {^  store .53.: may need a buffer, if the destination overlaps what is read$} } } */
/* { dg-final { scan-report-not {store .63.: may} } } */
/* { dg-final { scan-report {^  store .72.: may need a buffer, if the destination overlaps what is read$} } } */
/* { dg-final { scan-report-not {store .75.: may} } } */
/* { dg-final { scan-imp-dump {overlap \(out.[0-9]+, bytes.[0-9]+, [^,]+, 400:u64\)} } } */

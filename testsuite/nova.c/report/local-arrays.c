/* Which functions with local arrays and copies of records are read, and what else stays a call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

struct pair { float a, b; };
struct bits { int a : 3, b; };

static int turned (int v) { int p[9]; for (int k = 0; k < 9; k++) p[k] = v * k; return p[2] + p[8]; }
static int chosen (int v) { int p[3] = { 5, 6, 7 }; p[0] = v; return p[v % 3]; }
static int counts (int v) { int p[4] = { 1, v, 3, v }, s = 0; for (int k = 0; k < v; k++) s += p[k & 3] * k; return s; }
static int large (int v) { int h[64] = { 0 }; h[v & 63] = v; return h[v >> 6 & 63]; }
static int seen (int v) { int p[2] = { v, v }; return nova_sum (nova_view (p, 2)); }

void
arrays (size_t n, const int *x, int *restrict y)
{
  nova_vec (int) v = nova_view (x, n);
  nova_store (y, n, nova_map (turned, v));
  nova_store (y, n, nova_map (chosen, v));
  nova_store (y, n, nova_map (counts, v));
  nova_store (y, n, nova_map (large, v));
  nova_store (y, n, nova_map (seen, v));
}

void
records (size_t n, const struct pair *p, const struct bits *q, float *restrict y)
{
  float copied (size_t i) { struct pair r = p[i]; return r.a * r.b; }
  float packed (size_t i) { struct bits r = q[i]; return r.a * r.b; }
  nova_store (y, n, nova_tabulate (copied, n));
  nova_store (y, n, nova_tabulate (packed, n));
}

/* { dg-final { scan-report {^  turned .12. is read$} } } */
/* { dg-final { scan-report {^  chosen .13. is read$} } } */
/* { dg-final { scan-report {^  counts .14. stays a call: a loop with a local array$} } } */
/* { dg-final { scan-report {^  large .15. stays a call: a local array in memory, .h. .15.$} } } */
/* { dg-final { scan-report {^  seen .16. stays a call: a local array in memory, .p. .16.$} } } */
/* { dg-final { scan-report {^  copied .32. is read$} } } */
/* { dg-final { scan-report {^  packed .33. stays a call: a read of memory .33.$} } } */

/* Regions that are one on condition that memory does not overlap, and what no test can join.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

#include <nova.h>

struct summary
{
  double sum, most;
};

void
results (struct summary *out, const double *p, size_t n)
{
  out->sum = nova_sum (nova_view (p, n));
  out->most = nova_maximum (nova_view (p, n));
}

void
stores (float *a, float *b, const float *x, size_t n)
{
  float twice (float v) { return 2 * v; }
  nova_store (a, n, nova_map (twice, nova_view (x, n)));
  nova_store (b, n, nova_view (x, n));
}

/* It reads what was stored: nothing to test.  */
void
chain (float *a, float *b, const float *x, size_t n)
{
  nova_store (a, n, nova_view (x, n));
  nova_store (b, n, nova_view (a, n));
}

/* A vector from elsewhere: its elements may be anybody's.  */
void
handle (double *out, nova_vec (double) v)
{
  *out = nova_sum (v);
  out[1] = nova_product (v);
}

/* What the function reads has no known extent.  */
void
captured (double *out, const double *p, const double *table, size_t n)
{
  double look (double v) { return v + *table; }
  *out = nova_sum (nova_view (p, n));
  out[1] = nova_sum (nova_map (look, nova_view (p, n)));
}

/* It may fail, and the handler must see the first result.  */
void
fails (double *out, const double *p, const size_t *at, size_t n)
{
  *out = nova_sum (nova_view (p, n));
  out[1] = nova_sum (nova_gather (nova_view (at, n), nova_view (p, n)));
}

/* Not a result.  */
void
other (double *p, const double *q, size_t n)
{
  p[0] = nova_sum (nova_view (q, n));
  p[1] = 1;
  p[2] = nova_product (nova_view (q, n));
}

/* The host reads behind a store, and a filter keeps no more than there was.  */
struct sheet
{
  size_t n, made, kept;
  const float *x;
  float *to, *back;
};

void
loads (struct sheet *s)
{
  float twice (float v) { return 2 * v; }
  int large (float v) { return v > 1; }
  s->made = nova_store (s->to, s->n, nova_map (twice, nova_view (s->x, s->n)));
  s->kept = nova_store (s->back, s->n, nova_filter (large, nova_view (s->x, s->n)));
}

/* Rows are no more than their offsets less one.  */
void
rows (struct sheet *s, const size_t *at)
{
  nova_vec (float) plus (nova_vec (float) row) { return nova_scan (nova_add, 0.0f, row); }
  nova_vec (nova_vec (float)) v
    = nova_map (plus, nova_segments (nova_view (s->x, s->n), nova_view (at, s->n + 1)));
  s->made = nova_store (s->to, s->n, v);
  s->kept = nova_store (s->to, s->n, nova_lengths (v));
}

/* Where the second store writes is found through what the first may write.  */
void
chased (struct sheet *s, float **table)
{
  float twice (float v) { return 2 * v; }
  s->made = nova_store (s->to, s->n, nova_map (twice, nova_view (s->x, s->n)));
  s->kept = nova_store (table[s->n], 8, nova_view (s->x, 8));
}

/* { dg-final { scan-report {region results: lines 17-18$} } } */
/* { dg-final { scan-report {^  sum .17. shares the loop of maximum .18.$} } } */
/* { dg-final { scan-report {^  joined with line 18 if disjoint$} } } */
/* { dg-final { scan-report {region results_2: line 17$} } } */
/* { dg-final { scan-report {^  ended by line 17: a write to memory$} } } */
/* { dg-final { scan-report {region results_3: line 18$} } } */
/* { dg-final { scan-report {region stores: lines 25-26$} } } */
/* { dg-final { scan-report {^  joined with line 26 if disjoint$} } } */
/* { dg-final { scan-report {region stores_2: line 25$} } } */
/* { dg-final { scan-report {region stores_3: line 26$} } } */
/* { dg-final { scan-report {region chain_2: line 34$} } } */
/* { dg-final { scan-report-not {region chain_3} } } */
/* { dg-final { scan-report {region handle_2: line 42$} } } */
/* { dg-final { scan-report-not {region handle_3} } } */
/* { dg-final { scan-report {region captured_2: line 51$} } } */
/* { dg-final { scan-report-not {region captured_3} } } */
/* { dg-final { scan-report {region fails_2: line 59$} } } */
/* { dg-final { scan-report-not {region fails_3} } } */
/* { dg-final { scan-report {region other_2: line 68$} } } */
/* { dg-final { scan-report-not {region other_3} } } */
/* { dg-final { scan-report {region loads: lines 84-85$} } } */
/* { dg-final { scan-report {^  joined with line 85 if disjoint$} } } */
/* { dg-final { scan-report {region rows: lines 94-96$} } } */
/* { dg-final { scan-report {^  joined with line 96 if disjoint$} } } */
/* { dg-final { scan-report {region chased_2: line 105$} } } */
/* { dg-final { scan-report-not {region chased_3} } } */
/* { dg-final { scan-report-times {if disjoint} 4 } } */

/* Operations as nova and as the loop that one writes by hand, chosen by how this file is compiled.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   loops KERNEL N: prints the median time of a call in seconds, and the result as a check.  One
   process measures one version.
   Does not measure OpenMP: ratios/ does.  */

#include <stdint.h>
#include <stdio.h>
#include "../measure.h"

struct data
{
  size_t n;
  float *x, *y;			/* n of each */
  double *d;
  int *k, *perm, *few;		/* random; a permutation; 0 to 3 */
  unsigned char *c;
  uint32_t *u, *out;
};

struct range { float lo, hi; };
struct pair { uint32_t mul, add; };
struct counts { uint32_t c[16]; };
struct moments { double n, mean, m2; };

/* The rows of the largest square matrix of at most N > 0 elements.  */
static inline size_t side (size_t n) { return (size_t) __builtin_sqrt ((double) n); }
static inline float half (float p, float q) { return 0.5f * p + q; }
static inline float add1 (float p) { return p + 1.0f; }
static inline float plus (float a, float b) { return a + b; }
static inline int more (float a) { return a > 0.25f; }
static inline int is_last (float a) { return a == 77.0f; }
static inline int less_f (float a, float b) { return a < b; }
static inline int less_u (uint32_t a, uint32_t b) { return a < b; }
static inline int less_d (double a, double b) { return a < b; }
static inline uint32_t self (uint32_t a) { return a; }
static inline int low8 (uint32_t a) { return a & 255; }
static inline size_t size_of (int v) { return (size_t) v; }
static inline int item (int v, size_t i) { return v * 3 + (int) i; }
static inline double step_dot (double r, float a, float b) { return r + (double) a * b; }
static inline double join_add (double a, double b) { return a + b; }
static inline struct range
step_range (struct range r, float a)
{
  return (struct range) { a < r.lo ? a : r.lo, a > r.hi ? a : r.hi };
}
static inline struct range
join_range (struct range a, struct range b)
{
  return (struct range) { a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi };
}
static inline struct pair
step_pair (struct pair p, uint32_t a)
{
  return (struct pair) { p.mul * 31, p.add * 31 + a };
}
static inline struct pair
join_pair (struct pair a, struct pair b)
{
  return (struct pair) { a.mul * b.mul, a.add * b.mul + b.add };
}
static inline struct counts
step_counts (struct counts h, uint32_t a)
{
  h.c[a & 15]++;
  return h;
}
static inline struct counts
join_counts (struct counts a, struct counts b)
{
  for (int k = 0; k < 16; k++)
    a.c[k] += b.c[k];
  return a;
}
static inline struct moments
step_moments (struct moments m, float a)
{
  double n = m.n + 1, d = a - m.mean, mean = m.mean + d / n;
  return (struct moments) { n, mean, m.m2 + d * (a - mean) };
}
static inline struct moments
join_moments (struct moments a, struct moments b)
{
  double n = a.n + b.n, d = b.mean - a.mean;
  if (n == 0)
    return a;
  return (struct moments) { n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n };
}
static inline float fabs_diff (float a, float b) { float d = a - b; return d < 0 ? -d : d; }
static inline float max_f (float a, float b) { return a > b ? a : b; }

#define KERNEL(NAME) __attribute__ ((noipa)) static double NAME (struct data *d)

#ifdef __NOVA__
#include <nova.h>

KERNEL (saxpy)
{
  nova_store (d->y, d->n, nova_map (half, nova_view (d->x, d->n), nova_view (d->y, d->n)));
  return d->y[d->n / 2];
}
KERNEL (sumc) { return nova_sum_as (int64_t, nova_view (d->c, d->n)); }
KERNEL (sumi) { return nova_sum_as (int64_t, nova_view (d->k, d->n)); }
KERNEL (count) { return nova_count (more, nova_view (d->x, d->n)); }
KERNEL (folddot)
{
  return nova_fold (step_dot, join_add, 0.0, nova_view (d->x, d->n), nova_view (d->y, d->n));
}
KERNEL (foldrange)
{
  struct range r = nova_fold (step_range, join_range, ((struct range) { 1e30f, -1e30f }),
			      nova_view (d->x, d->n));
  return r.hi - r.lo;
}
KERNEL (foldpair)
{
  struct pair p = nova_fold (step_pair, join_pair, ((struct pair) { 1, 0 }), nova_view (d->u, d->n));
  return p.add;
}
KERNEL (foldmom)
{
  struct moments m = nova_fold (step_moments, join_moments, ((struct moments) { 0, 0, 0 }),
				nova_view (d->x, d->n));
  return m.mean + m.m2;
}
KERNEL (foldhist)
{
  return nova_fold (step_counts, join_counts, ((struct counts) { { 0 } }), nova_view (d->u, d->n)).c[3];
}
KERNEL (expsum) { return nova_sum (nova_expand (size_of, item, nova_view (d->few, d->n))); }
KERNEL (expand)
{
  return nova_store ((int *) d->out, d->n, nova_expand (size_of, item, nova_view (d->few, d->n / 2)));
}
KERNEL (filter) { return nova_store (d->y, d->n, nova_filter (more, nova_view (d->x, d->n))); }
KERNEL (scan)
{
  nova_store (d->y, d->n, nova_scan (nova_add, 0.0f, nova_view (d->x, d->n)));
  return d->y[0];
}
KERNEL (scani)
{
  nova_store (d->out, d->n, nova_exscan (nova_add, 0u, nova_view (d->u, d->n)));
  return d->out[d->n - 1];
}
KERNEL (find) { return nova_find (is_last, nova_view (d->x, d->n)); }
KERNEL (argmin) { return nova_argmin (nova_lt, nova_view (d->x, d->n)); }
KERNEL (argminf) { return nova_argmin (less_f, nova_view (d->x, d->n)); }
KERNEL (argmind) { return nova_argmin (less_d, nova_view (d->d, d->n)); }
KERNEL (gather)
{
  nova_store (d->y, d->n, nova_gather (nova_view (d->k, d->n), nova_view (d->x, 1000)));
  return d->y[d->n - 1];
}
KERNEL (gathersum)
{
  return nova_sum_as (double, nova_gather (nova_view (d->k, d->n), nova_view (d->x, 1000)));
}
KERNEL (permute)
{
  nova_store (d->y, d->n, nova_permute (nova_view (d->perm, d->n), nova_view (d->x, d->n)));
  return d->y[d->n - 1];
}
KERNEL (scatter)
{
  nova_store (d->y, d->n, nova_scatter (nova_view (d->y, d->n), nova_view (d->perm, d->n),
					nova_view (d->x, d->n)));
  return d->y[d->n - 1];
}
KERNEL (bins)
{
  nova_store (d->out, 1024, nova_reduce_by_index (nova_add, 0u, 1024, nova_view (d->k, d->n),
						  nova_view (d->u, d->n)));
  return d->out[3];
}
KERNEL (binsf)
{
  nova_store (d->y, 1000, nova_reduce_by_index (nova_add, 0.0f, 1000, nova_view (d->k, d->n),
						nova_view (d->x, d->n)));
  return d->y[3];
}
KERNEL (bins16)
{
  nova_store (d->out, 16, nova_reduce_by_index (nova_add, 0u, 16, nova_view (d->few, d->n),
						nova_replicate (d->n, 1u)));
  return d->out[3];
}
KERNEL (bucket)
{
  return nova_store (d->out, d->n, nova_bucket (256, low8, nova_view (d->u, d->n)));
}
KERNEL (sort)
{
  nova_store (d->out, d->n, nova_sort (nova_lt, nova_view (d->u, d->n)));
  return d->out[d->n / 2];
}
KERNEL (sortby)
{
  nova_store (d->out, d->n, nova_sort_by (self, nova_view (d->u, d->n)));
  return d->out[d->n / 2];
}
KERNEL (sortless)
{
  nova_store (d->out, d->n, nova_sort (less_u, nova_view (d->u, d->n)));
  return d->out[d->n / 2];
}
KERNEL (strided) { return nova_sum (nova_view_strided (d->d, d->n / 8, 8)); }
KERNEL (stridedst)
{
  nova_store_strided (d->y, d->n / 4, 4, nova_map (add1, nova_view_strided (d->x, d->n / 4, 4)));
  return d->y[4];
}
KERNEL (strided2)
{
  size_t m = d->n / 64;
  nova_store_strided (d->y, m, 64, 32, 1, nova_split (32, nova_map (add1, nova_view (d->x, m * 32))));
  return d->y[65];
}
KERNEL (strided3)
{
  size_t m = d->n / 128;
  nova_store_strided (d->y, m, 128, 8, 16, 4, 2, nova_view_strided (d->x, m, 64, 8, 4, 4, 1));
  return d->y[130];
}
KERNEL (inarea)
{
  size_t m = d->n / 64;
  nova_store_strided (d->y, m, 64, 6, 1,
		      nova_split (6, nova_map (add1, nova_flatten (nova_view_strided (d->y, m, 64, 6, 1)))));
  return m;
}
KERNEL (colsum)
{
  float total (nova_vec (float) column) { return nova_sum (column); }
  nova_store (d->y, 32, nova_map (total, nova_view_strided (d->x, 32, 1, d->n / 32, 32)));
  return d->y[31];
}
KERNEL (colwide)
{
  size_t m = side (d->n);
  float total (nova_vec (float) column) { return nova_sum (column); }
  nova_store (d->y, m, nova_map (total, nova_transpose (nova_view (d->x, m, m))));
  return d->y[m - 1];
}
KERNEL (transpose)
{
  size_t m = d->n / 32;
  nova_store (d->y, m * 32, nova_transpose (nova_view (d->x, m, 32)));
  return d->y[1];
}
KERNEL (subarea)
{
  size_t m = d->n / 64;
  nova_store (d->y, d->n, nova_map (add1, nova_flatten (nova_view_strided (d->x, m, 64, 32, 1))));
  return d->y[33];
}
KERNEL (stencil)
{
  float mid (nova_vec (float) w) { return nova_get (w, 0) + nova_get (w, 1) + nova_get (w, 2); }
  nova_store (d->y, d->n, nova_map (mid, nova_window (3, nova_pad (NOVA_CLAMP, 1, nova_view (d->x, d->n)))));
  return d->y[0];
}
KERNEL (stencilif)
{
  size_t n = d->n;
  nova_vec (float) v = nova_view (d->x, n);
  float mid (size_t i)
  {
    return (i > 0 ? nova_get (v, i - 1) : 0) + nova_get (v, i) + (i + 1 < n ? nova_get (v, i + 1) : 0);
  }
  nova_store (d->y, n, nova_tabulate (mid, n));
  return d->y[0];
}
/* nova_get in loops of the host.  */
#define GETS(X, N) \
  nova_vec (float) v = X; float s = 0; for (size_t i = 0; i < N; i++) s += nova_get (v, i); return s
KERNEL (getview) { GETS (nova_view (d->x, d->n), d->n); }
KERNEL (getrev) { GETS (nova_reverse (nova_view (d->x, d->n)), d->n); }
KERNEL (getrot) { GETS (nova_rotate (1, nova_view (d->x, d->n)), d->n); }
KERNEL (getslice) { GETS (nova_slice (0, 2, d->n, nova_view (d->x, d->n)), d->n / 2); }
KERNEL (getmap) { GETS (nova_map (add1, nova_view (d->x, d->n)), d->n); }
#define GETS2(X, N, M) \
  nova_vec (nova_vec (float)) v = X; float s = 0; \
  for (size_t i = 0; i < N; i++) for (size_t j = 0; j < M; j++) s += nova_get (nova_get (v, i), j); \
  return s
KERNEL (getrows) { GETS2 (nova_view (d->x, d->n / 8, 8), d->n / 8, 8); }
KERNEL (getwin) { GETS2 (nova_window (3, nova_view (d->x, d->n)), d->n - 2, 3); }
KERNEL (gettrans) { GETS2 (nova_transpose (nova_view (d->x, d->n / 8, 8)), 8, d->n / 8); }
/* Sixteen steps of an iteration: new state, largest change, store.  */
KERNEL (relax)
{
  float change = 0;
  for (int t = 0; t < 16; t++)
    {
      float mid (nova_vec (float) w)
      { return (nova_get (w, 0) + nova_get (w, 1) + nova_get (w, 2)) * (1 / 3.0f); }
      nova_vec (float) x = nova_view (d->x, d->n);
      nova_vec (float) y = nova_map (mid, nova_window (3, nova_pad (NOVA_CLAMP, 1, x)));
      change = nova_reduce (max_f, 0.0f, nova_map (fabs_diff, x, y));
      nova_store (d->x, d->n, y);
    }
  return change;
}
KERNEL (relax0)
{
  float change = 0;
  for (int t = 0; t < 16; t++)
    {
      float near1 (float a) { return a + (1 - a) * 0.125f; }
      nova_vec (float) x = nova_view (d->x, d->n), y = nova_map (near1, x);
      change = nova_reduce (max_f, 0.0f, nova_map (fabs_diff, x, y));
      nova_store (d->x, d->n, y);
    }
  return change;
}
#else

KERNEL (saxpy)
{
  float *restrict y = d->y, *restrict x = d->x;
  for (size_t i = 0; i < d->n; i++)
    y[i] = half (x[i], y[i]);
  return d->y[d->n / 2];
}
#define SUM(T, E) T s = 0; size_t n = d->n; for (size_t i = 0; i < n; i++) s += E; return s
KERNEL (sumc) { SUM (int64_t, d->c[i]); }
KERNEL (sumi) { SUM (int64_t, d->k[i]); }
KERNEL (count) { SUM (size_t, more (d->x[i])); }
KERNEL (folddot) { SUM (double, (double) d->x[i] * d->y[i]); }
KERNEL (foldrange)
{
  struct range r = { 1e30f, -1e30f };
  for (size_t i = 0; i < d->n; i++)
    r = step_range (r, d->x[i]);
  return r.hi - r.lo;
}
KERNEL (foldpair)
{
  struct pair p = { 1, 0 };
  for (size_t i = 0; i < d->n; i++)
    p = step_pair (p, d->u[i]);
  return p.add;
}
KERNEL (foldmom)
{
  struct moments m = { 0, 0, 0 };
  for (size_t i = 0; i < d->n; i++)
    m = step_moments (m, d->x[i]);
  return m.mean + m.m2;
}
KERNEL (foldhist)
{
  struct counts h = { { 0 } };
  for (size_t i = 0; i < d->n; i++)
    h.c[d->u[i] & 15]++;
  return h.c[3];
}
KERNEL (expsum)
{
  int s = 0;
  for (size_t i = 0; i < d->n; i++)
    for (size_t k = 0; k < size_of (d->few[i]); k++)
      s += item (d->few[i], k);
  return s;
}
KERNEL (expand)
{
  size_t m = 0;
  int *restrict out = (int *) d->out;
  for (size_t i = 0; i < d->n / 2; i++)
    for (size_t k = 0; k < size_of (d->few[i]); k++)
      out[m++] = item (d->few[i], k);
  return m;
}
KERNEL (filter)
{
  size_t m = 0;
  for (size_t i = 0; i < d->n; i++)
    if (more (d->x[i]))
      d->y[m++] = d->x[i];
  return m;
}
KERNEL (scan)
{
  float s = 0;
  for (size_t i = 0; i < d->n; i++)
    d->y[i] = s += d->x[i];
  return d->y[0];
}
KERNEL (scani)
{
  uint32_t s = 0;
  for (size_t i = 0; i < d->n; i++)
    d->out[i] = s, s += d->u[i];
  return d->out[d->n - 1];
}
KERNEL (find)
{
  for (size_t i = 0; i < d->n; i++)
    if (is_last (d->x[i]))
      return i;
  return d->n;
}
#define ARGMIN(P) \
  size_t m = 0; for (size_t i = 1; i < d->n; i++) if (P[i] < P[m]) m = i; return m
KERNEL (argmin) { ARGMIN (d->x); }
KERNEL (argminf) { ARGMIN (d->x); }
KERNEL (argmind) { ARGMIN (d->d); }
KERNEL (gather)
{
  float *restrict y = d->y;
  for (size_t i = 0; i < d->n; i++)
    y[i] = d->x[d->k[i]];
  return d->y[d->n - 1];
}
KERNEL (gathersum) { SUM (double, d->x[d->k[i]]); }
KERNEL (permute)
{
  for (size_t i = 0; i < d->n; i++)
    d->y[d->perm[i]] = d->x[i];
  return d->y[d->n - 1];
}
KERNEL (scatter) { return permute (d); }
KERNEL (bins)
{
  memset (d->out, 0, 1024 * sizeof *d->out);
  for (size_t i = 0; i < d->n; i++)
    d->out[d->k[i]] += d->u[i];
  return d->out[3];
}
KERNEL (binsf)
{
  memset (d->y, 0, 1000 * sizeof *d->y);
  for (size_t i = 0; i < d->n; i++)
    d->y[d->k[i]] += d->x[i];
  return d->y[3];
}
KERNEL (bins16)
{
  memset (d->out, 0, 16 * sizeof *d->out);
  for (size_t i = 0; i < d->n; i++)
    d->out[d->few[i]]++;
  return d->out[3];
}
KERNEL (bucket)
{
  size_t at[257] = { 0 };
  for (size_t i = 0; i < d->n; i++)
    at[low8 (d->u[i]) + 1]++;
  for (size_t k = 0; k < 256; k++)
    at[k + 1] += at[k];
  for (size_t i = 0; i < d->n; i++)
    d->out[at[low8 (d->u[i])]++] = d->u[i];
  return d->n;
}
/* Radix sort, eight bits at a time.  */
KERNEL (sort)
{
  static uint32_t *t;
  uint32_t *from = d->u, *to;
  if (!t)
    t = malloc (d->n * sizeof *t);
  for (int b = 0; b < 32; b += 8)
    {
      size_t at[257] = { 0 };
      to = b & 8 ? d->out : t;
      for (size_t i = 0; i < d->n; i++)
	at[(from[i] >> b & 255) + 1]++;
      for (size_t k = 0; k < 256; k++)
	at[k + 1] += at[k];
      for (size_t i = 0; i < d->n; i++)
	to[at[from[i] >> b & 255]++] = from[i];
      from = to;
    }
  return d->out[d->n / 2];
}
KERNEL (sortby) { return sort (d); }
static int
compare_u (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}
KERNEL (sortless)
{
  memcpy (d->out, d->u, d->n * sizeof *d->u);
  qsort (d->out, d->n, sizeof *d->out, compare_u);
  return d->out[d->n / 2];
}
KERNEL (strided)
{
  double s = 0;
  for (size_t i = 0; i < d->n / 8; i++)
    s += d->d[i * 8];
  return s;
}
KERNEL (stridedst)
{
  float *restrict y = d->y;
  for (size_t i = 0; i < d->n / 4; i++)
    y[i * 4] = d->x[i * 4] + 1;
  return d->y[4];
}
KERNEL (strided2)
{
  float *restrict y = d->y;
  for (size_t i = 0; i < d->n / 64; i++)
    for (size_t j = 0; j < 32; j++)
      y[i * 64 + j] = d->x[i * 32 + j] + 1;
  return d->y[65];
}
KERNEL (strided3)
{
  float *restrict y = d->y;
  for (size_t i = 0; i < d->n / 128; i++)
    for (size_t j = 0; j < 8; j++)
      for (size_t k = 0; k < 4; k++)
	y[i * 128 + j * 16 + k * 2] = d->x[i * 64 + j * 4 + k];
  return d->y[130];
}
KERNEL (inarea)
{
  for (size_t i = 0; i < d->n / 64; i++)
    for (size_t j = 0; j < 6; j++)
      d->y[i * 64 + j] += 1;
  return d->n / 64;
}
KERNEL (colsum)
{
  size_t m = d->n / 32;
  for (size_t j = 0; j < 32; j++)
    d->y[j] = 0;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < 32; j++)
      d->y[j] += d->x[i * 32 + j];
  return d->y[31];
}
KERNEL (colwide)
{
  size_t m = side (d->n);
  for (size_t j = 0; j < m; j++)
    d->y[j] = 0;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++)
      d->y[j] += d->x[i * m + j];
  return d->y[m - 1];
}
KERNEL (transpose)
{
  size_t m = d->n / 32;
  float *restrict y = d->y;
  for (size_t j = 0; j < 32; j++)
    for (size_t i = 0; i < m; i++)
      y[j * m + i] = d->x[i * 32 + j];
  return d->y[1];
}
KERNEL (subarea)
{
  float *restrict y = d->y;
  for (size_t i = 0; i < d->n / 64; i++)
    for (size_t j = 0; j < 32; j++)
      y[i * 32 + j] = d->x[i * 64 + j] + 1;
  return d->y[33];
}
KERNEL (stencil)
{
  float *restrict y = d->y, *x = d->x;
  size_t n = d->n;
  y[0] = 2 * x[0] + x[1];
  for (size_t i = 1; i + 1 < n; i++)
    y[i] = x[i - 1] + x[i] + x[i + 1];
  y[n - 1] = x[n - 2] + 2 * x[n - 1];
  return d->y[0];
}
KERNEL (stencilif)
{
  float *restrict y = d->y, *x = d->x;
  size_t n = d->n;
  y[0] = x[0] + x[1];
  for (size_t i = 1; i + 1 < n; i++)
    y[i] = x[i - 1] + x[i] + x[i + 1];
  y[n - 1] = x[n - 2] + x[n - 1];
  return d->y[0];
}
KERNEL (getview) { SUM (float, d->x[i]); }
KERNEL (getrev) { SUM (float, d->x[n - 1 - i]); }
KERNEL (getrot) { SUM (float, d->x[i + 1 < n ? i + 1 : i + 1 - n]); }
KERNEL (getslice)
{
  float s = 0;
  for (size_t i = 0; i < d->n / 2; i++)
    s += d->x[2 * i];
  return s;
}
KERNEL (getmap)
{
  static float *t;
  if (!t)
    t = malloc (d->n * sizeof *t);
  for (size_t i = 0; i < d->n; i++)
    t[i] = d->x[i] + 1;
  SUM (float, t[i]);
}
#define SUM2(N, M, E) \
  float s = 0; for (size_t i = 0; i < N; i++) for (size_t j = 0; j < M; j++) s += E; return s
KERNEL (getrows) { SUM2 (d->n / 8, 8, d->x[i * 8 + j]); }
KERNEL (getwin) { SUM2 (d->n - 2, 3, d->x[i + j]); }
KERNEL (gettrans) { SUM2 (8, d->n / 8, d->x[j * 8 + i]); }
KERNEL (relax)
{
  static float *t;
  float change = 0;
  size_t n = d->n;
  if (!t)
    t = malloc (n * sizeof *t);
  for (int k = 0; k < 16; k++)
    {
      float *restrict to = k & 1 ? d->x : t, *from = k & 1 ? t : d->x;
      to[0] = (2 * from[0] + from[1]) * (1 / 3.0f);
      to[n - 1] = (2 * from[n - 1] + from[n - 2]) * (1 / 3.0f);
      change = max_f (fabs_diff (from[0], to[0]), fabs_diff (from[n - 1], to[n - 1]));
      for (size_t i = 1; i < n - 1; i++)
	{
	  to[i] = (from[i - 1] + from[i] + from[i + 1]) * (1 / 3.0f);
	  change = max_f (change, fabs_diff (from[i], to[i]));
	}
    }
  return change;
}
KERNEL (relax0)
{
  float change = 0;
  for (int k = 0; k < 16; k++)
    {
      change = 0;
      for (size_t i = 0; i < d->n; i++)
	{
	  float y = d->x[i] + (1 - d->x[i]) * 0.125f;
	  change = max_f (change, fabs_diff (d->x[i], y));
	  d->x[i] = y;
	}
    }
  return change;
}
#endif

static void
fill (struct data *d, size_t n)
{
  uint32_t r = 1;
  d->n = n;
  d->x = room (n * 4), d->y = room (n * 4), d->d = room (n * 8), d->k = room (n * 4);
  d->perm = room (n * 4), d->few = room (n * 4), d->c = room (n), d->u = room (n * 4);
  d->out = room (n * 4);
  for (size_t i = 0; i < n; i++)
    {
      r = r * 1664525 + 1013904223;
      d->u[i] = r ^ r >> 15;
      d->k[i] = r / 4294968;	/* below 1000 */
      d->few[i] = r >> 30;
      d->c[i] = r >> 24;
      d->x[i] = (r >> 8) / 16777216.0f;
      d->y[i] = 0.5f;
      d->d[i] = r;
      d->perm[i] = i;
      size_t j = (uint64_t) r * (i + 1) >> 32;
      d->perm[i] = d->perm[j];
      d->perm[j] = i;
    }
  d->x[n - 1] = 77.0f;
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; double (*run) (struct data *); } kernels[] = {
#define K(NAME) { #NAME, NAME }
    K (saxpy), K (sumc), K (sumi), K (count), K (folddot), K (foldrange), K (foldpair), K (foldmom), K (foldhist),
    K (expsum), K (expand), K (filter), K (scan), K (scani), K (find), K (argmin), K (argminf),
    K (argmind), K (gather), K (gathersum), K (permute), K (scatter), K (bins), K (binsf), K (bins16),
    K (bucket), K (sort), K (sortby), K (sortless), K (strided), K (stridedst), K (strided2),
    K (strided3), K (inarea), K (colsum), K (colwide),
    K (transpose), K (subarea), K (stencil), K (stencilif), K (getview), K (getrev), K (getrot),
    K (getslice), K (getmap), K (getrows), K (getwin), K (gettrans), K (relax), K (relax0)
  };
  double (*run) (struct data *) = NULL;
  size_t n = argc == 3 ? strtoul (argv[2], NULL, 10) : 0;
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
    if (argc < 3)
      puts (kernels[k].name);
    else if (!strcmp (argv[1], kernels[k].name))
      run = kernels[k].run;
  if (!run || !n)
    return argc < 3 ? 0 : 2;
  struct data d;
  fill (&d, n);
  double result, time = measure (run, &d, &result);
  printf ("%.9g %.6g\n", time, result);
  return 0;
}

/* Regions of typical kinds, for compile.sh: what is between two lines of a kind's name is a function
   of that kind, @ the number of its copy.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* map */
void map_@ (size_t n, float *y, const float *x, float s)
{
  float f (float a, float b) { return a + s * b; }
  nova_store (y, n, nova_map (f, nova_view (y, n), nova_view (x, n)));
}

/* dot */
double dot_@ (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_map (nova_mul, nova_view (x, n), nova_view (y, n)));
}

/* scan */
void scan_@ (size_t n, int *y, const int *x)
{
  nova_store (y, n, nova_scan (nova_add, 0, nova_view (x, n)));
}

/* filter */
size_t filter_@ (size_t n, float *y, const float *x, float least)
{
  int keep (float a) { return a > least; }
  return nova_store (y, n, nova_filter (keep, nova_view (x, n)));
}

/* bins */
void bins_@ (size_t n, int *count, const unsigned char *key)
{
  nova_store (count, 256, nova_reduce_by_index (nova_add, 0, 256, nova_view (key, n),
						nova_replicate (n, 1)));
}

/* gather */
void gather_@ (size_t n, float *y, const int *at, size_t m, const float *x)
{
  nova_store (y, n, nova_gather (nova_view (at, n), nova_view (x, m)));
}

/* stencil */
void stencil_@ (size_t n, float *y, const float *x)
{
  float mean (nova_vec (float) w) { return nova_sum (w) / 3; }
  nova_store (y, n, nova_map (mean, nova_window (3, nova_pad (NOVA_CLAMP, 1, nova_view (x, n)))));
}

/* rows */
void rows_@ (size_t n, float *y, size_t m, const float *x, const size_t *o)
{
  float sum (nova_vec (float) row) { return nova_sum (row); }
  nova_store (y, n, nova_map (sum, nova_segments (nova_view (x, m), nova_view (o, n + 1))));
}

/* extreme */
size_t extreme_@ (size_t n, const float *x)
{
  return nova_argmin (nova_lt, nova_view (x, n));
}

/* points */
struct point_@ { float x, y, z; };
float points_@ (size_t n, const struct point_@ *p)
{
  float norm (struct point_@ a) { return a.x * a.x + a.y * a.y + a.z * a.z; }
  return nova_maximum (nova_map (norm, nova_view (p, n)));
}

/* vectors */
nova_vec (float) vectors_@ (nova_vec (float) x, nova_vec (float) y)
{
  return nova_map (nova_add, x, y);
}

/* folds */
struct sums_@ { double x, xx; };
double folds_@ (size_t n, const double *x)
{
  struct sums_@ step (struct sums_@ s, double a)
  { return (struct sums_@) { s.x + a, s.xx + a * a }; }
  struct sums_@ join (struct sums_@ a, struct sums_@ b)
  { return (struct sums_@) { a.x + b.x, a.xx + b.xx }; }
  struct sums_@ s = nova_fold (step, join, (struct sums_@) { 0 }, nova_view (x, n));
  return s.xx / n - s.x * s.x / n / n;
}

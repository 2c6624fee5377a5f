/* Every builtin, in a program that is itself free of everything that the compiler can warn of.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

struct pair { float x, y; };

extern double every (float *p, size_t n, const float *q, const int *ix, int *out);
extern nova_vec (float) shared;
nova_vec (float) shared;
extern nova_vec (nova_vec (float)) nested (nova_vec (float) v, size_t k);

static float neg (float a) { return -a; }
static float plus (float a, float b) { return a + b; }
static float both (struct pair a) { return a.x + a.y; }
static double real (size_t n) { return (double) n; }
static int positive (float a) { return a > 0.0f; }
static int less (float a, float b) { return a < b; }
static int int_less (int a, int b) { return a < b; }
static int key (float a) { return a > 1.0f; }
static size_t size (float a) { return a > 1.0f ? 2 : 1; }
static float get (float a, size_t i) { return i == 0 ? a : a * 2.0f; }
static double index_of (size_t i, size_t j) { return (double) (i * j); }
static double step (double r, float a) { return r + (double) a; }
static void row (float *r, float a) { r[0] += a; }
static float sum_of (nova_vec (float) r) { return nova_sum (r); }
static float of_scratch (float a)
{
  float *t = nova_scratch (float, 2);
  t[0] = a;
  t[1] = a * a;
  if (a > 1.0e30f)
    nova_fail ("too large");
  return t[0] + t[1];
}

static double
making (float *p, size_t n, const int *ix)
{
  nova_vec (float) v = nova_view (p, n);
  nova_vec (nova_vec (float)) m = nova_view_strided (p, 2, 3, 2, 1);
  nova_vec (int) w = nova_view (ix, n);
  nova_vec (nova_vec (float)) s = nova_segments (v, nova_offsets (nova_split (2, v)));
  double r = (double) nova_sum (nova_flatten (m)) + nova_sum_as (double, nova_range (10));
  r += (double) nova_sum (nova_replicate (3, p[0])) + real (nova_length (s));
  r += real (nova_sum (nova_lengths (s))) + (double) nova_get (v, 1);
  r += (double) nova_data (nova_copy (v))[0] + (double) nova_sum (nova_convert (double, w));
  return r;
}

static double
comprehensions (const float *p, size_t n, const int *ix)
{
  nova_vec (float) v = nova_view (p, n);
  nova_vec (int) w = nova_view (ix, n);
  double r = (double) nova_sum (nova_for (float, (a, v), nova_when (a > 1.0f), (i, w),
					  nova_let (float, f, (float) i), nova_sorted (-f), a * f));
  r += (double) nova_sum (nova_for (float, (a, v, i, w), nova_when (i > 0), nova_sorted (a),
				    nova_grouped (i), nova_sum (a)));
  r += (double) nova_sum (nova_for (float, (a, v, b, v, i, w), nova_when (i > 0), nova_grouped (i),
				    (c, a), nova_grouped (c), nova_sum (b) + nova_sum (c)));
  return r;
}

static size_t
writing (float *p, size_t n, int *out)
{
  nova_vec (float) v = nova_view (p, n);
  size_t k = nova_store (p, n, nova_map (neg, v));
  nova_store_strided (p, n / 2, 2, nova_slice (0, (ptrdiff_t) (n / 2), v));
  nova_store_all (n, p, nova_map (of_scratch, v), out, nova_map (key, v));
  nova_update_rows (row, p, n, 1, 1, v);
  return k;
}

static double
operations (nova_vec (float) v, nova_vec (int) ix, float by)
{
  nova_vec (nova_vec (double)) t = nova_tabulate (index_of, 3, 4);
  double r = nova_get (nova_get (t, 1), 2);
  r += (double) nova_reduce (nova_add, 0.0f, v) + nova_fold (step, nova_add, 0.0, v);
  r += (double) nova_sum (nova_scan (plus, 0.0f, v)) + (double) nova_sum (nova_exscan (nova_max, 0.0f, v));
  r += (double) nova_sum (nova_filter (positive, v)) + real (nova_length (nova_partition (positive, v)));
  r += real (nova_find (positive, v) + nova_argmin (less, v) + nova_argmax (nova_lt, v));
  r += real (nova_sum (nova_search (less, v, v))) + (double) nova_sum (nova_gather (ix, v));
  r += (double) nova_sum (nova_permute (ix, v)) + (double) nova_sum (nova_scatter (v, ix, v));
  r += (double) nova_sum (nova_slice (0, 2, 4, v)) + (double) nova_sum (nova_reverse (v));
  r += (double) nova_sum (nova_rotate (1, v)) + (double) nova_sum (nova_concat (v, v));
  r += (double) nova_sum (nova_map (sum_of, nova_transpose (nova_split (2, v))));
  r += (double) nova_sum (nova_map (sum_of, nova_window (2, nova_pad (NOVA_CLAMP, 1, v))));
  r += (double) nova_sum (nova_expand (size, get, v));
  r += real (nova_length (nova_expand_nested (size, get, v)));
  r += (double) nova_sum (nova_sort (less, v)) + (double) nova_sum (nova_sort_by (neg, v));
  r += real (nova_length (nova_group_by (key, v))) + real (nova_length (nova_bucket (2, key, v)));
  r += (double) nova_sum (nova_reduce_by_index (nova_add, 0.0f, 4, ix, v));
  r += (double) nova_sum (nova_reduce_into (plus, v, ix, v));
  r += (double) nova_sum (nova_map (nova_bind (plus, by), nova_map (nova_trust (neg), v)));
  return r;
}

static double
header (nova_vec (float) v, nova_vec (int) ix)
{
  nova_vec (struct pair) z = nova_zip (struct pair, v, v);
  double r = (double) (nova_product (v) + nova_minimum (v) + nova_maximum (v));
  r += (double) nova_sum (nova_map (both, z));
  r += real (nova_count (positive, v)) + (double) (nova_any (positive, v) + nova_all (positive, v));
  r += (double) nova_sum (nova_field (z, y)) + real (nova_length (nova_sort (int_less, ix)));
  nova_print (v);
  return r + (double) nova_uniform (1, 2);
}

/* Vectors in structures, results, loops and branches.  */
static double
owning (nova_vec (float) v, size_t n)
{
  struct { nova_vec (float) v; size_t n; } h = { v, 0 };
  size_t i;
  for (i = 0; i < n; i++)
    {
      nova_vec (float) next = nova_map (neg, h.v);
      if (nova_get (next, 0) > 0.0f)
	h.v = next;
      h.n++;
    }
  nova_release (shared);
  shared = nova_retain (h.v);
  return (double) nova_sum (h.v) + (double) nova_sum (nova_flatten (nested (v, 2)));
}

nova_vec (nova_vec (float))
nested (nova_vec (float) v, size_t k)
{
  return nova_split (k, nova_slice (0, 4, v));
}

double
every (float *p, size_t n, const float *q, const int *ix, int *out)
{
  nova_vec (float) v = nova_view (q, n);
  nova_vec (int) w = nova_view (ix, n);
  double r = real (writing (p, n, out)) + making (p, n, ix) + comprehensions (p, n, ix)
	     + operations (v, w, p[0]);
  return r + header (v, w) + owning (v, n);
}

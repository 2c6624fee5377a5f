/* find, argmin, argmax, search, fold: against loops, for several sizes and element types.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define MOST 40000
struct point { double x; short tag; };
static int a[MOST], b[MOST], sorted[MOST];
static float f[MOST];
static struct point p[MOST];
static const char *s[MOST];
static const size_t sizes[] = { 0, 1, 2, 3, 17, 1000, MOST };
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d, n %zu: %s\n", __LINE__, n, #C); bad = 1; } } while (0)

static int above (int x) { return x > 900; }
static int pair (int x, float y) { return x + y > 1800; }
static double negative (float x) { return x < 0 ? 0.5 : 0; }
static int nearer (struct point q, struct point r) { return q.x < r.x; }
static int before (const char *q, const char *r) { return strcmp (q, r) < 0; }
static int heavier (nova_vec (int) q, nova_vec (int) r)
{
  return nova_reduce (nova_add, 0, q) < nova_reduce (nova_add, 0, r);
}
static int long_row (nova_vec (int) q) { return nova_reduce (nova_add, 0, q) > 3000; }

static void
finds (size_t n)
{
  size_t i, least, most, j;
  int limit = n > 5 ? a[n / 2] : 7;
  for (i = 0; i < n && !above (a[i]); i++);
  CHECK (nova_find (above, nova_view (a, n)) == i);
  for (i = 0; i < n && !pair (a[i], f[i]); i++);
  CHECK (nova_find (pair, nova_view (a, n), nova_view (f, n)) == i);
  CHECK (nova_find (negative, nova_view (f, n)) == n);
  int is (int x) { return x == limit; }
  for (i = 0; i < n && a[i] != limit; i++);
  CHECK (nova_find (is, nova_view (a, n)) == i);
  CHECK (nova_find (nova_bind (nova_lt, 900), nova_view (a, n)) == nova_find (above, nova_view (a, n)));
  CHECK (nova_find (nova_lambda (int, (int x, int y), { return x + y > limit; }), nova_view (a, n),
		    nova_map (nova_mul, nova_view (a, n), nova_view (b, n))) <= n);
  if (n == 0)
    return;
  for (least = most = i = 0; i < n; i++)
    least = a[i] < a[least] ? i : least, most = a[most] < a[i] ? i : most;
  CHECK (nova_argmin (nova_lt, nova_view (a, n)) == least);
  CHECK (nova_argmax (nova_lt, nova_view (a, n)) == most);
  CHECK (nova_argmin (nova_gt, nova_view (a, n)) == most);
  for (least = most = i = 0; i < n; i++)
    least = p[i].x < p[least].x ? i : least, most = p[most].x < p[i].x ? i : most;
  CHECK (nova_argmin (nearer, nova_view (p, n)) == least);
  CHECK (nova_argmax (nearer, nova_view (p, n)) == most);
  for (least = i = 0; i < n; i++)
    least = before (s[i], s[least]) ? i : least;
  CHECK (nova_argmin (before, nova_view (s, n)) == least);
  for (least = j = i = 0; i < n; i++)
    least = a[i] * 3 % 101 < a[least] * 3 % 101 ? i : least;
  CHECK (nova_argmin (nova_lt, nova_map (nova_lambda (int, (int x), { return x * 3 % 101; }),
					 nova_view (a, n))) == least);
}

static void
rows (size_t n)
{
  size_t m = n < 300 ? n : 300, i, j, best = 0, first = m;
  long least = 0;
  for (i = 0; i < m; i++)
    {
      long sum = 0;
      for (j = 0; j < 7; j++)
	sum += a[i * 7 + j];
      if (i == 0 || sum < least)
	best = i, least = sum;
      if (sum > 3000 && first == m)
	first = i;
    }
  CHECK (nova_find (long_row, nova_view (a, m, 7)) == first);
  if (m)
    CHECK (nova_argmin (heavier, nova_view (a, m, 7)) == best);
}

static void
searches (size_t n)
{
  static size_t got[MOST];
  size_t m = n / 3 + 1;
  nova_vec (size_t) at = nova_search (nova_lt, nova_view (sorted, n), nova_view (a, m));
  CHECK (nova_store (got, MOST, at) == m);
  for (size_t i = 0; i < m; i++)
    {
      size_t k = a[i] * 40 < (int) n ? (size_t) a[i] * 40 : n;
      CHECK (got[i] == k);
    }
  CHECK (nova_length (nova_search (before, nova_view (s, 0), nova_view (s, n))) == n);
  struct point q[2] = { { 250, 0 }, { -1, 0 } };
  nova_vec (struct point) ordered = nova_map (nova_lambda (struct point, (int x), {
    struct point r = { x, 1 }; return r; }), nova_range ((int) n));
  at = nova_search (nearer, ordered, nova_view (q, 2));
  CHECK (nova_get (at, 0) == (n < 250 ? n : 250) && nova_get (at, 1) == 0);
}

struct range { int least, most, count; };
static struct range widen (struct range r, int x, float y)
{
  if (r.count == 0 || x < r.least) r.least = x;
  if (r.count == 0 || x > r.most) r.most = x;
  r.count += y >= 0;
  return r;
}
static struct range both (struct range q, struct range r)
{
  if (q.count == 0) return r;
  if (r.count == 0) return q;
  if (r.least < q.least) q.least = r.least;
  if (r.most > q.most) q.most = r.most;
  q.count += r.count;
  return q;
}
static long add_square (long r, int x) { return r + (long) x * x; }
static long mix (long r, int x, int y, int z) { return r + x * y - z; }

static void
folds (size_t n)
{
  long squares = 0, mixed = 0;
  double sum = 0;
  struct range none = { 0, 0, 0 }, r = none;
  for (size_t i = 0; i < n; i++)
    {
      squares = add_square (squares, a[i]);
      mixed = mix (mixed, a[i], b[i], (int) i);
      sum += a[i];
      r = widen (r, a[i], f[i]);
    }
  CHECK (nova_fold (add_square, nova_add, 0, nova_view (a, n)) == squares);
  CHECK (nova_fold (mix, nova_add, 0L, nova_view (a, n), nova_view (b, n), nova_range ((int) n))
	 == mixed);
  CHECK (nova_fold (nova_add, nova_add, 0.0, nova_view (a, n)) == sum);
  struct range g = nova_fold (widen, both, none, nova_view (a, n), nova_view (f, n));
  CHECK (g.least == r.least && g.most == r.most && g.count == r.count);
  long k = squares % 7;
  long step (long x, int y) { return x + y * k; }
  long all = 0;
  for (size_t i = 0; i < n; i++)
    all += 2 * a[i] * k;
  CHECK (nova_fold (step, nova_add, 0, nova_map (nova_add, nova_view (a, n), nova_view (a, n))) == all);
}

int
main (void)
{
  for (int i = 0; i < MOST; i++)
    {
      a[i] = (i * 7919 + 13) % 1009;
      b[i] = i % 5 - 2;
      f[i] = (i * 31) % 1000;
      p[i].x = (i * 733 + 5) % 2003 - 1000;
      p[i].tag = i;
      s[i] = i % 3 ? "middle" : i % 2 ? "zebra" : i == 12 ? "ant" : "bear";
      sorted[i] = i / 40;
    }
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      finds (sizes[k]);
      rows (sizes[k]);
      searches (sizes[k]);
      folds (sizes[k]);
    }
  return bad;
}

/* A predicate in nested flattened maps is called twice an element, once to count and once to write,
   however deep it stands; one whose rows stay rows, or are read before they are flattened, once more a
   level.  Without optimisation functions stay calls.
   { dg-nova-levels "-O1" "-O2" "-O3" }
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdatomic.h>
#include <stdio.h>

#define N 256
typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;
typedef nova_vec (v2) v3;
typedef nova_vec (v3) v4;
typedef nova_vec (v4) v5;

static atomic_uint calls[N];	/* for each element, a number below N */

static int
keep (int x)
{
  atomic_fetch_add (&calls[x], 1);
  return x % 3;
}

static int
more (int x)
{
  return x + 1;
}

static v1 kept (v1 x) { return nova_filter (nova_trust (keep), x); }

/* Flattened at each level.  */
static v1 f2 (v2 x) { return nova_flatten (nova_map (kept, x)); }
static v1 f3 (v3 x) { return nova_flatten (nova_map (f2, x)); }
static v1 f4 (v4 x) { return nova_flatten (nova_map (f3, x)); }
static v1 f5 (v5 x) { return nova_flatten (nova_map (f4, x)); }
/* The same, and mapped.  */
static v1 m2 (v2 x) { return nova_map (more, nova_flatten (nova_map (kept, x))); }
static v1 m3 (v3 x) { return nova_map (more, nova_flatten (nova_map (m2, x))); }
static v1 m4 (v4 x) { return nova_map (more, nova_flatten (nova_map (m3, x))); }
static v1 m5 (v5 x) { return nova_map (more, nova_flatten (nova_map (m4, x))); }
/* Rows of rows.  */
static v2 r2 (v2 x) { return nova_map (kept, x); }
static v3 r3 (v3 x) { return nova_map (r2, x); }
static v4 r4 (v4 x) { return nova_map (r3, x); }
static v5 r5 (v5 x) { return nova_map (r4, x); }

/* Were N elements at Y, which are those that are kept plus PLUS; was the predicate called at most
   MOST times for each?  */
static void
look (const char *what, size_t n, const int *y, int plus, unsigned most)
{
  size_t at = 0;
  unsigned seen = 0;

  for (int k = 0; k < N; k++)
    if (k % 3 && (at >= n || y[at++] != k + plus))
      printf ("%s: element %d\n", what, k);
  if (at != n)
    printf ("%s: %zu elements\n", what, n);
  for (int k = 0; k < N; k++)
    {
      unsigned c = atomic_exchange (&calls[k], 0);
      seen = c > seen ? c : seen;
    }
  if (seen > most)
    printf ("%s: %u calls\n", what, seen);
}

int
main (void)
{
  int x[N], y[N];

  for (int k = 0; k < N; k++)
    x[k] = k;
  look ("one", nova_store (y, N, kept (nova_view (x, N))), y, 0, 2);
  look ("two", nova_store (y, N, f2 (nova_view (x, 16, 16))), y, 0, 2);
  look ("three", nova_store (y, N, f3 (nova_view (x, 4, 8, 8))), y, 0, 2);
  look ("four", nova_store (y, N, f4 (nova_view (x, 4, 4, 4, 4))), y, 0, 2);
  look ("five", nova_store (y, N, f5 (nova_view (x, 2, 2, 4, 4, 4))), y, 0, 2);
  look ("mapped", nova_store (y, N, m5 (nova_view (x, 2, 2, 4, 4, 4))), y, 4, 5);
  look ("rows", nova_store (y, N, r5 (nova_view (x, 2, 2, 4, 4, 4))), y, 0, 5);
  return 0;
}

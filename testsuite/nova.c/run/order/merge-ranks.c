/* Two sorted vectors merged by the ranks of their elements in each other: all lengths, on several
   threads, in rows; vectors that are not sorted give some permutation, or an error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"

#define MAX 400000
typedef nova_vec (int) ints;
typedef nova_vec (float) floats;
typedef nova_vec (size_t) sizes;
typedef nova_vec (ints) rows;

static unsigned state = 1;

static unsigned
next (void)
{
  return state = state * 1664525u + 1013904223u, state >> 8;
}

static ints
merged (ints a, ints b)
{
  size_t na = nova_length (a), nb = nova_length (b);
  size_t up (size_t rest) { return na - rest; }
  sizes before = nova_search (nova_lt, b, a);
  sizes behind = nova_map (up, nova_search (nova_gt, nova_reverse (a), b));
  sizes place = nova_concat (nova_map (nova_add, before, nova_range (na)),
			     nova_map (nova_add, behind, nova_range (nb)));
  return nova_permute (place, nova_concat (a, b));
}

/* Descending; the zeros of A, which are negative, come first.  */
static floats
merged_down (floats a, floats b)
{
  size_t na = nova_length (a), nb = nova_length (b);
  size_t up (size_t rest, size_t i) { return i + (na - rest); }
  sizes before = nova_search (nova_gt, b, a);
  sizes behind = nova_map (up, nova_search (nova_lt, nova_reverse (a), b), nova_range (nb));
  sizes place = nova_concat (nova_map (nova_add, before, nova_range (na)), behind);
  return nova_permute (place, nova_concat (a, b));
}

static void
plain (size_t n, const int *a, size_t m, const int *b, int *to)
{
  for (size_t i = 0, j = 0; i < n || j < m;)
    *to++ = j == m || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}

static int a[MAX], b[MAX], out[2 * MAX], want[2 * MAX];
static float fa[MAX], fb[MAX], fout[2 * MAX];

static void
fill (size_t n, int *p, int most)
{
  int v = 0;
  for (size_t i = 0; i < n; i++)
    p[i] = v += next () % most;
}

static __attribute__ ((noinline)) void
both (size_t n, size_t m, int most)
{
  fill (n, a, most);
  fill (m, b, most);
  plain (n, a, m, b, want);
  CHECK (nova_store (out, n + m, merged (nova_view (a, n), nova_view (b, m))), n + m);
  CHECK (memcmp (out, want, (n + m) * sizeof *out), 0);
  for (size_t i = 0; i < n; i++)
    fa[i] = -(a[i] / 16);
  for (size_t i = 0; i < m; i++)
    fb[i] = b[i] / 16 ? -(b[i] / 16) : 0.0f;
  CHECK (nova_store (fout, n + m, merged_down (nova_view (fa, n), nova_view (fb, m))), n + m);
  for (size_t i = 0, j = 0; i < n || j < m;)
    {
      float w = j == m || (i < n && fa[i] >= fb[j]) ? fa[i++] : fb[j++];
      CHECK (memcmp (&w, &fout[i + j - 1], sizeof w), 0);
    }
}

/* Rows of 0, 1, 4, 9 ... elements of A with rows of 7 more of B.  */
static __attribute__ ((noinline)) void
in_rows (size_t n, int most)
{
  static size_t at[100], at2[100];
  for (size_t k = 0; k < n; k++)
    {
      at[k + 1] = at[k] + k * k;
      at2[k + 1] = at2[k] + k * k + 7;
      fill (k * k, a + at[k], most);
      fill (k * k + 7, b + at2[k], most);
      plain (k * k, a + at[k], k * k + 7, b + at2[k], want + at[k] + at2[k]);
    }
  rows x = nova_segments (nova_view (a, at[n]), nova_view (at, n + 1));
  rows y = nova_segments (nova_view (b, at2[n]), nova_view (at2, n + 1));
  CHECK (nova_store (out, at[n] + at2[n], nova_map (merged, x, y)), at[n] + at2[n]);
  CHECK (memcmp (out, want, (at[n] + at2[n]) * sizeof *out), 0);
  CHECK (nova_store (out, at[n] + at2[n], nova_flatten (nova_map (merged, x, y))), at[n] + at2[n]);
  CHECK (memcmp (out, want, (at[n] + at2[n]) * sizeof *out), 0);
}

int
main (void)
{
  static const size_t lengths[] = { 0, 1, 2, 7, 300, 1000, 70000, MAX };
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++)
      for (int most = 1; most < 30; most += 14)
	both (lengths[i], lengths[j], most);
  for (int most = 1; most < 30; most += 14)
    in_rows (60, most);
  return 0;
}

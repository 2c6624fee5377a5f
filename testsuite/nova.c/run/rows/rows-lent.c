/* Rows that host code takes of a handle to get an element of them need no memory, also in functions
   that stay calls; a vector that goes between the row and its element keeps what it had as long.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-Wl,--wrap=malloc" } */
/* { dg-nova-output "^good$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef nova_vec (nova_vec (int)) rows;

static int bad;
static long count;
static int *over;
#define WANT(E) \
  do { if (!(E)) { bad = 1; printf ("%d: %s\n", __LINE__, #E); } } while (0)

extern void *__real_malloc (size_t);
void *
__wrap_malloc (size_t n)
{
  __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED);
  return __real_malloc (n);
}

/* All elements, by handle, and how many allocations that took.  */
static __attribute__ ((noipa)) long
total (rows x, long *taken)
{
  long s = 0, before = count;

  for (size_t i = 0; i < nova_length (x); i++)
    for (size_t j = 0; j < nova_length (nova_get (x, i)); j++)
      s += (s & 7) * nova_get (nova_get (x, i), j) + (long) (i * j);
  *taken = count - before;
  return s;
}

/* A median, in an array of the call's own: the function stays a call.  */
static __attribute__ ((noipa)) rows
median (rows x, size_t h, size_t w)
{
  int at (size_t i, size_t j)
  {
    int t[9], k = 0;

    if (i == 0 || j == 0 || i == h - 1 || j == w - 1)
      return nova_get (nova_get (x, i), j);
    for (int a = -1; a <= 1; a++)
      for (int b = -1; b <= 1; b++)
	{
	  int v = nova_get (nova_get (x, i + a), j + b), m = k++;

	  for (; m && t[m - 1] > v; m--)
	    t[m] = t[m - 1];
	  t[m] = v;
	}
    return t[4];
  }
  return nova_tabulate (at, h, w);
}

static __attribute__ ((noipa)) rows
made (int n)
{
  int f (size_t i, size_t j) { return n * 1000 + (int) (100 * i + j); }
  return nova_copy (nova_tabulate (f, 30, 20));
}

/* What X had goes, and its memory gets other values, before the element is read.  */
static __attribute__ ((noipa)) int
changed (rows *x)
{
  nova_release (*x);
  *x = made (7);
  memset (over = malloc (30 * 20 * sizeof (int)), 0x55, 30 * 20 * sizeof (int));
  return 3;
}

int
main (void)
{
  enum { H = 60, W = 80 };
  static int a[H * W];
  long taken, want = 0;

  for (int i = 0; i < H * W; i++)
    a[i] = i * 7919u % 1000;
  for (size_t i = 0; i < H; i++)
    for (size_t j = 0; j < W; j++)
      want += (want & 7) * a[i * W + j] + (long) (i * j);
  rows x = nova_view (a, H, W), z = nova_copy (x);
  WANT (total (x, &taken) == want && taken == 0);
  WANT (total (z, &taken) == want && taken == 0);
  WANT (total (nova_slice (0, 1, H, x), &taken) == want);
  WANT (total (nova_slice (H, H, x), &taken) == 0);
  WANT (total (nova_transpose (nova_copy (nova_transpose (z))), &taken) == want);
  /* Every other row; ragged rows.  */
  WANT (total (nova_slice (0, 2, H, z), &taken)
	== total (nova_copy (nova_slice (0, 2, H, x)), &taken));
  rows g = nova_segments (nova_view (a, 9), nova_view (((int[]) { 0, 0, 4, 9 }), 4));
  long ragged = total (g, &taken);
  WANT (total (nova_copy (g), &taken) == ragged && taken == 0 && ragged != 0);

  long before = count;
  rows m = median (x, H, W);
  WANT (count - before < 100);
  int t[9], k = 0;
  for (int i = 4; i < 7; i++)
    for (int j = 8; j < 11; j++)
      {
	int p = k++;
	for (; p && t[p - 1] > a[i * W + j]; p--)
	  t[p] = t[p - 1];
	t[p] = a[i * W + j];
      }
  WANT (nova_get (nova_get (m, 5), 9) == t[4] && nova_get (nova_get (m, 0), 9) == a[9]);

  static rows y;
  y = made (1);
  WANT (nova_get (nova_get (y, 2), changed (&y)) % 1000 == 203);
  nova_release (y);
  free (over);
  if (!bad)
    puts ("good");
  return bad;
}

/* Functions of an index that view a part of what a captured pointer, a member of a structure or an
   array of the program leads to: they are read, and what they view is as it was when the builtin
   stands, even if the same region stores there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

typedef nova_vec (double) reals;

#define M 500
#define W 10

struct box
{
  char tag;
  double *x;
  double (*y)[7];
  float z[M][4];
};

static double table[M][W], flat[M * W + 1], seven[M][7], memory[2 * M * W];
static size_t at[M + 1];
static double out[M], want[M];
static int failures;

static void
compare (const char *what, const double *got, const double *wanted, size_t n)
{
  if (memcmp (got, wanted, n * sizeof *got) == 0)
    return;
  printf ("%s: wrong\n", what);
  failures++;
}

static double
total (const double *p, size_t n)
{
  double s = 0;
  while (n--)
    s += *p++;
  return s;
}

/* --- Forms of the address -------------------------------------------------------------------- */

static void __attribute__ ((noinline))
pointers (const double *x, int k, const int *from, const double (*a)[W])
{
  double even (size_t i) { return nova_sum (nova_view (x + i * k, k)); }
  double signed_index (int i) { return nova_sum (nova_view (x + i * k + k - 1, k)); }
  double back (int i) { return nova_sum (nova_view (&x[from[i] - 1], from[i + 1] - from[i])); }
  double row (size_t i) { return nova_sum (nova_view (a[i], W)); }
  double some (size_t i)
  {
    const double *p = i % 3 ? x + i : a[i];
    return nova_sum (nova_view (p, W - i % 2));
  }
  double none (size_t i) { return i % 2 ? nova_sum (nova_view (x + i, k)) : -1; }
  double steps (size_t i) { return nova_sum (nova_view_strided (x + i, k, W)); }
  double square (size_t i)
  {
    double sum (reals r) { return nova_sum (r); }
    return nova_maximum (nova_map (sum, nova_view (x + i * k, 2, k)));
  }

  nova_store (out, M, nova_map (even, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (x + i * k, k);
  compare ("even", out, want, M);
  nova_store (out, M - 1, nova_map (signed_index, nova_range (M - 1)));
  for (int i = 0; i < M - 1; i++)
    want[i] = total (x + i * k + k - 1, k);
  compare ("signed", out, want, M - 1);
  nova_store (out, M, nova_map (back, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (x + from[i] - 1, from[i + 1] - from[i]);
  compare ("back", out, want, M);
  nova_store (out, M, nova_map (row, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (a[i], W);
  compare ("row", out, want, M);
  nova_store (out, M, nova_map (some, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (i % 3 ? x + i : a[i], W - i % 2);
  compare ("some", out, want, M);
  nova_store (out, M, nova_map (none, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = i % 2 ? total (x + i, k) : -1;
  compare ("none", out, want, M);
  nova_store (out, M, nova_map (steps, nova_range (M)));
  for (int i = 0; i < M; i++)
    {
      want[i] = 0;
      for (int j = 0; j < k; j++)
	want[i] += x[i + j * W];
    }
  compare ("steps", out, want, M);
  nova_store (out, M - 1, nova_map (square, nova_range (M - 1)));
  for (int i = 0; i < M - 1; i++)
    {
      double s = total (x + i * k, k), t = total (x + i * k + k, k);
      want[i] = s > t ? s : t;
    }
  compare ("square", out, want, M - 1);
}

static void __attribute__ ((noinline))
variables (const struct box *b)
{
  double arrays (size_t i)
  {
    return nova_sum (nova_view (table[i], W)) + 2 * nova_sum (nova_view (flat + W * i + 1, W));
  }
  double members (size_t i)
  {
    return nova_sum (nova_view (b->x + i, 9)) + nova_sum (nova_view (b->y[i], 7))
	   + nova_sum (nova_view (b->z[i], 4));
  }

  nova_store (out, M, nova_map (arrays, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (table[i], W) + 2 * total (flat + W * i + 1, W);
  compare ("arrays", out, want, M);
  nova_store (out, M, nova_map (members, nova_range (M)));
  for (int i = 0; i < M; i++)
    want[i] = total (b->x + i, 9) + total (b->y[i], 7)
	      + (b->z[i][0] + b->z[i][1] + b->z[i][2] + b->z[i][3]);
  compare ("members", out, want, M);
}

/* --- Stores to what is viewed ---------------------------------------------------------------- */

static void __attribute__ ((noinline))
overlap (double *to, const double *x, const size_t *begin, size_t k)
{
  static double copy[2 * M * W];
  double mirrored (size_t i) { return nova_sum (nova_view (x + (M - 1 - i) * k, k)); }
  double part (size_t i) { return nova_sum (nova_view (x + begin[i], begin[i + 1] - begin[i])); }

  memcpy (copy, memory, sizeof copy);
  for (int i = 0; i < M; i++)
    want[i] = total (x + (M - 1 - i) * k, k);
  nova_store (to, M, nova_map (mirrored, nova_range (M)));
  compare ("mirrored", to, want, M);
  memcpy (memory, copy, sizeof copy);
  for (int i = 0; i < M; i++)
    want[i] = total (x + begin[i], begin[i + 1] - begin[i]);
  nova_store (to, M, nova_map (part, nova_range (M)));
  compare ("part", to, want, M);
  memcpy (memory, copy, sizeof copy);
}

/* The ends of rows are the numbers that are stored.  */
static void __attribute__ ((noinline))
ends (size_t *to, const size_t *begin, const int *x)
{
  static size_t wanted[M];
  size_t part (size_t i)
  {
    int s = nova_sum (nova_view (x + begin[i], begin[i + 1] - begin[i]));
    return s + begin[i + 1];
  }

  for (int i = 0; i < M; i++)
    {
      wanted[i] = begin[i + 1];
      for (size_t j = begin[i]; j < begin[i + 1]; j++)
	wanted[i] += x[j];
    }
  nova_store (to, M, nova_map (part, nova_range (M)));
  if (memcmp (to, wanted, sizeof wanted) != 0)
    {
      printf ("ends: wrong\n");
      failures++;
    }
}

int
main (void)
{
  static int from[M + 1], number[M * W];
  static struct box b;

  b.x = flat;
  b.y = seven;
  for (int i = 0; i < M * W; i++)
    {
      table[i / W][i % W] = i * 7 % 13;
      flat[i] = i * 5 % 17;
      number[i] = i % 3;
    }
  for (int i = 0; i < 2 * M * W; i++)
    memory[i] = i * 11 % 19;
  for (int i = 0; i < M; i++)
    {
      at[i + 1] = at[i] + i % 13 % W;
      from[i + 1] = from[i] + i % 5;
      for (int j = 0; j < 7; j++)
	seven[i][j] = i + j;
      for (int j = 0; j < 4; j++)
	b.z[i][j] = i - j;
    }
  for (int i = 0; i <= M; i++)
    from[i]++;
  pointers (memory, W, from, (const double (*)[W]) table);
  pointers (memory, 3, from, (const double (*)[W]) table);
  variables (&b);
  overlap (memory, memory, at, W);
  overlap (memory + 37, memory, at, W);
  overlap (memory + M * W, memory + W, at, W - 1);
  ends (at, at, number);
  if (failures == 0)
    puts ("ok");
  return failures != 0;
}

/* Functions of rows that read memory through captured pointers, members of structures, variables of
   the program: they are read, and what they read is as it was when the builtin stands, even if the
   same region stores there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

struct box
{
  char tag;
  const double *x;
  short s[3];
  double k;
  float grid[4][2];
};

#define N 1000
#define EACH 7

static double table[N + EACH + 1];
static double scale = 3;
static const int fixed[4] = { 5, 6, 7, 8 };
static int value[N * EACH];
static double out[N + EACH + 1], want[N + EACH + 1];

static double
helper (const double *p, size_t i)
{
  return p[i] - p[i - 1];
}

static int_rows
rows (void)
{
  return nova_split (EACH, nova_view (value, N * EACH));
}

static int
total (int i)
{
  int s = 0;
  for (int k = 0; k < EACH; k++)
    s += value[i * EACH + k];
  return s;
}

static void
pointers (const double *p, const double *restrict q, const struct box *b, const double (*a)[2])
{
  double f (ints r)
  {
    int n = nova_length (r), first = nova_get (r, 0);
    double negative = p[n - 8];
    return nova_sum (r) * p[first] + q[n] + b->x[first] * b->k + b->s[first % 3] + negative
	   + b->grid[first % 4][1] + a[first % 5][first % 2] + helper (p, n);
  }
  nova_store (out, N, nova_map (f, rows ()));
  for (int i = 0; i < N; i++)
    {
      int first = value[i * EACH];
      want[i] = total (i) * p[first] + q[EACH] + b->x[first] * b->k + b->s[first % 3] + p[-1]
		+ b->grid[first % 4][1] + a[first % 5][first % 2] + p[EACH] - p[EACH - 1];
    }
}

static void
variables (void)
{
  double f (ints r)
  {
    int first = nova_get (r, 0);
    return nova_sum (r) * scale + table[first] + fixed[first & 3];
  }
  nova_store (out, N, nova_map (f, rows ()));
  for (int i = 0; i < N; i++)
    want[i] = total (i) * scale + table[value[i * EACH]] + fixed[value[i * EACH] & 3];
}

/* Nothing is read where the function does not read.  */
static void
conditional (const double *p)
{
  double f (ints r) { return nova_get (r, 0) < 0 ? *p : nova_sum (r); }
  nova_store (out, N, nova_map (f, rows ()));
  for (int i = 0; i < N; i++)
    want[i] = total (i);
}

/* What is stored over what is read, by another index.  */
static void
over (double *p)
{
  double f (ints r) { return p[nova_get (r, 1)] + nova_length (r); }
  nova_store (p, N, nova_map (f, rows ()));
}

static void
over_variable (void)
{
  double f (ints r) { return table[nova_get (r, 1)] + nova_length (r); }
  nova_store (table, N, nova_map (f, rows ()));
}

static int
differ (const char *what)
{
  for (int i = 0; i < N; i++)
    if (out[i] != want[i])
      {
	printf ("%s: %d: %g, not %g\n", what, i, out[i], want[i]);
	return 1;
      }
  return 0;
}

int
main (void)
{
  struct box b = { 'b', table + 1, { 1, -2, 3 }, 0.5, { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } } };
  double pairs[5][2], copy[N + EACH + 1];

  for (int i = 0; i < N * EACH; i++)
    value[i] = (i * 7919) % N;
  for (int i = 0; i < N + EACH + 1; i++)
    table[i] = (i * 31) % 101;
  for (int i = 0; i < 10; i++)
    pairs[i / 2][i % 2] = i;
  pointers (table + 1, table + 2, &b, pairs);
  if (differ ("pointers"))
    return 1;
  variables ();
  if (differ ("variables"))
    return 1;
  conditional (NULL);
  if (differ ("conditional"))
    return 1;
  memcpy (copy, table, sizeof copy);
  for (int i = 0; i < N; i++)
    want[i] = copy[value[i * EACH + 1]] + EACH;
  over (table);
  memcpy (out, table, sizeof out);
  if (differ ("over"))
    return 1;
  memcpy (copy, table, sizeof copy);
  for (int i = 0; i < N; i++)
    want[i] = copy[value[i * EACH + 1]] + EACH;
  over_variable ();
  memcpy (out, table, sizeof out);
  return differ ("over a variable");
}

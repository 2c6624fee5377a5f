/* Regions across branches and loops of the host program; values of the same program run.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

#include <nova.h>

#define N 1000
static double x[N];

struct results
{
  double sum, least, most;
};

/* One region: the branch and the loop need nothing of it.  */
static struct results
across (int k, int n)
{
  struct results r;
  int t;

  r.sum = nova_sum (nova_view (x, N));
  if (k > 3)
    t = k * 2;
  else
    t = n;
  r.least = nova_minimum (nova_view (x, N));
  for (int i = 0; i < n; i++)
    t += i * k;
  r.most = nova_maximum (nova_view (x, N)) + t;
  return r;
}

/* The branch needs the sum.  */
static double
needs (int k)
{
  double sum = nova_sum (nova_view (x, N)), least;

  if (sum > 3)
    k = 2;
  least = nova_minimum (nova_view (x, N));
  return k * least;
}

/* The second runs more often, the third less often, than the first.  */
static double
often (int k)
{
  double sum = nova_sum (nova_view (x, N));

  do
    sum += nova_minimum (nova_view (x, N));
  while (k-- > 0);
  if (k < -1)
    return sum;
  sum += nova_maximum (nova_view (x, N));
  return sum;
}

/* Which way was taken decides about the sum.  */
static double
joined (int k)
{
  double sum = nova_sum (nova_view (x, N)), least;
  double c = k ? sum : 3;

  least = nova_minimum (nova_view (x, N));
  return c + least;
}

int
main (void)
{
  double sum = 0;
  struct results r;

  for (int i = 0; i < N; i++)
    sum += x[i] = i + 2;
  r = across (2, 5);
  return !(r.sum == sum && r.least == 2 && r.most == N + 1 + 5 + 20 && needs (9) == 4
	   && often (2) == sum + 6 + N + 1 && joined (1) == sum + 2 && joined (0) == 5);
}

/* { dg-final { scan-report {region across: lines 24-32$} } } */
/* { dg-final { scan-report-not {region across_2} } } */
/* { dg-final { scan-report {region needs_2: line 44$} } } */
/* { dg-final { scan-report {region often_2: line 55$} } } */
/* { dg-final { scan-report {region often_3: line 59$} } } */
/* { dg-final { scan-report {region joined_2: line 70$} } } */

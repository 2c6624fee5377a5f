/* Functions of scalars that load records as wholes, in one piece or in a record, through captured
   pointers and from constant tables: they are read, field by field; a record with a volatile member
   or with an array is not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdio.h>

#define N 100

struct pair { short k; signed char c; };
struct entry { double a; struct pair in; const float *p; };
struct loose { volatile int k; int m; };
struct line { int k[3]; int m; };

static const struct pair fixed[4] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } };
static struct entry t[4];
static struct loose l[4];
static struct line q[4];
static size_t ix[N];
static double out[N];

static __attribute__ ((noipa)) void
looked_up (size_t n, const struct entry *t, const size_t *ix)
{
  double f (size_t i)
  {
    struct entry w = t[ix[i]], *e = &(struct entry) { 0 };
    struct pair in = t[ix[i] ^ 1].in, k = fixed[i % 4];
    if (i & 1)
      w = t[0];
    return w.a * 1000 + w.in.k * 100 + w.in.c * 10 + in.k + in.c + k.k * k.c + *w.p + e->a;
  }
  nova_store (out, n, nova_tabulate (f, n));
}

static __attribute__ ((noipa)) void
others (size_t n, const struct loose *l, const struct line *q)
{
  double f (size_t i)
  {
    struct line w = q[i % 4];
    return l[i % 4].m + w.k[i % 3] + w.m;
  }
  nova_store (out, n, nova_tabulate (f, n));
}

int
main (void)
{
  static float x[4] = { 0.5f, 1.5f, 2.5f, 3.5f };
  for (int i = 0; i < 4; i++)
    {
      t[i] = (struct entry) { i + 7, { (short) (300 - i), (signed char) -i }, x + i };
      l[i] = (struct loose) { i, 10 * i };
      q[i] = (struct line) { { i, 2 * i, 3 * i }, 100 * i };
    }
  for (size_t i = 0; i < N; i++)
    ix[i] = i * i % 4;
  looked_up (N, t, ix);
  for (size_t i = 0; i < N; i++)
    {
      const struct entry *w = i & 1 ? t : t + ix[i], *o = t + (ix[i] ^ 1);
      double want = w->a * 1000 + w->in.k * 100 + w->in.c * 10 + o->in.k + o->in.c
		    + fixed[i % 4].k * fixed[i % 4].c + *w->p;
      if (out[i] != want)
	return printf ("element %zu is %g, not %g\n", i, out[i], want), 1;
    }
  others (N, l, q);
  for (size_t i = 0; i < N; i++)
    if (out[i] != 10.0 * (i % 4) + (i % 3 + 1) * (i % 4) + 100 * (i % 4))
      return printf ("element %zu is %g\n", i, out[i]), 1;
  return 0;
}

/* Members of a structure that a captured pointer leads to, read by a function whose elements are
   stored over one of them, over another member, and over the vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3" } */

#include <nova.h>
#include <stdio.h>

#define N 300

struct box
{
  float out[N];
  float scale, more[2];
  float behind[N];
};

static struct box b;
static float x[N];

static __attribute__ ((noipa)) void
scaled (size_t n, const float *x, const struct box *b, float *y)
{
  float f (float v) { return v * b->more[1] + b->scale; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

static __attribute__ ((noipa)) void
chosen (size_t n, const float *x, const struct box *b, float *y)
{
  float f (float v) { return v > 5 && b ? b->scale : v; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

static int
wrong (int line, const float *y, int first)
{
  for (int i = 0; i < N; i++)
    if (y[i] != (float) (first + i) * 3 + 2)
      return printf ("line %d: element %d is %g\n", line, i, y[i]);
  return 0;
}

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    x[i] = b.out[i] = b.behind[i] = i;
  b.scale = 2;
  b.more[0] = 7;
  b.more[1] = 3;
}

int
main (void)
{
  int bad = 0;
  fill ();
  scaled (N, x, &b, b.out);
  bad |= wrong (__LINE__, b.out, 0);
  scaled (N, x, &b, b.behind);
  bad |= wrong (__LINE__, b.behind, 0);
  fill ();
  scaled (N, x, &b, b.more + 1);
  bad |= wrong (__LINE__, b.more + 1, 0);
  for (int back = 0; back < 8; back++)
    {
      fill ();
      scaled (N, x, &b, b.out + back);
      bad |= wrong (__LINE__, b.out + back, 0);
      fill ();
      scaled (N, b.out, &b, &b.scale - back);
      bad |= wrong (__LINE__, &b.scale - back, 0);
    }
  chosen (5, x, NULL, b.behind);
  for (int i = 0; i < 5; i++)
    bad |= b.behind[i] != x[i];
  return bad;
}

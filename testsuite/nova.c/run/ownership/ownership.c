/* Vectors belong to scopes: every way out releases once.  A vector that is released too early, or twice,
   shows as a wrong value or an abort; the loop counts would fill memory with what is not released.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^9 18 6 9 11 13 1\n$" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define N 20000

typedef nova_vec (float) vec;
struct holder { vec v; int n; };

static float x[N];
static float inc (float a) { return a + 1; }

/* Vectors that exist, opaque to the optimiser.  */
static __attribute__ ((noipa)) vec make (void) { return nova_copy (nova_view (x, N)); }
static __attribute__ ((noipa)) vec next (vec v) { return nova_copy (nova_map (inc, v)); }
static __attribute__ ((noipa)) float first (vec v) { return nova_get (v, 0); }
static __attribute__ ((noipa)) struct holder wrap (vec v, int n) { struct holder h = { v, n }; return h; }
static __attribute__ ((noipa)) vec chosen (int c, vec v) { if (c) v = next (v); return v; }

static float
scopes (int n)
{
  vec acc = make ();
  float s = 0;
  for (int i = 0; i < n; i++)
    {
      vec t = next (acc);
      if (i == 1)
	continue;
      acc = t;
      if (i == 4)
	break;
      vec u = next (t);
      s += first (u);
    }
  do
    {
      vec t = next (acc);
      if (first (t) > 8)
	return s + first (t);
      acc = t;
    }
  while (first (next (acc)) > 0);
  return -1;
}

static float
jumps (int n)
{
  int i = 0;
again:;
  vec v = make ();
  {
    vec w = next (v);
    if (i++ < n)
      goto again;
    v = w;
    if (n == 3)
      goto out;
  }
  switch (n)
    {
      vec t;
    case 1:
      t = next (v);
      v = t;
    case 2:
      v = next (v);
      break;
    default:
      t = make ();
      v = t;
    }
out:
  return first (v);
}

static float
members (void)
{
  struct holder h = wrap (next (make ()), 2), g = h, e = { 0 ? h.v : h.v, 1 };
  g = wrap (next (h.v), 3);
  h.v = g.v;
  g = h;
  const struct holder *p = &(struct holder) { next (h.v), 4 };
  return first (wrap (next (g.v), 1).v) + first (p->v) + first (e.v) + g.n;
}

static float
expressions (int c)
{
  vec v = make (), w = next (v);
  vec u = c ? v : next (w);
  u = c ? next (u) : u;
  v = (first (w), u);
  w = v = next (v);
  float s = first (({ vec t = next (w); t; })) + (c && first (next (v)) > 0 ? first (next (next (v))) : 0);
  const float *p = nova_data (next (v));
  next (w);
  return s + p[N - 1] - p[0] + first (chosen (c, v)) + first (chosen (0, next (v)));
}

static vec kept;

static float
by_hand (void)
{
  vec *p = &kept;
  *p = next (make ());
  vec v = kept;
  nova_release (kept);
  vec w = nova_retain (v);
  float s = first (w) + nova_length (kept);
  /* The reference that nova_retain added goes through a copy that nobody counted.  */
  memcpy (&kept, &v, sizeof v);
  nova_release (kept);
  kept = v;
  nova_release (*p);
  nova_release (v);
  return s;
}

static long
peak (void)
{
  struct rusage r;
  getrusage (RUSAGE_SELF, &r);
  return r.ru_maxrss;
}

int
main (void)
{
  long before = 0;
  for (int k = 0; k < 120; k++)
    {
      float s = scopes (0), t = scopes (6), u = jumps (0) + jumps (1) + jumps (2) + jumps (3);
      float m = members (), e = expressions (0), f = expressions (1), h = by_hand ();
      if (k == 0)
	printf ("%g %g %g %g %g %g %g\n", s, t, u, m, e, f, h);
      if (k == 20)
	before = peak ();
    }
  /* One vector a round would be 8 megabytes.  */
  if (peak () - before > 4 * 1024)
    printf ("memory grew by %ld kilobytes\n", peak () - before);
  return 0;
}

/* A handle that is copied keeps the vector, whatever becomes of the one it was copied from: a global
   variable that a call changes, a variable that one of two was chosen from, the state of a loop.  The
   compiler removes what counts in vain, and nothing else: what is freed too early is overwritten by
   the next vector of its size.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include "../check.h"
#include "../grows.h"

enum { N = 200, ROUNDS = 50 };
typedef nova_vec (int) vec;
struct two { vec a, b; };
static vec kept;

static __attribute__ ((noipa)) vec make (int k)
{
  return nova_tabulate (nova_lambda (int, (size_t i), { return k; }), N);
}
static __attribute__ ((noipa)) int at (vec v) { return nova_get (v, N / 2); }
static int inc (int v) { return v + 1; }

static __attribute__ ((noipa)) void
change (int k)
{
  nova_release (kept);
  kept = make (k);
}

static void
global (void)
{
  change (1);
  vec v = kept;
  change (2);
  vec w = make (3);
  CHECK (at (v) * 100 + at (kept) * 10 + at (w), 123);
}

static void
chosen (int c)
{
  vec a = make (1), b = make (2), v = c ? a : b;
  a = make (3);
  b = make (4);
  vec w = make (5);
  CHECK (at (v), c ? 1 : 2);
  CHECK (at (a) * 100 + at (b) * 10 + at (w), 345);
}

static void
state (int n)
{
  vec now = make (1), before = now, first = now;
  for (int k = 0; k < n; k++)
    {
      vec next = nova_map (nova_add, now, before);
      before = now;
      now = next;
      vec other = make (99);
      CHECK (at (other), 99);
    }
  CHECK (at (now), n == 0 ? 1 : n == 1 ? 2 : n == 2 ? 3 : 5);
  CHECK (at (before), n < 2 ? 1 : n == 2 ? 2 : 3);
  CHECK (at (first), 1);
}

static struct two
swapped (struct two t)
{
  struct two s = { t.b, t.a };
  return s;
}

static void
structures (int c)
{
  struct two s = { make (1), make (2) }, t = s, u;
  for (int k = 0; k < c; k++)
    {
      t = swapped (t);
      u = t;
      u.a = nova_map (inc, t.a);
      t.b = u.b;
      vec other = make (99);
      CHECK (at (other), 99);
    }
  CHECK (at (s.a) * 10 + at (s.b), 12);
  CHECK (at (t.a) * 10 + at (t.b), c % 2 ? 21 : 12);
  CHECK (c ? at (u.a) * 10 + at (u.b) : 0, c ? (c % 2 ? 31 : 22) : 0);
}

/* What is left early, and what a branch takes over.  */
static vec
early (int c)
{
  vec v = make (1), w = v;
  if (c == 0)
    return w;
  v = make (2);
  if (c == 1)
    return w;
  w = v;
  vec u = c == 2 ? w : make (3);
  v = make (4);
  return u;
}

static void
all (void)
{
  global ();
  for (int c = 0; c < 4; c++)
    {
      chosen (c & 1);
      state (c);
      structures (c);
      vec v = early (c), w = make (99);
      CHECK (at (v), c < 2 ? 1 : c);
      CHECK (at (w), 99);
    }
  nova_release (kept);
}

int
main (void)
{
  size_t more = grows (all, ROUNDS);
  if (more > ROUNDS * N)
    printf ("%zu bytes more\n", more);
  printf ("done");
  return 0;
}

/* Long loops of the host keep no more memory than one turn needs: a vector that replaces itself,
   rows, vectors that live for a turn, structures, slices of what was made before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <malloc.h>
#include <stdio.h>

enum { N = 12, TURNS = 200000 };
typedef nova_vec (int) vec;
struct state { vec now, before; int turn; };
static int x[N];

static int inc (int v) { return v + 1; }
static int even (int v) { return v % 2 == 0; }

static int
replaced (int turns)
{
  vec v = nova_view (x, N);
  for (int k = 0; k < turns; k++)
    v = nova_map (inc, v);
  return nova_get (v, 1);
}

static int
sliced (int turns)
{
  vec v = nova_copy (nova_view (x, N));
  for (int k = 0; k < turns; k++)
    v = nova_copy (nova_reverse (nova_slice (0, N, v)));
  return nova_get (v, 1);
}

static int
rows (int turns)
{
  int s = 0;
  nova_vec (vec) old = nova_split (3, nova_view (x, N));
  for (int k = 0; k < turns; k++)
    {
      nova_vec (vec) t = nova_map (nova_lambda (vec, (vec r), { return nova_filter (even, r); }),
				   nova_split (3, nova_view (x, N)));
      if (k % 5 == 0)
	continue;
      s += nova_get (nova_get (t, 1), 0) - nova_get (nova_get (old, 0), 0);
      old = t;
    }
  return s;
}

static int
states (int turns)
{
  struct state s = { nova_view (x, N), nova_view (x, N), 0 };
  while (s.turn < turns)
    {
      struct state next = { nova_map (nova_add, s.now, s.before), s.now, s.turn + 1 };
      if (nova_get (next.now, 1) > 1000)
	next.now = nova_copy (nova_view (x, N));
      s = next;
    }
  return nova_get (s.now, 0);
}

static int
round_trip (int turns)
{
  int a = replaced (turns), b = sliced (turns), c = rows (turns / 4), d = states (turns / 2);
  return a == turns + 1 && b == 1 && c == turns / 5 * 4 && d == 0;
}

int
main (void)
{
  for (int k = 0; k < N; k++)
    x[k] = k;
  x[3] = 4;
  if (!round_trip (100))
    return 1;
  struct mallinfo2 before = mallinfo2 ();
  if (!round_trip (TURNS))
    return 2;
  struct mallinfo2 after = mallinfo2 ();
  if (after.uordblks > before.uordblks + 4000 || after.arena > before.arena + 200000)
    return printf ("%zu bytes more, of %zu\n", after.uordblks - before.uordblks,
		   after.arena - before.arena), 3;
  puts ("done");
  return 0;
}

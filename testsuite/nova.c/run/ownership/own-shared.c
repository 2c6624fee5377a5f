/* A nested function gives a variable another value while it has borrowed what the variable held.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

typedef nova_vec (int) vec;
struct pair { vec v; int k; };

static __attribute__ ((noipa)) vec make (int n) { return nova_copy (nova_replicate (300, n)); }
static __attribute__ ((noipa)) int at (vec v) { return nova_get (v, 3); }

int
main (void)
{
  vec v = make (1);
  struct pair s = { make (5), 1 };
  __attribute__ ((noipa)) int
  set (vec q, int n)
  {
    v = make (n);
    vec other = make (77);
    return at (q) * 10000 + at (v) * 100 + at (other);
  }
  __attribute__ ((noipa)) int
  drop (struct pair q)
  {
    nova_release (s.v);
    vec other = make (77);
    return at (q.v) * 100 + at (other);
  }
  int a = set (v, 2), b = set (a ? v : s.v, 3), c = drop (s);
  printf ("%d %d %d\n", a, b, c);
  return a != 10277 || b != 20377 || c != 577 || nova_length (s.v) != 0;
}

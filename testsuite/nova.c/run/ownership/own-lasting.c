/* What is freed too early is overwritten by the next vector of its size: a temporary that
   something points into, elements that share an initial value, an argument whose variable
   somebody changes.  A variable that a jump comes back to is empty again.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include "../grows.h"

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)
#define ALONE static __attribute__ ((noipa))

enum { N = 200, ROUNDS = 50 };
typedef nova_vec (int) vec;
struct pair { vec v; int k; };
struct many { vec v[6]; };

ALONE vec make (int n) { return nova_copy (nova_replicate (N, n)); }
ALONE int at (vec v) { return nova_get (v, 3); }
ALONE const int *third (vec v) { return nova_data (v) + 3; }

/* *P, when another vector has been made.  */
ALONE int
later (const int *p)
{
  vec other = make (77);
  return at (other) == 77 ? *p : -1;
}

ALONE void
pointed (int n)
{
  int zero = 0;
  const int *p = nova_data (make (n));
  CHECK (later (p + 3) == n);
  CHECK (later (n ? third (make (n)) : &zero) == n);
}

ALONE void
elements (int n)
{
  struct many s = { { [0 ... 4] = make (n), [5] = make (n + 1) } };
  nova_release (s.v[0]);
  vec other = make (77);
  CHECK (at (other) == 77 && at (s.v[1]) == n && at (s.v[4]) == n && at (s.v[5]) == n + 1);
}

ALONE void
chosen (int n)
{
  vec w = make (n + 1);
  CHECK (at (n > 2 ? make (n) : w) == (n > 2 ? n : n + 1));
  CHECK (at (n > 2 ? w : make (n)) == (n > 2 ? n + 1 : n));
}

ALONE void
jumped (int n)
{
  int turns = 0;
again:;
  vec v;
  CHECK (nova_length (v) == 0);
  v = make (n);
  if (turns++ < 2)
    goto again;
}

ALONE int
entered (int n)
{
  switch (n)
    {
      vec v;
    case 1:
      v = make (n);
      return at (v);
    default:
      v = make (-n);
      return at (v);
    }
}

ALONE void
changed (int n)
{
  vec v = make (n), w = make (n + 1);
  struct pair s = { make (n + 2), 1 };
  __attribute__ ((noipa)) int
  set (vec q, int to)
  {
    v = make (to);
    nova_release (s.v);
    vec other = make (77), more = make (77);
    return at (other) == at (more) ? at (q) : -1;
  }
  CHECK (set (n ? v : w, 5) == n);
  CHECK (set (n ? w : v, 5) == n + 1);
  s.v = make (n + 3);
  CHECK (set (s.v, 6) == n + 3);
  CHECK (at (v) == 6 && nova_length (s.v) == 0);
}

static void
all (void)
{
  for (int n = 1; n < 5; n++)
    {
      pointed (n);
      elements (n);
      chosen (n);
      jumped (n);
      CHECK (entered (n) == (n == 1 ? 1 : -n));
      changed (n);
    }
}

int
main (void)
{
  CHECK (grows (all, ROUNDS) <= ROUNDS * N);
  return 0;
}

/* References of vectors in atomic objects would not be counted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

typedef nova_vec (int) vi;
typedef _Atomic (vi) atomic_vi;
struct holder { int n; vi v; };
struct field { _Atomic vi v; };			/* { dg-error "27: an atomic object cannot hold vectors" } */

static atomic_vi global;			/* { dg-error "18: an atomic object cannot hold vectors" } */

int
local (vi v, struct holder h)
{
  _Atomic vi a;					/* { dg-error "14: an atomic object cannot hold vectors" } */
  _Atomic struct holder b;			/* { dg-error "25: an atomic object cannot hold vectors" } */
  static atomic_vi c[2];			/* { dg-error "20: an atomic object cannot hold vectors" } */
  a = v;
  b = h;
  c[1] = v;
  global = v;
  return nova_sum (a);
}

void
through (atomic_vi *p, vi v)			/* { dg-error "21: an atomic object cannot hold vectors" } */
{
  *p = v;
}

/* Good: no vector is atomic.  */
int
others (volatile vi v, _Atomic int *n)
{
  return ++*n + nova_sum (v);
}

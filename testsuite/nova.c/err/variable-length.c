/* Structures of variable length that hold vectors: nobody could count these where one is copied.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

typedef nova_vec (int) vec;

int
beside (int n, vec v)
{
  struct s { vec v; char c[n]; } x, y;	/* { dg-error "a structure of variable length cannot hold vectors" } */
  x.v = v;
  y = x;
  return nova_sum (y.v);
}

int
array (int n, vec v)
{
  struct s { int k; vec v[n]; } x[2];	/* { dg-error "a structure of variable length cannot hold vectors" } */
  x[0].v[1] = v;
  x[1] = x[0];
  return nova_sum (x[1].v[1]);
}

void
through (int n, void *p, void *q)
{
  struct s { vec v; char c[n]; } *to = p, *from = q;
  *to = *from;				/* { dg-error "a structure of variable length cannot hold vectors" } */
}

/* Good: the vectors are not in the structure; an array of them.  */
int
others (int n, vec v)
{
  struct s { vec *v; char c[n]; } x, y;
  x.v = &v;
  vec a[n];
  y = x;
  a[0] = v;
  return nova_sum (*y.v) + nova_sum (a[0]);
}

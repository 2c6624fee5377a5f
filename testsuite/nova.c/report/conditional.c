/* What stands in a part of an expression that is not always evaluated fuses as it does elsewhere: a
   vector made there is released there, not at the end of the full expression.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-report" } */

#include <nova.h>

typedef nova_vec (int) ints;

struct range { int least, most; };

static int square (int v) { return v * v; }
static struct range one (int v) { return (struct range) { v, v }; }

static struct range
both (struct range a, struct range b)
{
  return (struct range) { a.least < b.least ? a.least : b.least,
			  a.most > b.most ? a.most : b.most };
}

int
value (int n, ints x)
{
  return n ? nova_sum (nova_map (square, x)) : 0;
}

int
other_value (int n, ints x)
{
  return n ? 1 : nova_sum (nova_map (square, x));
}

int
omitted (int n, ints x)
{
  return n ?: nova_sum (nova_map (square, x));
}

int
statement (int n, ints x)
{
  int s = 0;

  if (n)
    s = nova_sum (nova_map (square, x));
  return s;
}

int
conjunction (int n, ints x)
{
  return n && nova_sum (nova_map (square, x)) > 3;
}

int
disjunction (int n, ints x)
{
  if (n > 3 || (n && nova_sum (nova_map (square, x))))
    return 1;
  return 2;
}

void
effect (int n, ints x, int *s)
{
  n ? (void) (*s = nova_sum (nova_map (square, x))) : (void) 0;
}

struct range
record (int n, ints x)
{
  struct range none = { 0, 0 };

  return n ? nova_reduce (both, none, nova_map (one, x)) : none;
}

ints
vector (int n, ints x)
{
  return n ? nova_map (square, nova_map (square, x)) : x;
}

/* { dg-final { scan-report-times "map .* fused into (sum|reduce)" 8 } } */
/* { dg-final { scan-report-times "map .* fused into map" 1 } } */
/* { dg-final { scan-report-times "in memory" 1 } } */

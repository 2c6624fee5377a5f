/* A handle without initialiser is the empty vector each time its declaration is passed, whichever way
   leads there: backwards jumps, loops, switches, computed jumps.  Nothing is left behind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O1" "-O2" "-O3" "-O2 -g" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;

struct pair { int n; ints x[2]; };

static int square (int v) { return v * v; }
static ints __attribute__ ((noipa)) make (int n) { return nova_map (square, nova_range (n)); }

/* In the outermost block, and in one with a label before the declaration.  */
static int
backwards (int n)
{
  int k = 0, sum = 0;

again:;
  ints x;
  struct pair p;
  CHECK (nova_length (x) == 0 && nova_length (p.x[0]) == 0 && nova_length (p.x[1]) == 0);
  x = make (k);
  p.x[k % 2] = make (k + 1);
  p.n = k;
  sum += nova_length (x);
  if (++k < n)
    goto again;
  {
    k = 0;
  inner:;
    ints y, z = make (2);
    CHECK (nova_length (y) == 0 && nova_length (z) == 2);
    y = z;
    z = make (3);
    if (++k < n)
      goto inner;
    sum += nova_length (y);
  }
  return sum;
}

/* Into a block, behind the declaration or before it.  */
static void
into (int n)
{
  int k = 0;

  if (n > 2)
    goto before;
  {
    ints early = make (1);
  before:;
    ints x;
    CHECK (nova_length (x) == 0);
    x = make (k + 1);
    if (k == 1)
      CHECK (nova_length (early) == (n > 2 ? 0 : 1));
  behind:
    if (k++ < n)
      {
	x = make (k);
	if (k % 2)
	  goto before;
	goto behind;
      }
  }
}

static void
loops (int n)
{
  for (int k = 0; k < n; k++)
    {
      ints x;
      CHECK (nova_length (x) == 0);
      x = make (k);
      if (k % 3 == 1)
	continue;
      int j = 0;
      do
	{
	  ints y;
	  CHECK (nova_length (y) == 0);
	  y = x;
	  while (j < 2)
	    {
	    top:;
	      ints z;
	      CHECK (nova_length (z) == 0);
	      z = make (j + 1);
	      if (j++ == 0)
		goto top;
	      x = z;
	    }
	}
      while (++j < 4);
    }
}

static int
cases (int n)
{
  int sum = 0;

  for (int k = 0; k < n; k++)
    switch (k % 4)
      {
	ints none;
      case 0:;
	ints x;
	CHECK (nova_length (x) == 0);
	x = make (k + 1);
	none = x;
	/* Fall through.  */
      case 1:;
	ints y;
	CHECK (nova_length (y) == 0);
	y = make (2);
	sum += nova_length (y);
	break;
      default:
	CHECK (nova_length (none) == 0);
	none = make (1);
      }
  return sum;
}

static int
computed (int n)
{
  static void *const ways[] = { &&first, &&second, &&over };
  int k = 0, sum = 0;

first:
  {
    ints x;
    CHECK (nova_length (x) == 0);
    x = make (3);
  second:;
    ints y;
    CHECK (nova_length (y) == 0);
    y = make (k);
    sum += nova_length (y);
    k++;
    goto *ways[k < n ? k % 2 : 2];
  }
over:
  return sum;
}

int
main (void)
{
  for (int n = 1; n < 8; n++)
    {
      CHECK (backwards (n) == n * (n - 1) / 2 + 2);
      into (n);
      loops (n);
      CHECK (cases (n) == 2 * ((n + 3) / 4 + (n + 2) / 4));
      CHECK (computed (n) == n * (n - 1) / 2);
    }
  return 0;
}

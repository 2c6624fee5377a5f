/* Operands of builtins are evaluated from left to right; what each of them holds until then is released
   once, whatever expression it is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <malloc.h>
#include <stdio.h>

typedef nova_vec (int) vec;
struct pair { vec x; vec y; };
static int x[100];

static int with (int a, vec v) { return a + (int) nova_length (v); }
static __attribute__ ((noinline)) vec make (int n) { return nova_copy (nova_view (x, n)); }

static __attribute__ ((noinline)) struct pair
pair (vec a, vec b)
{
  return (struct pair) { a, b };
}

/* The order, seen by what the operands do.  */
static unsigned turns;

static __attribute__ ((noinline)) vec
turn (int k)
{
  turns = 10 * turns + k;
  return make (k);
}

static __attribute__ ((noinline)) int
count (int k)
{
  turns = 10 * turns + k;
  return k;
}

/* A vector of which a check precedes the replicate; members of results; conditions; commas.  */
static __attribute__ ((noinline)) int
operands (int n)
{
  vec u = make (n), w;
  vec r = nova_map (with, nova_view (x, n),
		    nova_replicate (n, ({ vec v = nova_view (x, 5); v = make (3); v; })));
  int s = nova_sum (r);

  s += nova_sum (nova_map (with, make (n), nova_replicate (n, ({ vec v = make (4); v; }))));
  s += nova_length (nova_concat (pair (make (3), u).x, pair (u, make (4)).y, make (2)));
  s += nova_length (nova_concat (u, n > 5 ? make (3) : u, n < 5 ? make (3) : u, make (1)));
  s += nova_length (nova_concat ((count (1), u), (count (2), make (2)), (w = make (5)), make (1)));
  return s + (int) nova_length (w);
}

int
main (void)
{
  size_t before = 0;

  for (int i = 0; i < 100; i++)
    x[i] = i;
  for (int k = 0; k < 6; k++)
    {
      int got = operands (20);

      if (got != 2 * 190 + 20 * 7 + 9 + 44 + 28 + 5)
	printf ("operands: %d\n", got);
      if (k == 3)
	before = mallinfo2 ().uordblks;
    }
  if (mallinfo2 ().uordblks > before)
    printf ("%zu bytes stay\n", mallinfo2 ().uordblks - before);
  turns = 0;
  if (nova_length (nova_concat (turn (1), turn (2), nova_slice (count (3), count (4), turn (5)))) != 4
      || turns != 12345)
    printf ("turns: %u\n", turns);
  puts ("done");
}

/* A computed goto: what its operand holds is released before the jump, variables of the scopes that
   it leaves too, or when they get another value; and a region does not swallow a loop before it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>

typedef nova_vec (int) vec;
struct pair { vec x; long k; vec y; };
static int x[100];

static int inc (int v) { return v + 1; }
static int key (int v) { return v % 3; }
static __attribute__ ((noinline)) vec make (int n) { return nova_copy (nova_view (x, n)); }

static __attribute__ ((noinline)) struct pair
pair (vec a, vec b)
{
  struct pair p;

  p.x = a;
  p.y = b;
  p.k = 1;
  return p;
}

/* A temporary of the operand.  */
static __attribute__ ((noinline)) int
operand (int n)
{
  void *to[2] = { &&even, &&odd };

  goto *to[nova_length (make (n)) & 1];
even:
  return 0;
odd:
  return 1;
}

/* Out of scopes that no jump enters, and of one that it enters again.  */
static __attribute__ ((noinline)) int
scopes (int n)
{
  void *to[3] = { &&again, &&within, &&end };
  int k = 0, s = 0;
  struct pair p = pair (make (n), make (n + 1)), q = p;

  p.x = make (3);
again:
  {
    vec v = make (n + 2);
    struct pair r = p;
  within:
    s += nova_get (v, 3) + (int) nova_length (r.x);
    {
      vec w = nova_map (inc, make (n + 3));
      s += nova_get (w, k);
      if (k++ < 7)
	goto *to[nova_get (w, 0) % 3 + (k & 1) - 1];
    }
    if (k < 12)
      goto *to[2];
  }
end:
  return s + nova_get (q.y, 1);
}

/* The loop needs the groups, and runs more often than they are made.  */
static __attribute__ ((noinline)) int
looped (int n)
{
  void *to[2] = { &&one, &&two };
  int s = 0;

  {
    nova_vec (vec) g = nova_group_by (key, nova_map (inc, make (n)));
    for (size_t i = 0; i < nova_length (g); i++)
      {
	vec r = nova_get (g, i);
	for (size_t k = 0; k < nova_length (r); k++)
	  s = s * 3 + nova_get (r, k);
      }
  }
  goto *to[n & 1];
one:
  s++;
two:
  return s;
}

/* The same where a longjmp could come back.  */
static __attribute__ ((noinline)) int
left (int n)
{
  static jmp_buf out;
  volatile int s = 0;

  {
    nova_vec (vec) g = nova_group_by (key, nova_map (inc, make (n)));
    for (size_t i = 0; i < nova_length (g); i++)
      s = s * 3 + nova_get (nova_get (g, i), 0);
  }
  if (setjmp (out) == 0)
    longjmp (out, 1);
  return s;
}

int
main (void)
{
  size_t before = 0;

  for (int i = 0; i < 100; i++)
    x[i] = i;
  for (int turn = 0; turn < 6; turn++)
    {
      int got[5] = { operand (40), operand (41), scopes (20), looped (6), left (6) };

      if (got[0] != 0 || got[1] != 1)
	printf ("operand: %d %d\n", got[0], got[1]);
      if (got[2] != 8 * (3 + 3) + 36 + 1)
	printf ("scopes: %d\n", got[2]);
      if (got[3] != 3 * (3 * (3 * (3 * (3 * 3 + 6) + 1) + 4) + 2) + 5 + 1)
	printf ("looped: %d\n", got[3]);
      if (got[4] != 3 * (3 * 3 + 1) + 2)
	printf ("left: %d\n", got[4]);
      if (turn == 3)
	before = mallinfo2 ().uordblks;
    }
  if (mallinfo2 ().uordblks > before)
    printf ("%zu bytes stay\n", mallinfo2 ().uordblks - before);
  puts ("done");
}

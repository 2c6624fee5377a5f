/* A function that calls setjmp: a handler's longjmp leads back past the ends of its scopes.  What
   variables and temporaries hold then is released once, and a variable has what it had last.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <malloc.h>
#include <setjmp.h>
#include "../check.h"

enum { N = 200, ROUNDS = 60 };
typedef nova_vec (int) vec;
struct pair { vec v; int n; vec w; };
static jmp_buf out;
static int x[N];

static void
handler (const char *line)
{
  (void) line;
  longjmp (out, 1);
}

static int inc (int v) { return v + 1; }
static __attribute__ ((noipa)) vec make (int n) { return nova_copy (nova_view (x, n)); }
static __attribute__ ((noipa)) vec next (vec v) { return nova_copy (nova_map (inc, v)); }
static __attribute__ ((noipa)) int at (vec v, int i) { return nova_get (v, i); }

/* The scope that fails is entered again, and left.  */
static int
scopes (void)
{
  for (volatile int k = 0; k < 3; k++)
    if (setjmp (out) == 0)
      {
	vec v = make (N), u;
	struct pair p = { next (v), k, v };
	CHECK (nova_length (u), 0);
	u = next (p.v);
	if (k < 2)
	  at (u, k ? N : -1);
	return at (u, 1) + p.n;
      }
  return -1;
}

/* Assigned between setjmp and the error, by a builtin of the function's own that fails.  */
static int
assigned (void)
{
  vec v = make (N);
  if (setjmp (out) == 0)
    {
      v = nova_map (inc, v);
      v = next (v);
      CHECK (nova_get (v, 3), 5);
      return nova_get (v, N);
    }
  return at (v, 7) + (int) nova_length (v);
}

/* Temporaries of the expression that fails, and literals.  */
static int
temporaries (vec v)
{
  volatile int k = 0;
  setjmp (out);
  if (k < 4)
    {
      int now = k++;
      if (now == 1)
	return at (next (next (v)), N + 1);
      if (now == 2)
	return nova_get (next (v), 1) + at ((now ? next (make (3)) : v), 3);
      if (now == 3)
	return ((const struct pair *) &(struct pair) { next (v), 1, make (1) })->n + at (make (2), 2);
      const int *p = nova_data (next (v));
      at (v, p[0] + N);
    }
  return at (next (v), 0);
}

/* A parameter that is assigned to; the variable of a loop.  */
static int
loop (vec v)
{
  volatile int bad = 0;
  for (volatile int k = 0; k < 10; k++)
    {
      vec t = next (v);
      if (setjmp (out))
	{
	  bad++;
	  continue;
	}
      v = t;
      if (k % 3 == 1)
	t = nova_map (inc, nova_view (x, (size_t) at (v, N)));
    }
  return at (v, 0) * 10 + bad;
}

int
main (void)
{
  size_t before = 0;

  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int k = 0; k < ROUNDS; k++)
    {
      CHECK (scopes (), 5);
      CHECK (assigned (), 9 + N);
      CHECK (temporaries (make (N)), 1);
      CHECK (loop (make (N)), 103);
      if (k == ROUNDS / 2)
	before = mallinfo2 ().uordblks;
    }
  if (mallinfo2 ().uordblks > before + 10000)
    return printf ("%zu bytes more\n", mallinfo2 ().uordblks - before), 1;
  puts ("done");
  return 0;
}

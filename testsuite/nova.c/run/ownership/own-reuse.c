/* x = map (f, x) writes into x's memory where nobody else can see that: no other handle, view or
   pointer into it, no error handler.  Everybody else sees the old elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-leaks "a longjmp passes over a function's variables" } */

#include <nova.h>
#include <malloc.h>
#include <setjmp.h>
#include "../check.h"

enum { N = 3000 };
typedef nova_vec (int) vec;
struct state { vec now, before; int turn; };
static const struct state *seen;
static jmp_buf out;
static int sum;

static int inc (int v) { return v + 1; }
static int below (int v) { if (v == N) nova_fail ("large"); return v + 1; }
static float half (int v) { return v / 2.0f; }
static int after (int a, int b) { return a * 10 + b; }
static __attribute__ ((noipa)) vec make (int k)
{
  return nova_tabulate (nova_lambda (int, (size_t i), { return k + (int) i; }), N);
}
static __attribute__ ((noipa)) int at (vec v, int i) { return nova_get (v, i); }

/* It is the same memory, turn after turn.  */
static void
alone (void)
{
  vec x = make (0);
  x = nova_map (inc, x);
  const int *first = nova_data (x);
  size_t same = (size_t) first;
  for (int k = 0; k < 10; k++)
    x = nova_map (inc, x);
  CHECK (nova_data (x) == (const int *) same, 1);
  CHECK (at (x, 7), 18);
}

static void
handles (int c)
{
  vec x = make (0), w = x;
  x = nova_map (inc, x);
  CHECK (at (w, 7) * 10 + at (x, 7), 78);
  vec u = c ? x : w;
  x = nova_map (inc, x);
  CHECK (at (u, 7) * 10 + at (x, 7), c ? 89 : 79);
  struct state s = { x, x, 1 };
  s.now = nova_map (inc, s.now);
  CHECK (at (s.before, 7) * 100 + at (s.now, 7), 910);
  CHECK (at (x, 7), 9);
}

static void
views (void)
{
  vec x = make (0), back = nova_reverse (x), part = nova_slice (10, 20, x);
  nova_vec (vec) rows = nova_split (10, x);
  vec row = nova_get (rows, 3);
  x = nova_map (inc, x);
  CHECK (at (back, 0), N - 1);
  CHECK (at (part, 0), 10);
  CHECK (at (row, 0), 30);
  CHECK (at (x, 0), 1);
  /* Neighbours.  */
  x = nova_map (after, x, nova_rotate (1, x));
  CHECK (at (x, 0), 12);
  x = nova_map (after, nova_slice (0, N, x), x);
  CHECK (at (x, 1), 253);
  /* The operand of another builtin, which is computed with it.  */
  x = make (0);
  vec y = nova_scan (nova_add, 0, x), z = nova_reverse (x);
  x = nova_map (nova_add, x, z);
  CHECK (at (x, 0) + at (z, 0) + at (y, 3), 2 * (N - 1) + 6);
}

/* Through a pointer into it.  */
static void
pointers (void)
{
  vec x = make (0);
  const int *p = nova_data (x);
  x = nova_map (nova_add, x, nova_reverse (nova_view (p, N)));
  CHECK (at (x, 0), N - 1);
  CHECK (at (x, N - 1), N - 1);
  vec u = make (0);
  const int *q = nova_data (u);
  u = nova_map (nova_lambda (int, (int a), { return a + q[N - 1 - a]; }), u);
  CHECK (at (u, 0), N - 1);
  CHECK (at (u, N - 1), N - 1);
}

/* Two results, and other elements of the same size.  */
static void
several (void)
{
  vec x = make (0), y = make (1000);
  for (int k = 0; k < 3; k++)
    {
      vec a = nova_map (nova_add, x, y), b = nova_map (nova_lambda (int, (int p, int q),
	{ return p - q; }), x, y);
      x = a;
      y = b;
    }
  /* (2 i + 1000, -1000), (2 i, 2 i + 2000), (4 i + 2000, -2000).  */
  CHECK (at (x, 7), 2028);
  CHECK (at (y, 7), -2000);
  nova_vec (float) h = nova_map (half, x);
  x = nova_map (inc, x);
  CHECK ((int) nova_get (h, 7), 1014);
  int s = nova_reduce (nova_add, 0, nova_slice (0, 10, x));
  x = nova_map (nova_lambda (int, (int a), { return a + s; }), x);
  CHECK (at (x, 0), 2001 + 10 * 2001 + 4 * 45);
}

static void
handler (const char *line)
{
  (void) line;
  sum = seen ? at (seen->now, 0) : 0;
  longjmp (out, 1);
}

static __attribute__ ((noipa)) int
failing (void)
{
  struct state s = { make (1), make (2), 0 };
  seen = &s;
  for (;;)
    s.now = nova_map (below, s.now);
}

/* What the handler, or who jumps back, sees is complete.  */
static void
errors (void)
{
  nova_error_handler *old = nova_set_error_handler (handler);
  seen = NULL;
  vec x = make (1);
  if (setjmp (out) == 0)
    {
      vec y = nova_map (below, x);
      CHECK (at (y, 0), -1);
    }
  CHECK (at (x, 0), 1);
  if (setjmp (out) == 0)
    failing ();
  CHECK (sum, 1);
  seen = NULL;
  nova_set_error_handler (old);
}

int
main (void)
{
  alone ();
  handles (0);
  handles (1);
  views ();
  pointers ();
  several ();
  errors ();
  printf ("done");
  return 0;
}

/* Vectors in OpenMP's constructs: shared, private and firstprivate ones, those declared inside, tasks
   that run when the scope that made them has ended.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-options "-fopenmp" } */

#include <nova.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, ROUNDS = 40 };
typedef nova_vec (int) vec;
struct two { vec a, b; };

static __attribute__ ((noipa)) vec make (int k)
{
  return nova_tabulate (nova_lambda (int, (size_t i), { return k; }), N);
}
static __attribute__ ((noipa)) int at (vec v) { return nova_length (v) ? nova_get (v, N / 2) : -1; }
static int inc (int v) { return v + 1; }
static int bad;

static void
check (int is, int wanted, int line)
{
  if (is == wanted)
    return;
  #pragma omp critical
  {
    printf ("line %d: %d, not %d\n", line, is, wanted);
    bad = 1;
  }
}
#define CHECK(IS, WANTED) check (IS, WANTED, __LINE__)

static void
shared (void)
{
  vec v = make (1);
  int s = 0;
#pragma omp parallel for reduction (+: s)
  for (int k = 0; k < 100; k++)
    {
      vec t = nova_map (inc, v), u = t;
      t = nova_map (inc, t);
      s += at (t) + at (u);
    }
  CHECK (s, 500);
  CHECK (at (v), 1);
}

static void
copied (void)
{
  vec v = make (1), w = make (2);
  struct two t = { v, w };
#pragma omp parallel num_threads (4) private (v) firstprivate (w, t)
  {
    CHECK (at (v), -1);
    v = make (7);
    w = nova_map (inc, w);
    t.a = w;
    w = nova_map (inc, w);
    CHECK (at (v), 7);
    CHECK (at (w) * 100 + at (t.a) * 10 + at (t.b), 432);
  }
  CHECK (at (v) * 10 + at (w), 12);
  CHECK (at (t.a) * 10 + at (t.b), 12);
#pragma omp parallel for private (v) firstprivate (w)
  for (int k = 0; k < 20; k++)
    {
      v = make (k);
      v = nova_map (nova_add, v, w);
      CHECK (at (v), k + 2);
    }
#pragma omp parallel
#pragma omp single firstprivate (w)
  {
    w = nova_map (inc, w);
    CHECK (at (w), 3);
  }
  CHECK (at (w), 2);
}

/* The tasks run after the scope's end.  */
static void
spawn (vec given, int k)
{
  vec v = make (k);
  struct two t = { v, given };
#pragma omp task
  {
    vec u = nova_map (inc, v);
    v = make (99);
    CHECK (at (u) * 1000 + at (v) * 10 + at (given), (k + 1) * 1000 + 991);
    CHECK (at (t.a), k);
  }
#pragma omp task firstprivate (v) private (t)
  {
    t.a = v;
    CHECK (at (t.a) * 10 + at (given), 10 * k + 1);
  }
  v = make (50);
}

static void
tasks (void)
{
#pragma omp parallel num_threads (3)
#pragma omp single
  {
    vec one = make (1);
    for (int k = 0; k < 10; k++)
      spawn (one, k);
    one = make (2);
  }
}

static int
fib (vec v, int n)
{
  if (n < 2)
    return at (v);
  int a, b;
  vec w = nova_map (inc, v);
#pragma omp task shared (a)
  a = fib (w, n - 1);
#pragma omp task shared (b, w)
  b = fib (w, n - 2);
#pragma omp taskwait
  return a + b;
}

/* A task shares what the parallel region shares.  */
static void
both (void)
{
  vec v = make (1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    v = make (5);
#pragma omp taskwait
    int r;
#pragma omp task shared (r)
    r = fib (v, 5);
#pragma omp taskwait
    CHECK (r, 65);
  }
  CHECK (at (v), 5);
}

static void
all (void)
{
  shared ();
  copied ();
  tasks ();
  both ();
}

int
main (void)
{
  for (int k = 0; k < 20; k++)
    all ();
  size_t before = mallinfo2 ().uordblks;
  for (int k = 0; k < ROUNDS; k++)
    all ();
  size_t after = mallinfo2 ().uordblks;
  if (after > before + ROUNDS * N * 4)
    printf ("memory grew from %zu to %zu bytes\n", before, after);
  if (!bad)
    printf ("done");
  return bad;
}

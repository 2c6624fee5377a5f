/* Stores over what function operands read: as if complete first, whether it is tested, buffered, or known to be apart.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 30000
static int x[2 * N], y[N], want[N], table[100];
static jmp_buf env;

static void
fill (void)
{
  for (int i = 0; i < 2 * N; i++)
    x[i] = i * 7 % 101;
  for (int i = 0; i < 100; i++)
    table[i] = i * i;
  memset (y, 0, sizeof y);
}

static int
same (const char *what, const int *got)
{
  if (memcmp (got, want, sizeof want) == 0)
    return 1;
  printf ("%s: wrong\n", what);
  return 0;
}

/* A sum of three neighbours, read from a captured view.  */
static void
smooth (size_t n, const int *in, int *out)
{
  nova_vec (int) v = nova_view (in, n);
  int at (size_t i)
  {
    return nova_get (v, i ? i - 1 : 0) + nova_get (v, i) + nova_get (v, i + 1 < n ? i + 1 : n - 1);
  }
  nova_store (out, n, nova_tabulate (at, n));
}

/* The same through a pointer that may reach anywhere.  */
static void
smooth_pointer (size_t n, const int *in, int *out)
{
  int at (size_t i)
  {
    return in[i ? i - 1 : 0] + in[i] + in[i + 1 < n ? i + 1 : n - 1];
  }
  nova_store (out, n, nova_tabulate (at, n));
}

static inline int
three (size_t n, const int *p, size_t i)
{
  int sum = 0;
  for (int k = -1; k <= 1; k++)
    sum += p[i + k >= n ? i : i + k];
  return sum;
}

/* Through a restrict pointer, to another array.  */
static void
smooth_restrict (size_t n, const int *restrict in, int *restrict out)
{
  const int *restrict p = in;
  int at (size_t i) { return three (n, p, i); }
  nova_store (out, n, nova_tabulate (at, n));
}

/* Over what is read through the same restrict pointer: no promise is broken.  */
static void
smooth_itself (size_t n, int *restrict p)
{
  int *q = p + 1;
  int at (size_t i) { return three (n, p, i); }
  nova_store (q - 1, n, nova_tabulate (at, n));
}

/* The promise of an inner restrict pointer ends with its block.  */
static void
smooth_scope (size_t n, int *q)
{
  nova_vec (int) v;
  {
    const int *restrict p = q;
    int at (size_t i) { return three (n, p, i); }
    v = nova_tabulate (at, n);
  }
  nova_store (q, n, v);
}

/* Over the array, or the variable of the program, that is read.  */
static int
arrays (void)
{
  int a[100], good = 1;
  for (int i = 0; i < 100; i++)
    a[i] = i;
  int last (int i) { return a[99 - i]; }
  nova_store (a, 100, nova_map (last, nova_range (100)));
  for (int i = 0; i < 100; i++)
    good &= a[i] == 99 - i;
  int squared (int i) { return table[i % 100] + three (100, table, i % 100); }
  for (int i = 0; i < 90; i++)
    want[i] = squared (i);
  nova_store (table + 10, 90, nova_map (squared, nova_range (90)));
  good &= memcmp (table + 10, want, 90 * sizeof *want) == 0;
  if (!good)
    printf ("arrays: wrong\n");
  return good;
}

/* Rows that a function operand reads, summed by a builtin inside it.  */
static int
rows (void)
{
  int good = 1;
  nova_vec (nova_vec (int)) m = nova_view (x, 100, 50);
  int total (nova_vec (int) row) { return nova_sum (row); }
  for (int i = 0; i < 100; i++)
    {
      want[i] = 0;
      for (int j = 0; j < 50; j++)
	want[i] += x[50 * i + j];
    }
  nova_store (x + 20, 100, nova_map (total, m));
  good &= memcmp (x + 20, want, 100 * sizeof *want) == 0;
  if (!good)
    printf ("rows: wrong\n");
  return good;
}

/* A store, and behind it a function operand that reads what it wrote.  */
static int
after (void)
{
  int at (size_t i) { return x[i] + 1; }
  int over (size_t i) { return y[N - 1 - i]; }
  nova_vec (int) v = nova_view (y, N);
  int behind (size_t i) { return nova_get (v, i) - 1; }
  nova_store (y, N, nova_tabulate (at, (size_t) N));
  long s = nova_sum (nova_tabulate (over, (size_t) N)), t = 0;
  long u = nova_sum (nova_tabulate (behind, (size_t) N));
  for (int i = 0; i < N; i++)
    t += x[i] + 1;
  if (s == t && u == t - N)
    return 1;
  printf ("after: wrong\n");
  return 0;
}

static void
handler (const char *line)
{
  (void) line;
  longjmp (env, 1);
}

/* Nothing is stored where an error is handled.  */
static int
untouched (void)
{
  volatile int good = 0;
  nova_vec (int) v = nova_view (x, N);
  int at (size_t i) { return nova_get (v, i + 10); }
  nova_set_error_handler (handler);
  if (setjmp (env) == 0)
    nova_store (y, N, nova_tabulate (at, (size_t) N));
  else
    good = 1;
  nova_set_error_handler (NULL);
  for (int i = 0; i < N; i++)
    good &= y[i] == 0;
  if (!good)
    printf ("untouched: wrong\n");
  return good;
}

int
main (void)
{
  static void (*const smoothers[]) (size_t, const int *, int *)
    = { smooth, smooth_pointer };
  static const int shifts[] = { 0, 1, -1, 700 };
  int good = 1;
  for (int k = 0; k < 2; k++)
    for (int s = 0; s < 4; s++)
      {
	fill ();
	smoothers[k] (N, x + 1, want);
	smoothers[k] (N, x + 1, x + 1 + shifts[s]);
	good &= same (k ? "pointer" : "view", x + 1 + shifts[s]);
      }
  fill ();
  smooth (N, x, want);
  for (int i = 1; i + 1 < N; i++)
    good &= want[i] == x[i - 1] + x[i] + x[i + 1];
  smooth_restrict (N, x, y);
  good &= same ("restrict", y);
  smooth_itself (N, x);
  good &= same ("itself", x);
  fill ();
  smooth_scope (N, x);
  good &= same ("scope", x);
  fill ();
  good &= arrays ();
  good &= rows ();
  good &= after ();
  fill ();
  good &= untouched ();
  return !good;
}

/* Functions between builtins, of which regions are made that span them: results, ownership, errors
   and recursion are those of calls.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2 -fchecking=2" "-O3" } */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

struct pair { int sum, most; };

static int calls;

static ints
scaled (ints v, int k)
{
  int times (int a) { return a * k; }
  return nova_map (times, v);
}

/* Several ways out, of which one gives back what was passed.  */
static ints
some (ints v, int least)
{
  bool above (int a) { return a > least; }
  if (least < 0)
    return v;
  if (nova_length (v) == 0)
    return nova_range (0);
  return nova_filter (above, v);
}

/* Stores beside what it returns, and counts its calls.  */
static ints
kept (int *to, ints v)
{
  calls++;
  nova_store (to, nova_length (v), v);
  return nova_reverse (v);
}

/* Its parameter changes.  */
static ints
again (ints v, int times)
{
  int up (int a) { return a + 1; }
  for (int i = 0; i < times; i++)
    v = nova_map (up, v);
  return v;
}

static struct pair
measured (ints v)
{
  return (struct pair) { nova_sum (v), nova_maximum (v) };
}

/* It calls itself.  */
static ints
halves (ints v)
{
  int_rows h;
  if (nova_length (v) < 3)
    return v;
  h = nova_split (nova_length (v) / 2, nova_slice (0, nova_length (v) / 2 * 2, v));
  return nova_concat (halves (nova_get (h, 0)), scaled (halves (nova_get (h, 1)), 2));
}

/* A global function is inlined, and is there for others.  */
ints
doubled (ints v)
{
  return scaled (v, 2);
}

/* Elements alone, in host code.  */
static void
listed (int *to, ints v)
{
  for (size_t i = 0; i < nova_length (v); i++)
    to[i] = nova_get (v, i);
}

static ints
picked (ints index, ints v)
{
  return nova_gather (index, v);
}

static int_rows
cut (ints v, int k)
{
  return nova_split (k, scaled (v, 3));
}

static ints (*volatile through) (ints) = doubled;

static jmp_buf back;
static char said[200];

static void
handler (const char *text)
{
  strncpy (said, text, sizeof said - 1);
  longjmp (back, 1);
}

int
main (void)
{
  enum { N = 1000 };
  int x[N], to[N], index[N];
  struct pair p;
  ints v, w;

  for (int i = 0; i < N; i++)
    {
      x[i] = i % 17 - 5;
      index[i] = N - 1 - i;
    }
  v = nova_view (x, N);
  CHECK (nova_sum (scaled (v, 3)), 3 * nova_sum (v));
  CHECK (nova_sum (scaled (scaled (v, 3), 2)), 6 * nova_sum (v));
  CHECK (nova_length (some (scaled (v, 2), 0)), nova_length (some (v, 0)));
  CHECK (nova_sum (some (scaled (v, 2), -1)), 2 * nova_sum (v));
  CHECK (nova_sum (some (scaled (nova_range (0), 2), 3)), 0);
  CHECK (nova_sum (kept (to, scaled (v, 2))), 2 * nova_sum (v));
  CHECK (calls, 1);
  CHECK (to[7], 2 * x[7]);
  CHECK (nova_get (kept (to, scaled (v, 3)), 0), 3 * x[N - 1]);
  CHECK (calls, 2);
  CHECK (nova_sum (again (scaled (v, 2), 5)), 2 * nova_sum (v) + 5 * N);
  p = measured (scaled (v, 2));
  CHECK (p.sum, 2 * nova_sum (v));
  CHECK (p.most, 22);
  w = halves (scaled (nova_view (x, 16), 1));
  CHECK (nova_length (w), 16);
  CHECK (nova_sum (nova_slice (0, 2, w)), x[0] + x[1]);
  CHECK (nova_get (w, 15), 8 * x[15]);
  listed (to, scaled (v, 5));
  CHECK (to[9], 5 * x[9]);
  CHECK (nova_sum (doubled (scaled (v, 2))), 4 * nova_sum (v));
  CHECK (nova_sum (through (scaled (v, 2))), 4 * nova_sum (v));
  CHECK (nova_get (picked (nova_view (index, N), scaled (v, 2)), 3), 2 * x[N - 4]);
  CHECK (nova_sum (nova_get (cut (scaled (v, 2), 10), 3)), 6 * nova_sum (nova_view (x + 30, 10)));

  /* An error is that of the line in the function.  */
  index[5] = N;
  nova_set_error_handler (handler);
  if (!setjmp (back))
    {
      printf ("%d\n", nova_get (picked (nova_view (index, N), scaled (v, 2)), 3));
      return 1;
    }
  CHECK (strstr (said, "helpers-inlined.c:96:") != NULL, 1);
  puts ("ok");
  return 0;
}

/* A row that nova_get takes is a result: what is written to its array later does not show in it,
   whoever writes, under whatever name the row goes on.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-options "-fno-strict-aliasing" } */

#include <nova.h>
#include <stdio.h>

#define ALONE static __attribute__ ((noipa))

enum { ROWS = 5, M = 6 };
typedef nova_vec (int) row;
static int a[ROWS * M], b[ROWS * M];
static int bad;

static void
check (int is, int wanted, int line)
{
  if (is != wanted)
    printf ("line %d: %d, not %d\n", line, is, wanted);
  bad |= is != wanted;
}
#define CHECK(IS, WANTED) check (IS, WANTED, __LINE__)

static void
start (void)
{
  for (int i = 0; i < ROWS * M; i++)
    a[i] = b[i] = i;
}

static void
clear (int *p)
{
  for (int j = 0; j < M; j++)
    p[j] = 0;
}

/* Row 1 has 6 to 11, whose sum is 51.  */
ALONE int
updated (size_t i)
{
  row r = nova_get (nova_view (a, ROWS, M), i);
  nova_update_rows (clear, a, ROWS, M, M);
  return nova_sum (r);
}

ALONE int
stored_all (size_t i)
{
  row r = nova_get (nova_view (a, ROWS, M), i);
  nova_store_all (ROWS * M, a, nova_replicate (ROWS * M, 7), b, nova_range (ROWS * M));
  return nova_sum (r);
}

ALONE int
other_type (size_t i)
{
  row r = nova_get (nova_view (a, ROWS, M), i);
  ((float *) a)[i * M] = 1;
  return nova_sum (r);
}

/* The name is another one behind the write.  */
ALONE int
derived (size_t i)
{
  row r = nova_get (nova_view (a, ROWS, M), i);
  a[i * M] = 100;
  row s = nova_reverse (r);
  return nova_get (s, M - 1) + (int) nova_length (s);
}

/* The row of the turn before.  */
ALONE int
carried (int n)
{
  row r = nova_get (nova_view (a, ROWS, M), 0);
  int sum = 0;
  for (int k = 1; k < n; k++)
    {
      sum += nova_get (r, 0);
      row next = nova_get (nova_view (a, ROWS, M), (size_t) k);
      a[k * M] = 1000;
      r = next;
    }
  return sum;
}

int
main (void)
{
  start ();
  CHECK (updated (1), 51);
  CHECK (a[7], 0);
  start ();
  CHECK (stored_all (1), 51);
  CHECK (a[7], 7);
  start ();
  CHECK (other_type (1), 51);
  start ();
  CHECK (derived (1), 6 + M);
  start ();
  CHECK (carried (4), 0 + 6 + 12);
  return bad;
}

/* One term written twice is two values where something in between writes what it reads; and terms
   that only look alike are not one.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O1" "-O2" "-O3 -g" } */

#include <nova.h>
#include "../check.h"

struct list
{
  int n;
  struct list *next;
};

/* A and B, of one region.  */
#define BOTH(A, B) (nova_sum (nova_replicate (1, A)) + 100 * nova_sum (nova_replicate (1, B)))

static __attribute__ ((noipa)) void
change (struct list *l)
{
  l->n = 5;
}

static int
host_store (struct list *l, int *p)
{
  int a = l->n;
  *p = 5;
  int b = l->n;
  return BOTH (a, b);
}

static int
call (struct list *l)
{
  int a = l->n;
  change (l);
  int b = l->n;
  return BOTH (a, b);
}

/* In between is a region of its own.  */
static int
store (struct list *l)
{
  int a = l->n;
  nova_store (&l->n, 1, nova_replicate (1, 5));
  int b = l->n;
  return BOTH (a, b);
}

static int
pointer (struct list *l, struct list *other)
{
  int a = l->next->n;
  l->next = other;
  int b = l->next->n;
  return BOTH (a, b);
}

/* The older value is asked for last.  */
static int
backwards (struct list *l, int *p)
{
  int a = l->n;
  *p = 5;
  int b = l->n;
  return BOTH (b, a);
}

/* The second load is in another block than the first and what is written.  */
static int
blocks (struct list *l, int *p, int on)
{
  int a = l->n;
  *p = 5;
  if (!on)
    return 0;
  int b = l->n;
  return BOTH (a, b);
}

/* In a loop, whose turns write.  */
static int
turns (struct list *l, int *p)
{
  int a = l->n, sum = 0;
  for (int k = 3; k < 5; k++)
    {
      sum += BOTH (a, l->n);
      *p = 5;
    }
  return sum;
}

/* Nothing is written, or not what is read.  */
static int
unchanged (struct list *l, struct list *other)
{
  int a = l->n + 1;
  l->next = other;
  return BOTH (a, l->n + 1);
}

/* Of other types, 2^24 + 1 is two values.  */
static int
types (int i)
{
  float a = i;
  double b = i;
  float c = nova_sum (nova_replicate (1, a));
  double d = nova_sum (nova_replicate (1, b));
  return c == 16777216.0f && d == 16777217.0;
}

int
main (void)
{
  struct list other = { 5, NULL }, l = { 3, &l };
  CHECK (unchanged (&l, &other), 404);
  l.next = &l;
  CHECK (pointer (&l, &other), 503);
  CHECK (host_store (&l, &l.n), 503);
  l.n = 3;
  CHECK (call (&l), 503);
  l.n = 3;
  CHECK (store (&l), 503);
  l.n = 3;
  CHECK (backwards (&l, &l.n), 305);
  l.n = 3;
  CHECK (blocks (&l, &l.n, 1), 503);
  l.n = 3;
  CHECK (turns (&l, &l.n), 806);
  volatile int n = 3;
  int k = n;
  CHECK (BOTH (k + 1, k + 2), 504);
  CHECK (BOTH (k * 2, k + 2), 506);
  n = 16777217;
  CHECK (types (n), 1);
  return 0;
}

/* Folds whose state is a structure with an array: changed in place where the step gives its parameter
   back, and the same where it does not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -g" "-O2 -fPIC" "-Os" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

struct counts { unsigned c[16]; };
struct list { int n, of[24]; };

static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static struct counts
count (struct counts h, unsigned a)
{
  h.c[a & 15]++;
  return h;
}

static struct counts
count_some (struct counts h, unsigned a)
{
  if (a % 3 == 0)
    return h;
  for (unsigned k = 0; k < a % 4; k++)
    h.c[(a + k) & 15] += k;
  return h;
}

/* Gives back something else, too.  */
static struct counts
other (struct counts h, unsigned a)
{
  struct counts more = h;
  more.c[3] += 5;
  if (a % 7 == 0)
    return more;
  h.c[a & 15]++;
  return h;
}

/* Its old value is still read after the new one is begun.  */
static struct counts
turn (struct counts h, unsigned a)
{
  struct counts old = h;
  h.c[a & 15] += 3;
  h.c[(a + 1) & 15] = old.c[(a + 1) & 15] + 2;
  return h;
}

/* Stays a function.  */
__attribute__ ((noinline)) static struct counts
apart (struct counts h, unsigned a)
{
  h.c[a & 7] += 2;
  return h;
}

static struct counts
join (struct counts a, struct counts b)
{
  for (int k = 0; k < 16; k++)
    a.c[k] += b.c[k];
  return a;
}

static struct list
append (int less, struct list l, int a)
{
  if (a < less && l.n < 24)
    l.of[l.n++] = a;
  return l;
}

static struct list
both (struct list a, struct list b)
{
  for (int k = 0; k < b.n && a.n < 24; k++)
    a.of[a.n++] = b.of[k];
  return a;
}

int
main (void)
{
  static unsigned x[5000];
  static int y[5000];
  struct counts none = { { 0 } }, want = none, got;
  for (int i = 0; i < 5000; i++)
    x[i] = i * 2654435761u >> 7, y[i] = (int) (x[i] % 1000);
  for (int i = 0; i < 5000; i++)
    want = count (want, x[i]);
  got = nova_fold (count, join, none, nova_view (x, 5000));
  CHECK (!memcmp (&got, &want, sizeof got));
  for (unsigned n = 0; n <= 5000; n = n * 5 + 40)
    {
      struct counts some = none, others = none, turned = none, alone = none;
      for (unsigned i = 0; i < n; i++)
	{
	  some = count_some (some, x[i]);
	  others = other (others, x[i]);
	  turned = turn (turned, x[i]);
	  alone = apart (alone, x[i]);
	}
      got = nova_fold (count_some, join, none, nova_view (x, n));
      CHECK (!memcmp (&got, &some, sizeof got));
      got = nova_fold (other, join, none, nova_view (x, n));
      CHECK (!memcmp (&got, &others, sizeof got));
      got = nova_fold (turn, join, none, nova_view (x, n));
      CHECK (!memcmp (&got, &turned, sizeof got));
      got = nova_fold (apart, join, none, nova_view (x, n));
      CHECK (!memcmp (&got, &alone, sizeof got));
    }
  struct list l = { 0, { 0 } }, m;
  for (int i = 0; i < 5000; i++)
    l = append (9, l, y[i]);
  m = nova_fold (nova_bind (append, 9), both, ((struct list) { 0, { 0 } }), nova_view (y, 5000));
  CHECK (m.n == l.n && m.n > 3 && !memcmp (m.of, l.of, (size_t) l.n * sizeof (int)));
  return bad;
}

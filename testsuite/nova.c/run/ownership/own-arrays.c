/* Arrays of vectors in structs: a struct that is an automatic variable holds references in their
   elements as in its other members.  A vector that is released too early shows as a wrong value,
   one that is not as what the allocator has more of after many rounds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^good$" } */

#include <nova.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef nova_vec (int) vec;
struct pair { int k; vec v[2]; };
struct holder { vec a; long n; };
struct deep { struct holder h[3]; vec m[2][2]; };
struct many { vec r[9]; int n; };
struct open { vec one; vec none[0]; int n; vec rest[]; };

static int bad;
#define WANT(E) \
  do { if (!(E)) { bad = 1; printf ("%d: %s\n", __LINE__, #E); } } while (0)

static __attribute__ ((noipa)) vec
make (int n)
{
  int f (size_t i) { return n * 1000 + (int) i; }
  return nova_copy (nova_tabulate (f, 300));
}

static __attribute__ ((noipa)) int at (vec v, int i) { return nova_get (v, i); }

/* Memory that was released too early is overwritten.  */
static void
churn (void)
{
  for (int i = 0; i < 10; i++)
    {
      vec t = make (777 + i);
      WANT (at (t, 0) == (777 + i) * 1000);
    }
}

static __attribute__ ((noipa)) struct pair
pair (int n)
{
  struct pair r;
  r.v[0] = make (n);
  r.v[1] = make (n + 1);
  return r;
}

static __attribute__ ((noipa)) int
sum (struct pair s)
{
  churn ();
  return at (s.v[0], 1) + at (s.v[1], 2);
}

static __attribute__ ((noipa)) struct pair
swap (struct pair s)
{
  vec t = s.v[0];
  s.v[0] = s.v[1];
  s.v[1] = t;
  return s;
}

static __attribute__ ((noipa)) struct many
fill (int n)
{
  return (struct many) { .r = { [1 ... 7] = make (n), [8] = make (n + 1) }, .n = 9 };
}

static __attribute__ ((noipa)) struct many
alter (struct many b, int k, vec x)
{
  b.r[k] = x;
  return b;
}

static int calls;
static int next (void) { return calls++; }

static void
values (void)
{
  struct pair e, a = pair (1), b = a;
  WANT (nova_length (e.v[0]) == 0 && nova_length (e.v[1]) == 0);
  a = pair (5);
  WANT (sum (b) == 1001 + 2002 && sum (a) == 5001 + 6002);
  a = b;
  b.v[0] = make (9);
  WANT (sum (a) == 1001 + 2002 && sum (b) == 9001 + 2002);
  a = swap (b);
  WANT (sum (a) == 2001 + 9002 && sum (pair (3)) == 3001 + 4002);
  calls = 0;
  a.v[next ()] = make (11);
  WANT (calls == 1 && sum (a) == 11001 + 9002);
  {
    struct pair c = { 1, { make (1), make (2) } }, d = { .v[1] = c.v[0] };
    a = c;
    b = d;
  }
  WANT (sum (a) == 1001 + 2002 && nova_length (b.v[0]) == 0 && at (b.v[1], 4) == 1004);
  vec kept = pair (6).v[1];
  a = ({ struct pair z = pair (2); z; });
  a.v[0] = a.v[1] = nova_map (nova_add, a.v[0], kept);
  WANT (sum (a) == 9002 + 9004 && at (kept, 0) == 7000);
  WANT (sum (*&(struct pair) { 1, { make (4), make (5) } }) == 4001 + 5002);
  for (int i = 0; i < 3; i++)
    {
      struct pair l;
      l.v[i & 1] = make (i);
      if (i == 1)
	continue;
      a = l;
      if (i == 2)
	break;
    }
  churn ();
  WANT (at (a.v[0], 0) == 2000 && nova_length (a.v[1]) == 0);
}

static void
shapes (void)
{
  struct deep o, p;
  for (int i = 0; i < 3; i++)
    o.h[i] = (struct holder) { make (i), i };
  for (int i = 0; i < 4; i++)
    o.m[i / 2][i % 2] = make (10 + i);
  p = o;
  for (int i = 0; i < 3; i++)
    o.h[i].a = make (20);
  o.m[1][0] = o.m[0][1];
  churn ();
  for (int i = 0; i < 3; i++)
    WANT (at (p.h[i].a, 2) == i * 1000 + 2);
  for (int i = 0; i < 4; i++)
    WANT (at (p.m[i / 2][i % 2], 0) == (10 + i) * 1000);
  WANT (at (o.m[1][0], 0) == 11000);

  struct many b = alter (fill (3), 2, make (50)), c = alter (fill (1), 0, b.r[2]);
  churn ();
  WANT (nova_length (b.r[0]) == 0 && at (b.r[2], 0) == 50000 && at (b.r[8], 0) == 4000);
  for (int i = 3; i < 8; i++)
    WANT (at (b.r[i], 5) == 3005);
  b = fill (2);
  churn ();
  WANT (at (c.r[0], 9) == 50009 && at (c.r[7], 0) == 1000);
  struct open f = { .one = make (1) }, g = f;
  churn ();
  WANT (at (g.one, 0) == 1000);
}

/* Elsewhere a reference is added, and released by hand.  */
static void
elsewhere (void)
{
  static struct pair kept;
  struct pair a = pair (1), *p = calloc (1, sizeof *p), in[2] = { pair (7), a };
  vec plain[4] = { [0 ... 2] = make (6) };
  int look (int k) { return at (a.v[k], 3) + at (plain[k], 0); }
  void put (int k, int n) { a.v[k] = make (n); }
  *p = a;
  kept = *p;
  put (0, 44);
  churn ();
  WANT (look (0) == 44003 + 6000 && sum (*p) == 1001 + 2002 && sum (kept) == 1001 + 2002);
  a = in[0];
  for (int i = 0; i < 2; i++)
    {
      nova_release (p->v[i]);
      nova_release (kept.v[i]);
      nova_release (in[0].v[i]);
      nova_release (in[1].v[i]);
    }
  free (p);
  for (int i = 0; i < 3; i++)
    {
      churn ();
      WANT (at (plain[i], 1) == 6001);
      nova_release (plain[i]);
    }
  nova_release (a.v[0]);
  churn ();
  WANT (nova_length (a.v[0]) == 0 && at (a.v[1], 0) == 8000);
}

static jmp_buf again;
static __attribute__ ((noipa)) void jump (int k) { longjmp (again, k); }

static __attribute__ ((noipa)) void
jumps (void)
{
  struct pair a = pair (1);
  int k = setjmp (again);
  if (k < 3)
    {
      a.v[k & 1] = make (k + 10);
      churn ();
      jump (k + 1);
    }
  WANT (sum (a) == 12001 + 11002);
}

int
main (void)
{
  size_t before = 0;
  for (int i = 0; i < 30; i++)
    {
      values ();
      shapes ();
      elsewhere ();
      jumps ();
      if (i == 10)
	before = mallinfo2 ().uordblks;
    }
  WANT (mallinfo2 ().uordblks <= before + 4096);
  if (!bad)
    printf ("good");
  return bad;
}

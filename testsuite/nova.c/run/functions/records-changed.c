/* Elements with arrays inside that functions change some of: where they are stored to, if nothing
   shows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-levels "-O0" "-O2" "-O3" } */
/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define ALONE __attribute__ ((noipa)) static
struct body { float x[3], v[3]; int alive; double age; char name[9]; };
struct pair { struct body a; int b[2]; };
static struct body a[N], b[N], was[N], want[N];
static struct body *everywhere;
static int from[N];

static struct body
move (struct body q)
{
  for (int k = 0; k < 3; k++)
    q.x[k] += q.v[k] * 0.5f;
  if (q.x[1] < 0)
    {
      q.x[1] = -q.x[1];
      q.v[1] = -q.v[1];
    }
  q.age += 1;
  return q;
}

/* Back before anything was changed, and with constant places alone.  */
static struct body
slow (struct body q)
{
  if (!q.alive)
    return q;
  q.v[0] *= 0.5f;
  q.name[2] = 's';
  return q;
}

/* What it is given besides must be as it was.  */
static struct body
pull (struct body q, struct body other)
{
  for (int k = 0; k < 3; k++)
    {
      q.x[k] += 1;
      q.v[k] += other.x[k];
    }
  return q;
}

static struct body
towards (struct body q, int k)
{
  q.x[k % 3] = k;
  return q;
}

/* Reads the array that is changed.  */
static struct body
look (struct body q)
{
  for (int k = 0; k < 3; k++)
    q.x[k] += everywhere[0].x[k] + everywhere[1].x[k];
  return q;
}

static struct body
sure (struct body q)
{
  q.x[0] = -1;
  q.x[q.alive] = 7;
  if (q.age < 0)
    nova_fail ("never born");
  return q;
}

static struct body other (struct body q) { struct body r = q; r.x[1] = q.x[0]; return r; }
static float height (struct body q) { return q.x[1]; }
static struct pair both (struct body q) { return (struct pair) { q, { 1, q.alive } }; }
static struct pair turn (struct pair p) { p.a.x[p.b[1]] += p.b[0]; p.b[0]++; return p; }

static void
fill (void)
{
  memset (a, 0, sizeof a);
  for (int k = 0; k < N; k++)
    {
      for (int j = 0; j < 3; j++)
	{
	  a[k].x[j] = k % 7 - 3 + j;
	  a[k].v[j] = k % 5 - 2 - j;
	}
      a[k].alive = k % 3 != 0;
      a[k].age = k;
      strcpy (a[k].name, "abcdefgh");
      from[k] = (k * 7) % N;
    }
  memcpy (was, a, sizeof a);
  memset (b, 0, sizeof b);
}

/* Member by member: a copy need not have what is between them.  */
static void
same (const char *what, const struct body *x, const struct body *y, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (memcmp (x[k].x, y[k].x, sizeof x->x) || memcmp (x[k].v, y[k].v, sizeof x->v)
	|| x[k].alive != y[k].alive || x[k].age != y[k].age
	|| memcmp (x[k].name, y[k].name, sizeof x->name))
      {
	printf ("%s: element %zu differs\n", what, k);
	exit (1);
      }
}

#define WANT(I, E) ({ for (int k = 0; k < N; k++) want[I] = (E); })

ALONE void here (size_t n) { nova_store (a, n, nova_map (move, nova_view (a, n))); }
ALONE void there (size_t n) { nova_store (b, n, nova_map (move, nova_view (a, n))); }
ALONE void
any (struct body *to, const struct body *x, size_t n)
{
  nova_store (to, n, nova_map (move, nova_view (x, n)));
}
ALONE void slower (size_t n) { nova_store (a, n, nova_map (slow, nova_view (a, n))); }
ALONE void
chain (size_t n)
{
  nova_store (a, n, nova_map (slow, nova_map (move, nova_map (other, nova_view (a, n)))));
}
ALONE void back (size_t n) { nova_store (a, n, nova_map (move, nova_reverse (nova_view (a, n)))); }
ALONE void
self (size_t n)
{
  nova_store (a, n, nova_map (pull, nova_view (a, n), nova_view (a, n)));
}
ALONE void
next (size_t n)
{
  nova_store (a, n - 1, nova_map (pull, nova_view (a, n - 1), nova_view (a + 1, n - 1)));
}
ALONE void
numbered (size_t n)
{
  nova_store (a, n, nova_map (towards, nova_view (a, n), nova_range (0, (int) n, 1)));
}
ALONE void looking (size_t n) { nova_store (a, n, nova_map (look, nova_view (a, n))); }
ALONE void surely (size_t n) { nova_store (a, n, nova_map (sure, nova_view (a, n))); }
ALONE void
gathered (size_t n)
{
  nova_store (b, n, nova_map (move, nova_gather (nova_view (from, n), nova_view (a, n))));
}
ALONE void
strided (size_t n)
{
  nova_store_strided (b, n / 2, 2, nova_map (move, nova_view_strided (a, n / 2, 2)));
}
ALONE void rows (size_t n)
{
  nova_vec (struct body) inner (nova_vec (struct body) r) { return nova_map (move, r); }
  nova_store (b, n, nova_map (inner, nova_view (a, n / 10, 10)));
}
ALONE float
two (size_t n)
{
  nova_vec (struct body) y = nova_map (move, nova_view (a, n));
  float s = nova_reduce (nova_add, 0.0f, nova_map (height, y));
  nova_store (b, n, y);
  return s;
}
ALONE nova_vec (struct pair)
pairs (size_t n)
{
  return nova_map (turn, nova_map (both, nova_view (a, n)));
}
ALONE void
each (struct pair *p, size_t n)
{
  nova_store (p, n, nova_map (turn, nova_map (turn, nova_view (p, n))));
}

int
main (void)
{
  static struct pair p[N], q[N];
  nova_vec (struct pair) v;
  float s, t = 0;

  everywhere = a;
  fill (), here (N), WANT (k, move (was[k])), same ("here", a, want, N);
  fill (), there (N), same ("there", b, want, N), same ("there, read", a, was, N);
  fill (), any (a, a, N), same ("any, here", a, want, N);
  fill (), any (b, a, N), same ("any, there", b, want, N);
  fill (), any (a + 1, a, N - 1);
  WANT (k, k ? move (was[k - 1]) : was[0]), same ("any, shifted", a, want, N);
  fill (), any (a, a + 1, N - 1);
  WANT (k, k < N - 1 ? move (was[k + 1]) : was[k]), same ("any, back", a, want, N);
  fill (), slower (N), WANT (k, slow (was[k])), same ("slow", a, want, N);
  fill (), chain (N), WANT (k, slow (move (other (was[k])))), same ("chain", a, want, N);
  fill (), back (N), WANT (k, move (was[N - 1 - k])), same ("back", a, want, N);
  fill (), self (N), WANT (k, pull (was[k], was[k])), same ("self", a, want, N);
  fill (), next (N);
  WANT (k, k < N - 1 ? pull (was[k], was[k + 1]) : was[k]), same ("next", a, want, N);
  fill (), numbered (N), WANT (k, towards (was[k], k)), same ("index", a, want, N);
  everywhere = was, WANT (k, look (was[k])), everywhere = a;
  fill (), looking (N), same ("looking", a, want, N);
  fill (), surely (N), WANT (k, sure (was[k])), same ("surely", a, want, N);
  fill (), gathered (N), WANT (k, move (was[from[k]])), same ("gathered", b, want, N);
  fill (), strided (N);
  memset (want, 0, sizeof want);
  for (int k = 0; k < N; k += 2)
    want[k] = move (was[k]);
  same ("strided", b, want, N);
  fill (), rows (N), WANT (k, move (was[k])), same ("rows", b, want, N);
  fill (), s = two (N), same ("two", b, want, N);
  for (int k = 0; k < N; k++)
    t += height (want[k]);
  if (s != t)
    printf ("two: %g, not %g\n", s, t);
  fill ();
  v = pairs (N);
  nova_store (p, N, v);
  for (int k = 0; k < N; k++)
    {
      q[k] = turn (both (was[k]));
      same ("pairs", &p[k].a, &q[k].a, 1);
    }
  each (p, N);
  for (int k = 0; k < N; k++)
    {
      q[k] = turn (turn (q[k]));
      same ("each", &p[k].a, &q[k].a, 1);
      if (memcmp (p[k].b, q[k].b, sizeof q->b))
	printf ("each: element %d differs\n", k);
    }
  puts ("done");
}

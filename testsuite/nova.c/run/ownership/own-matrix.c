/* Every way that a vector goes through C: each releases what it took, once.  A count of malloc's
   memory after a round shows what is left behind; AddressSanitizer shows the rest (HACKING).
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-options "-fopenmp" } */
/* { dg-nova-levels "-O0" "-O2" "-O3" "-Os" "-Og -g" "-O2 -fexceptions" "-O2 -flto" } */

#include <nova.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 150 };
typedef nova_vec (int) vec;
typedef nova_vec (vec) nest;
struct pair { vec v; int n; };
struct deep { struct pair p; struct { vec w; } q; };
struct holds { vec a[3]; int n; };
union either { vec v; long n; };

static int x[N];
static int inc (int v) { return v + 1; }
static __attribute__ ((noipa)) vec make (int n) { return nova_copy (nova_view (x, n)); }
static __attribute__ ((noipa)) vec next (vec v) { return nova_copy (nova_map (inc, v)); }
static __attribute__ ((noipa)) int at (vec v, int i) { return nova_get (v, i); }
static __attribute__ ((noipa)) int yes (int v) { return v; }
static inline vec through (vec v) { vec t = v; return t; }

static __attribute__ ((noipa)) struct pair
wrap (vec v, int n)
{
  return (struct pair) { .n = n, .v = v };
}

static struct deep
deepen (struct pair p)
{
  struct deep d = { p, { next (p.v) } };
  p.v = make (2);
  return d;
}

/* x = x and its kin.  */
static int
itself (void)
{
  vec v = make (N), w;
  v = v;
  w = v = next (v);
  v = (v, w);
  v = yes (1) ? v : w;
  v = nova_map (inc, v);
  v = through (through (v));
  struct pair p = { v, 1 };
  p = p;
  p.v = p.v;
  p.v = next (p.v);
  p = (struct pair) { p.v, p.n + 1 };
  return at (p.v, 0) + p.n + at (w, 0);
}

static int
structs (void)
{
  struct deep d = deepen (wrap (next (make (N)), 3)), e = d, f = { .q.w = d.p.v };
  d.p = wrap (d.q.w, 4);
  e.q = d.q;
  f.p = e.p;
  struct pair *p = &f.p;
  struct deep g[1] = { f };
  int r = at (p->v, 1) + at (e.q.w, 1) + at (deepen (f.p).q.w, 1) + at (g[0].q.w, 2) + d.p.n;
  nova_release (g[0].p.v);
  nova_release (g[0].q.w);
  return r;
}

/* Arrays, unions, static and heap memory add references, and release by hand.  */
static int
by_hand (void)
{
  static vec kept;
  static struct pair pairs[2];
  union either u;
  vec a[4], *h = calloc (3, sizeof *h);
  struct holds s;
  int r = 0;
  for (int k = 0; k < 4; k++)
    a[k] = k ? next (a[k - 1]) : make (N);
  memset (&s, 0, sizeof s);
  s.a[1] = a[3];
  u.v = a[2];
  h[1] = next (u.v);
  kept = h[1];
  pairs[1].v = kept;
  r = at (s.a[1], 0) + at (u.v, 0) + at (h[1], 0) + at (pairs[1].v, 0);
  for (int k = 0; k < 4; k++)
    nova_release (a[k]);
  nova_release (s.a[1]);
  nova_release (u.v);
  nova_release (h[1]);
  nova_release (h[2]);
  r += nova_length (h[1]);
  free (h);
  nova_release (kept);
  vec last = nova_retain (pairs[1].v);
  nova_release (pairs[1].v);
  r += at (last, 0);
  /* The reference that nova_retain added.  */
  vec *p = malloc (sizeof *p);
  memcpy (p, &last, sizeof last);
  nova_release (*p);
  free (p);
  return r;
}

static int
jumps (int n)
{
  static void *const to[] = { &&one, &&two, &&three };
  vec outer = make (N);
  int r = 0, k = 0;
  goto *to[n % 3];
  {
    vec in;
  one:
    in = next (outer);
    r += at (in, 0);
    if (k++ < 2)
      goto one;
  two:;
    vec more = next (outer);
    r += nova_length (in) / N + at (more, 0);
    if (k++ < 4)
      goto two;
    switch (n)
      {
	vec never;
      case 4:
	{
	  vec t = next (more);
	  never = t;
      case 5:
	  t = next (outer);
	  r += at (t, 1);
	}
	break;
      default:
	never = make (3);
	r += nova_length (never);
	if (n == 7)
	  goto out;
      }
  }
three:
  for (vec t = outer; k < 9; t = next (t), k++)
    {
      if (k == 6)
	continue;
      vec u = next (t);
      if (k == 8)
	break;
      r += at (u, 0) + at (({ vec s = next (u); if (n == 8) goto out; s; }), 0);
    }
  while (k++ < 12 && at (next (outer), 0))
    do
      if (n == 2 && k == 11)
	return r;
    while (0 > at (next (outer), 0));
out:
  return r + 1000;
}

/* The cleanup of a variable comes before its scope's release.  */
static void
drop (vec *p)
{
  vec t = next (*p);
  nova_release (*p);
  *p = t;
}

static int
extensions (int n)
{
  vec v = make (N);
  __attribute__ ((cleanup (drop))) vec c = next (v);
  vec w = ({ vec t = next (v); vec u = t; u; });
  vec z = yes (n) ? v : w, y = n ? next (w) : v;
  int again (vec a, int d)
  {
    v = a;
    return d ? again (next (a), d - 1) : at (a, 0);
  }
  int r = again (w, 3) + at (v, 0);
  int k = nova_sum (nova_map (nova_lambda (int, (int e), { return e + nova_get (w, 0); }), v)) > 0;
  struct pair l[2] = { [1] = { .v = next (c) } };
  r += at (l[1].v, 0) + at ((struct pair) { .v = next (z) }.v, 0) + k;
  nova_release (l[1].v);
  return r + at (y, 0) + (at (next (c), 0), at (c, 0)) + (int) sizeof (next (v));
}

static int
variadic (int n, ...)
{
  va_list ap;
  int r = 0;
  va_start (ap, n);
  while (n--)
    {
      vec *p = va_arg (ap, vec *);
      vec t = next (*p);
      r += at (t, 0);
    }
  va_end (ap);
  return r;
}

static vec
recursive (vec v, int n)
{
  if (n == 0)
    return v;
  vec t = recursive (next (v), n - 1);
  if (n % 2)
    v = t;
  return n % 3 ? v : next (t);
}

static int
nested (void)
{
  nest a = nova_split (10, nova_view (x, N)), b = nova_copy (a);
  nest c = nova_map (nova_lambda (vec, (vec r), { return nova_map (inc, r); }), b);
  vec row = nova_get (c, 3);
  b = c;
  c = nova_slice (2, 5, c);
  a = b;
  vec flat = nova_flatten (c);
  row = nova_get (c, 1);
  return at (row, 0) + at (nova_flatten (c), 11) + at (flat, 0) + (int) nova_length (a);
}

static int
parallel (void)
{
  vec shared = make (N);
  int r = 0, errors = 0;
#pragma omp parallel num_threads (3) reduction (+: r)
  {
    vec own = next (shared);
    r += at (own, 1);
#pragma omp for
    for (int k = 0; k < 20; k++)
      {
	vec t = next (own);
	if (k % 2)
	  continue;
	own = t;
	errors += 0 * at (t, 0);
      }
#pragma omp critical
    r += at (next (shared), 2) - at (shared, 2);
#pragma omp single
    {
      vec s = next (shared);
      r += at (s, 0);
    }
  }
#pragma omp parallel for reduction (+: r)
  for (int k = 0; k < 8; k++)
    {
      vec t = k % 2 ? shared : next (shared);
      r += at (t, 0);
    }
  return r + errors;
}

static int
round_trip (void)
{
  vec a = make (N), b = next (a);
  int r = itself () + 10 * structs () + 100 * by_hand ();
  for (int k = 0; k < 9; k++)
    r += jumps (k);
  next (a);
  (void) next (b);
  r += extensions (0) + extensions (1) + variadic (2, &a, &b) + at (recursive (a, 7), 0);
  return r + nested () + parallel ();
}

int
main (void)
{
  size_t before = 0;
  int wanted = 0;
  for (int k = 0; k < N; k++)
    x[k] = k;
  for (int k = 0; k < 120; k++)
    {
      int r = round_trip ();
      if (k == 0)
	wanted = r;
      if (r != wanted)
	return printf ("%d, not %d\n", r, wanted), 1;
      if (k == 20)
	before = mallinfo2 ().uordblks;
    }
  /* One vector a round is 75000 bytes; threads keep some, of which the library of OpenMP makes new
     ones.  */
  if (mallinfo2 ().uordblks > before + 50000)
    return printf ("%zu bytes more\n", mallinfo2 ().uordblks - before), 1;
  fprintf (stderr, "%d\n", wanted);
  puts ("done");
  return 0;
}

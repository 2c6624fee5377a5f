/* Regions that are one if memory does not overlap: as sequential C where it does and where not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 5000

struct summary
{
  float sum, most, least;
};

static float memory[4 * N], expected[4 * N];

static float
f (float v)
{
  return 2 * v + 1;
}

static float
g (float v)
{
  return 3 - v;
}

static float
plus (float a, float b)
{
  return a + 2 * b;
}

static void
fill (float *p)
{
  for (int i = 0; i < 4 * N; i++)
    p[i] = (i * 7 + 3) % 13;
}

static int
same (const char *what, int k)
{
  if (memcmp (memory, expected, sizeof memory) == 0)
    return 1;
  printf ("%s %d: wrong\n", what, k);
  return 0;
}

/* --- The builtins, and the same as loops; sums of small integers are exact in any order. -------- */

static void __attribute__ ((noinline))
summary (struct summary *out, const float *p, size_t n)
{
  nova_vec (float) v = nova_view (p, n);

  out->sum = nova_sum (v);
  out->most = nova_maximum (v);
  out->least = nova_minimum (nova_map (plus, v, nova_view (p, n)));
}

static void
summary_loop (struct summary *out, const float *p, size_t n)
{
  float s = 0, m = p[0], l;

  for (size_t i = 0; i < n; i++)
    s += p[i];
  out->sum = s;
  m = p[0];
  for (size_t i = 0; i < n; i++)
    m = p[i] > m ? p[i] : m;
  out->most = m;
  l = plus (p[0], p[0]);
  for (size_t i = 0; i < n; i++)
    l = plus (p[i], p[i]) < l ? plus (p[i], p[i]) : l;
  out->least = l;
}

static void __attribute__ ((noinline))
stores (float *a, float *b, const float *x, size_t n)
{
  nova_store (a, n, nova_map (f, nova_view (x, n)));
  nova_store (b, n, nova_map (g, nova_view (x, n)));
}

static void
stores_loop (float *a, float *b, const float *x, size_t n)
{
  static float t[N];

  for (size_t i = 0; i < n; i++)
    t[i] = f (x[i]);
  memcpy (a, t, n * sizeof *t);
  for (size_t i = 0; i < n; i++)
    t[i] = g (x[i]);
  memcpy (b, t, n * sizeof *t);
}

/* Signed lengths, a load in between, a result used behind.  */
struct pair
{
  const float *x, *y;
  int n;
};

static float __attribute__ ((noinline))
loads (float *s, float *b, const struct pair *q)
{
  float r;

  *s = nova_sum (nova_view (q->x, q->n));
  r = nova_maximum (nova_view (q->y, q->n));
  nova_store (b, q->n, nova_map (plus, nova_view (q->x, q->n), nova_view (q->y, q->n)));
  return r + *s;
}

static float
loads_loop (float *s, float *b, const struct pair *q)
{
  static float t[N];
  float r = 0, m = q->y[0];

  for (int i = 0; i < q->n; i++)
    r += q->x[i];
  *s = r;
  m = q->y[0];
  for (int i = 0; i < q->n; i++)
    m = q->y[i] > m ? q->y[i] : m;
  for (int i = 0; i < q->n; i++)
    t[i] = plus (q->x[i], q->y[i]);
  memcpy (b, t, q->n * sizeof *t);
  return m + *s;
}

/* Four stores in a loop of the host.  */
static void __attribute__ ((noinline))
looped (float *a, float *b, const float *x, size_t n, int times)
{
  for (int k = 0; k < times; k++)
    {
      stores (a, b, x, n);
      a[k] = nova_sum (nova_view (x, n));
      b[k] = nova_sum (nova_reverse (nova_view (a + 1, n)));
    }
}

static void
looped_loop (float *a, float *b, const float *x, size_t n, int times)
{
  for (int k = 0; k < times; k++)
    {
      float s = 0;

      stores_loop (a, b, x, n);
      for (size_t i = 0; i < n; i++)
	s += x[i];
      a[k] = s;
      s = 0;
      for (size_t i = 0; i < n; i++)
	s += a[1 + i];
      b[k] = s;
    }
}

/* A struct at once, an index that the host computes, a vector that lives on.  */
struct four
{
  float a[4];
};

static void __attribute__ ((noinline))
structs (struct four *o, const float *p, int n)
{
  struct four t = { { 0, 0, 0, 0 } };

  t.a[0] = nova_sum (nova_view (p, n));
  t.a[1] = nova_maximum (nova_view (p, n));
  *o = t;
  o[1].a[n & 3] = nova_sum (nova_view (p + 1, n - 1));
}

static float __attribute__ ((noinline))
several (struct four *o, float *to, const float *p, int n)
{
  nova_vec (float) w, z;

  structs (o, p, n);
  w = nova_map (f, nova_view (p, n));
  z = nova_map (g, w);
  to[1] = nova_sum (w);
  to[2] = nova_minimum (z);
  nova_store (to + 4, n, z);
  return nova_get (w, 3) + nova_length (z);
}

static float
several_loop (struct four *o, float *to, const float *p, int n)
{
  static float w[N];
  struct four t = { { 0, p[0], 0, 0 } };
  float s = 0, m = 0;

  for (int i = 0; i < n; i++)
    {
      t.a[0] += p[i];
      t.a[1] = p[i] > t.a[1] ? p[i] : t.a[1];
    }
  *o = t;
  for (int i = 1; i < n; i++)
    s += p[i];
  o[1].a[n & 3] = s;
  s = 0;
  for (int i = 0; i < n; i++)
    {
      w[i] = f (p[i]);
      s += w[i];
      m = i == 0 || g (w[i]) < m ? g (w[i]) : m;
    }
  to[1] = s;
  to[2] = m;
  for (int i = 0; i < n; i++)
    to[4 + i] = g (w[i]);
  return w[3] + n;
}

/* --- A handler sees what was assigned before the failing builtin. --------------------------- */

static jmp_buf out_of;

static void
leave (const char *text)
{
  (void) text;
  longjmp (out_of, 1);
}

static int
failing (void)
{
  struct summary s = { 5, 5, 5 };
  nova_error_handler *old = nova_set_error_handler (leave);
  int good = 0;

  if (setjmp (out_of) == 0)
    summary (&s, memory, 0);
  else
    good = s.sum == 0 && s.most == 5;
  nova_set_error_handler (old);
  if (!good)
    printf ("failing: %g %g\n", s.sum, s.most);
  return good;
}

int
main (void)
{
  static const int offset[] = { 0, 1, 2, 3, 17, N - 2, N - 1, N, N + 1, 2 * N, 3 * N - 1 };
  int good = 1, count = sizeof offset / sizeof *offset;

  for (int i = 0; i < count; i++)
    {
      float *m = memory, *w = expected, r, rw;

      fill (m);
      fill (w);
      summary ((struct summary *) (m + offset[i]), m + 2, N - 2);
      summary_loop ((struct summary *) (w + offset[i]), w + 2, N - 2);
      good &= same ("summary", offset[i]);
      for (int k = 0; k < count; k++)
	{
	  struct pair q = { m + N, m + N / 2, N - 1 }, qw = { w + N, w + N / 2, N - 1 };

	  fill (m);
	  fill (w);
	  stores (m + offset[i], m + offset[k], m + N, N);
	  stores_loop (w + offset[i], w + offset[k], w + N, N);
	  good &= same ("stores", 100 * i + k);
	  fill (m);
	  fill (w);
	  r = loads (m + offset[i], m + offset[k], &q);
	  rw = loads_loop (w + offset[i], w + offset[k], &qw);
	  good &= same ("loads", 100 * i + k) && r == rw;
	  fill (m);
	  fill (w);
	  r = several ((struct four *) (m + offset[i]), m + offset[k], m + N, N - 9);
	  rw = several_loop ((struct four *) (w + offset[i]), w + offset[k], w + N, N - 9);
	  good &= same ("several", 100 * i + k) && r == rw;
	}
    }
  fill (memory);
  fill (expected);
  looped (memory, memory + N, memory + 2 * N, N - 1, 3);
  looped_loop (expected, expected + N, expected + 2 * N, N - 1, 3);
  good &= same ("looped", 0);
  looped (memory, memory + 1, memory + 2, 40, 3);
  looped_loop (expected, expected + 1, expected + 2, 40, 3);
  good &= same ("looped", 1);
  good &= failing ();
  return !good;
}

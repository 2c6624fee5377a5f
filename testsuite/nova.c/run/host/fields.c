/* nova_field and nova_zip: structures with structures, pointers, arrays, bit-fields, and unions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define MOST 9000
struct pair { float x, y; };
struct part { struct pair at; char name; const struct part *next; long double weight; };
struct flags { unsigned on : 1; int level : 5; unsigned char code[4]; double size; };
union word { int i; float f; };
struct tagged { short tag; union word w; struct { int deep; }; };
static struct part p[MOST];
static struct flags g[MOST];
static struct tagged t[MOST];
static union word u[MOST];
static struct pair made[MOST];
static int a[MOST];
static const size_t sizes[] = { 0, 1, 3, 500, MOST };
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d, n %zu: %s\n", __LINE__, n, #C); bad = 1; } } while (0)

static float length2 (struct pair q) { return q.x * q.x + q.y * q.y; }

static void
fields (size_t n)
{
  nova_vec (struct part) v = nova_view (p, n);
  double x = 0;
  int names = 0, ons = 0, levels = 0, deep = 0, words = 0;
  for (size_t i = 0; i < n; i++)
    {
      x += p[i].at.x;
      names += p[i].name;
      ons += g[i].on;
      levels += g[i].level;
      deep += t[i].deep;
      words += u[i].i;
    }
  CHECK (nova_sum_as (double, nova_field (v, at.x)) == x);
  CHECK (nova_sum (nova_field (v, name)) == names);
  CHECK (nova_sum_as (double, nova_field (nova_field (v, at), x)) == x);
  CHECK (nova_sum (nova_field (nova_view (g, n), on)) == ons);
  CHECK (nova_sum (nova_field (nova_view (g, n), level)) == levels);
  CHECK (nova_sum (nova_field (nova_view (t, n), deep)) == deep);
  CHECK (nova_sum (nova_field (nova_view (u, n), i)) == words);
  CHECK (nova_sum (nova_field (nova_field (nova_view (t, n), w), i)) == words);
  CHECK (nova_sum (nova_field (nova_view (t, n), w . i)) == words);
  nova_vec (const struct part *) next = nova_field (v, next);
  nova_vec (long double) weight = nova_field (nova_reverse (v), weight);
  CHECK (nova_length (next) == n && nova_length (weight) == n);
  for (size_t i = 0; i < n; i++)
    CHECK (nova_get (next, i) == p + i / 2 && nova_get (weight, i) == (long double) (n - 1 - i));
  CHECK (nova_sum (nova_field (nova_map (nova_lambda (struct pair, (int i), {
    struct pair q = { i, 1 }; return q; }), nova_range ((int) n)), y)) == n);
  /* A field of a view is a view.  */
  if (n)
    {
      nova_vec (char) name = nova_field (v, name);
      nova_vec (int) kept = nova_field (nova_view (t, n), deep);
      p[0].name += 100;
      t[0].deep += 1000;
      CHECK (nova_sum (name) == names + 100);
      CHECK (nova_get (kept, 0) == 1000 && nova_sum (kept) == deep + 1000);
      p[0].name -= 100;
      t[0].deep -= 1000;
    }
}

static void
zips (size_t n)
{
  nova_vec (struct pair) z = nova_zip (struct pair, nova_view (a, n), nova_field (nova_view (p, n), weight));
  CHECK (nova_store (made, MOST, z) == n);
  for (size_t i = 0; i < n; i++)
    CHECK (made[i].x == a[i] && made[i].y == i && nova_get (z, i).x == a[i]);
  float sum = 0;
  for (size_t i = 0; i < n && i < 100; i++)
    sum += length2 (made[i]);
  size_t m = n < 100 ? n : 100;
  CHECK (nova_sum (nova_map (length2, nova_zip (struct pair, nova_view (a, m), nova_range ((int) m)))) == sum);
  struct bits { unsigned low : 3; int : 0; signed char c; union word w; };
  nova_vec (struct bits) b = nova_zip (struct bits, nova_view (a, n), nova_range ((int) n), nova_view (u, n));
  int lows = 0, cs = 0;
  for (size_t i = 0; i < n; i++)
    {
      lows += a[i] & 7;
      cs += (signed char) i;
    }
  CHECK (nova_sum (nova_field (b, low)) == lows && nova_sum (nova_field (b, c)) == cs);
  CHECK (nova_sum (nova_field (nova_field (b, w), i)) == nova_sum (nova_field (nova_view (u, n), i)));
  struct outer { struct pair q; const struct part *next; };
  nova_vec (struct outer) o = nova_zip (struct outer, z, nova_field (nova_view (p, n), next));
  CHECK (nova_length (o) == n && (!n || (nova_get (o, n - 1).next == p + (n - 1) / 2
					 && nova_get (o, n - 1).q.y == n - 1)));
  /* In place.  */
  struct pair q[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
  nova_vec (struct pair) w = nova_view (q, 3);
  nova_store (q, 3, nova_zip (struct pair, nova_field (w, y), nova_reverse (nova_field (w, x))));
  CHECK (q[0].x == 2 && q[0].y == 5 && q[2].x == 6 && q[2].y == 1);
}

int
main (void)
{
  for (int i = 0; i < MOST; i++)
    {
      a[i] = i * 7 % 100;
      p[i].at.x = i % 50;
      p[i].at.y = -i;
      p[i].name = i % 20;
      p[i].next = p + i / 2;
      p[i].weight = i;
      g[i].on = i % 3 == 0;
      g[i].level = i % 16 - 8;
      g[i].code[2] = i;
      t[i].tag = i;
      u[i].i = t[i].w.i = i % 77;
      t[i].deep = i % 5;
    }
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      fields (sizes[k]);
      zips (sizes[k]);
    }
  return bad;
}

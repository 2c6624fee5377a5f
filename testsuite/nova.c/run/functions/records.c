/* Records and pointers as elements: by value, nested, with unused members, bounding boxes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

struct point
{
  float x, y;
};

struct box
{
  struct point low, high;
};

struct tagged
{
  char tag;
  struct point p;
  int n[3];
};

#define N 10000
static struct point p[N];

static struct box
box_of (struct point a)
{
  return (struct box) { a, a };
}

static float least (float a, float b) { return a < b ? a : b; }
static float most (float a, float b) { return a > b ? a : b; }

static struct box
join (struct box a, struct box b)
{
  struct box r;

  r.low.x = least (a.low.x, b.low.x);
  r.low.y = least (a.low.y, b.low.y);
  r.high.x = most (a.high.x, b.high.x);
  r.high.y = most (a.high.y, b.high.y);
  return r;
}

static struct point
add (struct point a, struct point b)
{
  struct point r = { a.x + b.x, a.y + b.y };

  return r;
}

static struct tagged
tag (struct point a)
{
  struct tagged t = { 'p', a, { 1, 2, (int) a.x } };

  return t;
}

static int last (struct tagged t) { return t.n[2] + (t.tag == 'p'); }
static float x_of (const struct point *q) { return q->x; }
static const struct point *address (struct point *base, size_t i) { return base + i; }

int
main (void)
{
  struct box none = { { 1e9f, 1e9f }, { -1e9f, -1e9f } }, b;
  struct point zero = { 0, 0 }, s;
  float sx = 0, sy = 0;
  long tags = 0;
  int good = 1;

  for (int i = 0; i < N; i++)
    {
      p[i].x = i % 100;
      p[i].y = i % 50 - 25;
      sx += p[i].x;
      sy += p[i].y;
      tags += (int) p[i].x + 1;
    }
  b = nova_reduce (join, none, nova_map (box_of, nova_view (p, N)));
  s = nova_reduce (add, zero, nova_view (p, N));
  good &= b.low.x == 0 && b.low.y == -25 && b.high.x == 99 && b.high.y == 24;
  good &= s.x == sx && s.y == sy;
  good &= nova_sum (nova_map (last, nova_map (tag, nova_view (p, N)))) == tags;
  nova_vec (const struct point *) q = nova_tabulate (nova_bind (address, p), (size_t) N);
  good &= nova_get (q, 17) == p + 17;
  good &= nova_sum (nova_map (x_of, q)) == sx;
  if (!good)
    puts ("wrong");
  return !good;
}

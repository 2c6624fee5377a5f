/* References that are taken and given back while something else keeps the vector are not counted
   at all: copies of handles, structures passed, returned and copied, the state of a loop.  What a
   call may release, and what another name may, is counted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler-times "nova_vec_retain" 5 } } */

#include <nova.h>

typedef nova_vec (float) vec;
struct two { vec a, b; int n; };

extern void other (void);
extern float look (vec v);
static float half (float v) { return v / 2; }

/* None: w is v.  */
float
copied (vec y)
{
  vec v = nova_map (half, y), w = v;
  float s = look (w);
  other ();
  return s + look (v) + look (w);
}

/* One, lest the new t.a take the memory of s.a; s and t are in pieces.  */
static struct two
make (int n)
{
  vec a = nova_tabulate (nova_lambda (float, (size_t i), { return i; }), n), b = nova_map (half, a);
  struct two s = { a, b, n };
  return s;
}

static float
sum (struct two s)
{
  return look (s.a) + look (s.b);
}

float
structures (int n)
{
  struct two s = make (n), t = s;
  t.a = nova_map (half, t.a);
  return sum (t) + sum (s);
}

/* One, of what goes from NOW to BEFORE, for both may begin as one vector.  */
float
state (vec y, int n)
{
  vec now = nova_map (half, y), before = now;
  while (n-- > 0)
    {
      vec next = nova_map (nova_add, now, before);
      before = now;
      now = next;
    }
  return look (now);
}

/* One: the call may release what KEPT has.  */
vec kept;

float
global (void)
{
  vec v = kept;
  other ();
  return look (v);
}

/* Two, one on each way: V may be what goes.  */
float
chosen (vec y, int c)
{
  vec a = nova_map (half, y), b = nova_map (half, a), v = c ? a : b;
  a = nova_map (half, b);
  return look (v) + look (a);
}

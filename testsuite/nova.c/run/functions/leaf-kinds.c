/* Every kind of function that a worker may call: inlined, cloned, kept, recursive, interposable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -fPIC" "-Os -fPIC" "-O2 -flto" "-O1 -g" } */

#include <nova.h>
#include <stdio.h>

#define N 5000
static float x[N];

__attribute__ ((noinline)) float kept (float a) { return a + 1; }
__attribute__ ((noclone)) float single (float a) { return a + 2; }
__attribute__ ((weak, const)) float weak (float a) { return a + 3; }
__attribute__ ((noipa, const)) float opaque (float a) { return a + 4; }
static inline __attribute__ ((always_inline)) float always (float a) { return a + 5; }
float global (float a) { return kept (a) + always (a) + 6; }
float other (float) __attribute__ ((alias ("global")));
static float even (float a);
static float odd (float a) { return a < 1 ? a : even (a - 1) + 1; }
static float even (float a) { return a < 1 ? a : odd (a - 1) + 2; }
float old (a) float a; { return a + 7; }
static float table (float a)
{
  static const float t[4] = { 8, 9, 10, 11 };
  return t[(int) a & 3];
}
static float loop (float a)
{
  float s = 0;
  for (int i = 0; i < (int) a; i++)
    s += i & 1 ? a : 1;
  return s;
}
static float branch (float a)
{
  if (a > 3)
    {
      float b = a * 2;
      return b / (a + 1);
    }
  return a / 3;
}
static float jump (float a)
{
  switch ((int) a)
    {
    case 0: return 3;
    case 1: return a;
    case 2: return a * a;
    default: return -a;
    }
}
static short narrow (signed char a, unsigned short b) { return a * b; }

/* { dg-nova-output "^ok\n$" } */
#define CHECK(F)								\
  do										\
    {										\
      nova_vec (float) y = nova_map (F, nova_view (x, N));			\
      for (int i = 0; i < N; i++)						\
	if (nova_get (y, i) != F (x[i]))					\
	  {									\
	    printf (#F " (%g): %g, not %g\n", x[i], nova_get (y, i), F (x[i]));	\
	    return 1;								\
	  }									\
    }										\
  while (0)

int
main (void)
{
  static signed char c[N];
  static unsigned short s[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 11, c[i] = i, s[i] = 3 * i;
  CHECK (kept);
  CHECK (single);
  CHECK (weak);
  CHECK (opaque);
  CHECK (always);
  CHECK (global);
  CHECK (other);
  CHECK (odd);
  CHECK (old);
  CHECK (table);
  CHECK (loop);
  CHECK (branch);
  CHECK (jump);
  nova_vec (short) y = nova_map (narrow, nova_view (c, N), nova_view (s, N));
  for (int i = 0; i < N; i++)
    if (nova_get (y, i) != narrow (c[i], s[i]))
      return 1;
  puts ("ok");
  return 0;
}

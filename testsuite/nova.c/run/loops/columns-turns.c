/* Columns that loops of C walk down, in their order.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define H 37
#define W 75

static float a[H * W], x[H], y[W], z[W];

__attribute__ ((noinline)) static void
sums (size_t h, size_t w)
{
  nova_vec (float) v = nova_view (a, h * w);
  float column (size_t c)
  {
    float s = 1;
    for (size_t i = 0; i < h; i++)
      s += nova_get (v, i * w + c);
    return s;
  }
  nova_store (y, w, nova_map (column, nova_range (w)));
}

__attribute__ ((noinline)) static void
dots (int h, int w)
{
  nova_vec (float) u = nova_view (x, h);
  nova_vec (nova_vec (float)) v = nova_view (a, h, w);
  float column (int c)
  {
    float s = 0, most = -1;
    for (int i = 0; i < h; i++)
      {
	float e = nova_get (nova_get (v, i), c);
	s -= e * nova_get (u, i);
	most = e > most ? e : most;
      }
    return s * 3 + most;
  }
  nova_store (y, w, nova_map (column, nova_range (w)));
}

static void
same (int w)
{
  for (int c = 0; c < w; c++)
    if (y[c] != z[c])
      __builtin_abort ();
}

int
main (void)
{
  for (int k = 0; k < H * W; k++)
    a[k] = 1.f / (1 + k * 7 % 101);
  for (int k = 0; k < H; k++)
    x[k] = k % 5;
  for (int w = 1; w <= W; w += w < 10 ? 1 : 13)
    for (int h = 0; h <= H; h += 9)
      {
	for (int c = 0; c < w; c++)
	  {
	    z[c] = 1;
	    for (int i = 0; i < h; i++)
	      z[c] += a[i * w + c];
	  }
	sums (h, w);
	same (w);
	for (int c = 0; c < w; c++)
	  {
	    float s = 0, most = -1;
	    for (int i = 0; i < h; i++)
	      {
		s -= a[i * w + c] * x[i];
		most = a[i * w + c] > most ? a[i * w + c] : most;
	      }
	    z[c] = s * 3 + most;
	  }
	dots (h, w);
	same (w);
      }
  return 0;
}

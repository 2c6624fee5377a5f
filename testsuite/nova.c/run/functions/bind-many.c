/* nova_bind fixes as many parameters as there are, of all kinds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

struct s { int a, b; };

static double
f (int a1, long a2, float a3, double a4, struct s a5, char a6, _Bool a7, const char *a8,
   nova_vec (int) a9, short a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17,
   int a18, int a19, int a20, int x)
{
  return a1 + 2 * (double) a2 + 3 * (double) a3 + a4 + a5.a + a5.b + a6 + a7 + a8[1]
	 + nova_get (a9, x % 3) + a10 + a11 + a12 + a13 + a14 + a15 + a16 * 2 + a17 * 3 + a18 + a19
	 + a20 * 7 + x;
}

int
main (void)
{
  int w[3] = { 3, 4, 5 };
  nova_vec (double) y
    = nova_map (nova_bind (f, 1, 2, 3, 4, ((struct s) { 5, 6 }), 'c', 9, "xyz", nova_view (w, 3),
			   10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), nova_range (50));
  for (int i = 0; i < 50; ++i)
    if (nova_get (y, i) != 1 + 4 + 9 + 4 + 11 + 'c' + 1 + 'y' + w[i % 3] + 75 + 32 + 51 + 37 + 140
			   + i)
      return 1 + i;
  return 0;
}

/* Zero padding of elements that are never taken apart.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

union u
{
  float f;
  int i;
};

struct s
{
  union u u;
  long n;
};

int
main (void)
{
  union u x[3] = { { .i = 1 }, { .i = 2 }, { .i = 3 } }, y[9];
  struct s s[2] = { { { .i = 4 }, 5 }, { { .i = 6 }, 7 } }, t[4];
  static const int want[9] = { 0, 0, 0, 1, 2, 3, 0, 0, 0 };
  size_t n = nova_store (y, 9, nova_pad (NOVA_ZERO, 3, nova_view (x, 3)));
  int bad = n != 9;

  for (int i = 0; i < 9; i++)
    bad |= y[i].i != want[i];
  bad |= nova_store (t, 4, nova_pad (NOVA_ZERO, 1, nova_view (s, 2))) != 4;
  bad |= t[0].n != 0 || t[1].u.i != 4 || t[2].n != 7 || t[3].u.i != 0;
  bad |= nova_length (nova_pad (NOVA_ZERO, 2, nova_view (x, 0))) != 4;
  puts (bad ? "wrong" : "right");
  return bad;
}

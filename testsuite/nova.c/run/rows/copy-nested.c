/* Copies and stores of nested vectors of which only the handle knows the shape.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include <string.h>

typedef nova_vec (int) vec;
typedef nova_vec (vec) matrix;
typedef nova_vec (matrix) box;

__attribute__ ((noipa)) static size_t
put (int *to, size_t n, box x)
{
  return nova_store (to, n, x);
}

__attribute__ ((noipa)) static box
copied (box x)
{
  return nova_copy (x);
}

__attribute__ ((noipa)) static matrix
backwards (matrix x)
{
  return nova_reverse (x);
}

__attribute__ ((noipa)) static int
sum_of_copy (matrix x)
{
  matrix c = nova_copy (x);
  return nova_sum (nova_map (nova_lambda (int, (vec row), { return nova_sum (row); }), c));
}

int
main (void)
{
  int a[24], o[24] = { 0 };
  for (int i = 0; i < 24; i++)
    a[i] = i;
  box v = nova_view (a, 2, 3, 4), none, c = copied (v);
  if (put (o, 24, v) != 24 || memcmp (a, o, sizeof a) != 0)
    abort ();
  a[5] = 100;
  if (nova_get (nova_get (nova_get (c, 0), 1), 1) != 5
      || nova_get (nova_get (nova_get (v, 0), 1), 1) != 100)
    abort ();
  if (sum_of_copy (nova_get (c, 1)) != 210 || put (o, 0, none) != 0
      || nova_length (copied (none)) != 0 || nova_length (copied (nova_view (a, 2, 0, 4))) != 2)
    abort ();
  matrix b = nova_copy (backwards (nova_get (v, 1)));
  a[23] = 0;
  if (nova_get (nova_get (b, 0), 3) != 23 || nova_data (b)[4] != 16)
    abort ();
}

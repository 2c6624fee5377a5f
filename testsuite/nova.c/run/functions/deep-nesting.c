/* Builtins nested deeply: a row of a row of a row ... is compiled in time that does not double with
   each level, in host code, in a region and in a function operand; nothing has a limit of levels.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

/* One level more: of one row, the columns.  */
#define T(X) nova_transpose (nova_split (1, X))

#define CHECK(COND)						\
  do								\
    if (!(COND))						\
      {								\
	printf ("%d: does not hold: %s\n", __LINE__, #COND);	\
	return 1;						\
      }								\
  while (0)

int
main (void)
{
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i + 1;
  nova_vec (int) x = nova_view (a, 64);

  /* In a region.  */
  int sum = nova_sum (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T
    (x)))))))))))))))))))))))))))))))))))))))));
  CHECK (sum == 64 * 65 / 2);

  /* In host code.  */
  int fifth = nova_get (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten (nova_flatten
    (nova_flatten (nova_flatten (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T
    (x)))))))))))))))))))))))))))))))))))))))), 5);
  CHECK (fifth == 6);
  int first = nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
    (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
    (nova_get (nova_get (nova_get (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T
    (x)))))))))))))))))))), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0),
    0), 0), 0), 0);
  CHECK (first == 1);

  /* In a function operand.  */
  int
  pick (int v)
  {
    return v + nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
      (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get (nova_get
      (nova_get (nova_get (nova_get (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T (T
      (x)))))))))))))))))))), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0), 0),
      0), 0), 0), v - 1);
  }
  CHECK (nova_sum (nova_map (pick, nova_view (a, 1))) == 2);
  return 0;
}

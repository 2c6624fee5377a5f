/* Zero rows around rows of unions and of structs that hold some: of the shape of the others, or empty.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <string.h>

union un { int i; float f; unsigned char c[12]; };
struct with { short s; union un u; };

static union un a[12];
static struct with w[6];

static nova_vec (union un)
row (size_t i)
{
  return nova_view (a + 3 * i, 3);
}

int
main (void)
{
  for (int i = 0; i < 12; i++)
    for (int k = 0; k < 12; k++)
      a[i].c[k] = 12 * i + k + 1;
  for (int i = 0; i < 6; i++)
    w[i] = (struct with) { .s = i + 1, .u = a[i] };
  nova_vec (nova_vec (union un)) x = nova_pad (NOVA_ZERO, 2, nova_map (row, nova_range (4)));
  if (nova_length (x) != 8)
    return 1;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 3; j++)
      {
	union un u = nova_get (nova_get (x, i), j), zero = { .c = { 0 } };
	if (memcmp (&u, i < 2 || i > 5 ? &zero : &a[3 * (i - 2) + j], sizeof u))
	  return 2;
      }
  nova_vec (nova_vec (nova_vec (struct with))) y = nova_pad (NOVA_ZERO, 1, nova_view (w, 1, 3, 2));
  if (nova_length (y) != 3)
    return 3;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 2; k++)
	{
	  struct with v = nova_get (nova_get (nova_get (y, i), j), k);
	  if (v.s != (i == 1 ? 2 * j + k + 1 : 0) || v.u.i != (i == 1 ? a[2 * j + k].i : 0))
	    return 4;
	}
  /* No rows: those around have no elements.  */
  nova_vec (nova_vec (union un)) none = nova_pad (NOVA_ZERO, 1, nova_map (row, nova_range (0)));
  return nova_length (none) != 2 || nova_length (nova_get (none, 0)) != 0;
}

/* What nova.h declares beside the builtins: versions, the number of threads; printing and elements
   of vectors that nobody stores.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^\[0-9x \]*\\\[0,1,4,9,16\\\]\n" } */

#include <nova.h>
#include <stdlib.h>
#include <string.h>

static int square (int v) { return v * v; }

int
main (void)
{
  nova_vec (int) v = nova_map (square, nova_range (5));
  const int *p = nova_data (v), *q = nova_data (nova_map (square, nova_range (10)));
  const char *target = getenv ("NOVA_TARGET");
  int before = nova_num_threads (), sum = 0;

  nova_print (v);
  nova_print (nova_view (((double[]) { 1.5, -2 }), 2));
  nova_print (nova_tabulate (nova_lambda (int, (size_t i, size_t j), { return i + j; }), 2, 3));
  for (size_t i = 0; i < nova_length (v); i++)
    sum += nova_get (v, i);
  if (p[4] != 16 || p[0] != 0 || q[9] != 81 || sum != 30)
    return 1;
  if (nova_version () != __NOVA__ || __NOVA__ < 100 || before < 1)
    return 1;
  nova_set_num_threads (3);
  return nova_num_threads () != (target && !strcmp (target, "seq") ? 1 : 3);
}

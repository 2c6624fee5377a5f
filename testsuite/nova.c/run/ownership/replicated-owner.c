/* What is replicated lives as long as the vector of its repetitions, which each region makes again.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^12 3 24\n$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int a[4] = { 3, 1, 2, 1 };
static int key (int q) { return q % 5; }
static char *block[64];

/* Take what was released before, and spoil it.  */
static __attribute__ ((noipa)) void
spoil (size_t size)
{
  for (int k = 0; k < 16; k++)
    if ((block[k] = malloc (size)) != NULL)
      memset (block[k], 0x55, size);
  for (int k = 0; k < 16; k++)
    free (block[k]);
}

int
main (void)
{
  size_t m = 3;
  nova_vec (int) v
    = nova_flatten (nova_flatten (nova_replicate (m, nova_group_by (key, nova_view (a, 4)))));
  nova_vec (nova_vec (int)) w = nova_replicate (2 * m, nova_sort (nova_lt, nova_view (a, 4)));

  for (size_t size = 16; size <= 160; size += 16)
    spoil (size);
  printf ("%zu ", nova_length (v));
  printf ("%d ", nova_maximum (v));
  printf ("%zu\n", nova_length (nova_flatten (w)));
  return 0;
}

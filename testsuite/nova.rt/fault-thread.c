/* When threads cannot be started the work is done by fewer, and the program does not notice.
   { dg-nova-env "NOVA_FAULT=thread:1+" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static void
chunk (void *p, size_t c)
{
  ((int *) p)[c]++;
}

int
main (void)
{
  int done[50] = { 0 };
  for (int k = 0; k < 10; k++)
    nova_parfor (chunk, done, 50, LARGE, NULL);
  for (int c = 0; c < 50; c++)
    CHECK (done[c] == 10);
  CHECK (nova_num_threads () >= 1);
  return 0;
}

/* NOVA_CHECK=1: a permutation that the user said goes unchecked is checked all the same.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-options "-fplugin-arg-nova-unchecked=permute" } */
/* { dg-nova-env "NOVA_CHECK=1" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { N = 1000 };
static jmp_buf back;
static char said[200];
static short ix[N];
static int x[N], bad;

static void
handler (const char *line)
{
  strcpy (said, strrchr (line, ':') + 2);
  longjmp (back, 1);
}

/* What permuting N elements says is TEXT.  */
static void
says (size_t n, const char *text)
{
  volatile int sum = 0;

  said[0] = '\0';
  if (!setjmp (back))
    sum = nova_sum (nova_permute (nova_view (ix, n), nova_view (x, n)));
  if (strcmp (said, text) != 0)
    bad = printf ("said: %s\nwanted: %s\n", said, text);
  (void) sum;
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    ix[i] = (i * 7 + 3) % N;
  says (N, "");
  says (0, "");
  ix[700] = ix[20];
  ix[900] = ix[30];
  says (N, "element 700, the index 143, is not new");
  ix[800] = N;
  says (N, "element 800, the index 1000, is not below 1000");
  ix[10] = -1;
  says (N, "element 10, the index -1, is not below 1000");
  return bad;
}

/* NOVA_CHECK=1: an address that its elements must not have is an error where a region uses it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-env "NOVA_CHECK=1" } */

#include <nova.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;
static char said[200];

static void
handler (const char *line)
{
  strcpy (said, strchr (line, ' ') + 1);
  longjmp (back, 1);
}

int
main (void)
{
  static _Alignas (8) char room[4 * 101];
  const volatile uintptr_t at = (uintptr_t) room;
  volatile long sum = 0;
  char wanted[200];
  nova_set_error_handler (handler);
  snprintf (wanted, sizeof wanted, "the address %zu is no multiple of 4, the alignment of its elements",
	    (size_t) at + 1);
  if (!setjmp (back))
    sum = nova_sum (nova_view ((const int *) at, 100));
  if (said[0])
    return printf ("said: %s\n", said), 1;
  if (!setjmp (back))
    sum = nova_sum (nova_view ((const int *) (at + 1), 100));
  const char *text = strchr (said, ' ');
  if (text && strcmp (text + 1, wanted) == 0)
    return 0;
  printf ("said: %s\nwanted: %s\n", said, wanted);
  return 1;
}

/* An element with a large array of which little changes is not copied if it stays where it is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */

#include <nova.h>

struct state { int at, from; int cells[2000]; };

static struct state
step (struct state s)
{
  s.cells[s.at] += s.cells[s.from];
  return s;
}

void
here (struct state *a, size_t n)
{
  nova_store (a, n, nova_map (step, nova_map (step, nova_view (a, n))));
}

/* { dg-final { scan-assembler-not {call\s+mem|rep (movs|stos)} } } */

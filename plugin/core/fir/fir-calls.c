/* The strongly connected components of the calls that a region leads to.

   Tarjan's algorithm: a function is numbered when it is reached; of a component the one with the
   least number is left last, and the others are then above it on the stack.  It is linear in the
   size of what is reached, however long the cycles are.

   Does not: follow calls through function values.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir.h"

struct components
{
  unsigned mark;		/* of the functions that have a number */
  unsigned numbers, components;
  struct fir_fun *at;		/* whose body is being walked */
  struct fir_fun *stack;	/* of no component yet, linked by BELOW */
};

static void visit (struct components *c, struct fir_fun *f);

static void
visit_call (struct fir_stmt *s, void *data)
{
  struct components *c = (struct components *) data;
  struct fir_fun *f = c->at, *to = s->callee;

  if (s->op != FIR_CALL)
    return;
  f->recursive |= to == f;
  if (to->mark != c->mark)
    {
      visit (c, to);
      c->at = f;
    }
  /* A function that has a component already is in no cycle with F.  */
  if (!to->component && to->low < f->low)
    f->low = to->low;
}

static void
visit (struct components *c, struct fir_fun *f)
{
  unsigned number = ++c->numbers;
  struct fir_fun *top;

  f->mark = c->mark;
  f->component = 0;
  f->recursive = false;
  f->low = number;
  f->below = c->stack;
  c->stack = c->at = f;
  fir_walk (f->fn->body, visit_call, c);
  if (f->low != number)
    return;
  c->components++;
  f->recursive |= c->stack != f;
  do
    {
      top = c->stack;
      c->stack = top->below;
      top->component = c->components;
      top->recursive |= f->recursive;
    }
  while (top != f);
}

static void
visit_root (struct fir_stmt *s, void *data)
{
  struct components *c = (struct components *) data;

  if (s->op == FIR_CALL && s->callee->mark != c->mark)
    visit (c, s->callee);
}

void
fir_number_components (struct fir_prog *p, struct fir_region *r)
{
  struct components c = { .mark = ++p->marks };

  fir_walk (r->body, visit_root, &c);
}

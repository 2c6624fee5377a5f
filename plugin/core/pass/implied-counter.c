/* The pass implied: parameters of a function value that never fall below what they begin with.

     m = mu { (s, i: i32) if lt i n { e = get x i ...  j = add i 1  apply m q j } else { s } }
     r = apply m z 0

   I is at least 0: it begins there, and a turn that has an i of at least 0 hands on one of at least
   0.  A signed index then needs no check for that.

   Does not: look for anything but the least of the constants that the calls from outside have, or
   the variable that they all have; or use what is known outside of the function.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "implied.h"

/* Parameter K of MU, which begins with FROM or more.  */
struct counter
{
  struct implied *z;
  struct fir_stmt *mu;
  unsigned k;
  struct fir_atom from;
  unsigned begins, turns;	/* calls from outside, and from inside */
  bool good;			/* so far */
};

/* Does S call C's function?  */
static bool
calls (const struct counter *c, const struct fir_stmt *s)
{
  return s->op == FIR_APPLY && s->args[0].var == c->mu->res[0];
}

/* Note that C begins with X, too.  */
static void
note_begin (struct counter *c, struct fir_atom x)
{
  __int128 i, least;

  if (!c->begins++)
    c->from = x;
  else if (fir_atom_value (x, &i) && fir_atom_value (c->from, &least))
    c->from = i < least ? x : c->from;
  else
    c->good = fir_atom_equal (x, c->from);
}

/* Note what the calls in B, which is outside of C's function, begin with.  */
static void
find_begins (struct counter *c, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s && c->good; s = s->next)
    {
      if (s == c->mu)
	continue;
      if (calls (c, s))
	{
	  /* The first operand of a call that is near may be any.  */
	  c->good = !(s->near && !c->k);
	  if (c->good)
	    note_begin (c, s->args[1 + c->k]);
	}
      for (unsigned k = 0; k < s->nfns; k++)
	find_begins (c, s->fns[k]->body);
    }
}

/* Do the calls in B, which is in C's function, and around which A says what is there, hand on what
   is at least that, too?  */
static void
find_turns (struct counter *c, struct fir_block *b, const struct around *a)
{
  for (struct fir_stmt *s = b->first; s && c->good; s = s->next)
    {
      if (calls (c, s))
	{
	  struct fir_atom next = s->args[1 + c->k];
	  struct facts f;

	  implied_learn_value (c->z, next, a, &f);
	  c->good = !(s->near && !c->k) && facts_ordered (&f, c->from, next);
	  c->turns++;
	}
      for (unsigned k = 0; k < s->nfns; k++)
	if (s->op == FIR_IF)
	  find_turns (c, s->fns[k]->body,
		      &(struct around) { .up = a, .c = s->args[0], .holds = !k, .at = s });
	else
	  find_turns (c, s->fns[k]->body, &(struct around) { .up = a });
    }
}

bool
implied_counts (struct implied *z, struct fir_stmt *mu, unsigned k, struct fir_atom *from)
{
  struct counter c = { .z = z, .mu = mu, .k = k, .good = true };
  struct fir_var *v = mu->fns[0]->params[k];

  if (!type_is_integral (v->type))
    return false;
  find_begins (&c, mu->parent);
  if (!c.good || !c.begins)
    return false;
  find_turns (&c, mu->fns[0]->body, &(struct around) { .counter = v, .from = c.from });
  *from = c.from;
  /* Whoever else has the function may call it with anything.  */
  return c.good && fir_count_uses (mu->parent, mu->res[0]) == c.begins + c.turns;
}

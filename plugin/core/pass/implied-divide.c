/* The pass implied: numbers that are not negative are divided as sizes.

     loop n { (i)  j: i32 = conv i  q: i32 = div j w  r: i32 = rem j w ... }
     =>
     a = |w|, a u64   s: i32 = select (lt w 0) -1 1
     loop n { (i)  q' = div i a  q: i32 = mul s (conv q')  r' = rem i a  r: i32 = conv r' ... }

   The sign of a remainder is that of the dividend, that of a quotient is w's.  Where w is known not
   to be negative there is no s.  So rows of a grid that the program counts with an int are seen
   (schedule-nest.c), and no element divides.

   Only in a region's loop whose elements cannot fail: a check that stays needs a branch for each
   element, which then may as well divide; and what is known of a quotient says less of its parts.
   Does not: divide under conditions, or by what an element computes.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"
#include "base/scalar.h"

/* A new primitive of type T before AT.  */
static struct fir_atom
before (struct fir_prog *p, struct fir_stmt *at, enum fir_op op, const struct type *t, unsigned n,
	struct fir_atom x, struct fir_atom y, struct fir_atom z)
{
  struct fir_block *b = fir_block_new (p);
  struct fir_atom args[3] = { x, y, z };
  struct fir_atom r = fir_prim (p, b, op, t, n, args);
  struct fir_stmt *s = b->last;

  fir_unlink (s);
  fir_insert_before (at, s);
  return r;
}

static struct fir_atom
converted (struct fir_prog *p, struct fir_stmt *at, const struct type *t, struct fir_atom a)
{
  return before (p, at, FIR_CONV, t, 1, a, FIR_NONE, FIR_NONE);
}

bool
pass_divides_number (struct fir_stmt *s, struct fir_stmt *loop)
{
  const struct type *t = s->res[0]->type;

  return type_is_integral (t) && t->scalar != SCALAR_BOOL && scalar_info[t->scalar].is_signed
	 && t->size <= 8 && s->parent == loop->fns[0]->body && s->args[0].var
	 && (!s->args[1].var || facts_bound_outside (s->args[1], loop)) && !fir_may_fail (loop);
}

bool
pass_divide_as_size (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *loop,
		     struct facts *f)
{
  const struct type *size = type_size (p->ctx), *t = s->res[0]->type;
  struct fir_atom w = s->args[1], zero = fir_atom_int (p, t, 0), one = fir_atom_int (p, size, 1);
  struct fir_atom of, a, r, *args;
  __int128 off;
  bool sign = !facts_not_negative (f, w);

  if (!facts_not_negative (f, s->args[0]) || !facts_exactly (f, s->args[0], &of, &off)
      || (sign && w.cst))
    return false;
  if (off)
    of = before (p, s, FIR_ADD, size, 2, of, fir_atom_int (p, size, off), FIR_NONE);
  a = converted (p, loop, size, w);
  if (sign)
    {
      struct fir_atom less = before (p, loop, FIR_LT, type_i32 (p->ctx), 2, w, zero, FIR_NONE);
      struct fir_atom minus = before (p, loop, FIR_SUB, size, 2, fir_atom_int (p, size, 0), a,
				      FIR_NONE);

      a = before (p, loop, FIR_SELECT, size, 3, less, minus, a);
      one = before (p, loop, FIR_SELECT, t, 3, less, fir_atom_int (p, t, -1),
		    fir_atom_int (p, t, 1));
    }
  r = before (p, s, s->op, size, 2, of, a, FIR_NONE);
  args = CTX_NEWV (p->ctx, struct fir_atom, 2);
  if (sign && s->op == FIR_DIV)
    {
      args[0] = one;
      args[1] = converted (p, s, t, r);
      s->op = FIR_MUL;
      s->nargs = 2;
    }
  else
    {
      args[0] = r;
      s->op = FIR_CONV;
      s->nargs = 1;
    }
  s->args = args;
  law_fired (p->ctx, LAW_H5);
  return true;
}

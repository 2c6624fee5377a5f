/* Offsets that a region looks at: they do not decrease, and end where a vector does.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Offsets of the program are looked at before they cut a vector (ext_cuts of plugin/gcc/extract):

     r = loop n { (i)  yield reduce min last (select (le (at o i) (at o (min (i + 1) last)))
					      last i) }
     check ordered 2 (r + 1) n				last = n - 1
     e = at o last
     check ends 2 e m

   So each is at most m, and no less than any before it.
   Does not: look into functions of elements.  */

#include "fir-order.h"

struct fir_out *
fir_loop_output (struct fir_atom v, struct fir_stmt **s)
{
  *s = fir_atom_def (v);
  for (unsigned k = 0; *s && (*s)->op == FIR_LOOP && k < (*s)->nouts; k++)
    if ((*s)->outs[k].res == v.var)
      return &(*s)->outs[k];
  return NULL;
}

/* Is A, or is its definition, OP of X and Y?  */
static bool
is (struct fir_atom a, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  struct fir_stmt *s = fir_atom_def (a);
  return s && s->op == op && fir_atom_equal (s->args[0], x) && fir_atom_equal (s->args[1], y);
}

/* Is A defined as X + C, C being 1 or -1?  */
static bool
is_beside (struct fir_atom a, struct fir_atom x, int c)
{
  struct fir_stmt *s = fir_atom_def (a);
  return s && s->op == (c > 0 ? FIR_ADD : FIR_SUB) && fir_atom_equal (s->args[0], x)
	 && fir_atom_is_int (s->args[1], 1);
}

/* Is N the length of V?  */
static bool
is_length (struct fir_atom n, struct fir_atom v)
{
  struct fir_stmt *s = fir_atom_def (n);
  struct fir_atom m;
  return (s && s->op == FIR_LEN && fir_atom_equal (s->args[0], v))
	 || (fir_vec_length (&v, &m) && fir_atom_equal (m, n));
}

/* Is A, in an element I of a loop over N, the element of O behind element I; of the last one that
   element itself?  */
static bool
is_next (struct fir_atom a, struct fir_atom o, struct fir_atom i, struct fir_atom last)
{
  struct fir_stmt *at = fir_atom_def (a);
  struct fir_stmt *j = at && at->op == FIR_AT ? fir_atom_def (at->args[1]) : NULL;
  return j && fir_atom_equal (at->args[0], o) && j->op == FIR_MIN && is_beside (j->args[0], i, 1)
	 && fir_atom_equal (j->args[1], last);
}

bool
fir_orders (struct fir_stmt *c, struct fir_atom o, struct fir_atom n)
{
  struct fir_stmt *r = fir_atom_def (c->args[1]), *s;
  struct fir_out *out = r && r->op == FIR_ADD && fir_atom_is_int (r->args[1], 1)
			? fir_loop_output (r->args[0], &s) : NULL;
  struct fir_stmt *pick = out && out->kind == OUT_REDUCE && fir_atom_none (out->guard)
			  ? fir_atom_def (out->value) : NULL;
  struct fir_stmt *le = pick && pick->op == FIR_SELECT ? fir_atom_def (pick->args[0]) : NULL;
  if (!le || le->op != FIR_LE || fir_fn_operator (out->combine) != FIR_MIN)
    return false;
  struct fir_atom i = fir_atom_var (s->fns[0]->params[0]), last = out->init;
  return fir_atom_equal (c->args[2], s->args[0]) && is_beside (last, s->args[0], -1)
	 && fir_atom_equal (pick->args[1], last) && fir_atom_equal (pick->args[2], i)
	 && is (le->args[0], FIR_AT, o, i) && is_next (le->args[1], o, i, last)
	 && (fir_atom_equal (n, last) || is_length (s->args[0], o));
}

bool
fir_offsets_end (struct fir_stmt *before, struct fir_atom o, struct fir_atom *end)
{
  bool ordered = false, ends = false;
  for (struct fir_stmt *s = before ? before->prev : NULL; s; s = s->prev)
    {
      struct fir_stmt *at = s->op == FIR_CHECK && s->check == CHECK_ENDS ? fir_atom_def (s->args[1])
									 : NULL;
      struct fir_stmt *last = at && at->op == FIR_AT && fir_atom_equal (at->args[0], o)
			      ? fir_atom_def (at->args[1]) : NULL;
      if (last && last->op == FIR_SUB && fir_atom_is_int (last->args[1], 1)
	  && is_length (last->args[0], o))
	{
	  ends = true;
	  *end = s->args[2];
	}
      if (s->op == FIR_CHECK && s->check == CHECK_ORDERED)
	ordered |= fir_orders (s, o, FIR_NONE);
    }
  return ordered && ends;
}

/* What the passes share: atoms that stand for variables, tails, vectors of numbers.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* --- Replacement ----------------------------------------------------------------------------- */

void
pass_replace_var (struct fir_prog *p, struct fir_var *v, struct fir_atom a)
{
  struct fir_atom *copy = CTX_NEW (p->ctx, struct fir_atom);

  *copy = a;
  v->aux = copy;
}

void
pass_replace_in (struct fir_atom *atom, void *data)
{
  (void) data;
  if (atom->var && atom->var->aux)
    *atom = *(struct fir_atom *) atom->var->aux;
}

/* B is no longer in tail position; the bodies of function values in it still are in theirs.  */
void
pass_forget_tails (struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      s->tail = false;
      for (unsigned k = 0; k < s->nfns && s->op != FIR_LAMBDA && s->op != FIR_MU; k++)
	pass_forget_tails (s->fns[k]->body);
    }
}

struct fir_atom
pass_as_size (struct fir_prog *p, struct fir_block *b, struct fir_atom v, uint64_t instead)
{
  const struct type *t = fir_atom_type (v), *size = type_size (p->ctx);
  const struct type *wide = type_scalar (p->ctx, SCALAR_U128);
  __int128 below = (__int128) 1 << 64, least = t == wide ? 0 : (__int128) 1 << 63;
  struct fir_atom args[3], w;

  args[1] = t == size ? v : fir_prim1 (p, b, FIR_CONV, size, v);
  if (scalar_info[t->scalar].bytes <= 8)
    return args[1];
  w = t == wide ? v : fir_prim1 (p, b, FIR_CONV, wide, v);
  if (least)
    w = fir_prim2 (p, b, FIR_ADD, wide, w, fir_atom_int (p, wide, least));
  args[0] = fir_prim2 (p, b, FIR_LT, type_i32 (p->ctx), w, fir_atom_int (p, wide, below + least));
  args[2] = fir_atom_int (p, size, instead);
  return fir_prim (p, b, FIR_SELECT, size, 3, args);
}

struct fir_atom
pass_numbers (struct fir_prog *p, struct fir_block *b, uint32_t site, struct fir_atom n,
	      struct fir_atom first)
{
  const struct type *t = type_vec (p->ctx, type_size (p->ctx));
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_RANGE, site, 3, 0, t, "k");

  s->args[0] = n;
  s->args[1] = first;
  s->args[2] = fir_atom_size (p, 1);
  return fir_atom_var (s->res[0]);
}

/* The pass implied: a loop over a grid that cannot fail if the grid has a sound size.

     loop n { (i) ... get x (sub i w) ... }
     =>
     if gt w 0 { loop n { (i) ... at x (sub i w) ... } }
     else { loop n { (i) ... get x (sub i w) ... } }

   Rows counted with an int may have a negative width, sizes a product that has wrapped; nobody
   means either, but each has a meaning, and reads beyond the vector are errors then.  So there are
   two versions, of which one runs: that for a sound size needs no pass of checks, and its rows are
   seen (schedule-nest.c).

   Only loops of a region itself, or in its conditionals, all of whose checks go in the first
   version, also those in functions that they bind.  A loop that stores must be the last thing that
   the region does, and the only one that stores, for what it stores may have to wait for that.
   Does not: split a loop for the sizes of two grids.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"
#include "base/scalar.h"

/* What may fail in LOOP.  */
struct failing
{
  struct fir_stmt *loop;
  unsigned n;
};

/* A statement that is looked for.  */
struct sought
{
  const struct fir_stmt *s;
  bool found;
};

static void
seek (struct fir_stmt *s, void *data)
{
  struct sought *x = (struct sought *) data;
  x->found |= s == x->s;
}

/* Is the function that S calls bound in LOOP?  */
static bool
calls_inside (struct fir_stmt *loop, const struct fir_stmt *s)
{
  struct sought x = { s->op == FIR_APPLY ? fir_atom_def (s->args[0]) : NULL, false };
  if (x.s)
    fir_walk (loop->fns[0]->body, seek, &x);
  return x.found;
}

/* What a function does that the loop binds is counted there, not where it is called; so is each of
   its checks, which do not fail by themselves in a function.  */
static void
count_failing (struct fir_stmt *s, void *data)
{
  struct failing *f = (struct failing *) data;
  if (!calls_inside (f->loop, s))
    f->n += s->op == FIR_CHECK
	    || (s->nfns && s->op != FIR_APPLY ? fir_op_may_fail (s) : fir_may_fail (s));
}

/* Is LOOP, which stores, the last of R to do anything, and the only one that stores?  */
static bool
stores_last (struct fir_region *r, struct fir_stmt *loop)
{
  if (loop->parent != r->body)
    return false;
  for (struct fir_stmt *s = r->body->first; s != loop; s = s->next)
    if (s->op != FIR_CHECK && fir_has_effect (s))
      return false;
  for (struct fir_stmt *s = loop->next; s; s = s->next)
    if (!fir_total (s))
      return false;
  return true;
}

bool
pass_fails_only (struct fir_region *r, struct fir_stmt *loop, unsigned n)
{
  struct failing failing = { loop, 0 };
  if (fir_has_effect (loop) && !stores_last (r, loop))
    return false;
  fir_walk (loop->fns[0]->body, count_failing, &failing);
  for (unsigned k = 0; k < loop->nouts; k++)
    if (loop->outs[k].combine)
      fir_walk (loop->outs[k].combine->body, count_failing, &failing);
  return failing.n == n;
}

struct fir_atom
pass_sound_grid (struct fir_prog *p, struct fir_block *b, const struct facts_grid *g, bool sizes)
{
  const struct type *flag = type_i32 (p->ctx), *t = fir_atom_type (g->width);
  struct fir_atom c = FIR_NONE, most;
  if (!sizes)
    c = fir_prim2 (p, b, FIR_GT, flag, g->width, fir_atom_int (p, t, 0));
  else
    {
      c = fir_prim2 (p, b, FIR_MAX, t, g->width, fir_atom_int (p, t, 1));
      most = fir_prim2 (p, b, FIR_DIV, t, fir_atom_int (p, t, -1), c);
      c = fir_prim2 (p, b, FIR_LE, flag, g->rows, most);
    }
  law_fired (p->ctx, LAW_H8);
  return c;
}

struct fir_stmt *
pass_split_loop (struct fir_prog *p, struct fir_region *r, struct fir_stmt *loop,
		 struct fir_atom c)
{
  struct fir_atom *rets;
  struct fir_block *at = fir_block_new (p);
  struct fir_stmt *s = fir_stmt_new (p, at, FIR_IF, 0, 1, 2, NULL, NULL);
  struct fir_subst *results = fir_subst_new (p);
  s->args[0] = c;
  s->nres = loop->nres;
  s->res = CTX_NEWV (p->ctx, struct fir_var *, s->nres);
  rets = CTX_NEWV (p->ctx, struct fir_atom, s->nres);
  for (unsigned k = 0; k < s->nres; k++)
    {
      s->res[k] = fir_var_new (p, loop->res[k]->name, loop->res[k]->type);
      s->res[k]->def = s;
      rets[k] = fir_atom_var (loop->res[k]);
      fir_subst_put (results, loop->res[k], fir_atom_var (s->res[k]));
    }
  for (unsigned k = 0; k < 2; k++)
    s->fns[k] = fir_fn_new (p, 0, NULL);
  fir_subst_block (results, r->body);
  fir_unlink (s);
  fir_insert_before (loop, s);
  fir_unlink (loop);
  fir_append (s->fns[1]->body, loop);
  fir_block_return (p, s->fns[1]->body, s->nres, rets);
  rets = fir_copy_into (p, s->fns[0]->body, s->fns[1]->body, NULL);
  fir_block_return (p, s->fns[0]->body, s->nres, rets);
  return s;
}

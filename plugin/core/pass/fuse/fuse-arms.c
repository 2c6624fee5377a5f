/* A loop over what a branch makes runs in the arms of the branch.

     x = if c { t = loop n { ... yield vec v }       s = if c { t = loop n { ... yield vec v }
		ret t }                                         m = len t
	 else { u = loop m { ... yield filter w              s1 = loop m { (j) p = at t j  B[p] }
			     when g }           =>              ret s1 }
		ret u }                                  else { ... the same of u ... }
     l = len x
     s = loop l { (j) p = at x j  B[p] }

   There it may become one with the loop that makes the vector, which then need not be made.
   Does not: loops that store, check or may fail, or whose body is dear, since there are two of
   them then; branches of the region itself.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* Is A a vector that a loop in B makes element by element, or filters?  */
static bool
made_in (const struct fir_block *b, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  struct fir_out *o;

  if (!def || def->op != FIR_LOOP || def->parent != b)
    return false;
  o = fuse_out (def, a.var);
  return (o->kind == OUT_VEC || o->kind == OUT_FILTER) && fir_atom_none (o->dest);
}

/* May L, a loop, be done twice in the text, and earlier?  */
static bool
may_move (struct fir_stmt *l)
{
  for (unsigned k = 0; k < l->nouts; k++)
    if (!fir_atom_none (l->outs[k].dest))
      return false;
  return !fir_may_fail (l) && !fir_has_effect (l)
	 && fir_block_weight (l->fns[0]->body) <= FUSE_SPECULATE;
}

/* Does L use nothing that is bound between S and L, in their block, but LEN?  */
static bool
needs_only (struct fir_stmt *s, struct fir_stmt *l, const struct fir_stmt *len)
{
  for (struct fir_stmt *t = s->next; t != l; t = t->next)
    for (unsigned k = 0; t != len && k < t->nres; k++)
      if (fir_stmt_uses (l, t->res[k]))
	return false;
  return true;
}

/* Are LEN and L all that uses what S gives?  */
static bool
only_users (struct fuse *f, struct fir_stmt *s, struct fir_stmt *len, struct fir_stmt *l)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (fir_count_uses (f->r->body, s->res[k])
	!= fir_stmt_uses (l, s->res[k]) + (len->args[0].var == s->res[k]))
      return false;
  return fir_count_uses (f->r->body, len->res[0]) == 1;
}

/* The loop behind S over the length, *LEN, of a vector that S gives, if it may go into S, and
   becomes one with the loop that makes the vector in an arm; else NULL.  */
static struct fir_stmt *
user (struct fuse *f, struct fir_stmt *s, struct fir_stmt **len)
{
  struct fir_stmt *l;

  for (l = s->next; l; l = l->next)
    {
      *len = l->op == FIR_LOOP ? fir_atom_def (l->args[0]) : NULL;
      if (!*len || (*len)->op != FIR_LEN || (*len)->parent != s->parent
	  || fir_atom_def ((*len)->args[0]) != s)
	continue;
      for (unsigned k = 0; k < s->nres; k++)
	if ((*len)->args[0].var == s->res[k] && (made_in (s->fns[0]->body, s->fns[0]->body->rets[k])
						 || made_in (s->fns[1]->body,
							     s->fns[1]->body->rets[k])))
	  return may_move (l) && needs_only (s, l, *len) && only_users (f, s, *len, l) ? l : NULL;
      return NULL;
    }
  return NULL;
}

/* The length of X, what ARM returns, there.  */
static struct fir_atom
length_in (struct fuse *f, struct fir_block *arm, struct fir_atom x, const struct fir_stmt *len)
{
  struct fir_stmt *def = made_in (arm, x) ? fir_atom_def (x) : NULL, *n;

  if (def && fuse_out (def, x.var)->kind == OUT_VEC)
    return def->args[0];
  n = fir_stmt_new (f->p, arm, FIR_LEN, len->site, 1, 0, type_size (f->p->ctx), "n");
  n->args[0] = x;
  return fir_atom_var (n->res[0]);
}

bool
fuse_into_arms (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *len, *l = s->op == FIR_IF ? user (f, s, &len) : NULL;
  struct fir_block *moved;
  struct fir_atom *rets;

  if (!l)
    return false;
  law_fired (f->p->ctx, LAW_F9);
  moved = fir_block_new (f->p);
  fir_unlink (len);
  fir_unlink (l);
  fir_append (moved, l);
  rets = CTX_NEWV (f->p->ctx, struct fir_atom, l->nres);
  for (unsigned k = 0; k < l->nres; k++)
    rets[k] = fir_atom_var (l->res[k]);
  fir_block_return (f->p, moved, l->nres, rets);
  for (unsigned a = 0; a < 2; a++)
    {
      struct fir_block *arm = s->fns[a]->body;
      struct fir_subst *subst = fir_subst_new (f->p);

      for (unsigned k = 0; k < s->nres; k++)
	{
	  if (len->args[0].var == s->res[k])
	    fir_subst_put (subst, len->res[0], length_in (f, arm, arm->rets[k], len));
	  fir_subst_put (subst, s->res[k], arm->rets[k]);
	}
      rets = fir_copy_into (f->p, arm, moved, subst);
      fir_block_return (f->p, arm, l->nres, rets);
    }
  s->nres = l->nres;
  s->res = l->res;
  for (unsigned k = 0; k < s->nres; k++)
    s->res[k]->def = s;
  f->changes++;
  return true;
}

/* Two loops into one.

   Merging: A and B have the same trip count, and B reads A's results at its own index only.  B's
   body is appended to A's, its reads become the values; outputs of both stay.  This is vertical
   fusion where B reads A, and horizontal fusion where it does not.

     t = loop n { (i) A  yield vec v }              t, s = loop n { (i) A  B[v]
     s = loop n { (j) p = at t j  B[p]       =>             yield vec v
		  yield reduce f z r }                      yield reduce f z r }

   Paper: NOVA, section 5 (maps into maps and reductions).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* --- May they? ------------------------------------------------------------------------------- */

/* B's uses of output O of A are reads at B's index.  */
bool
fuse_identity_only (struct fir_stmt *b, struct fir_out *o, const char **why)
{
  struct reads r = fuse_reads (b, o->res);

  if (!r.identity && !r.affine && !r.other && !r.get && !r.whole)
    return true;
  if (o->kind == OUT_REDUCE || !fir_atom_none (o->dest))
    *why = "the other loop needs the whole result first";
  else if (o->kind != OUT_VEC && o->kind != OUT_FILTER)
    *why = "the values of a scan come into being in its second pass";
  else if (r.affine || r.other || r.get || r.whole)
    *why = "the other loop reads it elsewhere than at its own index";
  else
    return true;
  return false;
}

bool
fuse_can_merge (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, const char **why)
{
  if (!fir_atom_equal (a->args[0], b->args[0]))
    {
      *why = "the other loop has another number of elements";
      return false;
    }
  if (a->nouts + b->nouts > FUSE_OUTS)
    {
      *why = "one loop would have too many results";
      return false;
    }
  for (unsigned k = 0; k < a->nouts; k++)
    if (!fuse_identity_only (b, &a->outs[k], why))
      return false;
  *why = "vectors are combined in order, and this can run in parallel";
  if (fuse_serialises (f, a, b))
    return false;
  if (fuse_mixes_failures (f, a, b))
    {
      *why = "the first error of an element would be another";
      return false;
    }
  return fuse_can_sink (f, a, b, NULL, why);
}

/* --- Doing it -------------------------------------------------------------------------------- */

/* Reads of A's outputs in B's block, and the index, become A's own.  */
void
fuse_subst_reads (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_block *body,
		  struct fir_subst *subst)
{
  struct fir_stmt *next;

  for (struct fir_stmt *s = body->first; s; s = next)
    {
      struct fir_out *o;

      next = s->next;
      for (unsigned k = 0; k < s->nfns; k++)
	fuse_subst_reads (f, a, b, s->fns[k]->body, subst);
      if ((s->op != FIR_AT && s->op != FIR_ROW) || s->args[1].var != fuse_index (b)
	  || !s->args[0].var)
	continue;
      o = fuse_out (a, s->args[0].var);
      if (!o)
	continue;
      if (s->op == FIR_ROW)
	law_fired (f->p->ctx, LAW_R1);
      fir_subst_put (subst, s->res[0], o->value);
      fir_unlink (s);
    }
}

/* Apply SUBST to B's body and what its outputs take from it.  */
void
fuse_subst_loop (struct fuse *f, struct fir_stmt *b, struct fir_subst *subst)
{
  struct fir_block *outs = fir_block_new (f->p);
  unsigned n = b->nouts;
  struct fir_atom *atoms = CTX_NEWV (f->p->ctx, struct fir_atom, 2 * n);

  for (unsigned k = 0; k < n; k++)
    {
      atoms[k] = b->outs[k].value;
      atoms[n + k] = b->outs[k].guard;
    }
  fir_block_return (f->p, outs, 2 * n, atoms);
  fir_subst_block (subst, outs);
  fir_subst_block (subst, b->fns[0]->body);
  for (unsigned k = 0; k < n; k++)
    {
      b->outs[k].value = outs->rets[k];
      b->outs[k].guard = outs->rets[n + k];
    }
}

void
fuse_move_all (struct fir_block *to, struct fir_block *from)
{
  while (from->first)
    {
      struct fir_stmt *s = from->first;

      fir_unlink (s);
      fir_append (to, s);
    }
}

/* Append B's outputs to A's, and remove B.  */
void
fuse_join_outs (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  unsigned n = a->nouts + b->nouts;
  struct fir_out *outs = CTX_NEWV (f->p->ctx, struct fir_out, n);
  struct fir_var **res = CTX_NEWV (f->p->ctx, struct fir_var *, n);

  for (unsigned k = 0; k < n; k++)
    {
      outs[k] = k < a->nouts ? a->outs[k] : b->outs[k - a->nouts];
      res[k] = outs[k].res;
      res[k]->def = a;
    }
  a->outs = outs;
  a->res = res;
  a->nouts = a->nres = n;
  a->site = b->site;
  a->order = b->order;
  fir_unlink (b);
  f->changes++;
}

void
fuse_merge (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct fir_subst *subst = fir_subst_new (f->p);

  fuse_sink (f, a, b, NULL);
  fir_subst_put (subst, fuse_index (b), fir_atom_var (fuse_index (a)));
  fuse_subst_reads (f, a, b, b->fns[0]->body, subst);
  fuse_subst_loop (f, b, subst);
  fuse_move_all (a->fns[0]->body, b->fns[0]->body);
  fuse_join_outs (f, a, b);
  fuse_trim (f, a);
}

/* What is made of the elements of a group, and then combined, is made where it is combined.

     p = row s i   n = len p				p = row s i   n = len p
     t = loop n { (j) A  yield vec v }		=>	r = loop n { (k) A with k for j
     r = loop n { (k) e = at t k			      yield reduce f z v }
		      yield reduce f z e }

   The pass fuse does so, too, but behind the pass expand, which then no longer finds groups: what
   made the elements could fail until checks had been removed.
   Does not: elements that may fail, or that anything else reads.
   Law: F1.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-groups.h"

/* Reads of what loop A makes, at the index of another loop.  */
struct merge
{
  struct fir_prog *p;
  struct fir_stmt *a;
  struct fir_var *index;
  struct fir_stmt *read;	/* the last one, in the block of the other loop */
  struct fir_block *body;
  unsigned n;
};

static void
note_read (struct fir_stmt *s, void *data)
{
  struct merge *m = (struct merge *) data;

  if ((s->op != FIR_AT && s->op != FIR_ROW) || s->args[0].var != m->a->res[0]
      || s->args[1].var != m->index || s->parent != m->body)
    return;
  m->read = s;
  m->n++;
}

/* Does A make a vector, one element for each of a group?  */
static bool
makes (struct fir_stmt *a)
{
  struct fir_stmt *n = a->op == FIR_LOOP ? fir_atom_def (a->args[0]) : NULL;

  return n && n->op == FIR_LEN && a->nouts == 1 && a->outs[0].kind == OUT_VEC
	 && fir_atom_none (a->outs[0].dest) && !fir_may_fail (a) && !fir_has_effect (a);
}

/* Loop L, in the block of A, makes what it reads of A, if it is all that does.  */
static bool
merge (struct fir_prog *p, struct fir_stmt *a, struct fir_stmt *l)
{
  struct merge m = { p, a, NULL, NULL, NULL, 0 };
  struct fir_block *made = fir_block_new (p), from = *a->fns[0]->body;
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_stmt *read;
  struct fir_atom v;

  if (l->op != FIR_LOOP || !fir_atom_equal (l->args[0], a->args[0]))
    return false;
  m.index = l->fns[0]->params[0];
  m.body = l->fns[0]->body;
  fir_walk (m.body, note_read, &m);
  if (m.n != 1 || fir_count_uses (a->parent, a->res[0]) != 1)
    return false;
  read = m.read;
  from.nrets = 1;
  from.rets = &a->outs[0].value;
  fir_subst_put (subst, a->fns[0]->params[0], fir_atom_var (m.index));
  v = fir_copy_into (p, made, &from, subst)[0];
  fir_put_before (read, made);
  subst = fir_subst_new (p);
  fir_subst_put (subst, read->res[0], v);
  fir_unlink (read);
  fir_subst_block (subst, l->parent);
  fir_unlink (a);
  return true;
}

void
expand_groups_merge (struct fir_prog *p, struct fir_block *b)
{
  struct fir_stmt *next;

  for (struct fir_stmt *a = b->first; a; a = next)
    {
      bool done = !makes (a);

      next = a->next;
      for (struct fir_stmt *l = a->next; l && !done; l = l->next)
	done = merge (p, a, l);
    }
}

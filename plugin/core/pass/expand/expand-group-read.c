/* Loops over groups read what has been made of each, instead of the groups.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-groups.h"

static struct fir_atom
param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

void
expand_groups_replace_read (struct fir_stmt *s, void *data)
{
  struct group_reads *r = (struct group_reads *) data;

  if ((s->op != FIR_AT && s->op != FIR_ROW && s->op != FIR_FIELD) || s->args[0].var != r->of)
    return;
  fir_subst_put (r->subst, s->res[0], r->by);
  fir_unlink (s);
}

/* Put what terms of B, a loop over the groups, give into SUBST, and remove them; A is the group's
   record, whose fields are taken in TOP, and ROWS are those of all groups.  */
static void
replace_terms (struct groups *g, struct fir_stmt *b, struct fir_block *top, struct fir_atom a,
	       const struct fir_atom *rows, struct fir_subst *subst)
{
  struct fir_block *body = b->fns[0]->body;

  for (unsigned k = 0; k < g->nkeys; k++)
    if (g->key_read[k]->parent == body)
      {
	struct fir_atom by = expand_groups_made_part (g, top, a, g->n);
	struct group_reads r = { g->key_read[k]->res[0], by, subst };

	fir_walk (body, expand_groups_replace_read, &r);
	fir_subst_put (subst, r.of, r.by);
	fir_unlink (g->key_read[k]);
      }
  for (unsigned k = 0; k < g->n; k++)
    if (g->part[k].term && g->part[k].term->parent == body)
      fir_subst_put (subst, g->part[k].term->res[g->part[k].out],
		     expand_groups_made_part (g, top, a, k));
  for (unsigned k = 0; k < g->nrows; k++)
    if (g->rows[k].term->parent == body)
      fir_subst_put (subst, g->rows[k].term->res[g->rows[k].out],
		     fir_element (g->p, top, rows[k], param (b->fns[0], 0)));
  for (unsigned k = 0; k < g->n; k++)
    if (g->part[k].term && g->part[k].term->parent == body)
      fir_unlink (g->part[k].term);
  for (unsigned k = 0; k < g->nrows; k++)
    if (g->rows[k].term->parent == body)
      fir_unlink (g->rows[k].term);
}

void
expand_groups_read (struct groups *g, struct fir_stmt *b, struct fir_atom r,
		    const struct fir_atom *rows)
{
  struct fir_block *top = fir_block_new (g->p), *body = b->fns[0]->body;
  struct fir_subst *subst = fir_subst_new (g->p);
  struct fir_atom a = fir_element (g->p, top, r, param (b->fns[0], 0));
  struct fir_stmt *row = body->first, *next;

  while (!fir_own_uses (row, g->v))
    row = row->next;
  replace_terms (g, b, top, a, rows, subst);
  for (struct fir_stmt *t = row->next; t && g->s->op == FIR_GROUP_BY; t = next)
    {
      struct fir_stmt *len = t->op == FIR_CHECK && t->check == CHECK_NONEMPTY
			     ? fir_atom_def (t->args[1]) : NULL;

      next = t->next;
      if (len && len->op == FIR_LEN && len->args[0].var == row->res[0])
	fir_unlink (t);
    }
  for (struct fir_stmt *t = row->next; t; t = next)
    {
      next = t->next;
      if (t->op != FIR_LEN || t->args[0].var != row->res[0])
	continue;
      if (g->counted)
	fir_subst_put (subst, t->res[0], expand_groups_made_part (g, top, a, 0));
      fir_unlink (t);
    }
  fir_put_before (row, top);
  fir_unlink (row);
  fir_subst_block (subst, g->x->r->body);
}

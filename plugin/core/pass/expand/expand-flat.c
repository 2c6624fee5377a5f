/* Maps of maps, on the flat elements.

     map { (row) y = map g row ret y } x    =>    f = flatten x   y = map g f   o = offsets x
						  segments y o

     y = map { (row) z = map g row ret z } x    =>    f = flatten x   z = map g f
     z = flatten y						  also filter

   The segments of X may have any lengths: a loop over them would give some chunks much more work
   than others, and would have to count before it writes.  The base elements are contiguous, so the
   map is one loop over these, in even chunks; the result is cut where X was.
   Does not: rewrite a map that a later operation reads, which fuses with it row by row; or one
   whose function may fail, since the report names the element of its row.  Deeper maps are taken
   one level after the other.  Regular vectors: fuse-nested.c.
   Laws: doc/laws.txt, R6, R13.

   Paper: NOVA, section 5.1 (map of map: unflatten (map (flatten X))).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

/* Is V a result of region R and nothing else.  */
static bool
only_returned (struct fir_region *r, struct fir_var *v)
{
  unsigned n = 0;

  for (unsigned k = 0; k < r->body->nrets; k++)
    n += r->body->rets[k].var == v;
  return n && fir_count_uses (r->body, v) == n;
}

static void
note_failure (struct fir_stmt *s, void *data)
{
  *(bool *) data |= fir_may_fail (s) || s->op == FIR_CHECK;
}

/* The map of rows, or the filter, that is all that S's function does; NULL if it does anything
   else.  */
static struct fir_stmt *
op_of_row (struct fir_stmt *s)
{
  struct fir_block *b = s->fns[0]->body;
  struct fir_stmt *m = b->first;
  struct fir_var *row = s->fns[0]->params[0];
  bool fails = false;

  if (s->nargs != 1 || !m || m->next || (m->op != FIR_MAP && m->op != FIR_FILTER) || m->nargs != 1
      || m->args[0].var != row || b->rets[0].var != m->res[0] || fir_count_uses (b, row) != 1)
    return NULL;
  fir_walk (m->fns[0]->body, note_failure, &fails);
  return fails ? NULL : m;
}

/* Are the rows of X, which nothing in R makes, one after the other in memory?  Rows of rows, as X
   has them if it is a flatten, must not be made, either.  */
static bool
rows_in_memory (struct fir_region *r, struct fir_atom x)
{
  struct fir_stmt *def = fir_atom_def (x), *rows;
  bool param = false;

  for (unsigned k = 0; k < r->nparams; k++)
    param |= r->params[k] == x.var;
  if (!def || def->op != FIR_FLATTEN)
    return def ? def->op == FIR_SEGMENTS : param;
  rows = fir_atom_def (def->args[0]);
  return rows_in_memory (r, def->args[0])
	 && (!rows || rows->op != FIR_SEGMENTS || rows_in_memory (r, rows->args[0]));
}

struct use
{
  struct fir_var *v;
  struct fir_stmt *in;
};

static void
note_use (struct fir_stmt *s, void *data)
{
  struct use *u = (struct use *) data;

  if (fir_own_uses (s, u->v))
    u->in = s;
}

/* The flatten that is all that R uses V for, in the block of V's definition; else NULL.  */
static struct fir_stmt *
only_flattened (struct fir_region *r, struct fir_var *v)
{
  struct use u = { v, NULL };

  fir_walk (r->body, note_use, &u);
  return u.in && u.in->op == FIR_FLATTEN && u.in->parent == v->def->parent
	 && fir_count_uses (r->body, v) == 1 ? u.in : NULL;
}

/* The elements of the rows of what map S is over.  */
static struct fir_atom
elements (struct expand *x, struct fir_stmt *s)
{
  struct fir_stmt *rows = fir_atom_def (s->args[0]), *flat;

  if (rows && rows->op == FIR_SEGMENTS)
    return rows->args[0];
  flat = expand_new (x, s, FIR_FLATTEN, fir_atom_type (s->args[0])->elem, 1, 0);
  flat->args[0] = s->args[0];
  flat->order = 0;
  return fir_atom_var (flat->res[0]);
}

bool
expand_map_flattened (struct expand *x, struct fir_stmt *s)
{
  struct fir_stmt *m = op_of_row (s), *z = m ? only_flattened (x->r, s->res[0]) : NULL;

  if (!z || !rows_in_memory (x->r, s->args[0]))
    return false;
  z->op = m->op;
  z->args[0] = elements (x, s);
  z->nfns = 1;
  z->fns = m->fns;
  fir_unlink (s);
  return true;
}

bool
expand_map (struct expand *x, struct fir_stmt *s)
{
  struct fir_stmt *m = op_of_row (s), *map;
  const struct type *offsets = type_vec (x->p->ctx, type_size (x->p->ctx));
  struct fir_atom args[2];

  if (!m || m->op != FIR_MAP || !rows_in_memory (x->r, s->args[0])
      || !only_returned (x->r, s->res[0]))
    return false;
  args[0] = elements (x, s);
  map = expand_new (x, s, FIR_MAP, m->res[0]->type, 1, 1);
  map->args[0] = args[0];
  map->fns[0] = m->fns[0];
  args[0] = fir_atom_var (map->res[0]);
  args[1] = expand_op (x, s, FIR_OFFSETS, offsets, 1, &s->args[0]);
  expand_done (x, s, expand_op (x, s, FIR_SEGMENTS, s->res[0]->type, 2, args));
  return true;
}

/* How loops use each other's results.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

struct fir_var *
fuse_index (struct fir_stmt *loop)
{
  return loop->fns[0]->params[0];
}

struct fir_out *
fuse_out (struct fir_stmt *s, struct fir_var *v)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].res == v)
      return &s->outs[k];
  return NULL;
}

/* --- Uses ------------------------------------------------------------------------------------ */

bool
fuse_needs (struct fir_stmt *b, struct fir_stmt *a)
{
  for (unsigned k = 0; k < a->nres; k++)
    if (fir_stmt_uses (b, a->res[k]))
      return true;
  return false;
}

/* Are the values of O, an output of LOOP, rows that chunks combine apart?  */
static bool
in_parts (struct fuse *f, struct fir_stmt *loop, struct fir_out *o)
{
  enum fir_op op = o->kind == OUT_REDUCE ? fir_row_operator (loop, o) : FIR_LAST;

  return op != FIR_LAST
	 && !fir_atom_none (fir_neutral (f->p, op, type_base (fir_atom_type (o->value)),
					 f->r->finite));
}

/* Does LOOP combine vectors in order, in one chunk?  */
static bool
combines_vectors (struct fuse *f, struct fir_stmt *loop)
{
  for (unsigned k = 0; k < loop->nouts; k++)
    if (loop->outs[k].combine && type_is_vec (fir_atom_type (loop->outs[k].value))
	&& !in_parts (f, loop, &loop->outs[k]))
      return true;
  return false;
}

/* Is an element of LOOP expensive?  */
static bool
worth_parallel (struct fir_stmt *loop)
{
  for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    if (s->op == FIR_LOOP)
      return true;
  return fir_block_weight (loop->fns[0]->body) > FUSE_SPECULATE;
}

bool
fuse_serialises (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  bool sa = combines_vectors (f, a), sb = combines_vectors (f, b);

  return a->parent == f->r->body && sa != sb && worth_parallel (sa ? b : a);
}

bool
fuse_stores (struct fir_stmt *s)
{
  if (s->op != FIR_LOOP)
    return s->op != FIR_CHECK && fir_has_effect (s);
  for (unsigned k = 0; k < s->nouts; k++)
    if (!fir_atom_none (s->outs[k].dest))
      return true;
  return false;
}

bool
fuse_may_fail (struct fir_stmt *s)
{
  return fir_may_fail (s);
}

/* --- Reads ----------------------------------------------------------------------------------- */

enum form { FORM_FIXED, FORM_AFFINE, FORM_ANY };

struct find
{
  struct fir_stmt *s;
  bool found;
};

static void
find_stmt (struct fir_stmt *s, void *data)
{
  struct find *f = (struct find *) data;

  f->found |= s == f->s;
}

/* How A, an index inside LOOP, depends on the loop's own index, as far as DEPTH steps back
   show.  */
static enum form
index_form (struct fir_stmt *loop, struct fir_atom a, unsigned depth)
{
  struct fir_stmt *def = fir_atom_def (a);
  struct find find = { def, false };
  enum form x, y;

  if (a.cst)
    return FORM_FIXED;
  if (!def)
    return a.var == fuse_index (loop) ? FORM_AFFINE : FORM_FIXED;
  fir_walk (loop->fns[0]->body, find_stmt, &find);
  if (!find.found)
    return FORM_FIXED;
  if (!depth)
    return FORM_ANY;
  if (def->op == FIR_CONV)
    return type_is_integral (def->res[0]->type) ? index_form (loop, def->args[0], depth - 1)
						: FORM_ANY;
  if (def->op != FIR_ADD && def->op != FIR_SUB && def->op != FIR_MUL)
    return FORM_ANY;
  x = index_form (loop, def->args[0], depth - 1);
  y = index_form (loop, def->args[1], depth - 1);
  /* Two terms with the index may cancel, or square it.  */
  if (x == FORM_ANY || y == FORM_ANY || (x == FORM_AFFINE && y == FORM_AFFINE))
    return FORM_ANY;
  return x == FORM_AFFINE || y == FORM_AFFINE ? FORM_AFFINE : FORM_FIXED;
}

static void reads_block (struct reads *r, struct fir_stmt *loop, struct fir_block *b,
			 struct fir_var *t, unsigned depth);

static void
reads_stmt (struct reads *r, struct fir_stmt *loop, struct fir_stmt *s, struct fir_var *t,
	    unsigned depth)
{
  unsigned own = fir_own_uses (s, t);

  if (own == 1 && (s->op == FIR_AT || s->op == FIR_ROW) && s->args[0].var == t)
    {
      if (s->args[1].var == fuse_index (loop))
	r->identity++;
      else if (!depth && index_form (loop, s->args[1], ATOM_STEPS) == FORM_AFFINE)
	r->affine++;
      else
	{
	  r->other++;
	  r->scattered++;
	}
    }
  else if (own == 1 && s->op == FIR_GET && s->args[0].var == t)
    {
      r->get++;
      if (depth || index_form (loop, s->args[1], ATOM_STEPS) != FORM_AFFINE)
	r->scattered++;
    }
  else
    r->whole += own;
  for (unsigned k = 0; k < s->nfns; k++)
    reads_block (r, loop, s->fns[k]->body, t,
		 depth + (s->op != FIR_IF && s->op != FIR_CASE));
  for (unsigned k = 0; k < s->nouts; k++)
    {
      r->whole += (s->outs[k].value.var == t) + (s->outs[k].guard.var == t);
      if (s->outs[k].combine)
	reads_block (r, loop, s->outs[k].combine->body, t, depth + 1);
    }
}

static void
reads_block (struct reads *r, struct fir_stmt *loop, struct fir_block *b, struct fir_var *t,
	     unsigned depth)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    reads_stmt (r, loop, s, t, depth);
  for (unsigned k = 0; k < b->nrets; k++)
    r->whole += b->rets[k].var == t;
}

struct reads
fuse_reads (struct fir_stmt *loop, struct fir_var *t)
{
  struct reads r = { 0, 0, 0, 0, 0, 0 };

  r.whole += fir_own_uses (loop, t);
  reads_block (&r, loop, loop->fns[0]->body, t, loop->op == FIR_MU);
  for (unsigned k = 0; k < loop->nouts; k++)
    {
      r.whole += (loop->outs[k].value.var == t) + (loop->outs[k].guard.var == t);
      if (loop->outs[k].combine)
	/* A combining function runs where no element is computed.  */
	r.whole += fir_count_uses (loop->outs[k].combine->body, t);
    }
  return r;
}

static void
find_numbered (struct fir_stmt *s, void *data)
{
  *(bool *) data |= s->op == FIR_GET && s->nargs == 2 && s->check == CHECK_INDEX_AT;
}

bool
fuse_names_element (struct fir_stmt *loop)
{
  bool found = false;

  fir_walk (loop->fns[0]->body, find_numbered, &found);
  return found;
}

/* --- Inputs ---------------------------------------------------------------------------------- */

/* The vector, or the array behind it, that A reads: views of one pointer are one input.  */
static struct fir_var *
input (struct fir_atom a)
{
  for (struct fir_stmt *s; (s = fir_atom_def (a)); )
    {
      bool array = s->op == FIR_VIEW || s->op == FIR_VIEWS || s->op == FIR_PADD;
      int k = array ? 0 : fir_shows (s);

      if (k < 0 || !s->args[k].var)
	break;
      a = s->args[k];
    }
  return a.var;
}

struct inputs
{
  struct fir_stmt *other;	/* compare with what this loop reads */
  struct fir_var *v;		/* or with this */
  bool any, found;
};

static void
compare_input (struct fir_stmt *s, void *data)
{
  struct inputs *in = (struct inputs *) data;
  struct inputs inner = { NULL, NULL, false, false };

  if (!fir_reads (s))
    return;
  in->any = true;
  if (in->v)
    in->found |= input (s->args[0]) == in->v;
  else if (in->other)
    {
      inner.v = input (s->args[0]);
      fir_walk (in->other->fns[0]->body, compare_input, &inner);
      in->found |= inner.found;
    }
}

bool
fuse_share_input (struct fir_stmt *a, struct fir_stmt *b)
{
  struct inputs ab = { b, NULL, false, false }, ba = { a, NULL, false, false };

  fir_walk (a->fns[0]->body, compare_input, &ab);
  fir_walk (b->fns[0]->body, compare_input, &ba);
  return ab.found || (!ab.any && !ba.any);
}

/* Lowering of loops: reductions over columns, a block of columns at a time.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An element that reduces a column walks down the rows, and so does the next: each takes one number
   of each cache line, and nothing lies side by side.  If what the reductions of a body read moves
   with the outer index by one, and all of them have the same number of elements, a block of
   elements is computed at once, row by row, with an accumulator for each:

     for jb = b to e step 256 {
       array acc[256];  for j = jb to je { acc[j - jb] := init }
       for i = 0 to n { for j = jb to je ivdep { acc[j - jb] := f (acc[j - jb], x[i][j]) } }
       for j = jb to je { ... acc[j - jb] for the result of the reduction ... }
     }

   Each column is combined in its own order, from left to right.

   Does not: reductions that may fail, of records or of vectors, or that depend on one another.  */

#include "lower-loop.h"

#define BLOCK 256
/* Accumulators of a block.  */
#define MOST 4

struct columns
{
  struct loop *lp;
  struct fir_var *j;		/* the outer index */
  struct fir_block *inner;	/* the body of the reduction */
  unsigned n;			/* of accumulators */
  bool any;			/* something read moves with J */
};

/* May A be computed from the outer index?  */
static bool
depends (struct columns *c, struct fir_atom a)
{
  struct fir_stmt *def = a.var ? a.var->def : NULL;
  if (a.var == c->j)
    return true;
  if (!def || (def->parent != c->lp->body && def->parent != c->inner))
    return false;
  for (unsigned k = 0; k < def->nargs; k++)
    if (depends (c, def->args[k]))
      return true;
  return def->nfns > 0;
}

static bool
is_one (struct fir_atom a)
{
  return a.cst && !a.cst->origin && a.cst->i == 1;
}

/* Is I the outer index itself, or that and something that does not depend on it?  */
static bool
unit_index (struct columns *c, struct fir_atom i)
{
  struct fir_stmt *def = i.var ? i.var->def : NULL;
  if (i.var == c->j)
    return true;
  return def && def->op == FIR_ADD
	 && ((def->args[0].var == c->j && !depends (c, def->args[1]))
	     || (def->args[1].var == c->j && !depends (c, def->args[0])));
}

/* Is X the row of the outer index, of a strided view whose rows begin one element apart?  */
static bool
unit_row (struct columns *c, struct fir_atom x)
{
  struct fir_stmt *def = x.var ? x.var->def : NULL;
  struct fir_stmt *of = def && def->op == FIR_ROW && def->args[1].var == c->j && def->args[0].var
			? def->args[0].var->def : NULL;
  return of && of->op == FIR_VIEWS && is_one (of->args[2]) && !is_one (of->args[4]);
}

/* Does S, an at, read what moves with J by one, or not at all?  */
static bool
reads_columns (struct columns *c, struct fir_stmt *s)
{
  bool v = depends (c, s->args[0]), i = depends (c, s->args[1]);
  if (!v && !i)
    return true;
  if (v ? !i && unit_row (c, s->args[0]) : unit_index (c, s->args[1]))
    {
      c->any = true;
      return true;
    }
  return false;
}

/* May S stand in the innermost loop?  */
static bool
plain (struct columns *c, struct fir_stmt *s)
{
  if (s->op == FIR_AT)
    return type_is_scalar (s->res[0]->type) && reads_columns (c, s);
  if (s->op == FIR_LEAF)
    {
      for (unsigned k = 0; k < s->nargs; k++)
	if (type_is_vec (fir_atom_type (s->args[k])))
	  return false;
      return !type_is_vec (s->res[0]->type);
    }
  return !s->nfns && (fir_op_info[s->op].cls == FIR_CLASS_PRIM || s->op == FIR_ROW
		      || s->op == FIR_VIEW || s->op == FIR_LEN);
}

/* What A is computed from in the body of C's loop can stand in the innermost loop, too.  */
static bool
plain_from (struct columns *c, struct fir_atom a)
{
  struct fir_stmt *def = a.var ? a.var->def : NULL;
  if (!def || def->parent != c->lp->body)
    return true;
  if (!plain (c, def))
    return false;
  for (unsigned k = 0; k < def->nargs; k++)
    if (!plain_from (c, def->args[k]))
      return false;
  return true;
}

static bool
plain_block (struct columns *c, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (!plain (c, s))
	return false;
      for (unsigned k = 0; k < s->nargs; k++)
	if (!plain_from (c, s->args[k]))
	  return false;
    }
  return true;
}

/* Is A the same for all elements of C's loop, and known?  */
static bool
known_before (struct columns *c, struct fir_atom a)
{
  struct lower *l = c->lp->l;
  return !a.var || (lower_bind (l, a.var)->depth <= lower_bind (l, c->lp->s->res[0])->depth
		    && lower_bind (l, a.var)->e);
}

/* Can reduction loop S of the body be one of columns?  */
static bool
reduces_columns (struct columns *c, struct fir_stmt *s)
{
  c->any = false;
  c->inner = s->fns[0]->body;
  if (!known_before (c, s->args[0]) || !plain_block (c, s->fns[0]->body) || !c->any)
    return false;
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];
      if (o->kind != OUT_REDUCE || !fir_atom_none (o->guard) || !known_before (c, o->init)
	  || fir_atom_type (o->value)->kind != TYPE_SCALAR || !reduce_cheap (o->combine)
	  || !plain_from (c, o->value))
	return false;
      c->n++;
    }
  return true;
}

/* Does the running pass compute elements by reductions of columns, and nothing that may fail?  */
static bool
takes_columns (struct loop *lp)
{
  struct columns c = { .lp = lp, .j = lp->s->fns[0]->params[0] };
  unsigned i = 0;
  if (lp->fails || lp->checked || lp->quick || lp->nguards || !lp->inner)
    return false;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows || lp->outs[k].vecs
	|| (lp->outs[k].job != JOB_VEC && lp->outs[k].job != JOB_NONE))
      return false;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if ((lp->need[i] & 1)
	&& (s->op == FIR_LOOP ? !reduces_columns (&c, s) : s->nfns > 0 || shape_of (s->op)))
      return false;
  return c.n > 0 && c.n <= MOST;
}

/* --- Emission -------------------------------------------------------------------------------- */

/* Which accumulator is that of the element of loop F, from JB on.  */
static struct imp_expr *
lane (struct lower *l, struct imp_stmt *f, struct imp_expr *jb)
{
  return lower_name (l, e_op (l, FIR_SUB, imp_use (l->p, f->var), e_again (l, jb)), "k");
}

/* The statements of the body that come before reduction S, for element J.  */
static void
emit_before (struct loop *lp, struct fir_stmt *s, struct imp_expr *j)
{
  lower_bind (lp->l, lp->s->fns[0]->params[0])->e = j;
  unsigned i = 0;
  for (struct fir_stmt *q = lp->body->first; q != s; q = q->next, i++)
    if ((lp->need[i] & 1) && q->op != FIR_LOOP)
      {
	struct columns c = { .lp = lp, .j = lp->s->fns[0]->params[0],
			     .inner = s->fns[0]->body };
	if (plain (&c, q) && plain_from (&c, fir_atom_var (q->res[0])))
	  lower_stmt (lp->l, q);
      }
}

/* Reduction S for the elements JB to JE; its loop is *IN.  */
static void
emit_reduction (struct loop *lp, struct fir_stmt *s, struct loop *in, struct imp_expr *jb,
		struct imp_expr *je)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct element *outer = l->elem;
  struct imp_stmt *f;
  *in = (struct loop) { .l = l, .s = s, .body = s->fns[0]->body, .nouts = s->nouts, .nested = true };
  in->outs = CTX_NEWV (l->ctx, struct out, s->nouts);
  for (unsigned k = 0; k < s->nouts; k++)
    in->outs[k].o = &s->outs[k];
  in->n = lower_name (l, lower_atom (l, s->args[0]), "n");
  job_set (in, 1, 1);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct out *o = &in->outs[k];
      o->tree = false;
      o->lanes = soa_new (l, o->t, "acc", BLOCK);
      f = s_for (l, "j", e_again (l, jb), e_again (l, je), 1, true);
      l->b = &f->body;
      soa_write (l, &o->lanes, lane (l, f, jb), lower_atom (l, o->o->init));
      l->b = after;
    }
  f = s_for (l, s->fns[0]->params[0]->name, e_size (l, 0), e_again (l, in->n), 1, false);
  l->b = &f->body;
  struct imp_expr *i = imp_use (l->p, f->var);
  f = s_for (l, lp->s->fns[0]->params[0]->name, e_again (l, jb), e_again (l, je), 1, true);
  l->b = &f->body;
  struct imp_expr *j = imp_use (l->p, f->var);
  struct element el = { .index = j, .outer = outer ? outer->outer : j, .around = outer,
			.ok = outer ? outer->ok : NULL };
  l->elem = &el;
  emit_before (lp, s, j);
  elem_emit (in, i, PH_LANES, lane (l, f, jb));
  elem_release_rows (l, &el);
  l->elem = outer;
  l->b = after;
  struct bind *b = lower_bind (l, s->res[0]);
  if (!b->reported)
    job_report (in);
  b->reported = true;
}

/* The elements JB to JE behind their reductions, whose loops are IN.  */
static void
emit_elements (struct loop *lp, struct loop *in, struct imp_expr *jb, struct imp_expr *je)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *f = s_for (l, lp->s->fns[0]->params[0]->name, e_again (l, jb), e_again (l, je),
			      1, true);
  l->b = &f->body;
  for (struct loop *q = in; q->s; q++)
    for (unsigned k = 0; k < q->nouts; k++)
      {
	struct bind *b = lower_bind (l, q->outs[k].o->res);
	struct imp_expr *v = soa_read (l, &q->outs[k].lanes, lane (l, f, jb));
	b->e = imp_use (l->p, s_new (l, q->outs[k].o->res->name, q->outs[k].t, v));
	b->early = true;
      }
  elem_emit (lp, imp_use (l->p, f->var), PH_SERIAL, NULL);
  for (struct loop *q = in; q->s; q++)
    for (unsigned k = 0; k < q->nouts; k++)
      {
	struct bind *b = lower_bind (l, q->outs[k].o->res);
	b->e = NULL;
	b->early = false;
      }
  l->b = after;
}

bool
columns_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct loop in[MOST + 1] = { { .l = l } };
  unsigned n = 0, i = 0;
  if (!takes_columns (lp))
    return false;
  struct imp_stmt *f = s_for (l, "jb", b, e_again (l, e), BLOCK, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *jb = imp_use (l->p, f->var);
  struct imp_expr *je = e_op (l, FIR_ADD, e_again (l, jb), e_size (l, BLOCK));
  je = imp_use (l->p, s_new (l, "je", type_size (l->ctx),
			     e_op (l, FIR_MIN, e_again (l, e), je)));
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if ((lp->need[i] & 1) && s->op == FIR_LOOP)
      emit_reduction (lp, s, &in[n++], jb, je);
  in[n].s = NULL;
  emit_elements (lp, in, jb, je);
  l->b = after;
  return true;
}

/* Lowering of loops: reductions over columns, a block of columns at a time.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An element that reduces a column walks down the rows, and so does the next: each takes one number
   of each cache line, and nothing lies side by side.  If what the reductions of a body read moves
   with the outer index by one, and all of them have the same number of elements, a block of
   elements is computed at once, row by row, with an accumulator for each:

     for jb = b to e step 256 {
       array acc[256];  for j = jb to je { acc[j - jb] := init }
       for i = 0 to n & -4 step 4 { for j = jb to je ivdep {
         acc[j - jb] := f (f (f (f (acc[j - jb], x[i][j]), x[i + 1][j]), ...)) } }
       for i = n & -4 to n { for j = jb to je ivdep { acc[j - jb] := f (acc[j - jb], x[i][j]) } }
       for j = jb to je { ... acc[j - jb] for the result of the reduction ... }
     }

   Each column is combined in its own order, from left to right.  Few columns are taken eight at a
   time, a constant number.

   Does not: reductions that may fail, of records or of vectors, or that depend on one another.  */

#include "lower-loop.h"

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

/* Is A computed from the outer index?  */
static bool
depends (struct columns *c, struct fir_atom a)
{
  return fir_depends (c->lp->l->prog, a, c->j);
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
plain_steps (struct columns *c, struct fir_atom a)
{
  struct fir_stmt *def = a.var ? a.var->def : NULL;
  if (!def || def->parent != c->lp->body)
    return true;
  struct bind *b = lower_bind (c->lp->l, a.var);
  if (b->walk == c->lp->l->walks)
    return true;
  b->walk = c->lp->l->walks;
  if (!plain (c, def))
    return false;
  for (unsigned k = 0; k < def->nargs; k++)
    if (!plain_steps (c, def->args[k]))
      return false;
  return true;
}

static bool
plain_from (struct columns *c, struct fir_atom a)
{
  c->lp->l->walks++;
  return plain_steps (c, a);
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
bool
columns_p (struct loop *lp)
{
  struct columns c = { .lp = lp, .j = lp->s->fns[0]->params[0] };
  unsigned i = 0;
  if (lp->fails || lp->checked || lp->precheck || lp->nguards || !lp->inner)
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

/* The elements B to E; or COLUMNS elements from B on, if E is NULL.  */
struct range
{
  struct imp_expr *b, *e;
};

/* A loop over the elements of R begins: *J an element, *K the number of its accumulator.  */
static void
over (struct loop *lp, const struct range *r, struct imp_expr **j, struct imp_expr **k)
{
  struct lower *l = lp->l;
  const char *name = lp->s->fns[0]->params[0]->name;
  struct imp_stmt *f = r->e ? s_for (l, name, e_again (l, r->b), e_again (l, r->e), 1, true)
		       : s_for (l, "k", e_size (l, 0), e_size (l, l->target->columns), 1, true);
  struct imp_expr *v = imp_use (l->p, f->var);
  l->b = &f->body;
  *j = r->e ? v : lower_name (l, e_op (l, FIR_ADD, e_again (l, r->b), e_again (l, v)), name);
  *k = r->e ? lower_name (l, e_op (l, FIR_SUB, e_again (l, v), e_again (l, r->b)), "k") : v;
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

/* Element J of LP, rows I of reduction IN, STEP of them.  */
static void
emit_element (struct loop *lp, struct loop *in, struct imp_expr *j, struct imp_expr **i,
	      unsigned step)
{
  struct lower *l = lp->l;
  struct element *outer = l->elem;
  struct element el = { .index = j, .outer = outer ? outer->outer : j, .around = outer,
			.ok = outer ? outer->ok : NULL };
  l->elem = &el;
  emit_before (lp, in->s, j);
  for (unsigned r = 0; r < step; r++)
    elem_emit (in, i[r], false);
  elem_release_rows (l, &el);
  l->elem = outer;
}

/* Rows FROM to TO of reduction IN of LP's body, STEP at a time, for the elements of C.  */
static void
emit_rows (struct loop *lp, struct loop *in, struct imp_expr *from, struct imp_expr *to,
	   unsigned step, const struct range *c)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *f = s_for (l, in->s->fns[0]->params[0]->name, from, to, step, false);
  struct imp_expr **i = CTX_NEWV (l->ctx, struct imp_expr *, step), *j, *k;
  i[0] = imp_use (l->p, f->var);
  l->b = &f->body;
  for (unsigned r = 1; r < step; r++)
    i[r] = lower_name (l, e_op (l, FIR_ADD, imp_use (l->p, f->var), e_size (l, r)), "i");
  over (lp, c, &j, &k);
  for (struct out *o = in->outs; o < in->outs + in->nouts; o++)
    o->column = k;
  emit_element (lp, in, j, i, step);
  l->b = after;
}

/* Reduction IN for a block of elements C, in its lanes.  */
static void
emit_wide (struct loop *lp, struct loop *in, const struct range *c)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *j, *k;
  for (struct out *o = in->outs; o < in->outs + in->nouts; o++)
    {
      o->acc = s_array (l, "acc", o->t, l->target->column_block);
      over (lp, c, &j, &k);
      s_store (l, imp_use (l->p, o->acc), e_again (l, k), lower_atom (l, o->o->init));
      l->b = after;
    }
  struct imp_expr *m = e_op (l, FIR_BAND, e_again (l, in->n),
			     e_size (l, -(uint64_t) l->target->column_rows));
  m = lower_name (l, m, "m");
  emit_rows (lp, in, e_size (l, 0), m, l->target->column_rows, c);
  emit_rows (lp, in, e_again (l, m), e_again (l, in->n), 1, c);
}

/* Reduction IN for the COLUMNS elements of C, in variables, at last in its lanes.  */
static void
emit_few (struct loop *lp, struct loop *in, const struct range *c)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  unsigned n = l->target->columns;
  struct imp_var **acc = CTX_NEWV (l->ctx, struct imp_var *, MOST * n);
  struct imp_expr **j = CTX_NEWV (l->ctx, struct imp_expr *, n);
  for (unsigned o = 0; o < in->nouts; o++)
    for (unsigned k = 0; k < n; k++)
      acc[o * n + k] = s_new (l, "acc", in->outs[o].t, lower_atom (l, in->outs[o].o->init));
  for (unsigned k = 0; k < n; k++)
    j[k] = lower_name (l, e_op (l, FIR_ADD, e_again (l, c->b), e_size (l, k)), "j");
  struct imp_stmt *f = s_for (l, in->s->fns[0]->params[0]->name, e_size (l, 0),
			      e_again (l, in->n), 1, false);
  struct imp_expr *i = imp_use (l->p, f->var);
  l->b = &f->body;
  for (unsigned k = 0; k < n; k++)
    {
      for (unsigned o = 0; o < in->nouts; o++)
	in->outs[o].acc = acc[o * n + k];
      emit_element (lp, in, j[k], &i, 1);
    }
  l->b = after;
  for (unsigned o = 0; o < in->nouts; o++)
    {
      in->outs[o].acc = s_array (l, "acc", in->outs[o].t, n);
      for (unsigned k = 0; k < n; k++)
	s_store (l, imp_use (l->p, in->outs[o].acc), e_size (l, k),
		 imp_use (l->p, acc[o * n + k]));
    }
}

/* Reduction S for the elements of C; its loop is *IN.  */
static void
emit_reduction (struct loop *lp, struct fir_stmt *s, struct loop *in, const struct range *c)
{
  struct lower *l = lp->l;
  *in = (struct loop) { .l = l, .s = s, .body = s->fns[0]->body, .nouts = s->nouts,
			.nested = true };
  in->outs = CTX_NEWV (l->ctx, struct out, s->nouts);
  for (unsigned o = 0; o < s->nouts; o++)
    in->outs[o].o = &s->outs[o];
  in->n = lower_name (l, lower_atom (l, s->args[0]), "n");
  job_set (in, 1, 1);
  for (struct out *o = in->outs; o < in->outs + s->nouts; o++)
    {
      o->tree = false;
      o->start = START_SEED;
    }
  if (c->e)
    emit_wide (lp, in, c);
  else
    emit_few (lp, in, c);
  struct bind *b = lower_bind (l, s->res[0]);
  if (!b->reported)
    job_report (in);
  b->reported = true;
}

/* The elements of C behind their reductions, whose loops are IN.  */
static void
emit_elements (struct loop *lp, struct loop *in, const struct range *c)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *j, *k;
  over (lp, c, &j, &k);
  for (struct loop *q = in; q->s; q++)
    for (struct out *o = q->outs; o < q->outs + q->nouts; o++)
      {
	struct bind *b = lower_bind (l, o->o->res);
	struct imp_expr *v = imp_load (l->p, imp_use (l->p, o->acc), e_again (l, k));
	b->e = imp_use (l->p, s_new (l, o->o->res->name, o->t, v));
	b->early = true;
      }
  elem_emit (lp, j, false);
  for (struct loop *q = in; q->s; q++)
    for (struct out *o = q->outs; o < q->outs + q->nouts; o++)
      {
	struct bind *b = lower_bind (l, o->o->res);
	b->e = NULL;
	b->early = false;
      }
  l->b = after;
}

/* The elements of C.  */
static void
emit_range (struct loop *lp, const struct range *c)
{
  struct loop in[MOST + 1] = { { .l = lp->l } };
  unsigned n = 0, i = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if ((lp->need[i] & 1) && s->op == FIR_LOOP)
      emit_reduction (lp, s, &in[n++], c);
  in[n].s = NULL;
  emit_elements (lp, in, c);
}

/* The elements B to E, not many: COLUMNS at a time, the rest one by one.  */
static void
emit_narrow (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *m = e_op (l, FIR_BAND, e_op (l, FIR_SUB, e_again (l, e), e_again (l, b)),
			     e_size (l, -(uint64_t) l->target->columns));
  m = lower_name (l, e_op (l, FIR_ADD, e_again (l, b), m), "m");
  struct imp_stmt *f = s_for (l, "jb", e_again (l, b), m, l->target->columns, false);
  l->b = &f->body;
  struct range c = { imp_use (l->p, f->var), NULL };
  emit_range (lp, &c);
  l->b = after;
  f = s_for (l, lp->s->fns[0]->params[0]->name, e_again (l, m), e_again (l, e), 1, false);
  l->b = &f->body;
  elem_emit (lp, imp_use (l->p, f->var), false);
  l->b = after;
}

bool
columns_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  if (!columns_p (lp))
    return false;
  b = lower_name (l, b, "b");
  struct imp_expr *n = e_op (l, FIR_SUB, e_again (l, e), e_again (l, b));
  struct imp_stmt *i = s_if (l, e_op (l, FIR_GE, n, e_size (l, l->target->column_least)));
  l->b = &i->body;
  struct imp_stmt *f
    = s_for (l, "jb", e_again (l, b), e_again (l, e), l->target->column_block, false);
  l->b = &f->body;
  struct range c = { imp_use (l->p, f->var), NULL };
  c.e = e_op (l, FIR_MIN, e_again (l, e),
	      e_op (l, FIR_ADD, e_again (l, c.b), e_size (l, l->target->column_block)));
  c.e = lower_name (l, c.e, "je");
  emit_range (lp, &c);
  l->b = &i->orelse;
  emit_narrow (lp, b, e);
  l->b = after;
  return true;
}

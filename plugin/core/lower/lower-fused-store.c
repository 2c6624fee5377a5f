/* Lowering of strided stores fused into the loop that makes the elements: storestrided.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Fusion makes one loop over all base elements of a regular vector, and its result is stored.  If
   the vector has no other use it needs no memory: the loop stores element i, which is (i1, ..., ik)
   of the vector, at p[i1 s1 + ... + ik sk].  The address is stated in plain arithmetic; the pass
   nest recovers the levels (schedule-nest.c).

     x = loop n1 n2 { (i) ... yield vec v }   y = reshape x n1 n2   storestrided p n1 s1 n2 s2 y
       =>   loop i < n1 n2 trusted strided { } do { p[(i div n2) s1 + (i rem n2) s2] := v }

   The tests are those of lower-store.c.  If something that is still to be read may change, the loop
   writes to a contiguous temp, and lower-strided-store.c does the store at the end of the region.
   Where elements are cheap there are two loops, each with one address (lower-give.c); else the
   steps are variables.  There is a third loop for bodies whose divisors are other terms than the
   extents but equal them at run time.

   Does not: fuse a store that another store of the region precedes, or a store into a loop whose
   elements may fail.  */

#include "lower-int.h"

/* --- Parts of an index ---------------------------------------------------------------------- */

#define FACTORS 16

/* A product of sizes.  */
struct product
{
  uint64_t cst;
  unsigned n;
  struct fir_var *var[FACTORS];
  bool much;			/* of more factors than fit */
};

static void
multiply (struct product *p, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  if (!a.var)
    p->cst *= (uint64_t) a.cst->i;
  else if (def && def->op == FIR_MUL)
    {
      multiply (p, def->args[0]);
      multiply (p, def->args[1]);
    }
  else if (p->n == FACTORS)
    p->much = true;
  else
    p->var[p->n++] = a.var;
}

/* Is A the product of N extents DIMS?  */
static bool
is_product (struct fir_atom a, unsigned n, const struct fir_atom *dims)
{
  struct product x = { .cst = 1 }, y = { .cst = 1 };
  multiply (&x, a);
  for (unsigned k = 0; k < n; k++)
    multiply (&y, dims[k]);
  if (x.much || y.much || x.n != y.n || x.cst != y.cst)
    return false;
  for (unsigned j = 0; j < x.n; j++)
    {
      unsigned k = 0;
      while (k < y.n && y.var[k] != x.var[j])
	k++;
      if (k == y.n)
	return false;
      y.var[k] = NULL;
    }
  return true;
}

/* Is A the divisor of level K, or (EQUAL) equal to it if F's `equal' holds?  */
static bool
divides (struct fused_store *f, struct fir_atom a, unsigned k, bool equal)
{
  return is_product (a, f->levels - k - 1, f->dims + k + 1)
	 || (equal && !fir_atom_none (f->by[k]) && fir_atom_equal (f->by[k], a));
}

/* Is A the remainder of index I at level K?  */
static bool
is_rest (struct fused_store *f, struct fir_var *i, struct fir_atom a, unsigned k)
{
  struct fir_stmt *def = fir_atom_def (a);
  if (!k)
    return a.var && a.var == i;
  return def && def->op == FIR_REM && is_rest (f, i, def->args[0], k - 1)
	 && divides (f, def->args[1], k - 1, true);
}

/* Is A part K of index I, a quotient, or the last remainder, if F's `equal' holds?  */
static bool
is_part (struct fused_store *f, struct fir_var *i, struct fir_atom a, unsigned k)
{
  struct fir_stmt *def = fir_atom_def (a);
  if (k + 1 == f->levels)
    return is_rest (f, i, a, k);
  return def && def->op == FIR_DIV && is_rest (f, i, def->args[0], k)
	 && divides (f, def->args[1], k, true);
}

bool
fused_part_p (struct fused_store *f, struct fir_atom a, unsigned k)
{
  return is_part (f, f->loop->fns[0]->params[0], a, k);
}

/* The divisor of X in S, in a loop's body, if it is invariant and not 0; else absent.  */
static struct fir_atom
divisor (struct lower *l, struct fir_stmt *s, struct fir_var *x)
{
  if ((s->op != FIR_DIV && s->op != FIR_REM) || s->args[0].var != x
      || !lower_early (l, s->args[1]))
    return FIR_NONE;
  return s->args[1];
}

/* Find the divisors of the index in the body of F's loop, level by level.  */
static void
find_divisors (struct lower *l, struct fused_store *f)
{
  struct fir_stmt *loop = f->loop;
  struct fir_var *x = loop->fns[0]->params[0];
  f->by = CTX_NEWV (l->ctx, struct fir_atom, f->levels);
  for (unsigned k = 0; k < f->levels; k++)
    f->by[k] = FIR_NONE;
  for (unsigned k = 0; x && k + 1 < f->levels; k++)
    {
      struct fir_atom by = FIR_NONE, rest = FIR_NONE;
      for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
	{
	  struct fir_atom d = divisor (l, s, x);
	  if (fir_atom_none (d) || !(fir_atom_none (by) || fir_atom_equal (by, d)))
	    continue;
	  by = d;
	  if (s->op == FIR_REM)
	    rest = fir_atom_var (s->res[0]);
	}
      if (!fir_atom_none (by) && !divides (f, by, k, false))
	f->by[k] = by;
      x = rest.var;
    }
}

struct fused_store *
fused_plain (struct lower *l, struct fir_stmt *loop)
{
  struct fir_stmt *n = fir_atom_def (loop->args[0]);
  struct fir_var *x = loop->fns[0]->params[0];
  struct fused_store *f;
  if (!n || n->op != FIR_MUL || !lower_early (l, n->args[0]) || !lower_early (l, n->args[1]))
    return NULL;
  for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    for (unsigned k = 0; k < 2; k++)
      if (fir_atom_equal (divisor (l, s, x), n->args[k]))
	{
	  f = CTX_NEW (l->ctx, struct fused_store);
	  f->loop = loop;
	  f->levels = 2;
	  f->dims = CTX_NEWV (l->ctx, struct fir_atom, f->levels);
	  f->by = CTX_NEWV (l->ctx, struct fir_atom, f->levels);
	  f->dims[0] = n->args[!k];
	  f->dims[1] = n->args[k];
	  f->by[0] = f->by[1] = FIR_NONE;
	  return f;
	}
  return NULL;
}

/* Row V of a vector that a loop reads, to be read at part K of the index.  */
struct row_reads
{
  struct lower *l;
  struct fused_store *f;
  struct fir_stmt *loop;
  struct fir_var *v;
  unsigned k, n;
};

static bool reads_part (struct row_reads *w, struct fir_stmt *s);

static void
count_parts (struct fir_stmt *s, void *data)
{
  struct row_reads *w = (struct row_reads *) data;
  if (s->nargs && s->args[0].var == w->v && reads_part (w, s))
    w->n++;
}

/* Does S read a vector at part W->k of the index, and the row there at the parts behind it?  */
static bool
reads_part (struct row_reads *w, struct fir_stmt *s)
{
  struct fir_block *body = w->loop->fns[0]->body;
  if ((s->op != FIR_AT && s->op != FIR_ROW)
      || !is_part (w->f, w->loop->fns[0]->params[0], s->args[1], w->k))
    return false;
  if (w->k + 1 == w->f->levels)
    return s->op == FIR_AT;
  struct row_reads in = { w->l, w->f, w->loop, s->res[0], w->k + 1, 0 };
  fir_walk (body, count_parts, &in);
  return in.n == fir_count_uses (w->l->region->body, s->res[0]);
}

bool
fused_reads_parts (struct lower *l, struct fused_store *f, struct fir_stmt *loop,
		   struct fir_stmt *s)
{
  struct row_reads w = { l, f, loop, NULL, 0, 0 };
  return f->levels > 1 && reads_part (&w, s);
}

/* I STEP, I being a size.  */
static struct imp_expr *
offset (struct lower *l, struct imp_expr *i, struct imp_expr *step)
{
  i = imp_prim (l->p, FIR_CONV, step->type, 1, &i);
  if (step->kind == IMP_EXPR_CONST && !step->cst->origin && step->cst->i == 1)
    return i;
  return e_op (l, FIR_MUL, i, e_again (l, step));
}

/* --- Places --------------------------------------------------------------------------------- */

/* The stride of level K of regular V, in memory, as an i64.  */
static struct imp_expr *
step_of (struct lower *l, struct vecval *v, unsigned k)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr *n = NULL;
  if (v->step[0])
    return e_again (l, v->step[k]);
  for (unsigned j = k + 1; j < type_levels (v->type); j++)
    n = n ? e_op (l, FIR_MUL, n, e_again (l, v->n[j])) : e_again (l, v->n[j]);
  return n ? imp_prim (l->p, FIR_CONV, i64, 1, &n) : e_const (l, i64, 1, 0);
}

void
strided_extent (struct lower *l, struct vecval *v, struct imp_expr **from, struct imp_expr **bytes)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr *lo = e_const (l, i64, 0, 0), *span = e_const (l, i64, 1, 0), *any = NULL;
  for (unsigned k = 0; k < type_levels (v->type); k++)
    {
      struct imp_expr *n = e_again (l, v->n[k]);
      any = any ? e_op (l, FIR_MUL, any, e_again (l, v->n[k])) : e_again (l, v->n[k]);
      n = imp_prim (l->p, FIR_CONV, i64, 1, &n);
      n = e_op (l, FIR_MUL, e_op (l, FIR_SUB, n, e_const (l, i64, 1, 0)), e_again (l, v->step[k]));
      n = lower_name (l, n, "last");
      lo = e_op (l, FIR_ADD, lo, e_op (l, FIR_MIN, e_again (l, n), e_const (l, i64, 0, 0)));
      span = e_op (l, FIR_ADD, span, imp_prim (l->p, FIR_ABS, i64, 1, &n));
    }
  struct imp_expr *args[2] = { e_again (l, v->data), lo };
  struct imp_expr *p = imp_prim (l->p, FIR_PADD, v->data->type, 2, args);
  span = imp_prim (l->p, FIR_CONV, type_size (l->ctx), 1, &span);
  span = e_op (l, FIR_MUL, span, e_size (l, type_base (v->type)->size));
  any = e_op (l, FIR_NE, any, e_size (l, 0));
  *from = lower_name (l, p, "q");
  *bytes = lower_name (l, e_select (l, any, span, e_size (l, 0)), "bytes");
}

struct imp_expr *
fused_elsewhere (struct lower *l, struct fused_store *f, struct vecval *v, bool parts)
{
  struct imp_expr *same = parts && f->equal ? e_again (l, f->equal) : NULL;
  bool flat = type_levels (v->type) == 1;
  e_and_equal (l, &same, e_again (l, v->data), f->p);
  for (unsigned k = 0; k < f->levels; k++)
    {
      struct imp_expr *step = NULL;
      if (!flat)
	step = step_of (l, v, k);
      else if (f->inner[k])
	{
	  step = e_again (l, f->inner[k]);
	  step = imp_prim (l->p, FIR_CONV, f->step[k]->type, 1, &step);
	  if (v->step[0])
	    step = e_op (l, FIR_MUL, step, e_again (l, v->step[0]));
	}
      else
	step = step_of (l, v, 0);
      e_and_equal (l, &same, step, f->step[k]);
    }
  return same ? e_op (l, FIR_EQ, same, e_const (l, type_i32 (l->ctx), 0, 0)) : NULL;
}

/* --- The store ------------------------------------------------------------------------------ */

/* Does the region store anything before S?  If that is deferred, S must be, too.  */
static bool
stores_before (struct lower *l, struct fir_stmt *s)
{
  for (struct fir_stmt *t = l->region->body->first; t && t != s; t = t->next)
    {
      if (t->op == FIR_STORE || t->op == FIR_STORES || t->op == FIR_UPDATE_ROWS)
	return true;
      for (unsigned k = 0; k < t->nouts; k++)
	if (!fir_atom_none (t->outs[k].dest))
	  return true;
    }
  return false;
}

/* May S be between a loop and the store of its result?  */
static bool
passes (struct fir_stmt *s)
{
  return s->op == FIR_CHECK || fir_op_info[s->op].cls == FIR_CLASS_PRIM
	 || fir_op_info[s->op].flags & FIR_FLAG_INDEX;
}

/* Are the operands of S from K on known, or computable now?  */
static bool
known (struct lower *l, struct fir_stmt *s, unsigned k, unsigned end)
{
  for (; k < end; k++)
    if (!lower_early (l, s->args[k]))
      return false;
  return true;
}

/* Find the shape of X in store S, where X is LOOP's result, perhaps reshaped once; false if it is
   not.  */
static bool
find_shape (struct lower *l, struct fir_stmt *s, struct fir_var *x, struct fused_store *f)
{
  struct fir_atom a = s->args[s->nargs - 1];
  struct fir_stmt *def = fir_atom_def (a);
  f->levels = s->nargs / 2 - 1;
  f->dims = CTX_NEWV (l->ctx, struct fir_atom, f->levels);
  if (a.var == x)
    {
      f->dims[0] = s->args[1];
      return f->levels == 1;
    }
  if (!def || def->op != FIR_RESHAPE || def->args[0].var != x || def->nargs - 1 != f->levels
      || def->parent != l->region->body || fir_count_uses (l->region->body, a.var) != 1)
    return false;
  for (unsigned k = 0; k < f->levels; k++)
    f->dims[k] = def->args[k + 1];
  return known (l, def, 1, def->nargs);
}

/* How LOOP can store its result OUT itself; NULL if it cannot.  */
static struct fused_store *
find (struct lower *l, struct fir_stmt *loop, struct fir_out *out)
{
  struct fir_stmt *s = loop->next;
  struct fused_store *f;
  if (l->elem || out->kind != OUT_VEC || !fir_atom_none (out->dest) || !fir_atom_none (out->guard)
      || type_is_vec (fir_atom_type (out->value)))
    return NULL;
  while (s && s->op != FIR_STORES && passes (s))
    s = s->next;
  f = CTX_NEW (l->ctx, struct fused_store);
  f->s = s;
  f->loop = loop;
  if (!s || s->op != FIR_STORES || fir_count_uses (l->region->body, out->res) != 1
      || stores_before (l, s) || !find_shape (l, s, out->res, f)
      || !known (l, s, 0, s->nargs - 1))
    return NULL;
  for (struct fir_stmt *c = loop->next; c != s; c = c->next)
    if (c->op == FIR_CHECK && !known (l, c, 0, c->nargs))
      return NULL;
  return f;
}

bool
lower_fused_p (struct lower *l, struct fir_stmt *loop, struct fir_out *out)
{
  return find (l, loop, out) != NULL;
}

/* Make the checks between the loop and the store now, with the computations that they need.  */
struct fused_store *
lower_fused_store (struct lower *l, struct fir_stmt *loop, struct fir_out *out)
{
  struct fused_store *f = find (l, loop, out);
  if (!f)
    return NULL;
  for (struct fir_stmt *c = loop->next; c != f->s; c = c->next)
    if (c->op == FIR_CHECK)
      {
	struct done *d = CTX_NEW (l->ctx, struct done);
	lower_check (l, c);
	d->s = c;
	d->next = l->done;
	l->done = d;
      }
  if (f->s->args[f->s->nargs - 1].var != out->res)
    lower_bind (l, f->s->args[f->s->nargs - 1].var)->early = true;
  return f;
}

/* Lower the address and the steps at which F stores N elements, and the extents.  */
static void
lower_operands (struct lower *l, struct fused_store *f, struct imp_expr *n)
{
  struct imp_expr *equal = NULL;
  f->p = lower_name (l, lower_atom (l, f->s->args[0]), "p");
  f->n = CTX_NEWV (l->ctx, struct imp_expr *, 3 * f->levels);
  f->inner = f->n + f->levels;
  f->step = f->n + 2 * f->levels;
  for (unsigned k = f->levels; k-- > 0;)
    {
      struct imp_expr **in = &f->inner[k];
      f->n[k] = lower_name (l, lower_atom (l, f->dims[k]), "n");
      f->step[k] = lower_name (l, lower_atom (l, f->s->args[2 * k + 2]), "s");
      if (k + 1 < f->levels)
	*in = in[1] ? lower_product (l, f->n[k + 1], in[1], "len") : f->n[k + 1];
      if (!fir_atom_none (f->by[k]))
	e_and_equal (l, &equal, lower_atom (l, f->by[k]), f->inner[k]);
    }
  if (equal)
    f->equal = lower_name (l, equal, "equal");
  if (f->levels == 1 || is_product (f->loop->args[0], f->levels, f->dims))
    f->all = e_again (l, n);
  else
    f->all = lower_product (l, f->n[0], f->inner[0], "n");
}

/* Variables for F's steps, or, if COND holds, for those of contiguous elements.  */
static struct imp_expr **
either_step (struct lower *l, struct fused_store *f, struct imp_var *cond)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr **step = CTX_NEWV (l->ctx, struct imp_expr *, f->levels);
  for (unsigned k = 0; k < f->levels; k++)
    {
      struct imp_expr *in = f->inner[k] ? e_again (l, f->inner[k]) : NULL;
      in = in ? imp_prim (l->p, FIR_CONV, i64, 1, &in) : e_const (l, i64, 1, 0);
      in = e_select (l, imp_use (l->p, cond), in, e_again (l, f->step[k]));
      step[k] = imp_use (l->p, s_new (l, "s", i64, in));
    }
  return step;
}

struct imp_expr *
lower_fused_dest (struct lower *l, struct fused_store *f, struct fir_out *out, struct imp_expr *n,
		  bool apart)
{
  const struct type *t = fir_atom_type (out->value);
  struct fir_stmt *s = f->s;
  bool maybe;
  find_divisors (l, f);
  lower_operands (l, f, n);
  struct imp_var *conf = lower_fused_conflict (l, f->loop, f, t, &maybe);
  struct bind *b = lower_bind (l, s->res[0]);
  b->e = e_again (l, n);
  b->early = true;
  pass_log_add (l->log, LOG_PARALLEL, s->site, 0, "by the loop that makes the elements");
  if (!maybe)
    return f->p;
  struct imp_expr *room = e_again (l, n);
  if (conf)
    room = e_select (l, imp_use (l->p, conf), room, e_size (l, 0));
  struct imp_var *v = s_temp (l, "t", t, room, s->site);
  struct imp_expr *tp = imp_use (l->p, v);
  tp->type = f->p->type;
  struct deferred *d = strided_defer (l, s, strided_emit);
  d->ops = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  l->dests = l->dests->next;
  for (unsigned k = 0; k + 1 < s->nargs; k++)
    d->ops[k] = lower_name (l, lower_atom (l, s->args[k]), "p");
  d->cond = conf ? imp_use (l->p, conf) : NULL;
  bool either = conf && !apart;
  struct imp_var *to = s_new (l, "d", f->p->type, either ? e_again (l, f->p) : tp);
  d->ops[s->nargs - 1] = imp_use (l->p, to);
  f->buffer = imp_use (l->p, to);
  if (!conf)
    return e_again (l, f->buffer);
  f->conf = imp_use (l->p, conf);
  if (!either)
    return f->p;
  f->step = either_step (l, f, conf);
  struct imp_block *after = l->b;
  l->b = &s_if (l, imp_use (l->p, conf))->body;
  s_assign (l, to, tp);
  l->b = after;
  return e_again (l, f->buffer);
}

/* --- Elements ------------------------------------------------------------------------------- */

/* The remainder of index I at level K.  */
static struct imp_expr *
rest_of (struct lower *l, struct fused_store *f, struct imp_expr *i, unsigned k)
{
  return k ? e_op (l, FIR_REM, rest_of (l, f, i, k - 1), e_again (l, f->inner[k - 1]))
	   : e_again (l, i);
}

struct imp_expr *
fused_offset (struct lower *l, struct fused_store *f, struct imp_expr *i)
{
  struct imp_expr *at = NULL;
  for (unsigned k = 0; k < f->levels; k++)
    {
      struct imp_expr *q = rest_of (l, f, i, k);
      if (f->inner[k])
	q = e_op (l, FIR_DIV, q, e_again (l, f->inner[k]));
      q = offset (l, q, f->step[k]);
      at = at ? e_op (l, FIR_ADD, at, q) : q;
    }
  return at;
}

/* A product may be another expression than that of the extents: the pass nest must be shown that
   they are equal.  */
void
fused_bind_parts (struct lower *l, struct fused_store *f, struct imp_expr *i)
{
  struct fir_var *x = f->loop->fns[0]->params[0];
  for (unsigned k = 0; x && f->inner[k]; k++)
    {
      struct fir_var *rest = NULL;
      for (struct fir_stmt *s = f->loop->fns[0]->body->first; s; s = s->next)
	if ((s->op == FIR_DIV || s->op == FIR_REM) && s->args[0].var == x
	    && divides (f, s->args[1], k, f->same))
	  {
	    struct bind *b = lower_bind (l, s->res[0]);
	    b->early = i != NULL;
	    b->e = NULL;
	    if (i)
	      lower_let (l, s->res[0],
			 e_op (l, s->op, k ? lower_atom (l, fir_atom_var (x)) : e_again (l, i),
			       e_again (l, f->inner[k])));
	    if (s->op == FIR_REM)
	      rest = s->res[0];
	  }
      x = rest;
    }
}

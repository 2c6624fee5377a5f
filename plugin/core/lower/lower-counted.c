/* Lowering of function values: turns that count, and combine what each of them has, are a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     m = mu { (p, i) if lt i n { v = at x i   q = add p v   j = add i 1   apply m q j } else { p } }
     r = apply m z 0
   becomes, in an element,
     new p := z
     loop i = 0 to n { reduce p (a, b) { } ret add (a, b) } do { give p := x[i] }
     ... p is r ...

   The loop has no shape, and what it reduces says neither `apart' nor `neutral': the turns stay in
   their order, and the operator need not be associative (doc/imp.txt, section 3).  But passes see
   how many turns there are and what they combine, which a `while' does not say: pass columns
   interchanges such a loop with that around it.

   There are as many turns as C has (fir-counted.c), also where what counts wraps before it is at
   the end.  It may begin anywhere, `for (i = b; i < n; i++)': the loop counts the turns, from 0.
   What stands before the test, and is the same for each turn, is computed before the loop.  */

#include "lower-loop.h"

#include "fir/fir-counted.h"

/* A call of a mu whose turns count.  */
struct counted
{
  struct fir_counted f;
  struct imp_expr *begin;	/* of the index, NULL: 0 */
  struct imp_var **accs;	/* for each parameter, NULL: turns do not combine it */
};

/* E, of type T.  */
static struct imp_expr *
conv (struct lower *l, const struct type *t, struct imp_expr *e)
{
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, 1);

  args[0] = e;
  return e->type == t ? e : imp_prim (l->p, FIR_CONV, t, 1, args);
}

/* What the parameters of C begin with.  */
static void
begin (struct lower *l, struct counted *c)
{
  for (unsigned k = 0; k < c->f.fn->nparams; k++)
    {
      struct fir_var *p = c->f.fn->params[k];
      struct fir_atom a = c->f.apply->args[1 + k];

      if (type_is_vec (p->type))
	lower_bind (l, p)->vec = lower_vec (l, a);
      else if (c->f.params[k].value)
	c->accs[k] = s_new (l, p->name, p->type, lower_atom (l, a));
      else if ((int) k != c->f.index)
	lower_bind (l, p)->e = lower_name (l, lower_atom (l, a), p->name);
    }
  for (struct fir_stmt *s = c->f.fn->body->first; s != c->f.test; s = s->next)
    if (!fir_counted_inside (&c->f, fir_atom_var (s->res[0])))
      {
	lower_stmt (l, s);
	lower_bind (l, s->res[0])->e
	  = lower_name (l, lower_atom (l, fir_atom_var (s->res[0])), s->res[0]->name);
      }
}

/* How parameter K of C is combined, at the head of LOOP.  */
static void
head (struct lower *l, struct counted *c, unsigned k, struct imp_stmt *loop)
{
  struct fir_var *p = c->f.fn->params[k], *v = c->f.params[k].value;
  struct imp_stmt *o = imp_stmt_new (l->p, &loop->orelse, IMP_REDUCE, 0);
  struct imp_block *after = l->b;
  bool in_order = l->in_order;

  o->var = c->accs[k];
  l->b = &o->body;
  l->in_order = true;
  lower_bind (l, p)->e = imp_use (l->p, s_new (l, p->name, p->type, NULL));
  lower_bind (l, v)->e = imp_use (l->p, s_new (l, v->name, v->type, NULL));
  for (unsigned i = 0; i < c->f.ns; i++)
    if (c->f.of[i] == (int) k)
      lower_stmt (l, c->f.s[i]);
  o->e[2] = lower_atom (l, c->f.next->args[1 + k]);
  l->in_order = in_order;
  l->b = after;
}

/* How many turns C has, a size: as many as its index takes to N, which is not negative, if that is
   no value of the index.  An unsigned one is never there, nor is a signed one that is converted to
   a signed type: so many turns never end.  The values of a signed one below 0 are converted to the
   greatest ones of an unsigned type.  */
static struct imp_expr *
until_wrapped (struct lower *l, struct counted *c, struct imp_expr *n)
{
  const struct type *t = n->type, *p = c->f.fn->params[c->f.index]->type, *u64 = type_size (l->ctx);
  bool is_signed = scalar_info[p->scalar].is_signed;
  __int128 values = (__int128) 1 << (8 * p->size - is_signed), all = (__int128) 1 << 8 * t->size;
  struct imp_expr *below;

  n = lower_name (l, n, "n");
  if (!is_signed || scalar_info[t->scalar].is_signed)
    return e_select (l, e_op (l, FIR_LT, e_again (l, n), e_const (l, t, values, 0)),
		     conv (l, u64, e_again (l, n)), e_size (l, UINT64_MAX));
  below = e_op (l, FIR_GT, e_again (l, n), e_const (l, t, all - values, 0));
  n = e_select (l, below, e_op (l, FIR_ADD, e_again (l, n), e_const (l, t, 2 * values, 0)),
		e_op (l, FIR_MIN, e_again (l, n), e_const (l, t, values, 0)));
  return conv (l, u64, n);
}

/* How many turns C has, a size.  */
static struct imp_expr *
count (struct lower *l, struct counted *c)
{
  struct imp_expr *n = lower_atom (l, c->f.n);

  if (scalar_info[n->type->scalar].is_signed)
    n = e_op (l, FIR_MAX, n, e_const (l, n->type, 0, 0));
  if (fir_counted_wraps (&c->f))
    return until_wrapped (l, c, n);
  return conv (l, type_size (l->ctx), n);
}

/* The same if C's index begins with BEGIN.  */
static struct imp_expr *
count_from (struct lower *l, struct counted *c, struct imp_expr *begin)
{
  const struct type *u64 = type_size (l->ctx);
  struct imp_expr *n = lower_name (l, lower_atom (l, c->f.n), "n"), *any, *b;

  /* As the turns compare it: an unsigned N makes another number of one that is negative.  */
  b = lower_name (l, conv (l, n->type, e_again (l, begin)), "b");
  any = e_op (l, FIR_LT, e_again (l, b), e_again (l, n));
  return e_select (l, any, e_op (l, FIR_SUB, conv (l, u64, n), conv (l, u64, b)), e_size (l, 0));
}

/* C's index in turn K, a size, of type T.  */
static struct imp_expr *
index_in (struct lower *l, struct counted *c, struct imp_expr *k, const struct type *t)
{
  if (c->begin)
    k = e_op (l, FIR_ADD, k, conv (l, type_size (l->ctx), e_again (l, c->begin)));
  return conv (l, t, k);
}

/* Is S C's index as a number of 64 bits, which it is exactly as the turns have it?  */
static bool
is_index (const struct counted *c, const struct fir_stmt *s)
{
  const struct fir_var *index = c->f.fn->params[c->f.index];

  return s->op == FIR_CONV && s->args[0].var == index && !c->f.wraps
	 && type_is_integral (s->res[0]->type) && s->res[0]->type->size == 8;
}

/* C's turns.  */
static void
turns (struct lower *l, struct counted *c)
{
  struct fir_var *index = c->f.fn->params[c->f.index];
  const struct type *u64 = type_size (l->ctx);
  struct fir_atom from = c->f.apply->args[1 + c->f.index];
  struct imp_expr *n;
  struct imp_stmt *loop;
  struct imp_block *after = l->b;

  if (!fir_atom_is_int (from, 0))
    c->begin = lower_name (l, lower_atom (l, from), "begin");
  n = lower_name (l, c->begin ? count_from (l, c, c->begin) : count (l, c), "n");
  loop = imp_stmt_new (l->p, l->b, IMP_LOOP, 0);
  loop->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, index->name, u64);
  loop->e[0] = e_size (l, 0);
  loop->e[1] = e_again (l, n);
  loop->e[2] = e_size (l, 1);
  for (unsigned k = 0; k < c->f.fn->nparams; k++)
    if (c->accs[k])
      head (l, c, k, loop);
  l->b = &loop->body;
  lower_bind (l, index)->e
    = lower_name (l, index_in (l, c, imp_use (l->p, loop->var), index->type), index->name);
  for (unsigned i = 0; i < c->f.ns; i++)
    if (is_index (c, c->f.s[i]))
      lower_bind (l, c->f.s[i]->res[0])->e
	= lower_name (l, index_in (l, c, imp_use (l->p, loop->var), c->f.s[i]->res[0]->type),
		      index->name);
    else if (c->f.of[i] == FIR_COUNTED_NONE)
      lower_stmt (l, c->f.s[i]);
  for (unsigned k = 0; k < c->f.fn->nparams; k++)
    if (c->accs[k])
      {
	struct imp_expr *v = lower_atom (l, fir_atom_var (c->f.params[k].value));
	struct imp_stmt *give = imp_stmt_new (l->p, l->b, IMP_GIVE, 0);

	give->var = c->accs[k];
	give->e[0] = v;
      }
  l->b = after;
  lower_bind (l, index)->e = lower_name (l, index_in (l, c, n, index->type), index->name);
}

bool
lower_counted (struct lower *l, struct fir_stmt *s)
{
  struct counted c = { .begin = NULL };
  struct fir_block *last;

  if (!l->elem || !fir_counts (l->ctx, s, &c.f))
    return false;
  c.accs = CTX_NEWV (l->ctx, struct imp_var *, c.f.fn->nparams);
  last = c.f.end->fns[1]->body;
  begin (l, &c);
  turns (l, &c);
  for (unsigned k = 0; k < c.f.fn->nparams; k++)
    if (c.accs[k])
      lower_bind (l, c.f.fn->params[k])->e = imp_use (l->p, c.accs[k]);
  for (unsigned k = 0; k < c.f.nhead; k++)
    lower_stmt (l, c.f.s[k]);
  lower_stmts (l, last);
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      lower_bind (l, s->res[k])->vec = lower_vec (l, last->rets[k]);
    else
      lower_bind (l, s->res[k])->e = lower_name (l, lower_atom (l, last->rets[k]), "r");
  return true;
}

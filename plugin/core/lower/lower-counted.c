/* Lowering of function values: turns that count, and combine what each of them has, are a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     m = mu { (p, i) if lt i n { v = at x i   q = add p v   j = add i 1   apply m q j } else { p } }
     r = apply m z 0
   becomes, in an element,
     new p := z
     loop i = 0 to n { reduce p (a, b) { } ret add (a, b) } do { give p := x[i] }
     ... p is r ...

   C says it so: `for (i = 0; i < n; i++) s += x[i]'.  The loop has no shape, and what it reduces
   says neither `apart' nor `neutral': the turns stay in their order, and the operator need not be
   associative (doc/imp.txt, section 3).  But passes see how many turns there are and what they
   combine, which a `while' does not say: pass columns interchanges such a loop with that around it.

   What counts may be an int, or a narrower number, and be converted to a wider type where it is
   tested, as C does it for `int i' below a size_t: there are as many turns as C has, also where it
   wraps before it is at the end.  What stands before the test, and is the same for each turn, is
   computed before the loop.

   Does not: take turns that may fail, that end otherwise than by their number, that hold loops or
   branches, or that combine one parameter with another.  */

#include "lower-loop.h"

#include "fir/fir-term.h"

/* Statements of a turn, at most.  */
#define STATEMENTS 32

/* What belongs to no parameter.  */
#define NONE -1

/* A parameter that turns combine.  */
struct combined
{
  bool changes;			/* false: each turn leaves it as it is */
  struct fir_var *value;	/* what it is combined with */
  struct imp_var *acc;
};

/* A call of a mu whose turns count.  */
struct counted
{
  struct fir_stmt *apply;
  struct fir_fn *fn;
  struct fir_stmt *test;	/* what decides ... */
  struct fir_stmt *end;		/* ... in the branch of its body: another turn, or the end */
  struct fir_block *turn;
  struct fir_stmt *next;	/* the call of the next turn */
  int index;			/* the parameter that counts ... */
  struct fir_atom n;		/* ... up to this */
  bool wraps;			/* its overflow is not undefined */
  struct combined *params;	/* one for each parameter */
  /* The statements before TEST that change with the turns, NHEAD of them, and those before NEXT; */
  struct fir_stmt *s[STATEMENTS];
  int of[STATEMENTS];		/* the parameter that they combine, or NONE */
  unsigned ns, nhead;
};

/* --- Which calls ----------------------------------------------------------------------------- */

/* The parameter of C's function, the one that counts aside, that A is made of.  */
static int
made_of (const struct counted *c, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  for (unsigned k = 0; a.var && k < c->fn->nparams; k++)
    if (c->fn->params[k] == a.var)
      return (int) k == c->index ? NONE : (int) k;
  for (unsigned k = 0; def && k < c->ns; k++)
    if (c->s[k] == def)
      return c->of[k];
  return NONE;
}

/* Does A change with C's turns?  */
static bool
inside (const struct counted *c, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  for (unsigned k = 0; a.var && k < c->fn->nparams; k++)
    if (c->fn->params[k] == a.var)
      return true;
  for (unsigned k = 0; def && k < c->nhead; k++)
    if (c->s[k] == def)
      return true;
  return def && def->parent == c->turn;
}

/* May S stand in a turn, or behind the last one?  */
static bool
plain (const struct fir_stmt *s)
{
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return s->nres == 1 && !type_is_vec (s->res[0]->type);
  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL))
    return false;
  for (unsigned k = 0; s->op == FIR_LEAF && k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      return false;
  return s->op == FIR_LEAF || s->op == FIR_AT || s->op == FIR_ROW || s->op == FIR_LEN
	 || s->op == FIR_VIEW;
}

/* Note S, of C's turn.  */
static bool
note (struct counted *c, struct fir_stmt *s)
{
  int of = NONE;

  if (c->ns == STATEMENTS || !plain (s))
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      int p = made_of (c, s->args[k]);

      if (p != NONE && of != NONE && p != of)
	return false;
      of = p != NONE ? p : of;
    }
  if (of != NONE && fir_op_info[s->op].cls != FIR_CLASS_PRIM)
    return false;
  c->of[c->ns] = of;
  c->s[c->ns++] = s;
  return true;
}

/* --- How turns count ------------------------------------------------------------------------- */

/* Does T have all values that FROM has, up to one multiple of 2^w?  */
static bool
as_wide (const struct type *from, const struct type *t)
{
  return type_is_integral (from) && type_is_integral (t) && from->scalar != SCALAR_BOOL
	 && t->scalar != SCALAR_BOOL && from->size <= t->size && t->size <= 8;
}

/* What A is, but for conversions that keep what a number of type T is modulo 2^w.  */
static struct fir_atom
unconverted (struct fir_atom a, const struct type *t)
{
  struct fir_stmt *def;

  while ((def = fir_atom_def (a)) != NULL && def->op == FIR_CONV
	 && as_wide (t, def->res[0]->type) && as_wide (t, fir_atom_type (def->args[0])))
    a = def->args[0];
  return a;
}

/* Find what C's test compares: a parameter, or one that is converted to a wider type.  */
static bool
find_test (struct counted *c)
{
  struct fir_stmt *def;
  struct fir_atom x;
  unsigned k = 0;

  c->test = fir_atom_def (c->end->args[0]);
  /* The loop tests nothing by a name that a turn could use.  */
  if (!c->test || c->test != c->end->prev || (c->test->op != FIR_LT && c->test->op != FIR_GT)
      || fir_count_uses (c->fn->body, c->test->res[0]) != 1)
    return false;
  x = c->test->args[c->test->op == FIR_GT];
  c->n = c->test->args[c->test->op == FIR_LT];
  def = fir_atom_def (x);
  if (def && def->parent == c->fn->body && def->op == FIR_CONV
      && as_wide (fir_atom_type (def->args[0]), def->res[0]->type))
    x = def->args[0];
  while (k < c->fn->nparams && c->fn->params[k] != x.var)
    k++;
  c->index = (int) k;
  return k < c->fn->nparams && as_wide (x.var->type, fir_atom_type (c->n));
}

/* Note what C's function computes before its test, unless it is the same for each turn.  */
static bool
find_head (struct counted *c)
{
  for (struct fir_stmt *s = c->fn->body->first; s != c->test; s = s->next)
    {
      bool prim = fir_op_info[s->op].cls == FIR_CLASS_PRIM, varies = false;

      for (unsigned k = 0; k < s->nargs; k++)
	varies |= inside (c, s->args[k]);
      if ((!prim && (varies || s->op != FIR_LEN)) || !plain (s))
	return false;
      if (varies && !note (c, s))
	return false;
      c->nhead = c->ns;
    }
  return true;
}

/* Find how C's turns count.  */
static bool
find_index (struct counted *c)
{
  struct fir_stmt *step;
  struct fir_var *p;
  struct fir_atom next;

  if (!find_test (c) || !fir_atom_is_int (c->apply->args[1 + c->index], 0) || !find_head (c)
      || inside (c, c->n))
    return false;
  p = c->fn->params[c->index];
  next = c->next->args[1 + c->index];
  step = fir_atom_def (unconverted (next, p->type));
  if (!step || step->op != FIR_ADD || unconverted (step->args[0], p->type).var != p
      || !fir_atom_is_int (step->args[1], 1))
    return false;
  c->wraps = next.var != step->res[0] || !fir_overflows (step);
  return true;
}

/* --- What turns combine ---------------------------------------------------------------------- */

/* Parameter K of C is combined with A, which nothing but the turn decides.  */
static bool
note_value (struct counted *c, unsigned k, struct fir_atom a)
{
  struct combined *p = &c->params[k];

  if (made_of (c, a) != NONE || !inside (c, a))
    return true;
  if (p->value && p->value != a.var)
    return false;
  p->value = a.var;
  return !type_is_vec (a.var->type);
}

/* Is parameter K of C combined with one value a turn, by an operator?  */
static bool
combines (struct counted *c, unsigned k)
{
  struct fir_atom next = c->next->args[1 + k];
  struct combined *p = &c->params[k];
  int of = made_of (c, next);

  p->changes = next.var != c->fn->params[k];
  if (!p->changes || (int) k == c->index)
    return true;
  if (type_is_vec (c->fn->params[k]->type) || (of != NONE && of != (int) k)
      || !note_value (c, k, next))
    return false;
  for (unsigned i = 0; i < c->ns; i++)
    for (unsigned a = 0; c->of[i] == (int) k && a < c->s[i]->nargs; a++)
      if (!note_value (c, k, c->s[i]->args[a]))
	return false;
  return p->value && p->value->type == c->fn->params[k]->type;
}

static bool
find_counted (struct lower *l, struct counted *c)
{
  struct fir_block *b = c->fn->body;
  bool any = false;

  c->end = b->last;
  if (!l->elem || c->apply->near || !c->end || c->end->op != FIR_IF || !fir_returned (b, c->end))
    return false;
  c->turn = c->end->fns[0]->body;
  c->next = c->turn->last;
  if (!c->next || c->next->op != FIR_APPLY || c->next->args[0].var != c->apply->args[0].var
      || !fir_returned (c->turn, c->next) || !find_index (c))
    return false;
  for (struct fir_stmt *s = c->turn->first; s != c->next; s = s->next)
    if (!note (c, s))
      return false;
  for (struct fir_stmt *s = c->end->fns[1]->body->first; s; s = s->next)
    if (fir_op_info[s->op].cls != FIR_CLASS_PRIM)
      return false;
  for (unsigned k = 0; k < c->fn->nparams; k++)
    {
      if (!combines (c, k))
	return false;
      any |= c->params[k].value != NULL;
    }
  return any;
}

/* --- The loop -------------------------------------------------------------------------------- */

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
  for (unsigned k = 0; k < c->fn->nparams; k++)
    {
      struct fir_var *p = c->fn->params[k];
      struct fir_atom a = c->apply->args[1 + k];

      if (type_is_vec (p->type))
	lower_bind (l, p)->vec = lower_vec (l, a);
      else if (c->params[k].value)
	c->params[k].acc = s_new (l, p->name, p->type, lower_atom (l, a));
      else if ((int) k != c->index)
	lower_bind (l, p)->e = lower_name (l, lower_atom (l, a), p->name);
    }
  for (struct fir_stmt *s = c->fn->body->first; s != c->test; s = s->next)
    if (!inside (c, fir_atom_var (s->res[0])))
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
  struct fir_var *p = c->fn->params[k], *v = c->params[k].value;
  struct imp_stmt *o = imp_stmt_new (l->p, &loop->orelse, IMP_REDUCE, 0);
  struct imp_block *after = l->b;
  bool in_order = l->in_order;

  o->var = c->params[k].acc;
  l->b = &o->body;
  l->in_order = true;
  lower_bind (l, p)->e = imp_use (l->p, s_new (l, p->name, p->type, NULL));
  lower_bind (l, v)->e = imp_use (l->p, s_new (l, v->name, v->type, NULL));
  for (unsigned i = 0; i < c->ns; i++)
    if (c->of[i] == (int) k)
      lower_stmt (l, c->s[i]);
  o->e[2] = lower_atom (l, c->next->args[1 + k]);
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
  const struct type *t = n->type, *p = c->fn->params[c->index]->type, *u64 = type_size (l->ctx);
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
  struct imp_expr *n = lower_atom (l, c->n);

  if (scalar_info[n->type->scalar].is_signed)
    n = e_op (l, FIR_MAX, n, e_const (l, n->type, 0, 0));
  if (c->wraps && c->fn->params[c->index]->type->size < n->type->size)
    return until_wrapped (l, c, n);
  return conv (l, type_size (l->ctx), n);
}

/* C's turns.  */
static void
turns (struct lower *l, struct counted *c)
{
  struct fir_var *index = c->fn->params[c->index];
  const struct type *u64 = type_size (l->ctx);
  struct imp_expr *n = lower_name (l, count (l, c), "n");
  struct imp_stmt *loop;
  struct imp_block *after = l->b;

  loop = imp_stmt_new (l->p, l->b, IMP_LOOP, 0);
  loop->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, index->name, u64);
  loop->e[0] = e_size (l, 0);
  loop->e[1] = e_again (l, n);
  loop->e[2] = e_size (l, 1);
  for (unsigned k = 0; k < c->fn->nparams; k++)
    if (c->params[k].acc)
      head (l, c, k, loop);
  l->b = &loop->body;
  lower_bind (l, index)->e
    = lower_name (l, conv (l, index->type, imp_use (l->p, loop->var)), index->name);
  for (unsigned i = 0; i < c->ns; i++)
    if (c->of[i] == NONE)
      lower_stmt (l, c->s[i]);
  for (unsigned k = 0; k < c->fn->nparams; k++)
    if (c->params[k].acc)
      {
	struct imp_expr *v = lower_atom (l, fir_atom_var (c->params[k].value));
	struct imp_stmt *give = imp_stmt_new (l->p, l->b, IMP_GIVE, 0);

	give->var = c->params[k].acc;
	give->e[0] = v;
      }
  l->b = after;
  lower_bind (l, index)->e = lower_name (l, conv (l, index->type, n), index->name);
}

bool
lower_counted (struct lower *l, struct fir_stmt *s, struct fir_stmt *mu)
{
  struct counted c = { .apply = s, .fn = mu->fns[0] };
  struct fir_block *last;

  c.params = CTX_NEWV (l->ctx, struct combined, c.fn->nparams);
  if (!find_counted (l, &c))
    return false;
  last = c.end->fns[1]->body;
  begin (l, &c);
  turns (l, &c);
  for (unsigned k = 0; k < c.fn->nparams; k++)
    if (c.params[k].acc)
      lower_bind (l, c.fn->params[k])->e = imp_use (l->p, c.params[k].acc);
  for (unsigned k = 0; k < c.nhead; k++)
    lower_stmt (l, c.s[k]);
  lower_stmts (l, last);
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      lower_bind (l, s->res[k])->vec = lower_vec (l, last->rets[k]);
    else
      lower_bind (l, s->res[k])->e = lower_name (l, lower_atom (l, last->rets[k]), "r");
  return true;
}

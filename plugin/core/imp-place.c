/* Where a value points: in which window of its iteration it is known to be.

     c                      is in the window of S = 1
     i                      of `for i = b to e', b not below c S, e not above c S + S
     c S + q                q below S: by the loop that binds q, or by an `if lt (q, S)' around
     i K + q                i in the window of S, q below K: then in that of S K
     i M K + q K + r        the same, q below M, r below K

   Terms are equal if they are the same when names are replaced by what they are given once.
   Does not: look at memory; imp-own.c does, which has the whole proof.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* --- Equal terms ----------------------------------------------------------------------------- */

/* E, or what it is a name of.  */
const struct imp_expr *
imp_meaning (struct owner *o, const struct imp_expr *e)
{
  while (e->kind == IMP_EXPR_VAR)
    {
      struct def *d = def_of (o, e->var);

      if (!d->by || d->by->kind != IMP_NEW || d->assigned || !d->by->e[0]
	  || (d->by->e[0]->kind != IMP_EXPR_VAR && d->by->e[0]->kind != IMP_EXPR_CONST))
	break;
      e = d->by->e[0];
    }
  return e;
}

bool
imp_is_const (const struct imp_expr *e, uint64_t *n)
{
  if (e->kind != IMP_EXPR_CONST || e->cst->origin || !type_is_integral (e->type))
    return false;
  *n = (uint64_t) e->cst->i;
  return true;
}

static bool
same (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  uint64_t m, n;

  x = imp_meaning (o, x);
  y = imp_meaning (o, y);
  if (x == y)
    return true;
  if (x->kind != y->kind)
    return false;
  if (x->kind == IMP_EXPR_VAR)
    return x->var == y->var;
  if (x->kind == IMP_EXPR_CONST)
    return imp_is_const (x, &m) && imp_is_const (y, &n) && m == n;
  if (x->kind != IMP_EXPR_PRIM || x->op != y->op || x->nargs != y->nargs || x->type != y->type)
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    if (!same (o, x->args[k], y->args[k]))
      return false;
  return true;
}

bool
imp_same_stride (struct owner *o, const struct stride *x, const struct stride *y)
{
  if (x->n != y->n)
    return false;
  for (unsigned k = 0; k < x->n; k++)
    if (!same (o, x->f[k], y->f[k]))
      return false;
  return true;
}

/* Does E have one value for the whole parfor.  */
bool
imp_constant (struct owner *o, const struct imp_expr *e)
{
  e = imp_meaning (o, e);
  if (e->kind == IMP_EXPR_VAR)
    {
      struct def *d = def_of (o, e->var);

      if (!d->inside)
	return true;
      return d->by->kind == IMP_NEW && !d->assigned && d->by->e[0]
	     && imp_constant (o, d->by->e[0]);
    }
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!imp_constant (o, e->args[k]))
      return false;
  return true;
}

/* --- Places ---------------------------------------------------------------------------------- */

static bool
is_prim (const struct imp_expr *e, enum fir_op op)
{
  return e->kind == IMP_EXPR_PRIM && e->op == op;
}

/* An outcome with F as one more factor of its window.  */
static bool
widen (struct stride *w, const struct imp_expr *f)
{
  if (w->n == FACTORS)
    return false;
  w->f[w->n++] = f;
  return true;
}

/* The condition E says of Q that it is below K.  */
static bool
says_below (struct owner *o, const struct imp_expr *e, const struct imp_expr *q,
	    const struct imp_expr *k)
{
  if (is_prim (e, FIR_BAND))
    return says_below (o, e->args[0], q, k) || says_below (o, e->args[1], q, k);
  return is_prim (e, FIR_LT) && same (o, e->args[0], q) && same (o, e->args[1], k);
}

static bool
stands_in (const struct imp_block *b, const struct imp_stmt *s)
{
  const struct imp_stmt *t = b->first;

  while (t && t != s)
    t = t->next;
  return t != NULL;
}

/* What variable E is given when it is made, if it is given nothing else; else E.  */
static const struct imp_expr *
made_of (struct owner *o, const struct imp_expr *e)
{
  struct def *d;

  e = imp_meaning (o, e);
  d = e->kind == IMP_EXPR_VAR ? def_of (o, e->var) : NULL;
  return d && d->by && d->by->kind == IMP_NEW && !d->assigned && d->by->e[0] ? d->by->e[0] : e;
}

/* The aligned end `b + (e - b & -STEP)' of blocks: not above E.  */
static const struct imp_expr *
aligned_end (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, uint64_t *step)
{
  y = made_of (o, y);
  if (!is_prim (y, FIR_BAND) || !imp_is_const (y->args[1], step) || !is_prim (y->args[0], FIR_SUB)
      || !same (o, y->args[0]->args[1], x))
    return NULL;
  *step = -*step;
  return y->args[0]->args[0];
}

/* Is E not above K.  */
static bool
at_most (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m, n;

  if (same (o, e, k)
      || (imp_is_const (imp_meaning (o, e), &m) && imp_is_const (imp_meaning (o, k), &n) && m <= n))
    return true;
  e = made_of (o, e);
  if (is_prim (e, FIR_MIN))
    return at_most (o, e->args[0], k) || at_most (o, e->args[1], k);
  if (is_prim (e, FIR_ADD) && (e = aligned_end (o, e->args[0], e->args[1], &m)))
    return at_most (o, e, k);
  return false;
}

static bool is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k);

/* How many elements from Q on are below K; 0: that is not known.  */
static uint64_t
room_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  uint64_t step, room;
  const struct imp_expr *end;

  q = made_of (o, q);
  if (is_prim (q, FIR_ADD))
    {
      const struct imp_expr *y = made_of (o, q->args[1]);

      room = room_below (o, q->args[0], k);
      return room && is_prim (y, FIR_MUL) && imp_is_const (imp_meaning (o, y->args[1]), &step)
		     && step && room % step == 0
		     && is_below (o, y->args[0], imp_size (o->p, room / step))
		 ? step
		 : 0;
    }
  if (q->kind != IMP_EXPR_VAR || !def_of (o, q->var)->by || def_of (o, q->var)->by->kind != IMP_FOR
      || !imp_is_const (def_of (o, q->var)->by->e[2], &step))
    return 0;
  end = made_of (o, def_of (o, q->var)->by->e[1]);
  if (!is_prim (end, FIR_ADD) || !(end = aligned_end (o, end->args[0], end->args[1], &room)))
    return 0;
  return room == step && at_most (o, end, k) ? step : 0;
}

/* Is Q below K.  */
static bool
is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  uint64_t m, n;
  const struct imp_expr *d = made_of (o, q);

  if (!o->fuel || !--o->fuel)
    return false;
  k = imp_meaning (o, k);
  if (imp_is_const (d, &m) && imp_is_const (k, &n))
    return m < n;
  if (is_prim (d, FIR_REM) && same (o, d->args[1], k))
    return true;
  if (room_below (o, d, k)
      || (is_prim (d, FIR_ADD) && (m = room_below (o, d->args[0], k))
	  && is_below (o, d->args[1], imp_size (o->p, m))))
    return true;
  if (d->kind == IMP_EXPR_VAR && def_of (o, d->var)->by && def_of (o, d->var)->by->kind == IMP_FOR
      && at_most (o, def_of (o, d->var)->by->e[1], k))
    return true;
  if (q->kind != IMP_EXPR_VAR || def_of (o, q->var)->assigned)
    return false;
  for (struct around *a = o->around; a && a->next; a = a->next)
    if (a->next->s->kind == IMP_IF && stands_in (&a->next->s->body, a->s)
	&& says_below (o, a->next->s->e[0], q, k))
      return true;
  return false;
}

/* Is K 1 at least.  */
static bool
positive (struct owner *o, const struct imp_expr *k)
{
  uint64_t n;

  k = made_of (o, k);
  if (k->kind == IMP_EXPR_PRIM && k->op == FIR_MUL)
    return positive (o, k->args[0]) && positive (o, k->args[1]);
  return (imp_is_const (k, &n) && n) || (k->kind == IMP_EXPR_CALL && k->fn == IMP_FN_CHUNK_SIZE);
}

/* I K, I in a window.  */
static struct place
times (struct owner *o, const struct imp_expr *i, const struct imp_expr *k, unsigned deep)
{
  struct place p = { 0 }, at = imp_place_of (o, i, deep);
  uint64_t n;

  if (!imp_constant (o, k))
    return p;
  if (at.exact && imp_is_const (imp_meaning (o, at.exact), &n) && n == 1)
    {
      p.exact = k;
      p.block = p.lo = widen (&p.win, k);
      p.in = p.block && positive (o, k);
      p.room = k;
    }
  else if (at.in && widen (&at.win, k))
    {
      p.block = p.lo = true;
      p.win = at.win;
      p.room = k;
    }
  return p;
}

/* Is Y no step back.  That a sum of u64 does not wrap is taken for granted.  */
static bool
grows (struct owner *o, const struct imp_expr *y)
{
  uint64_t n;

  return y->type == type_size (o->p->ctx)
	 && !(imp_is_const (imp_meaning (o, y), &n) && n > INT64_MAX);
}

/* A product, what is known multiplied.  */
struct factors
{
  uint64_t cst;
  unsigned n;
  const struct imp_expr *f[FACTORS];
  bool much;			/* of more than this holds */
};

static void
multiply (struct owner *o, struct factors *p, const struct imp_expr *e)
{
  const struct imp_expr *d = made_of (o, e);
  uint64_t n;

  if (p->much)
    return;
  if (is_prim (d, FIR_MUL))
    {
      multiply (o, p, d->args[0]);
      multiply (o, p, d->args[1]);
    }
  else if (imp_is_const (d, &n))
    p->cst *= n;
  else if (p->n == FACTORS)
    p->much = true;
  else
    p->f[p->n++] = e;
}

/* Is K the product of X and Y.  */
static bool
is_product (struct owner *o, const struct imp_expr *k, const struct imp_expr *x,
	    const struct imp_expr *y)
{
  struct factors p = { .cst = 1 }, q = { .cst = 1 };

  multiply (o, &p, k);
  multiply (o, &q, x);
  multiply (o, &q, y);
  if (p.much || q.much || p.n != q.n || p.cst != q.cst)
    return false;
  for (unsigned j = 0; j < p.n; j++)
    {
      unsigned i = j;

      while (i < q.n && !same (o, p.f[j], q.f[i]))
	i++;
      if (i == q.n)
	return false;
      q.f[i] = q.f[j];
    }
  return true;
}

/* Is Y number Q of blocks of K elements, Q the index of a loop that goes up to as many as make up
   ROOM.  */
static bool
is_row (struct owner *o, const struct imp_expr *y, const struct imp_expr *room)
{
  const struct imp_expr *q = is_prim (y, FIR_MUL) ? imp_meaning (o, y->args[0]) : NULL;
  struct def *d = q && q->kind == IMP_EXPR_VAR ? def_of (o, q->var) : NULL;

  return d && d->by && d->by->kind == IMP_FOR && imp_constant (o, y->args[1])
	 && is_product (o, room, d->by->e[1], y->args[1]);
}

struct place
imp_plus (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, unsigned deep)
{
  struct place p = imp_place_of (o, x, deep), q = imp_place_of (o, y, deep), r = { 0 };
  const struct imp_expr *end;
  uint64_t step, n;

  if (p.zero)
    return q;
  if (q.zero)
    return p;
  if (!p.win.n && q.win.n)
    {
      const struct imp_expr *t = x;

      x = y;
      y = t;
      p = q;
    }
  r.win = p.win;
  r.lo = (p.lo || p.in || p.block) && grows (o, y);
  if (p.block && is_below (o, y, p.room))
    r.in = true;
  if (p.exact && same (o, p.exact, y))
    r.hi = true;
  /* A block in a block.  */
  if (p.block && is_prim (y, FIR_MUL) && imp_is_const (imp_meaning (o, p.room), &step)
      && imp_is_const (imp_meaning (o, y->args[1]), &n) && n && step % n == 0
      && is_below (o, y->args[0], imp_size (o->p, step / n)))
    {
      r.block = true;
      r.in = true;
      r.room = y->args[1];
    }
  if (p.block && is_row (o, y, p.room))
    {
      r.block = true;
      r.in = true;
      r.room = y->args[1];
    }
  if ((end = aligned_end (o, x, y, &step)))
    {
      struct place e = imp_place_of (o, end, deep);

      r.hi = e.hi && r.lo && imp_same_stride (o, &e.win, &p.win);
    }
  return r;
}

/* The window of what is known of X or Y, for `min' and `max'.  */
static struct place
bound (struct owner *o, const struct imp_expr *e, bool hi, unsigned deep)
{
  struct place p = { 0 };

  for (unsigned k = 0; k < 2 && !p.lo && !p.hi; k++)
    {
      struct place x = imp_place_of (o, e->args[k], deep);

      p.hi = hi && (x.hi || x.in);
      p.lo = !hi && (x.lo || x.in);
      p.win = x.win;
    }
  return p;
}

/* The index of loop S.  */
static struct place
index_of (struct owner *o, struct imp_stmt *s, unsigned deep)
{
  struct place b = imp_place_of (o, s->e[0], deep), e = imp_place_of (o, s->e[1], deep), p = { 0 };
  const struct imp_expr *end = made_of (o, s->e[1]);
  uint64_t step, align;

  if (!(b.lo || b.in) || !(e.hi || e.in) || !imp_same_stride (o, &b.win, &e.win))
    return p;
  p.in = p.lo = p.hi = true;
  p.win = b.win;
  /* Blocks of STEP elements, all whole.  */
  if (imp_is_const (s->e[2], &step) && is_prim (end, FIR_ADD)
      && aligned_end (o, end->args[0], end->args[1], &align) && align == step)
    {
      const struct imp_expr *begin = imp_meaning (o, s->e[0]);
      uint64_t first;

      if (same (o, begin, end->args[0])
	  || (is_prim (begin, FIR_ADD) && same (o, begin->args[0], end->args[0])
	      && imp_is_const (begin->args[1], &first) && first % step == 0))
	{
	  p.block = true;
	  p.room = s->e[2];
	}
    }
  return p;
}

/* What holds of all values that D's variable is given: not below a window.  */
static struct place
any_given (struct owner *o, struct def *d, unsigned deep)
{
  struct place p = { 0 };

  p.lo = d->given && !d->busy;
  d->busy = true;
  for (struct given *g = d->given; g && p.lo; g = g->next)
    {
      struct place q = imp_place_of (o, g->e, deep);

      p.lo = (q.lo || q.in) && (g == d->given || imp_same_stride (o, &p.win, &q.win));
      p.win = q.win;
    }
  d->busy = false;
  return p.lo ? p : (struct place) { 0 };
}

static struct place
variable (struct owner *o, const struct imp_var *v, unsigned deep)
{
  struct def *d = def_of (o, v);
  struct place p = { 0 };

  if (v == o->number)
    {
      p.exact = imp_size (o->p, 1);
      p.in = p.block = p.lo = true;
      p.room = p.exact;
      p.win.n = 1;
      p.win.f[0] = p.exact;
    }
  else if (!d->inside || (d->by && d->by->kind != IMP_NEW && d->by->kind != IMP_FOR))
    p.zero = v->type->kind == TYPE_PTR || v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP;
  else if (d->by->kind == IMP_FOR)
    p = index_of (o, d->by, deep);
  else if (d->assigned)
    p = any_given (o, d, deep);
  else if (d->by->e[0])
    p = imp_place_of (o, d->by->e[0], deep);
  return p;
}

struct place
imp_place_of (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  struct place p = { 0 };

  if (deep > DEEP || !o->fuel)
    return p;
  o->fuel--;
  deep++;
  if (e->kind == IMP_EXPR_VAR)
    return variable (o, e->var, deep);
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_DATA)
    p.zero = true;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_RESUME)
    {
      struct place b = imp_place_of (o, e->args[0], deep);

      p.lo = b.lo;
      p.win = b.win;
    }
  if (is_prim (e, FIR_CONV))
    return imp_place_of (o, e->args[0], deep);
  if (is_prim (e, FIR_ADD) || is_prim (e, FIR_PADD))
    return imp_plus (o, e->args[0], e->args[1], deep);
  if (is_prim (e, FIR_MIN) || is_prim (e, FIR_MAX))
    return bound (o, e, e->op == FIR_MIN, deep);
  if (is_prim (e, FIR_MUL))
    {
      p = times (o, e->args[0], e->args[1], deep);
      if (!p.win.n)
	p = times (o, e->args[1], e->args[0], deep);
    }
  return p;
}

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

/* What V is given, if that is once and so what V is wherever it is read; else NULL.  */
const struct imp_expr *
imp_value (struct owner *o, const struct imp_var *v)
{
  struct def *d = def_of (o, v);

  return d->given && !d->given->next && !d->often ? d->given->e : NULL;
}

/* Has V one value wherever it is read, in one turn of the loops around its binder.  */
static bool
firm (struct owner *o, const struct imp_var *v)
{
  return !def_of (o, v)->given || imp_value (o, v);
}

/* Functions that give the same of the same operands.  */
static bool
is_pure (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CALL
	 && (e->fn == IMP_FN_CHUNK_SIZE || e->fn == IMP_FN_CHUNKS || e->fn == IMP_FN_LEN
	     || e->fn == IMP_FN_TOTAL);
}

/* Is V given nothing behind statement number WHEN.  */
static bool
given_before (struct owner *o, const struct imp_var *v, unsigned when)
{
  for (const struct given *g = def_of (o, v)->given; g; g = g->next)
    if (g->when >= when)
      return false;
  return true;
}

/* Would E, which D's variable is given once, be the same wherever that is read.  */
static bool
settled (struct owner *o, const struct imp_expr *e, const struct def *d)
{
  if (e->kind == IMP_EXPR_VAR)
    return firm (o, e->var) || (d->inside && !def_of (o, e->var)->inside)
	   || given_before (o, e->var, d->given->when);
  for (unsigned k = 0; k < e->nargs; k++)
    if (!settled (o, e->args[k], d))
      return false;
  return e->kind != IMP_EXPR_LOAD && e->kind != IMP_EXPR_LEAF && e->kind != IMP_EXPR_FUN;
}

/* What variable E is given, if it still is that; else E.  */
static const struct imp_expr *
given_now (struct owner *o, const struct imp_expr *e)
{
  const struct imp_expr *x = e->kind == IMP_EXPR_VAR ? imp_value (o, e->var) : NULL;

  return x && settled (o, x, def_of (o, e->var)) ? x : e;
}

/* E, or what it is a name of.  */
const struct imp_expr *
imp_meaning (struct owner *o, const struct imp_expr *e)
{
  for (;;)
    {
      const struct imp_expr *x = given_now (o, e);

      if (x == e || (x->kind != IMP_EXPR_VAR && x->kind != IMP_EXPR_CONST))
	return e;
      e = x;
    }
}

bool
imp_is_const (const struct imp_expr *e, uint64_t *n)
{
  if (e->kind != IMP_EXPR_CONST || e->cst->origin || !type_is_integral (e->type))
    return false;
  *n = (uint64_t) e->cst->i;
  return true;
}

bool
imp_same (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  uint64_t m, n;

  x = imp_meaning (o, x);
  y = imp_meaning (o, y);
  if (x->kind != y->kind)
    return false;
  if (x->kind == IMP_EXPR_VAR)
    return x->var == y->var && (firm (o, x->var) || !def_of (o, x->var)->inside);
  if (x->kind == IMP_EXPR_CONST)
    return imp_is_const (x, &m) && imp_is_const (y, &n) && m == n;
  if (x->nargs != y->nargs || x->type != y->type
      || !(x->kind == IMP_EXPR_PRIM ? x->op == y->op && x->index == y->index
				    : is_pure (x) && x->fn == y->fn))
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    if (!imp_same (o, x->args[k], y->args[k]))
      return false;
  return true;
}

bool
imp_same_stride (struct owner *o, const struct stride *x, const struct stride *y)
{
  if (x->n != y->n)
    return false;
  for (unsigned k = 0; k < x->n; k++)
    if (!imp_same (o, x->f[k], y->f[k]))
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
      const struct imp_expr *x = imp_value (o, e->var);

      return !def_of (o, e->var)->inside || (x && imp_constant (o, x));
    }
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM && !is_pure (e))
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

/* Comparisons of u64 say where something is; those of signed numbers do not.  */
static bool
is_u64 (struct owner *o, const struct imp_expr *e)
{
  return e->type == type_size (o->p->ctx);
}

/* The condition E says of Q that it is below K.  */
static bool
says_below (struct owner *o, const struct imp_expr *e, const struct imp_expr *q,
	    const struct imp_expr *k)
{
  if (is_prim (e, FIR_BAND))
    return says_below (o, e->args[0], q, k) || says_below (o, e->args[1], q, k);
  return is_prim (e, FIR_LT) && is_u64 (o, e->args[0]) && imp_same (o, e->args[0], q)
	 && imp_same (o, e->args[1], k);
}

static bool
stands_in (const struct imp_block *b, const struct imp_stmt *s)
{
  const struct imp_stmt *t = b->first;

  while (t && t != s)
    t = t->next;
  return t != NULL;
}

/* What E is, names replaced; a variable if that is all there is to say.  */
static const struct imp_expr *
made_of (struct owner *o, const struct imp_expr *e)
{
  return given_now (o, imp_meaning (o, e));
}

/* A product, what is known multiplied.  */
struct factors
{
  uint64_t cst;
  unsigned n;
  const struct imp_expr *f[FACTORS];
  bool much;			/* it is of more than this holds, or large */
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
    p->much |= __builtin_mul_overflow (p->cst, n, &p->cst) || p->cst > LARGE;
  else if (p->n == FACTORS)
    p->much = true;
  else
    p->f[p->n++] = e;
}

/* An outcome with F as one more factor of its window.  */
static bool
widen (struct owner *o, struct stride *w, const struct imp_expr *f)
{
  struct factors p = { .cst = 1 };

  if (w->n == FACTORS)
    return false;
  w->f[w->n++] = f;
  for (unsigned k = 0; k < w->n; k++)
    multiply (o, &p, w->f[k]);
  return !p.much;
}

/* Is K 1 at least.  */
static bool
positive (struct owner *o, const struct imp_expr *k)
{
  struct factors p = { .cst = 1 };

  multiply (o, &p, k);
  for (unsigned j = 0; j < p.n; j++)
    {
      const struct imp_expr *f = made_of (o, p.f[j]);

      if (f->kind != IMP_EXPR_CALL || f->fn != IMP_FN_CHUNK_SIZE)
	return false;
    }
  return p.cst && !p.much;
}

/* Is Y, which is added to something, no step back: small, so that the sum does not wrap.  */
static bool
grows (struct owner *o, const struct imp_expr *y)
{
  uint64_t n;

  y = made_of (o, y);
  if (imp_is_const (y, &n))
    return n <= LARGE;
  if (y->kind == IMP_EXPR_VAR)
    {
      struct imp_stmt *by = def_of (o, y->var)->by;

      return by && by->kind == IMP_FOR && grows (o, by->e[0]) && imp_is_const (by->e[2], &n)
	     && n <= LARGE;
    }
  return (is_prim (y, FIR_MUL) || is_prim (y, FIR_ADD)) && is_u64 (o, y)
	 && grows (o, y->args[0]) && grows (o, y->args[1]);
}

/* Is every number of an iteration below chunks (N, K), so that number K is below N.  The number is
   that of PAR, or with a constant added whose parfor goes over some of the chunks.  */
static bool
numbers_chunks (struct owner *o, const struct imp_expr *n, const struct imp_expr *k)
{
  const struct imp_expr *count = made_of (o, o->par->e[0]), *all = count, *sub = NULL;
  const struct imp_stmt *by;

  if (o->number != o->par->var)
    {
      const struct imp_expr *from = imp_meaning (o, imp_value (o, o->number)->args[1]);

      for (unsigned j = 0; j < 2 && is_prim (count, FIR_MIN) && !sub; j++)
	{
	  const struct imp_expr *x = made_of (o, count->args[j]);

	  sub = is_prim (x, FIR_SUB) && is_u64 (o, x) && imp_same (o, x->args[1], from) ? x : NULL;
	}
      by = from->kind == IMP_EXPR_VAR ? def_of (o, from->var)->by : NULL;
      if (!sub || !by || by->kind != IMP_FOR || !imp_same (o, by->e[1], sub->args[0]))
	return false;
      all = made_of (o, sub->args[0]);
    }
  return all->kind == IMP_EXPR_CALL && all->fn == IMP_FN_CHUNKS && imp_same (o, all->args[0], n)
	 && imp_same (o, all->args[1], k);
}

/* Is B not above E.  */
static bool
not_after (struct owner *o, const struct imp_expr *b, const struct imp_expr *e)
{
  uint64_t m, n;
  struct place p;

  if (!o->fuel || !--o->fuel)
    return false;
  p = imp_place_of (o, b, 0);
  if (imp_same (o, b, e) || (p.exact && numbers_chunks (o, e, p.exact)))
    return true;
  e = made_of (o, e);
  if (is_prim (e, FIR_ADD) && imp_same (o, e->args[0], b))
    return (p.exact && imp_same (o, p.exact, e->args[1])) || grows (o, e->args[1]);
  if (is_prim (e, FIR_MIN) && is_u64 (o, e))
    return not_after (o, b, e->args[0]) && not_after (o, b, e->args[1]);
  b = made_of (o, b);
  if (imp_is_const (b, &m) && !m)
    return true;
  if (imp_is_const (b, &m) && imp_is_const (e, &n))
    return m <= n;
  if (b->kind == IMP_EXPR_CALL && b->fn == IMP_FN_RESUME)
    return not_after (o, b->args[0], e);
  if (is_prim (b, FIR_MAX) && is_u64 (o, b))
    return not_after (o, b->args[0], e) && not_after (o, b->args[1], e);
  return false;
}

/* The aligned end X + Y, `b + (e - b & -STEP)', of blocks: not above E, which B is not above.  */
static const struct imp_expr *
aligned_end (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, uint64_t *step)
{
  y = made_of (o, y);
  if (!is_prim (y, FIR_BAND) || !is_u64 (o, y) || !imp_is_const (y->args[1], step)
      || !is_prim (y->args[0], FIR_SUB) || !imp_same (o, y->args[0]->args[1], x)
      || !not_after (o, x, y->args[0]->args[0]))
    return NULL;
  *step = -*step;
  return *step && !(*step & (*step - 1)) ? y->args[0]->args[0] : NULL;
}

/* Is E not above K.  */
static bool
at_most (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m, n;

  if (imp_same (o, e, k)
      || (imp_is_const (imp_meaning (o, e), &m) && imp_is_const (imp_meaning (o, k), &n) && m <= n))
    return true;
  e = made_of (o, e);
  if (is_prim (e, FIR_MIN) && is_u64 (o, e))
    return at_most (o, e->args[0], k) || at_most (o, e->args[1], k);
  if (is_prim (e, FIR_ADD) && (e = aligned_end (o, e->args[0], e->args[1], &m)))
    return at_most (o, e, k);
  return false;
}

static bool is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k);

/* If loop S goes over whole blocks that begin at B and end where B and END, its e[1], say, how many
   elements these have; else 0.  E: what the last of them does not go beyond.  */
static uint64_t
whole_blocks (struct owner *o, const struct imp_stmt *s, const struct imp_expr **e)
{
  const struct imp_expr *end = made_of (o, s->e[1]), *begin = imp_meaning (o, s->e[0]);
  uint64_t step, align, first;

  if (!imp_is_const (s->e[2], &step) || !is_prim (end, FIR_ADD)
      || !(*e = aligned_end (o, end->args[0], end->args[1], &align)) || align != step)
    return 0;
  if (imp_same (o, begin, end->args[0])
      || (is_prim (begin, FIR_ADD) && imp_same (o, begin->args[0], end->args[0])
	  && imp_is_const (begin->args[1], &first) && first % step == 0 && first <= LARGE))
    return step;
  return 0;
}

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
  if (q->kind != IMP_EXPR_VAR || !def_of (o, q->var)->by || def_of (o, q->var)->by->kind != IMP_FOR)
    return 0;
  step = whole_blocks (o, def_of (o, q->var)->by, &end);
  return step && at_most (o, end, k) ? step : 0;
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
  if (is_prim (d, FIR_REM) && is_u64 (o, d) && imp_same (o, d->args[1], k))
    return true;
  if (room_below (o, d, k)
      || (is_prim (d, FIR_ADD) && (m = room_below (o, d->args[0], k))
	  && is_below (o, d->args[1], imp_size (o->p, m))))
    return true;
  if (d->kind == IMP_EXPR_VAR && def_of (o, d->var)->by && def_of (o, d->var)->by->kind == IMP_FOR
      && at_most (o, def_of (o, d->var)->by->e[1], k))
    return true;
  if (q->kind != IMP_EXPR_VAR)
    return false;
  for (struct around *a = o->around; a && a->next; a = a->next)
    if (a->next->s->kind == IMP_IF && stands_in (&a->next->s->body, a->s)
	&& says_below (o, a->next->s->e[0], q, k))
      return true;
  return false;
}

/* I K, I in a window.  */
static struct place
times (struct owner *o, const struct imp_expr *i, const struct imp_expr *k, unsigned deep)
{
  struct place p = { 0 }, at = imp_place_of (o, i, deep);
  uint64_t n;

  if (!imp_constant (o, k) || !is_u64 (o, k))
    return p;
  if (at.exact && imp_is_const (imp_meaning (o, at.exact), &n) && n == 1)
    {
      p.exact = k;
      p.block = p.lo = widen (o, &p.win, k);
      p.in = p.block && positive (o, k);
      p.room = k;
    }
  else if (at.in && widen (o, &at.win, k))
    {
      p.block = p.lo = true;
      p.win = at.win;
      p.room = k;
    }
  return p;
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

      while (i < q.n && !imp_same (o, p.f[j], q.f[i]))
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
  if (p.exact && imp_same (o, p.exact, y))
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

      r.lo = p.lo || p.in || p.block;
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

      if (!is_u64 (o, e))
	break;
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
  const struct imp_expr *end;

  if (!(b.lo || b.in) || !(e.hi || e.in) || !imp_same_stride (o, &b.win, &e.win))
    return p;
  p.in = p.lo = p.hi = true;
  p.win = b.win;
  if (whole_blocks (o, s, &end))
    {
      p.block = true;
      p.room = s->e[2];
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
    p.zero = v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP || v->type->kind == TYPE_PTR
	     || type_is_vec (v->type);
  else if (d->by->kind == IMP_FOR)
    p = index_of (o, d->by, deep);
  else if (imp_value (o, v))
    p = imp_place_of (o, imp_value (o, v), deep);
  else
    p = any_given (o, d, deep);
  return p;
}

/* Bytes of an element of what pointer or vector T leads to; of nothing that is known, 0.  */
uint64_t
imp_width (const struct type *t)
{
  return type_is_vec (t) ? type_base (t)->size : t->kind == TYPE_PTR && t->elem ? t->elem->size : 0;
}

/* Where FROM points, looked at as of type TO.  */
static struct place
looked_at (struct owner *o, const struct imp_expr *from, const struct type *to, unsigned deep)
{
  struct place p = imp_place_of (o, from, deep);

  /* Indices before count elements of another size.  */
  if (!p.zero && imp_width (from->type) != imp_width (to))
    return (struct place) { 0 };
  return p;
}

/* A conversion, of which only those count that keep all bits of an address or index.  */
static struct place
converted (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  const struct imp_expr *x = e->args[0];

  if (e->type->kind == TYPE_PTR && x->type->kind == TYPE_PTR)
    return looked_at (o, x, e->type, deep);
  if (type_is_integral (e->type) && e->type->size == 8 && type_is_integral (x->type)
      && x->type->size == 8)
    return imp_place_of (o, x, deep);
  return (struct place) { 0 };
}

/* Where chunk iteration E, a resume, goes on: not before the window, if no leaf that may fail
   belongs to an element there.  */
static struct place
resumed (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  struct place b = imp_place_of (o, e->args[0], deep), p = { 0 };
  struct around *around = o->around;

  p.lo = b.lo || b.in;
  p.win = b.win;
  if (o->resuming || !p.lo)
    return p;
  o->resuming = true;
  o->around = NULL;
  for (const struct given *m = o->marks; m && p.lo; m = m->next)
    {
      struct place at = imp_place_of (o, m->e, deep);

      p.lo = (at.lo || at.in) && imp_same_stride (o, &at.win, &p.win);
    }
  o->resuming = false;
  o->around = around;
  return p.lo ? p : (struct place) { 0 };
}

/* What is known of where a handle or pointer that function call E gives points.  */
static struct place
call_place (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  switch (e->fn)
    {
    case IMP_FN_RESUME: return resumed (o, e, deep);
    case IMP_FN_PART: return imp_plus (o, e->args[0], e->args[1], deep);
    case IMP_FN_DATA:
    case IMP_FN_CONTIGUOUS:
    case IMP_FN_KEEP:
    case IMP_FN_RETAIN:
    case IMP_FN_RESHAPE:
    case IMP_FN_VIEW:
    case IMP_FN_LEND: return looked_at (o, e->args[0], e->type, deep);
    default: return (struct place) { 0 };
    }
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
  if (e->kind == IMP_EXPR_CALL)
    return call_place (o, e, deep);
  if (is_prim (e, FIR_CONV))
    return converted (o, e, deep);
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

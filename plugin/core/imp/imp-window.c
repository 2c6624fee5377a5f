/* The window of its iteration that an index is known to be in.

     c                      is in the window of S = 1
     i                      of `for i = b to e', b not below c S, e not above c S + S
     c S + q                q below S: by the loop that binds q, or by an `if lt (q, S)' around
     i K + q                i in the window of S, q below K: then in that of S K
     i M K + q K + r        the same, q below M, r below K
     cut (o, n, k, w)       begins, or ends, the window of rows if w does that of S

   Does not: consider memory; imp-own.c does, which has the whole proof.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* --- Products ------------------------------------------------------------------------------- */

/* The facts about a product, from those about its factors.  */
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
  const struct imp_expr *d = imp_made_of (o, e);
  uint64_t n;

  if (p->much)
    return;
  if (imp_is_prim (d, FIR_MUL))
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

/* Is factor F 1 at least: the size of a chunk, or what is at least that.  */
static bool
positive_factor (struct owner *o, const struct imp_expr *f)
{
  uint64_t n;

  f = imp_made_of (o, f);
  if (imp_is_prim (f, FIR_MAX) && is_u64 (o, f))
    return positive_factor (o, f->args[0]) || positive_factor (o, f->args[1]);
  return imp_is_const (f, &n) ? n != 0
			      : f->kind == IMP_EXPR_CALL && f->fn == IMP_FN_CHUNK_SIZE;
}

/* Is K 1 at least.  */
static bool
positive (struct owner *o, const struct imp_expr *k)
{
  struct factors p = { .cst = 1 };

  multiply (o, &p, k);
  for (unsigned j = 0; j < p.n; j++)
    if (!positive_factor (o, p.f[j]))
      return false;
  return p.cst && !p.much;
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

/* --- Places ---------------------------------------------------------------------------------- */

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
  else if ((at.in || at.block || at.hi) && widen (o, &at.win, k))
    {
      /* What is in the window, or begins it, is so small that I K does not wrap; what only is not
	 above it may, and is still not above it.  */
      p.block = at.in;
      p.lo = at.in || at.block;
      p.hi = at.hi;
      p.win = at.win;
      p.room = at.in ? k : NULL;
    }
  return p;
}

/* Is Y number Q of blocks of K elements, Q the index of a loop that goes up to as many as make up
   ROOM.  */
static bool
is_row (struct owner *o, const struct imp_expr *y, const struct imp_expr *room)
{
  const struct imp_expr *q = imp_is_prim (y, FIR_MUL) ? imp_meaning (o, y->args[0]) : NULL;
  struct def *d = q && q->kind == IMP_EXPR_VAR ? def_of (o, q->var) : NULL;

  return d && d->by && imp_counts (d->by) && imp_constant (o, y->args[1])
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
  r.lo = (p.lo || p.in || p.block) && imp_grows (o, y);
  if (p.block && imp_is_below (o, y, p.room))
    r.in = true;
  if (p.exact && imp_same (o, p.exact, y))
    r.hi = true;
  /* A block in a block.  */
  if (p.block && imp_is_prim (y, FIR_MUL) && imp_is_const (imp_meaning (o, p.room), &step)
      && imp_is_const (imp_meaning (o, y->args[1]), &n) && n && step % n == 0
      && imp_is_below (o, y->args[0], imp_size (o->p, step / n)))
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
  if ((end = imp_aligned_end (o, x, y, &step)))
    {
      struct place e = imp_place_of (o, end, deep);

      r.lo = p.lo || p.in || p.block;
      r.hi = e.hi && r.lo && imp_same_stride (o, &e.win, &p.win);
    }
  if ((p.lo || p.in || p.block) && (end = imp_first_block (o, x, y)))
    {
      struct place e = imp_place_of (o, end, deep);

      r.in |= (e.hi || e.in) && imp_same_stride (o, &e.win, &p.win);
    }
  return r;
}

/* The window of the facts about X or Y, for `min' and `max'.  */
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
  if (imp_whole_blocks (o, s, &end))
    {
      p.block = true;
      p.room = s->e[2];
    }
  return p;
}

/* The facts that hold for all values assigned to D's variable: not below a window.  */
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
  else if (!d->inside || (d->by && d->by->kind != IMP_NEW && !imp_counts (d->by)))
    p.zero = imp_var_is_area (v) || v->type->kind == TYPE_PTR || type_is_vec (v->type);
  else if (imp_counts (d->by))
    p = index_of (o, d->by, deep);
  else if (imp_value (o, v))
    p = imp_place_of (o, imp_value (o, v), deep);
  else
    p = any_given (o, d, deep);
  return p;
}

/* The size in bytes of the elements that pointer or vector type T leads to; 0 if unknown.  */
uint64_t
imp_width (const struct type *t)
{
  return type_is_vec (t) ? type_base (t)->size : t->kind == TYPE_PTR && t->elem ? t->elem->size : 0;
}

/* The place of FROM, seen as of type TO.  */
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

/* Where the iteration resumes by E, a resume: not before the window, if no leaf that may fail
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

/* The row that E, a call of cut, is about: cut does not decrease, and what it reads is the same
   throughout the parfor, which stores nothing there (imp-own.c).  */
static struct place
cut (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  struct place w = imp_place_of (o, e->args[3], deep), p = { 0 };

  if (w.win.cut || !imp_same_cuts (o, e, e))
    return p;
  p.lo = w.lo || w.in || w.block;
  p.hi = w.hi || w.in;
  p.win = w.win;
  p.win.cut = e;
  p.win.inner = w.win.n;
  return p;
}

/* The facts about the value that function call E returns.  */
static struct place
call_place (struct owner *o, const struct imp_expr *e, unsigned deep)
{
  switch (e->fn)
    {
    case IMP_FN_RESUME: return resumed (o, e, deep);
    case IMP_FN_CUT: return cut (o, e, deep);
    case IMP_FN_PART: return imp_plus (o, e->args[0], e->args[1], deep);
    default:
      return imp_fn_info[e->fn].leads == IMP_LEADS_SAME ? looked_at (o, e->args[0], e->type, deep)
							 : (struct place) { 0 };
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
  if (imp_is_prim (e, FIR_CONV))
    return converted (o, e, deep);
  if (imp_is_prim (e, FIR_ADD) || imp_is_prim (e, FIR_PADD))
    return imp_plus (o, e->args[0], e->args[1], deep);
  if (imp_is_prim (e, FIR_MIN) || imp_is_prim (e, FIR_MAX))
    return bound (o, e, e->op == FIR_MIN, deep);
  if (imp_is_prim (e, FIR_MUL))
    {
      p = times (o, e->args[0], e->args[1], deep);
      if (!p.win.n)
	p = times (o, e->args[1], e->args[0], deep);
    }
  return p;
}

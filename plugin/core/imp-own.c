/* Which elements of memory an iteration of a parfor owns.

   DPIA hands each iteration a part of the output (Atkey et al., sections 3.3 and 4.2: idxAcc).
   IMP stores by index, and here it is found out again.  Iteration c owns the window

     [c S, (c + 1) S)       of memory that is stored to, for one S that the parfor does not change,

   and every store and load of that memory must be seen to stay inside:

     c                      is in the window of S = 1
     i                      of `for i = b to e', b not below c S, e not above c S + S
     c S + q                q below S: by the loop that binds q, or by an `if lt (q, S)' around
     i K + q                i in the window of S, q below K: then in that of S K

   Memory is told apart by what made it: a pointer made of another leads to the same.  Parameters
   are taken to lead to different memory, as are pointers and handles that are assigned outside of the
   parfor: lowering chooses these by `overlap' (lower-store.c).
   What an iteration makes is its own.  A parfor of one iteration owns everything.

   Does not: understand cursors, cuts and places that are computed before the parfor.  Parfors that
   live by them are `trusted', by a name that is a row of imp.def; this file is not asked then.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-check.h"
#include "text.h"

#define FACTORS 6
#define DEEP 24			/* expressions deeper than this are not looked at, */
#define FUEL 4096		/* nor more of them for one store or load */

/* The product of N factors; N = 0: 1.  */
struct stride
{
  unsigned n;
  const struct imp_expr *f[FACTORS];
};

/* What is known of a value, or of what is added to a pointer.  */
struct place
{
  bool zero;			/* it is 0: a pointer as it came */
  const struct imp_expr *exact;	/* it is c EXACT */
  bool in;			/* it is in the window of WIN */
  bool block;			/* so are the ROOM elements from it on */
  bool lo, hi;			/* it is not below, not above, the window of WIN */
  struct stride win;
  const struct imp_expr *room;
};

/* What a variable is given.  */
struct given
{
  const struct imp_expr *e;
  struct given *next;
};

struct def
{
  struct imp_stmt *by;		/* NEW, ARRAY, TEMP, VECNEW, FOR, PARFOR; NULL: a parameter or result */
  unsigned assigned;		/* how often */
  bool inside;			/* bound in the parfor */
  bool busy;			/* what it is given is being looked at */
  unsigned seen;		/* the number of the last walk that came here */
  struct given *given;
};

struct around
{
  struct imp_stmt *s;
  struct around *next;
};

/* Memory that is stored to.  */
struct target
{
  const struct imp_var *of;	/* what made it, outside of the parfor */
  struct stride win;
  struct target *next;
};

struct owner
{
  struct imp_prog *p;
  struct imp_stmt *par;
  struct def *defs;		/* by the number of the variable */
  struct around *around;	/* statements around the one at hand, in the parfor */
  struct target *targets;
  unsigned walks, fuel;
  const char *bad;
};

static struct def *
def_of (struct owner *o, const struct imp_var *v)
{
  return &o->defs[v->id];
}

/* --- Equal terms ----------------------------------------------------------------------------- */

/* E, or what it is a name of.  */
static const struct imp_expr *
meaning (struct owner *o, const struct imp_expr *e)
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

static bool
is_const (const struct imp_expr *e, uint64_t *n)
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

  x = meaning (o, x);
  y = meaning (o, y);
  if (x == y)
    return true;
  if (x->kind != y->kind)
    return false;
  if (x->kind == IMP_EXPR_VAR)
    return x->var == y->var;
  if (x->kind == IMP_EXPR_CONST)
    return is_const (x, &m) && is_const (y, &n) && m == n;
  if (x->kind != IMP_EXPR_PRIM || x->op != y->op || x->nargs != y->nargs || x->type != y->type)
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    if (!same (o, x->args[k], y->args[k]))
      return false;
  return true;
}

static bool
same_stride (struct owner *o, const struct stride *x, const struct stride *y)
{
  if (x->n != y->n)
    return false;
  for (unsigned k = 0; k < x->n; k++)
    if (!same (o, x->f[k], y->f[k]))
      return false;
  return true;
}

/* Does E have one value for the whole parfor.  */
static bool
constant (struct owner *o, const struct imp_expr *e)
{
  e = meaning (o, e);
  if (e->kind == IMP_EXPR_VAR)
    {
      struct def *d = def_of (o, e->var);

      if (!d->inside)
	return true;
      return d->by->kind == IMP_NEW && !d->assigned && d->by->e[0]
	     && constant (o, d->by->e[0]);
    }
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!constant (o, e->args[k]))
      return false;
  return true;
}

/* --- Places ---------------------------------------------------------------------------------- */

static struct place place_of (struct owner *o, const struct imp_expr *e, unsigned deep);

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

  e = meaning (o, e);
  d = e->kind == IMP_EXPR_VAR ? def_of (o, e->var) : NULL;
  return d && d->by && d->by->kind == IMP_NEW && !d->assigned && d->by->e[0] ? d->by->e[0] : e;
}

/* The aligned end `b + (e - b & -STEP)' of blocks: not above E.  */
static const struct imp_expr *
aligned_end (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, uint64_t *step)
{
  y = made_of (o, y);
  if (!is_prim (y, FIR_BAND) || !is_const (y->args[1], step) || !is_prim (y->args[0], FIR_SUB)
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

  if (same (o, e, k) || (is_const (meaning (o, e), &m) && is_const (meaning (o, k), &n) && m <= n))
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
      return room && is_prim (y, FIR_MUL) && is_const (meaning (o, y->args[1]), &step) && step
	     && room % step == 0 && is_below (o, y->args[0], imp_size (o->p, room / step))
	     ? step : 0;
    }
  if (q->kind != IMP_EXPR_VAR || !def_of (o, q->var)->by || def_of (o, q->var)->by->kind != IMP_FOR
      || !is_const (def_of (o, q->var)->by->e[2], &step))
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
  k = meaning (o, k);
  if (is_const (d, &m) && is_const (k, &n))
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
  return (is_const (k, &n) && n) || (k->kind == IMP_EXPR_CALL && k->fn == IMP_FN_CHUNK_SIZE);
}

/* I K, I in a window.  */
static struct place
times (struct owner *o, const struct imp_expr *i, const struct imp_expr *k, unsigned deep)
{
  struct place p = { 0 }, at = place_of (o, i, deep);
  uint64_t n;

  if (!constant (o, k))
    return p;
  if (at.exact && is_const (meaning (o, at.exact), &n) && n == 1)
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
	 && !(is_const (meaning (o, y), &n) && n > INT64_MAX);
}

static struct place
plus (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, unsigned deep)
{
  struct place p = place_of (o, x, deep), q = place_of (o, y, deep), r = { 0 };
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
  if (p.block && is_prim (y, FIR_MUL) && is_const (meaning (o, p.room), &step)
      && is_const (meaning (o, y->args[1]), &n) && n && step % n == 0
      && is_below (o, y->args[0], imp_size (o->p, step / n)))
    {
      r.block = true;
      r.in = true;
      r.room = y->args[1];
    }
  if ((end = aligned_end (o, x, y, &step)))
    {
      struct place e = place_of (o, end, deep);

      r.hi = e.hi && r.lo && same_stride (o, &e.win, &p.win);
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
      struct place x = place_of (o, e->args[k], deep);

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
  struct place b = place_of (o, s->e[0], deep), e = place_of (o, s->e[1], deep), p = { 0 };
  const struct imp_expr *end = made_of (o, s->e[1]);
  uint64_t step, align;

  if (!(b.lo || b.in) || !(e.hi || e.in) || !same_stride (o, &b.win, &e.win))
    return p;
  p.in = p.lo = p.hi = true;
  p.win = b.win;
  /* Blocks of STEP elements, all whole.  */
  if (is_const (s->e[2], &step) && is_prim (end, FIR_ADD)
      && aligned_end (o, end->args[0], end->args[1], &align) && align == step)
    {
      const struct imp_expr *begin = meaning (o, s->e[0]);
      uint64_t first;

      if (same (o, begin, end->args[0])
	  || (is_prim (begin, FIR_ADD) && same (o, begin->args[0], end->args[0])
	      && is_const (begin->args[1], &first) && first % step == 0))
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
      struct place q = place_of (o, g->e, deep);

      p.lo = (q.lo || q.in) && (g == d->given || same_stride (o, &p.win, &q.win));
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

  if (v == o->par->var)
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
    p = place_of (o, d->by->e[0], deep);
  return p;
}

static struct place
place_of (struct owner *o, const struct imp_expr *e, unsigned deep)
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
      struct place b = place_of (o, e->args[0], deep);

      p.lo = b.lo;
      p.win = b.win;
    }
  if (is_prim (e, FIR_CONV))
    return place_of (o, e->args[0], deep);
  if (is_prim (e, FIR_ADD) || is_prim (e, FIR_PADD))
    return plus (o, e->args[0], e->args[1], deep);
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

/* --- Memory ---------------------------------------------------------------------------------- */

static bool
leads_to_memory (const struct imp_var *v)
{
  return v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP || v->type->kind == TYPE_PTR
	 || v->type->kind == TYPE_RECORD || type_is_vec (v->type);
}

/* Note who binds and assigns what in B.  */
static void
note_block (struct owner *o, struct imp_block *b, bool inside)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool in = inside || s == o->par;
      struct def *d = s->var ? def_of (o, s->var) : NULL;

      if (s->kind == IMP_ASSIGN)
	d->assigned++;
      else if (d && s->kind != IMP_FREE && s->kind != IMP_RELEASE)
	{
	  d->by = s;
	  d->inside = in;
	}
      if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->e[0])
	{
	  struct given *g = CTX_NEW (o->p->ctx, struct given);

	  g->e = s->e[0];
	  g->next = d->given;
	  d->given = g;
	}
      note_block (o, &s->body, in);
      note_block (o, &s->orelse, in);
    }
}

/* Call F on what made the memory that pointer or handle E may lead to.  What was loaded is not
   looked at: pointers and handles in memory.  */
static void
each_origin (struct owner *o, const struct imp_expr *e,
	     void (*f) (struct owner *, const struct imp_var *, void *), void *data)
{
  if (e->kind == IMP_EXPR_LOAD || (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_COPY))
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    each_origin (o, e->args[k], f, data);
  if (e->kind != IMP_EXPR_VAR || !leads_to_memory (e->var) || def_of (o, e->var)->seen == o->walks)
    return;
  struct def *d = def_of (o, e->var);
  d->seen = o->walks;
  /* Chosen outside.  */
  if (!d->by || d->by->kind != IMP_NEW || (!d->inside && d->assigned))
    f (o, e->var, data);
  else
    for (struct given *g = d->given; g; g = g->next)
      each_origin (o, g->e, f, data);
}

static void
origins (struct owner *o, const struct imp_expr *e,
	 void (*f) (struct owner *, const struct imp_var *, void *), void *data)
{
  o->walks++;
  each_origin (o, e, f, data);
}

/* --- Stores and loads ------------------------------------------------------------------------ */

/* Where BASE[INDEX] is.  */
static struct place
access_place (struct owner *o, const struct imp_expr *base, const struct imp_expr *index)
{
  o->fuel = FUEL;
  return plus (o, base, index, 0);
}

struct access
{
  struct place at;
  unsigned n;			/* how many origins it has */
};

static void
note_target (struct owner *o, const struct imp_var *v, void *data)
{
  struct access *a = (struct access *) data;
  struct target *t = o->targets;

  a->n++;
  if (def_of (o, v)->inside)
    return;
  while (t && t->of != v)
    t = t->next;
  if (!a->at.in || (t && !same_stride (o, &t->win, &a->at.win)))
    o->bad = "it cannot be seen that iterations of the parfor store at different places";
  if (t || o->bad)
    return;
  t = CTX_NEW (o->p->ctx, struct target);
  t->of = v;
  t->win = a->at.win;
  t->next = o->targets;
  o->targets = t;
}

static void
note_store (struct owner *o, struct imp_expr *base, struct imp_expr *index)
{
  struct access a = { access_place (o, base, index), 0 };

  origins (o, base, note_target, &a);
  if (!a.n)
    o->bad = "it cannot be seen where the parfor stores";
}

static void
check_origin (struct owner *o, const struct imp_var *v, void *data)
{
  struct access *a = (struct access *) data;

  for (struct target *t = o->targets; t; t = t->next)
    if (t->of == v && !(a->at.in && same_stride (o, &t->win, &a->at.win)))
      o->bad = "an iteration of the parfor may read what another one stores";
}

static void
check_moved (struct owner *o, const struct imp_var *v, void *data)
{
  (void) data;
  if (!def_of (o, v)->inside)
    o->bad = "it cannot be seen that iterations of the parfor move to different places";
}

static void
check_load (struct owner *o, const struct imp_expr *e)
{
  for (unsigned k = 0; k < e->nargs; k++)
    check_load (o, e->args[k]);
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MOVE)
    origins (o, e->args[0], check_moved, NULL);
  if (e->kind != IMP_EXPR_LOAD)
    return;
  struct access a = { access_place (o, e->args[0], e->args[1]), 0 };
  origins (o, e->args[0], check_origin, &a);
}

/* Call F on what stands in B, with the statements around it.  */
static void
each (struct owner *o, struct imp_block *b, void (*f) (struct owner *, struct imp_stmt *),
      struct imp_stmt **at)
{
  for (struct imp_stmt *s = b->first; s && !o->bad; s = s->next)
    {
      struct around a = { s, o->around };

      /* What is around stands from the inside to the outside; the statement itself first.  */
      o->around = &a;
      f (o, s);
      if (o->bad && !*at)
	*at = s;
      each (o, &s->body, f, at);
      each (o, &s->orelse, f, at);
      o->around = a.next;
    }
}

static void
stores (struct owner *o, struct imp_stmt *s)
{
  if (s->kind == IMP_STORE)
    note_store (o, s->base, s->e[0]);
}

static void
loads (struct owner *o, struct imp_stmt *s)
{
  if (s->base)
    check_load (o, s->base);
  for (unsigned k = 0; k < 4; k++)
    if (s->e[k])
      check_load (o, s->e[k]);
  for (unsigned k = 0; k < s->nargs; k++)
    check_load (o, s->args[k]);
}

const char *
imp_own (struct imp_prog *p, struct imp_proc *proc, struct imp_stmt *par, struct imp_stmt **at)
{
  struct owner o = { .p = p, .par = par };
  uint64_t n;

  *at = NULL;
  o.defs = CTX_NEWV (p->ctx, struct def, proc->nvars + 1);
  note_block (&o, &proc->body, false);
  if (is_const (meaning (&o, par->e[0]), &n) && n <= 1)
    return NULL;
  each (&o, &par->body, stores, at);
  if (!o.bad)
    each (&o, &par->body, loads, at);
  return o.bad;
}

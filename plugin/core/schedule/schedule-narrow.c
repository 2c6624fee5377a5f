/* Sums whose lanes are narrower than the sum.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Where bytes are compared and the results counted, a vector register compares eight times as many
   elements as it has lanes of u64.  So lanes are as wide as what the elements compute with, if
   their values are known to be small: a lane of a byte takes 255 comparisons, and is then added to
   the sum (schedule-lanes.c).  Sums of integers are the same in any order.

   Two numbers are computed for each term of an element: the greatest value that it can have, if it
   is known not to be negative, and the bytes of the widest value in it that depends on memory.  The
   place of an element does not count: what is asked of it is mostly asked of the first and the last
   only (schedule-peel.c).  Where nothing depends on memory, as in a search of triples of integers
   x^2 + y^2 = z^2, values computed from the place are all there is: then they count, each with the
   bytes of its own type, since the low ones of a wider place are enough for it.  */

#include "schedule-narrow.h"

/* The greatest value of a term that may be negative.  */
#define ANY UINT64_MAX

/* A lane takes at least so many values before it is added to the sum.  */
#define LEAST 32

/* What is known of a variable of the element: of all values that it has had.  */
struct known
{
  bool bound;
  uint64_t most;
  uint64_t width;
};

struct narrowing
{
  const struct imp_stmt *o;
  bool places;			/* the place of the element counts */
  struct known *of;		/* by number of the variable */
  struct known given;		/* the values given to O; its width that of the element */
};

/* The greatest value of type T.  */
static uint64_t
most_of_type (const struct type *t)
{
  if (!type_is_integral (t) || t->size > 8)
    return ANY;
  if (scalar_info[t->scalar].cls == SC_BOOL)
    return 1;
  if (scalar_info[t->scalar].is_signed || t->size == 8)
    return ANY;
  return ((uint64_t) 1 << (8 * t->size)) - 1;
}

/* Can values up to MOST be values of type T?  */
static bool
fits (uint64_t most, const struct type *t)
{
  unsigned sign;

  if (most == ANY || !type_is_integral (t))
    return false;
  if (scalar_info[t->scalar].cls == SC_BOOL)
    return most <= 1;
  sign = scalar_info[t->scalar].is_signed;
  return t->size >= 8 || most >> (8 * t->size - sign) == 0;
}

/* MOST if its type T has room for it, else what T has.  */
static uint64_t
most_in (uint64_t most, const struct type *t)
{
  return fits (most, t) ? most : most_of_type (t);
}

static uint64_t most (const struct narrowing *d, const struct imp_expr *e);

static uint64_t
most_prim (const struct narrowing *d, const struct imp_expr *e)
{
  uint64_t x, y;

  if (fir_op_info[e->op].flags & FIR_FLAG_CMP)
    return 1;
  switch (e->op)
    {
    case FIR_CONV:
      return type_is_integral (e->args[0]->type) ? most_in (most (d, e->args[0]), e->type)
	     : most_of_type (e->type);
    case FIR_SELECT:
      x = most (d, e->args[1]);
      y = most (d, e->args[2]);
      return x > y ? x : y;
    case FIR_BAND:
      /* Also if the other one is negative.  */
      x = most (d, e->args[0]);
      y = most (d, e->args[1]);
      return x < y ? x : y;
    case FIR_BOR:
    case FIR_BXOR:
      x = most (d, e->args[0]);
      y = most (d, e->args[1]);
      return x <= 1 && y <= 1 ? 1 : most_of_type (e->type);
    case FIR_ADD:
      x = most (d, e->args[0]);
      y = most (d, e->args[1]);
      return x <= UINT32_MAX && y <= UINT32_MAX ? most_in (x + y, e->type)
	     : most_of_type (e->type);
    case FIR_MUL:
      x = most (d, e->args[0]);
      y = most (d, e->args[1]);
      return x <= UINT16_MAX && y <= UINT16_MAX ? most_in (x * y, e->type)
	     : most_of_type (e->type);
    default:
      return most_of_type (e->type);
    }
}

/* The greatest value of E, or ANY.  */
static uint64_t
most (const struct narrowing *d, const struct imp_expr *e)
{
  uint64_t n;

  if (!type_is_integral (e->type) || e->type->size > 8)
    return ANY;
  if (imp_is_const (e, &n))
    return n > UINT32_MAX ? ANY : n;
  if (e->kind == IMP_EXPR_VAR && d->of[e->var->id].bound)
    return d->of[e->var->id].most;
  return e->kind == IMP_EXPR_PRIM ? most_prim (d, e) : most_of_type (e->type);
}

/* Does E only cut off the high bytes of an integer?  */
static bool
truncates (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV && type_is_integral (e->type)
	 && type_is_integral (e->args[0]->type) && e->type->size < e->args[0]->type->size
	 && scalar_info[e->type->scalar].cls == SC_INT;
}

/* The bytes of the widest value in E that depends on memory, or on the place if that counts; 0:
   none does.  */
static uint64_t
width (const struct narrowing *d, const struct imp_expr *e)
{
  uint64_t w = 0;

  if (d->places && truncates (e) && imp_simple (e->args[0]))
    return e->type->size;

  for (unsigned k = 0; k < e->nargs; k++)
    {
      uint64_t v = width (d, e->args[k]);

      w = v > w ? v : w;
    }
  switch (e->kind)
    {
    case IMP_EXPR_CONST: return 0;
    case IMP_EXPR_VAR:
      return d->places && !d->of[e->var->id].bound ? e->type->size : d->of[e->var->id].width;
    case IMP_EXPR_LOAD: return w > e->type->size ? w : e->type->size;
    case IMP_EXPR_PRIM:
      /* What is true or false takes what it is computed from, a choice what it chooses from.  */
      return w == 0 || e->op == FIR_SELECT || most (d, e) <= 1 || w > e->type->size ? w
	     : e->type->size;
    default: return UINT64_MAX;
    }
}

static void
widen (struct known *n, uint64_t most, uint64_t width)
{
  if (most > n->most)
    n->most = most;
  if (width > n->width)
    n->width = width;
}

/* E, if there is one, is computed.  */
static void
look (struct narrowing *d, const struct imp_expr *e)
{
  if (e)
    widen (&d->given, 0, width (d, e));
}

/* E is a value of V.  */
static void
look_value (struct narrowing *d, const struct imp_var *v, const struct imp_expr *e)
{
  d->of[v->id].bound = true;
  if (!e)
    return;
  look (d, e);
  widen (&d->of[v->id], most (d, e), width (d, e));
}

/* E is given to O, or to another output.  A conversion to the type of the sum does not count.  */
static void
look_given (struct narrowing *d, const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];

  if (s->var == d->o->var)
    widen (&d->given, most (d, e), 0);
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV && type_is_integral (e->args[0]->type))
    e = e->args[0];
  look (d, e);
  look (d, s->e[1]);
}

/* Look at the statements of B; false: they do more than to compute values.  */
static bool
look_block (struct narrowing *d, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    switch (s->kind)
      {
      case IMP_NEW:
	look_value (d, s->var, s->e[0]);
	break;
      case IMP_ASSIGN:
	if (!d->of[s->var->id].bound)
	  return false;
	look_value (d, s->var, s->e[0]);
	break;
      case IMP_IF:
	look (d, s->e[0]);
	if (!look_block (d, &s->body) || !look_block (d, &s->orelse))
	  return false;
	break;
      case IMP_GIVE:
	look_given (d, s);
	break;
      default:
	return false;
      }
  return true;
}

/* Is O a sum of integers?  */
static bool
is_sum (const struct imp_stmt *o)
{
  const struct imp_expr *r = o->e[2];
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;

  return o->kind == IMP_REDUCE && o->e[0] && !o->first && !o->e[1]
	 && type_is_integral (o->var->type) && scalar_info[o->var->type->scalar].cls == SC_INT
	 && y && !y->next && r->kind == IMP_EXPR_PRIM && r->op == FIR_ADD
	 && ((r->args[0]->var == x->var && r->args[1]->var == y->var)
	     || (r->args[0]->var == y->var && r->args[1]->var == x->var));
}

struct narrow
narrow_lanes (struct imp_prog *p, const struct imp_proc *proc, const struct imp_stmt *loop,
	      const struct imp_stmt *o)
{
  static const enum scalar lane[] = { SCALAR_U8, SCALAR_U16, SCALAR_U32 };
  struct narrowing d = { .o = o };

  if (imp_loop_first (loop) || !is_sum (o))
    return (struct narrow) { .t = NULL };
  d.of = CTX_NEWV (p->ctx, struct known, proc->nvars + 1);
  if (!look_block (&d, &loop->body) || d.given.most == ANY)
    return (struct narrow) { .t = NULL };
  if (d.given.width == 0)
    {
      d.places = true;
      look_block (&d, &loop->body);
      if (d.given.width == 0)
	return (struct narrow) { .t = NULL };
    }
  for (unsigned k = 0; k < sizeof lane / sizeof *lane; k++)
    {
      const struct type *t = type_scalar (p->ctx, lane[k]);
      uint64_t steps = most_of_type (t) / (d.given.most ? d.given.most : 1);

      if (t->size < o->var->type->size && t->size >= d.given.width && steps >= LEAST)
	return (struct narrow) { t, steps < p->target->steps ? steps : p->target->steps };
    }
  return (struct narrow) { .t = NULL };
}

struct imp_expr *
narrow_value (struct imp_here *h, const struct type *t, struct imp_expr *v, struct imp_expr *g)
{
  v = imp_prim (h->p, FIR_CONV, t, 1, &v);
  return g ? imp_select (h->p, g, imp_make_name (h, v, "v"), imp_zero (h->p, t)) : v;
}

bool
narrow_truths (struct imp_prog *p, const struct imp_proc *proc, const struct imp_stmt *loop,
	       const struct imp_stmt *o)
{
  struct narrowing d = { .o = o };

  d.of = CTX_NEWV (p->ctx, struct known, proc->nvars + 1);
  return look_block (&d, &loop->body) && d.given.most <= 1 && d.given.width != UINT64_MAX;
}

/* The pass peel: what is known of the expressions of a loop between its ends, and the tests before
   the loop that prove it (schedule-peel.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir-term.h"
#include "schedule-peel.h"

/* The greatest number of elements of an end.  */
#define FAR 16
/* So many branches of a body are too many for a copy of it for each outcome, as GCC makes them of
   invariant conditions.  */
#define BRANCHES 3
/* So few different numbers are no edge when they are told apart.  */
#define RESIDUES 8

static const struct type *
u64 (struct peel *d)
{
  return type_size (d->p->ctx);
}

/* An integer of 32 or 64 bits.  */
static bool
wide (const struct type *t)
{
  return t->kind == TYPE_SCALAR && type_is_integral (t) && (t->size == 4 || t->size == 8);
}

/* Is E a constant, or an invariant that is one?  *N: what it adds to a linear value.  */
static bool
added_const (const struct imp_expr *e, uint64_t *n)
{
  if (!imp_is_const (e, n))
    return false;
  /* That an unsigned wraps downwards is a small step, too.  */
  if (e->type->size == 4)
    *n = (uint64_t) (int64_t) (int32_t) *n;
  return true;
}

static struct imp_expr *
as (struct peel *d, const struct type *t, struct imp_expr *e)
{
  return e->type == t ? e : imp_prim (d->p, FIR_CONV, t, 1, &e);
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* The value of linear A, as a T, where the index is I.  */
static struct imp_expr *
at (struct peel *d, const struct value *a, const struct type *t, struct imp_expr *i)
{
  if (a->rest)
    i = imp_op (d->p, FIR_ADD, i, a->rest);
  if (a->c)
    i = imp_op (d->p, FIR_ADD, i, imp_size (d->p, a->c));
  return as (d, t, i);
}

void
peel_test (struct peel *d, struct imp_expr *e)
{
  d->ok = d->ok ? imp_op (d->p, FIR_BAND, d->ok, e) : e;
  d->tests++;
}

static void
go_far (struct peel *d, uint64_t c)
{
  uint64_t n = (int64_t) c < 0 ? -c : c;

  if (n <= FAR && n > d->far)
    d->far = n;
}

/* Test that there are fewer elements between the ends than a type of 32 bits has values.  */
static void
test_brief (struct peel *d)
{
  if (!d->brief)
    peel_test (d, imp_op (d->p, FIR_LT, imp_op (d->p, FIR_SUB, d->last, d->lo),
		     imp_size (d->p, (uint64_t) 1 << 32)));
  d->brief = true;
}

/* Test that A does not wrap from lo to last.  */
static void
test_grows (struct peel *d, const struct value *a, const struct type *t)
{
  for (unsigned k = 0; k < d->ntested; k++)
    if (d->tested[k].c == a->c && d->tested[k].type == t
	&& (a->rest ? d->tested[k].rest && imp_expr_equal (d->tested[k].rest, a->rest)
	    : !d->tested[k].rest))
      return;
  if (t->size == 4)
    test_brief (d);
  peel_test (d, imp_op (d->p, FIR_LE, at (d, a, t, d->lo), at (d, a, t, d->last)));
  if (d->ntested < PEEL_TESTS)
    d->tested[d->ntested++] = (struct tested) { a->c, a->rest, t };
}

/* The same, and extend the ends by its distance from the index, and from B.  */
static void
test_linear (struct peel *d, const struct value *a, const struct value *b, const struct type *t)
{
  uint64_t k = 0;

  test_grows (d, a, t);
  imp_is_const (b->outer, &k);
  go_far (d, a->c);
  go_far (d, a->c - k);
}

/* Test that A, a T of 32 bits, is the same as the 64-bit index + REST + C.  */
static void
test_widens (struct peel *d, const struct value *a, const struct type *t)
{
  struct imp_expr *ends[] = { d->lo, d->last };

  test_brief (d);
  for (unsigned k = 0; k < 2; k++)
    peel_test (d, imp_op (d->p, FIR_EQ, at (d, a, u64 (d), ends[k]),
		     as (d, u64 (d), at (d, a, t, ends[k]))));
}

/* What a comparison OP of an index with B is between the ends, if it is no equality.  */
static bool
guessed (enum fir_op op, const struct value *b)
{
  uint64_t n;
  bool small = imp_is_const (b->outer, &n) && n <= FAR;

  return (op == FIR_LT || op == FIR_LE) != small;
}

/* The greatest value of integer type T.  */
static uint64_t
greatest (const struct type *t)
{
  unsigned bits = 8 * t->size - scalar_info[t->scalar].is_signed;

  return ~(uint64_t) 0 >> (64 - bits);
}

/* R is N times linear A, a T.  */
static void
multiple (struct peel *d, struct value *r, const struct value *a, uint64_t n, const struct type *t)
{
  struct imp_expr *lo = as (d, u64 (d), at (d, a, t, d->lo));
  struct imp_expr *last = as (d, u64 (d), at (d, a, t, d->last));

  r->most = imp_op (d->p, FIR_MUL, last, imp_size (d->p, n));
  r->full = imp_op (d->p, FIR_MUL, at (d, a, u64 (d), imp_use (d->p, d->i)), imp_size (d->p, n));
  r->when = imp_op (d->p, FIR_BAND, imp_op (d->p, FIR_LE, lo, last),
		    imp_op (d->p, FIR_LE, last, imp_size (d->p, greatest (t) / n)));
  if (t->size == 4)
    {
      test_brief (d);
      r->when = imp_op (d->p, FIR_BAND, r->when,
			imp_op (d->p, FIR_EQ, lo, at (d, a, u64 (d), d->lo)));
    }
}

/* R is A, which grows, plus invariant B, a T.  */
static void
multiple_plus (struct peel *d, struct value *r, const struct value *a, struct imp_expr *b,
	       const struct type *t)
{
  b = as (d, u64 (d), b);
  r->most = imp_op (d->p, FIR_ADD, a->most, b);
  r->full = imp_op (d->p, FIR_ADD, a->full, b);
  r->when = imp_op (d->p, FIR_BAND, a->when,
		    imp_op (d->p, FIR_BAND, imp_op (d->p, FIR_LE, b, r->most),
			    imp_op (d->p, FIR_LE, r->most, imp_size (d->p, greatest (t)))));
}

/* The value of A OP B between the ends.  */
static bool
guess (struct peel *d, enum fir_op op, const struct value *a, const struct value *b,
       const struct type *t)
{
  bool less = op == FIR_LT || op == FIR_LE, is;
  struct imp_expr *e;

  test_linear (d, a, b, t);
  if (op == FIR_EQ || op == FIR_NE)
    {
      e = imp_op (d->p, FIR_BOR, imp_op (d->p, FIR_LT, b->outer, at (d, a, t, d->lo)),
	       imp_op (d->p, FIR_LT, at (d, a, t, d->last), b->outer));
      peel_test (d, e);
      return op == FIR_NE;
    }
  is = guessed (op, b);
  e = imp_op (d->p, op, at (d, a, t, less == is ? d->last : d->lo), b->outer);
  peel_test (d, is ? e : imp_op (d->p, FIR_EQ, e, imp_i32 (d->p, false)));
  return is;
}

/* *R is what remains of A, a T, divided by N, which is invariant, between the ends: A - Q N, if Q
   is the quotient at both ends.  */
static void
remains (struct peel *d, struct value *r, const struct value *a, struct imp_expr *n,
	 const struct type *t)
{
  struct imp_expr *one = as (d, t, imp_size (d->p, 1)), *zero = as (d, t, imp_size (d->p, 0));
  struct imp_expr *by = imp_make_let (d->before, "by", imp_op (d->p, FIR_MAX, n, one)), *m;

  test_grows (d, a, t);
  go_far (d, a->c);
  m = imp_op (d->p, FIR_DIV, at (d, a, t, d->lo), by);
  m = imp_make_let (d->before, "m", as (d, u64 (d), imp_op (d->p, FIR_MUL, m, by)));
  if (scalar_info[t->scalar].is_signed)
    peel_test (d, imp_op (d->p, FIR_LE, zero, at (d, a, t, d->lo)));
  r->linear = true;
  r->c = a->c;
  r->rest = imp_op (d->p, FIR_SUB, a->rest ? a->rest : imp_size (d->p, 0), m);
  /* N is positive then, too.  */
  peel_test (d, imp_op (d->p, FIR_LT, at (d, r, t, d->last), n));
  r->e = at (d, r, t, imp_use (d->p, d->i));
}

static enum fir_op
turned (enum fir_op op)
{
  switch (op)
    {
    case FIR_LT: return FIR_GT;
    case FIR_LE: return FIR_GE;
    case FIR_GT: return FIR_LT;
    case FIR_GE: return FIR_LE;
    default: return op;
    }
}

/* --- Expressions ----------------------------------------------------------------------------- */

static struct value
variable (struct peel *d, struct imp_expr *e)
{
  struct value v = { .e = e };
  struct named *n = e->var->id <= d->nnames ? &d->names[e->var->id] : NULL;

  if (e->var == d->s->var)
    {
      v.e = imp_use (d->p, d->i);
      v.linear = true;
    }
  else if (n && n->loop == d->loop)
    {
      if (n->assigned != d->loop)
	v = n->v;
      v.e = imp_use (d->p, n->var);
      v.e->type = e->type;
    }
  else if (n && n->assigned != d->loop && wide (e->var->type)
	   && (e->var->kind == IMP_VAR_LOCAL || e->var->kind == IMP_VAR_PARAM))
    {
      v.outer = e;
      v.row = n->row;
    }
  return v;
}

/* X + Y, or X - Y (MINUS), of linear X.  */
static void
add_outer (struct peel *d, struct value *r, const struct value *x, const struct value *y,
	   bool minus)
{
  uint64_t n;

  r->linear = true;
  r->c = x->c;
  r->rest = x->rest;
  if (added_const (y->outer, &n))
    {
      r->c += minus ? -n : n;
      return;
    }
  struct imp_expr *e = as (d, u64 (d), y->outer);
  if (!r->rest && !minus)
    r->rest = e;
  else
    r->rest = imp_op (d->p, minus ? FIR_SUB : FIR_ADD, r->rest ? r->rest : imp_size (d->p, 0), e);
}

/* Is primitive E of ARGS 0 or 1?  */
static bool
is_truth (const struct imp_expr *e, const struct value *args)
{
  switch (e->op)
    {
    case FIR_BAND: return args[0].truth || args[1].truth;
    case FIR_BOR: return args[0].truth && args[1].truth;
    case FIR_SELECT: return args[1].truth && args[2].truth;
    default: return fir_op_info[e->op].flags & FIR_FLAG_CMP;
    }
}

/* The primitive E, OP of A, which grows, and invariant B.  */
static void
grown (struct peel *d, struct imp_expr *e, const struct value *a, struct imp_expr *b,
       enum fir_op op, struct value *r)
{
  const struct type *t = e->args[0]->type;
  uint64_t n;

  if (op == FIR_ADD)
    {
      /* A number that is subtracted may be greater than the multiple, and is as an unsigned.  */
      if (!added_const (b, &n) || (int64_t) n >= 0)
	multiple_plus (d, r, a, b, t);
    }
  else if ((op == FIR_LT || op == FIR_LE) && d->tests + 2 <= PEEL_TESTS)
    {
      d->pays = true;
      peel_test (d, a->when);
      peel_test (d, imp_op (d->p, op, as (d, t, a->most), b));
      r->e = r->outer = imp_i32 (d->p, true);
      r->truth = true;
    }
}

/* The primitive E of ARGS, simplified if the facts about these allow it.  */
static void
primitive (struct peel *d, struct imp_expr *e, struct value *args, struct value *r)
{
  uint64_t n;
  bool left = e->nargs == 2 && args[0].linear && args[1].outer;
  bool right = e->nargs == 2 && args[1].linear && args[0].outer;
  const struct type *t = e->nargs ? e->args[0]->type : NULL;

  if (e->op == FIR_CONV && wide (t) && wide (e->type) && args[0].linear
      && (t->size >= e->type->size || d->tests + 3 <= PEEL_TESTS))
    {
      if (t->size < e->type->size)
	{
	  test_widens (d, args, t);
	  /* GCC then sees that addresses grow.  */
	  r->e = at (d, args, e->type, imp_use (d->p, d->i));
	}
      add_outer (d, r, args, &(struct value) { .outer = imp_size (d->p, 0) }, false);
    }
  else if (e->op == FIR_ADD && (left || right) && wide (t))
    add_outer (d, r, &args[right], &args[left], false);
  else if (e->op == FIR_SUB && left && wide (t))
    add_outer (d, r, args, args + 1, true);
  else if ((e->op == FIR_MIN || e->op == FIR_MAX) && (left || right) && wide (t)
	   && d->tests + 3 <= PEEL_TESTS)
    {
      const struct value *a = &args[right], *b = &args[left];

      d->pays = true;
      test_linear (d, a, b, t);
      peel_test (d, e->op == FIR_MIN ? imp_op (d->p, FIR_LE, at (d, a, t, d->last), b->outer)
	    : imp_op (d->p, FIR_LE, b->outer, at (d, a, t, d->lo)));
      *r = *a;
    }
  else if (e->op == FIR_MUL && (left || right) && wide (t)
	   && imp_is_const (args[left].outer, &n) && n > 1 && n <= greatest (t))
    multiple (d, r, &args[right], n, t);
  else if (e->nargs == 2 && (args[0].most || args[1].most)
	   && (args[0].outer || args[1].outer) && wide (t))
    grown (d, e, &args[!args[0].most], args[0].most ? args[1].outer : args[0].outer,
	   args[0].most ? e->op : turned (e->op), r);
  else if (e->op == FIR_CONV && args[0].most && wide (t) && wide (e->type)
	   && t->size <= e->type->size)
    {
      r->most = args[0].most;
      r->full = args[0].full;
      r->when = args[0].when;
      /* Of a signed type as large, what is more is negative.  */
      if (greatest (e->type) < greatest (t))
	r->when = imp_op (d->p, FIR_BAND, r->when,
			  imp_op (d->p, FIR_LE, r->most, imp_size (d->p, greatest (e->type))));
      if (t->size < e->type->size && d->tests < PEEL_TESTS)
	{
	  peel_test (d, r->when);
	  r->e = as (d, e->type, r->full);
	}
    }
  else if (fir_op_info[e->op].flags & FIR_FLAG_CMP && (left || right) && wide (t)
	   && d->tests + 3 <= PEEL_TESTS)
    {
      bool is = guess (d, right ? turned (e->op) : e->op, &args[right], &args[left], t);

      d->pays = true;
      r->e = r->outer = imp_i32 (d->p, is);
      r->truth = true;
    }
  else if (e->op == FIR_REM && left && wide (t) && !imp_is_const (args[1].outer, &n)
	   && d->tests + 4 <= PEEL_TESTS)
    {
      d->pays = true;
      remains (d, r, args, args[1].outer, t);
    }
  else if (e->op == FIR_SELECT && imp_is_const (args[0].e, &n))
    *r = args[n ? 1 : 2];
  else if ((e->op == FIR_BAND || e->op == FIR_BOR) && e->type == type_i32 (d->p->ctx))
    for (unsigned k = 0; k < 2; k++)
      /* With 1, bits other than the lowest matter, which a condition does not have.  */
      if (imp_is_const (args[k].e, &n) && (n == 0 || (n == 1 && args[!k].truth)))
	{
	  *r = args[(e->op == FIR_BAND) == (n == 1) ? !k : k];
	  return;
	}
}

bool
peel_residue (const struct imp_expr *e)
{
  uint64_t n;

  return e->kind == IMP_EXPR_PRIM && (e->op == FIR_BAND || e->op == FIR_REM)
	 && imp_is_const (e->args[1], &n) && n < RESIDUES + (e->op == FIR_REM);
}

/* If invariant R, the primitive E of ARGS, compares the index of a loop around with something else:
   its value, which is tested before the loop.  */
static void
guess_row (struct peel *d, const struct imp_expr *e, const struct value *args, struct value *r)
{
  bool right = e->nargs == 2 && args[1].row, is;

  if (d->branches < BRANCHES || d->tests >= PEEL_TESTS || !(fir_op_info[e->op].flags & FIR_FLAG_CMP)
      || args[0].row == right || !wide (e->args[0]->type))
    return;
  is = e->op == FIR_EQ || e->op == FIR_NE ? e->op == FIR_NE
       : guessed (right ? turned (e->op) : e->op, &args[!right]);
  peel_test (d, is ? r->outer : imp_op (d->p, FIR_EQ, r->outer, imp_i32 (d->p, false)));
  r->e = r->outer = imp_i32 (d->p, is);
  r->row = false;
}

/* E between the ends.  */
struct value
peel_value (struct peel *d, struct imp_expr *e)
{
  struct value r = { .e = e };
  struct value args[8];
  bool outer = e->kind == IMP_EXPR_PRIM && imp_prim_total (e) && e->type->kind == TYPE_SCALAR;
  uint64_t n;

  if (e->kind == IMP_EXPR_CONST)
    {
      r.outer = e;
      r.truth = imp_is_const (e, &n) && n <= 1;
      return r;
    }
  if (e->kind == IMP_EXPR_VAR)
    return variable (d, e);
  r.e = CTX_NEW (d->p->ctx, struct imp_expr);
  *r.e = *e;
  r.e->args = CTX_NEWV (d->p->ctx, struct imp_expr *, e->nargs);
  for (unsigned k = 0; k < e->nargs; k++)
    {
      struct value v = peel_value (d, e->args[k]);

      r.e->args[k] = v.e;
      outer &= v.outer != NULL;
      r.row |= v.row;
      if (k < 8)
	args[k] = v;
    }
  r.row &= !peel_residue (e);
  r.truth = e->kind == IMP_EXPR_PRIM && e->nargs <= 8 && is_truth (e, args);
  if (outer && e->nargs <= 8)
    {
      r.outer = CTX_NEW (d->p->ctx, struct imp_expr);
      *r.outer = *e;
      r.outer->args = CTX_NEWV (d->p->ctx, struct imp_expr *, e->nargs);
      for (unsigned k = 0; k < e->nargs; k++)
	r.outer->args[k] = args[k].outer;
      /* Before the loop it may be computed speculatively.  */
      r.outer->wrap |= fir_prim_overflows (e->op, e->type);
      if (!d->plain)
	guess_row (d, e, args, &r);
    }
  else if (e->kind == IMP_EXPR_PRIM && e->nargs <= 8 && !d->plain)
    primitive (d, e, args, &r);
  return r;
}

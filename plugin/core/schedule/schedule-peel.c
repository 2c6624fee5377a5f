/* The pass peel: peels the first and last iterations of a loop, so that those in between need not
   test whether they are at an end.

     for i = b to e { ... min (add (i, 1), t) ... if gt (i, 0) { A } else { B } ... }   =>
     new ok := (at both ends of lo to mid the `min' is add (i, 1), and A is run)
     for i = b to lo   { the same }
     for i = lo to mid { ... add (i, 1) ... A ... }
     for i = mid to e  { the same }

   lo is a few elements behind b, as many as the constants of the body require, mid as many before
   e; mid is lo unless ok.  What is compared is i, plus or minus an invariant, so it grows with i
   and it suffices to test both ends; that it does not wrap between them is one more test.  The
   outcome of the comparisons in between is a guess: that elements there are far from small
   constants, and below anything that is not a constant.  A wrong guess costs the tests.  Blocks of
   a constant number of elements are not cut but duplicated.  The order of the elements does not
   change.

   Loops whose elements branch only at such places are split there (schedule-split.c).

   What remains of such a sum divided by an invariant is the sum less a multiple of that, if the
   quotient is the same at both ends: rem (add (i, n - 1), n) is i - 1.  So grids whose edges meet,
   and rings, are indexed without divisions.

   Where a body has many branches, what they compare of the loops around it is guessed, too: that a
   row is none of the first or last ones of a grid.  So the inside of a grid whose function asks for
   each neighbour whether there is one runs without conditions, and its edges as they are.

   A 32-bit index of elements, as of a C program whose variables are ints, is taken for the index of
   the loop, if it is that at both ends and there are fewer than 2^32 elements; but no loop is
   peeled for that alone, which costs more than it gains where rows are short.

   Only innermost loops of parfors that store, assign and branch; what they compare has 32 or 64
   bits.
   Does not: inspect elements before the loop runs, cut where an index wraps around further inside,
   or hoist the conditions of few branches that are loop-invariant (GCC does).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir-term.h"
#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-split.h"

/* The greatest number of statements of a body, which is copied three times.  */
#define STATEMENTS 128
/* The greatest number of elements of an end.  */
#define FAR 16
/* The greatest number of tests of a loop.  */
#define TESTS 64
/* So many branches of a body are too many for a copy of it for each outcome, as GCC makes them of
   invariant conditions.  */
#define BRANCHES 3

/* An expression of the loop between the ends.  */
struct value
{
  struct imp_expr *e;		/* what it is there */
  struct imp_expr *outer;	/* if it is invariant: the expression, as it can be computed before
				   the loop */
  bool linear;			/* it is the loop's index + REST + C, modulo 2^32 or 2^64 */
  uint64_t c;
  struct imp_expr *rest;	/* a u64; NULL: 0 */
  bool truth;			/* it is 0 or 1 */
  bool row;			/* it is invariant, and depends on the index of a loop around */
};

/* A variable of the body.  */
struct named
{
  unsigned loop;		/* the loop that binds it */
  unsigned assigned;		/* the last loop that assigns it */
  bool row;			/* it depends on the index of a loop around */
  struct value v;
  struct imp_var *var;		/* of the copy */
};

/* A linear value that does not wrap between the ends, if the tests hold.  */
struct tested
{
  uint64_t c;
  struct imp_expr *rest;
  const struct type *type;
};

struct peel
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct named *names;		/* by number of the variable */
  unsigned nnames, loop;	/* the running loop's number */
  unsigned peeled;		/* loops so far */
  struct imp_stmt *s;		/* the loop */
  struct imp_here *before;	/* before the loop, where LO and LAST are known */
  struct imp_var *i;		/* the index of the copy */
  bool plain;			/* the copy is to be unchanged */
  unsigned branches;		/* of the body */
  struct imp_expr *lo, *last;	/* the first and the last index between the ends */
  struct imp_expr *ok;		/* the tests */
  unsigned tests;
  struct tested tested[TESTS];
  unsigned ntested;
  bool brief;			/* they say that there are fewer than 2^32 elements */
  bool pays;			/* more than the width of an index is known between the ends */
  uint64_t far;			/* elements at an end */
};

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

static void
test (struct peel *d, struct imp_expr *e)
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
    test (d, imp_op (d->p, FIR_LT, imp_op (d->p, FIR_SUB, d->last, d->lo),
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
  test (d, imp_op (d->p, FIR_LE, at (d, a, t, d->lo), at (d, a, t, d->last)));
  if (d->ntested < TESTS)
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
    test (d, imp_op (d->p, FIR_EQ, at (d, a, u64 (d), ends[k]),
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
      test (d, e);
      return op == FIR_NE;
    }
  is = guessed (op, b);
  e = imp_op (d->p, op, at (d, a, t, less == is ? d->last : d->lo), b->outer);
  test (d, is ? e : imp_op (d->p, FIR_EQ, e, imp_i32 (d->p, false)));
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
    test (d, imp_op (d->p, FIR_LE, zero, at (d, a, t, d->lo)));
  r->linear = true;
  r->c = a->c;
  r->rest = imp_op (d->p, FIR_SUB, a->rest ? a->rest : imp_size (d->p, 0), m);
  /* N is positive then, too.  */
  test (d, imp_op (d->p, FIR_LT, at (d, r, t, d->last), n));
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

static struct value rewrite (struct peel *d, struct imp_expr *e);

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

/* The primitive E of ARGS, simplified if the facts about these allow it.  */
static void
primitive (struct peel *d, struct imp_expr *e, struct value *args, struct value *r)
{
  uint64_t n;
  bool left = e->nargs == 2 && args[0].linear && args[1].outer;
  bool right = e->nargs == 2 && args[1].linear && args[0].outer;
  const struct type *t = e->nargs ? e->args[0]->type : NULL;

  if (e->op == FIR_CONV && wide (t) && wide (e->type) && args[0].linear
      && (t->size >= e->type->size || d->tests + 3 <= TESTS))
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
	   && d->tests + 3 <= TESTS)
    {
      const struct value *a = &args[right], *b = &args[left];

      d->pays = true;
      test_linear (d, a, b, t);
      test (d, e->op == FIR_MIN ? imp_op (d->p, FIR_LE, at (d, a, t, d->last), b->outer)
	    : imp_op (d->p, FIR_LE, b->outer, at (d, a, t, d->lo)));
      *r = *a;
    }
  else if (fir_op_info[e->op].flags & FIR_FLAG_CMP && (left || right) && wide (t)
	   && d->tests + 3 <= TESTS)
    {
      bool is = guess (d, right ? turned (e->op) : e->op, &args[right], &args[left], t);

      d->pays = true;
      r->e = r->outer = imp_i32 (d->p, is);
      r->truth = true;
    }
  else if (e->op == FIR_REM && left && wide (t) && !imp_is_const (args[1].outer, &n)
	   && d->tests + 4 <= TESTS)
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

/* If invariant R, the primitive E of ARGS, compares the index of a loop around with something else:
   its value, which is tested before the loop.  */
static void
guess_row (struct peel *d, const struct imp_expr *e, const struct value *args, struct value *r)
{
  bool right = e->nargs == 2 && args[1].row, is;

  if (d->branches < BRANCHES || d->tests >= TESTS || !(fir_op_info[e->op].flags & FIR_FLAG_CMP)
      || args[0].row == right || !wide (e->args[0]->type))
    return;
  is = e->op == FIR_EQ || e->op == FIR_NE ? e->op == FIR_NE
       : guessed (right ? turned (e->op) : e->op, &args[!right]);
  test (d, is ? r->outer : imp_op (d->p, FIR_EQ, r->outer, imp_i32 (d->p, false)));
  r->e = r->outer = imp_i32 (d->p, is);
  r->row = false;
}

/* E between the ends.  */
static struct value
rewrite (struct peel *d, struct imp_expr *e)
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
      struct value v = rewrite (d, e->args[k]);

      r.e->args[k] = v.e;
      outer &= v.outer != NULL;
      r.row |= v.row;
      if (k < 8)
	args[k] = v;
    }
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

/* --- Statements ------------------------------------------------------------------------------ */

/* May the statements of B be duplicated?  Records what they bind and assign; *N: their number.  */
static bool
copies (struct peel *d, struct imp_block *b, unsigned *n)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (++*n > STATEMENTS)
	return false;
      if (s->kind == IMP_NEW)
	d->names[s->var->id].loop = d->loop;
      else if (s->kind == IMP_ASSIGN)
	d->names[s->var->id].assigned = d->loop;
      else if (s->kind == IMP_IF)
	d->branches++;
      else if (s->kind != IMP_STORE)
	return false;
      if (!copies (d, &s->body, n) || !copies (d, &s->orelse, n))
	return false;
    }
  return true;
}

/* A copy of B at the end of TO.  */
static void
copy_block (struct peel *d, struct imp_block *b, struct imp_block *to)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_stmt *t = imp_stmt_new (d->p, to, s->kind, s->site), links = *t;
      struct value v = { 0 };

      *t = *s;
      t->prev = links.prev;
      t->next = NULL;
      t->body = t->orelse = links.body;
      if (s->base)
	t->base = rewrite (d, s->base).e;
      for (unsigned k = 0; k < 4; k++)
	if (s->e[k])
	  {
	    v = rewrite (d, s->e[k]);
	    t->e[k] = v.e;
	  }
      if (s->kind == IMP_NEW)
	{
	  struct named *n = &d->names[s->var->id];

	  n->v = v;
	  t->var = n->var = imp_var_new (d->p, d->proc, s->var->kind, s->var->name, s->var->type);
	}
      else if (s->kind == IMP_ASSIGN && d->names[s->var->id].loop == d->loop)
	t->var = d->names[s->var->id].var;
      copy_block (d, &s->body, &t->body);
      copy_block (d, &s->orelse, &t->orelse);
    }
}

/* A copy of the loop, without bounds; PLAIN: unchanged, else as between the ends.  */
static struct imp_stmt *
copy_loop (struct peel *d, struct imp_block *to, bool plain)
{
  struct imp_here h = { d->p, d->proc, to };
  struct imp_stmt *s = imp_make_for (&h, d->s->var->name, NULL, NULL, 1, d->s->ivdep);

  s->site = d->s->site;
  s->scalar = d->s->scalar;
  d->i = s->var;
  d->plain = plain;
  copy_block (d, &d->s->body, &s->body);
  return s;
}

/* Move the loop itself into TO, which replaces it.  */
static struct imp_stmt *
same_loop (struct peel *d, struct imp_block *to)
{
  struct imp_stmt *s = imp_stmt_new (d->p, to, IMP_FOR, d->s->site), links = *s;

  *s = *d->s;
  s->prev = links.prev;
  s->next = NULL;
  return s;
}

/* A block of N elements.  */
static void
twice (struct peel *d, struct imp_block *to, uint64_t n)
{
  struct imp_block body = { NULL, NULL };
  struct imp_here h = { d->p, d->proc, to };
  struct imp_stmt *i, *inner;

  d->before = &h;
  d->lo = imp_size (d->p, 0);
  d->last = imp_size (d->p, n - 1);
  inner = copy_loop (d, &body, false);
  if (!d->ok)
    return;
  inner->e[0] = d->s->e[0];
  inner->e[1] = d->s->e[1];
  i = imp_make_if (&h, imp_make_let (&h, "ok", d->ok));
  i->body = body;
  same_loop (d, &i->orelse);
}

/* A loop of any number of elements.  */
static void
thrice (struct peel *d, struct imp_block *to)
{
  struct imp_block body = { NULL, NULL }, head = { NULL, NULL };
  struct imp_here h = { d->p, d->proc, &head };
  struct imp_expr *b = imp_make_let (&h, "b", d->s->e[0]);
  struct imp_expr *e = imp_make_let (&h, "e", d->s->e[1]), *far, *ok, *mid;
  struct imp_stmt *lo, *last, *begin, *inner, *end;

  /* Their value is known only when the sizes of the ends are.  */
  d->lo = imp_use (d->p, imp_make_new (&h, "lo", u64 (d), NULL));
  lo = head.last;
  d->last = imp_use (d->p, imp_make_new (&h, "last", u64 (d), NULL));
  last = head.last;
  d->before = &h;
  inner = copy_loop (d, &body, false);
  if (!d->ok)
    return;
  far = imp_size (d->p, d->far);
  lo->e[0] = imp_op (d->p, FIR_MIN, e, imp_op (d->p, FIR_ADD, b, far));
  last->e[0] = imp_op (d->p, FIR_SUB, e, imp_size (d->p, d->far + 1));
  test (d, imp_op (d->p, FIR_LT, imp_op (d->p, FIR_ADD, b, imp_size (d->p, 2 * d->far + 8)), e));
  ok = imp_make_let (&h, "ok", d->ok);
  mid = imp_select (d->p, ok, imp_op (d->p, FIR_SUB, e, far), d->lo);
  mid = imp_make_let (&h, "mid", imp_op (d->p, FIR_MIN, e, mid));
  *to = head;
  begin = same_loop (d, to);
  begin->e[0] = b;
  begin->e[1] = d->lo;
  inner->e[0] = imp_op (d->p, FIR_MAX, b, d->lo);
  inner->e[1] = mid;
  imp_link_after (to, begin, inner);
  end = copy_loop (d, to, true);
  end->e[0] = imp_op (d->p, FIR_MAX, b, mid);
  end->e[1] = e;
}

/* Cut loop S of block B, if that pays.  */
static void
cut (struct peel *d, struct imp_block *b, struct imp_stmt *s)
{
  struct imp_block to = { NULL, NULL };
  uint64_t step, from, end;
  unsigned n = 0;

  d->loop++;
  d->s = s;
  d->ok = NULL;
  d->tests = d->ntested = d->branches = 0;
  d->brief = d->pays = false;
  d->far = 1;
  if (s->vector)
    return;
  if (!imp_is_const (s->e[2], &step) || step != 1 || !copies (d, &s->body, &n))
    return;
  if (imp_is_const (s->e[1], &end) && imp_is_const (s->e[0], &from))
    {
      if (from == 0 && end > 1)
	twice (d, &to, end);
    }
  else
    thrice (d, &to);
  if (d->ok && d->pays)
    {
      imp_replace (b, s, &to);
      d->peeled++;
    }
}

/* Has B no loops?  */
static bool
innermost (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_counts (s) || s->kind == IMP_WHILE || !innermost (&s->body) || !innermost (&s->orelse))
      return false;
  return true;
}

/* Does E depend on the index of a loop around?  */
static bool
of_row (struct peel *d, const struct imp_expr *e)
{
  bool row = e->kind == IMP_EXPR_VAR && e->var->id <= d->nnames && d->names[e->var->id].row;

  for (unsigned k = 0; k < e->nargs; k++)
    row |= of_row (d, e->args[k]);
  return row;
}

static void
cut_block (struct peel *d, struct imp_block *b, bool inside)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_FOR && inside && innermost (&s->body))
	{
	  if (schedule_split (d->p, d->proc, b, s))
	    d->peeled++;
	  else
	    cut (d, b, s);
	  continue;
	}
      if (s->kind == IMP_FOR || (s->kind == IMP_NEW && s->e[0]))
	d->names[s->var->id].row = s->kind == IMP_FOR || of_row (d, s->e[0]);
      bool in = inside || (s->kind == IMP_PARFOR && s->trust != IMP_TRUST_MERGE
			   && s->trust != IMP_TRUST_PLACES && s->trust != IMP_TRUST_SPANS);
      cut_block (d, &s->body, in);
      cut_block (d, &s->orelse, in);
    }
}

unsigned
schedule_peel (struct imp_prog *p, struct imp_proc *proc)
{
  struct peel d = { .p = p, .proc = proc, .nnames = proc->nvars };

  d.names = CTX_NEWV (p->ctx, struct named, proc->nvars + 1);
  cut_block (&d, &proc->body, false);
  return d.peeled;
}

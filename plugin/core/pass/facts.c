/* Facts about integers that conditions imply: bounds on differences of two of them.

   A symbol is a variable of an integer type, or the length of a vector; known is, for each pair, an
   upper bound of the difference (a matrix, closed under a - b + b - c).  A term is a symbol plus a
   constant, exactly, as a mathematical integer: i - 1 of type u64 is one only where i is known to
   be at least 1; else it is a new symbol, of which only its type is known.

   Paper: Mine, "A New Numerical Abstract Domain Based on Difference-Bound Matrices".
   Does not: handle sums of two symbols but a loop's begin and its index (and, in facts-grid.c, a
   row's and a place in it), products but by constants and that of the extents a loop runs over, or
   128-bit integers.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts-sum.h"
#include "fir/fir-order.h"

#include <string.h>

#define MAX_DEPTH FACTS_DEPTH
#define MAX_ARMS 2

static struct sum value_of (struct facts *f, struct fir_atom a, unsigned depth);

void
facts_begin (struct facts *f, struct nova_ctx *ctx, struct fir_stmt *top)
{
  f->ctx = ctx;
  f->top = top;
  f->arms = 0;
  f->n = 1;
  f->of[0] = FIR_NONE;
  f->length[0] = false;
  f->most[0][0] = 0;
  f->turns[0] = FIR_NONE;
}

/* --- Symbols ---------------------------------------------------------------------------------- */

static struct sum
find_symbol (struct facts *f, struct fir_atom a, bool length)
{
  for (unsigned k = 1; k < f->n; k++)
    if (f->of[k].var == a.var && f->length[k] == length)
      return (struct sum) { true, k, 0 };
  return (struct sum) { false, 0, 0 };
}

/* The symbol for A, of type T, or for A's length.  */
static struct sum
symbol (struct facts *f, struct fir_atom a, bool length, const struct type *t)
{
  struct sum s = find_symbol (f, a, length);
  __int128 low, high;
  if (s.known || f->n == FACTS_SYMBOLS || !a.var || !range_of (t, &low, &high))
    return s;
  s = (struct sum) { true, f->n++, 0 };
  f->of[s.sym] = a;
  f->length[s.sym] = length;
  f->turns[s.sym] = FIR_NONE;
  for (unsigned k = 0; k < f->n; k++)
    f->most[s.sym][k] = f->most[k][s.sym] = NO_BOUND;
  f->most[s.sym][s.sym] = 0;
  learn (f, s.sym, 0, high);
  learn (f, 0, s.sym, -low);
  return s;
}

static struct sum
length_of (struct facts *f, struct fir_atom x, unsigned depth)
{
  const struct type *size = type_size (f->ctx);
  struct fir_out *o;
  struct fir_stmt *loop;
  struct fir_atom n;
  struct sum s;
  /* What is made over an operand is as long as that.  */
  while (fir_atom_def (x) && (fir_op_info[fir_atom_def (x)->op].flags & FIR_FLAG_OVER))
    x = fir_atom_def (x)->args[0];
  if (fir_vec_length (&x, &n) && fir_atom_type (n) == size)
    return value_of (f, n, depth);
  s = symbol (f, x, true, size);
  o = fir_loop_output (x, &loop);
  if (o && o->kind == OUT_FILTER && depth)
    at_most (f, s, value_of (f, loop->args[0], depth - 1), 0);
  return s;
}

/* --- Terms that are a symbol and a constant -------------------------------------------------- */

/* The greatest integer that is at most A / B; B is positive.  */
static __int128
floor_div (__int128 a, __int128 b)
{
  return a / b - (a % b < 0);
}

/* X, which is computed modulo 2^w, the number of values of S's type, if that is known to be
   X + k 2^w for one k: with any other it would not be what is known of the result.  */
static struct sum
wrapped (struct facts *f, struct fir_stmt *s, struct sum x)
{
  __int128 low, high, values, k;
  if (!x.known || !range_of (s->res[0]->type, &low, &high))
    return (struct sum) { false, 0, 0 };
  values = high - low + 1;
  struct sum r = find_symbol (f, fir_atom_var (s->res[0]), false);
  if (r.known && greatest (f, r) < high)
    high = greatest (f, r);
  if (r.known && -least_negated (f, r) > low)
    low = -least_negated (f, r);
  k = floor_div (high + least_negated (f, x), values);
  if (greatest (f, x) < NO_BOUND && least_negated (f, x) < NO_BOUND
      && k == -floor_div (greatest (f, x) - low, values))
    return plus (x, k * values);
  x.known = fir_overflows (s);
  return x;
}

static struct sum
exactly (struct facts *f, struct fir_stmt *s, unsigned depth)
{
  struct sum x, y;
  switch (s->op)
    {
    case FIR_ADD:
    case FIR_SUB:
      x = value_of (f, s->args[0], depth);
      y = value_of (f, s->args[1], depth);
      if (s->op == FIR_SUB)
	y.off = -y.off;
      else if (x.known && !x.sym)
	{
	  struct sum z = x;
	  x = y;
	  y = z;
	}
      x.known &= y.known && !y.sym;
      return wrapped (f, s, plus (x, y.off));
    case FIR_CONV:
      x = value_of (f, s->args[0], depth);
      if (x.known && s->res[0]->type->scalar == SCALAR_BOOL)
	x.known = fits (f, x, s->res[0]->type);
      return wrapped (f, s, x);
    case FIR_LEN: return length_of (f, s->args[0], depth);
    default: return (struct sum) { false, 0, 0 };
    }
}

/* --- What else is known of a term ------------------------------------------------------------ */

/* S is X or Y.  */
static void
either (struct facts *f, struct sum s, struct sum x, struct sum y)
{
  for (unsigned k = 0; k < f->n && x.known && y.known; k++)
    {
      struct sum z = { true, k, 0 };
      learn (f, s.sym, k, greater (difference (f, x, z), difference (f, y, z)));
      learn (f, k, s.sym, greater (difference (f, z, x), difference (f, z, y)));
    }
}

/* S, of type T, is X + Y, both known.  The begin of a loop over steps forward, an i64 like its end,
   and its index make what lies between: if these two are values of T the sum has not wrapped.  */
static void
sum_from (struct facts *f, struct sum s, const struct type *t, struct sum x, struct sum y,
	  unsigned depth)
{
  __int128 low, high, least, greater, step;
  for (unsigned k = 0; k < 2 && range_of (t, &low, &high); k++)
    {
      struct sum i = k ? x : y, from = k ? y : x, b, e;
      struct fir_stmt *n = i.sym && !i.off ? fir_atom_def (f->turns[i.sym]) : NULL;
      if (!n || n->op != FIR_STEPS || !fir_atom_value (n->args[2], &step) || step <= 0)
	continue;
      b = value_of (f, n->args[0], depth);
      e = value_of (f, n->args[1], depth);
      if (!b.known || b.sym != from.sym || b.off != from.off)
	continue;
      least = least_negated (f, from) < NO_BOUND ? -least_negated (f, from) : INT64_MIN;
      greater = e.known && greatest (f, e) < INT64_MAX ? greatest (f, e) : INT64_MAX;
      if (least < low || greater - 1 > high)
	continue;
      at_most (f, from, s, 0);
      at_most (f, s, e, -1);
    }
}

/* Are the elements of X numbers of which each is greater than the one before it?  */
static bool
ascending (struct fir_atom x)
{
  struct fir_stmt *loop;
  struct fir_out *o = fir_loop_output (x, &loop);
  return o && o->kind == OUT_FILTER && o->value.var == loop->fns[0]->params[0];
}

/* S is the difference of two offsets, which D subtracts: what lies between two that are in order
   has no more elements than there are in all; two of which each is greater than the one before are
   as far apart as their places.  */
static void
between_offsets (struct facts *f, struct sum s, struct fir_stmt *d, unsigned depth)
{
  struct fir_stmt *x = fir_atom_def (d->args[0]), *y = fir_atom_def (d->args[1]);
  struct fir_atom end;
  __int128 back;
  if (!x || !y || x->op != FIR_AT || y->op != FIR_AT || x->args[0].var != y->args[0].var
      || fir_atom_type (d->args[0]) != type_size (f->ctx))
    return;
  back = difference (f, value_of (f, y->args[1], depth), value_of (f, x->args[1], depth));
  if (back > 0)
    return;
  if (ascending (x->args[0]))
    at_most (f, number (-back), s, 0);
  if (fir_offsets_end (f->top, x->args[0], &end))
    at_most (f, s, value_of (f, end, depth), 0);
}

/* S, which D subtracts, is X - Y: of an unsigned type if Y is certainly not above X, for then it
   has not wrapped, of a signed one in any case.  */
static void
less (struct facts *f, struct sum s, const struct fir_stmt *d, struct sum x, struct sum y)
{
  __int128 least = -difference (f, y, x), low, high;
  if (!x.known || !y.known || !range_of (d->res[0]->type, &low, &high))
    return;
  if (low < 0 ? !fir_overflows (d) : least < 0)
    return;
  at_most (f, number (least), s, 0);
  at_most (f, s, x, least_negated (f, y));
}

/* S, which D adds, is X + Y, if it has not wrapped.  */
static void
more (struct facts *f, struct sum s, struct fir_stmt *d, struct sum x, struct sum y)
{
  __int128 low, high;
  if (!x.known || !y.known || !range_of (d->res[0]->type, &low, &high))
    return;
  if (!fir_overflows (d)
      && (greatest (f, x) + greatest (f, y) > high
	  || least_negated (f, x) + least_negated (f, y) > -low))
    return;
  at_most (f, x, s, least_negated (f, y));
  at_most (f, s, x, greatest (f, y));
  at_most (f, y, s, least_negated (f, x));
  at_most (f, s, y, greatest (f, x));
}

/* S is what V is in some element of LOOP that gives output O a value, or INIT, unless absent.  */
static void
from_loop (struct facts *f, struct sum s, struct fir_stmt *loop, const struct fir_out *o,
	   struct fir_atom v, struct fir_atom init, unsigned depth)
{
  struct sum value, or = { false, 0, 0 };
  struct facts in;
  bool picked = !fir_atom_none (init);
  if (picked && f->arms == MAX_ARMS)
    return;
  facts_begin (&in, f->ctx, f->top);
  in.arms = f->arms + picked;
  for (unsigned again = 0; again < 3; again++)
    {
      value = value_of (&in, v, depth);
      facts_index (&in, fir_atom_var (loop->fns[0]->params[0]), loop->args[0]);
      facts_assume_checked (&in, loop);
      if (!fir_atom_none (o->guard))
	facts_assume (&in, o->guard, true);
    }
  if (picked)
    or = value_of (f, init, depth);
  for (unsigned k = 0; k < in.n && value.known; k++)
    if (!k || facts_bound_outside (in.of[k], loop))
      {
	struct sum x = { true, k, 0 }, y = number (0);
	__int128 above, below;
	if (k && in.length[k])
	  y = length_of (f, in.of[k], depth);
	else if (k)
	  y = value_of (f, in.of[k], depth);
	above = difference (&in, value, x);
	below = difference (&in, x, value);
	if (picked)
	  {
	    above = greater (above, difference (f, or, y));
	    below = greater (below, difference (f, y, or));
	  }
	at_most (f, s, y, above);
	at_most (f, y, s, below);
      }
}

/* S is an element of what D reads: if that is a loop's output, it is bounded as the loop's value
   is, where the guard holds.  Of the indices of a loop that a filter keeps, element j is at least
   j.  Elements of groups are elements of what is grouped.  */
static void
element (struct facts *f, struct sum s, struct fir_stmt *d, unsigned depth)
{
  struct fir_atom from = facts_elements_from (d->args[0]), n;
  struct fir_stmt *loop = fir_atom_def (from);
  struct fir_out *o = NULL;
  for (unsigned k = 0; loop && k < loop->nouts; k++)
    if (loop->res[k] == from.var)
      o = &loop->outs[k];
  if (loop && loop->op == FIR_RANGE && facts_numbers (from, &n))
    {
      at_most (f, s, value_of (f, n, depth), -1);
      at_most (f, number (0), s, 0);
    }
  if (!o || (o->kind != OUT_VEC && o->kind != OUT_FILTER) || !fir_atom_none (o->dest))
    return;
  if (fir_atom_equal (from, d->args[0]) && ascending (from))
    at_most (f, value_of (f, d->args[1], depth), s, 0);
  from_loop (f, s, loop, o, o->value, FIR_NONE, depth);
}

/* What arm ARM of D, a conditional or a select, gives.  */
static struct fir_atom
arm_value (const struct fir_stmt *d, unsigned arm)
{
  return d->op == FIR_SELECT ? d->args[1 + arm] : d->fns[arm]->body->rets[0];
}

/* S is the result of D, a conditional or a select: what its arms give, each where the condition is
   so.  */
static void
either_arm (struct facts *f, struct sum s, struct fir_stmt *d, unsigned depth)
{
  struct fir_stmt *c = fir_atom_def (d->args[0]);
  struct facts in[2];
  struct sum v[2];
  bool never[2];
  if (f->arms == MAX_ARMS)
    return;
  /* So that more is learned of these when they are met again.  */
  for (unsigned k = 0; c && fir_op_info[c->op].flags & FIR_FLAG_CMP && k < 2; k++)
    value_of (f, c->args[k], depth);
  for (unsigned arm = 0; arm < 2; arm++)
    {
      in[arm] = *f;
      in[arm].arms++;
      for (unsigned again = 0; again < 2; again++)
	{
	  facts_assume (&in[arm], d->args[0], !arm);
	  v[arm] = value_of (&in[arm], arm_value (d, arm), depth);
	}
      never[arm] = contradiction (&in[arm]);
    }
  for (unsigned k = 0; k < f->n; k++)
    {
      struct sum z = { true, k, 0 };
      __int128 most = -NO_BOUND, least = -NO_BOUND;
      for (unsigned arm = 0; arm < 2; arm++)
	if (!never[arm])
	  {
	    most = greater (most, difference (&in[arm], v[arm], z));
	    least = greater (least, difference (&in[arm], z, v[arm]));
	  }
      if (never[0] && never[1])
	continue;
      learn (f, s.sym, k, most);
      learn (f, k, s.sym, least);
    }
}

/* Symbol S is the result of D.  */
static void
roughly (struct facts *f, struct sum s, struct fir_stmt *d, unsigned depth)
{
  struct sum x, y;
  switch (d->op)
    {
    case FIR_MIN:
    case FIR_MAX:
    case FIR_DIV:
    case FIR_REM:
    case FIR_BAND: break;
    case FIR_MUL:
    case FIR_ADD: break;
    case FIR_STEPS:
      if (fir_atom_is_int (d->args[2], 1))
	break;
      return;
    case FIR_CONV:
      /* Multiples of 2^w are taken from what does not fit.  */
      x = value_of (f, d->args[0], depth);
      if (x.known && least_negated (f, x) <= 0)
	at_most (f, s, x, 0);
      return;
    case FIR_SUB:
      between_offsets (f, s, d, depth);
      less (f, s, d, value_of (f, d->args[0], depth), value_of (f, d->args[1], depth));
      return;
    case FIR_AT: element (f, s, d, depth); return;
    case FIR_IF:
    case FIR_SELECT: either_arm (f, s, d, depth); return;
    default: return;
    }
  x = value_of (f, d->args[0], depth);
  y = value_of (f, d->args[1], depth);
  if (d->op == FIR_ADD)
    {
      if (x.known && y.known)
	sum_from (f, s, d->res[0]->type, x, y, depth);
      more (f, s, d, x, y);
      return;
    }
  if (d->op == FIR_MIN || d->op == FIR_MAX)
    {
      if (d->op == FIR_MIN)
	at_most (f, s, x, 0), at_most (f, s, y, 0);
      if (d->op == FIR_MAX)
	at_most (f, x, s, 0), at_most (f, y, s, 0);
      either (f, s, x, y);
      return;
    }
  if (d->op == FIR_STEPS)
    {
      if (x.known && y.known)
	facts_steps (f, s, x, y);
      return;
    }
  bool positive = x.known && least_negated (f, x) <= 0, low, unsig;
  if (d->op == FIR_MUL)
    {
      if (positive && y.known && !y.sym && y.off > 0)
	facts_multiple (f, s, d, x, y.off, depth);
      return;
    }
  unsig = !scalar_info[d->res[0]->type->scalar].is_signed;
  /* Nothing is divided by 0.  */
  low = y.known && (unsig || least_negated (f, y) <= -1);
  if (d->op == FIR_BAND)
    {
      if (positive)
	at_most (f, s, x, 0), at_most (f, number (0), s, 0);
      if (y.known && least_negated (f, y) <= 0)
	at_most (f, s, y, 0), at_most (f, number (0), s, 0);
    }
  else if (positive)
    facts_divided (f, s, d->op == FIR_REM, x, y, low, d->args[1], depth);
}

/* The value of A, as a new symbol if need be.  */
static struct sum
value_of (struct facts *f, struct fir_atom a, unsigned depth)
{
  struct sum none = { false, 0, 0 }, x = none, s;
  struct fir_stmt *d = fir_atom_def (a);
  struct facts_picked p;
  __int128 low, high, i;
  if (!range_of (fir_atom_type (a), &low, &high))
    return none;
  if (fir_atom_value (a, &i))
    return number (i);
  if (d && d->nres == 1 && depth)
    x = exactly (f, d, depth - 1);
  s = find_symbol (f, a, false);
  if (x.known)
    {
      /* Known better than when it was met first.  */
      at_most (f, s, x, 0);
      at_most (f, x, s, 0);
      return x;
    }
  s = symbol (f, a, false, fir_atom_type (a));
  if (s.known && depth && facts_picked (a, &p))
    from_loop (f, s, p.loop, p.out, p.value, p.init, depth - 1);
  else if (s.known && d && d->nres == 1 && depth)
    roughly (f, s, d, depth - 1);
  return s;
}

/* --- Conditions ------------------------------------------------------------------------------ */

static void
compare (struct facts *f, enum fir_op op, struct sum x, struct sum y)
{
  if (op == FIR_LT || op == FIR_LE || op == FIR_EQ)
    at_most (f, x, y, op == FIR_LT ? -1 : 0);
  if (op == FIR_GT || op == FIR_GE || op == FIR_EQ)
    at_most (f, y, x, op == FIR_GT ? -1 : 0);
  if (op == FIR_NE && difference (f, x, y) <= 0)
    at_most (f, x, y, -1);
  if (op == FIR_NE && difference (f, y, x) <= 0)
    at_most (f, y, x, -1);
}

/* Result C of conditional S holds, or does not.  */
static void
assume_if (struct facts *f, struct fir_stmt *s, struct fir_var *c, bool holds)
{
  for (unsigned k = 0; k < s->nres; k++)
    for (unsigned arm = 0; arm < 2 && s->res[k] == c; arm++)
      {
	__int128 i;
	/* One arm always returns the other truth value: so it was the other arm.  */
	if (fir_atom_value (s->fns[1 - arm]->body->rets[k], &i) && (i != 0) != holds)
	  {
	    facts_assume (f, s->args[0], !arm);
	    facts_assume (f, s->fns[arm]->body->rets[k], holds);
	  }
      }
}

void
facts_assume (struct facts *f, struct fir_atom c, bool holds)
{
  struct fir_stmt *d = fir_atom_def (c);
  struct sum zero = number (0);
  if (d && d->op == FIR_IF)
    assume_if (f, d, c.var, holds);
  else if (d && d->op == (holds ? FIR_BAND : FIR_BOR))
    {
      facts_assume (f, d->args[0], holds);
      facts_assume (f, d->args[1], holds);
    }
  else if (d && d->op == FIR_CONV && simplify_truth (d->args[0]))
    facts_assume (f, d->args[0], holds);
  else if (d && fir_op_info[d->op].flags & FIR_FLAG_CMP)
    {
      enum fir_op op = holds ? d->op : fir_opposite (d->op);
      struct fir_atom x = simplify_beside_zero (d);
      if (!fir_atom_none (x))
	{
	  compare (f, op, value_of (f, x, MAX_DEPTH), zero);
	  return;
	}
      compare (f, op, value_of (f, d->args[0], MAX_DEPTH), value_of (f, d->args[1], MAX_DEPTH));
      if ((op == FIR_EQ || op == FIR_NE) && fir_atom_is_int (d->args[1], 0)
	  && fir_atom_def (d->args[0]))
	facts_assume (f, d->args[0], op == FIR_NE);
    }
  else if (c.var)
    compare (f, holds ? FIR_NE : FIR_EQ, value_of (f, c, MAX_DEPTH), zero);
}

void
facts_meet (struct facts *f, struct fir_atom index, struct fir_atom x)
{
  value_of (f, index, MAX_DEPTH);
  length_of (f, x, MAX_DEPTH);
}

void
facts_meet_value (struct facts *f, struct fir_atom a)
{
  value_of (f, a, MAX_DEPTH);
}

struct sum
facts_value (struct facts *f, struct fir_atom a, unsigned depth)
{
  return value_of (f, a, depth);
}

void
facts_index (struct facts *f, struct fir_atom i, struct fir_atom n)
{
  struct sum s = find_symbol (f, i, false), from, end;
  struct fir_stmt *d = fir_atom_def (n);
  __int128 step;
  if (!s.known)
    return;
  f->turns[s.sym] = n;
  at_most (f, s, value_of (f, n, MAX_DEPTH), -1);
  if (!d || d->op != FIR_STEPS || !fir_atom_value (d->args[2], &step) || step <= 0)
    return;
  from = value_of (f, d->args[0], MAX_DEPTH);
  end = value_of (f, d->args[1], MAX_DEPTH);
  /* It runs at all, so the end lies behind the begin.  */
  at_most (f, from, end, -1);
  if (least_negated (f, from) < NO_BOUND)
    at_most (f, s, end, least_negated (f, from) - 1);
}

bool
facts_never (struct facts *f)
{
  return contradiction (f);
}

void
facts_at_most (struct facts *f, struct fir_atom x, __int128 n)
{
  at_most (f, find_symbol (f, x, false), number (n), 0);
}

void
facts_from (struct facts *f, struct fir_atom i, struct fir_atom n)
{
  at_most (f, value_of (f, n, MAX_DEPTH), find_symbol (f, i, false), 0);
}

void
facts_at_least (struct facts *f, struct fir_atom x, __int128 n)
{
  at_most (f, number (n), value_of (f, x, MAX_DEPTH), 0);
}

/* --- The question ---------------------------------------------------------------------------- */

static bool
within (const struct facts *known, struct fir_atom index, struct fir_atom x, unsigned depth)
{
  struct facts f = *known;
  struct fir_stmt *d = fir_atom_def (index);
  if (d && d->op == FIR_SELECT && depth)
    for (unsigned k = 1; k <= 2; k++)
      {
	f = *known;
	for (unsigned again = 0; again < 2; again++)
	  facts_assume (&f, d->args[0], k == 1);
	if (!contradiction (&f) && !within (&f, d->args[k], x, depth - 1))
	  return false;
      }
  else
    {
      struct sum i = value_of (&f, index, MAX_DEPTH), n = length_of (&f, x, MAX_DEPTH);
      return least_negated (&f, i) <= 0 && difference (&f, i, n) <= -1;
    }
  return true;
}

bool
facts_within (struct facts *f, struct fir_atom index, struct fir_atom x)
{
  return !contradiction (f) && within (f, index, x, 3);
}

bool
facts_ordered (struct facts *f, struct fir_atom x, struct fir_atom y)
{
  return !contradiction (f)
	 && difference (f, value_of (f, x, MAX_DEPTH), value_of (f, y, MAX_DEPTH)) <= 0;
}

bool
facts_never_below (struct facts *f, struct fir_atom x, __int128 n)
{
  struct sum s = value_of (f, x, MAX_DEPTH);
  return !contradiction (f) && least_negated (f, s) <= -n;
}

bool
facts_not_negative (struct facts *f, struct fir_atom x)
{
  return facts_never_below (f, x, 0);
}

bool
facts_positive (struct facts *f, struct fir_atom x)
{
  return facts_never_below (f, x, 1);
}

bool
facts_below (struct facts *f, struct fir_atom x, __int128 off, struct fir_atom n)
{
  struct sum i = plus (value_of (f, x, MAX_DEPTH), off);
  return !contradiction (f) && least_negated (f, i) <= 0
	 && difference (f, i, value_of (f, n, MAX_DEPTH)) <= -1;
}

bool
facts_exactly (struct facts *f, struct fir_atom index, struct fir_atom *of, __int128 *off)
{
  struct sum s = value_of (f, index, MAX_DEPTH);
  if (!s.known || !s.sym || f->length[s.sym] || fir_atom_type (f->of[s.sym]) != type_size (f->ctx))
    return false;
  *of = f->of[s.sym];
  *off = s.off;
  return true;
}

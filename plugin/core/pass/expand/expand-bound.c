/* Searches of a sorted vector, as compositions.

     search less x v     for each of v a few steps from where the last one ended, then halves:
			 tail-recursive functions.  In an element the last keys of many are not
			 looked for if they are beyond the last element

   Does not: choose where a search begins, or how recursion becomes a loop (lower-mu.c).
   Law: doc/laws.txt, X2.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

/* If the bound of the last key is known, and elements are not few, steps of one element from there,
   first up, then down, each a branch that is predicted: all that keys in order need, as of a merge.
   Else, or then, halves of what is left, without a branch: searches of one key after another
   overlap then, as they do not wait for each other.  */
#define STEPS 6
#define FEW 4

/* So many keys of a row are many, and so much a comparison may weigh, for some to be looked at
   ahead.  */
#define MANY 32
#define AHEAD 8

/* A function that narrows the bounds of a search: the lower bound is one of LO ...
   LO + HI.  */
struct narrowing
{
  struct fir_stmt *mu;
  struct fir_fn *more;		/* what it does if HI is not 0; else it returns LO */
  struct fir_atom lo, hi;	/* parameters; HI is how far above LO */
};

/* Narrowing by S at the end of B, still empty.  */
static struct narrowing
narrowing (struct expand *x, struct fir_stmt *s, struct fir_block *b)
{
  const struct type *size = expand_size_type (x), *sizes[2] = { size, size };
  struct fir_stmt *mu = expand_recursion (x, s, b, 2, sizes, size), *more;
  struct fir_fn *fn = mu->fns[0];
  struct narrowing n = { .mu = mu, .lo = expand_param (fn, 0), .hi = expand_param (fn, 1) };
  struct fir_atom c;

  c = expand_compare (x, fn->body, FIR_LT, fir_atom_size (x->p, 0), n.hi);
  more = expand_branch (x, s, fn->body, c, size);
  expand_returns (x, more->fns[1], n.lo);
  expand_returns (x, fn, fir_atom_var (more->res[0]));
  n.more = more->fns[0];
  return n;
}

/* Is element Q of S's first operand below KEY?  */
static struct fir_atom
below (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom q,
       struct fir_atom key)
{
  struct fir_atom pair[2] = { fir_element (x->p, b, s->args[0], q), key };

  return expand_call (x, b, s->fns[0], pair);
}

/* The same as an i32, whatever scalar the comparison returns.  */
static struct fir_atom
below_truth (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom q,
	     struct fir_atom key)
{
  const struct type *i32 = type_i32 (x->p->ctx);
  struct fir_atom r = below (x, s, b, q, key);
  struct fir_stmt *truth;

  if (fir_atom_type (r) == i32)
    return r;
  truth = expand_branch (x, s, b, r, i32);
  expand_returns (x, truth->fns[0], fir_atom_int (x->p, i32, 1));
  expand_returns (x, truth->fns[1], fir_atom_int (x->p, i32, 0));
  return fir_atom_var (truth->res[0]);
}

/* Halving, at the end of B.  Of n elements n / 2 are left, whichever half it is: if n is even, the
   lower half keeps the element that was looked at, which is not below the key.  So how often it
   halves depends on n alone, and rows of like lengths have their ends predicted.  If a comparison
   may fail, which one does depends on what is looked at: then that is as in the evaluator.  */
static struct narrowing
halving (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key)
{
  struct narrowing n = narrowing (x, s, b);
  struct fir_block *in = n.more->body;
  struct fir_atom one = fir_atom_size (x->p, 1), half, up, to, c, args[2];
  bool exact = fir_may_fail (s);

  half = expand_size_op (x, in, FIR_SHR, n.hi, one);
  up = exact ? expand_size_op (x, in, FIR_ADD, half, one)
	     : expand_size_op (x, in, FIR_SUB, n.hi, half);
  to = expand_size_op (x, in, FIR_ADD, n.lo, up);
  c = below (x, s, in, expand_size_op (x, in, FIR_SUB, to, one), key);
  args[0] = expand_choose (x, in, c, to, n.lo);
  args[1] = half;
  if (exact)
    args[1] = expand_choose (x, in, c, expand_size_op (x, in, FIR_SUB, n.hi, up), half);
  expand_returns (x, n.more, expand_turn (x, in, n.mu, true, 2, args));
  return n;
}

/* The bound where a search has gone up to P, and no element from there on is below KEY, if that is
   below N, at the end of FN: P if the element before it is below KEY.  If it is not, some steps
   down, of DOWN, and if P is not one of the N elements, nor their end, HALVES of all.  */
static void
from_place (struct expand *x, struct fir_stmt *s, struct fir_fn *fn, struct fir_atom p,
	    struct fir_atom key, struct fir_atom n, struct fir_stmt *down,
	    struct narrowing *halves)
{
  const struct type *size = expand_size_type (x), *i32 = type_i32 (x->p->ctx);
  struct fir_atom one = fir_atom_size (x->p, 1), zero = fir_atom_size (x->p, 0), before, args[2];
  struct fir_stmt *some, *here, *out;
  struct fir_block *in = fn->body;

  before = expand_size_op (x, in, FIR_SUB, p, one);
  some = expand_branch (x, s, in, expand_compare (x, in, FIR_LT, before, n), i32);
  expand_returns (x, some->fns[0], below_truth (x, s, some->fns[0]->body, before, key));
  expand_returns (x, some->fns[1], expand_compare (x, some->fns[1]->body, FIR_EQ, p, zero));
  here = expand_branch (x, s, in, fir_atom_var (some->res[0]), size);
  expand_returns (x, fn, fir_atom_var (here->res[0]));
  expand_returns (x, here->fns[0], p);
  in = here->fns[1]->body;
  out = expand_branch (x, s, in, expand_compare (x, in, FIR_LE, p, n), size);
  expand_returns (x, here->fns[1], fir_atom_var (out->res[0]));
  args[0] = before;
  args[1] = fir_atom_size (x->p, STEPS);
  expand_returns (x, out->fns[0], expand_turn (x, out->fns[0]->body, down, false, 2, args));
  args[0] = zero;
  args[1] = n;
  expand_returns (x, out->fns[1], expand_turn (x, out->fns[1]->body, halves->mu, false, 2, args));
}

/* MU of P, from which on no element is below KEY, and of the steps down that are LEFT: one if the
   element before is not below KEY, and there is one; then HALVES of what is before that.  */
static void
step_down (struct expand *x, struct fir_stmt *s, struct fir_stmt *mu, struct fir_atom key,
	   struct narrowing *halves)
{
  const struct type *size = expand_size_type (x), *i32 = type_i32 (x->p->ctx);
  struct fir_atom one = fir_atom_size (x->p, 1), zero = fir_atom_size (x->p, 0), args[2];
  struct fir_atom p = expand_param (mu->fns[0], 0), left = expand_param (mu->fns[0], 1), c;
  struct fir_block *in = mu->fns[0]->body;
  struct fir_stmt *some, *here, *more;

  args[0] = expand_size_op (x, in, FIR_SUB, p, one);
  some = expand_branch (x, s, in, expand_compare (x, in, FIR_LT, zero, p), i32);
  c = below_truth (x, s, some->fns[0]->body, args[0], key);
  expand_returns (x, some->fns[0], c);
  expand_returns (x, some->fns[1], fir_atom_int (x->p, i32, 1));
  here = expand_branch (x, s, in, fir_atom_var (some->res[0]), size);
  expand_returns (x, mu->fns[0], fir_atom_var (here->res[0]));
  expand_returns (x, here->fns[0], p);
  more = expand_branch (x, s, here->fns[1]->body, left, size);
  expand_returns (x, here->fns[1], fir_atom_var (more->res[0]));
  in = more->fns[0]->body;
  args[1] = expand_size_op (x, in, FIR_SUB, left, one);
  expand_returns (x, more->fns[0], expand_turn (x, in, mu, true, 2, args));
  args[1] = args[0];
  args[0] = zero;
  expand_returns (x, more->fns[1], expand_turn (x, more->fns[1]->body, halves->mu, false, 2, args));
}

/* The lower bound of KEY by steps, then by HALVES, at the end of B; S has N elements.  A step up is
   a comparison and a count, no more; the last element before the place that is found is compared,
   too, which is where a search begins that has to go down.  */
static struct fir_atom
bound_by_steps (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key,
		struct fir_atom n, struct narrowing *halves)
{
  const struct type *size = expand_size_type (x), *sizes[2] = { size, size };
  struct fir_atom one = fir_atom_size (x->p, 1), p, left, args[2];
  struct fir_stmt *down = expand_recursion (x, s, b, 2, sizes, size), *up, *some, *step, *more;
  struct fir_block *in;

  step_down (x, s, down, key, halves);
  up = expand_recursion (x, s, b, 2, sizes, size);
  p = expand_param (up->fns[0], 0);
  left = expand_param (up->fns[0], 1);
  in = up->fns[0]->body;
  some = expand_branch (x, s, in, expand_compare (x, in, FIR_LT, p, n), type_i32 (x->p->ctx));
  expand_returns (x, some->fns[0], below_truth (x, s, some->fns[0]->body, p, key));
  expand_returns (x, some->fns[1], fir_atom_int (x->p, type_i32 (x->p->ctx), 0));
  step = expand_branch (x, s, in, fir_atom_var (some->res[0]), size);
  expand_returns (x, up->fns[0], fir_atom_var (step->res[0]));
  from_place (x, s, step->fns[1], p, key, n, down, halves);
  in = step->fns[0]->body;
  args[0] = expand_size_op (x, in, FIR_ADD, p, one);
  more = expand_branch (x, s, in, left, size);
  expand_returns (x, step->fns[0], fir_atom_var (more->res[0]));
  in = more->fns[0]->body;
  args[1] = expand_size_op (x, in, FIR_SUB, left, one);
  expand_returns (x, more->fns[0], expand_turn (x, in, up, true, 2, args));
  in = more->fns[1]->body;
  args[1] = expand_size_op (x, in, FIR_SUB, n, args[0]);
  expand_returns (x, more->fns[1], expand_turn (x, in, halves->mu, false, 2, args));
  args[0] = fir_atom_size (x->p, UINT64_MAX);
  args[1] = fir_atom_size (x->p, STEPS);
  return expand_turn (x, b, up, false, 2, args);
}

/* The lower bound of KEY in S's first operand, which has N elements, at the end of B: by halves
   alone if these are few.  It is N at most, which is said by a minimum, for what is read there
   later (facts.c).  */
static struct fir_atom
lower_bound (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key,
	     struct fir_atom n)
{
  const struct type *size = expand_size_type (x);
  struct narrowing halves = halving (x, s, b, key);
  struct fir_atom few = expand_compare (x, b, FIR_LT, n, fir_atom_size (x->p, FEW)), r;
  struct fir_atom args[2] = { fir_atom_size (x->p, 0), n };
  struct fir_stmt *some = expand_branch (x, s, b, few, size);

  expand_returns (x, some->fns[0],
		  expand_turn (x, some->fns[0]->body, halves.mu, false, 2, args));
  r = bound_by_steps (x, s, some->fns[1]->body, key, n, &halves);
  /* Which comparison fails depends on the probes.  */
  r.var->def->near = !fir_may_fail (s);
  expand_returns (x, some->fns[1], r);
  return expand_size_op (x, b, FIR_MIN, fir_atom_var (some->res[0]), n);
}

/* May the keys of S, a search in an element, be looked at ahead?  They are in memory, and a
   comparison costs little and does not fail.  */
static bool
looks_ahead (struct expand *x, struct fir_stmt *s)
{
  return s->parent != x->r->body && !fir_may_fail (s)
	 && expand_in_memory (s->args[1]) && fir_block_weight (s->fns[0]->body) <= AHEAD;
}

/* Is element I of the keys of S beyond LAST, the last element?  */
static struct fir_atom
beyond (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom last,
	struct fir_atom i)
{
  struct fir_atom pair[2] = { last, fir_element (x->p, b, s->args[1], i) };

  return expand_call (x, b, s->fns[0], pair);
}

/* The first of the M keys of S that is beyond LAST if they are in order, at the end of B.  */
static struct fir_atom
first_beyond (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom last,
	      struct fir_atom m)
{
  struct narrowing n = narrowing (x, s, b);
  struct fir_block *in = n.more->body;
  struct fir_atom one = fir_atom_size (x->p, 1), half, to, c, args[2];

  half = expand_size_op (x, in, FIR_SHR, n.hi, one);
  to = expand_size_op (x, in, FIR_ADD, n.lo, expand_size_op (x, in, FIR_SUB, n.hi, half));
  c = beyond (x, s, in, last, expand_size_op (x, in, FIR_SUB, to, one));
  args[0] = expand_choose (x, in, c, n.lo, to);
  args[1] = half;
  expand_returns (x, n.more, expand_turn (x, in, n.mu, true, 2, args));
  args[0] = fir_atom_size (x->p, 0);
  args[1] = m;
  return expand_turn (x, b, n.mu, false, 2, args);
}

/* K of the M keys of S, if all others are beyond LAST, else M; at the end of B.  */
static struct fir_atom
all_beyond (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom last,
	    struct fir_atom k, struct fir_atom m)
{
  const struct type *size = expand_size_type (x), *i32 = type_i32 (x->p->ctx);
  struct fir_atom zero = fir_atom_int (x->p, i32, 0), rest, c;
  struct fir_stmt *all;
  struct fir_fn *fn;

  rest = expand_size_op (x, b, FIR_SUB, m, k);
  all = expand_term (x, s, b, FIR_TABULATE, type_vec (x->p->ctx, i32), 1, &rest, 1);
  fn = all->fns[0] = fir_fn_new (x->p, 1, &size);
  c = expand_size_op (x, fn->body, FIR_ADD, k, expand_param (fn, 0));
  c = beyond (x, s, fn->body, last, c);
  expand_returns (x, fn, expand_compare (x, fn->body, FIR_EQ, c, zero));
  c = expand_reduce (x, s, b, FIR_BOR, zero, fir_atom_var (all->res[0]));
  return expand_choose (x, b, c, m, k);
}

/* How many of the M keys of S are looked for in the N elements, at the end of B: the bound of those
   behind is N.  Where many of a row, in order, are beyond the last element, these are not.  */
static struct fir_atom
looked_for (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom m,
	    struct fir_atom n)
{
  const struct type *size = expand_size_type (x);
  struct fir_atom zero = fir_atom_size (x->p, 0), one = fir_atom_size (x->p, 1), last, c;
  struct fir_stmt *some, *many, *over;
  struct fir_block *in;

  c = expand_compare (x, b, FIR_LT, fir_atom_size (x->p, MANY), m);
  many = expand_branch (x, s, b, c, size);
  expand_returns (x, many->fns[1], m);
  in = many->fns[0]->body;
  some = expand_branch (x, s, in, expand_compare (x, in, FIR_LT, zero, n), size);
  expand_returns (x, many->fns[0], fir_atom_var (some->res[0]));
  expand_returns (x, some->fns[1], zero);
  in = some->fns[0]->body;
  last = fir_element (x->p, in, s->args[0], expand_size_op (x, in, FIR_SUB, n, one));
  c = beyond (x, s, in, last, expand_size_op (x, in, FIR_SUB, m, one));
  over = expand_branch (x, s, in, c, size);
  expand_returns (x, some->fns[0], fir_atom_var (over->res[0]));
  expand_returns (x, over->fns[1], m);
  in = over->fns[0]->body;
  c = first_beyond (x, s, in, last, m);
  expand_returns (x, over->fns[0], all_beyond (x, s, in, last, c, m));
  return fir_atom_var (many->res[0]);
}

/* The bounds of the keys of S, a search in an element, in the N elements, at the end of B.  */
static struct fir_atom
bounds_in_row (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  const struct type *size = expand_size_type (x), *t = fir_atom_type (s->args[1])->elem;
  struct fir_atom m = expand_length (x, s, b, s->args[1]), k = looked_for (x, s, b, m, n), args[2];
  struct fir_stmt *map, *some;
  struct fir_fn *fn;

  args[0] = s->args[1];
  args[1] = pass_numbers (x->p, b, s->site, m, fir_atom_size (x->p, 0));
  map = expand_term (x, s, b, FIR_MAP, s->res[0]->type, 2, args, 1);
  fn = map->fns[0] = fir_fn_new (x->p, 2, (const struct type *[]) { t, size });
  k = expand_compare (x, fn->body, FIR_LT, expand_param (fn, 1), k);
  some = expand_branch (x, s, fn->body, k, size);
  expand_returns (x, some->fns[0],
		  lower_bound (x, s, some->fns[0]->body, expand_param (fn, 0), n));
  expand_returns (x, some->fns[1], n);
  expand_returns (x, fn, fir_atom_var (some->res[0]));
  return fir_atom_var (map->res[0]);
}

bool
expand_search (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *t = fir_atom_type (s->args[1])->elem;
  struct fir_atom n = expand_length (x, s, b, s->args[0]);

  if (looks_ahead (x, s))
    return expand_end (x, s, b, bounds_in_row (x, s, b, n));

  struct fir_stmt *map = expand_term (x, s, b, FIR_MAP, s->res[0]->type, 1, &s->args[1], 1);
  struct fir_fn *fn = map->fns[0] = fir_fn_new (x->p, 1, &t);

  expand_returns (x, fn, lower_bound (x, s, fn->body, expand_param (fn, 0), n));
  return expand_end (x, s, b, fir_atom_var (map->res[0]));
}

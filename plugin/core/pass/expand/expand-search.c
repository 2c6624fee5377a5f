/* Operations that search for an element, as compositions.

     argmin less x       where less is <, and x numbers in memory: the least one, then the first
			 that equals it.  Else reduce over records of element and index: that of the
			 less element, the earlier one of equals; reads of it are of the record
     search less x v     for each of v a few steps from where the last one ended, then halves:
			 tail-recursive functions.  In an element the last keys of many are not
			 looked for if they are beyond the last element

   Does not: look for the first element with a property (expand-find.c), choose how reductions run
   (lower-reduce.c), or how recursion becomes a loop (lower-mu.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

#include <math.h>

/* --- argmin, argmax -------------------------------------------------------------------------- */

/* Some value of T that needs no terms but constants and records; absent if there is none.  */
static struct fir_atom
some_value (struct expand *x, struct fir_block *b, const struct type *t)
{
  struct fir_atom *args;

  switch (t->kind)
    {
    case TYPE_SCALAR:
      return type_is_integral (t) ? fir_atom_int (x->p, t, 0) : fir_atom_float (x->p, t, 0);
    case TYPE_PTR:
      return fir_atom_int (x->p, t, 0);
    case TYPE_RECORD:
      args = CTX_NEWV (x->p->ctx, struct fir_atom, t->nfields);
      for (unsigned k = 0; k < t->nfields; k++)
	{
	  args[k] = some_value (x, b, t->fields[k].type);
	  if (fir_atom_none (args[k]))
	    return FIR_NONE;
	}
      return fir_prim (x->p, b, FIR_RECORD, t, t->nfields, args);
    default:
      return FIR_NONE;
    }
}

/* Is the element B of S's function less (argmin), or A less than it (argmax)?  */
static struct fir_atom
better (struct expand *x, struct fir_stmt *s, struct fir_block *to, struct fir_atom a,
	struct fir_atom b)
{
  struct fir_atom pair[2] = { s->op == FIR_ARGMIN ? b : a, s->op == FIR_ARGMIN ? a : b };

  return expand_call (x, to, s->fns[0], pair);
}

/* \ (a, b) { b if it is better, else a }, of pairs of type T.  */
static struct fir_fn *
pick_better (struct expand *x, struct fir_stmt *s, const struct type *t)
{
  const struct type *types[2] = { t, t };
  struct fir_fn *fn = fir_fn_new (x->p, 2, types);
  struct fir_atom a = expand_param (fn, 0), b = expand_param (fn, 1);
  struct fir_atom va = fir_field (x->p, fn->body, a, 0), vb = fir_field (x->p, fn->body, b, 0);

  expand_returns (x, fn, expand_choose (x, fn->body, better (x, s, fn->body, va, vb), b, a));
  return fn;
}

/* \ (a, b) { b if a is the initial value NONE, which is of no element, or b is better; else a }
   of type T.  Elements are what GET gives of them.  */
static struct fir_fn *
pick (struct expand *x, struct fir_stmt *s, const struct type *t, bool pairs)
{
  const struct type *types[2] = { t, t };
  struct fir_fn *fn = fir_fn_new (x->p, 2, types);
  struct fir_atom a = expand_param (fn, 0), b = expand_param (fn, 1), i = a, va, vb, c;
  struct fir_stmt *first;
  struct fir_block *rest;

  if (pairs)
    i = fir_field (x->p, fn->body, a, 1);
  c = expand_compare (x, fn->body, FIR_EQ, i, fir_atom_size (x->p, UINT64_MAX));
  first = expand_branch (x, s, fn->body, c, t);
  expand_returns (x, first->fns[0], b);
  rest = first->fns[1]->body;
  va = pairs ? fir_field (x->p, rest, a, 0) : fir_element (x->p, rest, s->args[0], a);
  vb = pairs ? fir_field (x->p, rest, b, 0) : fir_element (x->p, rest, s->args[0], b);
  c = better (x, s, rest, va, vb);
  expand_returns (x, first->fns[1], expand_choose (x, rest, c, b, a));
  expand_returns (x, fn, fir_atom_var (first->res[0]));
  return fn;
}

bool
expand_in_memory (struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  if (!def)
    return true;
  if (!(fir_op_info[def->op].flags & FIR_FLAG_INDEX))
    return false;
  for (unsigned k = 0; k < def->nargs; k++)
    if (type_is_vec (fir_atom_type (def->args[k])) && !expand_in_memory (def->args[k]))
      return false;
  return true;
}

/* MIN or MAX, whichever finds S's element, if S's function is < or >; else FIR_LAST.  */
static enum fir_op
best_of (struct fir_stmt *s)
{
  struct fir_fn *fn = s->fns[0];
  struct fir_stmt *c = fn->body->first;
  const struct type *t = fn->params[0]->type;
  bool less;

  if (!c || c->next || (c->op != FIR_LT && c->op != FIR_GT) || fn->body->rets[0].var != c->res[0]
      || t->kind != TYPE_SCALAR)
    return FIR_LAST;
  less = c->op == FIR_LT;
  if (c->args[0].var == fn->params[1] && c->args[1].var == fn->params[0])
    less = !less;
  else if (c->args[0].var != fn->params[0] || c->args[1].var != fn->params[1])
    return FIR_LAST;
  return less == (s->op == FIR_ARGMIN) ? FIR_MIN : FIR_MAX;
}

/* The first element that equals the best one, M being MIN or MAX.  A NaN is better than nothing,
   and nothing better than it: it counts if it is the first element, and not else; MIN and MAX leave
   it out.  */
static bool
first_best (struct expand *x, struct fir_stmt *s, enum fir_op m)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = expand_size_type (x), *t = fir_atom_type (s->args[0])->elem;
  struct fir_atom zero = fir_atom_size (x->p, 0), first, best, r;
  struct fir_stmt *find;
  struct fir_fn *fn;

  first = fir_element (x->p, b, s->args[0], zero);
  best = expand_reduce (x, s, b, m, first, s->args[0]);
  find = expand_term (x, s, b, FIR_FIND, size, 1, s->args, 1);
  fn = find->fns[0] = fir_fn_new (x->p, 1, &t);
  expand_returns (x, fn, expand_compare (x, fn->body, FIR_EQ, expand_param (fn, 0), best));
  r = fir_atom_var (find->res[0]);
  if (type_is_float (t))
    r = expand_choose (x, b, expand_compare (x, b, FIR_EQ, first, first), r, zero);
  expand_end (x, s, b, r);
  law_fired (x->p->ctx, LAW_X29);
  return expand_find (x, find);
}

/* May values of type T be NaNs?  */
static bool
nans (struct expand *x, const struct type *t)
{
  return type_is_float (t) && !x->r->finite;
}

/* Does T read the element that S finds?  */
static bool
reads_best (struct fir_stmt *t, struct fir_stmt *s)
{
  return fir_reads (t) && fir_atom_equal (t->args[0], s->args[0]) && t->args[1].var == s->res[0];
}

struct best
{
  struct fir_stmt *s;
  struct fir_subst *subst;	/* gets ELEMENT for the reads, if not NULL */
  struct fir_atom element;
  unsigned reads;
};

static void
note_best (struct fir_stmt *t, void *data)
{
  struct best *b = data;

  if (!reads_best (t, b->s))
    return;
  b->reads++;
  if (!b->subst)
    return;
  fir_subst_put (b->subst, t->res[0], b->element);
  fir_unlink (t);
}

/* Not of floats that < compares: which NaN counts depends on the index (ordered).  */
bool
expand_only_best (struct expand *x, struct fir_stmt *s)
{
  struct best b = { s, NULL, FIR_NONE, 0 };

  if (best_of (s) != FIR_LAST && nans (x, fir_atom_type (s->args[0])->elem))
    return false;
  fir_walk (x->r->body, note_best, &b);
  return b.reads && b.reads == fir_count_uses (x->r->body, s->res[0]);
}

/* The value of type T than which none is worse, M being MIN, MAX or, no value is then known,
   FIR_LAST.  */
static struct fir_atom
worst (struct expand *x, enum fir_op m, const struct type *t)
{
  if (m == FIR_LAST)
    return FIR_NONE;
  return type_is_float (t) ? fir_atom_float (x->p, t, m == FIR_MIN ? INFINITY : -INFINITY)
	 : fir_neutral (x->p, m, t, false);
}

static void
note_loop (struct fir_stmt *s, void *data)
{
  for (unsigned k = 0; k < s->nargs; k++)
    if (type_is_vec (fir_atom_type (s->args[k])) && !fir_reads (s) && s->op != FIR_LEN)
      *(bool *) data = true;
}

/* Are the elements among which S chooses, in an element of another loop, results of loops?  Then
   they have no lanes, and are better compared with a branch, which is mostly predicted, than made
   the operands of a minimum, each of which waits for the one before.  */
static bool
looped (struct expand *x, const struct fir_stmt *s)
{
  struct fir_atom v = s->args[0];
  bool loop = false;

  if (s->parent != x->r->body && v.var && v.var->def && v.var->def->op == FIR_MAP)
    fir_walk (v.var->def->fns[0]->body, note_loop, &loop);
  return loop;
}

/* V, of element I, for a comparison by which M chooses: a NaN is never better than a number, but
   the first element stays if it is one.  So the operator is associative, as < of NaNs is not.  */
static struct fir_atom
ordered (struct expand *x, struct fir_block *b, enum fir_op m, struct fir_atom v, struct fir_atom i)
{
  const struct type *t = fir_atom_type (v);
  struct fir_atom nan, first, best;

  if (!nans (x, t))
    return v;
  nan = expand_compare (x, b, FIR_NE, v, v);
  first = expand_compare (x, b, FIR_EQ, i, fir_atom_size (x->p, 0));
  best = worst (x, m == FIR_MIN ? FIR_MAX : FIR_MIN, t);
  first = expand_choose (x, b, first, best, worst (x, m, t));
  return expand_choose (x, b, nan, first, v);
}

/* Of elements whose type has a constant, records of these and their indices are reduced; else the
   indices alone.  Where a value is known that is as bad as any, and the elements may have lanes,
   the reduction begins with it: no element is better only if all are as bad, and then it is the
   first.  Else reads of the element that is found are the record's, and if there is no other use of
   the index, all elements have the same.  */
bool
expand_argmin (struct expand *x, struct fir_stmt *s)
{
  enum fir_op m = best_of (s);
  if (m != FIR_LAST && s->parent == x->r->body && expand_in_memory (s->args[0]))
    return first_best (x, s, m);
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = expand_size_type (x), *t = fir_atom_type (s->args[0])->elem, *pair;
  struct type_field fields[2] = { { ctx_intern (x->p->ctx, "v"), t, 0 },
				  { ctx_intern (x->p->ctx, "i"), size, 0 } };
  struct fir_atom none = fir_atom_size (x->p, UINT64_MAX), all, args[2], init[2], i;
  struct best read = { s, NULL, FIR_NONE, 0 };
  struct fir_stmt *map, *reduce;
  struct fir_fn *fn;

  all = pass_numbers (x->p, b, s->site, expand_length (x, s, b, s->args[0]),
		      fir_atom_size (x->p, 0));
  bool only = expand_only_best (x, s);
  init[0] = only || looped (x, s) ? FIR_NONE : worst (x, m, t);
  bool bounded = !fir_atom_none (init[0]);
  if (!bounded)
    init[0] = some_value (x, b, t);
  /* No element is better only if all are as bad.  */
  init[1] = bounded ? fir_atom_size (x->p, 0) : none;
  if (fir_atom_none (init[0]))
    {
      args[0] = none;
      args[1] = all;
      reduce = expand_term (x, s, b, FIR_REDUCE, size, 2, args, 1);
      reduce->fns[0] = pick (x, s, size, false);
      return expand_end (x, s, b, fir_atom_var (reduce->res[0]));
    }
  pair = type_record (x->p->ctx, NULL, 2, fields, 0, 0, 0);
  args[0] = s->args[0];
  args[1] = all;
  map = expand_term (x, s, b, FIR_MAP, type_vec (x->p->ctx, pair), 2, args, 1);
  fn = map->fns[0] = fir_fn_new (x->p, 2, (const struct type *[]) { t, size });
  args[0] = expand_param (fn, 0);
  args[1] = only ? fir_atom_size (x->p, 0) : expand_param (fn, 1);
  if (bounded)
    args[0] = ordered (x, fn->body, m, args[0], args[1]);
  expand_returns (x, fn, fir_prim (x->p, fn->body, FIR_RECORD, pair, 2, args));
  args[0] = fir_prim (x->p, b, FIR_RECORD, pair, 2, init);
  args[1] = fir_atom_var (map->res[0]);
  reduce = expand_term (x, s, b, FIR_REDUCE, pair, 2, args, 1);
  reduce->fns[0] = bounded ? pick_better (x, s, pair) : pick (x, s, pair, true);
  i = fir_field (x->p, b, fir_atom_var (reduce->res[0]), 1);
  if (!bounded)
    {
      read.element = fir_field (x->p, b, fir_atom_var (reduce->res[0]), 0);
      read.subst = fir_subst_new (x->p);
      fir_walk (x->r->body, note_best, &read);
      fir_subst_block (read.subst, x->r->body);
    }
  return expand_end (x, s, b, i);
}

/* --- search ---------------------------------------------------------------------------------- */

/* If the bound of the last key is known, and the vector is not short, a few steps of one element
   from there, first up, then down, each a branch that is predicted: all that keys in order need, as
   of a merge.  Else, or then, halves of what is left, without a branch: searches of one key after
   another overlap then, as they do not wait for each other.  */
#define STEPS 6
#define SHORT 32

/* A function that narrows the bounds of a search: the lower bound is one of LO ... HI.  */
struct narrowing
{
  struct fir_stmt *mu;
  struct fir_fn *more;		/* what it does if LO < HI; else it returns LO */
  struct fir_atom lo, hi;	/* parameters; of halving, HI is how far above LO */
  struct fir_atom at, left;	/* of steps also: where the next one is, how many are left */
};

/* Narrowing by S at the end of B, still empty.  */
static struct narrowing
narrowing (struct expand *x, struct fir_stmt *s, struct fir_block *b, bool steps)
{
  const struct type *size = expand_size_type (x), *sizes[4] = { size, size, size, size };
  unsigned first = steps ? 2 : 0;
  struct fir_stmt *mu = expand_recursion (x, s, b, first + 2, sizes, size), *more;
  struct fir_fn *fn = mu->fns[0];
  struct narrowing n = { .mu = mu, .lo = expand_param (fn, first),
			 .hi = expand_param (fn, first + 1) };
  struct fir_atom c;

  if (steps)
    {
      n.at = expand_param (fn, 0);
      n.left = expand_param (fn, 1);
    }
  c = expand_compare (x, fn->body, FIR_LT, steps ? n.lo : fir_atom_size (x->p, 0), n.hi);
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

/* Halving, at the end of B.  Of n elements n / 2 are left, whichever half it is: if n is even, the
   lower half keeps the element that was looked at, which is not below the key.  So how often it
   halves depends on n alone, and rows of like lengths have their ends predicted.  If a comparison
   may fail, which one does depends on what is looked at: then that is as in the evaluator.  */
static struct narrowing
halving (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key)
{
  struct narrowing n = narrowing (x, s, b, false);
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

/* A step of N at element Q, below the key if C, at the end of FN.  */
static void
step (struct expand *x, struct fir_stmt *s, struct fir_fn *fn, struct narrowing *n,
      struct fir_atom q, struct fir_atom c)
{
  struct fir_stmt *up = expand_branch (x, s, fn->body, c, expand_size_type (x));
  struct fir_atom one = fir_atom_size (x->p, 1);

  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_block *in = up->fns[k]->body;
      struct fir_atom left = expand_size_op (x, in, FIR_SUB, n->left, one);
      struct fir_atom to = k ? q : expand_size_op (x, in, FIR_ADD, q, one);
      struct fir_atom args[4] = { to, left, k ? n->lo : to, k ? to : n->hi };

      expand_returns (x, up->fns[k], expand_turn (x, in, n->mu, true, 4, args));
    }
  expand_returns (x, fn, fir_atom_var (up->res[0]));
}

/* The lower bound of KEY in S's first operand, which has N elements, at the end of B.  It is N at
   most, which is said by a minimum, for what is read there later (facts.c).  */
static struct fir_atom
lower_bound (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key,
	     struct fir_atom n)
{
  struct fir_prog *p = x->p;
  struct fir_atom none = fir_atom_size (p, UINT64_MAX), args[4], q, c, r;
  struct narrowing halves = halving (x, s, b, key), steps = narrowing (x, s, b, true);
  struct fir_block *in = steps.more->body;
  struct fir_stmt *some;

  c = expand_compare (x, in, FIR_NE, steps.at, none);
  c = expand_choose (x, in, c, steps.left, fir_atom_size (p, 0));
  some = expand_branch (x, s, in, c, expand_size_type (x));
  expand_returns (x, steps.more, fir_atom_var (some->res[0]));
  in = some->fns[0]->body;
  q = expand_size_op (x, in, FIR_SUB, steps.hi, fir_atom_size (p, 1));
  q = expand_size_op (x, in, FIR_MIN, steps.at, q);
  step (x, s, some->fns[0], &steps, q, below (x, s, in, q, key));
  in = some->fns[1]->body;
  args[0] = steps.lo;
  args[1] = expand_size_op (x, in, FIR_SUB, steps.hi, steps.lo);
  expand_returns (x, some->fns[1], expand_turn (x, in, halves.mu, false, 2, args));
  args[0] = none;
  args[1] = expand_choose (x, b, expand_compare (x, b, FIR_LT, n, fir_atom_size (p, SHORT)),
			   fir_atom_size (p, 0), fir_atom_size (p, STEPS));
  args[2] = fir_atom_size (p, 0);
  args[3] = n;
  r = expand_turn (x, b, steps.mu, false, 4, args);
  /* Which comparison fails depends on the probes.  */
  r.var->def->near = !fir_may_fail (s);
  return expand_size_op (x, b, FIR_MIN, r, n);
}

/* So much a comparison may weigh that is made for the keys of a row ahead.  */
#define AHEAD 8

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
  struct narrowing n = narrowing (x, s, b, false);
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

  c = expand_compare (x, b, FIR_LT, fir_atom_size (x->p, SHORT), m);
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

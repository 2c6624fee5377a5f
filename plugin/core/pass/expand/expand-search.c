/* Operations that search for an element, as compositions.

     argmin less x       where less is <, and x numbers in memory: the least one, then the first
			 that equals it.  Else reduce over records of element and index: that of the
			 less element, the earlier one of equals; reads of it are of the record
     search less x v     for each of v a few steps from where the last one ended, then halves:
			 tail-recursive functions
     find p x ...        parts of x are searched one after another, each at least as long as all
			 preceding ones together; in a part, the least index with p:

       f = mu { (b) if b < n { e = min (n, max (2 b, PART));  r = the least i in b ... e - 1
				  with p, or n
			       if r < n { ret r } else { tail apply f e } } else { ret n } }
	min (apply f 0, n)

   So find does at most twice the work of a loop that stops early, plus PART elements; a part is a
   parallel reduction; and the work depends on the elements alone.  If p may fail, no element behind
   the first with p may be computed: then a part is one element.

     fold step join i x     where join costs no more than step, the reduction by join of
			    step (i, x[k]): parts of one element; else parts of at least
			    FOLD_PART elements, at most FOLD_PARTS parts: the reduction of the
			    result of a recursive function for each

   Does not: choose how reductions run (lower-reduce.c), or how recursion becomes a loop
   (lower-mu.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

#include <math.h>

#define PART 1024
#define FOLD_PART 64
#define FOLD_PARTS 1024

/* --- Terms ----------------------------------------------------------------------------------- */

static const struct type *
size_type (struct expand *x)
{
  return type_size (x->p->ctx);
}

static struct fir_atom
size_op (struct expand *x, struct fir_block *b, enum fir_op op, struct fir_atom y,
	 struct fir_atom z)
{
  return fir_prim2 (x->p, b, op, size_type (x), y, z);
}

static struct fir_atom
compare (struct expand *x, struct fir_block *b, enum fir_op op, struct fir_atom y,
	 struct fir_atom z)
{
  return fir_prim2 (x->p, b, op, type_i32 (x->p->ctx), y, z);
}

static struct fir_atom
choose (struct expand *x, struct fir_block *b, struct fir_atom c, struct fir_atom y,
	struct fir_atom z)
{
  struct fir_atom args[3] = { c, y, z };

  return fir_prim (x->p, b, FIR_SELECT, fir_atom_type (y), 3, args);
}

static struct fir_atom
param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

static void
returns (struct expand *x, struct fir_fn *fn, struct fir_atom a)
{
  fir_block_return (x->p, fn->body, 1, &a);
}

/* if C { } else { } of TYPE, with empty blocks.  */
static struct fir_stmt *
branch (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom c,
	const struct type *type)
{
  struct fir_stmt *t = expand_term (x, s, b, FIR_IF, type, 1, &c, 2);

  t->site = t->order = 0;
  t->fns[0] = fir_fn_new (x->p, 0, NULL);
  t->fns[1] = fir_fn_new (x->p, 0, NULL);
  return t;
}

/* FN of ARGS at the end of B.  */
static struct fir_atom
call (struct expand *x, struct fir_block *b, struct fir_fn *fn, const struct fir_atom *args)
{
  struct fir_subst *subst = fir_subst_new (x->p);

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (subst, fn->params[k], args[k]);
  return fir_copy_into (x->p, b, fn->body, subst)[0];
}

static struct fir_atom
length (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom v)
{
  struct fir_stmt *t = expand_term (x, s, b, FIR_LEN, size_type (x), 1, &v, 0);

  t->site = t->order = 0;
  return fir_atom_var (t->res[0]);
}

/* A recursive function of N values of TYPES with result RET, still empty, at the end of B.  */
static struct fir_stmt *
recursion (struct expand *x, struct fir_stmt *s, struct fir_block *b, unsigned n,
	   const struct type *const *types, const struct type *ret)
{
  struct fir_stmt *mu = expand_term (x, s, b, FIR_MU, type_fn (x->p->ctx, n, types, 1, &ret),
				     0, NULL, 1);

  mu->site = mu->order = 0;
  mu->fns[0] = fir_fn_new (x->p, n, types);
  return mu;
}

/* MU of N ARGS at the end of B.  */
static struct fir_atom
turn (struct expand *x, struct fir_block *b, struct fir_stmt *mu, bool tail,
      unsigned n, const struct fir_atom *args)
{
  const struct type *ft = mu->res[0]->type;
  struct fir_stmt *t = fir_stmt_new (x->p, b, FIR_APPLY, 0, n + 1, 0,
				     ft->fields[ft->nparams].type, "x");

  t->args[0] = fir_atom_var (mu->res[0]);
  for (unsigned k = 0; k < n; k++)
    t->args[k + 1] = args[k];
  t->tail = tail;
  return fir_atom_var (t->res[0]);
}

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

  return call (x, to, s->fns[0], pair);
}

/* \ (a, b) { b if it is better, else a }, of pairs of type T.  */
static struct fir_fn *
pick_better (struct expand *x, struct fir_stmt *s, const struct type *t)
{
  const struct type *types[2] = { t, t };
  struct fir_fn *fn = fir_fn_new (x->p, 2, types);
  struct fir_atom a = param (fn, 0), b = param (fn, 1);
  struct fir_atom va = fir_field (x->p, fn->body, a, 0), vb = fir_field (x->p, fn->body, b, 0);

  returns (x, fn, choose (x, fn->body, better (x, s, fn->body, va, vb), b, a));
  return fn;
}

/* \ (a, b) { b if a is the initial value NONE, which is of no element, or b is better; else a }
   of type T.  Elements are what GET gives of them.  */
static struct fir_fn *
pick (struct expand *x, struct fir_stmt *s, const struct type *t, bool pairs)
{
  const struct type *types[2] = { t, t };
  struct fir_fn *fn = fir_fn_new (x->p, 2, types);
  struct fir_atom a = param (fn, 0), b = param (fn, 1), i = a, va, vb, c;
  struct fir_stmt *first;
  struct fir_block *rest;

  if (pairs)
    i = fir_field (x->p, fn->body, a, 1);
  c = compare (x, fn->body, FIR_EQ, i, fir_atom_size (x->p, UINT64_MAX));
  first = branch (x, s, fn->body, c, t);
  returns (x, first->fns[0], b);
  rest = first->fns[1]->body;
  va = pairs ? fir_field (x->p, rest, a, 0) : fir_element (x->p, rest, s->args[0], a);
  vb = pairs ? fir_field (x->p, rest, b, 0) : fir_element (x->p, rest, s->args[0], b);
  c = better (x, s, rest, va, vb);
  returns (x, first->fns[1], choose (x, rest, c, b, a));
  returns (x, fn, fir_atom_var (first->res[0]));
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
  const struct type *size = size_type (x), *t = fir_atom_type (s->args[0])->elem;
  struct fir_atom zero = fir_atom_size (x->p, 0), first, best, r;
  struct fir_stmt *find;
  struct fir_fn *fn;

  first = fir_element (x->p, b, s->args[0], zero);
  best = expand_reduce (x, s, b, m, first, s->args[0]);
  find = expand_term (x, s, b, FIR_FIND, size, 1, s->args, 1);
  fn = find->fns[0] = fir_fn_new (x->p, 1, &t);
  returns (x, fn, compare (x, fn->body, FIR_EQ, param (fn, 0), best));
  r = fir_atom_var (find->res[0]);
  if (type_is_float (t))
    r = choose (x, b, compare (x, b, FIR_EQ, first, first), r, zero);
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
  nan = compare (x, b, FIR_NE, v, v);
  first = compare (x, b, FIR_EQ, i, fir_atom_size (x->p, 0));
  best = worst (x, m == FIR_MIN ? FIR_MAX : FIR_MIN, t);
  first = choose (x, b, first, best, worst (x, m, t));
  return choose (x, b, nan, first, v);
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
  const struct type *size = size_type (x), *t = fir_atom_type (s->args[0])->elem, *pair;
  struct type_field fields[2] = { { ctx_intern (x->p->ctx, "v"), t, 0 },
				  { ctx_intern (x->p->ctx, "i"), size, 0 } };
  struct fir_atom none = fir_atom_size (x->p, UINT64_MAX), all, args[2], init[2], i;
  struct best read = { s, NULL, FIR_NONE, 0 };
  struct fir_stmt *map, *reduce;
  struct fir_fn *fn;

  all = pass_numbers (x->p, b, s->site, length (x, s, b, s->args[0]), fir_atom_size (x->p, 0));
  bool only = expand_only_best (x, s);
  init[0] = only || looped (x, s) ? FIR_NONE : worst (x, m, t);
  bool bounded = !fir_atom_none (init[0]);
  if (!bounded)
    init[0] = some_value (x, b, t);
  init[1] = none;
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
  args[0] = param (fn, 0);
  args[1] = only ? fir_atom_size (x->p, 0) : param (fn, 1);
  if (bounded)
    args[0] = ordered (x, fn->body, m, args[0], args[1]);
  returns (x, fn, fir_prim (x->p, fn->body, FIR_RECORD, pair, 2, args));
  args[0] = fir_prim (x->p, b, FIR_RECORD, pair, 2, init);
  args[1] = fir_atom_var (map->res[0]);
  reduce = expand_term (x, s, b, FIR_REDUCE, pair, 2, args, 1);
  reduce->fns[0] = bounded ? pick_better (x, s, pair) : pick (x, s, pair, true);
  i = fir_field (x->p, b, fir_atom_var (reduce->res[0]), 1);
  if (bounded)
    i = choose (x, b, compare (x, b, FIR_EQ, i, none), fir_atom_size (x->p, 0), i);
  else
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
  struct fir_atom lo, hi;	/* parameters; of steps also where the next one is, and how many */
  struct fir_atom at, left;	/* more there may be */
};

/* Narrowing by S at the end of B, still empty.  */
static struct narrowing
narrowing (struct expand *x, struct fir_stmt *s, struct fir_block *b, bool steps)
{
  const struct type *size = size_type (x), *sizes[4] = { size, size, size, size };
  unsigned first = steps ? 2 : 0;
  struct fir_stmt *mu = recursion (x, s, b, first + 2, sizes, size), *more;
  struct fir_fn *fn = mu->fns[0];
  struct narrowing n = { .mu = mu, .lo = param (fn, first), .hi = param (fn, first + 1) };

  if (steps)
    {
      n.at = param (fn, 0);
      n.left = param (fn, 1);
    }
  more = branch (x, s, fn->body, compare (x, fn->body, FIR_LT, n.lo, n.hi), size);
  returns (x, more->fns[1], n.lo);
  returns (x, fn, fir_atom_var (more->res[0]));
  n.more = more->fns[0];
  return n;
}

/* Is element Q of S's first operand below KEY?  */
static struct fir_atom
below (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom q,
       struct fir_atom key)
{
  struct fir_atom pair[2] = { fir_element (x->p, b, s->args[0], q), key };

  return call (x, b, s->fns[0], pair);
}

/* Halving, at the end of B.  */
static struct narrowing
halving (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key)
{
  struct narrowing n = narrowing (x, s, b, false);
  struct fir_block *in = n.more->body;
  struct fir_atom one = fir_atom_size (x->p, 1), mid, c, args[2];

  mid = size_op (x, in, FIR_SHR, size_op (x, in, FIR_SUB, n.hi, n.lo), one);
  mid = size_op (x, in, FIR_ADD, n.lo, mid);
  c = below (x, s, in, mid, key);
  args[0] = choose (x, in, c, size_op (x, in, FIR_ADD, mid, one), n.lo);
  args[1] = choose (x, in, c, n.hi, mid);
  returns (x, n.more, turn (x, in, n.mu, true, 2, args));
  return n;
}

/* A step of N at element Q, below the key if C, at the end of FN.  */
static void
step (struct expand *x, struct fir_stmt *s, struct fir_fn *fn, struct narrowing *n,
      struct fir_atom q, struct fir_atom c)
{
  struct fir_stmt *up = branch (x, s, fn->body, c, size_type (x));
  struct fir_atom one = fir_atom_size (x->p, 1);

  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_block *in = up->fns[k]->body;
      struct fir_atom left = size_op (x, in, FIR_SUB, n->left, one);
      struct fir_atom to = k ? q : size_op (x, in, FIR_ADD, q, one);
      struct fir_atom args[4] = { to, left, k ? n->lo : to, k ? to : n->hi };

      returns (x, up->fns[k], turn (x, in, n->mu, true, 4, args));
    }
  returns (x, fn, fir_atom_var (up->res[0]));
}

/* The lower bound of KEY in S's first operand, which has N elements, at the end of B.  */
static struct fir_atom
lower_bound (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom key,
	     struct fir_atom n)
{
  struct fir_prog *p = x->p;
  struct fir_atom none = fir_atom_size (p, UINT64_MAX), args[4], q, c, r;
  struct narrowing halves = halving (x, s, b, key), steps = narrowing (x, s, b, true);
  struct fir_block *in = steps.more->body;
  struct fir_stmt *some;

  c = compare (x, in, FIR_NE, steps.at, none);
  c = choose (x, in, c, steps.left, fir_atom_size (p, 0));
  some = branch (x, s, in, c, size_type (x));
  returns (x, steps.more, fir_atom_var (some->res[0]));
  in = some->fns[0]->body;
  q = size_op (x, in, FIR_SUB, steps.hi, fir_atom_size (p, 1));
  q = size_op (x, in, FIR_MIN, steps.at, q);
  step (x, s, some->fns[0], &steps, q, below (x, s, in, q, key));
  args[0] = steps.lo;
  args[1] = steps.hi;
  in = some->fns[1]->body;
  returns (x, some->fns[1], turn (x, in, halves.mu, false, 2, args));
  args[0] = none;
  args[1] = choose (x, b, compare (x, b, FIR_LT, n, fir_atom_size (p, SHORT)),
		    fir_atom_size (p, 0), fir_atom_size (p, STEPS));
  args[2] = fir_atom_size (p, 0);
  args[3] = n;
  r = turn (x, b, steps.mu, false, 4, args);
  /* Which comparison fails depends on the probes.  */
  r.var->def->near = !fir_may_fail (s);
  return r;
}

bool
expand_search (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *t = fir_atom_type (s->args[1])->elem;
  struct fir_atom n = length (x, s, b, s->args[0]);
  struct fir_stmt *map = expand_term (x, s, b, FIR_MAP, s->res[0]->type, 1, &s->args[1], 1);
  struct fir_fn *fn = map->fns[0] = fir_fn_new (x->p, 1, &t);

  returns (x, fn, lower_bound (x, s, fn->body, param (fn, 0), n));
  return expand_end (x, s, b, fir_atom_var (map->res[0]));
}

/* --- find ------------------------------------------------------------------------------------ */

/* S's first function of element I, at the end of B; operands that are maps used only here are
   computed in place.  ACC, if not absent, is its first argument, and S's first operand no
   vector.  */
static struct fir_atom
of_element (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom acc,
	    struct fir_atom i)
{
  struct fir_atom *args = CTX_NEWV (x->p->ctx, struct fir_atom, s->nargs);
  unsigned first = !fir_atom_none (acc);

  args[0] = acc;
  for (unsigned k = first; k < s->nargs; k++)
    {
      struct fir_stmt *map = fir_atom_def (s->args[k]);

      if (map && map->op == FIR_MAP && map->parent == s->parent && !fir_may_fail (map)
	  && fir_count_uses (x->r->body, map->res[0]) == 1)
	{
	  struct fir_atom *in = CTX_NEWV (x->p->ctx, struct fir_atom, map->nargs);

	  for (unsigned j = 0; j < map->nargs; j++)
	    in[j] = fir_element (x->p, b, map->args[j], i);
	  args[k] = call (x, b, map->fns[0], in);
	}
      else
	args[k] = fir_element (x->p, b, s->args[k], i);
    }
  return call (x, b, s->fns[0], args);
}

/* A checked read inside the predicate belongs to element DATA.  */
static void
number_element (struct fir_stmt *s, void *data)
{
  struct fir_atom *args;

  if (s->op != FIR_GET || s->nargs != 2)
    return;
  args = CTX_NEWV (((struct fir_prog **) data)[0]->ctx, struct fir_atom, 3);
  args[0] = s->args[0];
  args[1] = s->args[1];
  args[2] = *((struct fir_atom **) data)[1];
  s->args = args;
  s->nargs = 3;
}

/* The least I from B below E with p, N if there is none, at the end of TO.  */
static struct fir_atom
least (struct expand *x, struct fir_stmt *s, struct fir_block *to, struct fir_atom b,
       struct fir_atom e, struct fir_atom n)
{
  const struct type *size = size_type (x);
  struct fir_atom count = size_op (x, to, FIR_SUB, e, b), i, c;
  struct fir_stmt *all = expand_term (x, s, to, FIR_TABULATE, type_vec (x->p->ctx, size),
				      1, &count, 1);
  struct fir_fn *fn = all->fns[0] = fir_fn_new (x->p, 1, &size);

  i = size_op (x, fn->body, FIR_ADD, b, param (fn, 0));
  c = of_element (x, s, fn->body, FIR_NONE, i);
  returns (x, fn, choose (x, fn->body, c, i, n));
  return expand_reduce (x, s, to, FIR_MIN, n, fir_atom_var (all->res[0]));
}

/* Element I alone: it, or N; at the end of TO.  */
static struct fir_atom
just_one (struct expand *x, struct fir_stmt *s, struct fir_block *to, struct fir_atom i,
	  struct fir_atom n)
{
  struct fir_atom c = of_element (x, s, to, FIR_NONE, i);
  void *data[2] = { x->p, &i };

  fir_walk (to, number_element, data);
  return choose (x, to, c, i, n);
}

struct owner
{
  const struct fir_var *v;
  struct fir_stmt *map;
  unsigned k;
};

/* Note S, if it is a map over whose elements O's variable runs.  */
static void
note_owner (struct fir_stmt *s, void *data)
{
  struct owner *o = (struct owner *) data;

  for (unsigned k = 0; s->op == FIR_MAP && k < s->fns[0]->nparams; k++)
    if (s->fns[0]->params[k] == o->v)
      {
	o->map = s;
	o->k = k;
      }
}

/* Are the rows of A even, by construction or since A is an element of what has such elements?  */
static bool
even_rows (struct expand *x, struct fir_atom a)
{
  for (unsigned levels = 1;; levels++)
    {
      struct owner o = { a.var, NULL, 0 };

      if (fir_even_rows (a, levels))
	return true;
      if (!a.var || a.var->def)
	return false;
      fir_walk (x->r->body, note_owner, &o);
      if (!o.map)
	return false;
      a = o.map->args[o.k];
    }
}

/* Are the elements of A all the same: the lengths of even rows, or one value so many times?  */
static bool
all_alike (struct expand *x, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);

  return s && (s->op == FIR_REPLICATE || (s->op == FIR_LENGTHS && even_rows (x, s->args[0])));
}

/* The first element is found, or none.  */
static bool
find_first (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p), *in;
  struct fir_atom zero = fir_atom_size (x->p, 0), n = length (x, s, b, s->args[0]), e;
  struct fir_stmt *some;

  some = branch (x, s, b, compare (x, b, FIR_LT, zero, n), size_type (x));
  in = some->fns[0]->body;
  e = fir_element (x->p, in, s->args[0], zero);
  returns (x, some->fns[0], choose (x, in, call (x, in, s->fns[0], &e), zero, n));
  returns (x, some->fns[1], n);
  return expand_end (x, s, b, fir_atom_var (some->res[0]));
}

bool
expand_find (struct expand *x, struct fir_stmt *s)
{
  if (s->nargs == 1 && !fir_may_fail (s) && all_alike (x, s->args[0]))
    return find_first (x, s);

  struct fir_block *b = fir_block_new (x->p), *in, *on;
  struct fir_atom n = length (x, s, b, s->args[0]), i, e, r;
  const struct type *size = size_type (x);
  struct fir_stmt *mu = recursion (x, s, b, 1, &size, size), *more, *found;
  struct fir_fn *fn = mu->fns[0];
  bool fails = fir_may_fail (s);

  i = param (fn, 0);
  more = branch (x, s, fn->body, compare (x, fn->body, FIR_LT, i, n), size);
  returns (x, more->fns[1], n);
  in = more->fns[0]->body;
  if (fails)
    {
      e = size_op (x, in, FIR_ADD, i, fir_atom_size (x->p, 1));
      r = just_one (x, s, in, i, n);
    }
  else
    {
      e = size_op (x, in, FIR_MAX, size_op (x, in, FIR_ADD, i, i), fir_atom_size (x->p, PART));
      e = size_op (x, in, FIR_MIN, e, n);
      r = least (x, s, in, i, e, n);
    }
  found = branch (x, s, in, compare (x, in, FIR_LT, r, n), size);
  returns (x, found->fns[0], r);
  on = found->fns[1]->body;
  returns (x, found->fns[1], turn (x, on, mu, true, 1, &e));
  returns (x, more->fns[0], fir_atom_var (found->res[0]));
  returns (x, fn, fir_atom_var (more->res[0]));
  i = fir_atom_size (x->p, 0);
  r = turn (x, b, mu, false, 1, &i);
  /* It is no more than N already: now whoever cuts a vector there sees that, too.  */
  return expand_end (x, s, b, size_op (x, b, FIR_MIN, r, n));
}

/* --- fold ------------------------------------------------------------------------------------ */

/* Join of the values V, a vector, is S's result.  */
static bool
joined (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_stmt *v)
{
  struct fir_atom args[2] = { s->args[0], fir_atom_var (v->res[0]) };
  struct fir_stmt *reduce = expand_term (x, s, b, FIR_REDUCE, s->res[0]->type, 2, args, 1);

  reduce->fns[0] = s->fns[1];
  return expand_end (x, s, b, fir_atom_var (reduce->res[0]));
}

/* Parts of one element: a map, which fuses with what it reads.  */
static bool
fold_elements (struct expand *x, struct fir_stmt *s, struct fir_block *b)
{
  const struct type *t = s->res[0]->type;
  struct fir_stmt *map = expand_term (x, s, b, FIR_MAP, type_vec (x->p->ctx, t),
				      s->nargs - 1, s->args + 1, 1);
  struct fir_fn *fn, *step = s->fns[0];
  struct fir_subst *subst = fir_subst_new (x->p);
  const struct type **types = CTX_NEWV (x->p->ctx, const struct type *, s->nargs);

  for (unsigned k = 1; k < s->nargs; k++)
    types[k - 1] = fir_atom_type (s->args[k])->elem;
  fn = map->fns[0] = fir_fn_new (x->p, s->nargs - 1, types);
  fir_subst_put (subst, step->params[0], s->args[0]);
  for (unsigned k = 1; k < s->nargs; k++)
    fir_subst_put (subst, step->params[k], param (fn, k - 1));
  returns (x, fn, fir_copy_into (x->p, fn->body, step->body, subst)[0]);
  return joined (x, s, b, map);
}

/* Elements LO to HI, folded from S's initial value, at the end of B.  */
static struct fir_atom
fold_part (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom lo,
	   struct fir_atom hi)
{
  const struct type *types[2] = { size_type (x), s->res[0]->type };
  struct fir_stmt *mu = recursion (x, s, b, 2, types, types[1]), *more;
  struct fir_fn *fn = mu->fns[0];
  struct fir_atom j = param (fn, 0), next[2];
  void *data[2] = { x->p, &j };
  struct fir_block *in;

  more = branch (x, s, fn->body, compare (x, fn->body, FIR_LT, j, hi), types[1]);
  in = more->fns[0]->body;
  next[1] = of_element (x, s, in, param (fn, 1), j);
  fir_walk (in, number_element, data);
  next[0] = size_op (x, in, FIR_ADD, j, fir_atom_size (x->p, 1));
  returns (x, more->fns[0], turn (x, in, mu, true, 2, next));
  returns (x, more->fns[1], param (fn, 1));
  returns (x, fn, fir_atom_var (more->res[0]));
  next[0] = lo;
  next[1] = s->args[0];
  return turn (x, b, mu, false, 2, next);
}

bool
expand_fold (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = size_type (x);
  struct fir_atom n, each, parts, lo, hi;
  struct fir_stmt *all;
  struct fir_fn *fn;

  if (!type_is_vec (s->res[0]->type)
      && fir_block_weight (s->fns[1]->body) <= fir_block_weight (s->fns[0]->body) + 1)
    return fold_elements (x, s, b);
  n = length (x, s, b, s->args[1]);
  each = size_op (x, b, FIR_ADD, n, fir_atom_size (x->p, FOLD_PARTS - 1));
  each = size_op (x, b, FIR_DIV, each, fir_atom_size (x->p, FOLD_PARTS));
  each = size_op (x, b, FIR_MAX, each, fir_atom_size (x->p, FOLD_PART));
  parts = size_op (x, b, FIR_ADD, n, size_op (x, b, FIR_SUB, each, fir_atom_size (x->p, 1)));
  parts = size_op (x, b, FIR_DIV, parts, each);
  all = expand_term (x, s, b, FIR_TABULATE, type_vec (x->p->ctx, s->res[0]->type), 1, &parts, 1);
  fn = all->fns[0] = fir_fn_new (x->p, 1, &size);
  lo = size_op (x, fn->body, FIR_MUL, param (fn, 0), each);
  hi = size_op (x, fn->body, FIR_MIN, n, size_op (x, fn->body, FIR_ADD, lo, each));
  returns (x, fn, fold_part (x, s, fn->body, lo, hi));
  return joined (x, s, b, all);
}

/* Operations that search for the best element, as compositions.

     argmin less x       where less is <, and x numbers in memory: the least one, then the first
			 that equals it.  Else reduce over records of element and index: that of the
			 less element, the earlier one of equals; reads of it are of the record

   Does not: look for the first element with a property (expand-find.c) or for lower bounds
   (expand-bound.c), or choose how reductions run (lower-reduce.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

#include <math.h>

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

/* Elements that are looked at part by part, as compositions.

     find p x ...        parts of x are searched one after another, each at least as long as all
			 preceding ones together; in a part, the least index with p:

       f = mu { (b) if b < n { e = min (n, max (2 b, PART));  r = the least i in b ... e - 1
				  with p, or n
			       if r < n { ret r } else { tail apply f e } } else { ret n } }
	min (apply f 0, n)

   A part is a parallel reduction, and the work depends on the elements alone.  In a row, which has
   often few elements, the first FIRST of them are looked at one after another, and f begins behind
   these.  So find does at most twice the work of a loop that stops early, plus PART elements.  If
   p may fail, no element behind the first with p may be computed: then all are looked at so.

     find p (scan f z x)    in a row, if nothing else needs the scan but its last element, which is
			    a reduction then: a recursive function that has the values one after
			    another

     fold step join i x     where join costs no more than step, the reduction by join of
			    step (i, x[k]): parts of one element; else parts of at least
			    FOLD_PART elements, at most FOLD_PARTS parts: the reduction of the
			    result of a recursive function for each.  In a row the parts are
			    longer, FOLD_ROW_WORK instructions, and the others are joined to
			    the first

   Does not: choose how reductions run (lower-reduce.c), or how recursion becomes a loop
   (lower-mu.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

#define FIRST 8
#define PART 64
#define FOLD_PART 64
#define FOLD_PARTS 1024
/* In an element of a loop: instructions, about, and at most so many elements.  */
#define FOLD_ROW_WORK (1 << 18)
#define FOLD_ROW_PART 4096

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
	  args[k] = expand_call (x, b, map->fns[0], in);
	}
      else
	args[k] = fir_element (x->p, b, s->args[k], i);
    }
  return expand_call (x, b, s->fns[0], args);
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
  const struct type *size = expand_size_type (x);
  struct fir_atom count = expand_size_op (x, to, FIR_SUB, e, b), i, c;
  struct fir_stmt *all = expand_term (x, s, to, FIR_TABULATE, type_vec (x->p->ctx, size),
				      1, &count, 1);
  struct fir_fn *fn = all->fns[0] = fir_fn_new (x->p, 1, &size);

  i = expand_size_op (x, fn->body, FIR_ADD, b, expand_param (fn, 0));
  c = of_element (x, s, fn->body, FIR_NONE, i);
  expand_returns (x, fn, expand_choose (x, fn->body, c, i, n));
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
  return expand_choose (x, to, c, i, n);
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
  struct fir_atom zero = fir_atom_size (x->p, 0), n = expand_length (x, s, b, s->args[0]), e;
  struct fir_stmt *some;

  some = expand_branch (x, s, b, expand_compare (x, b, FIR_LT, zero, n), expand_size_type (x));
  in = some->fns[0]->body;
  e = fir_element (x->p, in, s->args[0], zero);
  e = expand_call (x, in, s->fns[0], &e);
  expand_returns (x, some->fns[0], expand_choose (x, in, e, zero, n));
  expand_returns (x, some->fns[1], n);
  return expand_end (x, s, b, fir_atom_var (some->res[0]));
}

/* From element FROM on, part after part; or, if not PARTS, element after element: those behind the
   first with p are not computed.  */
static struct fir_atom
find_from (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom from,
	   struct fir_atom n, bool parts)
{
  const struct type *size = expand_size_type (x);
  struct fir_stmt *mu = expand_recursion (x, s, b, 1, &size, size), *more, *found;
  struct fir_fn *fn = mu->fns[0];
  struct fir_atom i = expand_param (fn, 0), e, r;
  struct fir_block *in, *on;

  more = expand_branch (x, s, fn->body, expand_compare (x, fn->body, FIR_LT, i, n), size);
  expand_returns (x, more->fns[1], n);
  in = more->fns[0]->body;
  if (parts)
    {
      e = expand_size_op (x, in, FIR_ADD, i, i);
      e = expand_size_op (x, in, FIR_MAX, e, fir_atom_size (x->p, PART));
      e = expand_size_op (x, in, FIR_MIN, e, n);
      r = least (x, s, in, i, e, n);
    }
  else
    {
      e = expand_size_op (x, in, FIR_ADD, i, fir_atom_size (x->p, 1));
      r = just_one (x, s, in, i, n);
    }
  found = expand_branch (x, s, in, expand_compare (x, in, FIR_LT, r, n), size);
  expand_returns (x, found->fns[0], r);
  on = found->fns[1]->body;
  expand_returns (x, found->fns[1], expand_turn (x, on, mu, true, 1, &e));
  expand_returns (x, more->fns[0], fir_atom_var (found->res[0]));
  expand_returns (x, fn, fir_atom_var (more->res[0]));
  return expand_turn (x, b, mu, false, 1, &from);
}

/* Of a row the first elements one after another: most rows have no more, and a part that is set up
   takes longer than they do.  Whether there are more is asked before whether one of them was found,
   as that alone is foreseen.  */
static struct fir_atom
find_in_row (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  const struct type *size = expand_size_type (x);
  struct fir_atom m = expand_size_op (x, b, FIR_MIN, n, fir_atom_size (x->p, FIRST)), r;
  struct fir_stmt *longer, *on;
  struct fir_block *in;

  r = find_from (x, s, b, fir_atom_size (x->p, 0), m, false);
  longer = expand_branch (x, s, b, expand_compare (x, b, FIR_LT, m, n), size);
  in = longer->fns[0]->body;
  on = expand_branch (x, s, in, expand_compare (x, in, FIR_EQ, r, m), size);
  expand_returns (x, on->fns[0], find_from (x, s, on->fns[0]->body, m, n, true));
  expand_returns (x, on->fns[1], r);
  expand_returns (x, longer->fns[0], fir_atom_var (on->res[0]));
  expand_returns (x, longer->fns[1], r);
  return fir_atom_var (longer->res[0]);
}

bool
expand_find (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b;
  struct fir_atom n, r;

  if (s->nargs == 1 && !fir_may_fail (s) && all_alike (x, s->args[0]))
    return find_first (x, s);
  b = fir_block_new (x->p);
  n = expand_length (x, s, b, s->args[0]);
  if (fir_may_fail (s))
    r = find_from (x, s, b, fir_atom_size (x->p, 0), n, false);
  else if (s->parent == x->r->body)
    r = find_from (x, s, b, fir_atom_size (x->p, 0), n, true);
  else
    r = find_in_row (x, s, b, n);
  /* It is no more than N already: now whoever cuts a vector there sees that, too.  */
  return expand_end (x, s, b, expand_size_op (x, b, FIR_MIN, r, n));
}

/* --- find in a scan -------------------------------------------------------------------------- */

/* Reads of the last element of a scan.  */
struct last
{
  struct expand *x;
  struct fir_stmt *scan;
  unsigned found;
  bool replaced;		/* they become reductions */
};

/* Is I the length of SCAN less one?  */
static bool
last_index_p (struct fir_stmt *scan, struct fir_atom i)
{
  struct fir_stmt *s = fir_atom_def (i), *len;
  struct fir_atom v = fir_atom_var (scan->res[0]), w, n;
  __int128 less;

  if (!s || (s->op != FIR_ADD && s->op != FIR_SUB) || !fir_atom_value (s->args[1], &less)
      || (uint64_t) less != (s->op == FIR_ADD ? UINT64_MAX : 1))
    return false;
  if (fir_vec_length (&v, &n))
    return fir_atom_equal (s->args[0], n);
  len = fir_atom_def (s->args[0]);
  if (!len || len->op != FIR_LEN)
    return false;
  w = len->args[0];
  return !fir_vec_length (&w, &n) && fir_atom_equal (v, w);
}

/* Note S if it reads the last element; or let it read it from as many reductions: the check of its
   index stays.  */
static void
look_at_last (struct fir_stmt *s, void *data)
{
  struct last *l = (struct last *) data;
  struct fir_stmt *scan = l->scan, *reduce, *all;
  struct fir_atom args[2];
  struct fir_block *b;

  if ((s->op != FIR_GET && s->op != FIR_AT) || s->args[0].var != scan->res[0]
      || !last_index_p (scan, s->args[1]))
    return;
  l->found++;
  if (!l->replaced)
    return;
  b = fir_block_new (l->x->p);
  reduce = expand_term (l->x, scan, b, FIR_REDUCE, scan->res[0]->type->elem, 2, scan->args, 1);
  reduce->fns[0] = fir_fn_copy (l->x->p, scan->fns[0], NULL);
  args[0] = expand_length (l->x, s, b, scan->args[1]);
  args[1] = fir_atom_var (reduce->res[0]);
  all = expand_term (l->x, scan, b, FIR_REPLICATE, scan->res[0]->type, 2, args, 0);
  s->args[0] = fir_atom_var (all->res[0]);
  fir_put_before (s, b);
}

/* The scan that is S's operand, and of which nothing else is needed but the last element; NULL if
   there is none.  What that costs twice is cheap.  */
static struct fir_stmt *
scan_of (struct expand *x, struct fir_stmt *s)
{
  struct fir_stmt *scan = s->nargs == 1 ? fir_atom_def (s->args[0]) : NULL, *map;
  struct last l = { x, scan, 0, false };

  if (!scan || scan->op != FIR_SCAN || scan->parent != s->parent || s->parent == x->r->body
      || type_is_vec (scan->res[0]->type->elem) || fir_may_fail (scan) || fir_may_fail (s))
    return NULL;
  fir_walk (s->parent, look_at_last, &l);
  if (fir_count_uses (x->r->body, scan->res[0]) != l.found + 1)
    return NULL;
  map = fir_atom_def (scan->args[1]);
  return !l.found
	 || (fir_block_weight (scan->fns[0]->body) <= COST_AGAIN
	     && !(map && map->op == FIR_MAP
		  && fir_block_weight (map->fns[0]->body) > COST_AGAIN))
	 ? scan : NULL;
}

bool
expand_find_scanned (struct expand *x, struct fir_stmt *s)
{
  const struct type *size = expand_size_type (x), *types[2] = { size, NULL };
  struct fir_stmt *scan = scan_of (x, s), *mu, *more, *found;
  struct fir_block *b, *in, *on;
  struct fir_atom n, i, c, args[2];
  struct fir_fn *fn;
  struct last l = { x, scan, 0, true };

  if (!scan)
    return false;
  types[1] = scan->res[0]->type->elem;
  b = fir_block_new (x->p);
  n = expand_length (x, s, b, scan->args[1]);
  mu = expand_recursion (x, s, b, 2, types, size);
  fn = mu->fns[0];
  i = expand_param (fn, 0);
  more = expand_branch (x, s, fn->body, expand_compare (x, fn->body, FIR_LT, i, n), size);
  in = more->fns[0]->body;
  args[1] = of_element (x, scan, in, expand_param (fn, 1), i);
  c = expand_call (x, in, s->fns[0], &args[1]);
  found = expand_branch (x, s, in, c, size);
  expand_returns (x, found->fns[0], i);
  on = found->fns[1]->body;
  args[0] = expand_size_op (x, on, FIR_ADD, i, fir_atom_size (x->p, 1));
  expand_returns (x, found->fns[1], expand_turn (x, on, mu, true, 2, args));
  expand_returns (x, more->fns[0], fir_atom_var (found->res[0]));
  expand_returns (x, more->fns[1], n);
  expand_returns (x, fn, fir_atom_var (more->res[0]));
  args[0] = fir_atom_size (x->p, 0);
  args[1] = scan->args[0];
  i = expand_turn (x, b, mu, false, 2, args);
  fir_walk (s->parent, look_at_last, &l);
  return expand_end (x, s, b, expand_size_op (x, b, FIR_MIN, i, n));
}

/* --- fold ------------------------------------------------------------------------------------ */

/* Join of INIT and the values V, a vector, is S's result.  */
static bool
joined (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom init,
	struct fir_stmt *v)
{
  struct fir_atom args[2] = { init, fir_atom_var (v->res[0]) };
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
    fir_subst_put (subst, step->params[k], expand_param (fn, k - 1));
  expand_returns (x, fn, fir_copy_into (x->p, fn->body, step->body, subst)[0]);
  return joined (x, s, b, s->args[0], map);
}

/* Elements LO to HI, folded from S's initial value, at the end of B.  */
static struct fir_atom
fold_part (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom lo,
	   struct fir_atom hi)
{
  const struct type *types[2] = { expand_size_type (x), s->res[0]->type };
  struct fir_stmt *mu = expand_recursion (x, s, b, 2, types, types[1]), *more;
  struct fir_fn *fn = mu->fns[0];
  struct fir_atom j = expand_param (fn, 0), next[2];
  void *data[2] = { x->p, &j };
  struct fir_block *in;

  more = expand_branch (x, s, fn->body, expand_compare (x, fn->body, FIR_LT, j, hi), types[1]);
  in = more->fns[0]->body;
  next[1] = of_element (x, s, in, expand_param (fn, 1), j);
  fir_walk (in, number_element, data);
  next[0] = expand_size_op (x, in, FIR_ADD, j, fir_atom_size (x->p, 1));
  expand_returns (x, more->fns[0], expand_turn (x, in, mu, true, 2, next));
  expand_returns (x, more->fns[1], expand_param (fn, 1));
  expand_returns (x, fn, fir_atom_var (more->res[0]));
  next[0] = lo;
  next[1] = s->args[0];
  return expand_turn (x, b, mu, false, 2, next);
}

/* Does S stand in B, or in an arm of it, not in an element?  */
static bool
stands_in (const struct fir_block *b, const struct fir_stmt *s)
{
  if (s->parent == b)
    return true;
  for (const struct fir_stmt *t = b->first; t; t = t->next)
    for (unsigned k = 0; (t->op == FIR_IF || t->op == FIR_CASE) && k < t->nfns; k++)
      if (stands_in (t->fns[k]->body, s))
	return true;
  return false;
}

/* The length of S's parts, of N elements.  An element of a loop runs beside others: its row is cut
   only where the parts have so much to do that they are worth sharing out.  */
static struct fir_atom
part_length (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  unsigned most = stands_in (x->r->body, s) ? FOLD_PART
		  : FOLD_ROW_WORK / (fir_block_weight (s->fns[0]->body) + 1);
  unsigned least = most < FOLD_PART ? FOLD_PART : most < FOLD_ROW_PART ? most : FOLD_ROW_PART;
  struct fir_atom each;

  each = expand_size_op (x, b, FIR_ADD, n, fir_atom_size (x->p, FOLD_PARTS - 1));
  each = expand_size_op (x, b, FIR_DIV, each, fir_atom_size (x->p, FOLD_PARTS));
  return expand_size_op (x, b, FIR_MAX, each, fir_atom_size (x->p, least));
}

/* S in parts of EACH elements of N.  In a row the others are joined to the first: most rows are not
   longer, and need no join.  */
static bool
fold_parts (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom n,
	    struct fir_atom each)
{
  const struct type *size = expand_size_type (x);
  struct fir_atom init = s->args[0], from = fir_atom_size (x->p, 0), parts, lo, hi;
  struct fir_stmt *all;
  struct fir_fn *fn;

  if (!stands_in (x->r->body, s))
    {
      hi = expand_size_op (x, b, FIR_MIN, n, each);
      init = fold_part (x, s, b, from, hi);
      from = each;
      n = expand_size_op (x, b, FIR_SUB, n, hi);
    }
  parts = expand_size_op (x, b, FIR_SUB, each, fir_atom_size (x->p, 1));
  parts = expand_size_op (x, b, FIR_ADD, n, parts);
  parts = expand_size_op (x, b, FIR_DIV, parts, each);
  all = expand_term (x, s, b, FIR_TABULATE, type_vec (x->p->ctx, s->res[0]->type), 1, &parts, 1);
  fn = all->fns[0] = fir_fn_new (x->p, 1, &size);
  lo = expand_size_op (x, fn->body, FIR_MUL, expand_param (fn, 0), each);
  hi = expand_size_op (x, fn->body, FIR_MIN, n, expand_size_op (x, fn->body, FIR_ADD, lo, each));
  lo = expand_size_op (x, fn->body, FIR_ADD, lo, from);
  hi = expand_size_op (x, fn->body, FIR_ADD, hi, from);
  expand_returns (x, fn, fold_part (x, s, fn->body, lo, hi));
  return joined (x, s, b, init, all);
}

bool
expand_fold (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p);
  struct fir_atom n;

  if (!type_is_vec (s->res[0]->type)
      && fir_block_weight (s->fns[1]->body) <= fir_block_weight (s->fns[0]->body) + 1)
    return fold_elements (x, s, b);
  n = expand_length (x, s, b, s->args[1]);
  return fold_parts (x, s, b, n, part_length (x, s, b, n));
}

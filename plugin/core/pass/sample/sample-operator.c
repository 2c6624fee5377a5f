/* NOVA_CHECK=1: one operator, tried on triples of the elements that it combines.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Three short vectors: the positions of the triples, the values there, and which of them fail.

   Does not: find operators (sample.c).  */

#include "sample-int.h"

/* The distance up to which the next element of a bin is searched.  */
#define WINDOW 1024
/* States that are tried beside the initial one.  */
#define STATES 16

/* --- Terms ----------------------------------------------------------------------------------- */

struct fir_atom
sample_const (struct sample *m, uint64_t n)
{
  return fir_atom_size (m->p, n);
}

struct fir_atom
sample_test (struct sample *m, struct fir_block *b, enum fir_op op, struct fir_atom x,
	     struct fir_atom y)
{
  return fir_prim2 (m->p, b, op, type_i32 (m->p->ctx), x, y);
}

struct fir_atom
sample_choose (struct sample *m, struct fir_block *b, struct fir_atom c, struct fir_atom x,
	       struct fir_atom y)
{
  struct fir_atom args[3] = { c, x, y };

  return fir_prim (m->p, b, FIR_SELECT, fir_atom_type (x), 3, args);
}

struct fir_atom
sample_param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

void
sample_returns (struct sample *m, struct fir_fn *fn, struct fir_atom a)
{
  fir_block_return (m->p, fn->body, 1, &a);
}

struct fir_atom
sample_length (struct sample *m, struct fir_block *b, struct fir_atom v)
{
  struct fir_stmt *s = fir_stmt_new (m->p, b, FIR_LEN, 0, 1, 0, m->size, "n");

  s->args[0] = v;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
sample_element (struct sample *m, struct fir_block *b, struct fir_atom v, struct fir_atom i)
{
  return fir_element (m->p, b, v, i);
}

struct fir_atom
sample_size_op (struct sample *m, struct fir_block *b, enum fir_op op, struct fir_atom x,
	 struct fir_atom y)
{
  return fir_prim2 (m->p, b, op, m->size, x, y);
}

/* FN of ARGS.  */
static struct fir_atom
call (struct sample *m, struct fir_block *b, struct fir_fn *fn, const struct fir_atom *args)
{
  struct fir_subst *subst = fir_subst_new (m->p);

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (subst, fn->params[k], args[k]);
  return fir_copy_into (m->p, b, fn->body, subst)[0];
}

struct fir_atom
sample_call2 (struct sample *m, struct fir_block *b, struct fir_fn *fn, struct fir_atom x,
       struct fir_atom y)
{
  struct fir_atom args[2] = { x, y };

  return call (m, b, fn, args);
}

/* tabulate \ (j) { } N of TYPE, the function still empty; as of S.  */
struct fir_stmt *
sample_tabulate (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom n,
		 const struct type *type)
{
  struct fir_stmt *t = fir_stmt_new (m->p, b, FIR_TABULATE, s->site, 1, 1,
				     type_vec (m->p->ctx, type), "samples");

  t->order = s->order;
  t->args[0] = n;
  t->fns[0] = fir_fn_new (m->p, 1, &m->size);
  return t;
}

static struct fir_atom
reduce (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_fn *fn,
	struct fir_atom init, struct fir_stmt *of)
{
  struct fir_stmt *r = fir_stmt_new (m->p, b, FIR_REDUCE, s->site, 2, 1, fir_atom_type (init),
				     "first");

  r->order = s->order;
  r->fns[0] = fn;
  r->args[0] = init;
  r->args[1] = fir_atom_var (of->res[0]);
  return fir_atom_var (r->res[0]);
}

/* --- Places ---------------------------------------------------------------------------------- */

struct fir_atom
sample_places (struct sample *m, struct fir_block *b, struct fir_atom i, struct fir_atom j,
	struct fir_atom k)
{
  struct fir_atom args[4] = { i, j, k, sample_const (m, m->nfounds ? m->nfounds - 1 : 0) };

  return fir_prim (m->p, b, FIR_RECORD, m->places, 4, args);
}

struct fir_atom
sample_none (struct sample *m, struct fir_block *b)
{
  struct fir_atom zero = sample_const (m, 0);

  return sample_places (m, b, zero, zero, zero);
}

struct fir_atom
sample_or (struct sample *m, struct fir_block *b, struct fir_atom x, struct fir_atom y)
{
  if (fir_atom_none (x) || fir_atom_none (y))
    return fir_atom_none (x) ? y : x;
  return sample_choose (m, b, sample_test (m, b, FIR_EQ, fir_field (m->p, b, x, 0),
					   fir_field (m->p, b, x, 1)), y, x);
}

/* The first of OF's places that are some.  */
struct fir_atom
sample_first (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_stmt *of)
{
  const struct type *types[2] = { m->places, m->places };
  struct fir_fn *fn = fir_fn_new (m->p, 2, types);

  sample_returns (m, fn, sample_or (m, fn->body, sample_param (fn, 0), sample_param (fn, 1)));
  return reduce (m, s, b, fn, sample_none (m, b), of);
}

/* Number J of OF places spread over 0 ... N - 1; there is no overflow.  */
struct fir_atom
sample_spread (struct sample *m, struct fir_block *b, struct fir_atom j, struct fir_atom n,
	       unsigned of)
{
  struct fir_atom d = sample_const (m, of);
  struct fir_atom whole = sample_size_op (m, b, FIR_MUL, sample_size_op (m, b, FIR_DIV, n, d), j);
  struct fir_atom rest = sample_size_op (m, b, FIR_MUL, sample_size_op (m, b, FIR_REM, n, d), j);

  return sample_size_op (m, b, FIR_ADD, whole, sample_size_op (m, b, FIR_DIV, rest, d));
}

/* The first place of triple J, of OF, among N >= 3 elements.  */
static struct fir_atom
triple_start (struct sample *m, struct fir_block *b, struct fir_atom j, struct fir_atom n,
	      unsigned of)
{
  return sample_spread (m, b, j, sample_size_op (m, b, FIR_SUB, n, sample_const (m, 2)), of);
}

/* Triple J, of OF, into AT: neighbours if J is even, else half of what is left apart.  */
void
sample_triple (struct sample *m, struct fir_block *b, struct fir_atom j, struct fir_atom n,
	       unsigned of, struct fir_atom at[3])
{
  struct fir_atom one = sample_const (m, 1), far, odd;

  at[0] = triple_start (m, b, j, n, of);
  far = sample_size_op (m, b, FIR_SUB, sample_size_op (m, b, FIR_SUB, n, one), at[0]);
  far = sample_size_op (m, b, FIR_DIV, far, sample_const (m, 2));
  odd = sample_test (m, b, FIR_NE, sample_size_op (m, b, FIR_BAND, j, one), sample_const (m, 0));
  far = sample_choose (m, b, odd, far, one);
  at[1] = sample_size_op (m, b, FIR_ADD, at[0], far);
  at[2] = sample_size_op (m, b, FIR_ADD, at[1], far);
}

/* WANTED samples of N elements, none if there are fewer than LEAST.  */
struct fir_atom
sample_count (struct sample *m, struct fir_block *b, struct fir_atom n, unsigned least,
	      unsigned wanted)
{
  struct fir_atom few = sample_test (m, b, FIR_LT, n, sample_const (m, least));

  return sample_choose (m, b, few, sample_const (m, 0), sample_const (m, wanted));
}

/* --- Operators ------------------------------------------------------------------------------- */

/* AT unless SAME says of the N values V that the last two are.  */
static struct fir_atom
verdict (struct sample *m, struct fir_block *b, struct fir_leaf *same, unsigned n,
	 const struct fir_atom *v, struct fir_atom at)
{
  struct fir_atom good = fir_leaf_call (m->p, b, 0, 0, same, n, v);

  return sample_choose (m, b, good, sample_none (m, b), at);
}

/* if C { } else { ret none }, places, the first block still empty.  */
struct fir_stmt *
sample_if (struct sample *m, struct fir_block *b, struct fir_atom c)
{
  struct fir_stmt *i = fir_stmt_new (m->p, b, FIR_IF, 0, 1, 2, m->places, "r");

  i->args[0] = c;
  i->fns[0] = fir_fn_new (m->p, 0, NULL);
  i->fns[1] = fir_fn_new (m->p, 0, NULL);
  sample_returns (m, i->fns[1], sample_none (m, i->fns[1]->body));
  return i;
}

/* What S combines, or compares, for the element at AT: that itself; of a fold the state that S
   comes to by it alone.  */
static struct fir_atom
value_at (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom at)
{
  struct fir_atom *args;

  if (s->op != FIR_FOLD)
    return sample_element (m, b, s->args[s->op == FIR_SEARCH ? 0 : s->nargs - 1], at);
  args = CTX_NEWV (m->p->ctx, struct fir_atom, s->nargs);
  args[0] = s->args[0];
  for (unsigned k = 1; k < s->nargs; k++)
    args[k] = sample_element (m, b, s->args[k], at);
  return call (m, b, s->fns[0], args);
}

/* The values at the PLACES of all triples, three of each; there are N elements.  They are read at
   one place of the program, so that fuse can compute them there.  */
struct fir_stmt *
sample_values (struct sample *m, struct fir_stmt *s, struct fir_block *b, const struct type *type,
	struct fir_atom n, struct fir_stmt *places)
{
  struct fir_atom three = sample_const (m, 3), one = sample_const (m, 1), q, k, at, of[3];
  struct fir_stmt *t
    = sample_tabulate (m, s, b, sample_count (m, b, n, 3, 3 * SAMPLE_TRIPLES), type);
  struct fir_fn *fn = t->fns[0];
  struct fir_block *body = fn->body;

  q = sample_param (fn, 0);
  at = sample_element (m, body, fir_atom_var (places->res[0]),
		       sample_size_op (m, body, FIR_DIV, q, three));
  k = sample_size_op (m, body, FIR_REM, q, three);
  for (unsigned i = 0; i < 3; i++)
    of[i] = fir_field (m->p, body, at, i);
  at = sample_choose (m, body, sample_test (m, body, FIR_EQ, k, one), of[1], of[2]);
  at = sample_choose (m, body, sample_test (m, body, FIR_EQ, k, sample_const (m, 0)), of[0], at);
  sample_returns (m, fn, value_at (m, s, body, at));
  return t;
}

/* Does FN, S's operator, bracket the values at each of PLACES either way?  */
static struct fir_atom
try_triples (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_fn *fn,
	     struct fir_leaf *same, struct fir_atom n, struct fir_stmt *places)
{
  struct fir_stmt *x = sample_values (m, s, b, fn->params[0]->type, n, places), *t, *i;
  struct fir_atom at, start, all[7];
  struct fir_block *body;

  t = sample_tabulate (m, s, b, sample_count (m, b, n, 3, SAMPLE_TRIPLES), m->places);
  body = t->fns[0]->body;
  at = sample_element (m, body, fir_atom_var (places->res[0]), sample_param (t->fns[0], 0));
  i = sample_if (m, body, sample_test (m, body, FIR_NE, fir_field (m->p, body, at, 0),
			      fir_field (m->p, body, at, 1)));
  sample_returns (m, t->fns[0], fir_atom_var (i->res[0]));
  body = i->fns[0]->body;
  start = sample_size_op (m, body, FIR_MUL, sample_param (t->fns[0], 0), sample_const (m, 3));
  for (unsigned k = 0; k < 3; k++)
    all[k] = sample_element (m, body, fir_atom_var (x->res[0]),
		      sample_size_op (m, body, FIR_ADD, start, sample_const (m, k)));
  all[3] = sample_call2 (m, body, fn, all[0], all[1]);
  all[4] = sample_call2 (m, body, fn, all[1], all[2]);
  all[5] = sample_call2 (m, body, fn, all[3], all[2]);
  all[6] = sample_call2 (m, body, fn, all[0], all[4]);
  sample_returns (m, i->fns[0], verdict (m, body, same, 7, all, at));
  return sample_first (m, s, b, t);
}

/* reduce, scan, exscan, fold: triples spread over all N elements.  */
struct fir_stmt *
sample_triples (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  struct fir_stmt *t
    = sample_tabulate (m, s, b, sample_count (m, b, n, 3, SAMPLE_TRIPLES), m->places);
  struct fir_atom at[3];

  sample_triple (m, t->fns[0]->body, sample_param (t->fns[0], 0), n, SAMPLE_TRIPLES, at);
  sample_returns (m, t->fns[0], sample_places (m, t->fns[0]->body, at[0], at[1], at[2]));
  return t;
}

/* The first of the WINDOW places from FROM on whose index IX is BIN; N, the length, if none is.  */
static struct fir_atom
next_of_bin (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom ix,
	     struct fir_atom bin, struct fir_atom from, struct fir_atom n)
{
  struct fir_atom left = sample_size_op (m, b, FIR_SUB, n, from), at, same;
  struct fir_stmt *t
    = sample_tabulate (m, s, b, sample_size_op (m, b, FIR_MIN, left, sample_const (m, WINDOW)),
		       m->size);
  struct fir_fn *fn = t->fns[0];

  at = sample_size_op (m, fn->body, FIR_ADD, from, sample_param (fn, 0));
  same = sample_test (m, fn->body, FIR_EQ, sample_element (m, fn->body, ix, at), bin);
  sample_returns (m, fn, sample_choose (m, fn->body, same, at, n));
  return reduce (m, s, b, fir_fn_of_op (m->p, FIR_MIN, m->size, NULL), n, t);
}

/* bins, binsinto: triples of N elements, those of each in one bin; none where three of one are not
   near each other.  Elements in no bin are never combined.  */
static struct fir_stmt *
bin_triples (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  bool into = s->op == FIR_BINS_INTO;
  struct fir_atom ix = s->args[into ? 1 : 2], at[3], bin, good;
  struct fir_atom bins = into ? sample_length (m, b, s->args[0]) : s->args[1];
  struct fir_stmt *t
    = sample_tabulate (m, s, b, sample_count (m, b, n, 3, SAMPLE_TRIPLES), m->places);
  struct fir_fn *fn = t->fns[0];
  struct fir_block *body = fn->body;

  at[0] = triple_start (m, body, sample_param (fn, 0), n, SAMPLE_TRIPLES);
  bin = sample_element (m, body, ix, at[0]);
  for (unsigned k = 1; k < 3; k++)
    {
      struct fir_atom from = sample_size_op (m, body, FIR_ADD, at[k - 1], sample_const (m, 1));

      at[k] = next_of_bin (m, s, body, ix, bin, sample_size_op (m, body, FIR_MIN, from, n), n);
    }
  good = sample_test (m, body, FIR_BAND, sample_test (m, body, FIR_LT, at[2], n),
		      sample_test (m, body, FIR_LT, pass_as_size (m->p, body, bin, UINT64_MAX),
				   bins));
  sample_returns (m, fn, sample_choose (m, body, good, sample_places (m, body, at[0], at[1], at[2]),
			  sample_none (m, body)));
  return t;
}

/* Does the initial value leave states alone, on the left (LEFT) or right?  The second place is the
   number of elements.  */
static struct fir_atom
try_neutral (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_leaf *same,
	     bool left)
{
  struct fir_atom n = sample_length (m, b, s->args[1]), i = s->args[0], at, v[4];
  struct fir_stmt *t = sample_tabulate (m, s, b, sample_count (m, b, n, 1, STATES), m->places);
  struct fir_fn *fn = t->fns[0];
  struct fir_block *body = fn->body;

  at = sample_spread (m, body, sample_param (fn, 0), n, STATES);
  v[0] = i;
  v[1] = v[3] = value_at (m, s, body, at);
  v[2] = left ? sample_call2 (m, body, s->fns[1], i, v[1])
	      : sample_call2 (m, body, s->fns[1], v[1], i);
  at = sample_places (m, body, at, n, n);
  sample_returns (m, fn, verdict (m, body, same, 4, v, at));
  return sample_first (m, s, b, t);
}

/* From here on property KIND of operand OPERAND of S is being tried.  */
void
sample_look_for (struct sample *m, struct fir_stmt *s, enum check_kind kind, unsigned operand)
{
  m->founds[m->nfounds++] = (struct found) { s, kind, operand };
}

struct fir_atom
sample_operator (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_fn *fn)
{
  const struct type *t = fn->params[0]->type;
  struct fir_leaf *same = m->same (m->data, m->p, t, 7);
  bool fold = s->op == FIR_FOLD, bins = s->op == FIR_BINS || s->op == FIR_BINS_INTO;
  struct fir_atom n, found;
  struct fir_stmt *at;

  if (!same || m->nfounds + 2 > MAX_FOUNDS)
    return FIR_NONE;
  n = sample_length (m, b, s->args[fold ? 1 : s->nargs - 1]);
  sample_look_for (m, s, fold ? CHECK_JOINS : CHECK_ASSOCIATIVE, fold ? 2 : 1);
  at = bins ? bin_triples (m, s, b, n) : sample_triples (m, s, b, n);
  found = try_triples (m, s, b, fn, same, n, at);
  if (!fold)
    return found;
  same = m->same (m->data, m->p, t, 4);
  sample_look_for (m, s, CHECK_NEUTRAL, 3);
  found = sample_or (m, b, found, try_neutral (m, s, b, same, true));
  return sample_or (m, b, found, try_neutral (m, s, b, same, false));
}

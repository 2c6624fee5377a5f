/* NOVA_CHECK=1: the orders of sort, argmin, argmax and search, tried on triples of elements, and
   whether the vector that search reads is sorted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   For a triple of elements nine truth values are computed, less (x, y) for each pair of them, x
   itself included, so that the function is emitted once.  The conditions are then tested on these.

   Does not: test that incomparability is transitive: with NaNs no function of floats is like
   that.  */

#include "sample-int.h"

/* --- Which orders are known ------------------------------------------------------------------ */

/* Is Y made of FN's second parameter as X is of its first one?  */
static bool
mirrored (struct fir_fn *fn, struct fir_atom x, struct fir_atom y)
{
  struct fir_stmt *s = fir_atom_def (x), *t = fir_atom_def (y);

  if (x.var && x.var == fn->params[0])
    return y.var == fn->params[1];
  if (!s || !t)
    return x.var != fn->params[1] && fir_atom_equal (x, y);
  if (s->op != t->op || fir_op_info[s->op].cls != FIR_CLASS_PRIM || s->nargs != t->nargs
      || s->index != t->index || x.var->type != y.var->type)
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    if (!mirrored (fn, s->args[k], t->args[k]))
      return false;
  return true;
}

/* Does FN compare what it makes of one parameter with what it makes of the other, likewise?  That
   is an order, whatever it compares: with NaNs, too, as far as samples are looked at.  */
static bool
known_order (struct fir_fn *fn)
{
  struct fir_stmt *s = fn->nparams == 2 && fn->body->nrets == 1 ? fir_atom_def (fn->body->rets[0])
		       : NULL;

  /* A truth value stays one.  */
  while (s && s->op == FIR_CONV && type_is_integral (s->res[0]->type))
    s = fir_atom_def (s->args[0]);
  return s && (s->op == FIR_LT || s->op == FIR_GT)
	 && (mirrored (fn, s->args[0], s->args[1]) || mirrored (fn, s->args[1], s->args[0]));
}

struct fir_fn *
sample_order_of (struct fir_stmt *s)
{
  if (fir_op_info[s->op].role != FIR_ROLE_LESS || (s->op != FIR_SEARCH && known_order (s->fns[0])))
    return NULL;
  return s->fns[0];
}

/* --- Trying them ----------------------------------------------------------------------------- */

/* 1 if the scalar X is not 0, else 0.  */
static struct fir_atom
truth_value (struct sample *m, struct fir_block *b, struct fir_atom x)
{
  const struct type *i32 = type_i32 (m->p->ctx);

  return sample_choose (m, b, x, fir_atom_int (m->p, i32, 1), fir_atom_int (m->p, i32, 0));
}

/* Is element X (of three) of triple J less than element Y?  TRUTHS has the nine answers of each
   triple.  */
static struct fir_atom
truth (struct sample *m, struct fir_block *b, struct fir_stmt *truths, struct fir_atom j,
       unsigned x, unsigned y)
{
  struct fir_atom at = sample_size_op (m, b, FIR_MUL, j, sample_const (m, 9));

  at = sample_size_op (m, b, FIR_ADD, at, sample_const (m, 3 * x + y));
  return sample_element (m, b, fir_atom_var (truths->res[0]), at);
}

/* The nine truth values of each triple of the N elements, whose VALUES are consecutive.  */
static struct fir_stmt *
all_truths (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom n,
	    struct fir_stmt *values)
{
  struct fir_atom three = sample_const (m, 3), nine = sample_const (m, 9), q, first, x, y, less;
  struct fir_stmt *t = sample_tabulate (m, s, b, sample_count (m, b, n, 3, 9 * SAMPLE_TRIPLES),
					type_i32 (m->p->ctx));
  struct fir_fn *fn = t->fns[0];
  struct fir_block *body = fn->body;

  q = sample_param (fn, 0);
  first = sample_size_op (m, body, FIR_MUL, sample_size_op (m, body, FIR_DIV, q, nine), three);
  x = sample_size_op (m, body, FIR_DIV, sample_size_op (m, body, FIR_REM, q, nine), three);
  y = sample_size_op (m, body, FIR_REM, q, three);
  x = sample_element (m, body, fir_atom_var (values->res[0]),
		      sample_size_op (m, body, FIR_ADD, first, x));
  y = sample_element (m, body, fir_atom_var (values->res[0]),
		      sample_size_op (m, body, FIR_ADD, first, y));
  less = sample_call2 (m, body, s->fns[0], x, y);
  sample_returns (m, fn, truth_value (m, body, less));
  return t;
}

/* A triple that is being tried.  */
struct asked
{
  struct fir_stmt *truths;
  struct fir_atom n, j;		/* of elements; the triple's number */
  struct fir_atom at[3];	/* its places */
};

static struct fir_atom
irreflexive (struct sample *m, struct fir_block *b, const struct asked *w)
{
  struct fir_atom found = sample_none (m, b);

  for (unsigned x = 0; x < 3; x++)
    found = sample_or (m, b, found,
		       sample_choose (m, b, truth (m, b, w->truths, w->j, x, x),
				      sample_places (m, b, w->at[x], w->n, w->n),
				      sample_none (m, b)));
  return found;
}

static struct fir_atom
asymmetric (struct sample *m, struct fir_block *b, const struct asked *w)
{
  struct fir_atom found = sample_none (m, b);

  for (unsigned x = 0; x < 2; x++)
    for (unsigned y = x + 1; y < 3; y++)
      {
	struct fir_atom is = sample_test (m, b, FIR_BAND, truth (m, b, w->truths, w->j, x, y),
				   truth (m, b, w->truths, w->j, y, x));

	found = sample_or (m, b, found,
			   sample_choose (m, b, is,
					  sample_places (m, b, w->at[x], w->at[y], w->n),
					  sample_none (m, b)));
      }
  return found;
}

static struct fir_atom
transitive (struct sample *m, struct fir_block *b, const struct asked *w)
{
  struct fir_atom found = sample_none (m, b), zero = fir_atom_int (m->p, type_i32 (m->p->ctx), 0);

  for (unsigned k = 0; k < 6; k++)
    {
      unsigned x = k / 2, y = (x + 1 + k % 2) % 3, z = 3 - x - y;
      struct fir_atom is = sample_test (m, b, FIR_BAND, truth (m, b, w->truths, w->j, x, y),
				 truth (m, b, w->truths, w->j, y, z));
      struct fir_atom not = sample_test (m, b, FIR_EQ, truth (m, b, w->truths, w->j, x, z), zero);

      found = sample_or (m, b, found,
			 sample_choose (m, b, sample_test (m, b, FIR_BAND, is, not),
					sample_places (m, b, w->at[x], w->at[y], w->at[z]),
					sample_none (m, b)));
    }
  return found;
}

/* The first of the triples at PLACES where FIND finds something.  */
static struct fir_atom
first_wrong (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_stmt *places,
	     struct fir_stmt *truths, struct fir_atom n,
	     struct fir_atom (*find) (struct sample *, struct fir_block *, const struct asked *))
{
  struct fir_stmt *t = sample_tabulate (m, s, b, sample_count (m, b, n, 3, SAMPLE_TRIPLES),
					m->places);
  struct fir_block *body = t->fns[0]->body;
  struct asked w = { truths, n, sample_param (t->fns[0], 0), { FIR_NONE } };
  struct fir_atom at = sample_element (m, body, fir_atom_var (places->res[0]), w.j);

  for (unsigned k = 0; k < 3; k++)
    w.at[k] = fir_field (m->p, body, at, k);
  sample_returns (m, t->fns[0], find (m, body, &w));
  return sample_first (m, s, b, t);
}

/* less (x, y) of elements I and J of the vector that S, a search, looks in.  */
static struct fir_atom
less_at (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom i,
	 struct fir_atom j)
{
  struct fir_atom x = sample_element (m, b, s->args[0], i);
  struct fir_atom y = sample_element (m, b, s->args[0], j);

  return truth_value (m, b, sample_call2 (m, b, s->fns[0], x, y));
}

/* Is the vector that S, a search, reads sorted?  The first position, of N, of an element that is
   less than the one before it.  If that one is less than it, too, the function is not an order:
   fewer than three elements have not shown it.  */
static struct fir_atom
try_sorted (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom n)
{
  struct fir_atom one = sample_const (m, 1), none = sample_const (m, 0), pairs, i, at, next, each;
  struct fir_atom numbers;
  struct fir_stmt *t;
  struct fir_block *body;
  struct fir_fn *fn;

  pairs = sample_choose (m, b, sample_test (m, b, FIR_LT, n, one), none,
			 sample_size_op (m, b, FIR_SUB, n, one));
  numbers = pass_numbers (m->p, b, 0, pairs, one);
  t = fir_stmt_new (m->p, b, FIR_FIND, s->site, 1, 1, m->size, "at");
  t->order = s->order;
  t->args[0] = numbers;
  t->fns[0] = fn = fir_fn_new (m->p, 1, &m->size);
  i = sample_param (fn, 0);
  at = sample_size_op (m, fn->body, FIR_SUB, i, one);
  sample_returns (m, fn, less_at (m, s, fn->body, i, at));
  at = fir_atom_var (t->res[0]);
  t = sample_if (m, b, sample_test (m, b, FIR_LT, at, pairs));
  body = t->fns[0]->body;
  next = sample_size_op (m, body, FIR_ADD, at, one);
  sample_look_for (m, s, CHECK_ASYMMETRIC, 1);
  each = sample_places (m, body, at, next, n);
  sample_look_for (m, s, CHECK_SORTED, 2);
  i = sample_places (m, body, next, n, n);
  sample_returns (m, t->fns[0], sample_choose (m, body, less_at (m, s, body, at, next), each, i));
  return fir_atom_var (t->res[0]);
}

struct fir_atom
sample_order (struct sample *m, struct fir_stmt *s, struct fir_block *b)
{
  static const struct { enum check_kind kind;
    struct fir_atom (*find) (struct sample *, struct fir_block *, const struct asked *); } ways[]
    = { { CHECK_IRREFLEXIVE, irreflexive }, { CHECK_ASYMMETRIC, asymmetric },
	{ CHECK_TRANSITIVE, transitive } };
  struct fir_fn *less = s->fns[0];
  struct fir_atom n, found = FIR_NONE;
  struct fir_stmt *at, *truths;

  if (m->nfounds + 5 > MAX_FOUNDS)
    return FIR_NONE;
  n = sample_length (m, b, s->args[0]);
  if (fir_fn_operator (less) == FIR_LAST && !type_is_vec (less->params[0]->type)
      && !known_order (less))
    {
      at = sample_triples (m, s, b, n);
      truths = all_truths (m, s, b, n, sample_values (m, s, b, less->params[0]->type, n, at));
      for (unsigned k = 0; k < 3; k++)
	{
	  sample_look_for (m, s, ways[k].kind, 1);
	  found = sample_or (m, b, found, first_wrong (m, s, b, at, truths, n, ways[k].find));
	}
    }
  return s->op == FIR_SEARCH ? sample_or (m, b, found, try_sorted (m, s, b, n)) : found;
}

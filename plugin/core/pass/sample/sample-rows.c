/* NOVA_CHECK=1: an operator of vectors, tried on triples of rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Of three rows a, b, c the two bracketings must be as long as each other, and their elements the
   same.  Where all seven vectors (sample.c) are of one length, as for operators that work element
   by element, an element is compared with those beside it in the others, for how large the numbers
   are that it comes from; else by itself.

   Does not: operators of vectors of vectors, folds, bins.  */

#include "sample-int.h"

/* Each triple costs four calls and the comparison of whole rows.  */
#define ROW_TRIPLES 8

struct rows
{
  struct fir_atom v[7];		/* a, b, c, ab, bc, ab c, a bc */
  struct fir_atom n[7];		/* their lengths */
};

/* The first of the N first elements of the N_OF vectors V for which SAME does not hold; N if it
   holds for all.  */
static struct fir_atom
first_other (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_leaf *same,
	     unsigned n_of, const struct fir_atom *v, struct fir_atom n)
{
  struct fir_atom numbers = pass_numbers (m->p, b, 0, n, sample_const (m, 0)), elems[7], is;
  struct fir_stmt *t = fir_stmt_new (m->p, b, FIR_FIND, s->site, 1, 1, m->size, "at");
  struct fir_fn *fn = fir_fn_new (m->p, 1, &m->size);

  t->order = s->order;
  t->args[0] = numbers;
  t->fns[0] = fn;
  for (unsigned k = 0; k < n_of; k++)
    elems[k] = sample_element (m, fn->body, v[k], sample_param (fn, 0));
  is = fir_leaf_call (m->p, fn->body, 0, 0, same, n_of, elems);
  sample_returns (m, fn, sample_test (m, fn->body, FIR_EQ, is,
				      fir_atom_int (m->p, type_i32 (m->p->ctx), 0)));
  return fir_atom_var (t->res[0]);
}

/* Do the last two of R differ?  */
static struct fir_atom
differ (struct sample *m, struct fir_stmt *s, struct fir_block *b, const struct rows *r,
	struct fir_leaf *same7, struct fir_leaf *same4)
{
  struct fir_atom one = fir_atom_int (m->p, type_i32 (m->p->ctx), 1), zero = sample_const (m, 0);
  struct fir_atom equal = sample_test (m, b, FIR_EQ, r->n[5], r->n[6]), all = equal, n, here,
		  last[4];

  for (unsigned k = 0; k < 5; k++)
    all = sample_test (m, b, FIR_BAND, all, sample_test (m, b, FIR_EQ, r->n[k], r->n[5]));
  n = sample_choose (m, b, all, r->n[5], zero);
  here = sample_test (m, b, FIR_LT, first_other (m, s, b, same7, 7, r->v, n), n);
  n = sample_choose (m, b, equal, r->n[5], zero);
  n = sample_choose (m, b, all, zero, n);
  for (unsigned k = 0; k < 4; k++)
    last[k] = r->v[5 + k % 2];
  all = sample_test (m, b, FIR_LT, first_other (m, s, b, same4, 4, last, n), n);
  here = sample_test (m, b, FIR_BOR, here, all);
  return sample_choose (m, b, equal, here, one);
}

struct fir_atom
sample_rows (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_fn *fn)
{
  const struct type *t = fn->params[0]->type->elem;
  struct fir_leaf *same7 = m->same (m->data, m->p, t, 7), *same4 = m->same (m->data, m->p, t, 4);
  struct fir_atom x = s->args[s->nargs - 1], n, at[3], is;
  struct fir_stmt *tab;
  struct fir_block *body;
  struct rows r;

  if (!same7 || m->nfounds + 1 > MAX_FOUNDS)
    return FIR_NONE;
  n = sample_length (m, b, x);
  sample_look_for (m, s, CHECK_ASSOCIATIVE, 1);
  tab = sample_tabulate (m, s, b, sample_count (m, b, n, 3, ROW_TRIPLES), m->places);
  body = tab->fns[0]->body;
  sample_triple (m, body, sample_param (tab->fns[0], 0), n, ROW_TRIPLES, at);
  for (unsigned k = 0; k < 3; k++)
    r.v[k] = sample_element (m, body, x, at[k]);
  r.v[3] = sample_call2 (m, body, fn, r.v[0], r.v[1]);
  r.v[4] = sample_call2 (m, body, fn, r.v[1], r.v[2]);
  r.v[5] = sample_call2 (m, body, fn, r.v[3], r.v[2]);
  r.v[6] = sample_call2 (m, body, fn, r.v[0], r.v[4]);
  for (unsigned k = 0; k < 7; k++)
    r.n[k] = sample_length (m, body, r.v[k]);
  is = differ (m, s, body, &r, same7, same4);
  sample_returns (m, tab->fns[0], sample_choose (m, body, is,
						 sample_places (m, body, at[0], at[1], at[2]),
						 sample_none (m, body)));
  return sample_first (m, s, b, tab);
}

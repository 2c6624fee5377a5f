/* NOVA_CHECK=1: checks the permutations that are otherwise trusted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   -fplugin-arg-nova-unchecked=permute leaves permute's own checks out of the program.  The region
   of samples has them as checks of the whole vector of indices: the first index that is out of
   range, then the first repeated one.

   Does not: check permutes in functions of elements.  */

#include "sample-int.h"

/* Append to B: the first element of vector V, of the N with their indices, for which PRED, a
   function of both, holds, as *AT, N if there is none; whether there is one; and the element as a
   size, 0 if there is none.  */
static struct fir_atom
find_index (struct sample *m, struct fir_stmt *s, struct fir_block *b, struct fir_atom v,
	    struct fir_fn *pred, struct fir_atom *at, struct fir_atom *value)
{
  struct fir_atom n = sample_length (m, b, v), some;
  struct fir_atom all = pass_numbers (m->p, b, 0, n, sample_const (m, 0));
  struct fir_stmt *t, *i;

  t = fir_stmt_new (m->p, b, FIR_FIND, s->site, 2, 1, m->size, "at");
  t->order = s->order;
  t->args[0] = v;
  t->args[1] = all;
  t->fns[0] = pred;
  *at = fir_atom_var (t->res[0]);
  some = sample_test (m, b, FIR_LT, *at, n);
  i = fir_stmt_new (m->p, b, FIR_IF, 0, 1, 2, m->size, "v");
  i->args[0] = some;
  i->fns[0] = fir_fn_new (m->p, 0, NULL);
  i->fns[1] = fir_fn_new (m->p, 0, NULL);
  sample_returns (m, i->fns[0], pass_as_size (m->p, i->fns[0]->body,
				       sample_element (m, i->fns[0]->body, v, *at), UINT64_MAX));
  sample_returns (m, i->fns[1], sample_const (m, 0));
  *value = fir_atom_var (i->res[0]);
  return some;
}

/* permute's own checks, for a trusted permutation.  */
static void
try_permutation (struct sample *m, struct fir_stmt *s, struct fir_block *b)
{
  struct fir_atom ix = s->args[0], n = sample_length (m, b, s->args[1]), one = sample_const (m, 1);
  struct fir_atom some, at;
  const struct type *types[2] = { fir_atom_type (ix)->elem, m->size }, *sizes;
  struct fir_fn *pred = fir_fn_new (m->p, 2, types);
  struct fir_stmt *first;
  struct fir_atom all, v, args[4];

  sizes = type_vec (m->p->ctx, m->size);
  v = pass_as_size (m->p, pred->body, sample_param (pred, 0), UINT64_MAX);
  sample_returns (m, pred, sample_test (m, pred->body, FIR_GE, v, n));
  some = find_index (m, s, b, ix, pred, &at, &v);
  args[0] = one;
  args[1] = at;
  args[2] = v;
  args[3] = sample_choose (m, b, some, n, one);
  fir_check_stmt (m->p, b, s->site, CHECK_INDEX_AT, 4, args);
  /* The least element with each index.  */
  all = pass_numbers (m->p, b, 0, n, sample_const (m, 0));
  first = fir_stmt_new (m->p, b, FIR_BINS, s->site, 4, 1, sizes, "first");
  first->order = s->order;
  first->args[0] = sample_const (m, UINT64_MAX);
  first->args[1] = n;
  first->args[2] = ix;
  first->args[3] = all;
  first->fns[0] = fir_fn_of_op (m->p, FIR_MIN, m->size, NULL);
  pred = fir_fn_new (m->p, 2, types);
  v = pass_as_size (m->p, pred->body, sample_param (pred, 0), UINT64_MAX);
  /* Those that are out of range have been told.  */
  some = sample_test (m, pred->body, FIR_LT, v, n);
  v = sample_choose (m, pred->body, some, v, sample_const (m, 0));
  v = sample_element (m, pred->body, fir_atom_var (first->res[0]), v);
  v = sample_test (m, pred->body, FIR_NE, v, sample_param (pred, 1));
  sample_returns (m, pred, sample_test (m, pred->body, FIR_BAND, some, v));
  some = find_index (m, s, b, ix, pred, &at, &v);
  args[0] = sample_choose (m, b, some, one, sample_const (m, 0));
  args[1] = at;
  args[2] = v;
  fir_check_stmt (m->p, b, s->site, CHECK_REPEATED, 3, args);
}

static bool
unchecked_permutation (struct nova_ctx *ctx, struct fir_stmt *s)
{
  return s->op == FIR_PERMUTE && ctx_site_unchecked (ctx, s->site);
}

bool
sample_finds_permute (struct nova_ctx *ctx, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (unchecked_permutation (ctx, s))
      return true;
  return false;
}

void
sample_permutes (struct sample *m, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first, *last = b->last; s; s = s == last ? NULL : s->next)
    if (unchecked_permutation (m->p->ctx, s))
      try_permutation (m, s, b);
}

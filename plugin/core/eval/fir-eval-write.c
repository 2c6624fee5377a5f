/* The vector operations that write at computed indices, evaluated: permute, scatter, bins,
   binsinto, expand, expandnested, and the stores of rows and strided arrays.

   An invalid index fails its element, and with it the whole result.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

static struct value
op_permute (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[1].vec->n, k, i;
  struct value v = value_vec_new (e, s->res[0]->type, n);
  bool *seen = CTX_NEWV (e->ctx, bool, n), good = true;

  if (a[0].vec->n != n)
    eval_error (e, "vectors of different lengths");
  for (k = 0; k < n; k++)
    {
      struct value ix = value_vec_at (e, &a[0], k);

      if (ix.kind == VAL_NONE || !eval_index (e, s, 1, k, &ix, n, &i))
	good = false;
      else if (seen[i])
	{
	  uint64_t at[4] = { 1, k, i, 0 };

	  eval_fail (e, s->order, eval_who (e, k), s->site,
		     eval_check_text (e, CHECK_REPEATED, at));
	  good = false;
	}
      else
	{
	  seen[i] = true;
	  *value_vec_place (e, &v, i) = value_vec_at (e, &a[1], k);
	}
    }
  return good ? v : value_failed (v.type);
}

/* Start a result of N elements: those of D, or N times I if D is NULL.  */
static struct value
start (struct eval *e, const struct type *t, uint64_t n, const struct value *d,
       const struct value *i)
{
  struct value v = value_vec_new (e, t, n);
  uint64_t k;

  for (k = 0; k < n; k++)
    *value_vec_place (e, &v, k) = d ? value_vec_at (e, d, k) : *i;
  return v;
}

/* Are all of IX good?  The others fail.  */
static bool
all_good (struct eval *e, struct fir_stmt *s, unsigned operand, uint64_t n, const struct value *ix)
{
  uint64_t k, i;
  bool good = true;

  for (k = 0; k < ix->vec->n; k++)
    {
      struct value at = value_vec_at (e, ix, k);

      good &= at.kind != VAL_NONE && eval_index (e, s, operand, k, &at, n, &i);
    }
  return good;
}

/* Bins of rows, V: a failure in the function is one of the bin.  */
static struct value
row_bins (struct eval *e, struct fir_stmt *s, unsigned operand, struct value v,
	  const struct value *ix, const struct value *x)
{
  uint64_t b, i, k;
  bool good = true, whole;

  if (!all_good (e, s, operand, v.vec->n, ix))
    return value_failed (v.type);
  for (b = 0; b < v.vec->n; b++)
    for (k = 0, whole = true; whole && k < x->vec->n; k++)
      {
	struct value at = value_vec_at (e, ix, k), pair[2];

	if (!eval_index (e, s, operand, k, &at, v.vec->n, &i) || i != b)
	  continue;
	pair[0] = *value_vec_place (e, &v, b);
	pair[1] = value_vec_at (e, x, k);
	whole = eval_fn (e, s->fns[0], b, pair, 1, value_vec_place (e, &v, b));
	good &= whole;
      }
  return good ? v : value_failed (v.type);
}

/* X[k] to element IX[k] of V, which is combined with it if S has a function.  OPERAND is IX's
   number in messages.  */
static struct value
write_all (struct eval *e, struct fir_stmt *s, unsigned operand, struct value v,
	   const struct value *ix, const struct value *x)
{
  uint64_t k, i;
  bool good = true;

  if (ix->vec->n != x->vec->n)
    eval_error (e, "vectors of different lengths");
  if (s->nfns && type_is_vec (v.type->elem))
    return row_bins (e, s, operand, v, ix, x);
  for (k = 0; k < x->vec->n; k++)
    {
      struct value at = value_vec_at (e, ix, k), pair[2], *to;

      if (at.kind == VAL_NONE || !eval_index (e, s, operand, k, &at, v.vec->n, &i))
	{
	  good = false;
	  continue;
	}
      if (i == (uint64_t) -1)
	continue;
      to = value_vec_place (e, &v, i);
      pair[0] = *to;
      pair[1] = value_vec_at (e, x, k);
      if (!s->nfns)
	*to = pair[1];
      else if (!eval_fn (e, s->fns[0], k, pair, 1, to))
	{
	  *to = value_failed (pair[1].type);
	  good = false;
	}
    }
  return good ? v : value_failed (v.type);
}

/* binsrows f d n w o ix x  */
static struct value
op_bins_rows (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[1]), w = value_size (e, &a[2]), nx = a[4].vec->n, k, q, i;
  unsigned operand = (unsigned) value_size (e, &a[3]);
  struct value v = start (e, s->res[0]->type, a[0].vec->n, &a[0], NULL);
  bool good = true;

  if (v.vec->n != n * w || a[5].vec->n != nx * w)
    eval_error (e, "rows of different lengths");
  for (k = 0; k < nx; k++)
    {
      struct value at = value_vec_at (e, &a[4], k), pair[2], *to;

      if (at.kind == VAL_NONE || !eval_index (e, s, operand, k, &at, n, &i))
	{
	  good = false;
	  continue;
	}
      for (q = 0; i != (uint64_t) -1 && q < w; q++)
	{
	  to = value_vec_place (e, &v, i * w + q);
	  pair[0] = *to;
	  pair[1] = value_vec_at (e, &a[5], k * w + q);
	  if (eval_fn (e, s->fns[0], k, pair, 1, to))
	    continue;
	  *to = value_failed (pair[1].type);
	  good = false;
	}
    }
  return good ? v : value_failed (v.type);
}

/* --- Expansion ------------------------------------------------------------------------------- */

/* How many elements element K, of value X, becomes; false if it fails.  */
static bool
expand_size (struct eval *e, struct fir_stmt *s, uint64_t k, const struct value *x, uint64_t *n)
{
  struct value c;
  uint64_t at[4] = { 1, k, 0, 0 };

  if (!eval_fn (e, s->fns[0], k, x, 1, &c))
    return false;
  *n = at[2] = (uint64_t) c.i;
  if ((unsigned __int128) c.i == *n && (int64_t) *n >= 0)
    return true;
  eval_fail (e, s->order, eval_who (e, k), s->site, eval_check_text (e, CHECK_COUNT_AT, at));
  return false;
}

/* A failure of the size belongs to the element of x, one of get to that of the result; sizes come
   first.  */
static struct value
op_expand (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  const struct type *t = s->res[0]->type, *index = s->fns[1]->params[1]->type;
  uint64_t n = x->vec->n, k, j, at = 0, total = 0, *size = CTX_NEWV (e->ctx, uint64_t, n);
  struct value *v, *rows, pair[2];
  bool nested = s->op == FIR_EXPANDN, good = true;

  for (k = 0; k < n; k++)
    {
      struct value elem = value_vec_at (e, x, k);

      if (!expand_size (e, s, k, &elem, &size[k]))
	good = false;
      else if (__builtin_add_overflow (total, size[k], &total))
	total = UINT64_MAX;
    }
  if (!good)
    return value_failed (t);
  v = eval_buffer_new (e, NULL, type_base (t), total)->v;
  rows = CTX_NEWV (e->ctx, struct value, n);
  for (k = 0; k < n; k++)
    {
      pair[0] = value_vec_at (e, x, k);
      for (j = 0; j < size[k]; j++)
	{
	  pair[1] = value_int (index, (__int128) j);
	  if (!eval_fn (e, s->fns[1], at + j, pair, 1, &v[at + j]))
	    v[at + j] = value_failed (fir_atom_type (s->fns[1]->body->rets[0]));
	}
      if (nested)
	rows[k] = value_vec_of (e, t->elem, size[k], v + at);
      at += size[k];
    }
  return nested ? value_vec_of (e, t, n, rows) : value_vec_of (e, t, total, v);
}

/* owners o n  */
static struct value
op_owners (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[1]), i = 0, j;
  struct value r = value_vec_new (e, s->res[0]->type, n), at;

  for (j = 0; j < a[0].vec->n; j++)
    if (value_vec_at (e, &a[0], j).kind == VAL_NONE)
      return value_failed (r.type);
  for (j = 0; j < n; j++)
    {
      while (i + 1 < a[0].vec->n && (at = value_vec_at (e, &a[0], i + 1), value_size (e, &at) <= j))
	i++;
      *value_vec_place (e, &r, j) = value_int (s->res[0]->type->elem, (__int128) i);
    }
  return r;
}

/* ordering k n x  */
static struct value
op_ordering (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[1]), nk = a[0].vec->n, k, b, to = 0;
  struct value r = value_vec_new (e, s->res[0]->type, nk);

  for (b = 0; b < n; b++)
    for (k = 0; k < nk; k++)
      {
	struct value key = value_vec_at (e, &a[0], k);

	if (key.kind == VAL_NONE)
	  return value_failed (s->res[0]->type);
	if (value_size (e, &key) == b)
	  *value_vec_place (e, &r, to++) = value_vec_at (e, &a[2], k);
      }
  return r;
}

/* --- Stores ---------------------------------------------------------------------------------- */

/* The elements of X, of the extents and strides in A from K on, to P.  */
static void
store_level (struct eval *e, struct fir_stmt *s, const struct value *a, unsigned k,
	     struct value p, const struct value *x)
{
  uint64_t n = value_size (e, &a[k]), i;

  if (x->vec->n != n)
    eval_error (e, "the vector has not the shape of the store");
  for (i = 0; i < n; i++, p.off += (int64_t) a[k + 1].i)
    {
      struct value v = value_vec_at (e, x, i), *one;

      if (v.kind == VAL_VEC)
	{
	  store_level (e, s, a, k + 2, p, &v);
	  continue;
	}
      one = CTX_NEW (e->ctx, struct value);
      *one = v;
      eval_store_later (e, s->site, &p, 1, one);
    }
}

static struct value
op_store_strided (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  const struct value *x = &a[s->nargs - 1];
  const struct type *t = s->res[0]->type;
  uint64_t n = value_vec_total (x), k;

  for (k = 0; k < n; k++)
    if (value_vec_base (e, x, k).kind == VAL_NONE)
      return value_failed (t);
  store_level (e, s, a, 1, a[0], x);
  return value_int (t, (__int128) n);
}

/* Stores of the leaf's function become visible when the region ends, like any store.  */
static bool
op_update_rows (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[1]), i;
  struct value *x = CTX_NEWV (e->ctx, struct value, s->nargs), res;
  bool good = true;
  unsigned k;

  for (i = 0; i < n; i++)
    {
      const char *text;
      uint32_t site;
      bool here = true;

      x[s->index] = a[0];
      x[s->index].off += (int64_t) i * (int64_t) a[2].i;
      for (k = 4; k < s->nargs; k++)
	{
	  unsigned at = fir_row_param (s, k);

	  x[at] = fir_row_same (s, k) ? a[k] : value_vec_at (e, &a[k], i);
	  here &= x[at].kind != VAL_NONE;
	}
      if (here && !eval_leaf (e, s->leaf, s->nargs - 3, x, &res, &site, &text))
	{
	  eval_fail (e, s->order, i, site, text);
	  here = false;
	}
      good &= here;
    }
  return good;
}

bool
eval_write_op (struct eval *e, struct fir_stmt *s, const struct value *a, struct value *res)
{
  const struct type *t = s->nres ? s->res[0]->type : NULL;

  switch (s->op)
    {
    case FIR_PERMUTE:
      *res = op_permute (e, s, a);
      return true;
    case FIR_SCATTER:
      *res = write_all (e, s, 2, start (e, t, a[0].vec->n, &a[0], NULL), &a[1], &a[2]);
      return true;
    case FIR_BINS:
      *res = write_all (e, s, 4, start (e, t, value_size (e, &a[1]), NULL, &a[0]), &a[2], &a[3]);
      return true;
    case FIR_BINS_INTO:
      *res = write_all (e, s, 3, start (e, t, a[0].vec->n, &a[0], NULL), &a[1], &a[2]);
      return true;
    case FIR_BINS_ROWS:
      *res = op_bins_rows (e, s, a);
      return true;
    case FIR_EXPAND:
    case FIR_EXPANDN:
      *res = op_expand (e, s, &a[0]);
      return true;
    case FIR_OWNERS:
      *res = op_owners (e, s, a);
      return true;
    case FIR_ORDERING:
      *res = op_ordering (e, s, a);
      return true;
    case FIR_STORES:
      *res = op_store_strided (e, s, a);
      return true;
    case FIR_UPDATE_ROWS:
      *res = value_int (type_i32 (e->ctx), 0);
      if (!op_update_rows (e, s, a))
	*res = value_failed (NULL);
      return true;
    default:
      return false;
    }
}

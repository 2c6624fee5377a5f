/* The vector operations, evaluated one element after another.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

/* The element type of the result of S.  */
static const struct type *
res_elem (const struct fir_stmt *s)
{
  return s->res[0]->type->elem;
}

/* The common length of the N vectors V.  */
static uint64_t
common_length (struct eval *e, unsigned n, const struct value *v)
{
  unsigned k;

  for (k = 1; k < n; k++)
    if (v[k].vec->n != v[0].vec->n)
      eval_error (e, "vectors of different lengths");
  return v[0].vec->n;
}

/* Element I of each of the N vectors V.  */
static void
elements (struct eval *e, unsigned n, const struct value *v, uint64_t i, struct value *to)
{
  unsigned k;

  for (k = 0; k < n; k++)
    to[k] = value_vec_at (e, &v[k], i);
}

/* Record that index I of element ELEM is not below N; it is the failure of element WHO.  */
static void
index_fails (struct eval *e, struct fir_stmt *s, uint64_t who, uint64_t elem, uint64_t i,
	     uint64_t n)
{
  uint64_t at[4] = { 1, elem, i, n }, plain[4] = { 2, i, n, 0 };

  eval_fail (e, s->order, who, s->site,
	     eval_check_text (e, s->check, s->check == CHECK_INDEX_AT ? at : plain));
}

/* --- Making vectors -------------------------------------------------------------------------- */

static struct value
op_view (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t *dims = CTX_NEWV (e->ctx, uint64_t, s->nargs);
  unsigned k;

  for (k = 1; k < s->nargs; k++)
    dims[k - 1] = value_size (e, &a[k]);
  return value_vec_view (e, s->res[0]->type, &a[0], s->nargs - 1, dims);
}

static struct value
op_range (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[0]), i;
  struct value v = value_vec_new (e, s->res[0]->type, n);
  unsigned __int128 at = (unsigned __int128) a[1].i;

  for (i = 0; i < n; i++, at += (unsigned __int128) a[2].i)
    *value_vec_place (e, &v, i) = value_int (res_elem (s), (__int128) at);
  return v;
}

static struct value
op_replicate (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_size (e, &a[0]), i;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (i = 0; i < n; i++)
    *value_vec_place (e, &v, i) = a[1];
  return v;
}

/* Call S's function for each index below DIMS from level K on, IX being the indices so far, COUNT
   the calls; the vector of type T of its results.  */
static struct value
tabulate (struct eval *e, struct fir_stmt *s, const struct type *t, const struct value *dims,
	  unsigned k, struct value *ix, uint64_t *count)
{
  uint64_t n = value_size (e, &dims[k]), i;
  struct value v = value_vec_new (e, t, n);

  for (i = 0; i < n; i++)
    {
      struct value *to = value_vec_place (e, &v, i);

      ix[k] = value_int (type_size (e->ctx), (__int128) i);
      if (k + 1 < s->nargs)
	*to = tabulate (e, s, t->elem, dims, k + 1, ix, count);
      else if (!eval_fn (e, s->fns[0], (*count)++, ix, 1, to))
	*to = value_failed (t->elem);
    }
  return v;
}

static struct value
op_map (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = common_length (e, s->nargs, a), i;
  struct value v = value_vec_new (e, s->res[0]->type, n);
  struct value *x = CTX_NEWV (e->ctx, struct value, s->nargs);

  for (i = 0; i < n; i++)
    {
      struct value *to = value_vec_place (e, &v, i);

      elements (e, s->nargs, a, i, x);
      if (!eval_fn (e, s->fns[0], i, x, 1, to))
	*to = value_failed (res_elem (s));
    }
  return v;
}

/* --- Combining ------------------------------------------------------------------------------- */

/* ACC becomes S's function of ACC and element I of X; a failure stays.  */
static void
combine (struct eval *e, struct fir_stmt *s, const struct value *x, uint64_t i, struct value *acc)
{
  struct value pair[2] = { *acc, value_vec_at (e, x, i) };

  if (!eval_fn (e, s->fns[0], i, pair, 1, acc))
    *acc = value_failed (pair[0].type);
}

static struct value
op_reduce (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  struct value acc = a[0];
  uint64_t alive = e->alive, i;

  for (i = 0; i < a[1].vec->n; i++)
    {
      combine (e, s, &a[1], i, &acc);
      eval_keep (e, alive, eval_elements (&acc));
    }
  return acc;
}

static struct value
op_scan (struct eval *e, struct fir_stmt *s, const struct value *a, bool inclusive)
{
  uint64_t n = a[1].vec->n, i;
  struct value v = value_vec_new (e, s->res[0]->type, n), acc = a[0];

  for (i = 0; i < n; i++)
    {
      /* Of an exclusive scan the last element is never combined.  */
      if (inclusive || i)
	combine (e, s, &a[1], inclusive ? i : i - 1, &acc);
      *value_vec_place (e, &v, i) = acc;
    }
  return v;
}

/* segreduce, segscan, segexscan: operands z, o and x.  */
static struct value
op_segmented (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[0].vec->n, total = a[2].vec->n, k, i = 0;
  bool reduces = s->op == FIR_SEG_REDUCE;
  struct value v = value_vec_new (e, s->res[0]->type, reduces ? n : total);

  if (a[1].vec->n != n + 1)
    eval_error (e, "offsets of another number of rows");
  for (k = 0; k < n; k++)
    {
      struct value acc = value_vec_at (e, &a[0], k), end = value_vec_at (e, &a[1], k + 1);

      if (end.kind == VAL_NONE)
	return value_failed (v.type);
      if (value_size (e, &end) < i || value_size (e, &end) > total)
	eval_error (e, "offsets that do not fit");
      for (; i < value_size (e, &end); i++)
	{
	  if (s->op == FIR_SEG_EXSCAN)
	    *value_vec_place (e, &v, i) = acc;
	  /* Of an exclusive scan the last element of a row is never combined.  */
	  if (s->op != FIR_SEG_EXSCAN || i + 1 < value_size (e, &end))
	    combine (e, s, &a[2], i, &acc);
	  if (s->op == FIR_SEG_SCAN)
	    *value_vec_place (e, &v, i) = acc;
	}
      if (reduces)
	*value_vec_place (e, &v, k) = acc;
    }
  return v;
}

/* --- Choosing -------------------------------------------------------------------------------- */

static struct value
op_filter (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = common_length (e, s->nargs, a), i, count = 0;
  struct value *x = CTX_NEWV (e->ctx, struct value, s->nargs), c;
  struct value *kept = CTX_NEWV (e->ctx, struct value, n);
  bool good = true;

  for (i = 0; i < n; i++)
    {
      elements (e, s->nargs, a, i, x);
      if (!eval_fn (e, s->fns[0], i, x, 1, &c))
	good = false;
      else if (value_true (e, &c))
	kept[count++] = x[0];
    }
  return good ? value_vec_of (e, s->res[0]->type, count, kept) : value_failed (s->res[0]->type);
}

static struct value
op_gather (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[0].vec->n, k;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (k = 0; k < n; k++)
    {
      struct value ix = value_vec_at (e, &a[0], k), *to = value_vec_place (e, &v, k);
      uint64_t i = ix.kind == VAL_NONE ? 0 : value_size (e, &ix);

      *to = value_failed (res_elem (s));
      if (ix.kind == VAL_NONE)
	continue;
      if (i < a[1].vec->n && (ix.i >= 0 || !scalar_info[ix.type->scalar].is_signed)
	  && ix.i >> 64 == 0)
	*to = value_vec_at (e, &a[1], i);
      else
	index_fails (e, s, eval_who (e, k), k, i, a[1].vec->n);
    }
  return v;
}

static struct value
op_slice (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  struct value count = eval_prim (e, FIR_STEPS, type_size (e->ctx), 0, 3, a);
  uint64_t n = (uint64_t) count.i, k;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (k = 0; k < n; k++)
    {
      __int128 i = a[0].i + (__int128) k * a[2].i;
      struct value *to = value_vec_place (e, &v, k);

      if (i >= 0 && i < (__int128) a[3].vec->n)
	*to = value_vec_at (e, &a[3], (uint64_t) i);
      else
	{
	  *to = value_failed (res_elem (s));
	  index_fails (e, s, eval_who (e, k), k, (uint64_t) i, a[3].vec->n);
	}
    }
  return v;
}

/* X in order, or backwards.  */
static struct value
op_copy (struct eval *e, struct fir_stmt *s, const struct value *x, bool backwards)
{
  uint64_t n = x->vec->n, i;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (i = 0; i < n; i++)
    *value_vec_place (e, &v, i) = value_vec_at (e, x, backwards ? n - 1 - i : i);
  return v;
}

static struct value
op_flatten (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  uint64_t n = 0, i, k, at = 0;
  struct value v;

  for (i = 0; i < x->vec->n; i++)
    {
      if (x->vec->rows[i].kind == VAL_NONE)
	return value_failed (s->res[0]->type);
      n += x->vec->rows[i].vec->n;
    }
  v = value_vec_new (e, s->res[0]->type, n);
  for (i = 0; i < x->vec->n; i++)
    for (k = 0; k < x->vec->rows[i].vec->n; k++)
      *value_vec_place (e, &v, at++) = value_vec_at (e, &x->vec->rows[i], k);
  return v;
}

/* The elements of flat X from *AT on as a vector of type T with the N extents DIMS.  */
static struct value
reshape (struct eval *e, const struct type *t, const struct value *x, unsigned n,
	 const struct value *dims, uint64_t *at)
{
  uint64_t rows = value_size (e, &dims[0]), i;
  struct value v = value_vec_new (e, t, rows);

  for (i = 0; i < rows; i++)
    if (n > 1)
      v.vec->rows[i] = reshape (e, t->elem, x, n - 1, dims + 1, at);
    else if (*at < x->vec->n)
      *value_vec_place (e, &v, i) = value_vec_at (e, x, (*at)++);
    else
      eval_error (e, "reshape of a vector of %llu elements", (unsigned long long) x->vec->n);
  return v;
}

static struct value
op_reshape (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t at = 0;
  struct value v = reshape (e, s->res[0]->type, &a[0], s->nargs - 1, a + 1, &at);

  if (at != a[0].vec->n)
    eval_error (e, "reshape of a vector of %llu elements", (unsigned long long) a[0].vec->n);
  return v;
}

/* --- Elements and memory --------------------------------------------------------------------- */

static struct value
op_get (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t i = value_size (e, &a[1]), n = a[0].vec->n;
  uint64_t elem = s->nargs > 2 ? value_size (e, &a[2]) : e->elem;

  if (a[1].i == (__int128) i && i < n)
    return value_vec_at (e, &a[0], i);
  index_fails (e, s, s->nargs > 2 ? elem : eval_who (e, elem), elem, i, n);
  return value_failed (s->res[0]->type);
}

/* Note the store; how many base elements it writes.  */
static struct value
op_store (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = value_vec_total (&a[2]), k;
  struct value *v = CTX_NEWV (e->ctx, struct value, n);

  for (k = 0; k < n; k++)
    {
      v[k] = value_vec_base (e, &a[2], k);
      if (v[k].kind == VAL_NONE)
	return value_failed (s->res[0]->type);
    }
  eval_store_later (e, s->site, &a[0], n, v);
  return value_int (s->res[0]->type, (__int128) n);
}

bool
eval_vec_op (struct eval *e, struct fir_stmt *s, const struct value *a, struct value *res)
{
  uint64_t count = 0;

  switch (s->op)
    {
    case FIR_VIEW:
      *res = op_view (e, s, a);
      break;
    case FIR_RANGE:
      *res = op_range (e, s, a);
      break;
    case FIR_REPLICATE:
      *res = op_replicate (e, s, a);
      break;
    case FIR_LEN:
      *res = value_int (s->res[0]->type, (__int128) a[0].vec->n);
      break;
    case FIR_MAP:
      *res = op_map (e, s, a);
      break;
    case FIR_TABULATE:
      *res = tabulate (e, s, s->res[0]->type, a, 0, CTX_NEWV (e->ctx, struct value, s->nargs),
		       &count);
      break;
    case FIR_REDUCE:
      *res = op_reduce (e, s, a);
      break;
    case FIR_SCAN:
    case FIR_EXSCAN:
      *res = op_scan (e, s, a, s->op == FIR_SCAN);
      break;
    case FIR_SEG_REDUCE:
    case FIR_SEG_SCAN:
    case FIR_SEG_EXSCAN:
      *res = op_segmented (e, s, a);
      break;
    case FIR_FILTER:
      *res = op_filter (e, s, a);
      break;
    case FIR_GATHER:
      *res = op_gather (e, s, a);
      break;
    case FIR_SLICE:
      *res = op_slice (e, s, a);
      break;
    case FIR_REVERSE:
    case FIR_COPY:
      *res = op_copy (e, s, &a[0], s->op == FIR_REVERSE);
      break;
    case FIR_FLATTEN:
      *res = op_flatten (e, s, &a[0]);
      break;
    case FIR_RESHAPE:
      *res = op_reshape (e, s, a);
      break;
    case FIR_ROW:
    case FIR_AT:
      *res = value_vec_at (e, &a[0], value_size (e, &a[1]));
      e->cost.work += res->kind != VAL_VEC;
      break;
    case FIR_STORE:
      *res = op_store (e, s, a);
      break;
    case FIR_GET:
      *res = op_get (e, s, a);
      e->cost.work += res->kind != VAL_VEC;
      break;
    default:
      if (!eval_order_op (e, s, a, res) && !eval_write_op (e, s, a, res)
	  && !eval_index_op (e, s, a, res) && !eval_search_op (e, s, a, res))
	eval_error (e, "%s cannot be evaluated", fir_op_info[s->op].text);
    }
  eval_shape (e, s, a, res);
  return res->kind != VAL_NONE;
}

/* The vector operations that move, cut and repeat elements without computing any, evaluated.

   Each builds a new vector, or rows that share the elements; its cost has nothing to do with that
   of compiled code.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

static const struct type *
size_type (struct eval *e)
{
  return type_size (e->ctx);
}

/* A number of elements that was computed without losing any of it.  */
static uint64_t
count_of (struct eval *e, __int128 n)
{
  if (n < 0 || n > INT64_MAX)
    eval_error (e, "too many elements");
  return (uint64_t) n;
}

/* I modulo N, never negative.  */
static uint64_t
modulo (__int128 i, uint64_t n)
{
  __int128 r = i % (__int128) n;

  return (uint64_t) (r < 0 ? r + (__int128) n : r);
}

/* --- Making vectors -------------------------------------------------------------------------- */

/* The elements P[i1 S1 + ...] as a vector of type T; DIMS are N1, S1, ..., LEVELS pairs.  */
static struct value
strided (struct eval *e, const struct type *t, const struct value *p, unsigned levels,
	 const struct value *dims)
{
  uint64_t n = value_size (e, &dims[0]), i;
  int64_t step = (int64_t) value_size (e, &dims[1]);
  struct value v = value_vec_new (e, t, levels > 1 ? n : 0), q = *p;

  if (levels == 1)
    {
      v.vec->n = n;
      v.vec->buf = p->buf;
      v.vec->off = p->off;
      v.vec->step = step;
      /* Elements that are not there must be found now, as for a view.  */
      for (i = 0; i < n; i += n > 1 ? n - 1 : 1)
	eval_place (e, p, (int64_t) i * step);
      return v;
    }
  for (i = 0; i < n; i++)
    {
      q.off = p->off + (int64_t) i * step;
      v.vec->rows[i] = strided (e, t->elem, &q, levels - 1, dims + 2);
    }
  return v;
}

/* N elements of X from B on, as a vector of X's type.  */
static struct value
part (struct eval *e, const struct value *x, uint64_t b, uint64_t n)
{
  struct value v = value_vec_new (e, x->type, 0);

  v.vec->n = n;
  v.vec->step = x->vec->step;
  v.vec->buf = x->vec->buf;
  v.vec->off = x->vec->off + (int64_t) b * x->vec->step;
  v.vec->rows = x->vec->rows ? x->vec->rows + b : NULL;
  return v;
}

static struct value
op_segments (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[1].vec->n, b = 0, i;
  struct value v;

  if (!n)
    eval_error (e, "segments with no offset");
  v = value_vec_new (e, s->res[0]->type, n - 1);
  for (i = 0; i < n; i++)
    {
      struct value o = value_vec_at (e, &a[1], i);
      uint64_t end;

      if (o.kind == VAL_NONE)
	return value_failed (s->res[0]->type);
      end = value_size (e, &o);
      if (i == 0 ? end != 0 : end < b || end > a[0].vec->n)
	eval_error (e, "offset %llu of segments is %llu", (unsigned long long) i,
		    (unsigned long long) end);
      if (i)
	v.vec->rows[i - 1] = part (e, &a[0], b, end - b);
      b = end;
    }
  if (b != a[0].vec->n)
    eval_error (e, "the offsets of segments end at %llu of %llu elements", (unsigned long long) b,
		(unsigned long long) a[0].vec->n);
  return v;
}

static struct value
op_window (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t k = value_size (e, &a[0]), n = a[1].vec->n, i;
  struct value v = value_vec_new (e, s->res[0]->type, k > n ? 0 : n - k + 1);

  if (!k)
    eval_error (e, "windows of no elements");
  for (i = 0; i < v.vec->n; i++)
    v.vec->rows[i] = part (e, &a[1], i, k);
  return v;
}

/* --- Looking at segments --------------------------------------------------------------------- */

/* Is some segment of X the result of what failed?  */
static bool
row_failed (const struct value *x)
{
  uint64_t i;

  for (i = 0; i < x->vec->n; i++)
    if (x->vec->rows[i].kind == VAL_NONE)
      return true;
  return false;
}

/* The lengths of X's segments, or where they begin, and end.  */
static struct value
op_lengths (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  bool offsets = s->op == FIR_OFFSETS;
  uint64_t n = x->vec->n, at = 0, i;
  struct value v = value_vec_new (e, s->res[0]->type, n + offsets);

  if (row_failed (x))
    return value_failed (s->res[0]->type);
  for (i = 0; i < n; i++)
    {
      uint64_t m = x->vec->rows[i].vec->n;

      *value_vec_place (e, &v, i) = value_int (size_type (e), (__int128) (offsets ? at : m));
      at += m;
    }
  if (offsets)
    *value_vec_place (e, &v, n) = value_int (size_type (e), (__int128) at);
  return v;
}

static struct value
op_transpose (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  uint64_t n = x->vec->n, m, i, j;
  struct value v;

  if (row_failed (x))
    return value_failed (s->res[0]->type);
  m = n ? x->vec->rows[0].vec->n : 0;
  for (i = 0; i < n; i++)
    if (x->vec->rows[i].vec->n != m)
      eval_error (e, "transpose of rows of %llu and %llu elements", (unsigned long long) m,
		  (unsigned long long) x->vec->rows[i].vec->n);
  v = value_vec_new (e, s->res[0]->type, m);
  for (j = 0; j < m; j++)
    {
      v.vec->rows[j] = value_vec_new (e, x->type->elem, n);
      for (i = 0; i < n; i++)
	*value_vec_place (e, &v.vec->rows[j], i) = value_vec_at (e, &x->vec->rows[i], j);
    }
  return v;
}

/* --- Moving elements ------------------------------------------------------------------------- */

static struct value
op_rotate (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t n = a[1].vec->n, i;
  struct value v = value_vec_new (e, s->res[0]->type, n);

  for (i = 0; i < n; i++)
    *value_vec_place (e, &v, i) = value_vec_at (e, &a[1], modulo ((__int128) i + a[0].i, n));
  return v;
}

static struct value
op_concat (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  __int128 n = 0;
  uint64_t at = 0, i;
  unsigned k;
  struct value v;

  for (k = 0; k < s->nargs; k++)
    n += a[k].vec->n;
  v = value_vec_new (e, s->res[0]->type, count_of (e, n));
  for (k = 0; k < s->nargs; k++)
    for (i = 0; i < a[k].vec->n; i++)
      *value_vec_place (e, &v, at++) = value_vec_at (e, &a[k], i);
  return v;
}

/* --- pad ------------------------------------------------------------------------------------- */

/* The zero of type T; of vectors one of the shape of LIKE (NULL: of no elements).  */
static struct value
zero_of (struct eval *e, const struct type *t, const struct value *like)
{
  struct value v = value_failed (t);
  uint64_t i;
  unsigned k;

  switch (t->kind)
    {
    case TYPE_SCALAR:
      return type_is_integral (t) ? value_int (t, 0) : value_float (t, 0, 0);
    case TYPE_PTR:
      return value_ptr (t, NULL, 0);
    case TYPE_RECORD:
      v.kind = VAL_RECORD;
      v.fields = CTX_NEWV (e->ctx, struct value, t->nfields);
      for (k = 0; k < t->nfields; k++)
	v.fields[k] = zero_of (e, t->fields[k].type, NULL);
      return v;
    case TYPE_VEC:
      if (like && like->kind == VAL_NONE)
	return v;
      v = value_vec_new (e, t, like ? like->vec->n : 0);
      for (i = 0; i < v.vec->n; i++)
	*value_vec_place (e, &v, i) = zero_of (e, t->elem, like->vec->rows ? &like->vec->rows[i]
							   : NULL);
      return v;
    default:
      eval_error (e, "this type has no zero");
    }
}

/* Which of N > 0 elements is at position I of the padded vector, counted from the first.  */
static uint64_t
padded_index (enum pad_mode mode, __int128 i, uint64_t n)
{
  uint64_t m;

  switch (mode)
    {
    case PAD_CLAMP:
      return i < 0 ? 0 : i >= (__int128) n ? n - 1 : (uint64_t) i;
    case PAD_WRAP:
      return modulo (i, n);
    default:
      if (n == 1)
	return 0;
      m = modulo (i, 2 * (n - 1));
      return m < n ? m : 2 * (n - 1) - m;
    }
}

static struct value
op_pad (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  uint64_t k = value_size (e, &a[0]), n = a[1].vec->n, i;
  struct value first = n ? value_vec_at (e, &a[1], 0) : value_failed (NULL);
  struct value v = value_vec_new (e, s->res[0]->type,
				  count_of (e, (__int128) n + 2 * (__int128) k));

  if (!n && k && s->index != PAD_ZERO)
    eval_error (e, "an empty vector is padded");
  for (i = 0; i < v.vec->n; i++)
    {
      __int128 at = (__int128) i - (__int128) k;
      struct value *to = value_vec_place (e, &v, i);

      if (s->index == PAD_ZERO && (at < 0 || at >= (__int128) n))
	*to = zero_of (e, a[1].type->elem, n ? &first : NULL);
      else
	*to = value_vec_at (e, &a[1], padded_index ((enum pad_mode) s->index, at, n));
    }
  return v;
}

bool
eval_index_op (struct eval *e, struct fir_stmt *s, const struct value *a, struct value *res)
{
  switch (s->op)
    {
    case FIR_VIEWS:
      *res = strided (e, s->res[0]->type, &a[0], (s->nargs - 1) / 2, a + 1);
      return true;
    case FIR_SEGMENTS:
      *res = op_segments (e, s, a);
      return true;
    case FIR_WINDOW:
      *res = op_window (e, s, a);
      return true;
    case FIR_LENGTHS:
    case FIR_OFFSETS:
      *res = op_lengths (e, s, &a[0]);
      return true;
    case FIR_TRANSPOSE:
      *res = op_transpose (e, s, &a[0]);
      return true;
    case FIR_ROTATE:
      *res = op_rotate (e, s, a);
      return true;
    case FIR_CONCAT:
      *res = op_concat (e, s, a);
      return true;
    case FIR_PAD:
      *res = op_pad (e, s, a);
      return true;
    default:
      return false;
    }
}

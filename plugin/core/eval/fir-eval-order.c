/* The vector operations that order or group their elements, evaluated: sort, sortby, groupby,
   bucket, partition.

   Simply by a stable merge sort of the numbers of the elements, whatever lowering does.  If an
   element, a key or a comparison fails, there is no result.  A failure in a comparison is one of
   element 0: which pairs are compared is unspecified.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

#include <string.h>

struct order
{
  struct eval *e;
  struct fir_stmt *s;
  uint64_t n;
  struct value *x;		/* the elements */
  struct value *key;		/* their keys; NULL: the statement's function compares */
  uint64_t *at;			/* their numbers, which are sorted */
  uint64_t *room;
  bool failed;
};

/* The elements of X into O.  */
static void
order_init (struct order *o, struct eval *e, struct fir_stmt *s, const struct value *x)
{
  uint64_t i;

  memset (o, 0, sizeof *o);
  o->e = e;
  o->s = s;
  o->n = x->vec->n;
  o->x = CTX_NEWV (e->ctx, struct value, o->n);
  o->at = CTX_NEWV (e->ctx, uint64_t, o->n);
  o->room = CTX_NEWV (e->ctx, uint64_t, o->n);
  for (i = 0; i < o->n; i++)
    {
      o->x[i] = value_vec_at (e, x, i);
      o->at[i] = i;
      o->failed |= o->x[i].kind == VAL_NONE;
    }
}

/* The key of each element.  */
static void
order_keys (struct order *o)
{
  uint64_t i;

  o->key = CTX_NEWV (o->e->ctx, struct value, o->n);
  for (i = 0; i < o->n; i++)
    if (!eval_fn (o->e, o->s->fns[0], i, &o->x[i], 1, &o->key[i]))
      {
	o->key[i] = value_failed (NULL);
	o->failed = true;
      }
}

/* X < Y as keys: NaNs are greater than all else, and equal.  */
static bool
key_less (const struct value *x, const struct value *y)
{
  if (x->kind == VAL_FLOAT)
    return x->re == x->re && (y->re != y->re || x->re < y->re);
  if (scalar_info[x->type->scalar].is_signed)
    return x->i < y->i;
  return (unsigned __int128) x->i < (unsigned __int128) y->i;
}

static bool
less (struct order *o, uint64_t i, uint64_t j)
{
  struct value pair[2], c;

  eval_step (o->e);
  o->e->cost.work += o->key != NULL;
  if (o->key)
    return key_less (&o->key[i], &o->key[j]);
  pair[0] = o->x[i];
  pair[1] = o->x[j];
  if (eval_fn (o->e, o->s->fns[0], 0, pair, 1, &c))
    return value_true (o->e, &c);
  o->failed = true;
  return false;
}

/* Merge the numbers from B to M, which are in order, and those from M to END: of equal ones the
   first stays first.  */
static void
merge (struct order *o, uint64_t b, uint64_t m, uint64_t end)
{
  uint64_t i = b, j = m;

  for (uint64_t k = b; k < end; k++)
    if (i < m && (j == end || !less (o, o->at[j], o->at[i])))
      o->room[k] = o->at[i++];
    else
      o->room[k] = o->at[j++];
  memcpy (o->at + b, o->room + b, (size_t) (end - b) * sizeof *o->at);
}

/* Sort the numbers from B to END: of equal ones the first stays first.  */
static void
merge_sort (struct order *o, uint64_t b, uint64_t end)
{
  uint64_t m = b + (end - b) / 2;

  if (end - b < 2)
    return;
  merge_sort (o, b, m);
  merge_sort (o, m, end);
  merge (o, b, m, end);
}

/* The elements numbers B to END of the order, as a vector of type T.  */
static struct value
ordered (struct order *o, const struct type *t, uint64_t b, uint64_t end)
{
  struct value *v = CTX_NEWV (o->e->ctx, struct value, end - b);
  uint64_t k;

  for (k = b; k < end; k++)
    v[k - b] = o->x[o->at[k]];
  return value_vec_of (o->e, t, end - b, v);
}

static struct value
op_sort (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  const struct type *t = s->res[0]->type;
  struct order o;

  order_init (&o, e, s, x);
  if (s->op != FIR_SORT)
    order_keys (&o);
  if (!o.failed)
    merge_sort (&o, 0, o.n);
  return o.failed ? value_failed (t) : ordered (&o, t, 0, o.n);
}

/* Merge X[0] and X[1]: of equal ones those of X[0] come first.  */
static struct value
op_merge (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  uint64_t m = x[0].vec->n, n = x[1].vec->n;
  struct value *v = CTX_NEWV (e->ctx, struct value, m + n), all;
  struct order o;

  for (uint64_t k = 0; k < m + n; k++)
    v[k] = k < m ? value_vec_at (e, &x[0], k) : value_vec_at (e, &x[1], k - m);
  all = value_vec_of (e, s->res[0]->type, m + n, v);
  order_init (&o, e, s, &all);
  merge (&o, 0, m, m + n);
  return o.failed ? value_failed (s->res[0]->type) : ordered (&o, s->res[0]->type, 0, o.n);
}

static struct value
op_group_by (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  const struct type *t = s->res[0]->type;
  uint64_t k, from = 0, groups = 0;
  struct value *rows;
  struct order o;

  order_init (&o, e, s, x);
  order_keys (&o);
  if (o.failed)
    return value_failed (t);
  merge_sort (&o, 0, o.n);
  rows = CTX_NEWV (e->ctx, struct value, o.n);
  for (k = 1; k <= o.n; k++)
    if (k == o.n || key_less (&o.key[o.at[k - 1]], &o.key[o.at[k]]))
      {
	rows[groups++] = ordered (&o, t->elem, from, k);
	from = k;
      }
  return value_vec_of (e, t, groups, rows);
}

bool
eval_index (struct eval *e, struct fir_stmt *s, unsigned operand, uint64_t elem,
	    const struct value *ix, uint64_t n, uint64_t *i)
{
  uint64_t at[4] = { operand, elem, value_size (e, ix), n };
  bool is_signed = scalar_info[ix->type->scalar].is_signed;
  unsigned bits = 8 * scalar_info[ix->type->scalar].bytes;
  unsigned __int128 u = (unsigned __int128) ix->i;

  *i = at[2];
  if (is_signed ? ix->i >= 0 && u < n : u < n)
    return true;
  *i = (uint64_t) -1;
  /* (I) -1 is nowhere.  */
  if (s->op != FIR_PERMUTE
      && (is_signed ? ix->i == -1
	  : u == (bits == 128 ? ~(unsigned __int128) 0 : ((unsigned __int128) 1 << bits) - 1)))
    return true;
  eval_fail (e, s->order, eval_who (e, elem), s->site, eval_check_text (e, CHECK_INDEX_AT, at));
  return false;
}

static struct value
op_bucket (struct eval *e, struct fir_stmt *s, const struct value *a)
{
  const struct type *t = s->res[0]->type;
  uint64_t n = value_size (e, &a[0]), k, b, *in, *count;
  struct value v;
  struct order o;

  order_init (&o, e, s, &a[1]);
  order_keys (&o);
  v = value_vec_new (e, t, n);
  in = CTX_NEWV (e->ctx, uint64_t, o.n);
  count = CTX_NEWV (e->ctx, uint64_t, n);
  for (k = 0; k < o.n; k++)
    if (o.key[k].kind == VAL_NONE || !eval_index (e, s, 2, k, &o.key[k], n, &in[k]))
      o.failed = true;
    else if (in[k] != (uint64_t) -1)
      count[in[k]]++;
  if (o.failed)
    return value_failed (t);
  for (b = 0; b < n; b++)
    {
      v.vec->rows[b] = value_vec_new (e, t->elem, count[b]);
      count[b] = 0;
    }
  for (k = 0; k < o.n; k++)
    if (in[k] != (uint64_t) -1)
      *value_vec_place (e, &v.vec->rows[in[k]], count[in[k]]++) = o.x[k];
  return v;
}

static struct value
op_partition (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  const struct type *t = s->res[0]->type;
  struct value *rows = CTX_NEWV (e->ctx, struct value, 2), *kept[2], c;
  uint64_t i, count[2] = { 0, 0 };
  struct order o;

  order_init (&o, e, s, x);
  kept[0] = CTX_NEWV (e->ctx, struct value, o.n);
  kept[1] = CTX_NEWV (e->ctx, struct value, o.n);
  for (i = 0; i < o.n; i++)
    if (!eval_fn (e, s->fns[0], i, &o.x[i], 1, &c))
      o.failed = true;
    else
      {
	bool out = !value_true (e, &c);

	kept[out][count[out]++] = o.x[i];
      }
  if (o.failed)
    return value_failed (t);
  rows[0] = value_vec_of (e, t->elem, count[0], kept[0]);
  rows[1] = value_vec_of (e, t->elem, count[1], kept[1]);
  return value_vec_of (e, t, 2, rows);
}

bool
eval_order_op (struct eval *e, struct fir_stmt *s, const struct value *a, struct value *res)
{
  switch (s->op)
    {
    case FIR_SORT:
    case FIR_SORT_BY:
    case FIR_RADIX:
      *res = op_sort (e, s, &a[0]);
      return true;
    case FIR_MERGE:
      *res = op_merge (e, s, a);
      return true;
    case FIR_GROUP_BY:
      *res = op_group_by (e, s, &a[0]);
      return true;
    case FIR_BUCKET:
      *res = op_bucket (e, s, a);
      return true;
    case FIR_PARTITION:
      *res = op_partition (e, s, &a[0]);
      return true;
    default:
      return false;
    }
}

/* Operations on rows that lowering does not handle, as compositions.

     pad.zero k x           z, of the first row's shape and all zero; k times z, x, k times z
     bins f i n ix x        the rows of x in the order of their bins, cut where the bins end, and a
			    reduction from i of each
     binsinto f d ix x      the same, that of bin b from d[b]
     gather ix x            a check of the first index that is none; a map that takes rows

   Rows of other operations: expand-order.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

static struct fir_atom
op2 (struct expand *x, struct fir_stmt *s, struct fir_block *b, enum fir_op op,
     const struct type *t, struct fir_atom p, struct fir_atom q)
{
  struct fir_atom args[2] = { p, q };

  return fir_atom_var (expand_term (x, s, b, op, t, 2, args, 0)->res[0]);
}

static struct fir_atom
len (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom v)
{
  return fir_atom_var (expand_term (x, s, b, FIR_LEN, type_size (x->p->ctx), 1, &v, 0)->res[0]);
}

/* --- pad.zero -------------------------------------------------------------------------------- */

/* The zero of T, no vector, into B; absent if it has none.  */
static struct fir_atom
zero_of (struct expand *x, struct fir_block *b, const struct type *t)
{
  struct fir_atom *args;

  if (t->kind == TYPE_SCALAR && !type_is_integral (t))
    return fir_atom_float (x->p, t, 0);
  if (t->kind == TYPE_SCALAR || t->kind == TYPE_PTR)
    return fir_atom_int (x->p, t, 0);
  if (t->kind != TYPE_RECORD)
    return FIR_NONE;
  args = CTX_NEWV (x->p->ctx, struct fir_atom, t->nfields);
  for (unsigned k = 0; k < t->nfields; k++)
    {
      args[k] = zero_of (x, b, t->fields[k].type);
      if (fir_atom_none (args[k]))
	return FIR_NONE;
    }
  return fir_prim (x->p, b, FIR_RECORD, t, t->nfields, args);
}

/* V with ZERO, or the zero of their type if that is absent, for its base elements, into B.  */
static struct fir_atom
zeros_like (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom v,
	    struct fir_atom zero)
{
  const struct type *t = fir_atom_type (v)->elem;
  struct fir_stmt *map = expand_term (x, s, b, FIR_MAP, fir_atom_type (v), 1, &v, 1);
  struct fir_atom r;

  map->fns[0] = fir_fn_new (x->p, 1, &t);
  if (type_is_vec (t))
    r = zeros_like (x, s, map->fns[0]->body, fir_atom_var (map->fns[0]->params[0]), zero);
  else
    r = fir_atom_none (zero) ? zero_of (x, map->fns[0]->body, t) : zero;
  fir_block_return (x->p, map->fns[0]->body, 1, &r);
  return fir_atom_var (map->res[0]);
}

/* The vector of type T without elements, into B.  */
static struct fir_atom
nothing (struct expand *x, struct fir_stmt *s, struct fir_block *b, const struct type *t)
{
  unsigned n = type_levels (t);
  struct fir_atom *args = CTX_NEWV (x->p->ctx, struct fir_atom, n + 1);

  args[0] = fir_atom_int (x->p, type_ptr (x->p->ctx, type_base (t), 0), 0);
  for (unsigned k = 1; k <= n; k++)
    args[k] = fir_atom_size (x->p, 0);
  return fir_atom_var (expand_term (x, s, b, FIR_VIEW, t, n + 1, args, 0)->res[0]);
}

/* pad.zero K V, of rows, with ZERO as above, into B as of S.  */
static struct fir_atom
pad_rows (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom k,
	  struct fir_atom v, struct fir_atom zero)
{
  const struct type *t = fir_atom_type (v);
  struct fir_atom n = len (x, s, b, v), r, args[3];
  struct fir_stmt *c = expand_term (x, s, b, FIR_IF, t->elem, 1, &n, 2);

  c->fns[0] = fir_fn_new (x->p, 0, NULL);
  c->fns[1] = fir_fn_new (x->p, 0, NULL);
  r = op2 (x, s, c->fns[0]->body, FIR_ROW, t->elem, v, fir_atom_size (x->p, 0));
  r = zeros_like (x, s, c->fns[0]->body, r, zero);
  fir_block_return (x->p, c->fns[0]->body, 1, &r);
  r = nothing (x, s, c->fns[1]->body, t->elem);
  fir_block_return (x->p, c->fns[1]->body, 1, &r);
  args[0] = args[2] = op2 (x, s, b, FIR_REPLICATE, t, k, fir_atom_var (c->res[0]));
  args[1] = v;
  return fir_atom_var (expand_term (x, s, b, FIR_CONCAT, t, 3, args, 0)->res[0]);
}

bool
expand_pad (struct expand *x, struct fir_stmt *s)
{
  const struct type *t = fir_atom_type (s->args[1]);
  struct fir_block *b = fir_block_new (x->p);

  if (s->index != PAD_ZERO || !type_is_vec (t->elem)
      || fir_atom_none (zero_of (x, fir_block_new (x->p), type_base (t))))
    return false;
  return expand_end (x, s, b, pad_rows (x, s, b, s->args[0], s->args[1], FIR_NONE));
}

struct fir_atom
pass_pad_rows (struct fir_prog *p, struct fir_block *b, uint32_t site, unsigned order,
	       struct fir_atom k, struct fir_atom v, struct fir_atom zero)
{
  struct expand x = { .p = p };
  struct fir_stmt of = { .site = site, .order = order };

  return pad_rows (&x, &of, b, k, v, zero);
}

/* --- bins ------------------------------------------------------------------------------------ */

/* tabulate { (i) ... } N with results of type T, into B.  */
static struct fir_stmt *
tabulate (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom n,
	  const struct type *t)
{
  const struct type *size = type_size (x->p->ctx);
  struct fir_stmt *r = expand_term (x, s, b, FIR_TABULATE, type_vec (x->p->ctx, t), 1, &n, 1);

  r->fns[0] = fir_fn_new (x->p, 1, &size);
  return r;
}

/* The number of the bin of each of IX, N for none; the check says OPERAND.  */
static struct fir_atom
bin_numbers (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom ix,
	     struct fir_atom n, unsigned operand)
{
  const struct type *size = type_size (x->p->ctx), *i32 = type_i32 (x->p->ctx);
  struct fir_stmt *tab = tabulate (x, s, b, len (x, s, b, ix), size);
  struct fir_block *body = tab->fns[0]->body;
  struct fir_atom k = fir_atom_var (tab->fns[0]->params[0]), v, j, below, good, pick[3], check[4];

  v = op2 (x, s, body, FIR_AT, fir_atom_type (ix)->elem, ix, k);
  j = pass_as_size (x->p, body, v, INT64_MAX);
  below = fir_prim2 (x->p, body, FIR_LT, i32, j, n);
  good = fir_prim2 (x->p, body, FIR_EQ, i32, v, fir_atom_int (x->p, fir_atom_type (v), -1));
  good = fir_prim2 (x->p, body, FIR_BOR, i32, below, good);
  /* The check holds of 0 and 1, too.  */
  pick[0] = good;
  pick[1] = fir_atom_size (x->p, 0);
  pick[2] = j;
  check[2] = fir_prim (x->p, body, FIR_SELECT, size, 3, pick);
  pick[1] = fir_atom_size (x->p, 1);
  pick[2] = n;
  check[3] = fir_prim (x->p, body, FIR_SELECT, size, 3, pick);
  check[0] = fir_atom_size (x->p, operand);
  check[1] = k;
  expand_check (x->p, body, s, CHECK_INDEX_AT, 4, check);
  pick[0] = below;
  pick[1] = j;
  pick[2] = n;
  v = fir_prim (x->p, body, FIR_SELECT, size, 3, pick);
  fir_block_return (x->p, body, 1, &v);
  return fir_atom_var (tab->res[0]);
}

/* The rows of V in segments, one a bin: the bucket of their numbers.  */
static struct fir_atom
rows_of_bins (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom keys,
	      struct fir_atom n, struct fir_atom v)
{
  const struct type *size = type_size (x->p->ctx), *u = type_vec (x->p->ctx, size);
  struct fir_atom args[4], more, order, offsets, kept, r;
  struct fir_stmt *t;

  more = op2 (x, s, b, FIR_ADD, size, n, fir_atom_size (x->p, 1));
  args[2] = pass_numbers (x->p, b, s->site, len (x, s, b, keys), fir_atom_size (x->p, 0));
  args[0] = keys;
  args[1] = more;
  order = fir_atom_var (expand_term (x, s, b, FIR_ORDERING, u, 3, args, 0)->res[0]);
  args[0] = fir_atom_size (x->p, 0);
  args[1] = more;
  args[2] = keys;
  args[3] = op2 (x, s, b, FIR_REPLICATE, u, len (x, s, b, keys), fir_atom_size (x->p, 1));
  t = expand_term (x, s, b, FIR_BINS, u, 4, args, 1);
  t->fns[0] = fir_fn_of_op (x->p, FIR_ADD, size, size);
  args[1] = fir_atom_var (t->res[0]);
  t = expand_term (x, s, b, FIR_EXSCAN, u, 2, args, 1);
  t->fns[0] = fir_fn_of_op (x->p, FIR_ADD, size, size);
  offsets = fir_atom_var (t->res[0]);
  kept = op2 (x, s, b, FIR_AT, size, offsets, n);
  t = tabulate (x, s, b, kept, fir_atom_type (v)->elem);
  r = op2 (x, s, t->fns[0]->body, FIR_AT, size, order, fir_atom_var (t->fns[0]->params[0]));
  r = op2 (x, s, t->fns[0]->body, FIR_ROW, fir_atom_type (v)->elem, v, r);
  fir_block_return (x->p, t->fns[0]->body, 1, &r);
  return op2 (x, s, b, FIR_SEGMENTS, type_vec (x->p->ctx, fir_atom_type (v)),
	      fir_atom_var (t->res[0]), offsets);
}

bool
expand_bins (struct expand *x, struct fir_stmt *s)
{
  bool into = s->op == FIR_BINS_INTO;
  struct fir_atom ix = s->args[into ? 1 : 2], v = s->args[into ? 2 : 3], n, segs, args[2], i, r;
  const struct type *t = fir_atom_type (v);
  struct fir_block *b = fir_block_new (x->p);
  struct fir_stmt *tab, *red;

  if (!type_is_vec (t->elem) || expand_row_bins_wait (x, s))
    return false;
  n = into ? len (x, s, b, s->args[0]) : s->args[1];
  segs = rows_of_bins (x, s, b, bin_numbers (x, s, b, ix, n, into ? 3 : 4), n, v);
  tab = tabulate (x, s, b, n, t->elem);
  i = fir_atom_var (tab->fns[0]->params[0]);
  args[0] = s->args[0];
  if (into)
    args[0] = op2 (x, s, tab->fns[0]->body, FIR_ROW, t->elem, s->args[0], i);
  args[1] = op2 (x, s, tab->fns[0]->body, FIR_ROW, t, segs, i);
  red = expand_term (x, s, tab->fns[0]->body, FIR_REDUCE, t->elem, 2, args, 1);
  red->fns[0] = s->fns[0];
  r = fir_atom_var (red->res[0]);
  fir_block_return (x->p, tab->fns[0]->body, 1, &r);
  return expand_end (x, s, b, fir_atom_var (tab->res[0]));
}

/* --- gather ---------------------------------------------------------------------------------- */

/* The least k for which IX[k] is not below N, the largest u64 if there is none, into B.  */
static struct fir_atom
first_outside (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom ix,
	       struct fir_atom n)
{
  const struct type *size = type_size (x->p->ctx), *i32 = type_i32 (x->p->ctx);
  const struct type *types[2] = { fir_atom_type (ix)->elem, size };
  struct fir_atom none = fir_atom_size (x->p, UINT64_MAX), args[3];
  struct fir_stmt *map;
  struct fir_fn *fn;

  args[0] = ix;
  args[1] = pass_numbers (x->p, b, s->site, len (x, s, b, ix), fir_atom_size (x->p, 0));
  map = expand_term (x, s, b, FIR_MAP, type_vec (x->p->ctx, size), 2, args, 1);
  fn = map->fns[0] = fir_fn_new (x->p, 2, types);
  args[0] = fir_prim1 (x->p, fn->body, FIR_CONV, size, fir_atom_var (fn->params[0]));
  args[0] = fir_prim2 (x->p, fn->body, FIR_LT, i32, args[0], n);
  args[1] = none;
  args[2] = fir_atom_var (fn->params[1]);
  args[0] = fir_prim (x->p, fn->body, FIR_SELECT, size, 3, args);
  fir_block_return (x->p, fn->body, 1, args);
  return expand_reduce (x, s, b, FIR_MIN, none, fir_atom_var (map->res[0]));
}

/* IX[K] as a u64 if C, else 0, into B.  */
static struct fir_atom
index_if (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom c,
	  struct fir_atom ix, struct fir_atom k)
{
  const struct type *size = type_size (x->p->ctx);
  struct fir_stmt *t = expand_term (x, s, b, FIR_IF, size, 1, &c, 2);
  struct fir_atom r[2] = { FIR_NONE, fir_atom_size (x->p, 0) };

  t->site = t->order = 0;
  for (unsigned a = 0; a < 2; a++)
    t->fns[a] = fir_fn_new (x->p, 0, NULL);
  r[0] = fir_prim1 (x->p, t->fns[0]->body, FIR_CONV, size,
		    fir_element (x->p, t->fns[0]->body, ix, k));
  for (unsigned a = 0; a < 2; a++)
    fir_block_return (x->p, t->fns[a]->body, 1, &r[a]);
  return fir_atom_var (t->res[0]);
}

/* Have X and Y as many rows, by what they are?  */
static bool
as_many_rows (struct fir_atom x, struct fir_atom y)
{
  struct fir_stmt *s = fir_atom_def (x), *t = fir_atom_def (y);

  return fir_atom_equal (x, y)
	 || (s && t && s->op == FIR_SEGMENTS && t->op == FIR_SEGMENTS
	     && fir_atom_equal (s->args[1], t->args[1]));
}

/* Has a gather before S checked the same indices for as many rows?  If not, S does so.  */
static bool
checked_before (struct expand *x, struct fir_stmt *s)
{
  struct expand_checked *c;

  for (c = x->checked; c; c = c->up)
    if (fir_atom_equal (c->ix, s->args[0]) && as_many_rows (c->rows, s->args[1]))
      return true;
  c = CTX_NEW (x->p->ctx, struct expand_checked);
  *c = (struct expand_checked) { x->checked, s->args[0], s->args[1] };
  x->checked = c;
  return false;
}

/* Of the region, by indices in memory: rows are longer than an index, so that looking at the
   indices first costs little, and a loop that cannot fail fuses with those behind a check.  Even
   rows stay, so that they are known to be even.  */
bool
expand_gather (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = type_size (x->p->ctx), *row = fir_atom_type (s->args[1])->elem;
  struct fir_atom ix = s->args[0], zero = fir_atom_size (x->p, 0), n, k, c, args[4], pick[3];
  struct fir_stmt *map;
  struct fir_fn *fn;

  if (s->parent != x->r->body || !type_is_vec (row) || fir_even_rows (s->args[1], 1)
      || !expand_in_memory (ix) || s->check != CHECK_INDEX_AT
      || fir_atom_type (ix)->elem->size > size->size)
    return false;
  if (!ctx_site_unchecked (x->p->ctx, s->site) && !checked_before (x, s))
    {
      n = len (x, s, b, s->args[1]);
      k = first_outside (x, s, b, ix, n);
      pick[0] = c = fir_prim2 (x->p, b, FIR_NE, type_i32 (x->p->ctx), k,
			       fir_atom_size (x->p, UINT64_MAX));
      args[0] = fir_atom_size (x->p, 1);
      pick[1] = k;
      pick[2] = zero;
      args[1] = fir_prim (x->p, b, FIR_SELECT, size, 3, pick);
      args[2] = index_if (x, s, b, c, ix, k);
      pick[1] = n;
      pick[2] = args[0];
      args[3] = fir_prim (x->p, b, FIR_SELECT, size, 3, pick);
      expand_check (x->p, b, s, CHECK_INDEX_AT, 4, args);
    }
  map = expand_term (x, s, b, FIR_MAP, s->res[0]->type, 1, &ix, 1);
  fn = map->fns[0] = fir_fn_new (x->p, 1, &fir_atom_type (ix)->elem);
  k = fir_prim1 (x->p, fn->body, FIR_CONV, size, fir_atom_var (fn->params[0]));
  k = op2 (x, s, fn->body, FIR_ROW, row, s->args[1], k);
  fir_block_return (x->p, fn->body, 1, &k);
  return expand_end (x, s, b, fir_atom_var (map->res[0]));
}

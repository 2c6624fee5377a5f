/* Evaluation of IMP: vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-eval-int.h"

struct eval_vec *
machine_want_vec (struct machine *m, struct value *v)
{
  if (v->kind != VAL_VEC)
    eval_error (m->e, "a vector was expected");
  if (v->vec->refs <= 0 && !(v->vec->room && v->vec->room->refs > 0))
    eval_error (m->e, "a vector that was released is used");
  return v->vec;
}

/* The first base element of V.  */
static struct value
first_base (struct machine *m, const struct type *t, struct value *v)
{
  struct eval_vec *x = v->vec;
  while (x->rows)
    {
      uint64_t i = 0;
      while (i < x->n && value_vec_total (&x->rows[i]) == 0)
	i++;
      if (i == x->n)
	return value_ptr (t, NULL, 0);
      x = x->rows[i].vec;
    }
  (void) m;
  return value_ptr (t, x->n ? x->buf : NULL, x->off);
}

/* Are the base elements of V contiguous from element AT of buffer B on?  AT advances.  */
static bool
lies_at (struct value *v, struct eval_buffer *b, int64_t *at)
{
  struct eval_vec *x = v->vec;
  if (!x->rows)
    {
      bool ok = x->n == 0 || (x->buf == b && x->off == *at && (x->step == 1 || x->n == 1));
      *at += (int64_t) x->n;
      return ok;
    }
  for (uint64_t i = 0; i < x->n; i++)
    if (!lies_at (&x->rows[i], b, at))
      return false;
  return true;
}

/* A vector like V whose base elements lie in B from *AT on; B gets them.  */
static struct value
rebuild (struct machine *m, struct value *v, struct eval_buffer *b, int64_t *at)
{
  struct value r = *v;
  r.vec = CTX_NEW (m->e->ctx, struct eval_vec);
  r.vec->n = v->vec->n;
  r.vec->step = 1;
  if (!v->vec->rows)
    {
      r.vec->buf = b;
      r.vec->off = *at;
      for (uint64_t i = 0; i < v->vec->n; i++)
	{
	  struct value *x = value_vec_place (m->e, v, i);

	  machine_touch (m, v->vec->buf, (uint64_t) (x - v->vec->buf->v), READS);
	  b->v[(*at)++] = *x;
	}
      return r;
    }
  r.vec->rows = CTX_NEWV (m->e->ctx, struct value, v->vec->n);
  for (uint64_t i = 0; i < v->vec->n; i++)
    {
      r.vec->rows[i] = rebuild (m, &v->vec->rows[i], b, at);
      r.vec->rows[i].vec->refs = 1;
    }
  return r;
}

/* A copy of V.  */
static struct value
copy_of (struct machine *m, struct value *v, const char *name)
{
  machine_want_vec (m, v);
  struct eval_buffer *b
    = eval_buffer_new (m->e, NULL, type_base (v->type), value_vec_total (v));
  int64_t at = 0;
  machine_copied (m, b, b->n);
  return machine_own_vec (m, rebuild (m, v, b, &at), name);
}

static struct value
contiguous (struct machine *m, struct value *v)
{
  struct value p = first_base (m, v->type, v);
  int64_t at = p.off;
  machine_want_vec (m, v);
  if (!lies_at (v, p.buf, &at))
    return copy_of (m, v, "contiguous");
  v->vec->refs++;
  return *v;
}

/* --- Loose vectors: laid out anew, with gaps, a slope to each level -------------------------- */

/* Of V at LEVEL, all segments being alike: how many, and a vector of that level.  */
static uint64_t
extent (struct machine *m, const struct value *v, uint64_t level, const struct value **at)
{
  for (; level > 0; level--)
    {
      if (v->vec->n == 0)
	return 0;
      for (uint64_t i = 1; i < v->vec->n; i++)
	if (v->vec->rows[i].vec->n != v->vec->rows[0].vec->n)
	  eval_error (m->e, "a loose vector that is not regular");
      v = &v->vec->rows[0];
    }
  *at = v;
  return v->vec->n;
}

static uint64_t
slope_of (const struct type *t, uint64_t level)
{
  const struct type *base = type_base (t);
  return type_is_integral (base) && (base->size == 4 || base->size == 8) ? 3 + level : 0;
}

/* V's elements to B from AT on, STEP at each level, less MORE.  */
static struct value
spread (struct machine *m, const struct value *v, struct eval_buffer *b, int64_t at,
	const int64_t *step, const uint64_t *slope, uint64_t more)
{
  struct value r = *v;
  r.vec = CTX_NEW (m->e->ctx, struct eval_vec);
  *r.vec = (struct eval_vec) { .n = v->vec->n, .step = step[0], .refs = 1 };
  if (v->vec->rows)
    r.vec->rows = CTX_NEWV (m->e->ctx, struct value, v->vec->n);
  else
    {
      r.vec->buf = b;
      r.vec->off = at;
    }
  for (uint64_t i = 0; i < v->vec->n; i++)
    {
      int64_t to = at + (int64_t) i * step[0];
      uint64_t less = more + i * slope[0];
      struct value x = value_vec_at (m->e, v, i);
      if (v->vec->rows)
	r.vec->rows[i] = spread (m, &x, b, to, step + 1, slope + 1, less);
      else
	b->v[to] = less ? value_int (x.type, x.i - (__int128) less) : x;
    }
  return r;
}

static struct value
loose (struct machine *m, struct value *v)
{
  unsigned levels = type_levels (v->type);
  int64_t *step = CTX_NEWV (m->e->ctx, int64_t, levels), size = 2;
  uint64_t *slope = CTX_NEWV (m->e->ctx, uint64_t, levels);
  const struct value *at;
  machine_want_vec (m, v);
  for (unsigned k = levels; k-- > 0;)
    {
      step[k] = size;
      slope[k] = slope_of (v->type, k);
      size = size * (int64_t) extent (m, v, k, &at) + 1;
    }
  struct eval_buffer *b = eval_buffer_new (m->e, NULL, type_base (v->type), (uint64_t) size);
  machine_copied (m, b, value_vec_total (v));
  return machine_own_vec (m, spread (m, v, b, 0, step, slope, 0), "loose");
}

/* How far the elements of LEVEL of V are apart.  */
static uint64_t
stride (struct machine *m, const struct value *v, uint64_t level)
{
  const struct value *at = v;
  if (extent (m, v, level, &at) < 2)
    return 0;
  if (!at->vec->rows)
    return (uint64_t) at->vec->step;
  struct value x = at->vec->rows[0], y = at->vec->rows[1];
  while (x.vec->n && x.vec->rows)
    {
      x = x.vec->rows[0];
      y = y.vec->rows[0];
    }
  return (uint64_t) (y.vec->off - x.vec->off);
}

struct value
machine_alias (struct machine *m, struct value *v, const char *name)
{
  struct value r = *v;
  r.vec = CTX_NEW (m->e->ctx, struct eval_vec);
  *r.vec = *v->vec;
  return machine_own_vec (m, r, name);
}

static struct value
view (struct machine *m, struct imp_expr *x, struct value *p, const struct value *dims)
{
  uint64_t n[8];
  unsigned levels = type_levels (x->type);
  for (unsigned k = 0; k < levels; k++)
    n[k] = (uint64_t) dims[k].i;
  return machine_own_vec (m, value_vec_view (m->e, x->type, p, levels, n), "view");
}

/* It must not be released: the reference belongs to something else.  */
static struct value
lend (struct machine *m, struct imp_expr *x, struct value *args)
{
  uint64_t n = (uint64_t) args[2].i;
  struct value r = value_vec_view (m->e, x->type, &args[0], 1, &n);
  r.vec->refs = 0;
  return r;
}

/* The elements FROM to TO of V as a vector.  */
static struct value
part (struct machine *m, struct value *v, uint64_t from, uint64_t to)
{
  struct value r = *v;
  if (from > to || to > v->vec->n)
    eval_error (m->e, "a segment that ends behind its vector");
  r.vec = CTX_NEW (m->e->ctx, struct eval_vec);
  *r.vec = *v->vec;
  r.vec->refs = 1;
  r.vec->n = to - from;
  r.vec->off += (int64_t) from * v->vec->step;
  if (v->vec->rows)
    r.vec->rows = v->vec->rows + from;
  return r;
}

/* The elements of V from *AT on as a vector of type T, K regular levels DIMS in the place of V's
   outermost one.  */
static struct value
regular (struct machine *m, const struct type *t, struct value *v, unsigned k,
	 const struct value *dims, uint64_t *at)
{
  uint64_t n = (uint64_t) dims[0].i;
  if (k == 1)
    {
      *at += n;
      return part (m, v, *at - n, *at);
    }
  struct value r = value_vec_new (m->e, t, n);
  r.vec->refs = 1;
  for (uint64_t i = 0; i < n; i++)
    r.vec->rows[i] = regular (m, t->elem, v, k - 1, dims + 1, at);
  return r;
}

static struct value
reshape (struct machine *m, struct imp_expr *x, struct value *args)
{
  uint64_t at = 0;
  machine_want_vec (m, &args[0]);
  struct value r = regular (m, x->type, &args[0], x->nargs - 1, args + 1, &at);
  machine_release (m, &args[0]);
  return machine_own_vec (m, r, "reshape");
}

static struct value
base_part (struct machine *m, const struct type *t, struct value *v, uint64_t b, uint64_t n)
{
  struct value p = first_base (m, type_ptr (m->e->ctx, t->elem, 0), v);
  machine_want_vec (m, v);
  p.off += (int64_t) b;
  if (b + n > value_vec_total (v))
    eval_error (m->e, "a part that ends behind its vector");
  return machine_own_vec (m, value_vec_view (m->e, t, &p, 1, &n), "part");
}

static struct value
segments (struct machine *m, const struct type *t, struct value *v, struct value *offsets)
{
  machine_want_vec (m, v);
  uint64_t n = machine_want_vec (m, offsets)->n;
  if (!n)
    eval_error (m->e, "segments without offsets");
  struct value r = value_vec_new (m->e, t, n - 1);
  for (uint64_t i = 0; i + 1 < n; i++)
    {
      struct value a = value_vec_at (m->e, offsets, i), b = value_vec_at (m->e, offsets, i + 1);
      r.vec->rows[i] = part (m, v, (uint64_t) a.i, (uint64_t) b.i);
    }
  machine_release (m, v);
  machine_release (m, offsets);
  return machine_own_vec (m, r, "segments");
}

/* Put where the rows of LEVEL of V end behind *AT, which moves on.  */
static void
put_ends (struct machine *m, struct value *to, struct value *v, uint64_t level, uint64_t *i,
	  uint64_t *at)
{
  for (uint64_t k = 0; k < v->vec->n; k++)
    {
      struct value row = value_vec_at (m->e, v, k);
      if (level)
	{
	  put_ends (m, to, &row, level - 1, i, at);
	  continue;
	}
      *at += row.vec->n;
      if (to)
	*value_vec_place (m->e, to, *i) = value_int (type_size (m->e->ctx), (__int128) *at);
      ++*i;
    }
}

static struct value
offsets (struct machine *m, const struct type *t, struct value *v, uint64_t level)
{
  uint64_t i = 1, at = 0;
  machine_want_vec (m, v);
  put_ends (m, NULL, v, level, &i, &at);
  struct value r = value_vec_new (m->e, t, i);
  i = 1;
  at = 0;
  *value_vec_place (m->e, &r, 0) = value_int (type_size (m->e->ctx), 0);
  put_ends (m, &r, v, level, &i, &at);
  return machine_own_vec (m, r, "offsets");
}

/* --- Rows that are kept: a nested vector with a buffer, whose elements stand for the rows ---- */

static struct value
rows_new (struct machine *m, const struct type *t, uint64_t n)
{
  struct value r = value_vec_new (m->e, t, n);
  r.vec->buf = eval_buffer_new (m->e, "rows", type_size (m->e->ctx), n);
  return machine_own_vec (m, r, "rows");
}

/* Row I of room R, touched.  */
static struct value *
row_place (struct machine *m, struct value *r, uint64_t i, enum touch how)
{
  struct eval_vec *x = machine_want_vec (m, r);
  if (!x->buf)
    eval_error (m->e, "a vector that keeps no rows");
  if (i >= x->n)
    eval_error (m->e, "row %llu of room for %llu", (unsigned long long) i,
		(unsigned long long) x->n);
  machine_touch (m, x->buf, i, how);
  return &x->rows[i];
}

/* The row is a separate handle, which an error does not release; V is borrowed from now on.  */
static void
keep_row (struct machine *m, struct value *r, uint64_t i, struct value *v)
{
  struct value *place = row_place (m, r, i, WRITES);
  machine_want_vec (m, v);
  if (place->kind == VAL_VEC)
    eval_error (m->e, "row %llu is kept twice", (unsigned long long) i);
  *place = *v;
  place->vec = CTX_NEW (m->e->ctx, struct eval_vec);
  *place->vec = *v->vec;
  place->vec->refs = 1;
  machine_hold (m, place->vec);
  machine_release (m, v);
  v->vec->room = r->vec;
}

static struct value
kept_row (struct machine *m, const struct type *t, struct value *r, uint64_t i)
{
  struct value v = *row_place (m, r, i, READS);
  if (v.kind == VAL_VEC)
    return v;
  v = value_vec_new (m->e, t, 0);
  v.vec->refs = 1;
  return v;
}

/* --- Calls ------------------------------------------------------------------------------------ */

struct value
machine_vec_call (struct machine *m, struct imp_expr *x, struct value *a)
{
  struct value none = { .kind = VAL_NONE }, r;
  const struct value *at;
  switch (x->fn)
    {
    case IMP_FN_LEN: return machine_size_value (m, machine_want_vec (m, &a[0])->n);
    case IMP_FN_TOTAL:
      machine_want_vec (m, &a[0]);
      return machine_size_value (m, value_vec_total (&a[0]));
    case IMP_FN_LOOSE: return loose (m, &a[0]);
    case IMP_FN_EXTENT: return machine_size_value (m, extent (m, &a[0], (uint64_t) a[1].i, &at));
    case IMP_FN_STRIDE: return machine_size_value (m, stride (m, &a[0], (uint64_t) a[1].i));
    case IMP_FN_SLOPE: return machine_size_value (m, slope_of (a[0].type, (uint64_t) a[1].i));
    case IMP_FN_BASE:
    case IMP_FN_DATA:
      machine_want_vec (m, &a[0]);
      return first_base (m, x->type, &a[0]);
    case IMP_FN_CONTIGUOUS: return contiguous (m, &a[0]);
    case IMP_FN_COPY:
    case IMP_FN_KEEP: return copy_of (m, &a[0], "copy");
    case IMP_FN_LASTING:
      r = copy_of (m, &a[0], "lasting");
      machine_release (m, &a[0]);
      return r;
    case IMP_FN_LEND: return lend (m, x, a);
    case IMP_FN_VIEW: return view (m, x, &a[0], a + 2);
    case IMP_FN_ROW:
      machine_want_vec (m, &a[0]);
      r = value_vec_at (m->e, &a[0], (uint64_t) a[1].i);
      return machine_alias (m, &r, "row");
    case IMP_FN_RETAIN:
      machine_want_vec (m, &a[0])->refs++;
      return a[0];
    case IMP_FN_ROWS: return rows_new (m, x->type, (uint64_t) a[0].i);
    case IMP_FN_KEEP_ROW:
      keep_row (m, &a[0], (uint64_t) a[1].i, &a[2]);
      return none;
    case IMP_FN_KEPT_ROW: return kept_row (m, x->type, &a[0], (uint64_t) a[1].i);
    case IMP_FN_RESHAPE: return reshape (m, x, a);
    case IMP_FN_SEGMENTS: return segments (m, x->type, &a[0], &a[1]);
    case IMP_FN_OFFSETS:
      if ((uint64_t) a[1].i >= type_levels (x->args[0]->type) - 1)
	eval_error (m->e, "offsets of a level that there is not");
      return offsets (m, x->type, &a[0], (uint64_t) a[1].i);
    case IMP_FN_PART: return base_part (m, x->type, &a[0], (uint64_t) a[1].i, (uint64_t) a[2].i);
    default: break;
    }
  eval_error (m->e, "no function of vectors");
}

/* Evaluation of IMP: expressions, memory, races.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-eval-int.h"
#include "fir/text.h"
#include "nova/abi.h"

/* --- Races ---------------------------------------------------------------------------------- */

#define NOBODY -1
#define SEVERAL -2

/* The iterations that accessed an element in parfor number EPOCH.  */
struct mark
{
  uint64_t epoch;
  int64_t writer, reader, noter;
};

static bool
another (const struct machine *m, int64_t who)
{
  return who != NOBODY && who != m->iteration;
}

static int64_t
one_more (const struct machine *m, int64_t who)
{
  return another (m, who) ? SEVERAL : m->iteration;
}

/* Several iterations may note one byte, if no other touches it in another way.  */
enum touch { READS, WRITES, NOTES };

static void
touch (struct machine *m, struct eval_buffer *b, uint64_t at, enum touch how)
{
  struct eval *e = m->e;
  if (b->epoch && b->epoch != m->epoch)
    eval_error (e, "%smemory of an iteration that is over is used", b->shown ? "" : "race: ");
  if (b->epoch && b->iteration != m->iteration)
    eval_error (e, "race: iteration %lld of a parfor touches memory of iteration %lld's own",
		(long long) m->iteration, (long long) b->iteration);
  if (!m->epoch)
    return;
  if (!b->aux)
    b->aux = CTX_NEWV (e->ctx, struct mark, b->n ? b->n : 1);
  struct mark *k = (struct mark *) b->aux + at;
  if (k->epoch != m->epoch)
    *k = (struct mark) { m->epoch, NOBODY, NOBODY, NOBODY };
  int64_t who = another (m, k->writer) ? k->writer
		: how != NOTES && another (m, k->noter) ? k->noter
		: how != READS && another (m, k->reader) ? k->reader : NOBODY;
  if (who == SEVERAL)
    eval_error (e, "race: several iterations and %lld of a parfor touch element %llu%s%s",
		(long long) m->iteration, (unsigned long long) at, b->name ? " of " : "",
		b->name ? b->name : "");
  if (who != NOBODY)
    eval_error (e, "race: iterations %lld and %lld of a parfor touch element %llu%s%s",
		(long long) who, (long long) m->iteration, (unsigned long long) at,
		b->name ? " of " : "", b->name ? b->name : "");
  switch (how)
    {
    case READS: k->reader = one_more (m, k->reader); break;
    case WRITES: k->writer = m->iteration; break;
    case NOTES: k->noter = one_more (m, k->noter); break;
    }
}

/* --- Memory --------------------------------------------------------------------------------- */

void
machine_own (struct machine *m, struct eval_buffer *temp, struct eval_vec *vec, const char *name)
{
  struct owned *o = CTX_NEW (m->e->ctx, struct owned);
  o->temp = temp;
  o->vec = vec;
  o->name = name;
  o->next = m->owned;
  m->owned = o;
}

/* MORE handles, 1, -1 or 0, lead to each of V's buffers from now on; without any they are gone.
   Rows that are kept have handles of their own.  */
static void
hold (struct machine *m, const struct eval_vec *v, int more, struct eval_buffer **last)
{
  struct eval_buffer *b = v->buf;

  for (uint64_t i = 0; v->rows && !b && i < v->n; i++)
    if (v->rows[i].kind == VAL_VEC)
      hold (m, v->rows[i].vec, more, last);
  if (!b || v->rows || b == *last)
    return;
  *last = b;
  if (more > 0 && b->dead)
    eval_made (m->e, b->counted);
  if (more < 0 && b->holds == 1)
    m->e->alive -= b->counted;
  if (more >= 0 || b->holds)
    b->holds += (uint64_t) (int64_t) more;
  b->dead = !b->holds;
}

void
machine_hold (struct machine *m, const struct eval_vec *v)
{
  struct eval_buffer *last = NULL;

  hold (m, v, 1, &last);
}

void
machine_drop (struct machine *m, const struct eval_vec *v)
{
  struct eval_buffer *last = NULL;

  hold (m, v, -1, &last);
}

/* V, whose vector is new, as an owned handle.  */
static struct value
own_vec (struct machine *m, struct value v, const char *name)
{
  v.vec->refs = 1;
  machine_own (m, NULL, v.vec, name);
  machine_hold (m, v.vec);
  return v;
}

/* A copy of N elements in B costs these.  */
static void
copied (struct machine *m, struct eval_buffer *b, uint64_t n)
{
  b->counted = n;
  m->e->cost.work += n;
  eval_made (m->e, n);
}

void
machine_release (struct machine *m, struct value *v)
{
  if (v->kind != VAL_VEC || v->vec->refs <= 0)
    eval_error (m->e, "release of a vector that nobody holds");
  if (--v->vec->refs > 0)
    return;
  machine_drop (m, v->vec);
  if (!v->vec->buf || !type_is_vec (v->type->elem))
    return;
  for (uint64_t i = 0; i < v->vec->n; i++)
    if (v->vec->rows[i].kind == VAL_VEC)
      machine_release (m, &v->vec->rows[i]);
}

static struct value
area_pointer (struct machine *m, struct imp_expr *x)
{
  struct eval_buffer *b = m->cells[x->var->id].area;
  if (!b)
    eval_error (m->e, "%s does not exist", x->var->name);
  return value_ptr (type_ptr (m->e->ctx, x->var->type, 0), b, 0);
}

/* The place of P[I], touched.  */
static struct value *
touched (struct machine *m, struct value *p, int64_t i, enum touch how)
{
  struct value *place = eval_place (m->e, p, i);

  touch (m, p->buf, (uint64_t) (place - p->buf->v), how);
  return place;
}

struct value *
machine_place (struct machine *m, struct imp_expr *base, struct value *i, bool write)
{
  struct value p = imp_expr_is_area (base) ? area_pointer (m, base) : machine_expr (m, base);
  struct value *place = touched (m, &p, (int64_t) i->i, write ? WRITES : READS);
  if (write)
    p.buf->changed = true;
  return place;
}

/* --- Vectors -------------------------------------------------------------------------------- */

static struct eval_vec *
want_vec (struct machine *m, struct value *v)
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

	  touch (m, v->vec->buf, (uint64_t) (x - v->vec->buf->v), READS);
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
  want_vec (m, v);
  struct eval_buffer *b
    = eval_buffer_new (m->e, NULL, type_base (v->type), value_vec_total (v));
  int64_t at = 0;
  copied (m, b, b->n);
  return own_vec (m, rebuild (m, v, b, &at), name);
}

static struct value
contiguous (struct machine *m, struct value *v)
{
  struct value p = first_base (m, v->type, v);
  int64_t at = p.off;
  want_vec (m, v);
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
  want_vec (m, v);
  for (unsigned k = levels; k-- > 0;)
    {
      step[k] = size;
      slope[k] = slope_of (v->type, k);
      size = size * (int64_t) extent (m, v, k, &at) + 1;
    }
  struct eval_buffer *b = eval_buffer_new (m->e, NULL, type_base (v->type), (uint64_t) size);
  copied (m, b, value_vec_total (v));
  return own_vec (m, spread (m, v, b, 0, step, slope, 0), "loose");
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

/* Another handle of the same elements as V.  */
static struct value
alias (struct machine *m, struct value *v, const char *name)
{
  struct value r = *v;
  r.vec = CTX_NEW (m->e->ctx, struct eval_vec);
  *r.vec = *v->vec;
  return own_vec (m, r, name);
}

static struct value
view (struct machine *m, struct imp_expr *x, struct value *p, const struct value *dims)
{
  uint64_t n[8];
  unsigned levels = type_levels (x->type);
  for (unsigned k = 0; k < levels; k++)
    n[k] = (uint64_t) dims[k].i;
  return own_vec (m, value_vec_view (m->e, x->type, p, levels, n), "view");
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
  want_vec (m, &args[0]);
  struct value r = regular (m, x->type, &args[0], x->nargs - 1, args + 1, &at);
  machine_release (m, &args[0]);
  return own_vec (m, r, "reshape");
}

static struct value
base_part (struct machine *m, const struct type *t, struct value *v, uint64_t b, uint64_t n)
{
  struct value p = first_base (m, type_ptr (m->e->ctx, t->elem, 0), v);
  want_vec (m, v);
  p.off += (int64_t) b;
  if (b + n > value_vec_total (v))
    eval_error (m->e, "a part that ends behind its vector");
  return own_vec (m, value_vec_view (m->e, t, &p, 1, &n), "part");
}

static struct value
segments (struct machine *m, const struct type *t, struct value *v, struct value *offsets)
{
  want_vec (m, v);
  uint64_t n = want_vec (m, offsets)->n;
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
  return own_vec (m, r, "segments");
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
  want_vec (m, v);
  put_ends (m, NULL, v, level, &i, &at);
  struct value r = value_vec_new (m->e, t, i);
  i = 1;
  at = 0;
  *value_vec_place (m->e, &r, 0) = value_int (type_size (m->e->ctx), 0);
  put_ends (m, &r, v, level, &i, &at);
  return own_vec (m, r, "offsets");
}

/* --- Rows that are kept: a nested vector with a buffer, whose elements stand for the rows ---- */

static struct value
rows_new (struct machine *m, const struct type *t, uint64_t n)
{
  struct value r = value_vec_new (m->e, t, n);
  r.vec->buf = eval_buffer_new (m->e, "rows", type_size (m->e->ctx), n);
  return own_vec (m, r, "rows");
}

/* Row I of room R, touched.  */
static struct value *
row_place (struct machine *m, struct value *r, uint64_t i, enum touch how)
{
  struct eval_vec *x = want_vec (m, r);
  if (!x->buf)
    eval_error (m->e, "a vector that keeps no rows");
  if (i >= x->n)
    eval_error (m->e, "row %llu of room for %llu", (unsigned long long) i,
		(unsigned long long) x->n);
  touch (m, x->buf, i, how);
  return &x->rows[i];
}

/* The row is a separate handle, which an error does not release; V is borrowed from now on.  */
static void
keep_row (struct machine *m, struct value *r, uint64_t i, struct value *v)
{
  struct value *place = row_place (m, r, i, WRITES);
  want_vec (m, v);
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

/* --- Functions of the runtime --------------------------------------------------------------- */

static struct value
size_value (struct machine *m, uint64_t n)
{
  return value_int (type_size (m->e->ctx), n);
}

static uint64_t
chunk_size (struct machine *m, uint64_t n, uint64_t cost)
{
  if (m->chunk)
    return n / m->chunk < NOVA_MAX_CHUNKS ? m->chunk : n / (NOVA_MAX_CHUNKS - 1) + 1;
  return nova_chunk_size (n, cost);
}

/* The weight of what is before row I of the rows A[0]: as of nova_rows_weight.  */
static uint64_t
weight_before (struct machine *m, struct value *a, uint64_t i)
{
  uint64_t from, to;
  if (!i)
    return 0;
  from = (uint64_t) touched (m, &a[0], 0, READS)->i;
  to = (uint64_t) touched (m, &a[0], (int64_t) i, READS)->i;
  return nova_row_weight (from, to, i, (uint64_t) a[2].i);
}

static uint64_t
cut (struct machine *m, struct value *a)
{
  uint64_t i = 0, n = (uint64_t) a[1].i, w = (uint64_t) a[3].i;
  if (!w)
    return 0;
  if (w >= weight_before (m, a, n))
    return n;
  while (i < n)
    {
      uint64_t half = i + (n - i) / 2;
      if (weight_before (m, a, half) >= w)
	n = half;
      else
	i = half + 1;
    }
  return i;
}

static bool
overlap (struct value *a)
{
  uint64_t size;
  if (!a[0].buf || a[0].buf != a[2].buf || a[1].i == 0 || a[3].i == 0)
    return false;
  size = a[0].buf->elem->size;
  int64_t p = a[0].off * (int64_t) size, q = a[2].off * (int64_t) size;
  return p < q ? q - p < (int64_t) a[1].i : p - q < (int64_t) a[3].i;
}

/* As memmove; LEN bytes.  */
static void
move (struct machine *m, struct value *to, struct value *from, uint64_t len)
{
  if (!len)
    return;
  eval_place (m->e, to, 0);
  eval_place (m->e, from, 0);
  uint64_t n = len / to->buf->elem->size;
  struct value *copy = CTX_NEWV (m->e->ctx, struct value, n);
  m->e->cost.work += n;
  for (uint64_t i = 0; i < n; i++)
    copy[i] = *touched (m, from, (int64_t) i, READS);
  for (uint64_t i = 0; i < n; i++)
    *touched (m, to, (int64_t) i, WRITES) = copy[i];
  to->buf->changed = true;
}

/* The last of the offsets A[2], A[3] of them, that is at most A[4], or what A[1] has.  */
static struct value
owner (struct machine *m, struct value *a)
{
  uint64_t i = 0, j = (uint64_t) a[3].i, at = (uint64_t) a[4].i;
  if (a[0].i)
    return *touched (m, &a[1], (int64_t) at, READS);
  while (i + 1 < j)
    {
      uint64_t k = (i + j) / 2;
      if ((uint64_t) touched (m, &a[2], (int64_t) k, READS)->i <= at)
	i = k;
      else
	j = k;
    }
  return size_value (m, i);
}

static struct value
call (struct machine *m, struct imp_expr *x, struct value *a)
{
  struct value none = { .kind = VAL_NONE }, r;
  const struct value *at;
  switch (x->fn)
    {
    case IMP_FN_CHUNK_SIZE:
      return size_value (m, chunk_size (m, (uint64_t) a[0].i, (uint64_t) a[1].i));
    case IMP_FN_CHUNKS:
      if (a[0].i && !a[1].i)
	eval_error (m->e, "chunks of no elements");
      return size_value (m, nova_chunks ((uint64_t) a[0].i, (uint64_t) a[1].i));
    case IMP_FN_WEIGHT: return size_value (m, weight_before (m, a, (uint64_t) a[1].i));
    case IMP_FN_CUT: return size_value (m, cut (m, a));
    case IMP_FN_LEN: return size_value (m, want_vec (m, &a[0])->n);
    case IMP_FN_TOTAL:
      want_vec (m, &a[0]);
      return size_value (m, value_vec_total (&a[0]));
    case IMP_FN_LOOSE: return loose (m, &a[0]);
    case IMP_FN_EXTENT: return size_value (m, extent (m, &a[0], (uint64_t) a[1].i, &at));
    case IMP_FN_STRIDE: return size_value (m, stride (m, &a[0], (uint64_t) a[1].i));
    case IMP_FN_SLOPE: return size_value (m, slope_of (a[0].type, (uint64_t) a[1].i));
    case IMP_FN_BASE:
    case IMP_FN_DATA:
      want_vec (m, &a[0]);
      return first_base (m, x->type, &a[0]);
    case IMP_FN_CONTIGUOUS: return contiguous (m, &a[0]);
    case IMP_FN_COPY:
    case IMP_FN_KEEP: return copy_of (m, &a[0], "copy");
    case IMP_FN_LEND: return lend (m, x, a);
    case IMP_FN_VIEW: return view (m, x, &a[0], a + 2);
    case IMP_FN_ROW:
      want_vec (m, &a[0]);
      r = value_vec_at (m->e, &a[0], (uint64_t) a[1].i);
      return alias (m, &r, "row");
    case IMP_FN_RETAIN:
      want_vec (m, &a[0])->refs++;
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
    case IMP_FN_OVERLAP: return value_int (type_i32 (m->e->ctx), overlap (a));
    case IMP_FN_OWNER: return owner (m, a);
    case IMP_FN_GROUP:
      /* Neither one nor all.  */
      return size_value (m, a[0].i < 4 ? 1 : (uint64_t) a[0].i / 2);
    case IMP_FN_THREADS: return size_value (m, 4);
    case IMP_FN_HANDLED: return value_int (type_i32 (m->e->ctx), 1);
    case IMP_FN_HINT: return size_value (m, eval_anything (m->e, 0));
    case IMP_FN_MOVE:
      move (m, &a[0], &a[1], (uint64_t) a[2].i);
      return none;
    case IMP_FN_NOTE:
      *touched (m, &a[0], (int64_t) a[1].i, NOTES) = value_int (a[0].buf->elem, 1);
      return none;
    case IMP_FN_RESUME: return m->resumed ? size_value (m, m->resume_at) : a[0];
    case IMP_FN_MARK:
      m->mark_order = (uint64_t) a[0].i;
      m->mark_elem = (uint64_t) a[1].i;
      return none;
    case IMP_FN_LAST: break;
    }
  eval_error (m->e, "a function that is not known");
}

/* A leaf that raises inside a parfor is noted, and the iteration begun again behind it.  */
static struct value
leaf (struct machine *m, struct imp_expr *x, struct value *args)
{
  struct value r;
  uint32_t site;
  const char *text;
  uint64_t alive = m->e->alive;
  bool done = eval_leaf (m->e, x->leaf, x->nargs, args, &r, &site, &text);
  /* What it has made is alive as long as its result.  */
  m->e->alive = alive;
  if (done)
    {
      struct eval_buffer *last = NULL;
      eval_stores_now (m->e);
      if (r.kind == VAL_VEC)
	{
	  hold (m, r.vec, 0, &last);
	  r = alias (m, &r, x->leaf->name);
	}
      return r;
    }
  eval_fail (m->e, (unsigned) m->mark_order, m->mark_elem, site, text);
  if (!m->leaf_failed)
    longjmp (*m->raised, 1);
  /* One that did not go on behind it is over, as the runtime has it.  */
  m->over = m->resumed && m->resume_at >= m->mark_elem + 1;
  m->resumed = true;
  m->resume_at = m->mark_elem + 1;
  longjmp (*m->leaf_failed, 1);
}

/* --- Expressions ---------------------------------------------------------------------------- */

static struct value
written (struct machine *m, struct value v, const char *what)
{
  if (v.kind == VAL_NONE)
    eval_error (m->e, "%s is read before it is written", what);
  return v;
}

struct value
machine_expr (struct machine *m, struct imp_expr *x)
{
  struct value few[8], *args = few, i;
  if (x->nargs > 8)
    args = CTX_NEWV (m->e->ctx, struct value, x->nargs);
  eval_step (m->e);
  if (x->kind == IMP_EXPR_LOAD)
    {
      m->e->cost.work++;
      i = machine_expr (m, x->args[1]);
      return written (m, *machine_place (m, x->args[0], &i, false), "memory");
    }
  for (unsigned k = 0; k < x->nargs; k++)
    args[k] = machine_expr (m, x->args[k]);
  switch (x->kind)
    {
    case IMP_EXPR_CONST: return value_const (m->e, x->cst);
    case IMP_EXPR_VAR:
      if (imp_var_is_area (x->var))
	return area_pointer (m, x);
      return written (m, m->cells[x->var->id].v, x->var->name);
    case IMP_EXPR_PRIM:
      m->e->cost.work++;
      return eval_prim (m->e, x->op, x->type, x->index, x->nargs, args);
    case IMP_EXPR_LEAF: return leaf (m, x, args);
    case IMP_EXPR_CALL: return call (m, x, args);
    case IMP_EXPR_FUN: return machine_fun (m, x->fun, args);
    case IMP_EXPR_LOAD: break;
    }
  eval_error (m->e, "an expression of unknown kind");
}

uint64_t
machine_size (struct machine *m, struct imp_expr *x)
{
  struct value v = machine_expr (m, x);
  return value_size (m->e, &v);
}

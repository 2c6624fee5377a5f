/* Values of the evaluators: building and inspecting them; evaluation errors and failures.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval.h"
#include "fir/text.h"

#include <string.h>

#define MAX_STEPS ((uint64_t) 50 << 20)
#define MAX_ELEMENTS ((uint64_t) 4 << 20)
/* The part of the caller's stack that may be used.  */
#define STACK_ROOM ((size_t) 4 << 20)

struct eval *
eval_new (struct fir_prog *p)
{
  struct eval *e = CTX_NEW (p->ctx, struct eval);

  e->ctx = p->ctx;
  e->prog = p;
  e->stack = (char *) __builtin_frame_address (0);
  e->stack_room = STACK_ROOM;
  return e;
}

bool
eval_protect (struct eval *e, void (*f) (struct eval *, void *), void *data)
{
  jmp_buf escape, *volatile outer = e->escape;
  volatile bool good = false;

  if (setjmp (escape) == 0)
    {
      e->escape = &escape;
      f (e, data);
      good = true;
    }
  e->escape = outer;
  return good;
}

uint64_t
eval_anything (struct eval *e, uint64_t n)
{
  uint64_t k = e->anythings++, mixed = (k + 1) * 0x9e3779b97f4a7c15;

  return k % 3 == 0 ? n : k % 3 == 1 ? mixed >> 61 : mixed;
}

void
eval_error (struct eval *e, const char *fmt, ...)
{
  char buf[256];
  va_list ap;

  va_start (ap, fmt);
  vsnprintf (buf, sizeof buf, fmt, ap);
  va_end (ap);
  e->error = ctx_printf (e->ctx, "%s", buf);
  if (!e->escape)
    ctx_fatal (e->ctx, "evaluation: %s", buf);
  longjmp (*e->escape, 1);
}

void
eval_step (struct eval *e)
{
  if (++e->steps > MAX_STEPS)
    eval_error (e, "it takes too long");
}

/* --- Cost ------------------------------------------------------------------------------------ */

void
eval_made (struct eval *e, uint64_t n)
{
  e->alive += n;
  if (e->alive > e->cost.peak)
    e->cost.peak = e->alive;
}

void
eval_keep (struct eval *e, uint64_t before, uint64_t n)
{
  if (e->alive - before > n)
    e->alive = before + n;
}

/* More than there may be.  */
#define ANY_NUMBER ((uint64_t) 1 << 40)

uint64_t
eval_elements (const struct value *v)
{
  uint64_t n = 0;
  unsigned k;

  switch (v->kind)
    {
    case VAL_VEC:
      return value_vec_total (v);
    case VAL_RECORD:
      for (k = 0; k < v->type->nfields; k++)
	n += eval_elements (&v->fields[k]);
      return n;
    case VAL_SUM:
    case VAL_FN:
      return ANY_NUMBER;
    default:
      return 0;
    }
}

/* --- Failures -------------------------------------------------------------------------------- */

void
eval_fail (struct eval *e, unsigned order, uint64_t elem, uint32_t site, const char *text)
{
  struct eval_failure *f = &e->failure;

  if (f->any && (f->order < order || (f->order == order && f->elem <= elem)))
    return;
  f->any = true;
  f->order = order;
  f->elem = elem;
  f->site = site;
  f->text = text;
  f->stores = e->stores_before;
}

const char *
eval_check_text (struct eval *e, enum check_kind kind, const uint64_t *a)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *s;

  check_kind_message (&b, kind, a);
  s = ctx_intern_n (e->ctx, b.s, b.len);
  strbuf_free (&b);
  return s;
}

/* --- Scalars and pointers -------------------------------------------------------------------- */

struct value
value_int (const struct type *t, __int128 i)
{
  struct value v;

  memset (&v, 0, sizeof v);
  v.kind = VAL_INT;
  v.type = t;
  v.i = scalar_wrap (t->scalar, i);
  return v;
}

struct value
value_float (const struct type *t, quad re, quad im)
{
  struct value v;

  memset (&v, 0, sizeof v);
  v.kind = VAL_FLOAT;
  v.type = t;
  v.re = scalar_round (t->scalar, re);
  v.im = scalar_round (t->scalar, im);
  return v;
}

struct value
value_sum (struct eval *e, const struct type *t, unsigned alt, const struct value *inner)
{
  struct value v, *copy = NULL;

  if (inner)
    {
      copy = CTX_NEW (e->ctx, struct value);
      *copy = *inner;
    }
  memset (&v, 0, sizeof v);
  v.kind = VAL_SUM;
  v.type = t;
  v.alt = alt;
  v.inner = copy;
  return v;
}

struct value
value_ptr (const struct type *t, struct eval_buffer *buf, int64_t off)
{
  struct value v;

  memset (&v, 0, sizeof v);
  v.kind = VAL_PTR;
  v.type = t;
  v.buf = buf;
  v.off = off;
  return v;
}

/* A value of KIND and type T that is only passed on, called NAME.  */
static struct value
value_opaque (enum value_kind kind, const struct type *t, uint32_t name)
{
  struct value v = value_ptr (t, NULL, name);

  v.kind = kind;
  return v;
}

struct value
value_const (struct eval *e, const struct fir_const *c)
{
  const struct type *t = c->type;

  if (c->origin && (t->kind == TYPE_PTR || t->kind == TYPE_BLOB))
    return value_opaque (t->kind == TYPE_PTR ? VAL_PTR : VAL_BLOB, t, c->origin);
  if (c->origin)
    eval_error (e, "the value of constant #%u is not known", (unsigned) c->origin);
  if (t->kind == TYPE_PTR)
    return value_ptr (t, NULL, (int64_t) c->i);
  if (scalar_info[t->scalar].cls <= SC_INT)
    return value_int (t, (__int128) c->i);
  return value_float (t, (quad) c->f, (quad) c->im);
}

uint64_t
value_size (struct eval *e, const struct value *v)
{
  if (v->kind != VAL_INT)
    eval_error (e, "an integer was expected");
  if (v->i != (__int128) (int64_t) v->i
      && (scalar_info[v->type->scalar].bytes > 8 || v->i != (__int128) (uint64_t) v->i))
    return INT64_MAX;
  return (uint64_t) v->i;
}

bool
value_true (struct eval *e, const struct value *v)
{
  switch (v->kind)
    {
    case VAL_INT:
      return v->i != 0;
    case VAL_FLOAT:
      return v->re != 0 || v->im != 0;
    case VAL_PTR:
      return v->buf || v->off;
    default:
      eval_error (e, "a scalar was expected");
    }
}

/* --- Memory ---------------------------------------------------------------------------------- */

struct eval_buffer *
eval_buffer_new (struct eval *e, const char *name, const struct type *elem, uint64_t n)
{
  struct eval_buffer *b = CTX_NEW (e->ctx, struct eval_buffer), **end;

  if (n > MAX_ELEMENTS)
    eval_error (e, "too many elements");
  b->elem = elem;
  b->n = n;
  b->v = CTX_NEWV (e->ctx, struct value, n);
  b->name = name;
  if (name)
    {
      for (end = &e->buffers; *end; end = &(*end)->next)
	;
      *end = b;
    }
  return b;
}

struct value *
eval_place (struct eval *e, const struct value *p, int64_t i)
{
  int64_t at;

  if (p->kind != VAL_PTR || !p->buf)
    eval_error (e, "a null or opaque pointer is followed");
  if (p->type->kind == TYPE_PTR && p->type->elem && p->type->elem != p->buf->elem)
    eval_error (e, "memory is used as if of another type");
  if (__builtin_add_overflow (p->off, i, &at) || at < 0 || (uint64_t) at >= p->buf->n)
    eval_error (e, "element %lld of memory of %llu elements", (long long) at,
		(unsigned long long) p->buf->n);
  if (p->buf->freed)
    eval_error (e, "freed memory is used");
  return &p->buf->v[at];
}

/* --- Vectors --------------------------------------------------------------------------------- */

static struct value
vec_value (struct eval *e, const struct type *t, uint64_t n)
{
  struct value v;

  if (n > MAX_ELEMENTS)
    eval_error (e, "too many elements");
  memset (&v, 0, sizeof v);
  v.kind = VAL_VEC;
  v.type = t;
  v.vec = CTX_NEW (e->ctx, struct eval_vec);
  v.vec->n = n;
  v.vec->step = 1;
  return v;
}

struct value
value_vec_of (struct eval *e, const struct type *t, uint64_t n, struct value *elems)
{
  struct value v = vec_value (e, t, n);

  if (t->elem->kind == TYPE_VEC)
    v.vec->rows = elems;
  else
    {
      v.vec->buf = eval_buffer_new (e, NULL, t->elem, 0);
      v.vec->buf->n = n;
      v.vec->buf->v = elems;
      v.vec->buf->counted = n;
      e->cost.work += n;
      eval_made (e, n);
    }
  return v;
}

struct value
value_vec_new (struct eval *e, const struct type *t, uint64_t n)
{
  if (n > MAX_ELEMENTS)
    eval_error (e, "too many elements");
  return value_vec_of (e, t, n, CTX_NEWV (e->ctx, struct value, n));
}

struct value
value_vec_view (struct eval *e, const struct type *t, const struct value *p, unsigned levels,
		const uint64_t *dims)
{
  struct value v = vec_value (e, t, dims[0]), q = *p;
  uint64_t row = 1, i;
  unsigned k;

  if (levels == 1)
    {
      if (dims[0])
	{
	  eval_place (e, p, 0);
	  eval_place (e, p, (int64_t) dims[0] - 1);
	}
      v.vec->buf = p->buf;
      v.vec->off = p->off;
      return v;
    }
  v.vec->rows = CTX_NEWV (e->ctx, struct value, dims[0]);
  for (k = 1; k < levels; k++)
    if (__builtin_mul_overflow (row, dims[k], &row) || row > MAX_ELEMENTS)
      eval_error (e, "too many elements");
  for (i = 0; i < dims[0]; i++)
    {
      q.off = p->off + (int64_t) (i * row);
      v.vec->rows[i] = value_vec_view (e, t->elem, &q, levels - 1, dims + 1);
    }
  return v;
}

/* V must be a vector with an element I.  */
static void
check_elem (struct eval *e, const struct value *v, uint64_t i)
{
  if (v->kind != VAL_VEC)
    eval_error (e, "a vector was expected");
  if (i >= v->vec->n)
    eval_error (e, "element %llu of a vector of %llu", (unsigned long long) i,
		(unsigned long long) v->vec->n);
}

struct value *
value_vec_place (struct eval *e, const struct value *v, uint64_t i)
{
  struct value p;

  check_elem (e, v, i);
  if (v->vec->rows)
    return &v->vec->rows[i];
  /* The memory may be another view's of the same elements: its type is not checked.  */
  p = value_ptr (v->type, v->vec->buf, v->vec->off);
  return eval_place (e, &p, (int64_t) i * v->vec->step);
}

struct value
value_vec_at (struct eval *e, const struct value *v, uint64_t i)
{
  return *value_vec_place (e, v, i);
}

uint64_t
value_vec_total (const struct value *v)
{
  uint64_t n = 0, i;

  if (v->kind != VAL_VEC)
    return 1;
  if (!v->vec->rows)
    return v->vec->n;
  for (i = 0; i < v->vec->n; i++)
    n += value_vec_total (&v->vec->rows[i]);
  return n;
}

struct value
value_vec_base (struct eval *e, const struct value *v, uint64_t k)
{
  uint64_t i;

  if (v->vec->rows)
    for (i = 0; i < v->vec->n; i++)
      {
	uint64_t n = value_vec_total (&v->vec->rows[i]);

	if (k < n && v->vec->rows[i].kind == VAL_VEC)
	  return value_vec_base (e, &v->vec->rows[i], k);
	k -= n;
      }
  return value_vec_at (e, v, k);
}

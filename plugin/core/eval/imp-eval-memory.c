/* Evaluation of IMP: memory, who holds it, races.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-eval-int.h"

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

void
machine_touch (struct machine *m, struct eval_buffer *b, uint64_t at, enum touch how)
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

void
machine_lead (struct machine *m, const struct eval_vec *v, int more, struct eval_buffer **last)
{
  struct eval_buffer *b = v->buf;

  for (uint64_t i = 0; v->rows && !b && i < v->n; i++)
    if (v->rows[i].kind == VAL_VEC)
      machine_lead (m, v->rows[i].vec, more, last);
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

  machine_lead (m, v, 1, &last);
}

void
machine_drop (struct machine *m, const struct eval_vec *v)
{
  struct eval_buffer *last = NULL;

  machine_lead (m, v, -1, &last);
}

struct value
machine_own_vec (struct machine *m, struct value v, const char *name)
{
  v.vec->refs = 1;
  machine_own (m, NULL, v.vec, name);
  machine_hold (m, v.vec);
  return v;
}

void
machine_copied (struct machine *m, struct eval_buffer *b, uint64_t n)
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

struct value
machine_area (struct machine *m, struct imp_expr *x)
{
  struct eval_buffer *b = m->cells[x->var->id].area;
  if (!b)
    eval_error (m->e, "%s does not exist", x->var->name);
  return value_ptr (type_ptr (m->e->ctx, x->var->type, 0), b, 0);
}

struct value *
machine_touched (struct machine *m, struct value *p, int64_t i, enum touch how)
{
  struct value *place = eval_place (m->e, p, i);

  machine_touch (m, p->buf, (uint64_t) (place - p->buf->v), how);
  return place;
}

struct value *
machine_place (struct machine *m, struct imp_expr *base, struct value *i, bool write)
{
  struct value p = imp_expr_is_area (base) ? machine_area (m, base) : machine_expr (m, base);
  enum touch how = !write ? READS : m->again ? NOTES : WRITES;
  struct value *place = machine_touched (m, &p, (int64_t) i->i, how);
  if (write)
    p.buf->changed = true;
  return place;
}

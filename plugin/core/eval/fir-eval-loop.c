/* Loops with outputs, evaluated.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"

/* One output while the loop runs.  */
struct out_state
{
  struct value acc;		/* REDUCE, SCAN, EXSCAN */
  struct value pending;		/* EXSCAN: the value not yet combined; VAL_NONE at first */
  struct value *v;		/* the others' values */
  uint64_t n;
  bool failed;			/* as a whole */
};

/* ACC of T becomes O's function of it and V.  */
static void
combine (struct eval *e, struct fir_out *o, struct out_state *t, uint64_t i, const struct value *v)
{
  struct value pair[2] = { t->acc, *v };

  if (!eval_fn (e, o->combine, i, pair, 1, &t->acc))
    {
      t->acc = value_failed (v->type);
      t->failed = true;
    }
}

/* Output O takes the value of iteration I.  */
static void
take (struct eval *e, struct fir_out *o, struct out_state *t, uint64_t i)
{
  struct value v = eval_atom (e, o->value), g;

  if (!fir_atom_none (o->guard))
    {
      g = eval_atom (e, o->guard);
      /* Of something outside that has failed.  */
      if (g.kind == VAL_NONE)
	{
	  t->failed = true;
	  return;
	}
      if (!value_true (e, &g))
	return;
    }
  switch (o->kind)
    {
    case OUT_VEC:
    case OUT_FILTER:
      t->v[t->n++] = v;
      break;
    case OUT_REDUCE:
      combine (e, o, t, i, &v);
      break;
    case OUT_SCAN:
      combine (e, o, t, i, &v);
      t->v[t->n++] = t->acc;
      break;
    case OUT_EXSCAN:
      if (t->pending.kind != VAL_NONE)
	combine (e, o, t, i - 1, &t->pending);
      t->pending = v;
      t->v[t->n++] = t->acc;
      break;
    }
}

/* Iteration I failed: what becomes of output O.  */
static void
miss (struct fir_out *o, struct out_state *t)
{
  if (o->kind == OUT_VEC)
    t->v[t->n++] = value_failed (fir_atom_type (o->value));
  else
    t->failed = true;
  if (o->kind == OUT_VEC && !fir_atom_none (o->dest))
    t->failed = true;
}

/* What the N outputs T hold of what has been made beyond *KEPT; that grows by the rows among the
   values of the last iteration, whose number in each was BEFORE.  */
static void
hold (struct eval *e, unsigned n, const struct out_state *t, const uint64_t *before, uint64_t *kept)
{
  uint64_t rows = 0, accs = 0, made = e->alive - *kept;
  unsigned k;

  for (k = 0; k < n; k++)
    {
      if (t[k].v && t[k].n > before[k])
	rows += eval_elements (&t[k].v[before[k]]);
      accs += eval_elements (&t[k].acc);
    }
  *kept += rows < made ? rows : made;
  eval_keep (e, *kept, accs);
}

/* The result of output O.  */
static struct value
finish (struct eval *e, struct fir_out *o, struct out_state *t)
{
  struct value p;

  if (t->failed)
    return value_failed (o->res->type);
  if (o->kind == OUT_REDUCE)
    return t->acc;
  if (fir_atom_none (o->dest))
    return value_vec_of (e, o->res->type, t->n, t->v);
  p = eval_atom (e, o->dest);
  eval_store_later (e, o->site, &p, t->n, t->v);
  return value_int (o->res->type, (__int128) t->n);
}

bool
eval_loop (struct eval *e, struct fir_stmt *s, uint64_t n, struct value *res)
{
  struct out_state *t = CTX_NEWV (e->ctx, struct out_state, s->nouts);
  struct fir_fn *body = s->fns[0];
  uint64_t *before = CTX_NEWV (e->ctx, uint64_t, s->nouts), kept = e->alive, i;
  unsigned k;

  for (k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];

      /* The size is tested before memory is taken.  */
      if (o->kind != OUT_REDUCE)
	t[k].v = eval_buffer_new (e, NULL, fir_atom_type (o->value), n)->v;
      if (o->combine)
	t[k].acc = eval_atom (e, o->init);
      if (o->combine && t[k].acc.kind == VAL_NONE)
	t[k].failed = true;
    }
  for (i = 0; i < n; i++)
    {
      struct value ix = value_int (type_size (e->ctx), (__int128) i);
      bool good;

      for (k = 0; k < s->nouts; k++)
	before[k] = t[k].n;
      good = eval_fn (e, body, i, &ix, 0, NULL);
      for (k = 0; k < s->nouts; k++)
	if (!good)
	  miss (&s->outs[k], &t[k]);
	else if (!t[k].failed)
	  take (e, &s->outs[k], &t[k], i);
      hold (e, s->nouts, t, before, &kept);
    }
  for (k = 0; k < s->nouts; k++)
    res[k] = finish (e, &s->outs[k], &t[k]);
  return true;
}

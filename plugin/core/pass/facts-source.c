/* Where values come from: for facts about them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"
#include "fir/fir-order.h"

struct bound_where
{
  const struct fir_var *v;
  bool found;
};

static bool
is_param (const struct fir_fn *fn, const struct fir_var *v)
{
  for (unsigned k = 0; fn && k < fn->nparams; k++)
    if (fn->params[k] == v)
      return true;
  return false;
}

static void
note_binder (struct fir_stmt *s, void *data)
{
  struct bound_where *b = (struct bound_where *) data;

  b->found |= s == b->v->def;
  for (unsigned k = 0; k < s->nfns; k++)
    b->found |= is_param (s->fns[k], b->v);
  for (unsigned k = 0; k < s->nouts; k++)
    b->found |= is_param (s->outs[k].combine, b->v);
}

bool
facts_bound_outside (struct fir_atom a, struct fir_stmt *loop)
{
  struct bound_where b = { a.var, false };

  if (!a.var)
    return true;
  note_binder (loop, &b);
  if (!b.found)
    fir_walk (loop->fns[0]->body, note_binder, &b);
  return !b.found;
}

struct fir_atom
facts_elements_from (struct fir_atom x)
{
  struct fir_stmt *row = fir_atom_def (x), *groups;

  if (!row || (row->op != FIR_ROW && row->op != FIR_AT && row->op != FIR_GET))
    return x;
  groups = fir_atom_def (row->args[0]);
  if (groups && (groups->op == FIR_GROUP_BY || groups->op == FIR_BUCKET))
    return groups->args[groups->op == FIR_BUCKET];
  return x;
}

bool
facts_numbers (struct fir_atom x, struct fir_atom *n)
{
  struct fir_stmt *s = fir_atom_def (x);

  if (s && s->op == FIR_RANGE)
    {
      *n = s->args[0];
      return fir_atom_is_int (s->args[1], 0) && fir_atom_is_int (s->args[2], 1)
	     && fir_atom_type (x)->elem == fir_atom_type (*n);
    }
  if (!s || s->op != FIR_LOOP || s->nouts != 1 || s->outs[0].kind != OUT_VEC
      || s->outs[0].value.var != s->fns[0]->params[0])
    return false;
  *n = s->args[0];
  return true;
}

bool
facts_picked (struct fir_atom a, struct facts_picked *p)
{
  struct fir_stmt *d = fir_atom_def (a), *value, *init;
  unsigned field = 0;
  bool record = d && d->op == FIR_FIELD;
  if (record)
    {
      field = d->index;
      a = d->args[0];
    }
  p->out = fir_loop_output (a, &p->loop);
  if (!p->out || p->out->kind != OUT_REDUCE || !fir_fn_chooses (p->out->combine))
    return false;
  p->value = p->out->value;
  p->init = p->out->init;
  if (!record)
    return true;
  value = fir_atom_def (p->value);
  init = fir_atom_def (p->init);
  if (!value || value->op != FIR_RECORD || !init || init->op != FIR_RECORD)
    return false;
  p->value = value->args[field];
  p->init = init->args[field];
  return true;
}

void
facts_assume_checked (struct facts *f, const struct fir_stmt *loop)
{
  for (const struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    if (s->op == FIR_CHECK && s->check == CHECK_COUNT_AT)
      facts_at_most (f, s->args[2], INT64_MAX);
}

/* Evaluating FIR: the result of an operation is as long as fir.def says.  The passes rely on its
   columns LENGTH and ROWS; here they are checked against actual vectors.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"
#include "fir/fir-view.h"

/* The lengths of the vectors of a level.  */
struct lengths
{
  bool any, equal;
  uint64_t n;			/* of the first */
};

static void
add_lengths (struct lengths *l, const struct value *v, unsigned level)
{
  if (v->kind != VAL_VEC)
    return;
  if (level)
    for (uint64_t k = 0; k < v->vec->n; k++)
      add_lengths (l, &v->vec->rows[k], level - 1);
  else if (!l->any)
    *l = (struct lengths) { true, true, v->vec->n };
  else
    l->equal &= l->n == v->vec->n;
}

static struct lengths
lengths_of (const struct value *v, unsigned level)
{
  struct lengths l = { false, true, 0 };

  add_lengths (&l, v, level);
  return l;
}

/* May the vectors of a level of S's result have lengths L, S having operands A?  */
static bool
as_said (struct eval *e, struct extent ext, const struct value *a, struct lengths l)
{
  struct lengths of;

  if (ext.kind == EXTENT_OWN || !l.any)
    return true;
  if (ext.kind == EXTENT_ARG)
    return l.equal && l.n == value_size (e, &a[ext.arg]);
  of = lengths_of (&a[ext.arg], ext.level);
  return !of.any || !of.equal || (l.equal && (ext.kind == EXTENT_LIKE || l.n == of.n));
}

void
eval_shape (struct eval *e, struct fir_stmt *s, const struct value *a, const struct value *res)
{
  unsigned levels = res->kind == VAL_VEC ? type_levels (res->type) : 0;

  for (unsigned k = 0; k < levels; k++)
    if (!as_said (e, fir_extent (s, s->res[0], k), a, lengths_of (res, k)))
      ctx_fatal (e->ctx, "%s: its extent %u is not what fir.def says", fir_op_info[s->op].text, k);
}

/* Reductions of rows whose operator combines two rows element by element.

     r = loop n { (i) ... yield reduce {
	 (p, q) check that p and q are equally long
	 t = loop (len p) { (j) ... at p j ... at q j ...  yield vec e }
	 ret t } z v }

   All that is combined is as long as z then, the result too, and element j of each is needed for
   element j of the next alone: it can take its place.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-view.h"
#include "fir-term.h"

/* Is S, of FN's body, the length of parameter K?  */
static bool
measures (const struct fir_stmt *s, const struct fir_fn *fn, unsigned k)
{
  return s && s->op == FIR_LEN && s->parent == fn->body && s->args[0].var == fn->params[k];
}

/* Is N the length of parameter K of FN, or FROM, which all that is combined has?  */
static bool
is_length (struct fir_atom n, const struct fir_fn *fn, unsigned k, struct fir_atom from)
{
  return measures (fir_atom_def (n), fn, k) || (!fir_atom_none (from) && fir_atom_equal (n, from));
}

/* Does S check that FN's parameters are equally long?  */
static bool
checks_lengths (const struct fir_stmt *s, const struct fir_fn *fn, struct fir_atom from)
{
  if (s->op != FIR_CHECK || s->check != CHECK_LENGTHS)
    return false;
  for (unsigned k = 0; k < 2; k++)
    if (is_length (s->args[1], fn, k, from) && is_length (s->args[3], fn, 1 - k, from))
      return true;
  return false;
}

/* What the uses of a vector are.  */
struct uses
{
  struct fir_var *v, *index;
  unsigned reads;		/* at INDEX */
};

static void
count_read (struct fir_stmt *s, void *data)
{
  struct uses *u = (struct uses *) data;

  u->reads += s->op == FIR_AT && s->args[0].var == u->v && s->args[1].var == u->index;
}

/* Does LOOP use V in no other way than to read the element at its own index?  */
static bool
reads_own (struct fir_stmt *loop, struct fir_var *v)
{
  struct uses u = { v, loop->fns[0]->params[0], 0 };

  fir_walk (loop->fns[0]->body, count_read, &u);
  return fir_stmt_uses (loop, v) == u.reads;
}

/* Is A the element of parameter K of FN that LOOP reads at its own index?  */
static bool
reads (struct fir_atom a, struct fir_stmt *loop, const struct fir_fn *fn, unsigned k)
{
  struct fir_stmt *s = fir_atom_def (a);

  return s && s->op == FIR_AT && s->args[0].var == fn->params[k]
	 && s->args[1].var == loop->fns[0]->params[0];
}

struct fir_stmt *
fir_rowwise (const struct fir_out *o)
{
  struct fir_fn *fn = o->combine;
  struct fir_stmt *loop;
  struct fir_atom z = o->init, from = FIR_NONE, v;

  if (o->kind != OUT_REDUCE || !type_is_vec (fir_atom_type (o->value)) || fn->body->nrets != 1
      || type_levels (fir_atom_type (o->value)) != 1)
    return NULL;
  loop = fir_atom_def (fn->body->rets[0]);
  if (!loop || loop->op != FIR_LOOP || loop->parent != fn->body || loop->nouts != 1
      || fir_may_fail (loop))
    return NULL;
  v = loop->outs[0].value;
  if (loop->outs[0].kind != OUT_VEC || !fir_atom_none (loop->outs[0].dest)
      || type_is_vec (fir_atom_type (v)))
    return NULL;
  if (!fir_vec_length (&z, &from))
    from = FIR_NONE;
  if (!is_length (loop->args[0], fn, 0, from))
    return NULL;
  for (const struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (s != loop && !measures (s, fn, 0) && !measures (s, fn, 1)
	&& !checks_lengths (s, fn, from))
      return NULL;
  return reads_own (loop, fn->params[0]) && reads_own (loop, fn->params[1]) ? loop : NULL;
}

/* Are all values of O, an output of loop S, known to be as long as what it begins with?  */
static bool
equally_long (const struct fir_stmt *s, const struct fir_out *o)
{
  struct fir_atom z = o->init, v = o->value, n, m;

  return fir_vec_length (&z, &n) && fir_vec_length (&v, &m) && !fir_bound_inside (s, m)
	 && fir_atom_equal (n, m);
}

enum fir_op
fir_row_operator (const struct fir_stmt *s, const struct fir_out *o)
{
  struct fir_stmt *loop = fir_rowwise (o), *op;

  if (!loop || !equally_long (s, o))
    return FIR_LAST;
  op = fir_atom_def (loop->outs[0].value);
  if (!op || op->parent != loop->fns[0]->body || op->nargs != 2 || op->nres != 1
      || fir_op_info[op->op].cls != FIR_CLASS_PRIM || !(fir_op_info[op->op].flags & FIR_FLAG_COMM))
    return FIR_LAST;
  for (unsigned k = 0; k < 2; k++)
    if (reads (op->args[0], loop, o->combine, k) && reads (op->args[1], loop, o->combine, 1 - k))
      return op->op;
  return FIR_LAST;
}

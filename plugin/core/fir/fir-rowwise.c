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

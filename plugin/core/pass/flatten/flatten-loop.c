/* The loops of a flat program: opened, closed, given outputs; and what becomes of errors.

     loop n { (f) ... get t i ... yield vec v   yield reduce add 0 1 => c }
     check lengths _ n _ c                      ends the region if an element has failed

   An element of a nest stops where it fails, and later parts of it may rely on that.  In a flat
   program these are loops of their own, so that a loop that may fail ends the region if an element
   has: nothing behind it runs.  Of all failures the one of least (order, element) is then known,
   because
     - all terms of one order are in one loop, and no term of a lesser order in a later one;
     - the elements of a space are numbered in the order of the nest's: those of element 2 follow
       those of element 1.
   Where that is not so the nest stays.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

/* LOOP has terms of ORDER that may fail.  */
struct flat_failing
{
  struct fir_stmt *loop;
  unsigned order;
  struct flat_failing *next;
};

struct fir_atom
flat_index (struct flat *x)
{
  return fir_atom_var (x->loop->fns[0]->params[0]);
}

struct fir_atom
flat_open (struct flat *x, struct flat_space *space)
{
  const struct type *size = type_size (x->p->ctx);

  if (x->loop && x->space == space)
    return flat_index (x);
  flat_close (x);
  x->loop = fir_stmt_new (x->p, x->out, FIR_LOOP, x->site, 1, 1, NULL, NULL);
  x->loop->order = x->s->order;
  x->loop->args[0] = space->n;
  x->loop->fns[0] = fir_fn_new (x->p, 1, &size);
  x->loop->fns[0]->params[0]->name = ctx_intern (x->p->ctx, "f");
  x->space = space;
  x->b = x->loop->fns[0]->body;
  return flat_index (x);
}

void
flat_close (struct flat *x)
{
  x->loop = NULL;
  x->space = NULL;
  x->b = NULL;
}

struct fir_atom
flat_output (struct flat *x, struct fir_stmt *loop, enum fir_out_kind kind, struct fir_atom value,
	     struct fir_atom guard, struct fir_fn *combine, struct fir_atom init)
{
  const struct type *t = fir_atom_type (value);
  struct fir_out *outs = CTX_NEWV (x->p->ctx, struct fir_out, loop->nouts + 1), *o;
  struct fir_var **res = CTX_NEWV (x->p->ctx, struct fir_var *, loop->nouts + 1);

  for (unsigned k = 0; k < loop->nouts; k++)
    {
      outs[k] = loop->outs[k];
      res[k] = loop->res[k];
    }
  o = &outs[loop->nouts];
  o->kind = kind;
  o->site = x->site;
  o->value = value;
  o->guard = guard;
  o->combine = combine;
  o->init = init;
  o->res = fir_var_new (x->p, value.var ? value.var->name : "x",
			kind == OUT_REDUCE ? t : type_vec (x->p->ctx, t));
  o->res->def = loop;
  res[loop->nouts] = o->res;
  loop->outs = outs;
  loop->res = res;
  loop->nres = ++loop->nouts;
  if (loop == x->loop)
    flat_close (x);
  return fir_atom_var (o->res);
}

/* --- Failures -------------------------------------------------------------------------------- */

/* May T itself fail, or a function that it calls?  */
static bool
fails (struct fir_stmt *t)
{
  return t->op == FIR_CHECK || (!t->nfns && fir_may_fail (t));
}

static void
note_term (struct fir_stmt *t, void *data)
{
  struct flat *x = (struct flat *) data;
  struct flat_failing *f;

  if (!fails (t))
    return;
  for (f = x->failing; f; f = f->next)
    if (f->loop != x->loop && f->order >= t->order)
      flat_give_up (x, "of errors in several of its parts the first would not be known");
  f = CTX_NEW (x->p->ctx, struct flat_failing);
  *f = (struct flat_failing) { x->loop, t->order, x->failing };
  x->failing = f;
}

void
flat_note_failing (struct flat *x, struct fir_stmt *s)
{
  note_term (s, x);
  for (unsigned k = 0; k < s->nfns; k++)
    fir_walk (s->fns[k]->body, note_term, x);
}

/* What else may fail in the region: where it is, seen from the nest.  */
struct others
{
  struct flat *x;
  const struct fir_stmt *nest;
  unsigned inside;		/* statements of the nest that the walk still meets */
  bool behind;
};

static void
count_stmt (struct fir_stmt *s, void *data)
{
  (void) s;
  ++*(unsigned *) data;
}

/* A failure of T and those of the nest are told apart by their elements only if these are numbered
   alike.  */
static void
compare_order (struct fir_stmt *t, void *data)
{
  struct others *o = (struct others *) data;

  if (t == o->nest)
    {
      for (unsigned k = 0; k < t->nfns; k++)
	fir_walk (t->fns[k]->body, count_stmt, &o->inside);
      o->behind = true;
      return;
    }
  if (o->inside)
    {
      o->inside--;
      return;
    }
  if (!fails (t) && !(fir_op_info[t->op].flags & FIR_FLAG_MAYFAIL))
    return;
  for (struct flat_failing *f = o->x->failing; f; f = f->next)
    if (t->order == f->order || (o->behind && t->order < f->order && t->op != FIR_CHECK))
      flat_give_up (o->x, "of its errors and others the first would not be known");
}

/* Does anything behind S compute elements, other than from its own?  */
static bool
others_follow (const struct fir_stmt *s)
{
  for (s = s->next; s; s = s->next)
    if (!(fir_op_info[s->op].flags & FIR_FLAG_INDEX) && s->op != FIR_CONCAT
	&& s->op != FIR_SEG_REDUCE && s->op != FIR_SEG_SCAN && s->op != FIR_SEG_EXSCAN)
      return true;
  return false;
}

/* The region ends behind LOOP if an element has failed.  */
static void
end_if_failed (struct flat *x, struct fir_stmt *loop)
{
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = type_size (x->p->ctx);
  struct fir_atom args[4];

  args[0] = args[2] = flat_size (x, 1);
  args[1] = loop->args[0];
  args[3] = flat_output (x, loop, OUT_REDUCE, flat_size (x, 1), FIR_NONE,
			 fir_fn_of_op (x->p, FIR_ADD, size, size), flat_size (x, 0));
  fir_check_stmt (x->p, b, loop->site, CHECK_LENGTHS, 4, args);
  b->last->order = loop->order;
  fir_put_before (loop->next, b);
}

void
flat_finish (struct flat *x, const struct fir_stmt *nest)
{
  const struct type *size = type_size (x->p->ctx);
  struct others o = { x, nest, 0, false };
  struct fir_stmt *next;

  flat_close (x);
  if (x->failing)
    fir_walk (x->r->body, compare_order, &o);
  for (struct fir_stmt *s = x->out->first; s; s = next)
    {
      struct flat_failing *f = x->failing;

      next = s->next;
      if (s->op != FIR_LOOP)
	continue;
      while (f && f->loop != s)
	f = f->next;
      if (f && others_follow (s))
	end_if_failed (x, s);
      else if (f && !s->nouts)
	flat_output (x, s, OUT_REDUCE, fir_atom_var (s->fns[0]->params[0]), FIR_NONE,
		     fir_fn_of_op (x->p, FIR_MAX, size, size), flat_size (x, 0));
      else if (!s->nouts)
	fir_unlink (s);
    }
}

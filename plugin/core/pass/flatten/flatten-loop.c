/* The loops of a flat program: opened, closed, given outputs; and what becomes of errors.

     loop n { (f) ... get t i ... yield vec v   yield reduce add 0 1 => c }
     check lengths _ n _ c                      ends the region if an element has failed

   An element of a nest stops where it fails, and later parts of it may rely on that.  In a flat
   program these are loops of their own, so that a loop that may fail ends the region if an element
   has: nothing behind it runs.  Of all failures the one of least (order, element) is then known,
   because
     - all terms of one order are in one loop, and no term of a lesser order in a later one, except
       in loops over the nest's own elements of which the earlier need not end the region;
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
  bool top;			/* it is over the elements of the nest */
  bool shared;			/* a later loop over these has such terms, too */
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

static const char several[] = "of errors in several of its parts the first would not be known";

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
      {
	if (f->order > t->order || !f->top || x->space->parent)
	  flat_give_up (x, several);
	f->shared = true;
      }
  f = CTX_NEW (x->p->ctx, struct flat_failing);
  *f = (struct flat_failing) { x->loop, !x->space->parent, false, t->order, x->failing };
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
  /* A check of the region itself is of no element: it ends the region where it stands.  */
  if ((t->op == FIR_CHECK && t->parent == o->x->r->body)
      || (!fails (t) && !(fir_op_info[t->op].flags & FIR_FLAG_MAYFAIL)))
    return;
  for (struct flat_failing *f = o->x->failing; f; f = f->next)
    if (t->order == f->order || (o->behind && t->order < f->order))
      flat_give_up (o->x, "of its errors and others the first would not be known");
}

/* How far definitions are followed.  */
#define PLACE_STEPS 12

/* Is A, used in BODY of a loop, the index of an element that there is, whatever fails?  */
static bool
is_place (const struct flat *x, struct fir_atom a, const struct fir_block *body, unsigned steps)
{
  const struct fir_stmt *def = fir_atom_def (a);

  if (!def || def->parent != body)
    return true;
  if (def->op == FIR_AT)
    return a.var->mark == x->places;
  for (unsigned k = 0; k < def->nargs; k++)
    if (!steps || !is_place (x, def->args[k], body, steps - 1))
      return false;
  return true;
}

/* Loop S gives vectors only, each element of which it computes from those of its own index: where
   these have failed, what it computes is not needed, and does no harm.  Of an element that has
   failed a check behind is not heard.  */
static bool
is_harmless (const struct flat *x, const struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_VEC)
      return false;
  for (const struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_AT ? !is_place (x, t->args[1], s->fns[0]->body, PLACE_STEPS)
	: t->op != FIR_CHECK && !fir_total (t) && !fir_overflows (t))
      return false;
  return true;
}

/* May S fail, and is anything but the check of an index: one of lengths, say, which make other
   indices valid?  */
static void
note_other_check (struct fir_stmt *s, void *data)
{
  bool of_index = s->op == FIR_GET
		  || (s->op == FIR_CHECK
		      && (s->check == CHECK_INDEX || s->check == CHECK_INDEX_AT));

  *(bool *) data |= fails (s) && !of_index;
}

/* May what is behind loop S, which may fail, not be run for its failed elements?  */
static bool
is_relied_on (const struct flat *x, struct fir_stmt *s)
{
  bool other = false;

  fir_walk (s->fns[0]->body, note_other_check, &other);
  if (other && s->next)
    return true;
  for (unsigned k = 0; s->next && k < s->nouts; k++)
    if (s->outs[k].kind != OUT_VEC)
      return true;
  for (const struct fir_stmt *t = s->next; t; t = t->next)
    switch (t->op)
      {
      case FIR_REPLICATE:
      case FIR_SEGMENTS:
      case FIR_RESHAPE:
      case FIR_RANGE:
      case FIR_CONCAT:
      case FIR_OFFSETS:
      case FIR_LEN:
      case FIR_OWNERS:
      case FIR_SEG_REDUCE:
      case FIR_SEG_SCAN:
      case FIR_SEG_EXSCAN:
	break;
      case FIR_LOOP:
	if (!is_harmless (x, t))
	  return true;
	break;
      default:
	return true;
      }
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_LOOP)
      fir_walk (t->fns[0]->body, fir_let_wrap, NULL);
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

/* Has S terms that may fail?  SHARED: and a later loop, too, of such an order?  */
static bool
is_failing (const struct flat *x, const struct fir_stmt *s, bool shared)
{
  for (const struct flat_failing *f = x->failing; f; f = f->next)
    if (f->loop == s && (f->shared || !shared))
      return true;
  return false;
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
      next = s->next;
      if (s->op == FIR_LOOP && !s->nouts && is_failing (x, s, false))
	flat_output (x, s, OUT_REDUCE, fir_atom_var (s->fns[0]->params[0]), FIR_NONE,
		     fir_fn_of_op (x->p, FIR_MAX, size, size), flat_size (x, 0));
      else if (s->op == FIR_LOOP && !s->nouts)
	fir_unlink (s);
    }
  for (struct fir_stmt *s = x->out->first; s; s = s->next)
    if (is_failing (x, s, false) && is_relied_on (x, s))
      {
	if (is_failing (x, s, true))
	  flat_give_up (x, several);
	end_if_failed (x, s);
      }
}

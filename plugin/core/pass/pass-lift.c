/* The pass lift: hoists loop-invariant vectors out of functions.

     r = map { (x)                               t = map f ys
       t = map f ys                              r = map { (x)
       s = reduce add x t        =>                s = reduce add x t
       ret s } xs                                  ret s } xs

   A term of a function operand, of a loop's body, or of a mu that uses nothing bound in there is
   moved before the operation, with the terms that it needs.  It is computed once, not once per
   element; and more operations end up in one block, where they can be fused.

   It may now run although the function would not have run, when there are no elements: only total
   terms may move (no trap, no failure, no call except of leaves known to be total), and only those
   that read vectors bound outside, or load from memory that is there: variables of the program.
   What reads vectors, or takes several side by side, stays behind a check: that may be why it reads
   nothing behind a vector's end.  What has as many elements as a checked number says stays, too: if
   that is no size it would never end, or ask for memory that is not there.
   Terms are not hoisted out of the blocks of an if or a case, which may not be entered.  Not worth
   it: index-only operations, and functions of elements so cheap that fusion recomputes them where
   they are read instead of storing and loading them (COST_AGAIN); so are a replicate and a range
   that have become loops.
   Paper: Harlan, section 5.5.2 (let lifting).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

#include <stdint.h>

struct lift
{
  struct fir_prog *p;
  struct fir_region *r;
  struct pass_log *log;
  unsigned changes;
};

/* --- Where things are bound ------------------------------------------------------------------ */

/* The number of functions around the binder of a variable, in its aux, is that of elements it may
   change with.  */
static unsigned
depth_of (const struct fir_var *v)
{
  return (unsigned) (uintptr_t) v->aux;
}

static void
set_depth (struct fir_var *v, unsigned depth)
{
  v->aux = (void *) (uintptr_t) depth;
}

static bool
repeats (const struct fir_stmt *s)
{
  return s->op != FIR_IF && s->op != FIR_CASE;
}

static void
number_block (struct fir_block *b, unsigned depth);

static void
number_fn (struct fir_fn *fn, unsigned depth)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    set_depth (fn->params[k], depth);
  number_block (fn->body, depth);
}

static void
number_block (struct fir_block *b, unsigned depth)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < s->nres; k++)
	set_depth (s->res[k], depth);
      for (unsigned k = 0; k < s->nfns; k++)
	number_fn (s->fns[k], depth + repeats (s));
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  number_fn (s->outs[k].combine, depth + 1);
    }
}

/* --- What may go, and what is worth it ------------------------------------------------------- */

static bool
loads (const struct fir_stmt *s)
{
  return s->op == FIR_LEAF && (s->leaf->flags & LEAF_LOAD);
}

struct total
{
  unsigned depth;		/* of the function that the term would leave */
  bool partial;
  bool reads;			/* it reads vectors, or takes several side by side */
  const struct fir_stmt *term;	/* itself */
};

/* Operations that are looked through for what a number is made of.  */
#define FUEL 16

/* Is V computed from one of the N ATOMS?  The length of a vector that is there is a good one.  */
static bool
made_of (const struct fir_var *v, const struct fir_atom *atoms, unsigned n, unsigned *fuel)
{
  const struct fir_stmt *d = v->def;

  if (d && d->op == FIR_LEN)
    return false;
  for (unsigned k = 0; k < n; k++)
    if (atoms[k].var == v)
      return true;
  if (!d || fir_op_info[d->op].cls != FIR_CLASS_PRIM)
    return false;
  for (unsigned k = 0; k < d->nargs; k++)
    if (d->args[k].var
	&& (!*fuel || ((*fuel)--, made_of (d->args[k].var, atoms, n, fuel))))
      return true;
  return false;
}

/* The number of elements of X, if it is known and X is not in memory; else null.  */
static const struct fir_var *
made_count (struct fir_atom x)
{
  struct fir_atom n;
  const struct fir_stmt *d;

  if (!fir_vec_length (&x, &n))
    return NULL;
  d = fir_atom_def (x);
  return d && d->op != FIR_VIEW && d->op != FIR_VIEWS ? n.var : NULL;
}

/* Does check C say something of the number of elements of X, or of a part of it?  */
static bool
checked_parts (struct fir_atom x, const struct fir_stmt *c, unsigned *fuel)
{
  const struct fir_stmt *d = fir_atom_def (x);
  const struct fir_var *n = made_count (x);

  for (unsigned k = 0; k < c->nargs && n; k++)
    {
      const struct fir_stmt *l = fir_atom_def (c->args[k]);
      const struct fir_var *m = l && l->op == FIR_LEN ? made_count (l->args[0]) : NULL;

      if (m == n)
	return true;
    }
  if (n)
    return made_of (n, c->args, c->nargs, fuel);
  for (unsigned k = 0; d && d->op == FIR_CONCAT && k < d->nargs; k++)
    if (!*fuel || ((*fuel)--, checked_parts (d->args[k], c, fuel)))
      return true;
  return false;
}

/* Does a check before the term say something of a number that S has, which is not computed but
   counts elements, or may?  So does a concat's number of elements, which is that of its parts.  */
static bool
checked_count (const struct fir_stmt *s, const struct total *t)
{
  unsigned fuel = FUEL;

  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM || s->op == FIR_LEAF || s->op == FIR_CHECK)
    return false;
  for (const struct fir_stmt *c = t->term->prev; c; c = c->prev)
    for (unsigned k = 0; k < s->nargs && c->op == FIR_CHECK; k++)
      if (s->args[k].var
	  && (fir_atom_type (s->args[k])->kind == TYPE_SCALAR
	      ? made_of (s->args[k].var, c->args, c->nargs, &fuel)
	      : s->op == FIR_CONCAT && checked_parts (s->args[k], c, &fuel)))
	return true;
  return false;
}

/* Does S take elements of several vectors?  */
static bool
side_by_side (const struct fir_stmt *s)
{
  unsigned n = 0;

  for (unsigned k = 0; k < s->nargs; k++)
    n += type_is_vec (fir_atom_type (s->args[k]));
  return n > 1;
}

static void
find_partial (struct fir_stmt *s, void *data)
{
  struct total *t = (struct total *) data;
  const struct fir_op_info *info = &fir_op_info[s->op];

  /* What is bound inside the term reads what is outside it, or elements of that.  */
  t->partial |= (s->op != FIR_LEAF && (info->flags & (FIR_FLAG_EFFECT | FIR_FLAG_MAYFAIL)) != 0)
		|| s->op == FIR_VIEW || s->op == FIR_VIEWS || s->op == FIR_CALL
		|| s->op == FIR_APPLY || s->op == FIR_MU
		|| ((info->cls == FIR_CLASS_PRIM || s->op == FIR_LEAF)
		    && !(loads (s) ? fir_total (s) : fir_speculates (s)));
  t->partial |= checked_count (s, t);
  t->reads |= s->op == FIR_AT || s->op == FIR_ROW || side_by_side (s);
  /* An index from outside may be in range only where there are elements (pass hoist).  */
  if (s->op == FIR_AT || s->op == FIR_ROW)
    t->partial |= !s->args[1].var || depth_of (s->args[1].var) <= t->depth;
  for (unsigned k = 0; k < s->nouts; k++)
    t->partial |= !fir_atom_none (s->outs[k].dest);
}

/* Does S stand behind a check that says more than that a size is one?  */
static bool
behind_check (const struct fir_stmt *s)
{
  while ((s = s->prev) != NULL)
    if (s->op == FIR_CHECK && s->check != CHECK_SIZE && s->check != CHECK_COUNT
	&& s->check != CHECK_COUNTABLE && s->check != CHECK_TOTAL)
      return true;
  return false;
}

/* Is S, in a function at DEPTH, total?  */
static bool
total (struct fir_stmt *s, unsigned depth)
{
  struct total t = { depth, false, false, s };

  find_partial (s, &t);
  for (unsigned k = 0; k < s->nfns; k++)
    fir_walk (s->fns[k]->body, find_partial, &t);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      fir_walk (s->outs[k].combine->body, find_partial, &t);
  return !t.partial && !(t.reads && behind_check (s));
}

/* Is S's result, a number, how often a loop beside it runs?  Its vectors are then seen to be of one
   length for all elements.  */
static bool
counts (const struct fir_stmt *s)
{
  if (s->nres != 1 || fir_op_info[s->op].cls != FIR_CLASS_PRIM)
    return false;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_LOOP && t->args[0].var == s->res[0])
      return true;
  return false;
}

/* Is S a loop that makes nothing but vectors of numbers, of its index and of what is outside, at
   next to no cost, as a replicate or a range does?  Its elements are computed where they are used,
   and need no memory.  */
static bool
generates (const struct fir_stmt *s)
{
  if (s->op != FIR_LOOP || fir_block_weight (s->fns[0]->body) > COST_AGAIN)
    return false;
  for (const struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (fir_op_info[t->op].cls != FIR_CLASS_PRIM)
      return false;
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_VEC || !type_is_scalar (fir_atom_type (s->outs[k].value)))
      return false;
  return true;
}

/* Is it better to compute S's result once and to load its elements than to compute them where they
   are read?  */
static bool
worth (struct fir_stmt *s)
{
  const struct fir_op_info *info = &fir_op_info[s->op];

  /* A variable of the program, often a pointer from which elements load.  */
  if (loads (s) || counts (s))
    return true;
  /* A vector that a record holds is told apart once, and laid out if it has to be.  */
  if (s->op == FIR_FIELD)
    return type_is_vec (s->res[0]->type);
  if ((info->cls != FIR_CLASS_VEC && s->op != FIR_LOOP) || (info->flags & FIR_FLAG_INDEX)
      || s->op == FIR_LEN || s->op == FIR_AT || generates (s))
    return false;
  if (s->op == FIR_MAP || s->op == FIR_TABULATE)
    return fir_block_weight (s->fns[0]->body) > COST_AGAIN;
  return true;
}

/* --- Moving ---------------------------------------------------------------------------------- */

/* Move S before AT, out of a function at DEPTH.  */
static void
move_out (struct lift *l, struct fir_stmt *s, struct fir_stmt *at, unsigned depth)
{
  fir_unlink (s);
  fir_insert_before (at, s);
  /* In a run without elements it may overflow, which then means nothing.  */
  fir_let_wrap (s, NULL);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      fir_walk (s->outs[k].combine->body, fir_let_wrap, NULL);
  for (unsigned k = 0; k < s->nfns; k++)
    fir_walk (s->fns[k]->body, fir_let_wrap, NULL);
  for (unsigned k = 0; k < s->nres; k++)
    set_depth (s->res[k], depth - 1);
  for (unsigned k = 0; k < s->nfns; k++)
    number_fn (s->fns[k], depth - 1 + repeats (s));
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      number_fn (s->outs[k].combine, depth);
  law_fired (l->p->ctx, LAW_L1);
  l->changes++;
}

/* Can S be hoisted out of the function at DEPTH in whose body B it is, with the terms of B that it
   needs?  If REALLY, do it.  */
static bool
lift_stmt (struct lift *l, struct fir_block *b, struct fir_stmt *s, struct fir_stmt *at,
	   unsigned depth, bool really);

struct need
{
  struct lift *l;
  struct fir_block *b;
  struct fir_stmt *at;
  unsigned depth;
  bool really, good;
};

static void
need (struct fir_atom *a, void *data)
{
  struct need *n = (struct need *) data;
  struct fir_stmt *d = fir_atom_def (*a);

  if (!n->good || !a->var || depth_of (a->var) != n->depth)
    return;
  /* A parameter, or a term of a block inside.  */
  n->good = d && d->parent == n->b && lift_stmt (n->l, n->b, d, n->at, n->depth, n->really);
}

static bool
lift_stmt (struct lift *l, struct fir_block *b, struct fir_stmt *s, struct fir_stmt *at,
	   unsigned depth, bool really)
{
  struct need n = { l, b, at, depth, really, true };

  if (!total (s, depth))
    return false;
  fir_stmt_each_atom (s, need, &n);
  if (!n.good)
    return false;
  if (really)
    move_out (l, s, at, depth);
  return true;
}

static void lift_block (struct lift *l, struct fir_block *b, unsigned depth);

/* From the body of a function of AT, which is at DEPTH.  */
static void
lift_fn (struct lift *l, struct fir_fn *fn, struct fir_stmt *at, unsigned depth)
{
  struct fir_stmt *next;

  lift_block (l, fn->body, depth);
  for (struct fir_stmt *s = fn->body->first; s; s = next)
    {
      next = s->next;
      if (worth (s) && lift_stmt (l, fn->body, s, at, depth, false))
	{
	  if (s->site && at->site)
	    pass_log_add (l->log, LOG_FUSED, s->site, at->site, "lifted out, computed once for");
	  lift_stmt (l, fn->body, s, at, depth, true);
	}
    }
}

static void
lift_block (struct lift *l, struct fir_block *b, unsigned depth)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    for (unsigned k = 0; k < s->nfns; k++)
      if (repeats (s) && s->op != FIR_LAMBDA)
	lift_fn (l, s->fns[k], s, depth + 1);
      else
	lift_block (l, s->fns[k]->body, depth + repeats (s));
}

unsigned
pass_lift (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct lift l = { p, r, log, 0 };

  fir_clear_aux (r);
  for (unsigned k = 0; k < r->nparams; k++)
    set_depth (r->params[k], 0);
  number_block (r->body, 0);
  lift_block (&l, r->body, 0);
  fir_clear_aux (r);
  return l.changes;
}

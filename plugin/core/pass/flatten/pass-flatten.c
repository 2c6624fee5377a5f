/* The pass flatten: nests become flat programs.

     y = map { (r) w = map { (e) f = mul e e ret f } r
		   s = reduce add 0 w ret s } x

     o = offsets x   d = flatten x   n = len d
     w = loop n { (f) e = at d f  u = mul e e  yield vec u }
     z = replicate (len x) 0
     y = segreduce add z o w

   A nest is a map, filter or tabulate of the region whose function works on vectors.  Its function
   is done for all elements at once (flatten-block.c); a level of vectors is a space
   (flatten-space.c), and depth does not matter.  On a device rows of any lengths then give equal
   work to all threads; the pool balances nests otherwise, and the pass runs only where it is asked
   for.
   Does not: call a function more often.  Does: need memory for the elements of all rows, where a
   nest needs that of a row.
   Laws: doc/laws.txt, G.  An example by hand: doc/flatten.txt.

   Papers: NOVA, section 5.1; Elsman and Larsen, section 3.1 (flattening by expansion).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

void
flat_give_up (struct flat *x, const char *why)
{
  x->why = why;
  longjmp (x->escape, 1);
}

/* --- Which statements are nests -------------------------------------------------------------- */

/* Does S loop over elements?  */
static void
note_loop (struct fir_stmt *s, void *data)
{
  const struct fir_op_info *info = &fir_op_info[s->op];

  *(bool *) data |= info->role != FIR_ROLE_NONE || (info->flags & FIR_FLAG_SHAPE)
		    || s->op == FIR_GATHER || s->op == FIR_SLICE || s->op == FIR_EXPAND
		    || s->op == FIR_EXPANDN || s->op == FIR_LOOP;
}

/* Does FN give rows that have to be made?  */
static bool
makes_rows (const struct fir_fn *fn)
{
  const struct fir_stmt *def = fn->body->nrets ? fir_atom_def (fn->body->rets[0]) : NULL;

  return def && (def->op == FIR_RANGE || def->op == FIR_REPLICATE || def->op == FIR_REVERSE);
}

static bool
works_on_vectors (struct fir_stmt *s)
{
  bool any = false;

  for (unsigned k = 0; k < s->nfns; k++)
    {
      fir_walk (s->fns[k]->body, note_loop, &any);
      any |= makes_rows (s->fns[k]);
    }
  return any;
}

/* --- The pass -------------------------------------------------------------------------------- */

/* The space of the elements of S.  */
static struct flat_space *
top_space (struct flat *x, struct fir_stmt *s)
{
  struct flat_space *top = CTX_NEW (x->p->ctx, struct flat_space);

  top->n = s->op == FIR_TABULATE ? s->args[0]
	   : flat_outside1 (x, FIR_LEN, type_size (x->p->ctx), s->args[0]);
  return top;
}

/* The parameters of a tabulate with extents ARGS are the indices below these: of the levels of
   spaces below TOP, the last of which is returned.  */
static struct flat_space *
bind_indices (struct flat *x, struct flat_space *top, struct fir_fn *fn,
	      const struct fir_atom *args)
{
  struct flat_space *s = top;

  for (unsigned k = 0; k < fn->nparams; k++)
    {
      if (k)
	s = flat_space_of_sizes (x, s, flat_all (x, args[k]));
      flat_bind (fn->params[k], flat_value_new (x, FLAT_STEP, type_size (x->p->ctx), s));
    }
  return s;
}

/* The filter S by the values V of its function.  */
static struct fir_atom
filter_by (struct flat *x, struct fir_stmt *s, struct fir_atom v)
{
  struct fir_atom args[2] = { s->args[0], v };
  const struct type *two[2] = { fir_atom_type (args[0])->elem, fir_atom_type (v)->elem };
  struct fir_stmt *f;

  flat_close (x);
  f = flat_outside (x, FIR_FILTER, s->res[0]->type, 2, args, 1);
  f->fns[0] = fir_fn_new (x->p, 2, two);
  args[1] = fir_atom_var (f->fns[0]->params[1]);
  fir_block_return (x->p, f->fns[0]->body, 1, &args[1]);
  return fir_atom_var (f->res[0]);
}

/* Put the flat program of S into X's block; its result.  */
static struct fir_atom
flat_nest (struct flat *x, struct fir_stmt *s)
{
  struct fir_fn *fn = fir_fn_copy (x->p, s->fns[0], NULL);
  struct flat_space *top = top_space (x, s), *space = top;
  struct flat_value *v;

  if (s->op == FIR_TABULATE)
    space = bind_indices (x, top, fn, s->args);
  else
    for (unsigned k = 0; k < fn->nparams; k++)
      flat_bind (fn->params[k], flat_elements (x, top, s->args[k]));
  v = flat_fn (x, space, fn);
  flat_close (x);
  if (s->op == FIR_FILTER)
    return filter_by (x, s, flat_vector (x, top, v));
  for (; space != top; space = space->parent)
    {
      struct flat_value *r = flat_value_new (x, FLAT_ROWS, type_vec (x->p->ctx, v->type),
					     space->parent);

      r->rows = space;
      r->elems = v;
      v = r;
    }
  return flat_vector (x, top, v);
}

/* Remove statements of B that compute what nobody needs, RESULT aside.  */
static void
drop_unused (struct fir_block *b, struct fir_atom result)
{
  struct fir_stmt *prev;

  for (struct fir_stmt *s = b->last; s; s = prev)
    {
      bool used = s->nres == 0 || fir_may_fail (s) || fir_has_effect (s);

      prev = s->prev;
      for (unsigned k = 0; k < s->nres && !used; k++)
	used = s->res[k] == result.var || fir_uses (b, s->res[k]);
      if (!used)
	fir_unlink (s);
    }
}

/* Does V show memory that X's loops did not make?  */
static bool
shows_outside (struct flat *x, struct fir_atom v)
{
  struct fir_stmt *def = fir_atom_def (v);

  if (!def || def->parent != x->out)
    return true;
  return (def->op == FIR_RESHAPE || def->op == FIR_FLATTEN || def->op == FIR_SLICE
	  || def->op == FIR_REVERSE) && shows_outside (x, def->args[fir_shows (def)]);
}

/* Flatten S, a nest; false, and the reason is logged, if it stays.  */
static bool
flatten_nest (struct fir_prog *p, struct fir_region *r, struct fir_stmt *s, struct pass_log *log)
{
  struct flat *x = CTX_NEW (p->ctx, struct flat);
  struct fir_subst *subst;
  struct fir_atom result;

  x->p = p;
  x->r = r;
  x->s = s;
  x->site = s->site;
  x->out = fir_block_new (p);
  x->places = ++p->marks;
  if (setjmp (x->escape))
    {
      pass_log_add (log, LOG_KEPT, s->site, 0,
		    ctx_printf (p->ctx, "it stays a nest: %s", x->why));
      return false;
    }
  result = flat_nest (x, s);
  /* What a nest makes is its own, also if it is an operand again: that may be a view.  */
  if (shows_outside (x, result))
    result = flat_outside1 (x, FIR_COPY, s->res[0]->type, result);
  drop_unused (x->out, result);
  flat_finish (x, s);
  subst = fir_subst_new (p);
  fir_subst_put (subst, s->res[0], result);
  fir_put_before (s, x->out);
  fir_unlink (s);
  fir_subst_block (subst, r->body);
  law_fired (p->ctx, LAW_G1);
  return true;
}

/* The nests of B, which belongs to region R itself.  */
static unsigned
flatten_block (struct fir_prog *p, struct fir_region *r, struct fir_block *b, struct pass_log *log)
{
  unsigned changes = 0;
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      if (s->op == FIR_IF || s->op == FIR_CASE)
	for (unsigned k = 0; k < s->nfns; k++)
	  changes += flatten_block (p, r, s->fns[k]->body, log);
      else if (!works_on_vectors (s) || s->op == FIR_LAMBDA || s->op == FIR_MU)
	continue;
      else if (s->op == FIR_MAP || s->op == FIR_TABULATE || s->op == FIR_FILTER)
	changes += flatten_nest (p, r, s, log);
      else
	pass_log_add (log, LOG_KEPT, s->site, 0,
		      ctx_printf (p->ctx, "it stays a nest: there is no flat form of '%s'",
				  fir_op_info[s->op].text));
    }
  return changes;
}

/* Is R a region of P, not a function that is called?  */
static bool
is_region (const struct fir_prog *p, const struct fir_region *r)
{
  for (const struct fir_region *q = p->regions; q; q = q->next)
    if (q == r)
      return true;
  return false;
}

unsigned
pass_flatten (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  unsigned changes;

  if (!is_region (p, r))
    return 0;
  /* What nobody needs costs a length at most as it stands, and all its elements once flat.  */
  changes = pass_dce_errors (p, r->body);
  fir_clear_aux (r);
  return changes + flatten_block (p, r, r->body, log);
}

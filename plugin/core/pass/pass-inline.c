/* The pass inline: inlines calls of known functions, as let-bound bodies.

     y: f32 = call @sq x            =>    r.7: f32 = mul x x        and y becomes r.7
     f = lambda {(p) q = mul p p ret q}
     y = apply f x                  =>    q.8: f32 = mul x x        and y becomes q.8

   A function value is applied in place if that is its only use, or it is small.

   Statements belong to a block, so that a body that replaces its call needs no flattening of lets
   afterwards.  A function operand is never a function of the program itself, but a function that
   calls it: so each operation has a private function, which passes may edit in place.
   A function that is called from several places, and large with its own inlined callees, stays a
   function: else twenty functions that call the next twice would be a million bodies.  The limit is
   low for functions of scalars, which lowering supports, and high for those with vectors, which
   must be visible to fusion.
   Does not: inline a function that can reach itself, a mu for one.
   Keeps: the order of effects and of element checks.
   Paper: NOVA, section 5 (inlining of functions and let-bound lambdas); Nikola, on sharing (a
   function that is used several times stays one function).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* A function value of this cost is as good as its call.  */
#define SMALL_COST 16
/* Statements of functions that are put in the place of each of several calls, at most: of those
   that IMP has functions for, and of others.  */
#define LARGE 256
#define LARGE_OPEN 1024
/* Others, which lowering refuses if they stay functions, may be larger, up to this number of
   statements in all their call sites: the time of passes is quadratic in that.  */
#define LARGE_PLACES 4096

struct inliner
{
  struct fir_prog *p;
  struct fir_region *r;
  bool counted;			/* the calls of functions are */
  unsigned changes;
};

/* --- Size ------------------------------------------------------------------------------------ */

static void
count_call (struct fir_stmt *s, void *data)
{
  struct fir_prog *p = (struct fir_prog *) data;

  if (s->op != FIR_CALL)
    return;
  if (s->callee->mark != p->marks)
    {
      s->callee->mark = p->marks;
      s->callee->calls = 0;
      fir_walk (s->callee->fn->body, count_call, p);
    }
  s->callee->calls++;
}

/* Count the calls of each function, where regions lead to.  */
static void
count_calls (struct fir_prog *p)
{
  p->marks++;
  for (struct fir_region *r = p->regions; r; r = r->next)
    fir_walk (r->body, count_call, p);
}

/* How often F, a large function, is called.  All regions must be looked at, so that is done for
   such functions only, and once for a region.  */
static unsigned
calls_of (struct inliner *in, struct fir_fun *f)
{
  if (!in->counted)
    count_calls (in->p);
  in->counted = true;
  return f->calls;
}

static bool
vectors (unsigned n, struct fir_var *const *vars)
{
  for (unsigned k = 0; k < n; k++)
    if (type_is_vec (vars[k]->type))
      return true;
  return false;
}

/* A function at which SIZE and PLAIN are found out.  */
struct measured
{
  struct inliner *in;
  struct fir_fun *fun;
};

static void measure (struct inliner *in, struct fir_fun *fun);

static void
measure_stmt (struct fir_stmt *s, void *data)
{
  struct measured *m = (struct measured *) data;
  struct fir_fun *fun = m->fun;

  fun->plain &= fir_op_info[s->op].cls <= FIR_CLASS_TERM && s->op != FIR_CHECK
		&& !(fir_op_info[s->op].flags & FIR_FLAG_MAYFAIL) && !vectors (s->nres, s->res)
		&& !(s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL));
  if (s->op == FIR_CALL)
    {
      measure (m->in, s->callee);
      fun->plain &= s->callee->plain;
    }
  fun->size += s->op == FIR_CALL && !s->callee->stays ? s->callee->size : 1;
}

/* The number of statements of FUN, with the bodies of its callees; whether it stays a function.
   That is decided once: the passes make it smaller.  */
static void
measure (struct inliner *in, struct fir_fun *fun)
{
  struct measured m = { in, fun };

  if (fun->size)
    return;
  fun->size = 1;
  fun->plain = !vectors (fun->fn->nparams, fun->fn->params);
  fir_walk (fun->fn->body, measure_stmt, &m);
  fun->stays = fun->size > (fun->plain ? LARGE : LARGE_OPEN) && calls_of (in, fun) > 1
	       && (fun->plain || fun->size > LARGE_PLACES / fun->calls);
}

/* --- Inlining -------------------------------------------------------------------------------- */

/* S, whose operands from FIRST on are those of OF, becomes its body.  */
static void
inline_fn (struct inliner *in, struct fir_stmt *s, struct fir_fn *of, unsigned first)
{
  struct fir_fn *fn = fir_fn_copy (in->p, of, NULL);
  struct fir_subst *params = fir_subst_new (in->p), *results = fir_subst_new (in->p);
  struct fir_atom *rets;

  law_fired (in->p->ctx, s->op == FIR_CALL ? LAW_I1 : LAW_I3);
  if (!s->tail)
    pass_forget_tails (fn->body);
  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (params, fn->params[k], s->args[first + k]);
  rets = fir_copy_before (in->p, s, fn->body, params);
  for (unsigned k = 0; k < s->nres; k++)
    fir_subst_put (results, s->res[k], rets[k]);
  fir_unlink (s);
  /* A loop's outputs, outside of its body, use variables bound in it.  */
  fir_subst_block (results, in->r->body);
  in->changes++;
}

/* The function that S calls, if it may be inlined; *FIRST: the first of its arguments.  */
static struct fir_fn *
inlined (struct inliner *in, struct fir_stmt *s, unsigned *first)
{
  struct fir_stmt *def = s->op == FIR_APPLY ? fir_atom_def (s->args[0]) : NULL;

  *first = s->op == FIR_APPLY;
  if (s->op == FIR_CALL)
    {
      measure (in, s->callee);
      return s->callee->stays || s->callee->recursive ? NULL : s->callee->fn;
    }
  if (def && def->op == FIR_LAMBDA
      && (fir_block_weight (def->fns[0]->body) <= SMALL_COST
	  || fir_count_uses (in->r->body, def->res[0]) == 1))
    return def->fns[0];
  return NULL;
}

static void
inline_block (struct inliner *in, struct fir_block *b)
{
  struct fir_stmt *s = b->first;

  while (s)
    {
      struct fir_fn *fn;
      unsigned first;

      fn = inlined (in, s, &first);
      if (fn)
	{
	  struct fir_stmt *before = s->prev;

	  inline_fn (in, s, fn, first);
	  /* The body's own calls are next.  */
	  s = before ? before->next : b->first;
	  continue;
	}
      for (unsigned k = 0; k < s->nfns; k++)
	inline_block (in, s->fns[k]->body);
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  inline_block (in, s->outs[k].combine->body);
      s = s->next;
    }
}

unsigned
pass_inline (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct inliner in = { p, r, false, 0 };

  (void) log;
  fir_number_components (p, r);
  inline_block (&in, r->body);
  return in.changes;
}

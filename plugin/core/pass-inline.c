/* The pass inline: calls of program functions become let-bound bodies.

     y: f32 = call @sq x            =>    r.7: f32 = mul x x        and y becomes r.7

   Statements are a block's own, so that a body that is put in place of its call needs no
   flattening of lets afterwards.  A function operand that is a function of the program gets a copy
   of its own, since other passes edit operands in place.
   Does not: inline a function that can reach itself, or decide by size (a function that the
   program holds is there so that passes see through it; what is too large is a leaf).
   Keeps: the order of effects and of element checks.
   Paper: NOVA, section 5 (inlining of functions and let-bound lambdas).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

struct inliner
{
  struct fir_prog *p;
  struct fir_region *r;
  unsigned changes;
};

static bool reaches (struct fir_block *b, struct fir_fun *target, unsigned depth);

static bool
fn_reaches (struct fir_fn *fn, struct fir_fun *target, unsigned depth)
{
  return fn == target->fn || reaches (fn->body, target, depth);
}

/* May running B call TARGET?  DEPTH bounds the calls that are followed: deeper chains than there
   are functions go round.  */
static bool
reaches (struct fir_block *b, struct fir_fun *target, unsigned depth)
{
  if (!depth)
    return true;
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_CALL
	  && (s->callee == target || reaches (s->callee->fn->body, target, depth - 1)))
	return true;
      for (unsigned k = 0; k < s->nfns; k++)
	if (fn_reaches (s->fns[k], target, depth))
	  return true;
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine && fn_reaches (s->outs[k].combine, target, depth))
	  return true;
    }
  return false;
}

static bool
recursive (struct fir_prog *p, struct fir_fun *fun)
{
  unsigned funs = 1;

  for (struct fir_fun *f = p->funs; f; f = f->next)
    funs++;
  return reaches (fun->fn->body, fun, funs);
}

static void
inline_call (struct inliner *in, struct fir_stmt *s)
{
  struct fir_fn *fn = fir_fn_copy (in->p, s->callee->fn, NULL);
  struct fir_subst *params = fir_subst_new (in->p), *results = fir_subst_new (in->p);
  struct fir_atom *rets;

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (params, fn->params[k], s->args[k]);
  rets = fir_copy_before (in->p, s, fn->body, params);
  for (unsigned k = 0; k < s->nres; k++)
    fir_subst_put (results, s->res[k], rets[k]);
  fir_unlink (s);
  fir_subst_block (results, in->r->body);
  in->changes++;
}

static void
own_copy (struct inliner *in, struct fir_fn **fn)
{
  for (struct fir_fun *f = in->p->funs; f; f = f->next)
    if (f->fn == *fn)
      {
	*fn = fir_fn_copy (in->p, *fn, NULL);
	in->changes++;
      }
}

static void
inline_block (struct inliner *in, struct fir_block *b)
{
  struct fir_stmt *s = b->first;

  while (s)
    {
      if (s->op == FIR_CALL && !recursive (in->p, s->callee))
	{
	  struct fir_stmt *before = s->prev;

	  inline_call (in, s);
	  /* The body's own calls are next.  */
	  s = before ? before->next : b->first;
	  continue;
	}
      for (unsigned k = 0; k < s->nfns; k++)
	{
	  own_copy (in, &s->fns[k]);
	  inline_block (in, s->fns[k]->body);
	}
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  {
	    own_copy (in, &s->outs[k].combine);
	    inline_block (in, s->outs[k].combine->body);
	  }
      s = s->next;
    }
}

unsigned
pass_inline (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct inliner in = { p, r, 0 };

  (void) log;
  inline_block (&in, r->body);
  return in.changes;
}

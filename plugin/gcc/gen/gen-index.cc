/* Indices as narrower numbers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The elements of a range of ints are conversions of an index, which has 64 bits: a vector of them
   would be two vectors of indices, converted and put together.  So a loop whose body converts its
   index, or a sum with it, to a narrower type counts in 32 bits beside: `conv:i32 (sub (i, row))'
   is that count less `conv:u32 (row)', modulo 2^32, and GCC counts in vectors of that width.
   Does not: products of the index; loops of a constant number of iterations, which GCC narrows
   itself, and loops around loops.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* Is T an integer type of 64 bits, or, if NARROW, of 32 or fewer?  */
static bool
integer_p (const struct type *t, bool narrow)
{
  return t && type_is_scalar (t) && scalar_info[t->scalar].cls == SC_INT
	 && (narrow ? t->size <= 4 : t->size == 8);
}

/* --- Does a loop convert its index? ----------------------------------------------------------- */

typedef hash_set<struct imp_var *> index_set;

/* May E be computed twice?  */
static bool
again_p (struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_PRIM)
    for (unsigned k = 0; k < e->nargs; k++)
      if (!again_p (e->args[k]))
	return false;
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_VAR || e->kind == IMP_EXPR_PRIM;
}

/* Is E one of OF, or a sum or difference with one of them?  */
static bool
sum_p (index_set *of, struct imp_expr *e)
{
  if (!e || !integer_p (e->type, false))
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return of->contains (e->var);
  return e->kind == IMP_EXPR_PRIM && (e->op == FIR_ADD || e->op == FIR_SUB) && again_p (e)
	 && (sum_p (of, e->args[0]) || sum_p (of, e->args[1]));
}

static bool
converts_p (index_set *of, struct imp_expr *e)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV && integer_p (e->type, true)
      && sum_p (of, e->args[0]))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (converts_p (of, e->args[k]))
      return true;
  return false;
}

static bool
block_converts_p (index_set *of, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_NEW && sum_p (of, s->e[0]))
	of->add (s->var);
      for (struct imp_expr *e : s->e)
	if (converts_p (of, e))
	  return true;
      for (unsigned k = 0; k < s->nargs; k++)
	if (converts_p (of, s->args[k]))
	  return true;
      if (converts_p (of, s->base) || block_converts_p (of, &s->body)
	  || block_converts_p (of, &s->orelse))
	return true;
    }
  return false;
}

bool
gen_converts_index_p (struct imp_stmt *loop)
{
  index_set of;
  of.add (loop->var);
  return integer_p (loop->var->type, false) && loop->e[1]->kind != IMP_EXPR_CONST
	 && !imp_has_loops (&loop->body) && block_converts_p (&of, &loop->body);
}

/* --- The narrower numbers --------------------------------------------------------------------- */

tree
gen_narrow (struct gen_fn *f, struct imp_expr *e)
{
  if (!integer_p (e->type, false))
    return NULL_TREE;
  if (e->kind == IMP_EXPR_VAR)
    {
      tree *n = f->narrow->get (e->var);
      return n ? *n : NULL_TREE;
    }
  if (e->kind != IMP_EXPR_PRIM || (e->op != FIR_ADD && e->op != FIR_SUB) || !again_p (e))
    return NULL_TREE;
  tree x = gen_narrow (f, e->args[0]), y = gen_narrow (f, e->args[1]);
  if (!x && !y)
    return NULL_TREE;
  x = x ? x : gen_conv (uint32_type_node, gen_expr (f, e->args[0]));
  y = y ? y : gen_conv (uint32_type_node, gen_expr (f, e->args[1]));
  return fold_build2 (e->op == FIR_ADD ? PLUS_EXPR : MINUS_EXPR, uint32_type_node, x, y);
}

tree
gen_begin_narrow (struct gen_fn *f, struct imp_var *v, tree x)
{
  tree n = gen_var (f, uint32_type_node, v->name);
  gen_set (f, n, x);
  f->narrow->put (v, n);
  return n;
}

/* The pass chunk: what a thread that is alone may do otherwise.

   Where a chunk of rows ends, and which rows are taken by themselves, depends on counts alone,
   since results must not depend on the number of threads.  Some do not depend on it anyway: what
   the elements of

     loop i < n along (o, r, w) { reduce s ... } do { loop j ... { reduce t ... }  give s := t }

   combine is the same in any order, and nothing is rounded.  Then a thread that is alone takes all
   rows as one chunk, since each chunk has to look for its rows.  That takes as long as some short
   rows, or as a long row of which only the first elements are looked at.

     new size := select (threads () = 1 and all < LARGE, all, chunk_size (all, w))

   Of more elements chunks take long enough not to notice; and a profile shows how even they are.

   Nor does it take a long row by itself if that would take its elements twice.

   Does not: know that a sum of floats is exact, or that GCC rounds a product alike everywhere.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-chunk.h"

/* So much weight is one chunk at most.  */
#define LARGE ((uint64_t) 1 << 23)

/* How many operands of comparisons in E, NULL or not, are V or, if LOADS, loaded from V.  */
static unsigned
compared (const struct imp_expr *e, const struct imp_var *v, bool loads)
{
  unsigned n = 0;

  for (unsigned k = 0; e && k < e->nargs; k++)
    {
      const struct imp_expr *x = e->args[k];

      if (e->kind == IMP_EXPR_PRIM && fir_op_info[e->op].flags & FIR_FLAG_CMP)
	n += loads ? imp_loads_from (x, v) : imp_is_var (x, v);
      n += compared (x, v, loads);
    }
  return n;
}

/* The same in B.  Names in ALL, if it is not NULL, for what is loaded count, too, if they are only
   compared there.  */
static unsigned
block_compared (const struct imp_block *b, const struct imp_var *v, const struct imp_block *all)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	n += compared (s->e[k], v, all);
      n += all && s->kind == IMP_NEW && imp_loads_from (s->e[0], v)
	   && imp_block_uses (all, s->var) == block_compared (all, s->var, NULL);
      n += block_compared (&s->body, v, all) + block_compared (&s->orelse, v, all);
    }
  return n;
}

/* Is the memory D leads to the elements of a vector that B makes, and uses by that name alone?  */
static bool
made_inside (const struct imp_block *b, const struct imp_var *d)
{
  const struct imp_stmt *s = imp_block_binder (b, d), *made;
  const struct imp_var *v = s ? imp_data_of (s) : NULL;

  made = v ? imp_block_binder (b, v) : NULL;
  return made && made->kind == IMP_VECNEW && imp_block_uses (b, v) == 1;
}

/* Is the result of O, a scan in B, an element, the same in any order: its values themselves, or, of
   which only the zeros and NaNs may be others, what they are compared for?  */
static bool
scans_in_any_order (const struct imp_block *b, const struct imp_stmt *o)
{
  const struct imp_var *d = o->base->kind == IMP_EXPR_VAR ? o->base->var : NULL;

  return partial_exact (o)
	 || (d && partial_extreme (o) && made_inside (b, d)
	     && block_compared (b, d, b) + 1 == imp_block_uses (b, d));
}

/* Is E a product or quotient of floats, or a function, which may have one whatever it gives?  GCC
   may fuse it with a sum in one copy of an element, and not in another.  */
static bool
rounds (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_FUN
	 || (e->kind == IMP_EXPR_PRIM && !type_is_integral (e->type)
	     && (e->op == FIR_MUL || e->op == FIR_DIV));
}

static bool
stmt_rounds (const struct imp_stmt *s)
{
  for (unsigned k = 0; k < s->nargs; k++)
    if (imp_expr_any (s->args[k], rounds))
      return true;
  return imp_stmt_any (s, rounds) || imp_expr_any (s->base, rounds);
}

/* Does B, of the element ALL, combine only what is the same in any order, and in any copy?  *TWO
   becomes true if it would take values twice for a row that is shared out.  */
static bool
in_any_order (const struct imp_block *b, const struct imp_block *all, bool *two)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool scans = s->kind == IMP_SCAN || s->kind == IMP_EXSCAN;

      if (imp_is_alone (s) || stmt_rounds (s) || (s->kind == IMP_REDUCE && !partial_exact (s))
	  || (scans && !scans_in_any_order (all, s)) || !in_any_order (&s->body, all, two)
	  || !in_any_order (&s->orelse, all, two))
	return false;
      *two |= scans || s->kind == IMP_FILTER;
    }
  return true;
}

/* The same of the elements of LOOP, and the operators of its outputs.  */
static bool
all_in_any_order (const struct imp_stmt *loop, bool *two)
{
  if (!in_any_order (&loop->body, &loop->body, two))
    return false;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (stmt_rounds (o) || !in_any_order (&o->body, &o->body, &(bool) { false }))
      return false;
  return true;
}

/* Is this thread the only one?  */
static struct imp_expr *
is_alone (struct chunks *d)
{
  return here_op (&d->h, FIR_EQ, imp_call (d->h.p, IMP_FN_THREADS, NULL, 0, NULL),
		  here_size (&d->h, 1));
}

struct imp_var *
row_begin (struct chunks *d)
{
  struct imp_expr *alone;
  bool two = false;

  if (all_in_any_order (d->loop, &two) && two)
    {
      alone = is_alone (d);
      d->alone = imp_make_new (&d->h, "lone", alone->type, alone);
    }
  return partial_array (d, "last", type_size (d->h.p->ctx), 1);
}

struct imp_expr *
row_size (struct chunks *d, struct imp_expr *size)
{
  struct imp_expr *one;

  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->kind != IMP_REDUCE || !partial_exact (d->outs[k].s))
      return size;
  if (!all_in_any_order (d->loop, &(bool) { false }))
    return size;
  one = here_op (&d->h, FIR_LT, here_again (&d->h, d->all), here_size (&d->h, LARGE));
  one = here_op (&d->h, FIR_BAND, is_alone (d), one);
  return imp_select (d->h.p, one, here_again (&d->h, d->all), size);
}

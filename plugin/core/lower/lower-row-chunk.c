/* Lowering of stores with steps: chunks of whole rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop that becomes a nest (lower-nest.c) has to look in each row where the chunk begins and
   ends, and how long the innermost loop is nobody knows.  For short rows that is most of the work.
   So a chunk is a number of rows then, as many as about make up a chunk of elements:

     if d <= size / 8 or n <= size {
       new all := rows  if size < n { all := (size + d - 1) / d }
       parfor c < chunks (rows, all) {
         for q = c all to min (rows, c all + all) { for j = 0 to d { ... } } }
     } else { the parfor over chunks of size elements }

   Of three levels and more rows of the outermost level are tried, then those of the innermost one.
   Short rows of a length that is known are taken without a test.  The rows of other loops are the
   pass chunk's (schedule-row-chunk.c).

   Does not: loops that do anything but store each element, that check it, or whose elements cost
   so much that the code is not to stand there several times.  */

#include "lower-loop.h"

/* Chunks of at least 2 to this rows consist of rows.  */
#define ROWS_SHIFT 3
/* Rows of no more elements than this always make up chunks.  */
#define SHORT 64

/* Does the running pass only store elements?  */
static bool
only_stores (struct loop *lp)
{
  bool some = false;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      if (lp->outs[k].job != JOB_VEC && lp->outs[k].job != JOB_NONE)
	return false;
      some |= lp->outs[k].job == JOB_VEC;
    }
  return some && !lp->checked && !lp->precheck && !lp->serial && !lp->group
	 && chunk_wants_apart (lp) && lp->l->reads <= READS_DENSE;
}

/* The running pass over the rows of level UNIT of NEST.  */
static void
rows_parfor (struct loop *lp, struct nest *nest, unsigned unit, struct imp_var *size)
{
  struct lower *l = lp->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  struct imp_expr *rows = nest_take_rows (nest, unit), *d = nest_row_length (nest, unit);
  struct imp_var *all = s_new (l, "all", u64, e_again (l, rows));
  l->b = &s_if (l, e_op (l, FIR_LT, imp_use (l->p, size), e_again (l, lp->n)))->body;
  struct imp_expr *some = e_op (l, FIR_ADD, imp_use (l->p, size),
				e_op (l, FIR_SUB, e_again (l, d), e_size (l, 1)));
  s_assign (l, all, e_op (l, FIR_DIV, some, e_again (l, d)));
  l->b = after;
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_PARFOR, lp->s->site);
  s->trust = IMP_TRUST_STRIDED;
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", u64);
  s->e[0] = e_call (l, IMP_FN_CHUNKS, NULL, 2, e_again (l, rows), imp_use (l->p, all));
  s->e[1] = e_op (l, FIR_MUL, e_op (l, FIR_MUL, imp_use (l->p, all), e_again (l, d)),
		  e_again (l, lp->elem_cost));
  l->b = &s->body;
  struct imp_var *b = s_new (l, "b", u64, e_op (l, FIR_MUL, imp_use (l->p, s->var),
						imp_use (l->p, all)));
  struct imp_expr *e = e_op (l, FIR_ADD, imp_use (l->p, b), imp_use (l->p, all));
  e = imp_use (l->p, s_new (l, "e", u64, e_op (l, FIR_MIN, e_again (l, rows), e)));
  lp->same_parts = true;
  nest_emit_rows (nest, imp_use (l->p, b), e);
  lp->same_parts = false;
  l->b = after;
}

/* Do the rows of level UNIT of NEST make up chunks: has a chunk of SIZE elements several, or is it
   all there is?  NULL: always.  */
static struct imp_expr *
worth_rows (struct loop *lp, struct nest *nest, unsigned unit, struct imp_var *size)
{
  struct lower *l = lp->l;
  struct imp_expr *d = nest_row_length (nest, unit);
  if (d->kind == IMP_EXPR_CONST && !d->cst->origin && (uint64_t) d->cst->i <= SHORT)
    return NULL;
  struct imp_expr *most = e_op (l, FIR_SHR, imp_use (l->p, size), e_size (l, ROWS_SHIFT));
  return e_op (l, FIR_BOR, e_op (l, FIR_LE, d, most),
	       e_op (l, FIR_LE, e_again (l, lp->n), imp_use (l->p, size)));
}

/* X and Y; NULL: true.  */
static struct imp_expr *
both (struct lower *l, struct imp_expr *x, struct imp_expr *y)
{
  return x && y ? e_op (l, FIR_BAND, x, y) : x ? x : y;
}

/* The running pass over rows of level UNIT of NEST, or of the innermost one, or over elements.
   EQUAL: a variable, whether the body divides by the lengths of the rows that are stored; NULL: it
   does.  */
static void
take_rows (struct loop *lp, struct nest *nest, unsigned unit, struct imp_expr *equal,
	   struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  bool apart = chunk_apart (lp);
  struct imp_expr *direct = NULL, *worth = worth_rows (lp, nest, unit, size);
  if (apart)
    direct = e_op (l, FIR_EQ, e_again (l, lp->apart), e_const (l, type_i32 (l->ctx), 0, 0));
  struct imp_expr *test = both (l, both (l, direct, equal ? e_again (l, equal) : NULL), worth);
  struct imp_stmt *i = test ? s_if (l, test) : NULL;
  if (i)
    l->b = &i->body;
  if (apart)
    chunk_swap_direct (lp);
  rows_parfor (lp, nest, unit, size);
  if (apart)
    chunk_swap_direct (lp);
  if (i)
    l->b = &i->orelse;
  if (worth && unit + 1 < nest_levels (nest))
    take_rows (lp, nest, nest_levels (nest) - 1, equal, size, nc);
  else if (i)
    chunk_elements (lp, size, nc, !worth && !equal);
  l->b = after;
}

bool
row_chunk_parfor (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  if (!only_stores (lp))
    return false;
  bool apart = chunk_apart (lp);
  if (apart)
    chunk_swap_direct (lp);
  struct out *o = nest_fused (lp);
  lp->same_parts = true;
  struct nest *nest = o ? nest_rows (lp, o) : NULL;
  lp->same_parts = false;
  if (apart)
    chunk_swap_direct (lp);
  if (nest)
    take_rows (lp, nest, 0, o->fused->equal, size, nc);
  return nest != NULL;
}

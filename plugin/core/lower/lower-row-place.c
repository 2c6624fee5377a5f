/* Lowering of outputs whose values are vectors: where a value begins that is as long as what the
   element reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   If value i is as long as row i of segments, off[i + 1] - off[i], the lengths of all values before
   it add up to off[i] - off[0], whatever the offsets are: nothing need be counted.  The same holds
   for sums of such lengths, and of lengths that are the same for all values (concat).

   Does not: lengths of values that are nested, or that a filter takes.  */

#include "lower-loop.h"

/* The sum of the lengths of the values before value I is SUM (I) - FIRST.  */
struct places
{
  struct fir_atom length;	/* of the value: a number, or a vector that is as long */
  struct imp_var *first, *all;	/* ALL: the sum of all lengths */
};

/* The read of A, a number with an exact conversion to sizes: an element of a vector or the same
   converted once; else NULL.  */
static struct fir_stmt *
exact (struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  if (def && def->op == FIR_CONV)
    def = fir_atom_def (def->args[0]);
  return def && def->op == FIR_AT ? def : NULL;
}

/* Is N, a length in an element of LP, the difference of offsets: in V, or those of rows X?  If
   those in V decrease, a length is too large, which fails; but rows before it may have been
   written, and may be longer than all lengths add up to.  */
static bool
difference (struct loop *lp, struct fir_atom n, struct vecval **v, struct vecval **x)
{
  struct fir_stmt *d = fir_atom_def (n);
  struct fir_stmt *from = d && d->op == FIR_SUB && exact (d->args[0]) ? exact (d->args[1]) : NULL;
  *v = from ? elem_offsets (lp, n) : NULL;
  if (*v && lp->fails && !order_known (lp->s, from->args[0], lp->s->args[0]))
    *v = NULL;
  *x = *v ? NULL : elem_rows (lp, n);
  return *v || (*x && (*x)->off[1]);
}

/* Do the lengths N of LP's elements add up?  */
static bool
adds_up (struct loop *lp, struct fir_atom n)
{
  struct fir_stmt *d = fir_atom_def (n);
  struct vecval *v, *x;
  return rowout_invariant_p (lp, n) || difference (lp, n, &v, &x)
	 || (d && d->op == FIR_ADD && adds_up (lp, d->args[0]) && adds_up (lp, d->args[1]));
}

/* The sum of the lengths N of the values before value I, but for what does not depend on I.  */
static struct imp_expr *
sum (struct loop *lp, struct fir_atom n, struct imp_expr *i)
{
  struct lower *l = lp->l;
  struct vecval *v, *x;
  if (rowout_invariant_p (lp, n))
    return e_op (l, FIR_MUL, e_again (l, i), rowout_extent (lp, n));
  if (difference (lp, n, &v, &x))
    return v ? elem_size_at (l, v, e_again (l, i))
	   : imp_load (l->p, e_again (l, x->off[1]), e_again (l, i));
  struct fir_stmt *d = fir_atom_def (n);
  struct imp_expr *e = sum (lp, d->args[0], i);
  return e_op (l, FIR_ADD, e, sum (lp, d->args[1], i));
}

struct places *
rowplace_find (struct loop *lp, struct fir_atom length)
{
  struct lower *l = lp->l;
  if (!adds_up (lp, length))
    return NULL;
  struct places *p = CTX_NEW (l->ctx, struct places);
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  p->length = length;
  p->first = s_new (l, "first", u64, e_size (l, 0));
  p->all = s_new (l, "all", u64, e_size (l, 0));
  /* Without rows there may be no offset.  */
  l->b = &s_if (l, e_op (l, FIR_NE, e_again (l, lp->n), e_size (l, 0)))->body;
  s_assign (l, p->first, sum (lp, length, e_size (l, 0)));
  s_assign (l, p->all, e_op (l, FIR_SUB, sum (lp, length, lp->n), imp_use (l->p, p->first)));
  l->b = after;
  return p;
}

bool
rowplace_rows_p (struct loop *lp, struct fir_atom n)
{
  bool fails = lp->fails, good;
  struct vecval *v, *x;
  lp->fails = true;
  good = difference (lp, n, &v, &x);
  lp->fails = fails;
  return good;
}

struct imp_expr *
rowplace_at (struct loop *lp, struct places *p, struct imp_expr *i)
{
  return e_op (lp->l, FIR_SUB, sum (lp, p->length, i), imp_use (lp->l->p, p->first));
}

struct imp_expr *
rowplace_all (struct loop *lp, struct places *p)
{
  return imp_use (lp->l->p, p->all);
}

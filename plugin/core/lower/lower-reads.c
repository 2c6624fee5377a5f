/* How many of the first elements of a vector are read, where the others are not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Indices are known by constants, minima with them, the trip counts of the loops around, and
   parameters of the region.  A vector whose length is not known before it is made may have its
   length compared with constants, too: then so many elements say as much as all.  */

#include "lower-int.h"

#define MOST READS_MOST

/* Bounds beyond MOST: that of a parameter of the region, which need be looked at when the region
   runs; none.  */
#define PARAM READS_PARAM
#define UNKNOWN UINT64_MAX

/* The loops around a statement, from the innermost one on.  */
struct around
{
  const struct around *outer;
  const struct fir_stmt *loop;
};

/* The vector X, the bound of the indices of its elements that are read so far, and how many uses
   have been seen.  */
struct reads
{
  struct fir_var *x;
  uint64_t bound;
  unsigned uses;
  struct fir_block *all;	/* where its length may be used, if that is not known; or NULL */
  const struct fir_region *region;	/* whose parameters may be bounds; NULL: none */
  struct fir_var *param;		/* the one that is; others are not */
};

static bool
is_unsigned (const struct type *t)
{
  return type_is_integral (t) && !scalar_info[t->scalar].is_signed;
}

/* May V, a parameter of the region, be a bound?  */
static bool
may_bound (struct reads *r, struct fir_var *v)
{
  if (!r->region || !type_is_integral (v->type) || (r->param && r->param != v))
    return false;
  for (unsigned k = 0; k < r->region->nparams; k++)
    if (r->region->params[k] == v)
      r->param = v;
  return r->param == v;
}

/* A is less than this, whatever it is; PARAM: no more than R's parameter, if that is not negative
   nor large.  AROUND: the loops around it.  A signed number that becomes an unsigned one may be
   large.  */
static uint64_t
bound (struct reads *r, struct fir_atom a, const struct around *around)
{
  const struct fir_stmt *d = a.var ? a.var->def : NULL;
  uint64_t n, m;

  if (a.cst)
    return type_is_integral (a.cst->type) && !a.cst->origin && a.cst->i < MOST + 1
	   ? (uint64_t) a.cst->i + 1 : UNKNOWN;
  for (; !d && around; around = around->outer)
    if (around->loop->fns[0]->params[0] == a.var)
      {
	n = bound (r, around->loop->args[0], around->outer);
	return n > MOST + 1 || n == 0 ? n : n - 1;
      }
  if (!d)
    return may_bound (r, a.var) ? PARAM : UNKNOWN;
  if (!type_is_integral (a.var->type))
    return UNKNOWN;
  if (d->op == FIR_CONV && (is_unsigned (fir_atom_type (d->args[0])) || d->args[0].cst
				|| !d->args[0].var->def))
    return bound (r, d->args[0], around);
  /* Of steps, not before 0, of one or more each.  */
  if (d->op == FIR_STEPS && bound (r, d->args[0], around) < PARAM && d->args[2].cst
      && (__int128) d->args[2].cst->i > 0)
    return bound (r, d->args[1], around);
  if ((d->op != FIR_MIN || !is_unsigned (a.var->type)) && d->op != FIR_SELECT)
    return UNKNOWN;
  n = bound (r, d->args[d->nargs - 2], around);
  m = bound (r, d->args[d->nargs - 1], around);
  if (d->op == FIR_SELECT && n != m && (n == PARAM || m == PARAM))
    return UNKNOWN;
  return (d->op == FIR_MIN) == (n < m) ? n : m;
}

/* A length N, and how many elements have to be there so that the uses of it that have been seen do
   not see that there are more.  */
struct length
{
  struct fir_var *n;
  uint64_t bound;
  unsigned uses;
};

/* Note S, if it compares the length, or takes the lesser of it and a constant.  */
static void
note_length (struct fir_stmt *s, void *data)
{
  struct length *w = (struct length *) data;
  struct fir_atom c;
  uint64_t most;

  if (s->nargs != 2 || s->nfns || s->nouts || fir_own_uses (s, w->n) != 1
      || !(s->op == FIR_MIN || fir_op_info[s->op].flags & FIR_FLAG_CMP))
    return;
  c = s->args[s->args[0].var == w->n];
  if (!c.cst || c.cst->origin || !type_is_integral (c.cst->type))
    return;
  if (c.cst->i > MOST)
    return;
  /* Is it more than 3?  It is if there are 4, however many more.  */
  most = (uint64_t) c.cst->i + (s->op != FIR_MIN);
  w->uses++;
  if (most > w->bound)
    w->bound = most;
}

/* How many elements of R's x have to be there so that N, its length, which may then be less, serves
   as before.  */
static uint64_t
length_bound (const struct reads *r, struct fir_var *n)
{
  struct length w = { n, 0, 0 };

  if (!r->all)
    return 0;
  fir_walk (r->all, note_length, &w);
  return w.uses == fir_count_uses (r->all, n) ? w.bound : UNKNOWN;
}

/* The bound of the indices that T reads of R's x, its operand; UNKNOWN if it is no such statement.
   A slice that begins before 0, or ends after x, is checked before.  */
static uint64_t
read_bound (struct reads *r, const struct fir_stmt *t, const struct around *around)
{
  if ((t->op == FIR_AT || t->op == FIR_GET) && t->args[0].var == r->x)
    return bound (r, t->args[1], around);
  if (t->op == FIR_LEN)
    return length_bound (r, t->res[0]);
  if (t->op == FIR_SLICE && bound (r, t->args[0], around) < PARAM && t->args[2].cst
      && t->args[2].cst->i == 1)
    {
      uint64_t n = bound (r, t->args[1], around);
      return n > MOST + 1 || n == 0 ? n : n - 1;
    }
  return UNKNOWN;
}

/* Note the uses in B.  */
static void
note_reads (struct reads *r, struct fir_block *b, const struct around *around)
{
  for (struct fir_stmt *t = b->first; t; t = t->next)
    {
      struct around in = { around, t };
      unsigned uses = fir_own_uses (t, r->x);
      if (uses)
	{
	  uint64_t n = uses == 1 ? read_bound (r, t, around) : UNKNOWN;
	  r->uses++;
	  if (n != 0 && r->bound != 0 && n != r->bound && (n == PARAM || r->bound == PARAM))
	    n = UNKNOWN;
	  if (n > r->bound)
	    r->bound = n;
	}
      for (unsigned k = 0; k < t->nfns; k++)
	note_reads (r, t->fns[k]->body, t->op == FIR_LOOP ? &in : around);
    }
}

/* How many of the first elements of X are read, as R says; 0: that is not known, or too many.  */
static uint64_t
first_read (struct reads *r)
{
  struct fir_block *b = r->x->def->parent;

  if (r->x->type->kind != TYPE_VEC || r->x->type->elem->kind == TYPE_VEC)
    return 0;
  note_reads (r, b, NULL);
  return (r->bound <= MOST || r->bound == PARAM) && r->uses == fir_count_uses (b, r->x)
	 ? r->bound : 0;
}

uint64_t
lower_first_read (struct lower *l, struct fir_var *x, struct fir_var **param)
{
  struct reads r = { .x = x, .region = l->region };
  uint64_t n = first_read (&r);

  *param = r.param;
  return n;
}

uint64_t
lower_first_looked_at (struct lower *l, struct fir_var *x)
{
  struct reads r = { .x = x, .all = l->region->body };
  uint64_t n = first_read (&r);

  /* What the loop around yields is none of its block's.  */
  return r.uses == fir_count_uses (l->region->body, x) ? n : 0;
}

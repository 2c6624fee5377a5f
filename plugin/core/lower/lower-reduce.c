/* Lowering of combining: the accumulators of reductions, and of the first passes of scans and
   filters.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   DPIA's reduceI (section 4.2) has one accumulator and walks from left to right.  Three shapes do
   the same in another order, each of them fixed by counts alone:
     lanes   32 accumulators, element i goes to number i mod 32: for operators known to be
	     commutative; GCC keeps them in vector registers
     tree    blocks of 256 values, combined pairwise: keeps the order, vectorises; for operators
	     that are only associative, if they are cheap and cannot fail
     serial  one accumulator a chunk, for everything else.  */

#include <float.h>
#include <math.h>
#include "lower-loop.h"

/* --- Records as one array a scalar leaf ----------------------------------------------------- */

static unsigned
count_leaves (const struct type *t)
{
  if (t->kind != TYPE_RECORD)
    return 1;
  unsigned n = 0;
  for (unsigned k = 0; k < t->nfields; k++)
    n += count_leaves (t->fields[k].type);
  return n;
}

/* Has each scalar leaf of S an array of its own; a record of one field has, too.  */
static bool
soa_split (const struct soa *s)
{
  return s->t->kind == TYPE_RECORD && count_leaves (s->t) <= SOA_LEAVES;
}

static void
soa_arrays (struct lower *l, struct soa *s, const struct type *t, const char *name, uint64_t n)
{
  if (t->kind == TYPE_RECORD && soa_split (s))
    for (unsigned k = 0; k < t->nfields; k++)
      soa_arrays (l, s, t->fields[k].type, name, n);
  else
    s->a[s->n++] = s_array (l, name, t, n);
}

struct soa
soa_new (struct lower *l, const struct type *t, const char *name, uint64_t n)
{
  struct soa s = { .t = t };
  soa_arrays (l, &s, t, name, n);
  return s;
}

/* The value of type T from the arrays A, which move on.  */
static struct imp_expr *
soa_build (struct lower *l, struct soa *s, const struct type *t, struct imp_var ***a,
	   struct imp_expr *i)
{
  if (t->kind != TYPE_RECORD || !soa_split (s))
    return imp_load (l->p, imp_use (l->p, *(*a)++), e_again (l, i));
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, t->nfields);
  for (unsigned k = 0; k < t->nfields; k++)
    args[k] = soa_build (l, s, t->fields[k].type, a, i);
  return imp_prim (l->p, FIR_RECORD, t, t->nfields, args);
}

struct imp_expr *
soa_read (struct lower *l, struct soa *s, struct imp_expr *i)
{
  struct imp_var **a = s->a;
  struct imp_expr *e = soa_build (l, s, s->t, &a, i);
  return soa_split (s) ? imp_use (l->p, s_new (l, "p", s->t, e)) : e;
}

static void
soa_spread (struct lower *l, struct soa *s, const struct type *t, struct imp_var ***a,
	    struct imp_expr *i, struct imp_expr *v)
{
  if (t->kind != TYPE_RECORD || !soa_split (s))
    {
      s_store (l, imp_use (l->p, *(*a)++), e_again (l, i), v);
      return;
    }
  for (unsigned k = 0; k < t->nfields; k++)
    {
      struct imp_expr *f = imp_prim (l->p, FIR_FIELD, t->fields[k].type, 1, &v);
      f->index = k;
      soa_spread (l, s, t->fields[k].type, a, i, f);
    }
}

void
soa_write (struct lower *l, struct soa *s, struct imp_expr *i, struct imp_expr *v)
{
  struct imp_var **a = s->a;
  soa_spread (l, s, s->t, &a, i, soa_split (s) ? lower_name (l, v, "r") : v);
}

/* --- Choosing the shape --------------------------------------------------------------------- */

bool
job_combines (enum job job)
{
  return job == JOB_REDUCE || job == JOB_COUNT;
}

static __int128
int_min (enum scalar s)
{
  return scalar_info[s].is_signed
	 ? (__int128) (-(unsigned __int128) 1 << (scalar_info[s].bytes * 8 - 1)) : 0;
}

static __int128
int_max (enum scalar s)
{
  unsigned bits = scalar_info[s].bytes * 8;
  if (s == SCALAR_BOOL)
    return 1;
  if (scalar_info[s].is_signed)
    return ~int_min (s);
  return bits == 128 ? (__int128) -1 : ((__int128) 1 << bits) - 1;
}

/* The greatest finite float of type S; 0 if a constant of FIR cannot hold it.  */
static long double
float_max (enum scalar s)
{
  switch (s)
    {
    case SCALAR_F16: return 65504.0L;
    case SCALAR_F32: return FLT_MAX;
    case SCALAR_F64: return DBL_MAX;
    case SCALAR_F80: return LDBL_MAX;
    default: return 0;
    }
}

/* The same for the minimum (SIGN 1) or maximum (-1) of floats.  It is a NaN, or an infinity where a
   NaN is to be let through; but if the user promises that there are none, the compiler takes him at
   his word, and it is the greatest finite value.  */
static struct imp_expr *
neutral_extreme (struct lower *l, const struct type *t, long double other, int sign)
{
  if (!l->region->finite)
    return e_const (l, t, 0, other);
  long double most = float_max (t->scalar);
  return most > 0 ? e_const (l, t, 0, sign * most) : NULL;
}

/* The E of type T with OP (x, E) == x for every x, bit for bit; NULL if there is none.  */
struct imp_expr *
reduce_neutral (struct lower *l, enum fir_op op, const struct type *t)
{
  if (t->kind != TYPE_SCALAR || scalar_info[t->scalar].cls == SC_COMPLEX)
    return NULL;
  bool f = scalar_info[t->scalar].cls == SC_FLOAT;
  switch (op)
    {
    case FIR_ADD: return e_const (l, t, 0, -0.0L);
    case FIR_MUL: return e_const (l, t, 1, 1.0L);
    case FIR_BOR:
    case FIR_BXOR: return e_const (l, t, 0, 0);
    case FIR_BAND: return e_const (l, t, t->scalar == SCALAR_BOOL ? 1 : -1, 0);
    case FIR_MIN:
      return f ? neutral_extreme (l, t, NAN, 1) : e_const (l, t, int_max (t->scalar), 0);
    case FIR_MAX:
      return f ? neutral_extreme (l, t, NAN, -1) : e_const (l, t, int_min (t->scalar), 0);
    case FIR_MIN_NAN:
      return f ? neutral_extreme (l, t, INFINITY, 1) : e_const (l, t, int_max (t->scalar), 0);
    case FIR_MAX_NAN:
      return f ? neutral_extreme (l, t, -INFINITY, -1) : e_const (l, t, int_min (t->scalar), 0);
    default: return NULL;
    }
}

bool
reduce_safe (struct fir_fn *fn)
{
  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (s->op == FIR_LOOP || s->op == FIR_CHECK || fir_may_fail (s))
      return false;
  return true;
}

/* Is the operator cheap, so that a tree of it is worth it, and can it not fail?  */
bool
reduce_cheap (struct fir_fn *fn)
{
  return reduce_safe (fn) && block_cost (fn->body) <= CHEAP;
}

void
reduce_plan (struct loop *lp, struct out *o)
{
  bool count = o->job == JOB_COUNT, always = fir_atom_none (o->o->guard) && !lp->checked;
  const struct type *t = o->t = count ? type_size (lp->l->ctx) : fir_atom_type (o->o->value);
  o->op = count ? FIR_ADD : fir_fn_operator (o->o->combine);
  o->neutral = o->op == FIR_LAST ? NULL : reduce_neutral (lp->l, o->op, t);
  o->start = o->neutral ? START_NEUTRAL : always ? START_FIRST : START_FLAG;
  bool blocks = always || (o->neutral && !lp->checked);
  o->commutes = blocks && (count || lower_commutes (lp->l, o->o->combine));
  o->tree = blocks && !o->commutes && reduce_cheap (o->o->combine);
}

/* --- Accumulating --------------------------------------------------------------------------- */

struct imp_expr *
reduce_combine (struct loop *lp, struct out *o, struct imp_expr *x, struct imp_expr *y)
{
  if (o->job == JOB_COUNT)
    return e_op (lp->l, FIR_ADD, x, y);
  return lower_apply (lp->l, o->o->combine, x, y);
}

void
reduce_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  o->acc = s_new (l, "acc", o->t, o->start == START_NEUTRAL ? e_again (l, o->neutral)
				   : o->start == START_SEED ? e_again (l, o->seed) : NULL);
  o->has = NULL;
  if (o->start == START_FLAG)
    o->has = s_new (l, "has", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 0, 0));
}

/* acc := acc op V, acc := V the first time.  */
static void
flagged (struct loop *lp, struct out *o, struct imp_expr *v)
{
  struct lower *l = lp->l;
  v = lower_name (l, v, "v");
  struct imp_stmt *i = s_if (l, imp_use (l->p, o->has));
  struct imp_block *after = l->b;
  l->b = &i->body;
  s_assign (l, o->acc, reduce_combine (lp, o, imp_use (l->p, o->acc), v));
  l->b = &i->orelse;
  s_assign (l, o->acc, e_again (l, v));
  s_assign (l, o->has, e_const (l, type_i32 (l->ctx), 1, 0));
  l->b = after;
}

/* The value V of an element into O, if guard G (NULL: always) holds.  */
void
reduce_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g,
	       enum phase ph, struct imp_expr *k)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  if (o->job == JOB_COUNT)
    v = g ? e_select (l, e_test (l, g), e_size (l, 1), e_size (l, 0)) : e_size (l, 1);
  else if (g && o->start == START_NEUTRAL)
    v = e_select (l, e_test (l, g), lower_name (l, v, "v"), e_again (l, o->neutral));
  else if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if ((ph == PH_LANES || ph == PH_INIT) && !o->tree)
    {
      bool first = ph == PH_INIT && o->start == START_FIRST;
      soa_write (l, &o->lanes, k,
		 first ? v : reduce_combine (lp, o, soa_read (l, &o->lanes, k), v));
    }
  else if (ph == PH_LANES || ph == PH_INIT)
    soa_write (l, &o->lanes, k, v);
  else if (ph == PH_FIRST && o->start == START_FIRST)
    s_assign (l, o->acc, v);
  else if (o->start == START_FLAG)
    flagged (lp, o, v);
  else
    s_assign (l, o->acc, reduce_combine (lp, o, imp_use (l->p, o->acc), v));
  l->b = after;
}

/* --- Blocks of lanes and trees -------------------------------------------------------------- */

int
reduce_gains (struct loop *lp, struct out *o)
{
  (void) lp;
  return o->commutes || o->tree ? 2 : 0;
}

/* Pairwise levels: N values in FROM to N / 2 in TO.  */
static void
tree_level (struct loop *lp, struct out *o, struct soa *from, struct soa *to, unsigned n)
{
  struct lower *l = lp->l;
  struct imp_stmt *f = s_for (l, "k", e_size (l, 0), e_size (l, n / 2), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *k = imp_use (l->p, f->var);
  struct imp_var *k2 = s_new (l, "j", type_size (l->ctx),
			      e_op (l, FIR_MUL, e_again (l, k), e_size (l, 2)));
  struct imp_var *k3 = s_new (l, "j", type_size (l->ctx),
			      e_op (l, FIR_ADD, imp_use (l->p, k2), e_size (l, 1)));
  struct imp_expr *x = soa_read (l, from, imp_use (l->p, k2));
  struct imp_expr *y = soa_read (l, from, imp_use (l->p, k3));
  soa_write (l, to, k, reduce_combine (lp, o, x, y));
  l->b = after;
}

/* V := V op the elements 1 to N of S, V having been set to element 0.  */
static void
fold_array (struct loop *lp, struct out *o, struct soa *s, struct imp_var *v, unsigned n)
{
  struct lower *l = lp->l;
  s_assign (l, v, soa_read (l, s, e_size (l, 0)));
  struct imp_stmt *f = s_for (l, "k", e_size (l, 1), e_size (l, n), 1, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *y = soa_read (l, s, imp_use (l->p, f->var));
  s_assign (l, v, reduce_combine (lp, o, imp_use (l->p, v), y));
  l->b = after;
}

/* The values of a block, which starts at J; the chunk at B.  */
static void
tree_block (struct loop *lp, struct out *o, struct imp_expr *j, struct imp_expr *b)
{
  struct lower *l = lp->l;
  unsigned n = l->target->tree;
  struct soa other = soa_new (l, o->t, "u", n / 2), *from = &o->lanes, *to = &other;
  for (; n > l->target->tree_rest; n /= 2)
    {
      tree_level (lp, o, from, to, n);
      struct soa *t = from;
      from = to;
      to = t;
    }
  struct imp_var *q = s_new (l, "q", o->t, NULL);
  fold_array (lp, o, from, q, n);
  struct imp_stmt *i = s_if (l, e_op (l, FIR_EQ, e_again (l, j), e_again (l, b)));
  struct imp_block *after = l->b;
  l->b = &i->body;
  s_assign (l, o->acc, imp_use (l->p, q));
  l->b = &i->orelse;
  s_assign (l, o->acc, reduce_combine (lp, o, imp_use (l->p, o->acc), imp_use (l->p, q)));
  l->b = after;
}

/* The N elements from J on, lane or place k of the block for element J + k.  */
static void
lane_loop (struct loop *lp, struct imp_expr *j, unsigned n, enum phase ph)
{
  struct lower *l = lp->l;
  struct imp_stmt *f = s_for (l, "k", e_size (l, 0), e_size (l, n), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *k = imp_use (l->p, f->var);
  struct imp_var *i = s_new (l, lp->s->fns[0]->params[0]->name, type_size (l->ctx),
			     e_op (l, FIR_ADD, e_again (l, j), e_again (l, k)));
  elem_emit (lp, imp_use (l->p, i), ph, k);
  l->b = after;
}

/* All elements from START to END in blocks of SIZE; the chunk starts at B.  */
static void
block_loop (struct loop *lp, struct imp_expr *start, struct imp_expr *end, unsigned size,
	    struct imp_expr *b)
{
  struct lower *l = lp->l;
  struct imp_stmt *f = s_for (l, "j", start, end, size, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *j = imp_use (l->p, f->var);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && size == l->target->tree)
      lp->outs[k].lanes = soa_new (l, lp->outs[k].t, "t", size);
  lane_loop (lp, j, size, PH_LANES);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && size == l->target->tree)
      tree_block (lp, &lp->outs[k], j, b);
  l->b = after;
}

/* The lanes of O; all neutral if that is how they start.  */
static void
lanes_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  o->lanes = soa_new (l, o->t, "lane", l->target->lanes);
  if (o->start != START_NEUTRAL)
    return;
  struct imp_stmt *f = s_for (l, "k", e_size (l, 0), e_size (l, l->target->lanes), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  soa_write (l, &o->lanes, imp_use (l->p, f->var), e_again (l, o->neutral));
  l->b = after;
}

/* The blocks from B to M, the lanes into the accumulators.  INIT: the first block sets the lanes
   of those operators that have no neutral element.  */
static void
all_blocks (struct loop *lp, struct imp_expr *b, struct imp_expr *m, unsigned size, bool init)
{
  struct lower *l = lp->l;
  struct imp_expr *start = b;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && size == l->target->lanes)
      lanes_begin (lp, &lp->outs[k]);
  if (init)
    {
      lane_loop (lp, e_again (l, b), size, PH_INIT);
      start = e_op (l, FIR_ADD, e_again (l, b), e_size (l, size));
    }
  block_loop (lp, start, e_again (l, m), size, b);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && size == l->target->lanes)
      fold_array (lp, &lp->outs[k], &lp->outs[k].lanes, lp->outs[k].acc, size);
}

/* The elements B to E (variables) into the accumulators and other outputs.  E - B may be 0 only
   if all operators have neutral elements.  One operator that needs a tree makes trees of all.  */
void
reduce_blocks (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  bool tree = false, first = false;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job))
      {
	tree |= lp->outs[k].tree;
	first |= lp->outs[k].start == START_FIRST;
      }
  unsigned size = tree ? l->target->tree : l->target->lanes;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job))
      lp->outs[k].tree = tree;
  struct imp_expr *whole = e_op (l, FIR_BAND, e_op (l, FIR_SUB, e_again (l, e), e_again (l, b)),
				 e_size (l, -(uint64_t) size));
  struct imp_var *m = s_new (l, "m", b->type, e_op (l, FIR_ADD, e_again (l, b), whole));
  struct imp_var *rest = m;
  if (first)
    {
      rest = s_new (l, "rest", b->type, imp_use (l->p, m));
      struct imp_stmt *i = s_if (l, e_op (l, FIR_GT, imp_use (l->p, m), e_again (l, b)));
      struct imp_block *after = l->b;
      l->b = &i->body;
      all_blocks (lp, b, imp_use (l->p, m), size, !tree);
      l->b = &i->orelse;
      elem_emit (lp, e_again (l, b), PH_FIRST, NULL);
      s_assign (l, rest, e_op (l, FIR_ADD, e_again (l, b), e_size (l, 1)));
      l->b = after;
    }
  else
    {
      struct imp_block *after = l->b;
      /* Rows are often shorter than the lanes take to begin and to end.  */
      if (lp->nested && !tree)
	l->b = &s_if (l, e_op (l, FIR_GT, imp_use (l->p, m), e_again (l, b)))->body;
      all_blocks (lp, b, imp_use (l->p, m), size, false);
      l->b = after;
    }
  struct imp_stmt *f = s_for (l, lp->s->fns[0]->params[0]->name, imp_use (l->p, rest),
			      e_again (l, e), 1, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  elem_emit (lp, imp_use (l->p, f->var), PH_SERIAL, NULL);
  l->b = after;
}

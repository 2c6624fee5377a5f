/* The levels of a loop: the divisors of its index in its body.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A divisor is loop-invariant, and every element divides by it, so that it is not 0, or it is a
   constant.  Where the body has a strided store the levels are those of its address: the rows are
   those of the stored vector, and other divisions of the body stay.

   The number of rows of one level in another is recognised in products of sizes, which do not
   wrap.  */

#include "schedule-nest.h"

/* --- Levels ---------------------------------------------------------------------------------- */

/* How often V is bound or written in B.  */
static unsigned
written (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->var == v) + (imp_is_output (s) && s->e[1] && s->e[1]->var == v)
	 + written (&s->body, v) + written (&s->orelse, v);
  return n;
}

/* Is E the remainder of LOOP's index at level K - 1 of V, or (K is 0) the index?  */
static bool
is_rest (const struct nest_levels *v, const struct imp_stmt *loop, const struct imp_expr *e,
	 unsigned k)
{
  if (!k)
    return imp_is_var (e, loop->var);
  if (e->kind == IMP_EXPR_VAR)
    return e->var == v->level[k - 1].rest;
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_REM
	 && imp_expr_equal (e->args[1], v->level[k - 1].by)
	 && is_rest (v, loop, e->args[0], k - 1);
}

bool
nest_divides (const struct nest_levels *v, const struct imp_stmt *loop,
	      const struct imp_expr *e, unsigned k)
{
  return e->kind == IMP_EXPR_PRIM && (e->op == FIR_DIV || e->op == FIR_REM)
	 && imp_expr_equal (e->args[1], v->level[k].by) && is_rest (v, loop, e->args[0], k);
}

struct search
{
  const struct nest_levels *v;
  const struct imp_stmt *loop;
  uint64_t least;
};

/* Is D a divisor whose rows make a level?  ALWAYS: every element divides by it.  A power of two
   costs no division, but the elements of a row, which are contiguous, would be gathered one by
   one.  */
static bool
makes_rows (const struct search *f, const struct imp_expr *d, bool always)
{
  uint64_t n;

  if (imp_is_const (d, &n))
    return n >= f->least;
  return always && d->kind == IMP_EXPR_VAR && d->var != f->loop->var
	 && !imp_changes (f->v->known, f->loop, d->var);
}

/* The first divisor in E of the remainder, or NULL.  */
static struct imp_expr *
find_in_expr (const struct search *f, struct imp_expr *e, bool always)
{
  struct imp_expr *d = NULL;

  for (unsigned k = 0; e && !d && k < e->nargs; k++)
    d = find_in_expr (f, e->args[k], always);
  if (!d && e && e->kind == IMP_EXPR_PRIM && (e->op == FIR_DIV || e->op == FIR_REM)
      && is_rest (f->v, f->loop, e->args[0], f->v->n) && makes_rows (f, e->args[1], always))
    d = e->args[1];
  return d;
}

/* The same in B; ALWAYS: every element comes there.  */
static struct imp_expr *
find_in_block (const struct search *f, const struct imp_block *b, bool always)
{
  struct imp_expr *d = NULL;

  for (const struct imp_stmt *s = b->first; s && !d; s = s->next)
    {
      d = find_in_expr (f, s->base, always);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e && !d; k++)
	d = find_in_expr (f, s->e[k], always);
      for (unsigned k = 0; k < s->nargs && !d; k++)
	d = find_in_expr (f, s->args[k], always);
      d = d ? d : find_in_block (f, &s->body, false);
      d = d ? d : find_in_block (f, &s->orelse, false);
    }
  return d;
}

/* Is V bound in LOOP's body, and never written again?  */
static bool
bound_once (const struct imp_binders *known, const struct imp_stmt *loop, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (known, v);

  return k ? k->written == 1 : written (&loop->body, v) == 1;
}

/* The variable in B that has the remainder at level K of V, or NULL.  */
static struct imp_var *
find_rest (const struct nest_levels *v, const struct imp_stmt *loop, const struct imp_block *b,
	   unsigned k)
{
  struct imp_var *x = NULL;

  for (const struct imp_stmt *s = b->first; s && !x; s = s->next)
    if (s->kind == IMP_NEW && s->e[0] && s->e[0]->op == FIR_REM
	&& nest_divides (v, loop, s->e[0], k) && bound_once (v->known, loop, s->var))
      x = s->var;
    else if ((x = find_rest (v, loop, &s->body, k)) == NULL)
      x = find_rest (v, loop, &s->orelse, k);
  return x;
}

/* These are signed; the checker only handles u64, which a nest leaves as it is.  */
bool
nest_has_steps (const struct imp_stmt *s)
{
  return s->kind == IMP_STORE && s->e[0]->type->kind == TYPE_SCALAR
	 && s->e[0]->type->scalar == SCALAR_I64;
}

/* The same in the addresses of the strided stores of every element.  */
static struct imp_expr *
find_in_stores (const struct search *f)
{
  struct imp_expr *d = NULL;

  for (const struct imp_stmt *s = f->loop->body.first; s && !d; s = s->next)
    if (nest_has_steps (s))
      d = find_in_expr (f, s->e[0], true);
  return d;
}

void
nest_find_levels (struct nest_levels *v, const struct imp_stmt *loop, uint64_t least)
{
  struct search f = { v, loop, least }, stores = { v, loop, NEST_WHOLE_ROW };

  v->n = 0;
  v->stored = find_in_stores (&stores) != NULL;
  while (v->n < NEST_DEPTH)
    {
      struct imp_expr *d = v->stored ? find_in_stores (&stores)
			   : find_in_block (&f, &loop->body, true);

      if (!d)
	return;
      v->level[v->n].by = d;
      v->level[v->n].rest = NULL;
      v->level[v->n].rest = find_rest (v, loop, &loop->body, v->n);
      v->n++;
    }
}

/* --- Whole rows ------------------------------------------------------------------------------ */

#define FACTORS 16

/* A product of sizes.  */
struct product
{
  uint64_t cst;
  unsigned n;
  struct imp_var *var[FACTORS];
  bool much;			/* of more factors than fit, or of one without a name */
};

/* Is V written in B behind S?  *SEEN: S has been seen.  */
static bool
written_behind (const struct imp_block *b, const struct imp_stmt *s, const struct imp_var *v,
		bool *seen)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    {
      if (*seen && t->var == v)
	return true;
      *seen |= t == s;
      if (written_behind (&t->body, s, v, seen) || written_behind (&t->orelse, s, v, seen))
	return true;
    }
  return false;
}

/* Has E, a variable, or may it have, another value now than it had in S?  */
static bool
changed_since (const struct imp_proc *proc, const struct imp_binders *known,
	       const struct imp_stmt *s, const struct imp_expr *e)
{
  const struct imp_binder *k = imp_binder (known, e->var);
  bool seen = false;

  return !k || (k->written > 1 && written_behind (&proc->body, s, e->var, &seen));
}

/* E, which is in S (NULL: the loop), as factors of P.  Their values have not changed since.  */
static void
multiply (const struct imp_proc *proc, const struct imp_binders *known, struct product *p,
	  const struct imp_expr *e, const struct imp_stmt *s)
{
  const struct imp_stmt *by = imp_bound_by (known, e);
  const struct imp_expr *d = by ? by->e[0] : e;
  uint64_t n;

  if (s && e->kind == IMP_EXPR_VAR)
    p->much |= changed_since (proc, known, s, e);
  if (d->kind == IMP_EXPR_PRIM && d->op == FIR_MUL)
    {
      multiply (proc, known, p, d->args[0], by ? by : s);
      multiply (proc, known, p, d->args[1], by ? by : s);
    }
  else if (imp_is_const (e, &n))
    p->cst *= n;
  else if (p->n == FACTORS || e->kind != IMP_EXPR_VAR)
    p->much = true;
  else
    p->var[p->n++] = e->var;
}

/* N / D, both products of sizes, the factors of D being among those of N; NULL if they are not.  */
static struct imp_expr *
quotient (struct imp_here *h, const struct imp_binders *known, const struct imp_expr *n,
	  const struct imp_expr *d)
{
  struct product x = { .cst = 1 }, y = { .cst = 1 };
  struct imp_expr *e = NULL;

  multiply (h->proc, known, &x, n, NULL);
  multiply (h->proc, known, &y, d, NULL);
  if (x.much || y.much || !y.cst || x.cst % y.cst)
    return NULL;
  for (unsigned j = 0; j < y.n; j++)
    {
      unsigned k = 0;

      while (k < x.n && x.var[k] != y.var[j])
	k++;
      if (k == x.n)
	return NULL;
      x.var[k] = x.var[--x.n];
    }
  for (unsigned k = 0; k < x.n; k++)
    {
      struct imp_expr *f = imp_use (h->p, x.var[k]);

      e = e ? imp_op (h->p, FIR_MUL, e, f) : f;
    }
  if (!e)
    return imp_size (h->p, x.cst / y.cst);
  return x.cst == y.cst ? e : imp_op (h->p, FIR_MUL, e, imp_size (h->p, x.cst / y.cst));
}

struct imp_expr *
nest_level_rows (struct imp_here *h, const struct nest_levels *v, unsigned k,
		     const struct imp_expr *all)
{
  return quotient (h, v->known, k ? v->level[k - 1].by : all, v->level[k].by);
}

struct imp_expr *
nest_all_rows (struct imp_here *h, const struct nest_levels *v, unsigned k,
	       const struct imp_expr *all)
{
  return quotient (h, v->known, all, v->level[k].by);
}

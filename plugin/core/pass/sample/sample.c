/* NOVA_CHECK=1: builds the region that tries operators on some of their elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   From a region as it was read from the host program a second one is built, which runs before it,
   and only if the environment asks for it: the same terms without stores and results, and behind
   them, for each reduce, scan, exscan, bins, binsinto whose function is not known to be
   associative, at most 32 triples of elements a, b, c:

     ab = f a b   bc = f b c   l = f ab c   r = f a bc   same = leaf (a, b, c, ab, bc, l, r)

   and a check that none of them failed.  All passes treat it like any other program: dce removes
   what the samples do not need, fuse computes the elements where they are read.  It is a separate
   region so that nothing of the first one changes: neither what is fused nor the code of a loop.

     fold         the triples are of states step (i, x[k]); join must leave them alone beside i
     bins         the elements of a triple belong to one bin; each is looked for among the next 1024
     of vectors   eight triples of rows, of reduce, scan and exscan (sample-rows.c)
     sort, argmin, argmax, search   less must be an order (sample-order.c)
     in a function of elements   of map, tabulate, filter and the like: the function's body for some
		  of the elements, an operator in it being tried for each of them

   A failing sample is a record of the positions of its elements and of its operator; if the first
   two positions are equal there is no failure.  Each statement is tried once, and the first failure
   is passed up through the functions: the code grows linearly with the depth of functions.

   Does not: look into functions that call themselves, into functions of reductions, at operators of
   vectors of vectors, or at what SAME cannot compare.  Operators inside leaves are the leaves' own
   regions'.  */

#include "sample-int.h"
#include "fir/text.h"

/* Elements of a function whose body has operators.  */
#define INSIDE 16

/* --- Statements ------------------------------------------------------------------------------ */

/* The operator of S that has to be associative; NULL if it is known to be, or S has none.  */
static struct fir_fn *
operator_of (struct fir_stmt *s)
{
  bool fold = s->op == FIR_FOLD, bins = s->op == FIR_BINS || s->op == FIR_BINS_INTO;
  struct fir_fn *fn;

  if (fir_op_info[s->op].role != FIR_ROLE_COMBINE)
    return NULL;
  fn = s->fns[s->nfns - 1];
  if (type_is_vec (fn->params[0]->type))
    return !fold && !bins && !type_is_vec (fn->params[0]->type->elem) ? fn : NULL;
  return !fold && fir_fn_operator (fn) != FIR_LAST ? NULL : fn;
}

static struct fir_atom try_block (struct sample *m, struct fir_block *from, struct fir_block *b);

/* Does a function of elements that is tried have an operator?  */
static void
find_operator (struct fir_stmt *s, void *data)
{
  *(bool *) data |= operator_of (s) != NULL || sample_order_of (s) != NULL;
}

static bool
holds_operator (struct fir_block *b)
{
  bool any = false;

  fir_walk (b, find_operator, &any);
  return any;
}

/* The operators in the function of S, which is applied to elements, tried for some of these.  */
static struct fir_atom
try_inside (struct sample *m, struct fir_stmt *s, struct fir_block *b)
{
  unsigned first = fir_op_info[s->op].each, n = s->nargs - first;
  struct fir_atom count = FIR_NONE, *sizes = CTX_NEWV (m->p->ctx, struct fir_atom, n);
  struct fir_subst *subst = fir_subst_new (m->p);
  struct fir_block *copy = fir_block_new (m->p);
  struct fir_stmt *t;
  struct fir_fn *fn;

  for (unsigned j = 0; j < n; j++)
    {
      struct fir_atom x = s->args[first + j];

      sizes[j] = s->op == FIR_TABULATE ? x : sample_length (m, b, x);
      x = sample_count (m, b, sizes[j], 1, INSIDE);
      /* Vectors are as long as one another, by an earlier check.  */
      if (fir_atom_none (count))
	count = x;
      else if (s->op == FIR_TABULATE)
	count = fir_prim2 (m->p, b, FIR_MIN, m->size, count, x);
    }
  t = sample_tabulate (m, s, b, count, m->places);
  fn = t->fns[0];
  for (unsigned j = 0; j < n; j++)
    {
      struct fir_atom at = sample_spread (m, fn->body, sample_param (fn, 0), sizes[j], INSIDE);

      if (s->op != FIR_TABULATE)
	at = sample_element (m, fn->body, s->args[first + j], at);
      fir_subst_put (subst, s->fns[0]->params[j], at);
    }
  fir_copy_into (m->p, copy, s->fns[0]->body, subst);
  sample_returns (m, fn, sample_or (m, fn->body, try_block (m, copy, fn->body),
				    sample_none (m, fn->body)));
  return sample_first (m, s, b, t);
}

/* The operators in the branches of the if S.  */
static struct fir_atom
try_branches (struct sample *m, struct fir_stmt *s, struct fir_block *b)
{
  struct fir_stmt *i;

  if (!holds_operator (s->fns[0]->body) && !holds_operator (s->fns[1]->body))
    return FIR_NONE;
  i = sample_if (m, b, s->args[0]);
  for (unsigned arm = 0; arm < 2; arm++)
    {
      struct fir_block *copy = fir_block_new (m->p), *body = i->fns[arm]->body;

      fir_copy_into (m->p, copy, s->fns[arm]->body, NULL);
      sample_returns (m, i->fns[arm], sample_or (m, body, try_block (m, copy, body),
						 sample_none (m, body)));
    }
  return fir_atom_var (i->res[0]);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

/* Move the statements of FROM to the end of B, if that is another block, and append terms that try
   their operators; the positions of the first sample that fails.  Absent: there are none.  */
static struct fir_atom
try_block (struct sample *m, struct fir_block *from, struct fir_block *b)
{
  struct fir_stmt *s, *next, *last = from->last;
  struct fir_atom found = FIR_NONE;

  for (s = from->first; s && from != b; s = next)
    {
      next = s->next;
      fir_unlink (s);
      fir_append (b, s);
    }
  for (s = last ? b->first : NULL; s; s = s == last ? NULL : s->next)
    {
      struct fir_fn *fn = operator_of (s);
      struct fir_atom here = FIR_NONE;

      if (fn && type_is_vec (fn->params[0]->type))
	here = sample_rows (m, s, b, fn);
      else if (fn)
	here = sample_operator (m, s, b, fn);
      else if (sample_order_of (s))
	here = sample_order (m, s, b);
      else if (fir_op_info[s->op].role == FIR_ROLE_EACH && holds_operator (s->fns[0]->body))
	here = try_inside (m, s, b);
      else if (s->op == FIR_IF)
	here = try_branches (m, s, b);
      found = sample_or (m, b, found, here);
    }
  return found;
}

/* --- The region ------------------------------------------------------------------------------ */

/* Store S writes nothing here; its result is the number of elements that it would store.  */
static void
take_store (struct sample *m, struct fir_stmt *s, struct fir_subst *subst)
{
  struct fir_block *b = fir_block_new (m->p);
  struct fir_atom x = s->args[s->nargs - 1];

  if (s->nres)
    {
      struct fir_stmt *t;

      while (type_is_vec (fir_atom_type (x)->elem))
	{
	  t = fir_stmt_new (m->p, b, FIR_FLATTEN, 0, 1, 0, fir_atom_type (x)->elem, "x");
	  t->args[0] = x;
	  x = fir_atom_var (t->res[0]);
	}
      fir_subst_put (subst, s->res[0], sample_length (m, b, x));
      while ((t = b->first))
	{
	  fir_unlink (t);
	  fir_insert_before (s, t);
	}
    }
  fir_unlink (s);
}

static void
take_stores (struct sample *m, struct fir_block *b)
{
  struct fir_subst *subst = fir_subst_new (m->p);
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      if (s->op == FIR_STORE || s->op == FIR_STORES || s->op == FIR_UPDATE_ROWS)
	take_store (m, s, subst);
    }
  fir_subst_block (subst, b);
}

/* A check of each kind that may be found, which fails if PLACES are of it.  */
static void
check_founds (struct sample *m, struct fir_block *b, struct fir_atom places)
{
  for (unsigned w = 0; w < m->nfounds; w++)
    {
      const struct found *f = &m->founds[w];
      struct fir_atom args[4] = { sample_const (m, f->operand) };
      unsigned n = check_kind_nargs (f->kind);
      struct fir_atom here = sample_test (m, b, FIR_EQ, fir_field (m->p, b, places, 3),
					  sample_const (m, w));

      here = sample_choose (m, b, here, places, sample_none (m, b));
      for (unsigned k = 1; k < n; k++)
	args[k] = fir_field (m->p, b, here, k - 1);
      fir_check_stmt (m->p, b, f->s->site, f->kind, n, args);
    }
}

/* The record of where three elements are, and of which operator's that is.  */
static const struct type *
places_type (struct nova_ctx *ctx, const struct type *size)
{
  struct type_field fields[4] = { { ctx_intern (ctx, "i"), size, 0 },
				  { ctx_intern (ctx, "j"), size, 8 },
				  { ctx_intern (ctx, "k"), size, 16 },
				  { ctx_intern (ctx, "which"), size, 24 } };

  return type_record (ctx, NULL, 4, fields, 0, 0, 0);
}

struct fir_prog *
sample_program (struct fir_prog *p, struct fir_region *r, sample_same *same, void *data)
{
  struct sample m = { .size = type_size (p->ctx), .same = same, .data = data };
  struct fir_subst *subst;
  struct fir_region *q;
  struct fir_leaf **end;
  struct fir_atom found;

  if (p->funs || (!holds_operator (r->body) && !sample_finds_permute (p->ctx, r->body)))
    return NULL;
  m.p = fir_prog_new (p->ctx);
  m.p->nvars = p->nvars;
  m.places = places_type (p->ctx, m.size);
  subst = fir_subst_new (m.p);
  q = fir_region_new (m.p, ctx_printf (p->ctx, "%s.check", r->name), r->site);
  q->finite = r->finite;
  q->samples = true;
  for (unsigned k = 0; k < r->nparams; k++)
    {
      struct fir_var *v = r->params[k];

      fir_subst_put (subst, v, fir_atom_var (fir_region_param (m.p, q, v->name, v->type)));
    }
  fir_copy_into (m.p, q->body, r->body, subst);
  take_stores (&m, q->body);
  sample_permutes (&m, q->body);
  found = try_block (&m, q->body, q->body);
  if (!fir_atom_none (found))
    check_founds (&m, q->body, found);
  /* Its own leaves first: the rest of the list is P's.  */
  for (end = &m.p->leaves; *end; end = &(*end)->next)
    ;
  *end = p->leaves;
  return m.nfounds || sample_finds_permute (p->ctx, r->body) ? m.p : NULL;
}

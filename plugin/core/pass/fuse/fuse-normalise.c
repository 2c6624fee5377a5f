/* First step of fuse: every vector operation with elements becomes a loop.

     t = map {(p, q) B ret r} x y   =>   t = loop n { (i) p = at x i  q = at y i  B  yield vec r }

   with n the length of x, which needs no memory where the producers tell it.  Operations that
   only change indices vanish into the reads (fuse-read.c); slice and gather become loops of
   checked reads.

   Paper: NOVA, section 5 (fusion) for what is fused; the single loop form with several kinds of
   output is our own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* --- Loops ----------------------------------------------------------------------------------- */

struct fir_stmt *
fuse_loop_before (struct fuse *f, struct fir_stmt *s, struct fir_atom count)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_block *b = fir_block_new (f->p);
  struct fir_stmt *l = fir_stmt_new (f->p, b, FIR_LOOP, s->site, 1, 1, NULL, NULL);

  l->order = s->order;
  l->args[0] = count;
  l->fns[0] = fir_fn_new (f->p, 1, &size);
  l->fns[0]->params[0]->name = ctx_intern (f->p->ctx, "i");
  fir_unlink (l);
  fir_insert_before (s, l);
  return l;
}

struct fir_out *
fuse_loop_result (struct fuse *f, struct fir_stmt *l, struct fir_stmt *s,
		  enum fir_out_kind kind, struct fir_atom value)
{
  struct fir_out *o = CTX_NEW (f->p->ctx, struct fir_out);

  law_fired (f->p->ctx, s->op == FIR_GATHER || s->op == FIR_SLICE ? LAW_N2 : LAW_N1);
  o->kind = kind;
  o->site = s->site;
  o->value = value;
  o->res = s->res[0];
  l->nouts = l->nres = 1;
  l->outs = o;
  l->res = s->res;
  l->res[0]->def = l;
  fuse_info (f, l->res[0])->what = fir_op_info[s->op].text;
  fir_unlink (s);
  f->changes++;
  return o;
}

struct fir_atom
fuse_apply (struct fuse *f, struct fir_stmt *s, struct fir_block *b, const struct fir_atom *args)
{
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_fn *fn = s->fns[0];

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (subst, fn->params[k], args[k]);
  return fir_copy_into (f->p, b, fn->body, subst)[0];
}

void
fuse_make_elementwise (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *l = fuse_loop_before (f, s, fuse_len (f, s->args[0], s));
  struct fir_block *b = l->fns[0]->body;
  struct fir_atom i = fir_atom_var (l->fns[0]->params[0]), r;
  struct fir_atom *args = CTX_NEWV (f->p->ctx, struct fir_atom, s->nargs);

  for (unsigned k = 0; k < s->nargs; k++)
    {
      args[k] = fuse_read (f, b, s->args[k], i, l);
      if (args[k].var && fir_atom_def (args[k]) && fir_atom_def (args[k])->parent == b)
	args[k].var->name = s->fns[0]->params[k]->name;
    }
  r = fuse_apply (f, s, b, args);
  if (s->op == FIR_MAP)
    fuse_loop_result (f, l, s, OUT_VEC, r);
  else
    fuse_loop_result (f, l, s, OUT_FILTER, args[0])->guard = r;
}

/* reduce, scan, exscan.  */
static void
make_combining (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *l = fuse_loop_before (f, s, fuse_len (f, s->args[1], s));
  enum fir_out_kind kind = s->op == FIR_REDUCE ? OUT_REDUCE
			   : s->op == FIR_SCAN ? OUT_SCAN : OUT_EXSCAN;
  struct fir_atom i = fir_atom_var (l->fns[0]->params[0]), init = s->args[0];
  struct fir_fn *combine = s->fns[0];
  struct fir_out *o;

  o = fuse_loop_result (f, l, s, kind, fuse_read (f, l->fns[0]->body, s->args[1], i, l));
  o->combine = combine;
  o->init = init;
}

/* A checked read of X at K as S's site says, into B.  */
static struct fir_atom
checked_read (struct fuse *f, struct fir_block *b, struct fir_stmt *s, struct fir_atom x,
	      struct fir_atom k)
{
  struct fir_stmt *g = fir_stmt_new (f->p, b, FIR_GET, s->site, 2, 0, fir_atom_type (x)->elem, "e");

  g->order = s->order;
  g->check = s->check;
  g->args[0] = x;
  g->args[1] = k;
  return fir_atom_var (g->res[0]);
}

static void
make_gather (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *l = fuse_loop_before (f, s, fuse_len (f, s->args[0], s));
  struct fir_block *b = l->fns[0]->body;
  struct fir_atom k = fuse_read (f, b, s->args[0], fir_atom_var (l->fns[0]->params[0]), l);

  fuse_loop_result (f, l, s, OUT_VEC, checked_read (f, b, s, s->args[1], k));
}

static void
make_slice (struct fuse *f, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (f->p);
  struct fir_stmt *n, *l;
  struct fir_atom k;

  n = fir_prim (f->p, b, FIR_STEPS, type_size (f->p->ctx), 3, s->args).var->def;
  fir_unlink (n);
  fir_insert_before (s, n);
  l = fuse_loop_before (f, s, fir_atom_var (n->res[0]));
  b = l->fns[0]->body;
  k = fir_atom_var (l->fns[0]->params[0]);
  if (fuse_slice_in_bounds (s, fuse_len (f, s->args[3], l)))
    {
      /* First and step are constants and no less than 0: sizes.  */
      k = fuse_affine (f, b, fuse_size_const (f, s->args[0]), fuse_size_const (f, s->args[2]), k);
      k = fuse_read (f, b, s->args[3], k, l);
    }
  else
    {
      k = fuse_affine (f, b, s->args[0], s->args[2], k);
      k = checked_read (f, b, s, s->args[3], k);
    }
  fuse_loop_result (f, l, s, OUT_VEC, k);
}

/* A read of an element of a concatenation tests which part it is in, at each depth of nested
   concatenations: with more parts than this the inner ones are materialised.  */
#define MAX_PARTS 16

/* The number of parts that an element of X may be in, as a read distinguishes them; stops counting
   when there are too many.  */
static unsigned
parts (struct fir_atom x)
{
  struct fir_stmt *s = fir_atom_def (x);
  unsigned n = 0;

  if (!s || !fuse_lazy (s))
    return 1;
  if (s->op != FIR_CONCAT)
    return fir_shows (s) < 0 ? 1 : parts (s->args[fir_shows (s)]);
  for (unsigned k = 0; k < s->nargs && n <= MAX_PARTS; k++)
    n += parts (s->args[k]);
  return n;
}

/* S, a concatenation, has a bounded number of parts.  */
static void
bound_parts (struct fuse *f, struct fir_stmt *s)
{
  if (type_levels (s->res[0]->type) > 1 || parts (fir_atom_var (s->res[0])) <= MAX_PARTS)
    return;
  for (unsigned k = 0; k < s->nargs; k++)
    if (parts (s->args[k]) > 1)
      {
	struct fir_block *b = fir_block_new (f->p);
	struct fir_stmt *copy = fir_stmt_new (f->p, b, FIR_COPY, s->site, 1, 0,
					      s->res[0]->type, "part");

	copy->order = s->order;
	copy->args[0] = s->args[k];
	for (unsigned j = s->nargs; j-- > k; )
	  if (s->args[j].var == copy->args[0].var)
	    s->args[j] = fir_atom_var (copy->res[0]);
	fir_put_before (s, b);
	fuse_make_copy (f, copy);
	law_fired (f->p->ctx, LAW_N11);
      }
}

/* --- The walk -------------------------------------------------------------------------------- */

/* One length a vector: the first that is found or made.  It moves to where the vector is bound,
   since loops that are made between the two may use it.  */
static void
unify_len (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom x = s->args[0], n;
  bool known = fir_vec_length (&x, &n) && fir_atom_type (n) == s->res[0]->type;
  struct fir_stmt *def = fir_atom_def (x);
  struct var_info *info = fuse_info (f, x.var);

  s->args[0] = x;
  if (!known && fir_atom_none (info->len))
    {
      n = fuse_measure (f, x);
      known = !fir_atom_none (n);
    }
  if (known)
    {
      law_fired (f->p->ctx, LAW_S9);
      info->len = n;
    }
  if (fir_atom_none (info->len))
    {
      if (s->parent == (def ? def->parent : f->r->body))
	{
	  info->len = fir_atom_var (s->res[0]);
	  fir_unlink (s);
	  fuse_put_after_def (f, def, s);
	}
      return;
    }
  fuse_replace (f, s->res[0], info->len);
  fir_unlink (s);
  f->changes++;
}

static void
normalise_stmt (struct fuse *f, struct fir_stmt *s)
{
  switch (s->op)
    {
    case FIR_LEN: unify_len (f, s); break;
    case FIR_MAP:
      if (fuse_lazy (s))
	break;
      fuse_make_elementwise (f, s);
      break;
    case FIR_FILTER: fuse_make_elementwise (f, s); break;
    case FIR_REDUCE:
    case FIR_SCAN:
    case FIR_EXSCAN: make_combining (f, s); break;
    case FIR_GATHER: make_gather (f, s); break;
    case FIR_SLICE: make_slice (f, s); break;
    case FIR_COPY: fuse_make_copy (f, s); break;
    case FIR_CONCAT: bound_parts (f, s); break;
    case FIR_STORE: fuse_make_store (f, s); break;
    case FIR_STORES: fuse_make_far_store (f, s); break;
    case FIR_LENGTHS: fuse_make_lengths (f, s); break;
    case FIR_OFFSETS: fuse_make_offsets (f, s); break;
    case FIR_TABULATE: fuse_make_tabulate (f, s); break;
    case FIR_AT:
    case FIR_ROW:
    case FIR_GET: fuse_resolve (f, s); break;
    default: break;
    }
}

/* Is what S makes stored to an area that is not contiguous?  */
static bool
stored_far (const struct fir_stmt *s)
{
  for (const struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_STORES && t->args[t->nargs - 1].var == s->res[0])
      return true;
  return false;
}

/* The rows of map S's operands whose length is known have that, before S is seen whole: checks of
   it that hold go.  */
static void
know_rows (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *next;
  struct fir_atom n;

  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = next)
    {
      next = t->next;
      if (t->op == FIR_CHECK && t->check == CHECK_LENGTHS
	  && fir_atom_equal (t->args[1], t->args[3]))
	{
	  fir_unlink (t);
	  f->changes++;
	}
      for (unsigned k = 0; t->op == FIR_LEN && k < s->nargs; k++)
	if (t->args[0].var == s->fns[0]->params[k]
	    && type_levels (fir_atom_type (s->args[k])) > 1
	    && fir_vec_extent (s->args[k], 1, &n))
	  {
	    fuse_replace (f, t->res[0], n);
	    fir_unlink (t);
	    f->changes++;
	    break;
	  }
    }
}

void
fuse_normalise (struct fuse *f, struct fir_block *b)
{
  struct fir_stmt *next, *columns;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      columns = fuse_make_columns (f, s);
      if (columns)
	s = columns;
      /* Elsewhere a loop over the rows stores them as well.  */
      if (s->op == FIR_MAP && stored_far (s))
	know_rows (f, s);
      /* Not its function first: it is to be seen whole.  */
      if (fuse_regular (s) && fuse_make_nested (f, s))
	{
	  law_fired (f->p->ctx, LAW_N8);
	  next = s->next;
	  fir_unlink (s);
	  continue;
	}
      for (unsigned k = 0; k < s->nfns; k++)
	fuse_normalise (f, s->fns[k]->body);
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  fuse_normalise (f, s->outs[k].combine->body);
      next = s->next;
      normalise_stmt (f, s);
    }
}

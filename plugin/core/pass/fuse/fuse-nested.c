/* Operations on nested vectors: they work on the flat base elements.

     store p n x            a loop over flatten x
     copy x                 a loop over flatten x, reshaped
     tabulate f n1 n2       a loop over n1 n2 elements, i1 = i / n2, i2 = i % n2, reshaped

     storestrided p n1 s1 ... x   of an x that no loop makes: of a loop that reads it, reshaped

     lengths x              a loop over the segments; of a regular x its extent, so many times
     offsets x              i m, of a regular x

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The base elements of X as a flat vector, made before S.  */
static struct fir_atom
flat (struct fuse *f, struct fir_atom x, struct fir_stmt *s)
{
  struct fir_stmt *def = fir_atom_def (x), *v;
  struct fir_block *b = fir_block_new (f->p);

  if (def && def->op == FIR_COPY)
    return flat (f, def->args[0], s);
  if (def && def->op == FIR_RESHAPE)
    return def->args[0];
  if (def && def->op == FIR_VIEW)
    {
      struct fir_atom n = def->args[1];

      for (unsigned k = 2; k < def->nargs; k++)
	n = fuse_size_op (f, b, FIR_MUL, n, def->args[k]);
      v = fir_stmt_new (f->p, b, FIR_VIEW, def->site, 2, 0,
			type_vec (f->p->ctx, type_base (fir_atom_type (x))), "flat");
      v->args[0] = def->args[0];
      v->args[1] = n;
      fir_put_before (s, b);
      return fir_atom_var (v->res[0]);
    }
  while (type_levels (fir_atom_type (x)) > 1)
    {
      v = fir_stmt_new (f->p, b, FIR_FLATTEN, s->site, 1, 0, fir_atom_type (x)->elem, "flat");
      v->args[0] = x;
      x = fir_atom_var (v->res[0]);
    }
  fir_put_before (s, b);
  return x;
}

/* S's result is flat X in the shape of the N extents DIMS.  */
static void
reshape (struct fuse *f, struct fir_stmt *s, struct fir_atom x, unsigned n,
	 const struct fir_atom *dims)
{
  struct fir_atom *args = CTX_NEWV (f->p->ctx, struct fir_atom, n + 1);

  args[0] = x;
  for (unsigned k = 0; k < n; k++)
    args[k + 1] = dims[k];
  if (s->op == FIR_TABULATE)
    law_fired (f->p->ctx, LAW_N4);
  else
    law_fired (f->p->ctx, LAW_N5);
  s->op = FIR_RESHAPE;
  s->nargs = n + 1;
  s->args = args;
  s->nfns = 0;
  s->order = 0;
  f->changes++;
}

/* A statement before S that does S's operation on flat data, with a flat result.  */
static struct fir_stmt *
flat_twin (struct fuse *f, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (f->p);
  const struct type *t = type_vec (f->p->ctx, type_base (s->res[0]->type));
  struct fir_stmt *twin = fir_stmt_new (f->p, b, s->op, s->site, s->nargs, s->nfns, t, "flat");

  twin->order = s->order;
  for (unsigned k = 0; k < s->nargs; k++)
    twin->args[k] = s->args[k];
  for (unsigned k = 0; k < s->nfns; k++)
    twin->fns[k] = s->fns[k];
  fir_put_before (s, b);
  return twin;
}

void
fuse_make_copy (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *def = fir_atom_def (s->args[0]), *l, *twin;
  struct fir_atom v;

  if (type_levels (s->res[0]->type) > 1)
    {
      /* Of what has no extents the runtime makes the copy.  */
      if (!def || (def->op != FIR_VIEW && def->op != FIR_RESHAPE))
	return;
      twin = flat_twin (f, s);
      twin->args[0] = flat (f, s->args[0], twin);
      fuse_make_copy (f, twin);
      reshape (f, s, fir_atom_var (twin->res[0]), def->nargs - 1, def->args + 1);
      return;
    }
  l = fuse_loop_before (f, s, fuse_len (f, s->args[0], s));
  v = fuse_read (f, l->fns[0]->body, s->args[0], fir_atom_var (l->fns[0]->params[0]), l);
  fuse_loop_result (f, l, s, OUT_VEC, v);
}

void
fuse_make_store (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom x = flat (f, s->args[2], s), dest = s->args[0], v;
  struct fir_stmt *l = fuse_loop_before (f, s, fuse_len (f, x, s));

  if (type_levels (fir_atom_type (s->args[2])) > 1)
    law_fired (f->p->ctx, LAW_N5);
  v = fuse_read (f, l->fns[0]->body, x, fir_atom_var (l->fns[0]->params[0]), l);
  fuse_loop_result (f, l, s, OUT_VEC, v)->dest = dest;
}

/* Is X nothing but other memory, or indices into some: what no loop makes?  */
static bool
not_made (struct fir_atom x)
{
  struct fir_stmt *def = fir_atom_def (x);

  while (def && !fuse_lazy (def) && (def->op == FIR_RESHAPE || def->op == FIR_FLATTEN))
    def = fir_atom_def (def->args[0]);
  return !def || def->op == FIR_VIEW || fuse_lazy (def);
}

void
fuse_make_far_store (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom x = s->args[s->nargs - 1], count, v;
  unsigned n = s->nargs / 2 - 1;
  struct fir_atom *dims = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_atom *inner = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_atom *index = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_block *b = fir_block_new (f->p);
  struct fir_stmt *twin, *l;

  if (!not_made (x))
    return;
  law_fired (f->p->ctx, LAW_N10);
  for (unsigned k = 0; k < n; k++)
    dims[k] = s->args[2 * k + 1];
  count = dims[n - 1];
  for (unsigned k = n - 1; k-- > 0;)
    {
      inner[k] = count;
      count = fuse_size_op (f, b, FIR_MUL, dims[k], count);
    }
  twin = fir_stmt_new (f->p, b, FIR_COPY, s->site, 1, 0,
		       type_vec (f->p->ctx, type_base (fir_atom_type (x))), "flat");
  twin->args[0] = x;
  fir_put_before (s, b);
  l = fuse_loop_before (f, twin, count);
  b = l->fns[0]->body;
  index[0] = fir_atom_var (l->fns[0]->params[0]);
  if (fuse_lazy (fir_atom_def (x)))
    {
      fuse_split_index (f, b, index[0], n, inner, index);
      v = fuse_read_all (f, b, x, n, index, l);
    }
  else
    v = fuse_read (f, b, flat (f, x, l), index[0], l);
  fuse_loop_result (f, l, twin, OUT_VEC, v);
  x = fir_atom_var (l->res[0]);
  if (n > 1)
    {
      b = fir_block_new (f->p);
      twin = fir_stmt_new (f->p, b, FIR_RESHAPE, s->site, n + 1, 0,
			   fir_atom_type (s->args[s->nargs - 1]), "t");
      twin->args[0] = x;
      for (unsigned k = 0; k < n; k++)
	twin->args[k + 1] = dims[k];
      x = fir_atom_var (twin->res[0]);
      fir_put_before (s, b);
    }
  s->args[s->nargs - 1] = x;
}

void
fuse_split_index (struct fuse *f, struct fir_block *b, struct fir_atom i, unsigned n,
		  const struct fir_atom *inner, struct fir_atom *index)
{
  for (unsigned k = 0; k + 1 < n; k++)
    {
      index[k] = fuse_size_op (f, b, FIR_DIV, i, inner[k]);
      i = fuse_size_op (f, b, FIR_REM, i, inner[k]);
    }
  index[n - 1] = i;
}

/* tabulate f n1 ...  nk whose function returns vectors: a tabulate over n1 of tabulates over the
   rest.  */
static void
curry_tabulate (struct fuse *f, struct fir_stmt *s)
{
  unsigned n = s->nargs;
  const struct type *size = type_size (f->p->ctx);
  const struct type **types = CTX_NEWV (f->p->ctx, const struct type *, n);
  struct fir_fn *outer = fir_fn_new (f->p, 1, &size), *inner;
  struct fir_stmt *t = fir_stmt_new (f->p, outer->body, FIR_TABULATE, s->site, n - 1, 1,
				     s->res[0]->type->elem, "t");
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_atom r;

  for (unsigned k = 0; k + 1 < n; k++)
    {
      types[k] = size;
      t->args[k] = s->args[k + 1];
    }
  t->order = s->order;
  t->fns[0] = inner = fir_fn_new (f->p, n - 1, types);
  fir_subst_put (subst, s->fns[0]->params[0], fir_atom_var (outer->params[0]));
  for (unsigned k = 1; k < n; k++)
    fir_subst_put (subst, s->fns[0]->params[k], fir_atom_var (inner->params[k - 1]));
  r = fir_copy_into (f->p, inner->body, s->fns[0]->body, subst)[0];
  fir_block_return (f->p, inner->body, 1, &r);
  r = fir_atom_var (t->res[0]);
  fir_block_return (f->p, outer->body, 1, &r);
  s->nargs = 1;
  s->fns[0] = outer;
  fuse_make_tabulate (f, t);
}

void
fuse_make_tabulate (struct fuse *f, struct fir_stmt *s)
{
  if (s->nargs > 1 && type_levels (s->res[0]->type) > s->nargs)
    curry_tabulate (f, s);

  unsigned n = s->nargs;
  struct fir_atom *inner = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_atom *index = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_block *b = fir_block_new (f->p);
  struct fir_stmt *l, *op = n > 1 ? flat_twin (f, s) : s;
  struct fir_atom count = s->args[n - 1];

  for (unsigned k = n - 1; k-- > 0;)
    {
      inner[k] = count;
      count = fuse_size_op (f, b, FIR_MUL, s->args[k], count);
    }
  fir_put_before (op, b);
  l = fuse_loop_before (f, op, count);
  fuse_split_index (f, l->fns[0]->body, fir_atom_var (l->fns[0]->params[0]), n, inner, index);
  fuse_loop_result (f, l, op, OUT_VEC, fuse_apply (f, op, l->fns[0]->body, index));
  if (n > 1)
    reshape (f, s, fir_atom_var (op->res[0]), n, s->args);
}

/* --- Lengths and offsets --------------------------------------------------------------------- */

/* The length of segment I of X, into B.  */
static struct fir_atom
segment_length (struct fuse *f, struct fir_block *b, struct fir_atom x, struct fir_atom i,
		struct fir_stmt *at)
{
  struct fir_atom row = fuse_read (f, b, x, i, at);
  struct fir_stmt *n = fir_stmt_new (f->p, b, FIR_LEN, 0, 1, 0, type_size (f->p->ctx), "n");

  n->args[0] = row;
  return fir_atom_var (n->res[0]);
}

void
fuse_make_lengths (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom n = fuse_len (f, s->args[0], s), m = fuse_extent (f, s->args[0], 1, s);
  struct fir_stmt *l;
  struct fir_block *b;

  law_fired (f->p->ctx, LAW_R2);
  if (!fir_atom_none (m))
    {
      s->op = FIR_REPLICATE;
      s->nargs = 2;
      s->args = CTX_NEWV (f->p->ctx, struct fir_atom, 2);
      s->args[0] = n;
      s->args[1] = m;
      f->changes++;
      return;
    }
  l = fuse_loop_before (f, s, n);
  b = l->fns[0]->body;
  fuse_loop_result (f, l, s, OUT_VEC,
		    segment_length (f, b, s->args[0], fir_atom_var (l->fns[0]->params[0]), l));
}

/* The offsets of the segments of S's operand: those at which it was cut; for irregular vectors in
   memory lowering has them.  */
void
fuse_make_offsets (struct fuse *f, struct fir_stmt *s)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_stmt *def = fir_atom_def (s->args[0]), *l;
  struct fir_block *b = fir_block_new (f->p);
  struct fir_atom n, m;

  if (def && def->op == FIR_SEGMENTS)
    {
      law_fired (f->p->ctx, LAW_R2);
      fuse_replace (f, s->res[0], def->args[1]);
      fir_unlink (s);
      f->changes++;
      return;
    }
  m = fuse_extent (f, s->args[0], 1, s);
  if (fir_atom_none (m))
    return;
  law_fired (f->p->ctx, LAW_R2);
  n = fuse_size_op (f, b, FIR_ADD, fuse_len (f, s->args[0], s), fir_atom_int (f->p, size, 1));
  fir_put_before (s, b);
  l = fuse_loop_before (f, s, n);
  n = fir_atom_var (l->fns[0]->params[0]);
  fuse_loop_result (f, l, s, OUT_VEC, fuse_size_op (f, l->fns[0]->body, FIR_MUL, n, m));
}

/* Lengths, and the arithmetic of indices, while vector operations become loops; the reads
   themselves are in fuse-path.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

struct var_info *
fuse_info (struct fuse *f, struct fir_var *v)
{
  if (!v->aux)
    v->aux = CTX_NEW (f->p->ctx, struct var_info);
  return (struct var_info *) v->aux;
}

void
fuse_replace (struct fuse *f, struct fir_var *v, struct fir_atom a)
{
  struct fir_subst *s = fir_subst_new (f->p);

  fir_subst_put (s, v, a);
  fir_subst_block (s, f->r->body);
}

/* --- Lengths --------------------------------------------------------------------------------- */

void
fuse_put_after_def (struct fuse *f, struct fir_stmt *def, struct fir_stmt *s)
{
  struct fir_block *b = def ? def->parent : f->r->body;
  struct fir_stmt *at = def ? def->next : b->first;

  if (at)
    fir_insert_before (at, s);
  else
    fir_append (b, s);
}

bool
fuse_is_region_param (struct fuse *f, struct fir_var *v)
{
  for (unsigned k = 0; k < f->r->nparams; k++)
    if (f->r->params[k] == v)
      return true;
  return false;
}

bool
fuse_there (struct fir_atom a)
{
  return !fir_atom_none (a) && !(a.var && a.var->def && !a.var->def->parent);
}

struct fir_atom
fuse_len (struct fuse *f, struct fir_atom x, struct fir_stmt *at)
{
  struct fir_atom n;
  struct fir_stmt *s, *def;
  struct fir_block *b;

  if (fir_vec_length (&x, &n) && fir_atom_type (n) == type_size (f->p->ctx))
    return n;
  n = fuse_info (f, x.var)->len;
  if (fuse_there (n))
    return n;
  n = fuse_measure (f, x);
  if (!fir_atom_none (n))
    return fuse_info (f, x.var)->len = n;
  def = fir_atom_def (x);
  b = fir_block_new (f->p);
  s = fir_stmt_new (f->p, b, FIR_LEN, 0, 1, 0, type_size (f->p->ctx), "n");
  s->args[0] = x;
  fir_unlink (s);
  if (def || fuse_is_region_param (f, x.var))
    fuse_put_after_def (f, def, s);
  else
    {
      fir_insert_before (at, s);
      return fir_atom_var (s->res[0]);
    }
  return fuse_info (f, x.var)->len = fir_atom_var (s->res[0]);
}

/* --- Reads ----------------------------------------------------------------------------------- */

struct fir_atom
fuse_size_op (struct fuse *f, struct fir_block *b, enum fir_op op, struct fir_atom x,
	      struct fir_atom y)
{
  return fir_prim2 (f->p, b, op, type_size (f->p->ctx), x, y);
}

/* X OP Y of integer type T, wrapping.  */
static struct fir_atom
wrap_op (struct fuse *f, struct fir_block *b, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  const struct type *t = fir_atom_type (x);
  struct fir_atom r = fir_prim2 (f->p, b, op, t, x, y);

  r.var->def->wrap = scalar_info[t->scalar].is_signed;
  return r;
}

static struct fir_atom
conv (struct fuse *f, struct fir_block *b, const struct type *t, struct fir_atom x)
{
  return fir_atom_type (x) == t ? x : fir_prim1 (f->p, b, FIR_CONV, t, x);
}

struct fir_atom
fuse_size_const (struct fuse *f, struct fir_atom x)
{
  return fir_atom_size (f->p, (uint64_t) x.cst->i);
}

struct fir_atom
fuse_affine (struct fuse *f, struct fir_block *b, struct fir_atom base, struct fir_atom step,
	struct fir_atom i)
{
  i = conv (f, b, fir_atom_type (base), i);
  if (!fir_atom_is_int (step, 1))
    i = wrap_op (f, b, FIR_MUL, i, step);
  return fir_atom_is_int (base, 0) ? i : wrap_op (f, b, FIR_ADD, base, i);
}

/* Reads of index-only vectors: replaced by reads of their operands.

   at and row are resolved along their paths (fuse-path.c); get is checked against the length of the
   vector first, by a read of the indices below that length:

     get (rotate k x) i     n = len x  all = range n  j = get all i  at x (j + k mod n)

   Where the value does not depend on j, only the check of i remains.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* Resolve S, at or row, if its operand is index-only.  */
static void
resolve_read (struct fuse *f, struct fir_stmt *s)
{
  struct fir_block *b = fir_block_new (f->p);
  bool through;
  struct fir_atom r = fuse_read_through (f, b, s->args[0], s->args[1], s, &through);

  if (!through)
    return;
  fir_put_before (s, b);
  fuse_replace (f, s->res[0], r);
  fir_unlink (s);
  f->changes++;
}

/* Does lowering read the elements of S's result directly?  */
static bool
lowered (const struct fir_stmt *s)
{
  if (s->op == FIR_REVERSE)
    return !fuse_lazy (fir_atom_def (s->args[0])) || lowered (fir_atom_def (s->args[0]));
  return s->op == FIR_RANGE || s->op == FIR_REPLICATE || s->op == FIR_VIEWS;
}

/* The loop around S, in *DATA.  */
struct around
{
  struct fir_stmt *s, *loop, *found;
};

static void
look_in_loop (struct fir_stmt *t, void *data)
{
  struct around *a = (struct around *) data;

  if (t == a->s)
    a->found = a->loop;
}

/* Parents come first: the last loop that has S inside is the innermost.  */
static void
look_for_loop (struct fir_stmt *t, void *data)
{
  struct around *a = (struct around *) data;

  if (t->op != FIR_LOOP)
    return;
  a->loop = t;
  fir_walk (t->fns[0]->body, look_in_loop, a);
}

/* Turn GET, a checked read of a range, into a separate check: no value depends on it any more.  */
static void
check_alone (struct fuse *f, struct fir_stmt *get)
{
  struct fir_block *b = fir_block_new (f->p);
  struct fir_atom args[4];
  unsigned k = 0;

  args[k++] = fir_atom_size (f->p, get->check == CHECK_INDEX_AT ? 1 : 2);
  if (get->check == CHECK_INDEX_AT)
    {
      struct around a = { get, NULL, NULL };

      fir_walk (f->r->body, look_for_loop, &a);
      args[k++] = get->nargs > 2 ? get->args[2]
		  : a.found ? fir_atom_var (fuse_index (a.found)) : fir_atom_size (f->p, 0);
    }
  args[k++] = pass_as_size (f->p, b, get->args[1], INT64_MAX);
  args[k++] = fir_atom_def (get->args[0])->args[0];
  fir_check_stmt (f->p, b, get->site, get->check, k, args);
  b->last->order = get->order;
  fir_put_before (get, b);
}

/* The same, for terms that are not marked with MARK yet.  */
static void
keep_checks (struct fuse *f, struct fir_atom index, unsigned mark)
{
  struct fir_stmt *def = fir_atom_def (index),
		   *of = def && def->nargs ? fir_atom_def (def->args[0]) : NULL;

  if (!def || index.var->mark == mark)
    return;
  index.var->mark = mark;
  if (def->op == FIR_GET && of && of->op == FIR_RANGE)
    check_alone (f, def);
  else if (!def->nfns && !fir_has_effect (def))
    for (unsigned k = 0; k < def->nargs; k++)
      keep_checks (f, def->args[k], mark);
}

void
fuse_keep_checks (struct fuse *f, struct fir_atom index)
{
  keep_checks (f, index, ++f->p->marks);
}

/* A checked read of an index-only vector: the check is made by reading a range of that length.  */
static void
resolve_get (struct fuse *f, struct fir_stmt *s)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_block *b;
  struct fir_atom n, x = s->args[0], all, r;
  struct fir_stmt *get;

  if (s->op != FIR_GET || !fuse_lazy (fir_atom_def (x)) || lowered (fir_atom_def (x)))
    return;
  n = fuse_len (f, x, s);
  b = fir_block_new (f->p);
  all = pass_numbers (f->p, b, s->site, n, fir_atom_size (f->p, 0));
  get = fir_stmt_new (f->p, b, FIR_GET, s->site, s->nargs, 0, size, "ix");
  get->order = s->order;
  get->check = s->check;
  get->args[0] = all;
  for (unsigned k = 1; k < s->nargs; k++)
    get->args[k] = s->args[k];
  r = fuse_read (f, b, x, fir_atom_var (get->res[0]), s);
  fir_put_before (s, b);
  if (!fir_depends (f->p, r, get->res[0]))
    check_alone (f, get);
  fuse_replace (f, s->res[0], r);
  fir_unlink (s);
  f->changes++;
}

/* The length of such a vector.  */
static void
resolve_len (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom n = fuse_measure (f, s->args[0]);

  if (fir_atom_none (n))
    return;
  fuse_replace (f, s->res[0], n);
  fir_unlink (s);
  f->changes++;
}

void
fuse_resolve (struct fuse *f, struct fir_stmt *s)
{
  if (s->op == FIR_LEN)
    resolve_len (f, s);
  else if (s->op == FIR_AT || s->op == FIR_ROW)
    resolve_read (f, s);
  else
    resolve_get (f, s);
}

static void
resolve_stmt (struct fir_stmt *s, void *data)
{
  fuse_resolve ((struct fuse *) data, s);
}

void
fuse_resolve_all (struct fuse *f, struct fir_block *b)
{
  fir_walk (b, resolve_stmt, f);
}

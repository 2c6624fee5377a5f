/* The pass expand: rewrites vector operations as compositions of others.

     k = argmin less x    =>    i = range n 0 1     r = map { (v, i) record } x i
				b = reduce { the record of the less } (x[0], 0) r     k = field.1 b

   A table of operations and the function that rewrites each; a rewrite puts terms before the
   statement, the last of which has its result.  Operations that lowering handles are not here.
   Does not: depend on how the vectors were made (fuse does).
   Laws: doc/laws.txt, X.

   Paper: NOVA, section 3 (operations defined in terms of others).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

static const struct expand_row
{
  enum fir_op op;
  bool (*rewrite) (struct expand *, struct fir_stmt *);
  enum law law;
} rows[] = {
  { FIR_ARGMIN, expand_argmin, LAW_X1 },
  { FIR_ARGMAX, expand_argmin, LAW_X1 },
  { FIR_SEARCH, expand_search, LAW_X2 },
  { FIR_FIND, expand_find_scanned, LAW_X36 },
  { FIR_FIND, expand_find, LAW_X3 },
  { FIR_FOLD, expand_fold, LAW_X4 },
  { FIR_PARTITION, expand_partition, LAW_X20 },
  { FIR_GET, expand_part, LAW_X20 },
  { FIR_SORT, expand_sort, LAW_X22 },
  { FIR_SORT_BY, expand_sort_by, LAW_X21 },
  { FIR_RADIX, expand_few_sorted, LAW_X37 },
  { FIR_GROUP_BY, expand_folds_of_groups, LAW_X31 },
  { FIR_GROUP_BY, expand_group_by, LAW_X23 },
  { FIR_BUCKET, expand_folds_of_groups, LAW_X34 },
  { FIR_BUCKET, expand_bucket, LAW_X24 },
  { FIR_EXPAND, expand_expand, LAW_X25 },
  { FIR_EXPANDN, expand_expand, LAW_X26 },
  { FIR_PERMUTE, expand_permute, LAW_X27 },
  { FIR_SCATTER, expand_scatter, LAW_X27 },
  { FIR_GATHER, expand_gather, LAW_X33 },
  { FIR_PAD, expand_pad, LAW_R4 },
  { FIR_BINS, expand_row_bins, LAW_R16 },
  { FIR_BINS_INTO, expand_row_bins, LAW_R16 },
  { FIR_BINS, expand_bins, LAW_R5 },
  { FIR_BINS_INTO, expand_bins, LAW_R5 },
  { FIR_MAP, expand_map, LAW_R6 },
  { FIR_MAP, expand_map_flattened, LAW_R13 },
  { FIR_SEG_REDUCE, expand_segmented, LAW_X30 },
  { FIR_SEG_SCAN, expand_segmented, LAW_X30 },
  { FIR_SEG_EXSCAN, expand_segmented, LAW_X30 },
  { FIR_LOOP, expand_bin_columns, LAW_R19 },
  { FIR_LOOP, expand_columns, LAW_R17 },
  { FIR_LOOP, expand_one_hot, LAW_R18 },
  { FIR_LAST, NULL, LAW_LAST }
};

/* --- What rewrites share --------------------------------------------------------------------- */

struct fir_stmt *
expand_new (struct expand *x, struct fir_stmt *s, enum fir_op op, const struct type *type,
	    unsigned nargs, unsigned nfns)
{
  struct fir_block b = { NULL, NULL, 0, NULL };
  struct fir_stmt *t = fir_stmt_new (x->p, &b, op, s->site, nargs, nfns, type, "x");

  t->order = s->order;
  fir_unlink (t);
  fir_insert_before (s, t);
  return t;
}

struct fir_stmt *
expand_term (struct expand *x, struct fir_stmt *s, struct fir_block *b, enum fir_op op,
	     const struct type *type, unsigned n, const struct fir_atom *args, unsigned nfns)
{
  struct fir_stmt *t = fir_stmt_new (x->p, b, op, s->site, n, nfns, type, "x");

  t->order = s->order;
  for (unsigned k = 0; k < n; k++)
    t->args[k] = args[k];
  return t;
}

struct fir_atom
expand_reduce (struct expand *x, struct fir_stmt *s, struct fir_block *b, enum fir_op op,
	       struct fir_atom init, struct fir_atom v)
{
  const struct type *t = fir_atom_type (v)->elem;
  struct fir_atom args[2] = { init, v };
  struct fir_stmt *r = expand_term (x, s, b, FIR_REDUCE, t, 2, args, 1);

  r->fns[0] = fir_fn_of_op (x->p, op, t, t);
  return fir_atom_var (r->res[0]);
}

struct fir_atom
expand_op (struct expand *x, struct fir_stmt *s, enum fir_op op, const struct type *type,
	   unsigned nargs, const struct fir_atom *args)
{
  struct fir_stmt *t = expand_new (x, s, op, type, nargs, 0);

  for (unsigned k = 0; k < nargs; k++)
    t->args[k] = args[k];
  return fir_atom_var (t->res[0]);
}

void
expand_done (struct expand *x, struct fir_stmt *s, struct fir_atom a)
{
  struct fir_subst *subst = fir_subst_new (x->p);

  fir_subst_put (subst, s->res[0], a);
  fir_unlink (s);
  fir_subst_block (subst, x->r->body);
}

bool
expand_end (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom a)
{
  fir_put_before (s, b);
  expand_done (x, s, a);
  return true;
}

void
expand_check (struct fir_prog *p, struct fir_block *b, const struct fir_stmt *s,
	      enum check_kind kind, unsigned n, const struct fir_atom *args)
{
  if (ctx_site_unchecked (p->ctx, s->site))
    return;
  fir_check_stmt (p, b, s->site, kind, n, args);
  b->last->order = s->order;
}

/* --- The pass -------------------------------------------------------------------------------- */

static void
expand_stmt (struct fir_stmt *s, void *data)
{
  struct expand *x = (struct expand *) data;

  for (const struct expand_row *row = rows; row->rewrite; row++)
    if (row->op == s->op && row->rewrite (x, s))
      {
	law_fired (x->p->ctx, row->law);
	x->changes++;
	return;
      }
}

/* Ranks are searches, which the table rewrites.  */
static void
merge_stmt (struct fir_stmt *s, void *data)
{
  struct expand *x = (struct expand *) data;

  if (s->op == FIR_PERMUTE && expand_merge (x, s))
    {
      law_fired (x->p->ctx, LAW_X32);
      x->changes++;
    }
}

unsigned
pass_expand (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct expand x = { .p = p, .r = r, .log = log };

  fir_walk (r->body, merge_stmt, &x);
  fir_walk (r->body, expand_stmt, &x);
  return x.changes;
}

/* Reductions, scans and bins inside the elements of a nest.

     reduce f z x, x in each element     segreduce f Z o X, X the elements of all rows of x, one
					 after the other, o their offsets, Z an initial value for
					 each row
     scan f z x                          segscan f Z o X
     bins f i n ix x                     bins of all elements one after the other, the index
					 moved to where those of the element begin

   Paper: NOVA, section 5.1 (a segmented reduction works on the flattened data and keeps to the
   segments).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

struct flat_value *
flat_combine (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  bool reduces = s->op == FIR_REDUCE;
  enum fir_op op = reduces ? FIR_SEG_REDUCE : s->op == FIR_SCAN ? FIR_SEG_SCAN : FIR_SEG_EXSCAN;
  struct flat_value *v = flat_value_of (x, s->args[1]), *e;
  const struct type *t = s->res[0]->type;
  struct flat_space *rows;
  struct fir_atom args[3];
  struct fir_stmt *c;

  if (type_is_vec (v->type->elem))
    flat_give_up (x, "vectors are combined");
  flat_want_closed (x, s->fns[0]);
  rows = flat_walk (x, space, v);
  args[0] = flat_vector (x, space, flat_value_of (x, s->args[0]));
  args[2] = flat_vector (x, rows, flat_walked (x, rows, v));
  flat_close (x);
  args[1] = flat_offsets (x, rows);
  c = flat_outside (x, op, reduces ? type_vec (x->p->ctx, t) : t, 3, args, 1);
  c->fns[0] = s->fns[0];
  e = flat_value_new (x, FLAT_EACH, fir_atom_type (args[2])->elem, reduces ? space : rows);
  e->vec = fir_atom_var (c->res[0]);
  law_fired (x->p->ctx, reduces ? LAW_G3 : LAW_G4);
  return reduces ? e : flat_rows_of (x, t, space, rows, e);
}

/* bins f i n ix x, binsinto f d ix x in each element: bin b of element a is number b of a's row of
   bins.  */
struct flat_value *
flat_bins (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type, *u64 = type_size (x->p->ctx);
  bool into = s->op == FIR_BINS_INTO;
  struct flat_value *init = flat_value_of (x, s->args[0]), *e, *ix;
  struct flat_value *keys = flat_value_of (x, s->args[s->nargs - 2]);
  struct flat_space *bins, *rows;
  struct fir_atom a, j, i, n, c, d, args[3], two[3];
  struct fir_stmt *b;

  if (type_is_vec (t->elem))
    flat_give_up (x, "vectors are combined");
  flat_want_closed (x, s->fns[0]);
  bins = into ? flat_walk (x, space, init)
	 : flat_space_of_sizes (x, space, flat_value_of (x, s->args[1]));
  rows = flat_walk (x, space, keys);
  ix = flat_walked (x, rows, keys);
  flat_split (x, rows, flat_open (x, rows), &a, &j);
  c = flat_read_here (x, ix);
  d = fir_prim2 (x->p, x->b, FIR_EQ, type_i32 (x->p->ctx), c,
		 fir_atom_int (x->p, fir_atom_type (c), -1));
  i = pass_as_size (x->p, x->b, c, INT64_MAX);
  n = into ? flat_length (x, init, space, a)
      : flat_read (x, flat_value_of (x, s->args[1]), rows, flat_index (x));
  c = fir_prim2 (x->p, x->b, FIR_LT, type_i32 (x->p->ctx), i, n);
  /* The check holds of 0 and 1, too.  */
  two[0] = fir_prim2 (x->p, x->b, FIR_BOR, type_i32 (x->p->ctx), c, d);
  two[1] = flat_size (x, 0);
  two[2] = i;
  args[0] = fir_prim (x->p, x->b, FIR_SELECT, u64, 3, two);
  two[1] = flat_size (x, 1);
  two[2] = n;
  args[1] = fir_prim (x->p, x->b, FIR_SELECT, u64, 3, two);
  flat_check_at (x, s, into ? 3 : 4, j, args[0], args[1]);
  two[0] = c;
  two[1] = flat_size_op (x, FIR_ADD, i, flat_start (x, bins, a));
  two[2] = flat_size (x, -1);
  ix = flat_each (x, fir_prim (x->p, x->b, FIR_SELECT, u64, 3, two));
  args[1] = flat_vector (x, rows, ix);
  e = flat_walked (x, rows, flat_value_of (x, s->args[s->nargs - 1]));
  args[2] = flat_vector (x, rows, e);
  args[0] = flat_vector (x, bins, into ? flat_walked (x, bins, init) : init);
  flat_close (x);
  b = flat_outside (x, FIR_BINS_INTO, t, 3, args, 1);
  b->fns[0] = s->fns[0];
  e = flat_value_new (x, FLAT_EACH, t->elem, bins);
  e->vec = fir_atom_var (b->res[0]);
  law_fired (x->p->ctx, LAW_G10);
  return flat_rows_of (x, t, space, bins, e);
}

/* Expansion, flatten and concat inside the elements of a nest: rows become parts of longer ones.

     expand size get x, x in each element   each element of x has a row of size elements; those of
					    one a follow each other, and are the row of a
     concat x y                             element j of the row is x's, or y's j - len x

   Paper: Elsman and Larsen, section 3.1 (expand).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

/* Row a begins where the first of its rows does.  */
struct flat_value *
flat_joined (struct flat *x, struct flat_space *space, const struct type *t,
	     struct flat_space *rows, struct flat_space *inner, struct flat_value *e)
{
  struct fir_atom args[2] = { space->n, flat_size (x, 1) }, outer, offsets, at;
  struct flat_space ends = { .parent = space }, *joined;

  flat_close (x);
  outer = flat_offsets (x, rows);
  offsets = flat_offsets (x, inner);
  ends.n = fir_atom_var (flat_outside (x, FIR_ADD, type_size (x->p->ctx), 2, args, 0)->res[0]);
  at = flat_open (x, &ends);
  at = fir_element (x->p, x->b, outer, at);
  offsets = flat_output (x, x->loop, OUT_VEC, fir_element (x->p, x->b, offsets, at), FIR_NONE,
			 NULL, FIR_NONE);
  joined = flat_space_at (x, space, offsets, inner->n);
  flat_same_numbers (x, joined, inner);
  law_fired (x->p->ctx, LAW_G8);
  return flat_rows_of (x, t, space, joined, e);
}

struct flat_value *
flat_flatten (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_value *v = flat_value_of (x, s->args[0]), *r;
  struct flat_space *rows = flat_walk (x, space, v), *inner;

  r = flat_walked (x, rows, v);
  inner = flat_walk (x, rows, r);
  r = flat_walked (x, inner, r);
  return flat_joined (x, space, s->res[0]->type, rows, inner, r);
}

struct flat_value *
flat_expand (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type;
  struct flat_space *rows = flat_walk_all (x, space, s, s->fns[0], 0), *inner;
  struct flat_value *e = flat_walked (x, rows, flat_value_of (x, s->args[0])), *r, *size, *j;
  struct fir_atom a, args[3], f;

  size = flat_fn (x, rows, s->fns[0]);
  f = flat_open (x, rows);
  args[2] = pass_as_size (x->p, x->b, flat_read_here (x, size), -1);
  flat_split (x, rows, f, &a, &args[1]);
  args[0] = flat_size (x, 1);
  flat_check (x, s, CHECK_COUNT_AT, 3, args);
  inner = flat_space_of_sizes (x, rows, flat_each (x, args[2]));
  j = flat_value_new (x, FLAT_STEP, s->fns[1]->params[1]->type, inner);
  flat_bind (s->fns[1]->params[0], e);
  flat_bind (s->fns[1]->params[1], j);
  r = flat_fn (x, inner, s->fns[1]);
  flat_close (x);
  if (s->op == FIR_EXPAND)
    return flat_joined (x, space, t, rows, inner, r);
  r = flat_rows_of (x, t->elem, rows, inner, r);
  law_fired (x->p->ctx, LAW_G8);
  return flat_rows_of (x, t, space, rows, r);
}

/* Element J of the parts of S from number K on, in element A.  */
static struct fir_atom
part_element (struct flat *x, struct flat_space *space, struct fir_stmt *s, unsigned k,
	      struct fir_atom a, struct fir_atom j)
{
  struct flat_value *v = flat_value_of (x, s->args[k]);
  struct fir_atom n;
  struct fir_stmt *choice;

  if (k + 1 == s->nargs)
    return flat_read_element (x, v, space, a, j);
  n = flat_length (x, v, space, a);
  choice = flat_choose (x, fir_prim2 (x->p, x->b, FIR_LT, type_i32 (x->p->ctx), j, n),
			v->type->elem);
  flat_otherwise (x, choice, flat_read_element (x, v, space, a, j));
  j = flat_size_op (x, FIR_SUB, j, n);
  return flat_chosen (x, choice, part_element (x, space, s, k + 1, a, j));
}

struct flat_value *
flat_concat (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_space *rows;
  struct flat_value *e;
  struct fir_atom a, j, n = flat_size (x, 0);

  if (type_is_vec (s->res[0]->type->elem))
    flat_give_up (x, "rows of rows are concatenated");
  a = flat_open (x, space);
  for (unsigned k = s->nargs; k-- > 0;)
    n = flat_size_op (x, FIR_ADD, flat_length (x, flat_value_of (x, s->args[k]), space, a), n);
  rows = flat_space_of_sizes (x, space, flat_here (x, n));
  flat_split (x, rows, flat_open (x, rows), &a, &j);
  e = flat_each (x, part_element (x, space, s, 0, a, j));
  flat_close (x);
  law_fired (x->p->ctx, LAW_G8);
  return flat_rows_of (x, s->res[0]->type, space, rows, e);
}

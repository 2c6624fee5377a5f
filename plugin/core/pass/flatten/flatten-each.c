/* Operations that make vectors element by element, inside the elements of a nest.

     map f x, x in each element      f for the elements of all rows of x
     tabulate f n, range, replicate  rows of n elements each: an expansion
     gather ix x                     x's row begins at starts[a]: read at starts[a] + ix, ix checked
				     against the length of the row

   Papers: NOVA, section 5.1 (a map of maps runs on the flattened data); Elsman and Larsen, section
   3.1 (expansion).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

struct flat_value *
flat_rows_of (struct flat *x, const struct type *t, struct flat_space *space,
	      struct flat_space *s, struct flat_value *e)
{
  struct flat_value *v = flat_value_new (x, FLAT_ROWS, t, space);

  v->rows = s;
  v->elems = e;
  return v;
}

struct flat_space *
flat_walk_all (struct flat *x, struct flat_space *space, struct fir_stmt *s, struct fir_fn *fn,
	       unsigned first)
{
  struct flat_space *rows;
  unsigned by = first;

  /* Rows that there are need not be made of sizes.  */
  for (unsigned k = s->nargs; k-- > first;)
    {
      struct flat_value *v = flat_value_of (x, s->args[k]);

      if (v->kind == FLAT_ROWS && v->space == space)
	by = k;
    }
  rows = flat_walk (x, space, flat_value_of (x, s->args[by]));
  for (unsigned k = first; k < s->nargs; k++)
    flat_bind (fn->params[k - first],
	       flat_walked (x, rows, flat_value_of (x, s->args[k])));
  return rows;
}

struct flat_value *
flat_map (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_space *rows = flat_walk_all (x, space, s, s->fns[0], 0);
  struct flat_value *r = flat_fn (x, rows, s->fns[0]);

  flat_close (x);
  law_fired (x->p->ctx, LAW_G2);
  return flat_rows_of (x, s->res[0]->type, space, rows, r);
}

struct flat_value *
flat_tabulate (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_space **level = CTX_NEWV (x->p->ctx, struct flat_space *, s->nargs + 1);
  const struct type **type = CTX_NEWV (x->p->ctx, const struct type *, s->nargs);
  struct flat_value *r;

  level[0] = space;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      level[k + 1] = flat_space_of_sizes (x, level[k], flat_value_of (x, s->args[k]));
      type[k] = k ? type[k - 1]->elem : s->res[0]->type;
      flat_bind (s->fns[0]->params[k],
		 flat_value_new (x, FLAT_STEP, type_size (x->p->ctx), level[k + 1]));
    }
  r = flat_fn (x, level[s->nargs], s->fns[0]);
  flat_close (x);
  for (unsigned k = s->nargs; k-- > 0;)
    r = flat_rows_of (x, type[k], level[k], level[k + 1], r);
  law_fired (x->p->ctx, LAW_G8);
  return r;
}

struct flat_value *
flat_range (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_space *rows = flat_space_of_sizes (x, space, flat_value_of (x, s->args[0]));
  struct flat_value *e = flat_value_new (x, FLAT_STEP, s->res[0]->type->elem, rows);

  e->base = flat_value_of (x, s->args[1]);
  e->step = flat_value_of (x, s->args[2]);
  law_fired (x->p->ctx, LAW_G8);
  return flat_rows_of (x, s->res[0]->type, space, rows, e);
}

struct flat_value *
flat_replicate (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_space *rows = flat_space_of_sizes (x, space, flat_value_of (x, s->args[0]));

  law_fired (x->p->ctx, LAW_G8);
  return flat_rows_of (x, s->res[0]->type, space, rows, flat_value_of (x, s->args[1]));
}

void
flat_split (struct flat *x, struct flat_space *s, struct fir_atom f, struct fir_atom *a,
	    struct fir_atom *j)
{
  *a = flat_owner (x, s, f);
  *j = flat_size_op (x, FIR_SUB, f, flat_start (x, s, *a));
}

struct flat_value *
flat_reverse (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_value *v = flat_value_of (x, s->args[0]), *e;
  struct flat_space *rows = flat_walk (x, space, v);
  struct fir_atom a, j, n;

  if (type_is_vec (v->type->elem))
    flat_give_up (x, "rows of rows are reversed");
  flat_split (x, rows, flat_open (x, rows), &a, &j);
  n = flat_size_op (x, FIR_SUB, flat_length (x, v, space, a), flat_size (x, 1));
  e = flat_each (x, flat_read_element (x, v, space, a, flat_size_op (x, FIR_SUB, n, j)));
  flat_close (x);
  law_fired (x->p->ctx, LAW_G7);
  return flat_rows_of (x, s->res[0]->type, space, rows, e);
}

/* Elements of S's operand V at an index, in each element of ROWS: of the row of the same element of
   SPACE.  The open loop has computed the index I, the row's A, and its number J there.  */
static struct flat_value *
checked_rows (struct flat *x, struct flat_space *space, struct flat_space *rows,
	      struct fir_stmt *s, struct flat_value *v, struct fir_atom a, struct fir_atom j,
	      struct fir_atom i)
{
  struct flat_value *e;

  flat_check_at (x, s, 1, j, i, flat_length (x, v, space, a));
  e = flat_each (x, flat_read_element (x, v, space, a, i));
  flat_close (x);
  law_fired (x->p->ctx, LAW_G7);
  return flat_rows_of (x, s->res[0]->type, space, rows, e);
}

struct flat_value *
flat_gather (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_value *ix = flat_value_of (x, s->args[0]), *v = flat_value_of (x, s->args[1]), *e;
  struct flat_space *rows = flat_walk (x, space, ix);
  struct fir_atom a, j, i;

  if (type_is_vec (v->type->elem))
    flat_give_up (x, "rows of rows are gathered");
  e = flat_walked (x, rows, ix);
  flat_split (x, rows, flat_open (x, rows), &a, &j);
  i = pass_as_size (x->p, x->b, flat_read_here (x, e), INT64_MAX);
  return checked_rows (x, space, rows, s, v, a, j, i);
}

/* The index b + j s wraps: one that does not fit is below no length.  */
struct flat_value *
flat_slice (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *i64 = type_scalar (x->p->ctx, SCALAR_I64);
  struct flat_value *v = flat_value_of (x, s->args[3]), *part[3];
  struct fir_atom a, j, i, args[3];
  struct flat_space *rows;

  if (type_is_vec (v->type->elem))
    flat_give_up (x, "rows of rows are sliced");
  flat_open (x, space);
  for (unsigned k = 0; k < 3; k++)
    {
      part[k] = flat_value_of (x, s->args[k]);
      args[k] = flat_read_here (x, part[k]);
    }
  a = fir_prim (x->p, x->b, FIR_STEPS, type_size (x->p->ctx), 3, args);
  rows = flat_space_of_sizes (x, space, flat_each (x, a));
  flat_split (x, rows, flat_open (x, rows), &a, &j);
  i = fir_prim2 (x->p, x->b, FIR_MUL, i64, fir_prim1 (x->p, x->b, FIR_CONV, i64, j),
		 flat_read (x, part[2], rows, flat_index (x)));
  i.var->def->wrap = true;
  i = fir_prim2 (x->p, x->b, FIR_ADD, i64, flat_read (x, part[0], rows, flat_index (x)), i);
  i.var->def->wrap = true;
  i = fir_prim1 (x->p, x->b, FIR_CONV, type_size (x->p->ctx), i);
  return checked_rows (x, space, rows, s, v, a, j, i);
}

/* Filters and sorts inside the elements of a nest.

     filter p x, x in each element   the elements of all rows with p; row a begins behind as many of
				     them as there are before its beginning in X
     sort less x                     the numbers of all elements, sorted by their rows and by less
     sortby key x, radix key x       sorted by key, then ordered by their rows; both are stable

   Paper: NOVA, section 5.1 (segments).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

/* Where the rows ROWS of SPACE begin among the TOTAL elements that are left, PLACES of which are
   before each: offsets.  */
static struct fir_atom
offsets_left (struct flat *x, struct flat_space *space, struct flat_space *rows,
	      struct fir_atom places, struct fir_atom total)
{
  struct fir_atom offsets = flat_offsets (x, rows), f, args[2] = { space->n, flat_size (x, 1) };
  struct flat_space ends = { .parent = space };
  struct fir_stmt *choice;

  ends.n = fir_atom_var (flat_outside (x, FIR_ADD, type_size (x->p->ctx), 2, args, 0)->res[0]);
  f = flat_open (x, &ends);
  f = fir_element (x->p, x->b, offsets, f);
  choice = flat_choose (x, fir_prim2 (x->p, x->b, FIR_LT, type_i32 (x->p->ctx), f, rows->n),
			type_size (x->p->ctx));
  flat_otherwise (x, choice, fir_element (x->p, x->b, places, f));
  f = flat_chosen (x, choice, total);
  return flat_output (x, x->loop, OUT_VEC, f, FIR_NONE, NULL, FIR_NONE);
}

struct flat_value *
flat_filter (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *t = s->res[0]->type, *size = type_size (x->p->ctx);
  struct flat_space *rows = flat_walk_all (x, space, s, s->fns[0], 0), *left;
  struct flat_value *e = flat_walked (x, rows, flat_value_of (x, s->args[0])), *r, *g;
  struct fir_atom places, total, kept, args[3], f, what;
  struct fir_stmt *loop;

  g = flat_fn (x, rows, s->fns[0]);
  f = flat_open (x, rows);
  args[0] = flat_read_here (x, g);
  args[1] = flat_size (x, 1);
  args[2] = flat_size (x, 0);
  f = type_is_vec (e->type) ? f : flat_read_here (x, e);
  what = fir_prim (x->p, x->b, FIR_SELECT, size, 3, args);
  loop = x->loop;
  kept = flat_output (x, loop, OUT_FILTER, f, args[0], NULL, FIR_NONE);
  places = flat_output (x, loop, OUT_EXSCAN, what, FIR_NONE,
			fir_fn_of_op (x->p, FIR_ADD, size, size), flat_size (x, 0));
  total = flat_output (x, loop, OUT_REDUCE, what, FIR_NONE,
		       fir_fn_of_op (x->p, FIR_ADD, size, size), flat_size (x, 0));
  left = flat_space_at (x, space, offsets_left (x, space, rows, places, total), total);
  r = flat_value_new (x, FLAT_EACH, type_is_vec (e->type) ? size : e->type, left);
  r->vec = kept;
  if (type_is_vec (e->type))
    {
      g = r;
      r = flat_value_new (x, FLAT_VIA, e->type, left);
      r->of = e;
      r->in = rows;
      r->index = g;
    }
  law_fired (x->p->ctx, LAW_G5);
  return flat_rows_of (x, t, space, left, r);
}

/* --- Sorting --------------------------------------------------------------------------------- */

/* The numbers of the elements of ROWS.  */
static struct fir_atom
numbers (struct flat *x, struct flat_space *rows)
{
  const struct type *t = type_vec (x->p->ctx, type_size (x->p->ctx));
  struct fir_atom args[3] = { rows->n, flat_size (x, 0), flat_size (x, 1) };

  flat_close (x);
  return fir_atom_var (flat_outside (x, FIR_RANGE, t, 3, args, 0)->res[0]);
}

/* The elements E of ROWS in the order of their numbers PLACES, as the result of S.  */
static struct flat_value *
in_order (struct flat *x, struct flat_space *space, struct flat_space *rows, struct fir_stmt *s,
	  struct flat_value *e, struct fir_atom places)
{
  struct flat_value *r = flat_value_new (x, FLAT_VIA, e->type, rows);

  r->of = e;
  r->in = rows;
  r->index = flat_value_new (x, FLAT_EACH, type_size (x->p->ctx), rows);
  r->index->vec = places;
  law_fired (x->p->ctx, LAW_G6);
  return flat_rows_of (x, s->res[0]->type, space, rows, r);
}

/* SORT sorts numbers: by their rows ROWS, then as LESS does their elements E.  */
static void
put_less (struct flat *x, struct flat_space *rows, struct fir_stmt *sort, struct fir_fn *less,
	  struct flat_value *e)
{
  struct fir_atom v[2], w[2], r;
  struct fir_stmt *choice, *next;

  x->loop = sort;
  x->space = rows;
  x->b = sort->fns[0]->body;
  for (unsigned k = 0; k < 2; k++)
    {
      v[k] = fir_atom_var (sort->fns[0]->params[k]);
      w[k] = flat_owner (x, rows, v[k]);
    }
  choice = flat_choose (x, fir_prim2 (x->p, x->b, FIR_EQ, type_i32 (x->p->ctx), w[0], w[1]),
			fir_atom_type (less->body->rets[0]));
  for (unsigned k = 0; k < 2; k++)
    flat_bind (less->params[k], flat_all (x, flat_read (x, e, rows, v[k])));
  for (struct fir_stmt *s = less->body->first; s; s = next)
    {
      next = s->next;
      fir_unlink (s);
      flat_put (x, s);
    }
  r = flat_read_here (x, flat_value_of (x, less->body->rets[0]));
  flat_otherwise (x, choice, r);
  r = fir_prim2 (x->p, x->b, FIR_LT, type_i32 (x->p->ctx), w[0], w[1]);
  if (choice->res[0]->type != fir_atom_type (r))
    r = fir_prim1 (x->p, x->b, FIR_CONV, choice->res[0]->type, r);
  r = flat_chosen (x, choice, r);
  fir_block_return (x->p, sort->fns[0]->body, 1, &r);
  flat_close (x);
}

static void
note_trouble (struct fir_stmt *s, void *data)
{
  *(bool *) data |= !flat_is_scalar (s) || s->op == FIR_CHECK || fir_may_fail (s);
}

struct flat_value *
flat_sort (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *two[2] = { type_size (x->p->ctx), type_size (x->p->ctx) };
  struct flat_value *v = flat_value_of (x, s->args[0]), *e;
  struct flat_space *rows = flat_walk (x, space, v);
  bool trouble = type_is_vec (v->type->elem)
		 || !type_is_scalar (fir_atom_type (s->fns[0]->body->rets[0]));
  struct fir_atom ix;
  struct fir_stmt *sort;

  fir_walk (s->fns[0]->body, note_trouble, &trouble);
  if (trouble)
    flat_give_up (x, "what a sort compares are vectors, or it may fail");
  e = flat_walked (x, rows, v);
  if (e->kind == FLAT_EACH)
    flat_vector (x, e->space, e);
  ix = numbers (x, rows);
  sort = flat_outside (x, FIR_SORT, fir_atom_type (ix), 1, &ix, 1);
  sort->fns[0] = fir_fn_new (x->p, 2, two);
  put_less (x, rows, sort, s->fns[0], e);
  return in_order (x, space, rows, s, e, fir_atom_var (sort->res[0]));
}

struct flat_value *
flat_sort_by (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  const struct type *size = type_size (x->p->ctx);
  struct flat_space *rows = flat_walk_all (x, space, s, s->fns[0], 0);
  struct flat_value *e = flat_walked (x, rows, flat_value_of (x, s->args[0])), *key;
  struct fir_atom keys, args[3], k;
  struct fir_stmt *sort;

  key = flat_fn (x, rows, s->fns[0]);
  keys = flat_vector (x, rows, key);
  args[2] = numbers (x, rows);
  sort = flat_outside (x, s->op, fir_atom_type (args[2]), 1, &args[2], 1);
  sort->fns[0] = fir_fn_new (x->p, 1, &size);
  k = fir_element (x->p, sort->fns[0]->body, keys, fir_atom_var (sort->fns[0]->params[0]));
  fir_block_return (x->p, sort->fns[0]->body, 1, &k);
  args[2] = fir_atom_var (sort->res[0]);
  k = flat_open (x, rows);
  k = flat_owner (x, rows, fir_element (x->p, x->b, args[2], k));
  args[0] = flat_output (x, x->loop, OUT_VEC, k, FIR_NONE, NULL, FIR_NONE);
  args[1] = space->n;
  k = fir_atom_var (flat_outside (x, FIR_ORDERING, fir_atom_type (args[2]), 3, args, 0)->res[0]);
  return in_order (x, space, rows, s, e, k);
}

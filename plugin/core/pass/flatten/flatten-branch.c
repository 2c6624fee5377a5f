/* Conditionals with work on vectors, inside the elements of a nest.

     if c { A } else { B }     the elements with c, apart: A; those without: B; then merged

   Each arm has a space of its own, in which an element has a row of one element or of none.

     c                 1 0 0 1 1
     starts, first     0 1 1 1 2      owners, first     0 3 4
     starts, second    0 0 1 2 2      owners, second    1 2

   Ifs of numbers stay in their loop (flatten-block.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

/* An if that is split: its condition, and the arms' spaces.  */
struct split
{
  struct flat_value *c;
  struct flat_space *arm[2];
};

static struct split
split_space (struct flat *x, struct flat_space *space, struct flat_value *c)
{
  const struct type *size = type_size (x->p->ctx);
  struct fir_atom f = flat_open (x, space), n[2], args[3];
  struct fir_stmt *loop = x->loop;
  struct split s = { c, { NULL, NULL } };

  args[0] = flat_read_here (x, c);
  args[1] = flat_size (x, 1);
  args[2] = flat_size (x, 0);
  n[0] = fir_prim (x->p, x->b, FIR_SELECT, size, 3, args);
  n[1] = flat_size_op (x, FIR_SUB, args[1], n[0]);
  for (unsigned k = 0; k < 2; k++)
    {
      struct flat_space *arm = s.arm[k] = CTX_NEW (x->p->ctx, struct flat_space);

      arm->parent = space;
      arm->owners = flat_output (x, loop, OUT_FILTER, f, n[k], NULL, FIR_NONE);
      arm->starts = flat_output (x, loop, OUT_EXSCAN, n[k], FIR_NONE,
				 fir_fn_of_op (x->p, FIR_ADD, size, size), args[2]);
      arm->n = flat_output (x, loop, OUT_REDUCE, n[k], FIR_NONE,
			    fir_fn_of_op (x->p, FIR_ADD, size, size), args[2]);
    }
  return s;
}

/* The number that element F of SPACE has in the arm at hand.  */
static struct fir_atom
place_in (struct flat *x, const struct split *p, unsigned arm, struct fir_atom f)
{
  return flat_start (x, p->arm[arm], f);
}

/* The values V of the arms, as one of SPACE.  */
static struct flat_value *
merge_values (struct flat *x, struct flat_space *space, const struct split *p,
	      struct flat_value *const *v)
{
  struct fir_atom f, r;
  struct fir_stmt *choice;

  for (unsigned k = 0; k < 2; k++)
    if (v[k]->kind == FLAT_EACH)
      flat_vector (x, v[k]->space, v[k]);
  flat_close (x);
  f = flat_open (x, space);
  choice = flat_choose (x, flat_read_here (x, p->c), v[0]->type);
  flat_otherwise (x, choice, flat_read (x, v[0], p->arm[0], place_in (x, p, 0, f)));
  r = flat_chosen (x, choice, flat_read (x, v[1], p->arm[1], place_in (x, p, 1, f)));
  return flat_each (x, r);
}

/* The same of vectors.  */
static struct flat_value *
merge_vectors (struct flat *x, struct flat_space *space, const struct split *p,
	       struct flat_value *const *v)
{
  const struct type *t = v[0]->type;
  struct fir_atom f, r, a, j;
  struct fir_stmt *choice;
  struct flat_space *rows;
  struct flat_value *e;

  if (type_is_vec (t->elem))
    flat_give_up (x, "a conditional gives rows of rows");
  f = flat_open (x, space);
  choice = flat_choose (x, flat_read_here (x, p->c), type_size (x->p->ctx));
  flat_otherwise (x, choice, flat_length (x, v[0], p->arm[0], place_in (x, p, 0, f)));
  r = flat_chosen (x, choice, flat_length (x, v[1], p->arm[1], place_in (x, p, 1, f)));
  rows = flat_space_of_sizes (x, space, flat_each (x, r));
  f = flat_open (x, rows);
  flat_split (x, rows, f, &a, &j);
  choice = flat_choose (x, flat_read (x, p->c, rows, f), t->elem);
  flat_otherwise (x, choice,
		  flat_read_element (x, v[0], p->arm[0], place_in (x, p, 0, a), j));
  r = flat_chosen (x, choice,
		   flat_read_element (x, v[1], p->arm[1], place_in (x, p, 1, a), j));
  e = flat_each (x, r);
  flat_close (x);
  return flat_rows_of (x, t, space, rows, e);
}

void
flat_branch (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct split p = split_space (x, space, flat_value_of (x, s->args[0]));
  struct flat_value *v[2];

  for (unsigned k = 0; k < 2; k++)
    {
      flat_block (x, p.arm[k], s->fns[k]->body);
      flat_close (x);
    }
  for (unsigned r = 0; r < s->nres; r++)
    {
      for (unsigned k = 0; k < 2; k++)
	v[k] = flat_value_of (x, s->fns[k]->body->rets[r]);
      flat_bind (s->res[r], type_is_vec (s->res[r]->type) ? merge_vectors (x, space, &p, v)
			    : merge_values (x, space, &p, v));
    }
  law_fired (x->p->ctx, LAW_G9);
}

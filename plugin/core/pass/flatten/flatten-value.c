/* Values: what a variable of the nest's function is, for all elements of a space at once.

   A number is a vector of them, which is made only where another loop reads it; a vector is the
   space of its elements and what these are, so that a vector of vectors needs nothing more.  What
   all elements share is left as it is.

     map { (r) k = len r  t = map { (e) u = add e k ret u } r ret t } x
     r: FLAT_ROWS, of space 0; its elements e FLAT_EACH, of space 1; k FLAT_EACH, of space 0, read
     in space 1 at the owner; t FLAT_ROWS over the same space 1

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

struct flat_value *
flat_value_new (struct flat *x, enum flat_kind kind, const struct type *type,
		struct flat_space *space)
{
  struct flat_value *v = CTX_NEW (x->p->ctx, struct flat_value);

  v->kind = kind;
  v->type = type;
  v->space = space;
  return v;
}

struct flat_value *
flat_all (struct flat *x, struct fir_atom a)
{
  struct flat_value *v = flat_value_new (x, FLAT_ALL, fir_atom_type (a), NULL);

  v->atom = a;
  return v;
}

struct flat_value *
flat_value_of (struct flat *x, struct fir_atom a)
{
  return a.var && a.var->aux ? (struct flat_value *) a.var->aux : flat_all (x, a);
}

struct flat_value *
flat_each (struct flat *x, struct fir_atom a)
{
  struct flat_value *v = flat_value_new (x, FLAT_EACH, fir_atom_type (a), x->space);

  v->atom = a;
  v->loop = x->loop;
  return v;
}

struct flat_value *
flat_elements (struct flat *x, struct flat_space *space, struct fir_atom v)
{
  const struct type *t = fir_atom_type (v)->elem;
  struct flat_value *e;
  struct fir_atom flat;

  if (!type_is_vec (t))
    {
      e = flat_value_new (x, FLAT_EACH, t, space);
      e->vec = v;
      return e;
    }
  e = flat_value_new (x, FLAT_ROWS, t, space);
  e->rows = flat_space_of_rows (x, space, v, &flat);
  e->elems = flat_elements (x, e->rows, flat);
  return e;
}

/* --- Reading --------------------------------------------------------------------------------- */

struct fir_atom
flat_stored (struct flat *x, struct flat_value *v)
{
  if (fir_atom_none (v->vec))
    v->vec = flat_output (x, v->loop, OUT_VEC, v->atom, FIR_NONE, NULL, FIR_NONE);
  return v->vec;
}

/* FLAT_STEP: of element F.  */
static struct fir_atom
step_at (struct flat *x, struct flat_value *v, struct fir_atom f)
{
  struct fir_atom a, j, base, step;

  if (!v->space->parent)
    return f;
  flat_split (x, v->space, f, &a, &j);
  if (!v->base)
    return v->type == fir_atom_type (j) ? j : fir_prim1 (x->p, x->b, FIR_CONV, v->type, j);
  base = flat_read (x, v->base, v->space->parent, a);
  step = flat_read (x, v->step, v->space->parent, a);
  if (v->type != fir_atom_type (j))
    j = fir_prim1 (x->p, x->b, FIR_CONV, v->type, j);
  j = fir_prim2 (x->p, x->b, FIR_MUL, v->type, j, step);
  j.var->def->wrap = scalar_info[v->type->scalar].is_signed;
  j = fir_prim2 (x->p, x->b, FIR_ADD, v->type, base, j);
  j.var->def->wrap = scalar_info[v->type->scalar].is_signed;
  return j;
}

struct fir_atom
flat_read (struct flat *x, struct flat_value *v, struct flat_space *s, struct fir_atom f)
{
  struct fir_atom a, j;

  if (v->kind == FLAT_ALL)
    return v->atom;
  f = flat_climb (x, s, f, v->space);
  switch (v->kind)
    {
    case FLAT_EACH:
      if (v->loop && v->loop == x->loop)
	{
	  if (f.var != flat_index (x).var)
	    ctx_fatal (x->p->ctx, "flatten: a loop reads what it has not computed yet");
	  return v->atom;
	}
      return fir_element (x->p, x->b, flat_stored (x, v), f);
    case FLAT_STEP:
      return step_at (x, v, f);
    case FLAT_VIA:
      a = flat_read (x, v->index, v->space, f);
      return flat_read (x, v->of, v->in, a);
    case FLAT_ROW:
      flat_split (x, v->space, f, &a, &j);
      return flat_read_element (x, v->of, v->space->parent, a, j);
    default:
      ctx_fatal (x->p->ctx, "flatten: a vector is read as a value");
    }
}

struct fir_atom
flat_read_here (struct flat *x, struct flat_value *v)
{
  return flat_read (x, v, x->space, flat_index (x));
}

struct flat_value *
flat_here (struct flat *x, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  bool here = def ? def->parent == x->b : a.var && a.var == flat_index (x).var;

  return here ? flat_each (x, a) : flat_all (x, a);
}

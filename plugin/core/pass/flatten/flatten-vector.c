/* Vectors in the elements of a space: their parts, their rows, and walking along them.

   A vector is a range of the elements of another space (a row of rows that were made, or were given
   to the nest), or of a vector of the region that all elements share.  Reading one element adds the
   beginning of the range.  To do something to all its elements is to walk it: its rows become a
   space below the one that it is in.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

/* A vector, in one element of a space: SIZE elements from number BASE on of IN, for whose elements
   OF is; IN NULL: of OF, a vector of the region.  */
struct part
{
  struct flat_value *of;
  struct flat_space *in;
  struct fir_atom base, size;
};

/* The length of vector V of the region, all elements of which are valid here.  */
static struct fir_atom
length_of_all (struct flat *x, struct fir_atom v)
{
  struct fir_stmt *def;
  struct fir_atom n;

  if (fir_vec_length (&v, &n))
    return n;
  def = fir_atom_def (v);
  if (def && def->op == FIR_BINS)
    return def->args[1];
  return flat_outside1 (x, FIR_LEN, type_size (x->p->ctx), v);
}

/* The vector V in element A of S; its SIZE only if SIZED.  */
static struct part
part_of (struct flat *x, struct flat_value *v, struct flat_space *s, struct fir_atom a, bool sized)
{
  struct part p = { v, NULL, flat_size (x, 0), FIR_NONE };

  if (v->kind == FLAT_ALL)
    {
      if (sized)
	p.size = length_of_all (x, v->atom);
      return p;
    }
  a = flat_climb (x, s, a, v->space);
  switch (v->kind)
    {
    case FLAT_VIA:
      a = flat_read (x, v->index, v->space, a);
      return part_of (x, v->of, v->in, a, sized);
    case FLAT_PART:
      p.of = v->of;
      p.in = v->in;
      p.base = flat_read (x, v->base, v->space, a);
      if (sized)
	p.size = flat_read (x, v->size, v->space, a);
      return p;
    case FLAT_ROWS:
      p.of = v->elems;
      p.in = v->rows;
      p.base = flat_start (x, v->rows, a);
      if (sized)
	p.size = flat_row_size (x, v->rows, a);
      return p;
    default:
      ctx_fatal (x->p->ctx, "flatten: a value is read as a vector");
    }
}

/* Row J of P, whose elements are vectors.  */
static struct part
part_row (struct flat *x, const struct part *p, struct fir_atom j)
{
  struct fir_atom g = flat_size_op (x, FIR_ADD, j, p->base), v, flat, end;
  struct part r = { NULL, NULL, FIR_NONE, FIR_NONE };

  if (p->in)
    return part_of (x, p->of, p->in, g, true);
  v = p->of->atom;
  flat = flat_outside1 (x, FIR_FLATTEN, fir_atom_type (v)->elem, v);
  r.of = flat_all (x, flat);
  if (fir_vec_extent (v, 1, &r.size))
    {
      r.base = flat_size_op (x, FIR_MUL, g, r.size);
      return r;
    }
  v = p->of->atom;
  v = flat_outside1 (x, FIR_OFFSETS, type_vec (x->p->ctx, type_size (x->p->ctx)), v);
  r.base = fir_element (x->p, x->b, v, g);
  end = fir_element (x->p, x->b, v, flat_size_op (x, FIR_ADD, g, flat_size (x, 1)));
  r.size = flat_size_op (x, FIR_SUB, end, r.base);
  return r;
}

struct fir_atom
flat_read_element (struct flat *x, struct flat_value *v, struct flat_space *s, struct fir_atom a,
		   struct fir_atom j)
{
  struct part p = part_of (x, v, s, a, false);

  j = flat_size_op (x, FIR_ADD, j, p.base);
  return p.in ? flat_read (x, p.of, p.in, j) : fir_element (x->p, x->b, p.of->atom, j);
}

struct fir_atom
flat_length (struct flat *x, struct flat_value *v, struct flat_space *s, struct fir_atom a)
{
  if (v->kind == FLAT_ALL)
    return length_of_all (x, v->atom);
  return part_of (x, v, s, a, true).size;
}

/* P, in the open loop, as a vector of type T.  */
static struct flat_value *
value_of_part (struct flat *x, const struct type *t, const struct part *p)
{
  struct flat_value *v = flat_value_new (x, FLAT_PART, t, x->space);

  v->of = p->of;
  v->in = p->in;
  v->base = flat_here (x, p->base);
  v->size = flat_here (x, p->size);
  return v;
}

struct flat_value *
flat_row (struct flat *x, struct flat_space *space, struct flat_value *v, struct flat_value *j)
{
  struct part p;
  struct fir_atom a = flat_open (x, space), i = flat_read (x, j, space, a);

  p = part_of (x, v, space, a, false);
  p = part_row (x, &p, i);
  return value_of_part (x, v->type->elem, &p);
}

/* --- Walking --------------------------------------------------------------------------------- */

struct flat_space *
flat_walk (struct flat *x, struct flat_space *space, struct flat_value *v)
{
  struct fir_atom n;

  if (v->kind == FLAT_ALL)
    {
      flat_close (x);
      return flat_space_of_sizes (x, space, flat_all (x, length_of_all (x, v->atom)));
    }
  if (v->space != space || v->kind == FLAT_VIA)
    {
      if (v->kind == FLAT_ROWS && !fir_atom_none (v->rows->even))
	return flat_space_of_sizes (x, space, flat_all (x, v->rows->even));
      n = flat_length (x, v, space, flat_open (x, space));
      return flat_space_of_sizes (x, space, flat_here (x, n));
    }
  if (!v->rows)
    v->rows = flat_space_of_sizes (x, space, v->size);
  return v->rows;
}

struct flat_value *
flat_walked (struct flat *x, struct flat_space *s, struct flat_value *v)
{
  struct flat_value *e, *j;

  /* Vectors that are walked together have the same lengths.  */
  if (v->kind == FLAT_ROWS && (v->rows == s || (v->space == s->parent
						&& flat_same_numbers (x, s, v->rows))))
    return v->elems;
  e = flat_value_new (x, FLAT_ROW, v->type->elem, s);
  e->of = v;
  if (!type_is_vec (e->type))
    return e;
  j = flat_value_new (x, FLAT_STEP, type_size (x->p->ctx), s);
  return flat_row (x, s, v, j);
}

/* V, a vector, for each element of SPACE, as the rows of a space below it.  */
static struct flat_value *
rows_in (struct flat *x, struct flat_space *space, struct flat_value *v)
{
  struct flat_value *r;
  struct part p;

  if (v->kind == FLAT_ROWS && v->space == space)
    return v;
  if (v->kind != FLAT_ALL && v->kind != FLAT_PART)
    {
      p = part_of (x, v, space, flat_open (x, space), true);
      v = value_of_part (x, v->type, &p);
    }
  r = flat_value_new (x, FLAT_ROWS, v->type, space);
  r->rows = flat_walk (x, space, v);
  r->elems = flat_walked (x, r->rows, v);
  return r;
}

/* OP of N ARGS, behind everything.  */
static struct fir_atom
behind (struct flat *x, enum fir_op op, const struct type *type, unsigned n,
	const struct fir_atom *args)
{
  flat_close (x);
  return fir_atom_var (flat_outside (x, op, type, n, args, 0)->res[0]);
}

struct fir_atom
flat_vector (struct flat *x, struct flat_space *space, struct flat_value *v)
{
  const struct type *t = type_vec (x->p->ctx, v->type);
  struct fir_atom args[3];
  struct flat_space *s;

  if (v->kind == FLAT_ALL)
    {
      args[0] = space->n;
      args[1] = v->atom;
      return behind (x, FIR_REPLICATE, t, 2, args);
    }
  if (!type_is_vec (v->type))
    {
      if (v->kind == FLAT_EACH && v->space == space)
	return flat_stored (x, v);
      flat_open (x, space);
      args[0] = flat_read_here (x, v);
      return flat_output (x, x->loop, OUT_VEC, args[0], FIR_NONE, NULL, FIR_NONE);
    }
  v = rows_in (x, space, v);
  s = v->rows;
  args[0] = flat_vector (x, s, v->elems);
  flat_close (x);
  if (fir_atom_none (s->even) || type_is_vec (v->type->elem))
    {
      args[1] = flat_offsets (x, s);
      return behind (x, FIR_SEGMENTS, t, 2, args);
    }
  args[1] = space->n;
  args[2] = s->even;
  return behind (x, FIR_RESHAPE, t, 3, args);
}

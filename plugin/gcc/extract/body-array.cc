/* Local arrays in C functions that are read: element by element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A local array of a few scalars whose address is not taken has no memory either: each element is a
   value, as a field of a record is.  An element at an index that is not known is one of all, chosen
   by comparisons; after the loop around it is taken apart (core/pass/simplify-turns.c) the index is
   a constant, and one is left.  Where a loop stays, the array does, too, in a leaf (body.cc).

     int p[2];  p[i] = x;  y = p[j];   =>   p0 = select (i == 0) x 0  p1 = select (i == 1) x 0
					   y = select (j == 0) p0 p1

   An element that is not set yet is 0, since any value will do.

   Does not: arrays of records, of pointers or of vectors, in records, or larger ones.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

/* Arrays of more elements are memory.  */
static const unsigned MAX_ELEMENTS = 32;

/* How many scalars there are in TYPE, a scalar or an array; 0: that is not known, or too large.  */
static unsigned
scalars (tree type)
{
  tree size = TYPE_SIZE_UNIT (type), part = TYPE_SIZE_UNIT (strip_array_types (type));
  unsigned HOST_WIDE_INT n;

  if (!size || !tree_fits_uhwi_p (size) || !part || !tree_fits_uhwi_p (part)
      || integer_zerop (part))
    return 0;
  n = tree_to_uhwi (size) / tree_to_uhwi (part);
  return n <= MAX_ELEMENTS ? n : 0;
}

void
body_arrays_begin (struct body *y)
{
  unsigned i, n;
  tree decl;

  FOR_EACH_LOCAL_DECL (cfun, i, decl)
    if (VAR_P (decl) && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE && !is_global_var (decl)
	&& !TREE_ADDRESSABLE (decl) && !TREE_THIS_VOLATILE (decl)
	&& (n = scalars (TREE_TYPE (decl))))
      {
	tree type = strip_array_types (TREE_TYPE (decl));
	const struct type *t = TYPE_VOLATILE (type) || vtype_elem (type) ? NULL
			       : ext_type (y->e, type);

	if (t && type_is_scalar (t))
	  body_place_array (y, decl, t, n);
      }
}

/* The array that REF is, or is an element of; NULL if it is none.  */
static struct place *
find_array (struct body *y, tree ref)
{
  while (TREE_CODE (ref) == ARRAY_REF)
    ref = TREE_OPERAND (ref, 0);
  for (struct place *l : y->places)
    if (l->elem && l->decl == ref)
      return l;
  return NULL;
}

/* The number of the element that REF, one of L, is: *KNOWN and the term *INDEX, if that is not
   absent.  */
static bool
element (struct body *y, struct place *l, tree ref, uint64_t *known, struct fir_atom *index)
{
  const struct type *size = type_size (y->e->ctx);
  struct fir_prog *p = y->e->p;

  *index = FIR_NONE;
  *known = 0;
  if (TREE_CODE (ref) != ARRAY_REF || TREE_CODE (TREE_TYPE (ref)) == ARRAY_TYPE)
    return false;
  for (; TREE_CODE (ref) == ARRAY_REF; ref = TREE_OPERAND (ref, 0))
    {
      struct fir_atom k = body_operand (y, TREE_OPERAND (ref, 1));
      uint64_t step = scalars (TREE_TYPE (ref));

      if (fir_atom_none (k) || !type_is_integral (fir_atom_type (k))
	  || !integer_zerop (array_ref_low_bound (ref)))
	return false;
      if (k.cst)
	{
	  *known += (uint64_t) k.cst->i * step;
	  continue;
	}
      k = fir_prim2 (p, y->b, FIR_MUL, size, ext_convert (y->e, y->b, size, k),
		     fir_atom_int (p, size, step));
      *index = fir_atom_none (*index) ? k : fir_prim2 (p, y->b, FIR_ADD, size, *index, k);
    }
  if (fir_atom_none (*index))
    return *known < l->nfields;
  y->varies = true;
  *index = fir_prim2 (p, y->b, FIR_ADD, size, *index, fir_atom_int (p, size, *known));
  return true;
}

/* IS if INDEX is K, else OTHER.  */
static struct fir_atom
chosen (struct body *y, struct fir_atom index, unsigned k, struct fir_atom is,
	struct fir_atom other)
{
  const struct type *size = type_size (y->e->ctx);
  struct fir_atom args[3];

  args[0] = fir_prim2 (y->e->p, y->b, FIR_EQ, size, index, fir_atom_int (y->e->p, size, k));
  args[1] = is;
  args[2] = other;
  return fir_prim (y->e->p, y->b, FIR_SELECT, fir_atom_type (is), 3, args);
}

bool
body_array_read (struct body *y, tree ref, struct fir_atom *value)
{
  struct place *l = find_array (y, ref);
  const struct fir_atom *at;
  struct fir_atom index;
  uint64_t known;

  *value = FIR_NONE;
  if (!l || !element (y, l, ref, &known, &index))
    return l;
  at = y->slots.address () + l->at + 1;
  if (fir_atom_none (index))
    *value = at[known];
  else
    {
      *value = at[l->nfields - 1];
      for (unsigned k = l->nfields - 1; k--;)
	*value = chosen (y, index, k, at[k], *value);
    }
  return true;
}

bool
body_array_write (struct body *y, tree ref, struct fir_atom value, bool *good)
{
  struct place *l = find_array (y, ref);
  struct fir_atom index, *at;
  uint64_t known;

  *good = false;
  if (!l || fir_atom_none (value) || fir_atom_type (value) != l->elem
      || !element (y, l, ref, &known, &index))
    return l;
  *good = true;
  at = y->slots.address () + l->at + 1;
  if (fir_atom_none (index))
    at[known] = value;
  else
    for (unsigned k = 0; k < l->nfields; k++)
      at[k] = chosen (y, index, k, value, at[k]);
  return true;
}

/* Element K of constant C, an array of type TYPE, at any depth; NULL_TREE if it is not known.  */
static tree
constant_element (tree c, tree type, unsigned k)
{
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      unsigned step = scalars (TREE_TYPE (type));

      c = build4 (ARRAY_REF, TREE_TYPE (type), unshare_expr (c), size_int (k / step), NULL_TREE,
		  NULL_TREE);
      k %= step;
    }
  return fold_const_aggregate_ref (c);
}

bool
body_array_assign (struct body *y, gimple *stmt, bool *good)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt), value;
  struct place *l = find_array (y, lhs);
  struct fir_atom *at;

  *good = false;
  if (!l || l->decl != lhs || !gimple_assign_single_p (stmt))
    return false;
  at = y->slots.address () + l->at + 1;
  *good = true;
  for (unsigned k = 0; k < l->nfields; k++)
    if (TREE_CODE (rhs) == CONSTRUCTOR && CONSTRUCTOR_NELTS (rhs) == 0)
      at[k] = body_zero (y, l->elem);
    else if ((value = constant_element (rhs, TREE_TYPE (rhs), k))
	     && is_gimple_min_invariant (value))
      at[k] = ext_constant (y->e, value, l->elem);
    else
      *good = false;
  return true;
}

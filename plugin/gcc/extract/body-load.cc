/* Memory that C functions which are read load from through pointers and from variables.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A load is a leaf of an address and an offset in bytes, whose origin is a pointer type: what it
   points to is loaded (gen-expr.cc).  So it is run where the program would, and orders with stores
   as a call that reads through this pointer does.  Addresses are tracked, as a pointer that FIR
   knows and a sum of bytes.  They become values, pointers that are moved by elements, where a view
   or the like wants them.

   Functions without builtins, too: passes then see what divides or clamps the index, and loops over
   a few points, or whose turns count, and walk down columns.  But with another loop of which
   constants do not say how many turns it takes, such a function is as good a leaf as its loads
   would be, and stays one (body.cc).

   A record is loaded field by field: passes then see which of them are used.

   Does not: load unions, arrays, complex numbers or bit-fields, alone or in records; follow
   pointers through loops.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

/* Does the current function use builtins?  */
static bool
uses_builtins_p (void)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (op_called (gsi_stmt (gsi)) != NOVA_OP_NONE)
	return true;
  return false;
}

/* --- Addresses ------------------------------------------------------------------------------- */

static struct fir_atom
sum (struct body *y, enum fir_op op, struct fir_atom a, struct fir_atom b)
{
  if (op == FIR_ADD && a.cst && a.cst->i == 0)
    return b;
  /* A member's offset stays one that is known (ext_load).  */
  if (op == FIR_ADD && a.cst && b.cst)
    return fir_atom_int (y->e->p, type_size (y->e->ctx), (__int128) a.cst->i + b.cst->i);
  return fir_prim2 (y->e->p, y->b, op, type_size (y->e->ctx), a, b);
}

/* The value of T, of a type as wide as addresses, as a size; absent if FIR cannot say it.  */
static struct fir_atom
bytes (struct body *y, tree t)
{
  const struct type *size = type_size (y->e->ctx);
  struct fir_atom a, b;

  if (TREE_CODE (t) == INTEGER_CST)
    return fir_atom_int (y->e->p, size, (__int128) tree_to_shwi (fold_convert (ssizetype, t)));
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return FIR_NONE;
  switch (TREE_CODE (t))
    {
    case SSA_NAME:
      a = body_operand (y, t);
      return fir_atom_none (a) || !type_is_integral (fir_atom_type (a)) ? FIR_NONE
	     : ext_convert (y->e, y->b, size, a);
    CASE_CONVERT:
      if (!INTEGRAL_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0)))
	  || TYPE_PRECISION (TREE_TYPE (t)) != TYPE_PRECISION (size_type_node))
	return FIR_NONE;
      return bytes (y, TREE_OPERAND (t, 0));
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR:
      if (TYPE_PRECISION (TREE_TYPE (t)) != TYPE_PRECISION (size_type_node))
	return FIR_NONE;
      a = bytes (y, TREE_OPERAND (t, 0));
      b = bytes (y, TREE_OPERAND (t, 1));
      if (fir_atom_none (a) || fir_atom_none (b))
	return FIR_NONE;
      return sum (y, TREE_CODE (t) == PLUS_EXPR ? FIR_ADD : TREE_CODE (t) == MINUS_EXPR ? FIR_SUB
		  : FIR_MUL, a, b);
    default:
      return FIR_NONE;
    }
}

/* Pointer P as an address.  */
static bool
pointer (struct body *y, tree p, struct body_address *a)
{
  struct body_address *known = TREE_CODE (p) == SSA_NAME ? y->addresses.get (p) : NULL;

  if (known)
    {
      *a = *known;
      return true;
    }
  if (TREE_CODE (p) == SSA_NAME && y->elements.contains (p))
    return false;
  a->base = body_value (y, p, NULL);
  a->offset = fir_atom_int (y->e->p, type_size (y->e->ctx), 0);
  a->constant = false;
  return !fir_atom_none (a->base) && fir_atom_type (a->base)->kind == TYPE_PTR;
}

/* The variable DECL of the program as an address.  */
static bool
variable (struct body *y, tree decl, struct body_address *a)
{
  if (!VAR_P (decl) || !is_global_var (decl) || DECL_THREAD_LOCAL_P (decl)
      || TREE_THIS_VOLATILE (decl))
    return false;
  TREE_ADDRESSABLE (decl) = 1;
  if (!pointer (y, build_fold_addr_expr (decl), a))
    return false;
  a->constant = TREE_READONLY (decl) && !TREE_SIDE_EFFECTS (decl);
  return true;
}

/* Place REF as an address.  *SIZE: its bits, 0 if it does not begin at a byte.  A pointer of FIR
   does not say that what it leads to is in a named address space; then this is none.  */
static bool
place (struct body *y, tree ref, struct body_address *a, poly_int64 *size)
{
  poly_int64 at;
  HOST_WIDE_INT bit;
  tree offset, base;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile = 0;
  struct fir_atom more;

  base = get_inner_reference (ref, size, &at, &offset, &mode, &is_unsigned, &reverse,
			      &is_volatile);
  if (is_volatile || reverse || !at.is_constant (&bit) || bit % BITS_PER_UNIT
      || !ADDR_SPACE_GENERIC_P (TYPE_ADDR_SPACE (TREE_TYPE (base))))
    return false;
  if (TREE_CODE (base) == MEM_REF)
    {
      if (!pointer (y, TREE_OPERAND (base, 0), a))
	return false;
      bit += tree_to_shwi (TREE_OPERAND (base, 1)) * BITS_PER_UNIT;
    }
  else if (!DECL_P (base) || !variable (y, base, a))
    return false;
  if (offset)
    {
      more = bytes (y, offset);
      if (fir_atom_none (more))
	return false;
      a->offset = sum (y, FIR_ADD, a->offset, more);
    }
  if (bit)
    a->offset = sum (y, FIR_ADD, a->offset,
		     fir_atom_int (y->e->p, type_size (y->e->ctx), bit / BITS_PER_UNIT));
  return true;
}

bool
body_load_address (struct body *y, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  struct body_address a;
  struct fir_atom more;
  poly_int64 size;

  if (TREE_CODE (lhs) != SSA_NAME || !POINTER_TYPE_P (TREE_TYPE (lhs))
      || vtype_elem (TREE_TYPE (lhs)))
    return false;
  if (gimple_assign_rhs_code (stmt) == ADDR_EXPR)
    {
      if (!place (y, TREE_OPERAND (rhs, 0), &a, &size))
	return false;
    }
  else if (!POINTER_TYPE_P (TREE_TYPE (rhs))
	   || (TREE_CODE (rhs) == ADDR_EXPR ? !place (y, TREE_OPERAND (rhs, 0), &a, &size)
	       : TREE_CODE (rhs) != SSA_NAME || !pointer (y, rhs, &a)))
    return false;
  else if (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR)
    {
      more = bytes (y, gimple_assign_rhs2 (stmt));
      if (fir_atom_none (more))
	return false;
      a.offset = sum (y, FIR_ADD, a.offset, more);
    }
  else if (!gimple_assign_cast_p (stmt) && !gimple_assign_ssa_name_copy_p (stmt))
    return false;
  y->addresses.put (lhs, a);
  return true;
}

/* --- Pointers -------------------------------------------------------------------------------- */

/* BYTES, modulo the size of memory, as elements of SIZE bytes; absent if that is not known.  */
static struct fir_atom
in_elements (struct body *y, struct fir_atom bytes, int64_t size)
{
  struct fir_stmt *s = bytes.var ? bytes.var->def : NULL;
  struct fir_atom a, b;

  if (bytes.cst)
    return (__int128) bytes.cst->i % size ? FIR_NONE
	   : fir_atom_int (y->e->p, type_size (y->e->ctx), (__int128) bytes.cst->i / size);
  if (!s || (s->op != FIR_MUL && s->op != FIR_ADD && s->op != FIR_SUB)
      || s->res[0]->type != type_size (y->e->ctx))
    return FIR_NONE;
  a = in_elements (y, s->args[0], size);
  if (s->op == FIR_MUL)
    {
      if (!fir_atom_none (a))
	return sum (y, FIR_MUL, a, s->args[1]);
      b = in_elements (y, s->args[1], size);
      return fir_atom_none (b) ? b : sum (y, FIR_MUL, s->args[0], b);
    }
  b = fir_atom_none (a) ? a : in_elements (y, s->args[1], size);
  return fir_atom_none (b) ? b : sum (y, s->op, a, b);
}

struct fir_atom
body_load_pointer (struct body *y, tree name)
{
  struct body_address *known = y->addresses.get (name);
  tree to = TREE_TYPE (TREE_TYPE (name));
  const struct type *t;
  struct fir_atom args[2];

  t = ext_type (y->e, TREE_CODE (to) == ARRAY_TYPE ? build_pointer_type (strip_array_types (to))
		      : TREE_TYPE (name));
  if (!known || t->kind != TYPE_PTR || !t->elem || !t->elem->size)
    return FIR_NONE;
  args[0] = ext_convert (y->e, y->b, t, known->base);
  args[1] = in_elements (y, known->offset, t->elem->size);
  return fir_atom_none (args[1]) ? FIR_NONE : fir_prim (y->e->p, y->b, FIR_PADD, t, 2, args);
}

/* --- Loads ----------------------------------------------------------------------------------- */

/* More scalars than this in a record are copied by the program.  */
static const unsigned MAX_FIELDS = 16;

/* What is loaded from REF, a scalar of TYPE.  */
static struct fir_atom
load_scalar (struct body *y, tree ref, tree type)
{
  struct body_address a;
  poly_int64 size;

  if (vtype_elem (type)
      || !(INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type) || POINTER_TYPE_P (type))
      || get_object_alignment (ref) < TYPE_ALIGN (type) || !place (y, ref, &a, &size)
      || maybe_ne (size, (poly_int64) tree_to_shwi (TYPE_SIZE (type))))
    return FIR_NONE;
  /* What is a char is read through a pointer to one, which any object may be.  */
  bool alias_all = get_alias_set (ref) == 0 && !(flag_strict_aliasing && get_alias_set (type) == 0);
  return ext_load (y->e, y->b, build_pointer_type_for_mode (type, ptr_mode, alias_all), a.base,
		   a.offset, a.constant, y->site, y->order);
}

/* What is loaded from REF, of TYPE, with no more than *LEFT scalars in it.  */
static struct fir_atom
load_any (struct body *y, tree ref, tree type, unsigned *left)
{
  const struct type *t;
  auto_vec<fir_atom> fields;

  type = TYPE_MAIN_VARIANT (type);
  if (TREE_CODE (type) != RECORD_TYPE || vtype_elem (type))
    return *left == 0 ? FIR_NONE : (--*left, load_scalar (y, ref, type));
  t = ext_type (y->e, type);
  if (t->kind != TYPE_RECORD)
    return FIR_NONE;
  fields.safe_grow_cleared (t->nfields);
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL)
      {
	int k = body_record_field (t, f);
	tree part = build3 (COMPONENT_REF, TREE_TYPE (f), unshare_expr (ref), f, NULL_TREE);

	if (k < 0 || TREE_THIS_VOLATILE (f) || TYPE_ATOMIC (TREE_TYPE (f)))
	  return FIR_NONE;
	fields[k] = load_any (y, part, TREE_TYPE (f), left);
	if (fir_atom_none (fields[k]))
	  return FIR_NONE;
      }
  return body_record (y, t, fields.address ());
}

struct fir_atom
body_load (struct body *y, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), ref = gimple_assign_rhs1 (stmt);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref));
  unsigned left = MAX_FIELDS;
  struct fir_atom a;

  if (TREE_CODE (ref) == VIEW_CONVERT_EXPR
      || (TREE_CODE (lhs) != SSA_NAME && TREE_CODE (type) != RECORD_TYPE)
      || ext_type (y->e, type) != ext_type (y->e, TREE_TYPE (lhs)))
    return FIR_NONE;
  a = load_any (y, ref, type, &left);
  if (!fir_atom_none (a))
    y->loads |= !uses_builtins_p ();
  return a;
}

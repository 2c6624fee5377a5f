/* Local records in C functions that are read: field by field, or as wholes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Only locals, parameters and results whose address is not taken, and variables of the program that
   are constant; their values are tracked, there is no memory.  Records inside records are fields:
   assigned as wholes, read at any depth.  Anything but a record (a union, an array in a record,
   bit-fields) is a whole; arrays: body-array.cc.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

/* A new place of DECL: of N scalars of type ELEM, or if that is NULL, of a record or a whole.  */
static struct place *
place_new (struct body *y, tree decl, const struct type *elem, unsigned n)
{
  struct place *l = new place ();

  l->decl = decl;
  l->elem = elem;
  l->type = elem ? elem : ext_type (y->e, TREE_TYPE (decl));
  l->nfields = elem ? n : l->type->kind == TYPE_RECORD ? l->type->nfields : 0;
  l->at = y->slots.length ();
  y->places.safe_push (l);
  y->slots.safe_grow_cleared (l->at + 1 + l->nfields);
  return l;
}

struct place *
body_place_of (struct body *y, tree decl)
{
  for (struct place *q : y->places)
    if (q->decl == decl)
      return q;
  return place_new (y, decl, NULL, 0);
}

void
body_place_array (struct body *y, tree decl, const struct type *elem, unsigned n)
{
  struct place *l = place_new (y, decl, elem, n);

  for (unsigned k = 0; k < n; k++)
    y->slots[l->at + 1 + k] = body_zero (y, elem);
}

const struct type *
body_place_type (const struct place *l, unsigned slot)
{
  return l->elem ? l->elem : slot == l->at ? l->type : l->type->fields[slot - l->at - 1].type;
}

void
body_slots_save (struct body *y, auto_vec<fir_atom> *to)
{
  to->truncate (0);
  to->safe_splice (y->slots);
}

/* Slots that FROM does not have are of places that were not known yet.  */
void
body_slots_restore (struct body *y, const vec<fir_atom> &from)
{
  for (unsigned k = 0; k < y->slots.length (); k++)
    y->slots[k] = k < from.length () ? from[k] : FIR_NONE;
}

int
body_record_field (const struct type *t, tree field)
{
  if (t->kind != TYPE_RECORD || DECL_BIT_FIELD (field))
    return -1;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].offset == (uint64_t) int_byte_position (field)
	&& t->fields[k].type->size == tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (field))))
      return k;
  return -1;
}

static bool
visit_address (gimple *, tree base, tree, void *decl)
{
  return base == (tree) decl;
}

/* May something point to DECL, a variable of the current function?  The front end marks the result
   as addressable where a call gives it in memory, and leaves the mark there.  */
static bool
pointed_to_p (tree decl)
{
  basic_block bb;

  if (!TREE_ADDRESSABLE (decl) || TREE_CODE (decl) != RESULT_DECL)
    return TREE_ADDRESSABLE (decl);
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator p = gsi_start_phis (bb); !gsi_end_p (p); gsi_next (&p))
	if (walk_stmt_load_store_addr_ops (p.phi (), decl, NULL, NULL, visit_address))
	  return true;
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	if (walk_stmt_load_store_addr_ops (gsi_stmt (i), decl, NULL, NULL, visit_address))
	  return true;
    }
  return false;
}

/* The local that REF is a part of and the path to it, outermost field first.  */
static struct place *
find_place (struct body *y, tree ref, auto_vec<tree> *path)
{
  while (TREE_CODE (ref) == COMPONENT_REF)
    {
      path->safe_insert (0, TREE_OPERAND (ref, 1));
      ref = TREE_OPERAND (ref, 0);
    }
  if ((TREE_CODE (ref) != VAR_DECL && TREE_CODE (ref) != PARM_DECL
       && TREE_CODE (ref) != RESULT_DECL)
      || is_global_var (ref) || pointed_to_p (ref) || TREE_THIS_VOLATILE (ref)
      || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (ref)))
    return NULL;
  return body_place_of (y, ref);
}

struct fir_atom
body_record (struct body *y, const struct type *t, const fir_atom *fields)
{
  struct fir_stmt *s;

  for (unsigned k = 0; k < t->nfields; k++)
    if (fir_atom_none (fields[k]))
      return FIR_NONE;
  s = fir_stmt_new (y->e->p, y->b, FIR_RECORD, 0, t->nfields, 0, t, "r");
  memcpy (s->args, fields, t->nfields * sizeof *s->args);
  return fir_atom_var (s->res[0]);
}

/* The whole value of L, put together from its fields if need be; absent if some are not set.  */
static struct fir_atom
read_whole (struct body *y, struct place *l)
{
  if (!fir_atom_none (y->slots[l->at]) || !l->nfields)
    return y->slots[l->at];
  return y->slots[l->at] = body_record (y, l->type, y->slots.address () + l->at + 1);
}

static struct place *
place_at (struct body *y, unsigned slot)
{
  for (struct place *l : y->places)
    if (slot >= l->at && slot <= l->at + l->nfields)
      return l;
  gcc_unreachable ();
}

struct fir_atom
body_place_field (struct body *y, const vec<fir_atom> &slots, unsigned slot)
{
  struct place *l = place_at (y, slot);

  if (slot >= slots.length ())
    return FIR_NONE;
  if (!fir_atom_none (slots[slot]) || slot == l->at || fir_atom_none (slots[l->at]))
    return slots[slot];
  return fir_field (y->e->p, y->b, slots[l->at], slot - l->at - 1);
}

static struct fir_atom
read_field (struct body *y, struct place *l, int k)
{
  if (k < 0)
    return FIR_NONE;
  return y->slots[l->at + 1 + k] = body_place_field (y, y->slots, l->at + 1 + k);
}

void
body_places_open (struct body *y)
{
  for (struct place *l : y->places)
    for (unsigned k = 0; k < l->nfields; k++)
      read_field (y, l, k);
}

/* REF, a record or a part of one, as the constant that it is; absent if it is none.  */
static struct fir_atom
constant (struct body *y, tree ref)
{
  const struct type *t = ext_type (y->e, TREE_TYPE (ref));
  tree base = get_base_address (ref), value;
  auto_vec<fir_atom> fields;

  if (!base || !VAR_P (base) || !is_global_var (base) || !TREE_READONLY (base)
      || DECL_WEAK (base) || TREE_THIS_VOLATILE (ref))
    return FIR_NONE;
  if (t->kind != TYPE_RECORD)
    {
      value = fold_const_aggregate_ref (ref);
      return value && is_gimple_min_invariant (value) ? ext_constant (y->e, value, t) : FIR_NONE;
    }
  fields.safe_grow_cleared (t->nfields);
  for (tree f = TYPE_FIELDS (TREE_TYPE (ref)); f; f = DECL_CHAIN (f))
    {
      int k = TREE_CODE (f) == FIELD_DECL ? body_record_field (t, f) : -1;

      if (k >= 0)
	fields[k] = constant (y, build3 (COMPONENT_REF, TREE_TYPE (f), ref, f, NULL_TREE));
    }
  return body_record (y, t, fields.address ());
}

struct fir_atom
body_place_read (struct body *y, tree ref)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);
  struct fir_atom a;

  if (!l)
    return body_array_read (y, ref, &a) ? a : constant (y, ref);
  if (path.is_empty ())
    return read_whole (y, l);
  a = read_field (y, l, body_record_field (l->type, path[0]));
  for (unsigned k = 1; k < path.length () && !fir_atom_none (a); k++)
    {
      int i = body_record_field (fir_atom_type (a), path[k]);

      a = i < 0 ? FIR_NONE : fir_field (y->e->p, y->b, a, i);
    }
  return a;
}

/* The record X with the part at PATH, from its element K on, replaced by VALUE.  */
static struct fir_atom
replaced (struct body *y, struct fir_atom x, const vec<tree> &path, unsigned k,
	  struct fir_atom value)
{
  const struct type *t = fir_atom_none (x) ? NULL : fir_atom_type (x);
  auto_vec<fir_atom> fields;
  int i;

  if (!t)
    return FIR_NONE;
  if (k == path.length ())
    return fir_atom_type (value) == t ? value : FIR_NONE;
  i = body_record_field (t, path[k]);
  if (i < 0)
    return FIR_NONE;
  for (unsigned f = 0; f < t->nfields; f++)
    fields.safe_push (fir_field (y->e->p, y->b, x, f));
  fields[i] = replaced (y, fields[i], path, k + 1, value);
  return body_record (y, t, fields.address ());
}

bool
body_place_write (struct body *y, tree ref, struct fir_atom value)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);
  bool good;
  int k;

  if (!l && body_array_write (y, ref, value, &good))
    return good;
  if (!l || fir_atom_none (value))
    return false;
  if (path.is_empty ())
    {
      if (fir_atom_type (value) != l->type)
	return false;
      y->slots[l->at] = value;
      for (unsigned i = 0; i < l->nfields; i++)
	y->slots[l->at + 1 + i] = FIR_NONE;
      return true;
    }
  k = body_record_field (l->type, path[0]);
  if (k >= 0 && path.length () > 1)
    {
      struct fir_atom before = read_field (y, l, k);

      /* Before any of its parts is set: any value will do for the others.  */
      if (fir_atom_none (before))
	before = body_zero (y, l->type->fields[k].type);
      value = replaced (y, before, path, 1, value);
    }
  if (k < 0 || fir_atom_none (value) || fir_atom_type (value) != l->type->fields[k].type)
    return false;
  for (unsigned i = 0; i < l->nfields; i++)
    read_field (y, l, i);
  y->slots[l->at] = FIR_NONE;
  y->slots[l->at + 1 + k] = value;
  return true;
}

bool
body_place_clear (struct body *y, tree ref)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);

  if (l && !path.is_empty ())
    return body_place_write (y, ref, body_zero (y, ext_type (y->e, TREE_TYPE (ref))));
  if (!l || !l->nfields)
    return false;
  y->slots[l->at] = FIR_NONE;
  for (unsigned k = 0; k < l->nfields; k++)
    {
      y->slots[l->at + 1 + k] = body_zero (y, l->type->fields[k].type);
      if (fir_atom_none (y->slots[l->at + 1 + k]))
	return false;
    }
  return true;
}

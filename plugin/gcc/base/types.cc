/* Vector types: one for each element type, and printing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   While the front end runs, a vector is an OPAQUE_TYPE: every cast, comparison, arithmetic, access
   and mismatch is then an error of the front end's own, with the type printed as "nova_vec(float)".
   The middle end cannot fold zeros of opaque types (an internal error), so after parsing each of
   them becomes, in place, a pointer to a distinct record.  Gimplification comes before that, and
   must find no vector that it knows to be zero (vtype_hide_constant).  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"


/* The text of T for messages and names; xmalloc'd.  Made by a copy of the front end's own printer:
   its class must not be named here, lto1 does not have it.  */
char *
ctype_text (tree t)
{
  pretty_printer *pp = global_dc->printer->clone ();
  pp_clear_output_area (pp);
  const char *format = "%T";		/* without the quotes of diagnostics */
  pp_printf (pp, format, t);
  char *text = xstrdup (pp_formatted_text (pp));
  delete pp;
  return text;
}

tree
vtype_elem (tree t)
{
  if (!t || !TYPE_P (t) || unit.base->vectors.is_empty ())
    return NULL_TREE;
  tree *e = unit.base->element_of.get (TYPE_MAIN_VARIANT (t));
  return e ? *e : NULL_TREE;
}

bool
vtype_any_p (void)
{
  return !unit.base->vectors.is_empty ();
}

tree
vtype_base (tree t)
{
  while (tree e = vtype_elem (t))
    t = e;
  return t;
}

unsigned
vtype_levels (tree t)
{
  unsigned n = 0;
  for (tree e = vtype_elem (t); e; e = vtype_elem (e))
    n++;
  return n;
}

bool
vtype_managed_member_p (tree t)
{
  /* A flexible array has no size, and is not copied with its struct.  */
  for (; TREE_CODE (t) == ARRAY_TYPE; t = TREE_TYPE (t))
    if (!TYPE_SIZE (t) || TREE_CODE (TYPE_SIZE (t)) != INTEGER_CST || integer_zerop (TYPE_SIZE (t)))
      return false;
  return vtype_managed_p (t);
}

bool
vtype_managed_p (tree t)
{
  if (!t || !TYPE_P (t))
    return false;
  if (vtype_elem (t))
    return true;
  if (TREE_CODE (t) != RECORD_TYPE)
    return false;
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && vtype_managed_member_p (TREE_TYPE (f)))
      return true;
  return false;
}

bool
vtype_inside_p (tree t)
{
  if (!t || !TYPE_P (t) || unit.base->vectors.is_empty ())
    return false;
  if (vtype_elem (t))
    return true;
  if (TREE_CODE (t) == ARRAY_TYPE)
    return vtype_inside_p (TREE_TYPE (t));
  if (!RECORD_OR_UNION_TYPE_P (t))
    return false;
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && vtype_inside_p (TREE_TYPE (f)))
      return true;
  return false;
}

const char *
vtype_elem_fault (tree t)
{
  if (vtype_elem (t))
    return NULL;
  switch (TREE_CODE (t))
    {
    case INTEGER_TYPE: case REAL_TYPE: case BOOLEAN_TYPE: case COMPLEX_TYPE: case POINTER_TYPE:
    case ENUMERAL_TYPE: case RECORD_TYPE: case UNION_TYPE:
      break;
    case VOID_TYPE:
      return "has no values";
    case FUNCTION_TYPE:
      return "is a function";
    case ARRAY_TYPE:
      return variably_modified_type_p (t, NULL_TREE) ? "has a variable length" : "is an array";
    default:
      return "is not arithmetic, enumerated, a pointer, a structure or a union";
    }
  if (TYPE_VOLATILE (t))
    return "is volatile";
  if (TYPE_ATOMIC (t))
    return "is atomic";
  /* An access by the type without qualifiers would be to other memory.  */
  if (!ADDR_SPACE_GENERIC_P (TYPE_ADDR_SPACE (t)))
    return "is in a named address space";
  if (variably_modified_type_p (t, NULL_TREE))
    return "has a variable length";
  if (!COMPLETE_TYPE_P (t))
    return "is incomplete";
  if (RECORD_OR_UNION_TYPE_P (t) && flexible_array_type_p (t))
    return "has a flexible array member";
  if (RECORD_OR_UNION_TYPE_P (t) && vtype_inside_p (t))
    return "holds a vector";
  return NULL;
}

tree
ctype_with_qualifiers (tree t)
{
  static const struct { int bit; const char *text; } quals[] =
  {
    { TYPE_QUAL_VOLATILE, "volatile " }, { TYPE_QUAL_CONST, "const " },
    { TYPE_QUAL_ATOMIC, "_Atomic " }
  };
  tree name = TYPE_NAME (t);
  if (!name || TREE_CODE (name) != TYPE_DECL || !DECL_NAME (name))
    return t;
  int missing = TYPE_QUALS (t) & ~TYPE_QUALS (TREE_TYPE (name));
  char *text = xstrdup (IDENTIFIER_POINTER (DECL_NAME (name)));
  for (unsigned i = 0; i < ARRAY_SIZE (quals); i++)
    if (missing & quals[i].bit)
      text = reconcat (text, quals[i].text, text, NULL);
  if (missing)
    {
      t = build_variant_type_copy (t);
      TYPE_NAME (t) = build_decl (BUILTINS_LOCATION, TYPE_DECL, get_identifier (text), t);
    }
  free (text);
  return t;
}

/* The vector type already made for an element compatible with ELEM.  Pointers to a typedef, and
   pointers to compatible functions, are types of their own to the compiler; to C they are one.  */
static tree
find_compatible (tree elem)
{
  if (tree *known = unit.base->vector_of.get (elem))
    return *known;
  if (TREE_CODE (elem) != POINTER_TYPE || vtype_elem (elem))
    return NULL_TREE;
  for (unsigned i = 0; i < unit.base->vectors.length (); i++)
    {
      tree other = vtype_elem (unit.base->vectors[i]);
      if (TREE_CODE (other) == POINTER_TYPE && !vtype_elem (other) && comptypes (elem, other) == 1)
	return unit.base->vectors[i];
    }
  return NULL_TREE;
}

/* A new opaque type of a pointer's size, named NAME.  */
static tree
make_opaque (tree name)
{
  tree t = make_node (OPAQUE_TYPE);
  SET_TYPE_MODE (t, ptr_mode);
  TYPE_SIZE (t) = TYPE_SIZE (ptr_type_node);
  TYPE_SIZE_UNIT (t) = TYPE_SIZE_UNIT (ptr_type_node);
  SET_TYPE_ALIGN (t, TYPE_ALIGN (ptr_type_node));
  TYPE_PRECISION (t) = 0;
  TYPE_CANONICAL (t) = t;
  tree decl = build_decl (BUILTINS_LOCATION, TYPE_DECL, name, t);
  DECL_ARTIFICIAL (decl) = 1;
  TYPE_NAME (t) = decl;
  TYPE_STUB_DECL (t) = decl;
  return t;
}

static void become_pointer (tree t);

tree
vtype_of (tree elem)
{
  elem = TYPE_MAIN_VARIANT (elem);
  if (tree known = find_compatible (elem))
    return known;
  char *elem_text = ctype_text (elem);
  char *text = concat ("nova_vec(", elem_text, ")", NULL);
  tree t = make_opaque (get_identifier (text));
  free (elem_text);
  free (text);
  root_keep (t);
  root_keep (elem);
  unit.base->vector_of.put (elem, t);
  unit.base->element_of.put (t, elem);
  unit.base->vectors.safe_push (t);
  if (unit.base->parsing_over)
    become_pointer (t);
  else
    vtype_debug (t);
  return t;
}

/* Turn opaque T and its qualified variants into pointers to a record that is never defined.  */
static void
become_pointer (tree t)
{
  tree rec = make_node (RECORD_TYPE);
  tree decl = build_decl (BUILTINS_LOCATION, TYPE_DECL, get_identifier ("nova_vec"), rec);
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  /* Named, else dumps print the record's fields for it.  */
  TYPE_NAME (rec) = decl;
  TYPE_STUB_DECL (rec) = decl;
  for (tree v = t; v; v = TYPE_NEXT_VARIANT (v))
    {
      TREE_SET_CODE (v, POINTER_TYPE);
      TREE_TYPE (v) = rec;
      SET_TYPE_MODE (v, ptr_mode);
      TYPE_UNSIGNED (v) = 1;
      TYPE_PRECISION (v) = POINTER_SIZE;
      TYPE_CACHED_VALUES_P (v) = 0;
      TYPE_NEXT_PTR_TO (v) = NULL_TREE;
      TYPE_CANONICAL (v) = t;
    }
  TYPE_POINTER_TO (rec) = t;
}

void
vtype_hide_constant (tree var)
{
  if (unit.base->parsing_over || !TREE_READONLY (var) || !vtype_inside_p (TREE_TYPE (var)))
    return;
  TREE_READONLY (var) = 0;
  root_keep (var);
  unit.base->constants.safe_push (var);
}

/* PLUGIN_ALL_IPA_PASSES_START: no opaque type after this.  */
void
vtype_end_of_parsing (void)
{
  if (unit.base->parsing_over)
    return;
  unit.base->parsing_over = true;
  for (unsigned i = 0; i < unit.base->vectors.length (); i++)
    become_pointer (unit.base->vectors[i]);
  for (unsigned i = 0; i < unit.base->constants.length (); i++)
    TREE_READONLY (unit.base->constants[i]) = 1;
}

tree
vtype_last_written (void)
{
  return unit.base->last_written_type;
}

void
vtype_note_written (tree t)
{
  unit.base->last_written_type = t;
}

/* --- Types of the program -------------------------------------------------------------------- */

bool
ctype_arithmetic_p (tree t)
{
  return INTEGRAL_TYPE_P (t) || TREE_CODE (t) == REAL_TYPE || TREE_CODE (t) == COMPLEX_TYPE;
}

bool
ctype_fixed_size_p (tree t)
{
  return COMPLETE_TYPE_P (t) && TREE_CODE (TYPE_SIZE_UNIT (t)) == INTEGER_CST;
}

bool
ctype_separable_p (tree t)
{
  unsigned HOST_WIDE_INT end = 0;
  for (tree d = TYPE_FIELDS (t); d; d = DECL_CHAIN (d))
    if (TREE_CODE (d) == FIELD_DECL)
      {
	tree ft = TREE_TYPE (d);
	if (DECL_BIT_FIELD_TYPE (d) || TREE_CODE (ft) == ARRAY_TYPE || !ctype_fixed_size_p (ft)
	    || TYPE_VOLATILE (ft) || TYPE_ATOMIC (ft)
	    || TREE_CODE (DECL_FIELD_OFFSET (d)) != INTEGER_CST)
	  return false;
	unsigned HOST_WIDE_INT at = int_byte_position (d);
	if (at < end)
	  return false;
	end = at + int_size_in_bytes (ft);
      }
  return true;
}

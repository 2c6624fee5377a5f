/* Typing rules of nova_field and nova_zip: vectors of structures and their members.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The header passes a member's name as a string, a structure as a null pointer to it.  Where FIR
   can represent the structure, the resolved call has the member's offset, or still the null
   pointer.  For unions, bit-fields, and structures with arrays it has a function, made here, that
   does the access in C.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "resolve.h"
#include "state.h"

/* --- Functions ------------------------------------------------------------------------------- */

/* A new static function that gives RET for N parameters of TYPES; its body is to come.  */
static tree
begin_accessor (location_t loc, const char *what, tree ret, unsigned n, const tree *types)
{
  auto_vec<tree> list;
  for (unsigned k = 0; k < n; k++)
    list.safe_push (types[k]);
  char *name = xasprintf ("nova_%s.%u", what, unit.front->accessors++);
  tree id = get_identifier (name);
  free (name);
  tree d = build_decl (loc, FUNCTION_DECL, id,
		       build_function_type_array (ret, n, list.address ()));
  SET_DECL_ASSEMBLER_NAME (d, id);
  DECL_ARTIFICIAL (d) = 1;
  TREE_STATIC (d) = 1;
  TREE_USED (d) = 1;
  TREE_NOTHROW (d) = 1;
  unit_mark_made (d);
  tree result = build_decl (loc, RESULT_DECL, NULL_TREE, ret);
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = d;
  DECL_RESULT (d) = result;
  tree *end = &DECL_ARGUMENTS (d);
  for (unsigned k = 0; k < n; k++)
    {
      tree p = build_decl (loc, PARM_DECL, NULL_TREE, types[k]);
      DECL_CONTEXT (p) = d;
      DECL_ARG_TYPE (p) = types[k];
      DECL_ARTIFICIAL (p) = 1;
      TREE_USED (p) = 1;
      *end = p;
      end = &DECL_CHAIN (p);
    }
  root_keep (d);
  return d;
}

/* D does STATEMENTS with the variable VAR, if there is one, and returns VALUE.  Its address.  */
static tree
end_accessor (tree d, tree var, tree statements, tree value)
{
  location_t loc = DECL_SOURCE_LOCATION (d);
  tree result = DECL_RESULT (d), block = make_node (BLOCK);
  tree set = build2_loc (loc, MODIFY_EXPR, TREE_TYPE (result), result, value);
  append_to_statement_list (build1_loc (loc, RETURN_EXPR, void_type_node, set), &statements);
  BLOCK_SUPERCONTEXT (block) = d;
  BLOCK_VARS (block) = var;
  TREE_USED (block) = 1;
  DECL_INITIAL (d) = block;
  DECL_SAVED_TREE (d) = build3_loc (loc, BIND_EXPR, void_type_node, var, statements, block);
  push_struct_function (d);
  cfun->function_end_locus = loc;
  pop_cfun ();
  cgraph_node::finalize_function (d, true);
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (d)), d);
}

static tree
component (location_t loc, tree of, tree field)
{
  return build3_loc (loc, COMPONENT_REF, TREE_TYPE (field), of, field, NULL_TREE);
}

/* --- nova_field ------------------------------------------------------------------------------ */

/* Append to PATH the fields that lead from T to the member NAME, through unnamed members.  */
static bool
find_member (tree t, tree name, auto_vec<tree> *path)
{
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    {
      if (TREE_CODE (f) != FIELD_DECL)
	continue;
      path->safe_push (f);
      if (DECL_NAME (f) == name
	  || (!DECL_NAME (f) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (f))
	      && find_member (TREE_TYPE (f), name, path)))
	return true;
      path->pop ();
    }
  return false;
}

/* The text that operand K is, NULL if it is no string.  */
static const char *
string_operand (struct call *c, unsigned k)
{
  tree e = operand (c, k);
  STRIP_NOPS (e);
  if (TREE_CODE (e) == ADDR_EXPR)
    e = TREE_OPERAND (e, 0);
  return TREE_CODE (e) == STRING_CST ? TREE_STRING_POINTER (e) : NULL;
}

/* The next name of a member designator at *AT, stepping over it and the dot behind; NULL_TREE at
   the end.  */
static tree
next_name (const char **at)
{
  const char *p = *at;
  while (ISSPACE (*p) || *p == '.')
    p++;
  const char *end = p;
  while (*end && !ISSPACE (*end) && *end != '.')
    end++;
  *at = end;
  return end == p ? NULL_TREE : get_identifier_with_length (p, end - p);
}

/* The fields that operand 2 names, in the elements T of operand 1.  */
static bool
read_path (struct call *c, const char *text, tree t, auto_vec<tree> *path)
{
  while (tree name = next_name (&text))
    {
      if (!RECORD_OR_UNION_TYPE_P (t) || !find_member (t, name, path))
	{
	  c->answer = diag_operand (c->loc, c->fndecl, c->args, 2,
				    "operand 2 of %qs: %qT has no member named %qE",
				    op_site_name (c->op), t, name);
	  return false;
	}
      t = TREE_TYPE (path->last ());
    }
  if (path->is_empty ())
    c->answer = diag_operand (c->loc, c->fndecl, c->args, 2,
			      "operand 2 of %qs names no member of %qT", op_site_name (c->op), t);
  return !path->is_empty ();
}

/* FIR can follow PATH from T.  */
static bool
plain_path_p (tree t, const vec<tree> &path)
{
  for (unsigned k = 0; k < path.length (); k++)
    {
      if (TREE_CODE (t) != RECORD_TYPE || !ctype_separable_p (t))
	return false;
      t = TREE_TYPE (path[k]);
    }
  return true;
}

/* Where the member at PATH of T, of type ELEM, is, if a pointer could point to it.  */
static void
place_member (struct call *c, tree t, const vec<tree> &path, tree elem)
{
  c->at = 0;
  c->placed = TYPE_ALIGN (t) % TYPE_ALIGN (elem) == 0;
  for (unsigned k = 0; k < path.length (); k++)
    if (DECL_BIT_FIELD_TYPE (path[k]))
      c->placed = false;
    else
      c->at += int_byte_position (path[k]);
  if (c->at * BITS_PER_UNIT % TYPE_ALIGN (elem) != 0)
    c->placed = false;
}

/* Operand 2, resolved: the offset of the member at PATH, or a function that returns it as ELEM.  */
static tree
member_access (struct call *c, tree t, const vec<tree> &path, tree elem)
{
  place_member (c, t, path, elem);
  if (plain_path_p (t, path))
    {
      HOST_WIDE_INT at = 0;
      for (unsigned k = 0; k < path.length (); k++)
	at += int_byte_position (path[k]);
      return size_int (at);
    }
  tree d = begin_accessor (c->loc, "field", elem, 1, &t), e = DECL_ARGUMENTS (d);
  for (unsigned k = 0; k < path.length (); k++)
    e = component (c->loc, e, path[k]);
  return end_accessor (d, NULL_TREE, NULL_TREE, convert (elem, e));
}

/* (V<S>, member) -> V<member>  */
tree
scheme_FIELD (struct call *c)
{
  tree t = resolve_want_vector (c, 1);
  const char *text = string_operand (c, 2);
  auto_vec<tree> path;
  if (!t)
    return NULL_TREE;
  if (!RECORD_OR_UNION_TYPE_P (t))
    return resolve_wrong_type (c, 1, "a vector of structures");
  if (!text)
    return resolve_wrong_type (c, 2, "the name of a member");
  if (!read_path (c, text, t, &path))
    return NULL_TREE;
  tree field = path.last (), elem = TREE_TYPE (field);
  if (DECL_BIT_FIELD_TYPE (field))
    elem = DECL_BIT_FIELD_TYPE (field);
  if (const char *fault = vtype_elem_fault (elem))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 2,
				"operand 2 of %qs: member %qE of type %qT cannot be an element: "
				"it %s", op_site_name (c->op), DECL_NAME (field),
				ctype_with_qualifiers (elem), fault);
      return NULL_TREE;
    }
  elem = TYPE_MAIN_VARIANT (elem);
  operand (c, 2) = member_access (c, t, path, elem);
  return vtype_of (elem);
}

/* --- nova_zip -------------------------------------------------------------------------------- */

/* A function that puts an S together from its members, given as TYPES.  */
static tree
make_builder (struct call *c, tree s, const vec<tree> &fields, const vec<tree> &types)
{
  tree d = begin_accessor (c->loc, "zip", s, types.length (), types.address ());
  tree var = build_decl (c->loc, VAR_DECL, NULL_TREE, s), list = NULL_TREE;
  DECL_CONTEXT (var) = d;
  DECL_ARTIFICIAL (var) = 1;
  TREE_USED (var) = 1;
  append_to_statement_list (build2_loc (c->loc, MODIFY_EXPR, s, var, build_constructor (s, NULL)),
			    &list);
  tree p = DECL_ARGUMENTS (d);
  for (unsigned k = 0; k < fields.length (); k++, p = DECL_CHAIN (p))
    append_to_statement_list (build2_loc (c->loc, MODIFY_EXPR, TREE_TYPE (fields[k]),
					  component (c->loc, var, fields[k]),
					  convert (TREE_TYPE (fields[k]), p)), &list);
  return end_accessor (d, var, list, var);
}

/* (S *, V<T1>, ...) -> V<S>  */
tree
scheme_ZIP (struct call *c)
{
  tree target = resolve_want_pointer (c, 1);
  if (!target)
    return NULL_TREE;
  tree s = TYPE_MAIN_VARIANT (target);
  if (TREE_CODE (s) == RECORD_TYPE && !resolve_vector_of (c, 1, s))
    return NULL_TREE;
  if (TREE_CODE (s) != RECORD_TYPE)
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, 1,
				"operand 1 of %qs is the type %qT, wanted a structure",
				op_site_name (c->op), s);
      return NULL_TREE;
    }
  auto_vec<tree> fields, types;
  for (tree f = TYPE_FIELDS (s); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && (DECL_NAME (f) || !DECL_BIT_FIELD_TYPE (f)))
      fields.safe_push (f);
  if (fields.length () != c->n - 1)
    {
      c->answer
	= diag_operand (c->loc, c->fndecl, c->args, 1,
			"operand 1 of %qs is the type %qT, which has %u members, wanted %u",
			op_site_name (c->op), s, fields.length (), c->n - 1);
      return NULL_TREE;
    }
  for (unsigned k = 2; k <= c->n; k++)
    {
      tree elem = resolve_want_vector (c, k), member = TREE_TYPE (fields[k - 2]);
      if (!elem)
	return NULL_TREE;
      if (DECL_BIT_FIELD_TYPE (fields[k - 2]))
	member = DECL_BIT_FIELD_TYPE (fields[k - 2]);
      member = TYPE_MAIN_VARIANT (member);
      if (TREE_CODE (member) == ARRAY_TYPE || !resolve_assignable_p (member, elem))
	{
	  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				    "operand %u of %qs has elements of type %qT, wanted %qT for "
				    "member %qD",
				    k, op_site_name (c->op), elem, member, fields[k - 2]);
	  return NULL_TREE;
	}
      types.safe_push (elem);
    }
  if (!ctype_separable_p (s))
    operand (c, 1) = make_builder (c, s, fields, types);
  return vtype_of (s);
}

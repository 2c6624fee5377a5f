/* The type of what is written, for errors of the front end's that do not name it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The front end has the types when it finds that a vector cannot be a subscript or a condition's other
   half, but says them not.  While the function is being read its names can be looked up, so a
   name with members, elements and calls behind it has a type that the text tells.  Of all else, and
   of what macros bring in, nothing is said.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "frontend.h"
#include "source.h"

/* The name at C, which steps over it; NULL_TREE if there is none.  */
static tree
read_name (struct cursor *c)
{
  size_t from = c->at;
  if (!source_skip_blank (c) || !ISIDST (source_ahead (c, 0)))
    return NULL_TREE;
  from = c->at;
  while (ISIDNUM (source_ahead (c, 0)))
    c->at++;
  return get_identifier_with_length (c->text + from, c->at - from);
}

/* The type of member NAME of T.  */
static tree
member_type (tree t, tree name)
{
  if (!RECORD_OR_UNION_TYPE_P (t))
    return NULL_TREE;
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f) == name)
      return TREE_TYPE (f);
  return NULL_TREE;
}

/* What T points to or has as elements.  */
static tree
target_type (tree t)
{
  return !vec_elem (t) && (POINTER_TYPE_P (t) || TREE_CODE (t) == ARRAY_TYPE) ? TREE_TYPE (t) : NULL_TREE;
}

/* T with the suffix at C, which steps over it.  */
static tree
with_suffix (struct cursor *c, tree t)
{
  char ch = source_ahead (c, 0);
  c->at++;
  if (ch == '[' || ch == '(')
    {
      while (source_next_operand (c))
	;
      if (ch == '[')
	return target_type (t);
      t = POINTER_TYPE_P (t) && !vec_elem (t) ? TREE_TYPE (t) : t;
      return TREE_CODE (t) == FUNCTION_TYPE ? TREE_TYPE (t) : NULL_TREE;
    }
  if (ch == '-')
    {
      c->at++;
      t = target_type (t);
    }
  tree name = read_name (c);
  return t && name ? member_type (t, name) : NULL_TREE;
}

/* The type of the expression at C, up to a suffix that a vector does not have.  */
static tree
read_type (struct cursor *c)
{
  if (source_skip_blank (c) && source_ahead (c, 0) == '(')
    {
      c->at++;
      tree inner = read_type (c);
      return inner && source_skip_blank (c) && source_ahead (c, 0) == ')' ? inner : NULL_TREE;
    }
  if (ISDIGIT (source_ahead (c, 0)))
    {
      while (ISDIGIT (source_ahead (c, 0)))
	c->at++;
      return ISIDNUM (source_ahead (c, 0)) || source_ahead (c, 0) == '.' ? NULL_TREE
	     : integer_type_node;
    }
  tree name = read_name (c), decl = name ? lookup_name (name) : NULL_TREE;
  tree t = decl && decl != error_mark_node
	   && (VAR_P (decl) || TREE_CODE (decl) == PARM_DECL || TREE_CODE (decl) == FUNCTION_DECL)
	   ? TREE_TYPE (decl) : NULL_TREE;
  while (t && t != error_mark_node && !vec_elem (t) && source_skip_blank (c)
	 && (strchr ("[(.", source_ahead (c, 0))
	     || (source_ahead (c, 0) == '-' && source_ahead (c, 1) == '>')))
    t = with_suffix (c, t);
  return t && t != error_mark_node && TREE_CODE (t) != FUNCTION_TYPE ? TYPE_MAIN_VARIANT (t)
	 : NULL_TREE;
}

tree
type_written_behind (location_t loc, size_t n)
{
  struct cursor c;
  if (loc <= BUILTINS_LOCATION || !source_open (&c, loc))
    return NULL_TREE;
  c.at += n;
  tree t = read_type (&c);
  /* An operator that would follow makes another type of it.  */
  return t && source_skip_blank (&c) && strchr (")]};,:[(.-", source_ahead (&c, 0)) ? t : NULL_TREE;
}

tree
type_written (location_t loc)
{
  return type_written_behind (loc, 0);
}

/* C, behind an expression, to where that begins, as far as it is a name with suffixes.  */
static bool
back_to_start (struct cursor *c)
{
  for (;;)
    {
      char ch = source_back_over (c);
      while (ch == ')' || ch == ']')
	{
	  if (!source_back_bracket (c))
	    return false;
	  ch = source_back_over (c);
	}
      if (!ch || !ISIDNUM (ch))
	return false;
      while (c->at > 0 && ISIDNUM (c->text[c->at - 1]))
	c->at--;
      struct cursor before = *c;
      ch = source_back_over (&before);
      if (ch == '>' && before.at > 0 && before.text[before.at - 1] == '-')
	before.at--;
      else if (ch != '.')
	return true;
      *c = before;
    }
}

tree
type_written_before (location_t loc)
{
  struct cursor c;
  return loc > BUILTINS_LOCATION && source_open (&c, loc) && back_to_start (&c) ? read_type (&c)
	 : NULL_TREE;
}

location_t
written_argument (tree fn, int named, tree type, int *number)
{
  struct cursor c;
  location_t end = line_table->highest_location;
  const line_map *map = linemap_lookup (line_table, end);
  if (!fn || !DECL_NAME (fn) || !map || linemap_macro_expansion_map_p (map) || !source_open (&c, end))
    return UNKNOWN_LOCATION;
  /* The front end has read the call's last bracket, and nothing behind it.  */
  if (source_ahead (&c, 0) != ')' || !source_back_bracket (&c))
    return UNKNOWN_LOCATION;
  struct cursor name = c;
  if (!back_to_start (&name) || read_name (&name) != DECL_NAME (fn))
    return UNKNOWN_LOCATION;
  c.at++;
  for (*number = 1; source_skip_blank (&c); ++*number)
    {
      location_t loc = source_location (&c, end);
      if (*number > named && type_written (loc) == type)
	return loc;
      if (!source_next_operand (&c))
	break;
    }
  return UNKNOWN_LOCATION;
}

location_t
written_operand (location_t loc, unsigned k)
{
  struct cursor c;
  if (!source_open (&c, loc) || !read_name (&c) || !source_skip_blank (&c)
      || source_ahead (&c, 0) != '(')
    return UNKNOWN_LOCATION;
  for (c.at++; k > 1 && source_next_operand (&c); k--)
    ;
  return k == 1 && source_skip_blank (&c) ? source_location (&c, loc) : UNKNOWN_LOCATION;
}

location_t
written_cast (void)
{
  struct cursor c;
  location_t end = line_table->highest_location;
  const line_map *map = linemap_lookup (line_table, end);
  if (!map || linemap_macro_expansion_map_p (map) || !source_open (&c, end) || !back_to_start (&c))
    return UNKNOWN_LOCATION;
  return source_back_over (&c) == ')' && source_back_bracket (&c) ? source_location (&c, end) : UNKNOWN_LOCATION;
}

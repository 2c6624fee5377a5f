/* The type of an expression, from its text, for errors of the front end that do not name it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The front end has the types when it finds that a vector cannot be a subscript or an operand of a
   conditional, but does not print them.  While the function is being parsed its names can be looked
   up, so the type of a name followed by members, subscripts and calls can be found from the text.
   For anything else, and for expansions of macros, no type is found.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "cursor.h"
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
  return !vtype_elem (t) && (POINTER_TYPE_P (t) || TREE_CODE (t) == ARRAY_TYPE) ? TREE_TYPE (t)
									      : NULL_TREE;
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
      t = POINTER_TYPE_P (t) && !vtype_elem (t) ? TREE_TYPE (t) : t;
      return TREE_CODE (t) == FUNCTION_TYPE ? TREE_TYPE (t) : NULL_TREE;
    }
  if (ch == '-')
    {
      c->at++;
      t = target_type (t);
      if (t && vtype_elem (t))
	return t;
    }
  tree name = read_name (c);
  return t && name ? member_type (t, name) : NULL_TREE;
}

/* The type of the number at C, which steps over it: of the plainest ones only.  */
static tree
read_number (struct cursor *c)
{
  while (ISDIGIT (source_ahead (c, 0)))
    c->at++;
  return ISIDNUM (source_ahead (c, 0)) || source_ahead (c, 0) == '.' ? NULL_TREE
								     : integer_type_node;
}

/* The type of the variable, function or call of a builtin at C, which steps over it.  */
static tree
read_named (struct cursor *c)
{
  struct cursor from = *c;
  tree name = read_name (c), decl = name ? lookup_name (name) : NULL_TREE;
  if (decl && decl != error_mark_node
      && (VAR_P (decl) || TREE_CODE (decl) == PARM_DECL
	  || (TREE_CODE (decl) == FUNCTION_DECL && !op_name_p (decl))))
    return TREE_TYPE (decl);
  tree result = name ? misuse_result (from.file, from.line, from.at + 1) : NULL_TREE;
  if (!result || !source_skip_blank (c) || source_ahead (c, 0) != '(')
    return NULL_TREE;
  c->at++;
  while (source_next_operand (c))
    ;
  return result;
}

/* The type of the expression at C, up to a suffix that a vector does not have.  */
static tree
read_type (struct cursor *c)
{
  if (!source_skip_blank (c))
    return NULL_TREE;
  if (source_ahead (c, 0) == '*')
    {
      c->at++;
      tree pointer = read_type (c);
      return pointer ? target_type (pointer) : NULL_TREE;
    }
  tree t = NULL_TREE;
  if (source_ahead (c, 0) == '(')
    {
      c->at++;
      tree inner = read_type (c);
      if (inner && source_skip_blank (c) && source_ahead (c, 0) == ')')
	{
	  c->at++;
	  t = inner;
	}
    }
  else if (ISDIGIT (source_ahead (c, 0)))
    t = read_number (c);
  else
    t = read_named (c);
  while (t && t != error_mark_node && !vtype_elem (t) && source_skip_blank (c)
	 && (strchr ("[(.", source_ahead (c, 0))
	     || (source_ahead (c, 0) == '-' && source_ahead (c, 1) == '>')))
    t = with_suffix (c, t);
  return t && t != error_mark_node && TREE_CODE (t) != FUNCTION_TYPE ? TYPE_MAIN_VARIANT (t)
	 : NULL_TREE;
}

tree
source_type_behind (location_t loc, size_t n)
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
source_type (location_t loc)
{
  return source_type_behind (loc, 0);
}

/* C, behind an expression, to where that begins, as far as it is a name, or brackets, with
   suffixes.  */
static bool
back_to_start (struct cursor *c)
{
  for (;;)
    {
      struct cursor bracket = *c;
      char ch = source_back_over (c);
      while (ch == ')' || ch == ']')
	{
	  if (!source_back_bracket (c))
	    return false;
	  bracket = *c;
	  ch = source_back_over (c);
	}
      if (!ch || !ISIDNUM (ch))
	{
	  *c = bracket;
	  return source_ahead (c, 0) == '(';
	}
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
source_type_before (location_t loc)
{
  struct cursor c;
  return loc > BUILTINS_LOCATION && source_open (&c, loc) && back_to_start (&c) ? read_type (&c)
	 : NULL_TREE;
}

/* C at the bracket that ends what the front end has just read; false if there is none.  */
static bool
open_end (struct cursor *c)
{
  return source_open (c, line_table->highest_location) && source_ahead (c, 0) == ')';
}

void
source_vectors (tree fn, int named, vec<written_argument> *found)
{
  struct cursor c;
  if (!fn || !DECL_NAME (fn) || !open_end (&c) || !source_back_bracket (&c))
    return;
  struct cursor name = c;
  if (!back_to_start (&name) || read_name (&name) != DECL_NAME (fn))
    return;
  c.at++;
  for (int number = 1; source_skip_blank (&c); number++)
    {
      location_t loc = source_location (&c, line_table->highest_location);
      tree type = number > named ? source_type (loc) : NULL_TREE;
      if (type && vtype_inside_p (type))
	found->safe_push ({ loc, number, type });
      if (!source_next_operand (&c))
	break;
    }
}

tree
source_type_name_before (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return NULL_TREE;
  char ch = source_back_over (&c);
  bool brackets = ch == ')';
  if (brackets)
    ch = source_back_bracket (&c) ? source_back_over (&c) : '\0';
  if (!ch || !ISIDNUM (ch))
    return NULL_TREE;
  while (c.at > 0 && ISIDNUM (c.text[c.at - 1]))
    c.at--;
  tree name = read_name (&c), decl = NULL_TREE;
  if (!brackets)
    decl = lookup_name (name);
  else if (strcmp (IDENTIFIER_POINTER (name), "nova_vec") == 0)
    return vtype_last_written ();
  return decl && TREE_CODE (decl) == TYPE_DECL ? TYPE_MAIN_VARIANT (TREE_TYPE (decl)) : NULL_TREE;
}

bool
source_behind_p (location_t loc, char ch)
{
  struct cursor c;
  return source_open (&c, loc) && source_back_over (&c) == ch;
}

/* The type that is named at C, in brackets, or what it is an array of, as far as it is one word, or
   that of a tag.  */
static tree
read_type_name (struct cursor *c)
{
  tree name = read_name (c), decl, t = NULL_TREE;
  while (name && (strcmp (IDENTIFIER_POINTER (name), "const") == 0
		  || strcmp (IDENTIFIER_POINTER (name), "static") == 0))
    name = read_name (c);
  if (!name)
    return NULL_TREE;
  const char *word = IDENTIFIER_POINTER (name);
  if (strcmp (word, "nova_vec") == 0)
    {
      t = vtype_last_written ();
      if (source_skip_blank (c) && source_ahead (c, 0) == '(')
	for (c->at++; source_next_operand (c);)
	  ;
    }
  else if (strcmp (word, "struct") == 0 || strcmp (word, "union") == 0)
    {
      tree tag = read_name (c);
      /* It has been read, so this declares none.  */
      t = tag ? xref_tag (word[0] == 's' ? RECORD_TYPE : UNION_TYPE, tag) : NULL_TREE;
    }
  else if ((decl = lookup_name (name)) && TREE_CODE (decl) == TYPE_DECL)
    t = TREE_TYPE (decl);
  return t && source_skip_blank (c) && strchr ("[)", source_ahead (c, 0)) ? t : NULL_TREE;
}

tree
source_type_of_braces (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return NULL_TREE;
  while (source_back_bracket (&c) && source_ahead (&c, 0) == '{')
    {
      struct cursor before = c;
      if (source_back_over (&before) != ')')
	continue;
      if (!source_back_bracket (&before))
	break;
      before.at++;
      tree t = read_type_name (&before);
      /* A function's parameters may stand in front of its block.  */
      return t && !VOID_TYPE_P (t) ? t : NULL_TREE;
    }
  return NULL_TREE;
}

location_t
source_cast (void)
{
  struct cursor c;
  location_t end = line_table->highest_location;
  return source_open (&c, end) && back_to_start (&c) && source_back_over (&c) == ')'
	 && source_back_bracket (&c) ? source_location (&c, end) : UNKNOWN_LOCATION;
}

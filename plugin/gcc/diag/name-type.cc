/* Adds types to the front end's errors that omit them, and operands of nova.h's macros.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The front end reports that a subscript is not an integer, but not that it is a vector; and it
   reports the expansion of an operand by a macro of nova.h's as if the user had written it.  Such
   errors are recognised by their formats, while they are being reported: the text tells the type
   (written-type.cc), or the operand.

   Does not: handle errors for which the front end has a hook, or that name their types: those are
   misuse.cc's.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "source.h"

void
message_move (diagnostic_info *d, location_t loc)
{
  d->richloc = new rich_location (line_table, loc);
  d->message.m_richloc = d->richloc;
}

/* T if that is the type of a vector, as it is printed.  */
static tree
vector_type (tree t)
{
  return t && t != error_mark_node && vtype_elem (t) ? TYPE_MAIN_VARIANT (t) : NULL_TREE;
}

/* Let D say what it has, and T.  */
static void
add_type (diagnostic_context *dc, diagnostic_info *d, tree t)
{
  char *text = message_peek (dc, d);
  message_replace (dc, d, message_text (G_("%s (have %qT)"), text, t));
  free (text);
}

/* --- Of two things --------------------------------------------------------------------------- */

/* The vector type of what is written before LOC, as far as that is plain to see; else
   NULL_TREE.  */
static tree
vector_before (location_t loc)
{
  bool call;
  free (source_word_before (loc, &call));
  tree t = source_type_before (loc);
  return vector_type (t || !call ? t : misuse_last_result (loc));
}

/* D says at LOC that something has no elements or members: let it say that it is a vector.  */
static bool
name_parts (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  bool member
    = message_format_p (d, "request for member %qE in something not a structure or union");
  bool index = message_format_p (d, "array subscript is not an integer");
  if (!member && !index
      && !message_format_p (d, "subscripted value is neither array nor pointer nor vector"))
    return false;
  tree t = vector_type (source_type (source_macro_operand (loc, -1))), inside = NULL_TREE;
  if (!t)
    t = vector_before (loc);
  if (!t && !member)
    inside = vector_type (source_type (source_macro_operand (loc, 1)));
  if (!t && !member && !inside)
    inside = vector_type (source_type_behind (loc, 1));
  if (member ? t != NULL_TREE : index && inside)
    add_type (dc, d, t ? t : inside);
  else if (t || inside)
    message_replace (dc, d, inside ? message_text (G_("array subscript has type %qT"), inside)
		     : message_text (G_("subscripted value has type %qT, which is neither array "
					"nor pointer: %<nova_get%> takes elements"), t));
  return true;
}

/* D says at LOC, a colon, that the two values of a condition do not fit: let it say the types.  */
static bool
name_mismatch (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "type mismatch in conditional expression"))
    return false;
  tree a = source_type_before (loc), b = source_type_behind (loc, 1);
  if (!a)
    a = vector_before (loc);
  if (!vector_type (a) && !vector_type (b))
    return true;
  if (!a || !b)
    add_type (dc, d, a ? a : b);
  else
    {
      char *text = message_peek (dc, d);
      message_replace (dc, d, message_text (G_("%s (have %qT and %qT)"), text, a, b));
      free (text);
    }
  return true;
}

/* --- Of one ---------------------------------------------------------------------------------- */

/* Where the value is that an error is about, as seen from its place.  */
enum where
{
  BEHIND,			/* N characters behind it */
  BEHIND_CHAR,			/* behind the next character N */
  BEHIND_WORD,			/* in brackets, behind _Alignas or the like */
  OPERAND			/* an operand, of N, of the call that begins there */
};

/* Errors about one value that do not say its type.  */
static const struct { const char *gmsgid; enum where where; int n; } single[] =
{
  { "switch quantity not an integer", BEHIND, 0 },
  { "computed goto must be pointer type", BEHIND, 0 },
  { "called object %qE is not a function or function pointer", BEHIND, 0 },
  { "called object %qD is not a function or function pointer", BEHIND, 0 },
  { "expression in static assertion is not an integer", BEHIND, 0 },
  { "enumerator value for %qE is not an integer constant", BEHIND, 0 },
  { "array index in initializer not of integer type", BEHIND, 0 },
  { "non-floating-point argument in call to function %qE", BEHIND, 0 },
  { "argument %u in call to function %qE does not have integral type", BEHIND, 0 },
  { "size of array %qE has non-integer type", BEHIND_CHAR, '[' },
  { "size of unnamed array has non-integer type", BEHIND, 1 },
  { "bit-field %qs width not an integer constant", BEHIND_CHAR, ':' },
  { "case label does not reduce to an integer constant", BEHIND, 4 },
  { "requested alignment is not an integer constant", BEHIND_WORD, 0 },
  { "%qE attribute argument value %qE is not an integer constant", BEHIND_WORD, 0 },
  { "first argument to %<__builtin_choose_expr%> not a constant", OPERAND, 3 },
  { "%<__builtin_complex%> operand not of real binary floating-point type", OPERAND, 2 },
  { "%<__builtin_shuffle%> last argument must be an integer vector", OPERAND, 2 },
  { "%<__builtin_shuffle%> last argument must be an integer vector", OPERAND, 3 }
};

/* The vector that is written in brackets behind one of those words, the next one behind LOC in its
   line, and *PLACE.  */
static tree
behind_word (location_t loc, location_t *place)
{
  *place = source_alignment_operand (loc);
  return *place == UNKNOWN_LOCATION ? NULL_TREE : vector_type (source_type (*place));
}

/* The first operand, of N, of the call at LOC that is a vector, and *PLACE.  */
static tree
vector_operand (location_t loc, unsigned n, location_t *place)
{
  for (unsigned k = 1; k <= n; k++)
    {
      *place = source_argument (loc, n, k);
      tree t = *place == UNKNOWN_LOCATION ? NULL_TREE : vector_type (source_type (*place));
      if (t)
	return t;
    }
  return NULL_TREE;
}

/* D says such a thing at LOC: let it say the type, if that is a vector's.  */
static void
name_single (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  tree t = NULL_TREE;
  location_t place = loc;
  for (unsigned i = 0; i < ARRAY_SIZE (single) && !t; i++)
    if (message_format_p (d, single[i].gmsgid))
      switch (single[i].where)
	{
	case BEHIND:
	  t = vector_type (source_type_behind (loc, single[i].n));
	  break;
	case BEHIND_CHAR:
	  t = vector_type (source_type_behind (loc, source_characters_to (loc, single[i].n)));
	  break;
	case BEHIND_WORD:
	  t = behind_word (loc, &place);
	  break;
	case OPERAND:
	  t = vector_operand (loc, single[i].n, &place);
	}
  if (!t)
    return;
  if (place != loc)
    message_move (d, place);
  add_type (dc, d, t);
}

/* D says at LOC that a bit-field has a type that none can have: let it say which.  */
static bool
name_bit_field (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "bit-field %qs has invalid type"))
    return false;
  if (tree t = vector_type (source_type_name_before (loc)))
    add_type (dc, d, t);
  return true;
}

void
diag_name_type (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!name_parts (dc, d, loc) && !name_mismatch (dc, d, loc) && !name_bit_field (dc, d, loc))
    name_single (dc, d, loc);
}

/* --- Operands of macros ---------------------------------------------------------------------- */

/* D says at LOC that the size in nova_scratch's expansion makes no sense: let it say so of the
   operand.  */
static bool
name_scratch_size (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "invalid operands to binary %s (have %qT and %qT)"))
    return false;
  char *text = message_peek (dc, d), *type = strstr (text, "(have ");
  char *end = type ? strstr (type, " and ") : NULL;
  location_t place = source_argument (loc_user (loc), 2, 2);
  if (end && place != UNKNOWN_LOCATION)
    {
      *end = '\0';
      message_move (d, place);
      message_replace (dc, d, message_text (G_("operand 2 of %qs has type %s, wanted an integer"),
					    "nova_scratch", type + strlen ("(have ")));
    }
  free (text);
  return true;
}

/* D says at LOC that there are no arrays of the type in nova_scratch's expansion.  */
static void
name_scratch_type (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  location_t place = source_argument (loc_user (loc), 2, 1);
  char *written = place != UNKNOWN_LOCATION ? source_text (place) : NULL;
  if (written
      && (message_format_p (d, "declaration of type name as array of voids")
	  || message_format_p (d, "declaration of type name as array of functions")
	  || message_format_p (d, "array type has incomplete element type %qT")))
    {
      message_move (d, place);
      message_replace (dc, d, message_text (G_("operand 1 of %qs is the type %qs, wanted one "
					       "that has values"), "nova_scratch", written));
    }
  free (written);
}

/* D says at LOC that there is nothing where NAME, a macro, has an operand: let it say which is
   missing.  */
static void
name_missing (diagnostic_context *dc, diagnostic_info *d, location_t loc, const char *name)
{
  cpp_hashnode *node = cpp_lookup (parse_in, (const uchar *) name, strlen (name));
  location_t use = loc_user (loc);
  if (!node || !cpp_macro_p (node))
    return;
  unsigned wanted = node->value.macro->paramc, missing;
  if (source_argument (use, 0, 0) != UNKNOWN_LOCATION)
    message_replace (dc, d, node->value.macro->variadic
		     ? message_text (G_("%qs takes at least %u operands, %u given"), name, wanted,
				     0)
		     : message_text (G_("%qs takes %u %s, %u given"), name, wanted,
				     wanted == 1 ? "operand" : "operands", 0));
  else if (location_t place = source_missing_operand (use, &missing))
    {
      message_move (d, place);
      message_replace (dc, d, message_text (G_("operand %u of %qs is missing"), missing, name));
    }
}

void
diag_name_operand (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  static const char *const names[] = { "nova_vec", "nova_scratch", "nova_zip", "nova_convert",
				       "nova_sum_as" };
  const char *name, *found = NULL;
  if (loc_macro_use (loc, &name) == UNKNOWN_LOCATION)
    return;
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (strcmp (name, names[i]) == 0)
      found = names[i];
  if (found && strncmp (d->message.format_spec, "expected expression before", 26) == 0)
    name_missing (dc, d, loc, found);
  else if (found && strcmp (found, "nova_scratch") == 0
	   && !name_scratch_size (dc, d, loc))
    name_scratch_type (dc, d, loc);
}

/* Vectors and builtins where the language has no place for them: the front end's own errors, with the
   vector's type and at the user's line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The C front end asks the target whether a conversion or a unary operator is allowed and prints the
   answer: we answer for vectors.  It also names both types of an assignment by itself, but at the
   place of the builtin's name in nova.h, because nova_map is a macro: such a place is moved to where
   the user wrote the macro.  Errors of operands are operand-error.cc's.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "frontend.h"
#include "source.h"

/* The type of the last value that the front end took from an expression: it asks us about its
   conversion, be it to its own type without qualifiers.  */
static tree last_value;

/* Where that stands which a hook has just refused: the front end thinks that it is somewhere
   near.  */
static location_t error_place = UNKNOWN_LOCATION;

static const char *(*target_conversion) (const_tree, const_tree);
static const char *(*target_unary) (int, const_tree);

/* GMSGID with the arguments that follow, as a format of a message without arguments.  */
static const char *
answer (const char *gmsgid, ...)
{
  static char *last;
  va_list ap;
  va_start (ap, gmsgid);
  char *text = message_text_va (gmsgid, &ap), *to;
  va_end (ap);
  free (last);
  last = to = XNEWVEC (char, 2 * strlen (text) + 1);
  for (const char *from = text; *from; *to++ = *from++)
    if (*from == '%')
      *to++ = '%';
  *to = 0;
  free (text);
  return last;
}

/* targetm.invalid_conversion.  */
static const char *
invalid_conversion (const_tree from, const_tree to)
{
  tree f = CONST_CAST_TREE (from), t = CONST_CAST_TREE (to);
  last_value = f;
  if (!error_operand_p (f) && !error_operand_p (t) && (vec_elem (f) || vec_elem (t))
      && !VOID_TYPE_P (t) && TYPE_MAIN_VARIANT (f) != TYPE_MAIN_VARIANT (t))
    {
      error_place = written_cast ();
      return answer (G_("a value of type %qT cannot be converted to %qT"), f, t);
    }
  return target_conversion ? target_conversion (from, to) : NULL;
}

/* targetm.invalid_unary_op.  */
static const char *
invalid_unary (int code, const_tree type)
{
  tree t = CONST_CAST_TREE (type);
  if (vec_elem (t) && code != ADDR_EXPR)
    return answer (G_("a value of type %qT cannot be an operand of a unary operator"), t,
		   NULL_TREE);
  return target_unary ? target_unary (code, type) : NULL;
}

static const char *(*target_argument) (const_tree, const_tree, const_tree);

/* targetm.calls.invalid_arg_for_unprototyped_fn: VALUE has no parameter in the call of FN.  Where
   its place cannot be told now, the error waits until the function has been read (frontend.cc).  */
static const char *
invalid_argument (const_tree types, const_tree fn, const_tree value)
{
  tree t = TREE_TYPE (CONST_CAST_TREE (value));
  if (types && fn && holds_vector_p (t))
    {
      int number;
      error_place = written_argument (CONST_CAST_TREE (fn), list_length (types),
					 TYPE_MAIN_VARIANT (t), &number);
      if (error_place != UNKNOWN_LOCATION)
	return answer (G_("argument %d of type %qT cannot be passed to %<...%>"), number, t);
    }
  return target_argument ? target_argument (types, fn, value) : NULL;
}

/* Is LOC in the expansion of a macro that nova.h defines as a builtin's name?  */
static bool
short_name_p (location_t loc)
{
  if (!linemap_location_from_macro_expansion_p (line_table, LOCATION_LOCUS (loc)))
    return false;
  return nova_header_p (loc);
}

static diagnostic_starter_fn front_end_starter;

/* The last call that has no result.  */
static struct
{
  location_t loc;
  const char *name;
} last_void;

void
misuse_note_void (location_t loc, const char *name)
{
  last_void.loc = loc;
  last_void.name = name;
}

/* The last builtin's result; the last variable that was declared.  */
static struct
{
  location_t loc;
  tree type;
} last_result;
static tree last_variable;
/* Of the last error, and in which function it was.  */
static location_t last_error;
static tree error_function;

static void (*target_insert_attributes) (tree, tree *);

void
misuse_note_result (location_t loc, tree type)
{
  last_result.loc = loc;
  last_result.type = type;
}

void
misuse_mark (void)
{
  gt_ggc_mx_tree_node (last_result.type);
  gt_ggc_mx_tree_node (last_variable);
  gt_ggc_mx_tree_node (last_value);
  gt_ggc_mx_tree_node (error_function);
}

bool
misuse_error_behind_p (location_t loc)
{
  return last_error > BUILTINS_LOCATION && loc > BUILTINS_LOCATION
	 && linemap_compare_locations (line_table, LOCATION_LOCUS (loc),
				       LOCATION_LOCUS (last_error)) > 0;
}

bool
misuse_error_here_p (void)
{
  return error_function && error_function == current_function_decl;
}

location_t
misuse_last_error (void)
{
  return last_error;
}

/* targetm.insert_attributes: DECL is declared, its initial value comes next.  */
static void
insert_attributes (tree decl, tree *attributes)
{
  followup_declared (decl, last_error);
  if (VAR_P (decl))
    {
      last_variable = decl;
      last_value = NULL_TREE;
    }
  if (target_insert_attributes)
    target_insert_attributes (decl, attributes);
}

/* --- Reported by the front end ---------------------------------------------------------------- */

char *
message_take (diagnostic_context *dc)
{
  /* The prefix is still that of the message before.  */
  char *prefix = pp_take_prefix (dc->printer);
  pp_output_formatted_text (dc->printer);
  char *text = xstrdup (pp_formatted_text (dc->printer));
  pp_clear_output_area (dc->printer);
  pp_set_prefix (dc->printer, prefix);
  return text;
}

void
message_say (diagnostic_context *dc, diagnostic_info *d, char *text)
{
  message_reformat (dc->printer, &d->message, "%s", text);
  free (text);
}

bool
message_format_p (diagnostic_info *d, const char *gmsgid)
{
  return strcmp (d->message.format_spec, _(gmsgid)) == 0;
}

/* D says at LOC that the result of a builtin without one is used: let it say which builtin.  */
static void
name_void (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!last_void.name || !message_format_p (d, "void value not ignored as it ought to be"))
    return;
  /* An assignment is reported at its operator, in front of the call.  */
  expanded_location said = expand_location (loc), call = expand_location (last_void.loc);
  if (said.file != call.file || said.line != call.line || said.column > call.column)
    return;
  free (message_take (dc));
  message_say (dc, d, message_text (G_("%qs has no result"), last_void.name));
}

/* The vector type in T, be it of a member or an element; *FOUND is error_mark_node if there are
   different ones.  */
static void
only_vector (tree t, tree *found)
{
  while (TREE_CODE (t) == ARRAY_TYPE)
    t = TREE_TYPE (t);
  if (vec_elem (t))
    *found = !*found || *found == TYPE_MAIN_VARIANT (t) ? TYPE_MAIN_VARIANT (t) : error_mark_node;
  else if (RECORD_OR_UNION_TYPE_P (t))
    for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL)
	only_vector (TREE_TYPE (f), found);
}

/* D says at LOC that an initial value is invalid, as the front end does where a vector is wanted: let
   it say the types.  */
static void
name_types (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "invalid initializer"))
    return;
  tree wanted = NULL_TREE;
  tree found = last_value && !written_literal_p (loc) ? TYPE_MAIN_VARIANT (last_value) : NULL_TREE;
  if (last_variable && DECL_INITIAL (last_variable) == error_mark_node)
    only_vector (TREE_TYPE (last_variable), &wanted);
  if (wanted == error_mark_node || wanted == found)
    wanted = NULL_TREE;
  if (!wanted && !(found && vec_elem (found)))
    return;
  free (message_take (dc));
  if (!wanted)
    message_say (dc, d, message_text (G_("incompatible types when initializing using type %qT"),
				      found));
  else if (!found)
    message_say (dc, d, message_text (G_("invalid initializer of type %qT"), wanted));
  else
    message_say (dc, d, message_text (G_("incompatible types when initializing type %qT using type "
					 "%qT"), wanted, found));
}

/* The vector type of what is written before LOC, as far as that is plain to see; else NULL_TREE.  */
static tree
vector_before (location_t loc)
{
  bool call;
  free (word_before (loc, &call));
  tree t = type_written_before (loc);
  if (!t && call)
    t = LOCATION_LINE (last_result.loc) == LOCATION_LINE (loc) ? last_result.type : NULL_TREE;
  return t && t != error_mark_node && vec_elem (t) ? TYPE_MAIN_VARIANT (t) : NULL_TREE;
}

/* D says at LOC that something has no elements or members: let it say that it is a vector.  */
static void
name_parts (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  bool member = message_format_p (d, "request for member %qE in something not a structure or union");
  if (!member && !message_format_p (d, "subscripted value is neither array nor pointer nor vector"))
    return;
  tree t = vector_before (loc), index = member || t ? NULL_TREE : type_written_behind (loc, 1);
  if (!t && !(index && vec_elem (index)))
    return;
  char *text = message_take (dc);
  if (index)
    message_say (dc, d, message_text (G_("array subscript has type %qT"), index));
  else if (member)
    message_say (dc, d, message_text (G_("%s (have %qT)"), text, t));
  else
    message_say (dc, d, message_text (G_("subscripted value has type %qT, which is neither array "
					 "nor pointer: %<nova_get%> takes elements"), t));
  free (text);
}

/* Errors about one value that do not say its type, and how many characters behind their place that
   is written; negative: behind the next such character.  */
static const struct { const char *gmsgid; int behind; } single[] =
{
  { "array subscript is not an integer", 1 },
  { "switch quantity not an integer", 0 },
  { "computed goto must be pointer type", 0 },
  { "called object %qE is not a function or function pointer", 0 },
  { "called object %qD is not a function or function pointer", 0 },
  { "expression in static assertion is not an integer", 0 },
  { "enumerator value for %qE is not an integer constant", 0 },
  { "size of array %qE has non-integer type", -'[' },
  { "size of unnamed array has non-integer type", 1 }
};

/* D says such a thing at LOC: let it say the type, if that is a vector's.  */
static void
name_single (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  for (unsigned i = 0; i < ARRAY_SIZE (single); i++)
    {
      if (!message_format_p (d, single[i].gmsgid))
	continue;
      int behind = single[i].behind;
      struct cursor c;
      if (behind < 0 && source_open (&c, loc))
	for (char ch = -behind, at = behind = 0; at != ch && at != '\n'; behind++)
	  at = source_ahead (&c, behind);
      tree t = type_written_behind (loc, behind);
      if (!t || !vec_elem (t))
	return;
      char *text = message_take (dc);
      message_say (dc, d, message_text (G_("%s (have %qT)"), text, t));
      free (text);
    }
}

/* D says at LOC that the size in nova_scratch's expansion makes no sense: let it say so of the
   operand.  */
static void
name_scratch (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  const char *name;
  bool product = message_format_p (d, "invalid operands to binary %s (have %qT and %qT)");
  if (!product || macro_use (loc, &name) == UNKNOWN_LOCATION || strcmp (name, "nova_scratch") != 0)
    return;
  char *text = message_take (dc), *type = strstr (text, " and ");
  location_t place = written_operand (user_location (loc), 2);
  if (!type || place == UNKNOWN_LOCATION)
    {
      message_say (dc, d, text);
      return;
    }
  /* Up to the bracket that ends it.  */
  type += strlen (" and ");
  type[strlen (type) - 1] = 0;
  d->richloc = new rich_location (line_table, place);
  d->message.m_richloc = d->richloc;
  message_say (dc, d, message_text (G_("operand 2 of %qs has type %s, wanted an integer"), name,
				    type));
  free (text);
}

/* D says at LOC, a colon, that the two values of a condition do not fit: let it say the types.  */
static void
name_mismatch (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "type mismatch in conditional expression"))
    return;
  tree a = type_written_before (loc), b = type_written_behind (loc, 1);
  if (!a)
    a = vector_before (loc);
  if (!(a && vec_elem (a)) && !(b && vec_elem (b)))
    return;
  char *text = message_take (dc);
  message_say (dc, d, a && b ? message_text (G_("%s (have %qT and %qT)"), text, a, b)
	       : message_text (G_("%s (have %qT)"), text, a ? a : b));
  free (text);
}

/* D warns at LOC that a value is returned by a function without a result: of a vector that is an
   error, since nobody would own it.  */
static void
refuse_return (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "%<return%> with a value, in function returning void"))
    return;
  tree t = type_written (loc);
  if (!t)
    t = LOCATION_LINE (last_result.loc) == LOCATION_LINE (loc) ? last_result.type : NULL_TREE;
  if (!t || !vec_elem (t))
    return;
  if (d->kind == DK_WARNING)
    {
      diagnostic_kind_count (dc, DK_WARNING)--;
      diagnostic_kind_count (dc, DK_ERROR)++;
      d->kind = DK_ERROR;
      d->option_index = 0;
    }
  free (message_take (dc));
  message_say (dc, d, message_text (G_("a value of type %qT cannot be returned by a function "
				       "without a result"), t));
}

/* D says at LOC that a vector cannot be compared, with 0, though nobody wrote that.  */
static void
name_condition (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "invalid operands to binary %s (have %qT and %qT)"))
    return;
  char *text = message_take (dc), *have = strstr (text, "binary != (have ");
  char *end = have && strstr (have, "nova_vec(") ? strstr (have, " and ") : NULL;
  if (!end || written_operator_p (loc, "!="))
    {
      message_say (dc, d, text);
      return;
    }
  *end = 0;
  message_say (dc, d, message_text (G_("a value of type %s cannot be a condition"),
			    have + strlen ("binary != (have ")));
  free (text);
}

/* The diagnostic starter.  */
static void
start (diagnostic_context *dc, diagnostic_info *d)
{
  location_t loc = d->richloc->get_loc ();
  if (followup_start (dc, d, loc))
    return;
  loc = d->richloc->get_loc ();
  name_scratch (dc, d, loc);
  loc = d->richloc->get_loc ();
  if (loc > BUILTINS_LOCATION && (short_name_p (loc) || header_macros_only_p (loc)))
    {
      loc = user_location (loc);
      d->richloc = new rich_location (line_table, loc);
      d->message.m_richloc = d->richloc;
    }
  if (d->kind == DK_ERROR && error_place != UNKNOWN_LOCATION)
    {
      loc = error_place;
      error_place = UNKNOWN_LOCATION;
      d->richloc = new rich_location (line_table, loc);
      d->message.m_richloc = d->richloc;
    }
  if (d->kind == DK_ERROR)
    {
      last_error = loc;
      error_function = current_function_decl;
    }
  name_void (dc, d, loc);
  name_types (dc, d, loc);
  name_parts (dc, d, loc);
  name_condition (dc, d, loc);
  name_single (dc, d, loc);
  name_mismatch (dc, d, loc);
  refuse_return (dc, d, loc);
  front_end_starter (dc, d);
}

/* --- Builtins as values ---------------------------------------------------------------------- */

static tree
find_builtin (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == FUNCTION_DECL && our_name_p (*tp) ? *tp : NULL_TREE;
}

void
misuse_check_variable (tree decl)
{
  if (decl == last_variable)
    last_variable = NULL_TREE;
  if (!VAR_P (decl) || !DECL_INITIAL (decl)
      || error_operand_p (DECL_INITIAL (decl)))
    return;
  if (tree fn = walk_tree_without_duplicates (&DECL_INITIAL (decl), find_builtin, NULL))
    error_at (DECL_SOURCE_LOCATION (decl), "%qs is no function: it can only be called",
	      IDENTIFIER_POINTER (DECL_NAME (fn)));
}

void
misuse_start_unit (void)
{
  target_conversion = targetm.invalid_conversion;
  targetm.invalid_conversion = invalid_conversion;
  target_unary = targetm.invalid_unary_op;
  targetm.invalid_unary_op = invalid_unary;
  target_argument = targetm.calls.invalid_arg_for_unprototyped_fn;
  targetm.calls.invalid_arg_for_unprototyped_fn = invalid_argument;
  target_insert_attributes = targetm.insert_attributes;
  targetm.insert_attributes = insert_attributes;
  front_end_starter = diagnostic_starter (global_dc);
  diagnostic_starter (global_dc) = start;
}

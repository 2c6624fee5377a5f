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

static const char *(*target_conversion) (const_tree, const_tree);
static const char *(*target_unary) (int, const_tree);

/* GMSGID with the arguments that follow, as a format of a message without arguments.  */
static const char *
answer (const char *gmsgid, tree a, tree b)
{
  static char *last;
  char *text = message_text (gmsgid, a, b), *to;
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
  if (!error_operand_p (f) && !error_operand_p (t) && (vec_elem (f) || vec_elem (t))
      && !VOID_TYPE_P (t) && TYPE_MAIN_VARIANT (f) != TYPE_MAIN_VARIANT (t))
    return answer (G_("a value of type %qT cannot be converted to %qT"), f, t);
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

/* --- Initial values -------------------------------------------------------------------------- */

/* The last builtin's result; the last variable that was declared.  */
static struct
{
  location_t loc;
  tree type;
} last_result;
static tree last_variable;

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
}

/* targetm.insert_attributes: DECL is declared, its initial value comes next.  */
static void
insert_attributes (tree decl, tree *attributes)
{
  if (VAR_P (decl))
    last_variable = decl;
  if (target_insert_attributes)
    target_insert_attributes (decl, attributes);
}

/* The type of the expression that is written at LOC, if it is plain to see.  */
static tree
written_type (location_t loc)
{
  bool called;
  char *word = written_word (loc, &called);
  tree type = NULL_TREE;
  if (!word)
    return NULL_TREE;
  if (called && last_result.type && LOCATION_LOCUS (last_result.loc) == LOCATION_LOCUS (loc))
    type = last_result.type;
  else if (!called && strspn (word, "0123456789") == strlen (word))
    type = integer_type_node;
  else if (ISIDST (*word))
    {
      tree decl = lookup_name (get_identifier (word));
      if (decl && called == (TREE_CODE (decl) == FUNCTION_DECL)
	  && (called || VAR_P (decl) || TREE_CODE (decl) == PARM_DECL))
	type = called ? TREE_TYPE (TREE_TYPE (decl)) : TREE_TYPE (decl);
    }
  free (word);
  return type && type != error_mark_node ? TYPE_MAIN_VARIANT (type) : NULL_TREE;
}

/* D says at LOC that the initial value of a vector is invalid: let it say the types.  */
static void
name_types (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (strcmp (d->message.format_spec, _("invalid initializer")) != 0 || !last_variable
      || DECL_INITIAL (last_variable) != error_mark_node || !vec_elem (TREE_TYPE (last_variable)))
    return;
  tree wanted = TYPE_MAIN_VARIANT (TREE_TYPE (last_variable)), found = written_type (loc);
  char *text = found ? message_text (G_("incompatible types when initializing type %qT using type "
					"%qT"), wanted, found)
	       : message_text (G_("invalid initializer of type %qT"), wanted);
  pp_output_formatted_text (dc->printer);
  pp_clear_output_area (dc->printer);
  message_reformat (dc->printer, &d->message, "%s", text);
  free (text);
}

/* --- Reported by the front end ---------------------------------------------------------------- */

/* D says at LOC that the result of a builtin without one is used: let it say which builtin.  */
static void
name_void (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!last_void.name
      || strcmp (d->message.format_spec, _("void value not ignored as it ought to be")) != 0)
    return;
  /* An assignment is reported at its operator, in front of the call.  */
  expanded_location said = expand_location (loc), call = expand_location (last_void.loc);
  if (said.file != call.file || said.line != call.line || said.column > call.column)
    return;
  char *text = message_text (G_("%qs has no result"), last_void.name);
  pp_output_formatted_text (dc->printer);
  pp_clear_output_area (dc->printer);
  message_reformat (dc->printer, &d->message, "%s", text);
  free (text);
}

/* The diagnostic starter.  */
static void
start (diagnostic_context *dc, diagnostic_info *d)
{
  location_t loc = d->richloc->get_loc ();
  if (loc > BUILTINS_LOCATION && short_name_p (loc))
    {
      loc = user_location (loc);
      d->richloc = new rich_location (line_table, loc);
      d->message.m_richloc = d->richloc;
    }
  name_void (dc, d, loc);
  name_types (dc, d, loc);
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
  target_insert_attributes = targetm.insert_attributes;
  targetm.insert_attributes = insert_attributes;
  front_end_starter = diagnostic_starter (global_dc);
  diagnostic_starter (global_dc) = start;
}

/* Vectors and builtins where the language does not allow them: the front end's errors, with the
   vector's type and at the user's line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The C front end asks the target whether a conversion or a unary operator is allowed and prints
   the answer: we answer for vectors.  It also names both types of an assignment itself, but at the
   location of the builtin's name in nova.h, because nova_map is a macro: such a location is moved
   to the macro's use.  Errors of operands are operand-error.cc's.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "state.h"
#include "source.h"

static const char *(*target_conversion) (const_tree, const_tree);
static const char *(*target_unary) (int, const_tree);

/* GMSGID with the arguments that follow, as a format of a message without arguments.  */
static const char *
answer (const char *gmsgid, ...)
{
  char *&last = unit.diag->answer;
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
  if (!vtype_any_p ())
    return target_conversion ? target_conversion (from, to) : NULL;
  tree f = CONST_CAST_TREE (from), t = CONST_CAST_TREE (to);
  unit.diag->last_value = f;
  if (!error_operand_p (f) && !error_operand_p (t) && (vtype_elem (f) || vtype_elem (t))
      && !VOID_TYPE_P (t) && TYPE_MAIN_VARIANT (f) != TYPE_MAIN_VARIANT (t))
    {
      unit.diag->error_place = source_cast ();
      return answer (G_("a value of type %qT cannot be converted to %qT"), f, t);
    }
  return target_conversion ? target_conversion (from, to) : NULL;
}

/* targetm.invalid_unary_op.  */
static const char *
invalid_unary (int code, const_tree type)
{
  tree t = CONST_CAST_TREE (type);
  if (vtype_elem (t) && code != ADDR_EXPR)
    return answer (G_("a value of type %qT cannot be an operand of a unary operator"), t,
		   NULL_TREE);
  return target_unary ? target_unary (code, type) : NULL;
}

static const char *(*target_argument) (const_tree, const_tree, const_tree);

/* targetm.calls.invalid_arg_for_unprototyped_fn: VALUE has no parameter in the call of FN.  The
   front end asks of the first one only, and drops the call.  Where the text does not tell which
   that is, nothing is wrong until the function has been read (frontend.cc).  */
static const char *
invalid_argument (const_tree types, const_tree fn, const_tree value)
{
  location_t &left = unit.diag->call_left;
  tree t = TREE_TYPE (CONST_CAST_TREE (value));
  auto_vec<written_argument> found;
  if (types && fn && vtype_inside_p (t) && left != line_table->highest_location)
    source_vectors (CONST_CAST_TREE (fn), list_length (types), &found);
  if (!found.is_empty () && found[0].type == TYPE_MAIN_VARIANT (t))
    {
      written_argument last = found.pop ();
      for (const written_argument &a : found)
	error_at (a.loc, "argument %d of type %qT cannot be passed to %<...%>", a.number, a.type);
      unit.diag->error_place = last.loc;
      return answer (G_("argument %d of type %qT cannot be passed to %<...%>"), last.number,
		     last.type);
    }
  if (vtype_inside_p (t))
    left = line_table->highest_location;
  return target_argument ? target_argument (types, fn, value) : NULL;
}

/* Is LOC in the expansion of a macro that nova.h defines as a builtin's name?  */
static bool
short_name_p (location_t loc)
{
  if (!linemap_location_from_macro_expansion_p (line_table, LOCATION_LOCUS (loc)))
    return false;
  return loc_header_p (loc);
}

static diagnostic_starter_fn front_end_starter;

void
misuse_note_void (location_t loc, const char *name)
{
  unit.diag->last_void.loc = loc;
  unit.diag->last_void.name = name;
}

static void (*target_insert_attributes) (tree, tree *);

void
misuse_note_result (location_t loc, tree type)
{
  unit.diag->results.safe_push ({ loc, type });
}

tree
misuse_result (const char *file, int line, int column)
{
  for (unsigned i = unit.diag->results.length (); i-- > 0;)
    {
      expanded_location x = expand_location (unit.diag->results[i].loc);
      if (x.line == line && x.column == column && strcmp (x.file, file) == 0)
	return unit.diag->results[i].type;
    }
  return NULL_TREE;
}

tree
misuse_last_result (location_t loc)
{
  vec<builtin_result> &results = unit.diag->results;
  return !results.is_empty () && LOCATION_LINE (results.last ().loc) == LOCATION_LINE (loc)
	 ? results.last ().type : NULL_TREE;
}

void
misuse_forget (void)
{
  unit.diag->results.truncate (0);
}

void
misuse_mark (void)
{
  for (builtin_result &r : unit.diag->results)
    gt_ggc_mx_tree_node (r.type);
  gt_ggc_mx_tree_node (unit.diag->last_variable);
  gt_ggc_mx_tree_node (unit.diag->last_value);
  for (tree fn : unit.diag->error_functions)
    gt_ggc_mx_tree_node (fn);
}

bool
misuse_error_behind_p (location_t loc)
{
  return unit.diag->last_error > BUILTINS_LOCATION && loc > BUILTINS_LOCATION
	 && linemap_compare_locations (line_table, LOCATION_LOCUS (loc),
				       LOCATION_LOCUS (unit.diag->last_error)) > 0;
}

bool
misuse_error_here_p (void)
{
  return unit.diag->error_functions.contains (current_function_decl);
}

location_t
misuse_last_error (void)
{
  return unit.diag->last_error_expanded;
}

void
misuse_moved (location_t from)
{
  unit.diag->moved_from = from;
}

/* An error is said of the current function.  */
static void
note_error_function (void)
{
  for (tree fn = current_function_decl; fn && !unit.diag->error_functions.contains (fn);
       fn = decl_function_context (fn))
    unit.diag->error_functions.safe_push (fn);
}

/* targetm.insert_attributes: DECL is declared, its initial value comes next.  */
static void
insert_attributes (tree decl, tree *attributes)
{
  if (unit_nova_p ())
    {
      followup_declared (decl, unit.diag->last_error_expanded);
      if (VAR_P (decl))
	{
	  unit.diag->last_variable = decl;
	  unit.diag->last_value = NULL_TREE;
	}
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

char *
message_peek (diagnostic_context *dc, diagnostic_info *d)
{
  const char *format = d->message.format_spec;
  char *text = message_take (dc);
  message_say (dc, d, xstrdup (text));
  d->message.format_spec = format;
  return text;
}

void
message_replace (diagnostic_context *dc, diagnostic_info *d, char *text)
{
  free (message_take (dc));
  message_say (dc, d, text);
}

bool
message_format_p (diagnostic_info *d, const char *gmsgid)
{
  return strcmp (d->message.format_spec, _(gmsgid)) == 0;
}

void
misuse_say_before (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  diag_late_find ();
  if (!diag_late_any_p (loc))
    return;
  /* The printer, and the place of what D says, are needed for those.  */
  const char *format = d->message.format_spec;
  char *text = message_take (dc);
  location_t place = unit.diag->error_place;
  int lock = dc->lock, depth = dc->diagnostic_group_nesting_depth;
  int emitted = dc->diagnostic_group_emission_count;
  unit.diag->error_place = UNKNOWN_LOCATION;
  /* As if D, which has been counted, had not begun.  */
  dc->lock = dc->diagnostic_group_nesting_depth = dc->diagnostic_group_emission_count = 0;
  diagnostic_kind_count (dc, DK_ERROR)--;
  diag_late_say (loc);
  /* As before each error: there may be as many now as are wanted.  */
  diagnostic_check_max_errors (dc);
  diagnostic_kind_count (dc, DK_ERROR)++;
  dc->lock = lock;
  dc->diagnostic_group_nesting_depth = depth;
  dc->diagnostic_group_emission_count = emitted;
  unit.diag->error_place = place;
  message_say (dc, d, text);
  /* By which D is known.  */
  d->message.format_spec = format;
}

/* D says at LOC that the result of a builtin without one is used: let it say which builtin.  */
static void
name_void (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!unit.diag->last_void.name
      || !message_format_p (d, "void value not ignored as it ought to be"))
    return;
  /* An assignment is reported at its operator, in front of the call.  */
  expanded_location said = expand_location (loc), call = expand_location (unit.diag->last_void.loc);
  if (said.file != call.file || said.line != call.line || said.column > call.column)
    return;
  message_replace (dc, d, message_text (G_("%qs has no result"), unit.diag->last_void.name));
}

/* The vector type in T, be it of a member or an element; *FOUND is error_mark_node if there are
   different ones.  */
static void
only_vector (tree t, tree *found)
{
  while (TREE_CODE (t) == ARRAY_TYPE)
    t = TREE_TYPE (t);
  if (vtype_elem (t))
    *found = !*found || *found == TYPE_MAIN_VARIANT (t) ? TYPE_MAIN_VARIANT (t) : error_mark_node;
  else if (RECORD_OR_UNION_TYPE_P (t))
    for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL)
	only_vector (TREE_TYPE (f), found);
}

/* D says at LOC that an initial value is invalid, as the front end does where a vector is wanted:
   let it say the types.  */
static void
name_types (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "invalid initializer"))
    return;
  tree wanted = NULL_TREE, whole = source_type_of_braces (loc);
  tree value = unit.diag->last_value, variable = unit.diag->last_variable;
  tree found = value && !source_literal_p (loc) ? TYPE_MAIN_VARIANT (value) : NULL_TREE;
  if (!whole && variable && DECL_INITIAL (variable) == error_mark_node)
    {
      whole = TREE_TYPE (variable);
      if (found && vtype_elem (found) && source_behind_p (loc, '='))
	wanted = TYPE_MAIN_VARIANT (whole);
    }
  if (whole && !wanted)
    only_vector (whole, &wanted);
  if (wanted == error_mark_node || wanted == found)
    wanted = NULL_TREE;
  if (!wanted && !(found && vtype_elem (found)))
    return;
  message_replace (dc, d,
		   !wanted
		   ? message_text (G_("incompatible types when initializing using type %qT"), found)
		   : !found ? message_text (G_("invalid initializer of type %qT"), wanted)
		   : message_text (G_("incompatible types when initializing type %qT using "
				      "type %qT"), wanted, found));
}

/* D says at LOC that a vector cannot be compared, with 0, though nobody wrote that.  */
static void
name_condition (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "invalid operands to binary %s (have %qT and %qT)"))
    return;
  char *text = message_peek (dc, d), *have = strstr (text, "binary != (have ");
  char *end = have && strstr (have, "nova_vec(") ? strstr (have, " and ") : NULL;
  if (end && !source_has_p (loc, "!="))
    {
      *end = 0;
      message_replace (dc, d, message_text (G_("a value of type %s cannot be a condition"),
					    have + strlen ("binary != (have ")));
    }
  free (text);
}

/* D says that a builtin is taken for a value, at the beginning of the declaration or statement
   where that is so: let it say so as of variables, where the builtin was last written.  */
static location_t
name_builtin (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "built-in function %qE must be directly called"))
    return loc;
  char *text = message_peek (dc, d), *name = strstr (text, "__nova_");
  if (name)
    {
      size_t n = 0;
      while (ISIDNUM (name[n]))
	n++;
      name[n] = 0;
      location_t nowhere = loc_user (input_location), place = source_last_written (name);
      if (place == nowhere)
	place = source_last_written (name + 2);
      if (place != nowhere)
	message_move (d, loc = place);
      message_replace (dc, d, message_text (G_("%qs is no function: it can only be called"), name));
    }
  free (text);
  return loc;
}

/* An error is said at LOC, of which EXPANDED is where macros have it.  */
static void
note_error (location_t loc, location_t expanded)
{
  unit.diag->last_error = loc;
  unit.diag->last_error_expanded = expanded;
  note_error_function ();
}

/* Let D, which is said at LOC, stand where it is written, and not in nova.h or where the front end
   is; *EXPANDED follows.  */
static location_t
move_to_user (diagnostic_info *d, location_t loc, location_t *expanded)
{
  if (loc > BUILTINS_LOCATION
      && (short_name_p (loc) || loc_header_macros_only_p (loc) || followup_for_p (loc)))
    {
      loc = loc_user (loc);
      message_move (d, loc);
    }
  if (d->kind == DK_ERROR && unit.diag->error_place != UNKNOWN_LOCATION)
    {
      loc = *expanded = unit.diag->error_place;
      unit.diag->error_place = UNKNOWN_LOCATION;
      message_move (d, loc);
    }
  return loc;
}

/* D is said at LOC, of which EXPANDED is where macros have it: a better place and text, or false
   where it says nothing new.  */
static bool
start_better (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded)
{
  if (followup_start (dc, d, loc, expanded))
    return false;
  loc = d->richloc->get_loc ();
  if (d->kind == DK_ERROR)
    {
      misuse_say_before (dc, d, unit.diag->error_place != UNKNOWN_LOCATION
				? unit.diag->error_place : loc);
      diag_name_operand (dc, d, loc);
    }
  loc = move_to_user (d, d->richloc->get_loc (), &expanded);
  if (d->kind == DK_ERROR)
    {
      loc = name_builtin (dc, d, loc);
      note_error (loc, expanded);
    }
  name_void (dc, d, loc);
  name_types (dc, d, loc);
  name_condition (dc, d, loc);
  diag_name_type (dc, d, loc);
  return true;
}

/* The same without the text: in its own words, said in the order of the program, and not in
   nova.h.  */
static void
start_plain (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded)
{
  if (d->kind == DK_ERROR)
    misuse_say_before (dc, d, loc);
  loc = move_to_user (d, loc, &expanded);
  if (d->kind == DK_ERROR)
    note_error (loc, expanded);
}

/* The diagnostic starter.  */
static void
start (diagnostic_context *dc, diagnostic_info *d)
{
  bool said = true;
  if (unit_nova_p ())
    {
      location_t loc = d->richloc->get_loc (), from = unit.diag->moved_from;
      location_t expanded = from != UNKNOWN_LOCATION ? from : loc;
      unit.diag->moved_from = UNKNOWN_LOCATION;
      if (option.plain_errors)
	start_plain (dc, d, loc, expanded);
      else
	said = start_better (dc, d, loc, expanded);
    }
  if (said)
    front_end_starter (dc, d);
}

/* --- Builtins as values ---------------------------------------------------------------------- */

static tree
find_builtin (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == FUNCTION_DECL && op_name_p (*tp) ? *tp : NULL_TREE;
}

/* DECL is an atomic object that would hold a vector, or leads to one: the front end reads and
   writes it byte by byte, and nobody counts.  */
static bool
atomic_vector_p (tree decl)
{
  tree type = TREE_TYPE (decl);

  while (type && (TREE_CODE (type) == ARRAY_TYPE || TREE_CODE (type) == POINTER_TYPE))
    type = TREE_TYPE (type);
  return type && TYPE_P (type) && TYPE_ATOMIC (type) && vtype_inside_p (type);
}

void
misuse_check_variable (tree decl)
{
  if (decl == unit.diag->last_variable)
    unit.diag->last_variable = NULL_TREE;
  if (TREE_CODE (decl) != TYPE_DECL && !error_operand_p (decl) && atomic_vector_p (decl))
    error_at (DECL_SOURCE_LOCATION (decl), "an atomic object cannot hold vectors");
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

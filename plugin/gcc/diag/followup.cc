/* One error per mistake: suppresses GCC's follow-up errors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   nova.h's macros with parameters, nova_lambda above all, expand to text that the user did not
   write: where an operand is missing or a lambda cannot be parsed, the front end goes on to report
   errors in that.  An error counts as a follow-up if the macro's use was wrong already, or if it is
   about a name whose declaration was.  The compilation fails because of the first error, so
   suppressing the second hides nothing.

   Does not: handle errors about values: erroneous operands are resolve.cc's; an operand that a
   macro uses twice is said-once.cc's.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "state.h"
#include "source.h"

/* The message on its way is left out: how it was before.  */
static diagnostic_finalizer_fn finalizer_before;

/* As nova/for.h says it.  */
#define NOVA_FOR_OTHER \
  "a qualifier is neither (name, vector) nor nova_when, nova_let, nova_sorted or nova_grouped"

bool
followup_lambda_name_p (tree decl)
{
  return decl && DECL_P (decl) && DECL_NAME (decl)
	 && strncmp (IDENTIFIER_POINTER (DECL_NAME (decl)), "nova_lambda_", 12) == 0;
}

/* --- Leaving out ------------------------------------------------------------------------------ */

static void
finish_nothing (diagnostic_context *dc, diagnostic_info *, diagnostic_t)
{
  pp_clear_output_area (dc->printer);
  diagnostic_finalizer (dc) = finalizer_before;
}

/* Leave out D, which is formatted.  */
static void
leave_out (diagnostic_context *dc, diagnostic_info *d)
{
  free (message_take (dc));
  message_say (dc, d, xstrdup (""));
  finalizer_before = diagnostic_finalizer (dc);
  diagnostic_finalizer (dc) = finish_nothing;
}

/* --- Macros with parameters ------------------------------------------------------------------ */

/* Where LOC, in the expansion of a nova_lambda, uses that: the outermost one.  */
static location_t
lambda_use (location_t loc)
{
  location_t use = UNKNOWN_LOCATION;
  const char *name;
  for (location_t at = loc; (at = loc_macro_use (at, &name)) != UNKNOWN_LOCATION;)
    if (strcmp (name, "nova_lambda") == 0)
      use = at;
  return use;
}

/* What GCC says of a macro's use with a wrong number of arguments.  */
struct miscount
{
  bool few;
  char name[64];
  unsigned wanted, given;
};

/* Set C to what D says; false if D is about something else, or not about a macro of nova.h's.  */
static bool
read_miscount (diagnostic_context *dc, diagnostic_info *d, struct miscount *c)
{
  c->few = message_format_p (d, "macro \"%s\" requires %u arguments, but only %u given");
  if (!c->few && !message_format_p (d, "macro \"%s\" passed %u arguments, but takes just %u"))
    return false;
  char *text = message_peek (dc, d);
  int read = c->few ? sscanf (text, "macro \"%63[a-z_]\" requires %u arguments, but only %u given",
			      c->name, &c->wanted, &c->given)
	     : sscanf (text, "macro \"%63[a-z_]\" passed %u arguments, but takes just %u", c->name,
		       &c->given, &c->wanted);
  free (text);
  cpp_hashnode *node = read == 3 ? cpp_lookup (parse_in, (const uchar *) c->name, strlen (c->name))
		       : NULL;
  return node && cpp_macro_p (node) && loc_header_p (cpp_macro_definition_location (node));
}

/* D says at LOC that a macro has too few or too many arguments: if it is nova.h's, say so as the
   builtins do, at the macro's name.  */
static void
name_count (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  struct miscount c;
  if (!read_miscount (dc, d, &c))
    return;
  unit.diag->miscounted = IDENTIFIER_POINTER (get_identifier (c.name));
  char *before = NULL;
  bool empty = false;
  location_t at = source_call_before (loc, &before, &empty);
  if (before && strcmp (before, c.name) == 0)
    message_move (d, at);
  free (before);
  /* With nothing at all between its brackets a macro has one empty argument.  */
  if (c.few && strcmp (c.name, "nova_lambda") == 0)
    message_replace (dc, d,
		     message_text (G_("%qs takes a result type, parameters and a body"), c.name));
  else
    message_replace (dc, d,
		     message_text (G_("%qs takes %u %s, %u given"), c.name, c.wanted,
				   c.wanted == 1 ? "operand" : "operands", empty ? 0 : c.given));
}

/* FROM behind what sets the colour of a terminal, if that stands there.  */
static const char *
behind_colour (const char *from)
{
  while (*from == '\33')
    {
      while (*from && !ISALPHA (*from))
	from++;
      from += *from != 0;
    }
  return from;
}

/* The first identifier in quotes in TEXT; NULL_TREE if there is none.  */
static tree
quoted_name (const char *text)
{
  const char *from = strstr (text, open_quote);
  if (!from)
    return NULL_TREE;
  from = behind_colour (from + strlen (open_quote));
  const char *to = strstr (from, close_quote), *colour = strchr (from, '\33');
  if (colour && to && colour < to)
    to = colour;
  return to ? get_identifier_with_length (from, to - from) : NULL_TREE;
}

/* D is about a name that the scope does not have.  */
static bool
unknown_name_p (diagnostic_info *d)
{
  static const char *const formats[] =
  {
    "%qE undeclared (first use in this function)",
    "%qE undeclared (first use in this function); did you mean %qs?",
    "%qE undeclared here (not in a function)",
    "%qE undeclared here (not in a function); did you mean %qs?",
    "unknown type name %qE",
    "unknown type name %qE; did you mean %qs?"
  };
  for (const char *format : formats)
    if (message_format_p (d, format))
      return true;
  return false;
}

/* --- nova_for -------------------------------------------------------------------------------- */

/* The user's location of the outermost nova_for that LOC comes from, also through a macro of the
   program's.  */
static location_t
use_of_for (location_t loc)
{
  location_t use = UNKNOWN_LOCATION, pure;
  while (const line_map *map = loc_macro_map (loc, &pure))
    {
      bool brought = linemap_location_from_macro_definition_p (line_table, pure);
      const line_map_macro *m;
      do
	{
	  m = linemap_check_macro (map);
	  location_t at = MACRO_MAP_EXPANSION_POINT_LOCATION (m);
	  if (strcmp (linemap_map_get_macro_name (m), "nova_for") == 0
	      && (use == UNKNOWN_LOCATION || loc_user (at) < use))
	    use = loc_user (at);
	  loc = linemap_macro_map_loc_unwind_toward_spelling (line_table, m, pure);
	}
      while ((map = loc_macro_map (loc, &pure)));
      if (brought)
	loc = MACRO_MAP_EXPANSION_POINT_LOCATION (m);
    }
  return use;
}

/* That of LOC, or else of EXPANDED.  */
static location_t
for_use (location_t loc, location_t expanded)
{
  location_t use = use_of_for (loc);
  return use != UNKNOWN_LOCATION ? use : use_of_for (expanded);
}

bool
followup_for_p (location_t loc)
{
  return use_of_for (loc) != UNKNOWN_LOCATION;
}

/* nova/for.h, and not the program, has what is at LOC.  */
static bool
in_for_h_p (location_t loc)
{
  expanded_location at
    = linemap_client_expand_location_to_spelling_point (loc, LOCATION_ASPECT_START);
  return at.file && strcmp (lbasename (at.file), "for.h") == 0 && loc_header_p (loc);
}

/* TEXT has a name that nova_for makes: nova_, a number.  */
static bool
for_name_p (const char *text)
{
  for (const char *at = text; (at = strstr (at, "nova_")); at++)
    if (ISDIGIT (at[5]))
      return true;
  return strstr (text, "nova_lambda_") != NULL;
}

/* D says TEXT, at LOC, of a nova_for that has an error already.  */
static bool
again_in_for_p (location_t loc, location_t expanded, const char *text)
{
  location_t use = for_use (loc, expanded);
  return use != UNKNOWN_LOCATION
	 && (unit.diag->wrong_fors.contains (use)
	     || (use == unit.diag->last_for && for_name_p (text)));
}

/* The operand of the nova_for at USE that TEXT ends with, as nova/for.h writes it; USE if there is
   none.  */
static location_t
for_operand (location_t use, char *text)
{
  char *bracket = strrchr (text, '(');
  unsigned all, left;
  if (!bracket || sscanf (bracket, "(nova_%*u_%u_%u", &all, &left) != 2)
    return use;
  bracket[-1] = 0;
  location_t place = source_argument (use, ANY_NUMBER, all - left + 2);
  return place == UNKNOWN_LOCATION ? use : place;
}

/* D, an error at LOC, is in a nova_for, which is remembered.  What nova/for.h finds wrong with a
   qualifier is said at that.  */
static void
note_in_for (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded,
	     const char *text)
{
  location_t use = for_use (loc, expanded);
  if (use == UNKNOWN_LOCATION)
    return;
  unit.diag->last_for = use;
  if (!unknown_name_p (d))
    unit.diag->wrong_fors.safe_push (use);
  const char *type = strstr (text, " has type ");
  if (strstr (text, "__nova_get") && type && in_for_h_p (expanded))
    {
      message_move (d, use);
      message_replace (dc, d, message_text (G_("%qs: what a name is taken from%s"), "nova_for",
					    type));
      return;
    }
  const char *from = strstr (text, "\"nova_for: ");
  if (strncmp (text, "pasting ", 8) == 0)
    from = "'nova_for: " NOVA_FOR_OTHER "'";
  else if (!from || !message_format_p (d, "static assertion failed: %E"))
    return;
  char *said = xstrdup (from + strlen ("\"nova_for: "));
  said[strlen (said) - 1] = 0;
  location_t place = for_operand (use, said);
  message_move (d, place);
  message_replace (dc, d, message_text (G_("%qs: %s"), "nova_for", said));
  free (said);
}

/* TEXT, which D says, is of a name that would be known but for a mistake before.  */
static bool
lost_p (diagnostic_info *d, const char *text)
{
  tree name = unknown_name_p (d) ? quoted_name (text) : NULL_TREE;
  if (!name)
    return false;
  if (unit.diag->miscounted && strcmp (IDENTIFIER_POINTER (name), unit.diag->miscounted) == 0)
    {
      unit.diag->miscounted = NULL;
      return true;
    }
  return unit.diag->lost_names.contains (name) || unit.diag->lost_globals.contains (name);
}

/* D says TEXT, at LOC, of a lambda that has an error already.  */
static bool
again_in_lambda_p (location_t loc, const char *text)
{
  location_t use = lambda_use (loc);
  if (use == UNKNOWN_LOCATION || use != unit.diag->wrong_lambda.use)
    return false;
  return unit.diag->wrong_lambda.syntax || strstr (text, "nova_lambda_");
}

bool
followup_lambda_p (location_t loc)
{
  location_t use = lambda_use (loc);
  return use != UNKNOWN_LOCATION && use == unit.diag->wrong_lambda.use;
}

/* What D says, at LOC, is remembered.  */
static void
note_error (diagnostic_info *d, location_t loc, const char *text)
{
  location_t use = lambda_use (loc);
  if (use != UNKNOWN_LOCATION && use != unit.diag->wrong_lambda.use)
    {
      unit.diag->wrong_lambda.use = use;
      unit.diag->wrong_lambda.syntax = false;
    }
  if (use != UNKNOWN_LOCATION
      && (strncmp (text, "expected ", 9) == 0 || message_format_p (d, "unknown type name %qE")))
    unit.diag->wrong_lambda.syntax = true;
  followup_lost (loc);
}

/* What stands at PLACE is wrong.  */
static void
lose_name (location_t place)
{
  if (tree name = source_auto_type_before (place))
    (current_function_decl ? unit.diag->lost_names : unit.diag->lost_globals).safe_push (name);
}

void
followup_forget (void)
{
  unit.diag->lost_names.truncate (0);
}

/* The declaration is where LOC is written, or where one of the macros has it whose operand it
   is.  */
void
followup_lost (location_t loc)
{
  location_t pure;
  lose_name (loc_user (loc));
  while (const line_map *map = loc_macro_map (loc, &pure))
    {
      const line_map_macro *m = linemap_check_macro (map);
      /* Two a token: where it is from, and where the macro has it, or the operand that it is
	 of.  */
      const location_t *token = m->macro_locations + 2 * (pure - MAP_START_LOCATION (m));
      lose_name (token[1]);
      loc = token[0];
    }
}

/* D, a pedantic one at LOC, is that a macro of nova.h's has nothing for its "...": that something
   is missing will be said by what takes it.  */
static bool
pedantic_count_p (diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "ISO C99 requires at least one argument for the \"...\" in a variadic "
			    "macro"))
    return false;
  char *name;
  bool empty;
  source_call_before (loc, &name, &empty);
  bool ours = name && strncmp (name, "nova_", 5) == 0;
  free (name);
  return ours;
}

/* D says at LOC that a lambda cannot be read: if that is because something is missing, or its
   parameters stand in no brackets, let it say so.  */
static void
name_parameters (diagnostic_context *dc, diagnostic_info *d, location_t loc)
{
  location_t use = lambda_use (loc);
  if (use == UNKNOWN_LOCATION || !unit.diag->wrong_lambda.syntax
      || !source_has_p (loc_user (use), "nova_lambda"))
    return;
  unsigned missing;
  location_t place = source_missing_operand (loc_user (use), &missing);
  if (place != UNKNOWN_LOCATION)
    {
      message_move (d, place);
      message_replace (dc, d, message_text (G_("operand %u of %qs is missing"), missing,
					    "nova_lambda"));
      return;
    }
  place = source_argument (loc_user (use), ANY_NUMBER, 2);
  if (place == UNKNOWN_LOCATION || source_has_p (place, "(") || source_macro (place))
    return;
  if (source_has_p (place, "{"))
    {
      message_move (d, loc_user (use));
      message_replace (dc, d, message_text (G_("%qs takes a result type, parameters and a body"),
					    "nova_lambda"));
      return;
    }
  message_move (d, place);
  message_replace (dc, d, message_text (G_("operand 2 of %qs is no list of parameters in brackets"),
					"nova_lambda"));
}

/* D, an error at LOC, says nothing new.  */
static bool
error_again_p (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded)
{
  name_count (dc, d, loc);
  char *text = message_peek (dc, d);
  bool again = lost_p (d, text) || again_in_lambda_p (loc, text)
	       || again_in_for_p (loc, expanded, text) || diag_said_p (loc, expanded, text);
  if (!again)
    {
      note_error (d, loc, text);
      note_in_for (dc, d, loc, expanded, text);
      name_parameters (dc, d, loc);
    }
  free (text);
  return again;
}

/* D, a warning, is that a function gives no value whose return statement has an error.  */
static bool
no_return_p (diagnostic_info *d)
{
  return misuse_error_here_p ()
	 && (message_format_p (d, "control reaches end of non-void function")
	     || message_format_p (d, "no return statement in function returning non-void"));
}

/* D, at LOC, is that a function without a result returns a value, a vector as far as the text
   tells, or the last builtin: that is an error, and frontend.cc's.  */
static bool
vector_returned_p (diagnostic_info *d, location_t loc)
{
  if (!message_format_p (d, "%<return%> with a value, in function returning void"))
    return false;
  tree t = source_type (loc_user (loc));
  if (!t)
    t = misuse_last_result (loc_user (loc));
  return t && vtype_elem (t);
}

/* D is that a lambda is called, as one without a result type is read.  */
static bool
lambda_called_p (diagnostic_context *dc, diagnostic_info *d)
{
  if (!message_format_p (d, "implicit declaration of function %qE")
      && !message_format_p (d, "implicit declaration of function %qE; did you mean %qs?"))
    return false;
  char *text = message_peek (dc, d);
  tree name = quoted_name (text);
  bool lambda = name && strncmp (IDENTIFIER_POINTER (name), "nova_lambda_", 12) == 0;
  free (text);
  return lambda;
}

/* D, at LOC and no note, says nothing new.  */
static bool
again_p (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded)
{
  if (pedantic_count_p (d, loc) || no_return_p (d) || vector_returned_p (d, loc))
    return true;
  if (d->kind == DK_ERROR)
    return error_again_p (dc, d, loc, expanded);
  return d->kind == DK_WARNING
	 && ((unit.diag->wrong_lambda.syntax && followup_lambda_p (loc))
	     || unit.diag->wrong_fors.contains (for_use (loc, expanded))
	     || lambda_called_p (dc, d));
}

bool
followup_start (diagnostic_context *dc, diagnostic_info *d, location_t loc, location_t expanded)
{
  bool &left = unit.diag->left_out;
  bool again;
  if (d->kind == DK_NOTE)
    again = left || (unit.diag->miscounted && message_format_p (d, "macro \"%s\" defined here"));
  else
    again = left = again_p (dc, d, loc, expanded);
  if (again)
    leave_out (dc, d);
  return again;
}

/* --- Declarations ----------------------------------------------------------------------------- */

/* MACRO, or one that it names and that is not SEEN yet, has one of the characters ENDS for a token.
   Not one of nova.h's.  */
static bool
macro_ends_p (cpp_hashnode *macro, const char *ends, vec<cpp_hashnode *> *seen)
{
  if (!cpp_user_macro_p (macro) || macro->value.macro->kind != cmk_macro || seen->contains (macro)
      || loc_header_p (cpp_macro_definition_location (macro)))
    return false;
  seen->safe_push (macro);
  const cpp_macro *m = macro->value.macro;
  for (unsigned i = 0; i < m->count; i++)
    {
      const cpp_token *t = &m->exp.tokens[i];
      const char *text = cpp_type2name (t->type, 0);
      if (text[0] && !text[1] && strchr (ends, text[0]))
	return true;
      if (t->type == CPP_NAME && macro_ends_p (t->val.node.node, ends, seen))
	return true;
    }
  return false;
}

/* A comes from a macro of the program's, or is where that stands, that may end, by one of ENDS,
   what it begins, and B does not come from that use of it: what the text between them tells is not
   all.  */
static bool
macro_ended_p (location_t a, location_t b, const char *ends)
{
  if (source_outermost_use (a) == source_outermost_use (b))
    return false;
  auto_vec<cpp_hashnode *> seen;
  location_t pure;
  while (const line_map *map = loc_macro_map (a, &pure))
    {
      if (macro_ends_p (linemap_check_macro (map)->macro, ends, &seen))
	return true;
      a = MACRO_MAP_EXPANSION_POINT_LOCATION (linemap_check_macro (map));
    }
  cpp_hashnode *written = source_macro (a);
  return written && macro_ends_p (written, ends, &seen);
}

/* Between A and B, further on in the source, there is none of the characters ENDS, also none that a
   macro brings in.  */
static bool
one_declaration_p (location_t a, location_t b, const char *ends)
{
  return !macro_ended_p (a, b, ends) && source_same_declaration_p (a, b, ends);
}

/* The body's first brace has been read, and of what stands in it nothing: that begins with one,
   too.  */
static bool
brace_next_p (void)
{
  int n = 0;
  while (cpp_peek_token (parse_in, n)->type == CPP_PADDING)
    n++;
  return cpp_peek_token (parse_in, n)->type == CPP_OPEN_BRACE;
}

/* FN, which nova_lambda makes, is being declared: what is written as its body must be a block,
   unless it comes from a macro.  With plain errors it may be a macro that has the block.  */
static void
check_block (tree fn)
{
  location_t loc = DECL_SOURCE_LOCATION (fn), use = lambda_use (loc);
  if (use == UNKNOWN_LOCATION)
    return;
  location_t place = loc_user (loc);
  if (option.plain_errors)
    {
      if (brace_next_p ())
	return;
    }
  else
    {
      if (!source_has_p (place, "nova_lambda"))
	return;
      place = source_argument (place, ANY_NUMBER, 3);
      if (place == UNKNOWN_LOCATION || source_has_p (place, "{") || source_macro (place))
	return;
    }
  error_at (place, "operand 3 of %qs is no block in braces", "nova_lambda");
  unit.diag->wrong_lambda.use = use;
  unit.diag->wrong_lambda.syntax = true;
}

void
followup_declared (tree decl, location_t last_error)
{
  if (TREE_CODE (decl) == FUNCTION_DECL && followup_lambda_name_p (decl))
    check_block (decl);
  if ((!VAR_P (decl) && TREE_CODE (decl) != PARM_DECL)
      || TYPE_MAIN_VARIANT (TREE_TYPE (decl)) != integer_type_node
      || last_error <= BUILTINS_LOCATION)
    return;
  location_t &before = unit.diag->lost_variable;
  location_t loc = DECL_SOURCE_LOCATION (decl);
  if (!one_declaration_p (last_error, loc, ";{}=")
      && !(before > BUILTINS_LOCATION && one_declaration_p (before, loc, ";{}")))
    return;
  TREE_TYPE (decl) = error_mark_node;
  before = loc;
}

bool
followup_function_p (tree fn, location_t last_error)
{
  return DECL_SOURCE_LOCATION (fn) > BUILTINS_LOCATION && last_error > BUILTINS_LOCATION
	 && one_declaration_p (DECL_SOURCE_LOCATION (fn), last_error, ";{}=");
}

/* --- In which function ----------------------------------------------------------------------- */

static void (*print_function_before) (diagnostic_context *, const char *, diagnostic_info *);

void
followup_lifted (tree fn, tree outer)
{
  root_keep (fn);
  root_keep (outer);
  unit.diag->written_in.put (fn, outer);
}

/* The function that FN, perhaps a lambda, is written in: a lambda has no name that anybody
   wrote.  */
static tree
named_function_around (tree fn)
{
  while (followup_lambda_name_p (fn))
    {
      tree *lifted = unit.diag->written_in.get (fn);
      tree outer = lifted ? *lifted : DECL_CONTEXT (fn);
      if (!outer || TREE_CODE (outer) != FUNCTION_DECL)
	break;
      fn = outer;
    }
  return fn;
}

/* lang_hooks.print_error_function.  */
static void
print_function (diagnostic_context *dc, const char *file, diagnostic_info *d)
{
  tree fn = current_function_decl;
  if (unit_nova_p ())
    current_function_decl = named_function_around (fn);
  print_function_before (dc, file, d);
  current_function_decl = fn;
}

void
followup_start_unit (void)
{
  print_function_before = lang_hooks.print_error_function;
  lang_hooks.print_error_function = print_function;
}

/* Errors at the location of an operand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The resolve hook gets no locations of operands, and a plain variable or a constant has none.  The
   front end's argument conversion has them.  So the hook gives the builtin a function type that the
   operand cannot be converted to, lets the front end go on, and while that error is being printed
   replaces its text by ours.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "source.h"
#include "state.h"

/* Format again, FORMAT instead of what TEXT had.  */
void
message_reformat (pretty_printer *pp, text_info *text, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  text->format_spec = format;
  text->args_ptr = &ap;
  pp_format (pp, text);
  va_end (ap);
}

static void
end_group (diagnostic_context *dc)
{
  dc->inhibit_notes_p = unit.diag->pending.inhibit_notes;
  dc->end_group_cb = unit.diag->pending.end_group;
  tree declared = unit.diag->pending.declared;
  unit.diag->pending.declared = NULL_TREE;
  loc_note_macro (unit.diag->pending.spot);
  if (declared)
    inform (DECL_SOURCE_LOCATION (declared), "%qD declared here", declared);
  if (dc->end_group_cb)
    dc->end_group_cb (dc);
}

/* The diagnostic starter: the front end's text is formatted, not yet printed.  */
static void
start_with_our_text (diagnostic_context *dc, diagnostic_info *d)
{
  diagnostic_starter (dc) = unit.diag->pending.starter;
  TREE_TYPE (unit.diag->pending.fndecl) = unit.diag->pending.fntype;
  misuse_say_before (dc, d, d->richloc->get_loc ());
  /* The notes that follow compare the types we made up.  */
  unit.diag->pending.inhibit_notes = dc->inhibit_notes_p;
  unit.diag->pending.end_group = dc->end_group_cb;
  dc->inhibit_notes_p = true;
  dc->end_group_cb = end_group;

  pp_output_formatted_text (dc->printer);
  pp_clear_output_area (dc->printer);
  message_reformat (dc->printer, &d->message, "%s", unit.diag->pending.text);
  free (unit.diag->pending.text);
  /* Without the label that shows the made-up type.  */
  location_t loc = d->richloc->get_loc ();
  if (unit.diag->pending.spot == UNKNOWN_LOCATION)
    unit.diag->pending.spot = loc;
  location_t place = loc_user (loc);
  /* What a macro of nova.h's makes of an operand stands at the macro's name, or at its end.  */
  if (place != loc && (place == unit.diag->pending.call || unit.diag->pending.op == NOVA_OP_FIELD))
    {
      location_t written = source_operand (unit.diag->pending.call, unit.diag->pending.op,
					   unit.diag->pending.operand);
      place = written != unit.diag->pending.call ? written : place;
    }
  misuse_moved (loc);
  message_move (d, place);
  diagnostic_starter (dc) (dc, d);
}

char *
message_text_va (const char *gmsgid, va_list *ap)
{
  pretty_printer *pp = global_dc->printer->clone ();
  pp_clear_output_area (pp);
  text_info text;
  text.format_spec = _(gmsgid);
  text.args_ptr = ap;
  text.err_no = errno;
  text.x_data = NULL;
  text.m_richloc = NULL;
  pp_format (pp, &text);
  pp_output_formatted_text (pp);
  char *result = xstrdup (pp_formatted_text (pp));
  delete pp;
  return result;
}

char *
message_text (const char *gmsgid, ...)
{
  va_list ap;
  va_start (ap, gmsgid);
  char *text = message_text_va (gmsgid, &ap);
  va_end (ap);
  return text;
}

/* A type that nothing converts to.  */
static tree
impossible_type (void)
{
  tree &t = unit.diag->impossible_type;
  if (!t)
    {
      t = make_node (RECORD_TYPE);
      finish_builtin_struct (t, "nova_operand", NULL_TREE, NULL_TREE);
      root_keep (t);
    }
  return t;
}

tree
diag_operand (location_t loc, tree fndecl, vec<tree, va_gc> *args, unsigned k,
	      const char *gmsgid, ...)
{
  va_list ap;
  va_start (ap, gmsgid);
  char *text = message_text_va (gmsgid, &ap);
  va_end (ap);
  if (k == 0 || k > vec_safe_length (args) || !op_name_p (fndecl))
    {
      error_at (loc, "%s", text);
      free (text);
      return error_mark_node;
    }
  unit.diag->pending.text = text;
  unit.diag->pending.declared = NULL_TREE;
  unsigned site = site_of_call ((*args)[k - 1], NULL);
  unit.diag->pending.spot = site ? site_get (site)->spot : UNKNOWN_LOCATION;
  unit.diag->pending.call = loc;
  unit.diag->pending.op = op_written (fndecl);
  unit.diag->pending.operand = k;
  unit.diag->pending.fndecl = fndecl;
  unit.diag->pending.fntype = TREE_TYPE (fndecl);
  unit.diag->pending.starter = diagnostic_starter (global_dc);
  diagnostic_starter (global_dc) = start_with_our_text;

  tree list = void_list_node;
  for (unsigned i = vec_safe_length (args); i > 0; i--)
    {
      (*args)[i - 1] = integer_zero_node;
      list = tree_cons (NULL_TREE, i == k ? impossible_type () : integer_type_node, list);
    }
  TREE_TYPE (fndecl) = build_function_type (integer_type_node, list);
  return NULL_TREE;
}

void
diag_operand_note (tree decl)
{
  if (decl && DECL_NAME (decl) && !followup_lambda_name_p (decl)
      && DECL_SOURCE_LOCATION (decl) > BUILTINS_LOCATION)
    unit.diag->pending.declared = decl;
}

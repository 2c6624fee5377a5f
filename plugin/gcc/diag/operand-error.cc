/* Errors at an operand's own place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The resolve hook gets no locations of operands, and a plain variable or a constant carries
   none.  The front end's argument conversion has them.  So the hook gives the builtin a function
   type that wants the impossible at the operand, lets the front end go on, and while that error
   is being printed puts our text in place of its own.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"

/* The error on its way.  */
static struct
{
  char *text;
  tree fndecl, fntype;		/* the builtin, and the type to give back to it */
  diagnostic_starter_fn starter;
  void (*end_group) (diagnostic_context *);
  bool inhibit_notes;
  tree declared;		/* what the note behind the error points at, or NULL_TREE */
  location_t call;		/* of the builtin's name */
  enum nova_op op;
  unsigned operand;
  location_t spot;		/* of an operand that is a builtin's result: where that is called,
				   perhaps in a macro; else UNKNOWN_LOCATION */
} pending;

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
  dc->inhibit_notes_p = pending.inhibit_notes;
  dc->end_group_cb = pending.end_group;
  tree declared = pending.declared;
  pending.declared = NULL_TREE;
  macro_note (pending.spot);
  if (declared)
    inform (DECL_SOURCE_LOCATION (declared), "%qD declared here", declared);
  if (dc->end_group_cb)
    dc->end_group_cb (dc);
}

/* The diagnostic starter: the front end's text is formatted, not yet printed.  */
static void
start_with_our_text (diagnostic_context *dc, diagnostic_info *d)
{
  diagnostic_starter (dc) = pending.starter;
  TREE_TYPE (pending.fndecl) = pending.fntype;
  misuse_say_before (dc, d, d->richloc->get_loc ());
  /* The notes that follow compare the types we made up.  */
  pending.inhibit_notes = dc->inhibit_notes_p;
  pending.end_group = dc->end_group_cb;
  dc->inhibit_notes_p = true;
  dc->end_group_cb = end_group;

  pp_output_formatted_text (dc->printer);
  pp_clear_output_area (dc->printer);
  message_reformat (dc->printer, &d->message, "%s", pending.text);
  free (pending.text);
  /* Without the label that shows the made-up type.  */
  location_t loc = d->richloc->get_loc ();
  if (pending.spot == UNKNOWN_LOCATION)
    pending.spot = loc;
  location_t place = user_location (loc);
  /* What a macro of nova.h's makes of an operand stands at the macro's name, or at its end.  */
  if (place != loc && (place == pending.call || pending.op == NOVA_OP_FIELD))
    {
      location_t written = operand_place (pending.call, pending.op, pending.operand);
      place = written != pending.call ? written : place;
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
  static tree t;
  if (!t)
    {
      t = make_node (RECORD_TYPE);
      finish_builtin_struct (t, "nova_operand", NULL_TREE, NULL_TREE);
      root_keep (t);
    }
  return t;
}

tree
operand_error (location_t loc, tree fndecl, vec<tree, va_gc> *args, unsigned k,
	       const char *gmsgid, ...)
{
  va_list ap;
  va_start (ap, gmsgid);
  char *text = message_text_va (gmsgid, &ap);
  va_end (ap);
  if (k == 0 || k > vec_safe_length (args) || !our_name_p (fndecl))
    {
      error_at (loc, "%s", text);
      free (text);
      return error_mark_node;
    }
  pending.text = text;
  pending.declared = NULL_TREE;
  unsigned site = call_site ((*args)[k - 1], NULL);
  pending.spot = site ? site_get (site)->spot : UNKNOWN_LOCATION;
  pending.call = loc;
  pending.op = written_op (fndecl);
  pending.operand = k;
  pending.fndecl = fndecl;
  pending.fntype = TREE_TYPE (fndecl);
  pending.starter = diagnostic_starter (global_dc);
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
operand_error_note (tree decl)
{
  if (decl && DECL_NAME (decl) && !lambda_name_p (decl)
      && DECL_SOURCE_LOCATION (decl) > BUILTINS_LOCATION)
    pending.declared = decl;
}

/* Diagnostics: locations of operands, one error per mistake, and GCC's messages about vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_DIAG_H
#define NOVA_DIAG_H

/* operand-error.cc */
/* One error at operand K (from 1) of the call of FNDECL at LOC with ARGS.  Returns what the
   resolver must return.  */
extern tree diag_operand (location_t loc, tree fndecl, vec<tree, va_gc> *args, unsigned k,
			  const char *gmsgid, ...) ATTRIBUTE_GCC_DIAG (5, 6);
/* Behind the error just prepared: a note at the declaration of the function DECL, which it is
   about.  None for a lambda, which is at the error's location, and for NULL_TREE.  */
extern void diag_operand_note (tree decl);
/* GMSGID with its arguments as the front end prints it.  xmalloc'd.  */
extern char *message_text (const char *gmsgid, ...);
extern char *message_text_va (const char *gmsgid, va_list *ap);
/* Replace TEXT, already formatted into PP, by FORMAT with the following arguments.  */
extern void message_reformat (pretty_printer *pp, text_info *text, const char *format, ...);

/* followup.cc */
extern void followup_start_unit (void);
/* D is about to be reported, at LOC, EXPANDED being its location in macros' expansions: true if it
   is a follow-up, and suppressed.  */
extern bool followup_start (diagnostic_context *dc, diagnostic_info *d, location_t loc,
			    location_t expanded);

/* said-once.cc: has the error TEXT at LOC, EXPANDED being its location in macros' expansions,
   already been reported about the same operand of a macro?  For vectors and builtins only; all else
   is left to the front end.  */
extern bool diag_said_p (location_t loc, location_t expanded, const char *text);
/* The location of the macro's operand that the macro has, in brackets or not, in front of its token
   at LOC (STEP -1) or behind it (1); UNKNOWN_LOCATION if there is none.  */
extern location_t source_macro_operand (location_t loc, int step);
/* The use of the outermost macro that LOC comes from, or LOC.  */
extern location_t source_outermost_use (location_t loc);
/* Does the token at LOC belong to a lambda that has an error?  */
extern bool followup_lambda_p (location_t loc);
/* Is LOC in the expansion of a nova_for?  */
extern bool followup_for_p (location_t loc);
/* The expression at LOC has an error: if it initialises a variable of type __auto_type, errors
   about that are follow-ups.  */
extern void followup_lost (location_t loc);
/* A function is complete: forget its variables.  */
extern void followup_forget (void);
/* DECL is being declared; LAST_ERROR is the location of the last error.  */
extern void followup_declared (tree decl, location_t last_error);
/* Is LAST_ERROR in the head of FN?  */
extern bool followup_function_p (tree fn, location_t last_error);
/* FN has been lifted out of OUTER.  */
extern void followup_lifted (tree fn, tree outer);
/* Is DECL a function that nova_lambda makes?  */
extern bool followup_lambda_name_p (tree decl);

/* misuse.cc */
/* D, a message, is about to be reported by DC: it is formatted, but not yet printed.  Its text,
   xmalloc'd; replace its text by TEXT, which is freed.  */
extern char *message_peek (diagnostic_context *dc, diagnostic_info *d);
extern void message_replace (diagnostic_context *dc, diagnostic_info *d, char *text);
/* The same in two steps, between which DC's buffer is empty.  */
extern char *message_take (diagnostic_context *dc);
extern void message_say (diagnostic_context *dc, diagnostic_info *d, char *text);
/* Does D have the format GMSGID of the front end?  */
extern bool message_format_p (diagnostic_info *d, const char *gmsgid);
/* Was there an error in the current function, or in one nested in it?  */
extern bool misuse_error_here_p (void);
/* The location of the last error, perhaps in the expansion of a macro.  */
extern location_t misuse_last_error (void);
/* The next error to be reported had the location FROM.  */
extern void misuse_moved (location_t from);
extern void misuse_start_unit (void);
/* Mark what it remembers for the collector.  */
extern void misuse_mark (void);
/* D, which is formatted but not yet printed, will be at LOC: first report errors that precede
   that.  */
extern void misuse_say_before (diagnostic_context *dc, diagnostic_info *d, location_t loc);
/* The builtin NAME, called at LOC, has no result.  */
extern void misuse_note_void (location_t loc, const char *name);
/* Record that the result of the builtin at LOC has TYPE; the result type of the builtin whose name
   is in FILE at LINE and COLUMN, NULL_TREE if there is none; forget them, after a function.  */
extern void misuse_note_result (location_t loc, tree type);
extern tree misuse_result (const char *file, int line, int column);
extern void misuse_forget (void);
/* The result type of the last builtin, if that is in the line of LOC; else NULL_TREE.  */
extern tree misuse_last_result (location_t loc);
/* Was the last error behind LOC?  */
extern bool misuse_error_behind_p (location_t loc);
/* DECL has just been declared: a builtin in its initialiser is an error.  */
extern void misuse_check_variable (tree decl);

/* name-type.cc: add to D, at LOC, the type of the vector that it is about, if it does not name it;
   let it be about the operand of a macro of nova.h's, not about the macro's expansion.  */
extern void diag_name_type (diagnostic_context *dc, diagnostic_info *d, location_t loc);
extern void diag_name_operand (diagnostic_context *dc, diagnostic_info *d, location_t loc);
/* Move D to LOC.  */
extern void message_move (diagnostic_info *d, location_t loc);

/* no-warning.cc */
extern void diag_quiet_start_unit (void);
/* Functions of our own are made from now on; they are not any more.  */
extern void diag_quiet (bool begin);

/* local-view.cc: warn where FN, its nested functions apart, returns a view of its own variable.  */
extern void diag_local_view (tree fn);

/* late-error.cc: record the error TEXT (xmalloc'd, taken over) about PART of WHAT at LOC, to be
   reported later, unless it has been.  With a NOTE at NOTE_LOC; if NOTE is NULL, with one that
   names the macro that the token at NOTE_LOC comes from, if there is one.  */
extern void diag_late (location_t loc, tree what, unsigned part, char *text, location_t note_loc,
		       const char *note);
/* Register FIND, which calls diag_late for errors in the text parsed so far; call it.  */
extern void diag_late_found_by (void (*find) (void));
extern void diag_late_find (void);
/* Are there recorded errors in front of BEFORE?  Report those, or all for UNKNOWN_LOCATION.  */
extern bool diag_late_any_p (location_t before);
extern void diag_late_say (location_t before);
/* The function that they are about has been parsed: forget them.  */
extern void diag_late_forget (void);

#endif

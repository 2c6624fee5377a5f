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
/* Behind the error just prepared: a note where the function DECL, which it is about, is declared.
   None for a lambda, which stands at the error, and for NULL_TREE.  */
extern void diag_operand_note (tree decl);
/* GMSGID with its arguments as the front end prints it.  xmalloc'd.  */
extern char *message_text (const char *gmsgid, ...);
extern char *message_text_va (const char *gmsgid, va_list *ap);
/* TEXT, formatted into PP once, again: FORMAT with what follows instead.  */
extern void message_reformat (pretty_printer *pp, text_info *text, const char *format, ...);

/* followup.cc */
extern void followup_start_unit (void);
/* D is about to be said, at LOC, of which EXPANDED is where macros have it: true if it says nothing
   new, and is left out.  */
extern bool followup_start (diagnostic_context *dc, diagnostic_info *d, location_t loc,
			    location_t expanded);

/* said-once.cc: that LOC, of which EXPANDED is where macros have it, is wrong as TEXT says has been
   said of the same operand of a macro.  Of vectors and builtins only; all else is the front
   end's.  */
extern bool diag_said_p (location_t loc, location_t expanded, const char *text);
/* Where the operand of a macro is written that the macro has, in brackets or not, in front of its
   token at LOC (STEP -1) or behind it (1); UNKNOWN_LOCATION if it has none there.  */
extern location_t source_macro_operand (location_t loc, int step);
/* Where the outermost macro is used that LOC comes from, or LOC.  */
extern location_t source_outermost_use (location_t loc);
/* What stands at LOC belongs to a lambda that has an error.  */
extern bool followup_lambda_p (location_t loc);
/* What stands at LOC is wrong: a variable of type __auto_type that it was to be the value of is no
   mistake of its own.  */
extern void followup_lost (location_t loc);
/* A function is complete: of variables in it nothing more is said.  */
extern void followup_forget (void);
/* DECL is being declared; LAST_ERROR is where the last error was.  */
extern void followup_declared (tree decl, location_t last_error);
/* LAST_ERROR is in the head of FN.  */
extern bool followup_function_p (tree fn, location_t last_error);
/* FN has been taken out of OUTER.  */
extern void followup_lifted (tree fn, tree outer);
/* DECL is a function that nova_lambda makes.  */
extern bool followup_lambda_name_p (tree decl);

/* misuse.cc */
/* D, a message, is about to be said by DC: it is formatted, and not yet printed.  What it says,
   xmalloc'd; let it say TEXT, which is freed, instead.  */
extern char *message_peek (diagnostic_context *dc, diagnostic_info *d);
extern void message_replace (diagnostic_context *dc, diagnostic_info *d, char *text);
/* The same in two steps, between which DC has nothing to say.  */
extern char *message_take (diagnostic_context *dc);
extern void message_say (diagnostic_context *dc, diagnostic_info *d, char *text);
/* D has the format GMSGID of the front end.  */
extern bool message_format_p (diagnostic_info *d, const char *gmsgid);
/* There was an error in the function that the compiler is at, or in one nested in it.  */
extern bool misuse_error_here_p (void);
/* Where the last error was, perhaps in the expansion of a macro.  */
extern location_t misuse_last_error (void);
/* The error that is said next had the place FROM.  */
extern void misuse_moved (location_t from);
extern void misuse_start_unit (void);
/* Mark what it remembers for the collector.  */
extern void misuse_mark (void);
/* D, which is formatted and not yet printed, will stand at LOC: say first what is wrong in front of
   that.  */
extern void misuse_say_before (diagnostic_context *dc, diagnostic_info *d, location_t loc);
/* The builtin NAME, called at LOC, has no result.  */
extern void misuse_note_void (location_t loc, const char *name);
/* The builtin at LOC gives a TYPE; the type of what the one gives whose name stands in FILE at LINE
   and COLUMN, NULL_TREE if there is none; a function has been read.  */
extern void misuse_note_result (location_t loc, tree type);
extern tree misuse_result (const char *file, int line, int column);
extern void misuse_forget (void);
/* The type of what the last builtin gave, if that stands in the line of LOC; else NULL_TREE.  */
extern tree misuse_last_result (location_t loc);
/* The last error stood behind LOC.  */
extern bool misuse_error_behind_p (location_t loc);
/* DECL has just been declared: a builtin in its initialiser is an error.  */
extern void misuse_check_variable (tree decl);

/* name-type.cc: let D, which is said at LOC, name the type of the vector that it is about, if it
   does not; let it be about an operand that a macro of nova.h's was given, not about what the macro
   made of it.  */
extern void diag_name_type (diagnostic_context *dc, diagnostic_info *d, location_t loc);
extern void diag_name_operand (diagnostic_context *dc, diagnostic_info *d, location_t loc);
/* Let D stand at LOC.  */
extern void message_move (diagnostic_info *d, location_t loc);

/* no-warning.cc */
extern void diag_quiet_start_unit (void);
/* Functions of our own are made from now on; they are not any more.  */
extern void diag_quiet (bool begin);

/* local-view.cc: warn where FN, its nested functions apart, returns a view of its own variable.  */
extern void diag_local_view (tree fn);

/* late-error.cc: PART of WHAT is wrong at LOC, as TEXT says (xmalloc'd, it is taken): that is said
   later, if it has not been.  With a NOTE at NOTE_LOC; if that is NULL, with one that tells which
   macro has what stands at NOTE_LOC, if that is known and one has.  */
extern void diag_late (location_t loc, tree what, unsigned part, char *text, location_t note_loc,
		       const char *note);
/* FIND calls diag_late for what is wrong in what has been read so far; look.  */
extern void diag_late_found_by (void (*find) (void));
extern void diag_late_find (void);
/* Are there any in front of BEFORE?  Say those, or all for UNKNOWN_LOCATION.  */
extern bool diag_late_any_p (location_t before);
extern void diag_late_say (location_t before);
/* The function that they are about has been read.  */
extern void diag_late_forget (void);

#endif

/* What the front end's parts of the plugin share among themselves.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FRONTEND_H
#define NOVA_FRONTEND_H

/* root.cc, site.cc */
extern void root_mark (void *, void *);
extern void site_mark (void);
/* A new site equal to NUMBER, for a copied call.  */
extern unsigned site_copy (unsigned number);

/* types.cc */
/* What makes T unfit as an element type, a phrase ("is incomplete"), or NULL if nothing does.  */
extern const char *vec_elem_fault (tree t);
/* T for %T of an error about qualifiers, which GCC does not print before a name.  */
extern tree type_with_qualifiers (tree t);
/* T holds a vector somewhere, in a member, an element or a union.  */
extern bool holds_vector_p (tree t);

/* builtins.cc */
/* How many operands of OP are functions, and the number of the first as it is written.  In resolved
   calls, and in sites, they come first.  */
extern unsigned op_functions (enum nova_op op);
extern unsigned op_first_function (enum nova_op op);
/* What the operand with index K (from 0) of a resolved call is called in messages.  */
extern unsigned op_written_operand (enum nova_op op, unsigned k);
/* How many operands OP has at least.  */
extern unsigned op_least (enum nova_op op);
/* And at most, -1: any number.  */
extern int op_most (enum nova_op op);
/* This version compiles it; otherwise the language only reserves it.  */
extern bool op_built_p (enum nova_op op);
/* The builtin that FNDECL, as written, names; NOVA_OP_NONE if none.  */
extern enum nova_op written_op (tree fndecl);
/* The generic operator that FNDECL, a declaration of ours, stands for; NOVA_OPR_NONE if none.  */
extern enum nova_operator decl_operator (tree fndecl);
extern const char *operator_name (enum nova_operator opr);
/* FNDECL is one of the plugin's own declarations, written or resolved.  */
extern bool our_decl_p (tree fndecl);
extern bool our_name_p (tree fndecl);
/* A call of a declaration made by signature_decl or retain_decl.  */
extern tree build_our_call (location_t loc, tree decl, unsigned n, tree *args);

/* site.cc */
/* Where LOC stands in the user's text: the place of a macro's use for what the macro brings in,
   its own place for what is written in a macro's argument.  */
extern location_t user_location (location_t loc);
/* LOC is in nova.h.  */
extern bool nova_header_p (location_t loc);
/* Behind an error at user_location (LOC): a note where a macro of the user's has what stands at LOC.  */
extern void macro_note (location_t loc);
/* operand-place.cc: the word that the source has at LOC, followed by nothing or by operands (*CALLED),
   if that is all until a ; or , or }: else NULL.  xmalloc'd.  */
extern char *written_word (location_t loc, bool *called);
/* The word that ends before LOC, unless it is a member's name: NULL if there is none; *CALL: what ends
   there is a bracket.  xmalloc'd.  */
extern char *word_before (location_t loc, bool *call);
/* The source has a string or a compound literal at LOC.  */
extern bool written_literal_p (location_t loc);
/* The source has TEXT at LOC.  */
extern bool written_operator_p (location_t loc, const char *text);
/* Where operand K (from 1) is written of the builtin of OP whose name stands at CALL; CALL if that
   cannot be told.  */
extern location_t operand_place (location_t call, enum nova_op op, unsigned k);
/* The site of the resolved CALL, 0 if it is none; *SITE_ARG is which argument holds the number.  */
extern unsigned call_site (tree call, unsigned *site_arg);

/* options.cc */
extern void options_read (int argc, const struct plugin_argument *argv);

/* operand-error.cc */
/* One error at operand K (from 1) of the call of FNDECL at LOC with ARGS.  Returns what the
   resolver must return.  */
extern tree operand_error (location_t loc, tree fndecl, vec<tree, va_gc> *args, unsigned k,
			   const char *gmsgid, ...) ATTRIBUTE_GCC_DIAG (5, 6);
/* Behind the error just prepared: a note where the function DECL, which it is about, is declared.
   None for a lambda, which stands at the error, and for NULL_TREE.  */
extern void operand_error_note (tree decl);
/* GMSGID with its arguments as the front end prints it.  xmalloc'd.  */
extern char *message_text (const char *gmsgid, ...);
/* TEXT, formatted into PP once, again: FORMAT with what follows instead.  */
extern void message_reformat (pretty_printer *pp, text_info *text, const char *format, ...);

/* misuse.cc */
extern void misuse_start_unit (void);
/* Mark what it remembers for the collector.  */
extern void misuse_mark (void);
/* The builtin NAME, called at LOC, has no result.  */
extern void misuse_note_void (location_t loc, const char *name);
/* The builtin at LOC gives a TYPE.  */
extern void misuse_note_result (location_t loc, tree type);
/* The last error stood behind LOC.  */
extern bool misuse_error_behind_p (location_t loc);
/* DECL has just been declared: a builtin in its initialiser is an error.  */
extern void misuse_check_variable (tree decl);

/* quiet.cc */
extern void quiet_start_unit (void);
/* Functions of our own are made from now on; they are not any more.  */
extern void quiet_generate (bool begin);

/* local-view.cc: warn where FN, its nested functions apart, returns a view of its own variable.  */
extern void warn_local_view (tree fn);

/* frontend.cc: all that is done with FNDECL and its nested functions once its body is there.  */
extern void frontend_function (tree fndecl);

#endif

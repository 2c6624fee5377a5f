/* A translation unit's state: kept trees, vector types, declarations of builtins, sites.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_UNIT_H
#define NOVA_UNIT_H

/* --- What is remembered ---------------------------------------------------------------------- */

/* A part for each room that remembers anything of the translation unit; ROOM/state.h says what.
   All of it is empty when the plugin is loaded and again when the unit starts (entry_start_unit, of
   entry); state.h says what of a part goes earlier than the unit.  Trees in it are kept from the
   collector by root_keep, or marked by the functions *_mark.

   What lives longer is static where it is used: the options (option); what stood where GCC has a
   hook of ours now (*_before, target_*, front_end_starter); the passes that are registered.  The
   attributes belong to GCC.  */
struct nova_unit
{
  struct base_state *base;
  struct diag_state *diag;
  struct front_state *front;
  struct passive_state *passive;
  struct gen_state *gen;
  struct extract_state *extract;
  struct host_state *host;
  struct region_state *region;
};
extern struct nova_unit unit;

/* root.cc, site.cc */
/* Mark what they keep for the collector.  */
extern void root_mark (void);
extern void site_mark (void);
/* The site of the resolved CALL, 0 if it is none; *SITE_ARG is which argument holds the number.  */
extern unsigned site_of_call (tree call, unsigned *site_arg);
/* Messages print calls without their sites.  */
extern void site_start_unit (void);
/* A new site equal to NUMBER, for a copied call.  */
extern unsigned site_copy (unsigned number);

/* unit.cc */
/* The program has just named something of nova's.  */
extern void unit_named (void);
extern void unit_register_pragma (void);

/* types.cc */
/* What makes T unfit as an element type, a phrase ("is incomplete"), or NULL if nothing does.  */
extern const char *vtype_elem_fault (tree t);
/* T for %T of an error about qualifiers, which GCC does not print before a name.  */
extern tree ctype_with_qualifiers (tree t);
/* What nova_vec gave when it was last used.  */
extern tree vtype_last_written (void);
extern void vtype_note_written (tree t);
/* T is complete, of a size that is known.  */
extern bool ctype_fixed_size_p (tree t);
/* T holds a vector somewhere, in a member, an element or a union.  */
extern bool vtype_inside_p (tree t);

/* builtins.cc */
/* Is OP computed from its operands and what views of them read, and nothing else done?  */
extern bool op_reads_p (enum nova_op op);
/* Does OP, as written, write memory; to how many of the NOPS operands of a resolved call; the index
   of the Kth of these.  */
extern bool op_stores_p (enum nova_op op);
extern unsigned op_ntargets (enum nova_op op, unsigned nops);
extern unsigned op_target (enum nova_op op, unsigned k);
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
extern enum nova_op op_written (tree fndecl);
/* The generic operator that FNDECL, a declaration of ours, stands for; NOVA_OPR_NONE if none.  */
extern enum nova_operator op_operator (tree fndecl);
extern const char *op_operator_name (enum nova_operator opr);
/* FNDECL is one of the plugin's own declarations, written or resolved.  */
extern bool op_decl_p (tree fndecl);
extern bool op_name_p (tree fndecl);
/* The program has named one of the builtins.  */
extern bool op_named_p (void);
/* A precompiled header has taken the place of what was declared.  */
extern void op_declare_again (void);
/* A call of a declaration made by op_decl or op_retain_decl.  */
extern tree op_build_call (location_t loc, tree decl, unsigned n, tree *args);

/* site.cc */
/* Where LOC stands in the user's text: the place of a macro's use for what the macro brings in,
   its own place for what is written in a macro's argument.  */
extern location_t loc_user (location_t loc);
/* LOC is in nova.h.  */
extern bool loc_header_p (location_t loc);
/* The map of LOC, *PURE being LOC without what is packed with it; NULL unless it is a macro's.  */
extern const line_map *loc_macro_map (location_t loc, location_t *pure);
/* LOC comes out of a macro: where that is used, and its *NAME; else UNKNOWN_LOCATION.  */
extern location_t loc_macro_use (location_t loc, const char **name);
/* What stands at LOC went through macros of nova.h's, and through no others.  */
extern bool loc_header_macros_only_p (location_t loc);
/* Behind an error at loc_user (LOC): a note where a macro of the user's has what stands at
   LOC.  */
extern void loc_note_macro (location_t loc);

#endif

/* A translation unit's state: kept trees, vector types, declarations of builtins, sites.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_UNIT_H
#define NOVA_UNIT_H

/* --- State ----------------------------------------------------------------------------------- */

/* A part for each room that has state for the translation unit, declared in ROOM/state.h.  All of
   it is empty when the plugin is loaded and again when the unit starts (entry_start_unit, of
   entry); state.h says which of a part is cleared earlier.  Trees in it are kept from the collector
   by root_keep, or marked by the functions *_mark.

   State that lives longer is static where it is used: the options (option); the hooks that ours
   have replaced (*_before, target_*, front_end_starter); the passes that are registered.  The
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
/* The site of the resolved CALL, 0 if it is not one; *SITE_ARG: the argument with the number.  */
extern unsigned site_of_call (tree call, unsigned *site_arg);
/* From now on messages print calls without their sites.  */
extern void site_start_unit (void);
/* A new site equal to NUMBER, for a copied call.  */
extern unsigned site_copy (unsigned number);

/* unit.cc */
/* Record that the program has used something of nova's.  */
extern void unit_named (void);
extern void unit_register_pragma (void);

/* types.cc */
/* Why T cannot be an element type, a phrase ("is incomplete"), or NULL if it can.  */
extern const char *vtype_elem_fault (tree t);
/* T for %T of an error about qualifiers, which GCC does not print before a name.  */
extern tree ctype_with_qualifiers (tree t);
/* The result of the last use of nova_vec.  */
extern tree vtype_last_written (void);
extern void vtype_note_written (tree t);
/* Is T complete, with a known size?  */
extern bool ctype_fixed_size_p (tree t);
/* Does T hold a vector somewhere, in a member, an element or a union?  */
extern bool vtype_inside_p (tree t);

/* builtins.cc */
/* Is OP computed only from its operands and the memory of views among them, without effects?  */
extern bool op_reads_p (enum nova_op op);
/* Whether OP, as written, writes memory; to how many of the NOPS operands of a resolved call; the
   index of the Kth of these.  */
extern bool op_stores_p (enum nova_op op);
extern unsigned op_ntargets (enum nova_op op, unsigned nops);
extern unsigned op_target (enum nova_op op, unsigned k);
/* The number of OP's function operands, and the position of the first as written.  In resolved
   calls, and in sites, they come first.  */
extern unsigned op_functions (enum nova_op op);
extern unsigned op_first_function (enum nova_op op);
/* The number in messages of the operand with index K (from 0) of a resolved call.  */
extern unsigned op_written_operand (enum nova_op op, unsigned k);
/* The least number of operands of OP.  */
extern unsigned op_least (enum nova_op op);
/* The greatest, -1: any number.  */
extern int op_most (enum nova_op op);
/* Does this version compile OP; otherwise the language only reserves it?  */
extern bool op_built_p (enum nova_op op);
/* The builtin that FNDECL, as written, names; NOVA_OP_NONE if none.  */
extern enum nova_op op_written (tree fndecl);
/* The generic operator that FNDECL, a declaration of ours, stands for; NOVA_OPR_NONE if none.  */
extern enum nova_operator op_operator (tree fndecl);
extern const char *op_operator_name (enum nova_operator opr);
/* Is FNDECL one of the plugin's own declarations, written or resolved?  */
extern bool op_decl_p (tree fndecl);
extern bool op_name_p (tree fndecl);
/* Has the program used one of the builtins?  */
extern bool op_named_p (void);
/* Declare the builtins again, after a precompiled header has replaced all declarations.  */
extern void op_declare_again (void);
/* A call of a declaration made by op_decl or op_retain_decl.  */
extern tree op_build_call (location_t loc, tree decl, unsigned n, tree *args);

/* site.cc */
/* The location of LOC in the user's text: for a token of a macro's body the use of the macro, for a
   token of a macro's argument its own location.  */
extern location_t loc_user (location_t loc);
/* Is LOC in nova.h?  */
extern bool loc_header_p (location_t loc);
/* The map of LOC, *PURE being LOC without data packed with it; NULL unless it is a macro's.  */
extern const line_map *loc_macro_map (location_t loc, location_t *pure);
/* If LOC is in a macro's expansion, the macro's use, and its *NAME; else UNKNOWN_LOCATION.  */
extern location_t loc_macro_use (location_t loc, const char **name);
/* Did the token at LOC go only through macros of nova.h?  */
extern bool loc_header_macros_only_p (location_t loc);
/* Behind an error at loc_user (LOC): a note at the token at LOC in the definition of a macro of the
   user's.  */
extern void loc_note_macro (location_t loc);

#endif

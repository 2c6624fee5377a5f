/* The plugin's work on a function whose body the front end has finished.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FRONTEND_H
#define NOVA_FRONTEND_H

/* frontend.cc: all work on FNDECL and its nested functions once its body is complete.  */
extern void front_function (tree fndecl);
/* Find, for diag_late, errors in the part of the current function that has been parsed.  */
extern void front_find_errors (void);

/* Append FN and the functions nested in it to FNS, each before those inside it.  */
extern void front_function_nest (tree fn, vec<tree> *fns);

/* resolve.cc: calls of builtins are resolved from now on.  */
extern void resolve_start_unit (void);
/* Does the target support vectors?  If not, this is reported for NAME at LOC, once per unit.  */
extern bool resolve_target_supported (location_t loc, const char *name);

/* resolve-convert.cc: C's usual arithmetic conversions of T1 and T2.  */
extern tree resolve_usual_type (tree t1, tree t2);

/* attribute.cc */
extern void front_register_attributes (void);

#endif

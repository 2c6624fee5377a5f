/* What happens to a function when the front end has finished its body.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FRONTEND_H
#define NOVA_FRONTEND_H

/* frontend.cc: all that is done with FNDECL and its nested functions once its body is there.  */
extern void frontend_function (tree fndecl);
/* Find, for late_error, what is wrong in what has been read of the function that is being read.  */
extern void frontend_find_errors (void);

/* Append FN and the functions nested in it to FNS, each before those inside it.  */
extern void function_nest (tree fn, vec<tree> *fns);

/* resolve.cc: calls of builtins are resolved from now on.  */
extern void resolve_start_unit (void);
/* May the target have vectors?  If not, NAME at LOC is the place to say it, once a unit.  */
extern bool target_supported (location_t loc, const char *name);

/* resolve-convert.cc: C's usual arithmetic conversions of T1 and T2.  */
extern tree usual_type (tree t1, tree t2);

/* attribute.cc */
extern void attributes_register (void);

#endif

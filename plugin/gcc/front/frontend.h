/* What happens to a function when the front end has finished its body.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FRONTEND_H
#define NOVA_FRONTEND_H

/* frontend.cc: all that is done with FNDECL and its nested functions once its body is there.  */
extern void frontend_function (tree fndecl);
/* Find, for late_error, what is wrong in what has been read of the function that is being read.  */
extern void frontend_find_errors (void);

/* attribute.cc */
extern void attributes_register (void);

#endif

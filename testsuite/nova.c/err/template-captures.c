/* What a nested function of one instance of a template does to the variables around it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#ifndef BASE

#include <nova.h>

# define PASTE(A, B) A##_##B
# define JOIN(A, B) PASTE (A, B)
# define FUNCTION(NAME) JOIN (NAME, BASE)

# define BASE float
# define TOUCH(K, A) A += K
# include "template-captures.c"
# undef BASE
# undef TOUCH

# define BASE double
# define TOUCH(K, A) K += A
# include "template-captures.c"

/* { dg-context {from \S*template-captures.c:22:\n\S+ In function 'pulls_double':\n\S+34:35: error} } */

#else

void
FUNCTION (pulls) (size_t n, BASE *x)
{
  BASE k = 0;
  BASE FUNCTION (pull) (BASE a) { TOUCH (k, a); return a; }	/* { dg-message "35: assigned here" } */
  nova_store (x, n,
	      nova_map (FUNCTION (pull),	/* { dg-error "35: function 'pull_double' passed to '__nova_map' assigns to the captured variable 'k'" } */
			nova_view (x, n)));
}

#endif

/* Functions of a template, of which one instance is not passive: which one, and where, to the innermost
   of several levels of macros.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#ifndef BASE

#include <nova.h>

static int hits;

# define PASTE(A, B) A##_##B
# define JOIN(A, B) PASTE (A, B)
# define FUNCTION(NAME) JOIN (NAME, BASE)

# define BASE float
# define COUNT(A) A += 1
# include "template-passive.c"
# undef BASE
# undef COUNT

# define BASE double
# define COUNT(A) hits++		/* { dg-message "23: here" } */
# include "template-passive.c"

/* The same in a macro that defines functions.  */
#define COUNTING(T, C) static T count_##T (T a) { COUNT_IN (C); return a; }
#define COUNT_IN(C) C++			/* { dg-message "22: here" } */
#define MAPPING(T, F) \
  void map_##T (size_t n, T *x) { MAP (F##_##T, x, n); }
#define MAP(F, X, N) \
  nova_store (X, N, nova_map (F, nova_view (X, N)))
#define BOTH(T, C) COUNTING (T, C) MAPPING (T, count)

BOTH (short, a)
BOTH (int, hits)		/* { dg-error "1: function 'count_int' passed to '__nova_map' writes to 'hits'" } */

/* A lambda brought in by two levels.  */
#define LAMBDA(T, C) nova_lambda (T, (T a), { C++; return a; })
#define USING(T, C) void use_##T (size_t n, T *x) { MAP (LAMBDA (T, C), x, n); }
USING (char, a)
USING (long, hits)		/* { dg-error "1: the lambda passed to '__nova_map' writes to 'hits'" } */
/* { dg-message "1: here" "" {} .-1 } */

/* { dg-context {from \S*template-passive.c:25:\n\S+ In function 'ticks_double':\n\S+63:41: error} } */
/* { dg-context {24:23: note: here\n\S+56:3: note: in expansion of macro 'COUNT'\n} } */
/* { dg-context {In function 'map_int':\n\S+37:1: error} } */
/* { dg-context {In function 'use_long':\n\S+43:1: error} } */

#else

static BASE
FUNCTION (tick) (BASE a)
{
  COUNT (a);
  return a;
}

void
FUNCTION (ticks) (size_t n, BASE *x)
{
  nova_store (x, n, nova_map (FUNCTION (tick),	/* { dg-error "41: function 'tick_double' passed to '__nova_map' writes to 'hits'" } */
			      nova_view (x, n)));
}

#endif

/* Scalar values of the types of type.def: wrapping, rounding, text.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A quad holds every value of every float type exactly, so that values of any type travel in one
   representation; scalar_round brings one to the precision of its type.  */

#ifndef NOVA_SCALAR_H
#define NOVA_SCALAR_H

#include "ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef __float128 quad;

/* The value of type S that has the low bits of I: sign-extended if S is signed, else zero-extended;
   of BOOL: I != 0.  */
extern __int128 scalar_wrap (enum scalar s, __int128 i);
/* X rounded to nearest even in the precision of S, a float type, or a complex one's parts.  */
extern quad scalar_round (enum scalar s, quad x);
/* The float type of the parts of complex type S; S itself for a float type.  */
extern enum scalar scalar_part (enum scalar s);
/* Append I, a value of integer type S; X, of float type S: a whole number as it is, else the
   shortest decimal that reads back as the same value, inf, nan, or in hexadecimal when no decimal
   does.  scalar_print_value: the same, whole numbers as integers.  */
extern void scalar_print_int (struct strbuf *out, enum scalar s, __int128 i);
extern void scalar_print_float (struct strbuf *out, enum scalar s, quad x);
extern void scalar_print_value (struct strbuf *out, enum scalar s, quad x);
/* The value of float type S that TEXT (as strtod takes it) is nearest to.  */
extern long double scalar_read_float (enum scalar s, const char *text);
/* To WORDS the bits of X that count, without the padding that a long double has on some machines:
   equal for what no operation tells apart.  So -0.0 is not 0.0, and a NaN is itself.  */
extern void scalar_float_bits (long double x, uint64_t words[2]);
/* Have X and Y the same bits?  */
extern bool scalar_float_same (long double x, long double y);
/* The scalar type spelled by the LEN bytes at TEXT, SCALAR_LAST if there is none.  */
extern enum scalar scalar_by_name (const char *text, size_t len);

#ifdef __cplusplus
}
#endif

#endif

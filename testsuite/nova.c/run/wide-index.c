/* Indices and ranges of 128 bits are not cut to 64: what does not fit is an error, not another index.
   { dg-nova-levels "-O0" "-O2" }
   { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static jmp_buf back;
static char text[200];

static void
on_error (const char *line)
{
  strncpy (text, line, sizeof text - 1);
  longjmp (back, 1);
}

/* Does E raise an error with WORDS?  */
#define RAISES(E, WORDS) \
  (setjmp (back) ? strstr (text, WORDS) != NULL : ((void) (E), 0))

int
main (void)
{
  static double d[7] = { 0, 1, 2, 3, 4, 5, 6 }, out[7];
  static u128 u[7] = { 0, 1, 2, 3, ((u128) 1 << 64) - 1, 5, 6 };
  static i128 s[7] = { 0, 1, 2, 3, ((i128) 1 << 64) - 1, 5, 6 };
  volatile u128 far = ((u128) 1 << 64) + 1;
  volatile i128 end = (i128) 1 << 70, last = -1, before = -((i128) 1 << 64) + 2;
  int good = 1;

  nova_set_error_handler (on_error);
  good &= RAISES (nova_get (nova_view (d, 7), far), "__nova_get: operand 2: index");
  good &= RAISES (nova_get (nova_view (d, 7), before), "__nova_get: operand 2: index");
  good &= RAISES (nova_get (nova_view (d, 7), last), "__nova_get: operand 2: index");
  good &= nova_get (nova_view (d, 7), far - ((u128) 1 << 64) + 2) == 3;
  good &= RAISES (nova_store (out, 7, nova_scatter (nova_view (d, 7), nova_view (u, 7), nova_view (d, 7))),
		  "__nova_scatter: operand 2: element 4");
  good &= RAISES (nova_store (out, 7, nova_scatter (nova_view (d, 7), nova_view (s, 7), nova_view (d, 7))),
		  "__nova_scatter: operand 2: element 4");
  u[4] = -1;
  s[4] = -1;
  good &= nova_store (out, 7, nova_scatter (nova_view (d, 7), nova_view (u, 7), nova_view (d, 7))) == 7;
  good &= nova_store (out, 7, nova_scatter (nova_view (d, 7), nova_view (s, 7), nova_view (d, 7))) == 7;
  good &= RAISES (nova_data (nova_range (end)), "__nova_range");
  good &= RAISES (nova_data (nova_range (-end, end + 3, (i128) 2)), "__nova_range");
  good &= nova_length (nova_range (end, end + 7, (i128) 3)) == 3;
  return !good;
}

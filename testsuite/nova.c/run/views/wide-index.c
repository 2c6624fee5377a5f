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
  /* What has the index in it only by its bounds keeps the whole of it.  */
  u[4] = ((u128) 1 << 64) + 1;
  s[4] = -((i128) 1 << 64) + 1;
  good &= RAISES (nova_sum (nova_gather (nova_view (u, 7), nova_rotate (1, nova_replicate (7, 2)))),
		  "__nova_gather: operand 1: element 4");
  good &= RAISES (nova_store (out, 7, nova_gather (nova_view (s, 7), nova_pad (NOVA_CLAMP, 1, nova_replicate (5, 2.)))),
		  "__nova_gather: operand 1: element 4");
  /* A rotation turns by the whole of its operand; a slice converts its own to ptrdiff_t.  */
  good &= nova_get (nova_rotate (far, nova_view (d, 7)), 0) == (double) (far % 7);
  good &= nova_get (nova_rotate (-end, nova_view (d, 7)), 0) == (double) (6 - (end - 1) % 7);
  good &= nova_get (nova_copy (nova_rotate (before, nova_view (d, 7))), 0)
	  == (double) (6 - (-before - 1) % 7);
  good &= nova_length (nova_slice (far, far + 3, nova_view (d, 7))) == 3;
  good &= nova_get (nova_slice (far, far + 3, nova_view (d, 7)), 1) == 2;
  good &= RAISES (nova_slice (0, far - 1, 5, nova_view (d, 7)), "__nova_slice: operand 2, the step, is 0");
  /* So do offsets.  */
  i128 offsets[2] = { 0, end + 7 };
  u128 same[2] = { far - 1, 7 + (far - 1) };
  good &= RAISES (nova_length (nova_segments (nova_view (d, 7), nova_view (offsets, 2))),
		  "__nova_segments: operand 2, the offsets, ends with 18446744073709551615, not 7");
  good &= RAISES (nova_length (nova_segments (nova_view (d, 7), nova_view (same, 2))),
		  "__nova_segments: operand 2, the offsets, begins with 18446744073709551615");
  offsets[1] = same[1] = 7;
  same[0] = 0;
  good &= nova_length (nova_get (nova_segments (nova_view (d, 7), nova_view (offsets, 2)), 0)) == 7;
  good &= nova_length (nova_get (nova_segments (nova_view (d, 7), nova_view (same, 2)), 0)) == 7;
  return !good;
}

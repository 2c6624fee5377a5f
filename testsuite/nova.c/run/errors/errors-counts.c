/* Vectors that need no memory may have more elements than can be counted: that is an error
   where the builtin stands that makes them, even if nobody uses its result.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../says.h"

static int x[20], y[20];
static const int ones[5] = { 1, 1, 1, 1, 1 }, some[2] = { 0, 0 };

/* 2 to the 62, 2 to the 63, a third of 2 to the 64 and a bit.  */
#define E62 "4611686018427387904"
#define E63 "9223372036854775808"
#define THIRD "6148914691236517206"
#define X nova_view (x, 20)
#define THREE nova_replicate (3, 7)

static size_t much (int v) { return (size_t) 1 << (v ? 62 : 57); }
static size_t number (int v, size_t i) { return i + (size_t) v; }

static void
repeated (size_t third, size_t h62, size_t h63)
{
  const char *want
    = "__nova_replicate: operand 1: a size of " THIRD " elements of 12 bytes is too large";
  nova_vec (nova_vec (int)) v;
  SAYS (nova_replicate (third, THREE), want);
  SAYS (nova_copy (nova_replicate (third, THREE)), want);
  SAYS (nova_copy (nova_flatten (nova_replicate (third, THREE))), want);
  SAYS (nova_store (y, 20, nova_replicate (third, THREE)), want);
  SAYS (nova_store_all (20, y, nova_replicate (third, THREE)), want);
  SAYS (nova_length (nova_flatten (nova_replicate (third, THREE))), want);
  SAYS (nova_sum (nova_flatten (nova_replicate (third, THREE))), want);
  SAYS (nova_transpose (nova_replicate (third, THREE)), want);
  SAYS (v = nova_replicate (third, THREE); x[0] = nova_data (v)[0], want);
  SAYS (nova_replicate (h62, nova_replicate (h62, THREE)),
	"__nova_replicate: operand 1: a size of 4611686018427387904 elements of 12 bytes is "
	"too large");
  SAYS (nova_replicate (h62 / 16, nova_replicate (3, nova_replicate (0, 1))), "");
  SAYS (nova_replicate (h63, nova_replicate (0, 1)),
	"__nova_replicate: operand 1: a size of 9223372036854775808 elements of 4 bytes is "
	"too large");
  SAYS (nova_replicate (-(int) (h62 >> 61), THREE), "__nova_replicate: operand 1, a size, is -2");
  SAYS (nova_replicate (third / 2, THREE),
	"__nova_replicate: operand 1: a size of 3074457345618258603 elements of 12 bytes is "
	"too large");
  SAYS (nova_replicate (third / 16, THREE), "");
  /* What is not in one vector is not counted together.  */
  SAYS (nova_replicate (h63, 1), "");
  SAYS (x[0] = nova_get (nova_get (nova_replicate (h62 / 4, nova_replicate (1, 7)), 1000), 0), "");
}

static void
joined (size_t h62, size_t h63, size_t most)
{
  char a = 1;
  const char *want = "__nova_concat: operand 2: " E63 " elements after " E63 " are too many";
  SAYS (nova_concat (nova_replicate (h63, 1), nova_replicate (h63, 1)), want);
  SAYS (nova_copy (nova_concat (nova_replicate (h63, 1), nova_replicate (h63, 1))), want);
  SAYS (nova_store (y, 20, nova_concat (nova_replicate (h63, 1), nova_replicate (h63, 1))), want);
  SAYS (nova_length (nova_concat (nova_range (most), nova_range ((size_t) 2))),
	"__nova_concat: operand 2: 2 elements after 18446744073709551615 are too many");
  SAYS (nova_concat (X, nova_replicate (h62, 1), X, nova_replicate (h62, 1)),
	"__nova_concat: operand 4: 4611686018427387904 elements after 4611686018427387944 are too many");
  SAYS (nova_concat (nova_replicate (h62, nova_replicate (1, a)),
		     nova_replicate (h62, nova_replicate (1, a))),
	"__nova_concat: operand 2: 4611686018427387904 elements after 4611686018427387904 are too many");
  SAYS (nova_concat (nova_replicate (h62 / 2, nova_replicate (2, a)),
		     nova_replicate (h62, nova_replicate (1, a))),
	"__nova_concat: operand 2: 4611686018427387904 elements after 4611686018427387904 are too many");
  SAYS (nova_length (nova_concat (X, nova_replicate (h62, 1), X)), "");
  SAYS (nova_concat (nova_replicate (h62, 1), nova_replicate (h62 - 1, 1)), "");
  SAYS (nova_pad (NOVA_CLAMP, 3, nova_replicate (most - 3, 1)),
	"__nova_pad: operand 2: 6 elements after 18446744073709551612 are too many");
  SAYS (nova_length (nova_pad (NOVA_ZERO, h62 / 16, nova_replicate (h63 - 1, 1))),
	"__nova_pad: operand 2: 576460752303423488 elements after 9223372036854775807 are too many");
  SAYS (nova_pad (NOVA_WRAP, h62 / 16, nova_replicate (2, nova_replicate (h62 / 8, (char) 1))),
	"__nova_pad: operand 2: a size of 576460752303423489 elements of 1152921504606846976 bytes is "
	"too large");
  SAYS (nova_pad (NOVA_CLAMP, h62 / 16, X), "");
}

static void
windows (size_t h62, size_t h63, size_t most)
{
  const char *want
    = "__nova_window: operand 1: a size of 2 elements of 9223372036854775804 bytes is too large";
  nova_vec (nova_vec (int)) v;
  SAYS (nova_window (2, nova_replicate (h63 + 1, 1)), want);
  SAYS (v = nova_window (2, nova_replicate (h63 + 1, 1)); x[0] = nova_data (v)[0], want);
  SAYS (nova_copy (nova_flatten (nova_window (2, nova_replicate (h63 + 1, 1)))), want);
  SAYS (nova_length (nova_window (most, nova_replicate (most, 1))),
	"__nova_window: operand 1: a size of 18446744073709551615 elements of 4 bytes is "
	"too large");
  SAYS (nova_store (y, 20, nova_window (h62 >> 22, nova_replicate ((h62 >> 21) - 1, 1))),
	"__nova_window: operand 1: a size of 1099511627776 elements of 4398046511104 bytes is "
	"too large");
  SAYS (nova_window (2, nova_window (2, nova_replicate (h62 - 1, 1))),
	"__nova_window: operand 1: a size of 2 elements of 9223372036854775804 bytes is too large");
  SAYS (nova_window (2, nova_replicate (h62 / 8, 1)), "");
  SAYS (nova_window (most, X), "");
  SAYS (nova_window (h63 - h63, nova_replicate (most, 1)),
	"__nova_window: operand 1, a size, is 0");
}

/* Sizes of arrays: rows of no elements are counted, too.  */
static void
arrays (size_t h62, size_t zero)
{
  SAYS (nova_view (x, h62, (size_t) 10, zero),
	"__nova_view: operand 2: a size of " E62 " elements of 40 bytes is too large");
  SAYS (nova_view (x, h62, 10, 0),
	"__nova_view: operand 2: a size of " E62 " elements of 40 bytes is too large");
  SAYS (nova_view_strided (x, zero, 0, h62, 0, h62, 0),
	"__nova_view_strided: operand 6: a size of " E62 " elements of 4 bytes is too large");
  SAYS (nova_length (nova_flatten (nova_view (x, h62 / 64, (size_t) 4, zero))), "");
}

static void
wide (size_t most)
{
  unsigned __int128 more = (unsigned __int128) most + 5;
  SAYS (nova_range (more),
	"__nova_range: operand 1: 18446744073709551615 elements or more are too many");
  SAYS (nova_length (nova_range ((__int128) -5, (__int128) more)),
	"__nova_range: operand 2: 18446744073709551615 elements or more are too many");
  SAYS (nova_range ((__int128) 5, (__int128) more, (__int128) 4), "");
  SAYS (nova_range ((__int128) most),
	"__nova_range: operand 1: 18446744073709551615 elements or more are too many");
  SAYS (bad |= nova_length (nova_range ((__int128) most - 1)) != most - 1, "");
  SAYS (bad |= nova_find (nova_bind (nova_lt, 1000), nova_range ((__int128) -5, (__int128) most / 2 + 9)) != 1006,
	"");
  SAYS (nova_range ((__int128) 5, (__int128) more, (__int128) (most - most)),
	"__nova_range: operand 3, the step, is 0");
}

int
main (int argc, char **argv)
{
  size_t most = -argc, h62 = (size_t) argc << 62, h63 = (size_t) argc << 63, n;
  (void) argv;
  nova_set_error_handler (handler);
  repeated (most / 3 + 1, h62, h63);
  joined (h62, h63, most);
  windows (h62, h63, most);
  arrays (h62, argc - 1);
  wide (most);
  SAYS (n = nova_length (nova_expand (much, number, nova_view (some, 2))); x[2] = (int) n,
	"");
  SAYS (n = nova_length (nova_expand (much, number, nova_view (ones, 2))); x[2] = (int) n,
	"__nova_expand: operand 1: a size of 9223372036854775808 elements of 8 bytes is too large");
  SAYS (n = nova_length (nova_expand_nested (much, number, nova_view (ones, 5))); x[2] = (int) n,
	"__nova_expand_nested: operand 1: a size of 18446744073709551615 elements of 8 bytes is "
	"too large");
  return bad;
}

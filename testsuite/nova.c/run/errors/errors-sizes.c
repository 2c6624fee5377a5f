/* Checks of whole operands happen where the builtin stands, even if nobody uses its result: sizes
   that are negative or too large, steps of zero.  One that holds says nothing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../says.h"

static int x[20], y[20];

/* 2 to the 62.  */
#define MUCH "4611686018427387904"

static int one (size_t i) { return (int) i; }
static int cell (size_t i, size_t j) { return (int) (i + j); }

static void
views (size_t huge, size_t ten, int minus, unsigned most)
{
  SAYS (nova_view (x, huge),
	"__nova_view: operand 2: a size of " MUCH " elements of 4 bytes is too large");
  SAYS (nova_view (x, (size_t) 1 << 62),
	"__nova_view: operand 2: a size of " MUCH " elements of 4 bytes is too large");
  SAYS (nova_view (x, -1), "__nova_view: operand 2, a size, is -1");
  SAYS (nova_view (x, minus), "__nova_view: operand 2, a size, is -3");
  SAYS (nova_view (x, (short) minus), "__nova_view: operand 2, a size, is -3");
  SAYS (nova_view (x, most), "");
  SAYS (nova_view (x, ten, most), "");
  SAYS (nova_view (x, most, most),
	"__nova_view: operand 2: a size of 4294967295 elements of 17179869180 bytes is too large");
  SAYS (nova_view (x, ten, minus, ten), "__nova_view: operand 3, a size, is -3");
  SAYS (nova_view (x, ten, huge, ten),
	"__nova_view: operand 3: a size of " MUCH " elements of 40 bytes is too large");
  SAYS (nova_view (x, huge, ten, 0),
	"__nova_view: operand 2: a size of " MUCH " elements of 40 bytes is too large");
  SAYS (nova_length (nova_view (x, minus)), "__nova_view: operand 2, a size, is -3");
  SAYS (nova_vec (int) v = nova_view (x, minus); nova_get (v, 1000000000000),
	"__nova_view: operand 2, a size, is -3");
}

/* Those of 128 bits that are too large for 64, of what takes no memory, too.  */
static void
wide (unsigned __int128 large, __int128 fair)
{
  SAYS (nova_replicate (large, 1),
	"__nova_replicate: operand 1: a size of 18446744073709551615 elements of 4 bytes is too large");
  SAYS (nova_length (nova_replicate ((__int128) large, 1)),
	"__nova_replicate: operand 1: a size of 9223372036854775807 elements of 4 bytes is too large");
  SAYS (nova_replicate (fair, 1), "");
  SAYS (nova_replicate (-fair, 1), "__nova_replicate: operand 1, a size, is -12");
}

/* Steps so far that addresses wrap: two elements would have one.  */
static void
steps (ptrdiff_t quarter, size_t one)
{
  static const char far[]
    = "__nova_store_strided: operand 2: a size of 3 elements of 9223372036854775808 bytes is too large";
  SAYS (nova_store_strided (y, 3, quarter, nova_view (x, 3)), far);
  SAYS (nova_store_strided (y, 3, -quarter, nova_view (x, 3)), far);
  SAYS (nova_store_strided (y, 2, 2, 3, quarter / 2, nova_view (x, 2, 3)),
	"__nova_store_strided: operand 4: a size of 3 elements of 9223372036854775808 bytes is too large");
  SAYS (nova_store_strided (y, one, quarter, nova_view (x, one)), "");
  SAYS (nova_store_strided (y, one - 1, quarter, nova_view (x, one - 1)), "");
}

/* The first one in the program's order is reported, in one region or not.  */
static void
order (size_t huge, int minus, int zero)
{
  SAYS (nova_sum (nova_view (x, 20)); nova_view (x, huge); nova_view (x, minus),
	"__nova_view: operand 2: a size of " MUCH " elements of 4 bytes is too large");
  SAYS (nova_view (x, minus); nova_store (y, 3, nova_view (x, 4)),
	"__nova_view: operand 2, a size, is -3");
  SAYS (nova_store (y, 3, nova_view (x, 4)); nova_view (x, minus),
	"__nova_store: operand 2 has room for 3 elements, operand 3 has 4");
  SAYS (nova_store (y, 20, nova_view (x, 4)); nova_range (0, 5, zero); nova_view (x, minus),
	"__nova_range: operand 3, the step, is 0");
  /* The size is a result.  */
  SAYS (nova_view (x, nova_store (y, 20, nova_view (x, 4)) << 58), "");
  SAYS (nova_view (x, nova_store (y, 20, nova_view (x, 4)) << 60),
	"__nova_view: operand 2: a size of " MUCH " elements of 4 bytes is too large");
}

/* What takes no memory has sizes, too, and what copies it says where.  */
static void
without_memory (size_t huge, size_t ten)
{
  SAYS (nova_replicate (huge, nova_view (x, ten)),
	"__nova_replicate: operand 1: a size of " MUCH " elements of 40 bytes is too large");
  SAYS (nova_length (nova_flatten (nova_replicate (ten << 56, nova_view (x, ten, ten)))),
	"__nova_replicate: operand 1: a size of 720575940379279360 elements of 400 bytes is too large");
  SAYS (x[0] = nova_length (nova_replicate (ten << 40, nova_view (x, ten))) == 10, "");
  SAYS (nova_window (huge, nova_replicate (huge + 9, 1)),
	"__nova_window: operand 1: a size of " MUCH " elements of 40 bytes is too large");
  SAYS (x[0] = nova_length (nova_window (huge, nova_view (x, ten))), "");
  SAYS (nova_concat (nova_replicate (huge, 1), nova_replicate (huge, 2)),
	"__nova_concat: operand 2: " MUCH " elements after " MUCH " are too many");
  SAYS (nova_length (nova_concat (nova_range (ten), nova_range (huge), nova_range (huge - 11),
				  nova_range (1UL))),
	"__nova_concat: operand 4: 1 elements after 9223372036854775807 are too many");
  SAYS (x[0] = nova_length (nova_concat (nova_replicate (huge, 1), nova_view (x, ten))) == ten, "");
  SAYS (x[0] = nova_data (nova_replicate (huge, 1))[0],
	"__nova_data: no memory for " MUCH " elements of 4 bytes");
  SAYS (x[0] = nova_data (nova_reverse (nova_range (huge)))[0],
	"__nova_data: no memory for " MUCH " elements of 8 bytes");
  SAYS (nova_print (nova_replicate (huge, 1)),
	"nova_print: no memory for " MUCH " elements of 4 bytes");
}

int
main (int argc, char **argv)
{
  size_t huge = (size_t) 1 << 62, ten = argc + 9;
  int minus = -argc - 2, zero = argc - 1;
  (void) argv;
  nova_set_error_handler (handler);
  views (huge, ten, minus, -1u);
  order (huge, minus, zero);
  steps ((ptrdiff_t) huge, argc);
  wide ((unsigned __int128) ten << 70, ten + 2);
  without_memory (huge, ten);
  SAYS (nova_tabulate (cell, ten, huge),
	"__nova_tabulate: operand 3: a size of " MUCH " elements of 4 bytes is too large");
  SAYS (nova_tabulate (cell, (size_t) 1 << 40, (size_t) 1 << 30),
	"__nova_tabulate: operand 2: a size of 1099511627776 elements of 4294967296 bytes is too "
	"large");
  SAYS (nova_tabulate (one, minus), "__nova_tabulate: operand 2, a size, is -3");
  SAYS (nova_range (1, 5, zero), "__nova_range: operand 3, the step, is 0");
  SAYS (nova_range (1, 5, 0), "__nova_range: operand 3, the step, is 0");
  SAYS (nova_slice (1, zero, 5, nova_view (x, 20)), "__nova_slice: operand 2, the step, is 0");
  SAYS (nova_vec (int) v = nova_slice (1, zero, 5, nova_view (x, 20)); nova_get (v, 0),
	"__nova_slice: operand 2, the step, is 0");
  SAYS (nova_replicate (minus, 1), "__nova_replicate: operand 1, a size, is -3");
  SAYS (nova_replicate (huge, 1), "");
  SAYS (nova_data (nova_copy (nova_replicate (huge, 1))),
	"__nova_copy: no memory for " MUCH " elements of 4 bytes");
  SAYS (nova_store (y, minus, nova_view (x, 1)), "__nova_store: operand 2, a size, is -3");
  SAYS (x[0] = nova_sum (nova_view (x, 20)) + nova_get (nova_view (x, ten), 9), "");
  return bad;
}

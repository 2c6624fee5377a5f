/* An index of an unsigned type is printed as what it is, also where it would be negative as a signed
   one; an index of a wider type does not come into bounds by losing bits.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;
static char said[200];
static int failed, x[10];
static volatile int sink;

static void
handler (const char *line)
{
  strcpy (said, strchr (line, ' ') + 1);
  longjmp (back, 1);
}

#define SAYS(E, WANT)						\
  do								\
    {								\
      said[0] = 0;						\
      if (!setjmp (back))					\
	{							\
	  sink = (int) (E);					\
	}							\
      if (strcmp (said, WANT))					\
	printf ("%d: said: %s\n", __LINE__, said), failed = 1;	\
    }								\
  while (0)

static size_t far_key (int a) { return (size_t) a - 3; }
static int near_key (int a) { return a - 3; }
static size_t one (size_t i) { return i; }

#define MOST "18446744073709551615"

static void
indices (nova_vec (int) v, size_t most, int minus, unsigned int half)
{
  size_t s[] = { 1, most, 2 };
  int i[] = { 1, minus, 2 };
  unsigned long long u[] = { 1, most - 1, 2 };
  nova_vec (size_t) vs = nova_view (s, 3);
  nova_vec (int) vi = nova_view (i, 3);
  nova_vec (unsigned long long) vu = nova_view (u, 3);
  SAYS (nova_get (v, most), "__nova_get: operand 2: index " MOST " is not below 10");
  SAYS (nova_get (v, minus), "__nova_get: operand 2: index -1 is not below 10");
  SAYS (nova_get (v, half), "__nova_get: operand 2: index 4294967295 is not below 10");
  SAYS (nova_sum (nova_gather (vs, v)),
	"__nova_gather: operand 1: element 1, the index " MOST ", is not below 10");
  SAYS (nova_sum (nova_gather (vi, v)),
	"__nova_gather: operand 1: element 1, the index -1, is not below 10");
  SAYS (nova_sum (nova_permute (vs, nova_slice (0, 3, v))),
	"__nova_permute: operand 1: element 1, the index " MOST ", is not below 3");
  SAYS (nova_sum (nova_scatter (v, vu, nova_slice (0, 3, v))),
	"__nova_scatter: operand 2: element 1, the index 18446744073709551614, is not below 10");
  SAYS (nova_sum (nova_reduce_by_index (nova_add, 0, 4, vu, nova_slice (0, 3, v))),
	"__nova_reduce_by_index: operand 4: element 1, the index 18446744073709551614, is not below 4");
  SAYS (nova_sum (nova_reduce_into (nova_add, v, vu, nova_slice (0, 3, v))),
	"__nova_reduce_into: operand 3: element 1, the index 18446744073709551614, is not below 10");
  SAYS (nova_length (nova_flatten (nova_bucket (4, far_key, v))),
	"__nova_bucket: operand 2: element 0, the index 18446744073709551613, is not below 4");
  SAYS (nova_length (nova_flatten (nova_bucket (4, near_key, v))),
	"__nova_bucket: operand 2: element 0, the index -3, is not below 4");
  SAYS (nova_sum (nova_slice (most, 2, v)),
	"__nova_slice: operand 1: element 0, the index -1, is not below 10");
  /* In a function operand too.  */
  int look (size_t k) { return nova_get (v, most - k); }
  SAYS (nova_sum (nova_tabulate (look, 3)), "__nova_get: operand 2: index " MOST " is not below 10");
}

static void
wide (nova_vec (int) v, __int128 beyond, unsigned __int128 above)
{
  SAYS (nova_get (v, beyond), "__nova_get: operand 2: index 9223372036854775807 is not below 10");
  SAYS (nova_get (v, -beyond), "__nova_get: operand 2: index -9223372036854775808 is not below 10");
  SAYS (nova_get (v, above), "__nova_get: operand 2: index " MOST " is not below 10");
  SAYS (nova_get (v, (__int128) 3 << 64),
	"__nova_get: operand 2: index 9223372036854775807 is not below 10");
  SAYS (nova_get (v, beyond / beyond + 2), "");
  if (sink != 6)
    printf ("the wrong element\n"), failed = 1;
  SAYS (nova_length (nova_tabulate (one, beyond)),
	"__nova_tabulate: operand 2: a size of 9223372036854775807 elements of 8 bytes is too large");
  SAYS (nova_length (nova_tabulate (one, -beyond)),
	"__nova_tabulate: operand 2, a size, is -9223372036854775808");
  SAYS (nova_length (nova_pad ((long) (beyond >> 32), 1, v)),
	"__nova_pad: operand 1, the mode, is 2147483647");
}

int
main (void)
{
  for (int k = 0; k < 10; k++)
    x[k] = 2 * k;
  nova_set_error_handler (handler);
  indices (nova_view (x, 10), SIZE_MAX, -1, ~0u);
  wide (nova_view (x, 10), (__int128) 1 << 64, (unsigned __int128) 1 << 64);
  return failed;
}

/* What is wrong with whole operands of views with strides, cuts, windows, padding, searches, strided
   stores is an error where the builtin stands, even if nobody uses its result.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf env;
static char said[200];
static int x[100], y[100];
static int bad;

static void
handler (const char *line)
{
  strcpy (said, line);
  longjmp (env, 1);
}

/* The message is that of line LINE, then TEXT.  */
static void
expect (int line, const char *text)
{
  const char *p = strstr (said, "error-relaid.c:");
  char want[200];
  sprintf (want, "error-relaid.c:%d: %s", line, text);
  if (!p || strcmp (p, want) != 0)
    {
      printf ("%s, not %s\n", said, want);
      bad = 1;
    }
}

/* The statement fails at this line, or, if it stands alone, at the next.  */
#define FAILS(TEXT, ...) FAILS_AT (0, TEXT, __VA_ARGS__)
#define FAILS_NEXT(TEXT, ...) FAILS_AT (1, TEXT, __VA_ARGS__)
#define FAILS_AT(PAST, TEXT, ...)						\
  do									\
    {									\
      strcpy (said, "nothing");						\
      if (setjmp (env) == 0)						\
	{								\
	  __VA_ARGS__;							\
	}								\
      expect (__LINE__ + PAST, TEXT);						\
    }									\
  while (0)

static int plus (int v) { return v + 1; }

static size_t
order (nova_vec (int) v)
{
  return nova_length (v);
}

int
main (void)
{
  volatile size_t n = 10, zero = 0;
  volatile int minus = -1;
  int good[] = { 0, 3, 10 }, late[] = { 1, 3, 10 }, fall[] = { 0, 5, 3, 10 }, few[] = { 0, 3 },
      less[] = { 0, -1, 10 };
  nova_set_error_handler (handler);
  nova_vec (int) v = nova_view (x, n);
  nova_vec (nova_vec (int)) ragged = nova_segments (v, nova_view (good, 3));
  if (order (nova_flatten (ragged)) != 10)
    return 1;

  FAILS ("__nova_split: operand 2 has 10 elements, no multiple of 3", nova_split (3, v));
  FAILS ("__nova_split: operand 2 has 10 elements, no multiple of 0", nova_split (zero, v));
  FAILS ("__nova_split: operand 1, a size, is -1", nova_split (minus, v));
  FAILS_NEXT ("__nova_split: operand 2 has 10 elements, no multiple of 3",
	 nova_vec (nova_vec (int)) s = nova_split (3, nova_map (plus, v)); nova_print (s));
  FAILS ("__nova_window: operand 1, a size, is 0", nova_window (zero, v));
  FAILS ("__nova_window: operand 1, a size, is 0", nova_vec (nova_vec (int)) w = nova_window (0, v); nova_length (w));
  FAILS ("__nova_window: operand 1, a size, is -1", nova_window (minus, v));
  FAILS ("__nova_transpose: operand 1: row 1 has 7 elements, row 0 has 3", nova_transpose (ragged));
  FAILS ("__nova_segments: operand 2, the offsets, begins with 1", nova_segments (v, nova_view (late, 3)));
  FAILS ("__nova_segments: operand 2: offset 2 of 4 is less than the one before it", nova_segments (v, nova_view (fall, 4)));
  FAILS ("__nova_segments: operand 2: offset 1 of 3 is less than the one before it", nova_segments (v, nova_view (less, 3)));
  FAILS ("__nova_segments: operand 2, the offsets, ends with 3, not 10", nova_segments (v, nova_view (few, 2)));
  FAILS ("__nova_segments: operand 2 has 0 elements", nova_segments (v, nova_view (few, 0)));
  FAILS ("__nova_pad: operand 3 has 0 elements", nova_pad (NOVA_CLAMP, 1, nova_view (x, zero)));
  FAILS ("__nova_pad: operand 3 has 0 elements", nova_pad (NOVA_REFLECT, 0, nova_view (x, zero)));
  FAILS ("__nova_pad: operand 1, the mode, is -1", nova_pad (minus, 1, v));
  FAILS ("__nova_pad: operand 1, the mode, is 10", nova_pad (n, 1, v));
  FAILS ("__nova_pad: operand 2, a size, is -1", nova_pad (NOVA_ZERO, minus, v));
  FAILS ("__nova_argmin: operand 2 has 0 elements", nova_argmin (nova_lt, nova_view (x, zero)));
  FAILS ("__nova_argmax: operand 2 has 0 elements", nova_argmax (nova_lt, nova_view (x, zero)));
  FAILS ("__nova_find: operand 3 has 9 elements, operand 2 has 10", nova_find (nova_lt, v, nova_view (x, n - 1)));
  FAILS_NEXT ("__nova_fold: operand 5 has 9 elements, operand 4 has 10",
	 nova_fold (nova_lambda (int, (int a, int b, int c), { return a + b + c; }), nova_add, 0, v, nova_view (x, n - 1)));
  FAILS_NEXT ("nova_zip: operand 3 has 3 elements, operand 2 has 10",
	 struct pair { int a, b; }; nova_zip (struct pair, v, nova_view (x, 3)));
  FAILS ("__nova_view_strided: operand 2, a size, is -1", nova_view_strided (x, minus, 1));
  FAILS_NEXT ("__nova_view_strided: operand 2: a size of 2305843009213693952 elements of 4 bytes is too large",
	 nova_view_strided (x, (size_t) 1 << 61, 0));
  FAILS ("__nova_store_strided: operand 2 is 9, operand 4 has 10 elements", nova_store_strided (y, n - 1, 1, v));
  FAILS ("__nova_store_strided: operand 6: row 0 has 3 elements, wanted 5", nova_store_strided (y, 2, 5, 5, 1, ragged));
  FAILS ("__nova_store_strided: operand 6: row 1 has 7 elements, wanted 3", nova_store_strided (y, 2, 10, 3, 1, ragged));
  FAILS ("__nova_store_strided: operand 4: element 1 of 10 has the address of one before it", nova_store_strided (y, n, zero, v));
  FAILS_NEXT ("__nova_store_strided: operand 6: element 2 of 10 has the address of one before it",
	nova_store_strided (y, 5, 1, 2, 1, nova_split (2, v)));
  FAILS_NEXT ("__nova_store_strided: operand 6: element 8 of 10 has the address of one before it",
	 nova_store_strided (y, 5, 1, 2, 4, nova_split (2, v)));
  FAILS ("__nova_store_strided: operand 2, a size, is -1", nova_store_strided (y, minus, 1, v));
  FAILS_NEXT ("__nova_store_all: operand 1 has room for 9 elements, operand 5 has 10",
	 nova_store_all (n - 1, y, nova_view (x, 3), y, v));
  FAILS ("__nova_store_all: operand 1, a size, is -1", nova_store_all (minus, y, v));
  for (int i = 0; i < 100; i++)
    bad |= y[i] != 0;
  nova_store_strided (y, 5, 2, 2, 5, nova_split (2, nova_map (plus, v)));
  for (int i = 0; i < 10; i++)
    bad |= y[i / 2 * 2 + i % 2 * 5] != 1;
  nova_store_strided (y, zero, 0, nova_view (x, zero));
  return bad;
}

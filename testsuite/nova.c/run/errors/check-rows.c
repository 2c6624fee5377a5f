/* NOVA_CHECK=1: operators of rows that are not associative are errors where they are used.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-options "-Wall" } */
/* { dg-nova-env "NOVA_CHECK=1" } */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 1000

typedef nova_vec (int) ints;
typedef nova_vec (float) floats;

static jmp_buf back;
static char said[400];
static int bad;

static void
handler (const char *line)
{
  const char *at = strrchr (line, '/');
  snprintf (said, sizeof said, "%s", at ? at + 1 : line);
  longjmp (back, 1);
}

/* What WHAT, on this line, says is TEXT; "": nothing.  */
#define SAYS(WHAT, TEXT)							\
  do										\
    {										\
      char wanted[400] = "";							\
      if (*TEXT)								\
	snprintf (wanted, sizeof wanted, "check-rows.c:%d: %s", __LINE__, TEXT); \
      said[0] = '\0';								\
      if (!setjmp (back))							\
	{ WHAT; }								\
      if (strcmp (said, wanted) != 0)						\
	{									\
	  printf ("said:   %s\nwanted: %s\n", said, wanted);			\
	  bad = 1;								\
	}									\
    }										\
  while (0)

#define NOT(NAME) \
  "__nova_" NAME ": operand 1 is not associative: elements 0, 1, 2 combined from the left and from the right differ"

/* Element by element.  */
static ints added (ints a, ints b) { return nova_map (nova_add, a, b); }
static int minus (int a, int b) { return a - b; }
static ints subtracted (ints a, ints b) { return nova_map (minus, a, b); }
static floats added_floats (floats a, floats b) { return nova_map (nova_add, a, b); }
static float half (float a, float b) { return (a + b) / 2; }
static floats means (floats a, floats b) { return nova_map (half, a, b); }
/* Results of other lengths.  */
static ints behind (ints a, ints b) { return nova_concat (a, b); }
static ints turned (ints a, ints b) { return nova_concat (nova_reverse (a), b); }
static ints and_first (ints a, ints b) { return nova_concat (a, nova_slice (0, 1, b)); }

/* Two by two matrices.  */
static floats
product (floats a, floats b)
{
  float at (size_t i)
  {
    return nova_get (a, i / 2 * 2) * nova_get (b, i % 2) + nova_get (a, i / 2 * 2 + 1) * nova_get (b, i % 2 + 2);
  }
  return nova_tabulate (at, 4);
}

int
main (void)
{
  static int x[N];
  static float f[N];
  volatile long r;
  volatile float s;
  size_t n = N;

  for (int i = 0; i < N; i++)
    {
      x[i] = 1 + i * 7 % 101;
      f[i] = (float) x[i] * 0.037f;
    }
  nova_set_error_handler (handler);
  nova_vec (ints) v = nova_split (10, nova_view (x, n));
  nova_vec (floats) g = nova_split (10, nova_view (f, n)), q = nova_split (4, nova_view (f, n));
  ints none = nova_range (0), zero = nova_replicate (10, 0);
  floats zerof = nova_replicate (10, 0.0f), one = nova_map (nova_lambda (float, (int i), { return i % 3 == 0; }), nova_range (4));

  SAYS (r = nova_sum (nova_reduce (added, zero, v)), "");
  SAYS (r = nova_sum (nova_reduce (subtracted, zero, v)), NOT ("reduce"));
  SAYS (r = nova_sum (nova_flatten (nova_scan (added, zero, v))), "");
  SAYS (r = nova_sum (nova_flatten (nova_scan (subtracted, zero, v))), NOT ("scan"));
  SAYS (r = nova_sum (nova_flatten (nova_exscan (subtracted, zero, v))), NOT ("exscan"));
  SAYS (s = nova_sum (nova_reduce (added_floats, zerof, g)), "");
  SAYS (s = nova_sum (nova_reduce (means, zerof, g)), NOT ("reduce"));
  SAYS (s = nova_sum (nova_flatten (nova_scan (means, nova_replicate (100, 0.0f), nova_transpose (g)))), NOT ("scan"));
  SAYS (r = nova_sum (nova_reduce (behind, none, v)), "");
  SAYS (r = nova_sum (nova_reduce (turned, none, v)), NOT ("reduce"));
  SAYS (r = nova_sum (nova_reduce (and_first, none, v)), NOT ("reduce"));
  SAYS (s = nova_sum (nova_reduce (product, one, q)), "");
  SAYS (r = nova_sum (nova_reduce (nova_lambda (ints, (ints a, ints b), { return nova_length (a) ? a : b; }), none, v)), "");
  /* Rows that are computed; fewer than three.  */
  SAYS (r = nova_sum (nova_reduce (subtracted, zero, nova_map (nova_lambda (ints, (ints a), { return nova_map (nova_add, a, a); }), v))), NOT ("reduce"));
  SAYS (r = nova_sum (nova_reduce (subtracted, zero, nova_slice (0, 2, v))), "");
  (void) r, (void) s;
  return bad;
}

/* NOVA_CHECK=1: functions that are no orders, and vectors that are searched and not sorted, are errors where
   they are used.  Without NOVA_CHECK none of them is told.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-env "NOVA_CHECK=1" } */
/* { dg-nova-bare "nothing is told" } */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static jmp_buf back;
static char said[400];
static int bad;
static bool told;		/* NOVA_CHECK=1 */

static void
handler (const char *line)
{
  const char *at = strrchr (line, '/');
  snprintf (said, sizeof said, "%s", at ? at + 1 : line);
  longjmp (back, 1);
}

/* What WHAT, on this line, says is TEXT; ALWAYS, or only if orders are looked at; "": nothing.  */
#define SAYS(WHAT, TEXT, ALWAYS)						\
  do										\
    {										\
      char wanted[400] = "";							\
      if ((told || (ALWAYS)) && *TEXT)						\
	snprintf (wanted, sizeof wanted, "check-orders.c:%d: %s", __LINE__, TEXT); \
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

#define ITSELF(NAME) "__nova_" NAME ": operand 1 is no order: element 0 of 1000 is less than itself"
#define EACH(NAME) "__nova_" NAME ": operand 1 is no order: elements 0 and 1 are each less than the other"
#define BETWEEN(NAME) \
  "__nova_" NAME ": operand 1 is no order: elements 0, 1, 2 are each less than the next, but not the first than the last"
#define SORTED(AT, OF) \
  "__nova_search: operand 2 is not sorted: element " AT " of " OF " is less than the one before it"

static int not_greater (int a, int b) { return a <= b; }
static int other (int a, int b) { return a != b; }
/* 1 < 2 < 3 < 1.  */
static int around (int a, int b) { return (b - a + 300) % 3 == 1; }
/* Next to each other only.  */
static int next (int a, int b) { return b - a == 7; }
static int down (int a, int b) { return b < a; }
static float half (float a, float b) { return a < b ? 0.5f : 0; }

struct pair { char c; int i; };
static struct pair pair (int a) { return (struct pair) { 'a', a }; }
static int pair_not_greater (struct pair a, struct pair b) { return a.i <= b.i; }
static int pair_less (struct pair a, struct pair b) { return a.i < b.i; }

static int
never (int a, int b)
{
  if (a != b + 12345)
    nova_fail ("never");
  return a <= b;
}

static void
functions (size_t n, int *x)
{
  nova_vec (int) v = nova_view (x, n), w;
  nova_vec (struct pair) p;
  volatile size_t k;
  int limit = 3;
  int captures (int a, int b) { return a <= b + limit; }

  SAYS (w = nova_sort (not_greater, v), ITSELF ("sort"), 0);
  SAYS (k = nova_argmin (not_greater, v), ITSELF ("argmin"), 0);
  SAYS (k = nova_argmax (not_greater, v), ITSELF ("argmax"), 0);
  SAYS (nova_search (not_greater, nova_range (1000), v), ITSELF ("search"), 0);
  SAYS (w = nova_sort (captures, v), ITSELF ("sort"), 0);
  SAYS (w = nova_sort (nova_lambda (int, (int a, int b), { return a >= b; }), v), ITSELF ("sort"), 0);
  SAYS (p = nova_sort (pair_not_greater, nova_map (pair, v)), ITSELF ("sort"), 0);
  SAYS (w = nova_sort (other, v), EACH ("sort"), 0);
  SAYS (k = nova_argmin (other, v), EACH ("argmin"), 0);
  SAYS (w = nova_sort (around, v), BETWEEN ("sort"), 0);
  SAYS (k = nova_argmax (around, v), BETWEEN ("argmax"), 0);
  SAYS (w = nova_sort (next, v), BETWEEN ("sort"), 0);
  /* Orders.  */
  SAYS (w = nova_sort (nova_lt, v), "", 0);
  SAYS (w = nova_sort (nova_gt, v), "", 0);
  SAYS (w = nova_sort (down, v), "", 0);
  SAYS (p = nova_sort (pair_less, nova_map (pair, v)), "", 0);
  SAYS (k = nova_argmin (half, nova_convert (float, v)), "", 0);
  /* Fewer than three elements, or none; two equal ones that are searched.  */
  x[1] = x[0];
  SAYS (nova_search (not_greater, nova_view (x, 2), v), "__nova_search: operand 1 is no order: elements 0 and 1 are each less than the other", 0);
  SAYS (nova_search (nova_lt, nova_view (x, 2), v), "", 0);
  x[1] = x[0] + 7;
  SAYS (nova_search (not_greater, nova_view (x, 2), v), "", 0);
  SAYS (w = nova_sort (not_greater, nova_view (x, 2)), "", 0);
  SAYS (w = nova_sort (not_greater, nova_view (x, 0)), "", 0);
  /* What is combined is tried, not what it is made of; elements fail as without.  */
  SAYS (w = nova_sort (not_greater, nova_filter (nova_lambda (int, (int a), { return a > 6985; }), v)), "", 0);
  SAYS (w = nova_sort (not_greater, nova_gather (nova_map (nova_lambda (int, (int a), { return a - 5; }), v), v)), "__nova_gather: operand 1: element 0, the index -4, is not below 1000", 1);
  SAYS (k = nova_argmin (not_greater, nova_view (x, 0)), "__nova_argmin: operand 2 has 0 elements", 1);
  (void) k, (void) w, (void) p;
}

static void
sorted (size_t n, int *x)
{
  nova_vec (int) v = nova_view (x, n), w = nova_view (x, 5);
  nova_vec (nova_vec (int)) rows = nova_split (100, v);
  nova_vec (size_t) k;
  nova_vec (float) f;

  SAYS (k = nova_search (nova_lt, v, w), "", 0);
  SAYS (k = nova_search (nova_lt, nova_view (x, 1), w), "", 0);
  SAYS (k = nova_search (nova_lt, nova_view (x, 0), w), "", 0);
  SAYS (k = nova_search (nova_gt, v, w), SORTED ("1", "1000"), 0);
  SAYS (k = nova_search (down, v, w), SORTED ("1", "1000"), 0);
  SAYS (k = nova_search (nova_gt, nova_reverse (v), w), "", 0);
  x[613] = 0;
  SAYS (k = nova_search (nova_lt, v, w), SORTED ("613", "1000"), 0);
  SAYS (k = nova_search (nova_lt, nova_map (nova_lambda (int, (int a), { return a + 1; }), v), w), SORTED ("613", "1000"), 0);
  SAYS (k = nova_search (pair_less, nova_map (pair, v), nova_map (pair, w)), SORTED ("613", "1000"), 0);
  /* Of rows, some.  */
  SAYS (k = nova_map (nova_lambda (size_t, (nova_vec (int) a), { return nova_sum (nova_search (nova_gt, a, w)); }), rows), SORTED ("1", "100"), 0);
  SAYS (f = nova_map (nova_lambda (float, (nova_vec (int) a), { return nova_argmin (other, a); }), rows), EACH ("argmin"), 0);
  (void) k, (void) f;
}

/* Nothing is written before the error.  A function that fails on a sample is left to the program.  */
static void
effects (size_t n, const int *x)
{
  static int y[N];
  y[5] = 77;

  SAYS (nova_store (y, n, nova_sort (not_greater, nova_view (x, n))), ITSELF ("sort"), 0);
  if (told && y[5] != 77)
    bad = 1;
  said[0] = '\0';
  if (!setjmp (back))
    nova_store (y, n, nova_sort (never, nova_view (x, n)));
  if (!strstr (said, "nova_fail: never"))
    bad = printf ("said: %s\n", said);
}

int
main (void)
{
  static int x[N];

  told = getenv ("NOVA_CHECK") != NULL;
  for (int i = 0; i < N; i++)
    x[i] = 1 + i * 7;
  nova_set_error_handler (handler);
  functions (N, x);
  effects (N, x);
  sorted (N, x);
  return bad;
}

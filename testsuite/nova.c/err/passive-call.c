/* A function operand that calls what is not known to be passive.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

extern int unknown (int);		/* { dg-message "declared here" } */
/* { dg-message "if 'unknown' only reads, declare it 'nova_passive'" "" "" .-1 } */
extern int by_const (int) __attribute__ ((const));
extern int by_pure (const int *) __attribute__ ((pure));
extern int by_promise (int *, int) nova_passive;
extern int weak (int x) __attribute__ ((weak));
int weak (int x) { return x; }		/* { dg-message "if 'weak' only reads, declare it 'nova_passive'" } */
static int (*pointer) (int);
typedef int passive_function (int) nova_passive;

static int f_unknown (int x)
{
  return unknown (x) + 1;		/* { dg-message "here" } */
}

static int f_deep (int x)
{
  return f_unknown (x);			/* { dg-message "called from here" } */
}

static int f_heap (int x)
{
  int *p = malloc (sizeof *p);		/* { dg-message "here" } */
  *p = x;
  return *p;
}

static int f_pointer (int x)
{
  return pointer (x);			/* { dg-message "here" } */
}

static int f_weak (int x)
{
  return weak (x);			/* { dg-message "here" } */
}

static int f_output (int x)
{
  printf ("%d\n", x);			/* { dg-message "here" } */
  return x;
}					/* { dg-message "output is admitted under '-fplugin-arg-nova-debug'" "" "" .-2 } */

static int f_promised (int x)
{
  int own[2] = { x, x };
  return by_const (x) + by_pure (&x) + by_promise (own, x) + own[1];
}

static int shared;
static int f_promise_broken (int x)
{
  return by_promise (&shared, x);	/* { dg-message "here" } */
}

static _Noreturn void die (int x)
{
  fprintf (stderr, "%d\n", x);
  exit (1);
}

static int f_dies (int x)
{
  if (x == 1234567)
    die (x);
  return x;
}

static int f_bound (const char *s, int x)
{
  return s[0] == x;
}

int all (int *a, size_t n, passive_function *good, int (*bad) (int), int (*bad_less) (int, int))
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (unknown, v));	/* { dg-error "function 'unknown' passed to '__nova_map' is not defined here, and not declared 'const', 'pure' or 'nova_passive'" } */
  s += nova_sum (nova_map (f_unknown, v));	/* { dg-error "function 'f_unknown' passed to '__nova_map' calls 'unknown', which is not known to be passive" } */
  s += nova_sum (nova_map (f_deep, v));		/* { dg-error "function 'f_deep' passed to '__nova_map' calls 'unknown'" } */
  s += nova_sum (nova_map (f_heap, v));		/* { dg-error "calls 'malloc'" } */
  s += nova_sum (nova_map (f_pointer, v));	/* { dg-error "calls through a pointer whose type is not passive" } */
  s += nova_sum (nova_map (f_weak, v));		/* { dg-error "calls 'weak'" } */
  s += nova_sum (nova_map (f_output, v));	/* { dg-error "calls 'printf'" } */
  s += nova_sum (nova_map (f_promise_broken, v));	/* { dg-error "writes to 'shared'" } */
  s += nova_sum (nova_map (bad, v));		/* { dg-error "28: the function passed to '__nova_map' is called through a pointer, whose type is not declared 'const' or 'nova_passive'" } */
  s += nova_sum (nova_map (/* not here, */
			   bad, v));	/* { dg-error "28: the function passed to '__nova_map' is called" } */
  s += nova_find (nova_bind (f_bound, "),("), nova_sort (bad_less /* ( */, v));	/* { dg-error "58: the function passed to '__nova_sort' is called" } */
  s += nova_sum (nova_map (good, v));
  s += nova_sum (nova_map (by_const, v));
  s += nova_sum (nova_map (f_promised, v));
  s += nova_sum (nova_map (f_dies, v));
  s += nova_sum (nova_map (nova_trust (f_unknown), v));
  return s;
}

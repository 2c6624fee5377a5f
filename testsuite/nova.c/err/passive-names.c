/* What is said of a function that the compiler replaced, of memory behind a captured pointer, and of a
   definition that another one may replace.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(c) if (!(c)) { fprintf (stderr, "%s is false\n", #c); abort (); }	/* { dg-message "30: here" } */
/* { dg-message "30: output is admitted under" "" {} .-1 } */

float checks (float a) { CHECK (a > 0); return a; }	/* { dg-message "26: in expansion of macro 'CHECK'" } */

float weak (float a) __attribute__ ((weak));
float weak (float a) { return a; }	/* { dg-message "7: declared here" } */

typedef int callback (int, void *) nova_passive;
typedef int reader (int, const void *) nova_passive;

int
ask (callback *call, reader *read, void *state, nova_vec (int) v)
{
  int calls (int a) { return call (a, state); }	/* { dg-message "30: here" } */
  /* { dg-message "30: a callee that only reads what it is given takes a pointer to const" "" {} .-1 } */
  int reads (int a) { return read (a, state); }
  return nova_sum (nova_map (calls, v)) + nova_sum (nova_map (reads, v));	/* { dg-error "30: function 'calls' passed to '__nova_map' writes to '\\*state'" } */
}

void
use (int *q, nova_vec (float) v)
{
  float says (float a) { printf ("x"); return a; }	/* { dg-message "26: here" } */
  /* { dg-message "26: output is admitted under" "" {} .-1 } */
  float puts_it (float a, int i) { q[i] = 1; return a; }	/* { dg-message "41: here" } */
  float inside (float a) { CHECK (a > 0); return a; }	/* { dg-message "28: here" } */
  /* { dg-message "28: output is admitted under" "" {} .-1 } */
  int size (float a) { return a; }
  nova_map (says, v);			/* { dg-error "13: function 'says' passed to '__nova_map' calls 'printf'" } */
  nova_map (checks, v);			/* { dg-error "13: function 'checks' passed to '__nova_map' calls 'fprintf'" } */
  nova_map (inside, v);			/* { dg-error "13: function 'inside' passed to '__nova_map' calls 'fprintf'" } */
  nova_expand (size, puts_it, v);	/* { dg-error "22: function 'puts_it' passed to '__nova_expand' writes to '\\*q'" } */
  nova_map (weak, v);			/* { dg-error "13: function 'weak' passed to '__nova_map' is weak, so that another definition may be used, and not declared 'const', 'pure' or 'nova_passive'" } */
}

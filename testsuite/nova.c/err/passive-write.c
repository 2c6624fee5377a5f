/* A function operand that writes what is not its own: globals, statics, through pointers, in a callee.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static int count, table[10];
struct node { struct node *next; int n; };
static struct node head;

static int f_global (int x)
{
  count++;				/* { dg-message "here" } */
  return x;
}

static int f_static (int x)
{
  static int calls;
  return x + calls++;			/* { dg-message "here" } */
}

static int f_array (int x)
{
  table[x & 7] = 1;			/* { dg-message "here" } */
  return x;
}

static int f_field (int x)
{
  head.next->n = x;			/* { dg-message "here" } */
  return x;
}

static void set (int *p, int x)
{
  *p = x;				/* { dg-message "here, in 'set'" } */
}

static int f_callee (int x)
{
  int own;
  set (&own, x);
  set (&count, own);			/* { dg-message "called from here" } */
  return own;
}

static int f_pointer (int *p, int x)
{
  return *p = x;			/* { dg-message "here" } */
}

static int f_memory (int x)
{
  int **p = (int **) &head.next;
  **p = x;				/* { dg-message "here" } */
  return x;
}

static int f_copy (int x)
{
  __builtin_memcpy (table, &x, sizeof x);	/* { dg-message "here" } */
  return x;
}

static int f_either (int x)
{
  int own = 0, *p = x > 0 ? &own : &count;
  *p = x;				/* { dg-message "here" } */
  return own;
}

int all (int *a, size_t n, int *q)
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (f_global, v));	/* { dg-error "function 'f_global' passed to '__nova_map' writes to 'count'" } */
  s += nova_sum (nova_map (f_static, v));	/* { dg-error "writes to 'calls'" } */
  s += nova_sum (nova_map (f_array, v));	/* { dg-error "writes to 'table'" } */
  s += nova_sum (nova_map (f_field, v));	/* { dg-error "function 'f_field' passed to '__nova_map' writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_callee, v));	/* { dg-error "writes to 'count'" } */
  s += nova_sum (nova_map (nova_bind (f_pointer, q), v));	/* { dg-error "writes to '\\*p'" } */
  s += nova_sum (nova_map (f_memory, v));	/* { dg-error "writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_copy, v));		/* { dg-error "writes to 'table'" } */
  s += nova_sum (nova_map (f_either, v));	/* { dg-error "writes to 'count'" } */
  s += nova_sum (nova_map (nova_lambda (int, (int x), { return count = x; }), v));	/* { dg-error "the lambda passed to '__nova_map' writes to 'count'" } */
  /* { dg-message "here" "" "" .-1 } */
  s += nova_sum (nova_map (nova_trust (f_global), v));
  return s;
}

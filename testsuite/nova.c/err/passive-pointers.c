/* Pointers that lead out of the function by way of its own variables and of callees.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdlib.h>
#include <string.h>

static int shared, table[4];
static int *outside = &shared;
struct span { int *p; int n; };

static void into_shared (struct span *s) { s->p = &shared; }
extern void somehow (struct span *) nova_passive;
static void write_value (struct span s) { *s.p = s.n; }	/* { dg-message "here, in 'write_value'" } */
static void write_in (struct span *in, int v) { in->p[0] = v; }	/* { dg-message "here, in 'write_in'" } */
static struct span of_table (void) { struct span s = { table, 4 }; return s; }
static void swap (int **a, int **b) { int *t = *a; *a = *b; *b = t; }
static int *pick (int *p, int n) { return n ? pick (p + 1, n - 1) : n == 7 ? &shared : p; }

static int f_callee (int x)
{
  struct span s;
  into_shared (&s);
  *s.p = x;				/* { dg-message "here" } */
  return x;
}

static int f_trusted (int x)
{
  struct span s = { &x, 1 };
  somehow (&s);
  *s.p = 1;				/* { dg-message "here" } */
  return x;
}

static int f_value (int x)
{
  struct span s = { &shared, x };
  write_value (s);			/* { dg-message "called from here" } */
  return x;
}

static int f_member (int x)
{
  struct span s[2] = { { &x, 1 }, { table, 4 } };
  write_in (&s[1], x);			/* { dg-message "called from here" } */
  return x;
}

static int f_result (int x)
{
  of_table ().p[1] = x;			/* { dg-message "here" } */
  return x;
}

static int f_swap (int x)
{
  int *p = &x, *q = &shared;
  swap (&p, &q);
  *p = 1;				/* { dg-message "here" } */
  return x;
}

static int f_recursive (int x)
{
  int own[4];
  *pick (own, 3) = x;			/* { dg-message "here" } */
  return own[3];
}

static int f_bytes (int x)
{
  int *p;
  memcpy (&p, &outside, sizeof p);
  *p = x;				/* { dg-message "here" } */
  return x;
}

static int f_atomic (int x)
{
  int *p = &x;
  (void) __atomic_exchange_n (&p, &shared, __ATOMIC_RELAXED);
  *p = 1;				/* { dg-message "here" } */
  return x;
}

static int f_library (int x)
{
  static char text[] = "12a";
  char *end;
  x += (int) strtol (text, &end, 10);
  *end = 0;				/* { dg-message "here" } */
  return x;
}

static int f_nested (int x)
{
  int *p = &x;
  void move (void) { p = &shared; }
  move ();
  *p = 1;				/* { dg-message "here" } */
  return x;
}

static int f_nested_write (int x)
{
  int *p = &shared;
  void write (int v) { *p = v; }	/* { dg-message "here, in 'write'" } */
  write (x);				/* { dg-message "called from here" } */
  return x + p[0];
}

static int f_integer (__UINTPTR_TYPE__ u)
{
  return *(int *) u = 1;		/* { dg-message "here" } */
}

int all (int *a, size_t n, const __UINTPTR_TYPE__ *u)
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (f_callee, v));	/* { dg-error "28: function 'f_callee' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_trusted, v));	/* { dg-error "28: function 'f_trusted' passed to '__nova_map' writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_value, v));	/* { dg-error "28: function 'f_value' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_member, v));	/* { dg-error "28: function 'f_member' passed to '__nova_map' writes to 'table'" } */
  s += nova_sum (nova_map (f_result, v));	/* { dg-error "28: function 'f_result' passed to '__nova_map' writes to 'table'" } */
  s += nova_sum (nova_map (f_swap, v));		/* { dg-error "28: function 'f_swap' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_recursive, v));	/* { dg-error "28: function 'f_recursive' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_bytes, v));	/* { dg-error "28: function 'f_bytes' passed to '__nova_map' writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_atomic, v));	/* { dg-error "28: function 'f_atomic' passed to '__nova_map' writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_library, v));	/* { dg-error "28: function 'f_library' passed to '__nova_map' writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_nested, v));	/* { dg-error "28: function 'f_nested' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_nested_write, v));	/* { dg-error "28: function 'f_nested_write' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_integer, nova_view (u, n)));	/* { dg-error "28: function 'f_integer' passed to '__nova_map' writes to memory that is not its own" } */
  return s;
}
